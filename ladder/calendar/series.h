/* series.h - events whose points add up: how many each entry has, and in which order. Inside the
 * ladder only. Pure, on the heap.
 *
 * An event gives points to its first ranks. Entries that are level share the points of the places
 * that they take, rounded down to hundredths, so an event gives out the same however its places
 * are shared. The table is ordered by points, then by first places, second places and so on;
 * entries that are level on all have the same rank. */
#ifndef AVONDALE_SERIES_H
#define AVONDALE_SERIES_H

#include "calendar/event.h"

#include <stdint.h>

enum {
    SERIES_ENTRY_MAX = 32, /* bytes of a name */
    SERIES_DOCUMENT_MAX = EVENT_NAME_MAX + 8
};

struct series_row {
    char entry[SERIES_ENTRY_MAX + 1];
    int64_t points;               /* hundredths, above 0 */
    int events;                   /* events that gave it points */
    int places[EVENT_POINTS_MAX]; /* how often it was first, second ... */
    int rank;                     /* from 1; series_order sets it */
};

struct series {
    struct series_row *rows; /* heap; entries without points have none */
    int count, capacity;
};

/* One entry of an event. A list of these is ordered by rank, and names each entry once. */
struct series_placing {
    const char *entry; /* 1 to SERIES_ENTRY_MAX bytes */
    int rank;          /* the same number: level */
};

/* The name of the document of a store that holds its table (agenda/series_table.h). */
void series_document_name(const char *series, char name[SERIES_DOCUMENT_MAX]);
/* An empty series is {0}. */
void series_free(struct series *series);
/* Adds a row as it was stored. Returns 0, or -1 if out of memory. */
int series_add_row(struct series *series, const struct series_row *row);
/* Adds the points of an event: points[0 .. point_count - 1] of its places, the first one first.
 * Returns 0, or -1 if out of memory; then some may be added. */
int series_add_event(struct series *series, const struct series_placing *placings, int count,
                     const int *points, int point_count);
/* Orders the rows and ranks them; entries of the same rank by name. */
void series_order(struct series *series);

#endif
