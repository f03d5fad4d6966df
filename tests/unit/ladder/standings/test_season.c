/* test_season.c - which results are of a season, and that chips are conserved (issue: stakes). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "log/replay.h"
#include "base/sign.h"

static struct season parsed(const char *text)
{
    struct season season;
    const char *wrong = season_parse(text, &season);
    if (wrong)
        fail_msg("%s: %s", text, wrong);
    return season;
}

static void test_parse(void **state)
{
    (void)state;
    struct season season = parsed("spring 1000 2000 500 10 a.solo-2");
    char text[STORE_ACTION_TEXT_MAX + 1];
    season_format(&season, text, sizeof text);
    assert_string_equal(text, "spring 1000 2000 500 10 a.solo-2");
    assert_true(season_has(&season, "a.solo-2", 1000));
    assert_false(season_has(&season, "a.solo-2", 2000)); /* the end is not in it */
    assert_false(season_has(&season, "a.solo-2", 999));
    assert_false(season_has(&season, "a.solo-3", 1500));
    season.close_action = 7;
    assert_false(season_has(&season, "a.solo-2", 1500));
    season = parsed("all 0 1 0 0 -");
    assert_true(season_has(&season, "b.mixed-2of4", 0));
    static const char *const bad[] = {"",
                                      "x",
                                      "x 1 2 3 4",
                                      "x 2 2 0 0 -",
                                      "x 1 2 10 0 -",
                                      "x 1 2 0 10 -",
                                      "x 1 2 10 11 -",
                                      "x 1 2 -1 0 -",
                                      ".x 1 2 0 0 -",
                                      "x 1 2 0 0 - more",
                                      "x 1 2 0 0 a/b",
                                      "a-name-of-more-than-thirty-two-bytes 1 2 0 0 -"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(season_parse(bad[i], &season));
}

static void play(struct season *season, const struct ladder_result *result, const int *bots)
{
    assert_int_equal(season_prepare(season, bots, result->seat_count), 0);
    season_play(season, result, bots);
}

static void test_pots(void **state)
{
    (void)state;
    struct season season = parsed("s 0 9 100 7 -");
    struct ladder_result result = duel("g", "a", "b", 2);
    play(&season, &result, (int[]){0, 1});
    assert_int_equal(season_chips(&season, 0), 107);
    assert_int_equal(season_chips(&season, 1), 93);
    assert_int_equal(season_chips(&season, 2), 100); /* what it would begin with */
    assert_int_equal(season.bots, 2);
    result = duel("g", "a", "b", 1); /* a tie: everybody has it back */
    play(&season, &result, (int[]){0, 1});
    assert_int_equal(season_chips(&season, 0), 107);
    /* Three sides, two of them first: 21 chips are 11 and 10. */
    result.seat_count = result.side_count = 3;
    result.seats[2].side = 2;
    result.ranks[2] = 3;
    play(&season, &result, (int[]){3, 4, 5});
    assert_int_equal(season_chips(&season, 3), 104);
    assert_int_equal(season_chips(&season, 4), 103);
    assert_int_equal(season_chips(&season, 5), 93);
    season_fini(&season);
    /* Who cannot pay plays for nothing, and so do the others. */
    season = parsed("s 0 9 10 6 -");
    result = duel("g", "a", "b", 2);
    play(&season, &result, (int[]){0, 1});
    assert_int_equal(season_chips(&season, 1), 4);
    play(&season, &result, (int[]){1, 0});
    assert_int_equal(season_chips(&season, 1), 4);
    assert_int_equal(season_chips(&season, 0), 16);
    season_fini(&season);
}

/* Whatever is played, voided, tied, aborted or cut off and read again: the chips are those that
 * were given. */
