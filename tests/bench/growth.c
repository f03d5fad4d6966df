/* growth.c - what a ladder costs as it grows: at each power of ten of stored results, with a tenth
 * as many bots, up to 50,000.
 *
 *   growth DIR RESULTS_MAX
 *
 * Prints one line a size and figure, `results SIZE NAME MICROSECONDS`, for growth.sh:
 *   add      a result, in groups of 64, the last before that size (median of 41)
 *   open     the whole store for a daemon that starts without a snapshot, a stored result
 *   find     a game by its id, as a second submission is
 *   history  a page of 50 results of one bot, newest first
 *   bot      a bot by its name, from memory
 *   page     50 places in the middle of the standings, from memory
 *   place    the place of a bot
 * The first four are of SQLite on disk, warm. Medians of many calls at random; times are CPU time,
 * because times of a shared disk say nothing about growth. */
#include "bench.h"

#include "ladder.h"
#include "log/replay.h"
#include "writer/ladder_db.h"
#include "writer/writer_view.h"

#include <string.h>

enum {
    GROUP = 512,
    LAST_GROUP = 64, /* as a busy daemon makes them */
    LAST_GROUPS = 41,
    CALLS = 200,
    PAGE_ROWS = 50,
    RESULTS_MIN = 1000,
    RESULTS_A_BOT = 10,
    BOTS_MOST = 50000
};

static uint64_t state = 1;
static struct store *store;
static struct replay replay;
static int bot_count;
static long result_count;

static void die(const char *what)
{
    fprintf(stderr, "growth: %s\n", what);
    exit(3);
}

static void check(int status)
{
    if (status == STORE_FAILED)
        die(store_error(store));
}

static void name_bot(char *name, size_t size, int bot)
{
    snprintf(name, size, "bot-%07d", bot);
}

static void name_game(char *name, size_t size, long number)
{
    snprintf(name, size, "g-18bcfe56800-%09ld", number);
}

/* Makes a result of four different bots. */
static void make_result(struct ladder_result *result, long number)
{
    int quarter = bot_count / 4;

    memset(result, 0, sizeof *result);
    result->seat_count = 4;
    result->side_count = 2;
    result->wall_msec = 1700000000000 + number;
    name_game(result->game, sizeof result->game, number);
    snprintf(result->ruleset, sizeof result->ruleset, "wikipedia");
    snprintf(result->reason, sizeof result->reason, "target");
    for (int seat = 0; seat < 4; seat++) {
        int bot = seat * quarter + (int)splitmix_below(&state, (uint32_t)quarter);
        name_bot(result->seats[seat].bot, sizeof result->seats[seat].bot, bot);
        result->seats[seat].side = seat % 2;
    }
    result->scores[0] = 520;
    result->scores[1] = (int32_t)splitmix_below(&state, 52) * 10;
    result_ranks(result, 1, -1);
}

static void add_bots(int count)
{
    check(store_begin(store, true));
    for (; bot_count < count; bot_count++) {
        char name[LADDER_NAME_MAX + 1];
        name_bot(name, sizeof name, bot_count);
        int bot = standings_add(&replay.standings, name, "");
        if (bot < 0)
            die("out of memory");
        check(store_bot_add(store, &replay.standings.bots[bot], 1));
    }
    check(store_commit(store));
}

static void add_group(int count)
{
    struct ladder_result result;
    struct result_change change;
    int64_t seq;

    check(store_begin(store, true));
    for (int i = 0; i < count; i++) {
        make_result(&result, ++result_count);
        check(store_result_find(store, result.game, &seq));
        check(apply_result(&replay.standings, &result, false, &change));
        check(store_result_add(store, &result, &replay.standings, &change, &seq));
        for (int seat = 0; seat < 4; seat++)
            check(store_bot_cache(store, &replay.standings.bots[change.seats[seat].bot]));
    }
    check(store_commit(store));
}

static void print_figure(long size, const char *name, double usec)
{
    printf("results %ld %s %.4g\n", size, name, usec);
    fflush(stdout);
}

