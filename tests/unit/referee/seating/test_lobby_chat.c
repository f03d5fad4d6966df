/* test_lobby_chat.c - chat at an invitation table before and after its game: who receives it,
 * and who may send. */
#include "duel_session.h"

#include "seating/lobby_chat.h"
#include "seating/seating_private.h"

enum { GUESTS = 2 };

static struct seating seating;
static struct lobby_member members[GUESTS], *list[GUESTS];
static struct invitation invitation = {
    .code = "ABCDEFGHJK", .seat_count = 2, .seats = {{.guest = 0}, {.guest = 1}}};

/* Two bots that have said hello and whose game is over. */
static int set_up(void **state)
{
    if (setup(state))
        return -1;
    struct duel *duel = *state;
    if (duel_start(duel, 0))
        return -1;
    memset(&seating, 0, sizeof seating);
    seating.members = list;
    for (int i = 0; i < GUESTS; i++) {
        members[i] = (struct lobby_member){.peer = duel->peers[i], .number = i};
        list[i] = &members[i];
    }
    invitation.options.chat = CHAT_TEXT;
    return duel_play(duel) ? 0 : -1;
}

static int tear_down(void **state)
{
    lobby_chat_fini(&seating);
    return teardown(state);
}

static void say(int guest, const char *code, const char *words)
{
    static struct message message;

    message_init(&message, MESSAGE_CHAT);
    message_set_string(&message, CHAT_CODE, code, strlen(code));
    message_set_string(&message, CHAT_SAY, words, strlen(words));
    lobby_chat_take(&seating, &members[guest], &message);
}

/* Returns the next chat line that a bot received, or "" if there is none. */
static const char *heard(struct duel *duel, int bot)
{
    for (int i = 0; i < 4; i++) {
        const char *line;
        duel_turn(duel);
        arena_settle(&duel->arena);
        while ((line = duel_line(duel, bot)) != NULL) {
            if (strncmp(line, "said ", 5) == 0 || strncmp(line, "error ", 6) == 0)
                return line;
        }
    }
    return "";
}

static void seats_may_chat_after_the_game(void **state)
{
    long number = lobby_chat_keep(&seating, &invitation);

    assert_int_equal(number, 1);
    say(0, invitation.code, "hello");
    assert_non_null(strstr(heard(*state, 0), "code=chat")); /* the game is not over */
    lobby_chat_open(&seating, number, clock_now_usec());
    say(0, "abcdefghjk", "hello");
    assert_non_null(strstr(heard(*state, 1), "seat=0 say=hello code=ABCDEFGHJK"));
    assert_string_equal(heard(*state, 0), "");
}

/* A guessed code reveals nothing: the answer is that of an unknown table. */
static void only_seats_of_the_game_may_chat(void **state)
{
    lobby_chat_open(&seating, lobby_chat_keep(&seating, &invitation), clock_now_usec());
    say(1, "ABCDEFGHJX", "hello");
    assert_non_null(strstr(heard(*state, 1), "code=table"));
    lobby_chat_gone(&seating, &members[1]);
    say(1, invitation.code, "hello");
    assert_non_null(strstr(heard(*state, 1), "code=table"));
    say(0, invitation.code, "hello");
    assert_string_equal(heard(*state, 1), "");
    assert_string_equal(heard(*state, 0), "");
}

static void a_bot_in_another_game_gets_no_line(void **state)
{
    struct duel *duel = *state;

    lobby_chat_open(&seating, lobby_chat_keep(&seating, &invitation), clock_now_usec());
    peer_reserve(duel->peers[1]); /* its next game is about to start */
    say(0, invitation.code, "hello");
    assert_string_equal(heard(duel, 1), "");
    say(1, invitation.code, "hello");
    assert_non_null(strstr(heard(duel, 1), "code=chat"));
    assert_string_equal(heard(duel, 0), "");
    peer_release(duel->peers[1]);
}

static void chat_after_a_game_ends_after_a_time(void **state)
{
    long number = lobby_chat_keep(&seating, &invitation);
    usec_t past = clock_now_usec() - (usec_t)1000000 * LOBBY_CHAT_AFTER_SECONDS - 1;

    lobby_chat_open(&seating, number, past);
    say(0, invitation.code, "hello");
    assert_non_null(strstr(heard(*state, 0), "code=table"));
}

/* The oldest of too many is forgotten, and its game opens no other table. */
static void the_oldest_table_is_dropped(void **state)
{
    struct invitation other = invitation;
    long number = lobby_chat_keep(&seating, &invitation);

    strcpy(other.code, "KJHGFEDCBA");
    for (int i = 1; i < LOBBY_CHAT_TABLES; i++)
        lobby_chat_keep(&seating, &other);
    other.code[0] = 'L'; /* it is stored where the first one was */
    lobby_chat_keep(&seating, &other);
    lobby_chat_open(&seating, number, clock_now_usec());
    lobby_chat_open(&seating, 0, clock_now_usec());
    say(0, invitation.code, "hello");
    assert_non_null(strstr(heard(*state, 0), "code=table"));
    say(0, other.code, "hello");
    assert_non_null(strstr(heard(*state, 0), "code=chat"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seats_may_chat_after_the_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_seats_of_the_game_may_chat, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bot_in_another_game_gets_no_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chat_after_a_game_ends_after_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_oldest_table_is_dropped, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
