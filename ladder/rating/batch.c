/* batch.c - ratings of all results at once, with error bars (ratings 3, 8). */
#include "rating/batch_bar.h"
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

/* ----------------------------------------------------------------------------------------- bars */

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

static int bars_draw(const struct batch *batch, struct model *model, struct bars *bars,
                     const struct spread *spread, struct samples *bootstrap,
                     struct samples *curvature)
{
    int n = batch->player_count;
    if (batch_sample_bootstrap(bootstrap, model, batch, &spread->zero) ||
        batch_sample_curvature(curvature, model, batch, &spread->zero, sqrt(spread->dispersion)) ||
        variances_find(spread, bootstrap, curvature, bars->variance))
        return -1;
    for (int i = 0; i < n; i++) {
        bars->believed[i] = model->rating[i];
        bars->shown[i] = batch->rows[i].rating;
    }
    batch_bar_fill(bars, batch, model->scratch);
    struct families families = {{bootstrap, curvature}, NULL, bars->believed};
    return batch_place_fill(batch, &families);
}

static int bars_now(struct batch *batch, struct model *model)
{
    struct bars bars;
    struct samples bootstrap = {.sum = NULL}, curvature = {.sum = NULL};
    int status = batch_bar_init(&bars, batch->player_count);
    struct spread spread = {.model = model, .batch = batch, .blocks = bars.blocks};
    if (status == 0)
        status = batch_sample_blocks(model, batch, bars.squares, bars.blocks) ||
                         batch_place_teams(batch, bars.team)
                     ? -1
                     : 0;
    if (status == 0)
        spread.played = batch_bar_zero(&bars, batch->player_count);
    spread.zero = (struct zero){bars.zero, bars.team};
    if (status == 0)
        status = batch_spread_fit(&spread) ||
                         batch_sample_init(&bootstrap, batch, batch->resamples) ||
                         batch_sample_init(&curvature, batch, BATCH_DRAWS) ||
                         bars_draw(batch, model, &bars, &spread, &bootstrap, &curvature)
                     ? -1
                     : 0;
    batch_sample_fini(&bootstrap);
    batch_sample_fini(&curvature);
    batch_bar_fini(&bars);
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
    struct families families = {{&samples, NULL}, NULL, ratings};
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
    double shift = batch_bar_shift(batch, model.rating);
    for (int i = 0; i < batch->player_count; i++)
        batch->rows[i].rating = model.rating[i] + shift;
    if (status == 0)
        status = batch->way == BATCH_FIRST ? bars_first(batch, &model) : bars_now(batch, &model);
    batch_model_fini(&model);
    return status;
}
