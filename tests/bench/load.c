/* load.c - many instant bots in one process, and the floor that a daemon is held against.
 *
 *   load [OPTION...] PORT BOTS
 *
 * connects BOTS bots to 127.0.0.1:PORT, which answer every request at once, or N of them a second
 * at random times. Prints one line, or one a round: decisions a second; server CPU and bytes a
 * decision; writes a decision without a request; server memory; the time from an answer to the
 * next request of the same table, half and 99 of 100 are below; and all answers since the start.
 * Options: --text, --tls, --pid PID, --warm SEC, --seconds SEC, --rounds N, --rate N,
 * --from ADDRESS.
 *
 *   load --floor [--text] [--tls] [--quiet X] --bytes N BOTS
 *
 * is the floor: a server without a referee. libevent events, direct read and write; bots in fours;
 * each answer is followed by one write of a request of N bytes to the next of the four, and by X
 * more writes of news to others of them, as a referee tells all of the end of a hand. With --tls it
 * is SSL_read and SSL_write instead. Prints its port, serves until it is killed.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <event2/event.h>
#include <openssl/ssl.h>

#include "come_from.h"
#include "net/tls.h"
#include "traffic.h"

enum { INPUT_BYTES = 1 << 16, ACT_BYTES = 256, TABLES_MAX = 1 << 18 };

struct bot {
    int fd;
    uint32_t table; /* of its game: where the time of the last answer is kept */
    size_t act_size;
    char act[ACT_BYTES]; /* the answer that waits for its time */
    SSL *ssl;            /* NULL: plain */
    enum encoding encoding;
    size_t have;
    char *in;
};

static enum encoding encoding = ENCODING_MSGPACK;
static pid_t server;
static double warm_seconds = 1, seconds = 3, rate;
static int rounds = 1;
/* Address to connect from; NULL: any. Who has just left games is not let in from there. */
static const char *from;
static uint64_t seed = 7;
static struct message message;
static SSL_CTX *secured; /* NULL: plain */

static void die(const char *what)
{
    perror(what);
    exit(3);
}

static void set_fd(int fd)
{
    int one = 1;
    if (fcntl(fd, F_SETFL, O_NONBLOCK) < 0)
        die("fcntl");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

/* Both ends read ahead: one system call for a record, not one for its header and one for the rest.
 */
static SSL *secure(int fd, int (*shake)(SSL *))
{
    if (!secured)
        return NULL;
    SSL *ssl = SSL_new(secured);
    if (!ssl || !SSL_set_fd(ssl, fd) || shake(ssl) != 1)
        die("handshake");
    return ssl;
}

static ssize_t take(int fd, SSL *ssl, char *bytes, size_t size)
{
    size_t got = 0;
    if (!ssl)
        return read(fd, bytes, size);
    int status = SSL_read_ex(ssl, bytes, size, &got);
    if (status != 1 && SSL_get_error(ssl, status) == SSL_ERROR_WANT_READ)
        errno = EAGAIN;
    else if (status != 1)
        return 0;
    return status == 1 ? (ssize_t)got : -1;
}

static ssize_t give(int fd, SSL *ssl, const char *bytes, size_t size)
{
    size_t sent = 0;
    if (!ssl)
        return write(fd, bytes, size);
    return SSL_write_ex(ssl, bytes, size, &sent) ? (ssize_t)sent : -1;
}

static void put(const struct bot *bot, const struct message *out)
{
    char bytes[FRAME_BYTES_MAX];
    int size = scribe_message(out, encoding, bytes, sizeof bytes);
    if (size < 0 || give(bot->fd, bot->ssl, bytes, (size_t)size) != size)
        die("write");
}

/* ------------------------------------------------------------------------------- the bots */

static long answered, bytes_in, answered_before; /* before: in the time to warm up */
static long quiet_reads;                         /* that brought no request */
static double cpu_start, wall_start;
static bool measuring;

static double server_cpu(void)
{
    clockid_t clock;
    if (!server || clock_getcpuclockid(server, &clock))
        return 0;
    return bench_seconds(clock);
}

/* Private memory of the server: the kernel can reclaim pages of mapped files when it needs them. */
static long server_bytes(void)
{
    char path[64];
    long size = 0, resident = 0, mapped = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)server);
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%ld %ld %ld", &size, &resident, &mapped) != 3)
            resident = mapped = 0;
        fclose(file);
    }
    return (resident - mapped) * sysconf(_SC_PAGESIZE);
}

/* Times from an answer to the next request of its table, in parts of an eighth of each power of two
 * of nanoseconds. */
static long delays[64 * 8];
static double *answer_times; /* by table; 0: none is under way */
static uint64_t *table_names;

