/* peer.h - what arena.c and peer.c share and nobody else needs. */
#ifndef AVONDALE_PEER_H
#define AVONDALE_PEER_H

#include "arena.h"

void peer_free(struct peer *peer);
void peer_read(struct peer *peer);  /* what is readable now, once */
void peer_flush(struct peer *peer); /* writes what is due; may fail the peer */

/* One input for a table, its effects carried out. */
void arena_feed(struct arena_table *table, struct table_input *input, usec_t now);

#endif
