/* test_work.c - the job queue, on every kind of store: an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... that database, in a new schema for each test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sys/wait.h>

#include "ladder.h"
#include "ladder_temp.h"
#include "psql.h"

enum { LONG = 600000 };

struct place {
    struct temp temp;
    struct work *work;
    char url[600];
};

static struct work *opened(const struct place *place)
{
    struct work *work;
    struct ladder_error error;
    if (work_open(&work, place->url, false, NULL, &error))
        fail_msg("%s", error.text);
    return work;
}

static int setup(void **state)
{
    static int number;
    struct place *place = calloc(1, sizeof *place);
    const char *server = getenv("AVONDALE_TEST_STORE");
    char schema[64];

    temp_init(&place->temp);
    snprintf(place->url, sizeof place->url, "%s", place->temp.url);
    if (server) {
        snprintf(schema, sizeof schema, "CREATE SCHEMA w%ld_%d", (long)getpid(), ++number);
        psql(server, schema);
        snprintf(place->url, sizeof place->url, "%s&options=-csearch_path%%3D%s", server,
                 schema + strlen("CREATE SCHEMA "));
    }
    place->work = opened(place);
    *state = place;
    return 0;
}

static int teardown(void **state)
{
    struct place *place = *state;
    work_close(place->work);
    temp_fini(&place->temp);
    free(place);
    return 0;
}

/* ---- helpers */

static void give(struct work *work, const char *name, int priority, int count)
{
    char texts[64][16];
    const char *specs[64];
    struct work_order order = {.kind = "match", .priority = priority};
    char spec[] = "{\"all\":1}";
    snprintf(order.name, sizeof order.name, "%s", name);
    order.spec = spec;
    assert_int_equal(work_begin(work, &order), 0);
    for (int i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "job %d", i);
        specs[i] = texts[i];
    }
    assert_int_equal(work_add(work, name, 0, specs, count), 0);
}

/* Claims `max` and expects these numbers. */
static void claim(struct work *work, const char *holder, int64_t lease, int max,
                  const char *expected)
{
    struct work_job jobs[16];
    char got[1024] = "";
    int count = work_claim(work, holder, lease, jobs, max);
    if (count < 0)
        fail_msg("%s", work_error(work));
    for (int i = 0; i < count; i++) {
        char spec[16];
        snprintf(spec, sizeof spec, "job %d", (int)jobs[i].number);
        assert_string_equal(jobs[i].spec, spec);
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%.64s:%d", i ? " " : "",
                 jobs[i].work, (int)jobs[i].number);
        work_job_free(&jobs[i]);
    }
    assert_string_equal(got, expected);
}

static struct work_job named(const char *work, int64_t number)
{
    struct work_job job = {.number = number};
    snprintf(job.work, sizeof job.work, "%s", work);
    return job;
}

static void finish(struct work *work, const char *name, int64_t number, const char *result,
                   int expected)
{
    struct work_job job = named(name, number);
    int status = work_finish(work, &job, "w", result);
    if (status == WORK_ERROR)
        fail_msg("%s", work_error(work));
    assert_int_equal(status, expected);
}

static void results(struct work *work, const char *name, int64_t from, const char *expected)
{
    struct work_job jobs[8];
    char got[256] = "";
    int count = work_results(work, name, from, jobs, 8);
    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        snprintf(got + strlen(got), sizeof got - strlen(got), "%s%d%s%s", i ? " " : "",
                 (int)jobs[i].number, jobs[i].state == WORK_FAILED ? "!" : "=", jobs[i].result);
        work_job_free(&jobs[i]);
    }
    assert_string_equal(got, expected);
}

/* ---- the tests */

static void test_jobs_are_claimed_once_and_in_order(void **state)
{
    struct place *place = *state;
    struct work *a = place->work, *b = opened(place);
    give(a, "m", 0, 5);
    claim(a, "ann", LONG, 2, "m:0 m:1");
    claim(b, "bob", LONG, 2, "m:2 m:3");
    claim(b, "cid", LONG, 2, "m:4");
    claim(b, "dan", LONG, 2, "");
    results(a, "m", 0, "");
    finish(b, "m", 2, "two", 0);
    results(a, "m", 0, ""); /* the first is still open */
    finish(a, "m", 0, "zero", 0);
    finish(a, "m", 1, "one", 0);
    results(a, "m", 0, "0=zero 1=one 2=two");
    results(a, "m", 1, "1=one 2=two");
    results(a, "m", 3, "");
    /* Existing work stays as it is, done or not. */
    const char *const again[] = {"job 0", "job 1", "other", "job 3", "job 4", "job 5"};
    assert_int_equal(work_add(a, "m", 0, again, 6), 0);
    results(a, "m", 0, "0=zero 1=one 2=two");
    claim(a, "eve", LONG, 9, "m:5");
    work_close(b);
}

