/* dump.h - a whole ladder as lines of JSON, to be moved from one store to another; inside the
 * ladder only.
 *
 * The first line names the format, then come accounts and invite codes (hashes only), bots (with
 * owners and hashes of tokens), programs that were handed in, with their archives, results (with
 * their records), bans and voids in the order of the log, each with its hash in the chain,
 * announced games, the final tables of seasons, and a last line that counts them. The new store has
 * the same numbers, the same chain and, because they are a function of the log, the same ratings.
 */
#ifndef AVONDALE_DUMP_H
#define AVONDALE_DUMP_H

#include "log/record_read.h"

#include <jansson.h>
#include <stdio.h>

struct dump {
    const char *name;                      /* name of the file, for messages */
    int bots, results, actions, announced; /* out */
    int accounts, invites, programs;       /* out */
    int damaged; /* out, of an export: archives that are damaged in the store; left out */
    int left;    /* out, of an export: results whose record left; their lines have its hash */
    struct record_faults
        faults; /* out, of an export: records that are wrong; left out like these */
    bool world; /* out: the store, the memory or the output failed, not the file */
    char error[700];
};

/* Writes a whole store, between its begin and commit. Returns 0, or -1 with the reason in `error`.
 */
LADDER_MUST_CHECK int dump_export(struct dump *dump, struct store *store, FILE *file);
/* A result as its line; `record` may be NULL. Returns a new reference, or NULL if out of memory. */
json_t *dump_result(const struct store_result *row, const char *record);
/* Fills an empty store, within its open transaction, which the caller commits. Refuses an altered
 * or truncated file with the number of the line. Returns 0, or -1: then nothing may be committed.
 */
LADDER_MUST_CHECK int dump_import(struct dump *dump, struct store *store, FILE *file);

#endif
