/* web_server.c - serves the pages over libevent's HTTP server, on a thread and a loop of its own.
 *
 * A request is answered at once, from memory and from a read-only connection to the store, so the
 * thread of the games never waits for a reader. Limits: bytes of a request, seconds of silence,
 * connections at once, seconds that a connection may live. */
#include "http/web_server.h"
#include "base/clock.h"
#include "base/endpoint_socket.h"
#include "base/thread.h"
#include "data/site.h"
#include "http/crowd.h"
#include "http/gzip.h"
#include "http/reply.h"
#include "http/input_scan.h"
#include "http/request_read.h"
#include "http/upload.h"
#include "http/web_later.h"
#include "http/web_stream.h"
#include "http/web_upgrade.h"
#include "judge/judge.h"
#include "live/live.h"
#include "owner/intake.h"
#include "page/later.h"
#include "web/route.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    WEB_HEADER_BYTES_MAX = 8192,
    WEB_BODY_BYTES_MAX = 1024, /* of a line of chat, escaped; of methods that are refused anyway */
    WEB_PAGE_BYTES = 32768,    /* room for most pages in one piece: none is moved as it grows */
    WEB_WRITE_BYTES = 65536,   /* by one call: a page and its headers */
    WEB_IDLE_SEC = 10,
    WEB_LIFE_SEC = 60,
    WEB_CONNECTIONS_MAX = 64,
    WEB_RESERVED_MAX = 8, /* further connections, for /healthz and /readyz */
    WEB_OF_ADDRESS_MAX = 48,
    WEB_QUEUE = 128,     /* not yet accepted, of all sockets */
    WEB_FRESH_MAX = 448, /* accepted in one batch and not yet judged: more than WEB_QUEUE */
    WEB_ALIVE_SEC = 10,
    WEB_ANSWER_SEC = 30, /* that a request waits for the database or the judge */
};

/* A connection under our watch. We hold a reference to its bufferevent, so the pointer stays valid
 * after the HTTP server has released it, which clears the callbacks. */
struct watched {
    struct bufferevent *bev;
    int age_sec;
    struct input_scan *input;
    struct crowd_connection guest; /* its address is 0 until it has a descriptor */
};

struct web {
    /* used by the thread only, once it runs */
    struct event_base *base;
    struct evhttp *http;
    struct event *fresh_event, *second_event, *stop_event, *later_event;
    struct watched watched[WEB_CONNECTIONS_MAX + WEB_FRESH_MAX];
    int watched_count;
    atomic_int connections, of_address; /* as of the last sweep, for other threads */
    int of_address_max;
    int answer_sec_max, life_sec_max;
    struct web_site site;
    struct web_streams *streams; /* NULL: no live tables */
    struct uploads *uploads;

    /* set before it runs */
    pthread_t thread;
    bool running;
    int stop_fd;
    struct endpoint at[ENDPOINT_LIST_MAX]; /* its addresses, with the ports */
    int at_count;
    struct web_reply reply;
    void (*enter)(void *context, const struct web_socket *socket);
    void *context;

    pthread_mutex_t mutex; /* guards the rest */
    SSL_CTX *tls;          /* NULL: plain */
    struct web_counters counters;
    struct web_waits waits;
    bool waits_new;       /* since the thread took them over */
    char *play;           /* the same; NULL: nothing new */
    int64_t counters_sec; /* when they came; 0: never */
};

static int64_t now_sec(void)
{
    return clock_now_usec() / 1000000 + 1;
}

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

static void connection_watch(struct web *web, struct bufferevent *bev)
{
    struct input_scan *input = input_scan_create(bev, web->uploads);

    if (!input)
        return;
    bufferevent_incref(bev);
    web->watched[web->watched_count++] = (struct watched){.bev = bev, .input = input};
    event_active(web->fresh_event, EV_TIMEOUT, 0);
}

static void connection_forget(struct watched watched)
{
    input_scan_destroy(watched.input);
    bufferevent_decref(watched.bev);
}

