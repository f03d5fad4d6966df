/* test_store_contract.c - the behaviour of every kind of store, and the replay of its log. Runs
 * on an SQLite file; with AVONDALE_TEST_STORE=postgresql://...?... on that database, in a new
 * schema for each test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log/chain_verify.h"
#include "store_place.h"

static void assert_same_bots(const struct standings *a, const struct standings *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++)
        assert_memory_equal(&a->bots[i], &b->bots[i], sizeof a->bots[i]);
    assert_int_equal(a->board_count, b->board_count);
    for (int i = 0; i < a->board_count; i++) {
        const struct board *one = &a->boards[i], *other = &b->boards[i];
        assert_string_equal(one->name, other->name);
        assert_int_equal(one->results, other->results);
        assert_int_equal(one->newest_msec, other->newest_msec);
        assert_int_equal(one->count, other->count);
        for (int at = 0; at < one->count; at++)
            assert_memory_equal(&one->entries[at], &other->entries[at], sizeof one->entries[at]);
    }
}

static void test_replay_gives_the_same(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct replay again;
    struct replay_audit audit = {0};
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 42, 0, 600); /* more than two pages */
    replay_init(&again);
    assert_int_equal(replay_recompute(&again, log.store, false, &audit), 0);
    assert_int_equal(audit.results, 600);
    assert_int_equal(audit.bots, 12);
    assert_int_equal(audit.differ, 0);
    assert_same_bots(&log.replay.standings, &again.standings);
    int rated = 0;
    for (int i = 0; i < again.standings.board_count; i++) {
        for (int at = 0; at < again.standings.boards[i].count; at++)
            rated += again.standings.boards[i].entries[at].games;
    }
    assert_true(rated > 900); /* most of them are rated */
    replay_fini(&again);
    log_close(&log);
}

