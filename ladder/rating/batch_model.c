/* batch_model.c - Bradley-Terry over sides of several bots: its maximum, sparse (ratings 3). */
#include "rating/batch_model.h"
#include "base/hash.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLIMB_ROUNDS = 100, SOLVE_ROUNDS = 400, K = MODEL_COLUMNS };
#define CLIMB_STEP 1e-5 /* the longest of the last step */
/* Of batch_model_follow, in points of rating: a step after which the Hessian is made anew, and one
 * after which it is asked whether it led upwards. */
#define FOLLOW_NEAR 2.0
#define FOLLOW_FAR 60.0
#define FOLLOW_TOLERANCE 1e-2

double batch_model_expected(double difference)
{
    return 1.0 / (1.0 + exp(-MODEL_Q * difference));
}

static int member_count(const int32_t member[SIDE_MAX])
{
    return 1 + (member[1] >= 0) + (member[2] >= 0);
}

double batch_model_mean(const double *values, const int32_t member[SIDE_MAX])
{
    assert(member[0] >= 0);
    double sum = values[member[0]];
    int count = member_count(member);
    for (int i = 1; i < count; i++)
        sum += values[member[i]];
    return sum / count;
}

void batch_model_side(const struct batch_result *result, int side, int32_t member[SIDE_MAX])
{
    assert(side >= 0 && result->seat_count <= LADDER_SEATS_MAX);
    int count = 0;
    member[0] = member[1] = member[2] = -1;
    for (int seat = 0; seat < result->seat_count && count < SIDE_MAX; seat++) {
        if (result->side[seat] != side)
            continue;
        int at = count++;
        for (; at > 0 && member[at - 1] > result->player[seat]; at--)
            member[at] = member[at - 1];
        member[at] = result->player[seat];
    }
}

double batch_model_score(const struct batch_result *result, int side, int other)
{
    assert(side != other);
    if (result->rank[side] == result->rank[other])
        return 0.5;
    return result->rank[side] < result->rank[other] ? 1 : 0;
}

/* ---------------------------------------------------------------------------------------- duels */

static uint64_t duel_hash(const int32_t member[2][SIDE_MAX])
{
    uint64_t hash = 0;
    for (int i = 0; i < 2 * SIDE_MAX; i++)
        hash = hash_number(hash, (uint32_t)member[i / SIDE_MAX][i % SIDE_MAX]);
    return hash;
}

static bool slots_grow(struct model *model)
{
    int64_t count = model->slot_count ? model->slot_count * 2 : 1024, mask = count - 1;
    int64_t *slots = calloc((size_t)count, sizeof *slots);
    if (!slots)
        return false;
    for (int64_t i = 0; i < model->duel_count; i++) {
        int64_t at = (int64_t)duel_hash(model->duels[i].member) & mask;
        while (slots[at])
            at = (at + 1) & mask;
        slots[at] = i + 1;
    }
    free(model->slots);
    model->slots = slots;
    model->slot_count = count;
    return true;
}

static bool duels_grow(struct model *model)
{
    int64_t capacity = model->duel_capacity ? model->duel_capacity * 2 : 256;
    struct duel *duels = realloc(model->duels, (size_t)capacity * sizeof *duels);
    if (!duels)
        return false;
    model->duels = duels;
    model->duel_capacity = capacity;
    return true;
}

/* The duel of these sides, added if it is new; NULL: out of memory. */
static struct duel *duel_of(struct model *model, int32_t member[2][SIDE_MAX])
{
    if (model->duel_count * 2 >= model->slot_count && !slots_grow(model))
        return NULL;
    int64_t mask = model->slot_count - 1, at = (int64_t)duel_hash(member) & mask;
    size_t size = 2 * SIDE_MAX * sizeof member[0][0];
    for (; model->slots[at]; at = (at + 1) & mask) {
        struct duel *duel = &model->duels[model->slots[at] - 1];
        if (memcmp(duel->member, member, size) == 0)
            return duel;
    }
    if (model->duel_count == model->duel_capacity && !duels_grow(model))
        return NULL;
    struct duel *duel = &model->duels[model->duel_count++];
    memcpy(duel->member, member, size);
    duel->n = duel->score = 0;
    model->slots[at] = model->duel_count;
    return duel;
}

