/* pg_share.c - one connection for several stores of a process that read, and for the seeks of a
 * node: each has it for one transaction, in the order of asking.
 *
 * A store that has its turn finds the connection in its `conn`, all others have NULL there. The
 * server takes connections by the hundred, and a node with pages would hold three more.
 */
#include "postgres/pg.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct pg_share {
    struct pg_share *next;
    char *url;
    struct pg_store *users; /* under `shares_mutex` and `mutex` */

    pthread_mutex_t mutex; /* guards the rest */
    pthread_cond_t turn;
    uint64_t asked, serving; /* tickets */
    uint64_t refused;        /* those below it waited for a server that gave no answer */
    char refusal[sizeof((struct store *)0)->error];
    bool listens; /* each new connection listens for notifications */
    PGconn *conn;
    int64_t life; /* counts connections */
    bool prepared[PG_STATEMENT_COUNT];
};

static pthread_mutex_t shares_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pg_share *shares;

/* ------------------------------------------------------------------------------- join, leave */

static struct pg_share *share_find(const char *url)
{
    struct pg_share *share = shares;

    while (share && strcmp(share->url, url) != 0)
        share = share->next;
    if (share || !(share = calloc(1, sizeof *share)))
        return share;
    if (!(share->url = strdup(url))) {
        free(share);
        return NULL;
    }
    pthread_mutex_init(&share->mutex, NULL);
    pthread_cond_init(&share->turn, NULL);
    share->next = shares;
    shares = share;
    return share;
}

int pg_share_join(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    pthread_mutex_lock(&shares_mutex);
    struct pg_share *share = share_find(pg->url);
    if (share) {
        pthread_mutex_lock(&share->mutex);
        pg->share = share;
        pg->share_next = share->users;
        share->users = pg;
        pthread_mutex_unlock(&share->mutex);
    }
    pthread_mutex_unlock(&shares_mutex);
    return share ? 0 : -1;
}

static void share_free(struct pg_share *share)
{
    struct pg_share **at = &shares;

    while (*at != share)
        at = &(*at)->next;
    *at = share->next;
    PQfinish(share->conn);
    pthread_cond_destroy(&share->turn);
    pthread_mutex_destroy(&share->mutex);
    free(share->url);
    free(share);
}

static void unwatch(struct pg_store *pg)
{
    if (pg->watch_fd >= 0)
        close(pg->watch_fd);
    if (pg->told_fd >= 0)
        close(pg->told_fd);
    pg->watch_fd = pg->told_fd = -1;
}

void pg_share_leave(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    struct pg_share *share = pg->share;

    if (!share)
        return;
    pthread_mutex_lock(&shares_mutex);
    pthread_mutex_lock(&share->mutex);
    struct pg_store **at = &share->users;
    while (*at != pg)
        at = &(*at)->share_next;
    *at = pg->share_next;
    bool last = !share->users;
    pthread_mutex_unlock(&share->mutex);
    if (last)
        share_free(share);
    pthread_mutex_unlock(&shares_mutex);
    unwatch(pg);
    pg->share = NULL;
}

/* ----------------------------------------------------------------------------- take and give */

/* What listeners wait for: while somebody has the connection its bytes are answers. */
static void watch(struct pg_share *share, bool idle)
{
    for (struct pg_store *pg = share->users; pg; pg = pg->share_next) {
        if (pg->watch_fd < 0 || !share->conn)
            continue;
        struct epoll_event event = {.events = idle ? EPOLLIN : 0};
        if (epoll_ctl(pg->watch_fd, EPOLL_CTL_MOD, PQsocket(share->conn), &event) < 0)
            (void)epoll_ctl(pg->watch_fd, EPOLL_CTL_ADD, PQsocket(share->conn), &event);
    }
}

static void tell_listeners(struct pg_share *share)
{
    PGnotify *told;
    bool some = false;
    uint64_t one = 1;

    while (share->conn && (told = PQnotifies(share->conn))) {
        some = true;
        PQfreemem(told);
    }
    for (struct pg_store *pg = share->users; some && pg; pg = pg->share_next) {
        if (pg->told_fd >= 0 && write(pg->told_fd, &one, sizeof one) < 0)
            return; /* it is readable anyway */
    }
}

int pg_share_take(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    struct pg_share *share = pg->share;

    pthread_mutex_lock(&share->mutex);
    uint64_t ticket = share->asked++;
    while (share->serving != ticket)
        pthread_cond_wait(&share->turn, &share->mutex);
    bool refused = !share->conn && ticket < share->refused;
    watch(share, false);
    pg->conn = share->conn;
    memcpy(pg->prepared, share->prepared, sizeof pg->prepared);
    pg->has_turn = true;
    if (refused)
        memcpy(store->error, share->refusal, sizeof store->error);
    pthread_mutex_unlock(&share->mutex);
    if (!refused)
        return 0;
    pg->failed = store->again = true;
    pg_share_give(store);
    return -1;
}

bool pg_share_lost(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    bool lost = pg->life > 0 && (!pg->conn || pg->life != pg->share->life);

    if (!lost)
        return false;
    pg->life = 0;
    pg->failed = store->again = true;
    pg_share_give(store);
    return true;
}

void pg_share_give(struct store *store)
{
    struct pg_store *pg = pg_of(store);
    struct pg_share *share = pg->share;

    if (!share || !pg->has_turn)
        return;
    pthread_mutex_lock(&share->mutex);
    share->conn = pg->conn;
    memcpy(share->prepared, pg->prepared, sizeof share->prepared);
    pg->conn = NULL;
    pg->has_turn = false;
    if (share->listens) {
        tell_listeners(share);
        watch(share, true);
    }
    share->serving++;
    pthread_cond_broadcast(&share->turn);
    pthread_mutex_unlock(&share->mutex);
}

void pg_share_refused(struct store *store)
{
    struct pg_share *share = pg_of(store)->share;

    pthread_mutex_lock(&share->mutex);
    share->refused = share->asked;
    memcpy(share->refusal, store->error, sizeof share->refusal);
    pthread_mutex_unlock(&share->mutex);
}

/* ------------------------------------------------------------------------------ notifications */

bool pg_share_listens(struct store *store)
{
    struct pg_share *share = pg_of(store)->share;

    pthread_mutex_lock(&share->mutex);
    bool listens = share->listens;
    pthread_mutex_unlock(&share->mutex);
    return listens;
}

void pg_share_connected(struct store *store)
{
    struct pg_share *share = pg_of(store)->share;

    pthread_mutex_lock(&share->mutex);
    share->life++;
    pthread_mutex_unlock(&share->mutex);
}

int pg_share_listen(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    pthread_mutex_lock(&pg->share->mutex);
    unwatch(pg);
    pthread_mutex_unlock(&pg->share->mutex);
    int told = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), watched = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    if (told < 0 || watched < 0 || epoll_ctl(watched, EPOLL_CTL_ADD, told, &event) < 0) {
        if (told >= 0)
            close(told);
        if (watched >= 0)
            close(watched);
        return -1;
    }
    pthread_mutex_lock(&pg->share->mutex);
    pg->told_fd = told;
    pg->watch_fd = watched;
    pg->share->listens = true;
    pg->life = pg->share->life;
    if (!pg->has_turn && pg->share->asked == pg->share->serving)
        watch(pg->share, true);
    pthread_mutex_unlock(&pg->share->mutex);
    return 0;
}

bool pg_share_told(struct store *store)
{
    uint64_t ignored;
    return read(pg_of(store)->told_fd, &ignored, sizeof ignored) == (ssize_t)sizeof ignored;
}
