/* standings_bytes.h - standings as bytes and back; inside the ladder only. Pure.
 *
 * Standings made by the same log give the same bytes, whatever order their bots were added in: bots
 * stand in the order of their ids. Derived values are left out: the index of names, the newest
 * entry and the teams of a bot. So are tokens, which are secret and stand in the store. */
#ifndef AVONDALE_STANDINGS_BYTES_H
#define AVONDALE_STANDINGS_BYTES_H

#include "base/bytes.h"
#include "standings/standings.h"

/* Appends the standings. Leaves out bots without an id, which the log does not contain yet. Returns
 * 0, or -1 if such a bot is referenced, or if out of memory. */
LADDER_MUST_CHECK int standings_bytes_write(const struct standings *standings, struct bytes *bytes);
/* Fills empty standings; bots have no tokens. Whatever the bytes are, all invariants of
 * standings_check hold afterwards. Returns 0, or -1 if the bytes are not valid (reader->failed), or
 * if out of memory; then the caller frees the partial standings. */
LADDER_MUST_CHECK int standings_bytes_read(struct standings *standings,
                                           struct bytes_reader *reader);

#endif
