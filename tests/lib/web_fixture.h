/* web_fixture.h - a ladder with its pages on a free port, and a client that asks for them, for the
 * web's tests. */
#ifndef AVONDALE_TEST_WEB_FIXTURE_H
#define AVONDALE_TEST_WEB_FIXTURE_H

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "await.h"
#include "dial.h"
#include "ladder_temp.h"
#include "live/live.h"

/* A game to watch as the arena would publish it, with hostile words. */
static const char watch_text[] =
    "{\"seats\":2,\"hand_count\":2,\"owners\":[0,1],\"sides\":[0,1],\"deck\":[\"4D\"],"
    "\"packets\":\"3 <b>\",\"complete\":true,"
    "\"forfeit\":{\"seat\":1,\"cause\":\"time<\"},\"hands\":[{\"dealer\":1,\"hands\":[\"10H "
    "RJ\",\"4D "
    "<u>\"],"
    "\"kitty\":\"BJ\",\"opens\":[false,false],\"contract\":{\"call\":\"6S\",\"by\":0},\"tricks\":["
    "1,0],"
    "\"delta\":[40,0],\"scores\":[40,0],\"steps\":["
    "{\"seat\":0,\"phase\":\"auction\",\"action\":\"<em>\",\"hand\":0,\"fault\":\"late<\"},"
    "{\"seat\":0,\"phase\":\"discard\",\"action\":\"discard:QS:5C\",\"hand\":0},"
    "{\"seat\":0,\"phase\":\"play\",\"action\":\"10H\",\"hand\":0},"
    "{\"seat\":1,\"phase\":\"play\",\"action\":\"4D\",\"hand\":1,\"winner\":0},"
    "{\"seat\":0,\"phase\":\"play\",\"action\":\"RJ=S\",\"hand\":0}]},"
    "{\"dealer\":0,\"hands\":[\"\",\"\"],\"kitty\":\"\",\"contract\":null,\"scores\":null,"
    "\"steps\":[]}]}";

struct fixture {
    struct temp temp;
    struct ladder *ladder;
    struct live *live;
    struct web *web;
};

static int watched; /* how often a game was replayed */

static inline char *feed_watch(const char *record)
{
    watched++;
    return strcmp(record, "watchable") == 0 ? strdup(watch_text) : NULL;
}

static inline char *feed_hints(const char *record, int hand)
{
    return strcmp(record, "watchable") == 0 && hand <= 2
               ? strdup(hand == 1 ? "[{\"action\":\"pass\",\"why\":\"first\"}]"
                                  : "[{\"action\":\"6S\",\"why\":\"second\"}]")
               : NULL;
}

static int judged;             /* how often chances were computed */
static atomic_bool judge_held; /* they are not computed as long as it is true */

static inline char *feed_chances(const char *record)
{
    for (struct await limit = await_begin(60); judge_held && await_step(&limit);)
        ;
    judged++;
    return strcmp(record, "watchable") == 0
               ? strdup("{\"hands\":[{\"chances\":[[500,0],[500,1000]]},{\"chances\":[]}],"
                        "\"dear\":[{\"hand\":1,\"step\":1,\"seat\":0,\"action\":\"6S\","
                        "\"best\":\"7S\",\"cost\":500}],\"left\":0}")
               : NULL;
}

static inline char *feed_rules(const char *preset)
{
    if (!preset)
        return strdup(
            "{\"presets\":[{\"name\":\"plain\",\"summary\":\"<i>As\",\"differs\":\"\"}]}");
    return strcmp(preset, "plain") == 0
               ? strdup("{\"name\":\"plain\",\"summary\":\"As usual.\",\"calls\":[{\"call\":\"6S\","
                        "\"value\":40},{\"call\":\"6NT\",\"value\":120},{\"call\":\"mis<re\","
                        "\"value\":250}],\"orders\":[{\"name\":\"tr<umps\",\"cards\":\"RJ "
                        "JH\"}],\"options\":[{\"name\":"
                        "\"players\",\"value\":\"4\",\"allowed\":\"<2>\",\"meaning\":\"How "
                        "<many>.\",\"differs\":true}]}")
               : NULL;
}

/* Returns JSON with the given options in the field `error`, or NULL for any ruleset but "plain". */
static inline char *feed_built(const void *context, const char *ruleset, const char *options)
{
    char *text = NULL;
    if (strcmp(ruleset, "plain") != 0 || asprintf(&text, "{\"ruleset\":\"%s\",\"error\":\"%s\"}",
                                                  (const char *)context, options) < 0)
        return NULL;
    return text;
}

