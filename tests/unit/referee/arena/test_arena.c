/* test_arena.c - tables and children of an arena. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "duel.h"

static void a_table_exists_until_its_result_is_sent(void **state)
{
    struct duel duel = {.base = NULL};
    (void)state;
    assert_int_equal(duel_open(&duel), 0);
    assert_int_equal(duel.arena.table_count, 0);
    assert_int_equal(duel_start(&duel, 0), 0);
    assert_int_equal(duel.arena.table_count, 1);
    assert_ptr_equal(duel.arena.tables, duel.table);
    assert_true(duel_play(&duel));
    arena_settle(&duel.arena);
    assert_int_equal(duel.arena.table_count, 0);
    assert_null(duel.arena.tables);
    assert_non_null(duel.record);
    assert_non_null(strstr(duel.record, "\"result\""));
    assert_non_null(strstr(duel.record, "\"fair\"")); /* the proof of its deals */
    duel_close(&duel);
}

static void a_failed_start_leaves_no_peer(void **state)
{
    struct duel duel = {.base = NULL};
    struct sandbox_config config = {.mode = SANDBOX_NONE};
    (void)state;
    assert_int_equal(duel_open(&duel), 0);
    struct peer *before = duel.arena.peers;
    errno = 0;
    assert_null(arena_spawn(&duel.arena, "/nonexistent/bot", &config, "none"));
    assert_int_equal(errno, ENOENT);
    assert_ptr_equal(duel.arena.peers, before);
    duel_close(&duel);
}

/* A large ladder takes seconds to open: that is before the loop, and ends no game. */
static void time_before_the_loop_is_no_standstill(void **state)
{
    struct duel duel = {.base = NULL};
    (void)state;
    assert_int_equal(duel_open(&duel), 0);
    assert_int_equal(duel_start(&duel, 0), 0);
    duel.arena.beat -= 10 * STALL_MSEC * INT64_C(1000);
    arena_begin(&duel.arena);
    arena_check_time(&duel.arena, duel.arena.beat + (STALL_MSEC - 1) * INT64_C(1000));
    assert_false(duel.over);
    arena_check_time(&duel.arena, duel.arena.beat + STALL_MSEC * INT64_C(1000));
    assert_true(duel.over);
    assert_int_equal(duel.reason, REASON_ABORTED);
    duel_close(&duel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_exists_until_its_result_is_sent),
        cmocka_unit_test(a_failed_start_leaves_no_peer),
        cmocka_unit_test(time_before_the_loop_is_no_standstill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
