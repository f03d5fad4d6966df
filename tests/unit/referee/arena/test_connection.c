/* test_connection.c - bots that do not read their messages. */
#include "await.h"
#include "duel_session.h"

/* A bot that closes only its reading side is gone as well. */
static void test_a_bot_that_closed_its_reading_side_is_gone(void **state)
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

/* It always leaves something unread, but never more than the limit. */
static void test_a_reader_that_lags_takes_no_more_memory(void **state)
{
    struct duel *duel = *state;
    struct peer *peer = duel->peers[0];
    static char read_bytes[65536];
    size_t most = 0;

    assert_int_equal(duel_start(duel, 0), 0);
    for (int i = 0; i < 100 && peer->out_size == 0; i++) { /* until the kernel's buffer is full */
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

static void test_a_slow_reader_is_closed(void **state)
{
    struct duel *duel = *state;
    struct peer *peer = duel->peers[0];

    assert_int_equal(duel_start(duel, 100 * await_slowness()), 0); /* the other one answers */
    for (int i = 0; i < 200 && peer->state == PEER_STATE_READY; i++) {
        send_pongs(peer, 1000);
        arena_settle(&duel->arena);
        duel_turn(duel);
    }
    assert_int_equal(peer->state, PEER_STATE_CLOSED);
    assert_in_range(peer->out_capacity, PEER_OUT_BYTES_MAX, 3 * PEER_OUT_BYTES_MAX);
    struct await limit = await_begin(10);
    while (!duel->over && await_step(&limit)) { /* it does not return in time */
        const char *line;
        duel_turn(duel);
        while ((line = duel_line(duel, 1)) != NULL)
            duel_answer(duel, 1, line);
    }
    assert_true(duel->over);
    assert_int_equal(duel->forfeited, 0);
}

static int freed_in_between;

/* An owner may do this: its reaction to a failed bot ends with a settled arena. */
static void settle_at_a_failure(struct arena *arena, struct peer *peer)
{
    int there = arena_counts(arena).peers;
    (void)peer;
    arena_settle(arena);
    freed_in_between = there - arena_counts(arena).peers;
}

/* A peer that fails while output is written is still in use, whatever its owner calls. */
static void test_a_peer_is_not_freed_while_it_is_written_to(void **state)
{
    struct duel *duel = *state;
    struct peer *peer = duel->peers[0];

    freed_in_between = -1;
    peer_set_owner(peer, NULL); /* no other reference prevents its release */
    duel->arena.callbacks.failed = settle_at_a_failure;
    duel_say(duel, 0, "hello v=1 name=ann");
    for (int i = 0; i < 10; i++)
        duel_turn(duel);
    assert_int_equal(peer->state, PEER_STATE_READY);
    for (int i = 0; i < 200 && freed_in_between < 0; i++) {
        send_pongs(peer, 1000);
        arena_settle(&duel->arena);
    }
    assert_int_equal(freed_in_between, 0);
    duel->peers[0] = NULL; /* freed when the arena settled */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_bot_that_closed_its_reading_side_is_gone, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_a_reader_that_lags_takes_no_more_memory, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_a_slow_reader_is_closed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_peer_is_not_freed_while_it_is_written_to, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
