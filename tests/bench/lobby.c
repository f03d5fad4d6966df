/* lobby.c - pairing while ten thousand bots wait.
 *
 *   lobby        in one node: a pass when all of them can be seated, and one when nobody can
 *   lobby URL    of two nodes on that PostgreSQL: from the offer of one bot at each until both are
 * told, while ten thousand that nobody can seat wait at forty others
 */
#include "bench.h"

#include "cluster/cluster.h"
#include "lobby/lobby.h"
#include "store/store.h"

#include <poll.h>
#include <string.h>

enum { WAITING = 10000, GAMES = 64, PAIRS = 15, LONG_MSEC = 30000 };

static void die(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(3);
}

/* Milliseconds of CPU of the slowest pass; with `owners` 1 no two bots may play each other. */
static double passes(int owners, bool all)
{
    struct lobby lobby;
    struct ruleset rules;
    struct ruleset_error wrong;
    const struct ruleset *list[] = {&rules};
    static struct lobby_game games[GAMES];
    uint64_t seed = 7;
    usec_t now = 1000000;
    double worst = 0;
    char name[16], owner[16];

    if (ruleset_preset(&rules, "wikipedia", 9, &wrong) || lobby_init(&lobby, list, 1, WAITING, 1))
        die("no lobby");
    for (int i = 0; i < WAITING; i++) {
        struct lobby_seek want = {.rulesets = 1, .rated = true, .games = 1};
        snprintf(name, sizeof name, "bot%d", i);
        snprintf(owner, sizeof owner, "owner%d", i % owners);
        for (int k = 0; k < 4; k++)
            want.rating[0] += 1250 + (int)splitmix_below(&seed, 500);
        want.rating[0] /= 4;
        lobby_seek(&lobby, lobby_enter(&lobby, name, owner), &want, now);
    }
    now += 1000000;
    for (int count = GAMES, seated = 0; count == GAMES || (all && seated == 0);) {
        double began = bench_cpu();
        count = lobby_pair(&lobby, now, games, GAMES);
        double took = (bench_cpu() - began) * 1e3;
        worst = took > worst ? took : worst;
        seated += count;
        if (!all)
            break;
    }
    if (all && lobby.waiting_count > WAITING / 10)
        die("they were not seated");
    lobby_fini(&lobby);
    return worst;
}

static void local(void)
{
    double all[BENCH_ROUNDS], stuck[BENCH_ROUNDS];

    for (int round = 0; round < BENCH_ROUNDS; round++) {
        all[round] = passes(WAITING, true);
        stuck[round] = passes(1, false);
    }
    bench_print("lobby.pass-10000", bench_median(all, BENCH_ROUNDS), "ms", 0);
    bench_print("lobby.stuck-10000", bench_median(stuck, BENCH_ROUNDS), "ms", 0);
}

static struct cluster *node_open(const char *url, const char *name, struct store **lease)
{
    struct cluster_config config = {
        .url = url, .rulesets = {"two-handed-dead"}, .players = {2}, .ruleset_count = 1};
    struct cluster *cluster;
    struct ladder_error error;

    snprintf(config.node.name, sizeof config.node.name, "%s", name);
    snprintf(config.node.address, sizeof config.node.address, "127.0.0.1:1");
    if (store_open_node(lease, url, &config.node, &error) ||
        cluster_create(&cluster, &config, &error))
        die(error.text);
    return cluster;
}

static void await_event(struct cluster *cluster, struct cluster_event *event)
{
    struct pollfd fd = {.fd = cluster_fd(cluster), .events = POLLIN};

    while (!cluster_next(cluster, event)) {
        if (poll(&fd, 1, LONG_MSEC) != 1)
            die("two bots at two nodes do not find each other");
    }
}

/* Adds ten thousand bots that seek a game for more bots than there are. */
static void crowd(const char *url)
{
    char sql[2000];

    snprintf(sql, sizeof sql,
             "psql -qX -v ON_ERROR_STOP=1 '%s' -c \"INSERT INTO lease (name, holder, until_msec, "
             "address)"
             " SELECT 'node:n' || i, '1 elsewhere b n r', 99999999999999, '' FROM "
             "generate_series(1, 40) AS i;"
             " INSERT INTO seek (bot, node, rulesets, rated, pair, games, rating, since_msec, "
             "host, ticket)"
             " SELECT 'w' || i, 'n' || (i %% 40 + 1), ' six-handed ', 1, 0, 1, 1500, i, '', ''"
             " FROM generate_series(1, %d) AS i; ANALYZE seek; ANALYZE lease\"",
             url, WAITING);
    if (system(sql))
        die("no crowd");
}

static void through_database(const char *url)
{
    struct store *leases[2];
    struct cluster *nodes[] = {node_open(url, "a", &leases[0]), node_open(url, "b", &leases[1])};
    double took[PAIRS];

    crowd(url);
    for (int pair = 0; pair < PAIRS; pair++) {
        struct cluster_event event;
        double began = bench_wall();
        for (int i = 0; i < 2; i++) {
            struct seek_offer offer = {
                .rulesets = " two-handed-dead ", .rated = true, .games = 1, .rating = 1500};
            snprintf(offer.bot, sizeof offer.bot, "bot%d-%d", pair, i);
            cluster_offer(nodes[i], &offer, 1, 0);
        }
        await_event(nodes[0], &event);
        await_event(nodes[1], &event);
        took[pair] = (bench_wall() - began) * 1e3;
        for (int i = 0; i < 2; i++) {
            cluster_offer(nodes[i], NULL, 0, 0);
            if (store_begin(leases[i], false)) /* renews it */
                die(store_error(leases[i]));
            store_rollback(leases[i]);
        }
        /* A node waits for the bots that it has claimed before it claims more. */
        poll(NULL, 0, 700);
    }
    bench_print("lobby.nodes-10000", bench_median(took, PAIRS), "ms", 0);
    for (int i = 0; i < 2; i++) {
        cluster_destroy(nodes[i]);
        store_close(leases[i]);
    }
}

int main(int argc, char **argv)
{
    if (argc == 2)
        through_database(argv[1]);
    else
        local();
    return 0;
}
