/* test_guard.c - results against bots that are not established (ratings 7): the changes they
 * make, what they prove, and that all of it follows from the log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log/chain_verify.h"
#include "standings/guard.h"
#include "store_place.h"

enum { FIRST = 8 /* bots that make the ladder */ };
static const int64_t begin_msec = 1700000000000, day_msec = 86400000;

static struct standings standings;
static int64_t now_msec;

static int set_up(void **state)
{
    char name[16];
    (void)state;
    standings_init(&standings);
    standings.guarded = true;
    now_msec = begin_msec;
    for (int i = 0; i < FIRST; i++) {
        snprintf(name, sizeof name, "b%d", i);
        assert_int_equal(standings_add(&standings, name, ""), i);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    standings_fini(&standings);
    return 0;
}

static struct ladder_result game_of(const char *a, const char *b, int score)
{
    static int number;
    char game[16];
    snprintf(game, sizeof game, "g-%d", ++number);
    struct ladder_result result = duel(game, a, b, score);
    result.wall_msec = now_msec += 1000;
    return result;
}

static struct result_change tell(const char *a, const char *b, int score)
{
    struct ladder_result result = game_of(a, b, score);
    struct result_change change;
    for (int seat = 0; seat < 2; seat++) {
        if (standings_find(&standings, result.seats[seat].bot) < 0)
            assert_true(standings_add(&standings, result.seats[seat].bot, "") >= 0);
    }
    assert_int_equal(apply_result(&standings, &result, false, &change), 0);
    assert_true(change.rated);
    return change;
}

/* All play against all, until all are established. */
static void settle(void)
{
    char a[16], b[16];
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < FIRST; i++) {
            for (int k = 0; k < i; k++) {
                snprintf(a, sizeof a, "b%d", i);
                snprintf(b, sizeof b, "b%d", k);
                (void)tell(a, b, (round + i + k) % 2 ? 2 : 0);
            }
        }
    }
}

static const struct entry *entry_named(const char *name)
{
    const struct board *board = &standings.boards[0];
    return &board->entries[board_find(board, standings_find(&standings, name))];
}

static void test_a_board_settles(void **state)
{
    (void)state;
    (void)tell("b0", "b1", 2);
    assert_false(guard_settled(&standings.boards[0], now_msec));
    settle();
    assert_true(guard_settled(&standings.boards[0], now_msec));
    for (int i = 0; i < FIRST; i++)
        assert_false(board_entry_provisional(&standings.boards[0].entries[i]));
    /* Without its established bots the ladder behaves like a new one. */
    assert_true(guard_settled(&standings.boards[0], now_msec + GUARD_DAYS * day_msec - 400000));
    assert_false(guard_settled(&standings.boards[0], now_msec + (GUARD_DAYS + 1) * day_msec));
}

/* A bot that has never scored gives at most fifty points in all, and proves nothing; after one
 * score it counts like any other. */
static void test_only_losers_prove_nothing(void **state)
{
    char name[16];
    (void)state;
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "loser%d", i % 30);
        (void)tell("b0", name, 2);
    }
    const struct entry *king = entry_named("b0");
    assert_int_equal(king->rating_milli, RATING_START_MILLI + GUARD_LOAN_MILLI);
    assert_int_equal(king->games, 60);
    assert_int_equal(king->unproven, 60);
    assert_int_equal(king->owners_met_count, 0);
    assert_true(board_entry_provisional(king));
    assert_true(entry_named("loser0")->rating_milli < RATING_START_MILLI - 20000);
    (void)tell("loser0", "loser1", 1);
    struct result_change change = tell("b0", "loser0", 2);
    assert_true(change.seats[0].after_milli > change.seats[0].before_milli);
    assert_int_equal(change.seats[0].k, 40); /* it has proved nothing yet */
    assert_int_equal(entry_named("b0")->unproven, 60);
}

