/* sample.c - draws worlds: a matching that fits, then swaps that keep it fitting. */
#include "sample.h"

#include "sense.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    OWN_SUIT = 4,
    ROTATED_MAX = 4,   /* cards that change places at once */
    ROUNDS = 6,        /* over the unseen cards, from one world to the next */
    FIRST_ROUNDS = 60, /* from the world that the matching found */
};

uint32_t sample_below(uint64_t *random, uint32_t bound)
{
    return splitmix_below(random, bound);
}

int sample_suit(const struct seen *game, card_t card)
{
    if (game->contract.call != CALL_PASS &&
        cardset_has(sense_trumps(&game->rules, sense_denomination(game)), card))
        return OWN_SUIT;
    return card_is_joker(card) ? OWN_SUIT : (int)card_suit(card);
}

int sample_owner(const struct seen *game, int hand)
{
    assert(hand >= 0 && hand < HANDS_MAX);
    return game->rules.two_handed == TWO_HANDED_TABLE ? hand & 1 : hand;
}

/* ------------------------------------------------------------------------------ what is certain */

static bool is_table_hand(const struct seen *game, int hand)
{
    return game->rules.two_handed == TWO_HANDED_TABLE && hand >= game->rules.players;
}

/* The hands that play if none folds. */
static int hands_of(const struct seen *game)
{
    return game->rules.hand_count - game->rules.dead_hands;
}

/* Whether a card that does not follow shows that its hand is void in the suit. */
static bool shows_void(const struct seen *game, card_t card)
{
    bool trumps = game->contract.call != CALL_PASS && sense_denomination(game) <= DENOM_H;
    return trumps || !card_is_joker(card) || game->rules.joker_nt == JOKER_NT_ANY ||
           game->rules.joker_nt == JOKER_NT_NOT_VOID || game->rules.joker_nt == JOKER_NT_NO_RENEGE;
}

static void read_voids(struct sampler *sampler, int players_in)
{
    const struct seen *game = sampler->game;
    bool trumps = game->contract.call != CALL_PASS && sense_denomination(game) <= DENOM_H;
    int led = OWN_SUIT;

    for (int i = 0; i < game->play_count; i++) {
        const struct seen_play *play = &game->plays[i];
        int suit = sample_suit(game, play->card);
        if (i % players_in == 0)
            led = suit == OWN_SUIT && !trumps ? play->named : suit;
        else if (suit != led && led <= OWN_SUIT && shows_void(game, play->card) &&
                 !is_table_hand(game, play->hand)) /* their face-down cards do not count */
            sampler->voids[play->hand] |= (uint8_t)(1u << led);
    }
}

/* Teammates of a contractor that plays alone do not play. */
static bool folds(const struct seen *game, int hand)
{
    const struct ruleset *rules = &game->rules;
    const struct contract *contract = &game->contract;
    bool special = call_is_special(contract->call);

    if (contract->call == CALL_PASS || !(special || contract->slam) || hand == contract->by ||
        rules->side_of[hand] != rules->side_of[contract->by])
        return false;
    if (call_is_exchange(contract->call))
        return hand != contract->partner;
    return !(rules->misere_hands == MISERE_HANDS_BOTH && special && contract->call != CALL_HI_LO);
}

static int players_in(const struct seen *game)
{
    int count = 0;
    for (int hand = 0; hand < hands_of(game); hand++)
        count += !folds(game, hand);
    return count;
}

/* The number of cards in a hand that plays. The own seat may hold more or fewer for a moment. */
static int hand_size(const struct seen *game, int hand)
{
    int size = HAND_CARDS;
    for (int i = 0; i < game->play_count; i++)
        size -= game->plays[i].hand == hand;
    return size;
}

