/* retained.h - a log of results with records, for tests that delete records and then verify the
 * chain. */
#ifndef AVONDALE_TEST_RETAINED_H
#define AVONDALE_TEST_RETAINED_H

#include "store_place.h"
#include "log/chain_verify.h"
#include "store/store_retention.h"

enum { RETAINED = 12, RETAINED_BARE = 4 /* has no record */ };

/* Result `number`, from 1, ends on day `number`. */
static inline void retained_add(struct log *log, int number, bool by_text)
{
    char game[16], record[64];
    snprintf(game, sizeof game, "g-%d", number);
    snprintf(record, sizeof record, "{\"game\":\"%s\"}", game);
    struct ladder_result result = duel(game, "ann", "bob", number % 2);
    result.record = number == RETAINED_BARE ? NULL : record;
    result.wall_msec = number * 86400000LL;
    result.linked_by_text = by_text;
    assert_int_equal(log_result(log, &result), number);
}

/* `count` results, of which the first `old` are of the first form. */
static inline void retained_fill(const struct place *place, int count, int old)
{
    struct log log;
    log_open(&log, place);
    log_ann_and_bob(&log);
    for (int number = 1; number <= count; number++)
        retained_add(&log, number, number <= old);
    log_close(&log);
}

static inline void retained_make(const struct place *place, int old)
{
    retained_fill(place, RETAINED, old);
}

static inline struct store *retained_begin(const struct place *place, bool write)
{
    struct store *store = opened(place, STORE_MUST_EXIST);
    assert_int_equal(store_begin(store, write), 0);
    return store;
}

static inline void retained_end(struct store *store)
{
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static inline int retained_drop(const struct place *place, int64_t until, bool unarchived)
{
    struct store *store = retained_begin(place, true);
    int count = store_retention_drop(store, until, unarchived);
    retained_end(store);
    return count;
}

static inline int retained_archived(const struct place *place, int64_t from, int64_t to)
{
    struct store *store = retained_begin(place, true);
    int status = store_retention_archived(store, from, to);
    retained_end(store);
    return status;
}

/* As a fault of the disk would: the packed record of result `number` lacks its first byte. */
static inline void retained_damage(const struct place *place, int number)
{
    char text[100];
    snprintf(text, sizeof text, "UPDATE packed_record SET bytes = substr(bytes, 2) WHERE seq = %d",
             number);
    sql(place, text);
}

/* Returns what store_record returns for result `number`. */
static inline int retained_record(const struct place *place, int number)
{
    struct store *store = retained_begin(place, false);
    char game[16], *text;
    snprintf(game, sizeof game, "g-%d", number);
    int status = store_record(store, game, &text);
    assert_true((status == 0) == (text != NULL));
    free(text);
    retained_end(store);
    return status;
}

static inline struct chain_audit retained_verify(const struct place *place)
{
    struct store *store = retained_begin(place, false);
    struct chain_audit audit;
    assert_int_equal(chain_verify(store, &audit), 0);
    retained_end(store);
    return audit;
}

#endif
