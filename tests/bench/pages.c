/* pages.c - asks a daemon on a ladder that `fill` made for pages.
 *
 *   pages --bots N --pid PID PORT    each kind of page one by one over one connection, in turns
 * with /healthz pages --bots N --pid PID --load [--rate R] [--seconds S] [--connections C] PORT a
 * mix of pages over several connections, R a second, 0: as fast as they come
 *
 * Prints one line. One by one: microseconds of CPU of the daemon's thread for pages (PID: its
 * process), which a busy machine does not change; half and 99 of 100 are below: floor=,
 * standings=, standings_p99=, bot=, bot_p99=, most= (the bot with most results, when it is asked
 * for first), game=, game_p99=. As a load: cpu= (of that thread, a page), rate= (a second), p50=,
 * p99= (from when a page was due to its last byte), pages=. Any answer but 200 ends it. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"

enum {
    PATH_BYTES = 128,
    ANSWER_BYTES = 1 << 20,
    CALLS = 400,
    BOT_MOST_EVERY = 20, /* one in so many is one of the ten that play most */
    GAMES_MAX = 100,
    CONNECTIONS_MAX = 60,
    SAMPLES_MAX = 1 << 20,
    REST_USEC =
        300,       /* after an answer: until the thread has gone to sleep, and its CPU is counted */
    LIFE_SEC = 45, /* shorter than the daemon lets a connection live */
};

struct link {
    int fd; /* -1: not connected */
    double since;
    double due; /* of the page that is under way; 0: none */
    size_t have;
    char *in;
};

static int port, bot_count, connections = 8;
static double rate, seconds = 5;
static uint64_t seed = 11;
static char games[GAMES_MAX][72];
static int game_count;
static double samples[SAMPLES_MAX];
static int sample_count;

static void die(const char *what)
{
    fprintf(stderr, "pages: %s: %s\n", what, strerror(errno));
    exit(3);
}

static void link_open(struct link *link)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    link->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (link->fd < 0 || connect(link->fd, (struct sockaddr *)&address, sizeof address))
        die("connect");
    setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (!link->in && !(link->in = malloc(ANSWER_BYTES)))
        die("memory");
    link->since = bench_wall();
    link->have = 0;
    link->due = 0;
}

/* A connection that is about to end because of its age is replaced between two pages. */
static void link_renew(struct link *link)
{
    if (bench_wall() - link->since < LIFE_SEC)
        return;
    close(link->fd);
    link_open(link);
}

static void ask(const struct link *link, const char *path)
{
    char request[PATH_BYTES + 64];
    int size = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", path);
    if (send(link->fd, request, (size_t)size, MSG_NOSIGNAL) != size)
        die("send");
}

/* Reads once. Returns true when the answer is complete; *body is then its body, valid until the
 * next read. */
static bool hear(struct link *link, const char *path, const char **body)
{
    ssize_t got = recv(link->fd, link->in + link->have, ANSWER_BYTES - 1 - link->have, 0);
    if (got <= 0)
        die("the daemon ended a connection");
    link->have += (size_t)got;
    link->in[link->have] = '\0';
    char *end = strstr(link->in, "\r\n\r\n"), *length = strstr(link->in, "Content-Length: ");
    if (!end)
        return false;
    if (strncmp(link->in, "HTTP/1.1 200", 12) != 0 || !length || length > end) {
        fprintf(stderr, "pages: %s: %.60s\n", path, link->in);
        exit(1);
    }
    *body = end + 4;
    if (link->have < (size_t)(*body - link->in) + strtoul(length + 16, NULL, 10))
        return false;
    link->have = 0;
    return true;
}

static const char *fetch(struct link *link, const char *path)
{
    const char *body;
    link_renew(link);
    ask(link, path);
    while (!hear(link, path, &body))
        continue;
    return body;
}

/* ------------------------------------------------------------------------------- what is asked for
 */

static void path_standings(char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "/standings?after=%u", splitmix_below(&seed, (uint32_t)bot_count));
}

