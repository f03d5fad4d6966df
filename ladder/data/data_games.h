/* data_games.h - the results that a reader asks for, and bots by a part of their names. Runs on the
 * thread of the pages. */
#ifndef AVONDALE_DATA_GAMES_H
#define AVONDALE_DATA_GAMES_H

#include "data/data.h"

enum { SITE_MEETINGS_MAX = 200, SITE_NAMES_MAX = 50, SITE_NAMES_LOOKED_MAX = 65536 };

/* True if the request asks for some of the results. */
bool data_games_filtered(const struct call *call);
/* Reads at most `limit` of the results that are asked for, newest first; the page is to be freed.
 * page->next is set where older ones were not looked at, also if none was found. Returns false if
 * the store cannot be read. *missing: a name that there is no bot or ladder of, and the page is
 * empty; else NULL. */
bool data_games_read(const struct call *call, int limit, struct site_results *page,
                     const char **missing);

/* Within a read of the store: the number after that of the last result that ended by then, or -1 if
 * the store cannot be read. */
int64_t data_games_seq_after(struct store *store, int64_t msec);

/* What came of it where two bots sat at a table: against one another (won, tied and lost by the
 * first, what its rating gained), and on one side. */
struct site_meetings {
    int games, wins, ties, losses, together;
    int64_t gain_milli;
};
struct site_meetings data_games_meetings(const struct site_results *page, const char *one,
                                         const char *other);

struct site_name {
    struct ladder_bot bot;
    int at; /* where in its name the part stands */
};
/* Up to `max` bots whose names have this part, without regard to case; names that begin with
 * it first. *more: there are more, or more than SITE_NAMES_LOOKED_MAX bots. Returns their number.
 */
int data_games_names(struct web_site *site, const char *part, struct site_name *names, int max,
                     bool *more);

#endif
