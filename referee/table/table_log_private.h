/* table_log_private.h - events in and out of a table's log.
 *
 * An event takes the bytes that it needs: a card played six, a trick three. They are
 *
 *   kind, phase << 4 · seat, ok << 3, what follows · size · to, seen_by · hand · count
 *   · the action (kind, what follows · number of cards · call · jokers' suits · cards), the
 * contract, or cards (their number · they), as a set where they are many
 *
 * of which the masks are left out where everybody learns all, the hand where it is the seat's own,
 * and of all else what there is none of. */
#ifndef AVONDALE_TABLE_LOG_PRIVATE_H
#define AVONDALE_TABLE_LOG_PRIVATE_H

#include "table/table_private.h"

#include <assert.h>
#include <string.h>

enum table_event_flag {
    TABLE_EVENT_SEAT = 7, /* the lowest bits; all set: SEAT_NONE */
    TABLE_EVENT_OK = 1 << 3,
    TABLE_EVENT_MASKS = 1 << 4,
    TABLE_EVENT_HAND = 1 << 5,
    TABLE_EVENT_COUNT = 1 << 6,
    TABLE_EVENT_CARDS = 1 << 7,
};

enum {
    TABLE_EVENT_HEAD = 3,
    TABLE_EVENT_LIST_MAX = sizeof(cardset_t), /* more cards are a set */
    TABLE_ACTION_CALL = 1 << 6,               /* above its kind */
    TABLE_ACTION_JOKER = 1 << 7,
};
_Static_assert(EVENT_KIND_COUNT <= 16 && PHASE_COUNT <= 16, "both fit into a byte");
_Static_assert(SEATS_MAX < 7 && (int)ACTION_KIND_COUNT <= (int)TABLE_ACTION_CALL, "so do these");
_Static_assert(TABLE_EVENT_HEAD + 4 + sizeof(struct action) <= TABLE_EVENT_BYTES &&
                   TABLE_EVENT_HEAD + 4 + 1 + sizeof(cardset_t) <= TABLE_EVENT_BYTES,
               "an event fits: it has an action, a contract or cards");

/* Reads the event at `at` without its cards: only who may know what. */
struct table_event {
    uint8_t kind, size;
    seat_t seat;
    uint8_t to, seen_by;
};

static inline struct table_event table_event_head(const uint8_t *at)
{
    struct table_event head = {.kind = at[0] & 15,
                               .size = at[2],
                               .seat = at[1] & TABLE_EVENT_SEAT,
                               .to = TO_ALL,
                               .seen_by = TO_ALL};
    if (at[1] & TABLE_EVENT_MASKS) {
        head.to = at[3];
        head.seen_by = at[4];
    }
    return head;
}

/* The place after the event at `place`, which is not the end. */
static inline struct table_place table_log_next(const struct table *table, struct table_place place)
{
    place.byte = (uint16_t)(place.byte + table_event_head(table->log + place.byte).size);
    place.event++;
    return place;
}

/* Removes the middle of a full log (TABLE_LOG_FULL) and keeps its beginning and its latest events.
 * Does nothing while a connected seat has not been sent an event that would be removed. In
 * table_log.c. */
void table_log_drop_middle(struct table *table);

/* Each writes or reads a part after the head of an event; returns where the part ends. */
static inline uint8_t *table_action_pack(const struct action *action, uint8_t *at)
{
    uint8_t *kind = at;
    *at++ = action->kind;
    *at++ = action->count;
    if (action->call != CALL_PASS) {
        *kind |= TABLE_ACTION_CALL;
        *at++ = action->call;
    }
    if (action->joker[0] != SUIT_NONE || action->joker[1] != SUIT_NONE) {
        *kind |= TABLE_ACTION_JOKER;
        *at++ = action->joker[0];
        *at++ = action->joker[1];
    }
    memcpy(at, action->cards, sizeof action->cards); /* there is room, and the size is known */
    return at + action->count;
}

