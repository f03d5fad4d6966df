/* Which bots met: names, shares of a day, rematches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lobby/opponent_history.h"

static const usec_t hour = (usec_t)3600 * 1000000;
enum { RULESET, OTHER };
static const int two_sides[] = {0, 1};

static void play(struct opponent_history *history, int a, int b, int times, usec_t now)
{
    const int bots[] = {a, b};
    for (int i = 0; i < times; i++)
        opponent_history_note(history, RULESET, bots, two_sides, 2, now);
}

static void names_are_numbers(void **context)
{
    struct opponent_history history;
    char name[16];
    (void)context;
    opponent_history_init(&history);
    int ann = opponent_history_add_bot(&history, "ann", "");
    int bob = opponent_history_add_bot(&history, "bob", "ann");
    assert_int_equal(opponent_history_add_bot(&history, "ANN", ""), ann);
    assert_int_not_equal(ann, bob);
    assert_int_equal(history.bots[ann].owner, history.bots[bob].owner);
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        assert_int_equal(opponent_history_add_bot(&history, name, "farm"), bob + 1 + i);
    }
    assert_int_equal(opponent_history_add_bot(&history, "bot17", "bob"), bob + 18);
    assert_string_equal(history.owners[history.bots[bob + 18].owner].name, "bob");
    opponent_history_fini(&history);
}

/* Forty owners: one may have a tenth of the results, and its first three. */
static void an_owner_may_have_a_tenth_of_a_day(void **context)
{
    struct opponent_history history;
    char name[16];
    int bots[40];
    (void)context;
    opponent_history_init(&history);
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        bots[i] = opponent_history_add_bot(&history, name, "");
    }
    int other = history.bots[bots[1]].owner;
    play(&history, bots[0], bots[1], 2, hour);
    assert_true(opponent_history_share_ok(&history, bots[0], other, RULESET, 40, 1, hour));
    play(&history, bots[0], bots[1], 1, hour);
    assert_false(opponent_history_share_ok(&history, bots[0], other, RULESET, 40, 1, hour));
    for (int i = 2; i < 38; i++) /* 39 results: the next is the 40th */
        play(&history, bots[0], bots[i], 1, hour);
    assert_true(opponent_history_share_ok(&history, bots[0], other, RULESET, 40, 1, hour));
    play(&history, bots[0], bots[1], 1, hour);
    assert_false(opponent_history_share_ok(&history, bots[0], other, RULESET, 40, 1, hour));
    assert_false(opponent_history_share_ok(&history, bots[0], other, RULESET, 40, 1,
                                           24 * hour)); /* not a day yet */
    assert_true(opponent_history_share_ok(&history, bots[0], other, RULESET, 40, 1, 28 * hour));
    opponent_history_fini(&history);
}

/* Five owners: the even share is a quarter, so a half is allowed; of two in a game, all. */
static void few_owners_may_have_larger_shares(void **context)
{
    struct opponent_history history;
    char name[16];
    int bots[5];
    (void)context;
    opponent_history_init(&history);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        bots[i] = opponent_history_add_bot(&history, name, "");
    }
    int other = history.bots[bots[1]].owner;
    play(&history, bots[0], bots[1], 4, 0);
    play(&history, bots[0], bots[2], 3, 0);
    assert_false(
        opponent_history_share_ok(&history, bots[0], other, RULESET, 5, 1, 0)); /* 5 of 8 */
    assert_true(opponent_history_share_ok(&history, bots[0], other, RULESET, 5, 2, 0));
    play(&history, bots[0], bots[2], 2, 0);
    assert_true(
        opponent_history_share_ok(&history, bots[0], other, RULESET, 5, 1, 0)); /* 5 of 10 */
    play(&history, bots[0], bots[1], 20, 0);
    assert_true(opponent_history_share_ok(&history, bots[0], other, RULESET, 2, 1,
                                          0)); /* no other bot seeks */
    opponent_history_fini(&history);
}

/* Fifteen results of one ruleset do not limit the first of another. */
static void each_ruleset_has_its_shares(void **context)
{
    struct opponent_history history;
    (void)context;
    opponent_history_init(&history);
    int ann = opponent_history_add_bot(&history, "ann", ""),
        bob = opponent_history_add_bot(&history, "bob", "");
    int other = history.bots[bob].owner;
    play(&history, ann, bob, 15, 0);
    assert_false(opponent_history_share_ok(&history, ann, other, RULESET, 6, 1, 0));
    assert_true(opponent_history_share_ok(&history, ann, other, OTHER, 6, 1, 0));
    const int bots[] = {ann, bob};
    for (int i = 0; i < 4; i++)
        opponent_history_note(&history, -1, bots, two_sides, 2, 0);
    assert_int_equal(history.bots[ann].day_count, 1); /* games of other rulesets have no share */
    assert_int_equal(opponent_history_again(&history, ann, bob), OPPONENT_LAST_GAME);
    opponent_history_fini(&history);
}

