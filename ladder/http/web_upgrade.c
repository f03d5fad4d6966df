/* web_upgrade.c - from HTTP to WebSocket (RFC 6455, part 4.2).
 *
 * libevent has no way to let a connection go: it shuts its socket when it frees it. So the socket
 * gets a second descriptor, and its first one becomes a copy of another file, which libevent may
 * close. It frees the rest later, from its loop; the input buffer, which goes last, tells when.
 */
#include "http/web_upgrade.h"
#include "http/web_server.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEY_CHARS = 24, KEY_BYTES = 16, HTTP_FORBIDDEN = 403, HTTP_UPGRADE_REQUIRED = 426 };

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                    "0123456789+/";

/* True where a list with commas has the word. */
static bool list_has(const char *list, const char *word)
{
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t size = strcspn(list, " \t,");
        if (size == strlen(word) && strncasecmp(list, word, size) == 0)
            return true;
        list += size;
    }
    return false;
}

/* 16 bytes in base 64. */
static bool is_key(const char *key)
{
    return key && strlen(key) == KEY_CHARS && strspn(key, base64_digits) == KEY_CHARS - 2 &&
           strcmp(key + KEY_CHARS - 2, "==") == 0;
}

static bool origin_may(const char *origin, const char *host, const char *allowed)
{
    if (!origin || strcmp(allowed, "*") == 0 || strcasecmp(origin, allowed) == 0)
        return true;
    const char *own = strstr(origin, "://");
    return own && host && strcasecmp(own + 3, host) == 0;
}

const char *web_upgrade_fault(const struct upgrade_request *asked, const char *allowed, int *status)
{
    *status = HTTP_UPGRADE_REQUIRED;
    if (!asked->is_get || !list_has(asked->upgrade, "websocket") ||
        !list_has(asked->connection, "upgrade"))
        return "a WebSocket is expected: GET with Upgrade: websocket and Connection: Upgrade";
    if (!asked->version || strcmp(asked->version, "13") != 0)
        return "Sec-WebSocket-Version: expected 13";
    *status = HTTP_BADREQUEST;
    if (!is_key(asked->key))
        return "Sec-WebSocket-Key: expected 16 bytes in base 64";
    *status = HTTP_FORBIDDEN;
    if (!origin_may(asked->origin, asked->host, allowed))
        return "Origin: expected this site, or the one that --http-cors names";
    return NULL;
}

int web_upgrade_accept(const char *key, char accept[UPGRADE_ACCEPT_BYTES])
{
    char text[KEY_CHARS + 40];
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;

    int length = snprintf(text, sizeof text, "%.*s258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
                          (int)KEY_CHARS, key);
    if (EVP_Digest(text, (size_t)length, digest, &size, EVP_sha1(), NULL) != 1 ||
        size != SHA_DIGEST_LENGTH)
        return -1;
    EVP_EncodeBlock((unsigned char *)accept, digest, SHA_DIGEST_LENGTH);
    return 0;
}

void web_upgrade_read(struct evhttp_request *request, struct upgrade_request *asked)
{
    const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);

    *asked = (struct upgrade_request){
        .upgrade = evhttp_find_header(headers, "Upgrade"),
        .connection = evhttp_find_header(headers, "Connection"),
        .version = evhttp_find_header(headers, "Sec-WebSocket-Version"),
        .key = evhttp_find_header(headers, "Sec-WebSocket-Key"),
        .origin = evhttp_find_header(headers, "Origin"),
        .host = evhttp_find_header(headers, "Host"),
        .is_get = evhttp_request_get_command(request) == EVHTTP_REQ_GET &&
                  (request->major > 1 || (request->major == 1 && request->minor >= 1)),
    };
}

/* A socket between its two owners. */
struct leaving {
    struct web_socket socket;
    void (*enter)(void *context, const struct web_socket *socket);
    void *context;
    char accept[UPGRADE_ACCEPT_BYTES];
};

/* The buffers of the socket are empty: they hold the answer, or it is lost. */
static bool answer(const struct leaving *leaving)
{
    char text[200];
    int size = snprintf(text, sizeof text,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                        leaving->accept);
    if (!leaving->socket.ssl)
        return send(leaving->socket.fd, text, (size_t)size, MSG_NOSIGNAL) == size;
    return SSL_set_fd(leaving->socket.ssl, leaving->socket.fd) == 1 &&
           SSL_write(leaving->socket.ssl, text, size) == size;
}

/* The HTTP server has freed all that it had of the connection. */
static void on_free(const void *bytes, size_t size, void *context)
{
    struct leaving *leaving = context;
    (void)bytes;
    (void)size;

    if (answer(leaving)) {
        leaving->enter(leaving->context, &leaving->socket);
    } else {
        close(leaving->socket.fd);
        SSL_free(leaving->socket.ssl);
    }
    free(leaving);
}

/* What is still to be written, or came too early, would be lost. */
static bool is_quiet(struct bufferevent *bev)
{
    return evbuffer_get_length(bufferevent_get_input(bev)) == 0 &&
           evbuffer_get_length(bufferevent_get_output(bev)) == 0;
}

/* Makes `leaving` the last thing in the input buffer, and gives the socket its second descriptor.
 */
static int let_go(struct bufferevent *bev, struct leaving *leaving, int place_holder)
{
    struct evbuffer *input = bufferevent_get_input(bev);
    int fd = bufferevent_getfd(bev);

    leaving->socket.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (leaving->socket.fd < 0)
        return -1;
    /* From here on the loop does not poll this descriptor: it may become another file. */
    bufferevent_disable(bev, EV_READ | EV_WRITE);
    evbuffer_unfreeze(input, 0);
    if (evbuffer_add_reference(input, "", 1, on_free, leaving)) {
        close(leaving->socket.fd);
        bufferevent_enable(bev, EV_READ | EV_WRITE);
        return -1;
    }
    leaving->socket.ssl = bufferevent_openssl_get_ssl(bev);
    if (leaving->socket.ssl)
        SSL_up_ref(leaving->socket.ssl);
    (void)dup3(place_holder, fd, O_CLOEXEC); /* cannot fail: both are open */
    return 0;
}

int web_upgrade_begin(struct evhttp_request *request, int place_holder,
                      void (*enter)(void *context, const struct web_socket *socket), void *context)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    struct bufferevent *bev = evhttp_connection_get_bufferevent(connection);
    struct leaving *leaving = is_quiet(bev) ? calloc(1, sizeof *leaving) : NULL;
    const char *key =
        evhttp_find_header(evhttp_request_get_input_headers(request), "Sec-WebSocket-Key");

    if (!leaving)
        return -1;
    leaving->enter = enter;
    leaving->context = context;
    if (web_upgrade_accept(key, leaving->accept) || let_go(bev, leaving, place_holder)) {
        free(leaving);
        return -1;
    }
    evhttp_connection_free(connection);
    return 0;
}
