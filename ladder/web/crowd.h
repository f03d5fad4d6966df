/* crowd.h - who of those that are connected to the pages may stay; inside the web only. Pure.
 *
 * The oldest stay, so many in all and so many of one address. Beyond those a few are reserved: they
 * may ask whether the arena is alive (/healthz, /readyz, /health) and nothing else. Where more want
 * a reserved place than there are, the oldest of the address that has most of them gives way, so
 * that whoever holds connections open cannot keep a monitor out, not even one at its own address.
 */
#ifndef AVONDALE_WEB_CROWD_H
#define AVONDALE_WEB_CROWD_H

#include <stdint.h>

enum web_place { WEB_PLACE_IN, WEB_PLACE_RESERVED, WEB_PLACE_OUT };

struct web_guest {
    uint64_t address; /* any number, the same for all of one address */
    enum web_place place;
};

struct web_crowd_limits {
    int max, of_address_max, reserved_max;
};

/* Sets the places of `count` guests, the oldest first. */
void web_crowd_judge(const struct web_crowd_limits *limits, struct web_guest *guests, int count);
/* The most of one address, whatever their places. */
int web_crowd_highest(const struct web_guest *guests, int count);

#endif