static uint8_t holders_of(const struct sampler *sampler, card_t card)
{
    const struct seen *game = sampler->game;
    const struct contract *contract = &game->contract;
    unsigned mask = 0, rest = 1u << SAMPLE_REST;

    if (card == contract->partner_card && contract->partner != SEAT_NONE &&
        contract->partner != game->seat)
        return (uint8_t)(1u << contract->partner);
    for (int hand = 0; hand < hands_of(game); hand++) {
        if (sampler->size[hand] && !(sampler->voids[hand] >> sample_suit(game, card) & 1))
            mask |= 1u << hand;
    }
    /* Cards of the kitty that all saw: the contractor holds them or has discarded them. */
    if (cardset_has(game->kitty_up, card))
        mask &= contract->by == SEAT_NONE ? 0 : 1u << contract->by;
    if (card != contract->partner_card)
        mask |= rest;
    return (uint8_t)mask;
}

/* Makes room in `holder`: moves one of its cards to another holder, which may have to do the same.
 */
static bool make_room(struct sampler *sampler, const uint8_t *left, unsigned holder,
                      unsigned *tried, uint8_t *room)
{
    *tried |= 1u << holder;
    if (left[holder] > 0) {
        *room = (uint8_t)holder;
        return true;
    }
    for (int i = 0; i < sampler->count; i++) {
        if (sampler->at[i] != holder)
            continue;
        for (unsigned to = 0; to < SAMPLE_HOLDERS; to++) {
            if ((sampler->allowed[i] >> to & 1) && !(*tried >> to & 1) &&
                make_room(sampler, left, to, tried, room)) {
                sampler->at[i] = (uint8_t)to;
                return true;
            }
        }
    }
    return false;
}

/* Gives each unseen card a holder. Returns false if that is impossible. */
static bool match(struct sampler *sampler)
{
    uint8_t left[SAMPLE_HOLDERS], room = 0;

    memcpy(left, sampler->size, sizeof left);
    memset(sampler->at, SAMPLE_HOLDERS, sizeof sampler->at);
    for (int i = 0; i < sampler->count; i++) {
        unsigned tried = 0;
        bool placed = false;
        for (unsigned to = 0; to < SAMPLE_HOLDERS && !placed; to++) {
            placed = (sampler->allowed[i] >> to & 1) && !(tried >> to & 1) &&
                     make_room(sampler, left, to, &tried, &room);
            if (placed)
                sampler->at[i] = (uint8_t)to;
        }
        if (!placed)
            return false;
        left[room]--;
    }
    return true;
}

bool sample_init(struct sampler *sampler, const struct seen *game, cardset_t hand)
{
    assert(game->seat < game->rules.players);
    const struct ruleset *rules = &game->rules;
    cardset_t unseen = rules->cards & ~(hand | game->played | game->gone | game->exposed);
    int hidden = 0;

    memset(sampler, 0, sizeof *sampler);
    sampler->game = game;
    sampler->own = hand;
    read_voids(sampler, players_in(game));
    for (int i = 0; i < hands_of(game); i++) {
        if (i == game->seat || folds(game, i))
            continue;
        sampler->known[i] = game->shown[i];
        unseen &= ~game->shown[i];
        int size = hand_size(game, i) - cardset_count(game->shown[i]);
        if (size < 0)
            return false;
        sampler->size[i] = (uint8_t)size;
        hidden += size;
    }
    while (unseen)
        sampler->cards[sampler->count++] = cardset_pop(&unseen);
    if (sampler->count < hidden)
        return false;
    sampler->size[SAMPLE_REST] = (uint8_t)(sampler->count - hidden);
    for (int i = 0; i < sampler->count; i++)
        sampler->allowed[i] = holders_of(sampler, sampler->cards[i]);
    return match(sampler);
}

/* Moves the first of `size` cards to the holder of the second, and so on round, if each may go
 * there. The same cards in reverse order move back. */
static void rotate(struct sampler *sampler, const uint32_t *cards, uint32_t size)
{
    uint8_t to[ROTATED_MAX];

    for (uint32_t i = 0; i < size; i++) {
        to[i] = sampler->at[cards[(i + 1) % size]];
        if (!(sampler->allowed[cards[i]] >> to[i] & 1))
            return;
        for (uint32_t j = 0; j < i; j++) {
            if (cards[j] == cards[i])
                return;
        }
    }
    for (uint32_t i = 0; i < size; i++)
        sampler->at[cards[i]] = to[i];
}

