/* test_time_control.c - time control of one seat: words to times, deadlines, the bank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "table/time_control.h"

enum { MSEC = USEC_PER_MSEC };
static const struct time_control usual = {.auction = 100 * MSEC,
                                          .exchange = 200 * MSEC,
                                          .play = 300 * MSEC,
                                          .bank = 1000 * MSEC,
                                          .increment = 50 * MSEC,
                                          .lag = 10 * MSEC};

static struct time_control parsed(const char *text)
{
    struct time_control control = {.startup = 7};
    char error[160] = "";
    if (time_control_parse(text, &control, error))
        fail_msg("%s: %s", text, error);
    assert_string_equal(error, "");
    return control;
}

static void one_number_is_for_every_decision(void **state)
{
    struct time_control control = parsed("2000");
    (void)state;
    assert_int_equal(control.auction, 2000 * MSEC);
    assert_int_equal(control.exchange, 2000 * MSEC);
    assert_int_equal(control.play, 2000 * MSEC);
    assert_int_equal(control.bank, 0);
    assert_int_equal(control.startup, 7); /* a time that is not named is unchanged */
}

static void a_list_names_times(void **state)
{
    (void)state;
    struct time_control control =
        parsed("lag=7,auction=1,exchange=2,play=3,bank=4,inc=5,startup=86400000");
    assert_int_equal(control.auction, 1 * MSEC);
    assert_int_equal(control.exchange, 2 * MSEC);
    assert_int_equal(control.play, 3 * MSEC);
    assert_int_equal(control.bank, 4 * MSEC);
    assert_int_equal(control.increment, 5 * MSEC);
    assert_int_equal(control.startup, 86400000LL * MSEC);
    assert_int_equal(control.lag, 7 * MSEC);
    control = parsed("play=9");
    assert_int_equal(control.play, 9 * MSEC);
    assert_int_equal(control.auction, 0);
}

static void the_word_none_means_no_limit(void **state)
{
    struct time_control control = usual;
    char error[160];
    (void)state;
    assert_int_equal(time_control_parse("none", &control, error), 0);
    assert_int_equal(control.auction, 0);
    assert_int_equal(control.exchange, 0);
    assert_int_equal(control.play, 0);
    assert_int_equal(control.bank, 0);
    assert_int_equal(control.lag, usual.lag);
}

static void bad_words_are_named_and_change_nothing(void **state)
{
    static const char *const words[] = {"",
                                        "x",
                                        "-1",
                                        " 5",
                                        "5 ",
                                        "1e3",
                                        "86400001",
                                        "999999999",
                                        "play",
                                        "play=",
                                        "play=x",
                                        "play=-1",
                                        "plays=1",
                                        "play=1,",
                                        ",play=1",
                                        "play=1,,bank=2",
                                        "play=86400001",
                                        "play=1;bank=2",
                                        "auction=1,zzz=2",
                                        "18446744073709551617",
                                        "play=1,none"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct time_control control = usual;
        char error[160] = "", expected[64];
        snprintf(expected, sizeof expected, "time '%.40s'", words[i]);
        if (time_control_parse(words[i], &control, error) != -1)
            fail_msg("'%s' is taken", words[i]);
        assert_memory_equal(&control, &usual, sizeof control);
        assert_non_null(strstr(error, expected));
        assert_non_null(strstr(error, "bank="));
        assert_non_null(strstr(error, "0 to 86400000"));
    }
}

static void a_long_word_is_cut_in_the_message(void **state)
{
    struct time_control control = usual;
    char word[3000], error[160];
    (void)state;
    memset(word, '7', sizeof word);
    word[sizeof word - 1] = 0;
    assert_int_equal(time_control_parse(word, &control, error), -1);
    assert_true(strlen(error) < sizeof error);
    assert_null(strchr(error, '\n'));
}

/* ------------------------------------------------------------------------------------ one seat */

static struct seat_clock fresh(const struct time_control *control)
{
    struct seat_clock clock;
    time_control_init(&clock, control);
    return clock;
}

