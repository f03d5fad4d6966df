/* stats.c - blocks, error bars, SPRT and batch ratings (ratings 3 to 6). Pure arithmetic but for
 * the scratch memory of the batch ratings. */
#include "rating/stats.h"
#include "rating/elo.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95 1.959963984540054
#define LN10 2.302585092994045684
#define ELO_PER_LOGIT (LN10 / 400.0) /* q of ratings 3 */

/* ----------------------------------------------------------------- block scores (ratings 4) */

struct blocks {
    int class_count;
    double n;     /* games in a block */
    double total; /* N, zero counts replaced */
    double p[STATS_CLASSES_MAX];
    double a[STATS_CLASSES_MAX]; /* score of a class, 0 to 1 */
    double mean, variance;
};

static void blocks_init(struct blocks *blocks, const double *counts, int class_count)
{
    assert(class_count >= 3 && class_count <= STATS_CLASSES_MAX && class_count % 2 == 1);
    memset(blocks, 0, sizeof *blocks);
    blocks->class_count = class_count;
    blocks->n = (class_count - 1) / 2;
    for (int i = 0; i < class_count; i++) {
        assert(counts[i] >= 0);
        /* An empty class must not make a logarithm infinite (ratings 4). */
        blocks->p[i] = counts[i] > 0 ? counts[i] : 0.001;
        blocks->a[i] = (double)i / (class_count - 1);
        blocks->total += blocks->p[i];
    }
    for (int i = 0; i < class_count; i++) {
        blocks->p[i] /= blocks->total;
        blocks->mean += blocks->p[i] * blocks->a[i];
    }
    for (int i = 0; i < class_count; i++) {
        double off = blocks->a[i] - blocks->mean;
        blocks->variance += blocks->p[i] * off * off;
    }
}

static double normal_cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

static double elo_of_score(double score)
{
    score = fmin(fmax(score, 0.001), 0.999);
    return -400.0 * log10(1.0 / score - 1.0);
}

void stats_interval(const double *counts, int class_count, struct stats_interval *out)
{
    struct blocks blocks;
    assert(class_count >= 2);
    blocks_init(&blocks, counts, class_count);
    double block_count = 0;
    for (int i = 0; i < class_count; i++)
        block_count += counts[i];

    double se = sqrt(blocks.variance / blocks.total);
    out->games = blocks.n * block_count;
    out->score = blocks.mean;
    out->score_se = se;
    out->elo = elo_of_score(blocks.mean);
    out->elo_low95 = elo_of_score(blocks.mean - Z95 * se);
    out->elo_high95 = elo_of_score(blocks.mean + Z95 * se);
    out->elo_err95 = (out->elo_high95 - out->elo_low95) / 2;
    out->los = normal_cdf((blocks.mean - 0.5) / se);
    out->nelo = (blocks.mean - 0.5) / sqrt(blocks.n * blocks.variance) * 800.0 / LN10;
    out->nelo_err95 = Z95 / sqrt(blocks.total * blocks.n) * 800.0 / LN10;
}

/* ------------------------------------------------------------------------- SPRT (ratings 6) */

/* p'_i = p_i / (1 + x w_i) with sum p_i w_i / (1 + x w_i) = 0: the distribution nearest to p under
 * which w has mean 0. The sum falls from +inf to -inf between its poles, so bisection cannot miss.
 * False where w has one sign only, which leaves no such distribution. */
