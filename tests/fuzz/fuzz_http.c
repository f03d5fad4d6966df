/* The ladder's pages over a real socket, with any bytes from a client. Only HTTP comes back, no
 * page holds a script, and the next client gets an answer. One server serves all inputs of a
 * run. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "ladder.h"
#include "record/watch_json.h"

enum { TURNS_MAX = 12, HEALTH_EVERY = 64 };

static struct ladder *ladder;
static struct web *web;
static struct live *live;
static struct live_table *table;
static char directory[64], reply[1 << 20];

/* ------------------------------------------------------------------------------ the server */

static void clean_up(void)
{
    DIR *entries = opendir(directory);

    web_server_destroy(web);
    live_close(table, INT64_MAX / 2);
    live_destroy(live);
    writer_close(ladder);
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry;
         entry = readdir(entries)) {
        char path[400];
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(path);
    }
    if (entries)
        closedir(entries);
    rmdir(directory);
}

/* A game whose words are the worst that a result can bring. */
static void add_game(void)
{
    struct ladder_result result = {.seat_count = 2, .side_count = 2, .wall_msec = 1700000000000};

    snprintf(result.game, sizeof result.game, "g-1");
    snprintf(result.ruleset, sizeof result.ruleset, "<script>alert(1)</script>&\"'");
    snprintf(result.reason, sizeof result.reason, "\"><b>");
    snprintf(result.seats[0].bot, sizeof result.seats[0].bot, "ann");
    snprintf(result.seats[1].bot, sizeof result.seats[1].bot, "bob");
    result.seats[1].side = 1;
    result_ranks(&result, 1, -1);
    result.record = "{\"game\": \"g-1\"}";
    if (writer_queue_submit(ladder, &result, NULL, NULL))
        fuzz_broken("no room for a result");
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
}

/* A running game that spectators may watch. */
static void open_table(void)
{
    static const struct live_config limits = {.watchers_max = 8, .watchers_per_table_max = 4};
    struct live_about about = {
        .game = "t-1", .ruleset = "<script>alert(1)</script>", .seat_count = 2, .side_count = 2};

    live = live_create(&limits);
    table = live ? live_open(live, &about) : NULL;
    if (!table)
        abort();
}

static void start_server(void)
{
    struct ladder_error error;
    char url[128];

    snprintf(directory, sizeof directory, "/tmp/avondale-fuzz-XXXXXX");
    if (!mkdtemp(directory))
        abort();
    snprintf(url, sizeof url, "sqlite:%s/ladder.db", directory);
    open_table();
    struct web_config config = {
        .at = &(struct endpoint){.kind = ENDPOINT_IP4, .ip = {127, 0, 0, 1}},
        .at_count = 1,
        .store = url,
        .live = live,
        .tournaments = directory,
        .feed = {.watch = watch_json_game, .hints = watch_json_hints, .rules = watch_json_rules}};
    if (writer_open(&ladder, url, true, &error) || web_server_create(&web, &config, ladder, &error))
        fuzz_broken("no server: %s", error.text);
    add_game();
    atexit(clean_up);
}

/* ------------------------------------------------------------------------------- the client */

/* A reset at the end leaves no port behind that waits for a minute. The fuzzer's alarm may
 * interrupt. */
static int dial(void)
{
    struct linger linger = {.l_onoff = 1};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)web_server_port(web))};

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (;;) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (fd < 0)
            fuzz_broken("no socket: %s", strerror(errno));
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
        if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) {
            fcntl(fd, F_SETFL, O_NONBLOCK);
            return fd;
        }
        if (errno != EINTR)
            fuzz_broken("no connection: %s", strerror(errno));
        close(fd);
    }
}

/* Asks something else and waits for the answer: then the server has seen what was sent before. */
static void wait_for_server(void)
{
    static const char request[] = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    char bytes[2048];
    int fd = dial();

    fcntl(fd, F_SETFL, 0);
    if (send(fd, request, sizeof request - 1, MSG_NOSIGNAL) < 0)
        fuzz_broken("nobody listens: %s", strerror(errno));
    for (;;) {
        ssize_t done = recv(fd, bytes, sizeof bytes, 0);
        if (done == 0 || (done < 0 && errno != EINTR))
            break;
    }
    close(fd);
}

/* Listens until the server has nothing more to say: it is asked, the clock is not. */
static size_t hear(int fd)
{
    size_t got = 0;
    int quiet = 0;

    for (int turn = 0; turn < TURNS_MAX && quiet < 2; turn++) {
        wait_for_server();
        ssize_t done = recv(fd, reply + got, sizeof reply - 1 - got, 0);
        if (done == 0 || (done < 0 && errno != EAGAIN))
            break;
        quiet = done > 0 ? 0 : quiet + 1;
        got += done > 0 ? (size_t)done : 0;
    }
    reply[got] = 0;
    return got;
}

static size_t talk(const char *bytes, size_t size, size_t cut)
{
    int fd = dial();
    ssize_t sent = send(fd, bytes, cut, MSG_NOSIGNAL);

    if (cut < size && sent == (ssize_t)cut) {
        wait_for_server();
        sent = send(fd, bytes + cut, size - cut, MSG_NOSIGNAL);
    }
    size_t got = hear(fd);
    close(fd);
    return got;
}

static void check_reply(size_t size)
{
    if (size == 0)
        return;                             /* a request that is not whole, or none */
    const char *space = strchr(reply, ' '); /* after the version, which echoes the request's */
    if (strncmp(reply, "HTTP/", 5) != 0 || !space)
        fuzz_broken("what comes back is not HTTP: %.80s", reply);
    int status = atoi(space);
    if (status < 100 || status >= 600 || status == 500)
        fuzz_broken("status %d", status);
    if (strstr(reply, "<script>alert") && !strstr(reply, "Content-Type: application/json"))
        fuzz_broken("a page holds a script");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char health[] = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    static unsigned runs;

    if (!web)
        start_server();
    size_t cut = size > 0 ? data[size - 1] * size / 256 : 0;
    check_reply(talk((const char *)data, size, cut));
    if (runs++ % HEALTH_EVERY == 0) {
        size_t got = talk(health, sizeof health - 1, sizeof health - 1);
        if (got == 0 || strncmp(reply, "HTTP/1.1 200", 12) != 0 || !strstr(reply, "ok\n"))
            fuzz_broken("who asked next was not answered: %.80s", reply);
    }
    return 0;
}
