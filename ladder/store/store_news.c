/* store_news.c - forwards the calls of store_news.h to the kind of the store. */
#include "store/store_news.h"
#include "store/store_kind.h"

#include <assert.h>
#include <string.h>

int store_news_add(struct store *store, const struct store_news *news)
{
    assert(news->id[0] && news->kind[0]);
    return store->kind->news->add(store, news);
}

int store_news_trim(struct store *store, int keep)
{
    assert(keep > 0);
    return store->kind->news->trim(store, keep);
}

int store_news_page(struct store *store, struct store_news *news, int max)
{
    return store->kind->news->page(store, news, max);
}

int store_news_drop(struct store *store, const char *id)
{
    return store->kind->news->drop(store, id);
}

int store_delivery_add(struct store *store, const char *receiver, const struct store_news *news)
{
    assert(strlen(receiver) == NEWS_RECEIVER_DIGITS);
    return store->kind->news->delivery_add(store, receiver, news);
}

int store_delivery_trim(struct store *store, const char *receiver, int keep)
{
    assert(keep > 0);
    return store->kind->news->delivery_trim(store, receiver, keep);
}

int store_delivery_expire(struct store *store, int64_t before_msec)
{
    return store->kind->news->delivery_expire(store, before_msec);
}

int store_delivery_count(struct store *store, const char *receiver,
                         struct store_delivery_count *count)
{
    return store->kind->news->delivery_count(store, receiver, count);
}

int store_delivery_claim(struct store *store, const char *receiver, const char *holder,
                         int64_t lease_msec, struct store_delivery *delivery)
{
    assert(holder[0]);
    return store->kind->news->delivery_claim(store, receiver, holder, lease_msec, delivery);
}

int store_delivery_drop(struct store *store, const char *receiver, const char *id,
                        const char *holder)
{
    return store->kind->news->delivery_drop(store, receiver, id, holder);
}

int store_delivery_later(struct store *store, const char *receiver, const char *id,
                         const char *holder, int64_t pause_msec)
{
    return store->kind->news->delivery_later(store, receiver, id, holder, pause_msec);
}
