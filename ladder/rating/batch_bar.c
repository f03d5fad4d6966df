/* batch_bar.c - from variances to the bars of a batch table (ratings 8). */
#include "rating/batch_bar.h"
#include "rating/batch_sample.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define Z95 1.959963984540054

void batch_bar_fini(struct bars *bars)
{
    free(bars->zero);
    free(bars->blocks);
    free(bars->team);
    free(bars->believed);
    free(bars->variance);
    free(bars->shown);
    free(bars->squares);
}

int batch_bar_init(struct bars *bars, int players)
{
    assert(players >= 0);
    size_t n = (size_t)players + 1;
    *bars = (struct bars){.zero = calloc(n, sizeof *bars->zero),
                          .blocks = calloc(n, sizeof *bars->blocks),
                          .team = calloc(n, sizeof *bars->team),
                          .believed = calloc(n, sizeof *bars->believed),
                          .variance = calloc(n, sizeof *bars->variance),
                          .shown = calloc(n, sizeof *bars->shown),
                          .squares = calloc(n, sizeof *bars->squares)};
    return bars->zero && bars->blocks && bars->team && bars->believed && bars->variance &&
                   bars->shown && bars->squares
               ? 0
               : -1;
}

double batch_bar_mean(const double *values, const bool *marks, int count)
{
    double sum = 0;
    int marked = 0;
    assert(count >= 0);
    for (int i = 0; marks && i < count; i++) {
        sum += marks[i] ? values[i] : 0;
        marked += marks[i];
    }
    return marked > 0 ? sum / marked : 0;
}

double batch_bar_shift(const struct batch *batch, const double *ratings)
{
    assert(batch->player_count >= 0);
    double mean = batch_bar_mean(ratings, batch->reference, batch->player_count);
    return mean != 0 ? batch->center - mean : 0;
}

/* Half of the interval around a rating that holds 95 % of a normal distribution with that offset.
 */
static double bar_about(double off, double deviation)
{
    double low = fabs(off), high = fabs(off) + Z95 * deviation, bar = high;
    if (!(deviation > 0))
        return fabs(off);
    /* Newton's steps, and halves where one would leave the interval. */
    for (int round = 0; round < 60 && high - low > 1e-13 * high; round++) {
        double near = (bar - fabs(off)) / deviation, far = (bar + fabs(off)) / deviation;
        double outside = erfc(near / sqrt(2.0)) / 2 + erfc(far / sqrt(2.0)) / 2;
        double slope = (exp(-near * near / 2) + exp(-far * far / 2)) / (deviation * sqrt(2 * M_PI));
        if (outside > 0.05)
            low = bar;
        else
            high = bar;
        double next = bar + (outside - 0.05) / slope;
        if (fabs(next - bar) <= 1e-13 * bar)
            break;
        bar = next > low && next < high ? next : (low + high) / 2;
    }
    return bar;
}

static void rows_fill(const struct batch *batch, const struct bars *bars, double zero,
                      double believed_zero)
{
    for (int i = 0; i < batch->player_count; i++) {
        struct batch_row *row = &batch->rows[i];
        double off = (bars->shown[i] - zero) - (bars->believed[i] - believed_zero);
        row->rating = bars->shown[i];
        row->err95 = bars->blocks[i] > 0 ? bar_about(off, sqrt(bars->variance[i])) : 0;
        row->se = row->err95 / Z95;
        row->blocks = bars->blocks[i];
        row->team = bars->team[i];
    }
}

int batch_bar_zero(struct bars *bars, int count)
{
    int played = 0, settled = 0;
    assert(count >= 0);
    for (int i = 0; i < count; i++) {
        played += bars->blocks[i] > 0;
        settled += bars->blocks[i] >= BATCH_BLOCKS_MIN;
    }
    for (int i = 0; i < count; i++)
        bars->zero[i] = bars->blocks[i] >= (settled > 0 ? BATCH_BLOCKS_MIN : 1);
    return played;
}

void batch_bar_fill(struct bars *bars, const struct batch *batch, double *scratch)
{
    int n = batch->player_count;
    assert(batch->rows || n == 0);
    double zero = batch_bar_mean(bars->shown, bars->zero, n);
    double believed_zero = batch_bar_mean(bars->believed, bars->zero, n);
    batch_sample_level(bars->team, n, 1, bars->believed, scratch);
    batch_sample_level(bars->team, n, 1, bars->shown, scratch);
    rows_fill(batch, bars, zero, believed_zero);
}
