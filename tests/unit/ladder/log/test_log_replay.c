/* test_log_replay.c - the log gives the same standings, however it is read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "log/replay.h"

static void store_some(const struct temp *temp, uint64_t *seed, int from, int count)
{
    struct ladder *ladder = temp_ladder(temp, false);
    for (int i = from; i < from + count; i++) {
        struct ladder_result result = random_result(seed, i);
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
}

static int count_visits(void *context, const struct store_result *stored,
                        const struct result_change *computed)
{
    (void)computed;
    *(int64_t *)context += stored->seq > 0;
    return 0;
}

static void reading_in_parts_equals_reading_all(void **state)
{
    const struct temp *temp = *state;
    struct replay whole, parts;
    struct store *store;
    struct ladder_error error;
    struct ladder_game games[REPLAY_RECENT];
    uint64_t seed = 3;
    int64_t visits = 0;
    store_some(temp, &seed, 0, 120);
    replay_init(&whole);
    replay_init(&parts);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(replay_load(&parts, store, count_visits, &visits), 0);
    assert_int_equal(visits, 120);
    store_rollback(store);
    store_some(temp, &seed, 120, 80);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(replay_refresh(&parts, store, count_visits, &visits), 0);
    assert_int_equal(visits, 200); /* none of them twice */
    assert_int_equal(replay_load(&whole, store, NULL, NULL), 0);
    assert_int_equal(whole.last_seq, parts.last_seq);
    assert_int_equal(whole.standings.count, parts.standings.count);
    assert_true(whole.standings.count > 5);
    for (int i = 0; i < whole.standings.count; i++) {
        assert_string_equal(whole.standings.bots[i].name, parts.standings.bots[i].name);
        assert_int_equal(whole.standings.bots[i].rating_milli,
                         parts.standings.bots[i].rating_milli);
        assert_int_equal(whole.standings.bots[i].games, parts.standings.bots[i].games);
    }
    assert_int_equal(replay_recent(&parts, games, REPLAY_RECENT), REPLAY_RECENT);
    assert_string_equal(games[0].game, "g-199");
    store_rollback(store);
    store_close(store);
    replay_fini(&whole);
    replay_fini(&parts);
}

struct other {
    const struct temp *temp;
    uint64_t seed;
    int64_t visits;
};

/* While the first page is read another process bans a bot and stores more results. */
static int store_meanwhile(void *context, const struct store_result *stored,
                           const struct result_change *computed)
{
    struct other *other = context;
    (void)stored;
    (void)computed;
    if (++other->visits != 10)
        return 0;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, other->temp->url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_BAN, 1, 1, ""), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    store_some(other->temp, &other->seed, 400, 300);
    return 0;
}

/* A replay that shares the connection reads the entries that existed at its start, and the rest
 * next time. */
static void pauses_change_nothing(void **state)
{
    const struct temp *temp = *state;
    struct replay whole, parts;
    struct store *store;
    struct ladder_error error;
    struct other other = {.temp = temp, .seed = 5};
    store_some(temp, &other.seed, 0, 400);
    replay_init(&whole);
    replay_init(&parts);
    parts.pauses = true;
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(replay_load(&parts, store, store_meanwhile, &other), 0);
    assert_int_equal(other.visits, 400);
    assert_int_equal(parts.last_seq, 400);
    assert_int_equal(replay_refresh(&parts, store, store_meanwhile, &other), 0);
    assert_int_equal(other.visits, 700);
    assert_int_equal(replay_load(&whole, store, NULL, NULL), 0);
    assert_int_equal(whole.last_seq, 700);
    assert_int_equal(whole.standings.count, parts.standings.count);
    for (int i = 0; i < whole.standings.count; i++) {
        assert_int_equal(whole.standings.bots[i].rating_milli,
                         parts.standings.bots[i].rating_milli);
        assert_int_equal(whole.standings.bots[i].banned, parts.standings.bots[i].banned);
    }
    store_rollback(store);
    store_close(store);
    replay_fini(&whole);
    replay_fini(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reading_in_parts_equals_reading_all, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(pauses_change_nothing, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
