/* store_place.h - a store of its own for each test, on a file or, with
 * AVONDALE_TEST_STORE=postgresql://...?..., in a new schema of that database; and a log to write
 * into it. */
#ifndef AVONDALE_TEST_STORE_PLACE_H
#define AVONDALE_TEST_STORE_PLACE_H

#include "ladder_temp.h"
#include "psql.h"
#include "sqlite_file.h"
#include "log/replay.h"

/* Undoes, in a file, what the migrations after version 8 cannot do twice. */
#define TO_VERSION_8                                                                               \
    "ALTER TABLE result DROP COLUMN record_hash; DROP INDEX bot_account; DROP INDEX bot_token;"    \
    "ALTER TABLE bot DROP COLUMN account; ALTER TABLE bot DROP COLUMN stopped;"                    \
    "DROP TABLE account; DROP TABLE invite; ALTER TABLE program DROP COLUMN rulesets;"

struct place {
    struct temp temp;
    const char *server; /* NULL: a file */
    char url[600];
};

static inline void sql(const struct place *place, const char *text)
{
    if (place->server)
        psql(place->url, text);
    else
        sqlite_file_run(place->temp.path, text);
}

/* Makes an empty store and lets place->url lead to it. */
static inline void fresh(struct place *place)
{
    static int number;
    char text[64];
    if (!place->server) {
        unlink(place->temp.path);
        snprintf(place->url, sizeof place->url, "%s", place->temp.url);
        return;
    }
    snprintf(text, sizeof text, "CREATE SCHEMA t%ld_%d", (long)getpid(), ++number);
    psql(place->server, text);
    snprintf(place->url, sizeof place->url, "%s&options=-csearch_path%%3D%s", place->server,
             text + strlen("CREATE SCHEMA "));
}

static inline int setup(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    temp_init(&place->temp);
    place->server = getenv("AVONDALE_TEST_STORE");
    fresh(place);
    *state = place;
    return 0;
}

static inline int teardown(void **state)
{
    struct place *place = *state;
    temp_fini(&place->temp);
    free(place);
    return 0;
}

static inline struct store *opened(const struct place *place, unsigned flags)
{
    struct store *store;
    struct ladder_error error;
    if (store_open(&store, place->url, flags, &error))
        fail_msg("%s", error.text);
    return store;
}

/* As one of several nodes, which a file refuses. */
static inline struct store *opened_node(const struct place *place, const char *name)
{
    struct ladder_node node = {.address = "127.0.0.1:1"};
    struct ladder_error error;
    struct store *store;
    snprintf(node.name, sizeof node.name, "%s", name);
    if (store_open_node(&store, place->url, &node, &error))
        fail_msg("%s", error.text);
    return store;
}

struct log {
    struct store *store;
    struct replay replay;
};

static inline void log_open(struct log *log, const struct place *place)
{
    struct ladder_error error;
    if (store_open(&log->store, place->url, 0, &error))
        fail_msg("%s", error.text);
    replay_init(&log->replay);
    assert_int_equal(store_begin(log->store, true), 0);
    assert_int_equal(replay_load(&log->replay, log->store, NULL, NULL), 0);
}

static inline void log_close(struct log *log)
{
    assert_int_equal(store_commit(log->store), 0);
    store_close(log->store);
    replay_fini(&log->replay);
}

static inline void log_bot(struct log *log, const char *name, const char *owner)
{
    int index = standings_add(&log->replay.standings, name, owner);
    assert_true(index >= 0);
    assert_int_equal(store_bot_add(log->store, &log->replay.standings.bots[index], 1), 0);
}

static inline void log_ann_and_bob(struct log *log)
{
    log_bot(log, "ann", "");
    log_bot(log, "bob", "");
}

static inline int64_t log_result(struct log *log, const struct ladder_result *result)
{
    struct result_change change;
    int64_t seq = 0;
    assert_int_equal(apply_result(&log->replay.standings, result, false, &change), 0);
    assert_int_equal(store_result_add(log->store, result, &log->replay.standings, &change, &seq),
                     0);
    for (int seat = 0; seat < result->seat_count; seat++)
        assert_int_equal(
            store_bot_cache(log->store, &log->replay.standings.bots[change.seats[seat].bot]), 0);
    replay_advance(&log->replay, seq, result);
    return seq;
}

/* Results number `from` to `to`, games g-1 and so on of ann and bob. */
static inline void log_results(struct log *log, int from, int to)
{
    for (int i = from; i <= to; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", 2);
        assert_int_equal(log_result(log, &result), i);
    }
}

static inline void log_fill(struct log *log, uint64_t seed, int first, int count)
{
    for (int i = 0; i < count; i++) {
        struct ladder_result result = random_result(&seed, first + i);
        assert_null(result_check(&result));
        (void)log_result(log, &result);
    }
}

static inline void log_bots(struct log *log)
{
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        log_bot(log, name, i < 8 ? "" : "farm");
    }
}

#endif
