/* test_pg_feed.c - results packed for other nodes. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#if __has_include("libpq-fe.h")
#include "postgres/pg.h"

enum { RESULTS = 300 };

static struct store_result from_feed[RESULTS], from_tables[RESULTS];

static void add_results(struct log *log)
{
    for (int i = 1; i <= RESULTS; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", i % 3);
        result.stake = i % 5;
        snprintf(result.unrated, sizeof result.unrated, "%s", i % 7 ? "" : "a friendly");
        assert_int_equal(log_result(log, &result), i);
    }
}

static void log_made(struct log *log, const struct place *place)
{
    log_open(log, place);
    log_ann_and_bob(log);
    add_results(log);
    assert_int_equal(store_commit(log->store), 0);
}

static void log_done(struct log *log)
{
    store_close(log->store);
    replay_fini(&log->replay);
}

/* Begins a transaction that knows the log up to `seq`. */
static void begin_at(struct log *log, int64_t seq, bool write)
{
    struct store_place known = {.seq = seq};
    store_foresee(log->store, &known);
    assert_int_equal(store_begin(log->store, write), 0);
}

static void read_all(struct log *log, struct store_result *page)
{
    assert_int_equal(store_results(log->store, 0, 0, page, STORE_PAGE), STORE_PAGE);
    assert_int_equal(store_results(log->store, 0, STORE_PAGE, page + STORE_PAGE, STORE_PAGE),
                     RESULTS - STORE_PAGE);
}

static void same_all(void)
{
    for (int i = 0; i < RESULTS; i++) {
        const struct ladder_result *one = &from_feed[i].result, *other = &from_tables[i].result;
        assert_int_equal(from_feed[i].seq, i + 1);
        assert_int_equal(from_tables[i].seq, i + 1);
        assert_string_equal(one->game, other->game);
        assert_string_equal(one->ruleset, other->ruleset);
        assert_string_equal(one->reason, other->reason);
        assert_string_equal(one->unrated, other->unrated);
        assert_int_equal(one->wall_msec, other->wall_msec);
        assert_int_equal(one->stake, other->stake);
        assert_int_equal(one->side_count, other->side_count);
        assert_int_equal(one->seat_count, other->seat_count);
        assert_memory_equal(one->scores, other->scores, sizeof one->scores);
        assert_memory_equal(one->ranks, other->ranks, sizeof one->ranks);
        assert_memory_equal(one->seats, other->seats, sizeof one->seats);
        assert_string_equal(from_feed[i].change.unrated, from_tables[i].change.unrated);
        assert_int_equal(from_feed[i].change.rated, from_tables[i].change.rated);
        for (int seat = 0; seat < one->seat_count; seat++) {
            assert_int_equal(from_feed[i].change.seats[seat].before_milli,
                             from_tables[i].change.seats[seat].before_milli);
            assert_int_equal(from_feed[i].change.seats[seat].after_milli,
                             from_tables[i].change.seats[seat].after_milli);
            assert_int_equal(from_feed[i].change.seats[seat].k,
                             from_tables[i].change.seats[seat].k);
        }
        assert_memory_equal(from_feed[i].chain, from_tables[i].chain, CHAIN_BYTES);
        assert_int_equal(from_feed[i].hashed, from_tables[i].hashed);
        assert_memory_equal(from_feed[i].record_hash, from_tables[i].record_hash, CHAIN_BYTES);
    }
}

/* The rows that arrive with the begin, of a reader or a writer, equal those of the tables. */
static void test_the_feed_equals_the_tables(void **state)
{
    const struct place *place = *state;
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place);
    for (int write = 0; write < 2; write++) {
        assert_int_equal(store_begin(log.store, write), 0);
        read_all(&log, from_tables);
        assert_int_equal(store_commit(log.store), 0);
        begin_at(&log, 0, write);
        assert_int_equal(pg_feed_results(log.store, 0, from_feed, 100), 100);
        assert_int_equal(pg_feed_results(log.store, 100, from_feed + 100, RESULTS), 200);
        same_all();
        assert_int_equal(store_commit(log.store), 0);
        begin_at(&log, 0, write);
        read_all(&log, from_feed);
        same_all();
        assert_int_equal(store_commit(log.store), 0);
    }
    log_done(&log);
}

/* Rows that older programs did not pack, that were deleted or are damaged come from the tables. */
static void test_a_gap_is_read_from_the_tables(void **state)
{
    static const char *const faults[] = {
        "DELETE FROM feed WHERE seq <= 40",
        "DELETE FROM feed WHERE seq = (SELECT max(seq) FROM feed)",
        "DELETE FROM feed WHERE seq = (SELECT min(seq) FROM feed WHERE seq > 150)",
        "UPDATE feed SET bytes = substr(bytes, 1, 300) WHERE seq = (SELECT min(seq) FROM feed"
        " WHERE seq > 150)",
        "UPDATE feed SET bytes = decode('ff', 'hex') || bytes",
        "UPDATE feed SET bytes = ''",
        "DELETE FROM feed",
    };
    const struct place *place = *state;
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place);
    assert_int_equal(store_begin(log.store, false), 0);
    read_all(&log, from_tables);
    assert_int_equal(store_commit(log.store), 0);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        sql(place, faults[i]);
        begin_at(&log, 0, true);
        read_all(&log, from_feed);
        same_all();
        assert_int_equal(store_commit(log.store), 0);
    }
    log_done(&log);
}