int batch_model_count(struct model *model, const struct batch_result *result, int times)
{
    assert(times == 1 || times == -1);
    double weight = (double)times / (result->side_count - 1);
    for (int i = 0; i < result->side_count; i++) {
        for (int j = 0; j < i; j++) {
            int32_t member[2][SIDE_MAX], other[SIDE_MAX];
            double score = batch_model_score(result, i, j);
            batch_model_side(result, i, member[0]);
            batch_model_side(result, j, member[1]);
            if (memcmp(member[0], member[1], sizeof other) >
                0) { /* both directions are the same duel */
                memcpy(other, member[0], sizeof other);
                memcpy(member[0], member[1], sizeof other);
                memcpy(member[1], other, sizeof other);
                score = 1 - score;
            }
            struct duel *duel = duel_of(model, member);
            if (!duel)
                return -1;
            duel->n += weight;
            duel->score += weight * score;
        }
    }
    return 0;
}

/* The bots of both sides, with their factors in the difference of the sides. */
struct terms {
    int count;
    int32_t player[2 * SIDE_MAX];
    double factor[2 * SIDE_MAX];
};

static inline __attribute__((always_inline)) struct terms duel_terms(const struct duel *duel)
{
    struct terms terms;
    if (duel->member[0][1] < 0 && duel->member[1][1] < 0) { /* most are of one bot a side */
        terms.count = 2;
        terms.player[0] = duel->member[0][0];
        terms.player[1] = duel->member[1][0];
        terms.factor[0] = 1;
        terms.factor[1] = -1;
        return terms;
    }
    terms.count = 0;
    for (int side = 0; side < 2; side++) {
        int count = member_count(duel->member[side]);
        for (int i = 0; i < count; i++) {
            terms.player[terms.count] = duel->member[side][i];
            terms.factor[terms.count++] = (side ? -1.0 : 1.0) / count;
        }
    }
    return terms;
}

/* For each player a list of its duels; a bot on both seats of a side is in it twice. */
static bool lists_make(struct model *model)
{
    size_t n = (size_t)model->players;
    int64_t total = 0;
    model->of_begin = calloc(n + 2, sizeof *model->of_begin);
    if (!model->of_begin)
        return false;
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct terms terms = duel_terms(&model->duels[i]);
        total += terms.count;
        for (int t = 0; t < terms.count; t++)
            model->of_begin[terms.player[t] + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++)
        model->of_begin[i] += model->of_begin[i - 1];
    model->of_duel = malloc((size_t)(total + 1) * sizeof *model->of_duel);
    if (!model->of_duel)
        return false;
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct terms terms = duel_terms(&model->duels[i]);
        for (int t = 0; t < terms.count; t++)
            model->of_duel[model->of_begin[terms.player[t] + 1]++] = i;
    }
    return true;
}

/* Room for all players; those that are new are at the center. */
static bool players_room(struct model *model, int players)
{
    size_t n = (size_t)players;
    double *rating = realloc(model->rating, (n + 1) * sizeof *rating);
    if (!rating)
        return false;
    model->rating = rating;
    for (size_t i = (size_t)model->players; i <= n; i++)
        rating[i] = model->center;
    model->players = players;
    model->gradient = calloc(n + 1, sizeof *model->gradient);
    model->scratch = calloc((n + 1) * 5 * K, sizeof *model->scratch);
    model->touched = calloc(n + 1, sizeof *model->touched);
    model->hessian.begin = calloc(n + 1, sizeof *model->hessian.begin);
    model->hessian.diagonal = calloc(n + 1, sizeof *model->hessian.diagonal);
    return model->gradient && model->scratch && model->touched && model->hessian.begin &&
           model->hessian.diagonal;
}

int batch_model_ready(struct model *model, int players)
{
    assert(players >= model->players && !model->scratch);
    return players_room(model, players) && lists_make(model) ? 0 : -1;
}

void batch_model_rest(struct model *model)
{
    assert(model->players >= 0);
    free(model->of_begin);
    free(model->of_duel);
    free(model->hessian.begin);
    free(model->hessian.column);
    free(model->hessian.value);
    free(model->hessian.diagonal);
    free(model->gradient);
    free(model->scratch);
    free(model->touched);
    model->of_begin = model->of_duel = NULL;
    model->hessian = (struct sparse){.begin = NULL};
    model->gradient = model->scratch = NULL;
    model->touched = NULL;
}

void batch_model_open(struct model *model, double center)
{
    assert(isfinite(center));
    memset(model, 0, sizeof *model);
    model->center = center;
}

int batch_model_init(struct model *model, const struct batch *batch)
{
    assert(batch->result_count >= 0);
    batch_model_open(model, batch->center);
    model->virtual_draws = batch->virtual_draws;
    model->stop = batch->stop;
    bool good = true;
    for (int64_t i = 0; i < batch->result_count && good; i++)
        good = !batch_stopped(batch->stop) && batch_model_count(model, &batch->results[i], 1) == 0;
    if (!good || batch_model_ready(model, batch->player_count)) {
        batch_model_fini(model);
        return -1;
    }
    return 0;
}

