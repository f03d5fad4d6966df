/* test_game_transfer.c - a game and its bots move to another loop and return. */
#include "two_loops.h"

/* A new connection for a bot; returns its peer on the main loop. */
static struct peer *connect_again(struct world *world, int bot)
{
    int pair[2];

    if (world->duel.fds[bot] >= 0)
        close(world->duel.fds[bot]);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    world->duel.fds[bot] = pair[1];
    world->duel.have_bytes[bot] = 0;
    world->duel.peers[bot] = connection_create(&world->duel.arena, pair[0], pair[0], 0, "again");
    assert_non_null(world->duel.peers[bot]);
    world->duel.peers[bot]->owner = &world->duel;
    return world->duel.peers[bot];
}

static void a_game_moves_to_another_loop_and_its_bots_return(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    for (int game = 1; game <= 3; game++) {
        start(world);
        assert_int_equal(loops_games(world->loops), 1);
        assert_int_equal(world->duel.arena.table_count, 0);
        assert_non_null(world->duel.peers[0]->away);
        assert_int_equal(world->duel.peers[0]->game_count, 1);
        play(world);
        assert_int_equal(world->ended, game);
        assert_int_equal(world->ready, 2 + 2 * game);
        for (int bot = 0; bot < 2; bot++) {
            assert_null(world->duel.peers[bot]->away);
            assert_int_equal(world->duel.peers[bot]->game_count, 0);
            assert_int_equal(world->duel.peers[bot]->state, PEER_STATE_READY);
        }
    }
    assert_true(loops_decisions(world->loops) > 10);
    assert_int_equal(world->duel.arena.decisions, 0);
    assert_int_equal(world->failed, 0);
}

/* A seated bot sends many lobby messages: the main loop gets them one at a time, and all of them
 * in the end */
static void messages_do_not_fill_the_main_loop(void **state)
{
    struct world *world = *state;
    enum { SAID = 40 };
    int most = 0;

    say_hello(world, "");
    start(world);
    for (int i = 0; i < SAID; i++)
        duel_say(&world->duel, 0, "seek");
    for (int i = 0; i < 20; i++) /* the main loop sleeps, its mail waits */
        poll(NULL, 0, TURN_MSEC);
    for (int i = 0; i < TURNS_MAX && world->said_count < SAID; i++) {
        int before = world->said_count;
        event_base_loop(world->duel.base, EVLOOP_NONBLOCK);
        most = world->said_count - before > most ? world->said_count - before : most;
        poll(NULL, 0, TURN_MSEC);
    }
    assert_int_equal(world->said_count, SAID);
    assert_in_range(most, 1, 2);
    play(world);
}

static void messages_during_the_return_arrive(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    for (int i = 0; i < TURNS_MAX && !world->ended; i++) {
        for (int bot = 0; bot < 2; bot++) {
            const char *line;
            while ((line = duel_line(&world->duel, bot)) != NULL)
                duel_answer(&world->duel, bot, line);
        }
        turn(world);
        if (world->ended && world->duel.peers[1]->away) {
            connection_send_error(world->duel.peers[1], WIRE_ERROR_FULL, 0);
            arena_settle(&world->duel.arena);
            await_line(world, 1, "error code=full", true);
        }
    }
    play(world);
    assert_int_equal(world->ended, 1);
}

static void a_reconnected_bot_follows_its_game(void **state)
{
    struct world *world = *state;
    char hello[120];

    say_hello(world, "");
    for (int again = 1; again <= 5; again++) {
        if (again == 1)
            start(world);
        await_line(world, 0, again == 1 ? "game " : "deal ", false);
        struct peer *old = world->duel.peers[0];
        snprintf(hello, sizeof hello, "hello v=1 name=bot0 session=%s\nping x=%d", old->session,
                 again);
        if (again % 2) { /* the main loop knows before it returns, or does not */
            close(world->duel.fds[0]);
            world->duel.fds[0] = -1;
            for (int i = 0; i < TURNS_MAX && world->failed < again; i++)
                turn(world);
            assert_int_equal(world->failed, again);
        }
        struct peer *peer = connect_again(world, 0);
        duel_say(&world->duel, 0, hello);
        await_line(world, 0, "welcome ", false);
        await_line(world, 0, "game ", false);
        assert_int_equal(world->failed, again);
        assert_non_null(peer->away);
    }
    await_line(world, 0, "pong x=5", false); /* sent before it had moved */
    /* The last one has not answered yet: it is asked again after it has reconnected once more. */
    connect_again(world, 0);
    duel_say(&world->duel, 0, hello);
    play(world);
    assert_int_equal(world->ended, 1);
    assert_int_equal(world->duel.peers[0]->state, PEER_STATE_READY);
    assert_null(world->duel.peers[0]->away);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_moves_to_another_loop_and_its_bots_return),
        TEST(messages_during_the_return_arrive),
        TEST(messages_do_not_fill_the_main_loop),
        TEST(a_reconnected_bot_follows_its_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
