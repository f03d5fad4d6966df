/* bidder.c - the inputs of the networks, as hands.py and bidder.py make them, and their values. */
#include "bidder.h"

#include "sense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    DENOMS = 5,      /* S .. NT */
    MISERE = DENOMS, /* in place of a denomination */
    HAND = 40,       /* the first inputs are the hand, the others the auction */
    SUIT_INPUTS = 10
};

bool bidder_knows(const struct ruleset *rules)
{
    const uint64_t known = UINT64_C(1) << SPECIAL_MISERE | UINT64_C(1) << SPECIAL_OPEN_MISERE;

    return rules->teams == TEAMS_PAIRS && rules->players == 4 && rules->hand_count == 4 &&
           rules->deck == DECK_43 && rules->kitty_size == 3 && rules->auction == AUCTION_ROUNDS &&
           rules->rebid == REBID_NEVER && rules->inkles == INKLES_NO &&
           rules->jack_nt == JACK_NT_NO && !rules->no_calls && rules->scoring == SCORING_AVONDALE &&
           rules->failed == FAILED_SUBTRACT && rules->calls == known && !rules->slam_call &&
           rules->target == 500 && rules->floor == -500;
}

/* -------------------------------------------------------------------------------- the hand */

/* The cards of one suit beside the trumps, added up with those of other suits. */
static void add_suit(float *out, cardset_t side, int suit)
{
    int length = cardset_count(side);
    bool ace = cardset_has(side, CARD(suit, RANK_A)), king = cardset_has(side, CARD(suit, RANK_K)),
         queen = cardset_has(side, CARD(suit, RANK_Q));
    const bool parts[SUIT_INPUTS] = {
        length == 0, length == 1, length == 2,        length >= 4,         ace,
        king,        ace && king, king && length > 1, queen && length > 2, ace && length == 1};

    for (int i = 0; i < SUIT_INPUTS; i++)
        out[i] += (float)parts[i];
}

static void see_suit(cardset_t hand, int denom, float *out)
{
    cardset_t left = CARDSET(CARD(denom ^ 1, RANK_J)), all = hand & sense_suit(denom);
    int trumps = cardset_count(all) + cardset_count(hand & left) + (out[0] > 0);

    out[1] = cardset_has(hand, CARD(denom, RANK_J));
    out[2] = (hand & left) != 0;
    out[3] = cardset_has(hand, CARD(denom, RANK_A));
    out[4] = cardset_has(hand, CARD(denom, RANK_K));
    out[5] = cardset_has(hand, CARD(denom, RANK_Q));
    out[6 + (trumps < 8 ? trumps : 8)] = 1;
    for (int suit = 0; suit < SUITS; suit++) {
        if (suit != denom)
            add_suit(out + (suit == (denom ^ 1) ? 15 : 25), hand & sense_suit(suit) & ~left, suit);
    }
}

static void see_no_trump(cardset_t hand, float *out)
{
    int longest = 0, length = 0, with_ace = 0;

    for (int suit = 0; suit < SUITS; suit++) {
        cardset_t side = hand & sense_suit(suit);
        int count = cardset_count(side);
        add_suit(out + 15, side, suit);
        if (count > length) {
            longest = suit;
            length = count;
        }
        if (cardset_has(side, CARD(suit, RANK_A)) && count > with_ace)
            with_ace = count;
    }
    for (int i = 0; i < 4; i++)
        out[1 + i] = cardset_has(hand, CARD(longest, RANK_A - i));
    out[5] = (float)length / 4;
    out[6] = (float)with_ace / 4;
}

