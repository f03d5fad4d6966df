/* test_call.c - the calls of a ruleset, their scores, and which calls they outbid (rules 3). */
#include "cards.h"

/* All calls of a ruleset in rank order, as text; '=' binds those of equal rank. */
static const char *order(const struct ruleset *rules)
{
    static char text[512];
    text[0] = 0;
    for (int i = 0; i < rules->call_count; i++) {
        call_t own = rules->call_order[i];
        if (i > 0)
            strcat(text,
                   rules->call_rank[own] == rules->call_rank[rules->call_order[i - 1]] ? "=" : " ");
        strcat(text, call_name(own));
    }
    return text;
}

/* The calls just below and above a call. */
static void assert_between(const struct ruleset *rules, const char *below, const char *name,
                           const char *above)
{
    int at = 0;
    while (at < rules->call_count && rules->call_order[at] != call(name))
        at++;
    assert_true(at < rules->call_count);
    assert_string_equal(at > 0 ? call_name(rules->call_order[at - 1]) : "", below);
    assert_string_equal(at + 1 < rules->call_count ? call_name(rules->call_order[at + 1]) : "",
                        above);
    if (at > 0)
        assert_true(rules->call_rank[rules->call_order[at - 1]] < rules->call_rank[call(name)]);
}

static void every_call_round_trips(void **state)
{
    (void)state;
    for (call_t c = 0; c < CALL_COUNT; c++) {
        assert_int_equal(call(call_name(c)), c);
        assert_int_equal(call_name_size(c), strlen(call_name(c)));
    }
    assert_int_equal(call_name_size(CALL_COUNT), strlen(call_name(CALL_COUNT)));
    assert_int_equal(call("6S"), CALL_BID(6, DENOM_S));
    assert_int_equal(call("10NT"), CALL_BID(10, DENOM_NT));
    assert_int_equal(call("8JNT"), CALL_BID(8, DENOM_JNT));
    assert_string_equal(call_name(CALL_6NO), "6NO");

    static const char *const words[] = {"",    "5S", "11S",  "6",      "6N",
                                        "7NO", "6s", "Pass", "misère", "misere "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        call_t parsed;
        assert_int_equal(call_parse(words[i], strlen(words[i]), &parsed), ENGINE_ERROR_SYNTAX);
    }
}

static void levels_and_denominations(void **state)
{
    (void)state;
    assert_int_equal(call_level(call("9D")), 9);
    assert_int_equal(call_level(CALL_6NO), 6);
    assert_int_equal(call_level(call("10JNT")), 10);
    assert_int_equal(call_level(CALL_MISERE), 0);
    assert_int_equal(call_level(CALL_PASS), 0);
    assert_int_equal(call_denomination(CALL_6NO), DENOM_NT);
    assert_int_equal(call_denomination(call("7JNT")), DENOM_JNT);
    assert_int_not_equal(call_denomination(CALL_MISERE), call_denomination(CALL_OPEN_MISERE));
    assert_false(call_is_no_trick(CALL_HI_LO));
    assert_true(call_is_no_trick(CALL_BLIND_MISERE));
    assert_true(call_is_exchange(CALL_SHIELDS));
    assert_false(call_is_exchange(CALL_GRAND_MISERE));
}

static void avondale_order(void **state)
{
    struct ruleset rules = ruleset("everything", "jack_nt=no", NULL);
    (void)state;
    assert_string_equal(
        order(&rules),
        "6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S misere 8C 8D 8H 8NT 9S 9C hi-lo 9D 9H 9NT 10S 10C "
        "10D open-misere double-misere grand-misere 10H 10NT shields patastrophe blind-misere");
    assert_int_equal(rules.call_value[call("8H")], 300);
    assert_int_equal(rules.call_value[CALL_SHIELDS], 750);
    assert_int_equal(rules.call_value[CALL_6NO], 0);
    assert_int_equal(rules.call_rank[CALL_6NO], 0);
}

/* Equal values rank by level: 6D, 7C and 10S are all worth 120. */
static void original_order(void **state)
{
    struct ruleset rules = ruleset("original-1904", NULL);
    (void)state;
    assert_string_equal(order(&rules),
                        "6S 7S 6C 8S 9S 6D 7C 10S 6H 8C 7D 6NT 9C 7H 8D 10C 7NT 9D 8H 10D "
                        "8NT 9H 10H 9NT 10NT");
    assert_int_equal(rules.call_value[call("7NT")], 300);
    assert_int_equal(rules.call_value[call("10NT")], 600);
}

/* Special calls without a rank of their own follow their value. */
static void perfect_order(void **state)
{
    struct ruleset rules = ruleset("perfect", NULL);
    (void)state;
    assert_int_equal(rules.call_value[call("6S")], 20);
    assert_int_equal(rules.call_value[call("10NT")], 500);
    assert_int_equal(rules.call_value[CALL_PATASTROPHE], 750);
    assert_between(&rules, "7C", "misere", "7D");          /* 150 over 140 */
    assert_between(&rules, "8C", "open-misere", "8D");     /* 250 over 240 */
    assert_between(&rules, "9C", "hi-lo", "9D");           /* 350 over 340 */
    assert_between(&rules, "10C", "double-misere", "10D"); /* 450 over 440 */
    assert_between(&rules, "10NT", "patastrophe", "blind-misere");
}