static void test_recompute_finds_and_repairs(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct replay_audit audit = {0};
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 1, 0, 50);
    log_close(&log);
    sql(place, "UPDATE bot SET rating_milli = rating_milli + 1 WHERE name = 'b3';"
               "UPDATE result_seat SET after_milli = after_milli + 1 WHERE seq = 7 AND seat = 1;"
               "UPDATE result SET unrated = 'x' WHERE seq = 9");
    log_open(&log, place);
    assert_int_equal(replay_recompute(&log.replay, log.store, true, &audit), 0);
    assert_int_equal(audit.differ, 3);
    assert_int_equal(replay_recompute(&log.replay, log.store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    log_close(&log);
}

/* A bad row must give an error with the reason, never a crash or a guess. */
static void test_damaged_rows_are_errors(void **state)
{
    struct place *place = *state;
    static const char *const damages[] = {
        "UPDATE bot SET name = '<script>' WHERE name = 'b3'",
        "UPDATE result_seat SET side = 7 WHERE seq = 5 AND seat = 0",
        "DELETE FROM result_seat WHERE seq = 5 AND seat = 0",
        "UPDATE result_seat SET rank = 0 WHERE seq = 5",
        "UPDATE result SET game = '../../etc/passwd' WHERE seq = 5",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct log log;
        fresh(place);
        log_open(&log, place);
        log_bots(&log);
        log_fill(&log, 1, 0, 10);
        log_close(&log);
        sql(place, damages[i]);
        struct store *store;
        struct ladder_error error;
        struct replay replay;
        replay_init(&replay);
        assert_int_equal(store_open(&store, place->url, 0, &error), 0);
        assert_int_equal(store_begin(store, false), 0);
        assert_int_equal(replay_load(&replay, store, NULL, NULL), -1);
        assert_non_null(strstr(replay.error, place->server ? "postgresql://" : place->temp.path));
        replay_fini(&replay);
        store_close(store);
    }
}

static void test_a_result_counts_once(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct result_change change;
    int64_t seq = 0, again = 0;
    log_open(&log, place);
    log_ann_and_bob(&log);
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    result.record = "{\"format\":\"avondale-record/1\"}";
    seq = log_result(&log, &result);
    assert_int_equal(store_result_add(log.store, &result, &log.replay.standings, &change, &again),
                     STORE_THERE);
    assert_int_equal(seq, again);
    assert_true(change.rated);
    assert_int_equal(change.seats[0].before_milli, 1500000);
    assert_int_equal(change.seats[0].after_milli, 1520000);
    char *text = NULL;
    assert_int_equal(store_record(log.store, "g-1", &text), 0);
    assert_string_equal(text, result.record);
    free(text);
    assert_int_equal(store_record(log.store, "g-1' OR '1'='1", &text), STORE_NONE);
    assert_null(text);
    /* Names are equal without regard to case. */
    struct standing bot = {.name = "ANN"};
    assert_int_equal(store_bot_add(log.store, &bot, 1), -1);
    assert_non_null(
        strstr(store_error(log.store), place->server ? "postgresql://" : place->temp.path));
    assert_int_equal(store_bot_find(log.store, "aNN", &bot), 0);
    assert_string_equal(bot.name, "ann");
    log_close(&log);
}

/* Ratings after a void equal those of a log without the result; a ban works from its place on. */
static void test_void_and_ban(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct replay_audit audit = {0};
    struct standings never;
    struct result_change change;
    int64_t seq = 0;
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 5, 0, 100);
    assert_int_equal(store_result_find(log.store, "g-1", &seq), 0);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_VOID, seq, 1, ""), 0);
    assert_int_equal(
        store_log_entry_add(log.store, LOG_ENTRY_BAN, log.replay.standings.bots[2].id, 1, ""), 0);
    assert_int_equal(replay_refresh(&log.replay, log.store, NULL, NULL), 0);
    assert_true(log.replay.standings.bots[2].banned);
    log_fill(&log, 99, 100, 100); /* results with b2 are no longer rated */
    assert_int_equal(replay_recompute(&log.replay, log.store, true, &audit), 0);
    assert_true(audit.differ > 20); /* all later results on its ladder */

    standings_init(&never);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        assert_int_equal(standings_add(&never, name, i < 8 ? "" : "farm"), i);
        never.bots[i].id = log.replay.standings.bots[i].id;
    }
    uint64_t seed = 5;
    for (int i = 0; i < 200; i++) {
        if (i == 100) {
            seed = 99;
            never.bots[2].banned = true;
        }
        struct ladder_result result = random_result(&seed, i);
        if (i != 1)
            assert_int_equal(apply_result(&never, &result, false, &change), 0);
    }
    assert_same_bots(&log.replay.standings, &never);
    standings_fini(&never);
    assert_int_equal(replay_recompute(&log.replay, log.store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    log_close(&log);
}

/* A version is an entry of the log: from there on the count is zero, at the old rating. */
static void test_versions_and_references(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct replay again;
    struct replay_audit audit = {0};
    struct chain_audit chain;
    char game[16];
    log_open(&log, place);
    log_ann_and_bob(&log);
    for (int i = 0; i < 35; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", i % 3 ? 2 : 0);
        (void)log_result(&log, &result);
    }
    const struct standings *standings = &log.replay.standings;
    int64_t before = standings->boards[0].entries[0].rating_milli;
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_VERSION, 1, 7, "v2"), 0);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_REFERENCE, 2, 8, "on"), 0);
    assert_int_equal(replay_refresh(&log.replay, log.store, NULL, NULL), 0);
    assert_int_equal(standings->bots[0].version, 1);
    assert_string_equal(standings->bots[0].label, "v2");
    assert_true(standings->bots[1].reference);
    struct ladder_result result = duel("g-new", "ann", "bob", 2);
    int64_t seq = log_result(&log, &result);
    const struct board *board = &standings->boards[0];
    assert_int_equal(board->count, 3);
    int at = board_find(board, 0);
    assert_int_equal(at, 2);
    assert_int_equal(board->entries[at].games, 1);
    assert_string_equal(board->entries[at].label, "v2");
    assert_int_equal(board->entries[0].rating_milli, before); /* the old entry is unchanged */
    assert_int_equal(board->entries[0].games, 35);
    assert_true(board->entries[at].rating_milli > before &&
                board->entries[at].rating_milli < before + 40000);
    assert_string_equal(standings_version_at(standings, 0, seq - 1), "");
    assert_string_equal(standings_version_at(standings, 0, seq), "v2");
    assert_string_equal(standings_version_at(standings, 1, seq), "");
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_REFERENCE, 2, 9, "off"), 0);
    assert_int_equal(replay_refresh(&log.replay, log.store, NULL, NULL), 0);
    assert_false(standings->bots[1].reference);
    replay_init(&again);
    assert_int_equal(replay_recompute(&again, log.store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    assert_same_bots(standings, &again.standings);
    replay_fini(&again);
    assert_int_equal(chain_verify(log.store, &chain), 0);
    assert_string_equal(chain.wrong, "");
    assert_int_equal(chain.actions, 3);
    log_close(&log);
    sql(place, "UPDATE action SET text = 'v3' WHERE id = 1");
    log_open(&log, place);
    assert_int_equal(chain_verify(log.store, &chain), 0);
    assert_non_null(strstr(chain.wrong, "version 1 "));
    log_close(&log);
}

static void test_documents(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    char *text;
    char *large = malloc(300001);
    memset(large, 'x', 300000);
    large[300000] = '\0';
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_document(store, "season/one", &text), STORE_NONE);
    assert_int_equal(store_document_add(store, "season/one", large), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_document(store, "season/one", &text), 0);
    assert_string_equal(text, large);
    free(text);
    assert_true(store_document_add(store, "season/one", "another") < 0); /* it cannot be changed */
    store_rollback(store);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_document(store, "season/one", &text), 0);
    assert_string_equal(text, large);
    free(text);
    store_rollback(store);
    free(large);
    store_close(store);
}

