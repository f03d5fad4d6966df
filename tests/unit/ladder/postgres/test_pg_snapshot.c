/* test_pg_snapshot.c - snapshots in a database that several nodes share. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; test_snapshot.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"

static int add(struct store *store, int64_t since, int64_t seq, const char *text)
{
    return store_snapshot_add(store, since, seq, (const uint8_t *)text, strlen(text));
}

static void expect(struct store *store, int age, const char *text)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_snapshot(store, age, &bytes, &size), text ? 0 : STORE_NONE);
    if (text) {
        assert_int_equal(size, strlen(text));
        assert_memory_equal(bytes, text, size);
    }
    free(bytes);
    assert_int_equal(store_commit(store), 0);
}

static void nodes_share_the_work(void **state)
{
    const struct place *place = *state;
    if (!place->server)
        skip();
    struct store *one = opened(place, 0), *other = opened(place, STORE_READ_ONLY);
    assert_int_equal(add(one, 1, 100, "hundred"), 0);
    assert_int_equal(add(other, 50, 110, "too soon"), STORE_THERE);
    expect(one, 0, "hundred");
    expect(other, 1, NULL);
    assert_int_equal(add(other, 101, 200, "two hundred"),
                     0); /* by a connection that otherwise only reads */
    /* by a connection that else only reads */
    assert_int_equal(add(one, 201, INT64_MAX, "forged"), 0);
    assert_int_equal(add(other, 201, 300, "three hundred"), 0);
    expect(one, 0, "three hundred");
    expect(one, 1, "forged");
    assert_int_equal(add(one, 301, 400, "four hundred"), 0);
    expect(other, 0, "four hundred");
    expect(other, 1, "three hundred");
    store_close(one);
    store_close(other);
}

/* A snapshot waits for no holder of the write lock, and no holder waits for it. */
static void the_log_is_not_locked(void **state)
{
    const struct place *place = *state;
    if (!place->server)
        skip();
    struct store *writer = opened(place, 0), *other = opened(place, STORE_READ_ONLY);
    assert_int_equal(store_begin(writer, true), 0);
    struct standing bot = {.name = "ann"};
    assert_int_equal(store_bot_add(writer, &bot, 1), 0);
    assert_int_equal(add(other, 1, 10, "beside"), 0);
    assert_int_equal(store_commit(writer), 0);
    bool changed;
    assert_int_equal(store_changed(writer, &changed), 0);
    assert_false(changed); /* it is no log entry */
    store_close(writer);
    store_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nodes_share_the_work, setup, teardown),
        cmocka_unit_test_setup_teardown(the_log_is_not_locked, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
