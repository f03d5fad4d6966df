/* batch_likelihood.c - the likelihood of ratings, its derivatives, and what is solved with them. */
#include "base/hash.h"
#include "rating/batch_terms.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    K = MODEL_COLUMNS,
    LEVELS_FROM = 1000 /* bots: fewer are solved for in few rounds without */
};

/* ---------------------------------------------------------------------------------- derivatives */

static double difference_of(const struct duel *duel, const double *rating)
{
    return batch_model_mean(rating, duel->member[0]) - batch_model_mean(rating, duel->member[1]);
}

/* First and (negative) second derivative of a player's draws with the center. */
static double center_pull(const struct model *model, int player)
{
    double e = batch_model_expected(model->rating[player] - model->center);
    return MODEL_Q * center_draws(model, player) * (0.5 - e);
}

static double center_weight(const struct model *model, int player)
{
    double e = batch_model_expected(model->rating[player] - model->center);
    return MODEL_Q * MODEL_Q * center_draws(model, player) * e * (1 - e);
}

/* What holds a player to the means of its sides in a duel, of which it has `seats`. `row`: as
 * below. */
static void row_partners(const struct model *model, const struct duel *duel, int player, int seats,
                         double *row, double *pull, double *penalty)
{
    for (int side = 0; side < 2; side++) {
        const int32_t *member = duel->member[side];
        int count = batch_members(member), own = 0;
        double weight = partner_weight(model, duel, side) / seats;
        for (int m = 0; m < count; m++)
            own += member[m] == player;
        if (weight == 0 || own == 0)
            continue;
        *pull -= weight * own * (model->rating[player] - batch_model_mean(model->rating, member));
        *penalty += weight * own * (1 - (double)own / count);
        row[batch_model_row(model, player)] += weight * own;
        for (int m = 0; m < count; m++)
            row[batch_model_row(model, member[m])] -= weight * own / count;
    }
}

static void column_add(const struct model *model, int32_t column, double value, double *row,
                       int *count)
{
    if (row[column] == 0)
        model->touched[(*count)++] = column;
    row[column] += value;
    if (row[column] == 0)
        row[column] = 1e-300; /* stays among the touched ones */
}

/* The part of a duel of two bots in a player's row: most are such. It is to the bit what row_make
 * does with all duels. */
static void row_two(const struct model *model, const struct duel *duel, int player, double *row,
                    double *pull, double *penalty, int *count)
{
    double drawn = duel_drawn(model, duel);
    double own = duel->member[0][0] == player ? 1 : -1;
    if (drawn > 0)
        *penalty += duel->weight * drawn / (duel->n + drawn);
    *pull += duel->pull * own;
    for (int side = 0; side < 2; side++, own = -own)
        column_add(model, batch_model_row(model, duel->member[side][0]), duel->weight * own, row,
                   count);
}

/* One row of the negative Hessian, and the gradient of its player. `row`, its elements by column,
 * is all zeros before and after. */
static bool row_make(struct model *model, int at_row, double *row)
{
    struct sparse *hessian = &model->hessian;
    int player = model->row ? model->order[at_row] : at_row;
    double pull = 0, penalty = 0;
    int count = 0;
    for (int64_t i = model->of_begin[player]; i < model->of_begin[player + 1]; i++) {
        const struct duel *duel = &model->duels[model->of_duel[i]];
        double own = 0, drawn = duel_drawn(model, duel);
        int seats = 0;
        if (duel->member[0][1] < 0 && duel->member[1][1] < 0 &&
            duel->member[0][0] != duel->member[1][0]) {
            row_two(model, duel, player, row, &pull, &penalty, &count);
            continue;
        }
        struct terms terms = duel_terms(duel);
        for (int t = 0; t < terms.count; t++) {
            own += terms.player[t] == player ? terms.factor[t] : 0;
            seats += terms.player[t] == player;
        }
        if (drawn > 0)
            penalty += duel->weight * drawn / (duel->n + drawn) * own * own / seats;
        own = seats > 1 ? own / seats : own; /* as often as the duel is in the list */
        pull += duel->pull * own;
        for (int t = 0; t < terms.count; t++) { /* in this order: sums stay the same to the bit */
            column_add(model, batch_model_row(model, terms.player[t]),
                       duel->weight * own * terms.factor[t], row, &count);
        }
        if (drawn > 0)
            row_partners(model, duel, player, seats, row, &pull, &penalty);
    }
    double center = center_weight(model, player), diagonal = row[at_row] + center;
    model->gradient[player] = pull + center_pull(model, player);
    model->penalty[player] = penalty + center;
    int64_t at = hessian->begin[at_row];
    if (sparse_room(hessian, at + count + 1))
        return false;
    row[at_row] = 0;
    hessian->diagonal[at_row] = diagonal;
    for (int i = 0; i < count; i++) {
        int32_t other = model->touched[i];
        if (other != at_row && row[other] != 0) {
            hessian->column[at] = other;
            hessian->value[at++] = row[other];
        }
        row[other] = 0;
    }
    hessian->begin[at_row + 1] = at;
    return true;
}