static void note_delay(uint32_t table, double now)
{
    if (answer_times[table] > 0 && measuring) {
        uint64_t ns = (uint64_t)((now - answer_times[table]) * 1e9) | 8;
        unsigned top = 63 - (unsigned)__builtin_clzll(ns);
        delays[top * 8 + (ns >> (top - 3) & 7)]++;
    }
    answer_times[table] = 0;
}

/* Microseconds that this part of the delays are below. */
static double delay_below(double part)
{
    long all = 0, below = 0;
    for (int i = 0; i < 64 * 8; i++)
        all += delays[i];
    for (int i = 0; i < 64 * 8; i++) {
        below += delays[i];
        if (all && (double)below >= part * (double)all)
            return (double)((uint64_t)(9 + i % 8) << (i / 8) >> 3) / 1e3;
    }
    return 0;
}

/* A slot for the game's name, found again by the other three. A floor names none: there the
 * first slots are those of its fours. */
static uint32_t table_of(struct slice name)
{
    static uint32_t taken;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (uint8_t)name.data[i]) * UINT64_C(0x100000001b3);
    uint32_t at = (uint32_t)(hash % TABLES_MAX);
    while (table_names[at] && table_names[at] != hash)
        at = (at + 1) % TABLES_MAX;
    if (!table_names[at] && ++taken > TABLES_MAX / 2) {
        fprintf(stderr, "load: more than %d games\n", TABLES_MAX / 2);
        exit(3);
    }
    table_names[at] = hash;
    return at;
}

/* ---- answers at their time: those that wait, in order */

static struct bot **waiting;
static size_t wait_first, wait_count, wait_max;
static double next_due;
static int pace = -1; /* timer */

static void give_answer(struct bot *bot)
{
    answer_times[bot->table] = bench_wall();
    if (give(bot->fd, bot->ssl, bot->act, bot->act_size) != (ssize_t)bot->act_size)
        die("write");
    answered++;
}

static void set_pace(void)
{
    double wait = next_due - bench_wall();
    long ns = wait > 0 ? (long)(wait * 1e9) + 1 : 1;
    struct itimerspec time = {.it_value = {ns / 1000000000, ns % 1000000000}};
    timerfd_settime(pace, 0, &time, NULL);
}

/* An answer for which no request was waiting at its time is not sent later in addition. */
static void give_due(void)
{
    double now = bench_wall();
    if (next_due < now - 0.01)
        next_due = now - 0.01;
    while (wait_count && next_due <= now) {
        give_answer(waiting[wait_first]);
        wait_first = (wait_first + 1) % wait_max;
        wait_count--;
        next_due -= log(1 - (double)(splitmix_next(&seed) >> 11) * 0x1p-53) / rate;
    }
    if (wait_count)
        set_pace();
}

static void answer(struct bot *bot, struct message *turn)
{
    int encoded = traffic_answer(turn, &seed, encoding, bot->act, sizeof bot->act);
    if (encoded < 0)
        die("answer");
    bot->act_size = (size_t)encoded;
    note_delay(bot->table, bench_wall());
    if (rate <= 0)
        give_answer(bot);
    else
        waiting[(wait_first + wait_count++) % wait_max] = bot;
}

static void feed(struct bot *bot)
{
    ssize_t got = take(bot->fd, bot->ssl, bot->in + bot->have, INPUT_BYTES - bot->have);
    if (got <= 0) {
        if (got < 0 && errno == EAGAIN)
            return;
        fprintf(stderr, "load: the server closed a connection\n");
        exit(3);
    }
    bytes_in += got;
    bot->have += (size_t)got;
    size_t used = 0, bad;
    bool asked = false;
    for (;;) {
        int size = stream_next(&bot->encoding, FROM_SERVER, bot->in + used, bot->have - used,
                               &message, &bad);
        if (size == 0)
            break;
        if (size < 0) {
            fprintf(stderr, "load: bad message: %s\n", protocol_error_text(size));
            exit(1);
        }
        if (message.kind == MESSAGE_TURN) {
            answer(bot, &message);
            asked = true;
        } else if (message.kind == MESSAGE_GAME) {
            bot->table = table_of(message_string(&message, GAME_ID));
        } else if (message.kind == MESSAGE_ERROR) {
            struct slice text = message_string(&message, ERROR_TEXT);
            fprintf(stderr, "load: error: %.*s\n", (int)text.size, text.data);
            exit(1);
        }
        used += (size_t)size;
    }
    quiet_reads += !asked && bot->have == used;
    bot->have -= used;
    memmove(bot->in, bot->in + used, bot->have);
    if (bot->ssl && SSL_has_pending(bot->ssl))
        feed(bot);
}

