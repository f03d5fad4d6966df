/* think_bid.c - the auction: what each legal call is worth if it becomes the contract.
 *
 * A contract is evaluated twice: quickly in many worlds, by the worth of the side's hands
 * (sense.h), and slowly in a few of them, by the solver. The second corrects the mean of the first,
 * so the luck of the few worlds does not count twice. All tricks are in tenths. */
#include "think_parts.h"
#include "think_world.h"

#include "bidder.h"
#include "sense.h"
#include "stake.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    QUICK_WORLDS = 96,
    SOLVED_MAX = 40, /* of one denomination */
    CANDIDATES = 8,
    DENOMS = 5,        /* S .. NT; JNT counts as NT */
    DENOMS_SOLVED = 3, /* the best ones by the quick evaluation */
    DEVIATION = 13,    /* standard deviation: tricks made around those expected */
    HOPELESS = 15      /* tenths of a trick under the level: not evaluated */
};

struct outlook {
    int count; /* quick worlds */
    struct world worlds[QUICK_WORLDS];
    int quick[DENOMS][QUICK_WORLDS]; /* tricks of the own side */
    double mean[DENOMS];             /* of `quick` */
    double miss[DENOMS];             /* sum of solved - quick */
    int solved[DENOMS];
};

static int denom_index(call_t call)
{
    int denom = call_denomination(call);
    return denom == DENOM_JNT ? DENOM_NT : denom;
}

/* --------------------------------------------------------------------------------- quick look */

/* The worth of the partners' hands together, or -1 if there are no partners or the partner is not
 * known. */
static int worth_of_partners(const struct seen *game, const struct world *world, int denom)
{
    const struct ruleset *rules = &game->rules;
    int worth = -1;

    for (int hand = 0; hand < rules->hand_count - rules->dead_hands; hand++) {
        int seat = sample_owner(game, hand);
        if (hand != game->seat && rules->side_of[seat] == rules->side_of[game->seat])
            worth = (worth < 0 ? 0 : worth) + sense_worth(rules, world->hands[hand], denom);
    }
    return worth;
}

/* Expected tricks of a contract, in tenths: fits to hands that beginners played; for two players
 * see systems.c. With six hands the solver, which finishes none of them, gives a trick too many, as
 * matches showed. A player alone has only the kitty beside its hand. */
static int quick_tricks(const struct think *think, const struct seen *game,
                        const struct world *world, int denom)
{
    const struct ruleset *rules = &game->rules;
    int own = sense_worth(&game->rules, game->hand, denom),
        mates = worth_of_partners(game, world, denom);

    if (rules->teams == TEAMS_THREES && think->version != 1)
        return 13 + (64 * own + 54 * mates) / 100;
    if (rules->teams == TEAMS_CUTTHROAT_PAIRS && think->version != 1)
        return 6 + (78 * own + 60 * mates) / 100;
    if (mates < 0)
        return own + (rules->players == 5 ? 14 : 6);
    int high = own > mates ? own : mates, low = own > mates ? mates : own;
    return 20 + (77 * high + 53 * low) / 100;
}

static void look_quickly(struct think *think, const struct seen *game, struct sampler *sampler,
                         struct outlook *outlook)
{
    memset(outlook, 0, sizeof *outlook);
    for (int i = 0; i < QUICK_WORLDS; i++) {
        sample_pick(sampler, &think->random, CANDIDATES, &outlook->worlds[i]);
        outlook->count++;
        for (int denom = 0; denom < DENOMS; denom++) {
            outlook->quick[denom][i] = quick_tricks(think, game, &outlook->worlds[i], denom);
            outlook->mean[denom] += outlook->quick[denom][i] / (double)QUICK_WORLDS;
        }
    }
}

/* ---------------------------------------------------------------------------------- slow look */

/* The seat that would play the contract: the own seat, or a partner that bid the denomination and
 * holds the auction. */
static seat_t player_of(const struct seen *game, int denom)
{
    const struct ruleset *rules = &game->rules;
    if (call_is_bid(game->high) && game->high_by != game->seat &&
        rules->side_of[game->high_by] == rules->side_of[game->seat] &&
        denom_index(game->high) == denom)
        return game->high_by;
    return game->seat;
}

static call_t lowest_call(const struct ruleset *rules, int denom)
{
    if (denom == DENOM_NT && rules->jack_nt == JACK_NT_ONLY)
        return CALL_BID(7, DENOM_JNT);
    return CALL_BID(7, denom);
}