static void test_newcomers_move_other_ratings_little(void **state)
{
    char name[16];
    (void)state;
    settle();
    int64_t before = entry_named("b0")->rating_milli - entry_named("b0")->loan_milli;
    for (int i = 0; i < 40; i++) { /* they have scored against each other */
        snprintf(name, sizeof name, "new%d", i);
        (void)tell(name, "another", 2);
        struct result_change change = tell("b0", name, 2);
        assert_int_equal(change.newcomers, 2);
        assert_true(change.seats[1].after_milli < change.seats[1].before_milli);
    }
    assert_int_equal(entry_named("b0")->rating_milli, before + GUARD_LOAN_MILLI);
    for (int i = 0; i < 80; i++) { /* nor can they lower its rating */
        snprintf(name, sizeof name, "strong%d", i);
        (void)tell("b0", name, 0);
    }
    assert_int_equal(entry_named("b0")->rating_milli, before - GUARD_LOAN_MILLI);
    assert_true(board_entry_provisional(entry_named("another")));
}

/* Thirty results against established bots of five owners make a newcomer established. */
static void test_a_newcomer_proves_itself(void **state)
{
    char name[16];
    (void)state;
    settle();
    for (int i = 0; i < PROVISIONAL_GAMES; i++) {
        assert_true(i == 0 || board_entry_provisional(entry_named("new")));
        snprintf(name, sizeof name, "b%d", i % FIRST);
        (void)tell("new", name, i % 2 ? 2 : 0);
    }
    assert_false(board_entry_provisional(entry_named("new")));
    struct result_change change = tell("b0", "new", 2);
    assert_int_equal(change.newcomers, 0);
}

/* A new version keeps the loan: the fifty points are permanent. */
static void test_a_version_owes_what_the_last_one_did(void **state)
{
    char name[16];
    (void)state;
    for (int version = 0; version < 3; version++) {
        standings.bots[0].version = version;
        for (int i = 0; i < 30; i++) {
            snprintf(name, sizeof name, "loser%d", i);
            (void)tell("b0", name, 2);
        }
        assert_int_equal(entry_named("b0")->rating_milli, RATING_START_MILLI + GUARD_LOAN_MILLI);
    }
}

/* A result of three sides: the part against an established bot counts in full. */
static void test_sides_are_known_one_by_one(void **state)
{
    struct guard guard = {.known = {true, true, false}};
    struct elo_side sides[3] = {{.rank = 1, .side_rating = 1500, .member_count = 1},
                                {.rank = 2, .side_rating = 1500, .member_count = 1},
                                {.rank = 3, .side_rating = 1500, .member_count = 1}};
    struct elo_member member = {.rating = 1500, .k = 40};
    int64_t loan;
    (void)state;
    assert_int_equal(guard_after(&guard, sides, 3, 0, &member, 0, &loan), 1520000);
    assert_int_equal(loan, 10000);
    assert_int_equal(guard_after(&guard, sides, 3, 0, &member, GUARD_LOAN_MILLI, &loan), 1510000);
    assert_true(guard_proves(&guard, 3, 0) && guard_proves(&guard, 3, 2));
    guard.known[1] = false;
    assert_false(guard_proves(&guard, 3, 0));
}

static void test_the_batch_table_waits(void **state)
{
    struct batch_result result = {
        .player = {0, 1}, .side = {0, 1}, .seat_count = 2, .side_count = 2, .newcomers = 2};
    (void)state;
    assert_false(guard_in_batch(&result, (const bool[]){true, false}));
    assert_true(guard_in_batch(&result, (const bool[]){false, true}));
    result.newcomers = 0;
    assert_true(guard_in_batch(&result, (const bool[]){false, false}));
}

static void log_duel(struct log *log, int i, int score)
{
    char name[16];
    struct ladder_result result;
    snprintf(name, sizeof name, "b%d", 1 + i % 11);
    result = game_of("b0", name, score);
    (void)log_result(log, &result);
}

