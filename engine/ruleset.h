/* ruleset.h - messages about bad rulesets; shared by ruleset.c and refuse.c. Private to the engine.
 */
#ifndef AVONDALE_RULESET_H
#define AVONDALE_RULESET_H

#include "engine.h"

/* The index of an option, or ENGINE_ERROR_RULESET. */
int option_find(const char *name, size_t size);

/* Writes "NAME=VALUE: WHAT; allowed: ALLOWED" and returns ENGINE_ERROR_RULESET. `error` may be
 * NULL. */
int ruleset_refuse(struct ruleset_error *error, const char *name, size_t name_size,
                   const char *value, size_t value_size, const char *what, const char *allowed);

/* The end of rules 8: which options do not go together. hand_count and kitty_size are set;
 * `kitty_size` may be out of the range of the struct's field, hence apart. 0 or an error. */
ENGINE_MUST_CHECK int ruleset_check(const struct ruleset *rules, int kitty_size,
                                    struct ruleset_error *error);

#endif
