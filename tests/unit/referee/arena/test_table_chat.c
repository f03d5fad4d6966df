/* test_table_chat.c - the chat of a table, over socket pairs: who receives it, when, and what
 * the record holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "duel.h"
#include "live/live.h"
#include "arena/table_chat.h"
#include "arena/seated_table.h"
#include "table/table_private.h"

static struct arena_table *ended; /* over, but no seat has received `over` */

static void on_over(struct arena *arena, struct arena_table *table)
{
    (void)arena;
    ended = table;
}

static int setup_with(void **state, const char *preset, const char *option)
{
    struct duel *duel = calloc(1, sizeof *duel);
    *state = duel;
    ended = NULL;
    if (duel_open(duel))
        return -1;
    duel->preset = preset;
    duel->option = option;
    if (duel_start(duel, 0))
        return -1;
    duel->arena.callbacks.over = on_over;
    duel->table->table->config.chat = CHAT_TEXT;
    return 0;
}

static int setup(void **state)
{
    return setup_with(state, NULL, NULL);
}

static int setup_same_pack(void **state)
{
    return setup_with(state, "two-handed-table", "all_pass=same-pack");
}

static int teardown(void **state)
{
    duel_close(*state);
    free(*state);
    return 0;
}

static bool begins(const char *line, const char *words)
{
    return line && strncmp(line, words, strlen(words)) == 0;
}

/* Returns the next chat line of a bot, delivered or refused, or "" if there is none. */
static const char *chat_line(struct duel *duel, int bot)
{
    for (int i = 0; i < 4; i++) {
        const char *line;
        duel_turn(duel);
        while ((line = duel_line(duel, bot)) != NULL) {
            if (begins(line, "said ") || begins(line, "error "))
                return line;
        }
    }
    return "";
}

static json_t *chat_of(struct arena_table *table)
{
    char *line = arena_record_line(table);
    json_t *json = json_loads(line, 0, NULL), *chat = json_incref(json_object_get(json, "chat"));
    json_decref(json);
    free(line);
    return chat;
}

static void test_a_line_reaches_the_other_seat(void **state)
{
    struct duel *duel = *state;
    duel_say(duel, 0, "chat say=well%20bid");
    assert_string_equal(chat_line(duel, 1), "said g=1 seat=0 say=well%20bid");
    assert_string_equal(chat_line(duel, 0), "");
    duel_say(duel, 1, "chat g=1 say=%01");
    assert_true(begins(chat_line(duel, 1), "error code=say "));
    duel_say(duel, 1, "chat g=2 say=hello");
    assert_true(begins(chat_line(duel, 1), "error code=game "));
    assert_string_equal(chat_line(duel, 0), "");
    assert_int_equal(
        table_fault_counts(duel->table->table)[0] + table_fault_counts(duel->table->table)[1], 0);
}

static void test_chat_is_refused_during_a_rated_hand(void **state)
{
    struct duel *duel = *state;
    duel->table->table->config.rated = true;
    duel_say(duel, 0, "chat say=hello");
    assert_true(begins(chat_line(duel, 0), "error code=chat "));
    assert_string_equal(chat_line(duel, 1), "");
    seated_table_void(duel->table, "a test");
    json_t *chat = chat_of(ended);
    assert_null(chat);
    arena_tell(ended, NULL);
}

/* Runs until each seat has received `over`; the record exists by then. */
static void test_chat_after_the_end_is_sent_and_not_recorded(void **state)
{
    struct duel *duel = *state;
    duel->table->table->config.rated = true;
    seated_table_void(duel->table, "a test");
    assert_non_null(ended);
    duel_say(duel, 0, "chat say=bye");
    assert_string_equal(chat_line(duel, 1), "said g=1 seat=0 say=bye");
    assert_null(chat_of(ended));
    record_destroy(arena_take_record(ended));
    duel_say(duel, 1, "chat say=bye");
    assert_string_equal(chat_line(duel, 0), "said g=1 seat=1 say=bye");
    arena_tell(ended, NULL);
    duel_say(duel, 0, "chat say=again");
    assert_true(begins(chat_line(duel, 0), "error code=game "));
}

static void test_the_record_keeps_the_words_of_a_phrase(void **state)
{
    struct duel *duel = *state;
    duel->table->table->config.chat = CHAT_PRESET;
    duel_say(duel, 1, "chat say=well-bid");
    assert_string_equal(chat_line(duel, 0), "said g=1 seat=1 say=well-bid");
    seated_table_void(duel->table, "a test");
    json_t *chat = chat_of(ended),
           *expected = json_pack("[[i,i,i,s]]", 1, 0, 1, phrase_text("well-bid", 8));
    assert_true(json_equal(chat, expected));
    json_decref(expected);
    json_decref(chat);
    arena_tell(ended, NULL);
}

