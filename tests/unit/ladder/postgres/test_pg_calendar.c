/* test_pg_calendar.c - the calendar in a database that several nodes share. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; what every store keeps is in test_store_calendar.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/store_calendar.h"
#include "store_place.h"

static char no_file[] = "";

static void run_add(struct store *store, const char *node, int64_t due)
{
    struct calendar_run run = {.event = "cup", .due_msec = due, .file = no_file};
    snprintf(run.name, sizeof run.name, "cup-%d", (int)due);
    snprintf(run.node, sizeof run.node, "%s", node);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    assert_int_equal(store_commit(store), 0);
}

static int open_count(struct store *store, const char *node)
{
    struct calendar_run runs[8];
    assert_int_equal(store_begin(store, true), 0);
    int count = store_calendar_runs_open(store, node, runs, 8);
    assert_int_equal(store_commit(store), 0);
    return count;
}

/* A node has its own runs and those of departed nodes, and no others. */
static void a_node_takes_what_a_dead_one_left(void **state)
{
    const struct place *place = *state;
    if (!place->server)
        skip();
    struct store *berlin = opened_node(place, "berlin"), *paris = opened_node(place, "paris");
    run_add(berlin, "berlin", 1);
    run_add(paris, "paris", 2);
    run_add(paris, "", 3); /* of a daemon that once served alone */
    assert_int_equal(open_count(berlin, "berlin"), 2);
    assert_int_equal(open_count(paris, "paris"), 2);
    store_close(berlin);
    assert_int_equal(open_count(paris, "paris"), 3);
    assert_int_equal(store_begin(paris, true), 0);
    assert_int_equal(store_calendar_run_take(paris, "cup-1", "paris"), 0);
    assert_int_equal(store_commit(paris), 0);
    berlin = opened_node(place, "berlin");
    assert_int_equal(open_count(berlin, "berlin"), 1); /* it is taken over */
    store_close(berlin);
    store_close(paris);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_node_takes_what_a_dead_one_left, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