static inline void table_action_unpack(const uint8_t *at, struct action *action)
{
    const uint8_t kind = *at++;

    action->kind = kind & (TABLE_ACTION_CALL - 1);
    action->count = *at++;
    action->call = kind & TABLE_ACTION_CALL ? *at++ : CALL_PASS;
    action->joker[0] = kind & TABLE_ACTION_JOKER ? *at++ : SUIT_NONE;
    action->joker[1] = kind & TABLE_ACTION_JOKER ? *at++ : SUIT_NONE;
    if (action->count == 1) /* nearly always */
        action->cards[0] = *at;
    else
        memcpy(action->cards, at, action->count);
}

static inline uint8_t *table_cards_pack(cardset_t cards, uint8_t *at)
{
    int count = cardset_count(cards);

    *at++ = (uint8_t)count;
    if (count > TABLE_EVENT_LIST_MAX) {
        memcpy(at, &cards, sizeof cards);
        return at + sizeof cards;
    }
    while (cards)
        *at++ = cardset_pop(&cards);
    return at;
}

static inline cardset_t table_cards_unpack(const uint8_t *at)
{
    int count = *at++;
    cardset_t cards = 0;

    if (count > TABLE_EVENT_LIST_MAX)
        memcpy(&cards, at, sizeof cards);
    else
        while (count-- > 0)
            cards |= CARDSET(*at++);
    return cards;
}

/* Returns its size; there is room for TABLE_EVENT_BYTES. */
static inline size_t table_event_pack(const struct event *event, uint8_t out[TABLE_EVENT_BYTES])
{
    uint8_t *at = out + TABLE_EVENT_HEAD;
    unsigned flags = (event->seat & TABLE_EVENT_SEAT) | (event->ok ? TABLE_EVENT_OK : 0);

    assert(event->seat < SEATS_MAX || event->seat == SEAT_NONE);
    assert((event->kind == EVENT_ACTION || event->action.count == 0) && event->ok <= 1);
    if (event->to != TO_ALL || event->seen_by != TO_ALL) {
        flags |= TABLE_EVENT_MASKS;
        *at++ = event->to;
        *at++ = event->seen_by;
    }
    if (event->hand != event->seat) {
        flags |= TABLE_EVENT_HAND;
        *at++ = event->hand;
    }
    if (event->count) {
        flags |= TABLE_EVENT_COUNT;
        *at++ = event->count;
    }
    if (event->kind == EVENT_ACTION) {
        assert(!event->cards);
        at = table_action_pack(&event->action, at);
    } else if (event->kind == EVENT_CONTRACT) {
        assert(!event->cards);
        memcpy(at, &event->contract, sizeof event->contract);
        at += sizeof event->contract;
    } else if (event->cards) {
        flags |= TABLE_EVENT_CARDS;
        at = table_cards_pack(event->cards, at);
    }
    out[0] = (uint8_t)(event->kind | event->phase << 4);
    out[1] = (uint8_t)flags;
    out[2] = (uint8_t)(at - out);
    return (size_t)(at - out);
}

static inline void table_event_unpack(const uint8_t *packed, struct event *event)
{
    const struct table_event head = table_event_head(packed);
    const uint8_t *at = packed + TABLE_EVENT_HEAD;
    const unsigned flags = packed[1];

    *event = (struct event){.kind = head.kind,
                            .phase = packed[0] >> 4,
                            .seat = head.seat == TABLE_EVENT_SEAT ? SEAT_NONE : head.seat,
                            .ok = (flags & TABLE_EVENT_OK) != 0,
                            .to = head.to,
                            .seen_by = head.seen_by};
    at += flags & TABLE_EVENT_MASKS ? 2 : 0;
    event->hand = flags & TABLE_EVENT_HAND ? *at++ : event->seat;
    event->count = flags & TABLE_EVENT_COUNT ? *at++ : 0;
    if (head.kind == EVENT_ACTION)
        table_action_unpack(at, &event->action);
    else if (head.kind == EVENT_CONTRACT)
        memcpy(&event->contract, at, sizeof event->contract);
    else if (flags & TABLE_EVENT_CARDS)
        event->cards = table_cards_unpack(at);
}

#endif
