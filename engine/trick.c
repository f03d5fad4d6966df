/* trick.c - how cards rank under a contract, what may be played, who wins (rules 5).
 *
 * An order is (denomination, joker order, matching four): denomination * 4 + red * 2 + fours, with
 * denominations S C D H NT JNT. What a card is under each order is worked out by the compiler: a
 * card in play costs only table look-ups. */
#include "trick.h"

#include <assert.h>

/* As plain numbers, because they stand in tables beside ranks and suits. */
#define JOKER_R 64
#define JOKER_B 65
_Static_assert((int)CARD_RJ == JOKER_R && (int)CARD_BJ == JOKER_B, "jokers come last");

#define ORDER_DENOM(o) ((o) >> 2)
#define ORDER_RED(o) ((o) >> 1 & 1)
#define ORDER_FOURS(o) ((o)&1)
#define TRUMPS(o) (ORDER_DENOM(o) < 4)

#define SUIT_OF(c) ((c) >> 4)
#define RANK_OF(c) ((c)&15)
#define JOKER(c) ((c) >= JOKER_R)

/* The other suit of the same colour: S and C, D and H stand side by side. */
#define SAME_COLOUR(suit) ((suit) ^ 1)

/* The left bower, or the four that matches the trumps' colour: a trump that shows another suit. */
#define CONVERT(o, c)                                                                              \
    (SUIT_OF(c) == SAME_COLOUR(ORDER_DENOM(o)) &&                                                  \
     (RANK_OF(c) == RANK_J || (ORDER_FOURS(o) && RANK_OF(c) == RANK_4)))
#define TRUMP(o, c) (TRUMPS(o) && (JOKER(c) || SUIT_OF(c) == ORDER_DENOM(o) || CONVERT(o, c)))

/* Trumps from the top: two jokers, two bowers, A K Q 13 .. 2; a matching four is below them all. */
#define POWER_JOKER(o, c) (TRICK_POWER_TRUMP + 20 + (((c) == JOKER_B) != ORDER_RED(o)))
#define POWER_TRUMP(o, c)                                                                          \
    (RANK_OF(c) == RANK_J                     ? TRICK_POWER_TRUMP + 18 + !CONVERT(o, c)            \
     : ORDER_FOURS(o) && RANK_OF(c) == RANK_4 ? TRICK_POWER_TRUMP                                  \
                                              : TRICK_POWER_TRUMP + 1 + RANK_OF(c))
/* Plain suits: A K Q J 13 .. 2, in JNT the jack over the ace. */
#define POWER_PLAIN(o, c)                                                                          \
    (ORDER_DENOM(o) == DENOM_JNT && RANK_OF(c) == RANK_J ? 17 : 1 + RANK_OF(c))

#define POWER(o, c)                                                                                \
    (JOKER(c) ? POWER_JOKER(o, c) : TRUMP(o, c) ? POWER_TRUMP(o, c) : POWER_PLAIN(o, c))
#define SUIT(o, c) (TRUMP(o, c) ? ORDER_DENOM(o) : JOKER(c) ? SUIT_NONE : SUIT_OF(c))

/* clang-format off */
#define CARDS_4(f, o, c) f(o, (c)), f(o, (c) + 1), f(o, (c) + 2), f(o, (c) + 3)
#define CARDS_16(f, o, c)                                                                          \
    CARDS_4(f, o, c), CARDS_4(f, o, (c) + 4), CARDS_4(f, o, (c) + 8), CARDS_4(f, o, (c) + 12)
#define ALL_CARDS(f, o) \
    {CARDS_16(f, o, 0), CARDS_16(f, o, 16), CARDS_16(f, o, 32), CARDS_16(f, o, 48), \
     f(o, JOKER_R), f(o, JOKER_B)}
#define ORDERS_4(f, g, o) f(g, (o)), f(g, (o) + 1), f(g, (o) + 2), f(g, (o) + 3)
#define ALL_ORDERS(f, g) \
    {ORDERS_4(f, g, 0), ORDERS_4(f, g, 4), ORDERS_4(f, g, 8), ORDERS_4(f, g, 12), \
     ORDERS_4(f, g, 16), ORDERS_4(f, g, 20)}
/* clang-format on */

#define STRENGTH(o, c)                                                                             \
    {                                                                                              \
        SUIT(o, c), POWER(o, c)                                                                    \
    }
