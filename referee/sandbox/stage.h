/* stage.h - shared by the files of the first stage (supervisor.c, root_view.c, seccomp.c) and the
 * probe in sandbox.c. Each call affects the calling process, once. */
#ifndef AVONDALE_STAGE_H
#define AVONDALE_STAGE_H

#include "sandbox/sandbox.h"

#include <limits.h>

enum { SANDBOX_SHOWN_MAX = 24, SANDBOX_HIDDEN_MAX = 128, SANDBOX_PATH_BYTES = PATH_MAX };

/* A file or directory that the bot sees, read-only, under its path outside. */
struct root_view_shown {
    char path[SANDBOX_PATH_BYTES], real[SANDBOX_PATH_BYTES]; /* the second with links resolved */
    int tree;                                                /* a detached mount of it, or -1 */
};

struct root_view {
    struct root_view_shown shown[SANDBOX_SHOWN_MAX];
    int count;
    char hidden[SANDBOX_HIDDEN_MAX][SANDBOX_PATH_BYTES]; /* bytes of the strings in them */
    int hidden_count;
    bool hidden_too_many;          /* then the bot is not started */
    char here[SANDBOX_PATH_BYTES]; /* the working directory */
};

extern const char sandbox_path[]; /* PATH of bots in strict */

/* Finds the bot's program: the first word that names a file or directory outside the system
 * directories (for a shell, each such word of its text). Shows its directory, or the file alone if
 * the directory holds more than a bot. As root it also opens them, so that the user the bot will
 * run as sees them. */
void root_view_find(struct root_view *root, char *const *words);
/* In new user and mount namespaces: builds the bot's root and enters it. Returns NULL, or what
 * failed (with errno). */
const char *root_view_enter(struct root_view *root);

/* After root_view_find: hides parts of what is shown. These are `paths`, which this arena writes,
 * and what looks like another arena's: outputs of tournaments, stores with their side files, pipes,
 * sockets. */
void hide_find(struct root_view *root, char *const *paths, int count);
/* In the root that is being built, the working directory. Returns NULL, or what failed (with
 * errno). */
const char *hide_cover(const struct root_view *root);

/* Control groups. For the arena: finds the part of the tree that was delegated to us, and moves the
 * arena into a leaf of it. Returns 0, or -1, with nothing changed, if there is none. */
int cgroup_begin(void);
int cgroup_begin_in(const char *directory); /* the same, in that one */
const char *cgroup_directory(void);         /* "": there is none */
/* For the first stage: makes the bot's group and joins it. Returns 0, or -1. */
int cgroup_join(const char *directory, pid_t arena, int memory_mb, int processes);

/* As root, becomes the user of the bots, for good; else does nothing. Returns 0, or -1. */
int root_view_drop_root(void);
/* fork() into the namespaces among SANDBOX_HAS_NAMESPACES. */
pid_t root_view_fork(unsigned has);
/* The first step in a new user namespace: its one user is `user` outside, the caller. Returns 0, or
 * -1. */
int root_view_map_user(uid_t user, gid_t group);

/* Forbids system calls that no bot needs. Requires no_new_privs. Returns 0, or -1 (ENOSYS: not
 * supported on this machine). */
int seccomp_install_filter(void);

#endif
