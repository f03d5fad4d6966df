/* test_table.c - the state machine of one game, one input at a time: its start, answers and
 * their clock, news, its end. Faults and absent seats: test_table_fault.c. */
#include "tested_table.h"

static void nonces_are_awaited(void **state)
{
    struct tested tested = {.now = 7};
    struct table_config config = usual();
    (void)state;
    config.seats[1].nonce = config.seats[2].nonce = true;
    config.nonce_usec = 300 * MSEC;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    assert_int_equal(table_state(&tested.table), TABLE_STATE_NONCES);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 0);
    assert_int_equal(tested.effects.deadline, 7 + 300 * MSEC);
    struct fair_nonce nonce = {.size = 2, .bytes = {8, 9}};
    STEP(&tested, .kind = TABLE_NONCE, .seat = 1, .nonce = nonce);
    STEP(&tested, .kind = TABLE_NONCE, .seat = 1); /* the second is ignored */
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 0);
    assert_int_equal(table_nonces(&tested.table)[1].size, 2);
    assert_string_equal(told(&tested, 1, NULL), "game error:nonce");
    STEP(&tested, .kind = TABLE_NONCE, .seat = 2, .nonce = nonce);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 1);
}

static void nonces_are_awaited_for_a_limited_time(void **state)
{
    struct tested tested = {.now = 7};
    struct table_config config = usual();
    (void)state;
    config.seats[1].nonce = true;
    config.nonce_usec = 300 * MSEC;
    table_init(&tested.table, &config);
    STEP(&tested, .kind = TABLE_START);
    tested.now += 300 * MSEC - 1;
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 0);
    tested.now++;
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(count_effects(&tested, EFFECT_MIX), 1);
    STEP(&tested, .kind = TABLE_MIX, .first_dealer = 0);
    STEP(&tested, .kind = TABLE_NONCE, .seat = 1);
    assert_int_equal(table_nonces(&tested.table)[1].size, 0); /* too late */
    assert_string_equal(told(&tested, 1, NULL), "game error:nonce fair");
}

/* ----------------------------------------------------------------------------------- answers */

static void an_answer_is_applied_and_the_next_seat_asked(void **state)
{
    struct tested *tested = begin();
    struct message turn;
    (void)state;
    tested->now += 40 * MSEC;
    int64_t number = table_number(&tested->table);
    answer(tested, 0, "6S");
    const struct effect *made = find_effect(tested, EFFECT_STEP);
    assert_int_equal(made->seat, 0);
    assert_int_equal(made->phase, PHASE_AUCTION);
    assert_int_equal(made->fault, FAULT_NONE);
    assert_int_equal(made->think_usec, 40 * MSEC);
    assert_int_equal(made->action.call, CALL_BID(6, DENOM_S));
    assert_true(has_output(tested, 1));
    assert_string_equal(told(tested, 1, &turn), "event turn");
    assert_int_equal(message_int(&turn, TURN_N), number + 1);
    assert_int_equal(message_int(&turn, TURN_MS), 100);
}

static void a_repeated_number_changes_nothing(void **state)
{
    struct tested *tested = begin();
    struct game before;
    (void)state;
    int64_t number = table_number(&tested->table);
    answer(tested, 0, "6S");
    serve(tested);
    before = *table_game(&tested->table);
    for (int64_t wrong = number - 1; wrong <= number + 2; wrong++) {
        answer_number(tested, 0, "7S", wrong); /* not its turn, whatever the number */
        assert_string_equal(told(tested, 0, NULL), "error:late");
    }
    answer_number(tested, 1, "7S", number); /* its turn, but an old number */
    assert_string_equal(told(tested, 1, NULL), "error:late");
    answer_number(tested, 1, "7S", number + 2); /* or a future one */
    assert_string_equal(told(tested, 1, NULL), "error:late");
    assert_memory_equal(&before, table_game(&tested->table), sizeof before);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(table_fault_counts(&tested->table)[seat], 0);
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
}

/* Before the request is written there is nothing to answer, whatever number is guessed. */
static void a_guessed_number_is_no_answer(void **state)
{
    struct tested *tested = begin();
    (void)state;
    answer(tested, 0, "6S");
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(6, DENOM_S));
    assert_string_equal(told(tested, 1, NULL), "error:late event turn");
}

