/* test_season.c - which results belong to a season, and that chips are conserved. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "await.h"
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
    char text[LOG_ENTRY_TEXT_MAX + 1];
    season_format(&season, text, sizeof text);
    assert_string_equal(text, "spring 1000 2000 500 10 a.solo-2");
    assert_true(season_has(&season, "a.solo-2", 1000));
    assert_false(season_has(&season, "a.solo-2", 2000)); /* the end is excluded */
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
    assert_int_equal(season_chips(&season, 2), 100); /* the purse it would begin with */
    assert_int_equal(season.bots, 2);
    result = duel("g", "a", "b", 1); /* a tie: each gets its chips back */
    play(&season, &result, (int[]){0, 1});
    assert_int_equal(season_chips(&season, 0), 107);
    /* Three sides, two of them first: they share 21 chips as 11 and 10. */
    result.seat_count = result.side_count = 3;
    result.seats[2].side = 2;
    result.ranks[2] = 3;
    play(&season, &result, (int[]){3, 4, 5});
    assert_int_equal(season_chips(&season, 3), 104);
    assert_int_equal(season_chips(&season, 4), 103);
    assert_int_equal(season_chips(&season, 5), 93);
    season_fini(&season);
    /* A bot that cannot pay plays for nothing, and so do the others. */
    season = parsed("s 0 9 10 6 -");
    result = duel("g", "a", "b", 2);
    play(&season, &result, (int[]){0, 1});
    assert_int_equal(season_chips(&season, 1), 4);
    play(&season, &result, (int[]){1, 0});
    assert_int_equal(season_chips(&season, 1), 4);
    assert_int_equal(season_chips(&season, 0), 16);
    season_fini(&season);
}

/* A stake that the seats agreed on replaces the buy-in; each purse must be as large. */
static void test_stakes(void **state)
{
    (void)state;
    struct season season = parsed("s 0 9 200 7 -");
    struct ladder_result result = duel("g", "a", "b", 2);
    result.stake = 110;
    play(&season, &result, (int[]){0, 1});
    assert_int_equal(season_chips(&season, 0), 310);
    assert_int_equal(season_chips(&season, 1), 90);
    play(&season, &result, (int[]){0, 1}); /* 90 chips are not enough */
    assert_int_equal(season_chips(&season, 1), 90);
    result.stake = 30;
    play(&season, &result, (int[]){1, 0});
    assert_int_equal(season_chips(&season, 1), 120);
    result.stake = 0;
    play(&season, &result, (int[]){1, 0});
    assert_int_equal(season_chips(&season, 1), 127);
    assert_int_equal(season_chips(&season, 0) + season_chips(&season, 1), 400);
    season_fini(&season);
}

/* After any sequence of games, voids, ties, aborts, crashes and replays the number of chips is
 * the initial one. */
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
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 1,
                                         "one 1700000000000 1700030000000 50 9 -"),
                     0);
    int moved = 0;
    for (int i = 0; i < 900; i++) {
        struct ladder_result result = random_result(&seed, i);
        struct result_change change;
        int64_t seq;
        assert_int_equal(replay_refresh(&replay, store, NULL, NULL), 0);
        assert_int_equal(apply_result(&replay.standings, &result, false, &change), 0);
        assert_int_equal(store_result_add(store, &result, &replay.standings, &change, &seq), 0);
        replay_advance(&replay, seq, &result);
        if (draw(&seed, 40) == 0)
            assert_int_equal(
                store_log_entry_add(store, LOG_ENTRY_VOID, 1 + draw(&seed, (uint32_t)seq), 1, ""),
                0);
        if (draw(&seed, 60) == 0) { /* the process dies, and its uncommitted data is gone */
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
    /* A replay gives exactly the same chips. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_pots),
        cmocka_unit_test(test_stakes),
        cmocka_unit_test(test_chips_are_conserved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