/* It leaves the HTTP server. */
static void connection_let_go(struct web *web, struct watched *watched)
{
    struct watched gone = *watched;
    memmove(watched, watched + 1,
            (size_t)(web->watched + --web->watched_count - watched) * sizeof *watched);
    connection_forget(gone);
}

static struct watched *connection_find(struct web *web, struct evhttp_request *request)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    struct bufferevent *bev = connection ? evhttp_connection_get_bufferevent(connection) : NULL;
    for (int i = 0; bev && i < web->watched_count; i++) {
        if (web->watched[i].bev == bev)
            return &web->watched[i];
    }
    return NULL;
}

/* Whether the path is a health route. */
static bool asks_for_health(const char *path)
{
    return path && (strcmp(path, "/healthz") == 0 || strcmp(path, "/readyz") == 0 ||
                    strcmp(path, "/health") == 0);
}

/* Why the next request of this connection is refused, with its status; NULL if it is not. Called
 * once for each. */
static const char *connection_fault(struct web *web, struct evhttp_request *request,
                                    const char *path, int *status)
{
    struct watched *watched = connection_find(web, request);
    *status = HTTP_BADREQUEST;
    const char *why = watched ? input_scan_next(watched->input) : NULL;
    if (why || (watched && watched->guest.place == CROWD_IN))
        return why;
    *status = HTTP_SERVUNAVAIL;
    return watched && asks_for_health(path) ? NULL : "there are too many connections";
}

/* The key for limits; 0: it has no descriptor yet. */
static uint64_t address_of(struct bufferevent *bev)
{
    struct endpoint peer;

    endpoint_socket_peer(bufferevent_getfd(bev), &peer);
    return endpoint_key(&peer);
}

/* Drops closed connections, closes old ones and those over the limits. */
static void connections_sweep(struct web *web, int seconds)
{
    const struct crowd_limits limits = {.max = WEB_CONNECTIONS_MAX,
                                        .of_address_max = web->of_address_max,
                                        .reserved_max = WEB_RESERVED_MAX};
    struct crowd_connection guests[WEB_CONNECTIONS_MAX + WEB_FRESH_MAX];
    int alive = 0, kept = 0;
    for (int i = 0; i < web->watched_count; i++) {
        struct watched watched = web->watched[i];
        watched.age_sec += seconds;
        if (!connection_alive(watched.bev)) {
            connection_forget(watched);
            continue;
        }
        if (!watched.guest.address)
            watched.guest.address = address_of(watched.bev);
        guests[alive] = watched.guest;
        web->watched[alive++] = watched;
    }
    crowd_judge(&limits, guests, alive);
    atomic_store(&web->of_address, crowd_highest(guests, alive));
    for (int i = 0; i < alive; i++) {
        struct watched watched = web->watched[i];
        bool over = guests[i].place == CROWD_OUT;
        if (over ||
            (watched.age_sec > web->life_sec_max && !later_waits(web->site.laters, watched.bev)))
            connection_end(watched.bev);
        if (over) {
            connection_forget(watched);
            continue;
        }
        watched.guest.place = guests[i].place;
        web->watched[kept++] = watched;
    }
    web->watched_count = kept;
    atomic_store(&web->connections, kept);
}

static void on_second(evutil_socket_t fd, short what, void *argument)
{
    (void)fd;
    (void)what;
    struct web *web = argument;
    connections_sweep(web, 1);
    web_later_refuse(&web->site, &web->reply, clock_now_msec(), web->answer_sec_max);
    if (web->site.live)
        live_sweep(web->site.live, clock_now_msec());
}

static void on_fresh(evutil_socket_t fd, short what, void *argument)
{
    (void)fd;
    (void)what;
    connections_sweep(argument, 0);
}

/* The limits on silence and age include its handshake. */
static struct bufferevent *secure_new(SSL_CTX *tls, struct event_base *base)
{
    SSL *ssl = SSL_new(tls);
    if (!ssl)
        return NULL;
    SSL_set_read_ahead(ssl, 0); /* libevent would never ask for what lies beyond one record */
    return bufferevent_openssl_socket_new(base, -1, ssl, BUFFEREVENT_SSL_ACCEPTING,
                                          BEV_OPT_CLOSE_ON_FREE);
}