static void test_rollback_leaves_nothing(void **state)
{
    const struct place *place = *state;
    struct log log;
    log_open(&log, place);
    log_bots(&log);
    log_close(&log);
    log_open(&log, place);
    log_fill(&log, 3, 0, 20);
    store_rollback(log.store);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(replay_load(&log.replay, log.store, NULL, NULL), 0);
    assert_int_equal(log.replay.last_seq, 0);
    assert_int_equal(log.replay.standings.count, 12);
    log_close(&log);
}

/* A second connection of this process only reads, newest first, and sees all commits. */
static void test_reading_beside(void **state)
{
    const struct place *place = *state;
    struct store_result results[8];
    struct ladder_error error;
    struct store *reader;
    struct log log;
    log_open(&log, place);
    log_bots(&log);
    log_fill(&log, 3, 0, 20);
    assert_int_equal(store_commit(log.store), 0);
    assert_int_equal(store_open(&reader, place->url, STORE_READ_ONLY, &error), 0);
    assert_int_equal(store_begin(reader, false), 0);
    assert_int_equal(store_results_before(reader, 0, INT64_MAX, results, 8), 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(results[i].seq, 20 - i);
    assert_int_equal(store_results_before(reader, 0, 3, results, 8), 2);
    int64_t before = INT64_MAX;
    int count = 0, got;
    while ((got = store_results_before(reader, 1, before, results, 3)) > 0) {
        for (int i = 0; i < got; i++) {
            assert_true(results[i].seq < before);
            before = results[i].seq;
        }
        count += got;
    }
    struct store_result *all = calloc(32, sizeof *all);
    assert_int_equal(store_results(reader, 1, 0, all, 32), count);
    free(all);
    store_rollback(reader);
    struct standing bot = {.name = "new"};
    assert_int_equal(store_begin(reader, true) || store_bot_add(reader, &bot, 1), 1);
    store_close(reader);
    assert_int_equal(store_begin(log.store, true), 0);
    log_close(&log);
}

/* A rollback leaves no gap: the same log has the same numbers everywhere. */
static void test_numbers_have_no_gaps(void **state)
{
    const struct place *place = *state;
    struct log log;
    struct ladder_result result = duel("g-last", "b0", "b1", 2);
    log_open(&log, place);
    log_bots(&log);
    log_close(&log);
    log_open(&log, place);
    log_fill(&log, 3, 0, 20);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_BAN, 1, 1, ""), 0);
    store_rollback(log.store);
    store_close(log.store);
    replay_fini(&log.replay);
    log_open(&log, place);
    log_bot(&log, "late", "");
    assert_int_equal(log.replay.standings.bots[12].id, 13);
    assert_int_equal(log_result(&log, &result), 1);
    assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_VOID, 1, 1, ""), 0);
    struct log_entry action;
    assert_int_equal(store_log_entries(log.store, 0, &action, 1), 1);
    assert_int_equal(action.id, 1);
    assert_int_equal(action.after_seq, 1);
    assert_int_equal(action.target, 1);
    log_close(&log);
}

