/* test_table_doubt.c - a silent seat while it is unknown whether the seat or the arena is to
 * blame. */
#include "tested_table.h"

/* Seat 1 is asked, and lost 20 ms later; the usual time is 100 ms, and 10 ms for the line. */
static struct tested *begin_doubted(void)
{
    struct tested *tested = begin();

    answer(tested, 0, "6S");
    serve(tested);
    tested->now += 20 * MSEC;
    STEP(tested, .kind = TABLE_GONE, .seat = 1, .fault = FAULT_GONE);
    STEP(tested, .kind = TABLE_DOUBT, .seat = 1);
    assert_int_equal(tested->effects.deadline, USEC_NEVER);
    return tested;
}

static void no_time_runs_out_before_the_verdict(void **state)
{
    struct tested *tested = begin_doubted();
    (void)state;
    tested->now += 20 * SECOND;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(tested->effects.count, 0);
    assert_int_equal(table_fault_counts(&tested->table)[1], 0);
    assert_int_equal(table_turn_deadline(&tested->table), USEC_NEVER);
}

static void a_blamed_seat_lost_the_time_since(void **state)
{
    struct tested *tested = begin_doubted();
    (void)state;
    tested->now += 30 * MSEC;
    STEP(tested, .kind = TABLE_JUDGED, .seat = 1, .blame = true);
    assert_int_equal(tested->effects.deadline, tested->now + 60 * MSEC);
    tested->now += 60 * MSEC;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_GONE);
    assert_int_equal(table_fault_counts(&tested->table)[1], 1);
}

/* Otherwise it would gain the seconds that the decision takes. */
static void a_seat_that_returns_before_the_verdict_gains_no_time(void **state)
{
    struct tested *tested = begin_doubted();
    struct message turn;
    (void)state;
    tested->now += 40 * MSEC;
    STEP(tested, .kind = TABLE_BACK, .seat = 1);
    told(tested, 1, &turn);
    assert_int_equal(message_int(&turn, TURN_MS), 40);
    tested->now += 3 * SECOND;
    answer(tested, 1, "7S"); /* it is unknown whether that came in time */
    assert_int_equal(tested->effects.count, 0);
    assert_int_equal(table_game(&tested->table)->turn, 1);
    STEP(tested, .kind = TABLE_JUDGED, .seat = 1, .blame = true);
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(find_effect(tested, EFFECT_STEP)->fault, FAULT_TIME);
}

static void an_answer_in_time_counts_at_once(void **state)
{
    struct tested *tested = begin_doubted();
    (void)state;
    tested->now += 40 * MSEC;
    STEP(tested, .kind = TABLE_BACK, .seat = 1);
    told(tested, 1, NULL);
    answer(tested, 1, "7S");
    assert_int_equal(find_effect(tested, EFFECT_STEP)->think_usec, 60 * MSEC);
    serve(tested);
    STEP(tested, .kind = TABLE_JUDGED, .seat = 1, .blame = true);
    assert_int_equal(table_fault_counts(&tested->table)[1], 0);
}

static void a_cleared_seat_is_asked_again_with_full_time(void **state)
{
    struct tested *tested = begin_doubted();
    struct message turn;
    (void)state;
    tested->now += 9 * SECOND;
    STEP(tested, .kind = TABLE_BACK, .seat = 1);
    told(tested, 1, NULL);
    STEP(tested, .kind = TABLE_SENT, .seat = 1);
    int64_t number = table_number(&tested->table);
    STEP(tested, .kind = TABLE_JUDGED, .seat = 1);
    assert_true(has_output(tested, 1));
    assert_string_equal(told(tested, 1, &turn), "turn");
    assert_int_equal(message_int(&turn, TURN_N), number);
    assert_int_equal(message_int(&turn, TURN_MS), 100);
    STEP(tested, .kind = TABLE_SENT, .seat = 1);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC);
    answer(tested, 1, "7S");
    assert_int_equal(table_game(&tested->table)->high, CALL_BID(7, DENOM_S));
}

/* The verdict was known before it returned. */
static void a_seat_cleared_before_its_return_has_full_time(void **state)
{
    struct tested *tested = begin_doubted();
    struct message turn;
    (void)state;
    tested->now += 12 * SECOND;
    STEP(tested, .kind = TABLE_JUDGED, .seat = 1);
    STEP(tested, .kind = TABLE_BACK, .seat = 1);
    told(tested, 1, &turn);
    assert_int_equal(message_int(&turn, TURN_MS), 100);
}

static void other_seats_continue(void **state)
{
    struct tested *tested = begin();
    (void)state;
    STEP(tested, .kind = TABLE_GONE, .seat = 1, .fault = FAULT_GONE);
    STEP(tested, .kind = TABLE_DOUBT, .seat = 1);
    assert_int_equal(tested->effects.deadline, tested->now + 110 * MSEC); /* of seat 0 */
    answer(tested, 0, "6S");
    tested->now += 60 * SECOND;
    STEP(tested, .kind = TABLE_TICK);
    assert_int_equal(table_game(&tested->table)->turn, 1);
    STEP(tested, .kind = TABLE_VOID);
    assert_int_equal(table_game(&tested->table)->reason, REASON_ABORTED);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(table_fault_counts(&tested->table)[seat], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_time_runs_out_before_the_verdict),
        cmocka_unit_test(a_blamed_seat_lost_the_time_since),
        cmocka_unit_test(a_seat_that_returns_before_the_verdict_gains_no_time),
        cmocka_unit_test(an_answer_in_time_counts_at_once),
        cmocka_unit_test(a_cleared_seat_is_asked_again_with_full_time),
        cmocka_unit_test(a_seat_cleared_before_its_return_has_full_time),
        cmocka_unit_test(other_seats_continue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
