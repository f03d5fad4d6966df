/* name_rate.h - counts new names, or other events, by address over windows of a minute: arithmetic
 * on the caller's times. Knows no socket and no clock. */
#ifndef AVONDALE_NAME_RATE_H
#define AVONDALE_NAME_RATE_H

#include <stdbool.h>
#include <stdint.h>

/* Events by address, over windows of a minute. */
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

/* Counts an event of `address` (endpoint_key). Returns false if there were `max` (1 or more) in its
 * minute. If more addresses come in a minute than there are entries the oldest is dropped.
 * `now_usec` never goes back. */
bool name_rate_allows(struct name_rate *rate, uint64_t address, int max, int64_t now_usec);
/* The number of events of this address in its current minute. */
int name_rate_count(const struct name_rate *rate, uint64_t address, int64_t now_usec);
/* The most events of any one address in its current minute. */
int name_rate_highest(const struct name_rate *rate, int64_t now_usec);

#endif
