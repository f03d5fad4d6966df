/* batch.c - ratings of all results at once, with error bars (ratings 3, 8). */
#include "rating/batch_place.h"
#include "rating/batch_spread.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95 1.959963984540054

double batch_expected(const struct batch_result *result, const struct batch_row *rows, int side,
                      int other)
{
    double sum[2] = {0, 0};
    int count[2] = {0, 0};
    assert(side != other);
    for (int seat = 0; seat < result->seat_count; seat++) {
        int which = result->side[seat] == side ? 0 : result->side[seat] == other ? 1 : -1;
        if (which < 0)
            continue;
        sum[which] += rows[result->player[seat]].rating;
        count[which]++;
    }
    return batch_model_expected(sum[0] / count[0] - sum[1] / count[1]);
}

/* ----------------------------------------------------------------------------------------- work */

/* The arrays of a table, by player. */
struct work {
    bool *zero; /* whether its rating is in the mean that bars are measured from */
    int *blocks, *team;
    double *believed, *variance; /* internal: the rating, with the penalty that was fitted */
    double *shown, *squares;     /* shown: the rating of ratings 3 */
};

static void work_fini(struct work *work)
{
    free(work->zero);
    free(work->blocks);
    free(work->team);
    free(work->believed);
    free(work->variance);
    free(work->shown);
    free(work->squares);
}

static int work_init(struct work *work, const struct batch *batch)
{
    size_t n = (size_t)batch->player_count + 1;
    *work = (struct work){.zero = calloc(n, sizeof *work->zero),
                          .blocks = calloc(n, sizeof *work->blocks),
                          .team = calloc(n, sizeof *work->team),
                          .believed = calloc(n, sizeof *work->believed),
                          .variance = calloc(n, sizeof *work->variance),
                          .shown = calloc(n, sizeof *work->shown),
                          .squares = calloc(n, sizeof *work->squares)};
    return work->zero && work->blocks && work->team && work->believed && work->variance &&
                   work->shown && work->squares
               ? 0
               : -1;
}

/* The mean over the marked players; 0 if none is marked. */
static double mean_of(const double *values, const bool *marks, int count)
{
    double sum = 0;
    int marked = 0;
    for (int i = 0; marks && i < count; i++) {
        sum += marks[i] ? values[i] : 0;
        marked += marks[i];
    }
    return marked > 0 ? sum / marked : 0;
}

/* ----------------------------------------------------------------------------------------- bars */

/* Half of the interval around a rating that holds 95 % of a normal distribution with that offset.
 */
static double bar_about(double off, double deviation)
{
    double low = 0, high = fabs(off) + 3 * deviation;
    for (int round = 0; round < 60 && deviation > 0; round++) {
        double bar = (low + high) / 2;
        double outside = erfc((bar - fabs(off)) / deviation / sqrt(2.0)) / 2 +
                         erfc((bar + fabs(off)) / deviation / sqrt(2.0)) / 2;
        if (outside > 0.05)
            low = bar;
        else
            high = bar;
    }
    return deviation > 0 ? high : fabs(off);
}

/* Each of a team gets the mean of the team; `work` is for two numbers a player. */
static void teams_level(const int *team, int count, double *values, double *work)
{
    memset(work, 0, 2 * (size_t)count * sizeof *work);
    for (int i = 0; i < count; i++) {
        int head = team[i] >= 0 ? team[i] : i;
        work[2 * head] += values[i];
        work[2 * head + 1]++;
    }
    for (int i = 0; i < count; i++) {
        int head = team[i] >= 0 ? team[i] : i;
        values[i] = work[2 * head] / work[2 * head + 1];
    }
}

/* Both families of draws; the wider bar counts. */
static int variances_find(const struct spread *spread, const struct samples *bootstrap,
                          const struct samples *curvature, double *variance)
{
    if (spread->played > BATCH_EXACT) {
        for (int i = 0; i < bootstrap->players; i++)
            variance[i] = batch_sample_variance(curvature, i);
    } else if (batch_spread_exact(spread, variance)) {
        return -1;
    }
    for (int i = 0; i < bootstrap->players; i++)
        variance[i] = fmax(variance[i], batch_sample_variance(bootstrap, i));
    return 0;
}

static void rows_fill(const struct batch *batch, const struct work *work, double zero,
                      double believed_zero)
{
    for (int i = 0; i < batch->player_count; i++) {
        struct batch_row *row = &batch->rows[i];
        double off = (work->shown[i] - zero) - (work->believed[i] - believed_zero);
        row->rating = work->shown[i];
        row->err95 = work->blocks[i] > 0 ? bar_about(off, sqrt(work->variance[i])) : 0;
        row->se = row->err95 / Z95;
        row->blocks = work->blocks[i];
        row->team = work->team[i];
    }
}

