/* The solver: positions whose value a person can see, and its errors. Truth in general is the
 * business of tests/sim/test_solve.c. */
#include "play.h"
#include "solve.h"

#include <stdlib.h>

static struct solver solver;
static void *memory;

static int set_up(void **state)
{
    (void)state;
    memory = malloc(solve_bytes(14));
    return !memory || solve_init(&solver, memory, solve_bytes(14));
}

static int tear_down(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

/* Seat 0 of four leads as contractor, after `words` of auction and exchange. */
static struct play begin(struct ruleset rules, const char *const hands[HANDS_MAX],
                         const char *kitty, const char *words)
{
    struct play play;
    play_begin(&play, rules, 3);
    play_deal(&play, hands, kitty);
    play_words(&play, words);
    assert_int_equal(play.game.phase, PHASE_PLAY);
    return play;
}

static struct solve_result solved(const struct play *play)
{
    struct solve_result result;
    assert_int_equal(solve_play(&solver, &play->game, &play->rules, 0, &result), ENGINE_OK);
    return result;
}

/* "5S:7 6S:7 RJ=S:8" */
static const char *values(const struct solve_result *result, char *text)
{
    static const char suits[] = "SCDH";
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < result->count; i++) {
        if (used > 0)
            text[used++] = ' ';
        used += card_format(result->cards[i].card, text + used);
        if (result->cards[i].named != SUIT_NONE) {
            text[used++] = '=';
            text[used++] = suits[result->cards[i].named];
        }
        used += (size_t)sprintf(text + used, ":%d", result->cards[i].value);
    }
    return text;
}

#define assert_values(play, expected)                                                              \
    do {                                                                                           \
        char values_text[512];                                                                     \
        struct solve_result values_result = solved(play);                                          \
        assert_string_equal(values(&values_result, values_text), expected);                        \
    } while (0)

/* The four other seats' words in an auction that seat 0 wins, and what it lays away. */
#define WINS(call, discards) call " pass pass pass discard:" discards

static void test_memory(void **state)
{
    (void)state;
    struct solver small;
    assert_int_equal(solve_bytes(4), 1024);
    assert_int_equal(solve_bytes(20), 64 << 20);
    assert_int_equal(solve_init(&small, memory, solve_bytes(4) - 1), ENGINE_ERROR_SPACE);
    assert_int_equal(solve_init(&small, memory, solve_bytes(4)), ENGINE_OK);
    /* What does not make a whole power of two of buckets is left alone. */
    memset(memory, 0x55, 3000);
    assert_int_equal(solve_init(&small, memory, 3000), ENGINE_OK);
    assert_int_equal(((const char *)memory)[2047], 0);
    assert_int_equal(((const char *)memory)[2048], 0x55);
    memset(memory, 0, 4096); /* the others' table */
}

static void test_not_in_play(void **state)
{
    (void)state;
    struct play play;
    struct solve_result result;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    assert_int_equal(solve_play(&solver, &play.game, &play.rules, 0, &result), ENGINE_ERROR_TURN);
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &result), ENGINE_ERROR_TURN);
}

/* All the spades against nothing that could stop them. */
static const char *const spades[HANDS_MAX] = {"5S 6S 7S 8S 9S 10S JS QS KS AS", NULL, NULL, NULL};

static void test_ten_tricks(void **state)
{
    (void)state;
    struct play play =
        begin(ruleset("wikipedia", NULL), spades, "4D RJ 4H", WINS("8NT", "4D:4H:RJ"));
    struct solve_result result = solved(&play);
    assert_int_equal(result.goal, SOLVE_TRICKS);
    assert_int_equal(result.hands, 5);
    assert_int_equal(result.wants, 1);
    assert_int_equal(result.value, 10);
    assert_int_equal(result.count, 10);
    assert_int_equal(result.cards[0].card, card("5S"));
    assert_int_equal(result.cards[9].card, card("AS"));
    for (int i = 4; i < 10; i++)
        assert_int_equal(result.cards[i].value, 10);
}

