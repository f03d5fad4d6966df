/* dump_owner.h - the lines of the file of dump.h about owners: accounts, invite codes, and the
 * programs that were handed in, with their archives; for dump.c.
 *
 * The chain of the log does not cover these lines; an archive must have the hash that is its name.
 * Games' logs, turns of hosted programs and leases stay behind. */
#ifndef AVONDALE_DUMP_OWNER_H
#define AVONDALE_DUMP_OWNER_H

#include "log/dump_line.h"
#include "store/store_work.h"

#define OPENSSL_SUPPRESS_DEPRECATED /* as in chain.c */
#include <openssl/sha.h>

/* The lines before the bots: accounts and codes. Returns 0, or -1. */
LADDER_MUST_CHECK int dump_owner_accounts(struct dump_writer *to);
/* The lines after the bots: programs, each archive before the first program that has it. An archive
 * that is damaged in the store is left out, and counted. Returns 0, or -1. */
LADDER_MUST_CHECK int dump_owner_programs(struct dump_writer *to);

/* The archive whose parts are being read. */
struct dump_owner {
    char archive[WORK_HASH_DIGITS + 1];
    int64_t bytes, read; /* of it; equal: there is none */
    int64_t number;      /* of the next part */
    SHA256_CTX context;
};
enum { DUMP_OWNER_OTHER = 1 };
/* Reads a line. Returns 0, -1, or DUMP_OWNER_OTHER: the line is about something else. */
LADDER_MUST_CHECK int dump_owner_import(struct dump_owner *owner, struct dump_reader *from,
                                        const char *kind, const json_t *object);
/* Reads of a bot's line which account it belongs to, and whether it is stopped. Returns 0, or -1.
 */
LADDER_MUST_CHECK int dump_owner_bot(struct dump_reader *from, const struct standing *bot,
                                     const json_t *object);

#endif