/* The hash of a fixed log, of results with and without records, bans and voids: it is in this file
 * once, for every kind of store. */
/* The last hashes of a log that never changes, with links of the first form or of the second. */
static void assert_chain(const struct place *place, bool by_text, const char *result_hex,
                         const char *entry_hex)
{
    struct log log;
    struct chain_audit audit;
    struct log_entry actions[3];
    char hex[2 * CHAIN_BYTES + 1], action_hex[2 * CHAIN_BYTES + 1];
    uint64_t seed = 7;
    log_open(&log, place);
    log_bots(&log);
    for (int i = 0; i < 40; i++) {
        char record[120];
        struct ladder_result result = random_result(&seed, i);
        snprintf(record, sizeof record, "{\"game\":\"%s\",\"note\":\"h\xc3\xa9\\u0001\"}",
                 result.game);
        result.record = i % 3 ? record : NULL;
        result.linked_by_text = by_text;
        result.seats[0].bot[0] = 'B'; /* chained under the bot's own spelling */
        (void)log_result(&log, &result);
        if (i == 9)
            assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_BAN, 3, 1700000000123, ""),
                             0);
        if (i == 20)
            assert_int_equal(store_log_entry_add(log.store, LOG_ENTRY_VOID, 5, 1700000000456, ""),
                             0);
    }
    log_close(&log);
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(chain_verify(store, &audit), 0);
    assert_string_equal(audit.wrong, "");
    assert_int_equal(audit.results, 40);
    assert_int_equal(audit.actions, 2);
    assert_int_equal(store_log_entries(store, 0, actions, 3), 2);
    for (int i = 0; i < CHAIN_BYTES; i++) {
        snprintf(hex + 2 * i, 3, "%02x", audit.last[i]);
        snprintf(action_hex + 2 * i, 3, "%02x", actions[1].chain[i]);
    }
    assert_string_equal(hex, result_hex);
    assert_string_equal(action_hex, entry_hex);
    store_close(store);
    /* It shows the alteration. */
    sql(place, "UPDATE result SET wall_msec = wall_msec + 1 WHERE seq = 12");
    store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(chain_verify(store, &audit), 0);
    assert_non_null(strstr(audit.wrong, "(number 12)"));
    store_close(store);
}

static void test_chain_is_the_same_everywhere(void **state)
{
    assert_chain(*state, false, "0a9bdb15d73900a425a1ea125d5b42655da63b158e6153117d1d19363ade3d8c",
                 "373778ecf9f1dc44c25ce56243b2b2bcd63eddce3c8ccfa5610029437b7a1f12");
}

/* Entries from before a record had a hash beside its result. */
static void test_chain_of_the_first_form(void **state)
{
    assert_chain(*state, true, "1e026b906b6175e81d6a4e5de575091c2b8f3eb0649778fadf828a14cb16ada0",
                 "73cc9f54c818bac759350502c9e85de2c5278f25f9b68a47d1639fdb3ed982f4");
}

