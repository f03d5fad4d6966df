/* sandbox.h - what a bot that the arena starts may do: limits, namespaces, a filter of system
 * calls. Knows nothing of games. A bot starts in two stages: the arena starts itself again with a
 * hidden first argument; that small single-threaded process sets everything up, starts the bot, and
 * stays as its supervisor: it passes on the bot's exit status, and ends all of the bot's processes
 * when it ends (SIGTERM) or when the arena dies. */
#ifndef AVONDALE_SANDBOX_H
#define AVONDALE_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define SANDBOX_CHILD_WORD "--sandbox-child" /* the hidden first argument */

enum sandbox_mode { SANDBOX_NONE, SANDBOX_RLIMIT, SANDBOX_STRICT, SANDBOX_MODE_COUNT };

enum sandbox_limit {
    SANDBOX_MEMORY_MB, /* of address space, a process */
    SANDBOX_CPU_SEC,   /* a process */
    SANDBOX_FILES,     /* open descriptors, a process */
    SANDBOX_PROCESSES, /* processes and threads, a bot */
    SANDBOX_LIMIT_COUNT
};

/* What works on this machine; bits of sandbox_config.has. */
enum sandbox_feature {
    SANDBOX_HAS_USER = 1 << 0,
    SANDBOX_HAS_PID = 1 << 1,
    SANDBOX_HAS_MOUNT = 1 << 2, /* its own root, not only the namespace */
    SANDBOX_HAS_NET = 1 << 3,
    SANDBOX_HAS_IPC = 1 << 4,
    SANDBOX_HAS_UTS = 1 << 5,
    SANDBOX_HAS_SECCOMP = 1 << 6,
    SANDBOX_HAS_PROCESSES = 1 << 7, /* the limit on processes binds the user of the bots */
    SANDBOX_HAS_GROUP = 1 << 8,     /* a control group for each bot: its memory as a whole */
    SANDBOX_HAS_CORE = SANDBOX_HAS_USER | SANDBOX_HAS_PID | SANDBOX_HAS_MOUNT,
    SANDBOX_HAS_NAMESPACES = SANDBOX_HAS_CORE | SANDBOX_HAS_NET | SANDBOX_HAS_IPC | SANDBOX_HAS_UTS,
    SANDBOX_HAS_STRICT = SANDBOX_HAS_NAMESPACES | SANDBOX_HAS_SECCOMP | SANDBOX_HAS_PROCESSES,
};

enum {
    SANDBOX_ERROR_BYTES = 320,
    SANDBOX_FILE_MB = 64,   /* the largest file a bot may write, and the size of its /tmp */
    SANDBOX_INODES = 16384, /* files and directories in its /tmp */
    SANDBOX_LOG_BYTES = 1 << 20,
    SANDBOX_REPORT_FD = 3, /* in the first stage: where it reports why it could not start the bot */
    SANDBOX_EXIT = 125,    /* exit status of a first stage that could not */
    SANDBOX_HIDE_MAX = 12, /* calls of sandbox_hide */
    SANDBOX_USER = 65534,  /* the user of bots in strict if the arena runs as root: nobody */
};

struct option_part;
struct option_table;

struct sandbox_config {
    enum sandbox_mode mode;
    bool require;     /* refuse to start bots with less than the mode promises */
    bool verbose;     /* standard error of bots goes to ours; `logs` takes precedence */
    const char *logs; /* a directory for NAME.SEAT.log, or NULL; the caller's */
    int limits[SANDBOX_LIMIT_COUNT];
    unsigned has; /* enum sandbox_feature; set by sandbox_prepare */
};

void sandbox_options_set_defaults(struct sandbox_config *config);

/* The options of the command line, part of the table of a command; their context is a struct
 * sandbox_config. */
extern const struct option_part sandbox_options;

/* Hides this file or directory from bots in strict: the arena writes it, or reads secrets from it.
 * For all bots that this process starts from then on. Ignores a path that does not exist. */
void sandbox_hide(const char *path);

/* Finds out what works here (forks and waits, some milliseconds), and makes the directory of the
 * logs. The line says what confines bots (empty for mode none), or what is wrong. Returns 0; 2 if
 * an option is invalid; 3 if less works than is required. */
int sandbox_prepare(struct sandbox_config *config, char line[SANDBOX_ERROR_BYTES]);

/* For a subcommand, after its options: sandbox_prepare, with its line on standard error. Returns 0,
 * or an exit status. */
int sandbox_options_begin(const struct option_table *table, struct sandbox_config *config,
                          bool verbose);

/* After the end of a supervisor, before another process can get its number: ends the rest of its
 * group. */
void cgroup_end(pid_t supervisor);
/* When no bot is left: removes their groups. Returns how many still hold ending processes. */
int cgroup_clear(void);

extern const char *const sandbox_mode_names[SANDBOX_MODE_COUNT + 1]; /* ends with NULL */

/* Looks a program up as a start does. Returns 0, or an errno. */
int sandbox_find_program(const struct sandbox_config *config, const char *name);

/* Starts a command (words, NULL at the end) in a new session. `err` is its standard error; `report`
 * is the write end of a pipe that gets one line if the bot cannot be started, and closes without
 * one if it runs. Returns 0, or an errno. */
int sandbox_spawn(const struct sandbox_config *config, char *const *words, int in, int out, int err,
                  int report, pid_t *pid);

/* The first stage, called by main if argv[1] is SANDBOX_CHILD_WORD. Does not return while the bot
 * lives. */
int supervisor_main(int argc, char **argv);

#endif
