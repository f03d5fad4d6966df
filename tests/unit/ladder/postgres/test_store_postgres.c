/* test_store_postgres.c - the store on a server that behaves like distributed relatives of
 * PostgreSQL: conflicts at any statement and at the commit, commits with an unknown outcome, no
 * notifications, another isolation, clocks that differ. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?host=...; each test has its own schema there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store_place.h"
#include "store/store_seek.h"
#include "work/work.h"
#include "pg_relative.h"

#include <pthread.h>

enum { RESULTS = 20, STATEMENTS_MAX = 400 };

struct world {
    struct place *place;
    struct pg_relative relative;
};

static int world_setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    void *place = NULL;
    assert_int_equal(setup(&place), 0);
    world->place = place;
    if (world->place->server)
        pg_relative_start(&world->relative, world->place->url);
    *state = world;
    return 0;
}

static int world_teardown(void **state)
{
    struct world *world = *state;
    void *place = world->place;
    if (world->place->server)
        pg_relative_stop(&world->relative);
    assert_int_equal(teardown(&place), 0);
    free(world);
    return 0;
}

/* The answers that a writer got for its results. */
struct told {
    int stored, before, other;
    int64_t after_milli[2000];
};

static void on_done(void *context, const struct ladder_done *done)
{
    struct told *told = context;
    int number = atoi(strrchr(done->result->game, '-') + 1);
    told->stored += done->status == LADDER_STORED;
    told->before += done->status == LADDER_STORED_BEFORE;
    told->other += done->status < LADDER_STORED || done->status > LADDER_STORED_BEFORE;
    if (done->status < LADDER_STORED)
        print_message("%s: %s\n", done->result->game, done->text);
    told->after_milli[number] = done->changes[0].after_milli;
}

static struct ladder *writer(const char *url)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    if (writer_open(&ladder, url, false, &error))
        fail_msg("%s", error.text);
    return ladder;
}

static void submit(struct ladder *ladder, struct told *told, uint64_t *seed, int from, int count)
{
    for (int i = from; i < from + count; i++) {
        struct ladder_result result = random_result(seed, i);
        assert_int_equal(writer_queue_submit(ladder, &result, on_done, told), 0);
    }
}

