/* start.c - what a start costs as the log grows: at each power of ten of results of 50,000 bots.
 *
 *   start DIR RESULTS_MAX
 *
 * Fills DIR/start-RESULTS.db for each size, or takes those that are there, and prints a line a size
 * and figure, `start SIZE NAME VALUE`; times are seconds of CPU, of which the least of three runs
 * counts, but for the first:
 *   whole     a daemon's ladder is opened without a snapshot, so that its log is replayed; one run
 *   open      the same after it was closed: with a snapshot of its end
 *   killed    the same after it was killed at the worst time: just before the next snapshot
 *   take      the snapshot as bytes, which is what the writer's thread does for one
 *   read      its bytes read and their digest made, and the same mapped (`map`) instead
 *   decode    those bytes made standings
 *   bytes     of the snapshot (no time)
 * and last the power of the size that `open` and `killed` follow in the last factor of ten. */
#include "bench.h"

#include "log/replay.h"
#include "log/snapshot.h"
#include "standings/standings_bytes.h"
#include "store/chain.h"
#include "writer/ladder_db.h"
#include "writer/snapshot_thread.h"

#include <fcntl.h>
#include <math.h>
#include <openssl/sha.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BOTS = 50000, SEATS = 4, RUNS = 3, GROUP = 10000, SIZES = 8 };

static uint64_t state;
static sqlite3 *db;
static sqlite3_stmt *add_result, *add_seat;
static uint8_t chain[CHAIN_BYTES];
static char path[400], url[420];

static void die(const char *what)
{
    fprintf(stderr, "start: %s\n", what);
    exit(3);
}

static void sql(const char *text)
{
    if (sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(db));
}

static void print_figure(long size, const char *name, double value)
{
    printf("start %ld %s %.4g\n", size, name, value);
    fflush(stdout);
}

/* --------------------------------------------------------------------------------------- the log
 */

static void name_bot(char name[LADDER_NAME_MAX + 1], int bot)
{
    snprintf(name, LADDER_NAME_MAX + 1, "bot-%07d", bot);
}

/* Makes a result of four different bots, on one of three ladders. */
static void make_result(struct ladder_result *result, int *bots, long number)
{
    static const char *const rulesets[] = {"wikipedia", "australian", "australian+misere=no"};

    *result = (struct ladder_result){.seat_count = SEATS, .side_count = 2};
    result->wall_msec = 1700000000000 + number;
    snprintf(result->game, sizeof result->game, "g-18bcfe56800-%09ld", number);
    snprintf(result->ruleset, sizeof result->ruleset, "%s", rulesets[splitmix_below(&state, 3)]);
    snprintf(result->reason, sizeof result->reason, "target");
    for (int seat = 0; seat < SEATS; seat++) {
        bots[seat] = seat * (BOTS / SEATS) + (int)splitmix_below(&state, BOTS / SEATS);
        name_bot(result->seats[seat].bot, bots[seat]);
        result->seats[seat].side = seat % 2;
    }
    result->scores[0] = 520;
    result->scores[1] = (int32_t)splitmix_below(&state, 52) * 10;
    result_ranks(result, 1, -1);
}

static void run(sqlite3_stmt *stmt)
{
    if (sqlite3_step(stmt) != SQLITE_DONE)
        die(sqlite3_errmsg(db));
    sqlite3_reset(stmt);
}

