/* test_snapshot_thread.c - when a ladder writes snapshots, and how its next start uses them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sys/stat.h>

#include "await.h"
#include "store_place.h"
#include "writer/snapshot_thread.h"

static void submit(const struct place *place, int from, int count)
{
    struct ladder *ladder = temp_ladder(&place->temp, true);
    uint64_t seed = 11 + (uint64_t)from;
    for (int i = from; i < from + count; i++) {
        struct ladder_result result = random_result(&seed, i);
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
}

/* Opens it, reads a rating and its messages, and closes it. Returns the result of the snapshot
 * that it started from. */
static int64_t start(const struct place *place, int64_t *rating, char line[400])
{
    struct ladder *ladder = temp_ladder(&place->temp, true);
    struct ladder_bot bot;
    int64_t snapshot;
    line[0] = '\0';
    (void)writer_view_start(ladder, &snapshot);
    (void)writer_view_report(ladder, line);
    assert_true(writer_view_bot(ladder, "b3", &bot));
    *rating = bot.rating_milli;
    writer_close(ladder);
    return snapshot;
}

static void path_of(const struct place *place, const char *ending, char path[128])
{
    snprintf(path, 128, "%s%s", place->temp.path, ending);
}

static void a_closed_ladder_starts_at_its_end(void **state)
{
    struct place *place = *state;
    enum { FIRST = SNAPSHOT_THREAD_LAST - 1, REST = 200 };
    int64_t rating, again;
    char line[400], path[128], before[128];
    path_of(place, ".snapshot", path);
    path_of(place, ".snapshot-before", before);
    submit(place, 0, FIRST);
    assert_int_equal(access(path, F_OK), -1); /* so few results are read quickly */
    assert_int_equal(start(place, &rating, line), 0);
    submit(place, FIRST, REST);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(start(place, &rating, line), FIRST + REST);
    assert_string_equal(line, "");
    assert_int_equal(access(before, F_OK), -1); /* nothing new, no new snapshot */
    assert_int_equal(truncate(path, 1000), 0);
    assert_int_equal(start(place, &again, line), 0);
    assert_non_null(strstr(line, "the newest snapshot is passed over: it is damaged"));
    assert_int_equal(again, rating);
    /* The daemon wrote a good one again. */
    assert_int_equal(start(place, &again, line), FIRST + REST);
    assert_string_equal(line, "");
    assert_int_equal(again, rating);
}

/* After a void of a result in the newest snapshot the start uses the earlier one. */
static void after_a_void_an_earlier_snapshot_is_used(void **state)
{
    struct place *place = *state;
    enum { FIRST = SNAPSHOT_THREAD_LAST };
    int64_t rating, again;
    char line[400], path[128];
    submit(place, 0, FIRST);
    submit(place, FIRST, FIRST);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_VOID, FIRST + 7, 1, ""), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    assert_int_equal(start(place, &rating, line), FIRST);
    assert_non_null(strstr(line, "was voided since"));
    path_of(place, ".snapshot", path);
    assert_int_equal(start(place, &again, line), 2 * FIRST);
    assert_string_equal(line, "");
    assert_int_equal(again, rating);
    path_of(place, ".snapshot", path);
    assert_int_equal(unlink(path), 0);
    path_of(place, ".snapshot-before", path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(start(place, &again, line), 0);
    assert_int_equal(again, rating);
}

static void a_running_daemon_writes_snapshots(void **state)
{
    struct place *place = *state;
    struct log log;
    char path[128];
    path_of(place, ".snapshot", path);
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 5, 0, SNAPSHOT_THREAD_EVERY);
    log_close(&log);
    struct ladder *ladder = temp_ladder(&place->temp, false);
    writer_close(ladder);
    assert_int_equal(access(path, F_OK), -1); /* only a serving process writes one */
    ladder = temp_ladder(&place->temp, true);
    struct ladder_result result = duel("g-last", "b1", "b2", 2);
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    struct await limit = await_begin(60);
    while (access(path, F_OK) < 0 && await_step(&limit))
        ;
    assert_int_equal(access(path, F_OK), 0);
    writer_close(ladder);
}

/* Snapshots are optional: a failure to write one is logged, and the ladder continues. */
static void a_snapshot_that_cannot_be_written_stops_nothing(void **state)
{
    struct place *place = *state;
    char path[128], line[400];
    int64_t rating;
    path_of(place, ".snapshot-new", path);
    assert_int_equal(mkdir(path, 0700), 0);
    submit(place, 0, SNAPSHOT_THREAD_LAST);
    assert_int_equal(start(place, &rating, line), 0);
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_closed_ladder_starts_at_its_end, setup, teardown),
        cmocka_unit_test_setup_teardown(after_a_void_an_earlier_snapshot_is_used, setup, teardown),
        cmocka_unit_test_setup_teardown(a_running_daemon_writes_snapshots, setup, teardown),
        cmocka_unit_test_setup_teardown(a_snapshot_that_cannot_be_written_stops_nothing, setup,
                                        teardown),
    };
    unsetenv("AVONDALE_TEST_STORE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
