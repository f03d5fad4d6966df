/* page_seasons.h - the seasons and the final table of one. Values are new references; NULL: there
 * is none (or no memory). On the thread of the pages. */
#ifndef AVONDALE_PAGE_SEASONS_H
#define AVONDALE_PAGE_SEASONS_H

#include <jansson.h>

struct evbuffer;
struct web_site;

json_t *page_seasons_data(struct web_site *site);
json_t *page_seasons_data_season(struct web_site *site, const char *name);
void page_seasons(struct evbuffer *out, const struct web_site *site, const json_t *seasons);
void page_seasons_season(struct evbuffer *out, const struct web_site *site, const json_t *season);

#endif
