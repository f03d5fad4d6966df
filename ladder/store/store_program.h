/* store_program.h - the programs that owners handed in, each a version of a bot, in a store; inside
 * the ladder only. Not part of the log.
 *
 * As in store.h: inside a transaction. Programs are added, and old ones forgotten, with the right
 * to write (store_begin); what workers do stands inside store_work_begin, without it. Times of
 * leases are the store's. */
#ifndef AVONDALE_STORE_PROGRAM_H
#define AVONDALE_STORE_PROGRAM_H

#include "store/store.h"
#include "store/work_rows.h"

enum {
    PROGRAM_WHY_MAX = 240,        /* bytes of a reason */
    PROGRAM_RULESETS_MAX = 160,   /* bytes of names of rulesets */
    PROGRAM_REPORT_MAX = 64 << 10 /* bytes of a report */
};

/* Stored as numbers: append only. */
enum program_state {
    PROGRAM_RECEIVED,
    PROGRAM_BUILDING,
    PROGRAM_CHECKING,
    PROGRAM_REFUSED,
    PROGRAM_ACTIVE,
    PROGRAM_REPLACED,
    PROGRAM_STOPPED,
    PROGRAM_STATES
};
extern const char *const store_program_states[PROGRAM_STATES];

struct store_program {
    int64_t id; /* increases from one that was handed in to the next */
    int64_t bot_id;
    char bot[LADDER_NAME_MAX + 1];
    char account[LADDER_NAME_MAX + 1]; /* who handed it in */
    char label[LADDER_NAME_MAX + 1];
    char archive[WORK_HASH_DIGITS + 1];
    bool owned;    /* its archive came with the program, and leaves with it */
    int64_t bytes; /* of the archive */
    enum program_state state;
    char why[PROGRAM_WHY_MAX + 1]; /* refused, stopped, replaced: a clause */
    int64_t made_msec, changed_msec;
    int64_t attempts; /* claims so far */
    /* That it plays, names with blanks between; "": it does not say. */
    char rulesets[PROGRAM_RULESETS_MAX + 1];
};

/* Adds one, without a report and with nobody at work on it, and sets id; `bot` is not read. Returns
 * STORE_THERE if the bot has that label. */
LADDER_MUST_CHECK int store_program_add(struct store *store, struct store_program *program);
/* Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_program_find(struct store *store, int64_t bot_id, const char *label,
                                         struct store_program *program);
/* Reads up to `max` of a bot before that id, newest first. Returns their number. */
LADDER_MUST_CHECK int store_program_page(struct store *store, int64_t bot_id, int64_t before_id,
                                         struct store_program *programs, int max);
/* Reads up to `max` of all bots after that id, in order. Returns their number. */
LADDER_MUST_CHECK int store_program_all(struct store *store, int64_t after_id,
                                        struct store_program *programs, int max);
/* The first program with that archive. Returns STORE_NONE if there is none. */
LADDER_MUST_CHECK int store_program_first(struct store *store, const char *archive, int64_t *id);
/* Reads up to `max` active ones of all bots after that id, in order. Returns their number. */
LADDER_MUST_CHECK int store_program_active(struct store *store, int64_t after_id,
                                           struct store_program *programs, int max);
/* The report, to be freed by the caller. Returns STORE_NONE if there is no such program. */
LADDER_MUST_CHECK int store_program_report(struct store *store, int64_t id, char **report);
LADDER_MUST_CHECK int store_program_report_set(struct store *store, int64_t id, const char *report);
/* Sets the state, for program_become alone, which knows what may become what. `holder`: who must
 * hold it; "": anybody. Returns STORE_NONE if it is not in program->state any more, or is another's
 * to work on. */
LADDER_MUST_CHECK int store_program_set(struct store *store, const struct store_program *program,
                                        enum program_state to, const char *why, const char *holder,
                                        int64_t wall_msec);
/* Its archive, owned and bytes are those of what was built from what was handed in. */
LADDER_MUST_CHECK int store_program_built(struct store *store, const struct store_program *program);
/* How many an owner handed in after that moment. */
LADDER_MUST_CHECK int store_program_since(struct store *store, const char *account, int64_t msec,
                                          int64_t *count);
/* Bytes of the archives that the programs own. */
LADDER_MUST_CHECK int store_program_bytes(struct store *store, int64_t *bytes);
/* Drops refused, replaced and stopped programs of a bot from before that moment, but for its `keep`
 * newest programs and those that a run of the calendar plays, and their archives where no program
 * has the same. */
LADDER_MUST_CHECK int store_program_forget(struct store *store, int64_t bot_id, int64_t before_msec,
                                           int keep);
/* Drops an archive that no program has. */
LADDER_MUST_CHECK int store_program_archive_drop(struct store *store, const char *hash);

/* Claims the next program that is to be checked: of the owner with the fewest before it. Returns
 * STORE_NONE if there is none. `holder` is unique. */
LADDER_MUST_CHECK int store_program_claim(struct store *store, const char *holder,
                                          int64_t lease_msec, struct store_program *program);
/* Returns STORE_NONE if the lease was lost. */
LADDER_MUST_CHECK int store_program_renew(struct store *store, int64_t id, const char *holder,
                                          int64_t lease_msec);

#endif
