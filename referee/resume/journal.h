/* journal.h - a file of facts from which running games continue after a crash.
 *
 * Knows games as lists of facts and facts as bytes; game_facts.h knows their meaning. It must not
 * know tables, peers or the ladder. Several threads may begin, write, read and end games, each game
 * by one thread at a time. journal_open, journal_close and journal_games are for one thread while
 * no other uses the journal.
 *
 * The file is mapped: a fact is with the kernel as soon as it is added, without a system call, so
 * it survives any end of the process; and the journal has each fact before any bot gets a message
 * that follows from it. Nothing is forced to the disk: if the machine crashes the tail may be
 * missing, and bots may know more than the file, so games of an earlier boot are not trusted.
 *
 * It consists of pages; each belongs to one game or is free. A game that ends returns its pages,
 * wiped, because the file holds seeds. So it is as large as the running games at their peak, needs
 * no compaction, and shrinks when it is opened. */
#ifndef AVONDALE_JOURNAL_H
#define AVONDALE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JOURNAL_PAGE_BYTES = 4096,
    JOURNAL_CHUNK_PAGES = 64,     /* by which the file grows */
    JOURNAL_FACT_MAX = 3072,      /* bytes of one fact, from 1 */
    JOURNAL_GAME_PAGES_MAX = 256, /* a longer game cannot be resumed */
    JOURNAL_TRIES_MAX = 3,
    JOURNAL_WHY_BYTES = 400,
};

struct journal;
struct page;

/* A game in it; owned by the journal until journal_end. */
struct journal_game { /* used for each fact */
    struct journal *journal;
    struct page *last; /* its pages; NULL: none */
    uint32_t sum;      /* hash of the facts so far: each fact's hash covers those before it */
    uint16_t used;     /* bytes of its last page */
    uint16_t page_count;
    bool lost; /* out of room, or altered: it cannot be resumed */
    struct journal_game *next, *before;
    uint64_t number;
    uint32_t *pages; /* in their order */
};

/* Opens or makes the file and finds the games that were left in it. Returns 0; 2 if it is not a
 * journal of ours, or another process uses it; 3 if the system fails. `why` is a line with the
 * reason. */
int journal_open(struct journal **journal, const char *path, char why[JOURNAL_WHY_BYTES]);
/* Unfinished games stay in the file; pointers to them become invalid. NULL is fine. */
void journal_close(struct journal *journal);

/* The games in it, linked by `next`: after journal_open the games of the earlier process; lost ones
 * have only their sound facts. NULL: none. */
struct journal_game *journal_games(const struct journal *journal);
/* Why games of an earlier process may be missing: "" or a phrase of 63 bytes at most. */
const char *journal_missing(const struct journal *journal);

/* Begins a game with its first fact. Returns NULL if there is no room, which is logged once. */
struct journal_game *journal_begin(struct journal *journal, const void *fact, size_t size);
/* Adds a fact. Returns false if the game is lost; then its facts are wiped. NULL is a lost game. */
bool journal_add(struct journal_game *game, const void *fact, size_t size);
/* The game is over and stored: wipes it. NULL is fine. */
void journal_end(struct journal_game *game);

/* Called before something that may crash this process again. Returns false after JOURNAL_TRIES_MAX
 * calls without journal_tried. */
bool journal_try(struct journal_game *game);
void journal_tried(struct journal_game *game);

/* Goes through the facts of a game, from a zeroed cursor. Returns false after the last one, or if
 * the file cannot be read. The bytes are a copy in the cursor, valid until the next call. */
struct journal_cursor {
    uint32_t page;
    uint16_t at;
    char fact[JOURNAL_FACT_MAX];
};
bool journal_next(const struct journal_game *game, struct journal_cursor *cursor, const char **fact,
                  size_t *size);

/* Asserts the invariants of a journal between two calls: each page is free or belongs to one game.
 * For one thread while no other uses the journal. */
void journal_check(const struct journal *journal);

#endif
