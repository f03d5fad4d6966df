/* sqlite_news.c - news and their deliveries in the SQLite store. */
#include "sqlite/sqlite_store.h"
#include "store/store_news.h"

static int add(struct store *store, const struct store_news *news)
{
    sqlite3_stmt *stmt = sql_statement(store, NEWS_ADD);
    if (!stmt || sql_bind(store, stmt, "sssi", news->id, news->kind, news->body, news->wall_msec))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int trim(struct store *store, int keep)
{
    sqlite3_stmt *stmt = sql_statement(store, NEWS_TRIM);
    if (!stmt || sql_bind(store, stmt, "i", (int64_t)keep))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static void news_read(sqlite3_stmt *stmt, void *item)
{
    struct store_news *news = item;

    sql_column_text(stmt, 0, news->id, sizeof news->id);
    sql_column_text(stmt, 1, news->kind, sizeof news->kind);
    sql_column_text(stmt, 2, news->body, sizeof news->body);
    news->wall_msec = sqlite3_column_int64(stmt, 3);
}

static int page(struct store *store, struct store_news *news, int max)
{
    sqlite3_stmt *stmt = sql_statement(store, NEWS_PAGE);
    if (!stmt || sql_bind(store, stmt, "i", (int64_t)max))
        return STORE_FAILED;
    return sql_list(store, stmt, news_read, news, sizeof *news, max);
}

static int drop(struct store *store, const char *id)
{
    sqlite3_stmt *stmt = sql_statement(store, NEWS_DROP);
    if (!stmt || sql_bind(store, stmt, "s", id))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

/* Returns the number of rows. */
static int rows_count(struct store *store, sqlite3_stmt *stmt)
{
    enum sql_row row;
    int count = 0;

    while ((row = sql_step(store, stmt)) == SQL_ROW)
        count++;
    sql_done(stmt);
    return row == SQL_FAILED ? STORE_FAILED : count;
}

static int delivery_add(struct store *store, const char *receiver, const struct store_news *news)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_ADD);
    if (!stmt ||
        sql_bind(store, stmt, "ssssi", receiver, news->id, news->kind, news->body, news->wall_msec))
        return STORE_FAILED;
    return sql_run(store, stmt);
}

static int delivery_trim(struct store *store, const char *receiver, int keep)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_TRIM);
    if (!stmt || sql_bind(store, stmt, "si", receiver, (int64_t)keep))
        return STORE_FAILED;
    return rows_count(store, stmt);
}

static int delivery_expire(struct store *store, int64_t before_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_EXPIRE);
    if (!stmt || sql_bind(store, stmt, "i", before_msec))
        return STORE_FAILED;
    return rows_count(store, stmt);
}

static void count_read(sqlite3_stmt *stmt, void *item)
{
    struct store_delivery_count *count = item;

    count->waiting = sqlite3_column_int64(stmt, 0);
    count->due = sqlite3_column_int64(stmt, 1);
}

static int delivery_count(struct store *store, const char *receiver,
                          struct store_delivery_count *count)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_COUNT);
    if (!stmt || sql_bind(store, stmt, "s", receiver))
        return STORE_FAILED;
    return sql_find(store, stmt, count_read, count);
}

static void delivery_read(sqlite3_stmt *stmt, void *item)
{
    struct store_delivery *delivery = item;

    news_read(stmt, &delivery->news);
    delivery->tries = sqlite3_column_int64(stmt, 4);
}

static int delivery_claim(struct store *store, const char *receiver, const char *holder,
                          int64_t lease_msec, struct store_delivery *delivery)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_CLAIM);
    if (!stmt || sql_bind(store, stmt, "sis", holder, lease_msec, receiver))
        return STORE_FAILED;
    return sql_find(store, stmt, delivery_read, delivery);
}

static int delivery_drop(struct store *store, const char *receiver, const char *id,
                         const char *holder)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_DROP);
    if (!stmt || sql_bind(store, stmt, "sss", receiver, id, holder))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

static int delivery_later(struct store *store, const char *receiver, const char *id,
                          const char *holder, int64_t pause_msec)
{
    sqlite3_stmt *stmt = sql_statement(store, DELIVERY_LATER);
    if (!stmt || sql_bind(store, stmt, "isss", pause_msec, receiver, id, holder))
        return STORE_FAILED;
    return sqlite_changed_one(store, stmt, STORE_NONE);
}

const struct store_news_kind sqlite_news = STORE_NEWS_KIND;
