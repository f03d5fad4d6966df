/* batch_spread.c - the curvature of the penalised likelihood, and its calibration.
 *
 * The penalty says how far bots are apart before any results. The rating of ratings 3 has v = 2
 * virtual draws of each bot with the center, which holds a newcomer back; bars cannot: where bots
 * meet only bots of their strength, the many small penalties of a field in a row outweigh the few
 * games that connect its ends, and bars hold the truth in half of the cases. So for bars a bot is
 * held to those it met: its v virtual draws are spread over its games (batch_model.h), and what is
 * far apart on the way of who met whom may be far apart. v draws correspond to a normal
 * distribution of distances with the variance 4 / (q^2 v). That is estimated from the bots
 * themselves, as the most likely one: their squared distances plus their uncertainty (a step of
 * expectation and maximisation), with TYPICAL_PLAYERS more at the variance of typical draws.
 *
 * In season tables of the second format (BATCH_CENTER) bars have the center, too.
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
#define UNIT (4 / (MODEL_Q * MODEL_Q)) /* the variance of one draw */
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
    assert(!spread->model->row); /* so few that they need no order */
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

/* What the inverse of the Hessian leaves open. */
struct opened {
    double *diagonal; /* by player: its variance about the center; of BATCH_CENTER */
    struct met met;   /* the variances of those that met; else */
};

/* Draws of all ratings, taken together. */
static int opened_draw(const struct spread *spread, struct opened *opened)
{
    struct model *model = spread->model;
    size_t n = (size_t)model->players + 1;
    uint64_t seed = ~spread->batch->seed;
    double *b = calloc(n * MODEL_COLUMNS, sizeof *b), *x = calloc(n * MODEL_COLUMNS, sizeof *x);
    int status = b && x ? 0 : -1;
    for (int done = 0; done < FIT_DRAWS && status == 0; done += MODEL_COLUMNS) {
        batch_model_noise(model, &seed, b);
        batch_model_solve(model, b, x, 1e-3);
        struct met met = batch_model_met(model, x, MODEL_COLUMNS);
        opened->met.apart += met.apart * MODEL_COLUMNS / FIT_DRAWS;
        opened->met.held += met.held * MODEL_COLUMNS / FIT_DRAWS;
        status = batch_stopped(spread->batch->stop) ? -1 : 0;
    }
    free(b);
    free(x);
    return status;
}

/* The diagonal of the inverse, from draws. */
static int diagonal_draw(const struct spread *spread, double *diagonal)
{
    static const struct zero nobody = {NULL, NULL};
    struct samples samples;
    int status = batch_sample_init(&samples, spread->batch, FIT_DRAWS);
    if (status == 0)
        status = batch_sample_curvature(&samples, spread->model, spread->batch, &nobody, 1);
    for (int i = 0; i < spread->model->players && status == 0; i++)
        diagonal[i] = batch_sample_variance(&samples, i);
    batch_sample_fini(&samples);
    return status;
}

/* The same exactly. */
static int opened_exact(const struct spread *spread, struct opened *opened)
{
    const struct model *model = spread->model;
    struct dense dense;
    int status = dense_make(&dense, spread);
    for (int i = 0; i < dense.count && status == 0; i++)
        opened->diagonal[dense.player[i]] = dense.m[(size_t)i * (size_t)dense.count + (size_t)i];
    if (status == 0 && model->met_draws > 0 && dense.count > 0)
        opened->met = batch_model_met_covariance(model, dense.m, dense.count, dense.row);
    dense_fini(&dense);
    return status;
}

static int opened_find(const struct spread *spread, struct opened *opened)
{
    opened->met = (struct met){0, 0};
    if (spread->played <= BATCH_EXACT)
        return opened_exact(spread, opened);
    return spread->model->met_draws > 0 ? opened_draw(spread, opened)
                                        : diagonal_draw(spread, opened->diagonal);
}

