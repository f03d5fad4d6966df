/* cluster.c - the thread that exchanges offers with the other nodes through the store. */
#include "cluster/cluster.h"
#include "base/clock.h"
#include "base/hex.h"
#include "cluster/placement.h"
#include "store/store_seek.h"
#include "base/thread.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

enum {
    PAGE_MAX = 1024,
    SENT_MAX = 64,
    EVENTS_MAX = 1024,   /* not yet taken by the caller; later ones are dropped */
    IDLE_MSEC = 1000,    /* between looks, with notifications, while no bot waits here */
    WAITING_MSEC = 250,  /* while bots wait here */
    POLLING_MSEC = 100,  /* without notifications */
    PATIENCE_MSEC = 500, /* for claimed bots to arrive, before more are claimed */
    SIGHT_MSEC = 500,    /* between looks at leases */
    TRUST_MSEC = 10000,  /* a lease that ran out while the store was away may still be renewed */
    CLEAR_MSEC = 60000,  /* between looks for the leftovers of dead nodes */
    NODES_MSEC =
        5000, /* between looks for the addresses of the others; a tenth if there are none */
    AGAIN_MSEC_MIN = 50,
    AGAIN_MSEC_MAX = 2000,
};

/* How a step of a round changed the store: other nodes are notified of a change. */
enum outcome { OUTCOME_FAILED = -1, OUTCOME_UNCHANGED, OUTCOME_CHANGED };

struct published {
    struct seek_offer offer;
    bool stays;
};

struct cluster {
    pthread_t thread;
    struct cluster_config config;
    int event_fd, wake_fd;

    /* used by the thread only */
    struct store *store;
    const struct store_seeks *seeks;
    bool listens, lost;                             /* lost: the store was unreachable */
    struct published published[CLUSTER_OFFERS_MAX]; /* our rows in the store */
    int published_count;
    struct seek_offer page[PAGE_MAX], offers[CLUSTER_OFFERS_MAX];
    int offer_count;
    uint32_t played;
    /* monotonic: no claims before, by ruleset and rated */
    int64_t patience[CLUSTER_RULESETS_MAX][2];
    char gone[SENT_MAX][LADDER_NAME_MAX + 1]; /* redirected lately: not offered until the caller has
                                                 taken the event */
    int64_t gone_msec[SENT_MAX];
    int gone_next;
    int64_t clear_msec, nodes_msec, sight_msec;
    int64_t trust_msec; /* monotonic: from then on an expired lease is meaningful */
    struct cluster_watch watch;

    pthread_mutex_t mutex; /* guards the fields below */
    bool stopping, offers_new;
    uint32_t asked_played;
    struct seek_offer asked[CLUSTER_OFFERS_MAX];
    int asked_count;
    struct cluster_watch asked_watch;
    struct cluster_event events[EVENTS_MAX];
    int event_first, event_count;
    char nodes[CLUSTER_NODES_MAX][SEEK_ADDRESS_BYTES];
    int node_count, node_next;
};

static void wake(int fd)
{
    uint64_t one = 1;
    if (write(fd, &one, sizeof one) < 0)
        return; /* it is readable anyway */
}

static void sleep_off(int fd)
{
    uint64_t ignored;
    if (read(fd, &ignored, sizeof ignored) < 0)
        return; /* it was not signalled */
}

/* -------------------------------------------------------------------------------- the thread */

static void tell(struct cluster *cluster, const struct cluster_event *event)
{
    pthread_mutex_lock(&cluster->mutex);
    if (cluster->event_count < EVENTS_MAX) {
        int at = (cluster->event_first + cluster->event_count++) % EVENTS_MAX;
        cluster->events[at] = *event;
    }
    pthread_mutex_unlock(&cluster->mutex);
    wake(cluster->event_fd);
}

/* The caller offers it until it has taken the event. */
static bool is_gone(const struct cluster *cluster, const char *bot, int64_t now)
{
    for (int i = 0; i < SENT_MAX; i++) {
        if (cluster->gone_msec[i] > now && strcmp(cluster->gone[i], bot) == 0)
            return true;
    }
    return false;
}

