/* page_tournament.h - the list of tournaments, and the page of one, of the values of data.h. */
#ifndef AVONDALE_PAGE_TOURNAMENT_H
#define AVONDALE_PAGE_TOURNAMENT_H

#include <jansson.h>

struct evbuffer;

void page_tournament_list(struct evbuffer *out, const json_t *tournaments);
void page_tournament(struct evbuffer *out, const json_t *tournament);

#endif
