/* million.c - a ladder of a million bots and ten million results: what each part of it takes as the
 * bots become ten times as many. The lobby of as many is crowd.c.
 *
 *   million DIR BOTS [RESULTS_A_BOT]
 *
 * BOTS is the last of the sizes, of a hundredth, a tenth and the whole of it; there are
 * RESULTS_A_BOT results (10) for each bot. Prints a line a size and part, `million BOTS PART
 * SECONDS s [MEMORY bytes]`, where the seconds are CPU of this process and the memory what it grew
 * by; and last the powers (growing.h). The parts: apply    the results applied to the standings
 *   store    the same written to SQLite, without records, in groups of 5,000
 *   table    a batch table is read and made from nothing, where BATCH=1 is set
 *   replay   a daemon's ladder is opened without a snapshot
 *   open     the same with one
 *   standings, bot   a page of the standings at any place, and of any bot: of 500
 * DIR takes the files of one size at a time: about 600 bytes a result. */
#include "growing.h"

#include "log/batch_tables.h"
#include "web/web_site.h"

#include <event2/buffer.h>

enum { GROUP = 5000, PAGES = 500 };

static struct growing growing = {.program = "million"};
static uint64_t state;
static long result_count;
static int each;
static char path[400], url[420];

static void name_bot(char name[LADDER_NAME_MAX + 1], int bot)
{
    snprintf(name, LADDER_NAME_MAX + 1, "bot-%07d", bot);
}

/* Four seats of different bots; who is numbered lower is stronger. */
static void make_result(struct ladder_result *result, long number)
{
    int first = (int)splitmix_below(&state, (uint32_t)growing.bots),
        step = 1 + (int)splitmix_below(&state, 20);
    long sum = 0;

    *result = (struct ladder_result){.seat_count = 4, .side_count = 2};
    result->wall_msec = 1700000000000 + number;
    snprintf(result->game, sizeof result->game, "g-18bcfe56800-%09ld", number);
    snprintf(result->ruleset, sizeof result->ruleset, "wikipedia");
    snprintf(result->reason, sizeof result->reason, "target");
    for (int seat = 0; seat < 4; seat++) {
        int bot = (first + seat * step) % growing.bots;
        name_bot(result->seats[seat].bot, bot);
        result->seats[seat].side = seat % 2;
        sum += seat % 2 ? bot : -bot;
    }
    bool win =
        (long)splitmix_below(&state, 4000) * growing.bots < 2000L * growing.bots + 1000 * sum;
    result->scores[win ? 0 : 1] = 500;
    result_ranks(result, win ? 1u : 2u, -1);
}

static void add_bots(struct replay *replay, struct store *store)
{
    for (int bot = 0; bot < growing.bots; bot++) {
        char name[LADDER_NAME_MAX + 1];
        name_bot(name, bot);
        int index = standings_add(&replay->standings, name, "");
        if (index < 0 || store_bot_add(store, &replay->standings.bots[index], 1))
            growing_die(&growing, store_error(store));
    }
}

static void measure_results(void)
{
    struct ladder_error error;
    struct store *store;
    struct replay replay;
    double applied = 0, stored = 0, before = growing_memory(&growing);

    replay_init(&replay);
    if (store_open(&store, url, 0, &error))
        growing_die(&growing, error.text);
    if (store_begin(store, true) || replay_load(&replay, store, NULL, NULL))
        growing_die(&growing, store_error(store));
    add_bots(&replay, store);
    for (long i = 0; i < result_count; i++) {
        struct ladder_result result;
        struct result_change change;
        int64_t seq;
        make_result(&result, i);
        double began = bench_cpu();
        if (apply_result(&replay.standings, &result, false, &change))
            growing_die(&growing, "out of memory");
        double middle = bench_cpu();
        if (store_result_add(store, &result, &replay.standings, &change, &seq))
            growing_die(&growing, store_error(store));
        if (i % GROUP == GROUP - 1 && (store_commit(store) || store_begin(store, true)))
            growing_die(&growing, store_error(store));
        applied += middle - began;
        stored += bench_cpu() - middle;
    }
    for (int bot = 0; bot < growing.bots; bot++) {
        if (store_bot_cache(store, &replay.standings.bots[bot]))
            growing_die(&growing, store_error(store));
    }
    if (store_commit(store))
        growing_die(&growing, store_error(store));
    growing_print(&growing, "apply", applied, growing_memory(&growing) - before);
    growing_print(&growing, "store", stored, -1);
    replay_fini(&replay);
    store_close(store);
}

