/* test_reply.c - headers of answers: what a browser may cache, and which sites may read it. */
#include "web_json.h"

/* Sends a request with one more header line. */
static int ask_with(const struct fixture *fixture, const char *path, const char *header)
{
    char request[1024];
    bool closed;
    int fd = dial(fixture);
    int bytes =
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s\r\n\r\n", path, header);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    close(fd);
    return atoi(reply + 9);
}

static void test_etags(void **state)
{
    const struct fixture *fixture = *state;
    static const char *const paths[] = {"/api/v1/standings", "/static/style.css", "/"};
    char header[3][100];
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(ask(fixture, "GET", paths[i]), 200);
        const char *tag = strstr(reply, "\r\nETag: \"");
        assert_non_null(tag);
        snprintf(header[i], sizeof header[i], "If-None-Match: \"other\", %.26s", tag + 8);
        assert_int_equal(ask_with(fixture, paths[i], header[i]), 304);
        assert_string_equal(body(), "");
        assert_non_null(strstr(reply, "\r\nETag: \""));
        assert_int_equal(ask_with(fixture, paths[i], "If-None-Match: \"other\""), 200);
    }
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask_with(fixture, paths[0], header[0]), 200);
    assert_int_equal(ask_with(fixture, paths[1], header[1]), 304);
    assert_int_equal(ask_with(fixture, paths[2], header[2]), 200);
    /* An answer 404 has no ETag, and is sent in full each time. */
    assert_int_equal(ask_with(fixture, "/nothing", "If-None-Match: *"), 404);
}

static void test_other_origins(void **state)
{
    const struct fixture *fixture = *state;
    struct ladder_error error;
    struct web_config config = {.at =
                                    &(struct endpoint){.kind = ENDPOINT_IP4, .ip = {127, 0, 0, 1}},
                                .at_count = 1,
                                .store = fixture->temp.url,
                                .origin = "https://a.example"};
    struct fixture open = *fixture;
    assert_int_equal(web_server_create(&open.web, &config, fixture->ladder, &error), 0);
    assert_int_equal(ask(&open, "GET", "/api/v1/standings"), 200);
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Origin: https://a.example\r\n"));
    assert_non_null(strstr(reply, "\r\nAccess-Control-Expose-Headers: ETag\r\n"));
    assert_null(strstr(reply, "Access-Control-Allow-Methods"));
    assert_int_equal(ask(&open, "OPTIONS", "/api/v1/standings"), 204);
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Origin: https://a.example\r\n"));
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Methods: GET, HEAD\r\n"));
    assert_non_null(
        strstr(reply, "\r\nAccess-Control-Allow-Headers: If-None-Match, Last-Event-ID\r\n"));
    assert_non_null(strstr(reply, "\r\nAccess-Control-Max-Age: 86400\r\n"));
    assert_int_equal(ask(&open, "PUT", "/api/v1/standings"), 405);
    assert_non_null(strstr(reply, "\r\nAccess-Control-Allow-Origin: https://a.example\r\n"));
    assert_int_equal(ask(&open, "GET", "/"), 200);
    assert_null(strstr(reply, "Access-Control"));
    assert_int_equal(ask(&open, "GET", "/rules"), 404); /* no file of rules */
    web_server_destroy(open.web);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_etags, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_origins, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
