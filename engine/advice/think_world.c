/* think_world.c - worlds that agree with what a seat has seen, set up as games for the solver. */
#include "think_world.h"

#include "sense.h"

#include <string.h>

enum {
    NODES_MIN = 8000,
    NODES_MAX = 400000,  /* for one position: 2 ms to a tenth of a second */
    NODES_FIXED = 60000, /* used where worlds are counted instead of time */
};

bool think_world_goes_on(const struct think *think, int done, int most)
{
    if (think->worlds > 0)
        return done < think->worlds && done < most;
    return done < most && think->left_usec() > 0;
}

/* About 3 nodes a microsecond, for a third of the time that is left. */
uint64_t think_world_nodes(const struct think *think)
{
    if (think->worlds > 0)
        return think->nodes > 0 && think->nodes < NODES_FIXED ? think->nodes : NODES_FIXED;
    int64_t left = think->left_usec();
    return left < NODES_MIN ? NODES_MIN : left > NODES_MAX ? NODES_MAX : (uint64_t)left;
}

static int first_leader(const struct seen *game, const struct contract *contract)
{
    if (game->play_count > 0)
        return game->plays[0].hand;
    return contract->by != SEAT_NONE ? contract->by : (game->dealer + 1) % game->rules.players;
}

bool think_world_imagine(const struct think *think, struct sampler *sampler,
                         const struct seen *game, cardset_t hand)
{
    if (think->version == 1 && game->rules.two_handed == TWO_HANDED_TABLE)
        return false;
    return sample_init(sampler, game, hand);
}

/* Lays five cards of a table hand of ten face down, each under the one that covers it. The places
 * of cards that have not turned up are not known, so any will do. */
static void cover(struct game *play, const struct seen *game, int hand, const struct world *world)
{
    cardset_t over = play->hands[hand], down = world->hands[hand] & ~game->shown[hand];
    uint64_t random = (uint64_t)(down ^ down >> 64);
    int count = 0;

    for (int i = 0; i < game->play_count; i++) {
        if (game->plays[i].hand != hand || game->plays[i].under == CARD_NONE)
            continue;
        play->over[hand][count] = game->plays[i].card;
        play->down[hand][count++] = game->plays[i].under;
        over &= ~(CARDSET(game->plays[i].card) | CARDSET(game->plays[i].under));
    }
    over &= ~down;
    while (over && down && count < 5) {
        cardset_t left = down;
        for (uint32_t skip = sample_below(&random, (uint32_t)cardset_count(down)); skip > 0; skip--)
            left &= left - 1;
        play->over[hand][count] = cardset_pop(&over);
        play->down[hand][count++] = cardset_first(left);
        down ^= CARDSET(cardset_first(left));
    }
    play->down_count[hand] = (uint8_t)count;
    for (int i = 0; i < count; i++)
        play->hands[hand] &= ~CARDSET(play->down[hand][i]);
}

bool think_world_set_up(struct game *play, const struct seen *game, const struct contract *contract,
                        const struct world *world, cardset_t hand)
{
    struct setup setup = {.call = contract->call,
                          .by = contract->by == SEAT_NONE ? game->seat : contract->by,
                          .partner = contract->partner,
                          .slam = contract->slam};

    memcpy(setup.hands, world->hands, sizeof setup.hands);
    setup.hands[game->seat] = hand;
    setup.leader = (uint8_t)first_leader(game, contract);
    for (int i = 0; i < game->play_count; i++)
        setup.hands[game->plays[i].hand] |= CARDSET(game->plays[i].card);
    if (setup_game(play, &game->rules, &setup))
        return false;
    for (int i = game->rules.players;
         game->rules.two_handed == TWO_HANDED_TABLE && i < game->rules.hand_count; i++)
        cover(play, game, i, world);
    return true;
}

cardset_t think_world_throw(const struct seen *game, call_t call, cardset_t hand, int count)
{
    struct seen mine = *game;
    struct seen_turn turn = {.phase = PHASE_DISCARD, .choose = count, .from = hand};
    struct action action;
    cardset_t cards = 0;

    if (count <= 0)
        return 0;
    mine.hand = hand;
    mine.contract.call = call;
    mine.contract.by = game->seat;
    sense_choose(&mine, &turn, &action);
    for (int i = 0; i < action.count; i++)
        cards |= CARDSET(action.cards[i]);
    return cards;
}