static void an_answer_at_the_deadline_counts_and_after_it_does_not(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        struct tested *tested = begin();
        assert_int_equal(tested->table.config.time.auction, 100 * MSEC);
        tested->now += 110 * MSEC + after;
        answer(tested, 0, "6S");
        assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, after ? FAULT_TIME : FAULT_NONE);
        assert_int_equal(table_game(&tested->table)->high,
                         after ? CALL_PASS : CALL_BID(6, DENOM_S));
        assert_int_equal(table_fault_counts(&tested->table)[0], after);
        assert_string_equal(told(tested, 0, NULL), after ? "error:time event" : "event");
    }
}

/* An answer after the default action is refused as late, and is not a second fault. */
static void a_late_answer_is_one_fault(void **state)
{
    struct tested *tested = begin();
    (void)state;
    int64_t number = table_number(&tested->table);
    tested->now += 110 * MSEC;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_TIME);
    assert_int_equal(table_game(&tested->table)->turn, 1);
    answer_number(tested, 0, "6S", number);
    assert_int_equal(table_fault_counts(&tested->table)[0], 1);
    assert_string_equal(told(tested, 0, NULL), "error:time error:late event");
}

static void a_tick_before_the_deadline_is_nothing(void **state)
{
    struct tested *tested = begin();
    (void)state;
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    tested->now += 110 * MSEC - 1;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(tested->effects.count, 0);
    assert_int_equal(table_game(&tested->table)->turn, 0);
}

/* The clock runs from the moment the request was written, not from its creation. */
static void no_clock_runs_before_the_request_is_written(void **state)
{
    struct tested *tested = begin();
    (void)state;
    answer(tested, 0, "6S");
    tested->now += 3600 * (usec_t)SECOND;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(count_effects(tested, EFFECT_STEP), 0);
    assert_int_equal(table_game(&tested->table)->turn, 1);
    serve(tested);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    STEP(tested, .kind = TABLE_SENT, .seat = 1); /* the second time changes nothing */
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
}

static void an_illegal_action_is_a_fault(void **state)
{
    static const char *const words[] = {"5S",   "17X",        "",      "look", "AS",
                                        "play", "discard:AS", "claim", "6S 7S"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct tested *tested = begin();
        answer(tested, 0, words[i]);
        const struct effect *made = find_effect(tested, EFFECT_STEP);
        assert_int_equal(made->fault, FAULT_ILLEGAL);
        assert_int_equal(made->action.call, CALL_PASS);
        assert_int_equal(table_fault_counts(&tested->table)[0], 1);
        assert_string_equal(told(tested, 0, NULL), "error:illegal event");
    }
}

static void an_empty_bank_is_a_fault(void **state)
{
    struct table_config config = config_of(ruleset("wikipedia", NULL), banked(), strikes3);
    struct tested tested;
    (void)state;
    begin_with(&tested, &config);
    tested.now += 640 * MSEC;
    STEP(&tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(&tested, EFFECT_STEP)->fault, FAULT_TIME);
    assert_int_equal(tested.table.seats[0].clock.bank, 0);
    assert_int_equal(tested.table.seats[1].clock.bank, 530 * MSEC); /* each has its own */
}

/* ------------------------------------------------------------------------------------- the end */

static void a_void_game_has_no_winner(void **state)
{
    struct tested *tested = begin();
    struct message over;
    (void)state;
    STEP(tested, .kind = TABLE_VOID);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_OVER);
    assert_int_equal(table_game(&tested->table)->reason, REASON_ABORTED);
    assert_int_equal(table_game(&tested->table)->winners, 0);
    assert_int_equal(table_forfeited(&tested->table), -1);
    assert_int_equal(count_effects(tested, EFFECT_OVER), 1);
    STEP(tested, .kind = TABLE_VOID); /* a second time changes nothing */
    assert_int_equal(tested->effects.count, 0);
    STEP(tested, .kind = TABLE_GARBAGE, .seat = 0, .error = WIRE_ERROR_SYNTAX,
         .fault = FAULT_GARBAGE);
    assert_int_equal(table_fault_counts(&tested->table)[0], 0); /* nor does the fault count */
    assert_string_equal(told(tested, 0, NULL), "");             /* not before it is on disk */
    uint8_t seed[FAIR_BYTES] = {0xab};
    const int64_t ratings[SEATS_MAX] = {1500000, 1, 2, 3};
    STEP(tested, .kind = TABLE_TOLD, .seed = seed, .ratings_milli = ratings);
    assert_int_equal(count_effects(tested, EFFECT_CLOSED), 1);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_CLOSED);
    assert_string_equal(told(tested, 0, &over), "over");
    assert_int_equal(message_int(&over, OVER_RATING), 1500000);
    assert_memory_equal(message_string(&over, OVER_SEED).data, "ab00", 4);
    assert_string_equal(told(tested, 1, &over), "over");
    assert_int_equal(message_int(&over, OVER_RATING), 1);
}

