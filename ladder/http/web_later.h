/* web_later.h - sends the answers of later.h, on the thread of the pages. */
#ifndef AVONDALE_WEB_LATER_H
#define AVONDALE_WEB_LATER_H

#include <stdint.h>

struct uploads;
struct web_reply;
struct web_site;

/* Makes and sends each answer that is finished: when later_fd is readable. */
void web_later_answer(struct web_site *site, struct web_reply *reply, struct uploads *uploads);
/* Refuses each request that has waited that long, with 503; its answer is dropped when it comes. */
void web_later_refuse(struct web_site *site, struct web_reply *reply, int64_t now_msec,
                      int wait_sec_max);

#endif
