/* news.h - what receivers of webhooks are told: makes the JSON of what has happened, and adds it to
 * a store; inside the ladder only.
 *
 * Functions as in store.h, inside a transaction of the caller's: news are there exactly if what
 * they tell is. Nobody has to take them: a store keeps NEWS_KEPT. */
#ifndef AVONDALE_NEWS_H
#define AVONDALE_NEWS_H

#include "store/store_calendar.h"
#include "store/store_news.h"
#include "store/store_program.h"

enum {
    NEWS_KEPT = 1000 /* in a store, and again for each receiver; the newest */
};

/* "version-" and the state of the program, which is active, refused or stopped. */
LADDER_MUST_CHECK int news_tell_version(struct store *store, const struct store_program *program);
/* "event-over" or "event-off". `run`: its name, event and why count. */
LADDER_MUST_CHECK int news_tell_event(struct store *store, const struct calendar_run *run,
                                      enum calendar_state state, int64_t wall_msec);

#endif