static void test_chips_are_conserved(void **state)
{
    (void)state;
    struct temp temp;
    struct ladder_error error;
    struct store *store;
    uint64_t seed = 17;
    temp_init(&temp);
    assert_int_equal(store_open(&store, temp.url, 0, &error), 0);
    struct replay replay;
    replay_init(&replay);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(replay_load(&replay, store, NULL, NULL), 0);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        int index = standings_add(&replay.standings, name, i < 8 ? "" : "farm");
        assert_int_equal(store_bot_add(store, &replay.standings.bots[index], 1), 0);
    }
    assert_int_equal(store_action_add(store, STORE_ACTION_SEASON, 0, 1,
                                      "one 1700000000000 1700030000000 50 9 -"),
                     0);
    int moved = 0;
    for (int i = 0; i < 900; i++) {
        struct ladder_result result = random_result(&seed, i);
        struct result_change change;
        int64_t seq;
        assert_int_equal(replay_refresh(&replay, store, NULL, NULL), 0);
        assert_int_equal(result_apply(&replay.standings, &result, false, &change), 0);
        assert_int_equal(store_result_add(store, &result, &replay.standings, &change, &seq), 0);
        replay_advance(&replay, seq, &result);
        if (draw(&seed, 40) == 0)
            assert_int_equal(
                store_action_add(store, STORE_ACTION_VOID, 1 + draw(&seed, (uint32_t)seq), 1, ""),
                0);
        if (draw(&seed, 60) == 0) { /* the process dies, and what it did not commit is gone */
            store_rollback(store);
            assert_int_equal(store_begin(store, true), 0);
            replay_fini(&replay);
            replay_init(&replay);
            assert_int_equal(replay_load(&replay, store, NULL, NULL), 0);
            i = (int)replay.last_seq - 1;
        } else if (draw(&seed, 3) == 0) {
            assert_int_equal(store_commit(store), 0);
            assert_int_equal(store_begin(store, true), 0);
        }
        if (replay.standings.season_count == 0)
            continue;
        const struct season *season = &replay.standings.seasons[0];
        int64_t sum = 0;
        int bots = 0;
        for (int bot = 0; bot < season->purse_count; bot++) {
            bots += season->purse[bot] > 0;
            sum += season->purse[bot] > 0 ? season->purse[bot] - 1 : 0;
            moved += season->purse[bot] > 0 && season->purse[bot] - 1 != 50;
            assert_true(season->purse[bot] >= 0);
        }
        assert_int_equal(sum, 50 * bots);
        assert_int_equal(season->bots, bots);
    }
    assert_true(moved > 1000);
    /* A replay gives every chip exactly. */
    struct replay again;
    struct replay_audit audit = {0};
    assert_int_equal(replay_refresh(&replay, store, NULL, NULL), 0);
    replay_init(&again);
    assert_int_equal(replay_recompute(&again, store, true, &audit), 0);
    const struct season *a = &replay.standings.seasons[0], *b = &again.standings.seasons[0];
    for (int bot = 0; bot < 12; bot++)
        assert_int_equal(season_chips(a, bot), season_chips(b, bot));
    replay_fini(&again);
    replay_fini(&replay);
    store_close(store);
    temp_fini(&temp);
}

/* What the seating asks: only an open season's buy-in, of its own games, keeps a poor bot away. */
static void test_who_can_pay(void **state)
{
    (void)state;
    struct temp temp;
    struct ladder_error error;
    struct store *store;
    struct ladder *ladder;
    struct ladder_purse purses[4];
    struct ladder_season season;
    const int64_t now = 1700000000000;
    temp_init(&temp);
    assert_int_equal(store_open(&store, temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(
        store_action_add(store, STORE_ACTION_SEASON, 0, 1,
                         "one 1700000000000 1700000100000 10 6 two-handed-draw.solo-2"),
        0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(ladder_open(&ladder, temp.url, true, &error), 0);
    assert_true(ladder_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now)); /* unknown yet */
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    assert_int_equal(ladder_submit(ladder, &result, NULL, NULL), 0);
    ladder_wait(ladder);
    assert_int_equal(ladder_purses(ladder, "ONE", purses, 4), 2);
    assert_string_equal(purses[0].name, "ann");
    assert_int_equal(purses[0].chips, 16);
    assert_int_equal(purses[1].chips, 4);
    assert_true(ladder_can_pay(ladder, "ann", "two-handed-draw", 2, 2, now));
    assert_false(ladder_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now));
    assert_true(
        ladder_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now + 100000)); /* it is over */
    assert_true(ladder_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now - 1));
    assert_true(ladder_can_pay(ladder, "bob", "two-handed-dead", 2, 2, now));
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_action_add(store, STORE_ACTION_CLOSE, 0, 2, "one 00"), 0);
    assert_int_equal(store_commit(store), 0);
    for (int i = 0; i < 1000 && !ladder_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now); i++)
        usleep(10000); /* within a second */
    assert_true(ladder_can_pay(ladder, "bob", "two-handed-draw", 2, 2, now));
    assert_true(ladder_season_find(ladder, "one", &season));
    assert_true(season.over);
    ladder_close(ladder);
    store_close(store);
    temp_fini(&temp);
}

static void test_signatures(void **state)
{
    (void)state;
    struct temp temp;
    struct ladder_error error;
    char path[128], public[SIGN_KEY_HEX], signature[SIGN_HEX];
    temp_init(&temp);
    snprintf(path, sizeof path, "%s/key", temp.dir);
    assert_null(sign_key_read(path, &error));
    assert_int_equal(sign_key_make(path, &error), 0);
    assert_int_equal(sign_key_make(path, &error), -1); /* never over another */
    struct sign_key *key = sign_key_read(path, &error);
    assert_non_null(key);
    assert_int_equal(sign_public(key, public), 0);
    assert_int_equal(sign_text(key, "a table", signature), 0);
    assert_true(sign_valid(public, "a table", signature));
    assert_false(sign_valid(public, "a tablE", signature));
    assert_false(sign_valid(public, "a table", public));
    assert_false(sign_valid("", "a table", signature));
    signature[0] = signature[0] == '0' ? '1' : '0';
    assert_false(sign_valid(public, "a table", signature));
    sign_key_free(key);
    sign_digest("abc", public);
    assert_string_equal(public, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    temp_fini(&temp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_pots),
        cmocka_unit_test(test_chips_are_conserved),
        cmocka_unit_test(test_who_can_pay),
        cmocka_unit_test(test_signatures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
