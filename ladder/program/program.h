/* program.h - what becomes of a program that an owner handed in.
 *
 *     received -> building -> checking -> active -> replaced, stopped
 *                     \----------\-> refused      \<- - - - -/
 *
 * A worker that dies leaves its program as it is; the next one begins it again. One program of a
 * bot is active at most: another one that becomes active replaces it. Functions as in store.h,
 * inside a transaction of the caller's. */
#ifndef AVONDALE_PROGRAM_H
#define AVONDALE_PROGRAM_H

#include "store/store_program.h"

enum {
    PROGRAM_CLAIMS_MAX = 3, /* claims that end without a result; then the program is refused */
    PROGRAM_KEPT = 20,      /* programs of a bot that are kept, beside its active one */
    PROGRAM_DAY_MSEC = 24 * 3600 * 1000,
};

/* Whether a program in state `from` may be set to state `to`. */
bool program_may_become(enum program_state from, enum program_state to);

/* Sets the state, the one way to do so, and asserts that it may be. Adds news where the
 * program is active, refused or stopped (news.h). `why`: a clause, cut if it is too long;
 * `holder`: the worker that has claimed it, or "" for its owner. Returns STORE_NONE, with nothing
 * changed, if it is in another state by now, or another worker's. */
LADDER_MUST_CHECK int program_become(struct store *store, struct store_program *program,
                                     enum program_state to, const char *why, const char *holder);

/* Claims the next program to build and check, by store_program_claim. One that was claimed too
 * often is refused instead. Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int program_claim(struct store *store, const char *holder, int64_t lease_msec,
                                    struct store_program *program);

#endif
