/* batch_keep.c - the batch table of many bots, from what was kept of the last one. */
#include "rating/batch_keep.h"
#include "rating/batch_bar.h"
#include "rating/batch_place.h"
#include "rating/batch_spread.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = MODEL_COLUMNS, FIT_ROUNDS = 16, FIT_DRAWS = K };
#define FIT_TOLERANCE 0.005 /* of the logarithm of the virtual draws */
#define DRAW_TOLERANCE 1e-3
/* The last steps, in points: of ratings that are shown, and of those that bars are made of. */
#define SHOWN_STEP 1e-5
#define BELIEVED_STEP 0.05

void batch_keep_fini(struct batch_keep *keep)
{
    batch_model_fini(&keep->model);
    free(keep->counted);
    free(keep->shown);
    free(keep->believed);
    *keep = (struct batch_keep){.counted = NULL};
}

/* ---------------------------------------------------------------------------------- the results */

static bool results_room(struct batch_keep *keep, int64_t count)
{
    if (count <= keep->capacity)
        return true;
    int64_t capacity = count + count / 4 + 64;
    uint8_t *counted = realloc(keep->counted, (size_t)capacity);
    if (!counted)
        return false;
    memset(counted + keep->capacity, 0, (size_t)(capacity - keep->capacity));
    keep->counted = counted;
    keep->capacity = capacity;
    return true;
}

/* Results come in, or go: a bot that has become established brings its old ones. */
static int results_count(struct batch_keep *keep, const struct batch *batch)
{
    int64_t count = batch->result_count;
    assert(count >= keep->result_count && !batch->block_begin);
    if (!results_room(keep, count))
        return -1;
    for (int64_t i = 0; i < count; i++) {
        uint8_t wanted = !batch_left_out(batch, i);
        if (wanted == keep->counted[i])
            continue;
        if (batch_stopped(batch->stop) ||
            batch_model_count(&keep->model, &batch->results[i], wanted ? 1 : -1))
            return -1;
        keep->counted[i] = wanted;
    }
    keep->result_count = count;
    return 0;
}

static bool ratings_room(struct batch_keep *keep, int players)
{
    double *shown = realloc(keep->shown, ((size_t)players + 1) * sizeof *shown);
    if (shown)
        keep->shown = shown;
    double *believed = realloc(keep->believed, ((size_t)players + 1) * sizeof *believed);
    if (believed)
        keep->believed = believed;
    if (!shown || !believed)
        return false;
    for (int i = keep->players; i < players; i++)
        shown[i] = believed[i] = keep->model.center;
    keep->players = players;
    return true;
}

/* ------------------------------------------------------------------------------------ the draws */

/* What draws leave open, by player: how far the mean that the others leave a bot varies about the
 * zero; of a team all of it, and no own part. */
struct open {
    double *about_zero;
    struct met met; /* the variances of those that met, of the draws so far together */
    double *b, *x;  /* a right side, and its solution */
    int zeros;      /* how many are in the zero */
};

static void open_fini(struct open *open)
{
    free(open->about_zero);
    free(open->b);
    free(open->x);
}

static bool open_init(struct open *open, int players)
{
    size_t n = (size_t)players + 1;
    *open = (struct open){.about_zero = calloc(n, sizeof *open->about_zero),
                          .b = calloc(n * K, sizeof *open->b),
                          .x = calloc(n * K, sizeof *open->x)};
    return open->about_zero && open->b && open->x;
}

/* The part of a bot's variance that is its own. */
static double own_part(const struct model *model, int player)
{
    return 1 / model->hessian.diagonal[batch_model_row(model, player)];
}

static double zero_part(const struct open *open, const struct zero *zero, int player)
{
    return zero->of[player] ? 1 - 1.0 / open->zeros : 1;
}

static void columns_take(struct open *open, const struct model *model, const struct zero *zero)
{
    const double weight = 1.0 / BATCH_KEEP_DRAWS;
    double mean[K] = {0};
    struct met met = batch_model_met(model, open->x, K);
    open->met.apart += K * met.apart;
    open->met.held += K * met.held;
    for (int i = 0; i < model->players; i++) {
        for (int k = 0; k < K; k++)
            mean[k] += zero->of[i] ? open->x[(int64_t)i * K + k] / open->zeros : 0;
    }
    for (int i = 0; i < model->players; i++) {
        const double *x = open->x + (int64_t)i * K, *b = open->b + (int64_t)i * K;
        double own = own_part(model, i), part = zero->of[i] ? 1.0 / open->zeros : 0;
        for (int k = 0; k < K; k++) {
            double others = x[k] - own * b[k]; /* the mean that the others leave it */
            double off = others - mean[k] + part * own * b[k];
            open->about_zero[i] += zero->team[i] < 0 ? weight * off * off : 0;
        }
    }
    for (int k = 0; k < K; k++)
        batch_sample_level(zero->team, model->players, K, open->x + k, model->scratch);
    for (int i = 0; i < model->players; i++) {
        for (int k = 0; k < K && zero->team[i] >= 0; k++) {
            double off = open->x[(int64_t)i * K + k] - mean[k];
            open->about_zero[i] += weight * off * off;
        }
    }
}

static void open_begin(struct open *open, const struct zero *zero, int players)
{
    memset(open->about_zero, 0, (size_t)players * sizeof *open->about_zero);
    open->met = (struct met){0, 0};
    open->zeros = 0;
    for (int i = 0; i < players; i++)
        open->zeros += zero->of[i];
}

