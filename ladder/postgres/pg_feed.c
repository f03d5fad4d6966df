/* pg_feed.c - results as the writers of other nodes read them: a few in a row, packed.
 *
 * Each writer reads what all others wrote, while it holds the lock. From the tables a result is
 * five rows with a join, and cost the server more than storing it. So a writer also adds its
 * results, packed, to table `feed`, as rows that a page of the server holds without compression.
 * They are a copy of what the tables have. Old ones leave; a reader that finds a gap, or a row that
 * it does not understand, reads the tables. */
#include "postgres/pg.h"
#include "base/bytes.h"
#include "base/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FORM = 1,
    ROW_BYTES = 1600,   /* a row is sent once it has so many: the last result makes it larger */
    RESULT_BYTES = 900, /* the most of a result, or it is not in the feed */
    ROW_MAX = ROW_BYTES + RESULT_BYTES,
    KEPT = 65536, /* results: some 10 MB; as many may come while a hundred nodes take their turns */
    TRIM_EVERY = 1024,
    TRIM_BACK = 4 * TRIM_EVERY,
};

struct pg_feed {
    /* ---- writing */
    struct bytes bytes; /* of the row that is begun */
    int64_t first, last;
    bool trims, dropped;
    bool trimmed; /* once, from the first row on */
    /* ---- reading */
    const PGresult *rows; /* NULL: none */
    PGresult *later; /* the page that was asked for last, if none came with the begin; or NULL */
    int row;         /* the next one */
    int64_t next_seq;
    struct bytes_reader reader; /* of the row before */
};

static struct pg_feed *feed_of(struct store *store)
{
    struct pg_store *pg = pg_of(store);

    if (!pg->feed)
        pg->feed = calloc(1, sizeof *pg->feed);
    return pg->feed;
}

/* ------------------------------------------------------------------------------------ writing */

static void result_put(struct bytes *bytes, const struct ladder_result *result,
                       const struct result_change *change, const uint8_t chain[CHAIN_BYTES],
                       const uint8_t *record_hash)
{
    bytes_text(bytes, result->game);
    bytes_text(bytes, result->ruleset);
    bytes_number(bytes, result->wall_msec);
    bytes_text(bytes, result->reason);
    bytes_text(bytes, result->unrated);
    bytes_text(bytes, change->unrated);
    bytes_number(bytes, result->stake);
    bytes_number(bytes, result->side_count);
    for (int side = 0; side < result->side_count; side++) {
        bytes_number(bytes, result->scores[side]);
        bytes_number(bytes, result->ranks[side]);
    }
    bytes_number(bytes, result->seat_count);
    for (int seat = 0; seat < result->seat_count; seat++) {
        bytes_text(bytes, result->seats[seat].bot);
        bytes_number(bytes, result->seats[seat].side);
        bytes_number(bytes, change->seats[seat].before_milli);
        bytes_number(bytes, change->seats[seat].after_milli);
        bytes_number(bytes, change->seats[seat].k);
    }
    bytes_raw(bytes, chain, CHAIN_BYTES);
    bytes_number(bytes, record_hash != NULL);
    if (record_hash)
        bytes_raw(bytes, record_hash, CHAIN_BYTES);
}

/* Deletes rows up to a result. Each trim leaves entries of the index to the server, so none but the
 * first of a process begins before those of the last ones. */
static int trim(struct store *store, struct pg_feed *feed, int64_t to)
{
    int64_t from = feed->trimmed ? to - TRIM_BACK : INT64_MIN;

    feed->trimmed = true;
    return pg_send(store, PG_FEED_TRIM, "ii", from, to);
}

int pg_feed_flush(struct store *store)
{
    struct pg_feed *feed = pg_of(store)->feed;
    int status = 0;

    if (!feed)
        return 0;
    if (feed->bytes.failed)
        return pg_say(store, "out of memory");
    if (feed->bytes.size > 0)
        status = pg_batch_add(store, PG_BATCH_FEED, feed->last, feed->first, feed->bytes.at,
                              (int)feed->bytes.size);
    feed->bytes.size = 0;
    if (feed->trims && status == 0)
        status = trim(store, feed, feed->last - KEPT);
    feed->trims = false;
    return status;
}

int pg_feed_add(struct store *store, int64_t seq, const struct ladder_result *result,
                const struct result_change *change, const uint8_t chain[CHAIN_BYTES],
                const uint8_t *record_hash)
{
    struct pg_feed *feed = feed_of(store);

    if (!feed)
        return pg_say(store, "out of memory");
    if (feed->bytes.size == 0) {
        feed->first = seq;
        bytes_number(&feed->bytes, FORM);
    }
    size_t before = feed->bytes.size;
    result_put(&feed->bytes, result, change, chain, record_hash);
    feed->trims |= seq % TRIM_EVERY == 0;
    if (feed->bytes.size - before > RESULT_BYTES) { /* a gap: readers take it from the tables */
        feed->bytes.size = before > 1 ? before : 0;
        return pg_feed_flush(store);
    }
    feed->last = seq;
    return feed->bytes.size > ROW_BYTES ? pg_feed_flush(store) : 0;
}

int pg_feed_drop(struct store *store)
{
    struct pg_feed *feed = feed_of(store);

    if (!feed)
        return pg_say(store, "out of memory");
    if (feed->dropped)
        return 0;
    feed->dropped = true;
    feed->bytes.size = 0;
    return pg_send(store, PG_FEED_DROP, "");
}

/* ------------------------------------------------------------------------------------ reading */

static void hash_read(struct bytes_reader *reader, uint8_t hash[CHAIN_BYTES])
{
    if (reader->failed || reader->end - reader->at < CHAIN_BYTES) {
        reader->failed = true;
        return;
    }
    memcpy(hash, reader->at, CHAIN_BYTES);
    reader->at += CHAIN_BYTES;
}

