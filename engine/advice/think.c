/* think.c - the play, discards, and the smaller decisions. */
#include "think.h"
#include "think_parts.h"
#include "think_world.h"

#include "sense.h"
#include "stake.h"

#include <assert.h>
#include <string.h>

enum {
    WORLDS_MAX = 160, /* more worlds seldom change a decision */
    CANDIDATES = 16,  /* worlds drawn for each one that is looked at */
    DISCARDS_MAX = 16
};

/* Few worlds prove little, so a beginner's choice gets a bonus of this much in all. */
static const double trust_in_habit = 0.05;

/* ----------------------------------------------------------------------------------------- play */

/* What a value of the solver is worth to the own side. */
static void fill_gains(const struct seen *game, int goal, double gains[TRICKS + 1])
{
    const struct contract *contract = &game->contract;
    bool ours = contract->by == SEAT_NONE ||
                game->rules.side_of[contract->by] == game->rules.side_of[game->seat] ||
                contract->partner == game->seat;

    for (int value = 0; value <= TRICKS; value++) {
        int tricks = goal == SOLVE_NO_TRICK ? !value : goal == SOLVE_FIVE ? 5 * value : value;
        gains[value] = stake_chance(game, contract, tricks) + (ours ? 0.0002 : -0.0002) * value;
    }
}

/* Returns the place of a card in the solver's list, or -1. */
static int find_card(const struct solve_result *result, const struct action *play)
{
    card_t card = play->cards[0];
    uint8_t named = card_is_joker(card) ? play->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;

    for (int i = 0; i < result->count; i++) {
        if (result->cards[i].card == card && result->cards[i].named == named)
            return i;
    }
    return -1;
}

/* Adds what each legal card leads to in one world. Returns false if the world tells nothing. */
static bool add_world(struct think *think, const struct seen *game, const struct seen_turn *turn,
                      const struct world *world, double sums[LEGAL_LIST_MAX], uint64_t *nodes)
{
    struct game play;
    struct solve_result result = {.nodes = 0};
    double gains[TRICKS + 1], now[LEGAL_LIST_MAX];

    if (!think_world_play(&play, game, world) || play.hand_due != turn->hand)
        return false;
    int status = solve_play(&think->solver, &play, &game->rules, think_world_nodes(think), &result);
    *nodes += result.nodes;
    if (status)
        return false;
    fill_gains(game, result.goal, gains);
    for (int i = 0; i < turn->legal_count; i++) {
        int at = turn->legal[i].kind == ACTION_PLAY ? find_card(&result, &turn->legal[i]) : -2;
        if (at == -1)
            return false;
        now[i] = at >= 0 ? gains[result.cards[at].value] : 0;
    }
    for (int i = 0; i < turn->legal_count; i++)
        sums[i] += now[i];
    return true;
}

static bool same_play(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->cards[0] == b->cards[0] &&
           memcmp(a->joker, b->joker, sizeof a->joker) == 0;
}

static void think_play(struct think *think, const struct seen *game, const struct seen_turn *turn,
                       struct action *action)
{
    double sums[LEGAL_LIST_MAX] = {0}, best = -1;
    struct sampler sampler;
    struct world world;
    int used = 0, plays = 0;
    uint64_t nodes = 0;

    for (int i = 0; i < turn->legal_count; i++)
        plays += turn->legal[i].kind == ACTION_PLAY;
    sense_play(game, turn, action);
    if (plays <= 1 || !think_world_imagine(think, &sampler, game, game->hand))
        return;
    for (int done = 0; think_world_goes_on(think, done, WORLDS_MAX); done++) {
        sample_pick(&sampler, &think->random, CANDIDATES, &world);
        used += add_world(think, game, turn, &world, sums, &nodes);
        if (think->nodes > 0 && nodes >= think->nodes)
            break;
    }
    if (used == 0)
        return;
    think->note.worlds = used;
    /* Of cards that are about equally good, chooses the one that a beginner would play: it gives
     * away least. */
    struct action simple = *action;
    for (int i = 0; i < turn->legal_count; i++) {
        const struct action *play = &turn->legal[i];
        double mean = (sums[i] + (same_play(play, &simple) ? trust_in_habit : 0)) / used;
        if (play->kind == ACTION_PLAY)
            think->note.chance[i] = sums[i] / used;
        if (play->kind == ACTION_PLAY && mean > best) {
            best = mean;
            *action = *play;
        }
    }
}

/* ------------------------------------------------------------------------------------- exchange */

/* Ways to throw `count` cards: from the cards that a beginner would throw first, one or two more
 * than needed. */
static int list_discards(const struct seen *game, const struct seen_turn *turn,
                         cardset_t list[DISCARDS_MAX])
{
    int count = turn->choose, more = cardset_count(turn->from) - count < 2 ? 0 : 2, found = 0;
    cardset_t likely = think_world_throw(game, game->contract.call, turn->from, count + more);
    card_t cards[HAND_CARDS + KITTY_MAX];
    int size = 0;

    list[found++] = think_world_throw(game, game->contract.call, turn->from, count);
    while (likely)
        cards[size++] = cardset_pop(&likely);
    for (int a = 0; a < size; a++) {
        for (int b = a + 1; b < size && more; b++) {
            cardset_t all = 0;
            for (int i = 0; i < size; i++)
                all |= i == a || i == b ? 0 : CARDSET(cards[i]);
            if (all != list[0] && found < DISCARDS_MAX)
                list[found++] = all;
        }
    }
    return found;
}