const struct trick_strength trick_strengths[TRICK_ORDERS][CARDS_MAX] =
    ALL_ORDERS(ALL_CARDS, STRENGTH);

#define BIT(suit, rank) CARDSET((suit)*RANKS + (rank))
#define NATURAL(s) ((cardset_t)0xffff << ((s)*RANKS))
#define JOKERS TRICK_JOKERS
#define CONVERTS(o, s) (BIT(s, RANK_J) | (ORDER_FOURS(o) ? BIT(s, RANK_4) : (cardset_t)0))
#define SUIT_SET(o, s)                                                                             \
    (!TRUMPS(o)                           ? NATURAL(s)                                             \
     : (s) == ORDER_DENOM(o)              ? NATURAL(s) | CONVERTS(o, SAME_COLOUR(s)) | JOKERS      \
     : (s) == SAME_COLOUR(ORDER_DENOM(o)) ? NATURAL(s) & ~CONVERTS(o, s)                           \
                                          : NATURAL(s))
#define ALL_SUITS(f, o)                                                                            \
    {                                                                                              \
        f(o, 0), f(o, 1), f(o, 2), f(o, 3)                                                         \
    }

const cardset_t trick_suit_sets[TRICK_ORDERS][SUITS] = ALL_ORDERS(ALL_SUITS, SUIT_SET);

uint8_t trick_order(const struct ruleset *rules, call_t call)
{
    assert(call < CALL_COUNT);
    int denomination = call == CALL_PASS ? DENOM_NT : call_denomination(call);
    if (denomination >= DENOM_SPECIAL)
        denomination = DENOM_NT;
    return (uint8_t)(denomination * 4 + (rules->joker_order == JOKER_ORDER_RED) * 2 +
                     (rules->deck == DECK_43M));
}

enum suit trick_suit(uint8_t order, card_t card)
{
    assert(order < TRICK_ORDERS && card < CARDS_MAX);
    return (enum suit)trick_strengths[order][card].suit;
}

cardset_t trick_suit_cards(uint8_t order, enum suit suit)
{
    assert(order < TRICK_ORDERS && (int)suit < SUITS);
    return trick_suit_sets[order][suit];
}

uint8_t trick_power(uint8_t order, card_t card)
{
    assert(order < TRICK_ORDERS && card < CARDS_MAX);
    return trick_strengths[order][card].power;
}

/* `first-or-last` in the table of rules 5, for a hand that holds more than jokers. */
int trick_ranking(const struct ruleset *rules, call_t call, enum suit suit, card_t cards[CARDS_MAX])
{
    assert(call < CALL_COUNT);
    card_t deck[CARDS_MAX];
    uint8_t order = trick_order(rules, call);
    int size = deck_cards(rules, deck), count = 0;

    for (int i = 0; i < size; i++) {
        int at = count;
        if (trick_suit(order, deck[i]) != suit)
            continue;
        for (; at > 0 && trick_power(order, cards[at - 1]) < trick_power(order, deck[i]); at--)
            cards[at] = cards[at - 1];
        cards[at] = deck[i];
        count++;
    }
    return count;
}

static bool first_or_last(uint8_t order, cardset_t held, int suit, uint8_t void_shown,
                          uint8_t suit_played)
{
    return !(void_shown >> suit & 1) &&
           (!(suit_played >> suit & 1) || !(held & trick_suit_sets[order][suit]));
}

/* Without trumps, a hand with a joker: the column "following" of the table in rules 5. */
static cardset_t follow_with_joker(uint8_t order, uint8_t joker_nt, cardset_t held, enum suit led,
                                   uint8_t void_shown, uint8_t suit_played)
{
    cardset_t jokers = held & JOKERS, in_suit = held & trick_suit_sets[order][led];
    cardset_t plain = in_suit ? in_suit : held & ~JOKERS;

    if (held == jokers)
        return held;
    switch ((enum joker_nt)joker_nt) {
    case JOKER_NT_ANY:
    case JOKER_NT_NOT_VOID:
        return in_suit ? in_suit : held;
    case JOKER_NT_NO_RENEGE:
        return in_suit || void_shown >> led & 1 ? plain : held;
    case JOKER_NT_FIRST_OR_LAST:
        return first_or_last(order, held, (int)led, void_shown, suit_played) ? plain | jokers
                                                                             : plain;
    case JOKER_NT_FREE:
        return plain | jokers;
    }
    return 0;
}

