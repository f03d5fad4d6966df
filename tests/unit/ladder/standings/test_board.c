/* test_board.c - one ladder for each ruleset and format (ratings 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/rank_list.h"

static int add(struct standings *standings, const char *name, const char *owner)
{
    int index = standings_add(standings, name, owner);
    assert_true(index >= 0);
    return index;
}

static struct result_change apply(struct standings *standings, const struct ladder_result *result)
{
    struct result_change change;
    assert_null(result_check(result));
    assert_int_equal(apply_result(standings, result, false, &change), 0);
    return change;
}

/* Four seats: a and b against c and d. */
static struct ladder_result team(const char *a, const char *b, const char *c, const char *d)
{
    const char *const names[] = {a, c, b, d};
    struct ladder_result result = duel("t-1", a, c, 2);
    result.seat_count = 4;
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "%s", names[seat]);
        result.seats[seat].side = seat % 2;
    }
    return result;
}

static void test_each_ruleset_has_its_own_ratings(void **state)
{
    (void)state;
    struct standings standings;
    standings_init(&standings);
    int ann = add(&standings, "ann", ""), bob = add(&standings, "bob", "");
    struct ladder_result one = duel("g-1", "ann", "bob", 2), two = duel("g-2", "ann", "bob", 0);
    snprintf(two.ruleset, sizeof two.ruleset, "two-handed-draw+target=1000");
    struct result_change first = apply(&standings, &one), second = apply(&standings, &two);
    assert_int_equal(standings.board_count, 2);
    assert_string_equal(standings.boards[0].name, "two-handed-draw.solo-2");
    assert_memory_equal(standings.boards[1].name, "two-handed-draw-", 16);
    assert_non_null(strstr(standings.boards[1].name, ".solo-2"));
    assert_string_equal(standings.boards[1].ruleset, "two-handed-draw+target=1000");
    assert_true(name_is_game_id(standings.boards[1].name));
    char name[LADDER_BOARD_MAX + 1];
    for (int i = 0; i < 2; i++) {
        board_name_make(standings.boards[i].ruleset, standings.boards[i].format, name);
        assert_string_equal(name, standings.boards[i].name);
    }
    /* The longest parts there are. */
    board_name_make("a-ruleset-of-thirty-two-letters.", "mixed-12of34567", name);
    assert_string_equal(name, "a-ruleset-of-thirty-two-letters..mixed-12of34567");
    board_name_make(".", "solo-2", name);
    assert_true(name[0] == '-' && strlen(name) == 16 && strcmp(name + 9, ".solo-2") == 0);
    assert_int_equal(first.seats[0].after_milli, 1520000);
    assert_int_equal(second.seats[0].before_milli, 1500000); /* not 1520000 */
    assert_int_equal(second.seats[0].after_milli, 1480000);
    assert_int_equal(standings.boards[0].entries[ann].rating_milli, 1520000);
    assert_int_equal(standings.boards[0].entries[bob].rating_milli, 1480000);
    assert_int_equal(standings.bots[ann].rating_milli, 1480000); /* of its last game's ladder */
    (void)apply(&standings, &one);
    assert_int_equal(standings.boards[0].results, 2);
    assert_int_equal(standings_main(&standings), 0);
    assert_int_equal(standings_board(&standings, "two-handed-draw.solo-2"), 0);
    assert_int_equal(standings_board(&standings, "two-handed-draw.solo-3"), -1);
    standings_fini(&standings);
}

static void test_formats(void **state)
{
    (void)state;
    struct standings standings;
    standings_init(&standings);
    add(&standings, "x1", "xen");
    add(&standings, "x2", "xen");
    add(&standings, "y1", "yan");
    add(&standings, "y2", "yan");
    struct ladder_result result = team("x1", "x2", "y1", "y2");
    assert_string_equal(standings.boards ? standings.boards[0].format : "", "");
    int board = apply(&standings, &result).board;
    assert_string_equal(standings.boards[board].format, "pairs-2of4");
    add(&standings, "z", "");
    result = team("x1", "z", "y1", "y2");
    board = apply(&standings, &result).board;
    assert_string_equal(standings.boards[board].format, "mixed-2of4");
    result = team("z", "z", "y1", "y1"); /* one bot on both seats */
    board = apply(&standings, &result).board;
    assert_string_equal(standings.boards[board].format, "pairs-2of4");
    standings_fini(&standings);
}