/* Called for each accepted connection, before it has a descriptor; on_fresh judges it right after.
 */
static struct bufferevent *on_accept(struct event_base *base, void *argument)
{
    struct web *web = argument;
    pthread_mutex_lock(&web->mutex);
    struct bufferevent *bev = web->tls ? secure_new(web->tls, base)
                                       : bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    pthread_mutex_unlock(&web->mutex);
    if (!bev)
        return NULL;
    /* Input after the request waits in the kernel, not in our memory. */
    bufferevent_setwatermark(bev, EV_READ, 0, WEB_HEADER_BYTES_MAX * 4);
    (void)bufferevent_set_max_single_write(bev, WEB_WRITE_BYTES); /* else more writes do it */
    /* The table is full: further connections of this batch have only the limit on silence, and
     * their requests are not answered. */
    if (web->watched_count < WEB_CONNECTIONS_MAX + WEB_FRESH_MAX)
        connection_watch(web, bev);
    return bev;
}

/* ----------------------------------------------------------------------------------- replies */

static void answer_stream(struct web *web, struct evhttp_request *request,
                          const struct web_answer *answer)
{
    reply_headers(&web->reply, request, answer);
    if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
        live_go(web->site.live, answer->stream, clock_now_msec());
        evhttp_send_reply(request, HTTP_OK, NULL, NULL);
    } else {
        /* A browser may have used the connection for pages. It ends with the stream. */
        struct watched *watched = connection_find(web, request);
        if (watched)
            watched->age_sec = 0;
        web_stream_begin(
            web->streams, request, answer->stream,
            evhttp_find_header(evhttp_request_get_input_headers(request), "Last-Event-ID"));
    }
}

static void counters_take(struct web *web)
{
    pthread_mutex_lock(&web->mutex);
    web->site.counters = web->counters;
    if (web->waits_new)
        web->site.waits = web->waits;
    web->waits_new = false;
    if (web->play) {
        free(web->site.play);
        web->site.play = web->play;
        web->play = NULL;
    }
    web->site.alive = !web->counters_sec || now_sec() - web->counters_sec <= WEB_ALIVE_SEC;
    pthread_mutex_unlock(&web->mutex);
}

/* Sends the answer of the site, or an error, after which the connection ends, because the following
 * bytes may be anything. */
static void answer_make(struct web *web, struct evhttp_request *request,
                        const struct web_query *query, struct web_answer *answer)
{
    int status;
    const char *fault = connection_fault(web, request, query->path, &status);
    int64_t began = clock_now_usec();
    if (fault) {
        evhttp_add_header(evhttp_request_get_output_headers(request), "Connection", "close");
        route_refuse(query, answer, status,
                     status == HTTP_BADREQUEST ? "Bad Request" : "Service Unavailable", fault);
        return;
    }
    counters_take(web);
    route_answer(&web->site, query, answer);
    histogram_add(&web->site.requests, clock_now_usec() - began);
}

/* The connection becomes a WebSocket; or it gets the reason why not, and ends. */
static void request_upgrade(struct web *web, struct evhttp_request *request, const char *path)
{
    struct upgrade_request asked;
    int status;
    const char *fault = connection_fault(web, request, path, &status);
    if (!fault) {
        web_upgrade_read(request, &asked);
        fault = web_upgrade_fault(&asked, web->reply.origin, &status);
    }
    struct watched *watched = connection_find(web, request);
    if (!fault && watched &&
        web_upgrade_begin(request, web->stop_fd, web->enter, web->context) == 0) {
        connection_let_go(web, watched);
        return;
    }
    struct web_answer answer = {.code = status, .type = "text/plain; charset=utf-8"};
    if (!fault) {
        answer.code = HTTP_SERVUNAVAIL;
        fault = "nothing may be sent before the answer to the upgrade";
    }
    answer.body = evbuffer_new();
    if (answer.body)
        evbuffer_add_printf(answer.body, "%s\n", fault);
    evhttp_add_header(evhttp_request_get_output_headers(request), "Connection", "close");
    evhttp_add_header(evhttp_request_get_output_headers(request), "Sec-WebSocket-Version", "13");
    reply_send(&web->reply, request, &answer);
    if (answer.body)
        evbuffer_free(answer.body);
}