/* Asks the server itself: each result is there once, as answered, and the log verifies. */
static void assert_stored(const struct world *world, const struct told *told, int results)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    struct store *store = opened(world->place, STORE_MUST_EXIST);
    struct replay replay;
    struct replay_audit audit = {0};
    int64_t after = 0;
    int count, total = 0;
    assert_int_equal(store_begin(store, false), 0);
    do {
        count = store_results(store, 0, after, page, STORE_PAGE);
        assert_true(count >= 0);
        for (int i = 0; i < count; i++) {
            int number = atoi(strrchr(page[i].result.game, '-') + 1);
            assert_int_equal(page[i].seq, after + 1); /* no gaps */
            after = page[i].seq;
            if (told)
                assert_int_equal(page[i].change.seats[0].after_milli, told->after_milli[number]);
        }
        total += count;
    } while (count == STORE_PAGE);
    assert_int_equal(total, results);
    replay_init(&replay);
    assert_int_equal(replay_recompute(&replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    store_rollback(store);
    store_close(store);
    replay_fini(&replay);
    free(page);
}

static void test_refused_and_doubtful_commits(void **state)
{
    struct world *world = *state;
    struct told told = {0};
    uint64_t seed = 8;
    if (!world->place->server)
        skip();
    struct ladder *ladder = writer(world->relative.url);
    world->relative.refuse_commits = 5;
    submit(ladder, &told, &seed, 0, RESULTS);
    writer_queue_wait(ladder);
    world->relative.doubt_commits = 3;
    submit(ladder, &told, &seed, RESULTS, RESULTS);
    writer_queue_wait(ladder);
    world->relative.refuse_commits = 2;
    world->relative.doubt_commits = 2;
    submit(ladder, &told, &seed, 2 * RESULTS, RESULTS);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    writer_close(ladder);
    assert_int_equal(world->relative.altered, 12);
    assert_int_equal(told.stored + told.before, 3 * RESULTS);
    assert_int_equal(told.other, 0);
    assert_stored(world, &told, 3 * RESULTS);
    assert_int_equal(world->relative.advisory, 0);
}

/* A conflict at each statement of a start, of results and announcements, in turn. */
static void test_a_conflict_at_any_statement(void **state)
{
    struct world *world = *state;
    struct told told = {0};
    uint64_t seed = 9;
    int results = 0, rounds = 0;
    if (!world->place->server)
        skip();
    for (bool all = false; !all && rounds < STATEMENTS_MAX; rounds++) {
        int before = world->relative.altered;
        world->relative.conflict_after = rounds;
        struct ladder *ladder = writer(world->relative.url);
        submit(ladder, &told, &seed, results, 2);
        results += 2;
        writer_queue_wait(ladder);
        writer_queue_dispatch(ladder);
        writer_close(ladder);
        all = world->relative.altered == before;
        world->relative.conflict_after = -1;
    }
    assert_true(rounds > 20 && rounds < STATEMENTS_MAX);
    assert_int_equal(told.stored + told.before, results);
    assert_int_equal(told.other, 0);
    assert_stored(world, &told, results);
}

static void test_a_conflict_at_any_statement_of_a_node(void **state)
{
    struct world *world = *state;
    const struct ladder_node node = {.name = "a", .address = "127.0.0.1:1"};
    struct ladder_error error;
    int rounds = 0;
    if (!world->place->server)
        skip();
    for (bool all = false; !all && rounds < STATEMENTS_MAX; rounds++) {
        struct ladder *ladder;
        int before = world->relative.altered;
        world->relative.conflict_after = rounds;
        if (writer_open_node(&ladder, world->relative.url, &node, &error))
            fail_msg("%d: %s", rounds, error.text);
        writer_close(ladder);
        all = world->relative.altered == before;
        world->relative.conflict_after = -1;
    }
    assert_true(rounds > 10 && rounds < STATEMENTS_MAX);
}

/* One block of one job, from the order to the result. */
static void work_once(const char *url, const char *name)
{
    const char *const specs[] = {"deal"};
    char spec[] = "all";
    struct work_order order = {.kind = "match", .spec = spec};
    struct work_job job = {0}, done = {0};
    struct ladder_error error;
    struct work *work;
    if (work_open(&work, url, true, NULL, &error))
        fail_msg("%s", error.text);
    snprintf(order.name, sizeof order.name, "%s", name);
    int begun = work_begin(work, &order);
    assert_true(begun == 0 || begun == WORK_THERE);
    assert_int_equal(work_add(work, name, 0, specs, 1), 0);
    assert_int_equal(work_claim(work, "one", 60000, &job, 1), 1);
    assert_string_equal(job.work, name);
    int finished = work_finish(work, &job, "one", "score");
    assert_true(finished == 0 || finished == WORK_NONE);
    assert_int_equal(work_results(work, name, 0, &done, 1), 1);
    assert_string_equal(done.result, "score");
    work_job_free(&job);
    work_job_free(&done);
    work_close(work);
}

static void test_a_conflict_at_any_statement_of_work(void **state)
{
    struct world *world = *state;
    char name[32];
    int rounds = 0;
    if (!world->place->server)
        skip();
    store_close(opened(world->place, 0));
    for (bool all = false; !all && rounds < STATEMENTS_MAX; rounds++) {
        int before = world->relative.altered;
        snprintf(name, sizeof name, "w%d", rounds);
        world->relative.conflict_after = rounds;
        work_once(world->relative.url, name);
        all = world->relative.altered == before;
        world->relative.conflict_after = -1;
        /* Its commits are refused, or their outcome is unknown. */
        snprintf(name, sizeof name, "c%d", rounds);
        world->relative.refuse_commits = rounds % 4;
        world->relative.doubt_commits = rounds % 3;
        work_once(world->relative.url, name);
        world->relative.refuse_commits = world->relative.doubt_commits = 0;
    }
    assert_true(rounds > 10 && rounds < STATEMENTS_MAX);
}

/* A worker that is told to end gives its jobs back, although a transaction fails; but it does not
 * try for ever. */
static void test_a_stopped_worker_tries_a_few_times(void **state)
{
    struct world *world = *state;
    volatile sig_atomic_t stop = 1;
    struct ladder_error error;
    struct work_job job;
    struct work *work;
    if (!world->place->server)
        skip();
    store_close(opened(world->place, 0));
    if (work_open(&work, world->relative.url, false, &stop, &error))
        fail_msg("%s", error.text);
    world->relative.refuse_commits = 3;
    assert_int_equal(work_claim(work, "one", 60000, &job, 1), 0); /* there is none */
    assert_int_equal(world->relative.refuse_commits, 0);
    world->relative.refuse_commits = 1000;
    assert_int_equal(work_claim(work, "one", 60000, &job, 1), WORK_ERROR);
    assert_true(world->relative.refuse_commits > 990);
    world->relative.refuse_commits = 0;
    work_close(work);
}

struct writing {
    const char *url;
    struct told *told;
    int from;
    pthread_t thread;
};

static void *write_some(void *argument)
{
    struct writing *writing = argument;
    struct ladder *ladder = writer(writing->url);
    uint64_t seed = (uint64_t)writing->from;
    for (int i = 0; i < RESULTS; i++) {
        submit(ladder, writing->told, &seed, writing->from + i, 1);
        writer_queue_wait(ladder);
    }
    writer_queue_dispatch(ladder);
    writer_close(ladder);
    return NULL;
}

/* A writer that waits for the write lock fails then, and repeats everything. */
static void writers_meet(struct world *world, const char *isolation)
{
    enum { WRITERS = 3 };
    struct writing writings[WRITERS];
    struct told told[WRITERS] = {0};
    if (!world->place->server)
        skip();
    writer_close(writer(world->relative.url));
    world->relative.isolation = isolation;
    for (int i = 0; i < WRITERS; i++) {
        writings[i] = (struct writing){world->relative.url, &told[i], 100 * i, 0};
        assert_int_equal(pthread_create(&writings[i].thread, NULL, write_some, &writings[i]), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        pthread_join(writings[i].thread, NULL);
        assert_int_equal(told[i].stored + told[i].before, RESULTS);
        assert_int_equal(told[i].other, 0);
        for (int k = 0; k < RESULTS; k++)
            told[0].after_milli[100 * i + k] = told[i].after_milli[100 * i + k];
    }
    assert_stored(world, &told[0], WRITERS * RESULTS);
}

static void test_writers_meet_where_all_is_serializable(void **state)
{
    writers_meet(*state, "SERIALIZABLE");
}

static void test_writers_meet_where_each_sees_one_moment(void **state)
{
    writers_meet(*state, "REPEATABLE READ");
}

/* No notification arrives: that is no failure, because nodes also poll. */
static void test_without_notifications(void **state)
{
    struct world *world = *state;
    struct seek_offer offers[4], offer = {.bot = "ann", .node = "a", .rulesets = " x "};
    if (!world->place->server)
        skip();
    store_close(opened(world->place, 0));
    world->relative.no_listen = true;
    struct place place = *world->place;
    snprintf(place.url, sizeof place.url, "%.590s", world->relative.url);
    struct store *store = opened(&place, STORE_SHARED);
    const struct store_seeks *seeks = store_seeks(store);
    assert_int_equal(seeks->listen(store), STORE_NONE);
    assert_true(world->relative.altered > 0);
    assert_int_equal(seeks->fd(store), -1);
    assert_int_equal(seeks->notify(store), STORE_FAILED);
    /* A conflict is reported, and leaves nothing behind. */
    for (int n = 0; n < 3; n++) {
        world->relative.conflict_after = n;
        assert_int_equal(seeks->put(store, &offer), STORE_FAILED);
        assert_true(store_again(store));
    }
    world->relative.refuse_commits = 1;
    assert_int_equal(seeks->put(store, &offer), STORE_FAILED);
    assert_true(store_again(store));
    assert_int_equal(seeks->put(store, &offer), 0);
    assert_int_equal(seeks->page(store, offers, 4), 0); /* its node has no lease */
    store_close(store);
}

/* The nodes of such a database have their own clocks, at most half a second apart. */
static void test_clocks_that_differ(void **state)
{
    struct world *world = *state;
    const struct ladder_node a = {.name = "a", .address = "127.0.0.1:1"},
                             b = {.name = "b", .address = "127.0.0.1:2"};
    struct store *one, *other;
    struct ladder_error error;
    struct store_game games[4];
    struct seek_sight sight;
    if (!world->place->server)
        skip();
    world->relative.clock_msec = -500;
    assert_int_equal(store_open_node(&one, world->relative.url, &a, &error), 0);
    world->relative.clock_msec = 500;
    assert_int_equal(store_open_node(&other, world->relative.url, &b, &error), 0);
    assert_int_equal(store_seeks(other)->sight(other, "a", &sight), 0);
    assert_true(sight.alive);
    assert_int_equal(store_begin(other, true), 0);
    assert_int_equal(store_games_orphaned(other, games, 4), 0);
    assert_int_equal(store_commit(other), 0);
    /* By the clock of the other node, too, only one holder has this name. */
    struct store *third = NULL;
    assert_int_equal(store_open_node(&third, world->relative.url, &a, &error), STORE_FAILED);
    assert_non_null(strstr(error.text, "another avondale serves"));
    store_close(one);
    store_close(other);
    world->relative.clock_msec = 40000;
    assert_int_equal(store_open(&third, world->relative.url, 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "clock"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_refused_and_doubtful_commits, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_a_conflict_at_any_statement, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_a_conflict_at_any_statement_of_a_node, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_a_conflict_at_any_statement_of_work, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_a_stopped_worker_tries_a_few_times, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_writers_meet_where_all_is_serializable, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_writers_meet_where_each_sees_one_moment, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(test_without_notifications, world_setup, world_teardown),
        cmocka_unit_test_setup_teardown(test_clocks_that_differ, world_setup, world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