static void special_calls_without_perfect_keep_their_usual_value(void **state)
{
    struct ruleset rules = ruleset("original-1904", "calls=misere open-misere", NULL);
    (void)state;
    assert_int_equal(rules.call_value[CALL_MISERE], 250);
    assert_between(&rules, "10C", "misere", "7NT"); /* 8D and 10C are worth 240 */
    assert_between(&rules, "9NT", "open-misere", "10NT");
}

static void a_named_value_moves_the_rank(void **state)
{
    /* The usual value, but named: 500 now ranks with 10H, instead of just over 10D. */
    struct ruleset rules = ruleset("wikipedia", "value.open-misere=500", NULL);
    (void)state;
    assert_between(&rules, "10H", "open-misere", "10NT");
    rules = ruleset("wikipedia", "value.misere=30", NULL);
    assert_between(&rules, "", "misere", "6S");
    assert_int_equal(rules.call_value[CALL_MISERE], 30);
    rules = ruleset("open-330", NULL);
    assert_between(&rules, "8NT", "open-misere", "9S");
    rules = ruleset("wikipedia", "value.misere=340", "value.open-misere=340", NULL);
    assert_between(&rules, "9S", "misere", "open-misere");
}

static void above_wins_over_value(void **state)
{
    struct ruleset rules = ruleset("australian-pack", NULL);
    (void)state;
    assert_between(&rules, "7NT", "misere", "8S");
    assert_between(&rules, "10NT", "open-misere", "");
    assert_int_equal(rules.call_value[CALL_OPEN_MISERE], 520);
    rules = ruleset("wikipedia", "calls=blind-misere shields", "above.shields=6S",
                    "value.blind-misere=10", NULL);
    assert_between(&rules, "6S", "shields", "6C");
    assert_between(&rules, "10NT", "blind-misere", "");
    assert_int_equal(rules.call_value[CALL_BLIND_MISERE], 10);
}

static void calls_of_equal_rank(void **state)
{
    struct ruleset rules =
        ruleset("wikipedia", "no_calls=yes", "jack_nt=extra", "above.misere=6NT", NULL);
    (void)state;
    assert_non_null(strstr(order(&rules), "6H 6NO=6NT=6JNT misere 7S"));
    assert_non_null(strstr(order(&rules), "10NT=10JNT"));
    assert_int_equal(rules.call_value[CALL_6NO], 120);
    assert_int_equal(rules.call_value[call("10JNT")], 520);

    rules = ruleset("wikipedia", "jack_nt=only", "min_level=7", NULL);
    assert_string_equal(order(&rules), "7S 7C 7D 7H 7JNT 8S misere 8C 8D 8H 8JNT 9S 9C 9D 9H 9JNT "
                                       "10S 10C 10D open-misere 10H 10JNT");
    assert_int_equal(rules.call_rank[call("7S")], 1);
}

/* The sets that the auction reads, compared with the ranks that they were made from. */
static void sets_of_higher_calls_follow_the_ranks(void **state)
{
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        struct ruleset rules = ruleset(preset_name(preset), NULL);
        for (call_t below = 0; below < CALL_COUNT; below++) {
            uint64_t over = 0;
            if (below != CALL_PASS && rules.call_rank[below] == 0) {
                assert_true(rules.calls_over[below] == 0);
                continue;
            }
            for (call_t above = 1; above < CALL_BLIND_MISERE; above++) {
                if (rules.call_rank[above] > (below == CALL_PASS ? 0 : rules.call_rank[below]))
                    over |= UINT64_C(1) << above;
            }
            assert_true(rules.calls_over[below] == over);
        }
    }
    struct ruleset rules = ruleset("wikipedia", "from.open-misere=eight", NULL);
    assert_true(rules.calls_from_seven == UINT64_C(1) << CALL_MISERE);
    assert_true(rules.calls_from_eight == UINT64_C(1) << CALL_OPEN_MISERE);
}

/* rules 3, `above.CALL`: "the rank follows the value by the last rule of this item, whatever the
 * preset says (so trickster-australian value.misere=210 above.misere=value lets 7NT overcall)". */
static void a_rank_may_follow_the_value_whatever_the_preset_says(void **state)
{
    struct ruleset rules = ruleset("trickster-australian", "value.misere=210", NULL);
    (void)state;
    assert_between(&rules, "7NT", "misere", "8S"); /* the preset's above.misere=7NT */
    rules = ruleset("trickster-australian", "value.misere=210", "above.misere=value", NULL);
    assert_between(&rules, "7H", "misere", "7NT"); /* 200, 210, 220 */
    rules = ruleset("wikipedia", "above.open-misere=value", NULL);
    assert_between(&rules, "10H", "open-misere", "10NT"); /* 500, 500, 520 */
    rules = ruleset("wikipedia", "value.misere=30", "above.misere=value", NULL);
    assert_between(&rules, "", "misere", "6S");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_round_trips),
        cmocka_unit_test(levels_and_denominations),
        cmocka_unit_test(avondale_order),
        cmocka_unit_test(original_order),
        cmocka_unit_test(perfect_order),
        cmocka_unit_test(special_calls_without_perfect_keep_their_usual_value),
        cmocka_unit_test(a_named_value_moves_the_rank),
        cmocka_unit_test(above_wins_over_value),
        cmocka_unit_test(a_rank_may_follow_the_value_whatever_the_preset_says),
        cmocka_unit_test(calls_of_equal_rank),
        cmocka_unit_test(sets_of_higher_calls_follow_the_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
