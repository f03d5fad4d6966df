/* test_pg_hosting.c - workers of one database begin turns at the same time. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; test_store_hosting.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_hosting.h"

#include <pthread.h>

enum { WORKERS = 4, TURNS = 20 };

struct worker {
    const struct place *place;
    char name[8];
    int64_t id, bot;
    int *inside; /* workers that have the turn now */
    int turns, wrong;
};

static int begin(struct store *store, const struct worker *worker)
{
    struct store_hosted got;
    int tries = 0;

    for (;;) {
        int status = store_work_begin(store)
                         ? STORE_FAILED
                         : store_hosting_take(store, worker->id, worker->name, 60000, &got);
        if (status != STORE_FAILED && store_commit(store) == 0)
            return status;
        if (!store_retry(store, &tries))
            return STORE_FAILED;
    }
}

static void end(struct store *store, struct worker *worker)
{
    int tries = 0;

    for (;;) {
        int status = store_work_begin(store)
                         ? STORE_FAILED
                         : store_hosting_leave(store, worker->bot, worker->name, 0, 0, "");
        if (status != STORE_FAILED && store_commit(store) == 0) {
            worker->wrong += status != 0;
            return;
        }
        if (!store_retry(store, &tries)) {
            worker->wrong++;
            return;
        }
    }
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct store *store = opened(worker->place, 0);

    while (worker->turns < TURNS && !worker->wrong) {
        int status = begin(store, worker);
        worker->wrong += status == STORE_FAILED;
        if (status)
            continue;
        worker->wrong += __atomic_add_fetch(worker->inside, 1, __ATOMIC_SEQ_CST) != 1;
        worker->turns++;
        __atomic_sub_fetch(worker->inside, 1, __ATOMIC_SEQ_CST);
        end(store, worker);
    }
    store_close(store);
    return NULL;
}

/* Two versions of a bot, through four connections: one turn at a time. */
static void one_turn_at_a_time(void **state)
{
    const struct place *place = *state;
    struct worker workers[WORKERS];
    pthread_t threads[WORKERS];
    int inside = 0;
    if (!place->server)
        skip();
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    struct store_program one = program_activated(store, bot, "own-a", "1");
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = (struct worker){.place = place, .id = one.id, .bot = bot, .inside = &inside};
        snprintf(workers[i].name, sizeof workers[i].name, "w%d", i);
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(workers[i].wrong, 0);
        assert_int_equal(workers[i].turns, TURNS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_turn_at_a_time, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
