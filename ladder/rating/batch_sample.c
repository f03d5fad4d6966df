/* batch_sample.c - random draws of all ratings: a bootstrap over blocks, and the curvature. */
#include "rating/batch_sample.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    K = MODEL_COLUMNS,
    KEPT_MIN = 200,
    KEPT_ALL = 4 * 1024 * 1024, /* of all that are ranked together */
};

/* -------------------------------------------------------------------------------- what is drawn */

/* The gradient of each group of blocks, by player. */
struct pulls {
    int groups;
    int64_t *begin; /* of each group, and the end of the last */
    int32_t *player;
    double *pull;
    int64_t capacity;
};

static void pulls_free(struct pulls *pulls)
{
    free(pulls->begin);
    free(pulls->player);
    free(pulls->pull);
}

static void result_pull(const struct model *model, const struct batch_result *result, double *sum,
                        int32_t *touched, int *count)
{
    double weight = MODEL_Q / (result->side_count - 1);
    for (int i = 0; i < result->side_count; i++) {
        int32_t own[SIDE_MAX], other[SIDE_MAX];
        double pull = 0;
        batch_model_side(result, i, own);
        for (int j = 0; j < result->side_count; j++) {
            if (j == i)
                continue;
            batch_model_side(result, j, other);
            pull += weight * (batch_model_score(result, i, j) -
                              batch_model_expected(batch_model_mean(model->rating, own) -
                                                   batch_model_mean(model->rating, other)));
        }
        int members = batch_members(own);
        for (int m = 0; m < members; m++) {
            if (sum[own[m]] == 0)
                touched[(*count)++] = own[m];
            sum[own[m]] += pull / members;
            if (sum[own[m]] == 0)
                sum[own[m]] = 1e-300;
        }
    }
}

static bool pulls_room(struct pulls *pulls, int64_t needed)
{
    if (needed <= pulls->capacity)
        return true;
    int64_t capacity = needed * 2;
    int32_t *player = realloc(pulls->player, (size_t)capacity * sizeof *player);
    if (player)
        pulls->player = player;
    double *pull = realloc(pulls->pull, (size_t)capacity * sizeof *pull);
    if (pull)
        pulls->pull = pull;
    if (!player || !pull)
        return false;
    pulls->capacity = capacity;
    return true;
}

/* Of all results of a block. */
static void block_pull(const struct model *model, const struct batch *batch, int64_t block,
                       double *sum, int32_t *touched, int *count)
{
    for (int64_t i = batch_block(batch, block); i < batch_block(batch, block + 1); i++)
        result_pull(model, &batch->results[i], sum, touched, count);
}

int batch_sample_blocks(const struct model *model, const struct batch *batch, double *squares,
                        int *blocks)
{
    assert(model->players == batch->player_count);
    size_t n = (size_t)batch->player_count;
    double *sum = calloc(n + 1, sizeof *sum);
    int32_t *touched = calloc(n + 1, sizeof *touched);
    bool good = sum && touched;

    memset(squares, 0, n * sizeof *squares);
    memset(blocks, 0, n * sizeof *blocks);
    for (int64_t block = 0; good && block < batch_blocks(batch); block++) {
        int count = 0;
        if (batch_left_out(batch, block))
            continue;
        block_pull(model, batch, block, sum, touched, &count);
        for (int i = 0; i < count; i++) {
            squares[touched[i]] += sum[touched[i]] * sum[touched[i]];
            blocks[touched[i]]++;
            sum[touched[i]] = 0;
        }
    }
    free(sum);
    free(touched);
    return good && !batch_stopped(batch->stop) ? 0 : -1;
}