/* A spectator's line, as the pages deliver it. */
static struct live_said *said(const char *words)
{
    struct live_said *line = calloc(1, sizeof *line);
    assert_non_null(line);
    strcpy(line->name, "eve");
    strcpy(line->say, words);
    strcpy(line->words, words);
    return line;
}

/* Returns the next spectator's line that a bot received, or "" if there is none. */
static const char *heard_line(struct duel *duel, int bot)
{
    for (int i = 0; i < 4; i++) {
        const char *line;
        duel_turn(duel);
        while ((line = duel_line(duel, bot)) != NULL) {
            if (begins(line, "heard "))
                return line;
        }
    }
    return "";
}

/* No seat receives spectators' lines during a hand, whether the game is rated or not; the record
 * has each at its place. */
static void test_spectators_lines_wait_for_the_end_of_the_hand(void **state)
{
    struct duel *duel = *state;
    duel->table->table->config.rated = true;
    table_chat_hear(duel->table, said("they hold the joker"));
    table_chat_hear(duel->table, said("<b>"));
    assert_string_equal(heard_line(duel, 0), "");
    assert_string_equal(heard_line(duel, 1), "");
    seated_table_void(duel->table, "a test"); /* the end of the hand, too */
    arena_settle(&duel->arena);
    for (int bot = 0; bot < 2; bot++) {
        assert_string_equal(heard_line(duel, bot),
                            "heard g=1 name=eve say=they%20hold%20the%20joker");
        assert_string_equal(heard_line(duel, bot), "heard g=1 name=eve say=<b>");
        assert_string_equal(heard_line(duel, bot), "");
    }
    json_t *chat = chat_of(ended);
    json_t *expected = json_pack("[[i,i,n,s,s],[i,i,n,s,s]]", 1, 0, "they hold the joker", "eve", 1,
                                 0, "<b>", "eve");
    assert_true(json_equal(chat, expected));
    json_decref(expected);
    json_decref(chat);
    assert_true(ended->heard_all);
    arena_tell(ended, NULL);
}

/* The seat to move sends the line. */
static void act(struct duel *duel, const char *action)
{
    const struct game *game = table_game(duel->table->table);
    char text[64];

    assert_in_range(game->turn, 0, 1);
    snprintf(text, sizeof text, "act n=%lld a=%s", (long long)table_number(duel->table->table),
             action);
    duel_say(duel, game->turn, text);
    for (int i = 0; i < 4; i++)
        duel_turn(duel);
}

/* After a hand in which all passed, its cards are dealt again without a shuffle: spectators'
 * knowledge of them is held back until the end of the last such hand. */
static void test_spectators_of_the_same_pack_wait(void **state)
{
    struct duel *duel = *state;
    table_chat_hear(duel->table, said("the joker is in the kitty"));
    for (int hand = 2; hand < 4; hand++) {
        act(duel, "pass");
        act(duel, "pass");
        assert_int_equal(table_game(duel->table->table)->deal_number, hand);
        assert_string_equal(heard_line(duel, 0), "");
        assert_string_equal(heard_line(duel, 1), "");
    }
    seated_table_void(duel->table, "a test");
    arena_settle(&duel->arena);
    assert_true(begins(heard_line(duel, 0), "heard g=1 name=eve "));
    assert_true(begins(heard_line(duel, 1), "heard g=1 name=eve "));
    arena_tell(ended, NULL);
}

/* An absent bot misses the line; nothing else happens. */
static void test_an_absent_bot_misses_a_line(void **state)
{
    struct duel *duel = *state;
    close(duel->fds[1]);
    duel->fds[1] = -1;
    duel_turn(duel);
    duel_turn(duel);
    assert_int_equal(peer_state(duel->peers[1]), PEER_STATE_CLOSED);
    duel_say(duel, 0, "chat say=hello");
    assert_string_equal(chat_line(duel, 0), ""); /* no error: it is sent, to no receiver */
    assert_int_equal((duel->table ? duel->table : ended)->chat.seats[0].count, 1);
    if (ended)
        arena_tell(ended, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_line_reaches_the_other_seat, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chat_is_refused_during_a_rated_hand, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chat_after_the_end_is_sent_and_not_recorded, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_the_record_keeps_the_words_of_a_phrase, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_spectators_lines_wait_for_the_end_of_the_hand, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_an_absent_bot_misses_a_line, setup, teardown),
        cmocka_unit_test_setup_teardown(test_spectators_of_the_same_pack_wait, setup_same_pack,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
