/* test_levenshtein.c - the distance of two words: letters changed, added and removed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "levenshtein.h"

static int distance(const char *a, const char *b)
{
    int there = levenshtein_distance(a, strlen(a), b, strlen(b));

    assert_int_equal(levenshtein_distance(b, strlen(b), a, strlen(a)), there);
    return there;
}

static void letters_are_counted(void **state)
{
    (void)state;
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("target", "target"), 0);
    assert_int_equal(distance("", "deal"), 4);
    assert_int_equal(distance("deak", "deal"), 1);
    assert_int_equal(distance("dael", "deal"), 2);
    assert_int_equal(distance("kitten", "sitting"), 3);
    assert_int_equal(distance("saturday", "sunday"), 3);
}

static void the_longest_words_fit(void **state)
{
    char a[LEVENSHTEIN_BYTES_MAX], b[LEVENSHTEIN_BYTES_MAX];
    (void)state;
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    assert_int_equal(levenshtein_distance(a, sizeof a, b, sizeof b), LEVENSHTEIN_BYTES_MAX);
    b[63] = 'a'; /* only the last one is the same */
    assert_int_equal(levenshtein_distance(a, sizeof a, b, sizeof b), LEVENSHTEIN_BYTES_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_counted),
        cmocka_unit_test(the_longest_words_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
