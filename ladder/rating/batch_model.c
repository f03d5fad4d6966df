/* batch_model.c - Bradley-Terry over sides of several bots: its maximum, sparse (ratings 3). */
#include "rating/batch_model.h"
#include "base/hash.h"
#include "splitmix.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLIMB_ROUNDS = 100, K = MODEL_COLUMNS };
#define CLIMB_STEP 1e-5 /* the longest of the last step */
/* Of batch_model_follow, in points of rating: a step after which the Hessian is made anew, and one
 * after which it is asked whether it led upwards. */
#define FOLLOW_NEAR 2.0
#define FOLLOW_FAR 200.0
#define FOLLOW_TOLERANCE 1e-2
#define FOLLOW_TOLERANCE_LEVELS 1e-3 /* a long row is slow to move, and the rounds are few */
enum { LEVELS_FROM = 1000 /* bots: fewer are solved for in few rounds without */ };

double batch_model_expected(double difference)
{
    return 1.0 / (1.0 + exp(-MODEL_Q * difference));
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
        int count = batch_members(duel->member[side]);
        for (int i = 0; i < count; i++) {
            terms.player[terms.count] = duel->member[side][i];
            terms.factor[terms.count++] = (side ? -1.0 : 1.0) / count;
        }
    }
    return terms;
}

/* ------------------------------------------------------------------------- those that met */

#define MET_MIN 1e-6 /* games: less is what is left of results that were taken back */

/* Virtual draws of a duel: of each of its bots as many as the duel has of the bot's games. */
static double duel_drawn(const struct model *model, const struct duel *duel)
{
    return model->met_draws > 0 ? model->met_draws * duel->drawn : 0;
}

/* How strongly the bots of a side are held to their mean, which no draw of the side does: as a
 * second derivative by each one's distance. */
static double partner_weight(const struct model *model, const struct duel *duel, int side)
{
    const int32_t *member = duel->member[side];
    if (model->met_draws <= 0 || member[1] < 0 || duel->n < MET_MIN)
        return 0;
    return MODEL_Q * MODEL_Q / 4 * model->met_draws * duel->n *
           batch_model_mean(model->share, member);
}

/* Draws with the center: of all that met one another as many as of one with those it met. */
static double center_draws(const struct model *model, int player)
{
    return model->met_draws > 0 ? model->met_draws / model->group[player] : model->virtual_draws;
}

static int32_t root(int32_t *above, int32_t at)
{
    while (above[at] != at)
        at = above[at] = above[above[at]];
    return at;
}

void batch_model_meet(struct model *model)
{
    assert(model->share && model->group);
    memset(model->share, 0, (size_t)model->players * sizeof *model->share);
    memset(model->group, 0, (size_t)model->players * sizeof *model->group);
    for (int32_t i = 0; i < model->players; i++)
        model->touched[i] = i;
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        struct terms terms = duel_terms(duel);
        for (int t = 0; t < terms.count && duel->n >= MET_MIN; t++) {
            model->share[terms.player[t]] += duel->n;
            int32_t one = root(model->touched, terms.player[t]);
            model->touched[one] = root(model->touched, terms.player[0]);
        }
    }
    for (int32_t i = 0; i < model->players; i++) {
        model->share[i] = model->share[i] >= MET_MIN ? 1 / model->share[i] : 0;
        model->group[root(model->touched, i)]++;
    }
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct duel *duel = &model->duels[i];
        struct terms terms = duel_terms(duel);
        duel->drawn = 0;
        for (int t = 0; t < terms.count && duel->n >= MET_MIN; t++)
            duel->drawn += duel->n * model->share[terms.player[t]];
    }
    for (int32_t i = 0; i < model->players; i++)
        model->group[i] = model->group[root(model->touched, i)];
}

/* Adds a duel, of which the square of the distance of its sides is known, and, by side, the sum of
 * its bots' squares about their mean. */
