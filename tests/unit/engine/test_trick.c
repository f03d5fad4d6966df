/* test_trick.c - trumps, bowers, jokers; which cards may be played; which one wins (rules 5). */
#include "trick_game.h"

static enum suit suit_of(const struct ruleset *rules, const char *contract, const char *name)
{
    return trick_suit(trick_order(rules, call(contract)), card(name));
}

/* The cards are listed from the strongest to the weakest. */
static void assert_falling(const struct ruleset *rules, const char *contract, const char *list)
{
    uint8_t order = trick_order(rules, call(contract));
    card_t found[CARDS_MAX];
    int count = card_list(list, found);
    for (int i = 1; i < count; i++) {
        if (trick_power(order, found[i - 1]) <= trick_power(order, found[i]))
            fail_msg("%s: card %d of %s", contract, i, list);
    }
}

static void cards_rank_as_the_rules_say(void **state)
{
    struct ruleset rules = ruleset("six-handed", "deck=66", NULL);
    (void)state;
    assert_falling(&rules, "7H", "BJ RJ JH JD AH KH QH 13H 12H 11H 10H 9H 8H 7H 6H 5H 4H 3H 2H AD");
    assert_falling(&rules, "7C", "BJ RJ JC JS AC KC QC 13C 10C 2C AS KS QS 13S 2S");
    assert_falling(&rules, "7S", "2S AH KH QH JH 13H 12H 11H 10H 2H");
    assert_falling(&rules, "7NT", "BJ RJ AS KS QS JS 13S 12S 11S 10S 9S 2S");
    assert_falling(&rules, "misere", "BJ RJ AH KH QH JH 13H 2H");
    rules = ruleset("six-handed", "deck=66", "joker_order=red", "jack_nt=extra", NULL);
    assert_falling(&rules, "7H", "RJ BJ JH JD AH");
    assert_falling(&rules, "7JNT", "RJ BJ JS AS KS QS 13S 2S");
    assert_falling(&rules, "7NT", "RJ BJ AS KS QS JS 13S");
}

static void a_left_bower_is_a_trump(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    (void)state;
    assert_int_equal(suit_of(&rules, "6H", "JD"), SUIT_H);
    assert_int_equal(suit_of(&rules, "6D", "JH"), SUIT_D);
    assert_int_equal(suit_of(&rules, "6S", "JC"), SUIT_S);
    assert_int_equal(suit_of(&rules, "6C", "JS"), SUIT_C);
    assert_int_equal(suit_of(&rules, "6S", "JD"), SUIT_D);
    assert_int_equal(suit_of(&rules, "6NT", "JC"), SUIT_C);
    assert_int_equal(suit_of(&rules, "6S", "RJ"), SUIT_S);
    assert_int_equal(suit_of(&rules, "misere", "RJ"), SUIT_NONE);
    assert_int_equal(suit_of(&rules, "6H", "4D"), SUIT_D);
}

static void a_matching_four_is_the_lowest_trump(void **state)
{
    struct ruleset rules = ruleset("matching-four", NULL);
    (void)state;
    /* The deck has 4C and 4H only: each serves both suits of its colour. */
    assert_int_equal(suit_of(&rules, "6S", "4C"), SUIT_S);
    assert_int_equal(suit_of(&rules, "6C", "4C"), SUIT_C);
    assert_int_equal(suit_of(&rules, "6D", "4H"), SUIT_D);
    assert_int_equal(suit_of(&rules, "6D", "4C"), SUIT_C);
    assert_int_equal(suit_of(&rules, "6NT", "4H"), SUIT_H);
    assert_falling(&rules, "6S", "JC AS KS 6S 5S 4C AH");
    assert_falling(&rules, "6H", "5H 4H AS");
    assert_falling(&rules, "6NT", "5H 4H");
    uint8_t order = trick_order(&rules, call("6D"));
    assert_true(cardset_has(trick_suit_cards(order, SUIT_D), card("4H")));
    assert_false(cardset_has(trick_suit_cards(order, SUIT_H), card("4H")));
}

/* trick_suit and trick_suit_cards are two tables of the same facts. */
static void suits_and_sets_agree(void **state)
{
    static const char *const presets[] = {"matching-four", "two-jokers"};
    (void)state;
    for (int p = 0; p < 2; p++) {
        struct ruleset rules = ruleset(presets[p], "joker_order=red", "jack_nt=extra", NULL);
        for (int i = 0; i < rules.call_count; i++) {
            uint8_t order = trick_order(&rules, rules.call_order[i]);
            cardset_t all = 0;
            for (int suit = 0; suit < SUITS; suit++) {
                cardset_t set = trick_suit_cards(order, (enum suit)suit);
                assert_true((all & set) == 0);
                all |= set;
                for (card_t c = 0; c < CARDS_MAX; c++)
                    assert_int_equal(cardset_has(set, c), trick_suit(order, c) == (enum suit)suit);
            }
            assert_int_equal(cardset_has(all, CARD_RJ), trick_has_trumps(order));
        }
    }
}

