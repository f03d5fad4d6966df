/* systems.c - bidding systems.
 *
 * traditional   6NT shows the joker.
 * honours       A bid of six in a suit shows its ace or king.
 * saint-paul    Where there are two kinds of six no-trump: 6NT shows the joker, 6NO a strong hand
 * without it. francis       The first six says how many aces, by steps; the second how many kings.
 * A joker is an ace. natural       No signals: every bid is meant.
 *
 * Every other call is natural. A hand is worth what its own cards win and what the partner has
 * shown; each bid is weighed by what it scores when made, what it costs when not, and how likely
 * that is. */
#include "systems.h"

#include "sense.h"

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

/* --------------------------------------------------------------------------------- signals */

static cardset_t of_rank(int rank)
{
    cardset_t cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        cards |= CARDSET(CARD(suit, rank));
    return cards;
}

static cardset_t jokers(void)
{
    return sense_trumps(DENOM_NT);
}

static bool has_honour(cardset_t hand, int suit)
{
    return cardset_has(hand, CARD(suit, RANK_A)) || cardset_has(hand, CARD(suit, RANK_K));
}

/* The n-th bid of six (from 1) over a call; CALL_PASS where there are not so many. 6NO is no step.
 */
static call_t step_over(const struct ruleset *rules, call_t high, int n)
{
    for (int i = 0; i < rules->call_count; i++) {
        call_t call = rules->call_order[i];
        if (call_level(call) == 6 && call != CALL_6NO && call_denomination(call) <= DENOM_NT &&
            rules->call_rank[call] > rules->call_rank[high] && --n == 0)
            return call;
    }
    return CALL_PASS;
}

static int steps_to(const struct ruleset *rules, call_t high, call_t call)
{
    for (int n = 1; n <= 5; n++) {
        if (step_over(rules, high, n) == call)
            return n;
    }
    return 0;
}

/* The signal that this hand could give as call number `nth` (from 0) over `high`; CALL_PASS: none.
 */
static call_t signal_of(enum system system, const struct seen *game, int nth, int suit)
{
    const struct ruleset *rules = &game->rules;
    bool joker = game->hand & jokers();
    int strength = sense_worth(game->hand, DENOM_NT);
    int aces = cardset_count(game->hand & (of_rank(RANK_A) | jokers()));
    int kings = cardset_count(game->hand & of_rank(RANK_K));

    switch (system) {
    case SYSTEM_NATURAL:
    case SYSTEM_COUNT:
        break;
    case SYSTEM_TRADITIONAL:
        return joker && nth == 0 ? CALL_BID(6, DENOM_NT) : CALL_PASS;
    case SYSTEM_HONOURS:
        return nth == 0 && has_honour(game->hand, suit) ? CALL_BID(6, suit) : CALL_PASS;
    case SYSTEM_SAINT_PAUL:
        if (nth > 0)
            break;
        if (joker)
            return CALL_BID(6, DENOM_NT);
        return strength >= 25 && rules->no_calls ? CALL_6NO : CALL_PASS;
    case SYSTEM_FRANCIS:
        if (nth > 1 || (nth == 0 ? aces : kings) == 0)
            break;
        return step_over(rules, game->high, nth == 0 ? aces : kings);
    }
    return CALL_PASS;
}

/* What bid number `nth` of a seat, made over `high`, says of its cards. False: nothing but what
 * every bid says. */
static bool read_signal(enum system system, const struct ruleset *rules, call_t high, call_t call,
                        int nth, struct shown *shown)
{
    int denom = call_denomination(call);
    bool first_six = call_level(call) == 6 && nth == 0;

    shown->natural = call;
    switch (system) {
    case SYSTEM_NATURAL:
    case SYSTEM_COUNT:
        return false;
    case SYSTEM_TRADITIONAL:
        if (!first_six || call != CALL_BID(6, DENOM_NT))
            return false;
        shown->joker = true;
        break;
    case SYSTEM_HONOURS:
        if (!first_six || denom > DENOM_H)
            return false;
        shown->honours |= 1 << denom;
        return true; /* and it is meant */
    case SYSTEM_SAINT_PAUL:
        if (!first_six || denom != DENOM_NT)
            return false;
        *(call == CALL_6NO ? &shown->balanced : &shown->joker) = true;
        break;
    case SYSTEM_FRANCIS:
        if (call_level(call) != 6 || nth > 1 || call == CALL_6NO || denom > DENOM_NT)
            return false;
        *(nth == 0 ? &shown->aces : &shown->kings) = steps_to(rules, high, call);
        break;
    }
    shown->natural = CALL_PASS;
    return true;
}

