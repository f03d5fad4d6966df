/* lobby_fields.c - fields that several lobby messages share. */
#include "seating/lobby_fields_private.h"

#include "arena/session.h"

#include <string.h>

const char *lobby_fields_ruleset_name(const struct seating *seating, int r)
{
    return preset_name(seating->config->rules[r].preset);
}

int lobby_fields_ruleset_find(const struct seating *seating, struct slice name)
{
    for (int r = 0; r < seating->config->rules_count; r++) {
        const char *known = lobby_fields_ruleset_name(seating, r);
        if (strlen(known) == name.size && memcmp(known, name.data, name.size) == 0)
            return r;
    }
    return -1;
}

int lobby_fields_ruleset(const struct seating *seating, const struct message *message, int field)
{
    return message_has(message, field)
               ? lobby_fields_ruleset_find(seating, message_string(message, field))
               : 0;
}

bool lobby_fields_flag(const struct message *message, int field, bool standard)
{
    return message_has(message, field) ? message_int(message, field) != 0 : standard;
}

bool lobby_fields_options_read(const struct seating *seating, const struct lobby_member *member,
                               const struct message *message, int field,
                               struct table_options *options)
{
    struct table_limits limits;

    seating_limits(seating, &limits);
    limits.stakes =
        message->kind == MESSAGE_SEEK; /* at a table friends could pass chips to each other */
    enum wire_error error = table_options_read(options, &limits, message, field);
    if (error != WIRE_ERROR_NONE)
        connection_send_error(member->peer, error, 0);
    return error == WIRE_ERROR_NONE;
}

void lobby_fields_options_tell(const struct seating *seating, const struct table_options *options,
                               struct message *out, int field)
{
    struct table_options arena;

    seating_options(seating, &arena);
    table_options_tell(options, &arena, out, field);
}
