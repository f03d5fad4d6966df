/* chained.h - a store with a log of some length, for the tests of its chain. */
#ifndef AVONDALE_TEST_CHAINED_H
#define AVONDALE_TEST_CHAINED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "log/chain_verify.h"
#include "ladder_temp.h"
#include "sqlite_file.h"

enum { RESULTS = 600 }; /* more than two pages */

static struct temp temp;

static inline void sql(const char *text)
{
    sqlite_file_run(temp.path, text);
}

static inline struct chain_audit verify(void)
{
    struct chain_audit audit;
    struct ladder_error error;
    struct store *store;
    assert_int_equal(store_open(&store, temp.url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(chain_verify(store, &audit), 0);
    store_rollback(store);
    store_close(store);
    return audit;
}

static inline void run(const char *command, const char *argument)
{
    char *argv[] = {(char *)(uintptr_t)command, (char *)(uintptr_t)argument};
    FILE *null = fopen("/dev/null", "w");
    assert_int_equal(command_table_run(temp.url, 2, argv, false, null, stderr), 0);
    fclose(null);
}

static inline void play(int from, int to)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    uint64_t seed = 77 + (uint64_t)from;
    assert_int_equal(writer_open(&ladder, temp.url, false, &error), 0);
    for (int i = from; i < to; i++) {
        struct ladder_result result = random_result(&seed, i);
        result.record = i % 3 ? "{\"game\":\"x\"}" : NULL;
        /* A result may spell a bot's name in another case: the chain has the bot's spelling. */
        if (i % 5 == 0)
            result.seats[0].bot[0] = 'B';
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
}

static inline int setup(void **state)
{
    (void)state;
    temp_init(&temp);
    play(0, RESULTS / 2);
    run("ban", "b3");
    run("void", "g-17");
    play(RESULTS / 2, RESULTS);
    run("ban", "b4");
    sql("PRAGMA wal_checkpoint(TRUNCATE)");
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    temp_fini(&temp);
    return 0;
}

#endif
