/* name_rate.h - counts new names, or whatever else, by address over windows of a minute: arithmetic
 * on times that the caller hands in. Knows no socket and no clock. */
#ifndef AVONDALE_NAME_RATE_H
#define AVONDALE_NAME_RATE_H

#include <stdbool.h>
#include <stdint.h>

/* New names by address, or whatever else is counted by address, over windows of a minute. */
enum { NAME_RATE_ADDRESSES = 1024, NAME_RATE_WINDOW_SEC = 60 };
struct name_rate_entry {
    uint64_t address;
    int count; /* 0: free */
    int64_t since_usec;
};
struct name_rate {
    struct name_rate_entry entries[NAME_RATE_ADDRESSES]; /* zeroed: none yet */
    unsigned long refused;
};

/* Counts a new name from `address` (endpoint_key). False: there were `max` (1 or more) in its
 * minute. With more addresses in a minute than there are entries the oldest is forgotten.
 * `now_usec` never goes back. */
bool name_rate_allows(struct name_rate *rate, uint64_t address, int max, int64_t now_usec);
/* How many of this address there were in its running minute. */
int name_rate_count(const struct name_rate *rate, uint64_t address, int64_t now_usec);
/* The most names that one address has brought in its running minute. */
int name_rate_highest(const struct name_rate *rate, int64_t now_usec);

#endif