/* A stake is read as written, and hashed if there is one. */
static void test_stakes_are_kept_and_chained(void **state)
{
    const struct place *place = *state;
    struct store_result rows[4];
    struct chain_audit audit;
    struct log log;
    log_open(&log, place);
    log_bots(&log);
    for (int i = 0; i < 3; i++) {
        char game[16];
        snprintf(game, sizeof game, "s-%d", i);
        struct ladder_result result = duel(game, "b0", "b1", 2);
        result.stake = i == 1 ? 275 : 0;
        (void)log_result(&log, &result);
    }
    log_close(&log);
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_results(store, 0, 0, rows, 4), 3);
    assert_int_equal(rows[0].result.stake, 0);
    assert_int_equal(rows[1].result.stake, 275);
    assert_int_equal(rows[2].result.stake, 0);
    assert_int_equal(chain_verify(store, &audit), 0);
    assert_string_equal(audit.wrong, "");
    store_close(store);
    sql(place, "UPDATE result_stake SET stake = 550");
    store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(chain_verify(store, &audit), 0);
    assert_non_null(strstr(audit.wrong, "(number 2)"));
    store_close(store);
}

static struct store_game announcement(const char *name)
{
    struct store_game game = {.result = duel(name, "ann", "bob", 0)};
    memset(game.commitment, name[0], sizeof game.commitment);
    return game;
}

static void test_announced_games(void **state)
{
    const struct place *place = *state;
    struct store_game games[5], game = announcement("a-1");
    struct ladder_result result = duel("b-2", "ann", "bob", 1);
    struct log log;
    log_open(&log, place);
    log_ann_and_bob(&log);
    assert_int_equal(store_game_add(log.store, &game), 0);
    assert_int_equal(store_game_add(log.store, &game), STORE_THERE);
    game = announcement("b-2");
    assert_int_equal(store_game_add(log.store, &game), 0);
    game = announcement("c-3");
    assert_int_equal(store_game_add(log.store, &game), 0);
    assert_int_equal(store_games_open(log.store, games, 2), 2);
    assert_int_equal(store_games_open(log.store, games, 5), 3);
    assert_string_equal(games[1].result.game, "b-2");
    assert_string_equal(games[1].result.seats[1].bot, "bob");
    assert_int_equal(games[1].result.seats[1].side, 1);
    assert_int_equal(games[1].result.side_count, 2);
    assert_int_equal(games[1].commitment[31], 'b');
    (void)log_result(&log, &result);
    assert_int_equal(store_games_open(log.store, games, 5), 2);
    assert_string_equal(games[1].result.game, "c-3");
    /* One that has its result already. */
    result = duel("d-4", "ann", "bob", 1);
    (void)log_result(&log, &result);
    game = announcement("d-4");
    assert_int_equal(store_game_add(log.store, &game), 0);
    log_close(&log);
    log_open(&log, place);
    assert_int_equal(store_games_open(log.store, games, 5), 2);
    assert_int_equal(store_games(log.store, 0, games, 5), 4);
    assert_true(games[0].open && !games[1].open && games[2].open && !games[3].open);
    assert_string_equal(games[3].result.game, "d-4");
    assert_int_equal(store_games(log.store, games[2].id, games, 5), 1);
    assert_string_equal(games[0].result.game, "d-4");
    /* An announcement without a game is withdrawn; one with a result stays. */
    assert_int_equal(store_game_drop(log.store, "a-1"), 0);
    assert_int_equal(store_game_drop(log.store, "b-2"), 0);
    assert_int_equal(store_game_drop(log.store, "never-told"), 0);
    assert_int_equal(store_games_open(log.store, games, 5), 1);
    assert_int_equal(store_games(log.store, 0, games, 5), 3);
    assert_string_equal(games[0].result.game, "b-2");
    log_close(&log);
}

