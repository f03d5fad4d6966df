/* listener.c - how many connections fit in, and what to do when one more comes. */
#include "net/listener.h"
#include "base/log.h"

#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

enum { QUEUE = 4096 };

int door_room(int wanted, int loops)
{
    int spare = DOOR_FILES_SPARE + (loops - 1) * DOOR_FILES_LOOP;
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files))
        return wanted;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max >= (rlim_t)(wanted + spare))
        return wanted;
    int room = files.rlim_max > (rlim_t)spare ? (int)files.rlim_max - spare : 1;
    log_line(LOG_WARN, "room for %d connections, not %d: open files are limited to %llu", room,
             wanted, (unsigned long long)files.rlim_max);
    return room;
}

static void on_again(evutil_socket_t fd, short what, void *context)
{
    struct door *door = context;
    (void)fd;
    (void)what;
    door->entered = 0;
    evconnlistener_enable(door->listener);
}

/* A connection could not be accepted; errno says why. */
static void on_error(struct evconnlistener *listener, void *context)
{
    struct door *door = context;
    const struct timeval wait = {.tv_usec = DOOR_AGAIN_MSEC * 1000};

    if (!door->shut)
        log_line(LOG_WARN, "accept: %s: new connections wait", strerror(errno));
    door->shut = true;
    evconnlistener_disable(listener);
    evtimer_add(door->again, &wait);
}

/* The listener accepts until nobody is left. */
static void rest_if_many(struct door *door)
{
    static const struct timeval next_turn = {0};
    struct timeval polled;

    event_base_gettimeofday_cached(evconnlistener_get_base(door->listener), &polled);
    if (polled.tv_sec != door->polled.tv_sec || polled.tv_usec != door->polled.tv_usec)
        door->entered = 0;
    door->polled = polled;
    if (++door->entered < DOOR_ENTER_MAX || evtimer_add(door->again, &next_turn))
        return;
    evconnlistener_disable(door->listener);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
                      int size, void *context)
{
    struct door *door = context;
    (void)listener;
    (void)size;
    door->shut = false;
    rest_if_many(door);
    door->enter(door->context, (int)fd, (const struct sockaddr_in *)(void *)from);
}

int door_open(struct door *door, struct event_base *base, const struct sockaddr_in *address,
              door_enter_fn *enter, void *context)
{
    *door = (struct door){.enter = enter, .context = context};
    door->again = evtimer_new(base, on_again, door);
    door->listener = evconnlistener_new_bind(
        base, on_accept, door, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
        QUEUE, (const struct sockaddr *)address, sizeof *address);
    /* Enabled again: that it listens, but could not wait for anybody, the first time does not tell.
     */
    if (!door->again || !door->listener || evconnlistener_enable(door->listener))
        return -1;
    evconnlistener_set_error_cb(door->listener, on_error);
    return 0;
}

void door_prepare(int fd)
{
    const int on = 1, idle_sec = 60, interval_sec = 15, count = 4;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_sec, sizeof idle_sec);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_sec, sizeof interval_sec);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

void door_close(struct door *door)
{
    if (door->again)
        event_free(door->again);
    if (door->listener)
        evconnlistener_free(door->listener);
    door->again = NULL;
    door->listener = NULL;
}
