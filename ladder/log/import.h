/* import.h - results from elsewhere become part of the log; inside the ladder only. */
#ifndef AVONDALE_IMPORT_H
#define AVONDALE_IMPORT_H

#include "store/store.h"

#include <stdio.h>

struct import {
    const char *name;  /* of the file, for messages */
    int64_t wall_msec; /* of results that do not say when they ended */
    int added, there;  /* out: new ones, and games that the log had already */
    bool world;        /* out: the store or the memory failed, not the file */
    char error[600];
};

/* Reads a table (csv.h) and adds its results in order, bots that are new as well, within the
 * store's open transaction, which is the caller's to commit. Returns 0, or -1: `error` says why,
 * and nothing may be committed. */
LADDER_MUST_CHECK int import_csv(struct import *import, struct store *store, FILE *file);

#endif