/* A result may name any ruleset: the name of its ladder is always valid in a URL. */
static void test_names_are_fit_for_addresses(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",         ".hidden",   "a b",     "<script>",
        "\xc3\xa9", "../../etc", "a/b?c&d", "wikipedia+calls=misere/open"};
    char names[8][LADDER_BOARD_MAX + 1];
    for (size_t i = 0; i < 8; i++) {
        struct board board;
        board_init(&board, texts[i], "mixed-3of6");
        assert_true(name_is_game_id(board.name));
        snprintf(names[i], sizeof names[i], "%s", board.name);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(names[i], names[j]);
        board_fini(&board);
    }
    char longest[LADDER_RULESET_MAX + 1];
    struct board board;
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    board_init(&board, longest, "mixed-3of6");
    assert_true(name_is_game_id(board.name));
    board_fini(&board);
}

static void test_unrated_results_make_no_ladder(void **state)
{
    (void)state;
    struct standings standings;
    standings_init(&standings);
    add(&standings, "ann", "");
    add(&standings, "bob", "ann");
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    assert_false(apply(&standings, &result).rated);
    assert_int_equal(standings.board_count, 0);
    assert_int_equal(standings_main(&standings), -1);
    standings_fini(&standings);
}

static void test_rank_rows(void **state)
{
    (void)state;
    const int64_t day = 24 * 3600 * INT64_C(1000), now = 1700000000000;
    static const struct {
        const char *name;
        int64_t rating, idle;
        int games, owners;
    } made[] = {{"newcomer", 1900000, 0, 3, 2}, {"second", 1600000, 30, 50, 5},
                {"gone", 2000000, 31, 50, 5},   {"cheat", 2100000, 0, 50, 5},
                {"first", 1700000, 0, 50, 5},   {"idle", 1500000, 0, 90, 4}};
    struct standings standings;
    standings_init(&standings);
    for (int i = 0; i < 6; i++)
        add(&standings, made[i].name, "");
    struct ladder_result result = duel("g-1", "newcomer", "second", 2);
    (void)apply(&standings, &result);
    struct board *board = &standings.boards[0];
    for (int i = 0; i < 6; i++) {
        struct entry entry = {.rating_milli = made[i].rating,
                              .games = made[i].games,
                              .owners_met_count = made[i].owners,
                              .last_msec = now - made[i].idle * day};
        assert_int_equal(board_put(board, i, &entry, &(struct team){.bots = {i}, .count = 1}), 0);
    }
    board->newest_msec = now;
    standings.bots[3].banned = true;
    int count;
    struct ladder_row *rows = rank_list_rows(&standings, 0, NULL, &count);
    assert_non_null(rows);
    rank_list_order(rows, count);
    assert_int_equal(count, 4);
    assert_string_equal(rows[0].name, "first");
    assert_string_equal(rows[1].name, "second");
    assert_string_equal(rows[2].name, "newcomer"); /* a lucky newcomer does not lead */
    assert_string_equal(rows[3].name, "idle");
    assert_int_equal(rows[1].rank, 2);
    assert_int_equal(rows[2].rank, 0);
    free(rows);
    standings_fini(&standings);
}

/* A copy equals the original, in whatever order its bots were added. */
static void test_copy(void **state)
{
    (void)state;
    struct standings standings, copy;
    uint64_t seed = 5;
    standings_init(&standings);
    standings_init(&copy);
    add(&copy, "b11", "");
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        add(&standings, name, "");
    }
    for (int i = 0; i < 400; i++) {
        struct ladder_result result = random_result(&seed, i);
        (void)apply(&standings, &result);
    }
    assert_true(standings.board_count > 3);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(standings_copy(&copy, &standings), 0);
        assert_int_equal(copy.board_count, standings.board_count);
        for (int i = 0; i < copy.board_count; i++) {
            const struct board *a = &standings.boards[i], *b = &copy.boards[i];
            assert_string_equal(a->name, b->name);
            assert_int_equal(a->results, b->results);
            for (int bot = 0; bot < 12; bot++) {
                int at = board_find(a, bot);
                int other = board_find(b, standings_find(&copy, standings.bots[bot].name));
                assert_int_equal(at, other);
                if (at >= 0)
                    assert_int_equal(a->entries[at].rating_milli, b->entries[other].rating_milli);
            }
        }
    }
    standings_fini(&standings);
    standings_fini(&copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_ruleset_has_its_own_ratings),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_names_are_fit_for_addresses),
        cmocka_unit_test(test_unrated_results_make_no_ladder),
        cmocka_unit_test(test_rank_rows),
        cmocka_unit_test(test_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
