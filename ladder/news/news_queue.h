/* news_queue.h - news and their deliveries, for the thread that sends them: store_news.h with
 * transactions, and retries. Every function blocks. They return 0; NEWS_QUEUE_FAILED, with a line
 * in news_queue_error; or NEWS_QUEUE_NONE, as said. */
#ifndef AVONDALE_NEWS_QUEUE_H
#define AVONDALE_NEWS_QUEUE_H

#include "news/news.h"

struct news_queue;

enum { NEWS_QUEUE_FAILED = -1, NEWS_QUEUE_NONE = -3 };
enum {
    NEWS_QUEUE_RECEIVERS_MAX = 8,
    NEWS_QUEUE_DAY_MSEC = 24 * 3600 * 1000,
    NEWS_QUEUE_OLD_MSEC = 2 * NEWS_QUEUE_DAY_MSEC, /* then nobody is told any more */
};

int news_queue_open(struct news_queue **queue, const char *url, struct ladder_error *error);
void news_queue_close(struct news_queue *queue); /* NULL is fine */
const char *news_queue_error(const struct news_queue *queue);

/* What stands for a URL in the store, from which the URL cannot be read. */
void news_queue_receiver(const char *url, char receiver[NEWS_RECEIVER_DIGITS + 1]);

/* Sees what there is, without writing: whether there are news, which of the `count` receivers have
 * a delivery that is due, and how many deliveries all of them have. */
int news_queue_look(struct news_queue *queue, const char *const *receivers, int count, bool *news,
                    bool *due, int64_t *waiting);
/* Makes a delivery of the oldest news for each receiver. Of several nodes one does so. Forgets what
 * is older than NEWS_QUEUE_OLD_MSEC, and all but the newest NEWS_KEPT of each receiver. `*lost`:
 * deliveries that were forgotten. */
int news_queue_spread(struct news_queue *queue, const char *const *receivers, int count,
                      int64_t now_msec, int *lost);
/* As store_delivery_... of store_news.h. */
int news_queue_claim(struct news_queue *queue, const char *receiver, const char *holder,
                     int64_t lease_msec, struct store_delivery *delivery);
int news_queue_drop(struct news_queue *queue, const char *receiver, const char *id,
                    const char *holder);
int news_queue_later(struct news_queue *queue, const char *receiver, const char *id,
                     const char *holder, int64_t pause_msec);

#endif