/* As the store would, but for the ratings beside each result, which no replay reads. */
static void write_result(const struct ladder_result *result, const int *bots, long seq)
{
    char scores[32];

    chain_result(chain, seq, result, NULL, NULL, chain);
    snprintf(scores, sizeof scores, "%d:%d", (int)result->scores[0], (int)result->scores[1]);
    sqlite3_bind_int64(add_result, 1, seq);
    sqlite3_bind_text(add_result, 2, result->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(add_result, 3, result->ruleset, -1, SQLITE_STATIC);
    sqlite3_bind_int64(add_result, 4, result->wall_msec);
    sqlite3_bind_text(add_result, 5, scores, -1, SQLITE_STATIC);
    sqlite3_bind_blob(add_result, 6, chain, sizeof chain, SQLITE_STATIC);
    run(add_result);
    for (int seat = 0; seat < SEATS; seat++) {
        sqlite3_bind_int64(add_seat, 1, seq);
        sqlite3_bind_int(add_seat, 2, seat);
        sqlite3_bind_int(add_seat, 3, bots[seat] + 1);
        sqlite3_bind_int(add_seat, 4, result->seats[seat].side);
        sqlite3_bind_int(add_seat, 5, result->ranks[result->seats[seat].side]);
        run(add_seat);
    }
}

static void prepare(const char *text, sqlite3_stmt **stmt)
{
    if (sqlite3_prepare_v2(db, text, -1, stmt, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(db));
}

static void db_open(void)
{
    if (sqlite3_open(path, &db) != SQLITE_OK)
        die(sqlite3_errmsg(db));
    sql("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144");
    prepare("INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, scores, unrated,"
            " chain) VALUES (?,?,?,?,'target','',?,'',?)",
            &add_result);
    prepare("INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli, after_milli, k)"
            " VALUES (?,?,?,?,?,1500000,1500000,20)",
            &add_seat);
}

static void db_close(void)
{
    sqlite3_finalize(add_result);
    sqlite3_finalize(add_seat);
    sqlite3_close(db);
}

static void write_results(long from, long to)
{
    for (long seq = from; seq <= to;) {
        sql("BEGIN");
        for (int i = 0; i < GROUP && seq <= to; i++, seq++) {
            struct ladder_result result;
            int bots[SEATS];
            make_result(&result, bots, seq);
            write_result(&result, bots, seq);
        }
        sql("COMMIT");
    }
}

static void add_bots(struct store *store)
{
    if (store_begin(store, true))
        die(store_error(store));
    for (int bot = 0; bot < BOTS; bot++) {
        struct standing standing = {.rating_milli = RATING_START_MILLI};
        name_bot(standing.name, bot);
        if (store_bot_add(store, &standing, 1))
            die(store_error(store));
    }
    if (store_commit(store))
        die(store_error(store));
}

/* The index of a bot's results is made at the end, which is faster. */
static void fill(long size)
{
    struct ladder_error error;
    struct store *store;

    if (store_open(&store, url, 0, &error))
        die(error.text);
    add_bots(store);
    store_close(store);
    state = 1;
    memset(chain, 0, sizeof chain);
    db_open();
    sql("DROP INDEX result_seat_bot");
    write_results(1, size);
    sql("CREATE INDEX result_seat_bot ON result_seat (bot, seq)");
    db_close();
}

/* Adds results after the existing ones. */
static void add_more(long size, int more)
{
    sqlite3_stmt *head;

    db_open();
    prepare("SELECT chain FROM result ORDER BY seq DESC LIMIT 1", &head);
    if (sqlite3_step(head) != SQLITE_ROW || sqlite3_column_bytes(head, 0) != CHAIN_BYTES)
        die("the log has no end");
    memcpy(chain, sqlite3_column_blob(head, 0), CHAIN_BYTES);
    sqlite3_finalize(head);
    write_results(size + 1, size + more);
    db_close();
}

static void take_back(long size)
{
    char text[200];

    db_open();
    snprintf(text, sizeof text,
             "BEGIN; DELETE FROM result_seat WHERE seq > %ld; DELETE FROM result WHERE seq > %ld;"
             " COMMIT",
             size, size);
    sql(text);
    db_close();
}

/* ------------------------------------------------------------------------------------- the figures
 */

static void load(struct replay *replay)
{
    struct ladder_error error;
    struct store *store;

    replay_init(replay);
    replay->resumes = true;
    if (store_open(&store, url, STORE_MUST_EXIST, &error))
        die(error.text);
    if (store_begin(store, false) || replay_load(replay, store, NULL, NULL))
        die(replay->error);
    store_rollback(store);
    store_close(store);
}

static void forget_snapshots(void)
{
    static const char *const endings[] = {".snapshot", ".snapshot-before"};
    for (int i = 0; i < 2; i++) {
        char name[420];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        (void)unlink(name);
    }
}

/* A process that serves, or one that writes no snapshot at its end. */
static double open_ladder(bool exclusive)
{
    struct ladder_error error;
    struct ladder *ladder;
    double start = bench_cpu();

    if (writer_open(&ladder, url, exclusive, &error))
        die(error.text);
    double took = bench_cpu() - start;
    writer_close(ladder);
    return took;
}

static double least_open(void)
{
    double least = INFINITY;
    for (int i = 0; i < RUNS; i++)
        least = fmin(least, open_ladder(false));
    return least;
}

static void measure_take(long size, const struct replay *replay)
{
    double least = INFINITY;
    for (int i = 0; i < RUNS; i++) {
        struct bytes bytes = {0};
        struct snapshot_place place = {replay->last_seq, replay->last_action};
        double start = bench_cpu();
        if (snapshot_take(&replay->standings, place, &bytes))
            die("out of memory");
        least = fmin(least, bench_cpu() - start);
        bytes_fini(&bytes);
    }
    print_figure(size, "take", least);
}

/* The bytes and their digest, copied or mapped; then the standings. */
static double read_once(bool map, double *decode)
{
    char name[420];
    uint8_t digest[SHA256_DIGEST_LENGTH];
    struct stat info;
    double start = bench_cpu();

    snprintf(name, sizeof name, "%s.snapshot", path);
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) < 0)
        die("there is no snapshot");
    size_t size = (size_t)info.st_size;
    uint8_t *bytes = map ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : malloc(size);
    if (!bytes || bytes == MAP_FAILED || (!map && read(fd, bytes, size) != info.st_size))
        die("the snapshot cannot be read");
    SHA256(bytes, size, digest);
    double took = bench_cpu() - start;
    enum { HEAD = 8 + 3 * 8 + 2 * CHAIN_BYTES };
    struct bytes_reader reader = {bytes + HEAD, bytes + size - sizeof digest, false};
    struct standings standings;
    standings_init(&standings);
    start = bench_cpu();
    if (standings_bytes_read(&standings, &reader))
        die("the snapshot holds no standings");
    *decode = bench_cpu() - start;
    standings_fini(&standings);
    if (map)
        munmap(bytes, size);
    else
        free(bytes);
    close(fd);
    return took;
}

