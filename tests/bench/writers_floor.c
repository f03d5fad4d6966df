/* writers_floor.c - the floor of writers.c: the same rows, written by nothing but libpq.
 *
 *   writers_floor URL NODES GROUP SECONDS [announce] [server=PID]
 *
 * One connection writes for all NODES, because only one can at a time: it never waits for a lock.
 * It writes into the tables that writers left there. A transaction has as many games as one of
 * writers has mostly, two groups of GROUP, and is one round trip: it locks the row of the log,
 * gives numbers, and the server makes the rows itself. So nothing is sent, read, packed, hashed,
 * rated or told: what a result costs above that is what the nodes cost. With `announce` a
 * transaction of announcements comes before each.
 */
#include "bench.h"
#include "server_cpu.h"

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { UNDER_WAY = 2, PARAMS = 3 };
#define WARM_SECONDS 1.5

/* $1 games, $2 the first number of a game, $3 what its name begins with; those of a number that
 * each statement uses come first. */
static const char *const results[] = {
    "BEGIN ISOLATION LEVEL READ COMMITTED",
    "SELECT last_result FROM ladder WHERE one = 1 FOR UPDATE",
    "INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, scores, unrated, chain,"
    " record_hash) SELECT last_result + i, CAST($3 AS TEXT) || (CAST($2 AS BIGINT) + i),"
    " 'wikipedia', 1700000000000 + i, 'target', '', '520:120', '', decode(repeat('5a', 32), 'hex'),"
    " decode(repeat('a5', 32), 'hex') FROM ladder, generate_series(1, CAST($1 AS INTEGER)) AS i",
    "INSERT INTO result_seat (seq, seat, bot, side, rank, before_milli, after_milli, k)"
    " SELECT last_result + i, s, 1 + s * 250 + (last_result + i * 7) % 250, s % 2, 1 + s % 2,"
    " 1500000, 1501000, 32 FROM ladder, generate_series(1, CAST($1 AS INTEGER)) AS i,"
    " generate_series(0, 3) AS s",
    "INSERT INTO packed_record (seq, dictionary, bytes) SELECT last_result + i, 1,"
    " decode(repeat('5a', 900), 'hex') FROM ladder, generate_series(1, CAST($1 AS INTEGER)) AS i",
    "INSERT INTO feed (seq, first_seq, bytes) SELECT last_result + i, last_result + i - 7,"
    " decode(repeat('5a', 1700), 'hex') FROM ladder,"
    " generate_series(8, CAST($1 AS INTEGER), 8) AS i",
    "UPDATE announced SET open = FALSE WHERE open AND game = ANY(ARRAY(SELECT CAST($3 AS TEXT) ||"
    " (CAST($2 AS BIGINT) + i) FROM generate_series(1, CAST($1 AS INTEGER)) AS i))",
    "UPDATE bot SET rating_milli = rating_milli + 1, games = games + 1, last_msec = 1700000000000"
    " FROM unnest(ARRAY(SELECT DISTINCT 1 + s * 250 + (last_result + i * 7) % 250 FROM ladder,"
    " generate_series(1, CAST($1 AS INTEGER)) AS i, generate_series(0, 3) AS s)) AS v (bot)"
    " WHERE bot.id = v.bot",
    "UPDATE ladder SET changes = changes + 1, last_result = last_result + CAST($1 AS INTEGER)",
    "COMMIT",
    NULL};
static const char *const announcements[] = {
    "BEGIN ISOLATION LEVEL READ COMMITTED",
    "SELECT last_announced FROM ladder WHERE one = 1 FOR UPDATE",
    "INSERT INTO announced (id, game, ruleset, wall_msec, seats, commitment, node, open)"
    " SELECT last_announced + i, CAST($3 AS TEXT) || (CAST($2 AS BIGINT) + i), 'wikipedia',"
    " 1700000000000, 'bot-0001:0 bot-0251:1 bot-0501:0 bot-0751:1',"
    " decode(repeat('5a', 32), 'hex'), 'floor', TRUE"
    " FROM ladder, generate_series(1, CAST($1 AS INTEGER)) AS i",
    "UPDATE ladder SET changes = changes + 1, last_announced = last_announced + CAST($1 AS "
    "INTEGER)",
    "COMMIT",
    NULL};

static void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