void batch_model_fini(struct model *model)
{
    batch_model_rest(model);
    free(model->duels);
    free(model->slots);
    free(model->rating);
    memset(model, 0, sizeof *model);
}

/* ---------------------------------------------------------------------------------- derivatives */

static bool sparse_room(struct sparse *sparse, int64_t needed)
{
    if (needed <= sparse->capacity)
        return true;
    int64_t capacity = needed * 2;
    int32_t *column = realloc(sparse->column, (size_t)capacity * sizeof *column);
    if (column)
        sparse->column = column;
    double *value = realloc(sparse->value, (size_t)capacity * sizeof *value);
    if (value)
        sparse->value = value;
    if (!column || !value)
        return false;
    sparse->capacity = capacity;
    return true;
}

/* One row of the negative Hessian, and the gradient of its player. `row` is all zeros before and
 * after. */
static bool row_make(struct model *model, int player, double *row)
{
    struct sparse *hessian = &model->hessian;
    double pull = 0;
    int count = 0;
    for (int64_t i = model->of_begin[player]; i < model->of_begin[player + 1]; i++) {
        const struct duel *duel = &model->duels[model->of_duel[i]];
        double own = 0;
        int seats = 0;
        struct terms terms = duel_terms(duel);
        for (int t = 0; t < terms.count; t++) {
            own += terms.player[t] == player ? terms.factor[t] : 0;
            seats += terms.player[t] == player;
        }
        own = seats > 1 ? own / seats : own; /* as often as the duel is in the list */
        pull += duel->pull * own;
        for (int t = 0; t < terms.count; t++) { /* in this order: sums stay the same to the bit */
            int32_t member = terms.player[t];
            if (row[member] == 0)
                model->touched[count++] = member;
            row[member] += duel->weight * own * terms.factor[t];
            if (row[member] == 0)
                row[member] = 1e-300; /* stays among the touched ones */
        }
    }
    double e = batch_model_expected(model->rating[player] - model->center);
    model->gradient[player] = pull + MODEL_Q * model->virtual_draws * (0.5 - e);
    double diagonal = row[player] + MODEL_Q * MODEL_Q * model->virtual_draws * e * (1 - e);
    int64_t at = hessian->begin[player];
    if (!sparse_room(hessian, at + count + 1))
        return false;
    row[player] = 0;
    hessian->diagonal[player] = diagonal;
    for (int i = 0; i < count; i++) {
        int32_t other = model->touched[i];
        if (other != player && row[other] != 0) {
            hessian->column[at] = other;
            hessian->value[at++] = row[other];
        }
        row[other] = 0;
    }
    hessian->begin[player + 1] = at;
    return true;
}

static bool derive(struct model *model)
{
    memset(model->scratch, 0, (size_t)model->players * sizeof *model->scratch);
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct duel *duel = &model->duels[i];
        double e = batch_model_expected(batch_model_mean(model->rating, duel->member[0]) -
                                        batch_model_mean(model->rating, duel->member[1]));
        duel->pull = MODEL_Q * (duel->score - duel->n * e);
        duel->weight = MODEL_Q * MODEL_Q * duel->n * e * (1 - e);
    }
    for (int player = 0; player < model->players; player++) {
        if (!row_make(model, player, model->scratch))
            return false;
    }
    return true;
}

/* The gradient alone: the Hessian and the weights of duels stay as they were. */
static void gradient_make(struct model *model)
{
    for (int i = 0; i < model->players; i++) {
        double e = batch_model_expected(model->rating[i] - model->center);
        model->gradient[i] = MODEL_Q * model->virtual_draws * (0.5 - e);
    }
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double e = batch_model_expected(batch_model_mean(model->rating, duel->member[0]) -
                                        batch_model_mean(model->rating, duel->member[1]));
        double pull = MODEL_Q * (duel->score - duel->n * e);
        struct terms terms = duel_terms(duel);
        for (int t = 0; t < terms.count; t++)
            model->gradient[terms.player[t]] += pull * terms.factor[t];
    }
}

static double log_expected(double difference)
{
    double x = -MODEL_Q * difference;
    return x > 700 ? -x : -log1p(exp(x));
}

