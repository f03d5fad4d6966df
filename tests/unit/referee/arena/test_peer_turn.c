/* test_peer_turn.c - the order in which peers' messages are read. */
#include "await.h"
#include "duel_session.h"

/* An answer and then the end of the stream: the answer counts, also where the arena notices the
 * end first because it writes. */
static void test_an_answer_before_the_end_counts(void **state)
{
    struct duel *duel = *state;
    int bot, before;

    assert_int_equal(duel_start(duel, 0), 0);
    const char *request = await_request(duel, &bot);
    before = duel->decisions;
    assert_true(duel_answer(duel, bot, request));
    close(duel->fds[bot]);
    duel->fds[bot] = -1;
    send_pongs(duel->peers[bot], 1);
    arena_settle(&duel->arena); /* writes into a stream that has no reader now */
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
    assert_int_equal(duel->decisions, before + 1);
    assert_int_equal(duel->peers[bot]->state, PEER_STATE_CLOSED);
}

static int pongs(struct duel *duel, int bot)
{
    const char *line;
    int count = 0;
    while ((line = duel_line(duel, bot)) != NULL)
        count += strncmp(line, "pong", 4) == 0;
    return count;
}

/* A peer that sends much gets a turn like others: another's single message does not wait for all
 * of it. */
static void test_many_messages_take_turns(void **state)
{
    struct duel *duel = *state;
    char lines[5 * 800];

    assert_int_equal(duel_start(duel, 0), 0);
    duel_turn(duel);
    pongs(duel, 0);
    for (int i = 0; i < 800; i++)
        memcpy(lines + 5 * i, "ping\n", 5);
    assert_int_equal(send(duel->fds[0], lines, sizeof lines, 0), sizeof lines);
    duel_say(duel, 1, "ping x=1");
    event_base_loop(duel->base, EVLOOP_ONCE | EVLOOP_NONBLOCK);
    int first = pongs(duel, 0);
    assert_in_range(first, 0, 100);
    assert_int_equal(pongs(duel, 1), 1);
    for (int i = 0; i < 100 && first < 800; i++) {
        duel_turn(duel);
        first += pongs(duel, 0);
    }
    assert_int_equal(first, 800);
}

/* It answers in time, and sends much before that; the arena reads when the time is over. */
static void test_an_answer_in_time_behind_other_messages(void **state)
{
    struct duel *duel = *state;
    char lines[5 * 400];
    int bot, time_msec = 50 * await_slowness(); /* of a decision */

    if (time_msec > STALL_MSEC / 4) /* the arena is not asked for twice that time */
        time_msec = STALL_MSEC / 4;

    assert_int_equal(duel_start(duel, time_msec), 0);
    for (int asked = 0; asked < 2; asked++) {
        const char *request = await_request(duel, &bot);
        int before = duel->decisions;
        for (int i = 0; i < 400; i++)
            memcpy(lines + 5 * i, "ping\n", 5);
        if (asked == 1)
            assert_int_equal(send(duel->fds[bot], lines, sizeof lines, 0), sizeof lines);
        assert_true(duel_answer(duel, bot, request));
        poll(NULL, 0, 2 * time_msec);
        for (int i = 0; i < 20 && duel->decisions == before; i++) {
            duel_turn(duel);
            poll(NULL, 0, 2);
        }
        assert_int_equal(duel->decisions, before + 1);
        assert_int_equal(duel->faults[0] + duel->faults[1], 0);
        assert_false(duel->over);
    }
}

/* Its time is over, and then it answers: that is late, whatever it sent before. */
static void test_an_answer_out_of_time(void **state)
{
    struct duel *duel = *state;
    int bot;

    assert_int_equal(duel_start(duel, 50), 0);
    await_request(duel, &bot);
    duel_say(duel, bot, "ping");
    for (int i = 0; i < 100 && !duel->over; i++) {
        duel_turn(duel);
        poll(NULL, 0, 2);
    }
    assert_true(duel->over);
    assert_int_equal(duel->forfeited, bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_an_answer_before_the_end_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_messages_take_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_in_time_behind_other_messages, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_out_of_time, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
