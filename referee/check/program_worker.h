/* program_worker.h - builds and checks programs that owners handed in, one at a time, in the strict
 * sandbox.
 *
 * A build is a shell without a network that sees the files of the archive and a /tmp of its own;
 * what is in there at its end comes back as an archive, which is looked at like any other. The
 * check is a process `avondale check`. Nothing of a stranger is written outside of CACHE/programs,
 * and its files leave that with the end of the check. */
#ifndef AVONDALE_PROGRAM_WORKER_H
#define AVONDALE_PROGRAM_WORKER_H

#include "ladder.h"
#include "sandbox/sandbox.h"

#include <stdbool.h>

struct program_worker;

enum {
    PROGRAM_WORKER_BUILD_SEC = 180,
    PROGRAM_WORKER_BUILD_CPU_SEC = 120,
    PROGRAM_WORKER_CHECK_SEC = 600,
    PROGRAM_WORKER_UNPACKED_BYTES_MAX = 64 << 20, /* of what was built */
};

struct program_worker_config {
    const char *url;
    const char *cache;   /* an absolute path without blanks and quotes */
    const char *name;    /* of the worker */
    const char *checker; /* the program whose subcommand is `check`; NULL: this one */
    int lease_sec;
    const struct sandbox_config *sandbox; /* prepared */
    bool unsafe;                          /* also where the sandbox does not keep its promise */
};

/* Whether programs of strangers may run here: the strict sandbox with all that it promises, or the
 * operator says so. */
bool program_worker_may(const struct sandbox_config *sandbox, bool unsafe);

/* Returns 0, or -1 with a line on standard error. */
int program_worker_create(struct program_worker **worker,
                          const struct program_worker_config *config);
/* Does what can be done without waiting; to be called several times a second. Returns whether it
 * works on a program. */
bool program_worker_step(struct program_worker *worker);
/* Ends what runs: its program is another worker's once the lease is over. NULL is fine. */
void program_worker_destroy(struct program_worker *worker);

#endif
