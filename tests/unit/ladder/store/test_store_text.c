/* test_store_text.c - seats and scores of a result as text columns, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "base/result.h"
#include "store/store_text.h"

static void seats_and_scores_round_trip(void **state)
{
    uint64_t seed = 5;
    (void)state;
    for (int i = 0; i < 300; i++) {
        struct ladder_result result = random_result(&seed, i), read = {.seat_count = 0};
        char text[STORE_SEATS_BYTES];
        store_text_seats_format(&result, text);
        assert_true(strlen(text) < sizeof text - 1);
        store_text_seats_parse(text, &read);
        assert_int_equal(read.seat_count, result.seat_count);
        assert_int_equal(read.side_count, result.side_count);
        for (int seat = 0; seat < result.seat_count; seat++) {
            assert_string_equal(read.seats[seat].bot, result.seats[seat].bot);
            assert_int_equal(read.seats[seat].side, result.seats[seat].side);
        }
    }
    struct ladder_result read = {.side_count = 0};
    store_text_scores_parse("-20:0:510", &read);
    assert_int_equal(read.side_count, 3);
    assert_true(read.scores[0] == -20 && read.scores[1] == 0 && read.scores[2] == 510);
}

static void edited_rows_are_detected(void **state)
{
    struct ladder_result read = {.seat_count = 0};
    char text[STORE_SEATS_BYTES] = "a:0 b c:1 d:1 e:1 f:1 g:1 h:1";
    struct standing bot = {.name = "ann"};
    (void)state;
    store_text_seats_parse(text, &read);
    assert_int_equal(read.seat_count, LADDER_SEATS_MAX); /* and no further */
    assert_int_equal(read.seats[1].side, -1);            /* which result_check refuses */
    assert_non_null(result_check(&read));
    assert_null(store_text_bot_check(&bot));
    strcpy(bot.owner, "an owner");
    assert_non_null(store_text_bot_check(&bot));
    strcpy(bot.owner, "owner");
    strcpy(bot.name, "../ann");
    assert_non_null(store_text_bot_check(&bot));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_and_scores_round_trip),
        cmocka_unit_test(edited_rows_are_detected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
