/* test_ruleset_pool.c - equal rules are stored once, as long as a table needs them. */
#include "cards.h"
#include "arena/ruleset_pool.h"

static void the_same_rules_are_kept_once(void **state)
{
    struct ruleset_pool pool = {0};
    struct ruleset wikipedia = ruleset("wikipedia", NULL), again = wikipedia;
    struct ruleset american = ruleset("american", NULL);

    (void)state;
    const struct ruleset *first = ruleset_pool_take(&pool, &wikipedia);
    const struct ruleset *other = ruleset_pool_take(&pool, &american);
    assert_ptr_equal(ruleset_pool_take(&pool, &again), first);
    assert_ptr_not_equal(other, first);
    assert_memory_equal(first, &wikipedia, sizeof wikipedia);
    assert_memory_equal(other, &american, sizeof american);
    memset(&wikipedia, 0, sizeof wikipedia); /* the caller may free its copy */

    ruleset_pool_release(&pool, first);
    assert_memory_equal(first, &again, sizeof again);
    assert_ptr_equal(ruleset_pool_take(&pool, &again), first);
    ruleset_pool_release(&pool, first);
    ruleset_pool_release(&pool, first);
    assert_ptr_equal(ruleset_pool_take(&pool, &american), other);
    ruleset_pool_release(&pool, other);
    ruleset_pool_release(&pool, other);
    assert_null(pool.entries);
}

/* Thousands that were built differ in one number each; what is given back in between is gone. */
static void thousands_are_told_apart(void **state)
{
    enum { COUNT = 5000 };
    static const struct ruleset *kept[COUNT];
    struct ruleset_pool pool = {0};
    struct ruleset rules = ruleset("wikipedia", NULL);

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        rules.target = (int16_t)(i + 1);
        kept[i] = ruleset_pool_take(&pool, &rules);
        assert_non_null(kept[i]);
    }
    for (int i = 0; i < COUNT; i += 2)
        ruleset_pool_release(&pool, kept[i]);
    for (int i = 1; i < COUNT; i += 2) {
        rules.target = (int16_t)(i + 1);
        assert_ptr_equal(ruleset_pool_take(&pool, &rules), kept[i]);
        ruleset_pool_release(&pool, kept[i]);
        ruleset_pool_release(&pool, kept[i]);
    }
    assert_null(pool.entries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_rules_are_kept_once),
        cmocka_unit_test(thousands_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
