/* batch_climb.c - from ratings to those of the greatest likelihood (ratings 3). */
#include "rating/batch_terms.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLIMB_ROUNDS = 100 };
#define CLIMB_STEP 1e-5 /* the longest of the last step */
/* Of batch_model_follow, in points of rating: a step after which the Hessian is made anew, and one
 * after which it is asked whether it led upwards. */
#define FOLLOW_NEAR 2.0
#define FOLLOW_FAR 200.0
#define FOLLOW_TOLERANCE 1e-2
#define FOLLOW_TOLERANCE_LEVELS 1e-3 /* a long row is slow to move, and the rounds are few */

/* Newton with step halving; the likelihood is concave, so this ends at its only maximum. */
int batch_model_climb(struct model *model)
{
    size_t n = (size_t)model->players;
    double *x = calloc(n + 1, sizeof *x), *trial = calloc(n + 1, sizeof *trial);
    double now = batch_likelihood(model, model->rating);
    int status = x && trial ? 0 : -1;

    for (int round = 0; round < CLIMB_ROUNDS && status == 0; round++) {
        double step = 0, scale = 1, next = now;
        if (batch_stopped(model->stop) || batch_model_derive(model)) {
            status = -1;
            break;
        }
        batch_solve_gradient(model, x, 1e-8);
        for (int halving = 0; halving < 60; halving++, scale /= 2) {
            step = 0;
            for (size_t i = 0; i < n; i++) {
                trial[i] = model->rating[i] + scale * x[i];
                step = fmax(step, fabs(scale * x[i]));
            }
            next = batch_likelihood(model, trial);
            if (next >= now - 1e-12 * fabs(now))
                break;
        }
        memcpy(model->rating, trial, n * sizeof *trial);
        now = next;
        if (step < CLIMB_STEP)
            break;
    }
    if (status == 0 && batch_model_derive(model))
        status = -1;
    free(x);
    free(trial);
    return status;
}

/* As batch_model_climb, but the Hessian stays as long as steps are short, and a step is
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
            good = batch_model_derive(model) == 0;
        else
            batch_gradient(model);
        if (batch_stopped(model->stop) || !good) {
            status = -1;
            break;
        }
        batch_solve_gradient(model, x,
                             model->levels.count > 0 ? FOLLOW_TOLERANCE_LEVELS : FOLLOW_TOLERANCE);
        for (size_t i = 0; i < n; i++)
            step = fmax(step, fabs(x[i]));
        double now = step > FOLLOW_FAR ? batch_likelihood(model, model->rating) : 0;
        for (int halving = 0; halving < 60; halving++, scale /= 2) {
            for (size_t i = 0; i < n; i++)
                trial[i] = model->rating[i] + scale * x[i];
            if (step <= FOLLOW_FAR || batch_likelihood(model, trial) >= now - 1e-12 * fabs(now))
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
