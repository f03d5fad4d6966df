/* store.c - how many results a second a store accepts, in groups as the writer makes them.
 *
 *   store DIR | store --postgres URL
 *
 * The floor of the SQLite store is SQLite itself: the same rows in the same tables, with the same
 * groups and synchronous=FULL, but nothing looked up, chained or rated. They take turns, and the
 * ratio is of medians.
 */
#include "bench.h"

#include "log/replay.h"
#include "pack/blob.h"

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

enum { BOTS = 64, GROUP = 64, ROUNDS = 5, RECORD_BYTES = 10000, BLOB_BYTES = 700 };
#define ROUND_SECONDS 0.8

static char record[RECORD_BYTES + 1];
/* The packed record, which the thread of a game makes before the database sees it. */
static uint8_t blob_bytes[BLOB_BYTES];
static struct blob blob = {blob_bytes, BLOB_BYTES, 1};
static uint64_t state = 1;

static void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

static void make_result(struct ladder_result *result, long number)
{
    memset(result, 0, sizeof *result);
    result->seat_count = 4;
    result->side_count = 2;
    result->wall_msec = 1700000000000 + number;
    snprintf(result->game, sizeof result->game, "g-18bcfe56800-%06ld", number);
    snprintf(result->ruleset, sizeof result->ruleset, "wikipedia");
    snprintf(result->reason, sizeof result->reason, "target");
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result->seats[seat].bot, sizeof result->seats[seat].bot, "bot-%02u",
                 (unsigned)seat * 16 + splitmix_below(&state, 16));
        result->seats[seat].side = seat % 2;
    }
    result->scores[0] = 520;
    result->scores[1] = (int32_t)splitmix_below(&state, 52) * 10;
    result_ranks(result, 1, -1);
    result->record = record;
    result->blob = &blob;
}

/* ------------------------------------------------------------------------------------- a store */

struct subject {
    struct store *store;
    struct replay replay;
    long number;
    double cpu_usec; /* of the last run: the thread of the database's, a result */
};

static void check(const struct subject *subject, int status)
{
    if (status == STORE_FAILED)
        die(store_error(subject->store));
}

static void subject_open(struct subject *subject, const char *url)
{
    struct ladder_error error;

    if (store_open(&subject->store, url, 0, &error))
        die(error.text);
    replay_init(&subject->replay);
    check(subject, store_begin(subject->store, true));
    check(subject, replay_load(&subject->replay, subject->store, NULL, NULL));
    subject->number = 0;
    if (subject->replay.standings.count > 0)
        die("the store is not empty");
    for (int i = 0; i < BOTS; i++) {
        char name[16];
        snprintf(name, sizeof name, "bot-%02d", i);
        int index = standings_add(&subject->replay.standings, name, "");
        check(subject, store_bot_add(subject->store, &subject->replay.standings.bots[index], 1));
    }
    check(subject, store_commit(subject->store));
}

static void subject_close(struct subject *subject)
{
    store_close(subject->store);
    replay_fini(&subject->replay);
}

static void expect(struct subject *subject, const struct ladder_result *results)
{
    const char *games[GROUP];

    for (int i = 0; i < GROUP; i++)
        games[i] = results[i].game;
    check(subject, store_expect(subject->store, games, GROUP, true));
}

static void announce_group(struct subject *subject, const struct ladder_result *results)
{
    bool changed;

    check(subject, store_begin(subject->store, true));
    check(subject, store_changed(subject->store, &changed));
    expect(subject, results);
    for (int i = 0; i < GROUP; i++) {
        struct store_game game = {.result = results[i]};
        check(subject, store_game_add(subject->store, &game));
    }
    check(subject, store_commit(subject->store));
}

