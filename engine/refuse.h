/* refuse.h - combinations of options that are refused (the end of rules 8). Private to the engine.
 */
#ifndef AVONDALE_REFUSE_H
#define AVONDALE_REFUSE_H

#include "engine.h"

/* hand_count and kitty_size of `rules` are set; the argument `kitty_size` may be out of the range
 * of the struct's field. Returns ENGINE_OK, or ENGINE_ERROR_RULESET and the first contradiction in
 * `error`. */
ENGINE_MUST_CHECK int refuse_check(const struct ruleset *rules, int kitty_size,
                                   struct ruleset_error *error);

#endif
