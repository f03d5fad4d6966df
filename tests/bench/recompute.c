/* recompute.c - a ladder of a million results is replayed and compared with what is stored, and its
 * batch table made. Usage: recompute DIR [RESULTS] */
#include "bench.h"

#include <string.h>

#include "log/batch_tables.h"

enum { BOTS = 1000, GROUP = 5000 };

static uint64_t state = 500;

static void die(const char *text)
{
    fprintf(stderr, "recompute: %s\n", text);
    exit(3);
}

/* Four seats of pairwise different bots; who is numbered lower is stronger. */
static struct ladder_result made(long number)
{
    struct ladder_result result = {
        .seat_count = 4, .side_count = 2, .wall_msec = 1700000000000 + number};
    int sum = 0;
    snprintf(result.game, sizeof result.game, "g-%ld", number);
    snprintf(result.ruleset, sizeof result.ruleset, "wikipedia");
    snprintf(result.reason, sizeof result.reason, "target");
    int first = (int)splitmix_below(&state, BOTS), step = 1 + (int)splitmix_below(&state, 20);
    for (int seat = 0; seat < 4; seat++) {
        int bot = (first + seat * step) % BOTS;
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "bot-%d", bot);
        result.seats[seat].side = seat % 2;
        sum += seat % 2 ? bot : -bot;
    }
    bool win = (int)splitmix_below(&state, 4 * BOTS) < 2 * BOTS + sum;
    result.scores[win ? 0 : 1] = 500;
    result_ranks(&result, win ? 1u : 2u, -1);
    return result;
}

static void fill(struct store *store, long results)
{
    struct replay replay;
    replay_init(&replay);
    if (store_begin(store, true) || replay_load(&replay, store, NULL, NULL))
        die(store_error(store));
    for (int bot = 0; bot < BOTS; bot++) {
        char name[16];
        snprintf(name, sizeof name, "bot-%d", bot);
        int index = standings_add(&replay.standings, name, "");
        if (index < 0 || store_bot_add(store, &replay.standings.bots[index], 1))
            die(store_error(store));
    }
    for (long i = 0; i < results; i++) {
        struct ladder_result result = made(i);
        struct result_change change;
        int64_t seq;
        if (apply_result(&replay.standings, &result, false, &change) ||
            store_result_add(store, &result, &replay.standings, &change, &seq))
            die(store_error(store));
        if (i % GROUP == GROUP - 1 && (store_commit(store) || store_begin(store, true)))
            die(store_error(store));
    }
    for (int bot = 0; bot < BOTS; bot++) {
        if (store_bot_cache(store, &replay.standings.bots[bot]))
            die(store_error(store));
    }
    if (store_commit(store))
        die(store_error(store));
    replay_fini(&replay);
}

static void recompute(struct store *store)
{
    struct replay replay;
    struct replay_audit audit = {.results = 0};
    replay_init(&replay);
    double began = bench_cpu();
    if (store_begin(store, false) || replay_recompute(&replay, store, false, &audit))
        die(replay.error);
    bench_print("recompute_cpu", bench_cpu() - began, "s", 0);
    store_rollback(store);
    if (audit.differ > 0)
        die("the replay differs from what is stored");
    replay_fini(&replay);
}

static void table(struct store *store)
{
    struct batch_tables ranking;
    struct rank_table made_table;
    batch_tables_init(&ranking);
    double began = bench_cpu();
    if (store_begin(store, false) || batch_tables_update(&ranking, store))
        die(ranking.error);
    store_rollback(store);
    bench_print("ranking_read_cpu", bench_cpu() - began, "s", 0);
    began = bench_cpu();
    if (batch_tables_make(&ranking, 0, &made_table))
        die("out of memory");
    bench_print("ranking_table_cpu", bench_cpu() - began, "s", 0);
    rank_list_table_free(&made_table);
    batch_tables_fini(&ranking);
}

int main(int argc, char **argv)
{
    char url[512];
    struct store *store;
    struct ladder_error error;
    if (argc < 2)
        die("usage: recompute DIR [RESULTS]");
    snprintf(url, sizeof url, "sqlite:%s/recompute.db", argv[1]);
    if (store_open(&store, url, 0, &error))
        die(error.text);
    fill(store, argc > 2 ? atol(argv[2]) : 1000000);
    recompute(store);
    table(store);
    store_close(store);
    return 0;
}
