/* score.c - points of a hand, bans, the end of the game (rules 6). */
#include "score.h"
#include "seats.h"

#include <assert.h>
#include <string.h>

/* The hand in numbers, for the functions below. */
struct account {
    bool contract;
    unsigned own;              /* mask of the contractor's sides (five-handed: one or two) */
    unsigned by;               /* the contractor's own side */
    uint8_t tricks[SEATS_MAX]; /* by side */
    int own_tricks;
    int needed; /* tricks to make it; 0 in no-trick contracts */
    bool made;
    int short_by; /* tricks: missing in bids and slams, too many in contracts for no trick */
    int value;    /* without the bonus */
};

static int slam_value(const struct ruleset *rules, call_t call)
{
    return call_denomination(call) < DENOM_NT ? rules->value_slam : rules->value_slam_nt;
}

static void make_account(struct account *account, const struct game *game,
                         const struct ruleset *rules)
{
    call_t call = game->contract.call;

    memset(account, 0, sizeof *account);
    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        if (game->won[hand])
            account->tricks[seats_hand_side(rules, hand)] += game->won[hand];
    }
    if (call == CALL_PASS)
        return;
    account->contract = true;
    account->by = rules->side_of[game->contract.by];
    unsigned seats = seats_of_contractor(game, rules);
    for (unsigned seat = 0; seat < rules->players; seat++) {
        if (seats >> seat & 1)
            account->own |= 1u << rules->side_of[seat];
    }
    for (unsigned side = 0; side < rules->side_count; side++) {
        if (account->own >> side & 1)
            account->own_tricks += account->tricks[side];
    }
    if (call_is_bid(call)) {
        account->needed = game->contract.slam ? TRICKS : call_level(call);
        account->made = account->own_tricks >= account->needed;
        account->short_by = account->needed - account->own_tricks;
    } else if (call == CALL_HI_LO) {
        account->needed = 5;
        account->made = account->own_tricks == 5;
    } else {
        account->made = account->own_tricks == 0;
        account->short_by = account->own_tricks;
    }
    account->value = game->contract.slam ? slam_value(rules, call) : rules->call_value[call];
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}
static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* Trick points of a side in a contract of others: its own tricks in bids, slams and passed-out
 * no-trump; the contractor's tricks in other contracts where they count. 0 if the contract is its
 * own. */
static int trick_points(const struct account *account, const struct game *game,
                        const struct ruleset *rules, unsigned side)
{
    if (account->own >> side & 1)
        return 0;
    if (!call_is_special(game->contract.call))
        return rules->trick_points * account->tricks[side];
    if (rules->misere_points == MISERE_POINTS_CONTRACTOR_TRICKS)
        return rules->trick_points * account->own_tricks;
    return 0;
}

/* What each of the contractor's sides gets or loses: five-handed partners may halve it; a
 * contractor that plays alone gets it all. */
static int share(const struct account *account, const struct ruleset *rules, int value)
{
    bool two = account->own & (account->own - 1);
    return two && rules->partner_share == PARTNER_SHARE_HALF ? value / 2 : value;
}

static void add_contract(const struct account *account, const struct game *game,
                         const struct ruleset *rules, int32_t delta[SEATS_MAX])
{
    int value = account->value;

    if (account->made) {
        if (account->own_tricks == TRICKS && call_is_bid(game->contract.call) &&
            !game->contract.slam)
            value = max_int(value, rules->slam_bonus);
        for (unsigned side = 0; side < rules->side_count; side++) {
            if (account->own >> side & 1)
                delta[side] += share(account, rules, value);
        }
        return;
    }
    for (unsigned side = 0; side < rules->side_count; side++) {
        bool own = account->own >> side & 1;
        if (rules->failed == FAILED_SUBTRACT && own)
            delta[side] -= share(account, rules, value);
        else if (rules->failed == FAILED_AWARD && !own)
            delta[side] += value;
    }
}

/* Trick points come last; capped, they raise no score over target - 10. */
static void add_trick_points(const struct account *account, const struct game *game,
                             const struct ruleset *rules, int32_t delta[SEATS_MAX])
{
    for (unsigned side = 0; side < rules->side_count; side++) {
        int points = trick_points(account, game, rules, side);
        if (rules->must_bid == MUST_BID_CAPPED)
            points = min_int(points,
                             max_int(0, rules->target - 10 - (game->scores[side] + delta[side])));
        delta[side] += points;
    }
}

/* ------------------------------------------------------------------------- the end of the game */

