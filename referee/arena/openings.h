/* openings.h - deals that are given, not shuffled: a file of them, a line each. */
#ifndef AVONDALE_OPENINGS_H
#define AVONDALE_OPENINGS_H

#include "engine.h"

/* The first deal of a game. */
struct opening {
    struct deal deal;
    seat_t dealer; /* SEAT_NONE: determined by the seed */
};

enum { OPENINGS_MAX = 1000000 };

/* Reads a file, each line a deal of this ruleset (protocol.h: record_deal_parse). Returns their
 * number, and *openings for the caller to free; or 0, with a line in error[320] that names file,
 * line and fault. */
int openings_read(const char *name, const struct ruleset *rules, struct opening **openings,
                  char error[320]);

#endif
