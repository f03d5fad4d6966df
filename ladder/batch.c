/* batch.c - ratings of all results at once, and how sure they are (ratings 3). */
#include "batch_model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95 1.959963984540054
enum { K = MODEL_COLUMNS };

double batch_expected(const struct batch_result *result, const struct batch_row *rows, int side,
                      int other)
{
    double sum[2] = {0, 0};
    int count[2] = {0, 0};
    for (int seat = 0; seat < result->seat_count; seat++) {
        int which = result->side[seat] == side ? 0 : result->side[seat] == other ? 1 : -1;
        if (which < 0)
            continue;
        sum[which] += rows[result->player[seat]].rating;
        count[which]++;
    }
    return model_expected(sum[0] / count[0] - sum[1] / count[1]);
}

/* --------------------------------------------------------------------------------- what is drawn */

/* What each group of blocks pulls at whom. */
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
        model_side(result, i, own);
        for (int j = 0; j < result->side_count; j++) {
            if (j == i)
                continue;
            model_side(result, j, other);
            pull += weight *
                    (model_score(result, i, j) - model_expected(model_mean(model->rating, own) -
                                                                model_mean(model->rating, other)));
        }
        int members = 1 + (own[1] >= 0) + (own[2] >= 0);
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

static int pulls_make(const struct model *model, const struct batch *batch, struct pulls *pulls)
{
    int64_t total = batch->result_count, at = 0;
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
            result_pull(model, &batch->results[i], sum, touched, &count);
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

/* ---------------------------------------------------------------------------------- the bootstrap */

struct bootstrap {
    const struct batch *batch;
    struct model *model;
    struct pulls pulls;
    uint64_t seed;
    double *b, *x;         /* of MODEL_COLUMNS resamples */
    int *times;            /* how often a group was drawn, by group and column */
    double *sum, *squares; /* by player */
    float *samples;        /* of those that are ranked, by their number there */
    int *place;            /* by player: that number, or -1 */
};

/* splitmix64 */
static uint64_t draw(uint64_t *seed)
{
    uint64_t x = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Draws as many groups as there are, with repetition, for each column. */
static void groups_draw(struct bootstrap *boot)
{
    int groups = boot->pulls.groups;
    memset(boot->times, 0, (size_t)groups * K * sizeof *boot->times);
    for (int k = 0; k < K; k++) {
        for (int i = 0; i < groups; i++) {
            uint64_t at = (draw(&boot->seed) >> 32) * (uint64_t)groups >> 32;
            boot->times[at * K + (uint64_t)k]++;
        }
    }
}

static void right_sides(struct bootstrap *boot)
{
    const struct pulls *pulls = &boot->pulls;
    memset(boot->b, 0, (size_t)boot->batch->player_count * K * sizeof *boot->b);
    for (int group = 0; group < pulls->groups; group++) {
        double factor[K];
        for (int k = 0; k < K; k++)
            factor[k] = boot->times[group * K + k] - 1;
        for (int64_t i = pulls->begin[group]; i < pulls->begin[group + 1]; i++) {
            double *b = boot->b + (int64_t)pulls->player[i] * K, pull = pulls->pull[i];
            for (int k = 0; k < K; k++)
                b[k] += factor[k] * pull;
        }
    }
}

/* The mean of the reference bots, entry `stride` apart; 0 where there are none. */
static double reference_mean(const struct batch *batch, const double *values, int stride)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < batch->player_count; i++) {
        if (batch->reference && batch->reference[i]) {
            sum += values[(int64_t)i * stride];
            count++;
        }
    }
    return count > 0 ? sum / count : 0;
}

static void samples_take(struct bootstrap *boot, int first, int count)
{
    const struct batch *batch = boot->batch;
    for (int k = 0; k < count; k++) {
        double shift = reference_mean(batch, boot->x + k, K);
        for (int i = 0; i < batch->player_count; i++) {
            double change = boot->x[i * K + k] - shift;
            boot->sum[i] += change;
            boot->squares[i] += change * change;
            if (boot->place[i] >= 0)
                boot->samples[(int64_t)boot->place[i] * batch->resamples + first + k] =
                    (float)change;
        }
    }
}