/* The sides of `among` with the highest score. */
static unsigned highest(const struct game *game, const struct ruleset *rules, unsigned among)
{
    unsigned best = 0;
    int32_t score = INT32_MIN;

    for (unsigned side = 0; side < rules->side_count; side++) {
        if (!(among >> side & 1) || game->scores[side] < score)
            continue;
        if (game->scores[side] > score)
            best = 0;
        score = game->scores[side];
        best |= 1u << side;
    }
    return best;
}

static bool one_bit(unsigned mask)
{
    return mask && !(mask & (mask - 1));
}

/* The contractor's own side before its partner's. */
static unsigned prefer_contractor(const struct account *account, unsigned tied)
{
    return tied >> account->by & 1 ? 1u << account->by : tied;
}

/* Point 1 of rules 6: returns 0 if no side wins by the target. */
static unsigned over_target(const struct account *account, const struct game *game,
                            const struct ruleset *rules)
{
    unsigned over = 0;

    for (unsigned side = 0; side < rules->side_count; side++) {
        int32_t score = game->scores[side];
        if (rules->target_exact ? score == rules->target : score >= rules->target)
            over |= 1u << side;
    }
    if (rules->must_bid != MUST_BID_NO)
        over = account->contract && account->made ? over & account->own : 0;
    if (!over || one_bit(over))
        return over;
    unsigned own = account->contract ? over & account->own : 0;
    if (rules->both_over == BOTH_OVER_CONTRACTOR && own && account->made) {
        unsigned best = highest(game, rules, own);
        return one_bit(best) ? best : prefer_contractor(account, best);
    }
    unsigned best = highest(game, rules, over);
    if (one_bit(best))
        return best;
    if (rules->both_over == BOTH_OVER_HIGHEST && account->contract && best & account->own)
        return prefer_contractor(account, best & account->own);
    return 0;
}

static unsigned winners_but(const struct game *game, const struct ruleset *rules, unsigned losers)
{
    unsigned all = (1u << rules->side_count) - 1;
    return highest(game, rules, losers == all ? all : all & ~losers);
}

static unsigned under_floor(const struct game *game, const struct ruleset *rules)
{
    unsigned losers = 0, below = 0, all = (1u << rules->side_count) - 1;

    for (unsigned side = 0; side < rules->side_count; side++) {
        losers |= (unsigned)(game->scores[side] <= rules->floor) << side;
        below |= (unsigned)(game->scores[side] < 0) << side;
    }
    if (rules->back_door == BACK_DOOR_ALWAYS)
        return losers;
    for (unsigned side = 0; side < rules->side_count; side++) {
        unsigned others = all & ~(1u << side);
        if ((below & others) == others)
            losers &= ~(1u << side);
    }
    return losers;
}

static void end_game(struct game *game, enum reason reason, unsigned winners)
{
    game->reason = (uint8_t)reason;
    game->winners = (uint8_t)winners;
}

static bool spread_reached(const struct game *game, const struct ruleset *rules)
{
    int32_t low = 0, high = 0;
    for (unsigned side = 0; side < rules->side_count; side++) {
        low = min_int(low, game->scores[side]);
        high = max_int(high, game->scores[side]);
    }
    return rules->spread && low < 0 && high > 0 && high - low >= rules->spread;
}

/* The tests of rules 6, in their order, on the scores after the hand. */
static void test_end(const struct account *account, struct game *game, const struct ruleset *rules)
{
    unsigned all = (1u << rules->side_count) - 1, sides = over_target(account, game, rules);

    if (sides) {
        end_game(game, REASON_TARGET, sides);
        return;
    }
    for (unsigned side = 0; rules->bust && side < rules->side_count; side++)
        sides |= (unsigned)(game->scores[side] >= rules->bust) << side;
    if (sides) {
        end_game(game, REASON_BUST, winners_but(game, rules, sides));
        return;
    }
    sides = rules->floor ? under_floor(game, rules) : 0;
    if (sides)
        end_game(game, REASON_FLOOR, winners_but(game, rules, sides));
    else if (spread_reached(game, rules))
        end_game(game, REASON_SPREAD, highest(game, rules, all));
    else if (rules->max_hands && game->hands_played >= rules->max_hands)
        end_game(game, REASON_HANDS, highest(game, rules, all));
}

/* --------------------------------------------------------------------------- breach and bans */

