/* residual.c - pairs whose results against each other differ too much from the expectation (ratings
 * 7). */
#include "rating/residual.h"
#include "base/hash.h"
#include "rating/elo.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int32_t x, y;
    int64_t results; /* 0: the slot is free */
    double sum, squares;
};

struct pairs {
    struct pair *slots;
    uint64_t slot_count, used;
};

static uint64_t pair_hash(int32_t x, int32_t y)
{
    return hash_number(hash_number(0, (uint32_t)x), (uint32_t)y);
}

static struct pair *slot_find(const struct pairs *pairs, int32_t x, int32_t y)
{
    uint64_t at = pair_hash(x, y) & (pairs->slot_count - 1);
    while (pairs->slots[at].results > 0 && (pairs->slots[at].x != x || pairs->slots[at].y != y))
        at = (at + 1) & (pairs->slot_count - 1);
    return &pairs->slots[at];
}

static bool pairs_grow(struct pairs *pairs)
{
    struct pairs grown = {.slot_count = pairs->slot_count ? pairs->slot_count * 2 : 1024,
                          .used = pairs->used};
    grown.slots = calloc(grown.slot_count, sizeof *grown.slots);
    if (!grown.slots)
        return false;
    for (uint64_t i = 0; i < pairs->slot_count; i++) {
        if (pairs->slots[i].results > 0)
            *slot_find(&grown, pairs->slots[i].x, pairs->slots[i].y) = pairs->slots[i];
    }
    free(pairs->slots);
    *pairs = grown;
    return true;
}

static bool pair_add(struct pairs *pairs, int32_t x, int32_t y, double residual)
{
    if (pairs->used * 2 >= pairs->slot_count && !pairs_grow(pairs))
        return false;
    struct pair *pair = slot_find(pairs, x, y);
    if (pair->results == 0) {
        *pair = (struct pair){.x = x, .y = y};
        pairs->used++;
    }
    pair->results++;
    pair->sum += residual;
    pair->squares += residual * residual;
    return true;
}

/* A bot with two seats of a side counts once. */
static bool is_repeat(const struct batch_result *result, int seat)
{
    for (int i = 0; i < seat; i++) {
        if (result->player[i] == result->player[seat])
            return true;
    }
    return false;
}

static bool result_add(struct pairs *pairs, const struct batch_result *result,
                       const struct batch_row *rows)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->side[seat];
        double residual = 0;
        if (is_repeat(result, seat))
            continue;
        for (int other = 0; other < result->side_count; other++) {
            int own_rank = result->rank[side], other_rank = result->rank[other];
            double score = own_rank < other_rank ? 1 : own_rank == other_rank ? 0.5 : 0;
            if (other != side)
                residual +=
                    (score - batch_expected(result, rows, side, other)) / (result->side_count - 1);
        }
        for (int other = 0; other < result->seat_count; other++) {
            if (result->side[other] != side && !is_repeat(result, other) &&
                !pair_add(pairs, result->player[seat], result->player[other], residual))
                return false;
        }
    }
    return true;
}

static double two_sided(double z)
{
    return erfc(fabs(z) / sqrt(2.0));
}

/* The |z| that the largest of `pairs` pairs exceeds as rarely as a single pair exceeds 4. */
static double limit_of(int64_t pairs)
{
    double low = 4, high = 40, wanted = two_sided(4) / (pairs > 1 ? (double)pairs : 1);
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (two_sided(middle) > wanted)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static int compare(const void *left, const void *right)
{
    const struct residual *a = left, *b = right;
    if (fabs(a->z) != fabs(b->z))
        return fabs(a->z) < fabs(b->z) ? 1 : -1;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

static int report_make(const struct pairs *pairs, struct residual_report *report)
{
    for (uint64_t i = 0; i < pairs->slot_count; i++)
        report->pairs += pairs->slots[i].results >= RESIDUAL_RESULTS_MIN;
    report->limit = limit_of(report->pairs);
    report->found = calloc((size_t)report->pairs + 1, sizeof *report->found);
    if (!report->found)
        return -1;
    for (uint64_t i = 0; i < pairs->slot_count; i++) {
        const struct pair *pair = &pairs->slots[i];
        double z = pair->squares > 0 ? pair->sum / sqrt(pair->squares) : 0;
        if (pair->results >= RESIDUAL_RESULTS_MIN && fabs(z) > report->limit)
            report->found[report->count++] = (struct residual){
                pair->x, pair->y, pair->results, pair->sum / (double)pair->results, z};
    }
    qsort(report->found, (size_t)report->count, sizeof *report->found, compare);
    return 0;
}

int residual_find(const struct batch_result *results, int64_t count, const struct batch_row *rows,
                  struct residual_report *report)
{
    struct pairs pairs = {.slots = NULL};
    bool good = true;
    assert(count >= 0);
    memset(report, 0, sizeof *report);
    for (int64_t i = 0; i < count && good; i++)
        good = result_add(&pairs, &results[i], rows);
    int status = good ? report_make(&pairs, report) : -1;
    free(pairs.slots);
    return status;
}

/* ---------------------------------------------------------------------------------- newcomers */

struct sum {
    int64_t results;
    double residual, variance;
};

static double side_rating(const struct batch_result *result, const double *ratings, int side)
{
    double sum = 0;
    int members = 0;
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (result->side[seat] == side) {
            sum += ratings[result->player[seat]];
            members++;
        }
    }
    return sum / members;
}

static void newcomers_add(const struct batch_result *result, const double *ratings,
                          struct sum *sums)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        int side = result->side[seat];
        struct sum *sum = &sums[result->player[seat]];
        for (int other = 0; other < result->side_count && !is_repeat(result, seat); other++) {
            int own_rank = result->rank[side], other_rank = result->rank[other];
            double score = own_rank < other_rank ? 1 : own_rank == other_rank ? 0.5 : 0;
            if (other == side || !(result->newcomers >> other & 1))
                continue;
            double expected = elo_expected(side_rating(result, ratings, side) -
                                           side_rating(result, ratings, other));
            sum->results++;
            sum->residual += score - expected;
            sum->variance += expected * (1 - expected);
        }
    }
}

int residual_newcomers(const struct batch_result *results, int64_t count, const double *ratings,
                       int players, struct residual_report *report)
{
    struct sum *sums = calloc((size_t)players + 1, sizeof *sums);
    assert(count >= 0 && players >= 0);
    memset(report, 0, sizeof *report);
    report->found = calloc((size_t)players + 1, sizeof *report->found);
    if (!sums || !report->found) {
        free(sums);
        free(report->found);
        report->found = NULL;
        return -1;
    }
    for (int64_t i = 0; i < count; i++)
        newcomers_add(&results[i], ratings, sums);
    for (int i = 0; i < players; i++)
        report->pairs += sums[i].results >= RESIDUAL_RESULTS_MIN;
    report->limit = limit_of(report->pairs);
    for (int i = 0; i < players; i++) {
        double z = sums[i].variance > 0 ? sums[i].residual / sqrt(sums[i].variance) : 0;
        if (sums[i].results >= RESIDUAL_RESULTS_MIN && z > report->limit)
            report->found[report->count++] = (struct residual){
                i, -1, sums[i].results, sums[i].residual / (double)sums[i].results, z};
    }
    qsort(report->found, (size_t)report->count, sizeof *report->found, compare);
    free(sums);
    return 0;
}
