/* guard.h - the worth of results against bots that are not established (ratings 7, anti-farming);
 * inside the ladder only. Pure.
 *
 * A new bot brings 1500 points. An owner of many new bots that lose to one bot would bring that bot
 * to the first place. So a bot counts in full only when it is *established*: it has 30 results
 * against established bots of five owners, or is a reference bot. Results against another bot
 *
 * - change a rating by GUARD_LOAN_MILLI at most, all of them together, up or down, permanently (its
 *   loan);
 * - prove nothing: they establish no bot, so no bot is ranked for them, and do not make its rating
 *   slower (its K);
 * - are in the batch table only once that bot is established, too.
 *
 * This needs a settled board: established bots of BOARD_ACTIVE owners have played on it within
 * GUARD_DAYS. On another board all results count, except against bots that have never scored
 * against any bot.
 *
 * All of it is a function of the log. It holds from the entry "rules" on, which a daemon writes, so
 * older logs give the same ratings as before. */
#ifndef AVONDALE_GUARD_H
#define AVONDALE_GUARD_H

#include "rating/batch.h"
#include "rating/elo.h"
#include "standings/apply_result.h"

enum { GUARD_LOAN_MILLI = 50000, GUARD_DAYS = 7 };
#define GUARD_RULES "established" /* the text of its log entry */
#define GUARD_RULES_NONE "all"    /* ends it again */

/* Of one result, by side. */
struct guard {
    bool all; /* all are known */
    bool known[LADDER_SEATS_MAX];
    uint8_t newcomers; /* not established, on a settled board */
};

/* Called before the result changes anything; its seats have their entries. */
void guard_judge(const struct standings *standings, const struct board *board,
                 const struct ladder_result *result, const struct result_change *change,
                 struct guard *guard);
/* The new rating of a member of a side, after elo_update; *loan_after is its new loan. */
int64_t guard_after(const struct guard *guard, const struct elo_side *sides, int side_count,
                    int side, const struct elo_member *member, int64_t loan, int64_t *loan_after);
/* Whether a side met an established bot. */
bool guard_proves(const struct guard *guard, int side_count, int side);
/* An established bot of this owner has a rated result. */
void guard_note(struct board *board, const char *owner, int64_t msec);
bool guard_settled(const struct board *board, int64_t msec);
/* Whether the batch table uses a result; `established`: by entry, now. */
bool guard_in_batch(const struct batch_result *result, const bool *established);

#endif
