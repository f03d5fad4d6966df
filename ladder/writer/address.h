/* address.h - one owner for all bots of one address, without storing the address. */
#ifndef AVONDALE_ADDRESS_H
#define AVONDALE_ADDRESS_H

#include "writer/ladder_db.h"

/* The owner of bots from one address: "net-" and a keyed hash, which reveals the address only to
 * readers of the store. The key is random and made by the first call; blocking, on a connection of
 * its own: for the start of a daemon. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int address_key_load(const char *url, uint8_t key[32],
                                       struct ladder_error *error);
void address_owner(const uint8_t key[32], const void *address, size_t bytes,
                   char owner[LADDER_NAME_MAX + 1]);

#endif