/* Adds the draws from..to-1; what they leave open is complete after BATCH_KEEP_DRAWS of them. */
static int open_draw(struct open *open, struct spread *spread, int from, int to)
{
    struct model *model = spread->model;
    for (int at = from; at < to && !batch_stopped(model->stop); at += K) {
        uint64_t seed = UINT64_C(0x5bd1e9955bd1e995) * (uint64_t)(at + 1);
        batch_model_noise_keyed(model, seed, open->b);
        batch_model_solve(model, open->b, open->x, DRAW_TOLERANCE);
        columns_take(open, model, &spread->zero);
    }
    return batch_stopped(model->stop) ? -1 : 0;
}

/* ----------------------------------------------------------------------------------- the penalty
 */

/* The penalty and the dispersion, as batch_spread_fit: with few draws until the penalty stays,
 * which is enough for a sum over all bots; then the draws that the bars are made of. */
static int spread_find(struct batch_keep *keep, struct spread *spread, struct open *open,
                       double *squares)
{
    struct model *model = spread->model;
    int *blocks = calloc((size_t)model->players + 1, sizeof *blocks);
    int status = blocks ? 0 : -1;
    batch_model_meet(model);
    model->met_draws =
        keep->believed_draws > 0 ? keep->believed_draws : SPREAD_MET * BATCH_VIRTUAL_DRAWS;
    for (int round = 0; round < FIT_ROUNDS && status == 0; round++) {
        if (batch_model_follow(model, BELIEVED_STEP) || batch_model_derive(model) ||
            batch_sample_blocks(model, spread->batch, squares, blocks)) {
            status = -1;
            break;
        }
        open_begin(open, &spread->zero, model->players);
        status = open_draw(open, spread, 0, FIT_DRAWS);
        struct met met = {open->met.apart / FIT_DRAWS, open->met.held / FIT_DRAWS};
        double fits = batch_spread_believe(spread, &met, squares);
        if (fabs(log(fits / model->met_draws)) < FIT_TOLERANCE || round + 1 == FIT_ROUNDS)
            break;
        model->met_draws = fits;
    }
    free(blocks);
    keep->believed_draws = model->met_draws;
    return status || open_draw(open, spread, FIT_DRAWS, BATCH_KEEP_DRAWS) ? -1 : 0;
}

/* --------------------------------------------------------------------------------------- a table
 */

static void variances_fill(const struct spread *spread, const struct open *open, struct bars *bars)
{
    for (int i = 0; i < spread->model->players; i++) {
        double part = zero_part(open, &spread->zero, i), own = own_part(spread->model, i);
        double of_blocks = bars->squares[i] * own * own;
        double variance = spread->dispersion * open->about_zero[i];
        if (bars->team[i] < 0)
            variance += part * part * fmax(spread->dispersion * own, of_blocks);
        bars->variance[i] = bars->blocks[i] > 0 ? variance : 0;
    }
}

static int bars_make(struct batch_keep *keep, struct batch *batch, struct bars *bars,
                     struct open *open)
{
    struct model *model = &keep->model;
    struct spread spread = {.model = model, .batch = batch, .blocks = bars->blocks};
    size_t size = (size_t)batch->player_count * sizeof(double);
    if (batch_sample_blocks(model, batch, bars->squares, bars->blocks) ||
        batch_place_teams(batch, bars->team))
        return -1;
    spread.played = batch_bar_zero(bars, batch->player_count);
    spread.zero = (struct zero){bars->zero, bars->team};
    if (keep->believed_draws > 0)
        memcpy(model->rating, keep->believed, size);
    if (spread_find(keep, &spread, open, bars->squares))
        return -1;
    memcpy(keep->believed, model->rating, size);
    memcpy(bars->believed, model->rating, size);
    variances_fill(&spread, open, bars);
    batch_bar_fill(bars, batch, model->scratch);
    struct families families = {.variance = bars->variance, .rating = bars->believed};
    return batch_place_fill(batch, &families);
}

static int table_make(struct batch_keep *keep, struct batch *batch, struct bars *bars,
                      struct open *open)
{
    struct model *model = &keep->model;
    size_t size = (size_t)batch->player_count * sizeof(double);
    memcpy(model->rating, keep->shown, size);
    model->virtual_draws = batch->virtual_draws;
    model->met_draws = 0;
    if (batch_model_order(model) || batch_model_follow(model, SHOWN_STEP))
        return -1;
    memcpy(keep->shown, model->rating, size);
    double shift = batch_bar_shift(batch, model->rating);
    for (int i = 0; i < batch->player_count; i++)
        bars->shown[i] = model->rating[i] + shift;
    return bars_make(keep, batch, bars, open);
}

int batch_keep_make(struct batch_keep *keep, struct batch *batch)
{
    struct bars bars;
    struct open open = {.zeros = 0};
    int status = batch_bar_init(&bars, batch->player_count);
    assert(batch->virtual_draws > 0 && batch->way == BATCH_NOW);
    if (keep->believed_draws == 0 && keep->result_count == 0)
        batch_model_open(&keep->model, batch->center);
    keep->model.stop = batch->stop;
    if (status || results_count(keep, batch) ||
        batch_model_ready(&keep->model, batch->player_count) ||
        !ratings_room(keep, batch->player_count) || !open_init(&open, batch->player_count) ||
        table_make(keep, batch, &bars, &open))
        status = -1;
    open_fini(&open);
    batch_bar_fini(&bars);
    batch_model_rest(&keep->model);
    if (status)
        batch_keep_fini(keep);
    return status;
}
