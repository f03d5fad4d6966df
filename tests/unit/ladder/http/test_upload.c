/* test_upload.c - bodies of programs on their way past the HTTP server: in pieces, too long, cut
 * off, without an owner, and too many at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "handed_in.h"
#include "http/upload.h"
#include "ladder.h"

#include <netinet/tcp.h>

static void an_upload_may_arrive_byte_by_byte(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    static char bytes[sizeof good.bytes + 1024];
    char ann[65];

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    size_t head = handed_head(bytes, 1024, ann, "PUT", "slow/versions/1", "", good.size);
    memcpy(bytes + head, good.bytes, good.size);
    int fd = dial(fixture), nodelay = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &nodelay, sizeof nodelay);
    for (size_t i = 0; i < head + 3; i++)
        assert_int_equal(send(fd, bytes + i, 1, MSG_NOSIGNAL), 1);
    assert_int_equal(web_exchange(fixture, fd, bytes + head + 3, good.size - 3), 201);
}

/* A client that waits is told to continue; one that is refused gets the reason before it sends
 * anything. */
static void expect_100_continue_is_answered(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    char head[1024], ann[65];
    bool closed;

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    size_t size = handed_head(head, sizeof head, ann, "PUT", "a/versions/1",
                              "Expect: 100-continue\r\n", good.size);
    int fd = dial(fixture);
    (void)talk(fd, head, size, reply, sizeof reply, "100 Continue\r\n\r\n", &closed);
    assert_false(closed);
    assert_string_equal(reply, "HTTP/1.1 100 Continue\r\n\r\n");
    assert_int_equal(web_exchange(fixture, fd, good.bytes, good.size), 201);

    size = handed_head(head, sizeof head, ann, "PUT", "a/versions/2", "Expect: 100-continue\r\n",
                       999999999);
    assert_int_equal(web_exchange(fixture, dial(fixture), head, size), 413);
    assert_null(strstr(reply, "100 Continue"));
    size = handed_head(head, sizeof head, "00", "PUT", "a/versions/2", "", 1000);
    assert_int_equal(web_exchange(fixture, dial(fixture), head, size), 401);
    assert_non_null(strstr(reply, "WWW-Authenticate: Bearer"));
    size = handed_head(head, sizeof head, ann, "PUT", "a/versions/b/c", "", 1000);
    assert_int_equal(web_exchange(fixture, dial(fixture), head, size), 400);
    size = handed_head(head, sizeof head, ann, "PUT", "a/versions/%2e%2e", "", 1000);
    assert_int_equal(web_exchange(fixture, dial(fixture), head, size), 400);
}

/* The rest of the body is no request of its own, even where it looks like one. */
static void the_rest_of_a_body_is_no_request(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    static char bytes[sizeof good.bytes + 2048];
    char ann[65];

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    size_t size = handed_head(bytes, 1024, ann, "PUT", "a/versions/1", "", good.size);
    memcpy(bytes + size, good.bytes, good.size);
    size += good.size;
    size += (size_t)snprintf(bytes + size, 512, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_int_equal(web_exchange(fixture, dial(fixture), bytes, size), 201);
    assert_null(strstr(reply + 9, "HTTP/1.1 "));
    /* Nor is a program behind another unanswered request. */
    size = (size_t)snprintf(bytes, 512, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    size += handed_head(bytes + size, 1024, ann, "PUT", "a/versions/2", "", 10);
    size += (size_t)snprintf(bytes + size, 64, "0123456789");
    (void)web_exchange(fixture, dial(fixture), bytes, size);
    assert_null(strstr(reply, "201"));
}

/* Bodies that never end hold only their own places; the pages answer meanwhile. */
static void endless_uploads_hold_only_their_places(void **state)
{
    const struct fixture *fixture = *state;
    int fds[UPLOAD_MAX + 4];
    char head[1024], ann[65];

    handed_owner(fixture, ann);
    size_t size = handed_head(head, sizeof head, ann, "PUT", "a/versions/1",
                              "Expect: 100-continue\r\n", 100000);
    for (int i = 0; i < UPLOAD_READING_MAX; i++) {
        bool closed;
        fds[i] = dial(fixture);
        (void)talk(fds[i], head, size, reply, sizeof reply, "100 Continue", &closed);
        assert_false(closed);
    }
    for (int i = 0; i < UPLOAD_MAX + 4; i++) {
        int code = web_exchange(fixture, dial(fixture), head, size);
        assert_true(code == 503 || code == 429); /* too many uploads, or too many of this address */
    }
    assert_int_equal(ask(fixture, "GET", "/health"), 200);
    for (int i = 0; i < UPLOAD_READING_MAX; i++)
        close(fds[i]);
}

/* A client that disconnects releases its place. */
static void a_disconnect_frees_its_place(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    char head[1024], ann[65];

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    size_t size = handed_head(head, sizeof head, ann, "PUT", "a/versions/1", "", 100000);
    for (int i = 0; i < 2 * UPLOAD_READING_MAX; i++) {
        int fd = dial(fixture);
        assert_int_equal(send(fd, head, size, MSG_NOSIGNAL), (ssize_t)size);
        assert_int_equal(send(fd, "abc", 3, MSG_NOSIGNAL), 3);
        shutdown(fd, SHUT_WR);
        assert_int_equal(web_exchange(fixture, fd, "", 0), 0); /* no answer */
    }
    assert_int_equal(handed_ask(fixture, ann, "PUT", "a/versions/1", &good), 201);
}

/* A connection from another address of this machine. */
static int dial_from(const struct fixture *fixture, int last)
{
    struct sockaddr_in from = {.sin_family = AF_INET}, to = from;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 256 + (uint32_t)last);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)web_server_port(fixture->web));
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