/* Results before the entry are unchanged; later ones follow from it, in any replay. */
static void test_the_log_has_the_start_of_the_guard(void **state)
{
    const struct place *place = *state;
    struct replay again;
    struct replay_audit audit = {0};
    struct chain_audit chain;
    struct log log;
    now_msec = begin_msec;
    log_open(&log, place);
    log_bots(&log);
    for (int i = 0; i < 11; i++)
        log_duel(&log, i, 2);
    const struct board *board = &log.replay.standings.boards[0];
    int64_t before = board->entries[0].rating_milli;
    assert_true(before > RATING_START_MILLI + 2 * GUARD_LOAN_MILLI);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_RULES, 0, 1, GUARD_RULES), 0);
    assert_int_equal(replay_refresh(&log.replay, log.store, NULL, NULL), 0);
    assert_true(log.replay.standings.guarded);
    for (int i = 0; i < 44; i++)
        log_duel(&log, i, 2);
    board = &log.replay.standings.boards[0];
    assert_int_equal(board->entries[0].rating_milli, before + GUARD_LOAN_MILLI);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_RULES, 0, 2, GUARD_RULES_NONE), 0);
    assert_int_equal(replay_refresh(&log.replay, log.store, NULL, NULL), 0);
    log_duel(&log, 0, 2);
    assert_true(board->entries[0].rating_milli > before + GUARD_LOAN_MILLI);
    replay_init(&again);
    assert_int_equal(replay_recompute(&again, log.store, false, &audit), 0);
    assert_int_equal(audit.results, 11 + 44 + 1);
    assert_int_equal(audit.differ, 0);
    assert_int_equal(chain_verify(log.store, &chain), 0);
    assert_string_equal(chain.wrong, "");
    replay_fini(&again);
    log_close(&log);
}

/* A daemon writes the entry only once. */
static void test_a_daemon_starts_the_guard_once(void **state)
{
    const struct place *place = *state;
    struct ladder *ladder;
    struct ladder_error error;
    struct log_entry actions[4];
    for (int run = 0; run < 2; run++) {
        assert_int_equal(writer_open(&ladder, place->url, true, &error), 0);
        assert_int_equal(writer_version_guard(ladder, true), 0);
        writer_close(ladder);
    }
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_log_entries(store, 0, actions, 4), 1);
    assert_int_equal(actions[0].kind, LOG_ENTRY_RULES);
    assert_string_equal(actions[0].text, GUARD_RULES);
    store_close(store);
}

/* Bots of one address have one owner, on every node and after every start; other addresses have
 * other owners. */
static void test_an_address_is_an_owner(void **state)
{
    const struct place *place = *state;
    struct ladder *ladder;
    struct ladder_error error;
    struct ladder_bot bot;
    uint8_t key[32], again[32];
    char one[LADDER_NAME_MAX + 1], same[LADDER_NAME_MAX + 1], other[LADDER_NAME_MAX + 1];
    uint32_t address = 17, another = 18;
    assert_int_equal(writer_open(&ladder, place->url, true, &error), 0);
    assert_int_equal(address_key_load(place->url, key, &error), 0);
    assert_int_equal(address_key_load(place->url, again, &error), 0);
    assert_memory_equal(key, again, sizeof key);
    address_owner(key, &address, sizeof address, one);
    address_owner(again, &address, sizeof address, same);
    address_owner(key, &another, sizeof another, other);
    assert_string_equal(one, same);
    assert_string_not_equal(one, other);
    assert_true(name_is_valid(one));
    again[0]++;
    address_owner(again, &address, sizeof address, same);
    assert_string_not_equal(one, same);
    assert_int_equal(writer_queue_register_owned(ladder, "ann", one), 0);
    assert_true(writer_view_bot(ladder, "ann", &bot));
    assert_string_equal(bot.owner, one);
    writer_close(ladder);
    struct store *store = opened(place, 0);
    struct standing standing;
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_bot_find(store, "ann", &standing), 0);
    assert_string_equal(standing.owner, one);
    store_close(store);
}

#define PURE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define STORED(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        PURE(test_a_board_settles),
        PURE(test_only_losers_prove_nothing),
        PURE(test_newcomers_move_other_ratings_little),
        PURE(test_a_newcomer_proves_itself),
        PURE(test_a_version_owes_what_the_last_one_did),
        PURE(test_sides_are_known_one_by_one),
        PURE(test_the_batch_table_waits),
        STORED(test_the_log_has_the_start_of_the_guard),
        STORED(test_a_daemon_starts_the_guard_once),
        STORED(test_an_address_is_an_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
