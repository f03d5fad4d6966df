/* test_batch_bar.c - the zero of bars, and bars from variances. */
#include "batch_games.h"
#include "rating/batch_bar.h"

enum { PLAYERS = 4 };

static void test_the_zero(void **state)
{
    (void)state;
    struct bars bars;
    assert_int_equal(batch_bar_init(&bars, PLAYERS), 0);
    bars.blocks[1] = 1;
    bars.blocks[2] = BATCH_BLOCKS_MIN - 1;
    assert_int_equal(batch_bar_zero(&bars, PLAYERS), 2); /* nobody has a bar: all that played */
    assert_true(!bars.zero[0] && bars.zero[1] && bars.zero[2] && !bars.zero[3]);
    bars.blocks[3] = BATCH_BLOCKS_MIN;
    assert_int_equal(batch_bar_zero(&bars, PLAYERS), 3);
    assert_true(!bars.zero[0] && !bars.zero[1] && !bars.zero[2] && bars.zero[3]);
    bars.shown[3] = 1700;
    assert_true(batch_bar_mean(bars.shown, bars.zero, PLAYERS) == 1700);
    assert_true(batch_bar_mean(bars.shown, NULL, PLAYERS) == 0);
    batch_bar_fini(&bars);
}

/* Two are a team; one has another rating than is believed, which makes its bar wider. */
static void test_bars_from_variances(void **state)
{
    (void)state;
    struct bars bars;
    struct batch_row rows[PLAYERS];
    struct batch batch = {.player_count = PLAYERS, .rows = rows};
    double scratch[2 * PLAYERS];
    assert_int_equal(batch_bar_init(&bars, PLAYERS), 0);
    for (int i = 0; i < PLAYERS; i++) {
        bars.blocks[i] = i < 3 ? 10 : 0;
        bars.team[i] = i < 2 ? 0 : -1;
        bars.variance[i] = 100;
        bars.shown[i] = bars.believed[i] = 1500 + 10 * i;
    }
    batch_bar_zero(&bars, PLAYERS);
    batch_bar_fill(&bars, &batch, scratch);
    assert_true(rows[0].rating == 1505 && rows[1].rating == 1505 && rows[2].rating == 1520);
    assert_true(rows[0].team == 0 && rows[2].team == -1);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(rows[i].err95 - 19.59963985) < 1e-6);
    assert_true(rows[3].err95 == 0 && rows[3].blocks == 0);
    bars.believed[2] -= 30; /* 20 more than the mean of the three */
    batch_bar_fill(&bars, &batch, scratch);
    assert_true(rows[2].err95 > 20 + 16 && rows[2].err95 < 20 + 17);
    batch_bar_fini(&bars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_zero),
        cmocka_unit_test(test_bars_from_variances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
