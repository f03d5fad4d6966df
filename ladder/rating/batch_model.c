/* batch_model.c - Bradley-Terry over sides of several bots, sparse (ratings 3): its memory, and who
 * met whom. */
#include "rating/batch_terms.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = MODEL_COLUMNS };

double batch_model_expected(double difference)
{
    return 1.0 / (1.0 + exp(-MODEL_Q * difference));
}

/* ------------------------------------------------------------------------- those that met */

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

/* --------------------------------------------------------------------------------- memory */

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
