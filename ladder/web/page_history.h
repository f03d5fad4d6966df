/* page_history.h - the whole history of a bot's ratings, as pages and as data. */
#ifndef AVONDALE_PAGE_HISTORY_H
#define AVONDALE_PAGE_HISTORY_H

struct call;

void page_history_show(struct call *call);
void page_history_api(struct call *call);

#endif
