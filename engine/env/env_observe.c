/* env_observe.c - what a seat knows as an array of bytes. All of it comes from the engine's view
 * for the seat, from calls and plays that all have seen, and from cards that the seat has just
 * named, so no hidden card can get in. */
#include "env.h"

#include <assert.h>
#include <string.h>

/* How often a field repeats: once, or once for each hand, seat or side, the own one first. */
enum repeat { ONCE, BY_HAND, BY_SEAT, BY_SIDE };

enum field {
    FIELD_PHASE,
    FIELD_HANDS,
    FIELD_COUNTS,
    FIELD_CHOSEN,
    FIELD_TABLE,
    FIELD_PLAYED,
    FIELD_KITTY,
    FIELD_EXPOSED,
    FIELD_GONE,
    FIELD_DRAWN,
    FIELD_PARTNER_CARD,
    FIELD_DUE,
    FIELD_LEADER,
    FIELD_LED,
    FIELD_WON,
    FIELD_TRICK,
    FIELD_VOID,
    FIELD_FOLDED,
    FIELD_SHOWN,
    FIELD_CALLS,
    FIELD_HIGH,
    FIELD_HIGH_BY,
    FIELD_CONTRACT,
    FIELD_CONTRACTOR,
    FIELD_PARTNER,
    FIELD_SLAM,
    FIELD_BREACH,
    FIELD_DEALER,
    FIELD_BANS,
    FIELD_SCORES,
    FIELD_COUNT
};

static const struct {
    const char *name;
    uint8_t repeat, width;
    const char *meaning;
} fields[FIELD_COUNT] = {
    [FIELD_PHASE] = {"phase", ONCE, PHASE_COUNT, "1 at the phase"},
    [FIELD_HANDS] = {"hands", BY_HAND, CARDS_MAX,
                     "1 for each card that the seat knows to be there"},
    [FIELD_COUNTS] = {"counts", BY_HAND, 1, "how many cards the hand holds"},
    [FIELD_CHOSEN] = {"chosen", ONCE, CARDS_MAX, "1 for each card named so far in this decision"},
    [FIELD_TABLE] = {"table", BY_HAND, CARDS_MAX, "1 at the hand's card in the trick"},
    [FIELD_PLAYED] = {"played", BY_HAND, CARDS_MAX, "1 for each card that the hand has played"},
    [FIELD_KITTY] = {"kitty", ONCE, CARDS_MAX, "1 for each card known to lie in the kitty"},
    [FIELD_EXPOSED] = {"exposed", ONCE, CARDS_MAX, "draft: 1 for each card that is exposed"},
    [FIELD_GONE] = {"gone", ONCE, CARDS_MAX, "1 for each card known to be out of play"},
    [FIELD_DRAWN] = {"drawn", ONCE, CARDS_MAX, "draw: 1 at the card that is kept or dropped now"},
    [FIELD_PARTNER_CARD] = {"partner_card", ONCE, CARDS_MAX, "five-handed: 1 at the card called"},
    [FIELD_DUE] = {"due", BY_HAND, 1, "play: 1 at the hand that plays"},
    [FIELD_LEADER] = {"leader", BY_HAND, 1, "play: 1 at the hand that led"},
    [FIELD_LED] = {"led", ONCE, SUITS, "1 at the suit to follow"},
    [FIELD_WON] = {"won", BY_HAND, 1, "tricks won"},
    [FIELD_TRICK] = {"trick", ONCE, 1, "tricks completed"},
    [FIELD_VOID] = {"void", BY_HAND, SUITS, "1 at a suit that the hand failed to follow"},
    [FIELD_FOLDED] = {"folded", BY_HAND, 1, "1 if the hand does not play"},
    [FIELD_SHOWN] = {"shown", BY_HAND, 1, "1 if the hand lies open"},
    [FIELD_CALLS] = {"calls", BY_SEAT, CALL_COUNT, "1 for each call made in this auction"},
    [FIELD_HIGH] = {"high", ONCE, CALL_COUNT, "1 at the highest call"},
    [FIELD_HIGH_BY] = {"high_by", BY_SEAT, 1, "1 at who made it"},
    [FIELD_CONTRACT] = {"contract", ONCE, CALL_COUNT, "1 at the contract's call"},
    [FIELD_CONTRACTOR] = {"contractor", BY_SEAT, 1, "1 at the contractor"},
    [FIELD_PARTNER] = {"partner", BY_SEAT, 1, "1 at its partner, if the seat knows it"},
    [FIELD_SLAM] = {"slam", ONCE, 1, "1 if a slam was declared"},
    [FIELD_BREACH] = {"breach", BY_SEAT, 1, "1 at who called a breach"},
    [FIELD_DEALER] = {"dealer", BY_SEAT, 1, "1 at the dealer"},
    [FIELD_BANS] = {"bans", BY_SEAT, 1, "1 if the seat may not bid in this hand"},
    [FIELD_SCORES] = {"scores", BY_SIDE, 1, "tens of points, -127 to 127"},
};

