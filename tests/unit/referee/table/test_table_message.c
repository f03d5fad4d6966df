/* test_table_message.c - the messages of a seat, and when they are sent. */
#include "tested_table.h"

/* ----------------------------------------------------------------------------------- the start */

static void a_game_begins_with_game_fair_and_deal(void **state)
{
    struct tested tested = {.now = 7};
    struct table_config config = usual();
    (void)state;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    assert_int_equal(tested.effects.count, 1); /* no seat announced a nonce */
    STEP(&tested, .kind = TABLE_MIX, .first_dealer = 3);
    STEP(&tested, .kind = TABLE_DEAL, .deal = play_make_deal(config.rules, NULL, NULL));
    assert_true(has_output(&tested, 0));
    assert_false(has_output(&tested, 1)); /* held back: it need not act */
    assert_int_equal(tested.effects.deadline, 7 + SECOND);
    assert_string_equal(told(&tested, 0, NULL), "game fair deal turn");
    assert_string_equal(told(&tested, 1, NULL), "game fair deal");
    assert_string_equal(told(&tested, 0, NULL), "");
}

static void the_bank_pays_and_is_sent(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL), banked(), strikes3);
    struct tested tested;
    struct message turn;
    (void)state;
    begin_with(&tested, &config);
    /* The first hand adds its increment, too. */
    assert_int_equal(tested.effects.deadline, tested.now + (100 + 530 + 10) * MSEC);
    tested.now += 310 * MSEC; /* 200 over */
    answer(&tested, 0, "6S");
    assert_int_equal(find_effect(&tested, EFFECT_STEP)->fault, FAULT_NONE);
    for (seat_t seat = 1; seat < 4; seat++) {
        serve(&tested);
        answer(&tested, seat, seat == 1 ? "7S" : "pass");
    }
    assert_string_equal(told(&tested, 0, &turn), "event turn");
    assert_int_equal(message_int(&turn, TURN_BANK), 330);
    assert_int_equal(message_int(&turn, TURN_MS), 430);
}

/* All pass: the next hand adds to every bank. */
static void the_increment_comes_with_the_deal(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL), banked(), strikes3);
    struct tested tested;
    (void)state;
    begin_with(&tested, &config);
    for (seat_t seat = 0; seat < 4; seat++) {
        answer(&tested, seat, "pass");
        serve(&tested);
    }
    assert_int_equal(table_state(&tested.table), TABLE_STATE_DEAL);
    STEP(&tested, .kind = TABLE_DEAL, .deal = play_make_deal(config.rules, NULL, NULL));
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(tested.table.seats[seat].clock.bank, 560 * MSEC);
}

/* ------------------------------------------------------------------------------- news kept back */

static void events_are_held_back_for_a_second(void **state)
{
    struct tested *tested = begin();
    (void)state;
    answer(tested, 0, "6S");
    usec_t since = tested->now;
    assert_false(has_output(tested, 2));
    told(tested, 1, NULL);
    tested->now = since + SECOND - 1;
    STEP(tested, .kind = TABLE_TICK);
    assert_false(has_output(tested, 2));
    assert_int_equal(tested->effects.deadline, since + SECOND);
    tested->now = since + SECOND;
    STEP(tested, .kind = TABLE_TICK);
    assert_true(has_output(tested, 2) && has_output(tested, 3));
}

static void an_eager_seat_gets_events_at_once(void **state)
{
    struct table_config config = usual();
    struct tested tested;
    (void)state;
    config.seats[2].eager = true;
    begin_with(&tested, &config);
    answer(&tested, 0, "6S");
    assert_true(has_output(&tested, 2));
    assert_false(has_output(&tested, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_begins_with_game_fair_and_deal),
        cmocka_unit_test(the_bank_pays_and_is_sent),
        cmocka_unit_test(the_increment_comes_with_the_deal),
        cmocka_unit_test(events_are_held_back_for_a_second),
        cmocka_unit_test(an_eager_seat_gets_events_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
