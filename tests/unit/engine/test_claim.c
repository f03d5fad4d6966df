/* test_claim.c - claims: chosen cases, and random positions against every way to play them. */
#include "claim.h"
#include "trick_game.h"

#include <stdlib.h>

#define STANDS(contract, claim, ...)                                                               \
    claim_stands_with(&rules, contract, claim, (const char *const[]){__VA_ARGS__})

static bool claim_stands_with(const struct ruleset *rules, const char *contract, const char *text,
                              const char *const *hands)
{
    struct game game = trick_game(rules, contract, hands);
    struct action claim = action(text);
    assert_true(claim_is_formed(&game, rules, &claim));
    return claim_stands(&game, rules, &claim);
}

static void claims_of_top_cards_are_true(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    (void)state;
    assert_true(STANDS("6S", "claim:RJ:JS", "RJ JS", "AS KS", "AD KD", "JC 5C"));
    assert_true(STANDS("6S", "claim:RJ:JS", "RJ JS", "AS KS", "JC QS", "5C 6C"));
    assert_false(STANDS("6S", "claim:JS:AS", "JS AS", "RJ KS", "AD KD", "5C 6C"));
    assert_false(STANDS("6S", "claim:RJ:AS", "RJ AS", "JC KS", "AD KD", "5C 6C")); /* keeps JC */
    assert_true(STANDS("6S", "claim:RJ:AS", "RJ AS", "JC KD", "AD QD", "5C 6C"));  /* JC must go */
}

static void the_partner_counts_too(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    (void)state;
    assert_false(STANDS("6S", "claim:KD:QD", "KD QD", "5H 6H", "AD 7D", "5C 6C"));
}

static void a_ruff_is_a_danger_only_without_the_suit(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    (void)state;
    assert_false(STANDS("6S", "claim:AD:KD", "AD KD", "5S 5D", "6H 7H", "5C 6C"));
    assert_true(STANDS("6S", "claim:JS:KD", "JS KD", "5S 5D", "6H 7H", "5C 6C")); /* trump drawn */
    assert_false(STANDS("6S", "claim:KD:JS", "KD JS", "5S 5C", "6H 7H", "6C 7C"));
}

/* A hand keeps the cards it needs, as far as following suit allows. */
static void discards_are_searched(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", NULL);
    (void)state;
    /* Hand 1 can throw two cards on the trumps and keeps the queen. */
    assert_false(STANDS("6S", "claim:RJ:JS:JD", "RJ JS JD", "QD 5C 6C", "5H 6H 7H", "8H 9H 10H"));
    /* Hand 1 must throw one of its guarded high cards, but chooses which. */
    assert_false(STANDS("6S", "claim:RJ:JS:JD:JH", "RJ JS JD JH", "QD QH 5C 6C", "5H 6H 7H 8H",
                        "5D 6D 7D 8D"));
    assert_false(STANDS("6S", "claim:RJ:JS:AH:JD", "RJ JS AH JD", "QD QH 5H 6C", "7H 8H 9H 10H",
                        "5D 6D 7D 8D"));
    /* The diamond lead comes first and takes the queen's guard, not the queen. */
    assert_true(STANDS("6S", "claim:AD:JD", "AD JD", "QD 5C", "5H 6H", "8H 9H"));
}

static void jokers_without_trumps(void **state)
{
    struct ruleset any = ruleset("wikipedia", "claims=yes", NULL);
    struct ruleset renege = ruleset("wikipedia", "claims=yes", "joker_nt=no-renege", NULL);
    struct ruleset first = ruleset("wikipedia", "claims=yes", "joker_nt=first-or-last", NULL);
    struct ruleset unbound = ruleset("wikipedia", "claims=yes", "joker_nt=free", NULL);
    const char *const hands[] = {"AD AH", "5D RJ", "5H 6H", "7H 8H"};
    const char *const guarded[] = {"AD KD", "5D RJ", "5H 6H", "7H 8H"};
    struct action claim = action("claim:AD:AH"), two = action("claim:AD:KD");
    (void)state;

    struct game game = trick_game(&any, "6NT", hands);
    assert_false(claim_stands(&game, &any, &claim));
    game = trick_game(&renege, "6NT", hands); /* the last card is only a joker: it may be played */
    assert_false(claim_stands(&game, &renege, &claim));

    /* A hand that showed void in D may not play its joker there, nor over the higher one. */
    struct ruleset two_any = ruleset("two-jokers", "claims=yes", NULL);
    struct ruleset two_renege = ruleset("two-jokers", "claims=yes", "joker_nt=no-renege", NULL);
    const char *const last[] = {"AD BJ", "5C RJ", "5H 6H", "8H 9H"};
    struct action under = action("claim:AD:BJ=S");
    game = trick_game(&two_renege, "6NT", last);
    assert_false(claim_stands(&game, &two_renege, &under));
    game.void_shown[1] = 1 << SUIT_D;
    assert_true(claim_stands(&game, &two_renege, &under));
    assert_false(claim_stands(&game, &two_any, &under));

    /* With `free` the joker can be played at once, with `first-or-last` if D was not led before. */
    game = trick_game(&unbound, "6NT", guarded);
    assert_false(claim_stands(&game, &unbound, &two));
    game = trick_game(&first, "6NT", guarded);
    assert_false(claim_stands(&game, &first, &two));
}

