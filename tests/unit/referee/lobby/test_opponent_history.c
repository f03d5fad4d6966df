/* Who met whom: names, shares of a day, rematches. */
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

static void play(struct meetings *meetings, int a, int b, int times, usec_t now)
{
    const int bots[] = {a, b};
    for (int i = 0; i < times; i++)
        meetings_note(meetings, RULESET, bots, two_sides, 2, now);
}

static void names_are_numbers(void **context)
{
    struct meetings meetings;
    char name[16];
    (void)context;
    meetings_init(&meetings);
    int ann = meetings_bot(&meetings, "ann", "");
    int bob = meetings_bot(&meetings, "bob", "ann");
    assert_int_equal(meetings_bot(&meetings, "ANN", ""), ann);
    assert_int_not_equal(ann, bob);
    assert_int_equal(meetings.bots[ann].owner, meetings.bots[bob].owner);
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        assert_int_equal(meetings_bot(&meetings, name, "farm"), bob + 1 + i);
    }
    assert_int_equal(meetings_bot(&meetings, "bot17", "bob"), bob + 18);
    assert_string_equal(meetings.owners[meetings.bots[bob + 18].owner].name, "bob");
    meetings_fini(&meetings);
}

/* Forty owners: one may have a tenth of the results, and the first three. */
static void a_tenth_of_a_day(void **context)
{
    struct meetings meetings;
    char name[16];
    int bots[40];
    (void)context;
    meetings_init(&meetings);
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        bots[i] = meetings_bot(&meetings, name, "");
    }
    int other = meetings.bots[bots[1]].owner;
    play(&meetings, bots[0], bots[1], 2, hour);
    assert_true(meetings_share_ok(&meetings, bots[0], other, RULESET, 40, 1, hour));
    play(&meetings, bots[0], bots[1], 1, hour);
    assert_false(meetings_share_ok(&meetings, bots[0], other, RULESET, 40, 1, hour));
    for (int i = 2; i < 38; i++) /* 39 results: the next is the 40th */
        play(&meetings, bots[0], bots[i], 1, hour);
    assert_true(meetings_share_ok(&meetings, bots[0], other, RULESET, 40, 1, hour));
    play(&meetings, bots[0], bots[1], 1, hour);
    assert_false(meetings_share_ok(&meetings, bots[0], other, RULESET, 40, 1, hour));
    assert_false(meetings_share_ok(&meetings, bots[0], other, RULESET, 40, 1,
                                   24 * hour)); /* not a day yet */
    assert_true(meetings_share_ok(&meetings, bots[0], other, RULESET, 40, 1, 28 * hour));
    meetings_fini(&meetings);
}

/* Five owners: the even share is a quarter, so a half is allowed; of two in a game, all. */
static void few_owners_share(void **context)
{
    struct meetings meetings;
    char name[16];
    int bots[5];
    (void)context;
    meetings_init(&meetings);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        bots[i] = meetings_bot(&meetings, name, "");
    }
    int other = meetings.bots[bots[1]].owner;
    play(&meetings, bots[0], bots[1], 4, 0);
    play(&meetings, bots[0], bots[2], 3, 0);
    assert_false(meetings_share_ok(&meetings, bots[0], other, RULESET, 5, 1, 0)); /* 5 of 8 */
    assert_true(meetings_share_ok(&meetings, bots[0], other, RULESET, 5, 2, 0));
    play(&meetings, bots[0], bots[2], 2, 0);
    assert_true(meetings_share_ok(&meetings, bots[0], other, RULESET, 5, 1, 0)); /* 5 of 10 */
    play(&meetings, bots[0], bots[1], 20, 0);
    assert_true(
        meetings_share_ok(&meetings, bots[0], other, RULESET, 2, 1, 0)); /* nobody else seeks */
    meetings_fini(&meetings);
}

/* Fifteen results of one ruleset say nothing about the first of another. */
static void each_ruleset_has_its_shares(void **context)
{
    struct meetings meetings;
    (void)context;
    meetings_init(&meetings);
    int ann = meetings_bot(&meetings, "ann", ""), bob = meetings_bot(&meetings, "bob", "");
    int other = meetings.bots[bob].owner;
    play(&meetings, ann, bob, 15, 0);
    assert_false(meetings_share_ok(&meetings, ann, other, RULESET, 6, 1, 0));
    assert_true(meetings_share_ok(&meetings, ann, other, OTHER, 6, 1, 0));
    const int bots[] = {ann, bob};
    for (int i = 0; i < 4; i++)
        meetings_note(&meetings, -1, bots, two_sides, 2, 0);
    assert_int_equal(meetings.bots[ann].day_count, 1); /* what is not played here has no share */
    assert_int_equal(meetings_again(&meetings, ann, bob), MEETING_LAST_GAME);
    meetings_fini(&meetings);
}

