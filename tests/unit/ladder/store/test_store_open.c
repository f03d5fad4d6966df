/* test_store_open.c - who may open a store, and what one connection sees of others. Runs on an
 * SQLite file; with AVONDALE_TEST_STORE=postgresql://...?... on that database, in a new schema
 * for each test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"

static void test_newer_and_missing_are_refused(void **state)
{
    const struct place *place = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, place->url, STORE_MUST_EXIST, &error), STORE_REFUSED);
    assert_null(store);
    assert_true(strlen(error.text) > 10);
    store_close(opened(place, 0));
    store_close(opened(place, STORE_MUST_EXIST));
    sql(place,
        place->server ? "UPDATE ladder SET avondale_version = 99" : "PRAGMA user_version = 99");
    for (unsigned flags = 0; flags <= (STORE_EXCLUSIVE | STORE_MUST_EXIST); flags++) {
        assert_int_equal(store_open(&store, place->url, flags, &error), STORE_REFUSED);
        assert_non_null(strstr(error.text, "version 99 is newer"));
        assert_null(strchr(error.text, '\n'));
    }
}

/* Whether another connection committed something since the last call. */
static bool changed(struct store *store)
{
    bool news;
    assert_int_equal(store_changed(store, &news), 0);
    return news;
}

static void test_one_daemon_serves_and_sees_changes(void **state)
{
    const struct place *place = *state;
    struct store *daemon = opened(place, STORE_EXCLUSIVE), *other;
    struct ladder_error error;
    char pid[32];
    snprintf(pid, sizeof pid, "process %ld", (long)getpid());
    assert_true(store_open(&other, place->url, STORE_EXCLUSIVE, &error) < 0);
    assert_non_null(strstr(error.text, "another avondale serves"));
    assert_non_null(strstr(error.text, pid));
    other = opened(place, STORE_MUST_EXIST);
    struct standing bot = {.name = "ann"}, read;
    assert_false(changed(daemon));
    assert_int_equal(store_begin(other, true), 0);
    assert_int_equal(store_bot_add(other, &bot, 1), 0);
    assert_int_equal(store_commit(other), 0);
    assert_true(changed(daemon));
    assert_false(changed(daemon));
    /* Its own commits do not count; those of others between them do. */
    assert_int_equal(store_begin(daemon, true), 0);
    assert_false(changed(daemon));
    snprintf(bot.name, sizeof bot.name, "bob");
    assert_int_equal(store_bot_add(daemon, &bot, 1), 0);
    assert_int_equal(bot.id, 2);
    assert_int_equal(store_commit(daemon), 0);
    assert_false(changed(daemon));
    assert_true(changed(other));
    /* One transaction reads one state. */
    assert_int_equal(store_begin(other, false), 0);
    assert_int_equal(store_bot_find(other, "cid", &read), STORE_NONE);
    snprintf(bot.name, sizeof bot.name, "cid");
    assert_int_equal(store_begin(daemon, true), 0);
    assert_int_equal(store_bot_add(daemon, &bot, 1), 0);
    assert_int_equal(store_commit(daemon), 0);
    assert_int_equal(store_bot_find(other, "cid", &read), STORE_NONE);
    assert_int_equal(store_commit(other), 0);
    assert_int_equal(store_bot_find(other, "cid", &read), 0);
    store_close(other);
    store_close(daemon);
    store_close(opened(place, STORE_EXCLUSIVE)); /* the right was released with it */
}

/* The leftovers of a killed daemon lock nobody out. */
static void test_a_killed_daemon_leaves_no_lock(void **state)
{
    const struct place *place = *state;
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        struct store *store;
        struct ladder_error error;
        _exit(store_open(&store, place->url, STORE_EXCLUSIVE, &error) == 0 ? 7 : 8);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 7);
    store_close(opened(place, STORE_EXCLUSIVE));
}

static void test_made_by_several_at_once(void **state)
{
    const struct place *place = *state;
    pid_t children[4];
    for (int i = 0; i < 4; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            struct store *store;
            struct ladder_error error;
            int status = store_open(&store, place->url, 0, &error);
            if (status)
                fprintf(stderr, "%s\n", error.text);
            _exit(status ? 1 : 0);
        }
    }
    for (int i = 0; i < 4; i++) {
        int status = 0;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    store_close(opened(place, STORE_MUST_EXIST));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_newer_and_missing_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_daemon_serves_and_sees_changes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_killed_daemon_leaves_no_lock, setup, teardown),
        cmocka_unit_test_setup_teardown(test_made_by_several_at_once, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
