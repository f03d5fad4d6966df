/* test_writer_publish.c - the shell's writes reach a running daemon. */
#include "writer_cases.h"

/* An entry of the shell reaches a running daemon with its next write, or within about a second. */
static void test_registration_and_tokens(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char token[100] = "", newer[100] = "", ignored[100];
    struct ladder_bot bot;
    assert_int_equal(writer_queue_register(ladder, "open"), 0);
    assert_true(writer_view_bot(ladder, "Open", &bot)); /* at once */
    assert_false(bot.has_token);
    assert_int_equal(writer_queue_register(ladder, "OPEN"), 0);
    assert_int_equal(writer_queue_register(ladder, ".hidden"), -1);
    assert_true(writer_view_token_valid(ladder, "open", NULL));
    writer_queue_wait(ladder);
    assert_int_equal(shell(temp, token, sizeof token, 2, (const char *const[]){"add", "safe"}), 0);
    assert_int_equal(shell(temp, ignored, sizeof ignored, 2, (const char *const[]){"add", "open"}),
                     2);
    assert_int_equal(strlen(token), 64);
    struct await limit = await_begin(10);
    while (!writer_view_bot(ladder, "safe", &bot) && await_step(&limit))
        ;
    assert_true(writer_view_bot(ladder, "safe", &bot));
    assert_true(bot.has_token);
    assert_true(writer_view_token_valid(ladder, "SAFE", token));
    assert_false(writer_view_token_valid(ladder, "safe", NULL));
    assert_false(writer_view_token_valid(ladder, "safe", ""));
    token[63] = token[63] == '0' ? '1' : '0';
    assert_false(writer_view_token_valid(ladder, "safe", token));
    token[63] = '\0';
    assert_false(writer_view_token_valid(ladder, "safe", token));
    assert_int_equal(shell(temp, newer, sizeof newer, 2, (const char *const[]){"token", "safe"}),
                     0);
    assert_int_equal(shell(temp, ignored, sizeof ignored, 2, (const char *const[]){"ban", "open"}),
                     0);
    struct ladder_result result = duel("g-1", "open", "safe", 2);
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0); /* the next write */
    writer_queue_wait(ladder);
    assert_true(writer_view_token_valid(ladder, "safe", newer));
    assert_true(writer_view_bot(ladder, "open", &bot));
    assert_true(bot.banned);
    assert_int_equal(bot.games, 0); /* it was not rated */
    writer_close(ladder);
    assert_no_difference(temp, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_registration_and_tokens, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