static bool result_take(struct bytes_reader *reader, int64_t seq, struct store_result *out)
{
    struct ladder_result *result = &out->result;

    memset(out, 0, sizeof *out);
    out->seq = seq;
    bytes_read_text(reader, result->game, sizeof result->game);
    bytes_read_text(reader, result->ruleset, sizeof result->ruleset);
    result->wall_msec = bytes_read_number(reader, INT64_MIN, INT64_MAX);
    bytes_read_text(reader, result->reason, sizeof result->reason);
    bytes_read_text(reader, result->unrated, sizeof result->unrated);
    bytes_read_text(reader, out->change.unrated, sizeof out->change.unrated);
    out->change.rated = out->change.unrated[0] == '\0';
    result->stake = (int32_t)bytes_read_number(reader, INT32_MIN, INT32_MAX);
    result->side_count = (int)bytes_read_number(reader, 0, LADDER_SEATS_MAX);
    for (int side = 0; side < result->side_count; side++) {
        result->scores[side] = (int32_t)bytes_read_number(reader, INT32_MIN, INT32_MAX);
        result->ranks[side] = (int)bytes_read_number(reader, 0, LADDER_SEATS_MAX);
    }
    result->seat_count = (int)bytes_read_number(reader, 0, LADDER_SEATS_MAX);
    for (int seat = 0; seat < result->seat_count; seat++) {
        bytes_read_text(reader, result->seats[seat].bot, sizeof result->seats[seat].bot);
        result->seats[seat].side = (int)bytes_read_number(reader, 0, LADDER_SEATS_MAX - 1);
        out->change.seats[seat].bot = -1;
        out->change.seats[seat].before_milli = bytes_read_number(reader, INT64_MIN, INT64_MAX);
        out->change.seats[seat].after_milli = bytes_read_number(reader, INT64_MIN, INT64_MAX);
        out->change.seats[seat].k = (int)bytes_read_number(reader, INT32_MIN, INT32_MAX);
    }
    out->chained = true;
    hash_read(reader, out->chain);
    out->hashed = bytes_read_number(reader, 0, 1) == 1;
    if (out->hashed)
        hash_read(reader, out->record_hash);
    return !reader->failed && !result_check(result);
}

/* Columns are in binary form. */
static int64_t first_seq(const PGresult *rows, int row)
{
    const uint8_t *raw = (const uint8_t *)PQgetvalue(rows, row, 0);
    uint64_t number = 0;

    for (int i = 0; i < PQgetlength(rows, row, 0); i++)
        number = number << 8 | raw[i];
    return (int64_t)number;
}

/* The next row, which must begin where the one before ended. */
static bool row_next(struct pg_feed *feed)
{
    if (feed->row >= PQntuples(feed->rows) || first_seq(feed->rows, feed->row) != feed->next_seq)
        return false;
    int size = PQgetlength(feed->rows, feed->row, 1);
    if (size <= 0 || size > ROW_MAX)
        return false;
    const uint8_t *at = (const uint8_t *)PQgetvalue(feed->rows, feed->row, 1);
    feed->row++;
    feed->reader = (struct bytes_reader){at, at + size, false};
    return bytes_read_number(&feed->reader, FORM, FORM) == FORM;
}

/* Whether all of a page is read, and there may be another one. */
static bool page_ended(const struct pg_feed *feed)
{
    return feed->rows && feed->row == STORE_PAGE && PQntuples(feed->rows) == STORE_PAGE &&
           feed->reader.at == feed->reader.end;
}

/* Who has many nodes for company, or was away, is more than a page behind. */
static bool page_next(struct store *store, struct pg_feed *feed)
{
    if (pg_ask(store, PG_FEED_PAGE, "ii", feed->next_seq - 1, (int64_t)STORE_PAGE) ||
        pg_wait(store))
        return false;
    PQclear(feed->later);
    feed->rows = feed->later = pg_answer_take(store, 0);
    feed->row = 0;
    return feed->rows != NULL;
}

int pg_feed_results(struct store *store, int64_t after_seq, struct store_result *results, int max)
{
    struct pg_feed *feed = feed_of(store);
    const PGresult *rows = feed ? pg_foresee_take_page(store, PG_FEED_PAGE, after_seq) : NULL;
    int count = 0;

    if (rows) {
        feed->rows = rows;
        feed->row = 0;
        feed->next_seq = after_seq + 1;
        feed->reader = (struct bytes_reader){NULL, NULL, false};
    }
    if (!feed || !feed->rows || feed->next_seq != after_seq + 1)
        return 0;
    while (count < max && (feed->reader.at != feed->reader.end ||
                           ((!page_ended(feed) || page_next(store, feed)) && row_next(feed)))) {
        if (!result_take(&feed->reader, feed->next_seq, &results[count])) {
            feed->rows = NULL;
            break;
        }
        feed->next_seq++;
        count++;
    }
    return count;
}

/* ---------------------------------------------------------------------------- the transaction */

void pg_feed_clear(struct store *store)
{
    struct pg_feed *feed = pg_of(store)->feed;

    if (!feed)
        return;
    feed->bytes.size = 0;
    feed->trims = feed->dropped = false;
    feed->rows = NULL;
    PQclear(feed->later);
    feed->later = NULL;
}

void pg_feed_fini(struct store *store)
{
    struct pg_feed *feed = pg_of(store)->feed;

    if (feed) {
        bytes_fini(&feed->bytes);
        PQclear(feed->later);
    }
    free(feed);
    pg_of(store)->feed = NULL;
}
