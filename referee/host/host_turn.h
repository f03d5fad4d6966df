/* host_turn.h - the turn of a hosted program: a process of its own that starts the bot in the
 * sandbox and plays one game with it, by bridge.h. It ends with the process that started it.
 *
 * The process tells what happens through memory that both share. */
#ifndef AVONDALE_HOST_TURN_H
#define AVONDALE_HOST_TURN_H

#include "host/host_look.h"
#include "sandbox/sandbox.h"

enum {
    HOST_TURN_ERRORS = 32 << 10, /* bytes of standard error that are kept: the first so many, */
    HOST_TURN_RULESETS = 800,    /* and the last. Bytes of a list of rulesets. */
};

enum host_turn_stage { HOST_TURN_STARTS, HOST_TURN_SEEKS, HOST_TURN_PLAYS };

/* Written by the process, read by the one that started it. */
struct host_turn_report {
    enum host_turn_stage stage;
    enum bridge_end end;
    bool over; /* its game */
    int faults, crashes;
    char game[LADDER_GAME_ID_MAX + 1]; /* "": none began */
    char fault[24];                    /* the code of the last */
    char crash[160];                   /* why it ended last, as a clause */
    size_t errors;                     /* bytes that it wrote on standard error */
    char first[HOST_TURN_ERRORS];
    char last[HOST_TURN_ERRORS]; /* those behind the first ones, in a ring */
};

struct host_turn_order {
    const struct host_place *place;
    const struct sandbox_config *sandbox; /* prepared */
    const char *bot, *version;
    const char *directory, *start; /* of the program; the command in it */
    const char *rulesets;          /* that it seeks, with commas; "": the arena's first */
    int wait_sec;
};

/* Memory for reports of `count` turns, zeroed; NULL if there is none. It is never freed before the
 * end of the process. */
struct host_turn_report *host_turn_reports(int count);
/* Starts the process. Returns its pid, or -1 with errno. */
pid_t host_turn_start(const struct host_turn_order *order, struct host_turn_report *report);
/* What it wrote on standard error, as a text without NULs, to be freed; NULL: nothing, or no
 * memory. After the end of the process. */
char *host_turn_errors(const struct host_turn_report *report);
/* Keeps more of it. */
void host_turn_add_errors(struct host_turn_report *report, const char *bytes, size_t size);

#endif
