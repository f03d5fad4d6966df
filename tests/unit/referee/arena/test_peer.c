/* test_peer.c - the state, the session and the games of a peer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/game_transfer_private.h"
#include "base/log.h"

static struct arena arena;

static struct peer *make(int slots)
{
    struct peer *peer = peer_create(&arena, 0, "test", 0);

    assert_non_null(peer);
    assert_int_equal(peer_make_slots(peer, slots), 0);
    return peer;
}

/* Returns whether the state may change this way: an assert ends the child that tries it. */
static bool may_follow(enum peer_state from, enum peer_state to)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        const struct rlimit none = {0, 0};
        struct game_transfer transfer = {.over = true};
        char event;
        struct peer peer = {.state = from,
                            .name = "ann",
                            .session = "0123456789abcdef0123456789abcdef",
                            .games_max = 1,
                            .read_event = (struct event *)(void *)&event,
                            .away = to == PEER_STATE_LEAVING ? &transfer : NULL};
        peer_make_slots(&peer, 1);
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGABRT, SIG_DFL);
        close(STDERR_FILENO);
        peer_set_state(&peer, to);
        _exit(peer_state(&peer) == to ? 0 : 1);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void only_listed_transitions_are_allowed(void **state)
{
    static const bool allowed[PEER_STATE_COUNT][PEER_STATE_COUNT] = {
        [PEER_STATE_HANDSHAKE] =
            {[PEER_STATE_READY] = true, [PEER_STATE_LEAVING] = true, [PEER_STATE_CLOSED] = true},
        [PEER_STATE_READY] = {[PEER_STATE_LEAVING] = true, [PEER_STATE_CLOSED] = true},
        [PEER_STATE_LEAVING] = {[PEER_STATE_READY] = true, [PEER_STATE_CLOSED] = true},
    };
    (void)state;

    log_set_level(LOG_ERROR);
    for (int from = 0; from < PEER_STATE_COUNT; from++) {
        for (int to = 0; to < PEER_STATE_COUNT; to++)
            assert_int_equal(may_follow((enum peer_state)from, (enum peer_state)to),
                             allowed[from][to]);
    }
}

static void a_game_takes_the_slot_that_it_had(void **state)
{
    struct peer *peer = make(3);
    struct arena_table tables[3];
    (void)state;

    peer->games_max = 3;
    assert_int_equal(peer_take_slot(peer, &tables[0], 1, 2), 2);
    assert_int_equal(peer_take_slot(peer, &tables[1], 0, 2), 0); /* that one is taken */
    assert_int_equal(peer_games(peer), 2);
    assert_int_equal(peer_games_left(peer), 1);
    peer_reserve(peer);
    assert_int_equal(peer_games_left(peer), 0);
    peer_release(peer);
    peer_leave_slot(peer, 2, 40);
    peer_leave_slot(peer, 0, 7);
    assert_int_equal(peer_games(peer), 0);
    assert_int_equal(peer->last_number, 40); /* of the latest request, whichever game ends last */
    peer_destroy(peer);
}

/* The number of games that both connections support. */
static void games_go_to_the_new_connection_with_their_slots(void **state)
{
    static const int slots[][2] = {{1, 1}, {1, 4}, {4, 1}, {4, 4}};
    struct arena_table table;
    (void)state;

    for (size_t i = 0; i < sizeof slots / sizeof slots[0]; i++) {
        struct peer *old = make(slots[i][0]), *peer = make(slots[i][1]);
        int last = slots[i][0] - 1;
        assert_int_equal(peer_take_slot(old, &table, 1, last), last);
        peer_take_slots(peer, old);
        assert_int_equal(peer_games(old), 0);
        assert_int_equal(peer_games(peer), 1);
        assert_ptr_equal(peer->games[last].table, &table);
        assert_int_equal(peer->games[last].seat, 1);
        for (int g = 0; g < old->game_slots; g++)
            assert_null(old->games[g].table);
        peer_destroy(old);
        peer_destroy(peer);
    }
}

static void a_session_has_one_connection(void **state)
{
    struct peer *old = make(1), *peer = make(1);
    char session[2 * SESSION_BYTES + 1];
    (void)state;

    peer_make_session(old);
    peer_make_session(peer);
    assert_int_equal(strlen(peer_session(old)), 2 * SESSION_BYTES);
    assert_string_not_equal(peer_session(old), peer_session(peer));
    strcpy(session, peer_session(old));
    peer_set_carrier(old, 5);
    peer_take_session(peer, old);
    assert_string_equal(peer_session(peer), session);
    assert_string_equal(peer_session(old), "");
    assert_int_equal(peer_carrier(peer), 5);
    peer_destroy(old);
    peer_destroy(peer);
}

/* The arena looks for peers to free only after it was told to. */
static void an_unused_closed_peer_is_marked_to_be_freed(void **state)
{
    struct peer *peer = make(1);
    int owner;
    (void)state;

    peer_set_name(peer, (struct slice){"ann", 3});
    peer_make_session(peer);
    peer->read_event = (struct event *)(void *)&owner; /* never dereferenced */
    peer_set_owner(peer, &owner);
    peer_reserve(peer);
    peer_set_state(peer, PEER_STATE_READY);
    arena.sweep = false;
    peer_release(peer);
    assert_false(arena.sweep);
    assert_true(peer_is_idle(peer));
    peer_reserve(peer);
    assert_false(peer_is_idle(peer));
    peer_set_state(peer, PEER_STATE_CLOSED);
    peer_release(peer);
    assert_true(arena.sweep);
    arena.sweep = false;
    peer_set_owner(peer, NULL);
    assert_true(arena.sweep);
    peer_destroy(peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_listed_transitions_are_allowed),
        cmocka_unit_test(a_game_takes_the_slot_that_it_had),
        cmocka_unit_test(games_go_to_the_new_connection_with_their_slots),
        cmocka_unit_test(a_session_has_one_connection),
        cmocka_unit_test(an_unused_closed_peer_is_marked_to_be_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