/* What this process and the store hold. */
struct held {
    int files, descriptors, archives, versions;
    long pages; /* of memory */
};

static int names_in(const char *path)
{
    DIR *dir = opendir(path);
    int count = 0;

    assert_non_null(dir);
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

static struct held held_now(const struct fixture *fixture)
{
    struct held held = {.files = names_in(fixture->temp.dir),
                        .descriptors = names_in("/proc/self/fd"),
                        .archives = handed_archives(fixture)};
    FILE *file = fopen("/proc/self/statm", "r");
    long all;

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &all, &held.pages), 2);
    fclose(file);
    if (ask(fixture, "GET", "/api/v1/bots/busy/versions") == 200) {
        for (const char *at = reply; (at = strstr(at, "\"version\":")); at++)
            held.versions++;
    }
    return held;
}

/* The PUT of version `number`, from an address of its own for each 25 of them. Of a body that is
 * longer than `handed` only that is sent. */
static int put_from(const struct fixture *fixture, const char *token, int number, size_t size,
                    const struct handed *handed)
{
    static char bytes[sizeof handed->bytes + 1024];
    char path[48];

    snprintf(path, sizeof path, "busy/versions/%d", number);
    size_t head = handed_head(bytes, 1024, token, "PUT", path, "", size);
    if (handed)
        memcpy(bytes + head, handed->bytes, handed->size);
    return web_exchange(fixture, dial_from(fixture, number / 25), bytes,
                        head + (handed ? handed->size : 0));
}

/* Five bad programs, three that fill the day, and 992 that come after them from 40 addresses, most
 * with a MiB of which not a byte is waited for; two bodies that do not end stand open all the time.
 * The pages answer others meanwhile, and nothing is kept but the three. */
static void a_thousand_puts(void **state)
{
    enum { PUTS = 1000, BAD = 5, DAY = 3, OTHERS = 50, STALLED = 2 };
    const struct fixture *fixture = *state;
    static struct handed good, bad;
    struct held before = {.files = 0}, after;
    char ann[65], head[1024], manifest[64];
    int stalled[STALLED];
    bool closed;

    handed_owner(fixture, ann);
    handed_make(&bad, NULL, NULL);
    (void)ask(fixture, "GET", "/health");
    size_t size = handed_head(head, sizeof head, ann, "PUT", "busy/versions/x",
                              "Expect: 100-continue\r\n", 100000);
    for (int i = 0; i < STALLED; i++) {
        stalled[i] = dial_from(fixture, 200);
        (void)talk(stalled[i], head, size, reply, sizeof reply, "100 Continue", &closed);
        assert_false(closed);
    }
    for (int number = 0; number < PUTS; number++) {
        if (number < BAD) {
            assert_int_equal(put_from(fixture, ann, number, bad.size, &bad), 422);
        } else if (number < BAD + DAY) {
            snprintf(manifest, sizeof manifest, "[bot]\nstart = ./bot %d\n", number);
            handed_make(&good, manifest, NULL);
            assert_int_equal(put_from(fixture, ann, number, good.size, &good), 201);
        } else {
            const struct handed *sent = number % 10 == 0 ? &good : NULL;
            assert_int_equal(put_from(fixture, ann, number, 1 << 20, sent), 429);
            assert_non_null(strstr(reply, "in 24 hours: at most 3"));
        }
        if (number == BAD - 1)
            assert_int_equal(held_now(fixture).archives, 0);
        if (number == 100)
            before = held_now(fixture);
        if (number % OTHERS == 0)
            assert_int_equal(ask(fixture, "GET", "/health"), 200);
    }
    after = held_now(fixture);
    assert_int_equal(after.archives, DAY);
    assert_int_equal(after.versions, DAY);
    assert_int_equal(after.files, before.files);
#ifndef __SANITIZE_ADDRESS__ /* which keeps what was freed for a while */
    assert_true(after.pages - before.pages < (4 << 20) / sysconf(_SC_PAGESIZE));
#endif
    for (int i = 0; i < STALLED; i++)
        close(stalled[i]);
    /* A client's socket, the server's and the file of each body that stood open: they leave, too.
     */
    int left = before.descriptors - 3 * STALLED;
    struct await limit = await_begin(10);
    while (names_in("/proc/self/fd") > left && await_step(&limit))
        ;
    assert_true(names_in("/proc/self/fd") <= left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_upload_may_arrive_byte_by_byte, setup, teardown),
        cmocka_unit_test_setup_teardown(expect_100_continue_is_answered, setup, teardown),
        cmocka_unit_test_setup_teardown(the_rest_of_a_body_is_no_request, setup, teardown),
        cmocka_unit_test_setup_teardown(endless_uploads_hold_only_their_places, setup, teardown),
        cmocka_unit_test_setup_teardown(a_disconnect_frees_its_place, setup, teardown),
        cmocka_unit_test_setup_teardown(a_thousand_puts, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