static void note_gone(struct cluster *cluster, const char *bot, int64_t now)
{
    int at = cluster->gone_next++ % SENT_MAX;

    snprintf(cluster->gone[at], sizeof cluster->gone[at], "%s", bot);
    cluster->gone_msec[at] = now + CLUSTER_TICKET_MSEC;
    for (int i = 0; i < cluster->published_count; i++) {
        if (strcmp(cluster->published[i].offer.bot, bot) == 0)
            cluster->published[i--] = cluster->published[--cluster->published_count];
    }
}

static void take_offers(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->mutex);
    if (cluster->offers_new) {
        cluster->offer_count = cluster->asked_count;
        memcpy(cluster->offers, cluster->asked,
               (size_t)cluster->asked_count * sizeof cluster->asked[0]);
    }
    cluster->played = cluster->asked_played;
    cluster->watch = cluster->asked_watch;
    cluster->offers_new = false;
    pthread_mutex_unlock(&cluster->mutex);
}

static bool same_offer(const struct seek_offer *a, const struct seek_offer *b)
{
    return a->rated == b->rated && a->pair == b->pair && a->games == b->games &&
           a->rating == b->rating && a->carried == b->carried &&
           strcmp(a->rulesets, b->rulesets) == 0;
}

/* Puts an offer into the store unless it is there already. */
static enum outcome publish_one(struct cluster *cluster, const struct seek_offer *offer)
{
    int at = 0;

    while (at < cluster->published_count &&
           strcmp(cluster->published[at].offer.bot, offer->bot) != 0)
        at++;
    bool known = at < cluster->published_count;
    if (known)
        cluster->published[at].stays = true;
    if ((known && same_offer(&cluster->published[at].offer, offer)) ||
        (!known && at == CLUSTER_OFFERS_MAX))
        return OUTCOME_UNCHANGED;
    if (cluster->seeks->put(cluster->store, offer))
        return OUTCOME_FAILED;
    cluster->published[at] = (struct published){.offer = *offer, .stays = true};
    cluster->published_count += !known;
    return OUTCOME_CHANGED;
}

/* Replaces the offers in the store by those of the last call. */
static enum outcome publish(struct cluster *cluster, int64_t now)
{
    enum outcome outcome = OUTCOME_UNCHANGED;

    for (int i = 0; i < cluster->published_count; i++)
        cluster->published[i].stays = false;
    for (int i = 0; i < cluster->offer_count; i++) {
        if (is_gone(cluster, cluster->offers[i].bot, now))
            continue;
        enum outcome one = publish_one(cluster, &cluster->offers[i]);
        if (one == OUTCOME_FAILED)
            return OUTCOME_FAILED;
        outcome = one == OUTCOME_CHANGED ? one : outcome;
    }
    for (int i = 0; i < cluster->published_count; i++) {
        if (cluster->published[i].stays)
            continue;
        if (cluster->seeks->end(cluster->store, cluster->published[i].offer.bot,
                                cluster->config.node.name))
            return OUTCOME_FAILED;
        cluster->published[i--] = cluster->published[--cluster->published_count];
    }
    return outcome;
}

/* Bots of ours that others have claimed. */
static int send_claimed(struct cluster *cluster, int64_t now)
{
    struct seek_sent sent[SENT_MAX];
    int count = cluster->seeks->sent(cluster->store, cluster->config.node.name, sent, SENT_MAX);

    for (int i = 0; i < count; i++) {
        struct cluster_event event = {.kind = CLUSTER_SEND};
        if (!sent[i].address[0]) { /* its claimer has ended: offers the bot again */
            note_gone(cluster, sent[i].bot, now - CLUSTER_TICKET_MSEC);
            continue;
        }
        note_gone(cluster, sent[i].bot, now);
        memcpy(event.offer.bot, sent[i].bot, sizeof event.offer.bot);
        memcpy(event.address, sent[i].address, sizeof event.address);
        memcpy(event.ticket, sent[i].ticket, sizeof event.ticket);
        tell(cluster, &event);
    }
    return count < 0 ? -1 : 0;
}

static void ticket_make(char ticket[SEEK_TICKET_BYTES])
{
    uint8_t bytes[32];

    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        abort();
    hex_format(bytes, sizeof bytes, ticket);
}

static int ruleset_index(const struct cluster *cluster, const char *name)
{
    int r = 0;
    while (strcmp(cluster->config.rulesets[r], name) != 0)
        r++;
    return r;
}

/* A claimed bot may come as soon as its node sees the claim, which is after the commit. Expecting a
 * bot whose claim fails does no harm. */
