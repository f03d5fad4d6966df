/* siege.c - the round-trip times of honest bots while others attack the same daemon:
 *   siege [--drip N] [--reconnects N] [--flood N] [--challenge N] [--absent N] [--tables N] [--seek
 * N]
 *         [--open N] [--from ADDRESS] [--stop] [--seconds S] [--rounds N] --pid PID PORT TABLES
 * Four honest bots a table answer after a moment's thought, and send a `ping` behind each answer:
 * the time to its `pong` is a round trip. Attackers are a process of their own, of the lowest
 * priority: connections that say hello a byte a second, floods as fast as they go, and so many that
 * come and leave at once each second; N connections each that send one legal message of the lobby
 * as fast as they are heard: challenges for absent names, for names that are there, `tables`,
 * `seek` and `open`. ADDRESS: where the attackers connect from. Rounds of calm and attack take
 * turns. Prints calm=US attack=US blamed=N forfeits=N answers=N came=N dripped=N flooded=N said=N
 * grown=BYTES stopped=MS: round trips as the 99th percentile, the medians of the rounds; what
 * honest bots were blamed for; what the attackers got done; how far the daemon's largest memory
 * went above what it was in the calm; with --stop, how long after SIGTERM in the last attack new
 * connections are refused. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"
#include "come_from.h"
#include "line_bot.h"

enum {
    BOTS_MAX = 1600,
    LINE_ROOM = 16384,
    SAMPLES_MAX = 1 << 20,
    ROUNDS_MAX = 64,
    THINK_MSEC = 40, /* at most; half of it on average */
    DRIPS_MAX = 4096,
    COMING_MAX = 256,
    NAMES = 32, /* of those that come and leave: known ones, after a moment */
    TALKERS_MAX = 4096,
    TALK_BYTES = 4096
};

/* What one kind of talker says again and again. */
static struct talk {
    const char *name, *line;
    int count;
    char block[TALK_BYTES];
    size_t size;
} talks[] = {
    {.name = "absent", .line = "challenge names=nobody1,nobody2,nobody3\n"},
    {.name = "challenge", .line = "challenge names=talker0,talker1,talker2\n"},
    {.name = "tables", .line = "tables\n"},
    {.name = "seek", .line = "seek games=1\nunseek\n"},
    {.name = "open", .line = "open listed=1\n"},
};
enum { TALKS = sizeof talks / sizeof talks[0] };

static struct config {
    int port, tables, drip, reconnects, flood, rounds, stop;
    const char *from;
    double seconds;
    pid_t server;
} config = {.drip = 500, .reconnects = 2000, .flood = 1, .rounds = 3, .seconds = 4};

static struct siege { /* shared with the attackers */
    atomic_bool on, seated;
    atomic_long came, dripped, flooded, said;
} * siege;

static void die(const char *what)
{
    fprintf(stderr, "siege: %s: %s\n", what, strerror(errno));
    exit(3);
}