static void each_phase_has_its_own_time(void **state)
{
    static const struct {
        enum phase phase;
        usec_t limit;
    } cases[] = {
        {PHASE_BLIND, 100 * MSEC},   {PHASE_AUCTION, 100 * MSEC}, {PHASE_RAISE, 100 * MSEC},
        {PHASE_EXPOSE, 200 * MSEC},  {PHASE_DRAW, 200 * MSEC},    {PHASE_SLAM, 200 * MSEC},
        {PHASE_GIVE, 200 * MSEC},    {PHASE_DISCARD, 200 * MSEC}, {PHASE_SWAP, 200 * MSEC},
        {PHASE_PARTNER, 200 * MSEC}, {PHASE_BREACH, 200 * MSEC},  {PHASE_PLAY, 300 * MSEC}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct seat_clock clock = fresh(&usual);
        assert_int_equal(time_control_left(&clock, &usual, cases[i].phase, 55),
                         cases[i].limit + usual.bank);
        time_control_start(&clock, &usual, cases[i].phase, 5000);
        assert_int_equal(time_control_deadline(&clock, &usual),
                         5000 + cases[i].limit + usual.bank + usual.lag);
    }
}

static void a_stopped_clock_has_no_deadline(void **state)
{
    struct seat_clock clock = fresh(&usual);
    (void)state;
    assert_int_equal(time_control_deadline(&clock, &usual), USEC_NEVER);
    assert_false(clock.running);
    assert_int_equal(clock.bank, usual.bank);
}

static void own_time_and_lag_are_free(void **state)
{
    struct seat_clock clock = fresh(&usual);
    bool late = true;
    (void)state;
    time_control_start(&clock, &usual, PHASE_PLAY, 1000);
    assert_int_equal(time_control_stop(&clock, &usual, 1000 + 310 * MSEC, &late), 310 * MSEC);
    assert_false(late);
    assert_false(clock.running);
    assert_int_equal(clock.bank, usual.bank); /* to the last microsecond */
    time_control_start(&clock, &usual, PHASE_PLAY, 1000);
    time_control_stop(&clock, &usual, 1001 + 310 * MSEC, &late);
    assert_int_equal(clock.bank, usual.bank - 1);
}

static void the_bank_pays_what_is_over(void **state)
{
    struct seat_clock clock = fresh(&usual);
    bool late = true;
    (void)state;
    time_control_start(&clock, &usual, PHASE_AUCTION, 0);
    time_control_stop(&clock, &usual, 710 * MSEC, &late);
    assert_false(late);
    assert_int_equal(clock.bank, 400 * MSEC);
    assert_int_equal(time_control_left(&clock, &usual, PHASE_AUCTION, 0), 500 * MSEC);
    time_control_start(&clock, &usual, PHASE_AUCTION, 0);
    assert_int_equal(time_control_deadline(&clock, &usual), 510 * MSEC);
}

static void an_answer_at_the_deadline_is_in_time_and_after_it_late(void **state)
{
    (void)state;
    for (int after = 0; after < 2; after++) {
        struct seat_clock clock = fresh(&usual);
        bool late = !after;
        time_control_start(&clock, &usual, PHASE_AUCTION, 7);
        usec_t deadline = time_control_deadline(&clock, &usual);
        assert_int_equal(time_control_stop(&clock, &usual, deadline + after, &late),
                         deadline + after - 7);
        assert_int_equal(late, after);
        assert_int_equal(clock.bank, 0); /* never below 0 */
    }
}

static void the_increment_comes_with_each_hand(void **state)
{
    struct seat_clock clock = fresh(&usual);
    struct time_control bankless = usual;
    (void)state;
    time_control_next_hand(&clock, &usual);
    time_control_next_hand(&clock, &usual);
    assert_int_equal(clock.bank, usual.bank + 2 * usual.increment);
    bankless.bank = 0;
    clock = fresh(&bankless);
    time_control_next_hand(&clock, &bankless);
    assert_int_equal(clock.bank, 0); /* without a bank nothing is added */
}

