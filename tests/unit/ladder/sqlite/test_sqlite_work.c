/* test_sqlite_work.c - the job queue in a file: leases end and are renewed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "await.h"
#include "ladder_temp.h"
#include "store/store.h"
#include "store/store_work.h"

static int claim(struct store *store, const char *holder, int64_t lease_msec)
{
    struct work_job jobs[1];
    assert_int_equal(store_work_begin(store), 0);
    int count = store_work_job_claim(store, holder, lease_msec, "", jobs, 1);
    assert_int_equal(store_commit(store), 0);
    if (count == 1)
        free(jobs[0].spec);
    return count;
}

static void a_job_whose_lease_ended_is_given_to_another(void **state)
{
    const struct temp *temp = *state;
    struct work_order order = {.name = "cup", .kind = "match", .spec = (char[]){"spec"}};
    struct ladder_error error;
    struct store *store;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_work_add(store, &order), 0);
    assert_int_equal(store_work_job_add(store, "cup", 0, "spec"), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(claim(store, "one", 600000), 1);
    assert_int_equal(claim(store, "two", 600000), 0);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_work_job_renew(store, "one", 1), 1); /* for a moment only */
    assert_int_equal(store_commit(store), 0);
    struct await limit = await_begin(10);
    int taken;
    while ((taken = claim(store, "two", 600000)) == 0 && await_step(&limit))
        ;
    assert_int_equal(taken, 1);
    assert_int_equal(claim(store, "one", 600000), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_job_whose_lease_ended_is_given_to_another, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
