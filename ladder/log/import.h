/* import.h - adds results from elsewhere to the log; inside the ladder only. */
#ifndef AVONDALE_IMPORT_H
#define AVONDALE_IMPORT_H

#include "store/store.h"

#include <stdio.h>

struct import {
    const char *name;  /* name of the file, for messages */
    int64_t wall_msec; /* for results without a time */
    int added, there;  /* out: new results, and games that the log had already */
    bool world;        /* out: the store or the memory failed, not the file */
    char error[600];
};

/* Reads a table (csv.h) and adds its results in order, with new bots, within the store's open
 * transaction, which the caller commits. Returns 0, or -1 with the reason in `error`: then nothing
 * may be committed. */
LADDER_MUST_CHECK int import_csv(struct import *import, struct store *store, FILE *file);

#endif