static bool tilt(const struct blocks *blocks, const double *w, double *tilted)
{
    double w_min = w[0], w_max = w[0];
    for (int i = 1; i < blocks->class_count; i++) {
        w_min = fmin(w_min, w[i]);
        w_max = fmax(w_max, w[i]);
    }
    if (w_min >= 0 || w_max <= 0)
        return false;
    double low = -1.0 / w_max, high = -1.0 / w_min, x = 0;
    for (int round = 0; round < 2000; round++) {
        x = low + (high - low) / 2;
        if (x <= low || x >= high)
            break;
        double sum = 0;
        for (int i = 0; i < blocks->class_count; i++)
            sum += blocks->p[i] * w[i] / (1 + x * w[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < blocks->class_count; i++)
        tilted[i] = blocks->p[i] / (1 + x * w[i]);
    return true;
}

static void mle_logistic(const struct blocks *blocks, double elo, double *tilted)
{
    double w[STATS_CLASSES_MAX] = {0};
    double score = elo_expected(elo);
    for (int i = 0; i < blocks->class_count; i++)
        w[i] = blocks->a[i] - score;
    if (!tilt(blocks, w, tilted))
        memcpy(tilted, blocks->p, sizeof blocks->p);
}

/* Fixed-point iteration of ratings 6: the weights hold the mean and deviation of the last round. */
static void mle_normalized(const struct blocks *blocks, double nelo, double *tilted)
{
    double t = sqrt(blocks->n) * nelo * LN10 / 800.0;
    int count = blocks->class_count;
    for (int i = 0; i < count; i++)
        tilted[i] = 1.0 / count;
    for (int round = 0; round < 1000; round++) {
        double mean = 0, variance = 0, w[STATS_CLASSES_MAX] = {0}, next[STATS_CLASSES_MAX] = {0};
        for (int i = 0; i < count; i++)
            mean += tilted[i] * blocks->a[i];
        for (int i = 0; i < count; i++)
            variance += tilted[i] * (blocks->a[i] - mean) * (blocks->a[i] - mean);
        double deviation = sqrt(variance);
        for (int i = 0; i < count; i++) {
            double off = (mean - blocks->a[i]) / deviation;
            w[i] = blocks->a[i] - 0.5 - t * deviation * (1 + off * off) / 2;
        }
        if (!tilt(blocks, w, next))
            return;
        double change = 0;
        for (int i = 0; i < count; i++) {
            change = fmax(change, fabs(next[i] - tilted[i]));
            tilted[i] = next[i];
        }
        if (change <= 1e-12)
            return;
    }
}

void stats_sprt(const double *counts, int class_count, struct sprt *sprt)
{
    assert(sprt->elo0 < sprt->elo1);
    assert(sprt->alpha > 0 && sprt->alpha < 1 && sprt->beta > 0 && sprt->beta < 1);
    struct blocks blocks;
    double p0[STATS_CLASSES_MAX], p1[STATS_CLASSES_MAX];
    blocks_init(&blocks, counts, class_count);
    switch (sprt->model) {
    case SPRT_LOGISTIC:
        mle_logistic(&blocks, sprt->elo0, p0);
        mle_logistic(&blocks, sprt->elo1, p1);
        break;
    case SPRT_NORMALIZED:
        mle_normalized(&blocks, sprt->elo0, p0);
        mle_normalized(&blocks, sprt->elo1, p1);
        break;
    }
    double sum = 0;
    for (int i = 0; i < class_count; i++)
        sum += blocks.p[i] * (log(p1[i]) - log(p0[i]));
    sprt->llr = blocks.total * sum;
    sprt->lower = log(sprt->beta / (1 - sprt->alpha));
    sprt->upper = log((1 - sprt->beta) / sprt->alpha);
    sprt->state = SPRT_CONTINUE;
    if (sprt->llr >= sprt->upper)
        sprt->state = SPRT_H1;
    else if (sprt->llr <= sprt->lower)
        sprt->state = SPRT_H0;
}

/* ---------------------------------------------------------------- batch ratings (ratings 3) */

struct ml {
    const struct ml_game *games;
    int game_count, players;
    double center, virtual_draws;
    double *matrix;   /* players * players: negative Hessian, then its factor, then the inverse */
    double *gradient; /* players; the step after solving */
    double *rating, *trial;
};

static double log_expected(double difference)
{
    double x = -ELO_PER_LOGIT * difference;
    return x > 700 ? -x : -log1p(exp(x)); /* exp would overflow; ln(1 + e^x) is x there */
}

static double ml_likelihood(const struct ml *ml, const double *rating)
{
    double sum = 0;
    for (int i = 0; i < ml->game_count; i++) {
        const struct ml_game *game = &ml->games[i];
        double difference = rating[game->a] - rating[game->b];
        sum += game->score_a * log_expected(difference) +
               (game->n - game->score_a) * log_expected(-difference);
    }
    if (ml->virtual_draws > 0) {
        for (int i = 0; i < ml->players; i++)
            sum += ml->virtual_draws / 2 *
                   (log_expected(rating[i] - ml->center) + log_expected(ml->center - rating[i]));
    }
    return sum;
}

/* Fills gradient and negative Hessian at `rating`. Without virtual draws the Hessian is singular
 * along (1, 1 .. 1); a multiple of that projection is added, which changes no step whose sum is 0.
 * Returns that multiple, or 0. */
static double ml_derive(struct ml *ml)
{
    size_t n = (size_t)ml->players;
    memset(ml->matrix, 0, n * n * sizeof *ml->matrix);
    memset(ml->gradient, 0, n * sizeof *ml->gradient);
    for (int i = 0; i < ml->game_count; i++) {
        const struct ml_game *game = &ml->games[i];
        size_t a = (size_t)game->a, b = (size_t)game->b;
        if (a == b)
            continue;
        double e = elo_expected(ml->rating[a] - ml->rating[b]);
        double weight = ELO_PER_LOGIT * ELO_PER_LOGIT * game->n * e * (1 - e);
        double pull = ELO_PER_LOGIT * (game->score_a - game->n * e);
        ml->gradient[a] += pull;
        ml->gradient[b] -= pull;
        ml->matrix[a * n + a] += weight;
        ml->matrix[b * n + b] += weight;
        ml->matrix[a * n + b] -= weight;
        ml->matrix[b * n + a] -= weight;
    }
    if (ml->virtual_draws > 0) {
        for (size_t a = 0; a < n; a++) {
            double e = elo_expected(ml->rating[a] - ml->center);
            ml->gradient[a] += ELO_PER_LOGIT * ml->virtual_draws * (0.5 - e);
            ml->matrix[a * n + a] +=
                ELO_PER_LOGIT * ELO_PER_LOGIT * ml->virtual_draws * e * (1 - e);
        }
        return 0;
    }
    double trace = 0;
    for (size_t a = 0; a < n; a++)
        trace += ml->matrix[a * n + a];
    double shift = trace / (double)n;
    for (size_t i = 0; i < n * n; i++)
        ml->matrix[i] += shift / (double)n;
    return shift;
}

/* Cholesky factor in the lower triangle, in place. False where rounding left nothing positive. */
static bool cholesky_factor(double *m, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = j; i < n; i++) {
            double sum = m[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= m[i * n + k] * m[j * n + k];
            if (i > j) {
                m[i * n + j] = sum / m[j * n + j];
                continue;
            }
            if (!(sum > 0))
                return false;
            m[j * n + j] = sqrt(sum);
        }
    }
    return true;
}

static void cholesky_solve(const double *m, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= m[i * n + k] * x[k];
        x[i] /= m[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            x[i] -= m[k * n + i] * x[k];
        x[i] /= m[i * n + i];
    }
}

/* Newton with step halving; the likelihood is concave, so this ends at its only maximum. */
static bool ml_climb(struct ml *ml)
{
    size_t n = (size_t)ml->players;
    double likelihood = ml_likelihood(ml, ml->rating);
    for (int round = 0; round < 500; round++) {
        (void)ml_derive(ml);
        if (!cholesky_factor(ml->matrix, n))
            return false;
        cholesky_solve(ml->matrix, n, ml->gradient);
        double scale = 1, step = 0, next = 0;
        for (int halving = 0; halving < 60; halving++, scale /= 2) {
            step = 0;
            for (size_t i = 0; i < n; i++) {
                ml->trial[i] = ml->rating[i] + scale * ml->gradient[i];
                step = fmax(step, fabs(scale * ml->gradient[i]));
            }
            next = ml_likelihood(ml, ml->trial);
            if (next >= likelihood - 1e-12 * fabs(likelihood))
                break;
        }
        memcpy(ml->rating, ml->trial, n * sizeof *ml->rating);
        likelihood = next;
        if (step < 1e-10)
            return true;
    }
    return true; /* the last bit of a rating may dance about for ever; it is far below any bar */
}

/* Is every player reached from every other along "scored something against"? From player 0,
 * forwards and then backwards. */
static bool ml_connected(const struct ml *ml, bool *seen)
{
    for (int backwards = 0; backwards < 2; backwards++) {
        memset(seen, 0, (size_t)ml->players);
        seen[0] = true;
        for (bool grown = true; grown;) {
            grown = false;
            for (int i = 0; i < ml->game_count; i++) {
                const struct ml_game *game = &ml->games[i];
                bool scored_a = game->score_a > 0, scored_b = game->n - game->score_a > 0;
                bool forth = backwards ? scored_b : scored_a;
                bool back = backwards ? scored_a : scored_b;
                if ((forth && seen[game->a] && !seen[game->b]) ||
                    (back && seen[game->b] && !seen[game->a])) {
                    seen[game->a] = seen[game->b] = true;
                    grown = true;
                }
            }
        }
        for (int i = 0; i < ml->players; i++) {
            if (!seen[i])
                return false;
        }
    }
    return true;
}

/* Error bars from the inverse, a column at a time; `shift` undoes what ml_derive added. */
static bool ml_bars(struct ml *ml, struct ml_rating *ratings, double *cov)
{
    size_t n = (size_t)ml->players;
    double shift = ml_derive(ml);
    if (!cholesky_factor(ml->matrix, n))
        return false;
    for (size_t a = 0; a < n; a++) {
        memset(ml->trial, 0, n * sizeof *ml->trial);
        ml->trial[a] = 1;
        cholesky_solve(ml->matrix, n, ml->trial);
        if (shift > 0) {
            for (size_t b = 0; b < n; b++)
                ml->trial[b] -= 1 / (shift * (double)n);
        }
        ratings[a].rating = ml->rating[a];
        ratings[a].se = sqrt(fmax(0, ml->trial[a]));
        ratings[a].err95 = Z95 * ratings[a].se;
        if (cov)
            memcpy(cov + a * n, ml->trial, n * sizeof *cov);
    }
    return true;
}

int stats_ml_ratings(const struct ml_game *games, int game_count, int player_count, double center,
                     double virtual_draws, struct ml_rating *ratings, double *cov)
{
    assert(game_count >= 0 && player_count >= 0 && virtual_draws >= 0);
    if (player_count == 0)
        return 0;
    if (player_count == 1 && virtual_draws <= 0) { /* the mean is fixed: nothing is unknown */
        ratings[0] = (struct ml_rating){.rating = center};
        if (cov)
            cov[0] = 0;
        return 0;
    }
    size_t n = (size_t)player_count;
    struct ml ml = {.games = games,
                    .game_count = game_count,
                    .players = player_count,
                    .center = center,
                    .virtual_draws = virtual_draws};
    int status = STATS_MEMORY;
    bool *seen = calloc(n, sizeof *seen);
    ml.matrix = calloc(n * n, sizeof *ml.matrix);
    ml.gradient = calloc(n, sizeof *ml.gradient);
    ml.rating = calloc(n, sizeof *ml.rating);
    ml.trial = calloc(n, sizeof *ml.trial);
    if (!seen || !ml.matrix || !ml.gradient || !ml.rating || !ml.trial)
        goto out;
    for (size_t i = 0; i < n; i++)
        ml.rating[i] = center;
    status = STATS_APART;
    if (virtual_draws <= 0 && !ml_connected(&ml, seen))
        goto out;
    if (ml_climb(&ml) && ml_bars(&ml, ratings, cov))
        status = 0;
out:
    free(seen);
    free(ml.matrix);
    free(ml.gradient);
    free(ml.rating);
    free(ml.trial);
    return status;
}
