/* test_loops.c - a game and its bots on another loop: there, meanwhile, and back. The hall is
 * turned by the test, the other loop by its own thread; the bots' ends are in the hands of the
 * test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "duel.h"
#include "arena/loops.h"
#include "arena/session.h"

enum { TURNS_MAX = 5000, TURN_MSEC = 2 }; /* ten seconds until a test gives up */

struct world {
    struct duel duel; /* its arena is the hall */
    struct loops *loops;
    int game;          /* what stands for the owner of a game */
    int ended;         /* games that were told to be over */
    int ready;         /* bots that were free, so often */
    int failed;        /* peers lost, the hall was told */
    int dropped;       /* games that were given up at the end */
    struct peer *said; /* who said something for the lobby */
    int said_count;
};

static void on_over(struct arena *arena, struct arena_table *table)
{
    (void)arena;
    arena_tell(table, NULL); /* on the thread of the table */
}

static int on_accept(struct arena *arena, struct peer *peer, struct slice token,
                     struct slice ticket)
{
    (void)arena;
    (void)peer;
    (void)token;
    (void)ticket;
    return -1;
}

static void on_ready(struct arena *arena, struct peer *peer)
{
    struct world *world = arena->owner;
    assert_null(peer->away);
    world->ready++;
}

static void on_failed(struct arena *arena, struct peer *peer)
{
    struct world *world = arena->owner;
    world->failed++;
    peer->owner = NULL;
}

static bool on_message(struct arena *arena, struct peer *peer, const struct message *message)
{
    struct world *world = arena->owner;
    world->said = peer;
    world->said_count++;
    return message->kind == MESSAGE_SEEK;
}

static void on_ended(void *owner, void *game, bool began)
{
    struct world *world = owner;
    assert_ptr_equal(game, &world->game);
    assert_true(began);
    world->ended++;
}

static void on_opened(void *owner)
{
    assert_non_null(owner);
}

static void on_drop(void *game)
{
    struct world *world = (struct world *)(void *)((char *)game - offsetof(struct world, game));
    world->dropped++;
}

static int setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    const struct loops_owner owner = {.owner = world, .ended = on_ended, .opened = on_opened};

    signal(SIGPIPE, SIG_IGN);
    *state = world;
    if (!world || duel_open(&world->duel))
        return -1;
    struct arena *hall = &world->duel.arena;
    hall->owner = world;
    hall->accept = on_accept;
    hall->ready = on_ready;
    hall->failed = on_failed;
    hall->message = on_message;
    hall->over = on_over;
    hall->closed = NULL;
    hall->effect = NULL;
    return loops_create(&world->loops, hall, 2, &owner);
}

static int teardown(void **state)
{
    struct world *world = *state;
    loops_destroy(world->loops, on_drop);
    duel_close(&world->duel);
    free(world);
    return 0;
}

/* One turn of the hall, and a moment for the other loop. */
static void turn(struct world *world)
{
    event_base_loop(world->duel.base, EVLOOP_NONBLOCK);
    poll(NULL, 0, TURN_MSEC);
}

static void say_hello(struct world *world, const char *more)
{
    char line[100];

    for (int bot = 0; bot < 2; bot++) {
        snprintf(line, sizeof line, "hello v=1 name=bot%d%s", bot, more);
        duel_say(&world->duel, bot, line);
    }
    for (int i = 0; i < TURNS_MAX && world->ready < 2; i++)
        turn(world);
    assert_int_equal(world->ready, 2);
}

/* A game of one hand between the two. */
static void start(struct world *world)
{
    static const char *const words[] = {"max_hands=1"};
    static const uint8_t seed[FAIR_BYTES] = {7};
    static struct ruleset rules; /* a loop of another thread looks at it later */
    struct ruleset_error error;
    struct table_config config;
    char why[160];

    memset(&config, 0, sizeof config);
    assert_int_equal(ruleset_parse(&rules, "two-handed-draft", words, 1, &error), 0);
    config.rules = &rules;
    assert_int_equal(time_control_parse("3600000", &config.time, why), 0);
    config.policy.kind = POLICY_STRICT;
    snprintf(config.game_id, sizeof config.game_id, "game-1");
    for (int bot = 0; bot < 2; bot++)
        memcpy(config.seats[bot].name, world->duel.peers[bot]->name, sizeof config.seats[bot].name);
    struct fair_set *set = fair_set_create("game-1", seed, 1, 2);
    assert_true(set && loops_start(world->loops, &config, set, world->duel.peers, &world->game));
    arena_settle(&world->duel.arena);
}

/* The next line of a bot that begins so. The other bot plays meanwhile, and so does this one if it
 * `plays`. */
static const char *await_line(struct world *world, int bot, const char *begin, bool plays)
{
    for (int i = 0; i < TURNS_MAX; i++) {
        for (int b = 0; b < 2; b++) {
            const char *line;
            while ((line = duel_line(&world->duel, b)) != NULL) {
                if (b == bot && strncmp(line, begin, strlen(begin)) == 0)
                    return line;
                if (plays || b != bot)
                    duel_answer(&world->duel, b, line);
            }
        }
        turn(world);
    }
    fail_msg("bot %d is not told: %s", bot, begin);
    return NULL;
}

/* Until the game is over and both are home. */
static void play(struct world *world)
{
    for (int i = 0; i < TURNS_MAX && loops_games(world->loops) > 0; i++) {
        for (int bot = 0; bot < 2; bot++) {
            const char *line;
            while ((line = duel_line(&world->duel, bot)) != NULL)
                duel_answer(&world->duel, bot, line);
        }
        turn(world);
    }
    assert_int_equal(loops_games(world->loops), 0);
}

