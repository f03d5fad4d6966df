/* crosstable.h - the points of all pairs of a tournament as a table of HTML: on the pages of the
 * daemon, and on the page that a tournament leaves behind. */
#ifndef AVONDALE_CROSSTABLE_H
#define AVONDALE_CROSSTABLE_H

#include <stdbool.h>
#include <stdint.h>

struct evbuffer;

/* Points of `row` against `column`, and their games. */
struct crosstable_pair {
    double points;
    int64_t games;
    int meeting; /* the place of their meeting in a list on the page, from 1; 0: it is not listed */
};

struct crosstable {
    int count; /* of entries, best first */
    const char *(*name)(const void *context, int row);
    /* Returns false if the two did not meet. */
    bool (*pair)(const void *context, int row, int column, struct crosstable_pair *pair);
    const void *context;
    const char *meetings; /* the address of a meeting but for its number; NULL: "#meeting-" */
};

/* Adds the table, without a heading. It scrolls by itself if it is too wide. */
void crosstable_add(struct evbuffer *out, const struct crosstable *table);

#endif
