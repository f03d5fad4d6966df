/* test_ruleset_pool.c - the same rules are kept once, as long as a table needs them. */
#include "cards.h"
#include "arena/ruleset_pool.h"

static void the_same_rules_are_kept_once(void **state)
{
    struct rulebook rulebook = {0};
    struct ruleset wikipedia = ruleset("wikipedia", NULL), again = wikipedia;
    struct ruleset american = ruleset("american", NULL);

    (void)state;
    const struct ruleset *first = rulebook_take(&rulebook, &wikipedia);
    const struct ruleset *other = rulebook_take(&rulebook, &american);
    assert_ptr_equal(rulebook_take(&rulebook, &again), first);
    assert_ptr_not_equal(other, first);
    assert_memory_equal(first, &wikipedia, sizeof wikipedia);
    assert_memory_equal(other, &american, sizeof american);
    memset(&wikipedia, 0, sizeof wikipedia); /* whoever had them may let them go */

    rulebook_give_back(&rulebook, first);
    assert_memory_equal(first, &again, sizeof again);
    assert_ptr_equal(rulebook_take(&rulebook, &again), first);
    rulebook_give_back(&rulebook, first);
    rulebook_give_back(&rulebook, first);
    assert_ptr_equal(rulebook_take(&rulebook, &american), other);
    rulebook_give_back(&rulebook, other);
    rulebook_give_back(&rulebook, other);
    assert_null(rulebook.pages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_rules_are_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
