/* test_apply_result.c - ranks, one result applied, and what the rank list shows (ratings 2, 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/apply_result.h"

static void assert_ranks(const struct ladder_result *result, const int *ranks)
{
    for (int i = 0; i < result->side_count; i++)
        assert_int_equal(result->ranks[i], ranks[i]);
}

static void test_ranks(void **state)
{
    (void)state;
    struct ladder_result three = {.side_count = 3, .scores = {520, 510, -40}};
    result_ranks(&three, 1u << 1, -1); /* the winner need not have the most points: it bid */
    assert_ranks(&three, (const int[]){2, 1, 3});
    struct ladder_result five = {.side_count = 5, .scores = {10, 50, 50, 80, 10}};
    result_ranks(&five, 1u << 3, -1);
    assert_ranks(&five, (const int[]){4, 2, 2, 1, 4});
    result_ranks(&five, 0, 3); /* a side that forfeited comes last, whatever its score */
    assert_ranks(&five, (const int[]){3, 1, 1, 5, 3});
    result_ranks(&five, 1u << 0 | 1u << 4, 1);
    assert_ranks(&five, (const int[]){1, 5, 4, 3, 1});
    struct ladder_result two = {.side_count = 2, .scores = {100, 400}};
    result_ranks(&two, 1u << 0, 1);
    assert_ranks(&two, (const int[]){1, 2});
    result_ranks(&two, 3, -1);
    assert_ranks(&two, (const int[]){1, 1});
}

static void apply(struct standings *standings, const struct ladder_result *result, bool voided,
                  struct result_change *change)
{
    assert_int_equal(apply_result(standings, result, voided, change), 0);
}

static void names_add(struct standings *standings, const char *const *names)
{
    for (; *names; names++)
        assert_true(standings_add(standings, *names, "") >= 0);
}

static struct ladder_result team_game(const char *a, const char *b, const char *c, const char *d)
{
    struct ladder_result result = duel("g", a, b, 2);
    result.seat_count = 4;
    snprintf(result.seats[2].bot, sizeof result.seats[2].bot, "%s", c);
    snprintf(result.seats[3].bot, sizeof result.seats[3].bot, "%s", d);
    result.seats[3].side = 1;
    return result;
}

static void test_team_result(void **state)
{
    (void)state;
    struct standings standings;
    struct result_change change;
    standings_init(&standings);
    names_add(&standings, (const char *const[]){"a1", "b1", "a2", "b2", NULL});
    /* elo-2x2-win of the vectors. */
    const int64_t before[] = {1540000, 1620000, 1460000, 1580000};
    const int64_t after[] = {1552801, 1607199, 1472801, 1567199};
    struct ladder_result result = team_game("a1", "B1", "a2", "b2");
    assert_null(result_check(&result));
    apply(&standings, &result, false, &change); /* creates the entries */
    standings.boards[0].results = 30;
    for (int i = 0; i < 4; i++) {
        standings.boards[0].entries[i] = (struct entry){.player = i,
                                                        .before = -1,
                                                        .rating_milli = before[i],
                                                        .games = 30,
                                                        .ties = 30}; /* K = 20 */
    }
    apply(&standings, &result, false, &change);
    assert_true(change.rated);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(change.seats[i].before_milli, before[i]);
        assert_int_equal(change.seats[i].after_milli, after[i]);
        assert_int_equal(standings.bots[i].rating_milli, after[i]);
        assert_int_equal(standings.bots[i].games, 31);
        assert_int_equal(change.seats[i].k, 20);
    }
    assert_int_equal(standings.bots[0].wins, 1);
    assert_int_equal(standings.bots[3].losses, 1);
    standings_fini(&standings);
}

/* Its partner belongs to another owner, so these are not teams. */
static void test_one_bot_on_both_seats_of_a_side(void **state)
{
    (void)state;
    struct standings standings;
    struct result_change change;
    standings_init(&standings);
    names_add(&standings, (const char *const[]){"a", "b", "c", NULL});
    struct ladder_result result = team_game("a", "b", "a", "c");
    apply(&standings, &result, false, &change);
    assert_true(change.rated);
    assert_int_equal(standings.bots[0].rating_milli, 1520000); /* once, not twice */
    assert_int_equal(standings.bots[1].rating_milli, 1480000);
    assert_int_equal(standings.bots[0].games, 1);
    assert_int_equal(standings.bots[0].owners_met_count, 2);
    standings_fini(&standings);
}

static void assert_unrated(struct standings *standings, struct ladder_result result,
                           const char *why)
{
    struct result_change change;
    struct standing before[8];
    memcpy(before, standings->bots, (size_t)standings->count * sizeof *before);
    apply(standings, &result, false, &change);
    assert_false(change.rated);
    assert_string_equal(change.unrated, why);
    for (int i = 0; i < standings->count; i++) {
        assert_int_equal(standings->bots[i].rating_milli, before[i].rating_milli);
        assert_int_equal(standings->bots[i].games, before[i].games);
    }
    for (int seat = 0; seat < result.seat_count; seat++) {
        assert_int_equal(change.seats[seat].before_milli, change.seats[seat].after_milli);
        assert_int_equal(change.seats[seat].k, 0);
    }
}