static double likelihood(const struct model *model, const double *rating)
{
    double sum = 0;
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double difference =
            batch_model_mean(rating, duel->member[0]) - batch_model_mean(rating, duel->member[1]);
        sum += duel->score * log_expected(difference) +
               (duel->n - duel->score) * log_expected(-difference);
    }
    for (int i = 0; i < model->players; i++)
        sum += model->virtual_draws / 2 *
               (log_expected(rating[i] - model->center) + log_expected(model->center - rating[i]));
    return sum;
}

double batch_model_penalty(const struct model *model, int player)
{
    double e = batch_model_expected(model->rating[player] - model->center);
    assert(player >= 0 && player < model->players);
    return MODEL_Q * MODEL_Q * model->virtual_draws * e * (1 - e);
}

/* How many bits are set in each 16 bits. */
static inline uint64_t bits_count(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (bits + (bits >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
}

/* Eight nearly normal numbers of variance 1, of 16 bits each. */
static inline __attribute__((always_inline)) void normals(uint64_t *seed, double out[K])
{
    for (int half = 0; half < 2; half++) {
        uint64_t counts = bits_count(splitmix_next(seed));
        for (int i = 0; i < K / 2; i++, counts >>= 16)
            out[half * K / 2 + i] = ((int)(counts & 0xff) - 8) / 2.0;
    }
}

/* With a key the noise of a player or duel is its own, whatever the order; without one, *seed goes
 * on from one to the next. */
static inline __attribute__((always_inline)) void noise_make(const struct model *model,
                                                             uint64_t *seed, bool keyed, double *b)
{
    double z[K];
    uint64_t own = 0;
    _Static_assert(K == 8, "a draw is eight columns");
    for (int i = 0; i < model->players; i++) {
        double part = sqrt(batch_model_penalty(model, i));
        own = *seed ^ hash_number(1, (uint32_t)i);
        normals(keyed ? &own : seed, z);
        for (int k = 0; k < K; k++)
            b[(int64_t)i * K + k] = part * z[k];
    }
    for (int64_t i = 0; i < model->duel_count; i++) {
        double part = sqrt(model->duels[i].weight);
        struct terms terms = duel_terms(&model->duels[i]);
        own = *seed ^ (keyed ? duel_hash(model->duels[i].member) : 0);
        normals(keyed ? &own : seed, z);
        for (int t = 0; t < terms.count; t++) {
            double *row = b + (int64_t)terms.player[t] * K;
            for (int k = 0; k < K; k++)
                row[k] += part * terms.factor[t] * z[k];
        }
    }
}

void batch_model_noise(const struct model *model, uint64_t *seed, double *b)
{
    assert(seed && b);
    noise_make(model, seed, false, b);
}

void batch_model_noise_keyed(const struct model *model, uint64_t seed, double *b)
{
    assert(b);
    noise_make(model, &seed, true, b);
}

/* -------------------------------------------------------------------------------------- solving */

/* Of `columns` right sides, K or 1: the compiler makes a loop of its own for each. */
#define FOR_COLUMNS static inline __attribute__((always_inline))

FOR_COLUMNS void multiply(const struct sparse *matrix, int n, int columns, const double *x,
                          double *out)
{
    for (int row = 0; row < n; row++) {
        double sum[K];
        for (int k = 0; k < columns; k++)
            sum[k] = matrix->diagonal[row] * x[row * columns + k];
        for (int64_t i = matrix->begin[row]; i < matrix->begin[row + 1]; i++) {
            const double *other = x + (int64_t)matrix->column[i] * columns;
            double value = matrix->value[i];
            for (int k = 0; k < columns; k++)
                sum[k] += value * other[k];
        }
        memcpy(out + row * columns, sum, (size_t)columns * sizeof *sum);
    }
}

FOR_COLUMNS void dots(int n, int columns, const double *a, const double *b, double out[K])
{
    memset(out, 0, K * sizeof *out);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < columns; k++)
            out[k] += a[i * columns + k] * b[i * columns + k];
    }
}

