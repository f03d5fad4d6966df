/* option.h - single options of a ruleset: names, values, messages. Private to the engine; the
 * public part is in engine.h. Knows nothing of presets or of combinations of options. */
#ifndef AVONDALE_OPTION_H
#define AVONDALE_OPTION_H

#include "engine.h"

/* Returns the index of an option, or ENGINE_ERROR_RULESET. */
int option_find(const char *name, size_t size);

/* The default of an option as text; "" where it is not set. */
const char *option_default(int index);

/* Sets option `index` from a value as text. Returns false if the value is not allowed. */
bool option_parse(struct ruleset *rules, int index, const char *text, size_t size);

/* Writes "NAME=VALUE: WHAT; allowed: ALLOWED" to `error`, which may be NULL. Returns
 * ENGINE_ERROR_RULESET. */
int option_refuse(struct ruleset_error *error, const char *name, size_t name_size,
                  const char *value, size_t value_size, const char *what, const char *allowed);

#endif