static void the_form_of_a_claim(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "claims=yes", "joker_nt=first-or-last", NULL);
    const char *const hands[] = {"AD RJ 5S", "5D 6D 7D", "5H 6H 7H", "8H 9H 10H"};
    static const struct {
        const char *contract, *claim;
        bool formed;
    } cases[] = {
        {"6NT", "claim:AD:RJ=S:5S", true},     {"6NT", "claim:AD:RJ:5S", false},
        {"6NT", "claim:AD:RJ=D:5S", true}, /* no diamond is left: the last of the suit */
        {"6NT", "claim:5S:RJ=S:AD", true},     {"6NT", "claim:RJ=S:AD", false},
        {"6NT", "claim:RJ=S:AD:KD", false},    {"6NT", "claim", false},
        {"6NT", "claim:RJ=S:AD:5S:KS", false}, {"6S", "claim:RJ:AD:5S", true},
        {"6S", "claim:RJ=S:AD:5S", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct game game = trick_game(&rules, cases[i].contract, hands);
        struct action claim = action(cases[i].claim);
        if (claim_is_formed(&game, &rules, &claim) != cases[i].formed)
            fail_msg("%s in %s", cases[i].claim, cases[i].contract);
    }
    /* The suit was led before and cards of it remain: the joker may name it only when it is
     * gone. */
    struct game game = trick_game(&rules, "6NT", hands);
    game.suit_played[0] = 1 << SUIT_D;
    struct action early = action("claim:RJ=D:AD:5S"), late = action("claim:AD:RJ=D:5S");
    assert_false(claim_is_formed(&game, &rules, &early));
    assert_true(claim_is_formed(&game, &rules, &late));
    struct action play = action("AD");
    assert_false(claim_is_formed(&game, &rules, &play));
}

static void covered_cards_turn_up(void **state)
{
    struct ruleset rules = ruleset("two-handed-table", "claims=yes", NULL);
    const char *const hands[] = {"RJ AD", "5H 6H", "5C", "6C"};
    struct action claim = action("claim:RJ:KD"), sure = action("claim:RJ:AD");
    (void)state;
    struct game game = trick_game(&rules, "6S", hands);
    game.down_count[3] = 1;
    game.down[3][2] = card("QD");
    memset(game.over[3], CARD_NONE, sizeof game.over[3]);
    game.over[3][2] = card("6C");
    assert_true(claim_stands(&game, &rules, &sure));
    game.hands[0] = cards("RJ KD");
    assert_true(claim_stands(&game, &rules, &claim));
    game.down[3][2] = card("AD"); /* covered now, face up for the second trick */
    assert_false(claim_stands(&game, &rules, &claim));
    game.down[3][2] = card("AS"); /* a trump, and no diamond */
    assert_false(claim_stands(&game, &rules, &claim));
}

/* ------------------------------------------------------------------- against all ways of playing
 */

static uint32_t random_state;

static uint32_t random_below(uint32_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % limit;
}

static void turn_up(struct game *game)
{
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        for (int i = 0; i < 5 && game->down_count[hand] > 0; i++) {
            card_t over = game->over[hand][i];
            if (over != CARD_NONE && !cardset_has(game->hands[hand], over)) {
                game->over[hand][i] = CARD_NONE;
                game->hands[hand] |= CARDSET(game->down[hand][i]);
                game->down_count[hand]--;
            }
        }
    }
}

/* Plays the claim's cards in order against every legal play of the others, with all hands
 * together. */
static bool plays_out(const struct game *game, const struct ruleset *rules,
                      const struct action *claim, int next)
{
    struct legal legal = {0};
    if (game->trick_count == 0) {
        if (next == claim->count)
            return true;
        card_t lead = claim->cards[next];
        struct game then = *game;
        trick_play(&then, lead, card_is_joker(lead) ? claim->joker[lead - CARD_RJ] : SUIT_NONE);
        return plays_out(&then, rules, claim, next + 1);
    }
    trick_legal(game, rules, &legal);
    while (legal.cards) {
        struct game then = *game;
        if (trick_play(&then, cardset_pop(&legal.cards), SUIT_NONE)) {
            if (then.best != 0)
                return false;
            turn_up(&then);
        }
        if (!plays_out(&then, rules, claim, next))
            return false;
    }
    return true;
}