/* A new connection for a bot; its peer in the hall. */
static struct peer *connect_again(struct world *world, int bot)
{
    int pair[2];

    if (world->duel.fds[bot] >= 0)
        close(world->duel.fds[bot]);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    world->duel.fds[bot] = pair[1];
    world->duel.have_bytes[bot] = 0;
    world->duel.peers[bot] = arena_add_peer(&world->duel.arena, pair[0], pair[0], 0, "again");
    assert_non_null(world->duel.peers[bot]);
    world->duel.peers[bot]->owner = &world->duel;
    return world->duel.peers[bot];
}

static void a_game_is_played_elsewhere_and_its_bots_come_home(void **state)
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

/* The hall answers a bot that is away, and takes what it says. */
static void the_lobby_speaks_with_who_is_away(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    await_line(world, 0, "game ", false);
    duel_say(&world->duel, 0, "seek games=1");
    for (int i = 0; i < TURNS_MAX && !world->said; i++)
        turn(world);
    assert_ptr_equal(world->said, world->duel.peers[0]);
    peer_send_error(world->duel.peers[0], WIRE_ERROR_ABSENT, 0);
    arena_settle(&world->duel.arena);
    await_line(world, 0, "error code=absent", true);
    duel_say(&world->duel, 1, "tables"); /* which this hall does not know */
    await_line(world, 1, "error code=unknown", true);
    duel_say(&world->duel, 1, "nonsense");
    await_line(world, 1, "error code=unknown", true);
    play(world);
    assert_int_equal(world->failed, 0);
}

/* A seated bot says much to the lobby: the hall gets one of its messages at a time, each of them in
 * the end */
static void the_hall_is_not_filled(void **state)
{
    struct world *world = *state;
    enum { SAID = 40 };
    int most = 0;

    say_hello(world, "");
    start(world);
    for (int i = 0; i < SAID; i++)
        duel_say(&world->duel, 0, "seek");
    for (int i = 0; i < 20; i++) /* the hall sleeps, its mail waits */
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

static void what_is_said_on_the_way_home_arrives(void **state)
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
            peer_send_error(world->duel.peers[1], WIRE_ERROR_FULL, 0);
            arena_settle(&world->duel.arena);
            await_line(world, 1, "error code=full", true);
        }
    }
    play(world);
    assert_int_equal(world->ended, 1);
}

static void who_loses_its_connection_follows_its_game(void **state)
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
        if (again % 2) { /* the hall knows before it comes back; or it does not */
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
    await_line(world, 0, "pong x=5", false); /* said before it had followed */
    /* The last one has not answered yet: it is asked again after it has come back once more. */
    connect_again(world, 0);
    duel_say(&world->duel, 0, hello);
    play(world);
    assert_int_equal(world->ended, 1);
    assert_int_equal(world->duel.peers[0]->state, PEER_STATE_READY);
    assert_null(world->duel.peers[0]->away);
}

static void who_is_thrown_out_is_told_and_loses(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    await_line(world, 1, "game ", false);
    peer_bye(world->duel.peers[1], "closed by the operator");
    await_line(world, 1, "bye ", false);
    for (int i = 0; i < TURNS_MAX && world->failed < 1; i++)
        turn(world);
    assert_int_equal(world->failed, 1); /* once */
    loops_void_games(world->loops);
    for (int i = 0; i < TURNS_MAX && loops_games(world->loops) > 0; i++)
        turn(world);
    assert_int_equal(world->ended, 1);
    assert_int_equal(world->failed, 1);
    assert_int_equal(world->ready, 3); /* the other one */
    assert_int_equal(world->duel.arena.peer_count, 1);
}

static void who_plays_several_games_plays_them_in_the_hall(void **state)
{
    struct world *world = *state;

    say_hello(world, " games=2");
    start(world);
    assert_int_equal(loops_games(world->loops), 0);
    assert_int_equal(world->duel.arena.table_count, 1);
    assert_null(world->duel.peers[0]->away);
    loops_void_games(world->loops);
}

static void loops_that_are_held_can_be_looked_at(void **state)
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

/* Whatever is under way: nothing is lost, and each game is given up once. */
static void all_can_end_at_any_moment(void **state)
{
    struct world *world = *state;

    say_hello(world, "");
    start(world);
    for (int i = 0; i < 3; i++)
        turn(world);
    peer_send_error(world->duel.peers[0], WIRE_ERROR_FULL, 0);
    duel_say(&world->duel, 1, "seek games=1");
    loops_stop(world->loops);
    peer_send_error(world->duel.peers[0], WIRE_ERROR_FULL, 0);
    arena_settle(&world->duel.arena);
    loops_stop(world->loops);
    loops_destroy(world->loops, on_drop);
    world->loops = NULL;
    assert_int_equal(world->dropped, 1);
    assert_int_equal(world->ended, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_game_is_played_elsewhere_and_its_bots_come_home),
        TEST(the_lobby_speaks_with_who_is_away),
        TEST(what_is_said_on_the_way_home_arrives),
        TEST(the_hall_is_not_filled),
        TEST(who_loses_its_connection_follows_its_game),
        TEST(who_is_thrown_out_is_told_and_loses),
        TEST(who_plays_several_games_plays_them_in_the_hall),
        TEST(loops_that_are_held_can_be_looked_at),
        TEST(all_can_end_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
