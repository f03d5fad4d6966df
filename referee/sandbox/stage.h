/* stage.h - what the files of the first stage (supervisor.c, root_view.c,
 * seccomp.c) and the probe in sandbox.c share. Each call works on the calling process, once. */
#ifndef AVONDALE_SANDBOX_STAGE_H
#define AVONDALE_SANDBOX_STAGE_H

#include "sandbox/sandbox.h"

#include <limits.h>

enum { SANDBOX_SHOWN_MAX = 24, SANDBOX_HIDDEN_MAX = 128, SANDBOX_PATH_BYTES = PATH_MAX };

/* A file or directory that the bot sees, read-only, under the path that it has outside. */
struct sandbox_shown {
    char path[SANDBOX_PATH_BYTES], real[SANDBOX_PATH_BYTES]; /* the second without links */
    int tree;                                                /* a detached mount of it, or -1 */
};

struct sandbox_root {
    struct sandbox_shown shown[SANDBOX_SHOWN_MAX];
    int count;
    char hidden[SANDBOX_HIDDEN_MAX][SANDBOX_PATH_BYTES]; /* of what is in them */
    int hidden_count;
    bool hidden_too_many;          /* then the bot is not started */
    char here[SANDBOX_PATH_BYTES]; /* the working directory */
};

extern const char sandbox_path[]; /* PATH of bots in strict */

/* Finds the bot's program: the first word that names a file or directory outside the system
 * directories (for a shell, each such word of its text). Shown is its directory, or it alone where
 * that holds more than a bot. As root it also opens them, so that the user the bot will run as sees
 * them. */
void sandbox_root_find(struct sandbox_root *root, char *const *words);
/* In new user and mount namespaces: builds the bot's root and enters it. NULL, or what failed
 * (errno). */
const char *sandbox_root_enter(struct sandbox_root *root);

/* After sandbox_root_find: what is not to be seen in what is shown. That is `paths`, what this
 * arena writes, and what looks like another's: outputs of tournaments, stores and what stands
 * beside them, pipes, sockets. */
void sandbox_hide_find(struct sandbox_root *root, char *const *paths, int count);
/* In the root that is being built, the working directory. NULL, or what failed (errno). */
const char *sandbox_hide_cover(const struct sandbox_root *root);

/* Control groups. For the arena: finds the part of the tree that is ours to divide, and moves the
 * arena into a leaf of it. Returns 0, or -1: there is none, and nothing was changed. */
int sandbox_group_begin(void);
int sandbox_group_begin_in(const char *directory); /* the same, in that one */
const char *sandbox_group_directory(void);         /* "": there is none */
/* For the first stage: makes the bot's group and joins it. Returns 0, or -1. */
int sandbox_group_join(const char *directory, pid_t arena, int memory_mb, int processes);

/* Becomes the user of the bots, for good, when root; else nothing. 0 or -1. */
int sandbox_drop_root(void);
/* fork() into the namespaces among SANDBOX_HAS_NAMESPACES. */
pid_t sandbox_fork(unsigned has);
/* The first thing in a new user namespace: its one user is `user` outside, the caller. 0 or -1. */
int sandbox_map_user(uid_t user, gid_t group);

/* Forbids system calls that no bot needs. Needs no_new_privs. 0, or -1 (ENOSYS: not for this
 * machine). */
int sandbox_filter_install(void);

#endif
