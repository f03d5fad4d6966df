/* talk.c - see talk.h. The rule is in chat.c. */
#include "talk.h"
#include "spectate.h"

#include <string.h>

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

    for (seat_t other = 0; other < table_config(&table->table)->rules.players; other++) {
        struct peer *peer = table->peers[other];
        if (other == seat || !peer || peer->state != PEER_STATE_READY)
            continue;
        message_init(message, MESSAGE_SAID);
        message_set_int(message, SAID_G, table->games[other] + 1);
        message_set_int(message, SAID_SEAT, seat);
        message_set_string(message, SAID_SAY, say.data, say.size);
        peer_send(peer, message);
    }
}

/* Who reads it later need not know the phrases. */
static struct slice in_words(enum chat_mode mode, struct slice say)
{
    if (mode != CHAT_PRESET)
        return say;
    const char *text = phrase_text(say.data, say.size);
    return (struct slice){text, strlen(text)};
}

int talk_say(struct arena_table *table, seat_t seat, struct slice say, usec_t now)
{
    const struct table_config *config = table_config(&table->table);
    int error = chat_say(&table->chat, config->chat, config->rated, moment_of(&table->table), seat, say, now);

    if (error >= 0)
        return error;
    tell_others(table, seat, say);
    struct slice words = in_words(config->chat, say);
    /* The record of a game that is over may be with the writer already. */
    if (table->record && table_state(&table->table) < TABLE_STATE_OVER)
        record_chat(table->record, seat, words.data, words.size);
    spectate_chat(table, seat, words);
    spectate_look(table, now);
    return -1;
}