/* Keeps the better half of the list, by their sums. */
static int best_half(cardset_t *list, double *sums, int count)
{
    int keep = (count + 1) / 2;
    for (int i = 0; i < keep; i++) {
        int best = i;
        for (int j = i + 1; j < count; j++)
            best = sums[j] > sums[best] ? j : best;
        cardset_t cards = list[i];
        double sum = sums[i];
        list[i] = list[best];
        sums[i] = sums[best];
        list[best] = cards;
        sums[best] = sum;
    }
    return keep;
}

static bool solve_discard(struct think *think, const struct seen *game,
                          const struct contract *contract, const struct world *world,
                          cardset_t hand, double *gain)
{
    struct game play;
    struct solve_result result;
    double gains[TRICKS + 1];

    if (!think_world_set_up(&play, game, contract, world, hand) ||
        solve_value(&think->solver, &play, &game->rules, think_world_nodes(think), &result))
        return false;
    fill_gains(game, result.goal, gains);
    *gain = gains[result.value];
    return true;
}

/* The five-handed partner is not yet named: assume the seat that holds the card that would be
 * named. */
static struct contract as_called(const struct seen *game, const struct world *world)
{
    struct contract contract = game->contract;

    if (game->rules.players != 5 || !call_is_bid(contract.call))
        return contract;
    cardset_t elsewhere = 0;
    for (int seat = 0; seat < game->rules.players; seat++)
        elsewhere |= seat == game->seat ? 0 : world->hands[seat];
    card_t card = think_world_call_card(game, sense_denomination(game), elsewhere);
    for (seat_t seat = 0; card != CARD_NONE && seat < game->rules.players; seat++) {
        if (seat != game->seat && cardset_has(world->hands[seat], card))
            contract.partner = seat;
    }
    return contract;
}

static void think_discard(struct think *think, const struct seen *game,
                          const struct seen_turn *turn, struct action *action)
{
    cardset_t list[DISCARDS_MAX];
    double sums[DISCARDS_MAX] = {trust_in_habit};
    struct sampler sampler;
    struct world world;
    int count = list_discards(game, turn, list), round = 0;

    seen_choose(turn, list[0], action);
    if (game->contract.by != game->seat || !think_world_imagine(think, &sampler, game, turn->from))
        return;
    for (int done = 0; count > 1 && think_world_goes_on(think, done, WORLDS_MAX / 2); done++) {
        sample_pick(&sampler, &think->random, CANDIDATES, &world);
        struct contract contract = as_called(game, &world);
        double gains[DISCARDS_MAX];
        for (int i = 0; i < count; i++) {
            /* A world in which not all choices were looked at does not count. */
            if ((i > 0 && !think_world_goes_on(think, 0, 1)) ||
                !solve_discard(think, game, &contract, &world, turn->from & ~list[i], &gains[i]))
                goto out;
        }
        for (int i = 0; i < count; i++)
            sums[i] += gains[i];
        if (++round % 4 == 0)
            count = best_half(list, sums, count);
    }
out:
    think->note.worlds = round;
    best_half(list, sums, count);
    seen_choose(turn, list[0], action);
}

static void think_partner(const struct seen *game, const struct seen_turn *turn,
                          struct action *action)
{
    cardset_t from = 0;
    for (int i = 0; i < turn->legal_count; i++)
        from |= turn->legal[i].kind == ACTION_PARTNER ? CARDSET(turn->legal[i].cards[0]) : 0;
    card_t card = think_world_call_card(game, sense_denomination(game), from);
    *action = turn->legal[0];
    for (int i = 0; i < turn->legal_count; i++) {
        if (turn->legal[i].kind == ACTION_PARTNER && turn->legal[i].cards[0] == card)
            *action = turn->legal[i];
    }
}

void think_decide(struct think *think, const struct seen *game, const struct seen_turn *turn,
                  struct action *action)
{
    assert(turn->legal_count > 0 || turn->choose > 0);
    think->note.worlds = 0;
    think->note.learned = false;
    think->note.count = turn->legal_count;
    for (int i = 0; i < turn->legal_count; i++)
        think->note.chance[i] = -1;
    if (turn->phase == PHASE_DISCARD && turn->choose)
        think_discard(think, game, turn, action);
    else if (turn->phase == PHASE_GIVE && game->contract.slam && think->version != 1)
        seen_choose(turn, think_rest_gift(game, game->contract.call, turn->from), action);
    else if (turn->choose)
        sense_choose(game, turn, action);
    else if (turn->phase == PHASE_PLAY)
        think_play(think, game, turn, action);
    else if (turn->phase == PHASE_AUCTION || turn->phase == PHASE_RAISE)
        think_bid(think, game, turn, action);
    else if (turn->phase == PHASE_PARTNER)
        think_partner(game, turn, action);
    else
        think_rest(think, game, turn, action);
}