static void a_rematch_is_known(void **context)
{
    struct meetings meetings;
    const int sides[] = {0, 1, 0, 1};
    int bots[4];
    (void)context;
    meetings_init(&meetings);
    for (int i = 0; i < 4; i++)
        bots[i] = meetings_bot(&meetings, (const char *[]){"a", "b", "c", "d"}[i], "");
    assert_int_equal(meetings_again(&meetings, bots[0], bots[1]), MEETING_NEW);
    meetings_note(&meetings, RULESET, bots, sides, 4, 0);
    assert_int_equal(meetings_again(&meetings, bots[0], bots[1]), MEETING_LAST_GAME);
    assert_int_equal(meetings_again(&meetings, bots[3], bots[0]), MEETING_LAST_GAME);
    assert_int_equal(meetings_again(&meetings, bots[0], bots[2]), MEETING_NEW); /* partners */
    play(&meetings, bots[0], bots[2], 1, 0);
    /* The last game of the other is still that one. */
    assert_int_equal(meetings_again(&meetings, bots[0], bots[1]), MEETING_LAST_GAME);
    play(&meetings, bots[1], bots[3], 1, 0);
    assert_int_equal(meetings_again(&meetings, bots[0], bots[1]), MEETING_RECENTLY);
    meetings_fini(&meetings);
}

/* A daemon that starts reads what was before: the clock may be younger than that. */
static void the_day_before_counts(void **context)
{
    struct meetings meetings;
    (void)context;
    meetings_init(&meetings);
    int ann = meetings_bot(&meetings, "ann", ""), bob = meetings_bot(&meetings, "bob", "");
    play(&meetings, ann, bob, 5, -23 * hour);
    play(&meetings, ann, bob, 5, -hour);
    (void)meetings_share_ok(&meetings, ann, meetings.bots[bob].owner, RULESET, 2, 1, 0);
    assert_int_equal(meetings.bots[ann].days[0].total, 10);
    (void)meetings_share_ok(&meetings, ann, meetings.bots[bob].owner, RULESET, 2, 1, 5 * hour);
    assert_int_equal(meetings.bots[ann].days[0].total, 5);
    assert_int_equal(meetings_again(&meetings, ann, bob), MEETING_LAST_GAME);
    meetings_fini(&meetings);
}

/* Results of the newest two hours against the first owner. */
static int newest(const struct meetings *meetings, int bot)
{
    const struct meeting_day *at = &meetings->bots[bot].days[0];
    return at->owners[0].by_time[at->bucket % MEETING_BUCKETS];
}

/* Two connections of one bot on a side have one result; the memory of owners is bounded. */
static void counts_are_bounded(void **context)
{
    struct meetings meetings;
    const int sides[] = {0, 1, 0, 1};
    char name[16];
    (void)context;
    meetings_init(&meetings);
    int ann = meetings_bot(&meetings, "ann", ""), bob = meetings_bot(&meetings, "bob", "");
    const int pairs[] = {ann, bob, ann, bob};
    meetings_note(&meetings, RULESET, pairs, sides, 4, 0);
    assert_int_equal(meetings.bots[ann].days[0].total, 1);
    assert_int_equal(newest(&meetings, ann), 1);
    play(&meetings, ann, bob, 9, 0);
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        play(&meetings, ann, meetings_bot(&meetings, name, ""), 1, 0);
    }
    assert_int_equal(meetings.bots[ann].days[0].owner_count, MEETING_OWNERS);
    assert_int_equal(newest(&meetings, ann), 10); /* the frequent one stays */
    play(&meetings, ann, bob, UINT16_MAX, 0);
    assert_int_equal(newest(&meetings, ann), UINT16_MAX); /* full, and not 0 again */
    assert_int_equal(meetings.bots[ann].days[0].total, 210 + UINT16_MAX);
    meetings_fini(&meetings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_numbers),
        cmocka_unit_test(a_tenth_of_a_day),
        cmocka_unit_test(few_owners_share),
        cmocka_unit_test(a_rematch_is_known),
        cmocka_unit_test(each_ruleset_has_its_shares),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(the_day_before_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
