/* test_fair_set.c - a set of tables on the same deals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <string.h>

#include "arena/fair_set.h"

static void a_seed_makes_its_commitment(void **state)
{
    uint8_t seed[FAIR_BYTES] = {1, 2, 3}, commitment[FAIR_BYTES];
    (void)state;
    struct fair_set *set = fair_set_create("set-1", seed, 3, 4);
    assert_non_null(set);
    assert_string_equal(set->id, "set-1");
    assert_memory_equal(set->seed, seed, sizeof seed);
    fair_commitment("set-1", seed, commitment);
    assert_memory_equal(set->commitment, commitment, sizeof commitment);
    assert_int_equal(set->tables_unmixed, 3);
    assert_int_equal(set->tables_left, 3);
    assert_int_equal(set->tables_ready, 0);
    assert_int_equal(set->contributors, 4);
    assert_int_equal(set->references, 1);
    assert_null(set->opening);
    fair_set_release(set);
    fair_set_release(NULL);
}

static void the_system_draws_a_new_seed_each_time(void **state)
{
    (void)state;
    struct fair_set *one = fair_set_create("a", NULL, 1, 1),
                    *other = fair_set_create("a", NULL, 1, 1);
    assert_memory_not_equal(one->seed, other->seed, FAIR_BYTES);
    one->references++; /* a table has a reference, too */
    fair_set_release(one);
    assert_int_equal(one->references, 1);
    fair_set_release(one);
    fair_set_release(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_makes_its_commitment),
        cmocka_unit_test(the_system_draws_a_new_seed_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
