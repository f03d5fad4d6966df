/* two_loops.h - the main loop and a loop beside it, with a game of two, for the tests of loops. */
#ifndef AVONDALE_TEST_TWO_LOOPS_H
#define AVONDALE_TEST_TWO_LOOPS_H

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
    struct duel duel; /* its arena is the main loop's */
    struct loops *loops;
    int game;          /* stands for the owner of a game */
    int ended;         /* games that were reported as over */
    int ready;         /* how often bots became free */
    int failed;        /* lost peers that the main loop reported */
    int dropped;       /* games that were dropped at the end */
    struct peer *said; /* who sent a message for the lobby */
    int said_count;
};

static inline void on_over(struct arena *arena, struct arena_table *table)
{
    (void)arena;
    arena_tell(table, NULL); /* on the thread of the table */
}

static inline enum wire_error on_accept(struct arena *arena, struct peer *peer,
                                        const struct hello_words *words)
{
    (void)arena;
    (void)peer;
    (void)words;
    return WIRE_ERROR_NONE;
}

static inline void on_ready(struct arena *arena, struct peer *peer)
{
    struct world *world = arena->owner;
    assert_null(peer->away);
    world->ready++;
}

static inline void on_failed(struct arena *arena, struct peer *peer)
{
    struct world *world = arena->owner;
    world->failed++;
    peer->owner = NULL;
}

static inline bool on_message(struct arena *arena, struct peer *peer, const struct message *message)
{
    struct world *world = arena->owner;
    world->said = peer;
    world->said_count++;
    return message->kind == MESSAGE_SEEK;
}

static inline void on_ended(void *owner, void *game, bool began)
{
    struct world *world = owner;
    assert_ptr_equal(game, &world->game);
    assert_true(began);
    world->ended++;
}

static inline void on_opened(void *owner)
{
    assert_non_null(owner);
}

static inline void on_drop(void *game)
{
    struct world *world = (struct world *)(void *)((char *)game - offsetof(struct world, game));
    world->dropped++;
}

static inline int setup(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    const struct loops_owner owner = {.owner = world, .ended = on_ended, .opened = on_opened};

    signal(SIGPIPE, SIG_IGN);
    *state = world;
    if (!world || duel_open(&world->duel))
        return -1;
    struct arena *hall = &world->duel.arena;
    hall->owner = world;
    hall->callbacks.accept = on_accept;
    hall->callbacks.ready = on_ready;
    hall->callbacks.failed = on_failed;
    hall->callbacks.message = on_message;
    hall->callbacks.over = on_over;
    hall->callbacks.closed = NULL;
    hall->callbacks.effect = NULL;
    return loops_create(&world->loops, hall, 2, &owner);
}

static inline int teardown(void **state)
{
    struct world *world = *state;
    loops_destroy(world->loops, on_drop);
    duel_close(&world->duel);
    free(world);
    return 0;
}

/* One turn of the main loop, and a moment for the other loop. */
static inline void turn(struct world *world)
{
    event_base_loop(world->duel.base, EVLOOP_NONBLOCK);
    poll(NULL, 0, TURN_MSEC);
}

static inline void say_hello(struct world *world, const char *more)
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
static inline void start(struct world *world)
{
    static const char *const words[] = {"max_hands=1"};
    static const uint8_t seed[FAIR_BYTES] = {7};
    static struct ruleset rules; /* a loop of another thread reads it later */
    struct ruleset_error error;
    struct table_config config;
    char why[160];

    memset(&config, 0, sizeof config);
    assert_int_equal(ruleset_parse(&rules, "two-handed-draft", words, 1, &error), 0);
    config.rules = &rules;
    assert_int_equal(time_control_parse("3600000", &config.time, why), 0);
    config.policy.kind = FAULT_POLICY_STRICT;
    snprintf(config.game_id, sizeof config.game_id, "game-1");
    for (int bot = 0; bot < 2; bot++)
        memcpy(config.seats[bot].name, world->duel.peers[bot]->name, sizeof config.seats[bot].name);
    struct fair_set *set = fair_set_create("game-1", seed, 1, 2);
    assert_true(set && loops_start(world->loops, &config, set, world->duel.peers, &world->game));
    arena_settle(&world->duel.arena);
}

/* The next line of a bot with that beginning. The other bot plays meanwhile, and so does this one
 * if it `plays`. */
static inline const char *await_line(struct world *world, int bot, const char *begin, bool plays)
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

/* Runs until the game is over and both bots are back on the main loop. */
static inline void play(struct world *world)
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
