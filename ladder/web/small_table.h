/* small_table.h - running games as small tables: who sits where, what each seat has bid and taken,
 * the trick, the score. On the pages of games under way, and the first page.
 *
 * All of it is what a spectator of that table may see now: live_look gives nothing else, whatever
 * its delay. */
#ifndef AVONDALE_SMALL_TABLE_H
#define AVONDALE_SMALL_TABLE_H

#include <jansson.h>

struct evbuffer;
struct web_site;

/* The tables of a list that are drawn; the others show names and score only. A drawn table is
 * published for LIVE_LEASE_MSEC, as a table with a spectator is. */
enum { SMALL_TABLES_MAX = 12 };

/* `tables`: as page_live_data_tables has them. */
void small_table_list(struct evbuffer *out, struct web_site *site, const json_t *tables);

#endif