static void ban_failed(const struct account *account, struct game *game,
                       const struct ruleset *rules)
{
    call_t call = game->contract.call;

    if (!rules->ban || !account->contract || account->made || call == CALL_HI_LO)
        return;
    if (account->short_by >= (call_is_no_trick(call) ? 3 : rules->ban))
        game->bans |= (uint8_t)seat_bit(game->contract.by);
}

/* Points are cut so that they move no score over target - 10 or under floor + 10. */
static void score_breach(const struct account *account, struct game *game,
                         const struct ruleset *rules, int32_t delta[SEATS_MAX])
{
    seat_t caller = game->contract.breach;
    if (caller == SEAT_NONE)
        return;
    unsigned side = rules->side_of[caller];
    int tricks = call_is_no_trick(game->contract.call) ? 3 : 2;
    bool breached = !account->made && account->short_by >= tricks;
    int points = rules->breach_value;

    game->bans |= (uint8_t)seat_bit(breached ? game->contract.by : caller);
    if (game->reason != REASON_NONE)
        return;
    if (breached) {
        points = min_int(points, max_int(0, rules->target - 10 - game->scores[side]));
    } else {
        if (rules->floor)
            points = min_int(points, max_int(0, game->scores[side] - (rules->floor + 10)));
        points = -points;
    }
    delta[side] += points;
    game->scores[side] += points;
}

static void fill_last(struct game *game, const struct account *account,
                      const int32_t delta[SEATS_MAX])
{
    struct hand_result *last = &game->last;

    memset(last, 0, sizeof *last);
    last->outcome = HAND_PLAYED;
    last->dealer = game->dealer;
    last->contract = game->contract;
    memcpy(last->tricks, account->tricks, sizeof last->tricks);
    memcpy(last->delta, delta, sizeof last->delta);
    memcpy(last->scores, game->scores, sizeof last->scores);
    last->bans = game->bans;
}

static void subtract_claims(const struct account *account, const struct game *game,
                            const struct ruleset *rules, int32_t delta[SEATS_MAX])
{
    if (account->contract)
        delta[account->by] -= rules->claim_penalty * game->claims_void;
}

void score_hand(struct game *game, const struct ruleset *rules)
{
    struct account account;
    int32_t delta[SEATS_MAX] = {0};

    assert(game->reason == REASON_NONE);
    make_account(&account, game, rules);
    subtract_claims(&account, game, rules, delta);
    if (account.contract)
        add_contract(&account, game, rules, delta);
    add_trick_points(&account, game, rules, delta);
    for (unsigned side = 0; side < rules->side_count; side++)
        game->scores[side] += delta[side];
    game->hands_played++;
    test_end(&account, game, rules);
    game->bans = 0;
    ban_failed(&account, game, rules);
    score_breach(&account, game, rules, delta);
    fill_last(game, &account, delta);
}

/* Whether the contract can still be made and would raise one of the contractor's sides to the
 * target. */
static bool contract_may_win(const struct account *account, const struct game *game,
                             const struct ruleset *rules, const int32_t delta[SEATS_MAX])
{
    int left = TRICKS - game->trick;
    bool possible = call_is_no_trick(game->contract.call) ? account->own_tricks == 0
                    : game->contract.call == CALL_HI_LO
                        ? account->own_tricks <= 5 && account->own_tricks + left >= 5
                        : account->own_tricks + left >= account->needed;

    for (unsigned side = 0; possible && side < rules->side_count; side++) {
        if (account->own >> side & 1 &&
            game->scores[side] + delta[side] + share(account, rules, account->value) >=
                rules->target)
            return true;
    }
    return false;
}

bool score_early(struct game *game, const struct ruleset *rules)
{
    assert(game->trick <= TRICKS);
    struct account account;
    int32_t delta[SEATS_MAX] = {0};
    unsigned reached = 0;

    if (!rules->early_finish || game->trick == TRICKS)
        return false;
    make_account(&account, game, rules);
    subtract_claims(&account, game, rules, delta);
    for (unsigned side = 0; side < rules->side_count; side++) {
        int points = trick_points(&account, game, rules, side);
        if (!(account.own >> side & 1) && game->scores[side] + points >= rules->target)
            reached |= 1u << side;
    }
    if (!reached || (account.contract && contract_may_win(&account, game, rules, delta)))
        return false;
    add_trick_points(&account, game, rules, delta);
    for (unsigned side = 0; side < rules->side_count; side++)
        game->scores[side] += delta[side];
    game->hands_played++;
    end_game(game, REASON_EARLY, highest(game, rules, reached));
    game->bans = 0;
    fill_last(game, &account, delta);
    return true;
}