static void path_bot(char path[PATH_BYTES])
{
    uint32_t below = splitmix_below(&seed, BOT_MOST_EVERY) ? (uint32_t)bot_count : 10;
    snprintf(path, PATH_BYTES, "/bot/bot-%07u", splitmix_below(&seed, below));
}

static void path_game(char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "/game/%s", games[splitmix_below(&seed, (uint32_t)game_count)]);
}

static void path_floor(char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "/healthz");
}

/* Six in ten standings at any place, one a bot, one a game, one the list of games, one the style
 * sheet. Bots as they play: those that play more have more readers. Games: the newest when this
 * began. */
static void path_any(char path[PATH_BYTES])
{
    uint32_t kind = splitmix_below(&seed, 10);
    double u = (double)(splitmix_next(&seed) >> 11) * 0x1p-53;
    if (kind < 6)
        path_standings(path);
    else if (kind < 7)
        snprintf(path, PATH_BYTES, "/bot/bot-%07d", (int)(u * u * bot_count));
    else if (kind < 8)
        path_game(path);
    else
        snprintf(path, PATH_BYTES, kind < 9 ? "/games" : "/static/style.css");
}

static void find_games(struct link *link)
{
    static const char key[] = "\"game\":\"";
    const char *at = fetch(link, "/api/v1/recent?limit=100");
    while (game_count < GAMES_MAX && (at = strstr(at, key)) != NULL) {
        at += sizeof key - 1;
        size_t size = strcspn(at, "\"");
        if (size < sizeof games[0])
            memcpy(games[game_count++], at, size);
    }
    if (game_count == 0)
        die("no games");
}

/* ----------------------------------------------------------------------- what the daemon spends */

static char thread_path[64]; /* what the thread for pages has run */

static void find_thread(int pid)
{
    char path[64], name[16];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *tasks = opendir(path);
    for (const struct dirent *task; tasks && (task = readdir(tasks)) != NULL;) {
        snprintf(path, sizeof path, "/proc/%d/task/%.12s/comm", pid, task->d_name);
        FILE *file = fopen(path, "r");
        if (file && fgets(name, sizeof name, file) && strcmp(name, "pages\n") == 0)
            snprintf(thread_path, sizeof thread_path, "/proc/%d/task/%.12s/schedstat", pid,
                     task->d_name);
        if (file)
            fclose(file);
    }
    if (tasks)
        closedir(tasks);
    if (!thread_path[0])
        die("--pid: no daemon that serves pages");
}

/* Microseconds of CPU. */
static double thread_cpu(void)
{
    double nsec = 0;
    usleep(REST_USEC);
    FILE *file = fopen(thread_path, "r");
    if (!file || fscanf(file, "%lf", &nsec) != 1)
        die(thread_path);
    fclose(file);
    return nsec / 1000;
}

/* ----------------------------------------------------------------------------------- one by one */

static double time_of(struct link *link, const char *path)
{
    double start = thread_cpu();
    fetch(link, path);
    return thread_cpu() - start;
}

static void one_by_one(void)
{
    static void (*const kinds[])(char path[PATH_BYTES]) = {path_floor, path_standings, path_bot,
                                                           path_game};
    static double usec[4][CALLS];
    struct link link = {.fd = -1};
    char path[PATH_BYTES];

    link_open(&link);
    find_games(&link);
    snprintf(path, sizeof path, "/standings?after=%d", bot_count - 50);
    fetch(&link,
          path); /* the last places, once: whatever is made when it is first asked for is there */
    double most = time_of(&link, "/bot/bot-0000000");
    for (int i = 0; i < CALLS; i++) {
        for (int kind = 0; kind < 4; kind++) {
            kinds[kind](path);
            usec[kind][i] = time_of(&link, path);
        }
    }
    for (int kind = 0; kind < 4; kind++)
        qsort(usec[kind], CALLS, sizeof(double), bench_compare);
    printf("floor=%.1f standings=%.1f standings_p99=%.1f bot=%.1f bot_p99=%.1f most=%.1f game=%.1f "
           "game_p99=%.1f\n",
           usec[0][CALLS / 2], usec[1][CALLS / 2], usec[1][CALLS * 99 / 100], usec[2][CALLS / 2],
           usec[2][CALLS * 99 / 100], most, usec[3][CALLS / 2], usec[3][CALLS * 99 / 100]);
}