static int expect_claimed(struct cluster *cluster, const struct cluster_event *event)
{
    tell(cluster, event);
    return cluster->seeks->commit(cluster->store);
}

/* Claims as many bots as one ruleset wants. */
static enum outcome claim_wanted(struct cluster *cluster, const struct seek_want *want, int64_t now)
{
    int64_t *patience = &cluster->patience[ruleset_index(cluster, want->ruleset)][want->rated];

    if (*patience > now)
        return OUTCOME_UNCHANGED;
    for (int i = 0; i < want->count; i++) {
        struct cluster_event event = {.kind = CLUSTER_EXPECT};
        ticket_make(event.ticket);
        int status = cluster->seeks->claim(cluster->store, cluster->config.node.name, want,
                                           event.ticket, &event.offer, event.life);
        if (status == STORE_NONE)
            return i > 0 ? OUTCOME_CHANGED : OUTCOME_UNCHANGED;
        if (status || expect_claimed(cluster, &event))
            return OUTCOME_FAILED;
        *patience = now + PATIENCE_MSEC;
    }
    return OUTCOME_CHANGED;
}

/* Claims bots of other nodes for the games that are for us to bring together. */
static enum outcome claim(struct cluster *cluster, int64_t now)
{
    const struct cluster_config *config = &cluster->config;
    struct seek_want wants[2 * CLUSTER_RULESETS_MAX];
    struct placement_ruleset rulesets[CLUSTER_RULESETS_MAX];
    enum outcome outcome = OUTCOME_UNCHANGED;
    int count = cluster->seeks->page(cluster->store, cluster->page, PAGE_MAX);

    if (count < 0)
        return OUTCOME_FAILED;
    for (int r = 0; r < config->ruleset_count; r++)
        rulesets[r] = (struct placement_ruleset){config->rulesets[r], config->players[r],
                                                 cluster->played >> r & 1};
    count = placement_wants(cluster->page, count, config->node.name, rulesets,
                            config->ruleset_count, wants);
    for (int i = 0; i < count; i++) {
        enum outcome one = claim_wanted(cluster, &wants[i], now);
        if (one == OUTCOME_FAILED)
            return OUTCOME_FAILED;
        outcome = one == OUTCOME_CHANGED ? one : outcome;
    }
    return outcome;
}

static int look_for_nodes(struct cluster *cluster)
{
    char found[CLUSTER_NODES_MAX][SEEK_ADDRESS_BYTES];
    int count =
        cluster->seeks->nodes(cluster->store, cluster->config.node.name, found, CLUSTER_NODES_MAX);

    if (count < 0)
        return -1;
    pthread_mutex_lock(&cluster->mutex);
    memcpy(cluster->nodes, found, (size_t)count * sizeof found[0]);
    cluster->node_count = count;
    pthread_mutex_unlock(&cluster->mutex);
    return 0;
}

/* Claims bots whose games are held here. */
static enum outcome call_back(struct cluster *cluster)
{
    enum outcome outcome = OUTCOME_UNCHANGED;

    for (int i = 0; i < cluster->watch.bot_count; i++) {
        struct cluster_event event = {.kind = CLUSTER_EXPECT};
        ticket_make(event.ticket);
        int status =
            cluster->seeks->call(cluster->store, cluster->config.node.name, cluster->watch.bots[i],
                                 event.ticket, &event.offer, event.life);
        if (status == STORE_NONE)
            continue;
        if (status || expect_claimed(cluster, &event))
            return OUTCOME_FAILED;
        outcome = OUTCOME_CHANGED;
    }
    return outcome;
}

static int look_at_nodes(struct cluster *cluster, int64_t now)
{
    if (now < cluster->sight_msec)
        return 0;
    cluster->sight_msec = now + SIGHT_MSEC;
    for (int i = 0; i < cluster->watch.node_count; i++) {
        struct cluster_event event = {.kind = CLUSTER_SIGHT, .asked_usec = clock_now_usec()};
        struct seek_sight sight;
        if (cluster->seeks->sight(cluster->store, cluster->watch.nodes[i], &sight))
            return -1;
        if (!sight.alive && now < cluster->trust_msec)
            continue;
        memcpy(event.offer.node, cluster->watch.nodes[i], sizeof event.offer.node);
        memcpy(event.life, sight.life, sizeof event.life);
        event.alive = sight.alive;
        event.until_msec = sight.until_msec;
        tell(cluster, &event);
    }
    return 0;
}

