/* standings_bytes.h - standings as bytes and back; inside the ladder only. Pure.
 *
 * Two standings that the same log makes are the same bytes, whatever order their bots were added
 * in: bots stand in the order of their ids. What follows from the rest is left out: the index of
 * names, the newest entry and the teams of a bot. So are tokens, which are a secret and stand in
 * the store.
 */
#ifndef AVONDALE_STANDINGS_BYTES_H
#define AVONDALE_STANDINGS_BYTES_H

#include "base/bytes.h"
#include "standings/standings.h"

/* Appends them. Bots without an id are left out: the log has nothing of them yet. Returns 0, or -1
 * if out of memory, or if something is about such a bot. */
LADDER_MUST_CHECK int standings_bytes_write(const struct standings *standings, struct bytes *bytes);
/* Fills empty standings; bots have no tokens. All that standings_check asserts holds then, whatever
 * the bytes are. Returns 0, or -1 if they are not those of standings (reader->failed), or if out of
 * memory; then the caller frees what is there. */
LADDER_MUST_CHECK int standings_bytes_read(struct standings *standings,
                                           struct bytes_reader *reader);

#endif