static int rows_of(const struct ruleset *rules, int field)
{
    switch ((enum repeat)fields[field].repeat) {
    case BY_HAND:
        return rules->hand_count;
    case BY_SEAT:
        return rules->players;
    case BY_SIDE:
        return rules->side_count;
    case ONCE:
        break;
    }
    return 1;
}

int env_observe_field_count(void)
{
    return FIELD_COUNT;
}

void env_observe_field(const struct ruleset *rules, int index, struct env_field *field)
{
    int offset = 0;

    assert(index >= 0 && index < FIELD_COUNT);
    for (int i = 0; i < index; i++)
        offset += rows_of(rules, i) * fields[i].width;
    *field = (struct env_field){fields[index].name, fields[index].meaning, offset,
                                rows_of(rules, index), fields[index].width};
}

int env_observe_size(const struct ruleset *rules)
{
    struct env_field last;

    env_observe_field(rules, FIELD_COUNT - 1, &last);
    return last.offset + last.rows * last.width;
}

/* Where the fields are written, one after the other in the order of the table. */
struct observer {
    const struct ruleset *rules;
    unsigned players, hands, sides;
    unsigned own_hand[HANDS_MAX]; /* row -> hand; row 0 is the own */
    seat_t own_seat[SEATS_MAX];   /* row -> seat */
    int8_t *at;
};

static void put_cards(struct observer *to, cardset_t set)
{
    uint64_t low = (uint64_t)set;
    unsigned high = (unsigned)(set >> 64);

    for (; low; low &= low - 1)
        to->at[__builtin_ctzll(low)] = 1;
    to->at[CARD_RJ] = high & 1;
    to->at[CARD_BJ] = high >> 1 & 1;
    to->at += CARDS_MAX;
}

static void put_card(struct observer *to, card_t card)
{
    if (card < CARDS_MAX)
        to->at[card] = 1;
    to->at += CARDS_MAX;
}

static void put_one(struct observer *to, unsigned index, int width)
{
    if (index < (unsigned)width)
        to->at[index] = 1;
    to->at += width;
}

static void put_set(struct observer *to, uint64_t set, int width)
{
    for (; set; set &= set - 1)
        to->at[__builtin_ctzll(set)] = 1;
    to->at += width;
}

static void put_value(struct observer *to, int value)
{
    *to->at++ = (int8_t)(value < -127 ? -127 : value > 127 ? 127 : value);
}

/* Writes 1 in the row of a hand; in no row if the number is no hand. */
static void put_hand(struct observer *to, unsigned hand)
{
    for (unsigned row = 0; row < to->hands; row++)
        *to->at++ = to->own_hand[row] == hand;
}

static void put_seat(struct observer *to, seat_t seat)
{
    for (unsigned row = 0; row < to->players; row++)
        *to->at++ = to->own_seat[row] == seat;
}

static void put_hand_mask(struct observer *to, unsigned mask)
{
    for (unsigned row = 0; row < to->hands; row++)
        *to->at++ = mask >> to->own_hand[row] & 1;
}

static void put_seat_mask(struct observer *to, unsigned mask)
{
    for (unsigned row = 0; row < to->players; row++)
        *to->at++ = mask >> to->own_seat[row] & 1;
}

