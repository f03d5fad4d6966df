/* stake.c - the points of a hand, and their effect on the chances to win. */
#include "stake.h"

#include <math.h>
#include <string.h>

/* How far the difference of two scores moves until the end of the game: proportional to the square
 * root of the hands that are left times this number, plus a share for the last hand. Fitted to 5000
 * hands of 800 games of expert against itself. */
static const double hand_deviation = 320, hand_points = 130, last_hands = 0.5;

static bool is_own(const struct ruleset *rules, const struct contract *contract, int side)
{
    return side == rules->side_of[contract->by] ||
           (rules->players == 5 && contract->partner != SEAT_NONE &&
            side == rules->side_of[contract->partner]);
}

bool stake_is_made(const struct contract *contract, int tricks)
{
    if (call_is_bid(contract->call))
        return tricks >= (contract->slam ? TRICKS : call_level(contract->call));
    return contract->call == CALL_HI_LO ? tricks == 5 : tricks == 0;
}

static int value_of(const struct ruleset *rules, const struct contract *contract, int tricks)
{
    call_t call = contract->call;

    if (contract->slam)
        return call_denomination(call) < DENOM_NT ? rules->value_slam : rules->value_slam_nt;
    int value = rules->call_value[call];
    return call_is_bid(call) && tricks == TRICKS && value < rules->slam_bonus ? rules->slam_bonus
                                                                              : value;
}

void stake_points(const struct ruleset *rules, const struct contract *contract, int tricks,
                  int32_t delta[SEATS_MAX])
{
    bool made = stake_is_made(contract, tricks);
    int value = value_of(rules, contract, tricks), others = 0;
    int theirs = call_is_bid(contract->call)                               ? TRICKS - tricks
                 : rules->misere_points == MISERE_POINTS_CONTRACTOR_TRICKS ? tricks
                                                                           : 0;

    memset(delta, 0, SEATS_MAX * sizeof *delta);
    for (int side = 0; side < rules->side_count; side++)
        others += !is_own(rules, contract, side);
    for (int side = 0; side < rules->side_count; side++) {
        if (is_own(rules, contract, side))
            delta[side] = made ? value : rules->failed == FAILED_SUBTRACT ? -value : 0;
        else /* how the defenders share their tricks is not known: evenly */
            delta[side] = rules->trick_points * theirs / (others > 0 ? others : 1) +
                          (!made && rules->failed == FAILED_AWARD ? value : 0);
    }
}

/* How far the own side is ahead, relative to what the hands to come may change. */
static double chance_between(const struct ruleset *rules, double own, double best)
{
    double ahead = own - best, high = own > best ? own : best, low = own < best ? own : best;
    double to_go = rules->target - high;
    if (rules->floor && low - rules->floor < to_go)
        to_go = low - rules->floor;
    double hands = last_hands + (to_go > 0 ? to_go / hand_points : 0);
    return 1 / (1 + exp(-1.7 * ahead / (hand_deviation * sqrt(hands))));
}

static bool wins_by_target(const struct ruleset *rules, int32_t score, bool made)
{
    if (rules->target_exact ? score != rules->target : score < rules->target)
        return false;
    return rules->must_bid == MUST_BID_NO || made;
}

static double chance_of(const struct seen *game, const int32_t delta[SEATS_MAX], unsigned made)
{
    const struct ruleset *rules = &game->rules;
    int side = rules->side_of[game->seat], best = -1;
    int32_t scores[SEATS_MAX];
    unsigned over = 0, under = 0;

    for (int i = 0; i < rules->side_count; i++) {
        scores[i] = game->scores[i] + delta[i];
        bool up = wins_by_target(rules, scores[i], made >> i & 1);
        over |= up ? 1u << i : 0;
        under |=
            (rules->floor && scores[i] <= rules->floor) || (rules->bust && scores[i] >= rules->bust)
                ? 1u << i
                : 0;
        if (i != side && (best < 0 || scores[i] > scores[best]))
            best = i;
    }
    if (over && (over & made) && rules->both_over == BOTH_OVER_CONTRACTOR)
        over &= made;
    if (over)
        return over == 1u << side ? 1 : !(over >> side & 1) ? 0 : scores[side] > scores[best];
    if (under)
        return under >> side & 1 ? 0 : scores[side] > scores[best] ? 1 : 0.3;
    if (best < 0)
        return 0.5;
    return chance_between(rules, scores[side], scores[best]);
}

double stake_chance(const struct seen *game, const struct contract *contract, int tricks)
{
    int32_t delta[SEATS_MAX];
    unsigned made = 0;

    if (contract->call == CALL_PASS) { /* no contract: each trick its points */
        memset(delta, 0, sizeof delta);
        delta[game->rules.side_of[game->seat]] = game->rules.trick_points * tricks;
        return chance_of(game, delta, 0);
    }
    stake_points(&game->rules, contract, tricks, delta);
    for (int side = 0; side < game->rules.side_count; side++)
        made |= stake_is_made(contract, tricks) && is_own(&game->rules, contract, side) ? 1u << side
                                                                                        : 0;
    return chance_of(game, delta, made);
}

double stake_chance_now(const struct seen *game)
{
    static const int32_t none[SEATS_MAX];
    return chance_of(game, none, 0);
}
