/* test_gzip.c - compressed answers: the same bytes, made once, bounded; which clients get them,
 * and with which ETag. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <zlib.h>

#include "web_fixture.h"
#include "http/gzip.h"

static char plain[1 << 20];

/* Decompresses into `plain`, with a NUL behind it. Returns its size. */
static size_t unzip(const void *bytes, size_t size)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes,
                       .avail_in = (uInt)size,
                       .next_out = (Bytef *)plain,
                       .avail_out = sizeof plain - 1};
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t out = sizeof plain - 1 - stream.avail_out;
    inflateEnd(&stream);
    plain[out] = '\0';
    return out;
}

static void key_of(int number, unsigned char key[GZIP_KEY_BYTES])
{
    memset(key, 0, GZIP_KEY_BYTES);
    memcpy(key, &number, sizeof number);
}

/* What is sent often is smaller; both come back. */
static void test_fixed_answers_are_smaller(void **state)
{
    (void)state;
    struct gzip_cache *zip = gzip_create();
    unsigned char key[GZIP_KEY_BYTES];
    size_t zipped[2], size = 0;
    static char text[60000];
    for (int i = 0; size + 100 < sizeof text; i++)
        size += (size_t)snprintf(text + size, 100, "<td class=\"n\">%d</td><td>bot-%d</td>\n",
                                 i * 7919 % 1000, i * 31 % 17);
    for (int fixed = 0; fixed < 2; fixed++) {
        key_of(fixed, key);
        const unsigned char *made = gzip_make(zip, key, text, size, fixed, &zipped[fixed]);
        assert_non_null(made);
        assert_int_equal(unzip(made, zipped[fixed]), size);
        assert_memory_equal(plain, text, size);
    }
    assert_true(zipped[1] < zipped[0] && zipped[0] * 4 < size);
    gzip_destroy(zip);
}

static void test_kept(void **state)
{
    (void)state;
    struct gzip_cache *zip = gzip_create();
    unsigned char key[GZIP_KEY_BYTES];
    char text[4000];
    size_t zipped;
    memset(text, 'a', sizeof text);
    for (int i = 0; i < 2 * GZIP_KEPT; i++) {
        key_of(i, key);
        memcpy(text, &i, sizeof i);
        const unsigned char *made = gzip_make(zip, key, text, sizeof text, i % 2 != 0, &zipped);
        assert_non_null(made);
        assert_int_equal(unzip(made, zipped), sizeof text);
        assert_memory_equal(plain, text, sizeof text);
        key_of(0, key); /* requested all the time: it stays */
        assert_non_null(gzip_make(zip, key, text, sizeof text, false, &zipped));
    }
    assert_int_equal(gzip_made(zip), 2 * GZIP_KEPT);
    key_of(1, key);
    assert_non_null(gzip_make(zip, key, text, sizeof text, false, &zipped));
    assert_int_equal(gzip_made(zip), 2 * GZIP_KEPT + 1);
    gzip_destroy(zip);
}

/* A body that does not get smaller is not cached, and the cache stays within its bound. */
static void test_bounded(void **state)
{
    (void)state;
    enum { BYTES = 3 * 1024 * 1024 };
    struct gzip_cache *zip = gzip_create();
    unsigned char key[GZIP_KEY_BYTES], *noise = malloc(BYTES);
    uint32_t seed = 1;
    size_t zipped;
    for (size_t i = 0; i < BYTES; i++) {
        seed = seed * 1664525 + 1013904223;
        noise[i] = (unsigned char)(seed >> 24);
    }
    key_of(1, key);
    assert_null(gzip_make(zip, key, noise, BYTES, false, &zipped));
    for (size_t i = 0; i < BYTES; i++)
        noise[i] |= 0x80;
    for (int i = 2; i < 12; i++) {
        key_of(i, key);
        assert_non_null(gzip_make(zip, key, noise, BYTES, false, &zipped));
        assert_true(zipped > GZIP_BYTES_MAX / 8);
    }
    key_of(2, key); /* removed when the last ones came */
    assert_non_null(gzip_make(zip, key, noise, BYTES, false, &zipped));
    assert_int_equal(gzip_made(zip), 11);
    gzip_destroy(zip);
    free(noise);
}

/* Sends a request with one more header line. Returns the bytes of the body. */
static size_t ask_with(const struct fixture *fixture, const char *method, const char *path,
                       const char *header)
{
    char request[512];
    bool closed;
    int fd = dial(fixture);
    int bytes = snprintf(request, sizeof request,
                         "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n\r\n", method,
                         path, header);
    size_t got = talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    close(fd);
    return got - (size_t)(body() - reply);
}

static bool is_zipped(void)
{
    return strstr(reply, "\r\nContent-Encoding: gzip\r\n") != NULL;
}