/* One look. Returns 0, or -1 if the store failed. */
static int look(struct cluster *cluster)
{
    int64_t now = clock_now_msec();

    if (now >= cluster->clear_msec && cluster->published_count == 0) {
        if (cluster->seeks->clear(cluster->store, cluster->config.node.name))
            return -1;
        cluster->clear_msec = now + CLEAR_MSEC;
    }
    if (now >= cluster->nodes_msec) {
        if (look_for_nodes(cluster))
            return -1;
        cluster->nodes_msec = now + (cluster->node_count > 0 ? NODES_MSEC : NODES_MSEC / 10);
    }
    take_offers(cluster);
    if (cluster->published_count > 0 && send_claimed(cluster, now))
        return -1;
    enum outcome published = publish(cluster, now), claimed = OUTCOME_UNCHANGED;
    if (published == OUTCOME_FAILED)
        return -1;
    if (cluster->published_count > 0 || cluster->played)
        claimed = claim(cluster, now);
    if (claimed == OUTCOME_FAILED)
        return -1;
    enum outcome called = call_back(cluster);
    if (called == OUTCOME_FAILED || look_at_nodes(cluster, now))
        return -1;
    bool news =
        published == OUTCOME_CHANGED || claimed == OUTCOME_CHANGED || called == OUTCOME_CHANGED;
    return news && cluster->listens && cluster->seeks->notify(cluster->store) ? -1 : 0;
}

/* Waits for a notification or the time-out. Returns false if the thread is to end. */
static bool wait_for_news(struct cluster *cluster, int msec)
{
    struct pollfd fds[2] = {{.fd = cluster->wake_fd, .events = POLLIN},
                            {.fd = -1, .events = POLLIN}};
    int64_t until = clock_now_msec() + msec, left;

    if (cluster->store && cluster->listens)
        fds[1].fd = cluster->seeks->fd(cluster->store);
    do { /* a readable socket may mean the end of a connection, without a notification */
        left = until - clock_now_msec();
        (void)poll(fds, 2, left > 0 ? (int)left : 0);
    } while (left > 0 && !fds[0].revents &&
             !(fds[1].revents && cluster->seeks->drain(cluster->store)));
    if (fds[0].revents)
        sleep_off(cluster->wake_fd);
    pthread_mutex_lock(&cluster->mutex);
    bool stopping = cluster->stopping;
    pthread_mutex_unlock(&cluster->mutex);
    return !stopping;
}

/* The connection may have lost our rows: writes all of them again. */
static int connect_store(struct cluster *cluster)
{
    struct ladder_error error;

    if (!cluster->store && store_open(&cluster->store, cluster->config.url, STORE_SHARED, &error))
        return -1;
    int status = cluster->seeks->listen(cluster->store);
    cluster->listens = status == 0;
    cluster->published_count = 0;
    cluster->clear_msec = 0;
    cluster->trust_msec = cluster->lost ? clock_now_msec() + TRUST_MSEC : 0;
    return status == STORE_FAILED ? -1 : 0;
}

static void *cluster_main(void *argument)
{
    struct cluster *cluster = argument;
    bool connected = false;
    int wait = 0, failures = 0;

    while (wait_for_news(cluster, wait)) {
        connected = connected || connect_store(cluster) == 0;
        if (connected && look(cluster)) {
            connected = false;
            cluster->lost = true;
        }
        if (!connected) {
            failures += failures < 6;
            wait = AGAIN_MSEC_MIN << failures;
            wait = wait < AGAIN_MSEC_MAX ? wait : AGAIN_MSEC_MAX;
            continue;
        }
        failures = 0;
        wait = !cluster->listens                                              ? POLLING_MSEC
               : cluster->published_count > 0 || cluster->watch.bot_count > 0 ? WAITING_MSEC
               : cluster->watch.node_count > 0                                ? SIGHT_MSEC
                                                                              : IDLE_MSEC;
    }
    if (connected)
        (void)cluster->seeks->leaves(cluster->store, cluster->config.node.name,
                                     cluster->config.node.address);
    if (connected)
        (void)cluster->seeks->clear(cluster->store, cluster->config.node.name);
    return NULL;
}

/* ------------------------------------------------------------------------------ the caller's */