static void result_group(struct subject *subject, const struct ladder_result *results)
{
    struct standings *standings = &subject->replay.standings;
    bool touched[BOTS] = {false}, changed;
    int64_t seq;

    check(subject, store_begin(subject->store, true));
    check(subject, store_changed(subject->store, &changed));
    expect(subject, results);
    for (int i = 0; i < GROUP; i++) {
        struct result_change change;
        check(subject, store_result_find(subject->store, results[i].game, &seq));
        if (apply_result(standings, &results[i], false, &change))
            abort();
        check(subject, store_result_add(subject->store, &results[i], standings, &change, &seq));
        for (int seat = 0; seat < 4; seat++)
            touched[change.seats[seat].bot] = true;
    }
    for (int bot = 0; bot < BOTS; bot++) {
        if (touched[bot])
            check(subject, store_bot_cache(subject->store, &standings->bots[bot]));
    }
    check(subject, store_commit(subject->store));
}

/* Results a second. */
static double subject_run(struct subject *subject, bool announce)
{
    static struct ladder_result results[GROUP];
    double began = bench_wall(), now = began, cpu = bench_cpu();
    long count = 0;

    for (; now - began < ROUND_SECONDS; now = bench_wall()) {
        for (int i = 0; i < GROUP; i++)
            make_result(&results[i], ++subject->number);
        if (announce)
            announce_group(subject, results);
        result_group(subject, results);
        count += GROUP;
    }
    subject->cpu_usec = (bench_cpu() - cpu) / (double)count * 1e6;
    return (double)count / (now - began);
}

/* ----------------------------------------------------------------------------- SQLite itself */

struct floor {
    sqlite3 *db;
    sqlite3_stmt *result, *seat, *record, *bot;
    long number;
};