static void test_value_alone(void **state)
{
    (void)state;
    struct play play =
        begin(ruleset("wikipedia", NULL), spades, "4D RJ 4H", WINS("8NT", "4D:4H:RJ"));
    struct solve_result result;
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &result), ENGINE_OK);
    assert_int_equal(result.value, 10);
    assert_int_equal(result.count, 0);
    assert_int_equal(result.cards[0].card, 0);
}

static void test_budget(void **state)
{
    (void)state;
    struct play play;
    struct solve_result result;
    play_begin(&play, ruleset("wikipedia", NULL), 3);
    play_deal(&play, NULL, NULL);
    play_words(&play, "7H pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    memset(memory, 0, solve_bytes(14));
    assert_int_equal(solve_play(&solver, &play.game, &play.rules, 3, &result), ENGINE_ERROR_SPACE);
    assert_true(result.nodes >= 3 && result.nodes <= 4);
    assert_int_equal(result.count, 0);
    /* What it gave up on does no harm. */
    struct solve_result whole = solved(&play);
    struct solver fresh;
    void *other = malloc(solve_bytes(14));
    assert_non_null(other);
    assert_int_equal(solve_init(&fresh, other, solve_bytes(14)), ENGINE_OK);
    assert_int_equal(solve_play(&fresh, &play.game, &play.rules, 0, &result), ENGINE_OK);
    assert_int_equal(result.value, whole.value);
    assert_int_equal(result.count, whole.count);
    assert_memory_equal(result.cards, whole.cards, sizeof result.cards);
    free(other);
}

/* The next position of the same hand finds what is known; another hand finds nothing of it, also
 * when the generations have gone round. */
static void test_memory_of_a_hand(void **state)
{
    (void)state;
    static const char *const hands[HANDS_MAX] = {
        "5S 7S 4D 6D KS 5C 7C 9C JH KC", "6S 8S 10S 8H AS 6C 8C 10C QD AC",
        "9S JS 8D 10D QC 4H 6H QS 10H QH", "5D 7D 9D JD KD 5H 7H 9H JC KH"};
    struct play play = begin(ruleset("wikipedia", NULL), hands, "AD AH RJ", WINS("7H", "5S:4D:6D"));
    struct solve_result first, again, other;

    assert_int_equal(solve_init(&solver, memory, solve_bytes(14)), ENGINE_OK);
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &first), ENGINE_OK);
    assert_int_equal(solver.generation, 1);
    for (int i = 0; i < 4; i++) { /* a whole trick */
        struct action standard;
        game_default_action(&play.game, &play.rules, &standard);
        assert_int_equal(game_apply(&play.game, &play.rules, &standard, NULL), ENGINE_OK);
        assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &again), ENGINE_OK);
        assert_int_equal(solver.generation, 1);
    }
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 0, &again), ENGINE_OK);
    assert_true(again.nodes <= 2);
    assert_true(first.nodes > 100);

    solver.generation = 8190;
    for (int i = 0; i < 4; i++) {
        struct game changed = play.game;
        changed.contract.call = call(i % 2 ? "7D" : "7H");
        changed.order = (uint8_t)(changed.order & 3) | (uint8_t)((i % 2 ? DENOM_D : DENOM_H) << 2);
        assert_int_equal(solve_value(&solver, &changed, &play.rules, 0, &other), ENGINE_OK);
        if (i % 2 == 0)
            assert_int_equal(other.value, again.value);
        assert_int_equal(solver.generation, i == 0 ? 8190 : i == 1 ? 8191 : i - 1);
    }
}

/* Three tricks to go, everything else played: hands of three cards. */
static struct play ending(struct ruleset rules, const char *contract, const char *const hands[4])
{
    struct play play;
    play_start(&play, rules, 3);
    play_words(&play, contract);
    play_default_while(&play, PHASE_DISCARD);
    assert_int_equal(play.game.phase, PHASE_PLAY);
    for (int hand = 0; hand < 4; hand++)
        play.game.hands[hand] = hands[hand] ? cards(hands[hand]) : 0;
    play.game.trick = 7;
    return play;
}

