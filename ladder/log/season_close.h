/* season_close.h - the end of a season: its table is frozen and signed; inside the ladder only. */
#ifndef AVONDALE_SEASON_CLOSE_H
#define AVONDALE_SEASON_CLOSE_H

#include "log/season_table.h"

/* Makes the final table of a season that is open, and adds it, signed, with the entry of the log
 * that names its SHA-256 (`digest`). Between a begin that writes and the commit, which is the
 * caller's. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int season_close(struct store *store, const char *season,
                                   const struct sign_key *key, int64_t wall_msec,
                                   char digest[SIGN_KEY_HEX], struct ladder_error *error);

#endif
