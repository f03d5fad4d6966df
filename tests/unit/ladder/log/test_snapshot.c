/* test_snapshot.c - a start from a snapshot gives the same as a replay of the whole log, and a
 * snapshot of another log, or a damaged one, is skipped. Runs on an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <openssl/sha.h>

#include "log/snapshot.h"
#include "standings/guard.h"
#include "standings/standings_bytes.h"
#include "store_place.h"

enum {
    LOGS = 12,
    KINDS = LOG_ENTRY_KINDS + 2,
    STEPS = 240,
    POINTS = 6,
    DIGEST = SHA256_DIGEST_LENGTH
};

/* ------------------------------------------------------------------------------------- a log */

struct story {
    struct store *store;
    uint64_t seed;
    int number, bots, seasons, open_season;
    int64_t results;
};

/* Numbered bots; in odd stories partners belong to one owner, so that there are teams. */
static void tell_bot(struct story *story)
{
    struct standing bot = {.id = 0};
    snprintf(bot.name, sizeof bot.name, "b%d", story->bots);
    if (story->number % 2)
        snprintf(bot.owner, sizeof bot.owner, "%s", story->bots % 4 < 2 ? "odd" : "even");
    else if (story->bots >= 8)
        snprintf(bot.owner, sizeof bot.owner, "farm");
    assert_int_equal(store_bot_add(story->store, &bot, 1), 0);
    story->bots++;
}

static void tell_result(struct story *story)
{
    struct ladder_result result = random_result(&story->seed, (int)story->results);
    struct standings none;
    struct result_change change = {.board = -1};
    int64_t seq = 0;
    result.stake = draw(&story->seed, 4) ? 0 : 3;
    standings_init(&none);
    for (int seat = 0; seat < LADDER_SEATS_MAX; seat++)
        change.seats[seat].bot = -1;
    for (int seat = 0; seat < result.seat_count; seat++) {
        struct standing bot;
        assert_int_equal(store_bot_find(story->store, result.seats[seat].bot, &bot), 0);
        change.seats[seat].bot = standings_put(&none, &bot);
    }
    assert_int_equal(store_result_add(story->store, &result, &none, &change, &seq), 0);
    standings_fini(&none);
    story->results = seq;
}

static void tell_entry(struct story *story, enum log_entry_kind kind)
{
    char text[LOG_ENTRY_TEXT_MAX + 1] = "";
    int64_t wall = 1700000000000 + story->results * 60000;
    int64_t target = log_entry_of_bot(kind) ? 1 + draw(&story->seed, (uint32_t)story->bots) : 0;
    if (kind == LOG_ENTRY_VOID)
        target = 1 + draw(&story->seed, (uint32_t)story->results);
    else if (kind == LOG_ENTRY_VERSION)
        snprintf(text, sizeof text, "v%u", draw(&story->seed, 1000));
    else if (kind == LOG_ENTRY_REFERENCE)
        snprintf(text, sizeof text, "%s", draw(&story->seed, 2) ? "on" : "off");
    else if (kind == LOG_ENTRY_RULES)
        snprintf(text, sizeof text, "%s", draw(&story->seed, 3) ? GUARD_RULES : GUARD_RULES_NONE);
    else if (kind == LOG_ENTRY_OWNER)
        snprintf(text, sizeof text, "own-%u", draw(&story->seed, 3));
    else if (kind == LOG_ENTRY_SEASON)
        snprintf(text, sizeof text, "s%d %lld %lld %d 5 -", story->seasons++, (long long)wall,
                 (long long)wall + 6000000, draw(&story->seed, 2) ? 100 : 0);
    else if (kind == LOG_ENTRY_CLOSE && story->open_season < story->seasons)
        snprintf(text, sizeof text, "s%d %064d", story->open_season++, 7);
    if (kind == LOG_ENTRY_CLOSE && !text[0])
        return;
    assert_int_equal(store_log_entry_add(story->store, kind, target, wall, text), 0);
}

/* Mostly results; `kind` is the more frequent entry, so that each story tests another one. */
static void tell(struct story *story, int kind)
{
    uint32_t dice = draw(&story->seed, 20);
    if (dice > 3 || story->results == 0) {
        tell_result(story);
        return;
    }
    int which = dice > 1 ? kind : (int)draw(&story->seed, KINDS);
    if (which == LOG_ENTRY_KINDS)
        tell_bot(story);
    else if (which > LOG_ENTRY_KINDS)
        assert_int_equal(store_bot_token(story->store, 1, (const uint8_t[32]){1}), 0);
    /* A void of a result in a snapshot makes the snapshot useless, so in most stories voids are
     * rare. */
    else if (which != LOG_ENTRY_VOID || kind == LOG_ENTRY_VOID || draw(&story->seed, 8) == 0)
        tell_entry(story, (enum log_entry_kind)which);
}

