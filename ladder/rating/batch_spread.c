/* batch_spread.c - the curvature of the penalised likelihood, and its calibration.
 *
 * The penalty says how far bots are apart before any results: v virtual draws correspond to a
 * normal distribution with the variance 4 / (q^2 v). The variance is estimated from the bots
 * themselves, as the most likely one: the mean of each bot's squared distance to the center plus
 * its uncertainty (a step of expectation and maximisation), with TYPICAL_PLAYERS more at the
 * variance of v = 2. The rating of ratings 3 keeps v = 2, which holds a newcomer back.
 *
 * The dispersion is the squared gradients of blocks relative to what the likelihood assumes,
 * corrected for the number of free ratings, with TYPICAL_BLOCKS added that are as assumed. */
#include "rating/batch_spread.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIT_ROUNDS = 6, FIT_DRAWS = 32 };
#define TYPICAL_PLAYERS 2.0
#define TYPICAL_BLOCKS 4.0
/* A field that looks closer than three draws may only have met its likes: with four, its bars hold
 * the truth in 88 of 100 cases; with two, those of a close field in 99. */
#define VIRTUAL_DRAWS_MOST 3.0
#define VIRTUAL_DRAWS_MIN 0.1
#define FIT_TOLERANCE 0.05

/* -------------------------------------------------------------------------------------- inverse */

/* The Hessian of the players that have games, and its inverse in place. */
struct dense {
    int count;
    int *player; /* by row */
    int *row;    /* by player, or -1 */
    double *m;   /* count * count */
};

static void dense_fini(struct dense *dense)
{
    free(dense->player);
    free(dense->row);
    free(dense->m);
}

static int dense_init(struct dense *dense, const struct spread *spread)
{
    const struct sparse *hessian = &spread->model->hessian;
    int players = spread->model->players;
    size_t n = (size_t)spread->played;
    *dense = (struct dense){.player = calloc(n + 1, sizeof *dense->player),
                            .row = calloc((size_t)players + 1, sizeof *dense->row),
                            .m = calloc(n * n + 1, sizeof *dense->m)};
    if (!dense->player || !dense->row || !dense->m)
        return -1;
    for (int i = 0; i < players; i++) {
        dense->row[i] = spread->blocks[i] > 0 ? dense->count : -1;
        if (spread->blocks[i] > 0)
            dense->player[dense->count++] = i;
    }
    for (size_t row = 0; row < n; row++) {
        int player = dense->player[row];
        dense->m[row * n + row] = hessian->diagonal[player];
        for (int64_t i = hessian->begin[player]; i < hessian->begin[player + 1]; i++)
            dense->m[row * n + (size_t)dense->row[hessian->column[i]]] += hessian->value[i];
    }
    return 0;
}

/* Gauss and Jordan: the matrix is positive definite, so no pivot is 0. */
static void dense_invert(struct dense *dense)
{
    size_t n = (size_t)dense->count;
    double *m = dense->m;
    for (size_t k = 0; k < n; k++) {
        double pivot = 1 / m[k * n + k];
        m[k * n + k] = 1;
        for (size_t j = 0; j < n; j++)
            m[k * n + j] *= pivot;
        for (size_t i = 0; i < n; i++) {
            double factor = m[i * n + k];
            if (i == k || factor == 0)
                continue;
            m[i * n + k] = 0;
            for (size_t j = 0; j < n; j++)
                m[i * n + j] -= factor * m[k * n + j];
        }
    }
}

static int dense_make(struct dense *dense, const struct spread *spread)
{
    *dense = (struct dense){.count = 0};
    if (spread->played > BATCH_EXACT || dense_init(dense, spread))
        return -1;
    dense_invert(dense);
    return 0;
}

/* The weight of each row in the distance of a player, or of its team, to the zero. */
static void weights_fill(const struct dense *dense, const struct zero *zero, int player,
                         double *weights)
{
    double members = 0, all = 0;
    for (int i = 0; i < dense->count; i++) {
        int at = dense->player[i];
        bool own =
            at == player || (zero->team[player] >= 0 && zero->team[at] == zero->team[player]);
        weights[i] = own;
        members += own;
        all += zero->of[at];
    }
    for (int i = 0; i < dense->count; i++)
        weights[i] = weights[i] / members - zero->of[dense->player[i]] / all;
}