/* A walk over the worlds that fit in which each step is as likely as its reverse, so every world is
 * as likely as any other once the walk is long enough. Two cards that change places do not lead
 * everywhere: three hands may each lack another suit. */
static void walk(struct sampler *sampler, uint64_t *random, uint32_t rounds)
{
    uint32_t count = (uint32_t)sampler->count, cards[ROTATED_MAX];

    for (uint32_t i = 0; i < rounds * count; i++) {
        uint32_t size = 2 + i / count % (ROTATED_MAX - 1);
        cards[0] = i % count;
        for (uint32_t j = 1; j < size; j++)
            cards[j] = sample_below(random, count);
        rotate(sampler, cards, size);
    }
}

void sample_draw(struct sampler *sampler, uint64_t *random, struct world *world)
{
    uint32_t count = (uint32_t)sampler->count;

    walk(sampler, random, sampler->mixed ? ROUNDS : FIRST_ROUNDS);
    sampler->mixed = true;
    memset(world, 0, sizeof *world);
    memcpy(world->hands, sampler->known, sizeof world->hands);
    world->hands[sampler->game->seat] = sampler->own;
    for (uint32_t i = 0; i < count; i++) {
        cardset_t card = CARDSET(sampler->cards[i]);
        if (sampler->at[i] == SAMPLE_REST)
            world->rest |= card;
        else
            world->hands[sampler->at[i]] |= card;
    }
}

/* -------------------------------------------------------------------------------- what is likely
 */

static double chance(double spare, double width)
{
    return 1 / (1 + exp(-spare / width));
}

/* Tenths of a trick that a hand has over what a beginner wants for a level; see sense_bid. */
static double spare_of(const struct seen *game, cardset_t hand, int denom, int level)
{
    int partner = game->rules.side_count < game->rules.players ? 12 : 0;
    return sense_worth(&game->rules, hand, denom) + partner + SENSE_BOLD - 10 * level;
}

/* The level at which a denomination can be bid over a call. */
static int level_over(const struct ruleset *rules, call_t high, int denom)
{
    for (int level = 6; level <= 10; level++) {
        call_t call = CALL_BID(level, denom);
        if (rules->call_rank[call] > rules->call_rank[high])
            return level;
    }
    return 11;
}

/* The hand as it was dealt, as far as that is known, facing a pass over `high`, or a call. */
static double call_likelihood(const struct seen *game, cardset_t hand, call_t call, call_t high)
{
    double best = -100;

    if (call_is_no_trick(call)) {
        double weight = 1;
        for (cardset_t left = hand; left;) {
            card_t card = cardset_pop(&left);
            if (card_is_joker(card) || card_rank(card) >= RANK_K)
                weight *= 0.3;
        }
        return weight;
    }
    for (int denom = DENOM_S; denom <= DENOM_NT; denom++) {
        int level = level_over(&game->rules, high, denom);
        if (level > 10)
            continue;
        double spare = spare_of(game, hand, denom, level);
        best = spare > best ? spare : best;
    }
    if (call == CALL_PASS)
        return 1 - 0.97 * chance(best, 3);
    if (!call_is_bid(call))
        return 1;
    double spare = spare_of(game, hand, call_denomination(call), call_level(call));
    /* A bid in a suit that is not its best is a signal, or odd. */
    return (0.03 + chance(spare, 4)) * (0.05 + chance(spare - best + 3, 3));
}

/* A contractor tends to keep trumps and aces. */
static double discard_likelihood(const struct seen *game, const struct world *world)
{
    cardset_t trumps = sense_trumps(&game->rules, sense_denomination(game));
    double weight = 1;

    for (cardset_t left = world->rest; left;) {
        card_t card = cardset_pop(&left);
        if (cardset_has(trumps, card))
            weight *= 0.05;
        else if (card_rank(card) == RANK_A)
            weight *= 0.1;
        else if (card_rank(card) == RANK_K)
            weight *= 0.5;
    }
    return weight;
}