static int pulls_make(const struct model *model, const struct batch *batch, struct pulls *pulls)
{
    int64_t total = batch_blocks(batch), at = 0;
    size_t n = (size_t)batch->player_count;
    double *sum = calloc(n + 1, sizeof *sum);
    int32_t *touched = calloc(n + 1, sizeof *touched);

    memset(pulls, 0, sizeof *pulls);
    pulls->groups = (int)(total < BATCH_GROUPS ? total : BATCH_GROUPS);
    pulls->begin = calloc((size_t)pulls->groups + 1, sizeof *pulls->begin);
    bool good = sum && touched && pulls->begin;
    for (int group = 0; group < pulls->groups && good && !batch_stopped(batch->stop); group++) {
        int count = 0;
        for (int64_t i = group; i < total; i += pulls->groups)
            block_pull(model, batch, i, sum, touched, &count);
        good = pulls_room(pulls, at + count);
        for (int i = 0; i < count && good; i++) {
            pulls->player[at] = touched[i];
            pulls->pull[at++] = sum[touched[i]];
            sum[touched[i]] = 0;
        }
        pulls->begin[group + 1] = at;
    }
    free(sum);
    free(touched);
    return good ? 0 : -1;
}

/* ---------------------------------------------------------------------------------- the samples */

int batch_sample_init(struct samples *samples, const struct batch *batch, int resamples)
{
    size_t n = (size_t)batch->player_count;
    assert(resamples >= 0);
    *samples = (struct samples){.players = batch->player_count, .resamples = resamples};
    samples->place = calloc(n + 1, sizeof *samples->place);
    for (size_t i = 0; i < n && samples->place; i++)
        samples->place[i] = batch->ranked[i] ? samples->ranked++ : -1;
    int most = KEPT_ALL / (samples->ranked + 1);
    most = most < KEPT_MIN ? KEPT_MIN : most;
    samples->kept = batch->way == BATCH_FIRST || resamples < most ? resamples : most;
    samples->sum = calloc(n + 1, sizeof *samples->sum);
    samples->squares = calloc(n + 1, sizeof *samples->squares);
    samples->values =
        calloc(((size_t)samples->ranked + 1) * (size_t)samples->kept, sizeof *samples->values);
    return samples->place && samples->sum && samples->squares && samples->values ? 0 : -1;
}

void batch_sample_fini(struct samples *samples)
{
    free(samples->sum);
    free(samples->squares);
    free(samples->values);
    free(samples->place);
}

double batch_sample_variance(const struct samples *samples, int player)
{
    double mean = samples->sum[player] / samples->resamples;
    assert(player >= 0);
    return fmax(0, samples->squares[player] / samples->resamples - mean * mean);
}

/* The mean of the players that define the zero; 0 if there are none. */
static double zero_mean(const struct zero *zero, int players, const double *x)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; zero->of && i < players; i++) {
        if (zero->of[i]) {
            sum += x[(int64_t)i * K];
            count++;
        }
    }
    return count > 0 ? sum / count : 0;
}

void batch_sample_level(const int *team, int players, int stride, double *values, double *work)
{
    assert(players >= 0 && stride > 0);
    memset(work, 0, 2 * (size_t)players * sizeof *work);
    for (int i = 0; i < players; i++) {
        if (team[i] >= 0) {
            work[2 * team[i]] += values[(int64_t)i * stride];
            work[2 * team[i] + 1]++;
        }
    }
    for (int i = 0; i < players; i++) {
        if (team[i] >= 0)
            values[(int64_t)i * stride] = work[2 * team[i]] / work[2 * team[i] + 1];
    }
}

/* Columns of draws: `count` of them, the first being number `first`. */
static void samples_take(struct samples *samples, const struct zero *zero, double *x, double scale,
                         int first, int count, double *work)
{
    for (int k = 0; k < count; k++) {
        double shift = zero_mean(zero, samples->players, x + k);
        if (zero->team)
            batch_sample_level(zero->team, samples->players, K, x + k, work);
        for (int i = 0; i < samples->players; i++) {
            double change = scale * (x[i * K + k] - shift);
            samples->sum[i] += change;
            samples->squares[i] += change * change;
            if (samples->place[i] >= 0 && first + k < samples->kept)
                samples->values[(int64_t)samples->place[i] * samples->kept + first + k] =
                    (float)change;
        }
    }
}

