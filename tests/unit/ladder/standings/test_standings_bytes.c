/* test_standings_bytes.c - standings as bytes do not depend on the order of their bots, and
 * leave out a bot that no log has. test_snapshot.c has logs and damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/apply_result.h"
#include "standings/standings_bytes.h"

enum { BOTS = 12, RESULTS = 300 };

/* The same results among the same bots, which were added starting at number `first`. */
static void make(struct standings *standings, int first)
{
    uint64_t seed = 5;
    standings_init(standings);
    for (int i = 0; i < BOTS; i++) {
        char name[16];
        int number = (first + i) % BOTS;
        snprintf(name, sizeof name, "b%d", number);
        int bot = standings_add(standings, name, number % 4 < 2 ? "odd" : "even");
        standings->bots[bot].id = number + 1;
    }
    struct season season = {
        .name = "spring", .to_msec = INT64_MAX, .chips = 100, .buy_in = 5, .first_action = 1};
    assert_int_equal(standings_put_season(standings, &season), 0);
    struct version version = {
        .bot = standings_find(standings, "b3"), .number = 1, .label = "v2", .after_seq = 9};
    assert_int_equal(standings_put_version(standings, &version), 0);
    for (int i = 0; i < RESULTS; i++) {
        struct ladder_result result = random_result(&seed, i);
        struct result_change change;
        assert_int_equal(apply_result(standings, &result, i % 17 == 0, &change), 0);
    }
}

static void the_order_of_bots_does_not_matter(void **state)
{
    struct bytes first = {0}, again = {0};
    struct standings standings, read;
    (void)state;
    make(&standings, 0);
    assert_true(standings.board_count >= 3);
    assert_int_equal(standings_bytes_write(&standings, &first), 0);
    standings_fini(&standings);
    for (int from = 1; from < BOTS; from++) {
        make(&standings, from);
        assert_int_equal(standings_add(&standings, "nobody", ""), BOTS); /* not in the store */
        assert_int_equal(standings_bytes_write(&standings, &again), 0);
        assert_int_equal(again.size, first.size);
        assert_memory_equal(again.at, first.at, first.size);
        standings_fini(&standings);
        bytes_fini(&again);
    }
    struct bytes_reader reader = {first.at, first.at + first.size, false};
    standings_init(&read);
    assert_int_equal(standings_bytes_read(&read, &reader), 0);
    assert_true(reader.at == reader.end);
    standings_check(&read);
    assert_int_equal(standings_bytes_write(&read, &again), 0);
    assert_int_equal(again.size, first.size);
    assert_memory_equal(again.at, first.at, first.size);
    standings_fini(&read);
    bytes_fini(&again);
    bytes_fini(&first);
}

static void impossible_standings_are_not_written(void **state)
{
    struct bytes bytes = {0};
    struct standings standings;
    (void)state;
    make(&standings, 0);
    standings.bots[standings_find(&standings, "b3")].id = 0;
    assert_int_equal(standings_bytes_write(&standings, &bytes), -1);
    bytes_fini(&bytes);
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_bots_does_not_matter),
        cmocka_unit_test(impossible_standings_are_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