static void sort(float *values, int count)
{
    for (int i = 1; i < count; i++) {
        for (int j = i; j > 0 && values[j] < values[j - 1]; j--) {
            float swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    }
}

/* How far the lowest cards of each suit lie over those that lose: a 5, a 7, then a queen. */
static void see_misere(cardset_t hand, float *out)
{
    static const int safe[] = {3, 5, 10};

    for (int suit = 0; suit < SUITS; suit++) {
        cardset_t side = hand & sense_suit(suit);
        int place = 0, danger = 0;
        out[5 + suit] = (float)cardset_count(side) / 4;
        out[13] += !side;
        for (int i = 0; i < 4; i++)
            out[9 + i] += (float)cardset_has(side, CARD(suit, RANK_J + i));
        while (side) {
            int over = (int)card_rank(cardset_pop(&side)) - safe[place];
            danger += over > 0 ? over : 0;
            place += place < 2;
        }
        out[1 + suit] = (float)danger / 4;
    }
    sort(out + 1, SUITS);
    sort(out + 5, SUITS);
}

static void see_hand(const struct ruleset *rules, cardset_t hand, int denom, float out[HAND])
{
    float worth[DENOMS];
    int aces = 0;

    out[0] = cardset_has(hand, CARD_RJ) || cardset_has(hand, CARD_BJ);
    for (int i = 0; i < DENOMS; i++)
        worth[i] = (float)sense_worth(rules, hand, i) / 40;
    for (int suit = 0; suit < SUITS; suit++)
        aces += cardset_has(hand, CARD(suit, RANK_A));
    if (denom == MISERE)
        see_misere(hand, out);
    else if (denom == DENOM_NT)
        see_no_trump(hand, out);
    else
        see_suit(hand, denom, out);
    if (denom != MISERE)
        out[35] = worth[denom];
    sort(worth, DENOMS);
    out[36] = (float)aces / 2;
    out[37] = worth[DENOMS - 1];
    out[38] = worth[DENOMS - 2];
    out[39] = 1;
}

/* ------------------------------------------------------------------------------- the auction */

/* What was called so far, seats counted from the own one. */
struct calls {
    call_t last[4]; /* the latest call but a pass */
    bool passed[4];
    call_t high;
    int by;
    int own, other; /* scores */
};

static void read_auction(const struct seen *game, struct calls *auction)
{
    memset(auction, 0, sizeof *auction);
    for (int i = 0; i < game->call_count; i++) {
        int seat = (game->calls[i].seat - game->seat + 4) & 3;
        auction->passed[seat] = game->calls[i].call == CALL_PASS;
        if (game->calls[i].call != CALL_PASS)
            auction->last[seat] = game->calls[i].call;
    }
    auction->high = game->high_by == SEAT_NONE ? (call_t)CALL_PASS : game->high;
    auction->by = game->high_by == SEAT_NONE ? 0 : (game->high_by - game->seat + 4) & 3;
    auction->own = game->scores[game->rules.side_of[game->seat]];
    auction->other = game->scores[1 - game->rules.side_of[game->seat]];
}

static int denom_of(call_t call)
{
    return call_is_bid(call) ? call_denomination(call) : MISERE;
}

/* The chance of scores after a hand, as auctions.py has it. `contract`: the own side wins where
 * both are over the target. */
static double chance_of(const struct ruleset *rules, int own, int other, bool contract)
{
    int high = own > other ? own : other, low = own > other ? other : own;
    int to_go = rules->target - high;
    bool over = own >= rules->target, others_over = other >= rules->target;

    if (over || others_over)
        return over && others_over ? contract : over;
    if (own <= rules->floor || other <= rules->floor)
        return own > rules->floor;
    to_go = low - rules->floor < to_go ? low - rules->floor : to_go;
    return 1 / (1 + exp(-1.7 * (own - other) / (320 * sqrt(0.5 + to_go / 130.0))));
}

/* The chance once a contract is just made, or has failed by one. */
static double chance_after(const struct ruleset *rules, const struct calls *auction, call_t call,
                           bool mine, bool made)
{
    int tricks = call_is_bid(call) ? call_level(call) - !made : !made;
    int value = rules->call_value[call];
    int theirs = call_is_bid(call) ? rules->trick_points * (TRICKS - tricks) : 0;

    if (call == CALL_PASS)
        return chance_of(rules, auction->own, auction->other, mine == made);
    if (call_is_bid(call) && tricks == TRICKS && value < rules->slam_bonus)
        value = rules->slam_bonus;
    value = made ? value : -value;
    return chance_of(rules, auction->own + (mine ? value : theirs),
                     auction->other + (mine ? theirs : value), mine == made);
}

static float *see_calls(const struct ruleset *rules, const struct calls *auction, int denom,
                        float *out)
{
    for (int seat = 0; seat < 4; seat++, out += 8) {
        call_t last = auction->last[seat];
        float value = (float)rules->call_value[last] / 200;
        int theirs = denom_of(last);
        out[7] = auction->passed[seat];
        if (last == CALL_PASS)
            continue;
        out[0] = 1;
        out[1] = theirs == denom;
        out[2] =
            theirs < DENOM_NT && denom < DENOM_NT && theirs / 2 == denom / 2 && theirs != denom;
        out[3] = theirs == DENOM_NT;
        out[4] = theirs == MISERE;
        out[5] = value;
        out[6] = theirs == denom ? value : 0;
    }
    return out;
}

static void see_auction(const struct seen *game, const struct calls *auction, call_t call,
                        float *out)
{
    const struct ruleset *rules = &game->rules;
    call_t high = auction->high;
    bool ours = high == CALL_PASS || auction->by % 2 == 0;
    int value = rules->call_value[call], held = denom_of(high);
    double now = chance_of(rules, auction->own, auction->other, ours);

    out = see_calls(rules, auction, denom_of(call), out);
    if (high != CALL_PASS && auction->by > 0)
        out[auction->by - 1] = 1;
    out += 3;
    if (high != CALL_PASS)
        *out = (float)sense_worth(rules, game->hand, held < MISERE ? held : DENOM_NT) / 40;
    out++;
    *out++ = (float)value / 200;
    *out++ = call_is_bid(call) ? (float)(call_level(call) - 6) / 2 : call == CALL_OPEN_MISERE;
    *out++ = call_is_bid(call) && value - (high == CALL_PASS ? 0 : rules->call_value[high]) > 100;
    *out++ = (float)auction->own / 500;
    *out++ = (float)auction->other / 500;
    for (int made = 1; made >= 0; made--)
        *out++ = (float)(3 * (chance_after(rules, auction, call, true, made) - now));
    for (int made = 1; made >= 0; made--)
        *out++ = (float)(3 * (chance_after(rules, auction, high, ours, made) - now));
}

/* ------------------------------------------------------------------------------- the networks */

static float value_of(const struct bidder_net *net, const float inputs[BIDDER_INPUTS])
{
    float first[BIDDER_FIRST] = {0}, second[BIDDER_SECOND] = {0}, value = 0;

    for (int i = 0; i < BIDDER_INPUTS; i++) {
        for (int j = 0; inputs[i] != 0 && j < BIDDER_FIRST; j++)
            first[j] += inputs[i] * net->first[i][j];
    }
    for (int i = 0; i < BIDDER_FIRST; i++) {
        float unit = first[i] * net->scale[0] + net->first_base[i] * net->scale[1];
        for (int j = 0; unit > 0 && j < BIDDER_SECOND; j++)
            second[j] += unit * net->second[i][j];
    }
    for (int i = 0; i < BIDDER_SECOND; i++) {
        float unit = second[i] * net->scale[2] + net->second_base[i] * net->scale[3];
        value += unit > 0 ? unit * net->last[i] : 0;
    }
    return value * net->scale[4] + net->last_base * net->scale[5];
}

void bidder_gains(const struct seen *game, const struct seen_turn *turn,
                  double gains[LEGAL_LIST_MAX])
{
    assert(bidder_knows(&game->rules) && cardset_count(game->hand) == HAND_CARDS);
    float hands[DENOMS + 1][HAND] = {{0}};
    int bids[DENOMS] = {0};
    struct calls auction;

    read_auction(game, &auction);
    for (int denom = 0; denom <= MISERE; denom++)
        see_hand(&game->rules, game->hand, denom, hands[denom]);
    for (int i = 0; i < turn->legal_count; i++) {
        call_t call = turn->legal[i].call;
        int denom = denom_of(call);
        float inputs[BIDDER_INPUTS] = {0};
        gains[i] = -2;
        if (turn->legal[i].kind != ACTION_CALL)
            continue;
        if (call == CALL_PASS)
            gains[i] = 0;
        if (call == CALL_PASS || (denom < MISERE && ++bids[denom] > 2))
            continue;
        memcpy(inputs, hands[denom], sizeof hands[denom]);
        see_auction(game, &auction, call, inputs + HAND);
        double gain = value_of(&bidder_nets[denom < DENOM_NT ? 0 : denom - 3], inputs);
        gains[i] = gain < -1 ? -1 : gain > 1 ? 1 : gain;
    }
}