/* A reader that announces its next pages finds the same as one that does not. */
static void test_expectations_change_nothing(void **state)
{
    const struct place *place = *state;
    static const char *const names[] = {"old", "new", "twice", "bad name", "announced", "NULL"};
    struct log log;
    struct result_change change;
    int64_t seq = 0, old = 0;
    struct ladder_result result = duel("old", "ann", "bob", 2);
    struct store_game game = announcement("announced");
    log_open(&log, place);
    log_ann_and_bob(&log);
    old = log_result(&log, &result);
    assert_int_equal(store_game_add(log.store, &game), 0);
    log_close(&log);

    log_open(&log, place);
    assert_int_equal(store_expect(log.store, names, 6, false), 0);
    assert_int_equal(store_result_add(log.store, &result, &log.replay.standings, &change, &seq),
                     STORE_THERE);
    assert_int_equal(seq, old);
    assert_int_equal(change.seats[0].after_milli, 1520000);
    result = duel("twice", "ann", "bob", 0);
    seq = log_result(&log, &result);
    assert_int_equal(store_result_find(log.store, "twice", &old), 0);
    assert_int_equal(seq, old);
    assert_int_equal(store_result_add(log.store, &result, &log.replay.standings, &change, &old),
                     STORE_THERE);
    assert_int_equal(seq, old);
    assert_true(change.seats[0].after_milli < change.seats[0].before_milli);
    result = duel("never-told", "ann", "bob", 0);
    assert_int_equal(log_result(&log, &result), 3);
    assert_int_equal(store_game_add(log.store, &game), STORE_THERE);
    game = announcement("NULL");
    assert_int_equal(store_game_add(log.store, &game), 0);
    assert_int_equal(store_game_add(log.store, &game), STORE_THERE);
    result = duel("NULL", "ann", "bob", 0);
    assert_int_equal(log_result(&log, &result), 4);
    struct store_game open[3];
    assert_int_equal(store_games_open(log.store, open, 3), 1);
    log_close(&log);
    /* Nothing is expected now. */
    log_open(&log, place);
    assert_int_equal(store_result_find(log.store, "new", &seq), STORE_NONE);
    assert_int_equal(store_result_find(log.store, "NULL", &seq), 0);
    log_close(&log);
}

static void test_tokens_and_owners(void **state)
{
    const struct place *place = *state;
    struct standing bot = {.name = "Ann", .owner = "farm", .has_token = true}, read;
    uint8_t hash[32];
    for (int i = 0; i < 32; i++)
        bot.token_hash[i] = (uint8_t)(i * 37); /* zeros and quotes in it */
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_bot_add(store, &bot, 1), 0);
    assert_int_equal(store_bot_find(store, "ANN", &read), 0);
    assert_true(read.has_token);
    assert_string_equal(read.owner, "farm");
    assert_memory_equal(read.token_hash, bot.token_hash, 32);
    memset(hash, 0, sizeof hash);
    assert_int_equal(store_bot_token(store, bot.id, hash), 0);
    bot.rating_milli = -5;
    bot.games = 7;
    bot.banned = true;
    bot.last_msec = INT64_MAX;
    assert_int_equal(store_bot_cache(store, &bot), 0);
    assert_int_equal(store_bots(store, 0, &read, 1), 1);
    assert_memory_equal(read.token_hash, hash, 32);
    assert_true(read.banned);
    assert_int_equal(read.rating_milli, -5);
    assert_int_equal(read.last_msec, INT64_MAX);
    assert_int_equal(store_bots(store, bot.id, &read, 1), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static bool sits(const struct ladder_result *result, const char *name)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (strcmp(result->seats[seat].bot, name) == 0)
            return true;
    }
    return false;
}

static int64_t id_of(struct store *store, const char *name)
{
    struct standing bot;
    assert_int_equal(store_bot_find(store, name, &bot), 0);
    return bot.id;
}

