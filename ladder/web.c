/* web.c - serves the pages over libevent's HTTP server, on the loop's thread.
 *
 * Nothing here waits: standings come from memory, records from the ladder's thread through a
 * completion. Limits: bytes of a request, seconds of silence, connections at once, seconds a
 * connection may live.
 */
#include "result.h"
#include "web_page.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    WEB_HEADER_BYTES_MAX = 8192,
    WEB_BODY_BYTES_MAX = 1024, /* of methods that are refused anyway */
    WEB_IDLE_SEC = 10,
    WEB_LIFE_SEC = 60,
    WEB_CONNECTIONS_MAX = 64,
    WEB_STANDINGS_MAX = 500,
    WEB_RECENT_MAX = 50,
};

/* A connection as we watch it. We hold a reference to its bufferevent, so the pointer stays good
 * after the HTTP server let go; that it did shows in the callbacks, which it clears. */
struct watched {
    struct bufferevent *bev;
    int age_sec;
};

/* A request that waits for a record. Freed in the completion; until then the request may die first.
 */
struct pending {
    struct web *web;                /* NULL once the web is gone */
    struct evhttp_request *request; /* NULL once the client is */
    struct evhttp_connection *connection;
    struct pending *next;
};

struct web {
    struct event_base *base;
    struct evhttp *http;
    struct ladder *ladder;
    SSL_CTX *tls; /* NULL: plain */
    struct event *fresh_event, *second_event;
    struct watched watched[WEB_CONNECTIONS_MAX * 2]; /* the upper half: accepted, not yet judged */
    int watched_count;
    struct pending *pendings;
    int port;
};

/* ------------------------------------------------------------------------------- connections */

static bool connection_alive(struct bufferevent *bev)
{
    bufferevent_data_cb read_cb = NULL, write_cb = NULL;
    bufferevent_event_cb event_cb = NULL;
    void *context = NULL;
    bufferevent_getcb(bev, &read_cb, &write_cb, &event_cb, &context);
    return event_cb != NULL;
}

/* The HTTP server sees the end of the stream and cleans up by itself. */
static void connection_end(struct bufferevent *bev)
{
    evutil_socket_t fd = bufferevent_getfd(bev);
    if (fd >= 0)
        shutdown(fd, SHUT_RDWR);
}

/* Forgets the dead, ends the old and those over the limit, oldest kept. */
static void connections_sweep(struct web *web, int seconds)
{
    int kept = 0;
    for (int i = 0; i < web->watched_count; i++) {
        struct watched watched = web->watched[i];
        watched.age_sec += seconds;
        bool over = kept >= WEB_CONNECTIONS_MAX;
        if (connection_alive(watched.bev) && !over) {
            if (watched.age_sec > WEB_LIFE_SEC)
                connection_end(watched.bev);
            web->watched[kept++] = watched;
            continue;
        }
        if (over)
            connection_end(watched.bev);
        bufferevent_decref(watched.bev);
    }
    web->watched_count = kept;
}

static void on_second(evutil_socket_t fd, short what, void *argument)
{
    (void)fd;
    (void)what;
    connections_sweep(argument, 1);
}

static void on_fresh(evutil_socket_t fd, short what, void *argument)
{
    (void)fd;
    (void)what;
    connections_sweep(argument, 0);
}

/* Its handshake is one more thing that silence and age may end. */
static struct bufferevent *secure_new(struct web *web, struct event_base *base)
{
    SSL *ssl = SSL_new(web->tls);
    if (!ssl)
        return NULL;
    SSL_set_read_ahead(ssl, 0); /* libevent would never ask for what lies beyond one record */
    return bufferevent_openssl_socket_new(base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING,
                                          BEV_OPT_CLOSE_ON_FREE);
}

/* Called for each connection that is accepted, before it has a descriptor; it is judged right
 * after, in on_fresh. */
static struct bufferevent *on_accept(struct event_base *base, void *argument)
{
    struct web *web = argument;
    struct bufferevent *bev =
        web->tls ? secure_new(web, base) : bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (!bev)
        return NULL;
    /* What a client sends beyond its request waits in the kernel, not in our memory. */
    bufferevent_setwatermark(bev, EV_READ, 0, WEB_HEADER_BYTES_MAX * 4);
    /* Accepted in one go, more than the table holds: those beyond go unwatched but for their
     * silence. */
    if (web->watched_count < WEB_CONNECTIONS_MAX * 2) {
        bufferevent_incref(bev);
        web->watched[web->watched_count++] = (struct watched){bev, 0};
        event_active(web->fresh_event, EV_TIMEOUT, 0);
    }
    return bev;
}

/* ----------------------------------------------------------------------------------- replies */

