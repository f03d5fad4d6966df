/* lobby_chat.c - see lobby_chat.h. */
#include "seating/lobby_chat.h"
#include "seating/seating_private.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct message message_out; /* built one at a time, all on the main loop */

/* A table whose game has begun. */
struct lobby_chat {
    long number; /* 0: free */
    usec_t until;
    bool open; /* its game is over */
    char code[INVITATION_CODE_CHARS + 1];
    enum chat_mode mode;
    struct chat chat;
    int guests[SEATS_MAX]; /* -1: empty */
    int seat_count;
};

/* Where a line is written. */
struct place {
    const char *code;
    enum chat_mode mode;
    struct chat *chat;
    int guests[SEATS_MAX];
    int seat_count;
};

static bool plays(const struct lobby_member *member)
{
    return peer_games(member->peer) > 0 || peer_games_reserved(member->peer) > 0;
}

static void tell(const struct seating *seating, const struct place *place, int seat,
                 struct slice say)
{
    for (int other = 0; other < place->seat_count; other++) {
        const struct lobby_member *member =
            place->guests[other] < 0 ? NULL : seating->members[place->guests[other]];
        if (other == seat || !member || plays(member) ||
            peer_state(member->peer) != PEER_STATE_READY)
            continue;
        message_init(&message_out, MESSAGE_SAID);
        message_set_int(&message_out, SAID_G, 0);
        message_set_int(&message_out, SAID_SEAT, seat);
        message_set_string(&message_out, SAID_SAY, say.data, say.size);
        message_set_string(&message_out, SAID_CODE, place->code, strlen(place->code));
        connection_send(member->peer, &message_out);
    }
}

static bool find_before(struct seating *seating, struct slice code, struct place *place)
{
    struct invitation *invitation = invitation_find(&seating->invitations, code);

    if (!invitation)
        return false;
    *place = (struct place){.code = invitation->code,
                            .mode = invitation->options.chat,
                            .chat = &invitation->chat,
                            .seat_count = invitation->seat_count};
    for (int seat = 0; seat < place->seat_count; seat++)
        place->guests[seat] = invitation->seats[seat].guest;
    return true;
}

static bool find_after(struct seating *seating, struct slice code, usec_t now, struct place *place)
{
    for (int i = 0; seating->chats && i < LOBBY_CHAT_TABLES; i++) {
        struct lobby_chat *table = &seating->chats[i];
        if (table->number == 0 || code.size != strlen(table->code) ||
            strncasecmp(code.data, table->code, code.size) != 0 ||
            (table->open && table->until <= now))
            continue;
        *place = (struct place){.code = table->code,
                                .mode = table->open ? table->mode : CHAT_NONE,
                                .chat = &table->chat,
                                .seat_count = table->seat_count};
        memcpy(place->guests, table->guests, sizeof place->guests);
        return true;
    }
    return false;
}

void lobby_chat_take(struct seating *seating, struct lobby_member *member,
                     const struct message *message)
{
    struct slice code = message_string(message, CHAT_CODE), say = message_string(message, CHAT_SAY);
    usec_t now = clock_now_usec();
    struct place place;
    int seat = -1;

    if (find_before(seating, code, &place) || find_after(seating, code, now, &place)) {
        for (int i = 0; i < place.seat_count; i++)
            seat = place.guests[i] == member->number ? i : seat;
    }
    if (seat < 0) { /* the same error as for a table that exists, so a guess reveals nothing */
        connection_send_error(member->peer, WIRE_ERROR_TABLE, 0);
        return;
    }
    enum wire_error error = plays(member)
                                ? WIRE_ERROR_CHAT
                                : chat_rules_admit(place.chat, place.mode, false,
                                                   CHAT_MOMENT_BEFORE, (seat_t)seat, say, now);
    if (error != WIRE_ERROR_NONE)
        connection_send_error(member->peer, error, 0);
    else
        tell(seating, &place, seat, say);
}

long lobby_chat_keep(struct seating *seating, const struct invitation *invitation)
{
    if (!seating->chats)
        seating->chats = calloc(LOBBY_CHAT_TABLES, sizeof *seating->chats);
    if (!seating->chats)
        return 0;
    long number = ++seating->chat_last;
    struct lobby_chat *table = &seating->chats[number % LOBBY_CHAT_TABLES];
    *table = (struct lobby_chat){.number = number,
                                 .mode = invitation->options.chat,
                                 .chat = invitation->chat,
                                 .seat_count = invitation->seat_count};
    memcpy(table->code, invitation->code, sizeof table->code);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->guests[seat] = seat < table->seat_count ? invitation->seats[seat].guest : -1;
    return number;
}

void lobby_chat_open(struct seating *seating, long number, usec_t now)
{
    if (number == 0 || !seating->chats)
        return;
    struct lobby_chat *table = &seating->chats[number % LOBBY_CHAT_TABLES];
    if (table->number != number)
        return;
    table->open = true;
    table->until = now + (usec_t)1000000 * LOBBY_CHAT_AFTER_SECONDS;
}

void lobby_chat_gone(struct seating *seating, const struct lobby_member *member)
{
    for (int i = 0; seating->chats && i < LOBBY_CHAT_TABLES; i++) {
        for (int seat = 0; seat < SEATS_MAX; seat++) {
            if (seating->chats[i].guests[seat] == member->number)
                seating->chats[i].guests[seat] = -1;
        }
    }
}

void lobby_chat_fini(struct seating *seating)
{
    free(seating->chats);
    seating->chats = NULL;
}