/* Plays words in turn, each one legal. Returns the last result of trick_play. */
static bool play(struct game *game, const struct ruleset *rules, const char *words)
{
    bool done = false;
    while (*words) {
        char word[8] = "";
        size_t size = strcspn(words, " ");
        memcpy(word, words, size);
        struct action move = action(word);
        action_settle(&move, PHASE_PLAY);
        struct legal legal = {0};
        trick_legal(game, rules, &legal);
        card_t c = move.cards[0];
        uint8_t named = card_is_joker(c) ? move.joker[c - CARD_RJ] : SUIT_NONE;
        uint8_t names = card_is_joker(c) ? legal.joker_suits[c - CARD_RJ] : 0;
        if (!cardset_has(legal.cards, c) || (names ? !(names >> named & 1) : named != SUIT_NONE))
            fail_msg("%s is not legal", word);
        done = trick_play(game, c, named);
        words += size + (words[size] == ' ');
    }
    return done;
}

static struct legal legal_now(const struct game *game, const struct ruleset *rules)
{
    struct legal legal = {0};
    trick_legal(game, rules, &legal);
    return legal;
}

static void the_left_bower_follows_trumps(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct game game =
        trick_game(&rules, "6H", (const char *const[]){"AH 5D", "JD AD", "JH KD", "RJ QD"});
    (void)state;
    play(&game, &rules, "5D");
    assert_cards(legal_now(&game, &rules).cards, "AD"); /* JD is no diamond */
    play(&game, &rules, "AD KD");
    assert_true(play(&game, &rules, "QD"));
    assert_int_equal(game.best, 1);
    assert_int_equal(game.won[1], 1);
    assert_int_equal(game.hand_due, 1);
    play(&game, &rules, "JD");
    assert_cards(legal_now(&game, &rules).cards, "JH");
    assert_true(play(&game, &rules, "JH RJ AH"));
    assert_int_equal(game.best, 3);
    assert_int_equal(game.trick, 2);
}

static void off_suit_cards_win_nothing(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct game game =
        trick_game(&rules, "6S", (const char *const[]){"5D 5C", "AH 6C", "AC 7C", "6D 8C"});
    (void)state;
    assert_true(play(&game, &rules, "5D AH AC 6D"));
    assert_int_equal(game.best, 3);
    assert_int_equal(game.void_shown[1], 1 << SUIT_D);
    assert_int_equal(game.void_shown[3], 0);
    assert_int_equal(game.suit_played[1], 1 << SUIT_H);
}

static void a_low_trump_beats_an_ace_and_a_higher_one_beats_it(void **state)
{
    struct ruleset rules = ruleset("matching-four", NULL);
    struct game game =
        trick_game(&rules, "6S", (const char *const[]){"AD 5D", "4C 5C", "5S 6C", "KD 8C"});
    (void)state;
    assert_true(play(&game, &rules, "AD 4C 5S KD"));
    assert_int_equal(game.best, 2);
    game = trick_game(&rules, "6S", (const char *const[]){"AD 5D", "4C 5C", "7D 6C", "KD 8C"});
    assert_true(play(&game, &rules, "AD 4C 7D KD"));
    assert_int_equal(game.best, 1);
}

static void folded_hands_are_skipped(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct game game;
    (void)state;
    memset(&game, 0, sizeof game);
    game.contract.call = CALL_MISERE;
    game.order = trick_order(&rules, CALL_MISERE);
    game.hands[0] = cards("5D 5C");
    game.hands[1] = cards("6D 6C");
    game.hands[3] = cards("7D RJ");
    game.folded = 1 << 2;
    trick_start(&game, 0);
    assert_int_equal(game.players_in, 3);
    assert_true(play(&game, &rules, "5D 6D 7D"));
    assert_int_equal(game.best, 3);
    assert_true(play(&game, &rules, "RJ=C 5C 6C"));
    assert_int_equal(game.won[3], 2);
}

