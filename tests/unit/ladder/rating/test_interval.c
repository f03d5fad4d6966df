/* test_interval.c - how often the published intervals hold the truth, with few blocks and with many
 * (ratings 8).
 *
 * A block is n games of one deal, in which X plays each of its n places once. A game's result is
 * X's strength, plus the deal's luck (which adds up to 0 over the places), plus its own luck; near
 * 0 it is drawn. Truths are drawn evenly from a band of scores, on either side of 1/2, to average
 * out the steps in the coverage of a single truth with few blocks. INTERVAL_TRIALS is the number of
 * matches for each cell (400).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ladder.h"

#ifdef __SANITIZE_ADDRESS__
enum { TRIALS = 30 };
#else
enum { TRIALS = 100 };
#endif
enum { SIZES = 4, DRAWS = 3, ALIKES = 3, LENGTHS = 6, BANDS = 4 };
static const int sizes[SIZES] = {1, 2, 3, 5}, lengths[LENGTHS] = {4, 6, 10, 20, 30, 100};
static const double draws[DRAWS] = {0, 0.25, 0.85}; /* none, some, most games of equal bots */
static const double alikes[ALIKES] = {0, 0.5, 0.8}; /* the deal's part of all luck */
static const double bands[BANDS + 1] = {0.5, 0.65, 0.8, 0.9, 0.97};

static uint64_t seed;

