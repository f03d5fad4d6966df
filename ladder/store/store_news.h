/* store_news.h - what receivers of webhooks are to be told, in a store; inside the ladder only. Not
 * part of the log.
 *
 * Whatever happens adds news, without knowing who wants to be told. A daemon with receivers moves
 * them to deliveries, a row for each receiver. As in store.h: inside a transaction, with or without
 * the right to write (store_work_begin). Times of deliveries are the store's. */
#ifndef AVONDALE_STORE_NEWS_H
#define AVONDALE_STORE_NEWS_H

#include "store/store.h"

enum {
    NEWS_ID_DIGITS = 32,
    NEWS_KIND_MAX = 24,
    NEWS_BODY_MAX = 4000,
    NEWS_RECEIVER_DIGITS = 32 /* of what stands for the URL of a receiver, which may be secret */
};

struct store_news {
    char id[NEWS_ID_DIGITS + 1];
    char kind[NEWS_KIND_MAX + 1];
    char body[NEWS_BODY_MAX + 1]; /* the JSON that receivers get */
    int64_t wall_msec;
};

/* ---- news */
LADDER_MUST_CHECK int store_news_add(struct store *store, const struct store_news *news);
/* Drops the oldest ones so that about `keep` are left: those of one millisecond go together. */
LADDER_MUST_CHECK int store_news_trim(struct store *store, int keep);
/* Reads up to `max`, the oldest first. Returns their number. */
LADDER_MUST_CHECK int store_news_page(struct store *store, struct store_news *news, int max);
/* Returns STORE_NONE if it is not there: another node was first. */
LADDER_MUST_CHECK int store_news_drop(struct store *store, const char *id);

/* ---- deliveries */
struct store_delivery {
    struct store_news news;
    int64_t tries; /* claims so far */
};
/* Adds one that is due now. Does nothing if the receiver has that news. */
LADDER_MUST_CHECK int store_delivery_add(struct store *store, const char *receiver,
                                         const struct store_news *news);
/* As store_news_trim, for one receiver. Returns how many it dropped. */
LADDER_MUST_CHECK int store_delivery_trim(struct store *store, const char *receiver, int keep);
/* Drops those of all receivers with news from before that moment. Returns how many. */
LADDER_MUST_CHECK int store_delivery_expire(struct store *store, int64_t before_msec);
struct store_delivery_count {
    int64_t waiting; /* of the receiver, claimed ones included */
    int64_t due;
};
LADDER_MUST_CHECK int store_delivery_count(struct store *store, const char *receiver,
                                           struct store_delivery_count *count);
/* Claims the one that is due for the longest time: nobody else has it for `lease_msec`. Returns
 * STORE_NONE if none is due. `holder` is unique. */
LADDER_MUST_CHECK int store_delivery_claim(struct store *store, const char *receiver,
                                           const char *holder, int64_t lease_msec,
                                           struct store_delivery *delivery);
/* It arrived, or is given up. Returns STORE_NONE if the claim was lost; the same below. */
LADDER_MUST_CHECK int store_delivery_drop(struct store *store, const char *receiver, const char *id,
                                          const char *holder);
/* It is due again after a pause. */
LADDER_MUST_CHECK int store_delivery_later(struct store *store, const char *receiver,
                                           const char *id, const char *holder, int64_t pause_msec);

#endif
