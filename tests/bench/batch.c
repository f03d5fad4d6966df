/* batch.c - how long the batch table takes: a million results, partners by lot and games of two. */
#include "bench.h"

#include <math.h>
#include <stdlib.h>

#include "rating/batch.h"
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

int main(void)
{
    measure("batch_10k_two", 10000, 100, 2);
    measure("batch_1M_two_1k", 1000000, 1000, 2);
    measure("batch_1M_mixed_1k", 1000000, 1000, 4);
    return 0;
}
