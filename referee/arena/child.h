/* child.h - child bots: starts them, logs what they write to standard error, ends them. */
#ifndef AVONDALE_CHILD_H
#define AVONDALE_CHILD_H

#include "sandbox/sandbox.h"

#include <sys/types.h>

struct arena;

/* Our ends of the pipes to a child; non-blocking and close-on-exec. */
struct child_ends {
    int read_fd, write_fd;
    pid_t pid;
};

/* Finds the program of a command: its first word, copied to `word`. Does not examine commands for a
 * shell. Returns 0, or an errno. */
int child_find_program(const char *command, const struct sandbox_config *config, char word[256]);
/* Starts a child bot, without a shell unless the command has characters for one. `config` went
 * through sandbox_prepare; `name` is for its log, if there are logs. Returns 0, or -1 with errno.
 * Later failures on the bot's side go to the arena's start_failed. */
int child_start(struct arena *arena, const char *command, const struct sandbox_config *config,
                const char *name, struct child_ends *ends);
/* Releases a child bot: its process group has CHILD_GRACE_MSEC to end. */
void child_let_go(struct arena *arena, pid_t pid);
/* Waits for the remaining children, and kills any that does not end. */
void child_end_all(struct arena *arena);

#endif
