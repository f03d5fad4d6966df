/* interval.c - 95 % intervals of block scores as shown to people, also for few blocks (ratings 8).
 *
 * Ratings 5 takes the spread of the blocks as known and their mean as normal. For few blocks, or a
 * lopsided score, both are wrong: one pair of games that was split has no spread at all. Here the
 * shares of the classes have a prior: END_WEIGHT / n of a block at score 0 and at 1, and
 * EVEN_WEIGHT of a block spread over all classes, where n is the number of games of a block. The
 * posterior of the mean score has a known mean and variance and is approximated by a beta
 * distribution, which is skewed as the score is. tests/unit/ladder/rating/test_interval.c shows how
 * often such an interval holds the truth, and why these weights. */
#include "rating/interval.h"
#include "rating/stats.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#define Z95 1.959963984540054
#define LN10 2.302585092994045684
#define END_WEIGHT 0.5
#define EVEN_WEIGHT 0.4

/* ------------------------------------------------------------------------ the beta distribution */

/* The continued fraction of the incomplete beta function, by Lentz's method; good for x <
 * (a+1)/(a+b+2). */
static double beta_fraction(double x, double a, double b)
{
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
    double value = d;
    for (int m = 1; m < 10000; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double steps[2] = {even, odd}, change = 1;
        for (int i = 0; i < 2; i++) {
            d = 1 + steps[i] * d;
            c = 1 + steps[i] / c;
            d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
            c = fabs(c) < DBL_MIN ? DBL_MIN : c;
            change = c * d;
            value *= change;
        }
        if (fabs(change - 1) < 1e-14)
            break;
    }
    return value;
}

static double beta_log_front(double a, double b)
{
    int sign;
    return lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign);
}

/* The chance of a value below x. */
static double beta_cdf(double x, double a, double b)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    double front = exp(beta_log_front(a, b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(1 - x, b, a) / b;
}

/* Newton's method from the mean; a step out of (0, 1) goes to the middle of the rest instead. */
static double beta_quantile(double chance, double a, double b)
{
    double low = 0, high = 1, x = a / (a + b), front = beta_log_front(a, b);
    for (int round = 0; round < 200; round++) {
        double off = beta_cdf(x, a, b) - chance;
        if (off < 0)
            low = x;
        else
            high = x;
        double next = x - off / exp(front + (a - 1) * log(x) + (b - 1) * log1p(-x));
        if (!(next > low && next < high))
            next = low + (high - low) / 2;
        if (fabs(next - x) < 1e-12)
            break;
        x = next;
    }
    return x;
}

double interval_student95(double freedom)
{
    double low = 0, high = 13; /* of one degree of freedom it is 12.7 */
    assert(freedom >= 1);
    for (int round = 0; round < 60; round++) {
        double t = (low + high) / 2;
        if (beta_cdf(freedom / (freedom + t * t), freedom / 2, 0.5) > 0.05)
            low = t;
        else
            high = t;
    }
    return low;
}

void interval_ratio_add(struct interval_ratio *ratio, double part, double whole)
{
    assert(whole > 0);
    ratio->blocks++;
    ratio->part += part;
    ratio->whole += whole;
    ratio->part_squared += part * part;
    ratio->whole_squared += whole * whole;
    ratio->product += part * whole;
}

/* The error of a ratio of two sums by the usual expansion, with Student's t because few blocks say
 * little about their variance. */
double interval_ratio(const struct interval_ratio *ratio, double *err95)
{
    assert(ratio->blocks >= 0 && ratio->whole >= 0);
    double n = ratio->blocks, mean = ratio->whole > 0 ? ratio->part / ratio->whole : 0;

    *err95 = 0;
    if (n >= INTERVAL_BLOCKS_MIN) {
        double rest =
            ratio->part_squared - 2 * mean * ratio->product + mean * mean * ratio->whole_squared;
        *err95 = interval_student95(n - 1) * sqrt(fmax(rest, 0) * n / (n - 1)) / ratio->whole;
    }
    return mean;
}

/* --------------------------------------------------------------------------------- the interval */

/* Blocks and prior together. */
struct posterior {
    double weight, mean, variance, skew, kurtosis; /* of the score of a block */
};

static struct posterior posterior_of(const double *counts, int class_count)
{
    struct posterior out = {.weight = 0};
    double shares[STATS_CLASSES_MAX], third = 0, fourth = 0;
    int last = class_count - 1;
    for (int i = 0; i <= last; i++) {
        shares[i] = counts[i] + EVEN_WEIGHT / class_count;
        shares[i] += i == 0 || i == last ? END_WEIGHT / (last / 2) : 0;
        out.weight += shares[i];
    }
    for (int i = 0; i <= last; i++)
        out.mean += shares[i] / out.weight * i / last;
    for (int i = 0; i <= last; i++) {
        double off = (double)i / last - out.mean, part = shares[i] / out.weight;
        out.variance += part * off * off;
        third += part * off * off * off;
        fourth += part * off * off * off * off;
    }
    out.skew = third / pow(out.variance, 1.5);
    out.kurtosis = fourth / (out.variance * out.variance);
    return out;
}

static double elo_of(double score)
{
    score = fmin(fmax(score, 0.001), 0.999);
    return 400.0 * log10(score / (1.0 - score));
}

void interval_of_blocks(const double *counts, int class_count, struct block_interval *out)
{
    double sum = 0, low, high;
    assert(class_count >= 3 && class_count <= STATS_CLASSES_MAX && class_count % 2 == 1);
    *out = (struct block_interval){.blocks = 0};
    for (int i = 0; i < class_count; i++) {
        out->blocks += counts[i];
        sum += counts[i] * i / (class_count - 1);
    }
    struct posterior all = posterior_of(counts, class_count);
    out->few = out->blocks < INTERVAL_BLOCKS_MIN;
    out->score = out->blocks > 0 ? sum / out->blocks : 0.5;
    double spread = all.mean * (1 - all.mean) / (all.variance / (all.weight + 1)) - 1;
    double a = all.mean * spread, b = (1 - all.mean) * spread;
    low = fmin(beta_quantile(0.025, a, b), out->score);
    high = fmax(beta_quantile(0.975, a, b), out->score);
    out->score_low95 = low;
    out->score_high95 = high;
    out->elo = elo_of(out->score);
    out->elo_low95 = elo_of(low);
    out->elo_high95 = elo_of(high);
    out->los = 1 - beta_cdf(0.5, a, b);
    /* The distance of the mean in units of its deviation: the variance by the usual expansion. */
    double n = (class_count - 1) / 2, unit = 800.0 / (LN10 * sqrt(n));
    double d = (all.mean - 0.5) / sqrt(all.variance);
    double part = 1 - d * all.skew + d * d * (all.kurtosis - 1) / 4;
    out->nelo = d * unit;
    out->nelo_err95 = Z95 * sqrt(fmax(part, 0) / all.weight) * unit;
    out->nelo_few = out->blocks < INTERVAL_NELO_BLOCKS_MIN;
}
