/* news_queue.c - see news_queue.h. */
#include "news/news_queue.h"
#include "base/hex.h"
#include "store/store_work.h"

#include <assert.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)NEWS_QUEUE_FAILED == (int)STORE_FAILED &&
                   (int)NEWS_QUEUE_NONE == (int)STORE_NONE,
               "what the store answers is handed on");

enum { SPREAD_MAX = 32 /* news a transaction */ };

struct news_queue {
    struct store *store;
};

int news_queue_open(struct news_queue **out, const char *url, struct ladder_error *error)
{
    struct news_queue *queue = calloc(1, sizeof *queue);

    *out = NULL;
    if (!queue) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return NEWS_QUEUE_FAILED;
    }
    if (store_open(&queue->store, url, STORE_MUST_EXIST, error)) {
        free(queue);
        return NEWS_QUEUE_FAILED;
    }
    *out = queue;
    return 0;
}

void news_queue_close(struct news_queue *queue)
{
    if (queue)
        store_close(queue->store);
    free(queue);
}

const char *news_queue_error(const struct news_queue *queue)
{
    return store_error(queue->store);
}

void news_queue_receiver(const char *url, char receiver[NEWS_RECEIVER_DIGITS + 1])
{
    uint8_t hash[SHA256_DIGEST_LENGTH];

    SHA256((const uint8_t *)url, strlen(url), hash);
    hex_format(hash, NEWS_RECEIVER_DIGITS / 2, receiver);
}

static int look(struct store *store, const char *const *receivers, int count, bool *news, bool *due,
                int64_t *waiting)
{
    struct store_delivery_count of_one = {.waiting = 0};
    struct store_news first;
    int status = store_news_page(store, &first, 1);

    *news = status > 0;
    *waiting = 0;
    for (int i = 0; i < count && status != STORE_FAILED; i++) {
        status = store_delivery_count(store, receivers[i], &of_one);
        due[i] = of_one.due > 0;
        *waiting += of_one.waiting;
    }
    return status == STORE_FAILED ? STORE_FAILED : 0;
}

int news_queue_look(struct news_queue *queue, const char *const *receivers, int count, bool *news,
                    bool *due, int64_t *waiting)
{
    int status;

    assert(count <= NEWS_QUEUE_RECEIVERS_MAX);
    STORE_TRANSACTION(queue->store, store_begin(queue->store, false), status,
                      look(queue->store, receivers, count, news, due, waiting));
    return status;
}

/* Of several nodes the one that drops the news delivers it. */
static int spread_one(struct store *store, const char *const *receivers, int count,
                      const struct store_news *news, int64_t old_msec)
{
    int status = store_news_drop(store, news->id);

    for (int i = 0; i < count && status == 0 && news->wall_msec >= old_msec; i++)
        status = store_delivery_add(store, receivers[i], news);
    return status == STORE_FAILED ? STORE_FAILED : 0;
}

static int spread(struct store *store, const char *const *receivers, int count, int64_t now_msec,
                  struct store_news *news, int *lost)
{
    int64_t old_msec = now_msec - NEWS_QUEUE_OLD_MSEC;
    int found = store_news_page(store, news, SPREAD_MAX), status = found < 0 ? STORE_FAILED : 0;

    for (int i = 0; i < found && status == 0; i++)
        status = spread_one(store, receivers, count, &news[i], old_msec);
    if (status)
        return status;
    *lost = store_delivery_expire(store, old_msec);
    for (int i = 0; i < count && *lost >= 0; i++) {
        int more = store_delivery_trim(store, receivers[i], NEWS_KEPT);
        *lost = more < 0 ? more : *lost + more;
    }
    return *lost < 0 ? STORE_FAILED : 0;
}

int news_queue_spread(struct news_queue *queue, const char *const *receivers, int count,
                      int64_t now_msec, int *lost)
{
    struct store_news *news = calloc(SPREAD_MAX, sizeof *news);
    int status;

    assert(count <= NEWS_QUEUE_RECEIVERS_MAX);
    *lost = 0;
    if (!news)
        return NEWS_QUEUE_FAILED;
    STORE_TRANSACTION(queue->store, store_work_begin(queue->store), status,
                      spread(queue->store, receivers, count, now_msec, news, lost));
    free(news);
    return status;
}

int news_queue_claim(struct news_queue *queue, const char *receiver, const char *holder,
                     int64_t lease_msec, struct store_delivery *delivery)
{
    int status;
    STORE_TRANSACTION(queue->store, store_work_begin(queue->store), status,
                      store_delivery_claim(queue->store, receiver, holder, lease_msec, delivery));
    return status;
}

int news_queue_drop(struct news_queue *queue, const char *receiver, const char *id,
                    const char *holder)
{
    int status;
    STORE_TRANSACTION(queue->store, store_work_begin(queue->store), status,
                      store_delivery_drop(queue->store, receiver, id, holder));
    return status;
}

int news_queue_later(struct news_queue *queue, const char *receiver, const char *id,
                     const char *holder, int64_t pause_msec)
{
    int status;
    STORE_TRANSACTION(queue->store, store_work_begin(queue->store), status,
                      store_delivery_later(queue->store, receiver, id, holder, pause_msec));
    return status;
}