static void begin(struct story *story, const struct place *place, int number)
{
    *story =
        (struct story){.store = opened(place, 0), .number = number, .seed = 100 + (uint64_t)number};
    assert_int_equal(store_begin(story->store, true), 0);
    while (story->bots < 12)
        tell_bot(story);
}

static void make(struct replay *replay, struct store *store, struct bytes *bytes)
{
    struct snapshot_place place = {replay->last_seq, replay->last_action};
    assert_int_equal(snapshot_take(&replay->standings, place, bytes), 0);
    assert_int_equal(snapshot_seal(bytes, store), 0);
}

static void equal(const struct bytes *a, const struct bytes *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->at, b->at, a->size);
}

/* In the running transaction; `resumes`: may begin at a snapshot. */
static void load(struct replay *replay, struct store *store, bool resumes)
{
    replay_init(replay);
    replay->resumes = resumes;
    if (replay_load(replay, store, NULL, NULL))
        fail_msg("%s", replay->error);
    standings_check(&replay->standings);
}

/* -------------------------------------------------------------------------------- the property */

static void same_recent(const struct replay *a, const struct replay *b)
{
    static struct ladder_game games[2][REPLAY_RECENT];
    int count = replay_recent(a, games[0], REPLAY_RECENT);
    assert_int_equal(replay_recent(b, games[1], REPLAY_RECENT), count);
    for (int i = 0; i < count; i++)
        assert_string_equal(games[0][i].game, games[1][i].game);
}

/* Returns whether the start used the snapshot. */
static bool start_from(struct story *story, const struct bytes *snapshot,
                       const struct replay *whole, const struct bytes *value)
{
    struct replay replay;
    struct bytes again = {0};
    assert_int_equal(store_snapshot_add(story->store, 1, 0, snapshot->at, snapshot->size), 0);
    assert_int_equal(store_begin(story->store, false), 0);
    load(&replay, story->store, true);
    make(&replay, story->store, &again);
    equal(&again, value);
    assert_int_equal(replay.last_seq, whole->last_seq);
    assert_int_equal(replay.last_action, whole->last_action);
    same_recent(&replay, whole);
    for (int bot = 0; bot < replay.standings.count; bot++) { /* the store's, not the snapshot's */
        int other = standings_find(&whole->standings, replay.standings.bots[bot].name);
        assert_int_equal(replay.standings.bots[bot].has_token,
                         whole->standings.bots[other].has_token);
    }
    bool taken = replay.snapshot_seq > 0;
    if (!taken)
        assert_non_null(strstr(replay.passed_over, "was voided since"));
    assert_int_equal(store_commit(story->store), 0);
    bytes_fini(&again);
    replay_fini(&replay);
    return taken;
}

/* Writes a story with many `kind` entries, with a snapshot now and then, and starts from each of
 * them. Returns how many starts used theirs. */
static int tell_all(const struct place *place, int kind)
{
    struct story story;
    struct replay live, whole;
    struct bytes snapshots[POINTS] = {{0}}, value = {0};
    int taken = 0, next = 0;
    begin(&story, place, kind);
    load(&live, story.store, false);
    for (int step = 0; step < STEPS; step++) {
        tell(&story, kind);
        if (draw(&story.seed, 3) == 0 && replay_refresh(&live, story.store, NULL, NULL))
            fail_msg("%s", live.error);
        if (step % (STEPS / POINTS) != STEPS / POINTS / 2)
            continue;
        assert_int_equal(replay_refresh(&live, story.store, NULL, NULL), 0);
        make(&live, story.store, &snapshots[next++]);
    }
    load(&whole, story.store, false);
    make(&whole, story.store, &value);
    assert_int_equal(store_commit(story.store), 0);
    for (int i = 0; i < next; i++)
        taken += start_from(&story, &snapshots[i], &whole, &value);
    for (int i = 0; i < next; i++)
        bytes_fini(&snapshots[i]);
    bytes_fini(&value);
    replay_fini(&live);
    replay_fini(&whole);
    store_close(story.store);
    return taken;
}

static void a_start_from_a_snapshot_equals_a_replay(void **state)
{
    struct place *place = *state;
    int taken = 0;
    for (int log = 0; log < LOGS; log++) {
        char name[200];
        taken += tell_all(place, log % KINDS);
        fresh(place);
        for (int i = 0; !place->server && i < 4; i++) {
            static const char *const endings[] = {".snapshot", ".snapshot-before", "-wal", "-shm"};
            snprintf(name, sizeof name, "%s%s", place->temp.path, endings[i]);
            unlink(name);
        }
    }
    assert_true(taken > LOGS * POINTS / 3);
}