static void an_answer_after_the_end_is_late(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_VOID);
    answer(tested, 0, "6S");
    assert_string_equal(told(tested, 0, NULL), "error:late");
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(tested->effects.deadline, USEC_NEVER);
}

static void a_bot_that_returns_after_the_end_gets_the_result(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 3, .fault = FAULT_GONE);
    STEP(tested, .kind = TABLE_VOID);
    STEP(tested, .kind = TABLE_TOLD);
    STEP(tested, .kind = TABLE_BACK, .seat = 3);
    assert_string_equal(told(tested, 3, NULL), "game fair deal over");
}

/* An end that is not stored may be different after the next start: it is sent to no seat, now or
 * later. */
static void a_lost_result_is_not_sent(void **state)
{
    struct tested *tested = begin();
    struct message error = {0};
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 3, .fault = FAULT_GONE);
    STEP(tested, .kind = TABLE_VOID);
    STEP(tested, .kind = TABLE_LOST);
    assert_int_equal(count_effects(tested, EFFECT_CLOSED), 1);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_CLOSED);
    assert_string_equal(told(tested, 0, &error), "error:store");
    assert_true(message_has(&error, ERROR_G));
    STEP(tested, .kind = TABLE_BACK, .seat = 3);
    assert_string_equal(told(tested, 3, NULL), "game fair deal");
}

static void states_have_names(void **state)
{
    static const char *const names[] = {"new", "nonces", "deal", "turn", "over", "closed"};
    (void)state;
    assert_int_equal(TABLE_STATE_COUNT, sizeof names / sizeof names[0]);
    for (int i = 0; i < TABLE_STATE_COUNT; i++)
        assert_string_equal(table_state_name((enum table_state)i), names[i]);
}

/* Hands that are passed out count for no rule, so the table ends such a game. */
static void a_game_of_passes_is_aborted(void **state)
{
    struct tested *tested = begin();
    int hands = 0;
    (void)state;
    while (table_state(&tested->table) == TABLE_STATE_TURN && hands <= TABLE_HANDS_MAX) {
        tell_all(tested);
        answer(tested, tested->table.game.turn, "pass");
        hands += count_effects(tested, EFFECT_HAND);
        if (table_state(&tested->table) == TABLE_STATE_DEAL)
            STEP(tested, .kind = TABLE_DEAL,
                 .deal = play_make_deal(table_config(&tested->table)->rules, NULL, NULL));
    }
    assert_int_equal(hands, TABLE_HANDS_MAX);
    assert_int_equal(table_state(&tested->table), TABLE_STATE_OVER);
    assert_int_equal(tested->table.game.reason, REASON_ABORTED);
    assert_int_equal(tested->table.game.winners, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nonces_are_awaited),
        cmocka_unit_test(nonces_are_awaited_for_a_limited_time),
        cmocka_unit_test(an_answer_is_applied_and_the_next_seat_asked),
        cmocka_unit_test(a_repeated_number_changes_nothing),
        cmocka_unit_test(a_guessed_number_is_no_answer),
        cmocka_unit_test(an_answer_at_the_deadline_counts_and_after_it_does_not),
        cmocka_unit_test(a_late_answer_is_one_fault),
        cmocka_unit_test(a_tick_before_the_deadline_is_nothing),
        cmocka_unit_test(no_clock_runs_before_the_request_is_written),
        cmocka_unit_test(an_illegal_action_is_a_fault),
        cmocka_unit_test(an_empty_bank_is_a_fault),
        cmocka_unit_test(a_void_game_has_no_winner),
        cmocka_unit_test(an_answer_after_the_end_is_late),
        cmocka_unit_test(a_bot_that_returns_after_the_end_gets_the_result),
        cmocka_unit_test(a_lost_result_is_not_sent),
        cmocka_unit_test(a_game_of_passes_is_aborted),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