static void a_led_joker_names_a_suit(void **state)
{
    struct ruleset rules = ruleset("two-jokers", NULL);
    struct game game =
        trick_game(&rules, "6NT", (const char *const[]){"RJ 5C", "6C AH", "BJ 7H", "AH 8C"});
    (void)state;
    assert_int_equal(legal_now(&game, &rules).joker_suits[0], 15);
    assert_int_equal(legal_now(&game, &rules).joker_suits[1], 0);
    play(&game, &rules, "RJ=H");
    assert_cards(legal_now(&game, &rules).cards, "AH");
    assert_int_equal(game.led, SUIT_H);
    play(&game, &rules, "AH");
    assert_cards(legal_now(&game, &rules).cards, "7H"); /* BJ is no heart: never instead of one */
    play(&game, &rules, "7H AH");
    assert_int_equal(game.best, 0);
    assert_true(play(&game, &rules, "5C 6C BJ 8C"));
    assert_int_equal(game.best, 2);          /* void in clubs, the joker is free to win */
    assert_int_equal(game.void_shown[2], 0); /* and shows nothing */
}

static void in_a_suit_contract_the_joker_is_a_trump(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "joker_nt=first-or-last", NULL);
    struct game game =
        trick_game(&rules, "6H", (const char *const[]){"5H 5C", "RJ AC", "6H 6C", "RJ 7C"});
    (void)state;
    play(&game, &rules, "5H");
    assert_cards(legal_now(&game, &rules).cards, "RJ");
    assert_int_equal(legal_now(&game, &rules).joker_suits[0], 0);
    play(&game, &rules, "RJ");
    assert_int_equal(game.best, 1);
}

/* The table of rules 5, following: what a hand may play to a lead of S. */
static void jokers_follow_by_joker_nt(void **state)
{
    enum { S = 1 << SUIT_S, D = 1 << SUIT_D };
    static const struct {
        const char *held, *allowed[5]; /* any, not-void, no-renege, first-or-last, free */
        uint8_t shown, played;
    } cases[] = {
        {"5S AD RJ", {"5S", "5S", "5S", "5S RJ", "5S RJ"}, 0, 0}, /* first of the suit */
        {"5S AD RJ", {"5S", "5S", "5S", "5S", "5S RJ"}, 0, S},    /* not the first, not void */
        {"5S AD RJ", {"5S", "5S", "5S", "5S RJ", "5S RJ"}, D, D}, /* other suits do not matter */
        {"AD RJ", {"AD RJ", "AD RJ", "AD RJ", "AD RJ", "AD RJ"}, 0, S}, /* last: none left */
        {"AD RJ", {"AD RJ", "AD RJ", "AD", "AD", "AD RJ"}, S, S | D},   /* void was shown */
        {"5S RJ", {"5S", "5S", "5S", "5S", "5S RJ"}, S, 0},   /* shown void, then got one */
        {"RJ", {"RJ", "RJ", "RJ", "RJ", "RJ"}, S | D, S | D}, /* only jokers */
        {"RJ BJ", {"RJ BJ", "RJ BJ", "RJ BJ", "RJ BJ", "RJ BJ"}, S, S},
        {"5S AD", {"5S", "5S", "5S", "5S", "5S"}, 0, 0},
        {"AD AC", {"AD AC", "AD AC", "AD AC", "AD AC", "AD AC"}, S, S},
    };
    struct ruleset rules = ruleset("two-jokers", NULL);
    uint8_t order = trick_order(&rules, call("6NT"));
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint8_t nt = JOKER_NT_ANY; nt <= JOKER_NT_FREE; nt++)
            assert_cards(trick_follow(order, nt, cards(cases[i].held), SUIT_S, cases[i].shown,
                                      cases[i].played),
                         cases[i].allowed[nt]);
    }
}

/* The same table, leading: the suits that a joker may name. */
static void jokers_lead_by_joker_nt(void **state)
{
    enum { S = 1, C = 2, D = 4, H = 8, ALL = 15 };
    static const struct {
        const char *held;
        uint8_t shown, played, allowed[5];
    } cases[] = {
        {"5S AD RJ", 0, 0, {ALL, ALL, ALL, ALL, ALL}},
        {"5S AD RJ", C, 0, {ALL, S | D | H, S | D | H, S | D | H, ALL}},
        {"5S AD RJ", C, S, {ALL, S | D | H, S | D | H, D | H, ALL}},
        {"AD RJ", 0, S, {ALL, ALL, ALL, ALL, ALL}},   /* S was played, none is left: last */
        {"5S RJ", C | D | H, S, {ALL, S, S, 0, ALL}}, /* the joker may not be led */
        {"5S RJ", ALL, S, {ALL, ALL, ALL, ALL, ALL}}, /* void in all four */
        {"RJ", C | D | H, ALL, {ALL, ALL, ALL, ALL, ALL}},
    };
    struct ruleset rules = ruleset("two-jokers", NULL);
    uint8_t order = trick_order(&rules, call("6NT"));
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint8_t nt = JOKER_NT_ANY; nt <= JOKER_NT_FREE; nt++)
            assert_int_equal(
                trick_lead_suits(order, nt, cards(cases[i].held), cases[i].shown, cases[i].played),
                cases[i].allowed[nt]);
    }
}

