/* writers.c - results that the nodes of one ladder store together a second, and how long each
 * waits.
 *
 *   writers URL NODES GROUP SECONDS [announce] [server=PID]
 *
 * NODES writers of a daemon (writer_open_node) share a PostgreSQL database. Each has two groups of
 * GROUP games under way at any time. All results of a group are submitted at once and, with
 * `announce`, all its announcements before them; when all completions have run the next group
 * begins. A record packs to some 700 bytes, as the 10 kB of a game do; packing them is work of
 * other threads, so it is short here. The bots of a game are drawn from 1,000, so every node needs
 * what all others wrote. What is measured begins when all have run for a while, so the starts of
 * nodes and server processes do not count. With the process of the server's postmaster its CPU is
 * measured, too.
 */
#include "bench.h"
#include "server_cpu.h"

#include "base/result.h"
#include "writer/writer_queue.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { NODES_MAX = 128, GROUP_MAX = 256, UNDER_WAY = 2, BOTS = 1000, RECORD_BYTES = 1000 };
enum { SAMPLES_MAX = 1 << 20 };
#define WARM_SECONDS 1.5

struct group {
    struct node *node;
    int waits; /* operations whose completion has not run yet */
    bool announced;
    double since;
    struct ladder_result results[GROUP_MAX];
};

struct node {
    struct ladder *ladder;
    int number;
    long games;
    struct group groups[UNDER_WAY];
};

static struct node nodes[NODES_MAX];
static int node_count, group_size;
static bool announces, stops;
static char record[RECORD_BYTES + 1];
static uint64_t state = 1;
static double counts_from, cpu_from, server_from; /* when what is measured began; CPU then */
static double announced_most;                     /* the longest wait for an announcement */
static int server;                                /* of the postmaster; 0: not known */
static float *waits;
static long wait_count, told;
static time_t run; /* in the names of its games: the database may have been used before */

static void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(3);
}

static void make_result(struct node *node, struct ladder_result *result)
{
    memset(result, 0, sizeof *result);
    result->seat_count = 4;
    result->side_count = 2;
    result->wall_msec = 1700000000000 + node->games;
    snprintf(result->game, sizeof result->game, "g-%03d-%lx-%06ld", node->number, (long)run,
             ++node->games);
    snprintf(result->ruleset, sizeof result->ruleset, "wikipedia");
    snprintf(result->reason, sizeof result->reason, "target");
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result->seats[seat].bot, sizeof result->seats[seat].bot, "bot-%04u",
                 (unsigned)seat * (BOTS / 4) + splitmix_below(&state, BOTS / 4));
        result->seats[seat].side = seat % 2;
    }
    result->scores[0] = 520;
    result->scores[1] = (int32_t)splitmix_below(&state, 52) * 10;
    result_ranks(result, 1, -1);
    result->record = record;
}

static void group_go(struct group *group);

static void group_told(struct group *group)
{
    if (--group->waits > 0)
        return;
    if (announces && !group->announced)
        group->announced = true;
    else
        group->announced = false;
    group_go(group);
}

static void on_announced(void *context, bool stored, const char *why_not)
{
    const struct group *group = context;
    double now = bench_wall();

    if (!stored)
        die(why_not);
    if (now >= counts_from && now - group->since > announced_most)
        announced_most = now - group->since;
    group_told(context);
}

static void on_done(void *context, const struct ladder_done *done)
{
    struct group *group = context;
    double now = bench_wall();

    if (done->status != LADDER_STORED)
        die(done->text);
    if (now >= counts_from) {
        told++;
        if (wait_count < SAMPLES_MAX)
            waits[wait_count++] = (float)(now - group->since);
    }
    group_told(group);
}

static void group_go(struct group *group)
{
    static const uint8_t commitment[32];
    struct node *node = group->node;
    bool announce = announces && !group->announced;
    int status = 0;

    if (stops && !group->announced)
        return;
    if (!group->announced) {
        for (int i = 0; i < group_size; i++)
            make_result(node, &group->results[i]);
    }
    group->waits = group_size;
    group->since = bench_wall();
    for (int i = 0; i < group_size && status == 0; i++)
        status = announce ? writer_queue_announce(node->ladder, &group->results[i], commitment,
                                                  on_announced, group)
                          : writer_queue_submit(node->ladder, &group->results[i], on_done, group);
    if (status)
        die("the queue is full");
}

/* A bot that is new costs its first group a round trip, and all nodes a row of it. */
static void bots_register(struct ladder *ladder)
{
    char name[LADDER_NAME_MAX + 1];

    for (int i = 0; i < BOTS; i++) {
        snprintf(name, sizeof name, "bot-%04d", i);
        if (writer_queue_register(ladder, name))
            die("the queue is full");
        if (i % 100 < 99)
            continue;
        writer_queue_wait(ladder);
        writer_queue_dispatch(ladder);
    }
}

