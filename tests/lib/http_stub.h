/* http_stub.h - a server of HTTP in a process of its own that answers each request with the next
 * text that a test has prepared, and keeps what it received. */
#ifndef AVONDALE_TESTS_HTTP_STUB_H
#define AVONDALE_TESTS_HTTP_STUB_H

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* In place of an answer: the server sends nothing and keeps the connection. */
#define HTTP_STUB_SILENT "silent"

struct http_stub {
    pid_t pid;
    int port, received; /* the reading end of what clients sent */
    char url[64];
};

struct http_stub_client {
    int fd;
    SSL *ssl; /* NULL: plain */
};

static inline ssize_t http_stub_read(struct http_stub_client *client, char *bytes, size_t size)
{
    return client->ssl ? SSL_read(client->ssl, bytes, (int)size) : read(client->fd, bytes, size);
}

static inline void http_stub_write(struct http_stub_client *client, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent =
            client->ssl ? SSL_write(client->ssl, bytes, (int)size) : write(client->fd, bytes, size);
        if (sent <= 0)
            return;
        bytes += sent;
        size -= (size_t)sent;
    }
}

/* Whether `text` holds a whole request: its head, and its body by the length or the last chunk. */
static inline bool http_stub_is_whole(const char *text, size_t size)
{
    const char *end = strstr(text, "\r\n\r\n"), *length = strcasestr(text, "\r\nContent-Length:");
    if (!end)
        return false;
    if (strcasestr(text, "\r\nTransfer-Encoding: chunked"))
        return size >= 7 && memcmp(text + size - 7, "\r\n0\r\n\r\n", 7) == 0;
    size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    return size >= (size_t)(end + 4 - text) + body;
}

static inline void http_stub_serve(struct http_stub_client *client, const char *answer, int out)
{
    static char text[1 << 20];
    size_t size = 0;
    ssize_t got;

    text[0] = '\0';
    while (!http_stub_is_whole(text, size) && size < sizeof text - 1 &&
           (got = http_stub_read(client, text + size, sizeof text - 1 - size)) > 0) {
        size += (size_t)got;
        text[size] = '\0';
        /* A client that asks first may send its body. */
        if (strcasestr(text, "\r\nExpect: 100-continue\r\n\r\n") && !http_stub_is_whole(text, size))
            http_stub_write(client, "HTTP/1.1 100 Continue\r\n\r\n", 25);
    }
    if (write(out, text, size) != (ssize_t)size)
        _exit(1);
    if (strcmp(answer, HTTP_STUB_SILENT) == 0)
        while (http_stub_read(client, text, sizeof text) > 0)
            ;
    else
        http_stub_write(client, answer, strlen(answer));
}

/* Answers the n-th connection with answers[n], up to a NULL, and closes each. With a context, by
 * TLS. */
static inline void http_stub_start(struct http_stub *stub, const char *const *answers, SSL_CTX *tls)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int ends[2], listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 16), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    assert_int_equal(pipe(ends), 0);
    stub->port = ntohs(address.sin_port);
    snprintf(stub->url, sizeof stub->url, "%s://127.0.0.1:%d", tls ? "https" : "http", stub->port);
    fflush(NULL);
    stub->pid = fork();
    assert_true(stub->pid >= 0);
    if (stub->pid == 0) {
        signal(SIGPIPE, SIG_IGN);
        close(ends[0]);
        for (; *answers; answers++) {
            struct http_stub_client client = {.fd = accept(listener, NULL, NULL)};
            bool open = true;
            if (tls) {
                client.ssl = SSL_new(tls);
                SSL_set_fd(client.ssl, client.fd);
                open = SSL_accept(client.ssl) == 1;
            }
            if (open)
                http_stub_serve(&client, *answers, ends[1]);
            if (open && tls)
                SSL_shutdown(client.ssl);
            SSL_free(client.ssl);
            shutdown(client.fd, SHUT_WR);
            close(client.fd);
        }
        _exit(0);
    }
    close(listener);
    close(ends[1]);
    stub->received = ends[0];
}

/* Ends the server. Returns the bytes that all clients sent; the caller frees them. */
static inline char *http_stub_stop(struct http_stub *stub)
{
    char *text = calloc(1, 1 << 20);
    size_t size = 0;
    ssize_t got;

    kill(stub->pid, SIGKILL);
    waitpid(stub->pid, NULL, 0);
    while (size < (1 << 20) - 1 &&
           (got = read(stub->received, text + size, (1 << 20) - 1 - size)) > 0)
        size += (size_t)got;
    close(stub->received);
    return text;
}

#endif