static void test_finesse(void **state)
{
    (void)state;
    /* Whoever leads a spade, the king lies under ace and queen; the ace too soon gives it a trick.
     */
    static const char *const hands[] = {"5S 6S 5C", "8S KS 7C", "AS QS 6C", "9S 10S 8C"};
    struct play play = ending(ruleset("wikipedia", NULL), "8NT pass pass pass", hands);
    assert_values(&play, "5S:2 6S:2 5C:2");
    play_words(&play, "5S 8S");
    assert_values(&play, "QS:2 AS:1");
}

static void test_ruff(void **state)
{
    (void)state;
    /* The partner ruffs the second club; leading the low one first spends the trump on it. */
    static const char *const hands[] = {"AC 5C 7D", "6C 7C 8D", "8C 5H AD", "9C 10C 9D"};
    struct play play = ending(ruleset("wikipedia", NULL), "8H pass pass pass", hands);
    assert_values(&play, "5C:2 AC:3 7D:3");
}

static void test_joker_names(void **state)
{
    (void)state;
    /* The joker draws the last card over hand 0's own if it names diamonds. */
    static const char *const hands[] = {"KD 5C RJ", "AD 7C 8C", "6C 8S 9H", "10C 9S 10S"};
    struct play play = ending(ruleset("wikipedia", NULL), "8NT pass pass pass", hands);
    assert_values(&play, "5C:1 KD:1 RJ=S:1 RJ=C:1 RJ=D:2 RJ=H:1");
}

static void test_misere(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", "from.misere=any", NULL);
    static const char *const hands[] = {"5S 9S 6C", "6S 10S 7C", NULL, "7S 8S 5C"};
    struct play play = ending(rules, "misere pass pass pass", hands);
    struct solve_result result = solved(&play);
    assert_int_equal(result.goal, SOLVE_NO_TRICK);
    assert_int_equal(result.hands, 5);
    assert_values(&play, "5S:0 9S:0 6C:1");
    play_words(&play, "9S");
    result = solved(&play);
    assert_int_equal(result.wants, 0);
    play.game.won[0] = 1;
    assert_values(&play, "6S:0 10S:0");
}

static void test_exactly_five(void **state)
{
    (void)state;
    struct ruleset rules = ruleset("wikipedia", "calls=hi-lo", NULL);
    static const char *const hands[] = {"5S AS 6C", "6S 10S 7C", NULL, "7S 8S 8C"};
    struct play play = ending(rules, "hi-lo pass pass pass", hands);
    play.game.won[0] = 4;
    play.game.won[1] = 3;
    assert_values(&play, "5S:1 AS:1 6C:1");
}

static void test_forced_by_claim(void **state)
{
    (void)state;
    static const char *const hands[] = {"5C AS KS", "AC 7D 8D", "6C 9D 10D", "8C JD QD"};
    struct play play =
        ending(ruleset("wikipedia", "claims=yes", NULL), "8NT pass pass pass", hands);
    play_words(&play, "claim:5C:AS:KS");
    assert_values(&play, "5C:0");
    assert_int_equal(solved(&play).value, 0);
}

static void test_table_hands(void **state)
{
    (void)state;
    struct play play;
    play_begin(&play, ruleset("two-handed-table", NULL), 1);
    play_deal(&play, NULL, NULL);
    play_words(&play, "8H pass");
    play_default_while(&play, PHASE_DISCARD);
    struct solve_result result;
    assert_int_equal(solve_value(&solver, &play.game, &play.rules, 200000, &result), ENGINE_OK);
    assert_int_equal(result.hands, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),       cmocka_unit_test(test_not_in_play),
        cmocka_unit_test(test_ten_tricks),   cmocka_unit_test(test_value_alone),
        cmocka_unit_test(test_budget),       cmocka_unit_test(test_memory_of_a_hand),
        cmocka_unit_test(test_finesse),      cmocka_unit_test(test_ruff),
        cmocka_unit_test(test_joker_names),  cmocka_unit_test(test_misere),
        cmocka_unit_test(test_exactly_five), cmocka_unit_test(test_forced_by_claim),
        cmocka_unit_test(test_table_hands),
    };
    return cmocka_run_group_tests_name("solve", tests, set_up, tear_down);
}