/* ---------------------------------------------------------------------------- what is passed over
 */

/* A log of some length, and its snapshot at its end. */
static void make_log(const struct place *place, int number, struct story *story,
                     struct bytes *bytes)
{
    struct replay replay;
    begin(story, place, number);
    for (int i = 0; i < 60; i++)
        tell(story, LOG_ENTRY_VERSION);
    tell_entry(story, LOG_ENTRY_REFERENCE);
    load(&replay, story->store, false);
    make(&replay, story->store, bytes);
    replay_fini(&replay);
    assert_int_equal(store_commit(story->store), 0);
}

/* Opens it as a start does. Returns "" if it is used, else the reason. */
static const char *why_not(struct story *story, const uint8_t *bytes, size_t size)
{
    static char why[SNAPSHOT_WHY_BYTES];
    struct snapshot_place place;
    struct standings standings;
    why[0] = '\0';
    standings_init(&standings);
    if (snapshot_open(bytes, size, story->store, &standings, &place, why) == 0)
        standings_check(&standings);
    else
        assert_true(why[0] && standings.count == 0 && standings.bots == NULL);
    standings_fini(&standings);
    return why;
}

static void reseal(uint8_t *bytes, size_t size)
{
    SHA256(bytes, size - DIGEST, bytes + size - DIGEST);
}

/* Any damage: a start uses only an intact snapshot of this log, and no other one does harm. */
static void damage_is_found(void **state)
{
    const struct place *place = *state;
    struct story story;
    struct bytes bytes = {0};
    int taken = 0;
    if (place->server)
        skip(); /* the same bytes, and a query to the server for each */
    make_log(place, 1, &story, &bytes);
    uint8_t *copy = malloc(bytes.size);
    assert_non_null(copy);
    assert_int_equal(store_begin(story.store, false), 0);
    assert_string_equal(why_not(&story, bytes.at, bytes.size), "");
    for (size_t i = 0; i < bytes.size; i++) {
        for (int bit = 0; bit < 8; bit++) {
            memcpy(copy, bytes.at, bytes.size);
            copy[i] ^= (uint8_t)(1 << bit);
            assert_true(why_not(&story, copy, bytes.size)[0]);
            /* The digest is recomputed, too. */
            if (i < bytes.size - DIGEST) {
                reseal(copy, bytes.size);
                taken += why_not(&story, copy, bytes.size)[0] == '\0';
            }
        }
    }
    assert_true(
        taken >
        0); /* such as another rating: an attacker who can do that can write the log as well */
    for (size_t size = 0; size < bytes.size; size++) {
        memcpy(copy, bytes.at, size);
        assert_true(why_not(&story, copy, size)[0]);
        if (size < DIGEST)
            continue;
        reseal(copy, size);
        assert_true(why_not(&story, copy, size)[0]);
    }
    assert_int_equal(store_commit(story.store), 0);
    store_close(story.store);
    free(copy);
    bytes_fini(&bytes);
}

/* Numbers of every size in the place of each byte, and noise. */
static void corrupted_bytes_do_no_harm(void **state)
{
    static const uint8_t huge[] = {0xfe, 0xff, 0xff, 0xff, 0x0f};
    const struct place *place = *state;
    struct story story;
    struct bytes bytes = {0};
    uint64_t seed = 9;
    if (place->server)
        skip();
    make_log(place, 2, &story, &bytes);
    uint8_t *copy = malloc(bytes.size);
    assert_non_null(copy);
    assert_int_equal(store_begin(story.store, false), 0);
    for (size_t i = 8; i + sizeof huge < bytes.size - DIGEST; i++) {
        memcpy(copy, bytes.at, bytes.size);
        memcpy(copy + i, huge, sizeof huge);
        reseal(copy, bytes.size);
        (void)why_not(&story, copy, bytes.size);
    }
    for (int i = 0; i < 2000; i++) {
        memcpy(copy, bytes.at, bytes.size);
        for (uint32_t changes = 1 + draw(&seed, 30); changes > 0; changes--)
            copy[96 + draw(&seed, (uint32_t)bytes.size - 96 - DIGEST)] = (uint8_t)draw(&seed, 256);
        reseal(copy, bytes.size);
        (void)why_not(&story, copy, bytes.size);
    }
    assert_int_equal(store_commit(story.store), 0);
    store_close(story.store);
    free(copy);
    bytes_fini(&bytes);
}

