/* test_seated_table.c - the clock of a table at which peers sit, and answers that come for another
 * game. */
#include "duel_session.h"

/* Its request cannot be written as it leaves no room: its clock runs all the same. */
static void test_who_does_not_read_loses_by_time(void **state)
{
    struct duel *duel = *state;
    int bot;

    assert_int_equal(duel_start(duel, 400), 0);
    const char *request = await_request(duel, &bot);
    int other = 1 - bot;
    for (int i = 0; i < 20 && duel->peers[other]->out_size == 0; i++) {
        send_pongs(duel->peers[other], 1000);
        arena_settle(&duel->arena);
    }
    assert_true(duel->peers[other]->out_size > 0);
    /* The one that plays on answers whatever it is asked; the other one is asked sooner or later.
     */
    for (int i = 0; i < 400 && !duel->over; i++) {
        while (request) {
            duel_answer(duel, bot, request);
            request = duel_line(duel, bot);
        }
        duel_turn(duel);
        poll(NULL, 0, 5);
        request = duel_line(duel, bot);
    }
    assert_true(duel->over);
    assert_int_equal(duel->forfeited, other);
}

/* A game is stopped while an answer is on its way: the answer is late, and no fault of the next
 * game. */
static void test_an_answer_meets_no_later_game(void **state)
{
    struct duel *duel = *state;
    char request[FRAME_BYTES_MAX];
    int bot, asked;

    assert_int_equal(duel_start(duel, 0), 0);
    snprintf(request, sizeof request, "%s", await_request(duel, &bot));
    seated_table_void(duel->table, "a test");
    arena_settle(&duel->arena);
    assert_true(duel->over);
    assert_int_equal(duel->reason, REASON_ABORTED);
    assert_int_equal(duel_again(duel, 0), 0);
    await_request(duel, &asked);
    assert_int_equal(asked, bot); /* the same deal */
    assert_true(duel_answer(duel, bot, request));
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
    assert_int_equal(duel->decisions, 0);
    const char *line = duel_line(duel, bot);
    assert_non_null(line);
    assert_non_null(strstr(line, "error code=late"));
    assert_false(duel->over);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_who_does_not_read_loses_by_time, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_meets_no_later_game, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
