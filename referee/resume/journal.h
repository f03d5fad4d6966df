/* journal.h - the facts in a file from which running games continue after a crash.
 *
 * Knows games as lists of facts and facts as bytes; what they mean is game_facts.h's. It must not
 * know tables, peers or the ladder. Several threads may begin, write, read and end games, each game
 * by one thread at a time. journal_open, journal_close and journal_games are for one thread while
 * no other uses the journal.
 *
 * The file is mapped: a fact is with the kernel as soon as it is added, without a system call, so
 * it outlives the process however that ends, and whatever is sent afterwards cannot be known to
 * anybody while the journal does not know it. Nothing is forced to the disk: when the machine dies
 * the tail may be missing, bots may know more than the file, and so what another boot wrote is not
 * believed.
 *
 * It is made of pages; each belongs to one game or is free. A game that ends gives its pages
 * back, wiped: the file holds seeds. So it is as large as the running games at their most, needs no
 * compaction, and shrinks when it is opened.
 */
#ifndef AVONDALE_JOURNAL_H
#define AVONDALE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    JOURNAL_PAGE_BYTES = 4096,
    JOURNAL_CHUNK_PAGES = 64,     /* by which the file grows */
    JOURNAL_FACT_MAX = 3072,      /* bytes of one fact, from 1 */
    JOURNAL_GAME_PAGES_MAX = 256, /* a game that is longer cannot be resumed */
    JOURNAL_TRIES_MAX = 3,
    JOURNAL_WHY_BYTES = 400,
};

struct journal;
struct page;

/* A game in it; the journal's, until journal_end. */
struct journal_game { /* what a fact looks at comes first */
    struct journal *journal;
    struct page *last; /* of its pages; NULL: it has none */
    uint32_t sum;      /* of the facts so far: each fact's covers those before it */
    uint16_t used;     /* bytes of its last page */
    uint16_t page_count;
    bool lost; /* it has no room, or was altered: not to be resumed */
    struct journal_game *next, *before;
    uint64_t number;
    uint32_t *pages; /* in their order */
};

/* Opens or makes the file and looks for games that were left in it. 0; 2: it is somebody else's, or
 * another process has it; 3: the world failed. `why` is a line that names it. */
int journal_open(struct journal **journal, const char *path, char why[JOURNAL_WHY_BYTES]);
/* Games that are left stay in the file; what points to them here goes. NULL is fine. */
void journal_close(struct journal *journal);

/* The games that are in it, linked by `next`: right after journal_open those that were found, of
 * which the lost ones hold only what is sound of them. NULL: none. */
struct journal_game *journal_games(const struct journal *journal);
/* Why games of an earlier process may be missing: "" or a phrase of 63 bytes at most. */
const char *journal_missing(const struct journal *journal);

/* A game begins, with its first fact. NULL: there is no room, which is logged once. */
struct journal_game *journal_begin(struct journal *journal, const void *fact, size_t size);
/* One more fact. False: the game is lost; what there was of it is wiped. NULL is a lost game. */
bool journal_add(struct journal_game *game, const void *fact, size_t size);
/* Nothing of it is needed any more: wiped. NULL is fine. */
void journal_end(struct journal_game *game);

/* Before something that may end this process, again: false after JOURNAL_TRIES_MAX of them without
 * journal_tried. */
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

/* Asserts all that holds of a journal between two calls: each page is free or of one game. For one
 * thread while no other uses the journal. */
void journal_check(const struct journal *journal);

#endif
