/* web_asked.h - requests that write, for the tests of the pages. While the client waits, it runs
 * the completions of the writer, as the main loop does. */
#ifndef AVONDALE_TEST_WEB_ASKED_H
#define AVONDALE_TEST_WEB_ASKED_H

#include "web_fixture.h"

/* Sends a request, reads to the end of the connection, and runs completions meanwhile as the main
 * loop does. Returns the status code of the answer, or 0 if there was none. */
static inline int web_exchange(const struct fixture *fixture, int fd, const char *bytes,
                               size_t size)
{
    size_t got = 0, sent = 0;
    bool closed = false;
    for (int turn = 0; turn < 3000 * await_slowness() && !closed; turn++) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (sent < size) {
            ssize_t done = send(fd, bytes + sent, size - sent, MSG_NOSIGNAL);
            sent = done > 0 ? sent + (size_t)done : errno == EAGAIN ? sent : size;
        }
        ssize_t done = recv(fd, reply + got, sizeof reply - 1 - got, 0);
        closed = done == 0 || (done < 0 && errno != EAGAIN);
        got += done > 0 ? (size_t)done : 0;
        writer_queue_dispatch(fixture->ladder);
        if (done < 0)
            poll(&wait, 1, 5);
    }
    reply[got] = '\0';
    assert_true(closed);
    close(fd);
    return got > 9 ? atoi(reply + 9) : 0;
}

/* Sends a request, and runs the completions of the writer until the answer is complete. Returns the
 * status code; `reply` holds the answer. */
static inline int request(const struct fixture *fixture, const char *method, const char *path,
                          const char *headers, const char *form)
{
    char text[2048];
    int fd = dial(fixture);
    int bytes = snprintf(text, sizeof text,
                         "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s%s"
                         "Content-Length: %zu\r\n\r\n%s",
                         method, path, headers,
                         form[0] ? "Content-Type: application/x-www-form-urlencoded\r\n" : "",
                         strlen(form), form);
    int status = web_exchange(fixture, fd, text, (size_t)bytes);
    assert_memory_equal(reply, "HTTP/1.1 ", 9);
    return status;
}

/* The same with a token. */
static inline int as(const struct fixture *fixture, const char *token, const char *method,
                     const char *path, const char *form)
{
    char header[128];
    snprintf(header, sizeof header, "Authorization: Bearer %s\r\n", token);
    return request(fixture, method, path, header, form);
}

static inline void said(const char *key, char *out, size_t size)
{
    json_error_t error;
    json_t *value = json_loads(body(), 0, &error);
    assert_non_null(value);
    snprintf(out, size, "%s", json_string_value(json_object_get(value, key)));
    json_decref(value);
}

static inline void on_claimed(void *context, const struct ladder_claim *claim,
                              enum ladder_claim_outcome outcome)
{
    assert_int_equal(outcome, LADDER_CLAIM_WON);
    memcpy(context, claim->token, sizeof claim->token);
}

static inline void claim(const struct fixture *fixture, const char *name, char token[65])
{
    struct ladder_claim claim = {.token = ""};
    snprintf(claim.name, sizeof claim.name, "%s", name);
    assert_int_equal(writer_claim_queue(fixture->ladder, &claim, on_claimed, token), 0);
    writer_queue_wait(fixture->ladder);
    writer_queue_dispatch(fixture->ladder);
}

static inline void create(const struct fixture *fixture, char owner[33], char token[65])
{
    assert_int_equal(request(fixture, "POST", "/api/v1/account", "", ""), 201);
    assert_non_null(strstr(reply, "Cache-Control: no-store"));
    said("owner", owner, 33);
    said("token", token, 65);
    assert_int_equal(strlen(token), 64);
}

#endif
