/* journal_private.h - the file of a journal and its state in memory, for the files of this room and
 * their tests. journal.c alone writes it. */
#ifndef AVONDALE_JOURNAL_PRIVATE_H
#define AVONDALE_JOURNAL_PRIVATE_H

#include "resume/journal.h"

#include <pthread.h>
#include <signal.h>

enum { CHUNK_BYTES = JOURNAL_CHUNK_PAGES * JOURNAL_PAGE_BYTES, BOOT_BYTES = 40 };

/* The first page says whose file it is; the others belong to games. `game` is written last and
 * cleared first: a page is complete or free. */
struct page {
    uint64_t game;     /* 0: free */
    uint32_t sequence; /* from 0 */
    uint32_t tries;    /* of the first page */
    char facts[JOURNAL_PAGE_BYTES - 16];
};
_Static_assert(sizeof(struct page) == JOURNAL_PAGE_BYTES, "a page is a page");

/* `size` is written last; 0 ends the page. Facts begin at multiples of 8. */
struct fact {
    uint16_t size, spare;
    uint32_t sum;
    char bytes[];
};
enum { FACT_HEAD = sizeof(struct fact), FACTS_BYTES = sizeof(((struct page *)0)->facts) };
_Static_assert(JOURNAL_FACT_MAX + FACT_HEAD <= FACTS_BYTES, "a fact fits a page");

struct journal {
    pthread_mutex_t mutex; /* guards the fields below: several loops write games */
    int fd;
    char path[300];
    char **chunks; /* where each is mapped */
    uint32_t page_count, page_room;
    uint32_t *spare; /* free pages */
    uint32_t spare_count;
    uint64_t last_game;
    struct journal_game *games;
    struct sigaction bus_before;
    char missing[64];
    bool full, broken; /* full was logged; the mapping is broken */
};

#endif
