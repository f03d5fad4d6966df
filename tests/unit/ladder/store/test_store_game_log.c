/* test_store_game_log.c - game logs for owners in every kind of store. Runs on an SQLite file;
 * with AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_game_log.h"

static void add(struct store *store, int64_t bot, const char *game, int64_t msec, const char *text)
{
    struct store_game_log log = {
        .wall_msec = msec, .decisions = 3, .think_msec = 40, .longest_msec = 20, .faults = 1};
    snprintf(log.game, sizeof log.game, "%s", game);
    assert_int_equal(store_game_log_add(store, bot, GAME_LOG_WIRE, &log, text), 0);
    assert_true(log.bytes > GAME_LOG_ROW_BYTES);
}

static void a_log_is_kept(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_game_log log = {.game = "g-1"}, list[4];
    char *text = NULL;

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a"), bob = program_bot(store, "bob", "own-b");
    add(store, ann, "g-1", 1000, "1.0 > act\n");
    add(store, ann, "g-1", 5000, "another one");
    add(store, ann, "g-2", 2000, "");
    add(store, bob, "g-1", 1000, "bob's");
    assert_int_equal(store_game_log_add(store, ann, GAME_LOG_ERRORS, &log, "Traceback\n"), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_game_log_find(store, ann, "g-1", &log), 0);
    assert_int_equal(log.wall_msec, 1000); /* the first one stays */
    assert_int_equal(log.decisions, 3);
    assert_int_equal(log.think_msec, 40);
    assert_int_equal(log.longest_msec, 20);
    assert_int_equal(log.faults, 1);
    assert_int_equal(store_game_log_text(store, ann, "g-1", GAME_LOG_WIRE, &text), 0);
    assert_string_equal(text, "1.0 > act\n");
    free(text);
    assert_int_equal(store_game_log_text(store, ann, "g-1", GAME_LOG_ERRORS, &text), 0);
    assert_string_equal(text, "Traceback\n");
    free(text);
    assert_int_equal(store_game_log_text(store, ann, "g-2", GAME_LOG_ERRORS, &text), STORE_NONE);
    assert_null(text);
    assert_int_equal(store_game_log_find(store, bob, "g-2", &log), STORE_NONE);
    assert_int_equal(store_game_log_find(store, ann, "g-1' OR '1'='1", &log), STORE_NONE);
    assert_int_equal(store_game_log_page(store, ann, list, 4), 2);
    assert_string_equal(list[0].game, "g-2"); /* the newest first */
    assert_int_equal(store_game_log_page(store, ann, list, 1), 1);
    store_rollback(store);
    store_close(store);
}

static void old_and_excess_logs_are_deleted(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_game_log list[100];
    char game[20];
    int64_t bytes = 0, less = 0;

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a");
    for (int i = 0; i < 60; i++) {
        snprintf(game, sizeof game, "g-%d", i);
        add(store, ann, game, 1000 + i, "text");
    }
    assert_int_equal(store_game_log_trim(store, 1010, INT64_MAX, &bytes), 0);
    assert_int_equal(store_game_log_page(store, ann, list, 100), 50);
    assert_true(bytes > 50 * GAME_LOG_ROW_BYTES);
    assert_int_equal(store_game_log_trim(store, 0, bytes / 2, &less), 0);
    assert_true(less <= bytes / 2 && less > bytes / 4);
    int count = store_game_log_page(store, ann, list, 100);
    assert_true(count <= 25 && count >= 20);
    assert_string_equal(list[0].game, "g-59"); /* the oldest are deleted */
    assert_int_equal(store_game_log_trim(store, INT64_MAX, 0, &bytes), 0);
    assert_int_equal(bytes, 0);
    assert_int_equal(store_game_log_page(store, ann, list, 100), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_log_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(old_and_excess_logs_are_deleted, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