static sqlite3_stmt *prepare(struct floor *floor, const char *sql)
{
    sqlite3_stmt *statement = NULL;

    if (sqlite3_prepare_v2(floor->db, sql, -1, &statement, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(floor->db));
    return statement;
}

/* The tables are those of a ladder, so a ladder makes them; only the trigger, which looks for an
 * announcement, is not what inserting a row costs. */
static void floor_open(struct floor *floor, const char *url)
{
    struct subject maker;

    subject_open(&maker, url);
    subject_close(&maker);
    if (sqlite3_open(url + strlen("sqlite:"), &floor->db) != SQLITE_OK ||
        sqlite3_exec(floor->db,
                     "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                     "DROP TRIGGER IF EXISTS announced_over",
                     NULL, NULL, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(floor->db));
    floor->result =
        prepare(floor, "INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked,"
                       " scores, unrated, chain) VALUES (?,?,?,?,?,'','520:100','',zeroblob(32))");
    floor->seat =
        prepare(floor, "INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli,"
                       " after_milli, k) VALUES (?,?,?,?,1,1500000,1510000,40)");
    floor->record =
        prepare(floor, "INSERT INTO packed_record (seq, dictionary, bytes) VALUES (?,1,?)");
    floor->bot =
        prepare(floor, "UPDATE bot SET rating_milli = ?, games = ?, wins = 1, ties = 1, losses = 1,"
                       " owners_met = 5, last_msec = 7, banned = 0 WHERE id = ?");
    floor->number = 0;
}

static void step(struct floor *floor, sqlite3_stmt *statement)
{
    if (sqlite3_step(statement) != SQLITE_DONE)
        die(sqlite3_errmsg(floor->db));
    sqlite3_reset(statement);
}

static void floor_insert(struct floor *floor, const struct ladder_result *result,
                         bool touched[BOTS])
{
    sqlite3_bind_int64(floor->result, 1, floor->number);
    sqlite3_bind_text(floor->result, 2, result->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(floor->result, 3, result->ruleset, -1, SQLITE_STATIC);
    sqlite3_bind_int64(floor->result, 4, result->wall_msec);
    sqlite3_bind_text(floor->result, 5, result->reason, -1, SQLITE_STATIC);
    step(floor, floor->result);
    for (int seat = 0; seat < 4; seat++) {
        int bot = atoi(result->seats[seat].bot + strlen("bot-"));
        touched[bot] = true;
        sqlite3_bind_int64(floor->seat, 1, floor->number);
        sqlite3_bind_int64(floor->seat, 2, seat);
        sqlite3_bind_int64(floor->seat, 3, bot + 1);
        sqlite3_bind_int64(floor->seat, 4, result->seats[seat].side);
        step(floor, floor->seat);
    }
    sqlite3_bind_int64(floor->record, 1, floor->number);
    sqlite3_bind_blob(floor->record, 2, result->blob->bytes, (int)result->blob->size,
                      SQLITE_STATIC);
    step(floor, floor->record);
}

static double floor_run(struct floor *floor)
{
    static struct ladder_result results[GROUP];
    double began = bench_wall(), now = began;
    long count = 0;

    for (; now - began < ROUND_SECONDS; now = bench_wall()) {
        bool touched[BOTS] = {false};
        sqlite3_exec(floor->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        for (int i = 0; i < GROUP; i++) {
            make_result(&results[i], ++floor->number);
            floor_insert(floor, &results[i], touched);
        }
        for (int bot = 0; bot < BOTS; bot++) {
            if (!touched[bot])
                continue;
            sqlite3_bind_int64(floor->bot, 1, 1500000 + floor->number);
            sqlite3_bind_int64(floor->bot, 2, floor->number);
            sqlite3_bind_int64(floor->bot, 3, bot + 1);
            step(floor, floor->bot);
        }
        if (sqlite3_exec(floor->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
            die(sqlite3_errmsg(floor->db));
        count += GROUP;
    }
    return (double)count / (now - began);
}

static void floor_close(struct floor *floor)
{
    sqlite3_finalize(floor->result);
    sqlite3_finalize(floor->seat);
    sqlite3_finalize(floor->record);
    sqlite3_finalize(floor->bot);
    sqlite3_close(floor->db);
}

/* --------------------------------------------------------------------------------- the figures */

static void measure_sqlite(const char *dir)
{
    struct subject subject;
    struct floor floor;
    double rates[ROUNDS], floors[ROUNDS], cpu[ROUNDS];
    char url[400];

    snprintf(url, sizeof url, "sqlite:%s/store.db", dir);
    subject_open(&subject, url);
    snprintf(url, sizeof url, "sqlite:%s/floor.db", dir);
    floor_open(&floor, url);
    for (int round = 0; round < ROUNDS; round++) {
        rates[round] = subject_run(&subject, false);
        cpu[round] = subject.cpu_usec;
        floors[round] = floor_run(&floor);
    }
    bench_print_turns("store.sqlite.results", rates, "results/s", floors, ROUNDS);
    bench_print("store.sqlite.cpu", bench_median(cpu, ROUNDS), "us/result", 0);
    floor_close(&floor);
    subject_close(&subject);
}

static void measure_postgres(const char *url)
{
    struct subject subject;
    double rates[ROUNDS], games[ROUNDS];

    subject_open(&subject, url);
    for (int round = 0; round < ROUNDS; round++) {
        rates[round] = subject_run(&subject, false);
        games[round] = subject_run(&subject, true);
    }
    bench_print("store.postgres.results", bench_median(rates, ROUNDS), "results/s", 0);
    bench_print("store.postgres.games", bench_median(games, ROUNDS), "games/s", 0);
    subject_close(&subject);
}

int main(int argc, char **argv)
{
    bool postgres = argc == 3 && strcmp(argv[1], "--postgres") == 0;

    if (argc != 2 && !postgres)
        die("usage: store DIR | store --postgres URL");
    /* As well compressible as a record: cards are few letters. */
    for (int i = 0; i < RECORD_BYTES; i++)
        record[i] = "\"2345678910JQKASCDHRJ,[]{}:"[splitmix_below(&state, 27)];
    for (int i = 0; i < BLOB_BYTES; i++)
        blob_bytes[i] = (uint8_t)splitmix_below(&state, 256);
    if (postgres)
        measure_postgres(argv[2]);
    else
        measure_sqlite(argv[1]);
    return 0;
}