static int connect_to(bool wait, bool attacks)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)config.port)};
    int one = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | (wait ? 0 : SOCK_NONBLOCK), 0);
    if (fd < 0 || (attacks && !come_from(fd, config.from)) ||
        (connect(fd, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS)) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

/* ---------------------------------------------------------------------------------- the honest */

struct bot {
    int fd;
    size_t have;
    char in[LINE_ROOM];
    char answer[LINE_ANSWER_BYTES]; /* "": none is being thought of */
    double due, asked;              /* asked: when the ping went out */
};

static struct bot *bots;
static int bot_count, epoll;
static unsigned seed = 1;
static long blamed, forfeits, answers;
static double samples[SAMPLES_MAX];
static int sample_count;

static void say(const struct bot *bot, const char *text)
{
    size_t size = strlen(text);
    if (send(bot->fd, text, size, MSG_NOSIGNAL) != (ssize_t)size)
        die("an honest bot cannot write");
}

static void take(struct bot *bot, const char *line, double now)
{
    if (strncmp(line, "turn ", 5) == 0) {
        line_answer(line, &seed, bot->answer);
        bot->due = now + (rand_r(&seed) % 1000) * THINK_MSEC / 1e6;
    } else if (strncmp(line, "pong", 4) == 0) {
        if (sample_count < SAMPLES_MAX)
            samples[sample_count++] = now - bot->asked;
    } else if (strncmp(line, "over ", 5) == 0) {
        forfeits += strstr(line, "reason=forfeit") != NULL;
    } else if (strncmp(line, "error ", 6) == 0) {
        fprintf(stderr, "siege: %s\n", line);
        blamed++;
    }
}

static void receive(struct bot *bot)
{
    ssize_t got = recv(bot->fd, bot->in + bot->have, sizeof bot->in - bot->have - 1, MSG_DONTWAIT);
    double now = bench_wall();
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        die("an honest bot was thrown out");
    bot->have += (size_t)got;
    bot->in[bot->have] = '\0';
    char *line = bot->in, *end;
    while ((end = strchr(line, '\n')) != NULL) {
        *end = '\0';
        take(bot, line, now);
        line = end + 1;
    }
    bot->have -= (size_t)(line - bot->in);
    memmove(bot->in, line, bot->have + 1);
}

static void answer_due(void)
{
    char text[LINE_ANSWER_BYTES + 16];
    double now = bench_wall();
    for (int i = 0; i < bot_count; i++) {
        struct bot *bot = &bots[i];
        if (!bot->answer[0] || bot->due > now)
            continue;
        snprintf(text, sizeof text, "%sping x=1\n", bot->answer);
        bot->answer[0] = '\0';
        bot->asked = bench_wall();
        say(bot, text);
        answers++;
    }
}

static void turn_of_bots(void)
{
    struct epoll_event events[256];
    int ready = epoll_wait(epoll, events, 256, 1);
    for (int i = 0; i < ready; i++)
        receive(events[i].data.ptr);
    answer_due();
}

static void seat_bots(void)
{
    char hello[64];
    bot_count = 4 * config.tables;
    bots = calloc((size_t)bot_count, sizeof *bots);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!bots || epoll < 0)
        die("start");
    for (int i = 0; i < bot_count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &bots[i]};
        if ((bots[i].fd = connect_to(true, false)) < 0 ||
            epoll_ctl(epoll, EPOLL_CTL_ADD, bots[i].fd, &event))
            die("connect");
        snprintf(hello, sizeof hello, "hello v=1 name=honest%d\n", i);
        say(&bots[i], hello);
        turn_of_bots();
    }
}

/* The 99th percentile of a round, in microseconds. */
static double round_of(bool attack)
{
    double end = bench_wall() + config.seconds / 4;
    siege->on = attack;
    while (bench_wall() < end) /* until the attack, or the calm, is steady */
        turn_of_bots();
    sample_count = 0;
    for (end = bench_wall() + config.seconds; bench_wall() < end;)
        turn_of_bots();
    siege->on = false;
    qsort(samples, (size_t)sample_count, sizeof samples[0], bench_compare);
    return sample_count ? samples[sample_count * 99 / 100] * 1e6 : 0;
}

static long memory_peak(void)
{
    char path[64], line[128];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)config.server);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmHWM: %ld", &kib);
    if (file)
        fclose(file);
    return kib * 1024;
}

/* ------------------------------------------------------------------------------- the attackers */

struct coming {
    int fd; /* -1: free */
    double since;
};

struct talker {
    int fd;
    const struct talk *talk;
    size_t said; /* of its block */
};

static struct talker talkers[TALKERS_MAX];
static int talker_count;
static int drips[DRIPS_MAX];
static struct coming coming[COMING_MAX];

/* Bytes that went out. */
static ssize_t put(int *fd, const char *bytes, size_t size)
{
    ssize_t sent = *fd < 0 ? 0 : send(*fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != ENOTCONN && errno != EINPROGRESS) {
        close(*fd);
        *fd = -1;
    }
    return sent < 0 ? 0 : sent;
}

/* Each sends a byte of its hello; a closed one reconnects. */
static void drip(int from, int to)
{
    for (int i = from; i < to; i++) {
        if (drips[i] < 0)
            drips[i] = connect_to(false, true);
        else
            put(&drips[i], "h", 1);
        siege->dripped += drips[i] < 0;
    }
}

/* All received bytes are dropped, also the verdict. */
static ssize_t flood(int *fd, const char *lines, size_t size)
{
    char trash[65536];
    if (*fd < 0) {
        char hello[] = "hello v=1 name=flood lobby=1\n";
        *fd = connect_to(true, true);
        put(fd, hello, sizeof hello - 1);
    }
    ssize_t sent = put(fd, lines, size);
    if (*fd >= 0) {
        ssize_t got = recv(*fd, trash, sizeof trash, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN)) {
            close(*fd);
            *fd = -1;
        }
    }
    siege->flooded += *fd < 0;
    return sent;
}

