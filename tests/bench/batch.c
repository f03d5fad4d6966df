/* batch.c - how long the batch table takes.
 *
 *   batch                   a million results, partners by lot and games of two
 *   batch --keep BOTS       a table that is kept up to date: ten results a bot of two seats, then a
 *                           day's, a fiftieth of them, twice. With --mixed of four seats.
 *
 * Prints CPU seconds, and for a kept table the resident memory at its end. */
#include <string.h>
#include <sys/resource.h>

#include "bench.h"

#include <math.h>
#include <stdlib.h>

#include "rating/batch_keep.h"
#include "rating/elo.h"

static uint64_t seed = 500;

static double chance(void)
{
    return (double)(splitmix_next(&seed) >> 11) / 9007199254740992.0;
}

/* Near in strength, as a ladder pairs them: players are in the order of their strength. */
static int near(int player, int players)
{
    int other = player + (int)(chance() * 41) - 20;
    return other < 0 || other >= players ? (int)(chance() * players) : other;
}

static void fill(struct batch_result *results, int count, int players, int seats)
{
    for (int i = 0; i < count; i++) {
        struct batch_result *result = &results[i];
        double difference = 0;
        *result = (struct batch_result){.seat_count = (uint8_t)seats, .side_count = 2};
        for (int seat = 0; seat < seats; seat++) {
            int player = seat == 0 ? (int)(chance() * players) : near(result->player[0], players);
            for (int other = 0; other < seat; other++) {
                if (result->player[other] == player) {
                    player = (player + 1) % players;
                    other = -1;
                }
            }
            result->player[seat] = player;
            result->side[seat] = (uint8_t)(seat % 2);
            difference += (seat % 2 ? -1.0 : 1.0) * 800.0 * player / players / (seats / 2);
        }
        bool win = chance() < elo_expected(difference);
        result->rank[0] = win ? 1 : 2;
        result->rank[1] = win ? 2 : 1;
    }
}

static void measure(const char *name, int count, int players, int seats)
{
    struct batch_result *results = calloc((size_t)count, sizeof *results);
    struct batch_row *rows = calloc((size_t)players, sizeof *rows);
    bool *ranked = calloc((size_t)players, sizeof *ranked);
    double err = 0;
    if (!results || !rows || !ranked)
        abort();
    fill(results, count, players, seats);
    for (int i = 0; i < players; i++)
        ranked[i] = true;
    struct batch batch = {.results = results,
                          .result_count = count,
                          .player_count = players,
                          .ranked = ranked,
                          .center = 1500,
                          .virtual_draws = BATCH_VIRTUAL_DRAWS,
                          .seed = 1,
                          .resamples = BATCH_RESAMPLES,
                          .rows = rows};
    double began = bench_cpu();
    if (batch_compute(&batch))
        abort();
    double took = bench_cpu() - began;
    for (int i = 0; i < players; i++)
        err += rows[i].err95 / players;
    bench_print(name, took, "s", 0);
    fprintf(stderr, "%s: %d results, %d bots, mean bar %.1f\n", name, count, players, err);
    free(results);
    free(rows);
    free(ranked);
}

/* Numbers are given in the order in which bots came, not by strength. */
static void numbers_mix(struct batch_result *results, int64_t count, int players)
{
    int *number = calloc((size_t)players, sizeof *number);
    if (!number)
        abort();
    for (int i = 0; i < players; i++) {
        int at = (int)(chance() * (i + 1));
        number[i] = number[at];
        number[at] = i;
    }
    for (int64_t i = 0; i < count; i++) {
        for (int seat = 0; seat < results[i].seat_count; seat++)
            results[i].player[seat] = number[results[i].player[seat]];
    }
    free(number);
}

static double kept_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void measure_kept(int players, int seats)
{
    int count = players * 10, day = count / 50;
    struct batch_result *results = calloc((size_t)count, sizeof *results);
    struct batch_row *rows = calloc((size_t)players, sizeof *rows);
    bool *ranked = calloc((size_t)players, sizeof *ranked);
    struct batch_keep keep = {.result_count = 0};
    char name[64];
    if (!results || !rows || !ranked)
        abort();
    fill(results, count, players, seats);
    numbers_mix(results, count, players);
    memset(ranked, true, (size_t)players * sizeof *ranked);
    for (int table = 0; table < 3; table++) {
        struct batch batch = {.results = results,
                              .result_count = count - (2 - table) * day,
                              .player_count = players,
                              .ranked = ranked,
                              .center = 1500,
                              .virtual_draws = BATCH_VIRTUAL_DRAWS,
                              .rows = rows};
        double began = bench_cpu(), err = 0;
        if (batch_keep_make(&keep, &batch))
            abort();
        double took = bench_cpu() - began;
        for (int i = 0; i < players; i++)
            err += rows[i].err95 / players;
        snprintf(name, sizeof name, "batch_%s_%d_%d", table ? "day" : "cold", players, seats);
        bench_print(name, took, "s", 0);
        fprintf(stderr, "%s: %lld results, mean bar %.1f\n", name, (long long)batch.result_count,
                err);
    }
    snprintf(name, sizeof name, "batch_keep_memory_%d_%d", players, seats);
    bench_print(name, kept_mib(), "MiB", 0);
    batch_keep_fini(&keep);
    free(results);
    free(rows);
    free(ranked);
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[1], "--keep") == 0 && atoi(argv[2]) >= 100) {
        measure_kept(atoi(argv[2]), argc > 3 && strcmp(argv[3], "--mixed") == 0 ? 4 : 2);
        return 0;
    }
    if (argc > 1) {
        fputs("usage: batch [--keep BOTS [--mixed]], 100 bots or more\n", stderr);
        return 2;
    }
    measure("batch_10k_two", 10000, 100, 2);
    measure("batch_1M_two_1k", 1000000, 1000, 2);
    measure("batch_1M_mixed_1k", 1000000, 1000, 4);
    return 0;
}
