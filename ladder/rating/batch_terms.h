/* batch_terms.h - what a duel and a player bring to the likelihood; of the files of the model only.
 */
#ifndef AVONDALE_BATCH_TERMS_H
#define AVONDALE_BATCH_TERMS_H

#include "rating/batch_model.h"

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

#define MET_MIN 1e-6 /* games: less is what is left of results that were taken back */

/* Virtual draws of a duel: of each of its bots as many as the duel has of the bot's games. */
static inline double duel_drawn(const struct model *model, const struct duel *duel)
{
    return model->met_draws > 0 ? model->met_draws * duel->drawn : 0;
}

/* How strongly the bots of a side are held to their mean, which no draw of the side does: as a
 * second derivative by each one's distance. */
static inline double partner_weight(const struct model *model, const struct duel *duel, int side)
{
    const int32_t *member = duel->member[side];
    if (model->met_draws <= 0 || member[1] < 0 || duel->n < MET_MIN)
        return 0;
    return MODEL_Q * MODEL_Q / 4 * model->met_draws * duel->n *
           batch_model_mean(model->share, member);
}

/* Draws with the center: of all that met one another as many as of one with those it met. */
static inline double center_draws(const struct model *model, int player)
{
    return model->met_draws > 0 ? model->met_draws / model->group[player] : model->virtual_draws;
}

/* batch_likelihood.c: at other ratings than the model's. */
double batch_likelihood(const struct model *model, const double *rating);
/* The gradient at the model's ratings; the Hessian and the weights of duels stay as they were. */
void batch_gradient(struct model *model);
/* Solves H x = gradient, one column, by player; as batch_model_solve. */
void batch_solve_gradient(struct model *model, double *x, double tolerance);

#endif