static void on_request(struct evhttp_request *request, void *argument)
{
    struct web *web = argument;
    struct web_post post;
    struct web_query query;
    struct web_answer answer = {.code = HTTP_OK, .type = WEB_TYPE_PAGE};
    request_read(request, &query, &post);
    if (web->enter && query.path && strcmp(query.path, "/play/socket") == 0) {
        request_upgrade(web, request, query.path);
        return;
    }
    answer.body = evbuffer_new();
    if (!answer.body || evbuffer_expand(answer.body, WEB_PAGE_BYTES) ||
        (query.post && !post.body)) {
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
        if (answer.body)
            evbuffer_free(answer.body);
        return;
    }
    answer_make(web, request, &query, &answer);
    if (answer.later)
        later_bind(answer.later, request, clock_now_msec());
    else if (answer.stream[0])
        answer_stream(web, request, &answer);
    else
        reply_send(&web->reply, request, &answer);
    evbuffer_free(answer.body);
}

/* The thread of the database has finished an operation. */
static void on_later(evutil_socket_t fd, short what, void *argument)
{
    struct web *web = argument;
    (void)fd;
    (void)what;
    web_later_answer(&web->site, &web->reply, web->uploads);
}

/* ----------------------------------------------------------------------------- create, destroy */

/* Accepts connections there. */
static int http_bind(struct web *web, const struct endpoint *at, int queue,
                     struct ladder_error *error)
{
    struct endpoint_socket socket;
    char why[ENDPOINT_ERROR_BYTES];
    int one = 1;

    if (at->kind == ENDPOINT_UNIX || endpoint_socket_listen(&socket, at, queue, why)) {
        snprintf(error->text, sizeof error->text, "cannot serve pages at %.170s",
                 at->kind == ENDPOINT_UNIX ? at->path : why);
        return -1;
    }
    /* Connections inherit it. Without it the second write of a page waits for the reader's
     * acknowledgement of the first, which comes after 40 ms. */
    (void)setsockopt(socket.fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    web->at[web->at_count++] = socket.at;
    struct evhttp_bound_socket *bound = evhttp_accept_socket_with_handle(web->http, socket.fd);
    /* evconnlistener_new does not report a failed event_add; enabling once more does. */
    if (bound && evconnlistener_enable(evhttp_bound_socket_get_listener(bound)) == 0)
        return 0;
    if (!bound)
        endpoint_socket_close(&socket);
    snprintf(error->text, sizeof error->text, "cannot serve pages: out of memory");
    return -1;
}

static int http_start(struct web *web, const struct web_config *config, struct ladder_error *error)
{
    evhttp_set_max_headers_size(web->http, WEB_HEADER_BYTES_MAX);
    evhttp_set_max_body_size(web->http, WEB_BODY_BYTES_MAX);
    evhttp_set_timeout(web->http, WEB_IDLE_SEC);
    /* Allows all methods that libevent knows: on_request refuses them with the proper answer. */
    evhttp_set_allowed_methods(web->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST |
                                              EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
                                              EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE |
                                              EVHTTP_REQ_PATCH);
    evhttp_set_bevcb(web->http, on_accept, web);
    evhttp_set_gencb(web->http, on_request, web);
    for (int i = 0; i < config->at_count; i++)
        if (http_bind(web, &config->at[i], WEB_QUEUE / config->at_count, error))
            return -1;
    return 0;
}

static void on_stop(evutil_socket_t fd, short what, void *argument)
{
    struct web *web = argument;
    (void)fd;
    (void)what;
    event_base_loopbreak(web->base);
}

static void *web_main(void *argument)
{
    struct web *web = argument;
    pthread_setname_np(pthread_self(), "pages"); /* so that an operator sees their use */
    event_base_dispatch(web->base);
    OPENSSL_thread_stop();
    return NULL;
}

static bool events_make(struct web *web)
{
    const struct timeval second = {.tv_sec = 1};
    web->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    web->base = event_base_new();
    if (web->stop_fd < 0 || !web->base)
        return false;
    web->http = evhttp_new(web->base);
    web->fresh_event = event_new(web->base, -1, 0, on_fresh, web);
    web->second_event = event_new(web->base, -1, EV_PERSIST, on_second, web);
    web->stop_event = event_new(web->base, web->stop_fd, EV_READ, on_stop, web);
    web->site.laters = later_create();
    web->uploads = uploads_create(&web->site);
    if (web->site.laters)
        web->later_event =
            event_new(web->base, later_fd(web->site.laters), EV_READ | EV_PERSIST, on_later, web);
    return web->http && web->uploads && web->fresh_event && web->second_event && web->stop_event &&
           web->later_event && event_add(web->later_event, NULL) == 0 &&
           event_add(web->second_event, &second) == 0 && event_add(web->stop_event, NULL) == 0 &&
           (!web->site.live || (web->streams = web_stream_create(web->base, web->site.live)));
}

static int web_thread_start(struct web *web, struct ladder_error *error)
{
    /* OpenSSL's lazily made data must not belong to the thread, which ends before others use it. */
    OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, NULL);
    /* Only here it reports a failure; later use would crash. */
    bool good = OSSL_LIB_CTX_get0_global_default() != NULL;
    EVP_MD *digest = good ? EVP_MD_fetch(NULL, "SHA256", NULL) : NULL;
    EVP_MD_free(digest);
    if (!digest) {
        snprintf(error->text, sizeof error->text, "OpenSSL cannot start");
        return -1;
    }
    int status = thread_start(&web->thread, web_main, web, THREAD_NICE_PAGES);
    web->running = status == 0;
    if (status)
        snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(status));
    return status ? -1 : 0;
}

