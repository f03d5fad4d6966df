/* test_loops.c - a game and its bots on another loop: the transfer there, the play, and the
 * return. The test drives the main loop, a thread the other loop; the test holds the bots' ends. */
#include "two_loops.h"

/* The main loop answers an absent bot, and accepts its messages. */
static void the_main_loop_answers_an_absent_bot(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    await_line(world, 0, "game ", false);
    duel_say(&world->duel, 0, "seek games=1");
    for (int i = 0; i < TURNS_MAX && !world->said; i++)
        turn(world);
    assert_ptr_equal(world->said, world->duel.peers[0]);
    connection_send_error(world->duel.peers[0], WIRE_ERROR_ABSENT, 0);
    arena_settle(&world->duel.arena);
    await_line(world, 0, "error code=absent", true);
    duel_say(&world->duel, 1, "tables"); /* which this main loop does not know */
    await_line(world, 1, "error code=unknown", true);
    duel_say(&world->duel, 1, "nonsense");
    await_line(world, 1, "error code=unknown", true);
    play(world);
    assert_int_equal(world->failed, 0);
}

static void a_kicked_bot_gets_the_reason_and_loses(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    await_line(world, 1, "game ", false);
    connection_bye(world->duel.peers[1], "closed by the operator");
    await_line(world, 1, "bye ", false);
    for (int i = 0; i < TURNS_MAX && world->failed < 1; i++)
        turn(world);
    assert_int_equal(world->failed, 1); /* only once */
    loops_void_games(world->loops);
    for (int i = 0; i < TURNS_MAX && loops_games(world->loops) > 0; i++)
        turn(world);
    assert_int_equal(world->ended, 1);
    assert_int_equal(world->failed, 1);
    assert_int_equal(world->ready, 3); /* the other one */
    assert_int_equal(world->duel.arena.peer_count, 1);
}

static void a_bot_of_several_games_plays_on_the_main_loop(void **state)
{
    struct world *world = *state;

    say_hello(world, " games=2");
    start(world);
    assert_int_equal(loops_games(world->loops), 0);
    assert_int_equal(world->duel.arena.table_count, 1);
    assert_null(world->duel.peers[0]->away);
    loops_void_games(world->loops);
}

static void held_loops_can_be_read(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    await_line(world, 0, "game ", false);
    loops_hold(world->loops);
    const struct arena *other = loops_arena(world->loops, 1);
    assert_int_equal(other->table_count, 1);
    assert_int_equal(other->peer_count, 2);
    assert_ptr_equal(loops_game(other->tables), &world->game);
    assert_ptr_equal(loops_connection(world->duel.peers[0])->arena, other);
    assert_null(loops_arena(world->loops, 2));
    loops_let_go(world->loops);
    loops_hold(world->loops); /* again, at once */
    loops_let_go(world->loops);
    play(world);
}

/* Whatever is in transit: nothing is lost, and each game is abandoned once. */
static void the_loops_may_stop_at_any_moment(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    for (int i = 0; i < 3; i++)
        turn(world);
    connection_send_error(world->duel.peers[0], WIRE_ERROR_FULL, 0);
    duel_say(&world->duel, 1, "seek games=1");
    loops_stop(world->loops);
    connection_send_error(world->duel.peers[0], WIRE_ERROR_FULL, 0);
    arena_settle(&world->duel.arena);
    loops_stop(world->loops);
    loops_destroy(world->loops, on_drop);
    world->loops = NULL;
    assert_int_equal(world->dropped, 1);
    assert_int_equal(world->ended, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_main_loop_answers_an_absent_bot),
        TEST(a_kicked_bot_gets_the_reason_and_loses),
        TEST(a_bot_of_several_games_plays_on_the_main_loop),
        TEST(held_loops_can_be_read),
        TEST(the_loops_may_stop_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