static void test_the_first_result_counts(void **state)
{
    struct place *place = *state;
    struct work *work = place->work;
    give(work, "m", 0, 2);
    claim(work, "slow", 0, 1, "m:0"); /* a lease that expires at once */
    claim(work, "fast", LONG, 1, "m:0");
    finish(work, "m", 0, "first", 0);
    finish(work, "m", 0, "second", WORK_NONE);
    finish(work, "m", 0, "first", WORK_NONE);
    finish(work, "m", 7, "no such job", WORK_NONE);
    finish(work, "other", 0, "no such work", WORK_NONE);
    results(work, "m", 0, "0=first");
    /* A late worker that is the first to deliver has done the work: it is not given out again. */
    claim(work, "slow", 0, 1, "m:1");
    claim(work, "fast", LONG, 1, "m:1");
    finish(work, "m", 1, "late", 0);
    results(work, "m", 0, "0=first 1=late");
    claim(work, "third", LONG, 1, "");
    struct work_worker workers[2];
    assert_int_equal(work_workers(work, "", workers, 2), 1);
    assert_string_equal(workers[0].name, "w");
    assert_int_equal(workers[0].done, 2);
}

static void test_leases_end_and_are_renewed(void **state)
{
    struct place *place = *state;
    struct work *work = place->work;
    give(work, "m", 0, 3);
    claim(work, "ann", 0, 2, "m:0 m:1");
    assert_int_equal(work_renew(work, "ann", "w", LONG), 2); /* in time: still its own */
    claim(work, "bob", 0, 3, "m:2");
    claim(work, "cid", LONG, 3, "m:2");
    assert_int_equal(work_renew(work, "bob", "w", LONG), 0); /* too late */
    claim(work, "dan", LONG, 3, "");
    /* Only the holder can report a failure, or give it back. */
    struct work_job job = named("m", 2);
    assert_int_equal(work_fail(work, &job, "bob", "no"), 0);
    assert_int_equal(work_release(work, "bob", NULL), 0);
    claim(work, "dan", LONG, 3, "");
    job = named("m", 1);
    assert_int_equal(work_release(work, "ann", &job), 0);
    claim(work, "dan", LONG, 3, "m:1");
    assert_int_equal(work_release(work, "ann", NULL), 0);
    claim(work, "eve", LONG, 3, "m:0");
    /* A new claim ignores the worker's earlier claims. */
    claim(work, "eve", LONG, 3, "m:0");
}

static void test_a_job_is_given_up(void **state)
{
    struct place *place = *state;
    struct work *work = place->work;
    struct work_job job = named("m", 0);
    give(work, "m", 0, 3);
    for (int i = 0; i < 20; i++) { /* giving it back is no failure */
        claim(work, "ann", LONG, 1, "m:0");
        assert_int_equal(work_release(work, "ann", NULL), 0);
    }
    for (int i = 0; i < WORK_ATTEMPTS_MAX; i++) {
        results(work, "m", 0, "");
        claim(work, "ann", LONG, 1, "m:0");
        assert_int_equal(work_fail(work, &job, "ann", "it burns"), 0);
    }
    results(work, "m", 0, "0!it burns");
    for (int i = 0; i < WORK_ATTEMPTS_MAX; i++) { /* one that kills its workers */
        char holder[] = {'w', (char)('0' + i), '\0'};
        claim(work, holder, 0, 1, "m:1");
    }
    claim(work, "bob", LONG, 1, "");
    claim(work, "bob", LONG, 1, "m:2");
    results(work, "m", 0, "0!it burns 1!given up after 5 workers");
    finish(work, "m", 1, "after all", 0);
    results(work, "m", 0, "0!it burns 1=after all");
}