static void test_answers(void **state)
{
    const struct fixture *fixture = *state;
    static char whole[1 << 20];
    char tag[40], header[80], length[40];
    size_t size = ask_with(fixture, "GET", "/api/v1/openapi.json", "X: y");
    assert_false(is_zipped());
    assert_non_null(strstr(reply, "\r\nVary: Accept-Encoding\r\n"));
    memcpy(whole, body(), size);
    snprintf(tag, sizeof tag, "%.26s", strstr(reply, "\r\nETag: ") + 8);

    size_t zipped = ask_with(fixture, "GET", "/api/v1/openapi.json", "Accept-Encoding: br, gzip");
    assert_true(is_zipped());
    assert_true(zipped < size / 4);
    assert_non_null(strstr(reply, "\r\nVary: Accept-Encoding\r\n"));
    assert_int_equal(unzip(body(), zipped), size);
    assert_memory_equal(plain, whole, size);
    /* Other bytes have another ETag; each is recognised where it was issued, and only there. */
    assert_null(strstr(reply, tag));
    snprintf(header, sizeof header, "Accept-Encoding: gzip\r\nIf-None-Match: %.29s",
             strstr(reply, "\r\nETag: ") + 8);
    assert_int_equal(ask_with(fixture, "GET", "/api/v1/openapi.json", header), 0);
    assert_memory_equal(reply + 9, "304", 3);
    assert_non_null(strstr(reply, "\r\nVary: Accept-Encoding\r\n"));
    assert_false(is_zipped());
    assert_true(ask_with(fixture, "GET", "/api/v1/openapi.json", strstr(header, "If-")) == size);
    /* HEAD has the headers of GET. */
    snprintf(length, sizeof length, "\r\nContent-Length: %zu\r\n", zipped);
    assert_int_equal(ask_with(fixture, "HEAD", "/api/v1/openapi.json", "Accept-Encoding: gzip"), 0);
    assert_true(is_zipped() && strstr(reply, length));
}

static void test_accept_encoding_decides(void **state)
{
    const struct fixture *fixture = *state;
    static const struct {
        const char *header;
        bool zipped;
    } samples[] = {{"Accept-Encoding: gzip", true},
                   {"Accept-Encoding: GZIP;q=0.5", true},
                   {"Accept-Encoding: gzip;q=0", false},
                   {"Accept-Encoding: gzip; q=0.000", false},
                   {"Accept-Encoding: gzip;q=0.01", true},
                   {"Accept-Encoding: *", true},
                   {"Accept-Encoding: *;q=0", false},
                   {"Accept-Encoding: *, gzip;q=0", false},
                   {"Accept-Encoding: gzip2", false},
                   {"Accept-Encoding: identity", false},
                   {"Accept-Encoding:", false},
                   {"Accept-Encoding: ,,;q,gzip", true}};
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        (void)ask_with(fixture, "GET", "/static/style.css", samples[i].header);
        if (is_zipped() != samples[i].zipped)
            print_error("%s\n", samples[i].header);
        assert_true(is_zipped() == samples[i].zipped);
    }
    /* Too small a body, and an error. */
    (void)ask_with(fixture, "GET", "/static/icon.svg", "Accept-Encoding: gzip");
    assert_false(is_zipped());
    (void)ask_with(fixture, "GET", "/nothing", "Accept-Encoding: gzip");
    assert_false(is_zipped());
}

/* A page with a form's token also holds other people's text: its size must reveal nothing
 * (BREACH). */
static void test_secrets(void **state)
{
    const struct fixture *fixture = *state;
    struct live_about about = {.seat_count = 2, .side_count = 2};
    snprintf(about.game, sizeof about.game, "g-1");
    snprintf(about.chat, sizeof about.chat, "text");
    struct live_table *table = live_open(fixture->live, &about);
    snprintf(about.game, sizeof about.game, "g-2");
    snprintf(about.chat, sizeof about.chat, "none");
    struct live_table *silent = live_open(fixture->live, &about);
    static const char *const paths[] = {"/live/g-1", "/live/g-1/chat", "/api/v1/tables/g-1/chat"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        (void)ask_with(fixture, "GET", paths[i], "Accept-Encoding: gzip");
        assert_memory_equal(reply + 9, "200", 3);
        assert_non_null(strstr(body(), "pass"));
        assert_false(is_zipped());
    }
    (void)ask_with(fixture, "GET", "/live/g-2", "Accept-Encoding: gzip");
    assert_true(is_zipped());
    live_close(table, INT64_MAX / 2);
    live_close(silent, INT64_MAX / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_answers_are_smaller),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test_setup_teardown(test_answers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_accept_encoding_decides, setup, teardown),
        cmocka_unit_test_setup_teardown(test_secrets, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