/* A random end of a hand: few cards, mostly high ones, after some tricks. */
static bool random_position(struct game *game, const struct ruleset *rules, struct action *claim,
                            int size)
{
    static const char *const contracts[] = {"6S", "7D", "6NT", "7NT"};
    card_t list[CARDS_MAX];
    int count = deck_cards(rules, list);
    bool table = rules->two_handed == TWO_HANDED_TABLE;

    memset(game, 0, sizeof *game);
    memset(game->over, CARD_NONE, sizeof game->over);
    game->phase = PHASE_PLAY;
    game->contract.call = call(contracts[random_below(4)]);
    game->order = trick_order(rules, game->contract.call);
    for (int i = 0; i < size * rules->hand_count; i++) {
        int j = i + (int)random_below((uint32_t)(count - i));
        card_t swapped = list[j];
        list[j] = list[i];
        list[i] = swapped;
        game->hands[i % rules->hand_count] |= CARDSET(swapped);
    }
    uint8_t shown[HANDS_MAX], played[HANDS_MAX];
    trick_start(game, 0);
    for (int hand = 0; hand < rules->hand_count; hand++) {
        shown[hand] = (uint8_t)(random_below(16) & random_below(16));
        played[hand] = (uint8_t)(shown[hand] ^ random_below(16));
        for (int suit = 0; suit < SUITS; suit++) { /* its holder has not shown void in it */
            if (game->hands[hand] & trick_suit_cards(game->order, (enum suit)suit))
                shown[hand] &= (uint8_t) ~(1 << suit);
        }
        for (int i = 0; table && hand >= 2 && i < size / 2; i++) {
            cardset_t up = game->hands[hand];
            game->over[hand][i] = cardset_pop(&up);
            for (int k = 0; k < i; k++) { /* each under another face-up card */
                if (game->over[hand][i] == game->over[hand][k]) {
                    game->over[hand][i] = cardset_pop(&up);
                    k = -1;
                }
            }
            cardset_t rest = game->hands[hand];
            card_t down = CARD_NONE;
            while (rest)
                down = cardset_pop(&rest);
            game->down[hand][i] = down;
            game->hands[hand] &= ~CARDSET(down);
            game->down_count[hand]++;
        }
    }
    memcpy(game->void_shown, shown, sizeof shown);
    memcpy(game->suit_played, played, sizeof played);

    /* Leads from the strongest down, sometimes with two cards exchanged. */
    memset(claim, 0, sizeof *claim);
    claim->kind = ACTION_CLAIM;
    claim->joker[0] = claim->joker[1] = SUIT_NONE;
    cardset_t held = game->hands[0];
    while (held) {
        card_t c = cardset_pop(&held);
        int at = claim->count++;
        for (;
             at > 0 && trick_power(game->order, claim->cards[at - 1]) < trick_power(game->order, c);
             at--)
            claim->cards[at] = claim->cards[at - 1];
        claim->cards[at] = c;
        if (card_is_joker(c) && !trick_has_trumps(game->order))
            claim->joker[c - CARD_RJ] = (uint8_t)random_below(4);
    }
    int a = (int)random_below(claim->count), b = (int)random_below(claim->count);
    card_t swapped = claim->cards[a];
    claim->cards[a] = claim->cards[b];
    claim->cards[b] = swapped;
    return claim_is_formed(game, rules, claim);
}

static void check_random(const char *preset, const char *word, int size, int wanted)
{
    struct ruleset rules = ruleset(preset, "claims=yes", word, NULL);
    int stood = 0, failed = 0;

    for (int tries = 0; stood + failed < wanted && tries < wanted * 10; tries++) {
        struct game game;
        struct action claim;
        uint32_t seed = random_state;
        if (!random_position(&game, &rules, &claim, size))
            continue;
        bool stands = claim_stands(&game, &rules, &claim);
        if (stands != plays_out(&game, &rules, &claim, 0))
            fail_msg("%s %s: state %u: says %d", preset, word, seed, stands);
        stands ? stood++ : failed++;
    }
    assert_true(stood > wanted / 200);
    assert_true(failed > wanted / 20);
}

static void random_claims_are_decided_exactly(void **state)
{
    static const char *const joker_nt[] = {"joker_nt=any", "joker_nt=not-void",
                                           "joker_nt=no-renege", "joker_nt=first-or-last",
                                           "joker_nt=free"};
    (void)state;
    random_state = 500;
    for (int i = 0; i < 5; i++) {
        check_random("two-handed-dead", joker_nt[i], 5, 600);
        check_random("three-handed", joker_nt[i], 4, 600);
        check_random("two-jokers", joker_nt[i], 3, 600);
        check_random("matching-four", joker_nt[i], 3, 600);
        check_random("two-handed-table", joker_nt[i], 4, 600);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_of_top_cards_are_true),
        cmocka_unit_test(the_partner_counts_too),
        cmocka_unit_test(a_ruff_is_a_danger_only_without_the_suit),
        cmocka_unit_test(discards_are_searched),
        cmocka_unit_test(jokers_without_trumps),
        cmocka_unit_test(the_form_of_a_claim),
        cmocka_unit_test(covered_cards_turn_up),
        cmocka_unit_test(random_claims_are_decided_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
