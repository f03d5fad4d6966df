/* lobby_waiting.c - see lobby_waiting.h. */
#include "seating/lobby_waiting.h"
#include "seating/lobby_fields_private.h"
#include "seating/waits.h"

#include <string.h>

enum {
    /* Listed tables in one `waiting`: with four lists of rulesets and six of tables its items fit.
     */
    LISTED_MAX = (MESSAGE_ITEMS_MAX - 4 * CONFIG_RULESETS_MAX) / 6,
};

static void add_text(struct message *out, int field, const char *text)
{
    message_add_copy(out, field, text, strlen(text));
}

void lobby_waiting_fill(const struct seating *seating, struct message *out)
{
    const struct invitation *listed[LISTED_MAX];
    int count = 0;

    for (const struct invitation *invitation = seating->invitations.shown;
         invitation && count < LISTED_MAX; invitation = invitation->next_shown)
        listed[count++] = invitation;
    message_init(out, MESSAGE_WAITING);
    message_begin_list(out, WAITING_RULESETS);
    for (int r = 0; r < seating->config->rules_count; r++)
        add_text(out, WAITING_RULESETS, lobby_fields_ruleset_name(seating, r));
    message_begin_list(out, WAITING_SEEKING);
    for (int r = 0; r < seating->config->rules_count; r++)
        message_add_int(out, WAITING_SEEKING, seating->lobby.queues[r].count);
    message_begin_list(out, WAITING_PLAYING);
    for (int r = 0; r < seating->config->rules_count; r++)
        message_add_int(out, WAITING_PLAYING, seating->lobby.queues[r].playing);
    message_begin_list(out, WAITING_AWAY);
    for (int r = 0; r < seating->config->rules_count; r++)
        message_add_int(out, WAITING_AWAY, seating->lobby.queues[r].away);
    message_begin_list(out, WAITING_CODES);
    for (int i = 0; i < count; i++)
        add_text(out, WAITING_CODES, listed[i]->code);
    message_begin_list(out, WAITING_HOSTS);
    for (int i = 0; i < count; i++)
        add_text(out, WAITING_HOSTS, listed[i]->seats[0].name);
    message_begin_list(out, WAITING_PLAYED);
    for (int i = 0; i < count; i++)
        add_text(out, WAITING_PLAYED, lobby_fields_ruleset_name(seating, listed[i]->ruleset));
    message_begin_list(out, WAITING_FREE);
    for (int i = 0; i < count; i++) {
        int empty = 0;
        for (int seat = 0; seat < listed[i]->seat_count; seat++)
            empty += listed[i]->seats[seat].guest < 0;
        message_add_int(out, WAITING_FREE, empty);
    }
    message_begin_list(out, WAITING_DELAYS);
    for (int i = 0; i < count; i++)
        message_add_int(out, WAITING_DELAYS, lobby_fields_delay(listed[i]) / USEC_PER_MSEC);
    message_begin_list(out, WAITING_DIFFER);
    for (int i = 0; i < count; i++)
        message_add_int(out, WAITING_DIFFER,
                        lobby_fields_rules_differ(lobby_fields_rules(seating, listed[i])));
}

void lobby_waiting_tell(const struct seating *seating, const struct lobby_member *member)
{
    const enum lobby_why why = waits_why(seating, member);
    struct message out;

    lobby_waiting_fill(seating, &out);
    if (why != LOBBY_WHY_NONE)
        message_set_copy(&out, WAITING_WHY, lobby_why_word(why), strlen(lobby_why_word(why)));
    connection_send(member->peer, &out);
}
