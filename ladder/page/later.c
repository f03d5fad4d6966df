/* later.c - see later.h. */
#include "page/later.h"

#include <assert.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct later {
    struct later *next; /* the next of the finished ones */
    struct later_list *list;
    later_show_fn *show;
    bool data;
    struct evhttp_request *request; /* of the thread of the pages, as the next */
    int64_t since_msec;             /* when it was bound */
    _Alignas(max_align_t) unsigned char result[LATER_RESULT_MAX];
};

struct later_list {
    int fd;
    pthread_mutex_t mutex;        /* guards the fields below */
    struct later *ended;          /* newest first */
    struct later *all[LATER_MAX]; /* begun and not freed */
    int count;
    bool closed;
};

struct later_list *later_create(void)
{
    struct later_list *list = calloc(1, sizeof *list);
    if (!list)
        return NULL;
    list->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (list->fd < 0) {
        free(list);
        return NULL;
    }
    pthread_mutex_init(&list->mutex, NULL);
    return list;
}

int later_fd(const struct later_list *list)
{
    return list->fd;
}

/* With the mutex held, which it releases: frees the list after its last user. */
static void list_release(struct later_list *list)
{
    bool last = list->closed && list->count == 0;

    pthread_mutex_unlock(&list->mutex);
    if (!last)
        return;
    pthread_mutex_destroy(&list->mutex);
    close(list->fd);
    free(list);
}

/* With the mutex held. */
static void later_wipe(struct later *later)
{
    struct later_list *list = later->list;
    int at = 0;

    while (list->all[at] != later)
        at++;
    list->all[at] = list->all[--list->count];
    OPENSSL_cleanse(later->result, sizeof later->result);
    free(later);
}

void later_close(struct later_list *list)
{
    if (!list)
        return;
    pthread_mutex_lock(&list->mutex);
    list->closed = true;
    /* The HTTP server leaves a request to us if its connection is closed, and frees the others. */
    for (int i = 0; i < list->count; i++) {
        struct evhttp_request *request = list->all[i]->request;
        if (request && !evhttp_request_get_connection(request))
            evhttp_request_free(request);
        list->all[i]->request = NULL;
    }
    while (list->ended) {
        struct later *gone = list->ended;
        list->ended = gone->next;
        later_wipe(gone);
    }
    list_release(list);
}

struct later *later_begin(struct later_list *list, later_show_fn *show, bool data)
{
    pthread_mutex_lock(&list->mutex);
    struct later *later = list->count < LATER_MAX ? calloc(1, sizeof *later) : NULL;
    if (later) {
        later->list = list;
        later->show = show;
        later->data = data;
        list->all[list->count++] = later;
    }
    pthread_mutex_unlock(&list->mutex);
    return later;
}

void later_free(struct later *later)
{
    struct later_list *list = later->list;

    pthread_mutex_lock(&list->mutex);
    later_wipe(later);
    list_release(list);
}

void later_cancel(struct later *later)
{
    later_free(later);
}

void later_end(struct later *later, const void *result, size_t size)
{
    struct later_list *list = later->list;
    uint64_t one = 1;

    assert(size <= sizeof later->result);
    memcpy(later->result, result, size);
    pthread_mutex_lock(&list->mutex);
    if (list->closed) {
        later_wipe(later);
    } else {
        later->next = list->ended;
        list->ended = later;
        if (write(list->fd, &one, sizeof one) < 0)
            one = 0; /* an overflow: it is readable anyway */
    }
    list_release(list);
}

void later_bind(struct later *later, struct evhttp_request *request, int64_t now_msec)
{
    later->request = request;
    later->since_msec = now_msec;
}

bool later_waits(struct later_list *list, const struct bufferevent *connection)
{
    bool waits = false;

    pthread_mutex_lock(&list->mutex);
    for (int i = 0; i < list->count && !waits; i++) {
        struct evhttp_request *request = list->all[i]->request;
        struct evhttp_connection *of = request ? evhttp_request_get_connection(request) : NULL;
        waits = of && evhttp_connection_get_bufferevent(of) == connection;
    }
    pthread_mutex_unlock(&list->mutex);
    return waits;
}

struct evhttp_request *later_overdue(struct later_list *list, int64_t bound_msec, bool *data)
{
    struct evhttp_request *request = NULL;

    pthread_mutex_lock(&list->mutex);
    for (int i = 0; i < list->count && !request; i++) {
        struct later *later = list->all[i];
        if (!later->request || later->since_msec > bound_msec)
            continue;
        request = later->request;
        later->request = NULL;
        *data = later->data;
    }
    pthread_mutex_unlock(&list->mutex);
    return request;
}

struct later *later_take(struct later_list *list)
{
    uint64_t ignored;

    pthread_mutex_lock(&list->mutex);
    struct later *later = list->ended;
    if (later)
        list->ended = later->next;
    else if (read(list->fd, &ignored, sizeof ignored) < 0)
        ignored = 0; /* nothing was signalled */
    pthread_mutex_unlock(&list->mutex);
    return later;
}

struct evhttp_request *later_request(const struct later *later)
{
    return later->request;
}

void later_show(const struct later *later, struct web_site *site, struct web_answer *answer)
{
    later->show(site, later->result, later->data, answer);
}
