/* test_session.c - one connected bot, over a socket pair: what it may not do to the arena, and what
 * the line may not do to it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <poll.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "duel.h"
#include "arena/session.h"
#include "arena/seated_table.h"

static int setup(void **state)
{
    signal(SIGPIPE, SIG_IGN);
    *state = calloc(1, sizeof(struct duel));
    return duel_open(*state);
}

static int teardown(void **state)
{
    duel_close(*state);
    free(*state);
    return 0;
}

/* Turns until a bot is asked; the request, and which bot. */
static const char *await_request(struct duel *duel, int *bot)
{
    for (int i = 0; i < 100; i++) {
        duel_turn(duel);
        for (*bot = 0; *bot < 2; ++*bot) {
            const char *line;
            while ((line = duel_line(duel, *bot)) != NULL) {
                if (strncmp(line, "turn ", 5) == 0)
                    return line;
            }
        }
    }
    fail_msg("nobody is asked");
    return NULL;
}

static void send_pongs(struct peer *peer, int count)
{
    struct message *message = malloc(sizeof *message);
    message_init(message, MESSAGE_PONG);
    message_set_int(message, PONG_X, 1000000007);
    for (int i = 0; i < count; i++)
        peer_send(peer, message);
    free(message);
}

static void test_a_game_is_played(void **state)
{
    struct duel *duel = *state;
    assert_int_equal(duel_start(duel, 0), 0);
    assert_true(duel_play(duel));
    assert_int_equal(duel->forfeited, -1);
    assert_int_equal(duel->faults[0] + duel->faults[1], 0);
    assert_non_null(duel->record);
}

/* An answer and then the end of the stream: the answer counts, also where the arena notices the end
 * first because it writes. */
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
    arena_settle(&duel->arena); /* writes into a stream that nobody reads any more */
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
    assert_int_equal(duel->decisions, before + 1);
    assert_int_equal(duel->peers[bot]->state, PEER_STATE_CLOSED);
}

/* A bot that closes only what it reads from is gone as well. */
static void test_who_does_not_read_any_more_is_gone(void **state)
{
    struct duel *duel = *state;
    int bot;

    assert_int_equal(duel_start(duel, 0), 0);
    await_request(duel, &bot);
    shutdown(duel->fds[bot], SHUT_RD);
    send_pongs(duel->peers[bot], 1);
    arena_settle(&duel->arena);
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
    assert_int_equal(duel->peers[bot]->state, PEER_STATE_CLOSED);
}

/* It always leaves something unread, and never more than is allowed. */
static void test_a_reader_that_lags_takes_no_more_memory(void **state)
{
    struct duel *duel = *state;
    struct peer *peer = duel->peers[0];
    static char read_bytes[65536];
    size_t most = 0;

    assert_int_equal(duel_start(duel, 0), 0);
    for (int i = 0; i < 100 && peer->out_size == 0; i++) { /* until the kernel is full */
        send_pongs(peer, 2000);
        arena_settle(&duel->arena);
    }
    assert_true(peer->out_size > 0);
    for (int i = 0; i < 2000; i++) {
        ssize_t got = recv(duel->fds[0], read_bytes, 32768, 0);
        size_t backlog = peer->out_size - peer->out_sent;
        if (backlog < PEER_OUT_BYTES_MAX / 2)
            send_pongs(peer, 2000);
        else
            send_pongs(peer, (int)(got > 0 ? got : 0) / 20);
        arena_settle(&duel->arena);
        duel_turn(duel);
        assert_int_equal(peer->state, PEER_STATE_READY);
        assert_true(peer->out_size > peer->out_sent);
        most = peer->out_capacity > most ? peer->out_capacity : most;
    }
    assert_in_range(most, 4096, 2 * PEER_OUT_BYTES_MAX + FRAME_BYTES_MAX);
}

static int pongs(struct duel *duel, int bot)
{
    const char *line;
    int count = 0;
    while ((line = duel_line(duel, bot)) != NULL)
        count += strncmp(line, "pong", 4) == 0;
    return count;
}

/* Whoever sends much gets a turn as others do: one message of another is not behind all of it. */
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

/* It answers in time, and says much before that; the arena looks when the time is over. */
static void test_an_answer_in_time_behind_other_messages(void **state)
{
    struct duel *duel = *state;
    char lines[5 * 400];
    int bot;

    assert_int_equal(duel_start(duel, 50), 0);
    for (int asked = 0; asked < 2; asked++) {
        const char *request = await_request(duel, &bot);
        int before = duel->decisions;
        for (int i = 0; i < 400; i++)
            memcpy(lines + 5 * i, "ping\n", 5);
        if (asked == 1)
            assert_int_equal(send(duel->fds[bot], lines, sizeof lines, 0), sizeof lines);
        assert_true(duel_answer(duel, bot, request));
        poll(NULL, 0, 90);
        for (int i = 0; i < 20 && duel->decisions == before; i++) {
            duel_turn(duel);
            poll(NULL, 0, 2);
        }
        assert_int_equal(duel->decisions, before + 1);
        assert_int_equal(duel->faults[0] + duel->faults[1], 0);
        assert_false(duel->over);
    }
}

/* Its time is over, and then it answers: that is late, whatever it said before. */
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

static void test_a_slow_reader_is_closed(void **state)
{
    struct duel *duel = *state;
    struct peer *peer = duel->peers[0];

    assert_int_equal(duel_start(duel, 100), 0);
    for (int i = 0; i < 200 && peer->state == PEER_STATE_READY; i++) {
        send_pongs(peer, 1000);
        arena_settle(&duel->arena);
        duel_turn(duel);
    }
    assert_int_equal(peer->state, PEER_STATE_CLOSED);
    assert_in_range(peer->out_capacity, PEER_OUT_BYTES_MAX, 3 * PEER_OUT_BYTES_MAX);
    for (int i = 0; i < 200 && !duel->over; i++) { /* it does not come back in time */
        const char *line;
        duel_turn(duel);
        poll(NULL, 0, 2);
        while ((line = duel_line(duel, 1)) != NULL)
            duel_answer(duel, 1, line);
    }
    assert_true(duel->over);
    assert_int_equal(duel->forfeited, 0);
}

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
        cmocka_unit_test_setup_teardown(test_a_game_is_played, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_before_the_end_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_who_does_not_read_any_more_is_gone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_reader_that_lags_takes_no_more_memory, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_many_messages_take_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_in_time_behind_other_messages, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_out_of_time, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_slow_reader_is_closed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_who_does_not_read_loses_by_time, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_answer_meets_no_later_game, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
