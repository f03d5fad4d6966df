/* test_nearest.c - which of several names is nearest to a word. */
#include "nearest.h"

#include "cards.h"

static const char *const names[] = {"target", "target_exact", "deck", "deal", "ban", "bust"};

static const char *nearest_of(const char *word)
{
    struct nearest nearest = nearest_start(word, strlen(word));

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        nearest_offer(&nearest, names[i]);
    return nearest.name ? nearest.name : "none";
}

static void the_nearest_word_is_named(void **state)
{
    (void)state;
    assert_string_equal(nearest_of("target"), "target");
    assert_string_equal(nearest_of("targets"), "target"); /* added */
    assert_string_equal(nearest_of("tarket"), "target");  /* changed */
    assert_string_equal(nearest_of("arget"), "target");   /* removed */
    assert_string_equal(nearest_of("tragte"), "none");    /* four: changed in two places */
    assert_string_equal(nearest_of("targetexact"), "target_exact");
    assert_string_equal(nearest_of("deak"), "deck"); /* as near as deal: the first */
    assert_string_equal(nearest_of("dael"), "deal");
}

static void distant_words_are_not_named(void **state)
{
    char word[200];
    (void)state;
    assert_string_equal(nearest_of(""), "none");
    assert_string_equal(nearest_of("b"), "none");   /* half of one letter rounds to zero */
    assert_string_equal(nearest_of("bxy"), "none"); /* one of three may differ */
    assert_string_equal(nearest_of("zebra"), "none");
    assert_string_equal(nearest_of("exact"), "none");
    for (size_t size = 1; size < sizeof word; size++) {
        memset(word, 'x', size);
        word[size] = 0;
        assert_string_equal(nearest_of(word), "none");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_word_is_named),
        cmocka_unit_test(distant_words_are_not_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