/* A writer among many others is more than a page of rows behind: each commit makes a row. */
static void test_further_pages_are_asked_for(void **state)
{
    const struct place *place = *state;
    struct log log;
    if (!place->server)
        skip();
    log_open(&log, place);
    log_ann_and_bob(&log);
    for (int i = 1; i <= RESULTS; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", i % 3);
        assert_int_equal(log_result(&log, &result), i);
        assert_int_equal(store_commit(log.store), 0);
        assert_int_equal(store_begin(log.store, true), 0);
    }
    read_all(&log, from_tables);
    assert_int_equal(store_commit(log.store), 0);
    begin_at(&log, 0, true);
    assert_int_equal(pg_feed_results(log.store, 0, from_feed, STORE_PAGE - 1), STORE_PAGE - 1);
    assert_int_equal(pg_feed_results(log.store, STORE_PAGE - 1, from_feed + STORE_PAGE - 1, 100),
                     RESULTS - STORE_PAGE + 1);
    same_all();
    assert_int_equal(pg_feed_results(log.store, RESULTS, from_feed, 100), 0);
    assert_int_equal(store_commit(log.store), 0);
    char fault[80];
    snprintf(fault, sizeof fault, "DELETE FROM feed WHERE seq = %d", STORE_PAGE + 1);
    sql(place, fault);
    begin_at(&log, 0, true);
    assert_int_equal(pg_feed_results(log.store, 0, from_feed, RESULTS), STORE_PAGE);
    assert_int_equal(store_results(log.store, 0, STORE_PAGE, from_feed + STORE_PAGE, STORE_PAGE),
                     RESULTS - STORE_PAGE);
    same_all();
    assert_int_equal(store_commit(log.store), 0);
    log_done(&log);
}

/* A packed copy must not outlive a change of its rows. */
static void test_changed_rows_drop_the_feed(void **state)
{
    const struct place *place = *state;
    struct result_change change = {.unrated = "void"};
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_result_cache(log.store, 2, 2, &change), 0);
    assert_int_equal(store_result_cache(log.store, 3, 2, &change), 0);
    assert_int_equal(store_commit(log.store), 0);
    begin_at(&log, 0, true);
    assert_int_equal(pg_feed_results(log.store, 0, from_feed, RESULTS), 0);
    assert_int_equal(store_results(log.store, 0, 0, from_feed, 3), 3);
    assert_string_equal(from_feed[1].change.unrated, "void");
    assert_int_equal(store_commit(log.store), 0);
    log_done(&log);
}

/* Stores the result of a number at which old rows leave, as if as many were there. */
static void result_at(struct log *log, const struct place *place, int64_t seq, const char *game)
{
    const struct ladder_result result = duel(game, "ann", "bob", 2);
    char text[80];
    snprintf(text, sizeof text, "UPDATE ladder SET last_result = %lld", (long long)seq - 1);
    sql(place, text);
    assert_int_equal(store_begin(log->store, true), 0);
    assert_int_equal(log_result(log, &result), seq);
    assert_int_equal(store_commit(log->store), 0);
}

/* By the numbers of their last results. */
static void rows_are(const struct place *place, const char *expected)
{
    char text[300];
    snprintf(text, sizeof text,
             "DO $$ DECLARE there TEXT; BEGIN SELECT coalesce(string_agg(CAST(seq AS TEXT), ' '"
             " ORDER BY seq), '') INTO there FROM feed; ASSERT there = '%s', there; END $$",
             expected);
    sql(place, text);
}

/* Rows of results that 65,536 others follow leave; one that the first trim of a process passed is
 * not looked for again, because a server reads over all that left there. */
static void test_old_rows_leave(void **state)
{
    const struct place *place = *state;
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place);
    sql(place, "DELETE FROM feed; INSERT INTO feed (seq, first_seq, bytes) SELECT seq, seq, '\\x01'"
               " FROM unnest(ARRAY[7, 400, 4096, 4097, 5120, 5121, 70000]) AS seq");
    result_at(&log, place, 68 * 1024, "old-68");
    rows_are(place, "4097 5120 5121 69632 70000");
    sql(place, "INSERT INTO feed (seq, first_seq, bytes) VALUES (8, 8, '\\x01')");
    result_at(&log, place, 69 * 1024, "old-69");
    rows_are(place, "8 5121 69632 70000 70656");
    store_close(log.store);
    log.store = opened(place, 0);
    result_at(&log, place, 70 * 1024, "old-70");
    rows_are(place, "69632 70000 70656 71680");
    log_done(&log);
}

/* A game that was taken for new but exists fails once, temporarily, and nothing of that
 * transaction is stored. */
static void test_a_wrong_guess_fails_for_a_moment(void **state)
{
    const char *const games[] = {"g-1"};
    const struct place *place = *state;
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    struct store_game game = {.result = result};
    int64_t seq = 0;
    struct log log;
    if (!place->server)
        skip();
    log_made(&log, place);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_expect(log.store, games, 1, true), 0);
    assert_int_equal(log_result(&log, &result), RESULTS + 1);
    assert_int_equal(store_commit(log.store), -1);
    assert_true(store_again(log.store));
    store_rollback(log.store);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(store_expect(log.store, games, 1, false), 0);
    assert_int_equal(store_result_find(log.store, "g-1", &seq), 0);
    assert_int_equal(seq, 1);
    store_rollback(log.store);
    for (int twice = 0; twice < 2; twice++) {
        assert_int_equal(store_begin(log.store, true), 0);
        assert_int_equal(store_expect(log.store, games, 1, true), 0);
        assert_int_equal(store_game_add(log.store, &game), 0);
        assert_int_equal(store_commit(log.store), twice ? -1 : 0);
        assert_int_equal(store_again(log.store), twice);
        store_rollback(log.store);
    }
    log_done(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_feed_equals_the_tables, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_gap_is_read_from_the_tables, setup, teardown),
        cmocka_unit_test_setup_teardown(test_further_pages_are_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(test_changed_rows_drop_the_feed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_old_rows_leave, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_wrong_guess_fails_for_a_moment, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 77;
}
#endif
