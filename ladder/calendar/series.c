/* series.c - see series.h. */
#include "calendar/series.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void series_document_name(const char *series, char name[SERIES_DOCUMENT_MAX])
{
    snprintf(name, SERIES_DOCUMENT_MAX, "series/%.18s", series);
}

void series_free(struct series *series)
{
    free(series->rows);
    *series = (struct series){0};
}

int series_add_row(struct series *series, const struct series_row *row)
{
    assert(row->points > 0 && row->entry[0]);
    if (series->count == series->capacity) {
        int capacity = series->capacity ? 2 * series->capacity : 32;
        struct series_row *rows = realloc(series->rows, (size_t)capacity * sizeof *rows);
        if (!rows)
            return -1;
        series->rows = rows;
        series->capacity = capacity;
    }
    series->rows[series->count++] = *row;
    return 0;
}

static struct series_row *row_of(struct series *series, const char *entry)
{
    for (int i = 0; i < series->count; i++) {
        if (strcmp(series->rows[i].entry, entry) == 0)
            return &series->rows[i];
    }
    return NULL;
}

static int give(struct series *series, const char *entry, int64_t points, int place)
{
    struct series_row *row = row_of(series, entry);

    if (!row) {
        struct series_row fresh = {.points = points, .events = 1};
        snprintf(fresh.entry, sizeof fresh.entry, "%s", entry);
        fresh.places[place]++;
        return series_add_row(series, &fresh);
    }
    row->points += points;
    row->events++;
    row->places[place]++;
    return 0;
}

int series_add_event(struct series *series, const struct series_placing *placings, int count,
                     const int *points, int point_count)
{
    assert(point_count >= 0 && point_count <= EVENT_POINTS_MAX);
    for (int first = 0, next; first < count && first < point_count; first = next) {
        int64_t sum = 0;
        for (next = first; next < count && placings[next].rank == placings[first].rank; next++)
            sum += next < point_count ? points[next] : 0;
        assert(next == count || placings[next].rank > placings[first].rank);
        int64_t share = sum * 100 / (next - first);
        for (int i = first; i < next && share > 0; i++) {
            if (give(series, placings[i].entry, share, first))
                return -1;
        }
    }
    return 0;
}

/* Negative: `a` stands before `b`; 0: they are level. */
static int compare(const struct series_row *a, const struct series_row *b)
{
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    for (int place = 0; place < EVENT_POINTS_MAX; place++) {
        if (a->places[place] != b->places[place])
            return a->places[place] > b->places[place] ? -1 : 1;
    }
    return 0;
}

static int compare_rows(const void *a, const void *b)
{
    const struct series_row *one = a, *other = b;
    int order = compare(one, other);

    return order ? order : strcmp(one->entry, other->entry);
}

void series_order(struct series *series)
{
    if (series->count > 0)
        qsort(series->rows, (size_t)series->count, sizeof *series->rows, compare_rows);
    for (int i = 0; i < series->count; i++) {
        bool level = i > 0 && compare(&series->rows[i - 1], &series->rows[i]) == 0;
        series->rows[i].rank = level ? series->rows[i - 1].rank : i + 1;
    }
}