static void reply_send(struct evhttp_request *request, int code, const char *reason,
                       const char *type, struct evbuffer *body)
{
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    char length[24];
    evhttp_add_header(headers, "Content-Type", type);
    evhttp_add_header(headers, "Content-Security-Policy",
                      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
                      "form-action 'none'; frame-ancestors 'none'");
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(headers, "Referrer-Policy", "no-referrer");
    evhttp_add_header(headers, "Cache-Control", "no-cache");
    if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
        /* HEAD tells the length of what GET would send, and sends none of it. */
        snprintf(length, sizeof length, "%zu", evbuffer_get_length(body));
        evhttp_add_header(headers, "Content-Length", length);
        evbuffer_drain(body, evbuffer_get_length(body));
    }
    evhttp_send_reply(request, code, reason, body);
}

static void reply_text(struct evhttp_request *request, const char *type, const char *text)
{
    struct evbuffer *body = evbuffer_new();
    if (!body) {
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
        return;
    }
    evbuffer_add(body, text, strlen(text));
    reply_send(request, HTTP_OK, "OK", type, body);
    evbuffer_free(body);
}

static void reply_message(struct evhttp_request *request, int code, const char *title,
                          const char *sentence)
{
    struct evbuffer *body = evbuffer_new();
    if (!body) {
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
        return;
    }
    web_page_message(body, title, sentence);
    reply_send(request, code, title, "text/html; charset=utf-8", body);
    evbuffer_free(body);
}

static void reply_missing(struct evhttp_request *request)
{
    reply_message(request, HTTP_NOTFOUND, "Not Found", "There is nothing at this address.");
}

/* ------------------------------------------------------------------------------------- pages */

static void page_standings(struct web *web, struct evhttp_request *request)
{
    struct ladder_bot *bots = calloc(WEB_STANDINGS_MAX, sizeof *bots);
    struct ladder_game *games = calloc(WEB_RECENT_MAX, sizeof *games);
    struct evbuffer *body = evbuffer_new();
    if (bots && games && body) {
        int bot_count = ladder_top(web->ladder, bots, WEB_STANDINGS_MAX);
        int game_count = ladder_recent(web->ladder, games, WEB_RECENT_MAX);
        web_page_standings(body, bots, bot_count, games, game_count);
        reply_send(request, HTTP_OK, "OK", "text/html; charset=utf-8", body);
    } else {
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
    }
    free(bots);
    free(games);
    if (body)
        evbuffer_free(body);
}

static void page_json(struct web *web, struct evhttp_request *request)
{
    struct ladder_bot *bots = calloc(WEB_STANDINGS_MAX, sizeof *bots);
    char *text =
        bots ? web_page_json(bots, ladder_top(web->ladder, bots, WEB_STANDINGS_MAX)) : NULL;
    if (text)
        reply_text(request, "application/json", text);
    else
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
    free(text);
    free(bots);
}

static void page_style(struct web *web, struct evhttp_request *request)
{
    (void)web;
    reply_text(request, "text/css; charset=utf-8", web_page_style);
}

static void page_icon(struct web *web, struct evhttp_request *request)
{
    (void)web;
    reply_text(request, "image/svg+xml", web_page_icon);
}

static void page_health(struct web *web, struct evhttp_request *request)
{
    (void)web;
    reply_text(request, "text/plain; charset=utf-8", "ok\n");
}

/* ------------------------------------------------------------------------------------ records */

static void pending_unlink(struct web *web, struct pending *pending)
{
    for (struct pending **at = &web->pendings; *at; at = &(*at)->next) {
        if (*at == pending) {
            *at = pending->next;
            return;
        }
    }
}

/* The client left before its answer: the request dies with its connection. */
static void on_client_gone(struct evhttp_connection *connection, void *argument)
{
    struct web *web = argument;
    for (struct pending *pending = web->pendings; pending; pending = pending->next) {
        if (pending->connection == connection)
            pending->request = NULL;
    }
}

static void on_record(void *context, const char *text)
{
    struct pending *pending = context;
    if (pending->web) {
        pending_unlink(pending->web, pending);
        if (pending->request && text)
            reply_text(pending->request, "text/plain; charset=utf-8", text);
        else if (pending->request)
            reply_message(pending->request, HTTP_NOTFOUND, "Not Found",
                          "No record of that game is kept.");
    }
    free(pending);
}

static void page_game(struct web *web, struct evhttp_request *request, const char *game)
{
    struct pending *pending = calloc(1, sizeof *pending);
    if (!pending) {
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
        return;
    }
    pending->web = web;
    pending->request = request;
    pending->connection = evhttp_request_get_connection(request);
    pending->next = web->pendings;
    if (ladder_record(web->ladder, game, on_record, pending)) {
        free(pending);
        reply_message(request, HTTP_SERVUNAVAIL, "Service Unavailable",
                      "Too many records are being read. Try again in a moment.");
        return;
    }
    web->pendings = pending;
    evhttp_connection_set_closecb(pending->connection, on_client_gone, web);
}

