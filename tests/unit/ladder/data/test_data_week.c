/* test_data_week.c - the change of a rating since last week. */
#include "base/clock.h"
#include "web_bots.h"

/* Results at days before today; `play` counts from a fixed moment instead. */
static void played(const struct fixture *fixture, const char *game, const char *ruleset,
                   const char *a, const char *b, int64_t days_ago)
{
    struct ladder_result result = duel(game, a, b, 2);
    snprintf(result.ruleset, sizeof result.ruleset, "%s", ruleset);
    result.wall_msec = clock_wall_msec() - days_ago * day_msec;
    submit(fixture, result, NULL);
}

/* The cell of a bot on a ladder: "+20.0", "-9.1", "&plusmn;0" or "". */
static const char *week_of(const struct fixture *fixture, const char *ladder, const char *name)
{
    static char cell[32];
    char path[80], word[48];
    snprintf(path, sizeof path, "/standings?ladder=%s", ladder);
    assert_int_equal(ask(fixture, "GET", path), 200);
    snprintf(word, sizeof word, "<a href=\"/bot/%s\">", name);
    const char *row = strstr(body(), word);
    assert_non_null(row);
    /* Rating, bar, places, online and week follow the name and the interval. */
    for (int i = 0; i < 6; i++) {
        row = strstr(row + 1, "<td");
        assert_non_null(row);
    }
    row = strchr(row, '>') + 1;
    snprintf(cell, sizeof cell, "%.*s", (int)strcspn(row, "<"), row);
    return cell;
}

static void a_week_is_a_week(void **state)
{
    const struct fixture *fixture = *state;
    played(fixture, "g-1", "draw", "ann", "bob", 20);
    played(fixture, "g-2", "draw", "cy", "di", 15);
    played(fixture, "g-3", "draw", "ann", "bob", 10);
    played(fixture, "g-4", "draw", "ann", "eve", 2);
    played(fixture, "g-5", "draw", "bob", "ann", 1);
    played(fixture, "g-6", "table", "ann", "bob", 1);
    assert_string_equal(week_of(fixture, "draw.solo-2", "cy"), "&plusmn;0");
    assert_string_equal(week_of(fixture, "draw.solo-2", "eve"), "-17.8"); /* its whole rating */
    char ann[32];
    snprintf(ann, sizeof ann, "%s", week_of(fixture, "draw.solo-2", "ann"));
    assert_string_not_equal(ann, "");
    assert_string_equal(week_of(fixture, "table.solo-2", "ann"), "+20.0");
    /* It is cached, and later changes count from the same day. */
    assert_string_equal(week_of(fixture, "draw.solo-2", "ann"), ann);
    played(fixture, "g-7", "draw", "ann", "bob", 0);
    assert_string_not_equal(week_of(fixture, "draw.solo-2", "ann"), ann);
}

/* A bot that plays on another ladder all week keeps its old rating on this one. */
static void games_on_other_ladders_hide_no_gain(void **state)
{
    const struct fixture *fixture = *state;
    char game[16];
    played(fixture, "g-1", "draw", "ann", "bob", 9);
    for (int i = 0; i < 40; i++) {
        snprintf(game, sizeof game, "t-%d", i);
        played(fixture, game, "table", "ann", "bob", 3);
    }
    played(fixture, "g-2", "draw", "ann", "bob", 0);
    char gain[32];
    snprintf(gain, sizeof gain, "%s", week_of(fixture, "draw.solo-2", "ann"));
    assert_true(strtod(gain, NULL) > 10 && strtod(gain, NULL) < 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_week_is_a_week, setup, teardown),
        cmocka_unit_test_setup_teardown(games_on_other_ladders_hide_no_gain, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