/* `freedom`: of how many numbers the results decide. */
static void dispersion_find(struct spread *spread, double freedom, const double *squares)
{
    const struct model *model = spread->model;
    double ratio = 0, weight = 0;
    for (int i = 0; i < model->players; i++) {
        double results = model->hessian.diagonal[batch_model_row(model, i)] - model->penalty[i];
        if (spread->blocks[i] > 0 && results > 0) {
            ratio += squares[i] / results * spread->blocks[i];
            weight += spread->blocks[i];
        }
    }
    double blocks = (double)(batch_blocks(spread->batch) - spread->batch->left_out_count);
    double rest = fmax(0, blocks - freedom);
    double raw = weight > 0 ? ratio / weight * blocks / fmax(1, rest) : 1;
    spread->dispersion = (raw * rest + TYPICAL_BLOCKS) / (rest + TYPICAL_BLOCKS);
}

/* The virtual draws that fit squared distances best, where so many numbers are free. scale: of the
 * draws that are typical, and of those that are the most and the fewest. */
static double draws_fitting(const struct spread *spread, double square, double freedom,
                            double scale)
{
    double typical = UNIT / (scale * BATCH_VIRTUAL_DRAWS);
    double variance = (square + TYPICAL_PLAYERS * typical) / (freedom + TYPICAL_PLAYERS);
    double draws = spread->dispersion * fmin(UNIT / variance, scale * VIRTUAL_DRAWS_MOST);
    return fmax(draws, scale * VIRTUAL_DRAWS_MIN);
}

/* The share of the ratings that the draws with those that met hold: of two bots that met one
 * another only their difference is held, by the draws of both, of many nearly all. */
static double free_share(const struct spread *spread)
{
    const struct model *model = spread->model;
    double share = 0;
    for (int i = 0; i < model->players; i++)
        share += spread->blocks[i] > 0 ? 1 - 1.0 / model->group[i] : 0;
    return spread->played > 0 ? share / spread->played : 1;
}

double batch_spread_believe(struct spread *spread, const struct met *open, const double *squares)
{
    assert(spread->played >= 0);
    const struct model *model = spread->model;
    double share = fmax(free_share(spread), 0.5);
    dispersion_find(spread, fmax(0, spread->played - open->held), squares);
    double apart =
        batch_model_met(model, model->rating, 1).apart + spread->dispersion * open->apart;
    return draws_fitting(spread, apart, share * spread->played, share * SPREAD_MET);
}

/* The same of draws with the center. */
static double believe_center(struct spread *spread, const double *diagonal, const double *squares)
{
    const struct model *model = spread->model;
    double freedom = 0, square = 0;
    for (int i = 0; i < model->players; i++)
        freedom += spread->blocks[i] > 0 ? fmax(0, 1 - diagonal[i] * model->penalty[i]) : 0;
    dispersion_find(spread, freedom, squares);
    for (int i = 0; i < model->players; i++) {
        double off = model->rating[i] - model->center;
        square += spread->blocks[i] > 0 ? off * off + spread->dispersion * diagonal[i] : 0;
    }
    return draws_fitting(spread, square, spread->played, 1);
}

int batch_spread_fit(struct spread *spread)
{
    struct model *model = spread->model;
    size_t n = (size_t)model->players;
    struct opened opened = {.diagonal = calloc(n + 1, sizeof *opened.diagonal)};
    double *squares = calloc(n + 1, sizeof *squares);
    int *blocks = calloc(n + 1, sizeof *blocks);
    int status = opened.diagonal && squares && blocks ? 0 : -1;
    double *draws = spread->batch->way == BATCH_CENTER ? &model->virtual_draws : &model->met_draws;
    spread->dispersion = 1;
    if (spread->batch->way != BATCH_CENTER && status == 0) {
        batch_model_meet(model);
        model->met_draws = SPREAD_MET * BATCH_VIRTUAL_DRAWS;
        status = batch_model_climb(model);
    }
    for (int round = 0; round < FIT_ROUNDS && status == 0; round++) {
        status = batch_sample_blocks(model, spread->batch, squares, blocks) ||
                         opened_find(spread, &opened)
                     ? -1
                     : 0;
        if (status)
            break;
        double fits = spread->batch->way == BATCH_CENTER
                          ? believe_center(spread, opened.diagonal, squares)
                          : batch_spread_believe(spread, &opened.met, squares);
        if (fabs(log(fits / *draws)) < FIT_TOLERANCE)
            break;
        *draws = fits;
        status = batch_model_climb(model);
    }
    free(opened.diagonal);
    free(squares);
    free(blocks);
    return status;
}