static void test_priorities_and_several_works(void **state)
{
    struct place *place = *state;
    struct work *work = place->work;
    struct work_order order, orders[4];
    give(work, "low", 0, 2);
    give(work, "high", 5, 2);
    claim(work, "ann", LONG, 3, "high:0 high:1"); /* all of one job */
    finish(work, "high", 0, "x", 0);
    assert_int_equal(work_orders(work, "", orders, 4), 2);
    assert_string_equal(orders[0].name, "high");
    assert_int_equal(orders[0].done, 1);
    assert_int_equal(orders[0].open, 1);
    assert_int_equal(orders[0].held, 1);
    assert_int_equal(orders[1].open, 2);
    assert_int_equal(orders[1].held, 0);
    assert_int_equal(work_orders(work, "high", orders, 4), 1);
    char spec[] = "other";
    order = (struct work_order){.name = "high", .kind = "match", .spec = spec};
    assert_int_equal(work_begin(work, &order), WORK_THERE);
    assert_int_equal(work_find(work, "high", &order), 0);
    assert_string_equal(order.spec, "{\"all\":1}");
    assert_int_equal(order.priority, 5);
    free(order.spec);
    assert_int_equal(work_find(work, "none", &order), WORK_NONE);
    /* A job that was ended gives out no blocks, and accepts no results. */
    assert_int_equal(work_end(work, "high"), 0);
    finish(work, "high", 1, "late", WORK_NONE);
    const char *const more[] = {"job 2"};
    assert_int_equal(work_add(work, "high", 2, more, 1), 0);
    claim(work, "bob", LONG, 9, "low:0 low:1");
    results(work, "high", 0, "0=x");
    assert_int_equal(work_drop(work, "high"), 0);
    assert_int_equal(work_drop(work, "high"), WORK_NONE);
    results(work, "high", 0, "");
    assert_int_equal(work_add(work, "high", 0, more, 1), 0);
    results(work, "high", 0, "");
}

static void test_archives(void **state)
{
    struct place *place = *state;
    struct work *work = place->work;
    size_t size = 700000, got = 0; /* three parts */
    uint8_t *bytes = malloc(size), *read = NULL;
    char hash[WORK_HASH_DIGITS + 1], small[WORK_HASH_DIGITS + 1];
    struct work_archive archives[4];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(i * i >> 7);
    assert_int_equal(work_archive_put(work, bytes, size, hash), 0);
    assert_int_equal(work_archive_put(work, bytes, size, hash), WORK_THERE);
    assert_true(work_hash_valid(hash));
    assert_int_equal(work_archive_put(work, (const uint8_t *)"abc", 3, small), 0);
    assert_string_equal(small, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_int_equal(work_archive_get(work, hash, &read, &got), 0);
    assert_int_equal(got, size);
    assert_memory_equal(read, bytes, size);
    free(read);
    small[0] = small[0] == 'b' ? 'c' : 'b';
    assert_int_equal(work_archive_get(work, small, &read, &got), WORK_NONE);
    assert_null(read);
    assert_int_equal(work_archives(work, "", archives, 4), 2);
    assert_int_equal(archives[0].bytes + archives[1].bytes, 700003);
    assert_int_equal(work_archives(work, archives[1].hash, archives, 4), 0);
    assert_int_equal(work_archive_put(work, bytes, (size_t)WORK_ARCHIVE_BYTES_MAX + 1, hash), -1);
    free(bytes);
}

/* Several processes at once: each block is claimed by one of them. */
static void test_several_processes_claim_each_job_once(void **state)
{
    struct place *place = *state;
    enum { PROCESSES = 4, JOBS = 60 };
    pid_t children[PROCESSES];
    int total = 0;
    give(place->work, "m", 0, JOBS);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            struct work *work = opened(place);
            struct work_job jobs[3];
            char holder[16];
            int done = 0, count;
            snprintf(holder, sizeof holder, "p%d", i);
            while ((count = work_claim(work, holder, LONG, jobs, 3)) > 0) {
                for (int j = 0; j < count; j++)
                    done += work_finish(work, &jobs[j], holder, "r") == 0 ? 1 : 100;
            }
            _exit(count < 0 ? 255 : done);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status = 0;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= JOBS);
        total += WEXITSTATUS(status);
    }
    assert_int_equal(total, JOBS);
}

static void test_bad_stores(void **state)
{
    struct work *work;
    struct ladder_error error;
    (void)state;
    assert_int_equal(work_open(&work, "mysql://x", false, NULL, &error), WORK_OPEN_REFUSED);
    assert_int_equal(work_open(&work, "sqlite:/nowhere/x.db", true, NULL, &error),
                     WORK_OPEN_REFUSED);
    assert_null(work);
    assert_true(work_name_valid("spring-cup_1.2") && !work_name_valid(".x") &&
                !work_name_valid("") && !work_name_valid("a/b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_jobs_are_claimed_once_and_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_first_result_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_leases_end_and_are_renewed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_job_is_given_up, setup, teardown),
        cmocka_unit_test_setup_teardown(test_priorities_and_several_works, setup, teardown),
        cmocka_unit_test_setup_teardown(test_archives, setup, teardown),
        cmocka_unit_test_setup_teardown(test_several_processes_claim_each_job_once, setup,
                                        teardown),
        cmocka_unit_test(test_bad_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