static void connect_bot(struct bot *bot, int port, int index)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bot->in = malloc(INPUT_BYTES);
    bot->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bot->fd < 0 || !bot->in || !come_from(bot->fd, from) ||
        connect(bot->fd, (struct sockaddr *)&address, sizeof address))
        die("connect");
    bot->ssl = secure(bot->fd, SSL_connect);
    set_fd(bot->fd);
    char name[16];
    int size = snprintf(name, sizeof name, "load%d", index);
    message_init(&message, MESSAGE_HELLO);
    message_set_int(&message, HELLO_V, PROTOCOL_VERSION);
    message_set_string(&message, HELLO_NAME, name, (size_t)size);
    put(bot, &message);
}

static void measure_from(double now)
{
    measuring = true;
    answered_before += answered;
    answered = bytes_in = quiet_reads = 0;
    memset(delays, 0, sizeof delays);
    cpu_start = server_cpu();
    wall_start = now;
}

static void report(int bots)
{
    double wall = bench_wall() - wall_start, cpu = server_cpu() - cpu_start;
    double decisions = answered ? (double)answered : 1;
    printf("decisions=%.0f server_us=%.3f bytes=%.1f quiet=%.4f memory=%ld bots=%d p50_us=%.1f "
           "p99_us=%.1f "
           "answers=%ld\n",
           (double)answered / wall, cpu / decisions * 1e6, (double)bytes_in / decisions,
           (double)quiet_reads / decisions, server_bytes(), bots, delay_below(0.5),
           delay_below(0.99), answered_before + answered);
    fflush(stdout);
}

static void take_events(int epoll, int wait_msec)
{
    struct epoll_event events[256];
    int ready = epoll_wait(epoll, events, 256, wait_msec);
    for (int i = 0; i < ready; i++) {
        uint64_t times;
        if (events[i].data.ptr)
            feed(events[i].data.ptr);
        else if (read(pace, &times, sizeof times) < 0 && errno != EAGAIN)
            die("timer");
    }
    if (rate > 0)
        give_due();
}

static int run_bots(int port, int count)
{
    struct bot *bots = calloc((size_t)count, sizeof *bots);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    answer_times = calloc(TABLES_MAX, sizeof *answer_times);
    table_names = calloc(TABLES_MAX, sizeof *table_names);
    wait_max = (size_t)count;
    waiting = calloc(wait_max, sizeof(struct bot *));
    pace = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event timer = {.events = EPOLLIN};
    if (!bots || !answer_times || !table_names || !waiting || epoll < 0 ||
        epoll_ctl(epoll, EPOLL_CTL_ADD, pace, &timer))
        die("epoll");
    for (int i = 0; i < count; i++) {
        connect_bot(&bots[i], port, i);
        bots[i].table = (uint32_t)i / 4;
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &bots[i]};
        epoll_ctl(epoll, EPOLL_CTL_ADD, bots[i].fd, &event);
        take_events(epoll,
                    0); /* games have begun: a thousand handshakes take longer than a turn may */
    }
    double begin = bench_wall();
    for (;;) {
        take_events(epoll, 100);
        double now = bench_wall();
        if (!measuring && now - begin >= warm_seconds) {
            measure_from(now);
        } else if (measuring && now - wall_start >= seconds) {
            report(count);
            if (--rounds <= 0)
                return 0;
            measure_from(now);
        }
    }
}

/* ------------------------------------------------------------------------------ the floor */

static char request[FRAME_BYTES_MAX], news[FRAME_BYTES_MAX];
static int request_size, news_size;
static double quiet_share, quiet_owed;
static struct floor_bot {
    int fd, index;
    SSL *ssl;
} * floor_bots;
static int floor_count, floor_ready;

static void floor_write(struct floor_bot *bot, const char *bytes, int size)
{
    if (give(bot->fd, bot->ssl, bytes, (size_t)size) != size)
        die("floor write");
}

static void floor_read(evutil_socket_t fd, short what, void *context)
{
    (void)what;
    struct floor_bot *bot = context;
    char bytes[512];
    ssize_t got = take((int)fd, bot->ssl, bytes, sizeof bytes);
    if (got < 0 && errno == EAGAIN)
        return;
    if (got <= 0)
        exit(0); /* the bots are gone: the server ends */
    if (floor_ready < floor_count) {
        /* that was a hello; when all are there the first of each four is asked */
        if (++floor_ready == floor_count)
            for (int i = 0; i < floor_count; i += 4)
                floor_write(&floor_bots[i], request, request_size);
        return;
    }
    struct floor_bot *table = &floor_bots[bot->index / 4 * 4];
    floor_write(&table[(bot->index + 1) % 4], request, request_size);
    for (quiet_owed += quiet_share; quiet_owed >= 1; quiet_owed--)
        floor_write(&table[(bot->index + 2) % 4], news, news_size);
}