static double form_value(const struct dense *dense, const double *weights)
{
    double sum = 0;
    for (int i = 0; i < dense->count; i++) {
        const double *row = dense->m + (size_t)i * (size_t)dense->count;
        double part = 0;
        for (int j = 0; j < dense->count; j++)
            part += row[j] * weights[j];
        sum += weights[i] * part;
    }
    return fmax(0, sum);
}

int batch_spread_exact(const struct spread *spread, double *variance)
{
    assert(spread->dispersion > 0);
    struct dense dense;
    double *weights = calloc((size_t)spread->played + 1, sizeof *weights);
    int status = dense_make(&dense, spread) || !weights ? -1 : 0;
    for (int i = 0; i < spread->model->players && status == 0; i++) {
        variance[i] = 0;
        if (spread->blocks[i] == 0)
            continue;
        weights_fill(&dense, &spread->zero, i, weights);
        variance[i] = spread->dispersion * form_value(&dense, weights);
    }
    dense_fini(&dense);
    free(weights);
    return status;
}

/* -------------------------------------------------------------------------- how much to believe */

/* The diagonal of the inverse: the variance of each rating around the center. */
static int diagonal_find(const struct spread *spread, double *diagonal)
{
    static const struct zero nobody = {NULL, NULL};
    struct dense dense;
    struct samples samples;
    if (spread->played <= BATCH_EXACT) {
        int status = dense_make(&dense, spread);
        for (int i = 0; i < dense.count && status == 0; i++)
            diagonal[dense.player[i]] = dense.m[(size_t)i * (size_t)dense.count + (size_t)i];
        dense_fini(&dense);
        return status;
    }
    int status = batch_sample_init(&samples, spread->batch, FIT_DRAWS);
    if (status == 0)
        status = batch_sample_curvature(&samples, spread->model, spread->batch, &nobody, 1);
    for (int i = 0; i < spread->model->players && status == 0; i++)
        diagonal[i] = batch_sample_variance(&samples, i);
    batch_sample_fini(&samples);
    return status;
}

double batch_spread_believe(struct spread *spread, const double *diagonal, const double *squares)
{
    assert(spread->played >= 0);
    const struct model *model = spread->model;
    double ratio = 0, weight = 0, freedom = 0, square = 0;
    for (int i = 0; i < model->players; i++) {
        double penalty = batch_model_penalty(model, i);
        double results = model->hessian.diagonal[i] - penalty;
        if (spread->blocks[i] == 0)
            continue;
        freedom += fmax(0, 1 - diagonal[i] * penalty);
        if (results > 0) {
            ratio += squares[i] / results * spread->blocks[i];
            weight += spread->blocks[i];
        }
    }
    double blocks = (double)(batch_blocks(spread->batch) - spread->batch->left_out_count);
    double rest = fmax(0, blocks - freedom);
    double raw = weight > 0 ? ratio / weight * blocks / fmax(1, rest) : 1;
    spread->dispersion = (raw * rest + TYPICAL_BLOCKS) / (rest + TYPICAL_BLOCKS);
    for (int i = 0; i < model->players; i++) {
        double off = model->rating[i] - model->center;
        square += spread->blocks[i] > 0 ? off * off + spread->dispersion * diagonal[i] : 0;
    }
    double unit = 4 / (MODEL_Q * MODEL_Q), typical = unit / BATCH_VIRTUAL_DRAWS;
    double variance = (square + TYPICAL_PLAYERS * typical) / (spread->played + TYPICAL_PLAYERS);
    double draws = spread->dispersion * fmin(unit / variance, VIRTUAL_DRAWS_MOST);
    return fmax(draws, VIRTUAL_DRAWS_MIN);
}

int batch_spread_fit(struct spread *spread)
{
    size_t n = (size_t)spread->model->players;
    double *diagonal = calloc(n + 1, sizeof *diagonal), *squares = calloc(n + 1, sizeof *squares);
    int *blocks = calloc(n + 1, sizeof *blocks);
    int status = diagonal && squares && blocks ? 0 : -1;
    spread->dispersion = 1;
    for (int round = 0; round < FIT_ROUNDS && status == 0; round++) {
        status = batch_sample_blocks(spread->model, spread->batch, squares, blocks) ||
                         diagonal_find(spread, diagonal)
                     ? -1
                     : 0;
        if (status)
            break;
        double draws = batch_spread_believe(spread, diagonal, squares);
        if (fabs(log(draws / spread->model->virtual_draws)) < FIT_TOLERANCE)
            break;
        spread->model->virtual_draws = draws;
        status = batch_model_climb(spread->model);
    }
    free(diagonal);
    free(squares);
    free(blocks);
    return status;
}