static void met_add(struct met *met, const struct model *model, const struct duel *duel,
                    double apart, const double about[2])
{
    double drawn = duel_drawn(model, duel);
    met->apart += duel->drawn * apart;
    met->held += drawn > 0 ? duel->weight * drawn / (duel->n + drawn) * apart : 0;
    for (int side = 0; side < 2; side++) {
        double weight = partner_weight(model, duel, side);
        met->apart += weight * 4 / (MODEL_Q * MODEL_Q * model->met_draws) * about[side];
        met->held += weight * about[side];
    }
}

struct met batch_model_met(const struct model *model, const double *x, int columns)
{
    struct met met = {0, 0};
    assert(model->met_draws > 0 && columns > 0);
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double apart = 0, about[2] = {0, 0};
        for (int k = 0; k < columns; k++) {
            double mean[2];
            for (int side = 0; side < 2; side++) {
                const int32_t *member = duel->member[side];
                int count = batch_members(member);
                double sum = 0, squares = 0;
                for (int m = 0; m < count; m++) {
                    double value = x[(int64_t)member[m] * columns + k];
                    sum += value;
                    squares += value * value;
                }
                mean[side] = sum / count;
                about[side] += count > 1 ? (squares - sum * sum / count) / columns : 0;
            }
            apart += (mean[0] - mean[1]) * (mean[0] - mean[1]) / columns;
        }
        met_add(&met, model, duel, apart, about);
    }
    return met;
}

struct met batch_model_met_covariance(const struct model *model, const double *m, int n,
                                      const int *row)
{
    struct met met = {0, 0};
    assert(model->met_draws > 0 && n > 0);
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        const struct terms terms = duel_terms(duel);
        double apart = 0, about[2] = {0, 0};
        for (int a = 0; a < terms.count && duel->drawn > 0; a++) {
            for (int b = 0; b < terms.count; b++) {
                int side = terms.factor[a] < 0;
                double value = m[(int64_t)row[terms.player[a]] * n + row[terms.player[b]]];
                apart += terms.factor[a] * terms.factor[b] * value;
                if (side == (terms.factor[b] < 0))
                    about[side] += value * ((a == b) - fabs(terms.factor[a]));
            }
        }
        met_add(&met, model, duel, apart, about);
    }
    return met;
}

/* ---------------------------------------------------------------------------- the parts of a climb
 */

/* For each player a list of its duels; a bot on both seats of a side is in it twice. */
int batch_model_lists(struct model *model)
{
    assert(model->scratch);
    size_t n = (size_t)model->players;
    int64_t total = 0;
    free(model->of_begin);
    free(model->of_duel);
    model->of_duel = NULL;
    model->of_begin = calloc(n + 2, sizeof *model->of_begin);
    if (!model->of_begin)
        return -1;
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
        return -1;
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct terms terms = duel_terms(&model->duels[i]);
        for (int t = 0; t < terms.count; t++)
            model->of_duel[model->of_begin[terms.player[t] + 1]++] = i;
    }
    return 0;
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
    model->scratch = calloc((n + 1) * 4 * K, sizeof *model->scratch);
    model->touched = calloc(n + 1, sizeof *model->touched);
    model->share = calloc(n + 1, sizeof *model->share);
    model->group = calloc(n + 1, sizeof *model->group);
    model->penalty = calloc(n + 1, sizeof *model->penalty);
    return model->gradient && model->scratch && model->touched && model->share && model->group &&
           model->penalty && sparse_init(&model->hessian, players) == 0;
}

int batch_model_ready(struct model *model, int players)
{
    assert(players >= model->players && !model->scratch);
    return players_room(model, players) && batch_model_lists(model) == 0 ? 0 : -1;
}

void batch_model_rest(struct model *model)
{
    assert(model->players >= 0);
    free(model->of_begin);
    free(model->of_duel);
    sparse_fini(&model->hessian);
    sparse_levels_fini(&model->levels);
    free(model->gradient);
    free(model->scratch);
    free(model->row);
    free(model->aside);
    free(model->touched);
    free(model->share);
    free(model->group);
    free(model->penalty);
    model->of_begin = model->of_duel = NULL;
    model->gradient = model->scratch = model->share = model->penalty = model->aside = NULL;
    model->touched = model->group = model->row = NULL;
    model->met_draws = 0;
    model->flat = false;
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
    free(model->order);
    free(model->rating);
    memset(model, 0, sizeof *model);
}