static int bars_draw(const struct batch *batch, struct model *model, struct work *work,
                     const struct spread *spread, struct samples *bootstrap,
                     struct samples *curvature)
{
    int n = batch->player_count;
    if (batch_sample_bootstrap(bootstrap, model, batch, &spread->zero) ||
        batch_sample_curvature(curvature, model, batch, &spread->zero, sqrt(spread->dispersion)) ||
        variances_find(spread, bootstrap, curvature, work->variance))
        return -1;
    for (int i = 0; i < n; i++) {
        work->believed[i] = model->rating[i];
        work->shown[i] = batch->rows[i].rating;
    }
    double zero = mean_of(work->shown, work->zero, n);
    double believed_zero = mean_of(work->believed, work->zero, n);
    teams_level(work->team, n, work->believed, model->scratch);
    teams_level(work->team, n, work->shown, model->scratch);
    rows_fill(batch, work, zero, believed_zero);
    struct families families = {{bootstrap, curvature}, work->believed};
    return batch_place_fill(batch, &families);
}

/* The zero is the mean of all players with a bar, so that a new player does not widen all bars; if
 * none has a bar, the mean of all that played. Returns how many played. */
static int zero_choose(int count, struct work *work)
{
    int played = 0, settled = 0;
    for (int i = 0; i < count; i++) {
        played += work->blocks[i] > 0;
        settled += work->blocks[i] >= BATCH_BLOCKS_MIN;
    }
    for (int i = 0; i < count; i++)
        work->zero[i] = work->blocks[i] >= (settled > 0 ? BATCH_BLOCKS_MIN : 1);
    return played;
}

static int bars_now(struct batch *batch, struct model *model)
{
    struct work work;
    struct samples bootstrap = {.sum = NULL}, curvature = {.sum = NULL};
    int status = work_init(&work, batch);
    struct spread spread = {.model = model, .batch = batch, .blocks = work.blocks};
    if (status == 0)
        status = batch_sample_blocks(model, batch, work.squares, work.blocks) ||
                         batch_place_teams(batch, work.team)
                     ? -1
                     : 0;
    if (status == 0)
        spread.played = zero_choose(batch->player_count, &work);
    spread.zero = (struct zero){work.zero, work.team};
    if (status == 0)
        status = batch_spread_fit(&spread) ||
                         batch_sample_init(&bootstrap, batch, batch->resamples) ||
                         batch_sample_init(&curvature, batch, BATCH_DRAWS) ||
                         bars_draw(batch, model, &work, &spread, &bootstrap, &curvature)
                     ? -1
                     : 0;
    batch_sample_fini(&bootstrap);
    batch_sample_fini(&curvature);
    work_fini(&work);
    return status;
}

/* The method of season tables of the first format, number by number. */
static int bars_first(struct batch *batch, struct model *model)
{
    struct samples samples;
    struct zero zero = {.of = batch->reference};
    double *ratings = calloc((size_t)batch->player_count + 1, sizeof *ratings);
    int status = batch_sample_init(&samples, batch, batch->resamples);
    status = ratings && status == 0 ? batch_sample_bootstrap(&samples, model, batch, &zero) : -1;
    for (int i = 0; i < batch->player_count && status == 0; i++) {
        struct batch_row *row = &batch->rows[i];
        row->se = sqrt(batch_sample_variance(&samples, i));
        row->err95 = Z95 * row->se;
        row->team = -1;
        ratings[i] = row->rating;
    }
    struct families families = {{&samples, NULL}, ratings};
    if (status == 0)
        status = batch_place_fill(batch, &families);
    batch_sample_fini(&samples);
    free(ratings);
    return status;
}

int batch_compute(struct batch *batch)
{
    struct model model;
    assert(batch->virtual_draws > 0 && batch->resamples > 0);
    if (batch_model_init(&model, batch))
        return -1;
    int status = batch_model_climb(&model);
    double shift = mean_of(model.rating, batch->reference, batch->player_count);
    shift = shift != 0 ? batch->center - shift : 0;
    for (int i = 0; i < batch->player_count; i++)
        batch->rows[i].rating = model.rating[i] + shift;
    if (status == 0)
        status = batch->way == BATCH_FIRST ? bars_first(batch, &model) : bars_now(batch, &model);
    batch_model_fini(&model);
    return status;
}
