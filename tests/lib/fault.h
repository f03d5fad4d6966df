/* fault.h - system calls that fail on command: the n-th one of a kind, once, for n = 1, 2, 3 ...
 * until a scenario passes untouched. The linker catches our own calls (--wrap, see the Makefile);
 * SQLite, libevent, OpenSSL and jansson offer hooks. Threads may call at any time. */
#ifndef AVONDALE_TEST_FAULT_H
#define AVONDALE_TEST_FAULT_H

#include <stdbool.h>
#include <stdint.h>

enum fault_kind {
    FAULT_MEMORY,     /* malloc, calloc, realloc, strdup: ours, libevent's, OpenSSL's, jansson's */
    FAULT_SQL_MEMORY, /* SQLite's */
    FAULT_READ,       /* read */
    FAULT_WRITE,      /* write */
    FAULT_SQL_STEP,   /* sqlite3_step: the value is its result */
    FAULT_SQL_WRITE,  /* SQLite's pwrite, ftruncate, fallocate */
    FAULT_SQL_READ,   /* SQLite's pread */
    FAULT_SQL_SYNC,   /* SQLite's fsync or fdatasync */
    FAULT_KINDS
};

/* Puts the hooks in place: before anything else in main. */
void fault_install(void);
/* The n-th call (from 1) of that kind fails from now on, with errno (or result) `value`; so do the
 * `more` calls after it. */
void fault_arm(enum fault_kind kind, long n, long more, int value);
/* Returns true if a call has failed since fault_arm. No further call fails. */
bool fault_disarm(void);
/* The error of the wall clock in seconds, 0 by default. */
void fault_set_wall_offset(int64_t seconds);

#endif
