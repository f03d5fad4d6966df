/* ruleset_name.h - a ruleset as one word: the key of a ladder. */
#ifndef AVONDALE_RULESET_NAME_H
#define AVONDALE_RULESET_NAME_H

#include "engine.h"

/* Writes `preset`, or `preset+name=value,...` with the options that differ from it, in the order of
 * the rules page; a blank in a value becomes a slash. A name longer than `size` - 1 bytes (64 at
 * least) ends in `+#` and a hash of the whole: two rulesets never have the same name, and every
 * record lists the options. */
void ruleset_name_text(const struct ruleset *rules, char *text, size_t size);

#endif