/* The highest trump (else the highest card) that is missing. */
card_t think_world_call_card(const struct seen *game, int denom, cardset_t from)
{
    cardset_t jokers = sense_trumps(&game->rules, DENOM_NT),
              trumps = sense_trumps(&game->rules, denom);
    cardset_t barred = game->rules.partner_cards == PARTNER_CARDS_ANY ? 0 : jokers;
    card_t best = CARD_NONE;
    int best_power = -1;

    if (game->rules.partner_cards == PARTNER_CARDS_NO_TRUMPS)
        barred |= trumps;
    for (cardset_t left = from & ~barred & ~game->hand & ~game->gone; left;) {
        card_t card = cardset_pop(&left);
        int power = card_is_joker(card) ? 99 : (int)card_rank(card);
        if (!card_is_joker(card) && denom <= DENOM_H && cardset_has(trumps, card))
            power += 30 + (card_rank(card) == RANK_J ? 20 + ((int)card_suit(card) == denom) : 0);
        if (power > best_power) {
            best = card;
            best_power = power;
        }
    }
    return best;
}

/* Gives the contractor its share of the unseen cards and discards as many. */
static cardset_t take_kitty(const struct seen *game, seat_t by, call_t call,
                            const struct world *world, uint64_t *random)
{
    cardset_t hand = world->hands[by], kitty = 0, rest = world->rest;
    int count = game->rules.two_handed == TWO_HANDED_DRAFT ? cardset_count(game->kitty_up)
                                                           : game->rules.kitty_size;

    if (game->rules.two_handed == TWO_HANDED_DRAFT)
        kitty = rest & game->kitty_up;
    while (cardset_count(kitty) < count && rest & ~kitty) {
        cardset_t left = rest & ~kitty;
        for (uint32_t skip = sample_below(random, (uint32_t)cardset_count(left)); skip > 0; skip--)
            left &= left - 1;
        kitty |= CARDSET(cardset_first(left));
    }
    struct seen theirs = *game;
    theirs.seat = by;
    return (hand | kitty) & ~think_world_throw(&theirs, call, hand | kitty,
                                               cardset_count(hand | kitty) - HAND_CARDS);
}

static void name_partner(const struct seen *game, const struct world *world,
                         struct contract *contract)
{
    cardset_t others = 0;
    for (int seat = 0; seat < game->rules.players; seat++)
        others |= seat == contract->by ? 0 : world->hands[seat];
    card_t card = think_world_call_card(game, call_denomination(contract->call), others);
    for (seat_t seat = 0; card != CARD_NONE && seat < game->rules.players; seat++) {
        if (seat != contract->by && cardset_has(world->hands[seat], card))
            contract->partner = seat;
    }
}

bool think_world_bid(struct game *play, const struct seen *game, seat_t by, call_t call,
                     const struct world *seen, uint64_t *random)
{
    struct contract contract = {.call = call, .by = by, .partner = SEAT_NONE};
    struct world world = *seen;

    world.hands[game->seat] = game->hand;
    if (call_is_bid(call) || game->rules.kitty[call - CALL_SPECIAL_FIRST])
        world.hands[by] = take_kitty(game, by, call, &world, random);
    if (game->rules.players == 5 && call_is_bid(call))
        name_partner(game, &world, &contract);
    return think_world_set_up(play, game, &contract, &world, world.hands[game->seat]);
}

bool think_world_play(struct game *play, const struct seen *game, const struct world *world)
{
    if (!think_world_set_up(play, game, &game->contract, world, world->hands[game->seat]))
        return false;
    for (int i = 0; i < game->play_count; i++) {
        const struct seen_play *card = &game->plays[i];
        struct action action = {.kind = ACTION_PLAY,
                                .count = 1,
                                .joker = {SUIT_NONE, SUIT_NONE},
                                .cards = {card->card}};
        if (card_is_joker(card->card))
            action.joker[card->card - CARD_RJ] = card->named;
        if (play->phase != PHASE_PLAY || game_apply(play, &game->rules, &action, NULL))
            return false;
    }
    return play->phase == PHASE_PLAY;
}