/* Table hands and dead hands follow those of the seats. */
static void look_from(struct observer *to, seat_t seat)
{
    unsigned more = to->hands - to->players;

    for (unsigned row = 0; row < to->players; row++) {
        to->own_seat[row] = (seat_t)((seat + row) % to->players);
        to->own_hand[row] = to->own_seat[row];
    }
    for (unsigned row = 0; row < more; row++)
        to->own_hand[to->players + row] = to->players + (seat + row) % more;
}

static void put_places(struct observer *to, const struct env *env, const struct view *view)
{
    for (unsigned row = 0; row < to->hands; row++)
        put_cards(to, view->hands[to->own_hand[row]]);
    for (unsigned row = 0; row < to->hands; row++)
        put_value(to, view->hand_count[to->own_hand[row]]);
    put_cards(to, view->turn == view->seat ? env->chosen : 0);
    for (unsigned row = 0; row < to->hands; row++)
        put_card(to, view->trick_count ? view->table[to->own_hand[row]] : (card_t)CARD_NONE);
    for (unsigned row = 0; row < to->hands; row++)
        put_cards(to, env->played[to->own_hand[row]]);
    put_cards(to, view->kitty);
    put_cards(to, view->exposed);
    put_cards(to, view->discards | view->out);
    put_card(to, view->drawn);
    put_card(to,
             view->contract.call == CALL_PASS ? (card_t)CARD_NONE : view->contract.partner_card);
}

static void put_tricks(struct observer *to, const struct env *env, const struct view *view)
{
    bool plays = view->phase == PHASE_PLAY;

    put_hand(to, plays ? view->hand_due : HANDS_MAX);
    put_hand(to, plays ? view->leader : HANDS_MAX);
    put_one(to, view->trick_count ? view->led : (unsigned)SUIT_NONE, SUITS);
    for (unsigned row = 0; row < to->hands; row++)
        put_value(to, plays ? view->won[to->own_hand[row]] : 0);
    put_value(to, plays ? view->trick : 0);
    for (unsigned row = 0; row < to->hands; row++)
        put_set(to, plays ? env->game.void_shown[to->own_hand[row]] : 0, SUITS);
    put_hand_mask(to, view->folded);
    put_hand_mask(to, view->shown);
}

static void put_auction(struct observer *to, const struct env *env, const struct view *view)
{
    const struct contract *contract = &view->contract;
    bool settled = contract->call != CALL_PASS;

    for (unsigned row = 0; row < to->players; row++)
        put_set(to, env->calls[to->own_seat[row]], CALL_COUNT);
    put_one(to, view->high, CALL_COUNT);
    put_seat(to, view->high == CALL_PASS ? SEAT_NONE : view->high_by);
    put_one(to, contract->call, CALL_COUNT);
    put_seat(to, settled ? contract->by : SEAT_NONE);
    put_seat(to, settled ? contract->partner : SEAT_NONE);
    put_value(to, contract->slam);
    put_seat(to, settled ? contract->breach : SEAT_NONE);
}

static void put_scores(struct observer *to, const struct view *view, seat_t seat)
{
    unsigned own = to->rules->side_of[seat];

    for (unsigned row = 0; row < to->sides; row++)
        put_value(to, view->scores[(own + row) % to->sides] / 10);
}

void env_observe(const struct env *env, const struct ruleset *rules, seat_t seat, int8_t *bytes)
{
    struct observer to = {.rules = rules,
                          .players = rules->players,
                          .hands = rules->hand_count,
                          .sides = rules->side_count,
                          .at = bytes};
    struct view view;
    int size = env_observe_size(rules);

    assert(seat < rules->players);
    memset(bytes, 0, (size_t)size);
    look_from(&to, seat);
    view_make(&view, &env->game, rules, seat);
    put_one(&to, view.phase, PHASE_COUNT);
    put_places(&to, env, &view);
    put_tricks(&to, env, &view);
    put_auction(&to, env, &view);
    put_seat(&to, view.dealer);
    put_seat_mask(&to, view.bans);
    put_scores(&to, &view, seat);
    assert(to.at == bytes + size);
}
