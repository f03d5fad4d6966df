/* test_store_work.c - a job queue in a store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "store/store.h"
#include "store/store_work.h"

static struct store *store;

static int claim(const char *holder, struct work_job *jobs, int max)
{
    int count = store_work_job_claim(store, holder, 60000, "", jobs, max);
    for (int i = 0; i < count; i++)
        free(jobs[i].spec);
    return count;
}

static void open_with_work(const struct temp *temp, int jobs)
{
    struct ladder_error error;
    struct work_order order = {.kind = "match", .spec = (char[]){"spec"}};
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    snprintf(order.name, sizeof order.name, "cup");
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_work_add(store, &order), 0);
    assert_int_equal(store_work_add(store, &order), STORE_THERE); /* it exists already */
    for (int i = 0; i < jobs; i++)
        assert_int_equal(store_work_job_add(store, "cup", i, "spec"), 0);
    assert_int_equal(store_commit(store), 0);
}

static void a_job_has_one_holder_until_it_is_done(void **state)
{
    struct work_job jobs[4];
    open_with_work(*state, 3);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(claim("one", jobs, 2), 2);
    assert_true(jobs[0].number == 0 && jobs[1].number == 1);
    assert_int_equal(claim("two", jobs, 4), 1);
    assert_int_equal(jobs[0].number, 2);
    assert_int_equal(store_work_job_finish(store, "cup", 2, "two", "result"), 0);
    assert_int_equal(store_work_job_finish(store, "cup", 2, "two", "result"), STORE_NONE);
    assert_int_equal(store_work_job_release(store, "one", "cup", -1), 0);
    assert_int_equal(claim("two", jobs, 4), 2);
    assert_int_equal(store_work_job_results(store, "cup", 2, jobs, 4), 1);
    free(jobs[0].result);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void dropped_work_is_deleted(void **state)
{
    struct work_order order;
    struct work_job jobs[4];
    open_with_work(*state, 2);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_work_find(store, "cup", &order), 0);
    free(order.spec);
    assert_int_equal(store_work_drop(store, "cup"), 0);
    assert_int_equal(store_work_drop(store, "cup"), STORE_NONE);
    assert_int_equal(store_work_find(store, "cup", &order), STORE_NONE);
    assert_int_equal(claim("one", jobs, 4), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_job_has_one_holder_until_it_is_done, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(dropped_work_is_deleted, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
