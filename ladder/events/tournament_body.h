/* tournament_body.h - a tournament as HTML: what stands between the title and the foot, both on the
 * page of the daemon and on the page that a tournament leaves behind. Of the value that
 * data_tournament_value makes. */
#ifndef AVONDALE_TOURNAMENT_BODY_H
#define AVONDALE_TOURNAMENT_BODY_H

#include <jansson.h>

struct evbuffer;

/* Format, rules and games in half a sentence. */
void tournament_body_add_head(struct evbuffer *out, const json_t *tournament);
/* Standings, rulings, bracket, plots, crosstable, rounds and faults. `games`: the address of the
 * games of a meeting but for its number; NULL: they have none, and links lead to the meeting's line
 * on the page. */
void tournament_body_add(struct evbuffer *out, const json_t *tournament, const char *games);
/* A meeting as a line: who played or plays whom, and why it was won. */
void tournament_body_add_meeting(struct evbuffer *out, const json_t *meeting);

#endif
