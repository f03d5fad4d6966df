/* Results from another ladder: the log is the same, with all of a table or none of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log/csv.h"
#include "log/import.h"
#include "ladder_temp.h"

enum { RESULTS = 300 };

static struct temp temp;
static struct store *store;
static char table[1 << 17];

static int setup(void **state)
{
    struct ladder_error error;
    uint64_t seed = 9;
    (void)state;

    temp_init(&temp);
    assert_int_equal(store_open(&store, temp.url, 0, &error), 0);
    memset(table, 0, sizeof table);
    FILE *file = fmemopen(table, sizeof table - 1, "w");
    csv_print_head(file);
    for (int i = 0; i < RESULTS; i++) {
        struct ladder_result result = random_result(&seed, i);
        csv_print_row(&result, file);
    }
    fclose(file);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    store_close(store);
    temp_fini(&temp);
    return 0;
}

static int import_text(struct import *import, const char *text)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    *import = (struct import){.name = "table", .wall_msec = 7};
    assert_int_equal(store_begin(store, true), 0);
    int status = import_csv(import, store, file);
    if (status == 0)
        assert_int_equal(store_commit(store), 0);
    else
        store_rollback(store);
    fclose(file);
    return status;
}

/* After an import the cache equals a replay of the log. */
static void the_log_is_as_if_played_here(void **state)
{
    static struct store_result page[STORE_PAGE];
    struct import import;
    int64_t after = 0;
    int total = 0, count;
    (void)state;

    assert_int_equal(import_text(&import, table), 0);
    assert_int_equal(import.added, RESULTS);
    assert_int_equal(import.there, 0);
    assert_int_equal(store_begin(store, false), 0);
    while ((count = store_results(store, 0, after, page, STORE_PAGE)) > 0) {
        after = page[count - 1].seq;
        total += count;
    }
    assert_int_equal(total, RESULTS);
    store_rollback(store);
    char out[4096] = "", *argv[] = {(char[]){"recompute"}, (char[]){"--verify"}};
    FILE *file = fmemopen(out, sizeof out - 1, "w");
    assert_int_equal(command_table_run(temp.url, 2, argv, false, file, file), 0);
    fclose(file);
    assert_non_null(strstr(out, ": 0 differ"));
    assert_non_null(strstr(out, "chain of 300 results"));
}

static void games_are_added_once(void **state)
{
    struct import import;
    (void)state;

    assert_int_equal(import_text(&import, table), 0);
    assert_int_equal(import_text(&import, table), 0);
    assert_int_equal(import.added, 0);
    assert_int_equal(import.there, RESULTS);
}

static void a_bad_line_leaves_nothing_behind(void **state)
{
    struct import import;
    int64_t seq;
    (void)state;

    strcat(table, "g-900,,b1 b2,0 1,5 6,0,1 7,target,1,\n");
    assert_int_equal(import_text(&import, table), -1);
    assert_false(import.world);
    assert_string_equal(import.error,
                        "table line 302: ranks: expected 2 numbers from 1 to 2, one a side");
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_result_find(store, "g-0", &seq), STORE_NONE);
    store_rollback(store);
}

static void lines_end_with_lf_or_crlf(void **state)
{
    static char text[CSV_LINE_MAX * 2];
    struct import import;
    (void)state;

    assert_int_equal(import_text(&import, "game,players,sides,scores,ranks,reason\r\n\r\n"
                                          "g-1,a b,0 1,5 6,2 1,target\r\n"
                                          "g-2,a b,0 1,5 6,2 1,target"),
                     0);
    assert_int_equal(import.added, 2);
    assert_int_equal(import_text(&import, "\n"), -1);
    assert_non_null(strstr(import.error, "table line 1: expected a column game"));
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(import_text(&import, text), -1);
    assert_non_null(strstr(import.error, "table line 1: longer than"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_log_is_as_if_played_here, setup, teardown),
        cmocka_unit_test_setup_teardown(games_are_added_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_bad_line_leaves_nothing_behind, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_end_with_lf_or_crlf, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