/* Half of them leave without a message, the others as soon as they are welcome. */
static void come(double now)
{
    char hello[64];
    for (int i = 0; i < COMING_MAX; i++) {
        if (coming[i].fd >= 0)
            continue;
        coming[i] = (struct coming){.fd = connect_to(true, true), .since = now};
        long number = siege->came++;
        if (coming[i].fd >= 0 && number % 2) {
            close(coming[i].fd);
            coming[i].fd = -1;
        } else if (coming[i].fd >= 0) {
            snprintf(hello, sizeof hello, "hello v=1 name=storm%ld lobby=1\n", number / 2 % NAMES);
            put(&coming[i].fd, hello, strlen(hello));
        }
        return;
    }
}

static void leave(double now)
{
    char word[512];
    for (int i = 0; i < COMING_MAX; i++) {
        if (coming[i].fd < 0 || (recv(coming[i].fd, word, sizeof word, MSG_DONTWAIT) < 0 &&
                                 errno == EAGAIN && now - coming[i].since < 1))
            continue;
        close(coming[i].fd);
        coming[i].fd = -1;
    }
}

/* Sends as much as the socket takes, finally whole lines, and drops all answers. */
static void talk(struct talker *talker)
{
    const struct talk *talk = talker->talk;
    char trash[65536];
    ssize_t sent = put(&talker->fd, talk->block + talker->said, talk->size - talker->said);

    siege->said += sent > 0;
    talker->said = (talker->said + (size_t)sent) % talk->size;
    if (talker->fd >= 0 && recv(talker->fd, trash, sizeof trash, MSG_DONTWAIT) == 0) {
        close(talker->fd);
        talker->fd = -1;
    }
}

/* The talkers come once, before the first round, and keep still in the calm. */
static void seat_talkers(void)
{
    char hello[64];

    for (int i = 0; i < TALKS; i++) {
        struct talk *kind = &talks[i];
        size_t size = strlen(kind->line);
        while (kind->size + size <= sizeof kind->block) {
            memcpy(kind->block + kind->size, kind->line, size);
            kind->size += size;
        }
        for (int n = 0; n < kind->count && talker_count < TALKERS_MAX; n++) {
            struct talker *talker = &talkers[talker_count];
            *talker = (struct talker){.fd = connect_to(true, true), .talk = kind};
            snprintf(hello, sizeof hello, "hello v=1 name=talker%d lobby=1\n", talker_count % 250);
            put(&talker->fd, hello, strlen(hello));
            talker_count++;
            usleep(1000);
        }
    }
    siege->seated = true;
}

static void attack_for(double moment, double now, double *owed, double *dripped)
{
    leave(now);
    for (*owed += moment * config.reconnects; *owed >= 1; *owed -= 1)
        come(now);
    double before = *dripped;
    *dripped += moment * config.drip; /* each once a second */
    if (*dripped >= config.drip)
        *dripped = config.drip;
    drip((int)before, (int)*dripped);
    if (*dripped >= config.drip)
        *dripped = 0;
}

static void attack(void)
{
    static char lines[4096];
    static int floods[16];
    double last = bench_wall(), owed = 0, dripped = 0;

    struct sched_param least = {.sched_priority = 1};
    setpriority(PRIO_PROCESS, 0, 19);
    if (sched_getscheduler(0) == SCHED_FIFO) /* below the honest even there */
        sched_setscheduler(0, SCHED_FIFO, &least);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i + 9 < sizeof lines; i += 9)
        memcpy(lines + i, "ping x=1\n", 9);
    memset(drips, -1, sizeof drips);
    memset(floods, -1, sizeof floods);
    for (int i = 0; i < COMING_MAX; i++)
        coming[i].fd = -1;
    seat_talkers();
    for (;;) {
        double now = bench_wall();
        if (!siege->on) {
            usleep(5000);
            last = bench_wall();
            continue;
        }
        attack_for(now - last < 0.1 ? now - last : 0.1, now, &owed, &dripped);
        last = now;
        ssize_t sent = 0;
        for (int i = 0; i < config.flood; i++)
            sent += flood(&floods[i], lines, strlen(lines));
        for (int i = 0; i < talker_count; i++)
            talk(&talkers[i]);
        if (sent == 0 && talker_count == 0) /* there is no room for more */
            usleep(500);
    }
}

