/* systems.c - chooses the call.
 *
 * A call whose meaning is not true for the hand is never made. Of the others the best counts: its
 * points if made, its cost if not, the probability of that by the own cards and by what the partner
 * has shown, and the value of informing the partner. */
#include "systems.h"

#include "sense.h"

#include <limits.h>
#include <string.h>

static const char *const names[SYSTEM_COUNT] = {"natural", "traditional", "honours", "saint-paul",
                                                "francis"};

const char *system_name(enum system system)
{
    return names[system];
}

bool system_find(const char *name, enum system *system)
{
    for (int i = 0; i < SYSTEM_COUNT; i++) {
        if (strcmp(name, names[i]) == 0) {
            *system = (enum system)i;
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------- judgement */

/* The value, in points, of informing the partner, when the opponents may leave us in that bid;
 * tuned in matches against the natural system. An inkle costs nothing, and a good hand should still
 * bid seven. */
static const uint8_t signal_bonus[SYSTEM_COUNT] = {0, 60, 60, 60, 30};
/* Of francis' no-trump: it has no suit in which to be left, so the partner will name one. */
enum { INKLE_BONUS = 30, BLUFF_VALUE = 30, NO_TRUMP_BONUS = 90, FRANCIS_ASKS = 40 };

static int bonus_of(enum system system, call_t call, bool inkle)
{
    if (inkle)
        return INKLE_BONUS;
    return system == SYSTEM_FRANCIS && call_denomination(call) > DENOM_H ? NO_TRUMP_BONUS
                                                                         : signal_bonus[system];
}

/* What the partner has said. */
struct shown {
    bool passed; /* it has called, and made no bid */
    struct meaning said;
};

static struct shown read_partner(enum system system, const struct seen *game, seat_t mate)
{
    struct shown shown = {
        .said = meaning_of_calls(system, &game->rules, game->calls, game->call_count, mate)};
    int calls = 0, bids = 0;
    for (int i = 0; i < game->call_count; i++) {
        calls += game->calls[i].seat == mate;
        bids += game->calls[i].seat == mate && call_is_bid(game->calls[i].call);
    }
    shown.passed = calls > 0 && bids == 0;
    return shown;
}

/* The value to us of a card that the partner has shown (or denied), above (or below) that of its
 * average chance to hold it. */
static int card_worth(card_t card, int denom)
{
    if (card_is_joker(card))
        return 8;
    int rank = (int)card_rank(card), suit = (int)card_suit(card);
    if (rank == RANK_J && denom <= DENOM_H && (suit == denom || suit == (denom ^ 1)))
        return 8;
    return rank == RANK_A ? 8 : rank == RANK_K ? 3 : rank == RANK_Q ? 1 : 0;
}

/* The expected worth of the partner's hand in a denomination, from its calls: see sense_worth. */
static int partner_worth(const struct shown *shown, int denom)
{
    const struct meaning *said = &shown->said;
    int worth = denom <= DENOM_H ? 22 : 14;

    if (said->natural != CALL_PASS && call_denomination(said->natural) == denom)
        worth = 47 + 9 * (said->level - 6);
    else if (shown->passed)
        worth -= 3;
    for (cardset_t has = said->has; has;)
        worth += card_worth(cardset_pop(&has), denom);
    for (cardset_t lacks = said->lacks & ~said->has; lacks;)
        worth -= card_worth(cardset_pop(&lacks), denom) / 4;
    if (said->strong)
        worth += denom <= DENOM_H ? 8 : 14;
    if (said->joker_or_jacks)
        worth += denom <= DENOM_H ? 4 : 3;
    for (int i = 0; i < SUITS; i++)
        worth += (said->honours >> i & 1) && i != denom ? 5 : 0;
    return worth;
}

/* Tricks to expect of two hands in a contract: a fit to hands that were played by sense.c, where
 * tricks missed it by 14 tenths on average (root of the mean square). */
static int tricks_of(int stronger, int weaker)
{
    if (weaker > stronger)
        return tricks_of(weaker, stronger);
    return 20 + (77 * stronger + 53 * weaker) / 100;
}

/* Chances in 256 to make a contract, by tenths of a trick to spare: a normal curve of that
 * deviation. */
static int chance(int spare)
{
    static const uint8_t table[] = {128, 143, 157, 170, 183, 195, 206, 215, 224, 231,
                                    236, 241, 245, 248, 250, 252, 253, 254, 255, 255};
    int at = (spare < 0 ? -spare : spare) / 2;
    int above = at < (int)sizeof table ? table[at] : 255;
    return spare < 0 ? 256 - above : above;
}

/* The points that a bid of our side scores on average, made or not. */
static int value_of(const struct seen *game, const struct shown *partner, call_t call)
{
    int denom = call_denomination(call);
    int tricks =
        tricks_of(sense_worth(&game->rules, game->hand, denom), partner_worth(partner, denom)) + 2;
    return game->rules.call_value[call] * (2 * chance(tricks - 10 * call_level(call)) - 256) / 256;
}

/* The value of a pass: that of our side's bid, or else 0. To subtract the loss by the opponents'
 * bid here makes a worse player: it bids contracts that it cannot make. */
static int value_of_pass(enum system system, const struct seen *game, const struct shown *partner,
                         seat_t mate)
{
    if (game->high_by != mate && game->high_by != game->seat)
        return 0;
    if (!call_is_bid(game->high))
        return 10000;
    bool asks =
        system == SYSTEM_FRANCIS && game->high_by == mate && partner->said.natural == CALL_PASS;
    return value_of(game, partner, game->high) - (asks ? FRANCIS_ASKS : 0);
}

/* A first bid of six to bring the auction to seven, for misere. The cards may be low, but another
 * seat must still call. */
static bool is_bluff(const struct seen *game, const struct meaning *said, seat_t mate)
{
    struct meaning honest = *said;
    honest.or_misere = false;
    if (!said->or_misere || meaning_is_true(&honest, &game->rules, game->hand))
        return false;
    for (int i = 0; i < game->call_count; i++) {
        if (game->calls[i].seat == mate)
            return false;
    }
    return true;
}

/* The value of a call in points; the lowest value of all if the meaning of the call is not true for
 * the hand. */
static int value_of_call(enum system system, const struct seen *game, const struct shown *partner,
                         enum phase phase, call_t call)
{
    seat_t mate = (seat_t)((game->seat + 2) % 4);
    struct meaning said =
        meaning_of_call(system, &game->rules, game->calls, game->call_count, game->seat, call);
    if (!meaning_is_true(&said, &game->rules, game->hand))
        return INT_MIN;
    if (is_bluff(game, &said, mate))
        return BLUFF_VALUE - game->rules.call_value[call] / 10; /* the cheapest */
    bool inkle = call_is_inkle(&game->rules, call);
    int value = inkle ? 0 : value_of(game, partner, call);
    /* A signal is worth most while the partner can still act on it. */
    if (phase == PHASE_AUCTION && said.natural == CALL_PASS && partner->said.natural == CALL_PASS &&
        !partner->passed)
        value += bonus_of(system, call, inkle);
    return value;
}

void system_call(enum system system, const struct seen *game, const struct seen_turn *turn,
                 struct action *action)
{
    seat_t mate = (seat_t)((game->seat + 2) % 4);

    if (game->rules.teams != TEAMS_PAIRS) {
        if (turn->phase == PHASE_RAISE)
            sense_decline(turn, action);
        else
            sense_bid(game, turn, SENSE_BOLD, action); /* no partner, or more than one */
        return;
    }
    struct shown partner = read_partner(system, game, mate);
    *action = turn->legal[0];
    int best = value_of_pass(system, game, &partner, mate);
    for (int i = 0; i < turn->legal_count; i++) {
        call_t call = turn->legal[i].call;
        if (turn->legal[i].kind != ACTION_CALL)
            continue;
        if (call == CALL_MISERE && sense_is_misere(game->hand)) {
            *action = turn->legal[i];
            return;
        }
        if (!call_is_bid(call))
            continue;
        int value = value_of_call(system, game, &partner, turn->phase, call);
        if (value > best) {
            best = value;
            *action = turn->legal[i];
        }
    }
}