/* Conjugate gradients, scaled by the diagonal: each column is a separate problem. */
FOR_COLUMNS void solve(struct model *model, int columns, const double *b, double *x,
                       double tolerance)
{
    int n = model->players;
    size_t size = (size_t)n * (size_t)columns;
    double *r = model->scratch + size, *z = r + size, *p = z + size, *hp = p + size;
    double rz[K], next[K], php[K], limit[K];

    assert(tolerance > 0);
    memset(x, 0, size * sizeof *x);
    memcpy(r, b, size * sizeof *r);
    for (size_t i = 0; i < size; i++)
        z[i] = r[i] / model->hessian.diagonal[i / (size_t)columns];
    memcpy(p, z, size * sizeof *p);
    dots(n, columns, r, z, rz);
    for (int k = 0; k < columns; k++)
        limit[k] = rz[k] * tolerance * tolerance;
    for (int round = 0; round < SOLVE_ROUNDS && !batch_stopped(model->stop); round++) {
        bool done = true;
        double alpha[K], beta[K];
        for (int k = 0; k < columns; k++)
            done = done && rz[k] <= limit[k];
        if (done)
            return;
        multiply(&model->hessian, n, columns, p, hp);
        dots(n, columns, p, hp, php);
        for (int k = 0; k < columns; k++)
            alpha[k] = php[k] > 0 && rz[k] > limit[k] ? rz[k] / php[k] : 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < columns; k++) {
                x[i * columns + k] += alpha[k] * p[i * columns + k];
                r[i * columns + k] -= alpha[k] * hp[i * columns + k];
                z[i * columns + k] = r[i * columns + k] / model->hessian.diagonal[i];
            }
        }
        dots(n, columns, r, z, next);
        for (int k = 0; k < columns; k++) {
            beta[k] = rz[k] > 0 ? next[k] / rz[k] : 0;
            rz[k] = next[k];
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < columns; k++)
                p[i * columns + k] = z[i * columns + k] + beta[k] * p[i * columns + k];
        }
    }
}

void batch_model_solve(struct model *model, const double *b, double *x, double tolerance)
{
    assert(tolerance > 0);
    solve(model, K, b, x, tolerance);
}

/* Newton with step halving; the likelihood is concave, so this ends at its only maximum. */
int batch_model_climb(struct model *model)
{
    size_t n = (size_t)model->players;
    double *x = calloc(n + 1, sizeof *x), *trial = calloc(n + 1, sizeof *trial);
    double now = likelihood(model, model->rating);
    int status = x && trial ? 0 : -1;

    for (int round = 0; round < CLIMB_ROUNDS && status == 0; round++) {
        double step = 0, scale = 1, next = now;
        if (batch_stopped(model->stop) || !derive(model)) {
            status = -1;
            break;
        }
        solve(model, 1, model->gradient, x, 1e-8);
        for (int halving = 0; halving < 60; halving++, scale /= 2) {
            step = 0;
            for (size_t i = 0; i < n; i++) {
                trial[i] = model->rating[i] + scale * x[i];
                step = fmax(step, fabs(scale * x[i]));
            }
            next = likelihood(model, trial);
            if (next >= now - 1e-12 * fabs(now))
                break;
        }
        memcpy(model->rating, trial, n * sizeof *trial);
        now = next;
        if (step < CLIMB_STEP)
            break;
    }
    if (status == 0 && !derive(model))
        status = -1;
    free(x);
    free(trial);
    return status;
}

/* The same by Newton's method, but the Hessian stays as long as steps are short, and a step is
 * solved for only as well as the next one needs it. Both slow the last steps down to a factor of
 * some ten each, which is cheap beside a Hessian. The likelihood is only asked after long steps. */
int batch_model_follow(struct model *model)
{
    size_t n = (size_t)model->players;
    double *x = calloc(n + 1, sizeof *x), *trial = calloc(n + 1, sizeof *trial);
    double last = HUGE_VAL;
    int status = x && trial ? 0 : -1;

    for (int round = 0; round < CLIMB_ROUNDS && status == 0; round++) {
        double step = 0, scale = 1;
        bool good = true;
        if (last > FOLLOW_NEAR)
            good = derive(model);
        else
            gradient_make(model);
        if (batch_stopped(model->stop) || !good) {
            status = -1;
            break;
        }
        solve(model, 1, model->gradient, x, FOLLOW_TOLERANCE);
        for (size_t i = 0; i < n; i++)
            step = fmax(step, fabs(x[i]));
        double now = step > FOLLOW_FAR ? likelihood(model, model->rating) : 0;
        for (int halving = 0; halving < 60; halving++, scale /= 2) {
            for (size_t i = 0; i < n; i++)
                trial[i] = model->rating[i] + scale * x[i];
            if (step <= FOLLOW_FAR || likelihood(model, trial) >= now - 1e-12 * fabs(now))
                break;
        }
        memcpy(model->rating, trial, n * sizeof *trial);
        last = scale * step;
        if (last < CLIMB_STEP)
            break;
    }
    free(x);
    free(trial);
    return status;
}

int batch_model_derive(struct model *model)
{
    assert(model->scratch);
    return derive(model) ? 0 : -1;
}
