/* test_pg_share.c - several stores of a process share one connection. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?... */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"

#if __has_include("libpq-fe.h")
#include "postgres/pg.h"
#include "store/store_seek.h"

#include <poll.h>
#include <stdatomic.h>
#include <pthread.h>

enum { READERS = 4, ROUNDS = 50 };

static struct store *shared(const struct place *place, unsigned flags)
{
    return opened(place, STORE_SHARED | flags);
}

/* All tests of this program use one database, so the application's name holds the process. */
static void connections_are(const struct place *place, int count)
{
    char text[300];
    snprintf(text, sizeof text,
             "(SELECT count(*) FROM pg_stat_activity WHERE application_name = 'test_pg_share %ld')"
             " = %d",
             (long)getpid(), count);
    psql_await(place->server, text);
}

/* The first store creates the tables; the sharing stores are found by their name. */
static void shared_place(struct place *out, const struct place *place)
{
    store_close(opened(place, 0));
    *out = *place;
    snprintf(out->url, sizeof out->url, "%.500s&application_name=test_pg_share%%20%ld", place->url,
             (long)getpid());
}

struct reader {
    const struct place *place;
    atomic_int *inside;
    pthread_t thread;
    int met; /* how often another store was in its transaction, too */
};

static void *read_in_turns(void *argument)
{
    struct reader *reader = argument;
    struct store *store = shared(reader->place, STORE_READ_ONLY);
    struct standing bot;
    for (int i = 0; i < ROUNDS; i++) {
        if (store_begin(store, false))
            fail_msg("%s", store_error(store));
        reader->met += atomic_fetch_add(reader->inside, 1) > 0;
        if (store_bot_find(store, "ann", &bot) != STORE_NONE)
            fail_msg("%s", store_error(store));
        atomic_fetch_sub(reader->inside, 1);
        store_rollback(store);
    }
    store_close(store);
    return NULL;
}

static void test_threads_have_one_connection_in_turns(void **state)
{
    struct place place;
    struct reader readers[READERS];
    atomic_int inside = 0;
    if (!((const struct place *)*state)->server)
        skip();
    shared_place(&place, *state);
    struct store *first = shared(&place, STORE_READ_ONLY), *second = shared(&place, 0);
    connections_are(&place, 1);
    for (int i = 0; i < READERS; i++) {
        readers[i] = (struct reader){.place = &place, .inside = &inside};
        assert_int_equal(pthread_create(&readers[i].thread, NULL, read_in_turns, &readers[i]), 0);
    }
    for (int i = 0; i < READERS; i++) {
        pthread_join(readers[i].thread, NULL);
        assert_int_equal(readers[i].met, 0);
    }
    connections_are(&place, 1);
    store_close(first);
    connections_are(&place, 1);
    store_close(second);
    connections_are(&place, 0);
}

static void *take_and_give(void *argument)
{
    struct store *store = argument;
    assert_int_equal(store_begin(store, false), 0);
    store_rollback(store);
    return NULL;
}

/* The end of a transaction ends the turn, also where the server ended the connection. */
static void test_the_turn_ends_with_the_connection(void **state)
{
    struct place place;
    struct standing bot;
    pthread_t thread;
    if (!((const struct place *)*state)->server)
        skip();
    shared_place(&place, *state);
    struct store *one = shared(&place, STORE_READ_ONLY), *other = shared(&place, STORE_READ_ONLY);
    assert_int_equal(store_begin(one, false), 0);
    psql(place.server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                       " WHERE application_name LIKE 'test_pg_share%'");
    assert_int_equal(store_bot_find(one, "ann", &bot), STORE_FAILED);
    assert_true(store_again(one));
    /* No rollback yet: another thread continues with a new connection. */
    assert_int_equal(pthread_create(&thread, NULL, take_and_give, other), 0);
    pthread_join(thread, NULL);
    assert_int_equal(store_bot_find(one, "ann", &bot), STORE_FAILED);
    store_rollback(one);
    assert_int_equal(store_begin(one, false), 0);
    assert_int_equal(store_bot_find(one, "ann", &bot), STORE_NONE);
    /* So does a pause. */
    assert_int_equal(store_pause(one), 0);
    store_rollback(one);
    connections_are(&place, 1);
    store_close(one);
    store_close(other);
}

static bool told_within(struct store *store, int seconds)
{
    const struct store_seeks *seeks = store_seeks(store);
    struct await limit = await_begin(seconds);
    do {
        struct pollfd fd = {.fd = seeks->fd(store), .events = POLLIN};
        if (poll(&fd, 1, 0) == 1 && seeks->drain(store))
            return true;
    } while (await_step(&limit));
    return false;
}

/* A listener gets notifications while another store uses the connection, and learns of its loss. */
static void test_a_listener_shares_its_connection(void **state)
{
    struct place place;
    struct standing bot;
    if (!((const struct place *)*state)->server)
        skip();
    shared_place(&place, *state);
    struct store *listener = shared(&place, 0), *reader = shared(&place, STORE_READ_ONLY);
    const struct store_seeks *seeks = store_seeks(listener);
    assert_int_equal(seeks->listen(listener), 0);
    /* It is idle: reads for other stores do not count. */
    assert_int_equal(store_begin(reader, false), 0);
    assert_int_equal(store_bot_find(reader, "ann", &bot), STORE_NONE);
    store_rollback(reader);
    psql(place.server, "NOTIFY avondale_seek");
    assert_true(told_within(listener, 20));
    /* Notified in the middle of a transaction: PostgreSQL delivers it at the end. */
    assert_int_equal(store_begin(reader, false), 0);
    psql(place.server, "NOTIFY avondale_seek");
    assert_int_equal(store_bot_find(reader, "ann", &bot), STORE_NONE);
    store_rollback(reader);
    assert_true(told_within(listener, 20));
    /* Its own notifications come back, as those of another node would. */
    assert_int_equal(seeks->notify(listener), 0);
    assert_true(told_within(listener, 20));
    /* The other store reconnects: the listener learns of the loss at its next statement, once. */
    psql(place.server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                       " WHERE application_name LIKE 'test_pg_share%'");
    struct await limit = await_begin(20);
    while (store_begin(reader, false) && await_step(&limit))
        store_rollback(reader);
    store_rollback(reader);
    assert_int_equal(seeks->clear(listener, "a"), STORE_FAILED);
    assert_int_equal(seeks->clear(listener, "a"), 0);
    /* The new connection listens by itself. */
    assert_int_equal(seeks->listen(listener), 0);
    psql(place.server, "NOTIFY avondale_seek");
    assert_true(told_within(listener, 20));
    connections_are(&place, 1);
    store_close(listener);
    store_close(reader);
}
#else
#define test_threads_have_one_connection_in_turns skipped
#define test_the_turn_ends_with_the_connection skipped
#define test_a_listener_shares_its_connection skipped
static void skipped(void **state)
{
    (void)state;
    skip();
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_threads_have_one_connection_in_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_turn_ends_with_the_connection, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_listener_shares_its_connection, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