/* Mode "preset" has one phrase; other modes accept any text but "bad" and escape sequences. */
static inline const char *feed_words(const char *mode, const char *say)
{
    if (strcmp(mode, "preset") == 0)
        return strcmp(say, "luck") == 0 ? "Good <luck>!" : NULL;
    return *say && strcmp(say, "bad") != 0 && !strchr(say, '\x1b') ? say : NULL;
}

static inline const char *feed_phrase(int index, const char **text)
{
    *text = "Good <luck>!";
    return index == 0 ? "luck" : NULL;
}

static int live_delay_msec; /* of the spectators in the next setup */
static int answer_sec_max;  /* the same of an answer */
static int life_sec_max;    /* and of a connection */

static inline int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct ladder_error error;
    temp_init(&fixture->temp);
    fixture->live = live_create(&(struct live_config){.boot = 0xb007,
                                                      .delay_msec = live_delay_msec,
                                                      .watchers_max = 3,
                                                      .watchers_per_table_max = 2});
    struct web_config config = {.at =
                                    &(struct endpoint){.kind = ENDPOINT_IP4, .ip = {127, 0, 0, 1}},
                                .at_count = 1,
                                .live = fixture->live,
                                .answer_sec_max = answer_sec_max,
                                .life_sec_max = life_sec_max,
                                .store = fixture->temp.url,
                                .bots = "arena<1>:5500",
                                .bots_per_owner = 2,
                                .new_names = true,
                                .programs_of_day = 3,
                                .program_bytes_max = 1 << 20,
                                .programs_bytes_max = 1 << 24,
                                .feed = {.watch = feed_watch,
                                         .hints = feed_hints,
                                         .chances = feed_chances,
                                         .rules = feed_rules,
                                         .built = feed_built,
                                         .built_context = "of the arena",
                                         .words = feed_words,
                                         .phrase = feed_phrase}};
    if (writer_open(&fixture->ladder, fixture->temp.url, true, &error) ||
        web_server_create(&fixture->web, &config, fixture->ladder, &error))
        return -1;
    *state = fixture;
    return 0;
}

static inline int teardown(void **state)
{
    struct fixture *fixture = *state;
    web_server_destroy(fixture->web);
    live_destroy(fixture->live);
    writer_close(fixture->ladder);
    temp_fini(&fixture->temp);
    free(fixture);
    return 0;
}

static inline int dial(const struct fixture *fixture)
{
    return dial_port(web_server_port(fixture->web));
}

/* Sends, then reads until the server closes or `reply` holds `until`. Returns the bytes received;
 * *closed says whether the server closed. */
static inline size_t talk(int fd, const char *request, size_t bytes, char *reply, size_t size,
                          const char *until, bool *closed)
{
    size_t sent = 0, got = 0;
    *closed = false;
    for (int turn = 0; turn < 3000 * await_slowness(); turn++) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (sent < bytes) {
            ssize_t done = send(fd, request + sent, bytes - sent, MSG_NOSIGNAL);
            sent = done > 0 ? sent + (size_t)done : errno == EAGAIN ? sent : bytes;
        }
        ssize_t done = recv(fd, reply + got, size - 1 - got, 0);
        if (done == 0 || (done < 0 && errno != EAGAIN))
            *closed = true;
        got += done > 0 ? (size_t)done : 0;
        reply[got] = '\0';
        if (*closed || (until && strstr(reply, until)))
            break;
        if (done < 0)
            poll(&wait, 1, 5);
    }
    return got;
}

static char reply[1 << 20];

static inline int ask(const struct fixture *fixture, const char *method, const char *path)
{
    char request[4096];
    bool closed;
    int fd = dial(fixture);
    int bytes = snprintf(request, sizeof request,
                         "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", method, path);
    assert_in_range(bytes, 1, sizeof request - 1);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    close(fd);
    assert_memory_equal(reply, "HTTP/1.1 ", 9);
    return atoi(reply + 9);
}

static inline const char *body(void)
{
    const char *end = strstr(reply, "\r\n\r\n");
    assert_non_null(end);
    return end + 4;
}

static inline void submit(const struct fixture *fixture, struct ladder_result result,
                          const char *record)
{
    result.record = record;
    assert_int_equal(writer_queue_submit(fixture->ladder, &result, NULL, NULL), 0);
    writer_queue_wait(fixture->ladder);
    writer_queue_dispatch(fixture->ladder);
}

#endif