static void test_unrated(void **state)
{
    (void)state;
    struct standings standings;
    struct result_change change;
    standings_init(&standings);
    names_add(&standings, (const char *const[]){"a", "b", "c", NULL});
    assert_int_equal(standings_add(&standings, "o1", "Olga"), 3);
    assert_int_equal(standings_add(&standings, "o2", "olga"), 4);
    assert_int_equal(standings_add(&standings, "olga", ""), 5);
    struct ladder_result result = duel("g", "a", "b", 2);
    snprintf(result.reason, sizeof result.reason, "aborted");
    assert_unrated(&standings, result, "aborted");
    result = duel("g", "a", "b", 2);
    snprintf(result.unrated, sizeof result.unrated, "manual pairing");
    assert_unrated(&standings, result, "manual pairing");
    assert_unrated(&standings, duel("g", "a", "A", 2), "a sits on two sides");
    assert_unrated(&standings, duel("g", "o1", "o2", 2), "two sides of owner olga");
    /* A bot without an owner is its own owner, under its name. */
    assert_unrated(&standings, duel("g", "o1", "olga", 2), "two sides of owner olga");
    assert_unrated(&standings, team_game("o1", "a", "b", "o2"), "two sides of owner olga");
    standings.bots[2].banned = true;
    assert_unrated(&standings, duel("g", "a", "c", 2), "c is banned");
    /* Partners of one owner are allowed. */
    result = team_game("o1", "a", "o2", "b");
    apply(&standings, &result, false, &change);
    assert_true(change.rated);
    standings_fini(&standings);
}

static void test_void_leaves_no_trace(void **state)
{
    (void)state;
    struct standings standings;
    struct result_change change;
    standings_init(&standings);
    names_add(&standings, (const char *const[]){"a", "b", NULL});
    struct ladder_result result = duel("g", "a", "b", 2);
    apply(&standings, &result, true, &change);
    assert_false(change.rated);
    assert_string_equal(change.unrated, "void");
    assert_int_equal(standings.bots[0].rating_milli, RATING_START_MILLI);
    assert_int_equal(standings.bots[0].last_msec, 0);
    assert_int_equal(standings.newest_msec, 0);
    standings_fini(&standings);
}

/* Provisional until 30 results *and* 5 owners (ratings 7). */
static void test_provisional(void **state)
{
    (void)state;
    struct standings standings;
    struct result_change change;
    struct ladder_bot view;
    standings_init(&standings);
    names_add(&standings, (const char *const[]){"hero", "e0", "e1", "e2", "e3", "e4", NULL});
    for (int i = 0; i < 60; i++) {
        char name[16];
        /* Until result 40 it meets only four owners. */
        snprintf(name, sizeof name, "e%d", i < 40 ? i % 4 : 4);
        struct ladder_result result = duel("g", "hero", name, i % 3);
        apply(&standings, &result, false, &change);
        assert_int_equal(change.seats[0].k, i < 30 ? 40 : 20);
        apply_result_view(&standings.bots[0], &view);
        assert_int_equal(view.provisional, i < 40);
        assert_int_equal(view.games, i + 1);
        assert_int_equal(view.wins + view.ties + view.losses, i + 1);
    }
    assert_int_equal(view.ties, 20);
    apply_result_view(&standings.bots[5], &view); /* e4: one owner, 20 results */
    assert_true(view.provisional);
    standings_fini(&standings);
}

static void test_check(void **state)
{
    (void)state;
    struct ladder_result good = duel("g-1", "a", "b", 2), bad;
    assert_null(result_check(&good));
    static const char *const games[] = {"", ".g", "a/b", "../x", "a b", "g\n"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        bad = good;
        snprintf(bad.game, sizeof bad.game, "%s", games[i]);
        assert_non_null(result_check(&bad));
    }
    bad = good;
    memset(bad.game, 'x', sizeof bad.game);
    assert_non_null(result_check(&bad));
    bad = good;
    bad.seats[1].side = 2;
    assert_non_null(result_check(&bad));
    bad = good;
    bad.seats[1].side = 0; /* leaves side 1 empty */
    assert_non_null(result_check(&bad));
    bad = good;
    bad.seats[0].bot[0] = '\0';
    assert_non_null(result_check(&bad));
    bad = good;
    bad.ranks[1] = 3;
    assert_non_null(result_check(&bad));
    bad = good;
    bad.seat_count = 7;
    assert_non_null(result_check(&bad));
}

static void test_many_names(void **state)
{
    (void)state;
    struct standings standings;
    standings_init(&standings);
    char name[LADDER_NAME_MAX + 1];
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, "Bot-%d", i);
        assert_int_equal(standings_add(&standings, name, ""), i);
    }
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, "bOT-%d", i);
        assert_int_equal(standings_find(&standings, name), i);
    }
    assert_int_equal(standings_find(&standings, "Bot-5000"), -1);
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_team_result),
        cmocka_unit_test(test_one_bot_on_both_seats_of_a_side),
        cmocka_unit_test(test_unrated),
        cmocka_unit_test(test_void_leaves_no_trace),
        cmocka_unit_test(test_provisional),
        cmocka_unit_test(test_check),
        cmocka_unit_test(test_many_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