static void a_rematch_is_known(void **context)
{
    struct opponent_history history;
    const int sides[] = {0, 1, 0, 1};
    int bots[4];
    (void)context;
    opponent_history_init(&history);
    for (int i = 0; i < 4; i++)
        bots[i] = opponent_history_add_bot(&history, (const char *[]){"a", "b", "c", "d"}[i], "");
    assert_int_equal(opponent_history_again(&history, bots[0], bots[1]), OPPONENT_NEW);
    opponent_history_note(&history, RULESET, bots, sides, 4, 0);
    assert_int_equal(opponent_history_again(&history, bots[0], bots[1]), OPPONENT_LAST_GAME);
    assert_int_equal(opponent_history_again(&history, bots[3], bots[0]), OPPONENT_LAST_GAME);
    assert_int_equal(opponent_history_again(&history, bots[0], bots[2]),
                     OPPONENT_NEW); /* partners */
    play(&history, bots[0], bots[2], 1, 0);
    /* The other's last game is still that one. */
    assert_int_equal(opponent_history_again(&history, bots[0], bots[1]), OPPONENT_LAST_GAME);
    play(&history, bots[1], bots[3], 1, 0);
    assert_int_equal(opponent_history_again(&history, bots[0], bots[1]), OPPONENT_RECENTLY);
    opponent_history_fini(&history);
}

/* A starting daemon reads earlier results: its clock may be younger than they are. */
static void the_day_before_counts(void **context)
{
    struct opponent_history history;
    (void)context;
    opponent_history_init(&history);
    int ann = opponent_history_add_bot(&history, "ann", ""),
        bob = opponent_history_add_bot(&history, "bob", "");
    play(&history, ann, bob, 5, -23 * hour);
    play(&history, ann, bob, 5, -hour);
    (void)opponent_history_share_ok(&history, ann, history.bots[bob].owner, RULESET, 2, 1, 0);
    assert_int_equal(history.bots[ann].days[0].total, 10);
    (void)opponent_history_share_ok(&history, ann, history.bots[bob].owner, RULESET, 2, 1,
                                    5 * hour);
    assert_int_equal(history.bots[ann].days[0].total, 5);
    assert_int_equal(opponent_history_again(&history, ann, bob), OPPONENT_LAST_GAME);
    opponent_history_fini(&history);
}

/* Results of the newest two hours against the first owner. */
static int newest(const struct opponent_history *history, int bot)
{
    const struct opponent_day *at = &history->bots[bot].days[0];
    return at->owners[0].by_time[at->bucket % OPPONENT_BUCKETS];
}

/* Two connections of one bot on a side have one result; the memory for owners is bounded. */
static void counts_are_bounded(void **context)
{
    struct opponent_history history;
    const int sides[] = {0, 1, 0, 1};
    char name[16];
    (void)context;
    opponent_history_init(&history);
    int ann = opponent_history_add_bot(&history, "ann", ""),
        bob = opponent_history_add_bot(&history, "bob", "");
    const int pairs[] = {ann, bob, ann, bob};
    opponent_history_note(&history, RULESET, pairs, sides, 4, 0);
    assert_int_equal(history.bots[ann].days[0].total, 1);
    assert_int_equal(newest(&history, ann), 1);
    play(&history, ann, bob, 9, 0);
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        play(&history, ann, opponent_history_add_bot(&history, name, ""), 1, 0);
    }
    assert_int_equal(history.bots[ann].days[0].owner_count, OPPONENT_OWNERS);
    assert_int_equal(newest(&history, ann), 10); /* the frequent one stays */
    play(&history, ann, bob, UINT16_MAX, 0);
    assert_int_equal(newest(&history, ann), UINT16_MAX); /* full, without wrapping around */
    assert_int_equal(history.bots[ann].days[0].total, 210 + UINT16_MAX);
    opponent_history_fini(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_numbers),
        cmocka_unit_test(an_owner_may_have_a_tenth_of_a_day),
        cmocka_unit_test(few_owners_may_have_larger_shares),
        cmocka_unit_test(a_rematch_is_known),
        cmocka_unit_test(each_ruleset_has_its_shares),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(the_day_before_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
