/* page_series.h - the table of a series of events, as a page and as data. On the thread of the
 * pages: it reads one document, however long the series is. */
#ifndef AVONDALE_PAGE_SERIES_H
#define AVONDALE_PAGE_SERIES_H

struct call;

void page_series_show(struct call *call);
void page_series_api(struct call *call);

#endif