static double chance(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return ((double)(seed >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    double length = sqrt(-2 * log(chance()));
    return length * cos(6.283185307179586 * chance());
}

static double normal_cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

/* The strength at which a game's expected score is `score`. */
static double strength_of(double score, double draw)
{
    double low = -8, high = 8;
    for (int round = 0; round < 50; round++) {
        double middle = (low + high) / 2;
        if ((normal_cdf(middle - draw) + normal_cdf(middle + draw)) / 2 < score)
            low = middle;
        else
            high = middle;
    }
    return low;
}

struct cell {
    int size, length;
    double draw, alike, from, to;
};

static void match_play(const struct cell *cell, double strength, double *counts)
{
    int n = cell->size;
    double alike = n > 1 ? cell->alike : 0, own = sqrt(1 - alike);
    for (int i = 0; i <= 2 * n; i++)
        counts[i] = 0;
    for (int block = 0; block < cell->length; block++) {
        double luck[STATS_CLASSES_MAX], mean = 0;
        int halves = 0;
        for (int game = 0; game < n; game++)
            mean += (luck[game] = normal()) / n;
        for (int game = 0; game < n; game++) {
            double deal = n > 1 ? (luck[game] - mean) * sqrt(n / (n - 1.0)) : 0;
            double x = strength + sqrt(alike) * deal + own * normal();
            halves += x > cell->draw ? 2 : x >= -cell->draw;
        }
        counts[halves]++;
    }
}

/* The methods that were tried. */
enum way { PLAIN, STUDENT, SHOWN, WAYS };

static bool plain_holds(const double *counts, int class_count, double truth)
{
    struct stats_interval plain;
    stats_interval(counts, class_count, &plain);
    double bar = 1.959963984540054 * plain.score_se;
    return truth >= plain.score - bar && truth <= plain.score + bar;
}

/* Student's t after two blocks, one at score 0 and one at 1. */
static bool student_holds(const double *counts, int class_count, double truth)
{
    double weight = 2, sum = 1, squares = 1;
    for (int i = 0; i < class_count; i++) {
        double score = (double)i / (class_count - 1);
        weight += counts[i];
        sum += counts[i] * score;
        squares += counts[i] * score * score;
    }
    double mean = sum / weight, se = sqrt((squares / weight - mean * mean) / weight);
    double bar = se * interval_student95(weight - 3);
    return truth >= mean - bar && truth <= mean + bar;
}

struct hits {
    double trials, of[WAYS], above, below; /* the last two: the truth is outside, on either side */
};

static struct hits cell_run(const struct cell *cell, int trials)
{
    struct hits hits = {.trials = trials};
    for (int i = 0; i < trials; i++) {
        double counts[STATS_CLASSES_MAX];
        struct block_interval shown;
        double truth = cell->from + (cell->to - cell->from) * chance();
        if (chance() < 0.5)
            truth = 1 - truth;
        match_play(cell, strength_of(truth, cell->draw), counts);
        interval_of_blocks(counts, 2 * cell->size + 1, &shown);
        assert_false(shown.few);
        hits.of[PLAIN] += plain_holds(counts, 2 * cell->size + 1, truth);
        hits.of[STUDENT] += student_holds(counts, 2 * cell->size + 1, truth);
        hits.of[SHOWN] += truth >= shown.score_low95 && truth <= shown.score_high95;
        hits.above += truth > shown.score_high95;
        hits.below += truth < shown.score_low95;
    }
    return hits;
}

static void hits_add(struct hits *sum, const struct hits *hits)
{
    sum->trials += hits->trials;
    sum->above += hits->above;
    sum->below += hits->below;
    for (int way = 0; way < WAYS; way++)
        sum->of[way] += hits->of[way];
}

/* A line of the table. The interval must hold the truth in 93 to 97 of 100 (98 with fewer than
 * six blocks: where most blocks are split, all four are, and any interval of those holds 1/2),
 * and neither side may miss more than 4; three standard deviations of the count are allowed. */
static void hits_check(const char *what, int number, int length, const struct hits *hits)
{
    double part = hits->of[SHOWN] / hits->trials, room = 3 * sqrt(0.05 * 0.95 / hits->trials);
    printf("%-12s %2d, %3d blocks: shown %.3f, as in section 5 %.3f, Student %.3f (%.0f)\n", what,
           number, length, part, hits->of[PLAIN] / hits->trials, hits->of[STUDENT] / hits->trials,
           hits->trials);
    assert_true(part >= 0.93 - room && part <= (length < 6 ? 0.98 : 0.97) + room);
    assert_true(hits->above / hits->trials <= 0.04 + room);
    assert_true(hits->below / hits->trials <= 0.04 + room);
}

static void test_coverage(void **state)
{
    (void)state;
    const char *wanted = getenv("INTERVAL_TRIALS");
    int trials = wanted ? atoi(wanted) : TRIALS;
    struct hits by_size[SIZES][LENGTHS] = {{{0}}}, by_band[BANDS][LENGTHS] = {{{0}}};
    struct hits by_draw[DRAWS][LENGTHS] = {{{0}}}, by_alike[ALIKES][LENGTHS] = {{{0}}};
    double lowest = 1, highest = 0;
    seed = 2026;
    for (int i = 0; i < SIZES * DRAWS * ALIKES * LENGTHS * BANDS; i++) {
        int size = i % SIZES, draw = i / SIZES % DRAWS, alike = i / SIZES / DRAWS % ALIKES;
        int length = i / SIZES / DRAWS / ALIKES % LENGTHS;
        int band = i / SIZES / DRAWS / ALIKES / LENGTHS;
        struct cell cell = {sizes[size],   lengths[length], draws[draw],
                            alikes[alike], bands[band],     bands[band + 1]};
        struct hits hits = cell_run(&cell, trials);
        hits_add(&by_size[size][length], &hits);
        hits_add(&by_band[band][length], &hits);
        hits_add(&by_draw[draw][length], &hits);
        hits_add(&by_alike[alike][length], &hits);
        lowest = fmin(lowest, hits.of[SHOWN] / trials);
        highest = fmax(highest, hits.of[SHOWN] / trials);
    }
    printf("seed 2026, %d matches a cell; of single cells %.3f to %.3f\n", trials, lowest, highest);
    for (int length = 0; length < LENGTHS; length++) {
        for (int i = 0; i < SIZES; i++)
            hits_check("games", sizes[i], lengths[length], &by_size[i][length]);
        for (int i = 0; i < BANDS; i++)
            hits_check("score below", (int)(100 * bands[i + 1]), lengths[length],
                       &by_band[i][length]);
        for (int i = 0; i < DRAWS; i++)
            hits_check("draws", i, lengths[length], &by_draw[i][length]);
        for (int i = 0; i < ALIKES; i++)
            hits_check("alike", i, lengths[length], &by_alike[i][length]);
    }
}

/* The bar of nelo, with truths measured on many blocks. */
static void test_nelo_coverage(void **state)
{
    (void)state;
    static const double scores[] = {0.5, 0.6, 0.75, 0.85};
    enum { MEASURED = 60000, PLAYED = 30 };
    double hits = 0;
    int trials = 20 * TRIALS;
    seed = 7;
    for (int i = 0; i < 8; i++) {
        double counts[STATS_CLASSES_MAX], strength = strength_of(scores[i % 4], 0.25);
        struct cell many = {.size = 1 + i / 4, .length = MEASURED, .draw = 0.25, .alike = 0.5};
        struct cell few = many;
        struct stats_interval truth;
        struct block_interval shown;
        few.length = PLAYED;
        match_play(&many, strength, counts);
        stats_interval(counts, 2 * many.size + 1, &truth);
        for (int trial = 0; trial < trials; trial++) {
            match_play(&few, strength, counts);
            interval_of_blocks(counts, 2 * few.size + 1, &shown);
            hits += fabs(shown.nelo - truth.nelo) <= shown.nelo_err95;
        }
    }
    printf("nelo, %d blocks: %.3f (seed 7)\n", PLAYED, hits / 8 / trials);
    assert_true(hits / 8 / trials > 0.93 && hits / 8 / trials < 0.97);
}

/* One split pair gives no certainty, and neither do four. */
static void test_few_blocks_are_reported_as_few(void **state)
{
    (void)state;
    struct block_interval out;
    interval_of_blocks((double[5]){0, 0, 1, 0, 0}, 5, &out);
    assert_true(out.few && out.nelo_few);
    assert_true(out.elo_low95 < -200 && out.elo_high95 > 200);
    interval_of_blocks((double[5]){0, 0, 3, 0, 0}, 5, &out);
    assert_true(out.few);
    interval_of_blocks((double[5]){0, 0, 4, 0, 0}, 5, &out);
    assert_false(out.few);
    assert_true(out.nelo_few);
    assert_true(out.elo_low95 < -70 && out.elo_high95 > 70);
    assert_true(fabs(out.los - 0.5) < 1e-9 && fabs(out.elo) < 1e-9);
    interval_of_blocks((double[5]){0, 0, 0, 0, 0}, 5, &out); /* no game was played */
    assert_true(out.few && out.elo_low95 < -400 && out.elo_high95 > 400);
    interval_of_blocks((double[3]){0, 0, 4}, 3, &out); /* all won: 1200 Elo is not certain */
    assert_true(out.score == 1 && out.score_low95 < 0.75 && out.los < 0.999);
    interval_of_blocks((double[5]){0, 0, 15, 0, 15}, 5, &out);
    assert_false(out.nelo_few);
}

/* The interval is the same from either side, and with many blocks it is that of ratings 5. */
static void test_sides_and_many(void **state)
{
    (void)state;
    const double counts[7] = {3, 0, 7, 11, 2, 5, 9}, turned[7] = {9, 5, 2, 11, 7, 0, 3};
    struct block_interval a, b;
    interval_of_blocks(counts, 7, &a);
    interval_of_blocks(turned, 7, &b);
    assert_true(fabs(a.score_low95 + b.score_high95 - 1) < 1e-9);
    assert_true(fabs(a.elo_high95 + b.elo_low95) < 1e-6);
    assert_true(fabs(a.los + b.los - 1) < 1e-9 && fabs(a.nelo + b.nelo) < 1e-9);
    const double many[5] = {20000, 50000, 90000, 60000, 30000};
    struct stats_interval plain;
    interval_of_blocks(many, 5, &a);
    stats_interval(many, 5, &plain);
    assert_true(fabs(a.elo - plain.elo) < 1e-6);
    assert_true(fabs(a.elo_low95 - plain.elo_low95) < 0.01);
    assert_true(fabs(a.elo_high95 - plain.elo_high95) < 0.01);
    assert_true(fabs(a.nelo_err95 / plain.nelo_err95 - 1) < 0.05);
}

/* From printed tables. */
static void test_student(void **state)
{
    (void)state;
    static const double table[][2] = {{1, 12.70620}, {2, 4.30265},  {3, 3.18245},
                                      {10, 2.22814}, {30, 2.04227}, {1000, 1.96234}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_true(fabs(interval_student95(table[i][0]) - table[i][1]) < 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_nelo_coverage),
        cmocka_unit_test(test_few_blocks_are_reported_as_few),
        cmocka_unit_test(test_sides_and_many),
        cmocka_unit_test(test_student),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
