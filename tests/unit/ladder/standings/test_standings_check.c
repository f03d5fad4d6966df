/* test_standings_check.c - each invariant of the standings: standings corrupted in one place
 * fail at the assert that names it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/apply_result.h"

#include "death.h"

static struct standings standings;

/* Three bots; a and b have played two rated results, b with a second version in the later one. */
static void fill(void)
{
    static const char *const names[] = {"a", "b", "c"};
    struct version version = {.bot = 1, .number = 1, .label = "two"};
    struct result_change change;

    standings_init(&standings);
    for (int i = 0; i < 3; i++)
        assert_true(standings_add(&standings, names[i], "") == i);
    struct ladder_result result = duel("g-1", "a", "b", 2);
    assert_null(result_check(&result));
    assert_int_equal(apply_result(&standings, &result, false, &change), 0);
    assert_int_equal(standings_put_version(&standings, &version), 0);
    standings.bots[1].version = 1;
    assert_int_equal(apply_result(&standings, &result, false, &change), 0);
    assert_true(change.rated);
    assert_int_equal(standings.boards[0].count, 3);
}

static void slot_is_lost(void)
{
    for (uint32_t at = 0; at < standings.slot_count; at++)
        standings.slots[at] = standings.slots[at] == 2 ? 0 : standings.slots[at];
}
static void name_is_another(void)
{
    standings.bots[2].name[0] = 'x';
}
static void counts_overflow(void)
{
    standings.count = standings.capacity + 1;
}
static void bot_won_nothing(void)
{
    standings.bots[0].wins++;
}
static void entry_of_no_bot(void)
{
    standings.boards[0].entries[0].player = 3;
}
static void entry_before_is_later(void)
{
    standings.boards[0].entries[1].before = 2;
}
static void entry_before_is_of_another(void)
{
    standings.boards[0].entries[2].before = 0;
}
static void entry_won_nothing(void)
{
    standings.boards[0].entries[0].ties++;
}
static void entry_is_from_the_future(void)
{
    standings.boards[0].entries[0].last_msec = standings.boards[0].newest_msec + 1;
}
static void player_is_counted_twice(void)
{
    standings.boards[0].bots++;
}
static void newest_is_no_entry(void)
{
    standings.boards[0].newest[0] = 4;
}
static void version_of_no_bot(void)
{
    standings.versions[0].bot = 3;
}

static void corrupt_and_check(void *context)
{
    void (*const *corrupt)(void) = context;

    if (*corrupt)
        (*corrupt)();
    standings_check(&standings);
}

static void each_invariant_fails_alone(void **context)
{
    static const struct {
        void (*corrupt)(void);
        const char *why;
    } rows[] = {
        {slot_is_lost, "each bot has one slot"},
        {name_is_another, "a bot is found by its name"},
        {counts_overflow, "standings->count <= standings->capacity"},
        {bot_won_nothing, "each game of a bot has an end"},
        {entry_of_no_bot, "an entry is about a bot or a team"},
        {entry_before_is_later, "the version before has an earlier entry"},
        {entry_before_is_of_another, "both versions are of one player"},
        {entry_won_nothing, "each game has an end"},
        {entry_is_from_the_future, "no entry has a result that is not there"},
        {player_is_counted_twice, "each player is counted once"},
        {newest_is_no_entry, "newest"},
        {version_of_no_bot, "a version is of a bot that is there"},
        {NULL, NULL},
    };
    (void)context;

    fill();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void (*corrupt)(void) = rows[i].corrupt;
        assert_dies(corrupt_and_check, &corrupt, rows[i].why);
    }
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_invariant_fails_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
