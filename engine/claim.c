/* claim.c - decides claims (rules 5, "Claims").
 *
 * As each claimed card must win its trick, the lead stays with the claimer: what one other hand
 * plays never changes what another may play. So a claim is valid if no single hand, by any legal
 * way of playing to the announced leads, can ever beat one of them. Each hand is searched on its
 * own, over the cards that it has left; the suits in which it has shown void matter to jokers
 * without trumps. */
#include "claim.h"
#include "trick.h"

#include <assert.h>
#include <string.h>

/* The suit that card `i` of a claim asks for. */
static enum suit claim_suit(const struct action *claim, uint8_t order, int i)
{
    card_t card = claim->cards[i];
    enum suit suit = trick_suit(order, card);
    return suit == SUIT_NONE ? (enum suit)claim->joker[card - CARD_RJ] : suit;
}

bool claim_is_formed(const struct game *game, const struct ruleset *rules,
                     const struct action *claim)
{
    assert(game->phase == PHASE_PLAY);
    uint8_t hand = game->hand_due;
    cardset_t held = game->hands[hand];
    uint8_t played = game->suit_played[hand];

    if (claim->kind != ACTION_CLAIM || claim->count != cardset_count(held))
        return false;
    for (int i = 0; i < claim->count; i++) {
        card_t card = claim->cards[i];
        if (!cardset_has(held, card))
            return false;
        if (card_is_joker(card)) {
            uint8_t named = claim->joker[card - CARD_RJ];
            uint8_t suits = trick_has_trumps(game->order)
                                ? 0
                                : trick_lead_suits(game->order, rules->joker_nt, held,
                                                   game->void_shown[hand], played);
            if (suits == 0 ? named != SUIT_NONE || !trick_has_trumps(game->order)
                           : named >= SUITS || !(suits >> named & 1))
                return false;
        }
        enum suit suit = trick_suit(game->order, card);
        if (suit != SUIT_NONE)
            played |= (uint8_t)(1 << suit);
        held &= ~CARDSET(card);
    }
    return true;
}

/* One hand against the leads of a claim. Its cards are numbered; a set of cards is a mask. */
struct search {
    uint8_t order, joker_nt;
    int leads, cards;
    enum suit lead_suit[HAND_CARDS];
    card_t card[HAND_CARDS];
    uint8_t suit[HAND_CARDS]; /* of each card, SUIT_NONE for a joker without trumps */
    /* table hand: the card that must go before this one can be played */
    uint16_t under[HAND_CARDS];
    uint16_t beats[HAND_CARDS];  /* by lead: the cards that can beat it, if they may be played */
    uint16_t threat[HAND_CARDS]; /* cards that beat this lead or a later one */
    uint64_t seen[1 << SUITS][(1 << HAND_CARDS) / 64]; /* known to beat nothing */
};

static void add_card(struct search *search, card_t card, uint16_t under)
{
    /* cppcheck-suppress ctuuninitvar ; the caller has set all entries that are read */
    assert(search->cards < HAND_CARDS);
    search->card[search->cards] = card;
    search->suit[search->cards] = (uint8_t)trick_suit(search->order, card);
    search->under[search->cards] = under;
    search->cards++;
}

/* The cards of a hand, face up or (table hands) still covered. */
static void add_hand(struct search *search, const struct game *game, int hand)
{
    cardset_t held = game->hands[hand];
    while (held)
        add_card(search, cardset_pop(&held), 0);
    int up = search->cards;
    for (int i = 0; i < 5 && game->down_count[hand] > 0; i++) {
        for (int j = 0; j < up; j++) {
            if (search->card[j] == game->over[hand][i])
                add_card(search, game->down[hand][i], (uint16_t)(1 << j));
        }
    }
}

static void add_leads(struct search *search, const struct action *claim)
{
    search->leads = claim->count;
    for (int lead = 0; lead < search->leads; lead++) {
        uint8_t power = trick_power(search->order, claim->cards[lead]);
        search->lead_suit[lead] = claim_suit(claim, search->order, lead);
        search->beats[lead] = 0;
        for (int i = 0; i < search->cards; i++) {
            uint8_t own = trick_power(search->order, search->card[i]);
            if (own > power &&
                ((enum suit)search->suit[i] == search->lead_suit[lead] || own >= TRICK_POWER_TRUMP))
                search->beats[lead] |= (uint16_t)(1 << i);
        }
    }
    for (int lead = search->leads; lead-- > 0;)
        search->threat[lead] =
            (uint16_t)(search->beats[lead] |
                       (lead + 1 < search->leads ? search->threat[lead + 1] : 0));
}

/* The cards of `left` that may be played to a lead, as a mask. */
static uint16_t playable(const struct search *search, int lead, uint16_t left, uint8_t voids,
                         uint8_t played)
{
    cardset_t held = 0;
    uint16_t mask = 0;

    for (int i = 0; i < search->cards; i++) {
        if (left >> i & 1 && !(left & search->under[i]))
            held |= CARDSET(search->card[i]);
    }
    held =
        trick_follow(search->order, search->joker_nt, held, search->lead_suit[lead], voids, played);
    for (int i = 0; i < search->cards; i++) {
        if (left >> i & 1 && cardset_has(held, search->card[i]))
            mask |= (uint16_t)(1 << i);
    }
    return mask;
}

/* Whether the hand, with the cards `left` and `lead` the next lead, can beat that lead or a later
 * one. The suits it has played follow from the cards left, so the key needs only the voids. */
static bool can_beat(struct search *search, int lead, uint16_t left, uint8_t voids, uint8_t played)
{
    if (lead == search->leads || !(left & search->threat[lead]))
        return false;
    uint64_t *seen = &search->seen[voids][left / 64], bit = (uint64_t)1 << left % 64;
    if (*seen & bit)
        return false;
    *seen |= bit;

    uint16_t choice = playable(search, lead, left, voids, played);
    if (choice & search->beats[lead])
        return true;
    enum suit led = search->lead_suit[lead];
    for (int i = 0; i < search->cards; i++) {
        if (!(choice >> i & 1))
            continue;
        uint8_t voids_then = voids, played_then = played;
        if ((enum suit)search->suit[i] != SUIT_NONE) {
            played_then |= (uint8_t)(1 << search->suit[i]);
            /* With trumps nothing depends on the voids, so there are fewer keys. */
            if ((enum suit)search->suit[i] != led && !trick_has_trumps(search->order))
                voids_then |= (uint8_t)(1 << led);
        }
        if (can_beat(search, lead + 1, (uint16_t)(left & ~(1u << i)), voids_then, played_then))
            return true;
    }
    return false;
}

static bool hand_can_beat(const struct game *game, const struct ruleset *rules,
                          const struct action *claim, int hand)
{
    struct search search;

    search.order = game->order;
    search.joker_nt = rules->joker_nt;
    search.cards = 0;
    add_hand(&search, game, hand);
    add_leads(&search, claim);
    if (search.threat[0] == 0)
        return false;
    memset(search.seen, 0, sizeof search.seen);
    return can_beat(&search, 0, (uint16_t)((1u << search.cards) - 1),
                    trick_has_trumps(game->order) ? 0 : game->void_shown[hand],
                    game->suit_played[hand]);
}

bool claim_stands(const struct game *game, const struct ruleset *rules, const struct action *claim)
{
    assert(game->trick_count == 0);
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        bool plays = !(game->folded >> hand & 1) && game->hands[hand];
        if (hand != game->hand_due && plays && hand_can_beat(game, rules, claim, hand))
            return false;
    }
    return true;
}
