/* lobby_fields_private.h - fields that several lobby messages share: a ruleset, a flag, the options
 * of a table. */
#ifndef AVONDALE_LOBBY_FIELDS_PRIVATE_H
#define AVONDALE_LOBBY_FIELDS_PRIVATE_H

#include "seating/seating_private.h"

/* The preset of ruleset `r` of this arena. */
const char *lobby_fields_ruleset_name(const struct seating *seating, int r);
/* Returns the number of the ruleset of that name that is played here, or -1. */
int lobby_fields_ruleset_find(const struct seating *seating, struct slice name);
/* Returns the number of the ruleset that a field names, 0 if the message lacks the field, or -1 if
 * it is not played here. */
int lobby_fields_ruleset(const struct seating *seating, const struct message *message, int field);
/* The rules of a table by invitation. */
const struct ruleset *lobby_fields_rules(const struct seating *seating,
                                         const struct invitation *invitation);
/* Writes the options by which rules differ from their preset into `out`, if there are any. */
void lobby_fields_rules_tell(const struct ruleset *rules, struct message *out, int field);
/* The number of these options. */
int lobby_fields_rules_differ(const struct ruleset *rules);
/* How long until the game of a table by invitation may begin. */
usec_t lobby_fields_delay(const struct invitation *invitation);
/* Returns whether a field is not 0; `standard` if the message lacks it. */
bool lobby_fields_flag(const struct message *message, int field, bool standard);
/* Reads the options of a table, from `field` on. Returns false after it has refused the message. */
bool lobby_fields_options_read(const struct seating *seating, const struct lobby_member *member,
                               const struct message *message, int field,
                               struct table_options *options);
/* Writes the options that differ from the arena's into `out`, from `field` on. */
void lobby_fields_options_tell(const struct seating *seating, const struct table_options *options,
                               struct message *out, int field);

#endif