static void another_version_is_skipped(void **state)
{
    struct story story;
    struct bytes bytes = {0};
    make_log(*state, 3, &story, &bytes);
    bytes.at[8] = SNAPSHOT_VERSION + 1;
    reseal(bytes.at, bytes.size);
    assert_int_equal(store_begin(story.store, false), 0);
    assert_non_null(strstr(why_not(&story, bytes.at, bytes.size), "of version 3"));
    assert_int_equal(store_commit(story.store), 0);
    store_close(story.store);
    bytes_fini(&bytes);
}

/* A snapshot of another store; then one of this store, which was restored from a backup and
 * continued. */
static void a_snapshot_of_another_log_is_skipped(void **state)
{
    struct place *place = *state;
    struct story story, other;
    struct bytes bytes = {0}, others = {0};
    make_log(place, 4, &story, &bytes);
    store_close(story.store);
    fresh(place);
    make_log(place, 5, &other, &others);
    assert_int_equal(store_begin(other.store, true), 0);
    assert_non_null(strstr(why_not(&other, bytes.at, bytes.size), "not on the chain"));
    while (other.results < 100)
        tell_result(&other);
    assert_non_null(strstr(why_not(&other, bytes.at, bytes.size), "not on the chain"));
    assert_string_equal(why_not(&other, others.at, others.size), "");
    assert_int_equal(store_commit(other.store), 0);
    /* Both are kept; a start tries the newer one, logs why it cannot use it, and uses the other. */
    assert_int_equal(store_snapshot_add(other.store, 1, 0, others.at, others.size), 0);
    assert_int_equal(store_snapshot_add(other.store, 1, 0, bytes.at, bytes.size), 0);
    struct replay replay;
    assert_int_equal(store_begin(other.store, false), 0);
    load(&replay, other.store, true);
    assert_true(replay.snapshot_seq > 0 && replay.last_seq == 100);
    assert_int_equal(replay.loads, 1);
    assert_non_null(strstr(replay.passed_over, "the newest snapshot is passed over: its result"));
    assert_null(strstr(replay.passed_over, "older"));
    replay_fini(&replay);
    assert_int_equal(store_commit(other.store), 0);
    store_close(other.store);
    bytes_fini(&bytes);
    bytes_fini(&others);
}

/* Owners are not in the chain, but ratings depend on them. */
static void a_changed_owner_is_detected(void **state)
{
    struct place *place = *state;
    struct story story;
    struct bytes bytes = {0};
    struct replay replay;
    make_log(place, 6, &story, &bytes);
    assert_int_equal(store_snapshot_add(story.store, 1, 0, bytes.at, bytes.size), 0);
    sql(place, "UPDATE bot SET owner = 'somebody' WHERE id = 3");
    assert_int_equal(store_begin(story.store, false), 0);
    load(&replay, story.store, true);
    assert_int_equal(replay.snapshot_seq, 0);
    assert_non_null(strstr(replay.passed_over, "an owner"));
    assert_int_equal(store_commit(story.store), 0);
    replay_fini(&replay);
    store_close(story.store);
    bytes_fini(&bytes);
}

/* If this log gives another value, or this value gives other bytes, SNAPSHOT_VERSION must
 * change: change it first, then the digest. */
static void the_version_number_fits_these_bytes(void **state)
{
    struct story story;
    struct bytes bytes = {0};
    struct replay replay;
    uint8_t digest[DIGEST];
    char hex[2 * DIGEST + 1];
    begin(&story, *state, 7);
    for (int i = 0; i < 400; i++)
        tell(&story, i % KINDS);
    load(&replay, story.store, false);
    assert_true(replay.standings.board_count >= 3 && replay.standings.season_count > 0 &&
                replay.standings.version_count > 0);
    assert_int_equal(standings_bytes_write(&replay.standings, &bytes), 0);
    SHA256(bytes.at, bytes.size, digest);
    for (int i = 0; i < DIGEST; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    assert_int_equal(SNAPSHOT_VERSION, 2);
    assert_string_equal(hex, "b3eb463231b035d3b678db5265267c1c8d933d765ff600bd5a5f920304926727");
    replay_fini(&replay);
    assert_int_equal(store_commit(story.store), 0);
    store_close(story.store);
    bytes_fini(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_start_from_a_snapshot_equals_a_replay, setup, teardown),
        cmocka_unit_test_setup_teardown(damage_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(corrupted_bytes_do_no_harm, setup, teardown),
        cmocka_unit_test_setup_teardown(another_version_is_skipped, setup, teardown),
        cmocka_unit_test_setup_teardown(a_snapshot_of_another_log_is_skipped, setup, teardown),
        cmocka_unit_test_setup_teardown(a_changed_owner_is_detected, setup, teardown),
        cmocka_unit_test_setup_teardown(the_version_number_fits_these_bytes, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