/* ----------------------------------------------------------------------------------- as a load */

static void begin(struct link *link, double due)
{
    char path[PATH_BYTES];
    path_any(path);
    link->due = due;
    ask(link, path);
}

static void take(struct link *link)
{
    const char *body;
    if (!hear(link, "a page of the load", &body))
        return;
    if (sample_count < SAMPLES_MAX)
        samples[sample_count++] = bench_wall() - link->due;
    link->due = 0;
}

/* Sends the requests that are due on free connections. Returns when the next one is due. */
static double begin_due(struct link *links, double next)
{
    double now = bench_wall();
    for (int i = 0; i < connections && (rate <= 0 || next <= now); i++) {
        if (links[i].due > 0)
            continue;
        begin(&links[i], rate > 0 ? next : now);
        next += rate > 0 ? 1 / rate : 0;
    }
    return next;
}

static void load(void)
{
    static struct link links[CONNECTIONS_MAX];
    struct epoll_event events[CONNECTIONS_MAX];
    link_open(&links[0]);
    find_games(&links[0]);
    double start = bench_wall(), next = start, cpu = thread_cpu();
    for (int i = 1; i < connections; i++)
        link_open(&links[i]);
    while (bench_wall() - start < seconds) {
        int epoll = epoll_create1(EPOLL_CLOEXEC);
        for (int i = 0; i < connections; i++) { /* anew, as some may be exchanged */
            if (links[i].due <= 0)
                link_renew(&links[i]);
            struct epoll_event event = {.events = EPOLLIN, .data.ptr = &links[i]};
            if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, links[i].fd, &event))
                die("epoll");
        }
        for (double until = bench_wall() + 1; bench_wall() < until;) {
            next = begin_due(links, next);
            int ready = epoll_wait(epoll, events, connections, 1);
            for (int i = 0; i < ready; i++)
                take(events[i].data.ptr);
        }
        close(epoll);
    }
    double took = bench_wall() - start;
    cpu = thread_cpu() - cpu;
    qsort(samples, (size_t)sample_count, sizeof samples[0], bench_compare);
    printf("cpu=%.1f rate=%.1f p50=%.1f p99=%.1f pages=%d\n", cpu / sample_count,
           sample_count / took, samples[sample_count / 2] * 1e6,
           samples[sample_count * 99 / 100] * 1e6, sample_count);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"bots", required_argument, NULL, 'b'},
                                            {"pid", required_argument, NULL, 'p'},
                                            {"load", no_argument, NULL, 'l'},
                                            {"rate", required_argument, NULL, 'r'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"connections", required_argument, NULL, 'c'},
                                            {NULL, 0, NULL, 0}};
    bool is_load = false;
    int option, pid = 0;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'b':
            bot_count = atoi(optarg);
            break;
        case 'p':
            pid = atoi(optarg);
            break;
        case 'l':
            is_load = true;
            break;
        case 'r':
            rate = atof(optarg);
            break;
        case 's':
            seconds = atof(optarg);
            break;
        case 'c':
            connections = atoi(optarg);
            break;
        default:
            return 2;
        }
    }
    if (argc - optind != 1 || bot_count < 50 || connections < 1 || connections > CONNECTIONS_MAX) {
        fprintf(stderr,
                "usage: pages --bots N --pid PID [--load [--rate R] [--seconds S] [--connections "
                "1..%d]] PORT\n",
                CONNECTIONS_MAX);
        return 2;
    }
    port = atoi(argv[optind]);
    find_thread(pid);
    if (is_load)
        load();
    else
        one_by_one();
    return 0;
}