static void a_joker_that_may_name_no_suit_is_not_led(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "joker_nt=first-or-last", NULL);
    struct game game =
        trick_game(&rules, "6NT", (const char *const[]){"5S RJ", "6S 7S", "8S 9S", "10S JS"});
    (void)state;
    game.void_shown[0] = 14;
    game.suit_played[0] = 1;
    assert_cards(legal_now(&game, &rules).cards, "5S");
}

static void the_claim_word_is_the_contractors(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    const char *const hands[] = {"AH 5C", "KH AC", "QH KC", "JC QC"};
    struct game game = trick_game(&rules, "6S", hands);
    (void)state;
    assert_true(legal_now(&game, &rules).words == 1u << ACTION_CLAIM);
    play(&game, &rules, "AH");
    assert_int_equal(legal_now(&game, &rules).words, 0);
    play(&game, &rules, "KH QH JC");
    assert_int_equal(game.best, 3); /* the left bower ruffs */
    assert_int_equal(legal_now(&game, &rules).words, 0);

    game = trick_game(&rules, "misere", hands);
    assert_int_equal(legal_now(&game, &rules).words, 0);
    rules.claims = 0;
    game = trick_game(&rules, "6S", hands);
    assert_int_equal(legal_now(&game, &rules).words, 0);
}

static void a_forced_card_is_all_that_is_legal(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    struct game game =
        trick_game(&rules, "6NT", (const char *const[]){"RJ 5C", "KH AC", "QH KC", "AH QC"});
    (void)state;
    game.must_play = 1;
    game.forced = CARD_RJ;
    game.forced_suit = SUIT_D;
    struct legal legal = legal_now(&game, &rules);
    assert_cards(legal.cards, "RJ");
    assert_int_equal(legal.joker_suits[0], 1 << SUIT_D);
    assert_int_equal(legal.words, 0);
    play(&game, &rules, "RJ=D KH QH AH");
    assert_int_equal(game.must_play, 0);
    assert_int_equal(game.best, 0);
    assert_true(legal_now(&game, &rules).words == 1u << ACTION_CLAIM);
}

/* The shown order of the cards is the order in which they take tricks. */
static void a_ranking_goes_down(void **state)
{
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        struct ruleset_error error;
        struct ruleset rules;
        const char *name = preset_name(preset);
        assert_int_equal(ruleset_preset(&rules, name, strlen(name), &error), 0);
        for (int i = 0; i < rules.call_count; i++) {
            card_t cards[CARDS_MAX], deck[CARDS_MAX];
            uint8_t order = trick_order(&rules, rules.call_order[i]);
            int total = 0, jokers = 0, size = deck_cards(&rules, deck);
            for (int suit = 0; suit < SUITS; suit++) {
                int count = trick_ranking(&rules, rules.call_order[i], (enum suit)suit, cards);
                for (int k = 1; k < count; k++)
                    assert_true(trick_power(order, cards[k - 1]) > trick_power(order, cards[k]));
                total += count;
            }
            for (int k = 0; k < size; k++)
                jokers += trick_suit(order, deck[k]) == SUIT_NONE;
            assert_int_equal(total + jokers, size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_rank_as_the_rules_say),
        cmocka_unit_test(a_left_bower_is_a_trump),
        cmocka_unit_test(a_matching_four_is_the_lowest_trump),
        cmocka_unit_test(suits_and_sets_agree),
        cmocka_unit_test(a_ranking_goes_down),
        cmocka_unit_test(the_left_bower_follows_trumps),
        cmocka_unit_test(off_suit_cards_win_nothing),
        cmocka_unit_test(a_low_trump_beats_an_ace_and_a_higher_one_beats_it),
        cmocka_unit_test(folded_hands_are_skipped),
        cmocka_unit_test(a_led_joker_names_a_suit),
        cmocka_unit_test(in_a_suit_contract_the_joker_is_a_trump),
        cmocka_unit_test(jokers_follow_by_joker_nt),
        cmocka_unit_test(jokers_lead_by_joker_nt),
        cmocka_unit_test(a_joker_that_may_name_no_suit_is_not_led),
        cmocka_unit_test(the_claim_word_is_the_contractors),
        cmocka_unit_test(a_forced_card_is_all_that_is_legal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