/* Its certificate is thrown away as soon as it is read. */
static void make_context(bool server_side)
{
    char directory[] = "/tmp/avondale-load.XXXXXX", file[64];
    struct tls_error error;

    secured = SSL_CTX_new(server_side ? TLS_server_method() : TLS_client_method());
    if (!secured)
        die("TLS");
    SSL_CTX_set_read_ahead(secured, 1);
    if (!server_side)
        return;
    if (!mkdtemp(directory))
        die(directory);
    snprintf(file, sizeof file, "%s/pem", directory);
    if (tls_make_self_signed(file, "127.0.0.1", &error) ||
        SSL_CTX_use_certificate_chain_file(secured, file) != 1 ||
        SSL_CTX_use_PrivateKey_file(secured, file, SSL_FILETYPE_PEM) != 1 ||
        !SSL_CTX_set_ciphersuites(secured, "TLS_AES_128_GCM_SHA256"))
        die("certificate");
    SSL_CTX_set_num_tickets(secured, 0);
    unlink(file);
    rmdir(directory);
}

static int run_floor(int bots, int bytes)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) ||
        listen(listener, 4096) || getsockname(listener, (struct sockaddr *)&address, &size))
        die("listen");
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    request_size = traffic_request(encoding, bytes, request, sizeof request);
    news_size = traffic_news(encoding, bytes, news, sizeof news);
    if (request_size < 0 || news_size < 0)
        die("traffic");
    struct event_base *base = event_base_new();
    floor_count = bots / 4 * 4;
    floor_bots = calloc((size_t)floor_count, sizeof *floor_bots);
    if (!base || !floor_bots)
        die("floor");
    for (int i = 0; i < floor_count; i++) {
        floor_bots[i].index = i;
        floor_bots[i].fd = accept(listener, NULL, NULL);
        if (floor_bots[i].fd < 0)
            die("accept");
        floor_bots[i].ssl = secure(floor_bots[i].fd, SSL_accept);
        set_fd(floor_bots[i].fd);
        struct event *event =
            event_new(base, floor_bots[i].fd, EV_READ | EV_PERSIST, floor_read, &floor_bots[i]);
        event_add(event, NULL);
        if (secured && SSL_has_pending(floor_bots[i].ssl))
            event_active(event, EV_READ, 0); /* its hello came behind the handshake */
    }
    event_base_dispatch(base);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"text", no_argument, NULL, 't'},        {"pid", required_argument, NULL, 'p'},
        {"warm", required_argument, NULL, 'w'},  {"seconds", required_argument, NULL, 's'},
        {"floor", no_argument, NULL, 'f'},       {"bytes", required_argument, NULL, 'b'},
        {"tls", no_argument, NULL, 'T'},         {"rate", required_argument, NULL, 'r'},
        {"quiet", required_argument, NULL, 'q'}, {"rounds", required_argument, NULL, 'R'},
        {"from", required_argument, NULL, 'F'},  {NULL, 0, NULL, 0}};
    bool is_floor = false, tls = false;
    int option, bytes = 200;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 't':
            encoding = ENCODING_TEXT;
            break;
        case 'p':
            server = (pid_t)atoi(optarg);
            break;
        case 'F':
            from = optarg;
            break;
        case 'w':
            warm_seconds = atof(optarg);
            break;
        case 's':
            seconds = atof(optarg);
            break;
        case 'r':
            rate = atof(optarg);
            break;
        case 'R':
            rounds = atoi(optarg);
            break;
        case 'q':
            quiet_share = atof(optarg);
            break;
        case 'f':
            is_floor = true;
            break;
        case 'T':
            tls = true;
            break;
        case 'b':
            bytes = atoi(optarg);
            break;
        default:
            return 2;
        }
    }
    signal(SIGPIPE, SIG_IGN);
    struct rlimit files;
    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (tls)
        make_context(is_floor);
    if (is_floor && argc - optind == 1)
        return run_floor(atoi(argv[optind]), bytes);
    if (!is_floor && argc - optind == 2)
        return run_bots(atoi(argv[optind]), atoi(argv[optind + 1]));
    fprintf(stderr, "usage: load [--text] [--tls] [--pid PID] [--seconds S] [--rate N] PORT BOTS | "
                    "load --floor [--text] [--tls] [--quiet X] --bytes N BOTS\n");
    return 2;
}
