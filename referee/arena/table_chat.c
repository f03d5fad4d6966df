/* table_chat.c - see table_chat.h. chat_rules.c has the rules. */
#include "arena/table_chat.h"

#include "arena/connection_private.h"
#include "ladder.h"
#include "arena/spectate.h"

#include <string.h>

_Static_assert((int)LIVE_SAY_BYTES_MAX == (int)CHAT_BYTES_MAX,
               "spectators' lines are no longer than seats'");

static enum chat_moment moment_of(const struct table *table)
{
    switch (table_state(table)) {
    case TABLE_STATE_NONCES:
        return CHAT_MOMENT_BEFORE;
    case TABLE_STATE_DEAL:
    case TABLE_STATE_TURN:
        return CHAT_MOMENT_HAND;
    case TABLE_STATE_OVER:
        return CHAT_MOMENT_AFTER;
    case TABLE_STATE_NEW:
    case TABLE_STATE_CLOSED:
    case TABLE_STATE_COUNT:
        break;
    }
    return CHAT_MOMENT_GONE;
}

static void tell_others(struct arena_table *table, seat_t seat, struct slice say)
{
    struct message *message = &table->arena->message_out;

    for (seat_t other = 0; other < table_config(table->table)->rules->players; other++) {
        struct peer *peer = table->peers[other];
        if (other == seat || !peer || peer->state != PEER_STATE_READY)
            continue;
        message_init(message, MESSAGE_SAID);
        message_set_int(message, SAID_G, table->games[other] + 1);
        message_set_int(message, SAID_SEAT, seat);
        message_set_string(message, SAID_SAY, say.data, say.size);
        connection_send(peer, message);
    }
}

enum wire_error table_chat_say(struct arena_table *table, seat_t seat, struct slice say, usec_t now)
{
    const struct table_config *config = table_config(table->table);
    enum wire_error error = chat_rules_admit(&table->chat, config->chat, config->rated,
                                             moment_of(table->table), seat, say, now);

    if (error)
        return error;
    tell_others(table, seat, say);
    struct slice words = chat_rules_words(config->chat, say);
    /* The record of a finished game may be with the writer already. */
    if (table->record && table_state(table->table) < TABLE_STATE_OVER)
        record_chat(table->record, seat, words.data, words.size);
    spectate_chat(table, seat, words);
    table_chat_look(table, now);
    return WIRE_ERROR_NONE;
}

/* ------------------------------------------------------------------------------ spectators
 */

void table_chat_hear(struct arena_table *table, struct live_said *lines)
{
    struct live_said **end = &table->heard;

    while (*end)
        end = &(*end)->next;
    *end = lines;
    for (const struct live_said *line = lines; line && table->record; line = line->next)
        record_heard(table->record, line->name, line->words, strlen(line->words));
}

void table_chat_look(struct arena_table *table, usec_t now)
{
    struct live_said *lines = spectate_look(table, now);
    if (lines)
        table_chat_hear(table, lines);
}

static void tell_seats(struct arena_table *table, const struct live_said *line)
{
    struct message *message = &table->arena->message_out;

    for (seat_t seat = 0; seat < table_config(table->table)->rules->players; seat++) {
        struct peer *peer = table->peers[seat];
        if (!peer || peer->state != PEER_STATE_READY)
            continue;
        message_init(message, MESSAGE_HEARD);
        message_set_int(message, HEARD_G, table->games[seat] + 1);
        message_set_string(message, HEARD_NAME, line->name, strlen(line->name));
        message_set_string(message, HEARD_SAY, line->say, strlen(line->say));
        connection_send(peer, message);
    }
}

void table_chat_pass_on(struct arena_table *table)
{
    for (const struct live_said *line = table->heard; line; line = line->next)
        tell_seats(table, line);
    table_chat_forget(table);
}

void table_chat_forget(struct arena_table *table)
{
    live_said_free(table->heard);
    table->heard = NULL;
}
