/* test_web_stream.c - event streams over real sockets: their contents, their number, and closed
 * ones. */
#include "web_streams.h"

static const int32_t scores[LADDER_SEATS_MAX] = {40, -20};

/* Opens a stream; `reply` holds the bytes up to `until`. */
static int stream(const struct fixture *fixture, const char *game, const char *more,
                  const char *until)
{
    char request[512];
    bool closed;
    int fd = dial(fixture);
    int bytes = snprintf(request, sizeof request,
                         "GET /api/v1/tables/%s/events HTTP/1.1\r\nHost: x\r\n%s\r\n", game, more);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, until, &closed);
    return fd;
}

static void await_watchers(const struct fixture *fixture, int count)
{
    struct await limit = await_begin(10);
    while (live_watchers(fixture->live) != count && await_step(&limit))
        ;
    assert_int_equal(live_watchers(fixture->live), count);
}

static void test_tells(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1");
    bool closed;
    int fd = stream(fixture, "g-1", "", "retry: 1000");
    assert_non_null(strstr(reply, "\r\nContent-Type: text/event-stream\r\n"));
    assert_non_null(strstr(reply, "\r\nContent-Security-Policy: default-src 'none'"));
    assert_true(live_wanted(table));
    add(table, "{\"a\":1}");
    (void)talk(fd, "", 0, reply, sizeof reply, "id: 0000b007-1\ndata: {\"a\":1}\n\n", &closed);
    assert_false(closed);
    add(table, "{\"b\":2}");
    (void)talk(fd, "", 0, reply, sizeof reply, "id: 0000b007-2\ndata: {\"b\":2}\n\n", &closed);
    assert_null(strstr(reply, "-1\n"));
    /* A new reader sees the hand from its start; a returning one continues. */
    int late = stream(fixture, "g-1", "", "-2\n");
    assert_non_null(strstr(reply, "id: 0000b007-1\n"));
    assert_int_equal(live_watchers(fixture->live), 2);
    close(late);
    await_watchers(fixture, 1);
    late = stream(fixture, "g-1", "Last-Event-ID: 0000b007-1\r\n", "-2\n");
    assert_null(strstr(reply, "-1\n"));
    assert_null(strstr(reply, "gap"));
    live_hand_over(table, scores, 0);
    live_close(table, 0);
    (void)talk(fd, "", 0, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    assert_non_null(strstr(reply, "event: end\n"));
    close(fd);
    close(late);
    await_watchers(fixture, 0);
}

/* A reader with an id of another process, of a future state, of a removed one, or with none gets
 * a gap, then the hand from its start; a reader that lost nothing gets no gap. */
static void test_gaps(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const lost[] = {"0000b008-1",  "0000b007-3", "1",  "0000b007-", "0000b007-0",
                                       "0000b007-1x", "0000B007-1", "-1", "x"};
    struct live_table *table = open_table(fixture, "g-1");
    int fd = stream(fixture, "g-1", "", "retry: 1000");
    live_add(table, strdup("{\"a\":1}"), clock_now_msec());
    live_add(table, strdup("{\"b\":2}"), clock_now_msec());
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        char header[64];
        snprintf(header, sizeof header, "Last-Event-ID: %s\r\n", lost[i]);
        int late = stream(fixture, "g-1", header, "-2\n");
        const char *gap = strstr(reply, "event: gap\ndata: {}\n\n");
        const char *first = strstr(reply, "id: 0000b007-1\ndata: {\"a\":1}\n\n");
        if (!gap)
            print_error("%s: %s\n", lost[i], reply);
        assert_true(gap && first && gap < first);
        close(late);
        await_watchers(fixture, 1);
    }
    live_hand_over(table, scores, clock_now_msec());
    live_add(table, strdup("{\"c\":3}"),
             clock_now_msec()); /* the next hand: the missing part of the last one still arrives */
    int late = stream(fixture, "g-1", "Last-Event-ID: 0000b007-1\r\n", "-3\n");
    assert_non_null(strstr(reply, "id: 0000b007-2\n"));
    assert_null(strstr(reply, "gap"));
    close(late);
    await_watchers(fixture, 1);
    late = stream(fixture, "g-1", "", "-3\n"); /* a new reader begins with this hand */
    assert_null(strstr(reply, "-2\n"));
    assert_null(strstr(reply, "gap"));
    close(late);
    close(fd);
    await_watchers(fixture, 0);
    live_close(table, INT64_MAX / 2);
}

