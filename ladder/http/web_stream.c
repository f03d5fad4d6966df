/* web_stream.c - see web_stream.h. */
#include "http/web_stream.h"
#include "base/clock.h"
#include "live/live.h"
#include "page/web_answer.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct stream {
    struct stream *next;
    struct web_streams *streams;
    struct evhttp_request *request;
    char game[LADDER_GAME_ID_MAX + 1];
    int64_t sent, begun_msec;
    bool gone; /* its connection is closed: freed at the next tick */
};

struct web_streams {
    struct event_base *base;
    struct live *live;
    struct event *timer;
    struct stream *first;
};

static void on_look(evutil_socket_t fd, short what, void *context);

struct web_streams *web_stream_create(struct event_base *base, struct live *live)
{
    struct web_streams *streams = calloc(1, sizeof *streams);
    if (!streams)
        return NULL;
    streams->base = base;
    streams->live = live;
    streams->timer = event_new(base, -1, EV_PERSIST, on_look, streams);
    if (!streams->timer) {
        free(streams);
        return NULL;
    }
    return streams;
}

/* The HTTP server frees a request whose connection is still there, and leaves us one whose is not.
 */
static void stream_free(struct stream *stream)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
    if (connection)
        evhttp_connection_set_closecb(connection, NULL, NULL);
    live_go(stream->streams->live, stream->game, clock_now_msec());
    free(stream);
}

void web_stream_destroy(struct web_streams *streams)
{
    if (!streams)
        return;
    while (streams->first) {
        struct stream *stream = streams->first;
        streams->first = stream->next;
        if (stream->gone)
            evhttp_send_reply_end(stream->request); /* without a connection: frees it */
        stream_free(stream);
    }
    event_free(streams->timer);
    free(streams);
}

static void on_closed(struct evhttp_connection *connection, void *context)
{
    struct stream *stream = context;
    (void)connection;
    stream->gone = true;
}

/* ------------------------------------------------------------------------------------- sending */

struct tale {
    struct evbuffer *out;
    int64_t last;
    uint32_t boot;
};

static void tell(void *context, enum live_kind kind, int64_t number, const char *text)
{
    struct tale *tale = context;
    tale->last = number;
    if (kind == LIVE_GAP) { /* without an id, so a reader that reconnects gets it again */
        evbuffer_add_printf(tale->out, "event: gap\ndata: {}\n\n");
        return;
    }
    evbuffer_add_printf(tale->out, "id: %08" PRIx32 "-%" PRId64 "\n%sdata: ", tale->boot, number,
                        kind == LIVE_SAID ? "event: said\n" : "");
    evbuffer_add(tale->out, text, strlen(text));
    evbuffer_add(tale->out, "\n\n", 2);
}

/* The state number that a reader's last event id names, for live_look. */
static int64_t number_after(const struct live *live, const char *id)
{
    char boot[16];
    int size = snprintf(boot, sizeof boot, "%08" PRIx32 "-", live_boot(live));
    if (!id || !*id)
        return 0;
    const char *digits = strncmp(id, boot, (size_t)size) == 0 ? id + size : "";
    size_t count = strspn(digits, "0123456789");
    int64_t number = count > 0 && count < 16 && !digits[count] ? strtoll(digits, NULL, 10) : 0;
    return number > 0 ? number : LIVE_ASTRAY;
}

static struct bufferevent *bev_of(const struct stream *stream)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(stream->request);
    return connection ? evhttp_connection_get_bufferevent(connection) : NULL;
}

/* Sends the new states. Returns false if the stream has ended. */
static bool stream_look(struct stream *stream, struct evbuffer *buffer, int64_t now_msec)
{
    struct tale tale = {
        .out = buffer, .last = stream->sent, .boot = live_boot(stream->streams->live)};
    struct live_about about;
    enum live_status status =
        live_look(stream->streams->live, stream->game, stream->sent, now_msec, tell, &tale, &about);
    bool over = status != LIVE_OK || about.over;
    stream->sent = tale.last;
    if (over)
        evbuffer_add_printf(buffer, "event: end\ndata: {}\n\n");
    if (evbuffer_get_length(buffer) > 0)
        evhttp_send_reply_chunk(stream->request, buffer);
    return !over && now_msec - stream->begun_msec < STREAM_LIFE_SEC * 1000;
}

/* A reader that does not keep up is closed. */
static bool stream_too_slow(const struct stream *stream)
{
    struct bufferevent *bev = bev_of(stream);
    if (!bev || evbuffer_get_length(bufferevent_get_output(bev)) <= STREAM_OUT_BYTES_MAX)
        return false;
    evutil_socket_t fd = bufferevent_getfd(bev);
    if (fd >= 0)
        shutdown(fd, SHUT_RDWR);
    return true;
}

static void on_look(evutil_socket_t fd, short what, void *context)
{
    struct web_streams *streams = context;
    struct evbuffer *buffer = evbuffer_new();
    int64_t now = clock_now_msec();
    (void)fd;
    (void)what;
    for (struct stream **at = &streams->first; buffer && *at;) {
        struct stream *stream = *at;
        bool ended = !stream->gone && !stream_too_slow(stream) && !stream_look(stream, buffer, now);
        if (!ended && !stream->gone) {
            at = &stream->next;
            continue;
        }
        *at = stream->next;
        struct evhttp_request *request = stream->request;
        stream_free(stream);
        evhttp_send_reply_end(request);
    }
    if (buffer)
        evbuffer_free(buffer);
    if (!streams->first)
        event_del(streams->timer);
}

void web_stream_begin(struct web_streams *streams, struct evhttp_request *request, const char *game,
                      const char *last)
{
    const struct timeval look = {.tv_usec = STREAM_LOOK_MSEC * 1000},
                         stall = {.tv_sec = STREAM_STALL_SEC};
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    struct evbuffer *hello = evbuffer_new();
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream || !hello) {
        live_go(streams->live, game, clock_now_msec());
        evhttp_send_error(request, HTTP_INTERNAL, NULL);
        free(stream);
    } else {
        stream->streams = streams;
        stream->request = request;
        stream->sent = number_after(streams->live, last);
        stream->begun_msec = clock_now_msec();
        memcpy(stream->game, game, strlen(game) + 1);
        stream->next = streams->first;
        streams->first = stream;
        evhttp_add_header(headers, "Connection", "close");
        evhttp_connection_set_closecb(evhttp_request_get_connection(request), on_closed, stream);
        bufferevent_set_timeouts(bev_of(stream), NULL, &stall);
        evhttp_send_reply_start(request, HTTP_OK, NULL);
        evbuffer_add_printf(hello, "retry: 1000\n\n");
        evhttp_send_reply_chunk(request, hello);
        event_add(streams->timer, &look);
    }
    if (hello)
        evbuffer_free(hello);
}