void system_read(enum system system, const struct seen *game, seat_t seat, struct shown *shown)
{
    call_t high = CALL_PASS;
    int bids = 0;

    *shown = (struct shown){.aces = -1, .kings = -1, .natural = CALL_PASS};
    for (int i = 0; i < game->call_count; i++) {
        call_t call = game->calls[i].call;
        if (game->calls[i].seat == seat) {
            shown->called = true;
            if (call_is_bid(call))
                read_signal(system, &game->rules, high, call, bids++, shown);
        }
        if (call != CALL_PASS)
            high = call;
    }
    shown->passed = shown->called && bids == 0;
}

/* ------------------------------------------------------------------------------- judgement */

/* Points that it is worth to tell the partner, where the others may leave us in that bid; tuned in
 * matches against the natural system. An inkle costs nothing, and a good hand should still bid
 * seven. */
static const uint8_t signal_bonus[SYSTEM_COUNT] = {0, 60, 60, 60, 30};
enum { INKLE_BONUS = 30 };

/* What the partner's hand is worth in a denomination, as far as its calls say: see sense_worth. */
static int partner_worth(const struct shown *shown, int denom)
{
    int worth = denom <= DENOM_H ? 22 : 14;

    if (shown->natural != CALL_PASS && call_denomination(shown->natural) == denom)
        worth = 47 + 9 * (call_level(shown->natural) - 6);
    else if (shown->passed)
        worth -= 3;
    worth += shown->joker ? 8 : 0;
    if (shown->balanced)
        worth += denom <= DENOM_H ? 8 : 14;
    for (int i = 0; i < SUITS; i++)
        worth += (shown->honours >> i & 1) && i != denom ? 5 : 0;
    if (shown->aces >= 0)
        worth += 9 * shown->aces - 9;
    if (shown->kings >= 0)
        worth += 4 * shown->kings - 3;
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

/* Inkles: the first two seats' bids of six never win the auction. */
static bool is_inkle(const struct seen *game, call_t call)
{
    return game->rules.inkles && game->call_count < 2 && call_level(call) == 6;
}

/* Points that a bid of our side brings on average, made or not. */
static int value_of(const struct seen *game, const struct shown *partner, call_t call)
{
    int denom = call_denomination(call);
    int tricks = tricks_of(sense_worth(game->hand, denom), partner_worth(partner, denom)) + 2;
    return game->rules.call_value[call] * (2 * chance(tricks - 10 * call_level(call)) - 256) / 256;
}

/* What it is worth to say nothing: what the bid of our side brings, or else nothing. To put the
 * loss by the bid of the others here makes a worse player: it bids what it cannot make. */
static int value_of_pass(const struct seen *game, const struct shown *partner, seat_t mate)
{
    if (game->high_by != mate && game->high_by != game->seat)
        return 0;
    return call_is_bid(game->high) ? value_of(game, partner, game->high) : 10000;
}

static int own_bids(const struct seen *game)
{
    int bids = 0;
    for (int i = 0; i < game->call_count; i++)
        bids += game->calls[i].seat == game->seat && call_is_bid(game->calls[i].call);
    return bids;
}

void system_call(enum system system, const struct seen *game, const struct seen_turn *turn,
                 struct action *action)
{
    const struct ruleset *rules = &game->rules;
    seat_t mate = (seat_t)((game->seat + 2) % 4);
    int nth = own_bids(game);
    struct shown partner;

    if (rules->teams != TEAMS_PAIRS) {
        if (turn->phase == PHASE_RAISE)
            sense_decline(turn, action);
        else
            sense_bid(game, turn, SENSE_BOLD, action); /* nobody, or more than one, to tell it */
        return;
    }
    system_read(system, game, mate, &partner);
    *action = turn->legal[0];
    int best = value_of_pass(game, &partner, mate);
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
        struct shown said = {.natural = CALL_PASS};
        if (read_signal(system, rules, game->high, call, nth, &said) &&
            signal_of(system, game, nth, call_denomination(call)) != call)
            continue; /* it would tell what is not so */
        int value = is_inkle(game, call) ? 0 : value_of(game, &partner, call);
        /* A signal is worth most while the partner can still act on it. */
        if (turn->phase == PHASE_AUCTION && said.natural == CALL_PASS &&
            partner.natural == CALL_PASS && !partner.passed)
            value += is_inkle(game, call) ? INKLE_BONUS : signal_bonus[system];
        if (value > best) {
            best = value;
            *action = turn->legal[i];
        }
    }
}
