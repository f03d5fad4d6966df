/* test_peer_check.c - each invariant of a peer: a peer corrupted in one field fails at the
 * assert that names it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "arena/game_transfer_private.h"
#include "death.h"

static struct arena arena;
static struct arena_table tables[2];
static struct game_transfer transfer;
static char nothing; /* in the place of an event, and never read */

/* A connected bot that plays one game of two. */
static int set_up(void **state)
{
    struct peer *peer = peer_create(&arena, 0, "test", 0);

    assert_non_null(peer);
    peer_set_name(peer, (struct slice){"ann", 3});
    peer_make_session(peer);
    assert_int_equal(peer_make_slots(peer, 2), 0);
    peer->read_event = (struct event *)(void *)&nothing;
    peer_set_state(peer, PEER_STATE_READY);
    peer_take_slot(peer, &tables[0], 1, 1);
    *state = peer;
    return 0;
}

static int tear_down(void **state)
{
    peer_destroy(*state);
    return 0;
}

static void check(void *peer)
{
    peer_check(peer);
}

static void state_is_unknown(struct peer *peer)
{
    peer->state = PEER_STATE_COUNT;
}
static void session_is_cut(struct peer *peer)
{
    peer->session[5] = 0;
}
static void session_is_gone(struct peer *peer)
{
    peer->session[0] = 0;
}
static void name_is_gone(struct peer *peer)
{
    peer->name[0] = 0;
}
static void it_is_called_otherwise(struct peer *peer)
{
    peer->called.name = "bob";
}
static void its_hello_is_deferred_still(struct peer *peer)
{
    peer->deferred = true;
}
static void it_leaves_for_nothing(struct peer *peer)
{
    peer->state = PEER_STATE_LEAVING;
}
static void it_wants_no_game(struct peer *peer)
{
    peer->games_max = 0;
}
static void it_wants_too_many_games(struct peer *peer)
{
    peer->games_max = PEER_GAMES_MAX + 1;
}
static void slots_are_gone(struct peer *peer)
{
    peer->game_slots = 0;
}
static void the_one_slot_is_elsewhere(struct peer *peer)
{
    peer->game_slots = 1;
}
static void two_slots_are_in_the_peer(struct peer *peer)
{
    peer->games = &peer->only;
}
static void a_game_is_not_counted(struct peer *peer)
{
    peer->game_count = 0;
}
static void a_game_away_is_not_counted(struct peer *peer)
{
    peer->away = &transfer;
}
static void a_game_is_counted_twice(struct peer *peer)
{
    peer->game_count++;
}
static void it_sits_beyond_the_table(struct peer *peer)
{
    peer->games[1].seat = SEATS_MAX;
}
static void it_sits_twice(struct peer *peer)
{
    peer->games[0] = (struct seat_of_peer){.table = &tables[0], .seat = 2};
    peer->game_count++;
}
static void too_much_is_released(struct peer *peer)
{
    peer->reserved = -1;
}
static void it_is_away_beyond_the_table(struct peer *peer)
{
    peer->away = &transfer;
    peer->game_count++;
    peer->away_seat = SEATS_MAX;
}
static void more_is_sent_than_written(struct peer *peer)
{
    peer->out_sent = 1;
}
static void more_is_written_than_fits(struct peer *peer)
{
    peer->out_size = 1;
    peer->dirty = true;
}
static void the_buffer_is_gone(struct peer *peer)
{
    peer->out_capacity = 100;
}
static void kept_bytes_are_gone(struct peer *peer)
{
    peer->have = 3;
}
static void kept_bytes_are_not_counted(struct peer *peer)
{
    peer->kept = &nothing;
}
static void too_much_is_kept(struct peer *peer)
{
    peer->kept = &nothing;
    peer->have = PEER_IN_BYTES + 1;
}
static void waiting_messages_are_gone(struct peer *peer)
{
    peer->more = true;
}
static void output_is_forgotten(struct peer *peer)
{
    peer->out = &nothing;
    peer->out_capacity = peer->out_size = 1;
}
static void nobody_listens(struct peer *peer)
{
    peer->read_event = NULL;
}

static void each_broken_field_is_detected(void **state)
{
    static const struct {
        void (*corrupt)(struct peer *peer);
        const char *why;
    } cases[] = {
        {state_is_unknown, "PEER_STATE_COUNT"},
        {session_is_cut, "a session is whole"},
        {session_is_gone, "has a name, a session and slots"},
        {name_is_gone, "has a name, a session and slots"},
        {it_is_called_otherwise, "it is called by its name"},
        {its_hello_is_deferred_still, "only a hello is deferred"},
        {it_leaves_for_nothing, "it leaves for a game"},
        {it_wants_no_game, "it plays some games"},
        {it_wants_too_many_games, "it plays some games"},
        {slots_are_gone, "slots are there, or none are counted"},
        {the_one_slot_is_elsewhere, "one slot is in the peer"},
        {two_slots_are_in_the_peer, "one slot is in the peer"},
        {a_game_is_not_counted, "each game is in a slot, or away"},
        {a_game_away_is_not_counted, "each game is in a slot, or away"},
        {a_game_is_counted_twice, "each game is in a slot, or away"},
        {it_sits_beyond_the_table, "a game is of a seat"},
        {it_sits_twice, "one seat at a table"},
        {too_much_is_released, "what is released was reserved"},
        {it_is_away_beyond_the_table, "the game that is away has a seat"},
        {more_is_sent_than_written, "what is sent was written"},
        {more_is_written_than_fits, "what is sent was written"},
        {the_buffer_is_gone, "a buffer has a size"},
        {kept_bytes_are_gone, "what is kept has a size"},
        {kept_bytes_are_not_counted, "what is kept has a size"},
        {too_much_is_kept, "what is kept fits into one read"},
        {waiting_messages_are_gone, "messages that wait are kept"},
        {output_is_forgotten, "what is not sent yet will be"},
        {nobody_listens, "a bot that is here is listened to"},
    };

    assert_dies(check, *state, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct peer *peer = *state, before = *peer;
        struct seat_of_peer games[2] = {peer->games[0], peer->games[1]};
        cases[i].corrupt(peer);
        assert_dies(check, peer, cases[i].why);
        *peer = before;
        memcpy(peer->games, games, sizeof games);
    }
    assert_dies(check, *state, NULL);
}

/* A transferred game is counted until it is over there; its slot is on the other loop. */
static void a_game_away_is_counted_once(void **state)
{
    struct peer *peer = *state;

    memset(&transfer, 0, sizeof transfer);
    peer->away = &transfer;
    peer_begin_away(peer);
    peer_check(peer);
    transfer.over = true;
    peer_end_away(peer);
    peer_check(peer);
    peer->away = NULL;
    peer_check(peer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_broken_field_is_detected, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_game_away_is_counted_once, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