int web_server_create(struct web **out, const struct web_config *config, struct ladder *ladder,
                      struct ladder_error *error)
{
    *out = NULL;
    snprintf(error->text, sizeof error->text, "out of memory");
    struct web *web = calloc(1, sizeof *web);
    if (!web)
        return -1;
    pthread_mutex_init(&web->mutex, NULL);
    web->stop_fd = -1;
    web->site.ladder = ladder;
    web->site.feed = config->feed;
    web->site.live = config->live;
    web->site.bots_per_owner = config->bots_per_owner;
    web->site.new_names = config->new_names;
    web->site.program_bytes_max = config->program_bytes_max;
    web->site.programs_bytes_max = config->programs_bytes_max;
    web->site.programs_of_day = config->programs_of_day;
    web->site.owner_by_address = config->address_key != NULL;
    if (config->address_key)
        memcpy(web->site.address_key, config->address_key, sizeof web->site.address_key);
    web->of_address_max = config->of_address_max > 0 ? config->of_address_max : WEB_OF_ADDRESS_MAX;
    web->life_sec_max = config->life_sec_max > 0 ? config->life_sec_max : WEB_LIFE_SEC;
    web->answer_sec_max = config->answer_sec_max > 0 ? config->answer_sec_max : WEB_ANSWER_SEC;
    web->enter = config->enter;
    web->context = config->context;
    web->counters.unready = "starting";
    if (RAND_bytes(web->site.secret, sizeof web->site.secret) != 1) {
        snprintf(error->text, sizeof error->text, "OpenSSL has no random bytes");
        web_server_destroy(web);
        return -1;
    }
    snprintf(web->site.bots, sizeof web->site.bots, "%s", config->bots ? config->bots : "");
    snprintf(web->site.tournaments, sizeof web->site.tournaments, "%s",
             config->tournaments ? config->tournaments : "");
    snprintf(web->reply.origin, sizeof web->reply.origin, "%s",
             config->origin ? config->origin : "");
    if (config->feed.chances) /* without a thread for it, pages of games go without chances */
        web->site.judge = judge_create(config->feed.chances);
    web->reply.zip = gzip_create(); /* without memory for it, pages are sent uncompressed */
    if (config->program_bytes_max > 0 && config->bots_per_owner > 0 &&
        !(web->site.intake = intake_create(ladder, config->store))) {
        web_server_destroy(web);
        return -1;
    }
    if (!events_make(web) ||
        store_open(&web->site.store, config->store, STORE_READ_ONLY | STORE_SHARED, error) ||
        http_start(web, config, error) || web_thread_start(web, error)) {
        web_server_destroy(web);
        return -1;
    }
    *out = web;
    return 0;
}

