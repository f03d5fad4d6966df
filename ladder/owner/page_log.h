/* page_log.h - what a bot said and heard in its games, for its owner and nobody else: as data, and
 * as a part of the owners' page. A log comes into the store with the result of its game, so none is
 * of a game under way. On the thread of the pages. */
#ifndef AVONDALE_PAGE_LOG_H
#define AVONDALE_PAGE_LOG_H

struct account_caller;
struct call;

void page_log_api(struct call *call);      /* of one game */
void page_log_api_list(struct call *call); /* the newest games that have one */
/* The same on a page, for a caller that is known: of a game, or ("") the newest ones. Makes the
 * answer. */
void page_log_show(struct call *call, const struct account_caller *owner, const char *bot,
                   const char *game);

#endif
