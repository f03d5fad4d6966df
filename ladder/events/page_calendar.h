/* page_calendar.h - the calendar and one event, as pages and as data. On the thread of the pages.
 */
#ifndef AVONDALE_PAGE_CALENDAR_H
#define AVONDALE_PAGE_CALENDAR_H

struct call;

void page_calendar_show(struct call *call);
void page_calendar_show_event(struct call *call);
void page_calendar_api(struct call *call);
void page_calendar_api_event(struct call *call);
void page_calendar_api_entries(struct call *call);

#endif
