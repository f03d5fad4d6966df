/* test_env_action.c - actions as numbers. */
#include "env_games.h"

static void test_numbers_are_distinct_words_but_for_bids_and_cards(void **state)
{
    char texts[ENV_ACTIONS][ACTION_TEXT_MAX];
    int twice = 0;
    (void)state;
    for (int i = 0; i < ENV_ACTIONS; i++) {
        size_t size = env_action_format(i, texts[i]);
        assert_int_equal(size, strlen(texts[i]));
        for (int j = 0; j < i; j++)
            twice += strcmp(texts[i], texts[j]) == 0;
    }
    assert_int_equal(twice, 20); /* 6S to 10H are bids and cards */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_distinct_words_but_for_bids_and_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
