/* calendar_feed.h - the calendar for other programs: as a calendar (RFC 5545) and as news (RFC
 * 4287). On the thread of the pages. */
#ifndef AVONDALE_CALENDAR_FEED_H
#define AVONDALE_CALENDAR_FEED_H

struct call;

void calendar_feed_show_ics(struct call *call);
void calendar_feed_show_atom(struct call *call);

#endif
