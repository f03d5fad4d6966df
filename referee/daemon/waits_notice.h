/* waits_notice.h - reports to bots and the log once a second which bots wait for a game in vain,
 * and why. On the main loop. */
#ifndef AVONDALE_WAITS_NOTICE_H
#define AVONDALE_WAITS_NOTICE_H

#include "seating/seating.h"

struct waits_notice {
    struct seating *seating;
    struct event *look; /* once a second, while a bot waits */
    bool armed;
    usec_t log_at; /* not before */
};

/* Returns 0, or -1 if out of memory. */
int waits_notice_init(struct waits_notice *notice, struct seating *seating);
void waits_notice_fini(struct waits_notice *notice); /* all zero is fine */
/* Repeats in a second, if a bot waits. */
void waits_notice_arm(struct waits_notice *notice);

#endif