/* ------------------------------------------------------------------------------------ the whole */

/* SIGTERM in the middle of an attack: milliseconds until a new connection is closed, or refused. */
static double stop_server(void)
{
    double began = bench_wall();
    char byte;

    siege->on = true;
    for (double end = began + 0.5; bench_wall() < end;)
        turn_of_bots();
    kill(config.server, SIGTERM);
    for (began = bench_wall(); bench_wall() < began + 60;) {
        int fd = connect_to(true, false);
        double end = bench_wall() + 0.02;
        ssize_t got = -1;
        while (fd >= 0 && got < 0 && bench_wall() < end) {
            turn_of_bots();
            got = recv(fd, &byte, 1, MSG_DONTWAIT);
        }
        if (fd >= 0)
            close(fd);
        if (fd < 0 || got == 0)
            break;
    }
    return (bench_wall() - began) * 1e3;
}

static int besiege(void)
{
    double calm[ROUNDS_MAX], attacked[ROUNDS_MAX];
    long before = 0;

    siege = mmap(NULL, sizeof *siege, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (siege == MAP_FAILED)
        die("memory");
    pid_t attackers = fork();
    if (attackers < 0)
        die("fork");
    if (attackers == 0)
        attack();
    while (!siege->seated)
        usleep(1000);
    seat_bots();
    for (int i = 0; i < config.rounds; i++) {
        calm[i] = round_of(false);
        before = i == 0 ? memory_peak() : before;
        attacked[i] = round_of(true);
    }
    double stopped = config.stop ? stop_server() : 0;
    kill(attackers, SIGKILL);
    printf("calm=%.1f attack=%.1f blamed=%ld forfeits=%ld answers=%ld came=%ld dripped=%ld "
           "flooded=%ld said=%ld grown=%ld stopped=%.0f\n",
           bench_median(calm, config.rounds), bench_median(attacked, config.rounds), blamed,
           forfeits, answers, siege->came, siege->dripped, siege->flooded, siege->said,
           memory_peak() - before, stopped);
    return 0;
}

static int number(int from, int to)
{
    int value = atoi(optarg);
    if (value < from || value > to) {
        fprintf(stderr, "siege: %s: allowed: %d to %d\n", optarg, from, to);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"drip", required_argument, NULL, 'd'},      {"reconnects", required_argument, NULL, 'r'},
        {"flood", required_argument, NULL, 'f'},     {"absent", required_argument, NULL, 'A'},
        {"challenge", required_argument, NULL, 'B'}, {"tables", required_argument, NULL, 'C'},
        {"seek", required_argument, NULL, 'D'},      {"open", required_argument, NULL, 'E'},
        {"from", required_argument, NULL, 'F'},      {"stop", no_argument, NULL, 'S'},
        {"seconds", required_argument, NULL, 's'},   {"rounds", required_argument, NULL, 'n'},
        {"pid", required_argument, NULL, 'p'},       {NULL, 0, NULL, 0}};
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'd':
            config.drip = number(0, DRIPS_MAX);
            break;
        case 'r':
            config.reconnects = number(0, 100000);
            break;
        case 'f':
            config.flood = number(0, 16);
            break;
        case 'A':
        case 'B':
        case 'C':
        case 'D':
        case 'E': /* in the order of the table */
            talks[option - 'A'].count = number(0, TALKERS_MAX);
            break;
        case 'F':
            config.from = optarg;
            break;
        case 'S':
            config.stop = 1;
            break;
        case 's':
            config.seconds = atof(optarg);
            break;
        case 'n':
            config.rounds = number(1, ROUNDS_MAX);
            break;
        case 'p':
            config.server = (pid_t)atoi(optarg);
            break;
        default:
            return 2;
        }
    }
    if (argc - optind != 2) {
        fprintf(stderr, "usage: siege [OPTION...] --pid PID PORT TABLES\n");
        return 2;
    }
    config.port = atoi(argv[optind]);
    config.tables = atoi(argv[optind + 1]);
    if (config.tables < 1 || config.tables > BOTS_MAX / 4) {
        fprintf(stderr, "siege: tables: allowed: 1 to %d\n", BOTS_MAX / 4);
        return 2;
    }
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    signal(SIGPIPE, SIG_IGN);
    return besiege();
}
