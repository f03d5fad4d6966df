/* tournament_rulings.h - the file rulings.jsonl of a competition's output: what its organiser
 * decided, and after which block. Each line names the SHA-256 of the line before it, and of the
 * records that there were, so no ruling can be left out or moved later. */
#ifndef AVONDALE_TOURNAMENT_RULINGS_H
#define AVONDALE_TOURNAMENT_RULINGS_H

#include "tournament/tournament_blocks.h"
#include "tournament/tournament_file.h"

#include <jansson.h>

enum { TOURNAMENT_REASON_MAX = 200, TOURNAMENT_RULING_ERROR = 320 };

struct tournament_ruled {
    bool rerun;  /* else an entry is disqualified */
    int block;   /* the number of blocks handed out before it was made */
    int meeting; /* rerun: from 0 */
    int entry;   /* else */
    int season;  /* that ran then, from 0 */
    char reason[TOURNAMENT_REASON_MAX + 1];
};
struct tournament_rulings {
    struct tournament_ruled *list; /* heap */
    int count, applied;
    json_t *lines; /* as in the file, in order; NULL: none */
    char last[65]; /* SHA-256 of the last line; "": none */
};

/* Reads the file, if there is one. Returns 0, or -1 with what is wrong in `error`. Call
 * tournament_rulings_fini in any case. */
int tournament_rulings_read(struct tournament_rulings *rulings, const char *path,
                            const struct tournament_file *file,
                            char error[TOURNAMENT_RULING_ERROR]);
void tournament_rulings_fini(struct tournament_rulings *rulings);
/* What an organiser decides now: meeting `rerun` (from 1) is played again, or, where that is 0, the
 * entry `disqualify` is out. `reason` may be NULL for a rerun. Season and block are the caller's to
 * set. Returns 0, or -1 with the option that is wrong, and what is expected, in `error`. */
int tournament_rulings_make(struct tournament_ruled *ruled, const struct tournament_file *file,
                            int rerun, const char *disqualify, const char *reason,
                            char error[TOURNAMENT_RULING_ERROR]);
/* One more, which no file has yet. Out of memory ends the process. */
void tournament_rulings_add(struct tournament_rulings *rulings,
                            const struct tournament_ruled *ruled);
/* Carries out the rulings that were made after as many blocks as are handed out now. Returns 0, or
 * -1 with the reason why one cannot be carried out. */
int tournament_rulings_apply(struct tournament_rulings *rulings, struct tournament_blocks *blocks,
                             char error[TOURNAMENT_RULING_ERROR]);
/* Whether a later ruling makes the games of a block void. */
bool tournament_rulings_void(const struct tournament_rulings *rulings,
                             const struct tournament_blocks *blocks,
                             const struct schedule_block *block);
/* Appends the last one to the file, on the disk when it returns; `records` is the file of records
 * as it is. Returns 0, or -1 with errno. */
int tournament_rulings_write(struct tournament_rulings *rulings, const char *path,
                             const struct tournament_blocks *blocks,
                             const struct tournament_file *file, const char *records);

#endif
