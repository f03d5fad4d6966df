/* test_table_fault.c - a table's reactions to faults: strikes, forfeits, and bots that are lost,
 * late or gone for good. */
#include "tested_table.h"

/* ------------------------------------------------------------------------- strikes and forfeits */

static void the_third_strike_loses(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 2, .error = WIRE_ERROR_SYNTAX,
         .fault = FAULT_GARBAGE); /* not on turn */
    assert_int_equal(find_effect(tested, EFFECT_FAULT)->fault, FAULT_GARBAGE);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_TURN);
    answer(tested, 0, "17X");
    serve(tested);
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 2, .error = WIRE_ERROR_SYNTAX,
         .fault = FAULT_GARBAGE);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_TURN);
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 2, .error = WIRE_ERROR_SYNTAX,
         .fault = FAULT_FLOOD);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_OVER);
    assert_int_equal(table_forfeited(&tested->table), 2);
    assert_int_equal(table_fault_counts(&tested->table)[2], 3);
    assert_int_equal(table_fault_counts(&tested->table)[0], 1);
    assert_int_equal(table_game(&tested->table)->reason, REASON_FORFEIT);
    assert_int_equal(table_game(&tested->table)->winners, 1 << 1); /* the other pair */
    assert_int_equal(find_effect(tested, EFFECT_FAULT)->seat, 2);
    find_effect(tested, EFFECT_OVER);
}

static void strict_loses_at_once_and_lenient_never(void **state)
{
    struct table_config config = usual();
    struct tested tested;
    (void)state;
    config.policy = (struct fault_policy){.kind = FAULT_POLICY_STRICT};
    begin_with(&tested, &config);
    answer(&tested, 0, "17X");
    assert_int_equal(table_forfeited(&tested.table), 0);
    assert_int_equal(count_effects(&tested, EFFECT_STEP), 0); /* no further default action */
    config.policy = (struct fault_policy){.kind = FAULT_POLICY_LENIENT};
    begin_with(&tested, &config);
    for (int i = 0; i < 50 && table_state(&tested.table) == TABLE_STATE_TURN; i++) {
        answer(&tested, table_game(&tested.table)->turn, "17X");
        serve(&tested);
    }
    assert_int_equal(table_state(&tested.table), TABLE_STATE_DEAL); /* passed out by faults */
    assert_int_equal(table_forfeited(&tested.table), -1);
}

/* Three sides of one: the leader wins, ties share the win. */
static void a_forfeit_is_won_by_the_best_of_the_others(void **state)
{
    struct table_config config = config_of(ruleset("three-handed", NULL), usual_time,
                                           (struct fault_policy){.kind = FAULT_POLICY_STRICT});
    static const struct {
        int32_t scores[3];
        unsigned winners;
    } cases[] = {{{0, 0, 0}, 5}, {{-20, 400, 10}, 4}, {{30, 0, 30}, 5}, {{-10, 5, -20}, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tested tested;
        begin_with(&tested, &config);
        memcpy(tested.table.game.scores, cases[i].scores, sizeof cases[i].scores);
        STEP(&tested, .kind = TABLE_GARBAGE, .seat = 1, .error = WIRE_ERROR_SYNTAX,
             .fault = FAULT_GARBAGE);
        assert_int_equal(table_game(&tested.table)->winners, cases[i].winners);
    }
}

/* ------------------------------------------------------------------------------- gone and back */

static void a_returning_seat_gets_its_view_and_its_request(void **state)
{
    struct tested *tested = begin();
    struct message game, turn;
    (void)state;
    answer(tested, 0, "6S");
    serve(tested);
    tested->now += 20 * MSEC;
    STEP(tested, .kind = TABLE_GONE, .seat = 1, .fault = FAULT_GONE);
    assert_int_equal(tested->effects.deadline, tested->now + 90 * MSEC); /* its clock runs on */
    tested->now += 30 * MSEC;
    STEP(tested, .kind = TABLE_BACK, .seat = 1);
    assert_true(table_message(&tested->table, 1, 9, tested->now, &game));
    assert_int_equal(game.kind, MESSAGE_GAME);
    assert_int_equal(message_int(&game, GAME_RESUMED), 1);
    assert_string_equal(told(tested, 1, &turn), "fair deal event turn");
    assert_int_equal(message_int(&turn, TURN_MS), 50);
    assert_int_equal(message_int(&turn, TURN_N), table_number(&tested->table));
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
    assert_int_equal(table_fault_counts(&tested->table)[1], 0);
}

/* After a restart of the arena: no seat is charged for time that the arena did not measure. */
static void after_a_restart_the_clock_starts_again(void **state)
{
    struct tested *tested = begin();
    struct message game, turn;
    (void)state;
    answer(tested, 0, "6S");
    serve(tested);
    tested->now += 20 * MSEC;
    for (seat_t seat = 0; seat < 4; seat++)
        STEP(tested, .kind = TABLE_GONE, .seat = seat, .fault = FAULT_GONE);
    tested->now += 100000 * MSEC;
    int64_t number = table_number(&tested->table);
    STEP(tested, .kind = TABLE_RESUME, .number = number + 7);
    for (seat_t seat = 0; seat < 4; seat++) {
        assert_true(table_message(&tested->table, seat, 9, tested->now, &game));
        assert_int_equal(game.kind, MESSAGE_GAME);
        assert_int_equal(message_int(&game, GAME_RESUMED), 1);
        assert_string_equal(told(tested, seat, &turn),
                            seat == 1 ? "fair deal event turn" : "fair deal event");
        if (seat == 1)
            assert_int_equal(message_int(&turn, TURN_MS), 100);
    }
    assert_int_equal(table_number(&tested->table), number + 8);
    STEP(tested, .kind = TABLE_SENT, .seat = 1);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
    assert_int_equal(table_fault_counts(&tested->table)[1], 0);
}

/* A flood is like any lost connection: the clock runs on, and a bot that returns in time has no
 * fault. A bot that cannot return, a process that the arena started, loses the decision at once. */
static void a_flooding_bot_may_return(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_FLOOD);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    tested->now += 50 * MSEC;
    STEP(tested, .kind = TABLE_BACK, .seat = 0);
    assert_string_equal(told(tested, 0, NULL), "game fair deal turn");
    answer(tested, 0, "6S");
    assert_int_equal(table_fault_counts(&tested->table)[0], 0);
    STEP(tested, .kind = TABLE_GONE, .seat = 1, .fault = FAULT_FLOOD, .for_good = true);
    assert_int_equal(tested->effects.deadline, tested->now);
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(table_fault_counts(&tested->table)[1], 1);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_FLOOD);
}

