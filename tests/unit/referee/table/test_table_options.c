/* test_table_options.c - the options of a table, the combination of several wishes, and the
 * options as a word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "table/table_options.h"

/* An arena that allows everything, two seconds to bid, and unlimited time to play. */
static struct table_limits generous(void)
{
    struct table_limits limits = {.most = {.hints = true, .watch = true, .chat = CHAT_TEXT},
                                  .stakes = true};
    struct time_control time = {.auction = 2000 * USEC_PER_MSEC};
    table_options_limit(&limits, &time, 0);
    return limits;
}

static struct table_limits mean(void)
{
    struct table_limits limits = {.most = {.chat = CHAT_NONE}};
    struct time_control time = {.auction = 2000 * USEC_PER_MSEC, .play = 50 * USEC_PER_MSEC};
    table_options_limit(&limits, &time, 0);
    return limits;
}

static struct message asked; /* an `open` */

static void open_with(void)
{
    message_init(&asked, MESSAGE_OPEN);
}

static void set_chat(const char *mode)
{
    message_set_string(&asked, OPEN_CHAT, mode, strlen(mode));
}

static int read_asked(const struct table_limits *limits, struct table_options *options)
{
    return (int)table_options_read(options, limits, &asked, OPEN_HINTS);
}

static void missing_options_are_those_of_the_arena(void **state)
{
    struct table_limits limits = generous();
    struct table_options options;
    struct message told;
    (void)state;
    open_with();
    assert_int_equal(read_asked(&limits, &options), WIRE_ERROR_NONE);
    assert_true(options.hints && options.watch && options.chat == CHAT_TEXT);
    assert_int_equal(table_options_terms(&options), 0);
    message_init(&told, MESSAGE_TABLE);
    table_options_tell(&options, &limits.most, &told, TABLE_HINTS);
    assert_int_equal(told.present, 0);
}

static void smaller_values_are_accepted_and_sent(void **state)
{
    struct table_limits limits = generous();
    struct table_options options;
    struct message told;
    (void)state;
    open_with();
    message_set_int(&asked, OPEN_HINTS, 0);
    message_set_int(&asked, OPEN_WATCH, 0);
    set_chat("preset");
    message_set_int(&asked, OPEN_BID_MS, 1500);
    message_set_int(&asked, OPEN_PLAY_MS, 100);
    assert_int_equal(read_asked(&limits, &options), WIRE_ERROR_NONE);
    message_init(&told, MESSAGE_TABLE);
    table_options_tell(&options, &limits.most, &told, TABLE_HINTS);
    assert_true(message_has(&told, TABLE_HINTS) && !message_int(&told, TABLE_HINTS));
    assert_true(message_has(&told, TABLE_WATCH) && !message_int(&told, TABLE_WATCH));
    assert_memory_equal(message_string(&told, TABLE_CHAT).data, "preset", 6);
    assert_int_equal(message_int(&told, TABLE_BID_MS), 1500);
    assert_int_equal(message_int(&told, TABLE_PLAY_MS), 100);

    struct time_control time = {.auction = 1, .exchange = 2, .play = 3, .bank = 4};
    table_options_set_time(&options, &time);
    assert_int_equal(time.auction, 1500 * USEC_PER_MSEC);
    assert_int_equal(time.exchange, 1500 * USEC_PER_MSEC);
    assert_int_equal(time.play, 100 * USEC_PER_MSEC);
    assert_int_equal(time.bank, 4);
    time.exchange = 2000 * USEC_PER_MSEC;
    table_options_set_time(&options, &time);
    assert_int_equal(time.exchange, 2000 * USEC_PER_MSEC);
}

