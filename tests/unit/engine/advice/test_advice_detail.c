/* test_advice_detail.c - the details beside a piece of advice. */
#include "seen_game.h"

#include "advice_detail.h"

#include <math.h>

enum { WORLDS = 4, NODES = 1000 };

struct asked {
    struct seen seen;
    struct seen_turn turn;
    struct advice advice;
    struct advice_detail detail;
};

static void ask(struct adviser *adviser, const struct history *history, struct asked *asked)
{
    see(history, history->play.game.turn, &asked->seen);
    seen_ask(&asked->turn, &history->play.game, &history->play.rules);
    advice_give(adviser, &asked->seen, &asked->turn, &asked->advice);
    advice_detail_give(adviser, &asked->seen, &asked->turn, &asked->advice, &asked->detail);
}

static void check(const struct asked *asked)
{
    const struct advice_detail *detail = &asked->detail;

    assert_true(detail->made == -1 || (detail->made >= 0 && detail->made <= 1));
    assert_true(detail->made == -1 || detail->call != CALL_PASS);
    for (int i = 0; i < detail->card_count; i++) {
        card_t card = detail->cards[i].card;
        assert_true(detail->cards[i].share > 0 && detail->cards[i].share <= 1);
        assert_true(i == 0 || detail->cards[i].share <= detail->cards[i - 1].share);
        assert_false(cardset_has(asked->seen.hand | asked->seen.played | asked->seen.gone, card));
    }
    for (int i = 0; i < detail->next_count; i++) {
        const struct advice_detail_next *next = &detail->next[i];
        assert_false(advice_is_same(&next->action, &asked->advice.action));
        assert_true(next->cost >= -1 && next->cost <= 1);
        assert_true(i == 0 || next->cost >= detail->next[i - 1].cost);
    }
}

#ifdef __SANITIZE_ADDRESS__
enum { OF_RULESETS = 3 };
#else
enum { OF_RULESETS = 1 };
#endif

/* Random games of every ruleset; of every third one under a sanitizer. */
static void every_question_has_details(void **state)
{
    static struct history history;
    static struct asked asked;
    static struct adviser adviser;
    void *memory = malloc(advice_bytes(ADVICE_EXPERT));
    int judged = 0, partners = 0, weighed = 0;
    (void)state;
    advice_init(&adviser, ADVICE_EXPERT, WORLDS, NODES, memory);
    for (int number = 0; number < preset_count(); number += OF_RULESETS) {
        play_begin(&history.play, preset(preset_name(number)), 0);
        shuffle_and_deal(&history);
        while (history.play.game.phase != PHASE_DEAL && history.play.game.phase != PHASE_OVER) {
            if (sample_below(&dice, 4) == 0) {
                ask(&adviser, &history, &asked);
                check(&asked);
                judged += asked.detail.made >= 0;
                partners += asked.detail.card_count > 0;
                weighed += asked.detail.next_count > 0;
            }
            step(&history);
        }
    }
    assert_true(judged > 100 / OF_RULESETS && partners > 100 / OF_RULESETS &&
                weighed > 50 / OF_RULESETS);
    free(memory);
}

static void deal(struct history *history, const char *const hands[HANDS_MAX], const char *kitty)
{
    memset(history, 0, sizeof *history);
    play_begin(&history->play, preset("wikipedia"), 3);
    play_deal(&history->play, hands, kitty);
}

/* Basic bids hearts with the nine highest trumps: they take ten tricks in every world. */
static void a_safe_bid_is_made_in_every_world(void **state)
{
    static const char *const hands[HANDS_MAX] = {"RJ JH JD AH KH QH 10H 9H AS AC"};
    static struct history history;
    static struct asked asked;
    static struct adviser adviser;
    (void)state;
    deal(&history, hands, NULL);
    advice_init(&adviser, ADVICE_BASIC, 1, 0, NULL);
    ask(&adviser, &history, &asked);
    assert_true(call_is_bid(asked.advice.action.call));
    assert_int_equal(asked.detail.call, asked.advice.action.call);
    assert_true(asked.detail.made == 1);
    assert_int_equal(asked.detail.next_count, 0); /* basic compares no actions */
    assert_int_equal(asked.detail.worlds, 100);
}

/* A pass in the first place says nothing of the contract. The partner holds each unseen card
 * about as often as each opponent does, and the kitty the rest: ten of 33. */
static void a_partner_holds_its_share(void **state)
{
    static const char *const hands[HANDS_MAX] = {"5S 7S 9S 6C 8C 10C 5D 7D 9D 10H"};
    static struct history history;
    static struct asked asked;
    static struct adviser adviser;
    (void)state;
    deal(&history, hands, NULL);
    advice_init(&adviser, ADVICE_BASIC, 1, 0, NULL);
    ask(&adviser, &history, &asked);
    assert_int_equal(asked.advice.action.call, CALL_PASS);
    assert_int_equal(asked.detail.call, CALL_PASS);
    assert_true(asked.detail.made == -1);
    assert_int_equal(asked.detail.card_count, ADVICE_DETAIL_CARDS);
    for (int i = 0; i < ADVICE_DETAIL_CARDS; i++)
        assert_true(fabs(asked.detail.cards[i].share - 10.0 / 33) < 0.18);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_has_details),
        cmocka_unit_test(a_safe_bid_is_made_in_every_world),
        cmocka_unit_test(a_partner_holds_its_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
