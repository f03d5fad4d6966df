/* think_rest.c - the smaller decisions: hands that are picked card by card, exposed cards, wagers.
 */
#include "think_parts.h"
#include "think_world.h"

#include "sense.h"
#include "stake.h"

enum { CANDIDATES = 8, BREACH_WORLDS = 40, SLAM_WORLDS = 40, SLAM_DOUBT = 4 };

/* The worth of a hand in its best denomination, in tenths of a trick, and a little for high cards.
 */
static int best_worth(const struct ruleset *rules, cardset_t hand)
{
    int best = 0, high = 0;

    for (int denom = DENOM_S; denom <= DENOM_NT; denom++) {
        int worth = sense_worth(rules, hand, denom);
        best = worth > best ? worth : best;
    }
    while (hand) {
        card_t card = cardset_pop(&hand);
        high += card_is_joker(card) ? RANK_A + 1 : (int)card_rank(card);
    }
    return 10 * best + 2 * high;
}

/* The draw: whether the top card is better than the mean worth of the next one. */
static bool wants_card(const struct seen *game)
{
    cardset_t unseen = game->rules.cards & ~(game->hand | game->gone | game->drawn);
    int count = cardset_count(unseen), sum = 0;
    int worth = best_worth(&game->rules, game->hand | game->drawn);

    for (cardset_t left = unseen; left;)
        sum += best_worth(&game->rules, game->hand | CARDSET(cardset_pop(&left)));
    return count == 0 || worth * count >= sum;
}

/* The draft: the exposed card that is worth most to the own hand if it takes the kitty. */
static int best_exposed(const struct seen *game, const struct seen_turn *turn)
{
    int best = -1, found = 0;

    for (int i = 0; i < turn->legal_count; i++) {
        if (turn->legal[i].kind != ACTION_TAKE)
            continue;
        int worth = best_worth(&game->rules, game->hand | CARDSET(turn->legal[i].cards[0]));
        if (worth > best) {
            best = worth;
            found = i;
        }
    }
    return found;
}

/* The draft: a defender's exchange of a card for an exposed one. Returns false if none makes the
 * hand better.
 */
static bool best_swap(const struct seen *game, const struct seen_turn *turn, struct action *action)
{
    int denom = sense_denomination(game);
    int best = 10 * sense_worth(&game->rules, game->hand, denom);
    bool found = false;

    if (call_is_no_trick(game->contract.call))
        return false;
    for (cardset_t ins = turn->from; ins;) {
        card_t in = cardset_pop(&ins);
        for (cardset_t outs = turn->out; outs;) {
            card_t out = cardset_pop(&outs);
            int worth =
                10 * sense_worth(&game->rules, (game->hand | CARDSET(in)) & ~CARDSET(out), denom);
            if (worth <= best)
                continue;
            best = worth;
            found = true;
            *action = (struct action){.kind = ACTION_SWAP,
                                      .count = 2,
                                      .joker = {SUIT_NONE, SUIT_NONE},
                                      .cards = {in, out}};
        }
    }
    return found;
}

/* Whether a bid fails by two or more in most worlds: the wager is even. */
static bool fails_badly(struct think *think, const struct seen *game)
{
    struct sampler sampler;
    struct world world;
    struct game play;
    struct solve_result result;
    int looked = 0, badly = 0;

    if (!call_is_bid(game->contract.call) ||
        !think_world_imagine(think, &sampler, game, game->hand))
        return false;
    int level = game->contract.slam ? TRICKS : call_level(game->contract.call);
    for (int done = 0; think_world_goes_on(think, done, BREACH_WORLDS); done++) {
        sample_pick(&sampler, &think->random, CANDIDATES, &world);
        if (!think_world_set_up(&play, game, &game->contract, &world, game->hand) ||
            solve_value(&think->solver, &play, &game->rules, think_world_nodes(think), &result))
            continue;
        looked++;
        badly += result.value + 2 <= level;
    }
    think->note.worlds = looked;
    return looked > 0 && 2 * badly > looked;
}

/* The value of a contract in a world for the own seat, which discards as a beginner would: `hand`
 * is too large. Returns false if the solver does not know it. */
static bool value_thrown(struct think *think, const struct seen *game,
                         const struct contract *contract, const struct world *world, cardset_t hand,
                         int *value)
{
    cardset_t thrown =
        think_world_throw(game, contract->call, hand, cardset_count(hand) - HAND_CARDS);
    struct solve_result result;
    struct game play;

    if (!think_world_set_up(&play, game, contract, world, hand & ~thrown) ||
        solve_value(&think->solver, &play, &game->rules, think_world_nodes(think), &result))
        return false;
    *value = result.value;
    return true;
}

cardset_t think_rest_gift(const struct seen *game, call_t call, cardset_t hand)
{
    return hand & ~think_world_throw(game, call, hand, cardset_count(hand) - 1);
}

/* Whether the contract is worth more with all ten tricks promised and the partner's best card. */
static bool slam_pays(struct think *think, const struct seen *game, const struct seen_turn *turn)
{
    struct contract bid = game->contract, slam = bid;
    seat_t giver = (seat_t)((bid.by + 1) % game->rules.players);
    double with = 0, without = 0;
    struct sampler sampler;
    struct world world;
    int looked = 0, made = 0;

    slam.slam = 1;
    if (bid.by != game->seat || !think_world_imagine(think, &sampler, game, game->hand))
        return false;
    while (game->rules.side_of[giver] != game->rules.side_of[bid.by])
        giver = (seat_t)((giver + 1) % game->rules.players);
    for (int done = 0; think_world_goes_on(think, done, SLAM_WORLDS); done++) {
        int alone, together;
        sample_pick(&sampler, &think->random, CANDIDATES, &world);
        cardset_t gift = think_rest_gift(game, bid.call, world.hands[giver]);
        if (!value_thrown(think, game, &bid, &world, game->hand, &together))
            continue;
        world.hands[giver] &= ~gift;
        if (!value_thrown(think, game, &slam, &world, game->hand | gift, &alone))
            continue;
        looked++;
        made += alone == TRICKS;
        with += stake_chance(game, &slam, alone);
        without += stake_chance(game, &bid, together);
        if (looked >= SLAM_DOUBT && 2 * made < looked)
            break; /* rare enough that further worlds would not change it */
    }
    think->note.worlds = looked;
    for (int i = 0; looked > 0 && i < turn->legal_count; i++)
        think->note.chance[i] = (turn->legal[i].kind == ACTION_SLAM ? with : without) / looked;
    return looked >= SLAM_DOUBT && with > without;
}

static int find_kind(const struct seen_turn *turn, enum action_kind kind)
{
    for (int i = 0; i < turn->legal_count; i++) {
        if (turn->legal[i].kind == kind)
            return i;
    }
    return -1;
}

void think_rest(struct think *think, const struct seen *game, const struct seen_turn *turn,
                struct action *action)
{
    int at = -1;

    sense_decline(turn, action);
    if (turn->phase == PHASE_DRAW)
        at = find_kind(turn, wants_card(game) ? ACTION_KEEP : ACTION_DROP);
    else if (turn->phase == PHASE_EXPOSE)
        at = best_exposed(game, turn);
    else if (turn->phase == PHASE_SWAP)
        best_swap(game, turn, action);
    else if (turn->phase == PHASE_BREACH && fails_badly(think, game))
        at = find_kind(turn, ACTION_BREACH);
    else if (turn->phase == PHASE_SLAM && think->version != 1 && slam_pays(think, game, turn))
        at = find_kind(turn, ACTION_SLAM);
    if (at >= 0)
        *action = turn->legal[at];
}
