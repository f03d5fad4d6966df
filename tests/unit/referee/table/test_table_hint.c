/* test_table_hint.c - hints at a table: for the seat to move, by its own knowledge, with a limit
 * for each hand, and none in a rated game. */
#include <stdlib.h>

#include "play.h"

#include "table/table_private.h"

static struct table table;
static struct table_effects effects;

/* Reads all messages, and answers any request among them in time. */
static void step(struct table_input input)
{
    static struct message message;
    table_step(&table, &input, 1000, &effects);
    for (seat_t seat = 0; seat < 4; seat++) {
        while (table_message(&table, seat, 9, 1000, &message)) {
        }
    }
}

static void deal(void)
{
    /* Seat 0 holds the spades, 1 the clubs and so on. */
    step((struct table_input){.kind = TABLE_DEAL,
                              .deal = play_make_deal(table.config.rules, NULL, NULL)});
}

static void begin(enum table_hints hints)
{
    static struct ruleset rules;
    rules = ruleset("wikipedia", NULL);
    struct table_config config = {.rules = &rules,
                                  .policy = {.kind = FAULT_POLICY_STRICT},
                                  .hints = hints,
                                  .game_id = "g-1",
                                  .set_id = "s-1"};
    for (int seat = 0; seat < config.rules->players; seat++)
        config.seats[seat].here = true;
    table_init(&table, &config);
    step((struct table_input){.kind = TABLE_START});
    step((struct table_input){.kind = TABLE_MIX, .first_dealer = 3});
    deal();
}

static void answer(const char *word)
{
    step((struct table_input){.kind = TABLE_ACT,
                              .seat = table.game.turn,
                              .number = table_number(&table),
                              .text = {word, strlen(word)}});
}

static int hint(seat_t seat, struct message *message)
{
    return (int)table_hint(&table, seat, table_number(&table), 9, message);
}

static bool says(const struct message *message, int field, const char *text)
{
    struct slice slice = message_string(message, field);
    return slice.size == strlen(text) && memcmp(slice.data, text, slice.size) == 0;
}

static void the_seat_on_turn_is_advised(void **state)
{
    struct message message;
    (void)state;
    begin(TABLE_HINTS_GIVEN);
    assert_int_equal(hint(0, &message), WIRE_ERROR_NONE);
    assert_int_equal(message.kind, MESSAGE_ADVICE);
    assert_int_equal(message_int(&message, ADVICE_G), 9);
    assert_int_equal(message_int(&message, ADVICE_N), table_number(&table));
    assert_int_equal(message_int(&message, ADVICE_LEFT), TABLE_HINTS_MAX - 1);
    assert_true(says(&message, ADVICE_BOT, "basic"));
    assert_true(says(&message, ADVICE_A, "6S")); /* all its cards are spades */
    answer("pass");
    assert_int_equal(hint(1, &message), WIRE_ERROR_NONE);
    assert_true(says(&message, ADVICE_A, "6C"));
    answer("6C");
    assert_int_equal(hint(0, &message), WIRE_ERROR_LATE);
    assert_int_equal(table_hint(&table, 2, table_number(&table) - 1, 9, &message), WIRE_ERROR_LATE);
    assert_int_equal(table_hint(&table, 2, table_number(&table) + 1, 9, &message), WIRE_ERROR_LATE);
}

static void the_whole_hand_is_advised(void **state)
{
    struct message message;
    int turns = 0;
    (void)state;
    begin(TABLE_HINTS_GIVEN);
    while (table.game.hands_played == 0) {
        struct game before = table.game;
        int64_t number = table_number(&table);
        char word[ACTION_TEXT_MAX];
        assert_int_equal(hint(before.turn, &message), WIRE_ERROR_NONE);
        assert_memory_equal(&before, &table.game, sizeof before); /* a hint changes nothing */
        assert_int_equal(table_number(&table), number);
        struct slice action = message_string(&message, ADVICE_A);
        snprintf(word, sizeof word, "%.*s", (int)action.size, action.data);
        answer(word);
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(table_fault_counts(&table)[seat], 0);
        turns++;
    }
    assert_int_equal(table.game.last.outcome, HAND_PLAYED);
    assert_true(turns > 40);
}

static void hints_of_a_hand_are_counted(void **state)
{
    struct message message;
    (void)state;
    begin(TABLE_HINTS_GIVEN);
    for (int i = 0; i < TABLE_HINTS_MAX; i++)
        assert_int_equal(hint(0, &message), WIRE_ERROR_NONE);
    assert_int_equal(message_int(&message, ADVICE_LEFT), 0);
    assert_int_equal(hint(0, &message), WIRE_ERROR_SPENT);
    for (int i = 0; i < 4; i++)
        answer("pass");
    assert_int_equal(table_state(&table), TABLE_STATE_DEAL);
    deal();
    assert_int_equal(hint(table.game.turn, &message), WIRE_ERROR_NONE);
    assert_int_equal(table.seats[0].hints_used + table.seats[1].hints_used, 1); /* a new hand */
}

static void a_rated_game_has_no_hints(void **state)
{
    struct message message;
    (void)state;
    begin(TABLE_HINTS_RATED);
    assert_int_equal(hint(0, &message), WIRE_ERROR_RATED);
    begin(TABLE_HINTS_NONE);
    assert_int_equal(hint(0, &message), WIRE_ERROR_NO_HINTS);
    assert_int_equal(hint(1, &message), WIRE_ERROR_NO_HINTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seat_on_turn_is_advised),
        cmocka_unit_test(the_whole_hand_is_advised),
        cmocka_unit_test(hints_of_a_hand_are_counted),
        cmocka_unit_test(a_rated_game_has_no_hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
