/* The newest results of a log, found without reading all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"

enum { RESULTS = 700 }; /* more than two pages */
static const int64_t start_msec = 1700000000000;

struct seen {
    int count, rated;
    char first[LADDER_GAME_ID_MAX + 1], last[LADDER_GAME_ID_MAX + 1];
};

static void on_result(void *context, const struct ladder_result *result, bool rated)
{
    struct seen *seen = context;
    if (seen->count++ == 0)
        memcpy(seen->first, result->game, sizeof seen->first);
    memcpy(seen->last, result->game, sizeof seen->last);
    seen->rated += rated;
}

/* One result a minute; every tenth is unrated. */
static void fill(struct ladder *ladder, int count)
{
    for (int i = 0; i < count; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%03d", i);
        struct ladder_result result = duel(game, "ann", "bob", i % 3);
        result.wall_msec = start_msec + (int64_t)i * 60000;
        if (i % 10 == 0)
            snprintf(result.unrated, sizeof result.unrated, "by invitation");
        while (writer_queue_submit(ladder, &result, NULL, NULL))
            writer_queue_wait(ladder);
    }
    writer_queue_wait(ladder);
}

static struct seen since(const struct temp *temp, int minute)
{
    struct seen seen = {0};
    struct ladder_error error;
    assert_int_equal(recent_results_since(temp->url, start_msec + minute * INT64_C(60000),
                                          on_result, &seen, &error),
                     0);
    return seen;
}

static void the_newest_results_are_returned(void **state)
{
    struct temp temp;
    struct ladder *ladder;
    struct ladder_error error;
    (void)state;
    temp_init(&temp);
    assert_int_equal(writer_open(&ladder, temp.url, true, &error), 0);
    assert_int_equal(since(&temp, 0).count, 0); /* an empty log */
    fill(ladder, RESULTS);
    struct seen seen = since(&temp, 0); /* while the daemon has the store open */
    assert_int_equal(seen.count, RESULTS);
    assert_int_equal(seen.rated, RESULTS - RESULTS / 10);
    for (int minute = 1; minute < RESULTS; minute += 37) {
        char first[16];
        seen = since(&temp, minute);
        snprintf(first, sizeof first, "g-%03d", minute);
        assert_int_equal(seen.count, RESULTS - minute);
        assert_string_equal(seen.first, first);
        assert_string_equal(seen.last, "g-699");
    }
    assert_int_equal(since(&temp, RESULTS - 1).count, 1);
    assert_int_equal(since(&temp, RESULTS).count, 0);
    writer_close(ladder);
    temp_fini(&temp);
}

static void no_file_is_an_error(void **state)
{
    struct temp temp;
    struct seen seen = {0};
    struct ladder_error error;
    (void)state;
    temp_init(&temp);
    assert_int_equal(recent_results_since(temp.url, 0, on_result, &seen, &error), -1);
    assert_non_null(strstr(error.text, temp.path));
    temp_fini(&temp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_results_are_returned),
        cmocka_unit_test(no_file_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
