/* bracket.h - the meetings of a knockout as a bracket: a table of HTML with a column a round. */
#ifndef AVONDALE_BRACKET_H
#define AVONDALE_BRACKET_H

#include <jansson.h>
#include <stdbool.h>

struct evbuffer;

/* Adds the table, without a heading. A meeting links to `games` and its place in the list, from 1,
 * if it has games; else, and where `games` is NULL, to "#meeting-N". Returns false, and adds
 * nothing, if the meetings are not a bracket; then the caller lists them. */
bool bracket_add(struct evbuffer *out, const json_t *meetings, const char *games);
/* The same for a double knockout, whose pairs follow from the standings and are no tree: a row for
 * meetings of those without a loss, one for those with one, one where both kinds meet. */
bool bracket_add_double(struct evbuffer *out, const json_t *meetings, const char *games);

#endif
