/* test_lobby_random.c - the random choices of the lobby. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "lobby/lobby_random.h"

static void choices_are_even_and_repeat(void **state)
{
    enum { BOUND = 7, DRAWS = 70000 };
    uint64_t one = 42, same = 42;
    int counts[BOUND] = {0};
    (void)state;
    for (int i = 0; i < DRAWS; i++) {
        uint32_t number = lobby_random(&one, BOUND);
        assert_int_equal(number, lobby_random(&same, BOUND));
        assert_true(number < BOUND);
        counts[number]++;
    }
    for (int i = 0; i < BOUND; i++) /* 10000 are expected, a standard deviation is 93 */
        assert_in_range(counts[i], 9600, 10400);
}

static void the_largest_bounds_are_kept(void **state)
{
    uint64_t dice = 1;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(lobby_random(&dice, 1), 0);
        assert_true(lobby_random(&dice, 0x80000001u) <= 0x80000000u);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_even_and_repeat),
        cmocka_unit_test(the_largest_bounds_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