static int bootstrap_init(struct bootstrap *boot, struct model *model, const struct batch *batch)
{
    size_t n = (size_t)batch->player_count, ranked = 0;
    *boot = (struct bootstrap){.batch = batch, .model = model, .seed = batch->seed};
    boot->place = calloc(n + 1, sizeof *boot->place);
    for (size_t i = 0; i < n && boot->place; i++)
        boot->place[i] = batch->ranked[i] ? (int)ranked++ : -1;
    boot->b = calloc((n + 1) * K, sizeof *boot->b);
    boot->x = calloc((n + 1) * K, sizeof *boot->x);
    boot->sum = calloc(n + 1, sizeof *boot->sum);
    boot->squares = calloc(n + 1, sizeof *boot->squares);
    boot->samples = calloc((ranked + 1) * (size_t)batch->resamples, sizeof *boot->samples);
    boot->times = calloc((size_t)BATCH_GROUPS * K, sizeof *boot->times);
    if (pulls_make(model, batch, &boot->pulls))
        return -1;
    return boot->place && boot->b && boot->x && boot->sum && boot->squares && boot->samples &&
                   boot->times
               ? 0
               : -1;
}

static void bootstrap_fini(struct bootstrap *boot)
{
    pulls_free(&boot->pulls);
    free(boot->place);
    free(boot->b);
    free(boot->x);
    free(boot->sum);
    free(boot->squares);
    free(boot->samples);
    free(boot->times);
}

static void bootstrap_run(struct bootstrap *boot)
{
    const struct batch *batch = boot->batch;
    for (int done = 0; done < batch->resamples && !batch_stopped(batch->stop); done += K) {
        groups_draw(boot);
        right_sides(boot);
        model_solve(boot->model, boot->b, boot->x, 1e-3);
        samples_take(boot, done, batch->resamples - done < K ? batch->resamples - done : K);
    }
    for (int i = 0; i < batch->player_count; i++) {
        double mean = boot->sum[i] / batch->resamples;
        batch->rows[i].se = sqrt(fmax(0, boot->squares[i] / batch->resamples - mean * mean));
        batch->rows[i].err95 = Z95 * batch->rows[i].se;
    }
}

/* -------------------------------------------------------------------------------------- ranks */

static double likely_better(const struct bootstrap *boot, int a, int b)
{
    const struct batch *batch = boot->batch;
    const float *one = boot->samples + (int64_t)boot->place[a] * batch->resamples;
    const float *other = boot->samples + (int64_t)boot->place[b] * batch->resamples;
    double sum = 0, squares = 0;
    for (int i = 0; i < batch->resamples; i++) {
        double difference = (double)one[i] - (double)other[i];
        sum += difference;
        squares += difference * difference;
    }
    double mean = sum / batch->resamples;
    double spread = sqrt(fmax(1e-12, squares / batch->resamples - mean * mean));
    return 0.5 * erfc(-(batch->rows[a].rating - batch->rows[b].rating) / spread / sqrt(2.0));
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

static int rank_all(const struct bootstrap *boot)
{
    const struct batch *batch = boot->batch;
    struct order *order = calloc((size_t)batch->player_count + 1, sizeof *order);
    int count = 0, group = 1;
    if (!order)
        return -1;
    for (int i = 0; i < batch->player_count; i++) {
        batch->rows[i].rank = batch->rows[i].group = 0;
        batch->rows[i].los = 0;
        if (batch->ranked[i])
            order[count++] = (struct order){batch->rows[i].rating - batch->rows[i].err95, i};
    }
    qsort(order, (size_t)count, sizeof *order, order_compare);
    for (int i = 0; i < count; i++) {
        struct batch_row *row = &batch->rows[order[i].player];
        row->rank = i + 1;
        row->group = group;
        if (i + 1 < count)
            row->los = likely_better(boot, order[i].player, order[i + 1].player);
        group += row->los >= BATCH_SEPARABLE;
    }
    free(order);
    return 0;
}

int batch_compute(struct batch *batch)
{
    struct model model;
    struct bootstrap boot;
    assert(batch->virtual_draws > 0 && batch->resamples > 0);
    if (model_init(&model, batch))
        return -1;
    int status = model_climb(&model);
    double shift = reference_mean(batch, model.rating, 1);
    shift = shift != 0 ? batch->center - shift : 0;
    for (int i = 0; i < batch->player_count; i++)
        batch->rows[i].rating = model.rating[i] + shift;
    if (status == 0) {
        status = bootstrap_init(&boot, &model, batch);
        if (status == 0) {
            bootstrap_run(&boot);
            status = batch_stopped(batch->stop) ? -1 : rank_all(&boot);
        }
        bootstrap_fini(&boot);
    }
    model_fini(&model);
    return status;
}