static void measure_read(long size)
{
    double least[2] = {INFINITY, INFINITY}, decode = INFINITY, once;
    char name[420];
    struct stat info;

    for (int i = 0; i < 2 * RUNS; i++) {
        least[i % 2] = fmin(least[i % 2], read_once(i % 2, &once));
        decode = fmin(decode, once);
    }
    print_figure(size, "read", least[0]);
    print_figure(size, "map", least[1]);
    print_figure(size, "decode", decode);
    snprintf(name, sizeof name, "%s.snapshot", path);
    if (stat(name, &info) < 0)
        die("there is no snapshot");
    print_figure(size, "bytes", (double)info.st_size);
}

static void measure(long size, double *open, double *killed)
{
    struct replay replay;

    forget_snapshots();
    print_figure(size, "whole", open_ladder(true)); /* and leaves a snapshot */
    load(&replay);
    measure_take(size, &replay);
    replay_fini(&replay);
    print_figure(size, "open", *open = least_open());
    measure_read(size);
    int more = fmax(SNAPSHOT_THREAD_EVERY, BOTS);
    add_more(size, more - 1);
    print_figure(size, "killed", *killed = least_open());
    take_back(size);
}

int main(int argc, char **argv)
{
    long most = argc == 3 ? atol(argv[2]) : 0;
    double open[SIZES], killed[SIZES];
    int count = 0;

    if (most < 10000 || most > 100000000) {
        fprintf(stderr, "usage: start DIR RESULTS_MAX (10000 to 100000000)\n");
        return 2;
    }
    for (long size = 10000; size <= most; size *= 10, count++) {
        snprintf(path, sizeof path, "%s/start-%ld.db", argv[1], size);
        snprintf(url, sizeof url, "sqlite:%s", path);
        if (access(path, F_OK) < 0)
            fill(size);
        measure(size, &open[count], &killed[count]);
    }
    if (count > 1) {
        print_figure(most, "open-power", log10(open[count - 1] / open[count - 2]));
        print_figure(most, "killed-power", log10(killed[count - 1] / killed[count - 2]));
    }
    return 0;
}