static void measure_batch(void)
{
    struct batch_tables tables;
    struct rank_table made;
    struct ladder_error error;
    struct store *store;
    double before = growing_memory(&growing), began = bench_cpu();

    batch_tables_init(&tables);
    if (store_open(&store, url, STORE_READ_ONLY, &error))
        growing_die(&growing, error.text);
    if (store_begin(store, false) || batch_tables_update(&tables, store) ||
        batch_tables_make(&tables, 0, &made))
        growing_die(&growing, "no batch table");
    growing_print(&growing, "table", bench_cpu() - began, growing_memory(&growing) - before);
    store_rollback(store);
    store_close(store);
    rank_list_table_free(&made);
    batch_tables_fini(&tables);
}

static void measure_pages(struct web_site *site, const char *kind)
{
    double began = bench_seconds(CLOCK_THREAD_CPUTIME_ID);

    for (int i = 0; i < PAGES; i++) {
        char page[64], query[64] = "";
        struct web_answer answer = {.code = 200, .body = evbuffer_new()};
        uint32_t bot = splitmix_below(&state, (uint32_t)growing.bots);
        if (strcmp(kind, "bot") == 0) {
            snprintf(page, sizeof page, "/bot/bot-%07u", bot);
        } else {
            snprintf(page, sizeof page, "/%s", kind);
            snprintf(query, sizeof query, "after=%u", bot);
        }
        struct web_query asked = {.path = page, .query = query[0] ? query : NULL};
        route_answer(site, &asked, &answer);
        if (answer.code != 200 || evbuffer_get_length(answer.body) < 1000)
            growing_die(&growing, page);
        evbuffer_free(answer.body);
    }
    growing_print(&growing, kind, (bench_seconds(CLOCK_THREAD_CPUTIME_ID) - began) / PAGES, -1);
}

static void open_ladder(const char *name, struct ladder **ladder)
{
    struct ladder_error error;
    double before = growing_memory(&growing), began = bench_cpu();

    if (writer_open(ladder, url, true, &error))
        growing_die(&growing, error.text);
    growing_print(&growing, name, bench_cpu() - began, growing_memory(&growing) - before);
}

static void remove_files(void)
{
    static const char *const endings[] = {"",      "-wal",      "-shm",
                                          ".lock", ".snapshot", ".snapshot-before"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[420];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        (void)unlink(name);
    }
}

static void measure_ladder(void)
{
    struct web_site site = {0};
    struct ladder_error error;

    state = 7;
    result_count = (long)growing.bots * each;
    remove_files();
    measure_results();
    if (getenv("BATCH"))
        measure_batch();
    open_ladder("replay", &site.ladder);
    writer_close(site.ladder);
    open_ladder("open", &site.ladder);
    if (store_open(&site.store, url, STORE_READ_ONLY, &error))
        growing_die(&growing, error.text);
    measure_pages(&site, "standings");
    measure_pages(&site, "bot");
    route_fini(&site);
    writer_close(site.ladder);
    remove_files();
}

int main(int argc, char **argv)
{
    int most = argc >= 3 ? atoi(argv[2]) : 0;

    each = argc >= 4 ? atoi(argv[3]) : 10;
    if (most < GROWING_LEAST || each < 1) {
        fprintf(stderr, "usage: million DIR BOTS [RESULTS_A_BOT]; at least %d bots\n",
                GROWING_LEAST);
        return 2;
    }
    snprintf(path, sizeof path, "%s/million.db", argv[1]);
    snprintf(url, sizeof url, "sqlite:%s", path);
    growing_run(&growing, most, measure_ladder);
    return 0;
}