int batch_model_derive(struct model *model)
{
    assert(model->scratch);
    memset(model->scratch, 0, (size_t)model->players * sizeof *model->scratch);
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct duel *duel = &model->duels[i];
        double e = batch_model_expected(difference_of(duel, model->rating));
        double drawn = duel_drawn(model, duel);
        duel->pull = MODEL_Q * (duel->score + drawn / 2 - (duel->n + drawn) * e);
        duel->weight = MODEL_Q * MODEL_Q * (duel->n + drawn) * e * (1 - e);
    }
    for (int row = 0; row < model->players; row++) {
        if (!row_make(model, row, model->scratch))
            return -1;
    }
    sparse_levels_fini(&model->levels);
    if (model->met_draws <= 0 || model->players < LEVELS_FROM || model->flat)
        return 0;
    int status = sparse_levels_init(&model->levels, &model->hessian, model->players);
    model->flat = model->levels.count == 0;
    return status;
}

void batch_gradient(struct model *model)
{
    assert(model->gradient);
    for (int i = 0; i < model->players; i++)
        model->gradient[i] = center_pull(model, i);
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double e = batch_model_expected(difference_of(duel, model->rating));
        double drawn = duel_drawn(model, duel);
        double pull = MODEL_Q * (duel->score + drawn / 2 - (duel->n + drawn) * e);
        struct terms terms = duel_terms(duel);
        for (int t = 0; t < terms.count; t++)
            model->gradient[terms.player[t]] += pull * terms.factor[t];
        for (int side = 0; side < 2; side++) {
            const int32_t *member = duel->member[side];
            double weight = partner_weight(model, duel, side);
            double mean = weight > 0 ? batch_model_mean(model->rating, member) : 0;
            for (int m = 0; weight > 0 && m < batch_members(member); m++)
                model->gradient[member[m]] -= weight * (model->rating[member[m]] - mean);
        }
    }
}

static double log_expected(double difference)
{
    double x = -MODEL_Q * difference;
    return x > 700 ? -x : -log1p(exp(x));
}

double batch_likelihood(const struct model *model, const double *rating)
{
    assert(rating);
    double sum = 0;
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double difference = difference_of(duel, rating);
        double drawn = duel_drawn(model, duel);
        sum += (duel->score + drawn / 2) * log_expected(difference) +
               (duel->n - duel->score + drawn / 2) * log_expected(-difference);
        for (int side = 0; side < 2; side++) {
            const int32_t *member = duel->member[side];
            double weight = partner_weight(model, duel, side);
            double mean = weight > 0 ? batch_model_mean(rating, member) : 0;
            for (int m = 0; weight > 0 && m < batch_members(member); m++)
                sum -= weight / 2 * (rating[member[m]] - mean) * (rating[member[m]] - mean);
        }
    }
    for (int i = 0; i < model->players; i++)
        sum += center_draws(model, i) / 2 *
               (log_expected(rating[i] - model->center) + log_expected(model->center - rating[i]));
    return sum;
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

static void noise_partners(const struct model *model, const struct duel *duel, uint64_t *seed,
                           double *b)
{
    for (int side = 0; side < 2; side++) {
        const int32_t *member = duel->member[side];
        double z[SIDE_MAX][K], part = sqrt(partner_weight(model, duel, side));
        int count = batch_members(member);
        for (int m = 0; part > 0 && m < count; m++)
            normals(seed, z[m]);
        for (int k = 0; part > 0 && k < K; k++) {
            double mean = 0;
            for (int m = 0; m < count; m++)
                mean += z[m][k] / count;
            for (int m = 0; m < count; m++)
                b[(int64_t)member[m] * K + k] += part * (z[m][k] - mean);
        }
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
        double part = sqrt(center_weight(model, i));
        own = *seed ^ hash_number(1, (uint32_t)i);
        normals(keyed ? &own : seed, z);
        for (int k = 0; k < K; k++)
            b[(int64_t)i * K + k] = part * z[k];
    }
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double part = sqrt(duel->weight);
        struct terms terms = duel_terms(duel);
        own = *seed ^ (keyed ? batch_duel_hash(duel->member) : 0);
        normals(keyed ? &own : seed, z);
        for (int t = 0; t < terms.count; t++) {
            double *row = b + (int64_t)terms.player[t] * K;
            for (int k = 0; k < K; k++)
                row[k] += part * terms.factor[t] * z[k];
        }
        if (model->met_draws > 0 && (duel->member[0][1] >= 0 || duel->member[1][1] >= 0))
            noise_partners(model, duel, keyed ? &own : seed, b);
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

/* For bars alone: the ratings of ratings 3 hang on the center, which is near. */
static const struct sparse_levels *levels_of(const struct model *model)
{
    return model->levels.count > 0 ? &model->levels : NULL;
}

/* Right sides and solutions are by player, the Hessian by row. */
static void solve(struct model *model, int columns, const double *b, double *x, double tolerance)
{
    size_t size = (size_t)columns * sizeof *x;
    for (int64_t row = 0; model->row && row < model->players; row++)
        memcpy(model->aside + row * columns, b + (int64_t)model->order[row] * columns, size);
    sparse_solve(&model->hessian, levels_of(model), model->players, columns,
                 model->row ? model->aside : b, x, model->scratch, tolerance, model->stop);
    if (model->row)
        memcpy(model->aside, x, (size_t)model->players * size);
    for (int64_t row = 0; model->row && row < model->players; row++)
        memcpy(x + (int64_t)model->order[row] * columns, model->aside + row * columns, size);
}

void batch_model_solve(struct model *model, const double *b, double *x, double tolerance)
{
    assert(tolerance > 0);
    solve(model, K, b, x, tolerance);
}

void batch_solve_gradient(struct model *model, double *x, double tolerance)
{
    assert(tolerance > 0);
    solve(model, 1, model->gradient, x, tolerance);
}