static void grow_to(long size)
{
    double usec[LAST_GROUPS];
    long last = (size - result_count) / 2 / LAST_GROUPS < LAST_GROUP
                    ? (size - result_count) / 2 / LAST_GROUPS
                    : LAST_GROUP;

    add_bots((int)(size / RESULTS_A_BOT < BOTS_MOST ? size / RESULTS_A_BOT : BOTS_MOST));
    while (result_count + GROUP <= size - last * LAST_GROUPS)
        add_group(GROUP);
    for (int i = 0; i < LAST_GROUPS; i++) {
        double start = bench_cpu();
        add_group((int)last);
        usec[i] = (bench_cpu() - start) / (double)last * 1e6;
    }
    while (result_count < size)
        add_group((int)(size - result_count < GROUP ? size - result_count : GROUP));
    print_figure(size, "add", bench_median(usec, LAST_GROUPS));
}

/* ------------------------------------------------------------------------------ what is asked for
 */

static void find_game(void)
{
    char game[LADDER_GAME_ID_MAX + 1];
    int64_t seq;
    name_game(game, sizeof game, 1 + (long)splitmix_below(&state, (uint32_t)result_count));
    check(store_result_find(store, game, &seq));
}

static void read_history(void)
{
    static struct store_result results[PAGE_ROWS];
    int bot = (int)splitmix_below(&state, (uint32_t)bot_count);
    check(
        store_results_before(store, replay.standings.bots[bot].id, INT64_MAX, results, PAGE_ROWS));
}

static struct ladder *ladder;

static void find_bot(void)
{
    char name[LADDER_NAME_MAX + 1];
    struct ladder_bot bot;
    name_bot(name, sizeof name, (int)splitmix_below(&state, (uint32_t)bot_count));
    if (!writer_view_bot(ladder, name, &bot))
        die("a bot is missing");
}

static void read_page(void)
{
    struct ladder_row rows[PAGE_ROWS];
    int total, first = bot_count > PAGE_ROWS ? (bot_count - PAGE_ROWS) / 2 : 0;
    (void)writer_view_rows(ladder, NULL, first, rows, PAGE_ROWS, &total);
}

static void find_place(void)
{
    char name[LADDER_NAME_MAX + 1];
    struct ladder_row row;
    name_bot(name, sizeof name, (int)splitmix_below(&state, (uint32_t)bot_count));
    (void)writer_view_row(ladder, NULL, name, &row);
}

/* Times calls by the hundred, because one may take less than the clock resolves. The first call is
 * not counted: it may sort.
 */
static void measure(const char *name, void (*call)(void))
{
    enum { TIMES = 20 };
    double usec[TIMES];

    call();
    for (int i = 0; i < TIMES; i++) {
        double start = bench_cpu();
        for (int k = 0; k < CALLS / TIMES; k++)
            call();
        usec[i] = (bench_cpu() - start) / (CALLS / TIMES) * 1e6;
    }
    print_figure(result_count, name, bench_median(usec, TIMES));
}

static void measure_size(const char *url)
{
    struct ladder_error error;

    check(store_begin(store, false));
    measure("find", find_game);
    measure("history", read_history);
    check(store_commit(store));
    double start = bench_cpu();
    if (writer_open(&ladder, url, false, &error))
        die(error.text);
    print_figure(result_count, "open", (bench_cpu() - start) / (double)result_count * 1e6);
    measure("bot", find_bot);
    measure("page", read_page);
    measure("place", find_place);
    writer_close(ladder);
}

int main(int argc, char **argv)
{
    struct ladder_error error;
    char url[400];
    long most = argc == 3 ? atol(argv[2]) : 0;

    if (most < RESULTS_MIN || most > 10000000) {
        fprintf(stderr, "usage: growth DIR RESULTS_MAX (%d to 10000000)\n", RESULTS_MIN);
        return 2;
    }
    snprintf(url, sizeof url, "sqlite:%s/growth.db", argv[1]);
    if (store_open(&store, url, 0, &error))
        die(error.text);
    replay_init(&replay);
    check(store_begin(store, true));
    check(replay_load(&replay, store, NULL, NULL));
    check(store_commit(store));
    for (long size = RESULTS_MIN; size <= most; size *= 10) {
        grow_to(size);
        measure_size(url);
    }
    store_close(store);
    replay_fini(&replay);
    return 0;
}
