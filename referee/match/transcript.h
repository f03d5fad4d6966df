/* transcript.h - the messages of each bot and game, in a file for each: to find out why a bot lost,
 * and for authors of bots. A file is written after its game, because bots of the same user could
 * read the cards of others in it. It holds no token, session or seed, and overwrites no file. Knows
 * no schedule. One thread. */
#ifndef AVONDALE_TRANSCRIPT_H
#define AVONDALE_TRANSCRIPT_H

#include "protocol.h"

#include <stdbool.h>
#include <stddef.h>

struct transcripts;
struct peer;
struct table_config;

enum {
    TRANSCRIPT_FILE_BYTES = 1 << 20, /* bytes of a file; the rest is cut */
    TRANSCRIPT_ALL_MB = 1024,        /* bytes of all files of one run */
};

/* Makes the directory if it is missing. Returns NULL, with errno, if it cannot be written. */
struct transcripts *transcript_open(const char *directory);
/* Prints a line on standard error, once, if something could not be written. NULL is fine. */
void transcript_close(struct transcripts *transcripts);

/* A game begins; `game` is any pointer that identifies it until transcript_end. `peers`: by seat,
 * may contain NULL. Does nothing if out of memory. This and the next two functions do nothing if
 * `transcripts` is NULL. */
void transcript_begin(struct transcripts *transcripts, const void *game,
                      const struct table_config *table, struct peer *const *peers);
/* Whole messages to or from a peer; those of no game are left out. */
void transcript_add(struct transcripts *transcripts, const struct peer *peer,
                    enum encoding encoding, bool from_bot, const char *bytes, size_t size);
/* Writes DIRECTORY/ID.SEAT.NAME.txt; if there is one, DIRECTORY/ID.SEAT.NAME.2.txt, and so on. */
void transcript_end(struct transcripts *transcripts, const void *game);

#endif