/* ---------------------------------------------------------------------------------- derivatives */

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
    double e = batch_model_expected(model->rating[player] - model->center);
    double draws = center_draws(model, player);
    model->gradient[player] = pull + MODEL_Q * draws * (0.5 - e);
    double diagonal = row[at_row] + MODEL_Q * MODEL_Q * draws * e * (1 - e);
    model->penalty[player] = penalty + MODEL_Q * MODEL_Q * draws * e * (1 - e);
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

static bool derive(struct model *model)
{
    memset(model->scratch, 0, (size_t)model->players * sizeof *model->scratch);
    for (int64_t i = 0; i < model->duel_count; i++) {
        struct duel *duel = &model->duels[i];
        double e = batch_model_expected(batch_model_mean(model->rating, duel->member[0]) -
                                        batch_model_mean(model->rating, duel->member[1]));
        double drawn = duel_drawn(model, duel);
        duel->pull = MODEL_Q * (duel->score + drawn / 2 - (duel->n + drawn) * e);
        duel->weight = MODEL_Q * MODEL_Q * (duel->n + drawn) * e * (1 - e);
    }
    for (int row = 0; row < model->players; row++) {
        if (!row_make(model, row, model->scratch))
            return false;
    }
    sparse_levels_fini(&model->levels);
    if (model->met_draws <= 0 || model->players < LEVELS_FROM || model->flat)
        return true;
    bool good = sparse_levels_init(&model->levels, &model->hessian, model->players) == 0;
    model->flat = model->levels.count == 0;
    return good;
}

/* The gradient alone: the Hessian and the weights of duels stay as they were. */
static void gradient_make(struct model *model)
{
    for (int i = 0; i < model->players; i++) {
        double e = batch_model_expected(model->rating[i] - model->center);
        model->gradient[i] = MODEL_Q * center_draws(model, i) * (0.5 - e);
    }
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double e = batch_model_expected(batch_model_mean(model->rating, duel->member[0]) -
                                        batch_model_mean(model->rating, duel->member[1]));
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

static double likelihood(const struct model *model, const double *rating)
{
    double sum = 0;
    for (int64_t i = 0; i < model->duel_count; i++) {
        const struct duel *duel = &model->duels[i];
        double difference =
            batch_model_mean(rating, duel->member[0]) - batch_model_mean(rating, duel->member[1]);
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

/* The second derivative of a player's draws with the center. */
static double center_weight(const struct model *model, int player)
{
    double e = batch_model_expected(model->rating[player] - model->center);
    return MODEL_Q * MODEL_Q * center_draws(model, player) * e * (1 - e);
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

/* ------------------------------------------------------------------------------------- climbing */

static void solve_gradient(struct model *model, double *x, double tolerance)
{
    solve(model, 1, model->gradient, x, tolerance);
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
        solve_gradient(model, x, 1e-8);
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
int batch_model_follow(struct model *model, double last)
{
    assert(last > 0);
    size_t n = (size_t)model->players;
    double *x = calloc(n + 1, sizeof *x), *trial = calloc(n + 1, sizeof *trial);
    double before = HUGE_VAL;
    int status = x && trial ? 0 : -1;

    for (int round = 0; round < CLIMB_ROUNDS && status == 0; round++) {
        double step = 0, scale = 1;
        bool good = true;
        if (before > FOLLOW_NEAR)
            good = derive(model);
        else
            gradient_make(model);
        if (batch_stopped(model->stop) || !good) {
            status = -1;
            break;
        }
        solve_gradient(model, x, levels_of(model) ? FOLLOW_TOLERANCE_LEVELS : FOLLOW_TOLERANCE);
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
        before = scale * step;
        if (before < last)
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
