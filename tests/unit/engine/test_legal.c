/* test_legal.c - a set of legal actions holds exactly the actions of its list. */
#include "play.h"

#include "legal.h"

/* Words of all kinds, few of which are legal at any moment. */
static const char *const words[] = {"pass",
                                    "6S",
                                    "7H",
                                    "10NT",
                                    "misere",
                                    "blind-misere",
                                    "take:4D",
                                    "keep",
                                    "drop",
                                    "look",
                                    "slam",
                                    "no",
                                    "discard:4D:5D:6D",
                                    "give:4D",
                                    "swap:4D:5D",
                                    "partner:RJ",
                                    "alone",
                                    "breach",
                                    "4D",
                                    "AS",
                                    "RJ",
                                    "RJ=H",
                                    "JD",
                                    "claim:AS"};

/* The list and the set agree: the set holds each listed action, and the list has each held word,
 * in a phase that has a list. Returns the number of listed actions. */
static int agree(const struct play *play)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];
    game_legal(&play->game, &play->rules, &legal);
    int count = legal_list(&legal, &play->rules, list);
    for (int i = 0; i < count; i++) {
        if (list[i].kind != ACTION_CLAIM && !legal_has(&legal, &play->game, &play->rules, &list[i]))
            fail_msg("listed, not held: %d of %d", i, count);
        for (int j = 0; j < i; j++)
            assert_memory_not_equal(&list[i], &list[j], sizeof list[i]);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct action word = action(words[i]);
        bool listed = word.kind == ACTION_DISCARD || word.kind == ACTION_GIVE ||
                      word.kind == ACTION_SWAP || word.kind == ACTION_CLAIM;
        bool held = legal_has(&legal, &play->game, &play->rules, &word);
        action_settle(&word, (enum phase)play->game.phase);
        for (int j = 0; j < count && !listed; j++)
            listed = memcmp(&list[j], &word, sizeof word) == 0;
        if (held && !listed)
            fail_msg("held, not listed: %s in %s", words[i],
                     game_phase_name((enum phase)play->game.phase));
        if (held != (legal_allows(&legal, &play->game, &play->rules, &word)))
            fail_msg("%s is another thing when it is settled", words[i]);
    }
    return count;
}

static void list_and_set_agree_in_every_phase(void **state)
{
    static const char *const presets[] = {"everything",       "wikipedia",   "two-handed-draw",
                                          "two-handed-draft", "five-handed", "breach"};
    (void)state;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        struct play play;
        play_start(&play, ruleset(presets[i], NULL), 1);
        int decisions = 0;
        while (play.game.phase != PHASE_DEAL && play.game.phase != PHASE_OVER) {
            struct action standard;
            decisions += agree(&play) > 0;
            default_action(&play.game, &play.rules, &standard);
            assert_int_equal(game_apply(&play.game, &play.rules, &standard, &play.events),
                             ENGINE_OK);
        }
        assert_true(decisions > 3);
    }
}

static void a_choice_has_the_exact_number_of_distinct_cards(void **state)
{
    struct play play;
    struct legal legal;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    play_words(&play, "7S pass pass pass");
    game_legal(&play.game, &play.rules, &legal);
    struct action three = {.kind = ACTION_DISCARD, .count = 3, .joker = {SUIT_NONE, SUIT_NONE}};
    cardset_t held = legal.cards;
    for (int i = 0; i < 3; i++)
        three.cards[i] = cardset_pop(&held);
    assert_true(legal_allows(&legal, &play.game, &play.rules, &three));
    three.cards[1] = three.cards[0];
    assert_false(legal_allows(&legal, &play.game, &play.rules, &three));
    three.cards[1] = cardset_pop(&held);
    three.count = 2;
    assert_false(legal_allows(&legal, &play.game, &play.rules, &three));
    three.count = 3;
    cardset_t others = play.rules.cards & ~legal.cards;
    three.cards[2] = cardset_pop(&others);
    assert_false(legal_allows(&legal, &play.game, &play.rules, &three));
}

/* The fast check for a card in play agrees with the set. */
static void a_card_is_judged_alike_without_a_set(void **state)
{
    struct play play;
    int played = 0;
    (void)state;
    play_start(&play, ruleset("wikipedia", "joker_nt=not-void", NULL), 3);
    play_words(&play, "7NT pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    while (play.game.phase == PHASE_PLAY) {
        struct legal legal;
        game_legal(&play.game, &play.rules, &legal);
        for (cardset_t all = play.rules.cards; all;) {
            struct action one = {.kind = ACTION_PLAY, .count = 1, .joker = {SUIT_NONE, SUIT_NONE}};
            one.cards[0] = cardset_pop(&all);
            assert_int_equal(legal_allows_card(&play.game, &play.rules, &one),
                             legal_allows(&legal, &play.game, &play.rules, &one));
            played++;
        }
        struct action standard;
        default_action(&play.game, &play.rules, &standard);
        assert_int_equal(game_apply(&play.game, &play.rules, &standard, &play.events), ENGINE_OK);
    }
    assert_int_equal(played, 40 * 43);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_and_set_agree_in_every_phase),
        cmocka_unit_test(a_choice_has_the_exact_number_of_distinct_cards),
        cmocka_unit_test(a_card_is_judged_alike_without_a_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