/* One row for each option that an arena without extras refuses, and the generous one, too. */
static void larger_values_are_refused(void **state)
{
    static const struct {
        int field, value;
        bool generous_too;
    } cases[] = {
        {OPEN_HINTS, 1, false},   {OPEN_WATCH, 1, false},         {OPEN_BID_MS, 2001, true},
        {OPEN_BID_MS, 99, true},  {OPEN_BID_MS, 0, true},         {OPEN_BID_MS, -5, true},
        {OPEN_STAKE, 110, false}, {OPEN_STAKE, 111, true},        {OPEN_STAKE, 0, true},
        {OPEN_PLAY_MS, 51, true}, {OPEN_PLAY_MS, 86400001, true},
    };
    struct table_limits limits = generous(), least = mean();
    struct table_options options;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        open_with();
        message_set_int(&asked, cases[i].field, cases[i].value);
        assert_int_equal(read_asked(&least, &options), WIRE_ERROR_OPTION);
        assert_int_equal(read_asked(&limits, &options),
                         cases[i].generous_too ? WIRE_ERROR_OPTION : WIRE_ERROR_NONE);
    }
    static const char *const modes[] = {"preset", "text", "loud", "", "a-long-word-indeed"};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        open_with();
        set_chat(modes[i]);
        assert_int_equal(read_asked(&least, &options), WIRE_ERROR_OPTION);
        assert_int_equal(read_asked(&limits, &options),
                         i < 2 ? WIRE_ERROR_NONE : WIRE_ERROR_OPTION);
    }
    /* The operator may allow longer times than the default. */
    struct time_control time = {.auction = 2000 * USEC_PER_MSEC};
    table_options_limit(&limits, &time, 60000);
    open_with();
    message_set_int(&asked, OPEN_BID_MS, 60000);
    assert_int_equal(read_asked(&limits, &options), WIRE_ERROR_NONE);
    message_set_int(&asked, OPEN_BID_MS, 60001);
    assert_int_equal(read_asked(&limits, &options), WIRE_ERROR_OPTION);
}

static void the_most_reserved_counts(void **state)
{
    (void)state;
    for (int a = 0; a < 12; a++) {
        for (int b = 0; b < 12; b++) {
            struct table_options one = {.hints = a & 1,
                                        .watch = a >> 1 & 1,
                                        .chat = (enum chat_mode)(a >> 2),
                                        .bid_msec = 500};
            struct table_options other = {.hints = b & 1,
                                          .watch = b >> 1 & 1,
                                          .chat = (enum chat_mode)(b >> 2),
                                          .bid_msec = 500};
            table_options_join(&one, &other);
            assert_int_equal(one.hints, a & b & 1);
            assert_int_equal(one.watch, (a & b) >> 1 & 1);
            assert_int_equal(one.chat, a >> 2 < b >> 2 ? a >> 2 : b >> 2);
            assert_int_equal(one.bid_msec, 500);
            one.stake = a % 3 ? 110 : 0;
            other.stake = b % 3 ? 30 : 0;
            table_options_join(&one, &other); /* the lowest, if all name one */
            assert_int_equal(one.stake, a % 3 && b % 3 ? 30 : 0);
        }
    }
}

static void saved_options_round_trip(void **state)
{
    static const char *const bad[] = {"",
                                      "1,1,2,0,0",
                                      "1,1,3,0,0,0",
                                      "2,1,0,0,0,0",
                                      "1,1,2,-1,0,0",
                                      "1,1,2,0,0,0 ",
                                      "01,1,2,0,0,0",
                                      "1,1,2,0,86400001,0",
                                      "1,1,2,0,x,0",
                                      "1,1,2,0,00001,0",
                                      "a",
                                      "1,1,2,0,0,31",
                                      "1,1,2,0,0,0,0"};
    struct table_options options = {
        .watch = true, .chat = CHAT_PRESET, .play_msec = 86400000, .stake = 550};
    struct table_options again = {0};
    char text[TABLE_OPTIONS_TEXT_MAX];
    (void)state;
    table_options_format(&options, text);
    assert_null(strchr(text, ' '));
    assert_int_equal(table_options_parse(text, &again), 0);
    assert_true(again.watch && !again.hints && again.chat == CHAT_PRESET);
    assert_int_equal(again.play_msec, 86400000);
    assert_int_equal(again.stake, 550);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(table_options_parse(bad[i], &again), -1);
    assert_int_equal(again.play_msec, 86400000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_options_are_those_of_the_arena),
        cmocka_unit_test(smaller_values_are_accepted_and_sent),
        cmocka_unit_test(larger_values_are_refused),
        cmocka_unit_test(the_most_reserved_counts),
        cmocka_unit_test(saved_options_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