static void nodes_open(const char *url)
{
    for (int i = 0; i < node_count; i++) {
        struct ladder_error error = {""};
        struct ladder_node name;
        snprintf(name.name, sizeof name.name, "node-%d", i);
        snprintf(name.address, sizeof name.address, "127.0.0.1:%d", 10000 + i);
        nodes[i].number = i;
        if (writer_open_node(&nodes[i].ladder, url, &name, &error))
            die(error.text);
        if (i == 0)
            bots_register(nodes[i].ladder);
    }
}

static bool busy(void)
{
    for (int i = 0; i < node_count; i++) {
        for (int j = 0; j < UNDER_WAY; j++) {
            if (nodes[i].groups[j].waits > 0)
                return true;
        }
    }
    return false;
}

static void play(double seconds)
{
    struct pollfd fds[NODES_MAX];
    double began = bench_wall();

    counts_from = began + WARM_SECONDS;
    for (int i = 0; i < node_count; i++) {
        fds[i] = (struct pollfd){.fd = writer_queue_fd(nodes[i].ladder), .events = POLLIN};
        for (int j = 0; j < UNDER_WAY; j++) {
            nodes[i].groups[j].node = &nodes[i];
            group_go(&nodes[i].groups[j]);
        }
    }
    while (busy()) {
        stops = stops || bench_wall() - counts_from >= seconds;
        (void)poll(fds, (nfds_t)node_count, 100);
        if (cpu_from == 0 && bench_wall() >= counts_from) {
            cpu_from = bench_cpu();
            server_from = server_cpu(server);
        }
        for (int i = 0; i < node_count; i++) {
            if (fds[i].revents & POLLIN)
                writer_queue_dispatch(nodes[i].ladder);
        }
    }
}

static int compare(const void *left, const void *right)
{
    const float *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static double wait_at(double part)
{
    return wait_count ? (double)waits[(long)(part * (double)(wait_count - 1))] * 1e3 : 0;
}

static void print(double took)
{
    char name[64];
    int used = snprintf(name, sizeof name, "writers.%d-groups-of-%d%s", node_count, group_size,
                        announces ? "-announced" : "");

    qsort(waits, (size_t)wait_count, sizeof *waits, compare);
    bench_print(name, (double)told / took, "results/s", 0);
    snprintf(name + used, sizeof name - (size_t)used, ".wait-p50");
    bench_print(name, wait_at(0.5), "ms", 0);
    snprintf(name + used, sizeof name - (size_t)used, ".wait-p99");
    bench_print(name, wait_at(0.99), "ms", 0);
    snprintf(name + used, sizeof name - (size_t)used, ".wait-most");
    bench_print(name, wait_at(1), "ms", 0);
    if (announces) {
        snprintf(name + used, sizeof name - (size_t)used, ".announced-most");
        bench_print(name, announced_most * 1e3, "ms", 0);
    }
    snprintf(name + used, sizeof name - (size_t)used, ".cpu");
    bench_print(name, told ? (bench_cpu() - cpu_from) / (double)told * 1e6 : 0, "us/result", 0);
    if (!server)
        return;
    snprintf(name + used, sizeof name - (size_t)used, ".server-cpu");
    bench_print(name, told ? (server_cpu(server) - server_from) / (double)told * 1e6 : 0,
                "us/result", 0);
}

int main(int argc, char **argv)
{
    if (argc < 5 || argc > 7)
        die("usage: writers URL NODES GROUP SECONDS [announce] [server=PID]");
    run = time(NULL);
    node_count = atoi(argv[2]);
    group_size = atoi(argv[3]);
    for (int i = 5; i < argc; i++) {
        announces |= strcmp(argv[i], "announce") == 0;
        server = strncmp(argv[i], "server=", 7) == 0 ? atoi(argv[i] + 7) : server;
    }
    waits = calloc(SAMPLES_MAX, sizeof *waits);
    if (node_count < 1 || node_count > NODES_MAX || group_size < 1 || group_size > GROUP_MAX ||
        !waits)
        die("NODES is 1 to 128, GROUP 1 to 256");
    for (int i = 0; i < RECORD_BYTES; i++)
        record[i] = (char)('A' + splitmix_below(&state, 26));
    nodes_open(argv[1]);
    play(atof(argv[4]));
    print(bench_wall() - counts_from);
    for (int i = 0; i < node_count; i++)
        writer_close(nodes[i].ladder);
    free(waits);
    return 0;
}