/* ------------------------------------------------------------------------------------- routes */

static const struct route {
    const char *path;
    void (*page)(struct web *web, struct evhttp_request *request);
} routes[] = {
    {"/", page_standings},    {"/api/standings.json", page_json}, {"/style.css", page_style},
    {"/icon.svg", page_icon}, {"/health", page_health},
};

static void on_request(struct evhttp_request *request, void *argument)
{
    struct web *web = argument;
    enum evhttp_cmd_type method = evhttp_request_get_command(request);
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
    if (method != EVHTTP_REQ_GET && method != EVHTTP_REQ_HEAD) {
        evhttp_add_header(evhttp_request_get_output_headers(request), "Allow", "GET, HEAD");
        reply_message(request, HTTP_BADMETHOD, "Method Not Allowed",
                      "These pages can only be read.");
        return;
    }
    for (size_t i = 0; path && i < sizeof routes / sizeof routes[0]; i++) {
        if (strcmp(path, routes[i].path) == 0) {
            routes[i].page(web, request);
            return;
        }
    }
    /* A game id is its bytes as they stand: an escaped one is no id. It is only ever a query's
     * value. */
    if (path && strncmp(path, "/game/", 6) == 0 && result_game_valid(path + 6))
        page_game(web, request, path + 6);
    else
        reply_missing(request);
}

/* ----------------------------------------------------------------------------- create, destroy */

static int port_of(evutil_socket_t fd)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) < 0)
        return 0;
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

static int http_start(struct web *web, const char *address, int port, struct ladder_error *error)
{
    struct evhttp_bound_socket *bound = NULL;
    evhttp_set_max_headers_size(web->http, WEB_HEADER_BYTES_MAX);
    evhttp_set_max_body_size(web->http, WEB_BODY_BYTES_MAX);
    evhttp_set_timeout(web->http, WEB_IDLE_SEC);
    /* All that it knows are let through: on_request refuses them with the answer HTTP has for it.
     */
    evhttp_set_allowed_methods(web->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST |
                                              EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
                                              EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE |
                                              EVHTTP_REQ_PATCH);
    evhttp_set_bevcb(web->http, on_accept, web);
    evhttp_set_gencb(web->http, on_request, web);
    if (port >= 0 && port <= 65535)
        bound = evhttp_bind_socket_with_handle(web->http, address, (uint16_t)port);
    if (!bound) {
        snprintf(error->text, sizeof error->text, "cannot serve pages at %.100s port %d: %s",
                 address, port, evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
        return -1;
    }
    web->port = port_of(evhttp_bound_socket_get_fd(bound));
    return 0;
}

int web_create(struct web **out, struct event_base *base, struct ladder *ladder,
               const char *address, int port, struct ladder_error *error)
{
    const struct timeval second = {.tv_sec = 1};
    *out = NULL;
    struct web *web = calloc(1, sizeof *web);
    if (!web)
        goto memory;
    web->base = base;
    web->ladder = ladder;
    web->http = evhttp_new(base);
    web->fresh_event = event_new(base, -1, 0, on_fresh, web);
    web->second_event = event_new(base, -1, EV_PERSIST, on_second, web);
    if (!web->http || !web->fresh_event || !web->second_event ||
        event_add(web->second_event, &second))
        goto memory;
    if (http_start(web, address, port, error)) {
        web_destroy(web);
        return -1;
    }
    *out = web;
    return 0;
memory:
    snprintf(error->text, sizeof error->text, "out of memory");
    web_destroy(web);
    return -1;
}

void web_use_tls(struct web *web, SSL_CTX *context)
{
    SSL_CTX_up_ref(context);
    SSL_CTX_free(web->tls);
    web->tls = context;
}

void web_limits(const struct web *web, struct web_limits *limits)
{
    *limits = (struct web_limits){
        .header_bytes_max = WEB_HEADER_BYTES_MAX,
        .body_bytes_max = WEB_BODY_BYTES_MAX,
        .idle_sec_max = WEB_IDLE_SEC,
        .life_sec_max = WEB_LIFE_SEC,
        .connections_max = WEB_CONNECTIONS_MAX,
        .connections = web ? web->watched_count : 0,
    };
}

int web_port(const struct web *web)
{
    return web->port;
}

void web_destroy(struct web *web)
{
    if (!web)
        return;
    if (web->http)
        evhttp_free(web->http); /* closes all connections, and their requests with them */
    for (struct pending *pending = web->pendings; pending; pending = pending->next) {
        pending->web = NULL; /* the completion frees it */
        pending->request = NULL;
    }
    for (int i = 0; i < web->watched_count; i++)
        bufferevent_decref(web->watched[i].bev);
    SSL_CTX_free(web->tls);
    if (web->fresh_event)
        event_free(web->fresh_event);
    if (web->second_event)
        event_free(web->second_event);
    free(web);
}