/* The solver's value of a contract. Returns false if it does not know one. */
static bool solve_contract(struct think *think, const struct seen *game, seat_t by, call_t call,
                           const struct world *world, int *value)
{
    struct solve_result result;
    struct game play;

    if (!think_world_bid(&play, game, by, call, world, &think->random) ||
        solve_value(&think->solver, &play, &game->rules, think_world_nodes(think), &result))
        return false;
    *value = result.value;
    return true;
}

/* Tenths of a trick by which the solver exceeds the quick evaluation. It knows all cards, so it
 * makes more tricks than players do; and few worlds prove little. Both numbers come from matches.
 */
static double correction(const struct seen *game, const struct outlook *outlook, int denom)
{
    const double trust = 6;
    const double rosy = game->rules.side_count < game->rules.players ? 9 : 3;
    return (outlook->miss[denom] - rosy * outlook->solved[denom]) /
           (outlook->solved[denom] + trust);
}

static double tricks_of(const struct seen *game, const struct outlook *outlook, int denom)
{
    return outlook->mean[denom] + correction(game, outlook, denom);
}

/* Solves worlds for the most promising denominations, in turn. */
static void look_closely(struct think *think, const struct seen *game, unsigned wanted,
                         struct outlook *outlook)
{
    int order[DENOMS], count = 0;

    for (int denom = 0; denom < DENOMS; denom++) {
        if (wanted >> denom & 1)
            order[count++] = denom;
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            if (outlook->mean[order[j]] > outlook->mean[order[i]]) {
                int swap = order[i];
                order[i] = order[j];
                order[j] = swap;
            }
        }
    }
    count = count > DENOMS_SOLVED ? DENOMS_SOLVED : count;
    for (int done = 0; count > 0 && think_world_goes_on(think, done, SOLVED_MAX); done++) {
        for (int i = 0; i < count && (i == 0 || think_world_goes_on(think, 0, 1)); i++) {
            int denom = order[i], tricks;
            /* Far behind the best: stop here. */
            if (done >= 4 &&
                tricks_of(game, outlook, denom) + 8 < tricks_of(game, outlook, order[0]))
                continue;
            if (!solve_contract(think, game, player_of(game, denom),
                                lowest_call(&game->rules, denom), &outlook->worlds[done], &tricks))
                continue;
            outlook->miss[denom] += 10 * tricks - outlook->quick[denom][done];
            outlook->solved[denom]++;
        }
    }
}

/* --------------------------------------------------------------------------------- judgement */

/* The mean gain over the numbers of tricks around `expected`: both evaluations leave much to luck.
 */
static double chance_by(const double gains[TRICKS + 1], double expected)
{
    double sum = 0, below = 0;

    for (int tricks = 0; tricks <= TRICKS; tricks++) {
        double up = tricks == TRICKS
                        ? 1
                        : 1 / (1 + exp(-1.7 * (10 * tricks + 5 - expected) / (double)DEVIATION));
        sum += gains[tricks] * (up - below);
        below = up;
    }
    return sum;
}

/* The chance to win the match if a bid of the own side becomes the contract: the mean over the
 * quick worlds, each corrected by the solver's difference and spread by the luck that remains. */
static double chance_with(const struct seen *game, const struct outlook *outlook, call_t call,
                          seat_t by)
{
    struct contract contract = {.call = call, .by = by, .partner = SEAT_NONE};
    int denom = denom_index(call);
    double more = correction(game, outlook, denom), sum = 0, gains[TRICKS + 1];

    for (int tricks = 0; tricks <= TRICKS; tricks++)
        gains[tricks] = stake_chance(game, &contract, tricks);
    for (int i = 0; i < outlook->count; i++) {
        sum += chance_by(gains, outlook->quick[denom][i] + more);
    }
    return sum / outlook->count;
}

/* A special call that the own seat plays alone: the solver usually sees its result at once. */
static double chance_alone(struct think *think, const struct seen *game, call_t call,
                           const struct outlook *outlook)
{
    struct contract contract = {.call = call, .by = game->seat, .partner = SEAT_NONE};
    double sum = 0;
    int used = 0;

    for (int done = 0; think_world_goes_on(think, done, outlook->count); done++) {
        int made;
        if (!solve_contract(think, game, game->seat, call, &outlook->worlds[done], &made))
            continue;
        sum += stake_chance(game, &contract, made ? 0 : 1);
        used++;
    }
    return used > 0 ? sum / used : 0;
}

/* Whether the hand is low enough for such a call: no joker, and few cards that take tricks. */
static bool may_be_misere(cardset_t hand)
{
    int high = 0;
    for (cardset_t left = hand; left;) {
        card_t card = cardset_pop(&left);
        if (card_is_joker(card))
            return false;
        high += card_rank(card) >= RANK_J;
    }
    return high <= 4;
}

