/* trial.h - one run of a scenario in which one call fails, and the promises it must keep.
 * Everything happens in the working directory: `trial` is new for each run, `good` holds the
 * files of runs without a fault. */
#ifndef AVONDALE_TEST_TRIAL_H
#define AVONDALE_TEST_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "faulty.h"

enum { TRIAL_WHY_BYTES = 600 };

struct trial {
    struct faulty *plan;
    const char *top;           /* of the checkout */
    bool harmless;             /* this fault must have no visible effect */
    bool bot_lost;             /* it may look like a bot that is gone */
    bool gave_up;              /* out: the program said what is wrong, and ended */
    char why[TRIAL_WHY_BYTES]; /* out: the promise that was broken; "": none */
};

/* The promise that was broken; the first one counts. */
__attribute__((format(printf, 2, 3))) void trial_broken(struct trial *trial, const char *format,
                                                        ...);

/* Starts a program of build/ (argv[0]); its output goes to trial/out and trial/err. With the plan
 * of the trial if `faulty`. Aborts where it cannot. */
pid_t trial_start(const struct trial *trial, const char *const argv[], bool faulty);
bool trial_alive(pid_t pid);
/* Waits for its end, up to a limit; one that hangs is killed and -1 is returned. */
int trial_wait(pid_t pid, int seconds);
/* Takes a wait status: the program must have ended by itself, with a status up to 3, and have said
 * why if it is not 0. Returns the exit status, -1 where that was broken. */
int trial_judge(struct trial *trial, const char *who, int status);
/* A whole file as text, in memory of its own; "" where there is none. */
char *trial_file(const char *name);

/* Scenarios. */
void trial_serve(struct trial *trial); /* a daemon, four bots, a game, a page, a drain */
void trial_match(struct trial *trial);
void trial_tournament(struct trial *trial);
void trial_replay(struct trial *trial);    /* after a good match */
void trial_recompute(struct trial *trial); /* these after a good daemon */
void trial_export(struct trial *trial);
void trial_import(struct trial *trial);

#endif
