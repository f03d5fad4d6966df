/* page_versions.h - the versions of a bot that its owner handed in, and their results: for
 * everybody, as data and as a page. Why one was refused, and the report, are the owner's
 * (hand_in.h). On the thread of the pages. */
#ifndef AVONDALE_PAGE_VERSIONS_H
#define AVONDALE_PAGE_VERSIONS_H

#include "store/store_program.h"

#include <jansson.h>

struct call;
struct ladder_bot;

enum { PAGE_VERSIONS_MAX = 64 /* the newest ones are listed */ };

/* One as JSON; `own`: for its owner. Returns NULL if out of memory. */
json_t *page_versions_value(const struct store_program *program, bool own);
/* Finds the bot of the address and begins to read. Returns 0, and the caller ends by
 * store_rollback; or HTTP_NOTFOUND, or HTTP_SERVUNAVAIL if the store does not answer. */
int page_versions_begin(const struct call *call, struct ladder_bot *bot, int64_t *bot_id);
void page_versions_api(struct call *call);
void page_versions(struct call *call);

#endif
