/* test_season_table.c - the final table of a season is a function of the log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "log/season_table.h"

static char *table_of(struct store *store, const char *season, int format)
{
    struct ladder_error error;
    assert_int_equal(store_begin(store, false), 0);
    char *text = season_table(store, season, 0, format, &error);
    store_rollback(store);
    return text;
}

static void the_same_log_makes_the_same_table(void **state)
{
    const struct temp *temp = *state;
    struct ladder_error error;
    struct store *store;
    char out[500] = "";
    char *argv[] = {(char[]){"season"}, (char[]){"start"}, (char[]){"spring"}, (char[]){"--to"},
                    (char[]){"2100-01-01"}};
    struct ladder *ladder = temp_ladder(temp, false);
    FILE *file = fmemopen(out, sizeof out, "w");
    assert_int_equal(command_table_run(temp->url, 5, argv, false, file, file), 0);
    fclose(file);
    for (int i = 0; i < 30; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", i % 3 ? "bob" : "cy", i % 4 ? 2 : 0);
        result.wall_msec = INT64_C(2000000000000) + i; /* within it */
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), 0);
    char *one = table_of(store, "spring", SEASON_FORMAT_NEWEST),
         *again = table_of(store, "spring", SEASON_FORMAT_NEWEST),
         *first = table_of(store, "spring", SEASON_FORMAT_FIRST),
         *center = table_of(store, "spring", SEASON_FORMAT_CENTER);
    assert_true(one && again && first && center);
    assert_string_equal(one, again);
    assert_string_not_equal(one, first);
    assert_string_not_equal(one, center);
    assert_non_null(strstr(one, "\"format\":\"avondale-season/3\""));
    assert_non_null(strstr(center, "\"format\":\"avondale-season/2\""));
    assert_non_null(strstr(first, "\"format\":\"avondale-season/1\""));
    assert_non_null(strstr(one, "\"name\":\"ann\""));
    assert_null(strchr(one, '\n'));
    assert_null(table_of(store, "summer", SEASON_FORMAT_NEWEST));
    free(one);
    free(again);
    free(first);
    free(center);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_log_makes_the_same_table, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