static cardset_t played_by(const struct seen *game, int hand)
{
    cardset_t cards = 0;
    for (int i = 0; i < game->play_count; i++) {
        if (game->plays[i].hand == hand)
            cards |= CARDSET(game->plays[i].card);
    }
    return cards;
}

/* Whether a beginner with this hand would have played the card: it is among those that sense_play
 * likes most. */
static bool is_habit(const struct seen *then, card_t played)
{
    cardset_t legal = 0;
    int value = sense_play_value(then, played), led = -1;

    if (then->on_table > 0) {
        card_t first = then->table[then->leader];
        led = card_is_joker(first) && then->named < SUITS ? then->named : sample_suit(then, first);
    }
    for (cardset_t left = then->hand; left && led >= 0;) {
        card_t card = cardset_pop(&left);
        legal |= sample_suit(then, card) == led ? CARDSET(card) : 0;
    }
    for (cardset_t left = legal ? legal : then->hand; left;) {
        if (sense_play_value(then, cardset_pop(&left)) > value)
            return false;
    }
    return true;
}

/* Each card that others played: most players do what a beginner does more often than not, partners
 * (who know more) less often. */
static double play_likelihood(const struct seen *game, const struct world *world)
{
    struct seen then = *game;
    int count = players_in(game);
    double weight = 1;

    memcpy(then.shown, world->hands,
           sizeof then.shown); /* the hands as they were, step by step backwards */
    for (int i = game->play_count - 1; i >= 0; i--) {
        const struct seen_play *play = &game->plays[i];
        int first = i - i % count;
        then.shown[play->hand] |= CARDSET(play->card);
        if (play->hand == game->seat || is_table_hand(game, play->hand))
            continue;
        memset(then.table, CARD_NONE, sizeof then.table);
        for (int j = first; j < i; j++)
            then.table[game->plays[j].hand] = game->plays[j].card;
        then.seat = play->hand;
        then.hand = then.shown[play->hand];
        then.leader = game->plays[first].hand;
        then.named = game->plays[first].named;
        then.on_table = i - first;
        bool mate = game->rules.side_of[play->hand] == game->rules.side_of[game->seat];
        if (!is_habit(&then, play->card))
            weight *= mate ? 0.8 : 0.45;
    }
    return weight;
}

double sample_likelihood(const struct seen *game, const struct world *world)
{
    const struct contract *contract = &game->contract;
    cardset_t dealt[SEATS_MAX];
    call_t high = CALL_PASS;
    seat_t high_by = SEAT_NONE;
    double weight = 1;

    for (int seat = 0; seat < game->rules.players; seat++)
        dealt[seat] = world->hands[seat] | played_by(game, seat);
    for (int i = 0; i < game->call_count; i++) {
        seat_t seat = game->calls[i].seat;
        call_t call = game->calls[i].call;
        bool mate =
            high_by != SEAT_NONE && game->rules.side_of[high_by] == game->rules.side_of[seat];
        /* A partner's pass says little; a hand that folds says nothing. */
        if (seat != game->seat && !(call == CALL_PASS && mate) && cardset_count(dealt[seat]) >= 9)
            weight *= call_likelihood(game, dealt[seat], call, high);
        if (call != CALL_PASS) {
            high = call;
            high_by = seat;
        }
    }
    if (call_is_bid(contract->call) && contract->by != game->seat && !contract->slam &&
        cardset_count(world->rest) <= KITTY_MAX)
        weight *= discard_likelihood(game, world);
    if (game->play_count > 0)
        weight *= play_likelihood(game, world);
    return weight + 1e-30;
}

void sample_pick(struct sampler *sampler, uint64_t *random, int candidates, struct world *world)
{
    assert(candidates > 0);
    double total = 0;

    for (int i = 0; i < candidates; i++) {
        struct world candidate;
        sample_draw(sampler, random, &candidate);
        double weight = sample_likelihood(sampler->game, &candidate);
        total += weight;
        if (sample_below(random, 1u << 30) * total < weight * (1u << 30))
            *world = candidate;
    }
}
