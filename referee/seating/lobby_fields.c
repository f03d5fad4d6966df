/* lobby_fields.c - fields that several lobby messages share. */
#include "seating/lobby_fields_private.h"

#include "arena/session.h"
#include "table/ruleset_build.h"

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

const struct ruleset *lobby_fields_rules(const struct seating *seating,
                                         const struct invitation *invitation)
{
    return invitation->built ? &invitation->rules : &seating->config->rules[invitation->ruleset];
}

int lobby_fields_rules_differ(const struct ruleset *rules)
{
    int count = 0;

    for (int i = 0; i < option_count(); i++)
        count += ruleset_differs(rules, i);
    return count;
}

void lobby_fields_rules_tell(const struct ruleset *rules, struct message *out, int field)
{
    char word[RULESET_BUILD_WORD_MAX];

    if (lobby_fields_rules_differ(rules) == 0)
        return;
    message_begin_list(out, field);
    for (int i = 0; i < option_count(); i++) {
        if (ruleset_differs(rules, i))
            message_add_copy(out, field, word, (size_t)ruleset_build_word(rules, i, word));
    }
}

usec_t lobby_fields_delay(const struct invitation *invitation)
{
    usec_t left = invitation->starts - clock_now_usec();
    return left < 0 ? 0 : left;
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
