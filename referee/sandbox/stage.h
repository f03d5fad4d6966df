/* stage.h - what the files of the first stage (supervisor.c, root_view.c,
 * seccomp.c) and the probe in sandbox.c share. Each call works on the calling process, once. */
#ifndef AVONDALE_STAGE_H
#define AVONDALE_STAGE_H

#include "sandbox/sandbox.h"

#include <limits.h>

enum { SANDBOX_SHOWN_MAX = 24, SANDBOX_HIDDEN_MAX = 128, SANDBOX_PATH_BYTES = PATH_MAX };

/* A file or directory that the bot sees, read-only, under the path that it has outside. */
struct root_view_shown {
    char path[SANDBOX_PATH_BYTES], real[SANDBOX_PATH_BYTES]; /* the second without links */
    int tree;                                                /* a detached mount of it, or -1 */
};

struct root_view {
    struct root_view_shown shown[SANDBOX_SHOWN_MAX];
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
void root_view_find(struct root_view *root, char *const *words);
/* In new user and mount namespaces: builds the bot's root and enters it. NULL, or what failed
 * (errno). */
const char *root_view_enter(struct root_view *root);

/* After root_view_find: what is not to be seen in what is shown. That is `paths`, what this
 * arena writes, and what looks like another's: outputs of tournaments, stores and what stands
 * beside them, pipes, sockets. */
void hide_find(struct root_view *root, char *const *paths, int count);
/* In the root that is being built, the working directory. NULL, or what failed (errno). */
const char *hide_cover(const struct root_view *root);

/* Control groups. For the arena: finds the part of the tree that is ours to divide, and moves the
 * arena into a leaf of it. Returns 0, or -1 if there is none; then nothing was changed. */
int cgroup_begin(void);
int cgroup_begin_in(const char *directory); /* the same, in that one */
const char *cgroup_directory(void);         /* "": there is none */
/* For the first stage: makes the bot's group and joins it. Returns 0, or -1. */
int cgroup_join(const char *directory, pid_t arena, int memory_mb, int processes);

/* Becomes the user of the bots, for good, when root; else nothing. 0 or -1. */
int root_view_drop_root(void);
/* fork() into the namespaces among SANDBOX_HAS_NAMESPACES. */
pid_t root_view_fork(unsigned has);
/* The first thing in a new user namespace: its one user is `user` outside, the caller. 0 or -1. */
int root_view_map_user(uid_t user, gid_t group);

/* Forbids system calls that no bot needs. Needs no_new_privs. 0, or -1 (ENOSYS: not for this
 * machine). */
int seccomp_install_filter(void);

#endif
