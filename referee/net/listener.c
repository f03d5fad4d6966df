/* listener.c - how many connections are possible, and what happens to one more. */
#include "net/listener.h"
#include "base/log.h"

#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

enum { QUEUE = 4096, DESCRIPTORS_SEEN = 512 };

/* Returns how many of the lowest DESCRIPTORS_SEEN descriptors are open. */
static int descriptors_open(void)
{
    int open = 0;

    for (int fd = 0; fd < DESCRIPTORS_SEEN; fd++)
        open += fcntl(fd, F_GETFD) >= 0;
    return open;
}

int listener_room(int wanted, int loops, bool pages)
{
    int spare = descriptors_open() + LISTENER_FILES_SPARE + (loops - 1) * LISTENER_FILES_LOOP +
                (pages ? LISTENER_FILES_PAGES : 0);
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files))
        return wanted;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max >= (rlim_t)(wanted + spare))
        return wanted;
    int room = files.rlim_max > (rlim_t)spare ? (int)files.rlim_max - spare : 1;
    log_line(LOG_WARN, "connections limited to %d, not %d: the limit of open files is %llu", room,
             wanted, (unsigned long long)files.rlim_max);
    return room;
}

static void on_again(evutil_socket_t fd, short what, void *context)
{
    struct listener *listener = context;
    (void)fd;
    (void)what;
    listener->entered = 0;
    evconnlistener_enable(listener->evconn);
}

/* A connection could not be accepted; errno has the reason. */
static void on_error(struct evconnlistener *evconn, void *context)
{
    struct listener *listener = context;
    const struct timeval wait = {.tv_usec = LISTENER_AGAIN_MSEC * 1000};

    if (!listener->shut)
        log_line(LOG_WARN, "accept: %s: new connections wait", strerror(errno));
    listener->shut = true;
    evconnlistener_disable(evconn);
    evtimer_add(listener->again, &wait);
}

/* Accepts until no connection waits. */
static void rest_if_many(struct listener *listener)
{
    static const struct timeval next_turn = {0};
    struct timeval polled;

    event_base_gettimeofday_cached(evconnlistener_get_base(listener->evconn), &polled);
    if (polled.tv_sec != listener->polled.tv_sec || polled.tv_usec != listener->polled.tv_usec)
        listener->entered = 0;
    listener->polled = polled;
    if (++listener->entered < LISTENER_ENTER_MAX || evtimer_add(listener->again, &next_turn))
        return;
    evconnlistener_disable(listener->evconn);
}

static void on_accept(struct evconnlistener *evconn, evutil_socket_t fd, struct sockaddr *from,
                      int size, void *context)
{
    struct listener *listener = context;
    struct endpoint peer;
    (void)evconn;
    (void)size;
    listener->shut = false;
    rest_if_many(listener);
    endpoint_socket_accepted((int)fd, from, &peer);
    listener->enter(listener->context, (int)fd, &peer);
}

int listener_open(struct listener *listener, struct event_base *base, const struct endpoint *at,
                  listener_enter_fn *enter, void *context, char error[ENDPOINT_ERROR_BYTES])
{
    *listener = (struct listener){.enter = enter, .context = context, .socket.fd = -1};
    if (endpoint_socket_listen(&listener->socket, at, QUEUE, error))
        return -1;
    listener->again = evtimer_new(base, on_again, listener);
    listener->evconn = evconnlistener_new(base, on_accept, listener, LEV_OPT_CLOSE_ON_EXEC, 0,
                                          listener->socket.fd);
    /* Enables it once more, because evconnlistener_new does not report a failed event_add. */
    if (!listener->again || !listener->evconn || evconnlistener_enable(listener->evconn)) {
        snprintf(error, ENDPOINT_ERROR_BYTES, "out of memory");
        return -1;
    }
    evconnlistener_set_error_cb(listener->evconn, on_error);
    return 0;
}

void listener_prepare(int fd)
{
    const int on = 1, idle_sec = 60, interval_sec = 15, count = 4;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_sec, sizeof idle_sec);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_sec, sizeof interval_sec);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

void listener_close(struct listener *listener)
{
    if (listener->again)
        event_free(listener->again);
    if (listener->evconn)
        evconnlistener_free(listener->evconn);
    if (listener->enter)
        endpoint_socket_close(&listener->socket);
    *listener = (struct listener){0};
}
