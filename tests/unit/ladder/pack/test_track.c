/* test_track.c - the state at a position of a record: the cards of each hand, the next seat, the
 * scores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "pack/token.h"
#include "pack/track.h"

#include <string.h>

static struct track track;

static int setup(void **state)
{
    (void)state;
    memset(&track, 0, sizeof track);
    track_init(&track);
    return 0;
}

/* Three hands of two cards and a kitty of one: the deck is 10 to 16. */
static void deal(void)
{
    static const uint8_t deck[] = {10, 11, 12, 13, 14, 15, 16};
    track.layout =
        (struct track_layout){.hands = 3, .sizes = {2, 2, 2, 1}, .places = {0, 3, 1, 4, 2, 5, 6}};
    track_begin(&track, 1, deck);
}

static void hands_are_counted_from_the_dealers_left(void **state)
{
    (void)state;
    assert_int_equal(track_further(&track, 0), STEP_SEATS); /* nothing is dealt yet */
    assert_int_equal(track_seat(&track, 0), -1);
    deal();
    assert_int_equal(track_further(&track, 2), 0);
    assert_int_equal(track_further(&track, 1), 2);
    assert_int_equal(track_further(&track, 3), STEP_SEATS);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(track_seat(&track, track_further(&track, seat)), seat);
    assert_int_equal(track_seat(&track, 3), -1);
    assert_int_equal(track_find(&track, 2, 13), 1);
    assert_int_equal(track_find(&track, 0, 13), -1);
    assert_int_equal(track_find(&track, 0, 14), 1);
    assert_int_equal(track_list(&track.layout, 1, 2), 0);
}

static void cards_are_taken_and_the_kitty_once(void **state)
{
    (void)state;
    deal();
    track_take_up(&track, 0);
    assert_int_equal(track_find(&track, 0, 16), 2);
    assert_int_equal(track_take(&track, 0, 0), 11);
    assert_int_equal(track_find(&track, 0, 14), 0);
    assert_int_equal(track_take(&track, 0, 1), 16);
    assert_int_equal(track_take(&track, 0, 0), 14);
    assert_int_equal(track_find(&track, 0, 14), -1);
    track_take_up(&track, 1);
    assert_int_equal(track_find(&track, 1, 16), -1);
}

static void scores_are_sums(void **state)
{
    static const char text[] = "[-20,300],x[7,-9]";
    int64_t numbers[TRACK_SCORES_MAX];
    char out[TRACK_SCORES_MAX * 21];
    (void)state;
    assert_int_equal(track_numbers(text, strlen(text), 1, numbers), 2);
    assert_true(numbers[0] == -20 && numbers[1] == 300);
    assert_int_equal(track_numbers(text, 3, 1, numbers), 1);
    assert_true(numbers[0] == -2);
    assert_int_equal(track_scores(&track, text, strlen(text), true, out), 0);
    track.delta_at = 1;
    assert_int_equal(track_scores(&track, text, strlen(text), true, out), 7);
    assert_memory_equal(out, "-20,300", 7);
    track.scores_at = 12;
    assert_int_equal(track_scores(&track, text, strlen(text), true, out), 7);
    assert_memory_equal(out, "-13,291", 7);
    assert_int_equal(track_scores(&track, text, strlen(text), false, out), 4);
    assert_memory_equal(out, "7,-9", 4);
    /* Endless digits do not overflow. */
    static const char long_one[] = "99999999999999999999999999";
    assert_int_equal(track_numbers(long_one, strlen(long_one), 0, numbers), 1);
    assert_true(numbers[0] < INT64_C(10000000000));
}

static void numbers_are_written_as_read(void **state)
{
    char out[24];
    (void)state;
    assert_int_equal(track_number(0, out), 1);
    assert_memory_equal(out, "0", 1);
    assert_int_equal(track_number(INT64_MIN, out), 20);
    assert_memory_equal(out, "-9223372036854775808", 20);
}

static void deals_beyond_the_most_are_refused(void **state)
{
    (void)state;
    for (uint32_t d = 1; d <= TRACK_DEALS_MAX; d++)
        assert_true(track_dealt(&track, d, 0));
    assert_false(track_dealt(&track, 1, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(hands_are_counted_from_the_dealers_left, setup),
        cmocka_unit_test_setup(cards_are_taken_and_the_kitty_once, setup),
        cmocka_unit_test_setup(scores_are_sums, setup),
        cmocka_unit_test_setup(numbers_are_written_as_read, setup),
        cmocka_unit_test_setup(deals_beyond_the_most_are_refused, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
