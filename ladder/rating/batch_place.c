/* batch_place.c - ranks of a batch table, ranges of places by resampling, and teams. */
#include "rating/batch_place.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- ranks */

/* The variance of the difference of two players, in one family. */
static double spread_of(const struct samples *samples, int a, int b)
{
    const float *one = samples->values + (int64_t)samples->place[a] * samples->kept;
    const float *other = samples->values + (int64_t)samples->place[b] * samples->kept;
    double sum = 0, squares = 0;
    for (int i = 0; i < samples->kept; i++) {
        double difference = (double)one[i] - (double)other[i];
        sum += difference;
        squares += difference * difference;
    }
    double mean = sum / samples->kept;
    return sqrt(fmax(1e-12, squares / samples->kept - mean * mean));
}

static double likely_better(const struct families *families, int a, int b)
{
    double spread = spread_of(families->of[0], a, b);
    if (families->of[1])
        spread = fmax(spread, spread_of(families->of[1], a, b));
    return 0.5 * erfc(-(families->rating[a] - families->rating[b]) / spread / sqrt(2.0));
}

struct order {
    double low;
    int player;
};

static int order_compare(const void *left, const void *right)
{
    const struct order *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? 1 : -1;
    return (a->player > b->player) - (a->player < b->player);
}

static void ranks_fill(const struct batch *batch, const struct families *families,
                       struct order *order)
{
    int count = 0, group = 1;
    for (int i = 0; i < batch->player_count; i++) {
        struct batch_row *row = &batch->rows[i];
        row->rank = row->group = row->first = row->last = 0;
        row->los = 0;
        if (batch->ranked[i])
            order[count++] = (struct order){row->rating - row->err95, i};
    }
    qsort(order, (size_t)count, sizeof *order, order_compare);
    for (int i = 0; i < count; i++) {
        struct batch_row *row = &batch->rows[order[i].player];
        row->rank = i + 1;
        row->group = batch->way == BATCH_FIRST ? group : 0;
        if (i + 1 < count)
            row->los = likely_better(families, order[i].player, order[i + 1].player);
        group += row->los >= BATCH_SEPARABLE;
    }
}

/* ----------------------------------------------------------------------------- ranges of places */

/* Notes the place of each player in one draw: 1 and how many are better. */
static void draw_places(const struct batch *batch, const struct families *families,
                        const struct samples *samples, int draw, struct order *order,
                        int32_t *places)
{
    int count = 0;
    for (int i = 0; i < batch->player_count; i++) {
        if (samples->place[i] < 0)
            continue;
        double value = samples->values[(int64_t)samples->place[i] * samples->kept + draw];
        order[count++] = (struct order){families->rating[i] + value, i};
    }
    qsort(order, (size_t)count, sizeof *order, order_compare);
    for (int i = 0, place = 1; i < count; i++) {
        place = i > 0 && order[i].low == order[i - 1].low ? place : i + 1;
        places[(int64_t)samples->place[order[i].player] * samples->kept + draw] = place;
    }
}

static int place_compare(const void *left, const void *right)
{
    const int32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* For one family; an existing range only becomes wider. */
static int ranges_fill(const struct batch *batch, const struct families *families,
                       const struct samples *samples, struct order *order)
{
    int kept = samples->kept, off = kept / 40; /* 2.5 % on either side */
    int32_t *places = calloc(((size_t)samples->ranked + 1) * (size_t)kept, sizeof *places);
    for (int draw = 0; places && draw < kept && !batch_stopped(batch->stop); draw++)
        draw_places(batch, families, samples, draw, order, places);
    for (int i = 0; places && i < batch->player_count; i++) {
        struct batch_row *row = &batch->rows[i];
        if (samples->place[i] < 0)
            continue;
        int32_t *own = places + (int64_t)samples->place[i] * kept;
        qsort(own, (size_t)kept, sizeof *own, place_compare);
        if (row->first == 0 || own[off] < row->first)
            row->first = own[off];
        if (own[kept - 1 - off] > row->last)
            row->last = own[kept - 1 - off];
    }
    free(places);
    return places && !batch_stopped(batch->stop) ? 0 : -1;
}

int batch_place_fill(const struct batch *batch, const struct families *families)
{
    assert(families->of[0]);
    struct order *order = calloc((size_t)batch->player_count + 1, sizeof *order);
    int status = order ? 0 : -1;
    if (status == 0)
        ranks_fill(batch, families, order);
    for (int i = 0; i < 2 && status == 0 && batch->way == BATCH_NOW; i++)
        status = ranges_fill(batch, families, families->of[i], order);
    free(order);
    return status;
}

/* ---------------------------------------------------------------------------------------- teams */

struct company {
    /* A hash of where it played, and on which side: equal for players that were always together. */
    uint64_t mark;
    int results, player;
};

static int company_compare(const void *left, const void *right)
{
    const struct company *a = left, *b = right;
    if (a->mark != b->mark)
        return a->mark < b->mark ? -1 : 1;
    if (a->results != b->results)
        return a->results < b->results ? -1 : 1;
    return (a->player > b->player) - (a->player < b->player);
}

static void company_add(struct company *company, const struct batch_result *result, int64_t number)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        uint64_t place = (uint64_t)number * LADDER_SEATS_MAX + result->side[seat];
        company[result->player[seat]].mark += splitmix_next(&place);
        company[result->player[seat]].results++;
    }
}

int batch_place_teams(const struct batch *batch, int *team)
{
    int n = batch->player_count;
    struct company *company = calloc((size_t)n + 1, sizeof *company);
    if (!company)
        return -1;
    for (int i = 0; i < n; i++) {
        company[i].player = i;
        team[i] = -1;
    }
    for (int64_t i = 0; i < batch->result_count; i++)
        company_add(company, &batch->results[i], i);
    qsort(company, (size_t)n, sizeof *company, company_compare);
    for (int i = 1, first = 0; i < n; i++) {
        if (company[i].mark != company[first].mark || company[i].results != company[first].results)
            first = i;
        else if (company[i].results > 0)
            team[company[i].player] = team[company[first].player] = company[first].player;
    }
    free(company);
    return 0;
}
