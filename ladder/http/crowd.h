/* crowd.h - which connections to the pages are kept; inside its room only. Pure.
 *
 * The oldest stay, up to a limit in all and one for each address. A few more are reserved: they may
 * ask whether the arena is alive (/healthz, /readyz, /health) and nothing else. If more want a
 * reserved place than there are, the oldest of the address with most of them is closed. So a client
 * that holds connections open cannot keep a monitor out, not even one at its own address. */
#ifndef AVONDALE_WEB_CROWD_H
#define AVONDALE_WEB_CROWD_H

#include <stdint.h>

enum crowd_place { CROWD_IN, CROWD_RESERVED, CROWD_OUT };

struct crowd_connection {
    uint64_t address; /* any number, equal for one address */
    enum crowd_place place;
};

struct crowd_limits {
    int max, of_address_max, reserved_max;
};

/* Sets the places of `count` guests, the oldest first. */
void crowd_judge(const struct crowd_limits *limits, struct crowd_connection *guests, int count);
/* The most guests of one address, whatever their places. */
int crowd_highest(const struct crowd_connection *guests, int count);

#endif