cardset_t trick_follow(uint8_t order, uint8_t joker_nt, cardset_t held, enum suit led,
                       uint8_t void_shown, uint8_t suit_played)
{
    assert(order < TRICK_ORDERS && (int)led < SUITS);
    if (!trick_has_trumps(order) && held & JOKERS)
        return follow_with_joker(order, joker_nt, held, led, void_shown, suit_played);
    cardset_t in_suit = held & trick_suit_sets[order][led];
    return in_suit ? in_suit : held;
}

uint8_t trick_lead_suits(uint8_t order, uint8_t joker_nt, cardset_t held, uint8_t void_shown,
                         uint8_t suit_played)
{
    const uint8_t all = (1 << SUITS) - 1;
    uint8_t mask = 0;

    assert(!trick_has_trumps(order));
    if (!(held & ~JOKERS) || void_shown == all)
        return all;
    switch ((enum joker_nt)joker_nt) {
    case JOKER_NT_ANY:
    case JOKER_NT_FREE:
        return all;
    case JOKER_NT_NOT_VOID:
    case JOKER_NT_NO_RENEGE:
        return (uint8_t)(all & ~void_shown);
    case JOKER_NT_FIRST_OR_LAST:
        for (int suit = 0; suit < SUITS; suit++) {
            if (first_or_last(order, held, suit, void_shown, suit_played))
                mask |= (uint8_t)(1 << suit);
        }
        return mask;
    }
    return 0;
}

static void legal_lead(const struct game *game, const struct ruleset *rules, struct legal *legal)
{
    uint8_t hand = game->hand_due;
    cardset_t held = game->hands[hand];

    legal->cards = held;
    if (!trick_has_trumps(game->order) && held & JOKERS) {
        uint8_t mask = trick_lead_suits(game->order, rules->joker_nt, held, game->void_shown[hand],
                                        game->suit_played[hand]);
        if (mask == 0)
            legal->cards &= ~JOKERS;
        for (int joker = 0; joker < 2; joker++) {
            if (cardset_has(held, (card_t)(CARD_RJ + joker)))
                legal->joker_suits[joker] = mask;
        }
    }
    /* Claims: bids and slams only, the contractor's own hand on lead. */
    if (rules->claims && call_is_bid(game->contract.call) && hand == game->contract.by)
        legal->words |= 1u << ACTION_CLAIM;
}

static void legal_forced(const struct game *game, struct legal *legal)
{
    legal->cards = CARDSET(game->forced);
    if (card_is_joker(game->forced) && game->forced_suit < SUITS)
        legal->joker_suits[game->forced - CARD_RJ] = (uint8_t)(1 << game->forced_suit);
}

cardset_t trick_follow_now(const struct game *game, const struct ruleset *rules)
{
    uint8_t hand = game->hand_due;
    assert(game->trick_count > 0);
    return trick_follow(game->order, rules->joker_nt, game->hands[hand], (enum suit)game->led,
                        game->void_shown[hand], game->suit_played[hand]);
}

void trick_legal_rare(const struct game *game, const struct ruleset *rules, struct legal *legal)
{
    if (game->must_play)
        legal_forced(game, legal);
    else if (game->trick_count == 0)
        legal_lead(game, rules, legal);
    else
        legal->cards = trick_follow_now(game, rules);
}

/* Whether a hand plays to tricks: it is not folded and was dealt cards. Hands beyond the last, and
 * dead ones, hold none. */
static bool plays(const struct game *game, unsigned hand)
{
    return !(game->folded >> hand & 1) && game->hands[hand];
}

void trick_start(struct game *game, uint8_t leader)
{
    assert(plays(game, leader) && game->order < TRICK_ORDERS);
    game->players_in = 0;
    unsigned last = leader;
    for (unsigned hand = leader + 1u; hand <= leader + (unsigned)HANDS_MAX; hand++) {
        unsigned place = hand < HANDS_MAX ? hand : hand - HANDS_MAX;
        if (!plays(game, place))
            continue;
        game->next_hand[last] = (uint8_t)place;
        game->players_in++;
        last = place;
    }
    game->trick = game->trick_count = 0;
    game->hand_due = game->leader = game->best = leader;
    game->best_power = 0;
    game->led = SUIT_NONE;
    game->must_play = 0;
    memset(game->table, CARD_NONE, sizeof game->table);
    memset(game->void_shown, 0, sizeof game->void_shown);
    memset(game->suit_played, 0, sizeof game->suit_played);
    memset(game->won, 0, sizeof game->won);
}