static void an_empty_bank_fills_again(void **state)
{
    struct seat_clock clock = fresh(&usual);
    bool late;
    (void)state;
    time_control_start(&clock, &usual, PHASE_PLAY, 0);
    time_control_stop(&clock, &usual, 90000 * MSEC, &late);
    assert_true(late);
    assert_int_equal(clock.bank, 0);
    time_control_next_hand(&clock, &usual);
    assert_int_equal(clock.bank, usual.increment);
}

static void without_a_limit_there_is_no_deadline(void **state)
{
    const struct time_control none = {.lag = 10 * MSEC};
    struct seat_clock clock = fresh(&none);
    bool late = true;
    (void)state;
    assert_int_equal(time_control_left(&clock, &none, PHASE_PLAY, 0), USEC_NEVER);
    time_control_start(&clock, &none, PHASE_PLAY, 0);
    assert_int_equal(time_control_deadline(&clock, &none), USEC_NEVER);
    assert_int_equal(time_control_left(&clock, &none, PHASE_PLAY, 5), USEC_NEVER);
    assert_int_equal(time_control_stop(&clock, &none, INT64_C(1) << 50, &late), INT64_C(1) << 50);
    assert_false(late);
    assert_int_equal(clock.bank, 0);
}

static void a_bank_alone_is_a_limit(void **state)
{
    const struct time_control control = {.bank = 1000 * MSEC};
    struct seat_clock clock = fresh(&control);
    bool late;
    (void)state;
    assert_int_equal(time_control_left(&clock, &control, PHASE_PLAY, 0), 1000 * MSEC);
    time_control_start(&clock, &control, PHASE_PLAY, 0);
    assert_int_equal(time_control_deadline(&clock, &control), 1000 * MSEC);
    time_control_stop(&clock, &control, 400 * MSEC, &late);
    assert_false(late);
    assert_int_equal(clock.bank, 600 * MSEC);
}

/* The time shown to a bot: less the lag, never negative. */
static void the_time_left_excludes_the_lag(void **state)
{
    struct seat_clock clock = fresh(&usual);
    (void)state;
    time_control_start(&clock, &usual, PHASE_PLAY, 0);
    assert_int_equal(time_control_left(&clock, &usual, PHASE_PLAY, 0), 1300 * MSEC);
    assert_int_equal(time_control_left(&clock, &usual, PHASE_PLAY, 300 * MSEC), 1000 * MSEC);
    assert_int_equal(time_control_left(&clock, &usual, PHASE_PLAY, 1300 * MSEC), 0);
    assert_int_equal(time_control_left(&clock, &usual, PHASE_PLAY, 9999 * MSEC), 0);
}

/* The answer's time stamp may be before the request's: both come from one turn of the loop. */
static void a_clock_that_stands_still_uses_nothing(void **state)
{
    struct seat_clock clock = fresh(&usual);
    bool late = true;
    (void)state;
    time_control_start(&clock, &usual, PHASE_PLAY, 5000);
    assert_int_equal(time_control_stop(&clock, &usual, 4000, &late), 0);
    assert_false(late);
    assert_int_equal(clock.bank, usual.bank);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_number_is_for_every_decision),
        cmocka_unit_test(a_list_names_times),
        cmocka_unit_test(the_word_none_means_no_limit),
        cmocka_unit_test(bad_words_are_named_and_change_nothing),
        cmocka_unit_test(a_long_word_is_cut_in_the_message),
        cmocka_unit_test(each_phase_has_its_own_time),
        cmocka_unit_test(a_stopped_clock_has_no_deadline),
        cmocka_unit_test(own_time_and_lag_are_free),
        cmocka_unit_test(the_bank_pays_what_is_over),
        cmocka_unit_test(an_answer_at_the_deadline_is_in_time_and_after_it_late),
        cmocka_unit_test(the_increment_comes_with_each_hand),
        cmocka_unit_test(an_empty_bank_fills_again),
        cmocka_unit_test(without_a_limit_there_is_no_deadline),
        cmocka_unit_test(a_bank_alone_is_a_limit),
        cmocka_unit_test(the_time_left_excludes_the_lag),
        cmocka_unit_test(a_clock_that_stands_still_uses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
