/* pg_news.c - news and their deliveries in the PostgreSQL store. */
#include "postgres/pg.h"
#include "store/store_news.h"

static int add(struct store *store, const struct store_news *news)
{
    return pg_send(store, PG_NEWS_ADD, "sssi", news->id, news->kind, news->body, news->wall_msec);
}

static int trim(struct store *store, int keep)
{
    return pg_send(store, PG_NEWS_TRIM, "i", (int64_t)keep);
}

static void news_read(const PGresult *rows, int row, void *item)
{
    struct store_news *news = item;

    pg_text(rows, row, 0, news->id, sizeof news->id);
    pg_text(rows, row, 1, news->kind, sizeof news->kind);
    pg_text(rows, row, 2, news->body, sizeof news->body);
    news->wall_msec = pg_int(rows, row, 3);
}

static int page(struct store *store, struct store_news *news, int max)
{
    return pg_list(pg_query(store, PG_NEWS_PAGE, "i", (int64_t)max), news_read, news, sizeof *news);
}

static int drop(struct store *store, const char *id)
{
    return pg_one(pg_query(store, PG_NEWS_DROP, "s", id), STORE_NONE);
}

static int rows_count(const PGresult *rows)
{
    return rows ? PQntuples(rows) : STORE_FAILED;
}

static int delivery_add(struct store *store, const char *receiver, const struct store_news *news)
{
    return pg_send(store, PG_DELIVERY_ADD, "ssssi", receiver, news->id, news->kind, news->body,
                   news->wall_msec);
}

static int delivery_trim(struct store *store, const char *receiver, int keep)
{
    return rows_count(pg_query(store, PG_DELIVERY_TRIM, "si", receiver, (int64_t)keep));
}

static int delivery_expire(struct store *store, int64_t before_msec)
{
    return rows_count(pg_query(store, PG_DELIVERY_EXPIRE, "i", before_msec));
}

static int delivery_count(struct store *store, const char *receiver,
                          struct store_delivery_count *count)
{
    const PGresult *rows = pg_query(store, PG_DELIVERY_COUNT, "s", receiver);

    if (rows && PQntuples(rows) == 1) {
        count->waiting = pg_int(rows, 0, 0);
        count->due = pg_int(rows, 0, 1);
    }
    return pg_one(rows, STORE_FAILED);
}

static int delivery_claim(struct store *store, const char *receiver, const char *holder,
                          int64_t lease_msec, struct store_delivery *delivery)
{
    const PGresult *rows = pg_query(store, PG_DELIVERY_CLAIM, "sis", holder, lease_msec, receiver);

    if (rows && PQntuples(rows) > 0) {
        news_read(rows, 0, &delivery->news);
        delivery->tries = pg_int(rows, 0, 4);
    }
    return pg_one(rows, STORE_NONE);
}

static int delivery_drop(struct store *store, const char *receiver, const char *id,
                         const char *holder)
{
    return pg_one(pg_query(store, PG_DELIVERY_DROP, "sss", receiver, id, holder), STORE_NONE);
}

static int delivery_later(struct store *store, const char *receiver, const char *id,
                          const char *holder, int64_t pause_msec)
{
    return pg_one(pg_query(store, PG_DELIVERY_LATER, "isss", pause_msec, receiver, id, holder),
                  STORE_NONE);
}

const struct store_news_kind pg_news = STORE_NEWS_KIND;
