/* test_placement.c - which node brings waiting bots together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cluster/placement.h"

static const struct placement_ruleset rulesets[] = {{"wikipedia", 4, false},
                                                    {"two-handed-dead", 2, false}};

/* "a a b": two bots at node a and one at node b, all with the given seek. */
static int offers_make(struct seek_offer *offers, const char *nodes, const char *wanted)
{
    int count = 0;
    for (const char *c = nodes; *c; c++) {
        if (*c == ' ')
            continue;
        struct seek_offer *offer = &offers[count];
        memset(offer, 0, sizeof *offer);
        snprintf(offer->bot, sizeof offer->bot, "bot%d", count);
        offer->node[0] = *c;
        snprintf(offer->rulesets, sizeof offer->rulesets, " %s ", wanted);
        offer->rated = true;
        offer->rating = 1500 + count;
        count++;
    }
    return count;
}

/* How many bots `self` wants of the only kind that is sought. */
static int wanted_by(const char *self, const char *nodes, const char *wanted)
{
    struct seek_offer offers[32];
    struct seek_want wants[4];
    int count = offers_make(offers, nodes, wanted);
    int wants_count = placement_wants(offers, count, self, rulesets, 2, wants);
    assert_in_range(wants_count, 0, 1);
    return wants_count ? wants[0].count : 0;
}

static void test_the_node_with_most_bots_claims_the_others(void **state)
{
    (void)state;
    assert_int_equal(wanted_by("a", "a a a b", "wikipedia"), 1);
    assert_int_equal(wanted_by("b", "a a a b", "wikipedia"), 0);
    assert_int_equal(wanted_by("b", "a b b b", "wikipedia"), 1);
    assert_int_equal(wanted_by("a", "a b", "two-handed-dead"), 1);
    assert_int_equal(wanted_by("b", "a b", "two-handed-dead"), 0);
    assert_int_equal(wanted_by("a", "a b c d", "wikipedia"), 3);
    assert_int_equal(wanted_by("c", "a b c c d", "wikipedia"), 2);
}

static void test_no_bot_moves_without_a_game(void **state)
{
    (void)state;
    assert_int_equal(wanted_by("a", "a a b", "wikipedia"), 0);
    assert_int_equal(wanted_by("a", "a a a a", "wikipedia"), 0);
    assert_int_equal(wanted_by("a", "b b c c", "wikipedia"), 0);
    assert_int_equal(wanted_by("a", "", "wikipedia"), 0);
    assert_int_equal(wanted_by("a", "a a a b", "french"), 0);
}

static void test_bots_without_a_game_get_opponents(void **state)
{
    (void)state;
    assert_int_equal(wanted_by("a", "a a a a a b b b", "wikipedia"), 1);
}

/* Whatever is offered: at most one node claims, and it claims only what is offered. */
static void test_one_node_claims(void **state)
{
    uint32_t random = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char nodes[32] = "";
        struct seek_offer offers[32];
        int size = 0, claimed = 0, count_of[3] = {0};
        for (random = random * 1664525u + 1013904223u, size = 0; size < (int)(random >> 28);
             size++) {
            uint32_t drawn = random = random * 1664525u + 1013904223u;
            nodes[size] = (char)('a' + (drawn >> 16) % 3);
            count_of[nodes[size] - 'a']++;
        }
        nodes[size] = '\0';
        (void)offers_make(offers, nodes, "wikipedia");
        for (char node = 'a'; node <= 'c'; node++) {
            char self[2] = {node, '\0'};
            int wanted = wanted_by(self, nodes, "wikipedia");
            claimed += wanted > 0;
            assert_in_range(wanted, 0, size - count_of[node - 'a']);
        }
        int with_some = (count_of[0] > 0) + (count_of[1] > 0) + (count_of[2] > 0);
        assert_int_equal(claimed, size >= 4 && with_some > 1);
    }
}

static void test_rated_and_unrated_are_placed_separately(void **state)
{
    struct seek_offer offers[8];
    struct seek_want wants[4];
    (void)state;
    int count = offers_make(offers, "a b a b", "two-handed-dead");
    offers[0].rated = offers[3].rated = false; /* a and b, unrated; b and a, rated */
    assert_int_equal(placement_wants(offers, count, "a", rulesets, 2, wants), 2);
    assert_false(wants[0].rated);
    assert_int_equal(wants[0].rating, 1500);
    assert_true(wants[1].rated);
    assert_int_equal(wants[1].rating, 1502);
    assert_string_equal(wants[1].ruleset, "two-handed-dead");
    count = offers_make(offers, "a b", "two-handed-dead");
    offers[1].rated = false;
    assert_int_equal(placement_wants(offers, count, "a", rulesets, 2, wants), 0);
    count = offers_make(offers, "a b", "two-handed-dead wikipedia");
    assert_int_equal(placement_wants(offers, count, "a", rulesets, 2, wants), 1);
}

/* Three wait at c while all others are at tables: a node whose tables play their ruleset takes
 * one of them. */
static void test_a_lonely_bot_is_claimed(void **state)
{
    static const struct placement_ruleset played[] = {{"wikipedia", 4, true}};
    struct seek_offer offers[8];
    struct seek_want wants[2];
    (void)state;
    int count = offers_make(offers, "c c c", "wikipedia");
    assert_int_equal(placement_wants(offers, count, "a", played, 1, wants), 0);
    offers[0].waited_msec = PLACEMENT_LONELY_MSEC;
    assert_int_equal(placement_wants(offers, count, "a", rulesets, 1, wants), 0);
    assert_int_equal(placement_wants(offers, count, "a", played, 1, wants), 1);
    assert_int_equal(wants[0].count, 1);
    assert_int_equal(wants[0].rating, 1500);
    assert_int_equal(wants[0].waited_msec, PLACEMENT_LONELY_MSEC);
    assert_int_equal(placement_wants(offers, count, "c", played, 1, wants), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_node_with_most_bots_claims_the_others),
        cmocka_unit_test(test_no_bot_moves_without_a_game),
        cmocka_unit_test(test_bots_without_a_game_get_opponents),
        cmocka_unit_test(test_one_node_claims),
        cmocka_unit_test(test_rated_and_unrated_are_placed_separately),
        cmocka_unit_test(test_a_lonely_bot_is_claimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
