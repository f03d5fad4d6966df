/* log_entry.h - what entries of the log beside results do to the standings; inside the ladder only. Pure. */
#ifndef AVONDALE_ACTION_H
#define AVONDALE_ACTION_H

#include "store/store.h"

/* Applies an entry at its place in the log; voids are not its business. 0; -1: out of memory. */
LADDER_MUST_CHECK int action_apply(struct standings *standings, const struct store_action *action);

#endif
