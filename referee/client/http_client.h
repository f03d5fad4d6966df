/* http_client.h - requests of a command to the HTTP server of an arena elsewhere, one at a time:
 * http_client_ask blocks until the answer is there. A redirect is not followed: the token would go
 * where it leads. What a server answers is not trusted: its size has a limit, and its words are
 * shown on one line. One thread.
 */
#ifndef AVONDALE_HTTP_CLIENT_H
#define AVONDALE_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct http_client;

enum {
    HTTP_CLIENT_URL_MAX = 255,
    HTTP_CLIENT_ADDRESS_BYTES = 270, /* HOST:PORT */
    HTTP_CLIENT_ERROR_BYTES = 1000,
    HTTP_CLIENT_ANSWER_MAX = 1 << 20, /* bytes, where a request says nothing else */
    HTTP_CLIENT_OPEN_SEC = 15,        /* for the connection and the handshake of TLS */
    HTTP_CLIENT_SILENCE_SEC = 60,     /* without a byte in either direction */
};

struct http_client_config {
    const char *url; /* http_client_address must take it */
    const char *ca;  /* PEM: whom https trusts instead of the roots of this system; or NULL */
};

/* Strings belong to the caller. What is 0 or NULL is not there, or has its default. */
struct http_request {
    const char *method; /* "GET" */
    const char *path;   /* "/api/v1/account", percent-encoded; the server's URL stands before it */
    const char *bearer; /* a token */
    const char *type;   /* of the body */
    /* The body: these bytes, */
    const void *body;
    size_t body_bytes;
    /* or what `read` gives, until it returns 0; -1 ends the request. */
    ssize_t (*read)(void *context, void *buffer, size_t size);
    int64_t read_bytes; /* of the whole body; -1: unknown */
    /* Takes the bytes of an answer that says yes, in place of struct http_answer. Returns 0, or -1
     * to end the request. */
    int (*take)(void *context, const void *bytes, size_t size);
    void *context;
    int64_t answer_max; /* bytes */
    int limit_msec;     /* for the whole request; 0: silence alone ends it */
};

enum http_outcome {
    HTTP_DONE,    /* 2xx */
    HTTP_REFUSED, /* 4xx: the server says no */
    HTTP_FAILED,  /* no answer, one that is too large, or any other code */
};
struct http_answer {
    int code;     /* 0: there was no answer */
    char *body;   /* with a NUL at its end; "" where `take` took it */
    size_t bytes; /* without the NUL */
};

/* Writes the address of a server's URL as HOST:PORT, in lower case. Returns 0, or -1 unless it is
 * http://HOST[:PORT][/PATH] or https://..., without user, query and fragment, of up to
 * HTTP_CLIENT_URL_MAX bytes. */
int http_client_address(const char *url, char address[HTTP_CLIENT_ADDRESS_BYTES]);

/* Copies the config. Returns NULL if the URL is not valid or memory is out. */
struct http_client *http_client_create(const struct http_client_config *config);
void http_client_destroy(struct http_client *client); /* NULL is fine */

/* Asks. The caller frees the answer by http_client_fini_answer, whatever the outcome; all but
 * HTTP_DONE write one line that names the URL and the cause. */
enum http_outcome http_client_ask(struct http_client *client, const struct http_request *request,
                                  struct http_answer *answer, char error[HTTP_CLIENT_ERROR_BYTES]);
void http_client_fini_answer(struct http_answer *answer);

/* Copies text of a server so that it can be shown on a line: controls and what is not UTF-8 become
 * question marks. */
void http_client_show(char *line, size_t size, const char *text);

#endif