static void cluster_free(struct cluster *cluster)
{
    store_close(cluster->store);
    if (cluster->event_fd >= 0)
        close(cluster->event_fd);
    if (cluster->wake_fd >= 0)
        close(cluster->wake_fd);
    pthread_mutex_destroy(&cluster->mutex);
    free(cluster);
}

int cluster_create(struct cluster **out, const struct cluster_config *config,
                   struct ladder_error *error)
{
    struct cluster *cluster = calloc(1, sizeof *cluster);

    *out = NULL;
    if (!cluster) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    cluster->config = *config;
    pthread_mutex_init(&cluster->mutex, NULL);
    cluster->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    cluster->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int status = cluster->event_fd < 0 || cluster->wake_fd < 0 ? -1 : 0;
    if (status)
        snprintf(error->text, sizeof error->text, "no descriptors are left");
    if (status == 0)
        status = store_open(&cluster->store, config->url, STORE_SHARED, error);
    if (status == 0 && !(cluster->seeks = store_seeks(cluster->store))) {
        snprintf(error->text, sizeof error->text, "nodes share a postgresql:// store");
        status = -1;
    }
    if (status == 0 && thread_start(&cluster->thread, cluster_main, cluster, THREAD_NICE_BEHIND)) {
        snprintf(error->text, sizeof error->text, "cannot start a thread");
        status = -1;
    }
    if (status) {
        cluster_free(cluster);
        return -1;
    }
    *out = cluster;
    return 0;
}

void cluster_destroy(struct cluster *cluster)
{
    if (!cluster)
        return;
    pthread_mutex_lock(&cluster->mutex);
    cluster->stopping = true;
    pthread_mutex_unlock(&cluster->mutex);
    wake(cluster->wake_fd);
    pthread_join(cluster->thread, NULL);
    cluster_free(cluster);
}

void cluster_offer(struct cluster *cluster, const struct seek_offer *offers, int count,
                   uint32_t played)
{
    if (count > CLUSTER_OFFERS_MAX)
        count = CLUSTER_OFFERS_MAX;
    pthread_mutex_lock(&cluster->mutex);
    bool same = count == cluster->asked_count && played == cluster->asked_played;
    for (int i = 0; i < count; i++) {
        same = same && strcmp(offers[i].bot, cluster->asked[i].bot) == 0 &&
               same_offer(&offers[i], &cluster->asked[i]);
        cluster->asked[i] = offers[i];
        memcpy(cluster->asked[i].node, cluster->config.node.name, sizeof cluster->asked[i].node);
    }
    cluster->asked_count = count;
    cluster->asked_played = played;
    cluster->offers_new |= !same;
    pthread_mutex_unlock(&cluster->mutex);
    if (!same)
        wake(cluster->wake_fd);
}

bool cluster_other_node(struct cluster *cluster, char address[SEEK_ADDRESS_BYTES])
{
    pthread_mutex_lock(&cluster->mutex);
    bool known = cluster->node_count > 0;
    if (known)
        memcpy(address, cluster->nodes[cluster->node_next++ % cluster->node_count],
               SEEK_ADDRESS_BYTES);
    pthread_mutex_unlock(&cluster->mutex);
    return known;
}

int cluster_other_nodes(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->mutex);
    int count = cluster->node_count;
    pthread_mutex_unlock(&cluster->mutex);
    return count;
}

void cluster_look_at(struct cluster *cluster, const struct cluster_watch *watch)
{
    pthread_mutex_lock(&cluster->mutex);
    bool more = watch->bot_count > cluster->asked_watch.bot_count ||
                watch->node_count > cluster->asked_watch.node_count;
    cluster->asked_watch = *watch;
    pthread_mutex_unlock(&cluster->mutex);
    if (more)
        wake(cluster->wake_fd);
}

int cluster_fd(const struct cluster *cluster)
{
    return cluster->event_fd;
}

bool cluster_next(struct cluster *cluster, struct cluster_event *event)
{
    pthread_mutex_lock(&cluster->mutex);
    bool some = cluster->event_count > 0;
    if (some) {
        *event = cluster->events[cluster->event_first];
        cluster->event_first = (cluster->event_first + 1) % EVENTS_MAX;
        cluster->event_count--;
    }
    pthread_mutex_unlock(&cluster->mutex);
    if (!some)
        sleep_off(cluster->event_fd);
    return some;
}