/* -------------------------------------------------------------------------------- the bootstrap */

/* Draws as many groups as there are, with repetition, for each column. `times`: how often each
 * came, by group and column. */
static void groups_draw(int groups, uint64_t *seed, int *times)
{
    memset(times, 0, (size_t)groups * K * sizeof *times);
    for (int k = 0; k < K; k++) {
        for (int i = 0; i < groups; i++) {
            uint64_t at = (splitmix_next(seed) >> 32) * (uint64_t)groups >> 32;
            times[at * K + (uint64_t)k]++;
        }
    }
}

static void right_sides(const struct pulls *pulls, const int *times, int players, double *b)
{
    memset(b, 0, (size_t)players * K * sizeof *b);
    for (int group = 0; group < pulls->groups; group++) {
        double factor[K];
        for (int k = 0; k < K; k++)
            factor[k] = times[group * K + k] - 1;
        for (int64_t i = pulls->begin[group]; i < pulls->begin[group + 1]; i++) {
            double *row = b + (int64_t)pulls->player[i] * K, pull = pulls->pull[i];
            for (int k = 0; k < K; k++)
                row[k] += factor[k] * pull;
        }
    }
}

/* Right sides, their solutions, and room for two numbers a player. */
struct columns {
    double *b, *x, *work;
};

static bool columns_init(struct columns *columns, int players)
{
    size_t n = (size_t)players + 1;
    columns->b = calloc(n * K, sizeof *columns->b);
    columns->x = calloc(n * K, sizeof *columns->x);
    columns->work = calloc(n * 2, sizeof *columns->work);
    return columns->b && columns->x && columns->work;
}

static void columns_fini(struct columns *columns)
{
    free(columns->b);
    free(columns->x);
    free(columns->work);
}

static int draws_left(const struct samples *samples, int done)
{
    return samples->resamples - done < K ? samples->resamples - done : K;
}

int batch_sample_bootstrap(struct samples *samples, struct model *model, const struct batch *batch,
                           const struct zero *zero)
{
    assert(samples->players == batch->player_count);
    struct pulls pulls;
    struct columns columns;
    uint64_t seed = batch->seed;
    int *times = calloc((size_t)BATCH_GROUPS * K, sizeof *times);
    bool good = pulls_make(model, batch, &pulls) == 0;
    good = columns_init(&columns, samples->players) && times && good;
    for (int done = 0; good && done < samples->resamples && !batch_stopped(batch->stop);
         done += K) {
        groups_draw(pulls.groups, &seed, times);
        right_sides(&pulls, times, samples->players, columns.b);
        batch_model_solve(model, columns.b, columns.x, 1e-3);
        samples_take(samples, zero, columns.x, 1, done, draws_left(samples, done), columns.work);
    }
    columns_fini(&columns);
    pulls_free(&pulls);
    free(times);
    return good && !batch_stopped(batch->stop) ? 0 : -1;
}

int batch_sample_curvature(struct samples *samples, struct model *model, const struct batch *batch,
                           const struct zero *zero, double scale)
{
    assert(scale > 0 && samples->players == batch->player_count);
    struct columns columns;
    uint64_t seed = ~batch->seed; /* not the bootstrap's */
    bool good = columns_init(&columns, samples->players);
    for (int done = 0; good && done < samples->resamples && !batch_stopped(batch->stop);
         done += K) {
        batch_model_noise(model, &seed, columns.b);
        batch_model_solve(model, columns.b, columns.x, 1e-3);
        samples_take(samples, zero, columns.x, scale, done, draws_left(samples, done),
                     columns.work);
    }
    columns_fini(&columns);
    return good && !batch_stopped(batch->stop) ? 0 : -1;
}
