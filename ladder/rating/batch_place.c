/* batch_place.c - ranks of a batch table, ranges of places by resampling, and teams. */
#include "rating/batch_place.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95 1.959963984540054

enum { BINS = 1 << 16, NODES = 16 };
/* The middles of 16 equally likely parts of a normal distribution. */
static const double nodes[NODES] = {
    -1.862731867421652, -1.318010897303537, -1.009990169249582, -0.776421761147928,
    -0.579132162255556, -0.402250065321725, -0.237202109328788, -0.078412412733112,
    0.078412412733112,  0.237202109328788,  0.402250065321725,  0.579132162255556,
    0.776421761147928,  1.009990169249582,  1.318010897303537,  1.862731867421652};

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
    double spread = 0;
    if (families->variance)
        spread = sqrt(fmax(1e-12, families->variance[a] + families->variance[b]));
    for (int i = 0; i < 2; i++)
        spread = families->of[i] ? fmax(spread, spread_of(families->of[i], a, b)) : spread;
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

/* The height of bin `at`, as a part of it, by the players of `higher`. */
static double higher_at(const double *higher, double at)
{
    double low = floor(at);
    int bin = (int)low;
    return higher[bin] + (at - low) * (higher[bin + 1] - higher[bin]);
}

/* Ranges from the variances: how many are better than a bot at the end of its 95 % is a sum over so
 * many that hardly depend on one another that it is its own mean. Each of them is spread out to
 * NODES ratings. */
static int ranges_normal(const struct batch *batch, const struct families *families,
                         struct order *order)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    int count = 0, n = batch->player_count;
    for (int i = 0; i < n; i++) {
        if (!batch->ranked[i])
            continue;
        double reach = 3 * sqrt(families->variance[i]) + 1;
        low = fmin(low, families->rating[i] - reach);
        high = fmax(high, families->rating[i] + reach);
        order[count++].player = i;
    }
    double *higher = calloc(BINS + 3, sizeof *higher);
    if (!higher || count == 0) {
        free(higher);
        return higher || count == 0 ? 0 : -1;
    }
    double width = (high - low) / BINS;
    for (int i = 0; i < count; i++) {
        double rating = families->rating[order[i].player];
        double deviation = sqrt(families->variance[order[i].player]);
        for (int node = 0; node < NODES; node++)
            higher[(int)((rating + nodes[node] * deviation - low) / width)] += 1.0 / NODES;
    }
    for (int bin = BINS; bin > 0; bin--)
        higher[bin - 1] += higher[bin]; /* that are in this bin or above it */
    for (int i = 0; i < count; i++) {
        struct batch_row *row = &batch->rows[order[i].player];
        double rating = families->rating[order[i].player];
        double reach = Z95 * sqrt(families->variance[order[i].player]);
        double best = higher_at(higher, (rating + reach - low) / width) - 0.025;
        double worst = higher_at(higher, (rating - reach - low) / width) - 0.975;
        row->first = 1 + (int)fmax(0, floor(best));
        row->last = 1 + (int)fmin(count - 1, ceil(fmax(0, worst)));
    }
    free(higher);
    return 0;
}

int batch_place_fill(const struct batch *batch, const struct families *families)
{
    assert(families->of[0] || families->variance);
    struct order *order = calloc((size_t)batch->player_count + 1, sizeof *order);
    int status = order ? 0 : -1;
    if (status == 0)
        ranks_fill(batch, families, order);
    if (status == 0 && families->variance)
        status = ranges_normal(batch, families, order);
    for (int i = 0; i < 2 && status == 0 && families->of[i] && batch->way != BATCH_FIRST; i++)
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
    for (int64_t i = 0; i < batch->result_count; i++) {
        if (!batch_left_out(batch, i))
            company_add(company, &batch->results[i], i);
    }
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