/* The parts together equal a full read, and no part reads more than allowed. */
static void check_wanted(struct store *store, const char *name, const char *other,
                         const char *ruleset, int max)
{
    static struct store_result row, rows[64];
    struct store_wanted wanted = {name ? id_of(store, name) : 0, other ? id_of(store, other) : 0,
                                  ruleset};
    int64_t before = INT64_MAX, next = before, seqs[64], at = INT64_MAX;
    int found = 0, parts = 0;
    for (; next >= 0; before = next, parts++) {
        int count = store_results_wanted(store, &wanted, before, seqs, max, &next);
        assert_in_range(count, 0, max);
        assert_true(next < before && (count < max || next == seqs[max - 1]));
        assert_int_equal(store_results_at(store, seqs, count, rows), count);
        for (int i = 0; i < count; i++, found++) {
            do {
                assert_int_equal(store_results_before(store, 0, at, &row, 1), 1);
                at = row.seq;
            } while ((name && !sits(&row.result, name)) || (other && !sits(&row.result, other)) ||
                     (ruleset[0] && strcmp(row.result.ruleset, ruleset) != 0));
            assert_int_equal(seqs[i], at);
            assert_memory_equal(&rows[i], &row, sizeof row);
        }
    }
    while (store_results_before(store, 0, at, &row, 1) == 1) {
        at = row.seq;
        assert_false((!name || sits(&row.result, name)) && (!other || sits(&row.result, other)) &&
                     (!ruleset[0] || strcmp(row.result.ruleset, ruleset) == 0));
    }
    assert_true(found > 0 || strcmp(ruleset, "none") == 0 || ruleset[0] == '\'');
    assert_true(parts > found / max);
}

static void test_wanted_results(void **state)
{
    const struct place *place = *state;
    static struct store_result row;
    struct log log;
    int64_t seqs[8], next;
    log_open(&log, place);
    log_bots(&log);
    assert_int_equal(store_results_wanted(log.store, &(struct store_wanted){0, 0, ""}, INT64_MAX,
                                          seqs, 8, &next),
                     0);
    assert_true(next < 0);
    log_fill(&log, 8, 0, STORE_LOOK_MAX + 300);
    assert_int_equal(store_results_before(log.store, 0, 100, &row, 1), 1);
    check_wanted(log.store, NULL, NULL, "", 64);
    check_wanted(log.store, NULL, NULL, row.result.ruleset, 50);
    check_wanted(log.store, NULL, NULL, "none", 50);
    check_wanted(log.store, NULL, NULL, "' OR '1'='1", 50);
    check_wanted(log.store, "b3", NULL, "", 1);
    check_wanted(log.store, "b3", NULL, row.result.ruleset, 50);
    check_wanted(log.store, "b3", "b5", "", 3);
    check_wanted(log.store, "b3", "b5", row.result.ruleset, 50);
    /* Numbers without a result are left out. */
    static struct store_result some[3];
    assert_int_equal(store_results_at(log.store, (const int64_t[]){9999, 7, 2}, 3, some), 2);
    assert_int_equal(some[0].seq, 7);
    assert_int_equal(some[1].seq, 2);
    assert_int_equal(store_results_at(log.store, (const int64_t[]){9999}, 1, some), 0);
    assert_int_equal(store_results_at(log.store, NULL, 0, some), 0);
    /* The first part finds nothing, but says where to continue. */
    assert_int_equal(store_results_wanted(log.store, &(struct store_wanted){0, 0, "none"},
                                          INT64_MAX, seqs, 8, &next),
                     0);
    assert_int_equal(next, 301);
    log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_replay_gives_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(test_recompute_finds_and_repairs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_rows_are_errors, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_result_counts_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_void_and_ban, setup, teardown),
        cmocka_unit_test_setup_teardown(test_versions_and_references, setup, teardown),
        cmocka_unit_test_setup_teardown(test_documents, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rollback_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reading_beside, setup, teardown),
        cmocka_unit_test_setup_teardown(test_numbers_have_no_gaps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chain_is_the_same_everywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chain_of_the_first_form, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stakes_are_kept_and_chained, setup, teardown),
        cmocka_unit_test_setup_teardown(test_announced_games, setup, teardown),
        cmocka_unit_test_setup_teardown(test_expectations_change_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tokens_and_owners, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wanted_results, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
