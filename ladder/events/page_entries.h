/* page_entries.h - owners sign their bots up for an event, and take them off again: as data, with
 * the owner's token as a bearer's, and by the form of the event's page. On the thread of the pages.
 */
#ifndef AVONDALE_PAGE_ENTRIES_H
#define AVONDALE_PAGE_ENTRIES_H

struct call;
struct evbuffer;

void page_entries_api_enter(struct call *call);
/* The bot is the parameter `name`. */
void page_entries_api_leave(struct call *call);
void page_entries_post(struct call *call);
/* The form, on the page of an event that is signed up for. */
void page_entries_form(struct evbuffer *out, const char *event);

#endif