/* How many of $1, $2 and $3 a statement has. */
static int params_of(const char *sql)
{
    int count = 0;
    for (const char *at = sql; (at = strchr(at, '$')); at++)
        count = at[1] - '0' > count ? at[1] - '0' : count;
    return count;
}

static void prepare(PGconn *conn, const char *kind, const char *const *statements)
{
    for (int i = 0; statements[i]; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s%d", kind, i);
        PGresult *result = PQprepare(conn, name, statements[i], 0, NULL);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            die(PQerrorMessage(conn));
        PQclear(result);
    }
}

/* All of a transaction in one round trip. */
static void transaction(PGconn *conn, const char *kind, const char *const *statements,
                        const char *const values[PARAMS])
{
    for (int i = 0; statements[i]; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s%d", kind, i);
        if (PQsendQueryPrepared(conn, name, params_of(statements[i]), values, NULL, NULL, 0) != 1)
            die(PQerrorMessage(conn));
    }
    if (PQpipelineSync(conn) != 1)
        die(PQerrorMessage(conn));
    for (bool done = false; !done;) {
        PGresult *result = PQgetResult(conn);
        ExecStatusType said = PQresultStatus(result);
        done = said == PGRES_PIPELINE_SYNC;
        if (result && !done && said != PGRES_COMMAND_OK && said != PGRES_TUPLES_OK)
            die(PQerrorMessage(conn));
        PQclear(result);
    }
}

static PGconn *connection(const char *url)
{
    static const char *const settings[] = {"SET enable_seqscan = off", "SET jit = off",
                                           "SET plan_cache_mode = force_generic_plan"};
    PGconn *conn = PQconnectdb(url);

    if (PQstatus(conn) != CONNECTION_OK)
        die(PQerrorMessage(conn));
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        PQclear(PQexec(conn, settings[i]));
    prepare(conn, "r", results);
    prepare(conn, "a", announcements);
    if (PQenterPipelineMode(conn) != 1)
        die(PQerrorMessage(conn));
    return conn;
}

int main(int argc, char **argv)
{
    bool announces = false;
    int server = 0;
    char name[80], count[16], first[24], prefix[40];
    const char *values[PARAMS] = {count, first, prefix};

    if (argc < 5 || argc > 7)
        die("usage: writers_floor URL NODES GROUP SECONDS [announce] [server=PID]");
    int group = atoi(argv[3]), games = group * UNDER_WAY;
    for (int i = 5; i < argc; i++) {
        announces |= strcmp(argv[i], "announce") == 0;
        server = strncmp(argv[i], "server=", 7) == 0 ? atoi(argv[i] + 7) : server;
    }
    if (group < 1)
        die("GROUP is 1 or more");
    PGconn *conn = connection(argv[1]);
    snprintf(count, sizeof count, "%d", games);
    snprintf(prefix, sizeof prefix, "f-%lx-", (long)time(NULL));
    double from = bench_wall() + WARM_SECONDS, until = from + atof(argv[4]);
    double cpu = -1, of_server = 0, told = 0, longest = 0;
    for (long at = 0; bench_wall() < until; at += games) {
        snprintf(first, sizeof first, "%ld", at);
        if (cpu < 0 && bench_wall() >= from) {
            cpu = bench_cpu();
            of_server = server_cpu(server);
            from = bench_wall();
        }
        if (announces)
            transaction(conn, "a", announcements, values);
        double since = bench_wall();
        transaction(conn, "r", results, values);
        if (cpu < 0)
            continue;
        told += games;
        longest = bench_wall() - since > longest ? bench_wall() - since : longest;
    }
    int used = snprintf(name, sizeof name, "writers-floor.%s-groups-of-%d%s", argv[2], group,
                        announces ? "-announced" : "");
    bench_print(name, told / (bench_wall() - from), "results/s", 0);
    snprintf(name + used, sizeof name - (size_t)used, ".wait-most");
    bench_print(name, longest * 1e3, "ms", 0);
    snprintf(name + used, sizeof name - (size_t)used, ".cpu");
    bench_print(name, told > 0 ? (bench_cpu() - cpu) / told * 1e6 : 0, "us/result", 0);
    snprintf(name + used, sizeof name - (size_t)used, ".server-cpu");
    if (server)
        bench_print(name, told > 0 ? (server_cpu(server) - of_server) / told * 1e6 : 0, "us/result",
                    0);
    PQfinish(conn);
    return 0;
}
#else
int main(void)
{
    fputs("bench: built without libpq\n", stderr);
    return 77;
}
#endif