static void a_seat_that_returns_out_of_turn_gets_no_request(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 2, .fault = FAULT_GONE);
    answer(tested, 0, "6S");
    STEP(tested, .kind = TABLE_BACK, .seat = 2);
    assert_string_equal(told(tested, 2, NULL), "game fair deal event");
}

static void an_absent_seat_has_the_fault_gone(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_GONE);
    tested->now += 110 * MSEC;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_GONE);
    assert_false(has_output(tested, 0));
}

/* Without a limit the startup time is the grace. */
static void without_a_clock_there_is_still_a_grace(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL),
                                           (struct time_control){.startup = 2 * SECOND}, strikes3);
    struct tested tested;
    (void)state;
    begin_with(&tested, &config);
    assert_int_equal(tested.effects.deadline, USEC_NEVER);
    STEP(&tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_GONE);
    assert_int_equal(tested.effects.deadline, tested.now + 2 * SECOND);
}

/* A process that ended cannot return: the table does not wait for it. */
static void an_ended_process_is_not_awaited(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 0, .fault = FAULT_EXIT);
    assert_int_equal(tested->effects.deadline, tested->now);
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_EXIT);
}

static void a_process_that_did_not_start_is_not_awaited(void **state)
{
    struct table_config config = usual();
    struct tested tested = {.now = 7};
    (void)state;
    config.seats[0].here = false;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    STEP(&tested, .kind = TABLE_MIX, .first_dealer = 3);
    STEP(&tested, .kind = TABLE_DEAL, .deal = play_make_deal(config.rules, NULL, NULL));
    assert_false(has_output(&tested, 0));
    assert_true(tested.effects.deadline <= tested.now);
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(&tested, EFFECT_STEP)->fault, FAULT_START);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_strike_loses),
        cmocka_unit_test(strict_loses_at_once_and_lenient_never),
        cmocka_unit_test(a_forfeit_is_won_by_the_best_of_the_others),
        cmocka_unit_test(a_returning_seat_gets_its_view_and_its_request),
        cmocka_unit_test(after_a_restart_the_clock_starts_again),
        cmocka_unit_test(a_flooding_bot_may_return),
        cmocka_unit_test(a_seat_that_returns_out_of_turn_gets_no_request),
        cmocka_unit_test(an_absent_seat_has_the_fault_gone),
        cmocka_unit_test(without_a_clock_there_is_still_a_grace),
        cmocka_unit_test(an_ended_process_is_not_awaited),
        cmocka_unit_test(a_process_that_did_not_start_is_not_awaited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
