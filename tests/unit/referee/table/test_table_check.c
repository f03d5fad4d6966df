/* test_table_check.c - each invariant of a table: a table corrupted in one place fails at the
 * assert that names it. */
#include "tested_table.h"

#include "death.h"

static void check(void *context)
{
    table_check(context);
}

static void game_ends_alone(struct table *table)
{
    table->game.phase = PHASE_OVER;
    table->game.reason = REASON_TARGET;
    table->game.turn = SEAT_NONE;
}
static void card_is_lost(struct table *table)
{
    table->game.hands[1] &= table->game.hands[1] - 1;
}
static void cards_are_due_alone(struct table *table)
{
    table->hot.state = TABLE_STATE_DEAL;
}
static void nonces_are_still_awaited(struct table *table)
{
    table->nonce_deadline = 1;
}
static void mix_is_missing(struct table *table)
{
    table->mixed = false;
}
static void forfeit_without_its_reason(struct table *table)
{
    table->forfeited = 2;
}
static void result_is_lost_before_the_end(struct table *table)
{
    table->lost = true;
}
static void log_is_cut(struct table *table)
{
    table->hot.log_end.event--;
}
static void cursor_is_behind_the_log(struct table *table)
{
    table->hot.cursor[2].byte = (uint16_t)(table->hot.log_end.byte + 1);
}
static void cursor_is_within_an_event(struct table *table)
{
    table->hot.cursor[2].byte--;
}
static void public_cursor_is_within_an_event(struct table *table)
{
    table->hot.public_cursor = (struct table_place){.byte = 1};
}
static void dead_seat_is_here(struct table *table)
{
    table->seats[1].dead = true;
}
static void gone_seat_is_here(struct table *table)
{
    table->seats[1].gone = FAULT_GONE;
}
static void two_seats_are_asked(struct table *table)
{
    table->seats[2].turn_due = true;
}
static void two_clocks_run(struct table *table)
{
    table->seats[2].clock.running = true;
}
static void result_is_told_early(struct table *table)
{
    table->seats[3].over_due = true;
}
static void events_wait_for_no_seat(struct table *table)
{
    table->hot.here[1] = false;
    table->hot.oldest[1] = 5;
}
static void errors_overflow(struct table *table)
{
    table->seats[0].error_count = TABLE_ERRORS_MAX + 1;
}
static void seat_has_no_time(struct table *table)
{
    table->seats[0].time_percent = 0;
}

static void each_invariant_fails_alone(void **state)
{
    static const struct {
        void (*corrupt)(struct table *table);
        const char *why;
    } rows[] = {
        {game_ends_alone, "a game is over with its table"},
        {card_is_lost, "before the play each card has its place"},
        {cards_are_due_alone, "cards are due in both"},
        {nonces_are_still_awaited, "nonces are awaited before the first deal"},
        {mix_is_missing, "no cards without a mix"},
        {forfeit_without_its_reason, "a forfeited game names the seat"},
        {result_is_lost_before_the_end, "a lost result is not sent"},
        {log_is_cut, "the log ends where it says"},
        {cursor_is_behind_the_log, "each cursor stands between two events of the log"},
        {cursor_is_within_an_event, "each cursor stands between two events of the log"},
        {public_cursor_is_within_an_event, "each cursor stands between two events of the log"},
        {dead_seat_is_here, "who cannot come back is not here"},
        {gone_seat_is_here, "who is here is not gone"},
        {two_seats_are_asked, "only the seat on turn is asked"},
        {two_clocks_run, "only the clock of the seat on turn runs"},
        {result_is_told_early, "the result is sent last"},
        {events_wait_for_no_seat, "events wait for who is here"},
        {errors_overflow, "error_count"},
        {seat_has_no_time, "time_percent"},
    };
    struct tested *tested = begin();
    (void)state;

    answer(tested, 0, "6S");
    serve(tested);
    check(&tested->table);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table bad = tested->table;
        rows[i].corrupt(&bad);
        assert_dies(check, &bad, rows[i].why);
    }
    assert_dies(check, &tested->table, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_invariant_fails_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
