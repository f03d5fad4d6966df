/* page_calendar.h - the calendar and one event, as pages and as data. On the thread of the pages.
 */
#ifndef AVONDALE_PAGE_CALENDAR_H
#define AVONDALE_PAGE_CALENDAR_H

struct call;
struct evbuffer;
struct web_site;

/* A part of another page: the next events. Nothing if there are none. */
void page_calendar_add_next(struct evbuffer *out, struct web_site *site);
void page_calendar_show(struct call *call);
void page_calendar_show_event(struct call *call);
void page_calendar_api(struct call *call);
void page_calendar_api_event(struct call *call);
void page_calendar_api_entries(struct call *call);

#endif