static bool is_simple_misere(call_t call)
{
    return call == CALL_MISERE || call == CALL_OPEN_MISERE || call == CALL_GRAND_MISERE;
}

/* The value of a pass. The opponents' possible contract is ignored: matches showed no gain from it.
 */
static double chance_of_pass(const struct seen *game, const struct outlook *outlook)
{
    const struct ruleset *rules = &game->rules;
    bool ours =
        game->high_by != SEAT_NONE && rules->side_of[game->high_by] == rules->side_of[game->seat];

    if (!ours)
        return stake_chance_now(game);
    if (!call_is_bid(game->high))
        return 1; /* leave the partner's bid alone */
    return chance_with(game, outlook, game->high, game->high_by);
}

/* The denominations with a bid that is legal and not hopeless, and that of the own side's contract.
 */
static unsigned wanted_denoms(const struct seen *game, const struct seen_turn *turn,
                              const struct outlook *outlook)
{
    unsigned wanted = 0;
    for (int i = 0; i < turn->legal_count; i++) {
        call_t call = turn->legal[i].call;
        if (turn->legal[i].kind == ACTION_CALL && call_is_bid(call) &&
            outlook->mean[denom_index(call)] > 10 * call_level(call) - HOPELESS)
            wanted |= 1u << denom_index(call);
    }
    if (wanted && call_is_bid(game->high) &&
        game->rules.side_of[game->high_by] == game->rules.side_of[game->seat])
        wanted |= 1u << denom_index(game->high);
    return wanted;
}

static bool near_misere(const struct seen *game, const struct seen_turn *turn)
{
    for (int i = 0; i < turn->legal_count; i++) {
        if (turn->legal[i].kind == ACTION_CALL && is_simple_misere(turn->legal[i].call))
            return may_be_misere(game->hand);
    }
    return false;
}

/* Replaces the gain of each call over a pass by the mean of what the worlds and what the networks
 * say: the worlds know these cards better, the networks what the others will do next. Chooses the
 * call that gains most. */
static void ask_networks(struct think *think, const struct seen *game, const struct seen_turn *turn,
                         struct action *action)
{
    double gains[LEGAL_LIST_MAX], *chance = think->note.chance, pass = chance[0], best = 0;

    bidder_gains(game, turn, gains);
    think->note.learned = true;
    *action = turn->legal[0];
    for (int i = 1; i < turn->legal_count; i++) {
        if (chance[i] < 0 || gains[i] < -1) {
            chance[i] = -1;
            continue;
        }
        double gain = (gains[i] + chance[i] - pass) / 2;
        chance[i] = pass + gain < 0 ? 0 : pass + gain > 1 ? 1 : pass + gain;
        if (gain > best) {
            best = gain;
            *action = turn->legal[i];
        }
    }
}

void think_bid(struct think *think, const struct seen *game, const struct seen_turn *turn,
               struct action *action)
{
    assert(turn->phase == PHASE_AUCTION || turn->phase == PHASE_RAISE);
    struct outlook outlook;
    struct sampler sampler;
    int first = 0;

    if (turn->phase == PHASE_RAISE)
        sense_decline(turn, action);
    else
        sense_bid(game, turn, SENSE_BOLD, action);
    if (turn->legal_count < 2 || cardset_count(game->hand) != HAND_CARDS ||
        !think_world_imagine(think, &sampler, game, game->hand))
        return;
    look_quickly(think, game, &sampler, &outlook);
    unsigned wanted = wanted_denoms(game, turn, &outlook);
    bool misere = near_misere(game, turn);
    if (!wanted && !misere && turn->legal[0].call == CALL_PASS) {
        *action = turn->legal[0];
        return;
    }
    look_closely(think, game, wanted, &outlook);
    double best = -1;
    if (turn->legal[0].call == CALL_PASS) {
        *action = turn->legal[first++];
        best = chance_of_pass(game, &outlook);
        think->note.chance[0] = best;
    }
    think->note.worlds = outlook.count;
    for (int i = first; i < turn->legal_count; i++) {
        call_t call = turn->legal[i].call;
        double chance = -2;
        if (turn->legal[i].kind != ACTION_CALL || call_is_inkle(&game->rules, call))
            continue;
        if (call_is_bid(call))
            chance = chance_with(game, &outlook, call, game->seat);
        else if (misere && is_simple_misere(call))
            chance = chance_alone(think, game, call, &outlook);
        think->note.chance[i] = chance >= 0 ? chance : -1;
        if (chance > best) {
            best = chance;
            *action = turn->legal[i];
        }
    }
    if (think->version == 2 && first > 0 && turn->phase == PHASE_AUCTION &&
        bidder_knows(&game->rules))
        ask_networks(think, game, turn, action);
}
