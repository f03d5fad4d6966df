/* door.c - how many connections fit in, and what to do when one more comes. */
#include "door.h"
#include "log.h"

#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

int door_room(int wanted)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files))
        return wanted;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max >= (rlim_t)wanted + DOOR_FILES_SPARE)
        return wanted;
    int room = files.rlim_max > DOOR_FILES_SPARE ? (int)files.rlim_max - DOOR_FILES_SPARE : 1;
    log_line(LOG_WARN, "room for %d connections, not %d: open files are limited to %llu", room,
             wanted, (unsigned long long)files.rlim_max);
    return room;
}

static void on_again(evutil_socket_t fd, short what, void *context)
{
    struct door *door = context;
    (void)fd;
    (void)what;
    evconnlistener_enable(door->listener);
}

int door_open(struct door *door, struct event_base *base, struct evconnlistener *listener)
{
    *door = (struct door){.listener = listener, .again = evtimer_new(base, on_again, door)};
    return door->again ? 0 : -1;
}

void door_failed(struct door *door)
{
    const struct timeval wait = {.tv_usec = DOOR_AGAIN_MSEC * 1000};

    if (!door->shut)
        log_line(LOG_WARN, "accept: %s: new connections wait", strerror(errno));
    door->shut = true;
    evconnlistener_disable(door->listener);
    evtimer_add(door->again, &wait);
}

void door_passed(struct door *door)
{
    door->shut = false;
}

void door_close(struct door *door)
{
    if (door->again)
        event_free(door->again);
    door->again = NULL;
}

void door_admitted(int fd)
{
    const int on = 1, idle_sec = 60, interval_sec = 15, count = 4;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_sec, sizeof idle_sec);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_sec, sizeof interval_sec);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}