void web_server_set_counters(struct web *web, const struct web_counters *counters)
{
    pthread_mutex_lock(&web->mutex);
    web->counters = *counters;
    web->counters_sec = now_sec();
    pthread_mutex_unlock(&web->mutex);
}

void web_server_set_waits(struct web *web, const struct web_waits *waits)
{
    pthread_mutex_lock(&web->mutex);
    memcpy(web->waits.rows, waits->rows, (size_t)waits->count * sizeof waits->rows[0]);
    memcpy(web->waits.waiters, waits->waiters,
           (size_t)waits->waiter_count * sizeof waits->waiters[0]);
    web->waits.count = waits->count;
    web->waits.waiter_count = waits->waiter_count;
    web->waits_new = true;
    pthread_mutex_unlock(&web->mutex);
}

void web_server_set_play(struct web *web, const char *play)
{
    char *copy = strdup(play);

    pthread_mutex_lock(&web->mutex);
    if (copy) {
        free(web->play);
        web->play = copy;
    }
    pthread_mutex_unlock(&web->mutex);
}

void web_server_use_tls(struct web *web, SSL_CTX *context)
{
    SSL_CTX_up_ref(context);
    pthread_mutex_lock(&web->mutex);
    SSL_CTX *before = web->tls;
    web->tls = context;
    pthread_mutex_unlock(&web->mutex);
    SSL_CTX_free(before);
}

void web_server_limits(const struct web *web, struct web_limits *limits)
{
    *limits = (struct web_limits){
        .header_bytes_max = WEB_HEADER_BYTES_MAX,
        .body_bytes_max = WEB_BODY_BYTES_MAX,
        .idle_sec_max = WEB_IDLE_SEC,
        .life_sec_max = web ? web->life_sec_max : WEB_LIFE_SEC,
        .answer_sec_max = web ? web->answer_sec_max : WEB_ANSWER_SEC,
        .connections_max = WEB_CONNECTIONS_MAX,
        .connections = web ? atomic_load(&web->connections) : 0,
        .reserved_max = WEB_RESERVED_MAX,
        .of_address = web ? atomic_load(&web->of_address) : 0,
        .watchers = web && web->site.live ? live_watchers(web->site.live) : 0,
    };
}

const struct endpoint *web_server_at(const struct web *web, int *count)
{
    *count = web->at_count;
    return web->at;
}

int web_server_port(const struct web *web)
{
    return web->at[0].port;
}

void web_server_destroy(struct web *web)
{
    if (!web)
        return;
    if (web->running) {
        /* Cannot fail: the counter of a new descriptor has room for one. */
        (void)eventfd_write(web->stop_fd, 1);
        pthread_join(web->thread, NULL);
    }
    web_stream_destroy(web->streams);
    if (web->later_event)
        event_free(web->later_event);
    judge_destroy(web->site.judge); /* before the list: what waits for it ends there */
    intake_destroy(web->site.intake);
    later_close(web->site.laters);
    if (web->http)
        evhttp_free(web->http); /* closes all connections, and their requests with them */
    uploads_destroy(web->uploads);
    for (int i = 0; i < web->watched_count; i++)
        connection_forget(web->watched[i]);
    if (web->fresh_event)
        event_free(web->fresh_event);
    if (web->second_event)
        event_free(web->second_event);
    if (web->stop_event)
        event_free(web->stop_event);
    if (web->base)
        event_base_free(web->base);
    if (web->stop_fd >= 0)
        close(web->stop_fd);
    route_fini(&web->site);
    gzip_destroy(web->reply.zip);
    SSL_CTX_free(web->tls);
    free(web->play);
    free(web->site.play);
    pthread_mutex_destroy(&web->mutex);
    free(web);
}
