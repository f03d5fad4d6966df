/* admission.h - who may connect and who may bring a new name: arithmetic on counts and times that
 * the caller hands in. Knows no socket and no clock. */
#ifndef AVONDALE_ADMISSION_H
#define AVONDALE_ADMISSION_H

#include "table/time_control.h" /* usec_t */
#include "protocol.h"           /* struct slice */

#include <stdbool.h>
#include <stdint.h>

/* True for a name that a bot may have: 1 to 32 of A-Z a-z 0-9 . _ -, no leading dot. */
bool admission_name_valid(struct slice name);

struct admission_counts {
    int peers, peers_max;
    int of_address, of_address_max;
    int handshakes, handshakes_max; /* those that have not said hello */
    int of_address_handshakes, of_address_handshakes_max;
    int of_address_left, of_address_left_max; /* before their games began, in the last minute */
};

/* NULL: may come in. Else why not, in a word or two. `random` is any number, a fresh one each time:
 * from half of handshakes_max on some are refused, at the limit all, so that whoever holds
 * connections open shuts out some of the others and never all of them before it is full. An address has
 * its own limit, below a half of handshakes_max, so that it alone shuts out nobody else. */
const char *admission_refuses(const struct admission_counts *counts, uint32_t random);

/* New names by address, or whatever else is counted by address, over windows of a minute. */
enum { NAME_RATE_ADDRESSES = 1024, NAME_RATE_WINDOW_SEC = 60 };
struct name_rate_entry {
    uint32_t address;
    int count; /* 0: free */
    usec_t since;
};
struct name_rate {
    struct name_rate_entry entries[NAME_RATE_ADDRESSES]; /* zeroed: nobody yet */
    unsigned long refused;
};

/* Counts a new name from `address` (IPv4, any byte order). False: there were `max` (1 or more) in
 * its minute. With more addresses in a minute than there are entries the oldest is forgotten. `now`
 * never goes back. */
bool name_rate_allows(struct name_rate *rate, uint32_t address, int max, usec_t now);
/* How many of this address there were in its running minute. */
int name_rate_count(const struct name_rate *rate, uint32_t address, usec_t now);
/* The most names that one address has brought in its running minute. */
int name_rate_highest(const struct name_rate *rate, usec_t now);

#endif