static void test_places(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *a = open_table(fixture, "g-1"), *b = open_table(fixture, "g-2");
    int fds[3];
    for (int i = 0; i < 2; i++)
        fds[i] = stream(fixture, "g-1", "", "retry: 1000");
    assert_int_equal(ask(fixture, "GET", "/api/v1/tables/g-1/events"), 503);
    assert_non_null(strstr(body(), "this table has too many spectators"));
    fds[2] = stream(fixture, "g-2", "", "retry: 1000");
    assert_int_equal(ask(fixture, "GET", "/api/v1/tables/g-2/events"), 503);
    assert_int_equal(ask(fixture, "GET", "/api/v1/tables/g-3/events"), 404);
    assert_int_equal(ask(fixture, "GET", "/api/v1/tables/g-1/events?x=1"), 400);
    assert_int_equal(live_watchers(fixture->live), 3);
    for (int i = 0; i < 3; i++)
        close(fds[i]);
    await_watchers(fixture, 0);
    assert_int_equal(ask(fixture, "HEAD", "/api/v1/tables/g-1/events"), 200);
    assert_int_equal(live_watchers(fixture->live), 0);
    live_close(a, INT64_MAX / 2);
    live_close(b, INT64_MAX / 2);
}

/* It reads nothing: its stream is closed before it costs unbounded memory. */
static void test_slow_reader(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1");
    static char text[16384];
    memset(text, 'x', sizeof text - 1);
    int fd = dial(fixture), small = 4096;
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    const char *request = "GET /api/v1/tables/g-1/events HTTP/1.1\r\nHost: x\r\n\r\n";
    assert_true(send(fd, request, strlen(request), 0) > 0);
    await_watchers(fixture, 1);
    struct await limit = await_begin(30);
    do {
        for (int i = 0; i < 8; i++)
            add(table, text);
    } while (live_watchers(fixture->live) == 1 && await_step(&limit));
    await_watchers(fixture, 0);
    assert_int_equal(live_watchers(fixture->live), 0);
    close(fd);
    live_close(table, INT64_MAX / 2);
}

/* The server ends while a spectator watches. */
static void test_end(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1");
    int fd = stream(fixture, "g-1", "", "retry: 1000");
    int gone = stream(fixture, "g-1", "", "retry: 1000");
    add(table, "{}");
    close(gone);
    live_close(table, 0);
    close(fd);
}

/* A browser keeps a connection for pages, and a stream begins on it when it is no longer young. One
 * that is as old and has no stream tells when its time is up. */
static void test_begins_on_an_old_connection(void **state)
{
    const struct fixture *fixture = *state;
    static const char health[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
                      events[] = "GET /api/v1/tables/g-1/events HTTP/1.1\r\nHost: x\r\n\r\n";
    struct live_table *table = open_table(fixture, "g-1");
    bool closed;
    int plain = dial(fixture), fd = dial(fixture);
    (void)talk(plain, health, sizeof health - 1, reply, sizeof reply, "\r\n\r\nok", &closed);
    (void)talk(fd, health, sizeof health - 1, reply, sizeof reply, "\r\n\r\nok", &closed);
    nanosleep(&(struct timespec){.tv_sec = 2, .tv_nsec = 200000000}, NULL);
    (void)talk(fd, events, sizeof events - 1, reply, sizeof reply, "retry: 1000", &closed);
    assert_false(closed);
    (void)talk(plain, "", 0, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    add(table, "{\"a\":1}");
    (void)talk(fd, "", 0, reply, sizeof reply, "data: {\"a\":1}\n\n", &closed);
    assert_false(closed);
    /* A reader that stays is not kept for ever: the test's limit is shorter than a stream. */
    (void)talk(fd, "", 0, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    close(plain);
    close(fd);
    live_close(table, 0);
}

static int setup_short_lives(void **state)
{
    life_sec_max = 4;
    int status = setup(state);
    life_sec_max = 0;
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_begins_on_an_old_connection, setup_short_lives,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_tells, setup, teardown),
        cmocka_unit_test_setup_teardown(test_gaps, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_slow_reader, setup, teardown),
        cmocka_unit_test_setup_teardown(test_end, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
