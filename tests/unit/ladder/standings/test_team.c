/* test_team.c - fixed partners are rated as a team (ratings 7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ladder_temp.h"
#include "standings/team.h"

enum { ANN, BOB, CAT, XAN, YAN, ZOE, BOTS };

static const struct {
    const char *name, *owner;
} people[BOTS] = {{"ann", "first"},  {"Bob", "first"},  {"cat", "first"},
                  {"xan", "second"}, {"yan", "second"}, {"zoe", ""}};

static void people_init(struct standings *standings)
{
    standings_init(standings);
    for (int i = 0; i < BOTS; i++)
        assert_int_equal(standings_add(standings, people[i].name, people[i].owner), i);
}

/* a and b against c and d. */
static struct ladder_result pairs(const char *a, const char *b, const char *c, const char *d,
                                  int score)
{
    const char *const names[] = {a, c, b, d};
    struct ladder_result result = duel("g", a, c, score);
    result.seat_count = 4;
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "%s", names[seat]);
        result.seats[seat].side = seat % 2;
    }
    return result;
}

static struct result_change play(struct standings *standings, const char *a, const char *b,
                                 const char *c, const char *d, int score)
{
    struct ladder_result result = pairs(a, b, c, d, score);
    struct result_change change;
    assert_null(result_check(&result));
    assert_int_equal(apply_result(standings, &result, false, &change), 0);
    assert_true(change.rated);
    return change;
}

static const struct entry *entry_named(const struct standings *standings, const char *name)
{
    int board = standings_board(standings, "two-handed-draw.pairs-2of4");
    assert_true(board >= 0);
    int at = team_entry_find(standings, &standings->boards[board], name);
    return at < 0 ? NULL : &standings->boards[board].entries[at];
}

static void assert_entry(const struct standings *standings, const char *name, int64_t rating,
                         int games)
{
    const struct entry *entry = entry_named(standings, name);
    assert_non_null(entry);
    assert_int_equal(entry->rating_milli, rating);
    assert_int_equal(entry->games, games);
    assert_int_equal(entry->wins + entry->ties + entry->losses, games);
}

/* One entry for both seats, updated and counted once; another partner is another team. */
static void test_a_side_is_one_entry(void **state)
{
    (void)state;
    struct standings standings;
    people_init(&standings);
    struct result_change change = play(&standings, "Bob", "ann", "xan", "yan", 2);
    assert_int_equal(change.seats[0].entry, change.seats[2].entry);
    assert_int_equal(change.seats[1].entry, change.seats[3].entry);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(change.seats[seat].before_milli, 1500000);
        assert_int_equal(change.seats[seat].after_milli, seat % 2 ? 1480000 : 1520000);
        assert_int_equal(change.seats[seat].k, 40);
    }
    assert_entry(&standings, "ann+Bob", 1520000, 1);
    assert_entry(&standings, "yan+xan", 1480000, 1); /* in any order */
    assert_int_equal(entry_named(&standings, "ann+bob")->owners_met_count, 1);
    assert_null(entry_named(&standings, "ann"));
    assert_null(entry_named(&standings, "ann+cat"));
    change = play(&standings, "cat", "ann", "yan", "xan", 2);
    assert_int_equal(change.seats[0].before_milli, 1500000); /* not ann's with bob */
    assert_int_equal(change.seats[1].before_milli, 1480000);
    assert_entry(&standings, "ann+bob", 1520000, 1);
    assert_entry(&standings, "ann+cat", change.seats[0].after_milli, 1);
    assert_entry(&standings, "xan+yan", change.seats[1].after_milli, 2);
    assert_int_equal(change.seats[0].after_milli - 1500000, 1480000 - change.seats[1].after_milli);
    assert_int_equal(standings.boards[0].bots, 3);
    assert_int_equal(standings.boards[0].results, 2);
    standings_fini(&standings);
}

/* A bot's own numbers come from its own games. */
static void test_a_bots_own_ladder_is_untouched(void **state)
{
    (void)state;
    struct standings standings, before;
    people_init(&standings);
    struct ladder_result alone = duel("g-1", "ann", "xan", 2);
    struct result_change change;
    assert_int_equal(apply_result(&standings, &alone, false, &change), 0);
    standings_init(&before);
    assert_int_equal(standings_copy(&before, &standings), 0);
    for (int i = 0; i < 5; i++)
        (void)play(&standings, "ann", "bob", "xan", "yan", 0);
    for (int i = 0; i < BOTS; i++) {
        assert_int_equal(standings.bots[i].rating_milli, before.bots[i].rating_milli);
        assert_int_equal(standings.bots[i].games, before.bots[i].games);
        assert_int_equal(standings.bots[i].losses, before.bots[i].losses);
        assert_int_equal(standings.bots[i].owners_met_count, before.bots[i].owners_met_count);
    }
    const struct board *solo = &standings.boards[0];
    assert_false(solo->has_teams);
    assert_int_equal(solo->entries[board_find(solo, ANN)].rating_milli, 1520000);
    assert_int_equal(solo->entries[board_find(solo, ANN)].games, 1);
    assert_int_equal(board_find(&standings.boards[1], ANN), -1);
    /* Partners drawn by lot are rated individually. */
    change = play(&standings, "ann", "zoe", "xan", "yan", 2);
    assert_int_not_equal(change.seats[0].entry, change.seats[2].entry);
    assert_false(standings.boards[change.board].has_teams);
    standings_fini(&before);
    standings_fini(&standings);
}

static void become(struct standings *standings, int bot, const char *label)
{
    struct version version = {.bot = bot, .number = ++standings->bots[bot].version};
    snprintf(version.label, sizeof version.label, "%s", label);
    snprintf(standings->bots[bot].label, sizeof version.label, "%s", label);
    assert_true(standings_put_version(standings, &version) >= 0);
}

/* The team continues from its old rating with a count of zero; so does each team of that bot. */
static void test_a_members_new_version(void **state)
{
    (void)state;
    struct standings standings;
    people_init(&standings);
    (void)play(&standings, "ann", "bob", "xan", "yan", 2);
    (void)play(&standings, "ann", "cat", "xan", "yan", 0);
    int64_t with_bob = entry_named(&standings, "ann+bob")->rating_milli;
    int64_t with_cat = entry_named(&standings, "ann+cat")->rating_milli;
    become(&standings, BOB, "v2");
    const struct board *board = &standings.boards[0];
    const struct entry *old = entry_named(&standings, "ann+bob");
    assert_false(team_entry_is_current(&standings, board, old));
    assert_true(team_entry_is_current(&standings, board, entry_named(&standings, "ann+cat")));
    struct result_change change = play(&standings, "ann", "bob", "xan", "yan", 2);
    assert_int_equal(change.seats[0].before_milli, with_bob);
    assert_entry(&standings, "ann+bob", change.seats[0].after_milli, 1);
    board = &standings.boards[0];
    const struct entry *now = entry_named(&standings, "ann+bob");
    assert_true(team_entry_is_current(&standings, board, now));
    assert_int_equal(board->entries[now->before].rating_milli, with_bob);
    assert_int_equal(board->entries[now->before].games, 1);
    char labels[LADDER_TEAM_MAX + 1];
    team_entry_labels(&standings, board, now, labels);
    assert_string_equal(labels, "+v2");
    team_entry_labels(&standings, board, &board->entries[now->before], labels);
    assert_string_equal(labels, "");
    become(&standings, ANN, "v9");
    team_entry_labels(&standings, board, now, labels);
    assert_string_equal(labels, "+v2");
    team_entry_labels_now(&standings, board, now, labels);
    assert_string_equal(labels, "v9+v2");
    change = play(&standings, "ann", "cat", "xan", "yan", 2);
    assert_int_equal(change.seats[0].before_milli, with_cat);
    assert_entry(&standings, "ann+cat", change.seats[0].after_milli, 1);
    assert_int_equal(standings.boards[0].bots, 3); /* with five entries */
    assert_int_equal(standings.boards[0].count, 5);
    standings_fini(&standings);
}

/* A bot on both seats of its side is a team with itself, apart from its other teams. */
static void test_one_bot_on_both_seats(void **state)
{
    (void)state;
    struct standings standings;
    people_init(&standings);
    struct result_change change = play(&standings, "ann", "ann", "zoe", "zoe", 2);
    assert_int_equal(change.seats[0].entry, change.seats[2].entry);
    assert_entry(&standings, "ann+ann", 1520000, 1);
    assert_entry(&standings, "zoe+zoe", 1480000, 1);
    (void)play(&standings, "ann", "bob", "zoe", "zoe", 2);
    assert_entry(&standings, "ann+ann", 1520000, 1);
    become(&standings, ANN, "v2");
    change = play(&standings, "ann", "ann", "zoe", "zoe", 2);
    assert_int_equal(change.seats[0].before_milli, 1520000);
    assert_entry(&standings, "ann+ann", change.seats[0].after_milli, 1);
    /* All teams of a bot, each once. */
    const struct board *board = &standings.boards[0];
    int teams = 0;
    for (int team = board_next_team(board, ANN, -1); team >= 0;
         team = board_next_team(board, ANN, team))
        teams++;
    assert_int_equal(teams, 2);
    standings_fini(&standings);
}

static void test_three_of_a_side(void **state)
{
    (void)state;
    struct standings standings;
    struct result_change change;
    people_init(&standings);
    struct ladder_result result = duel("g", "cat", "zoe", 2);
    const char *const names[] = {"cat", "zoe", "bob", "zoe", "ann", "zoe"};
    result.seat_count = 6;
    for (int seat = 0; seat < 6; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "%s", names[seat]);
        result.seats[seat].side = seat % 2;
    }
    assert_null(result_check(&result));
    assert_int_equal(apply_result(&standings, &result, false, &change), 0);
    const struct board *board = &standings.boards[change.board];
    char name[LADDER_TEAM_MAX + 1];
    assert_string_equal(board->format, "pairs-2of6");
    team_entry_name(&standings, board, &board->entries[change.seats[4].entry], name);
    assert_string_equal(name, "ann+Bob+cat");
    assert_true(team_entry_find(&standings, board, "CAT+bob+ann") == change.seats[0].entry);
    team_name_of_side(&result, 0, name);
    assert_string_equal(name, "ann+bob+cat");
    team_name_of_side(&result, 1, name);
    assert_string_equal(name, "zoe+zoe+zoe");
    standings_fini(&standings);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "+",
                                        "ann+",
                                        "+ann",
                                        "ann++bob",
                                        "ann+who",
                                        "ann bob",
                                        "ann+bob+cat+",
                                        "a+b+c+d",
                                        "ann+bob+cat+ann",
                                        "ann+"
                                        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    struct standings standings;
    struct team team;
    people_init(&standings);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(team_parse(&standings, wrong[i], &team));
    assert_true(team_parse(&standings, "CAT+ann+Bob", &team));
    assert_int_equal(team.count, 3);
    assert_int_equal(team.bots[0], ANN);
    assert_int_equal(team.bots[1], BOB);
    assert_int_equal(team.bots[2], CAT);
    standings_fini(&standings);
}

/* A copy has the same teams, in whatever order its bots were added, also entry by entry. */
static void test_copies(void **state)
{
    (void)state;
    struct standings standings, copy;
    uint64_t seed = 3;
    people_init(&standings);
    standings_init(&copy);
    assert_true(standings_add(&copy, "yan", "") >= 0 && standings_add(&copy, "cat", "") >= 0);
    static const char *const firsts[] = {"ann", "bob", "cat"}, *const seconds[] = {"xan", "yan"};
    assert_int_equal(standings_copy(&copy, &standings), 0);
    for (int i = 0; i < 300; i++) {
        if (i % 50 == 49)
            become(&standings, (int)draw(&seed, BOTS), "other");
        struct result_change change =
            play(&standings, firsts[draw(&seed, 3)], firsts[draw(&seed, 3)],
                 seconds[draw(&seed, 2)], seconds[draw(&seed, 2)], (int)draw(&seed, 3));
        for (int seat = 0; seat < 4; seat++) {
            int at = change.seats[seat].entry;
            bool repeated = seat > 0 && at == change.seats[seat - 1].entry;
            repeated |= seat > 1 && at == change.seats[seat - 2].entry;
            assert_int_equal(standings_has_entry(&copy, &standings, change.board, at), repeated);
            assert_int_equal(standings_put_entry(&copy, &standings, change.board, at), 0);
            assert_true(standings_has_entry(&copy, &standings, change.board, at));
        }
        if (i == 150)
            assert_int_equal(standings_copy(&copy, &standings), 0);
    }
    const struct board *one = &standings.boards[0], *other = &copy.boards[0];
    assert_int_equal(one->count, other->count);
    assert_int_equal(one->team_count, 9);
    assert_int_equal(other->team_count, 9);
    assert_int_equal(one->bots, other->bots);
    for (int at = 0; at < one->count; at++) {
        char name[LADDER_TEAM_MAX + 1], same[LADDER_TEAM_MAX + 1];
        team_entry_name(&standings, one, &one->entries[at], name);
        team_entry_name(&copy, other, &other->entries[at], same);
        assert_string_equal(name, same);
        assert_int_equal(one->entries[at].rating_milli, other->entries[at].rating_milli);
        assert_int_equal(one->entries[at].version, other->entries[at].version);
        assert_int_equal(team_entry_find(&standings, one, name),
                         team_entry_find(&copy, other, name));
    }
    standings_fini(&standings);
    standings_fini(&copy);
}

/* Where all teams keep their strength, ratings approach it (ratings 2), and stay as far apart as
 * the formula leaves to chance. Each bot is in two teams, of which one is strong: only teams can
 * be distinguished. */
static void test_ratings_converge(void **state)
{
    (void)state;
    enum { OWNERS = 6, ROUNDS = 6000 };
    static const double strong = 1650, weak = 1350;
    struct standings standings;
    uint64_t seed = 11;
    double sums[2] = {0, 0};
    standings_init(&standings);
    for (int i = 0; i < OWNERS; i++) {
        for (int k = 0; k < 3; k++) {
            char name[16], owner[16];
            snprintf(name, sizeof name, "b%d-%d", i, k);
            snprintf(owner, sizeof owner, "o%d", i);
            assert_true(standings_add(&standings, name, owner) >= 0);
        }
    }
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = draw(&seed, OWNERS), b = (a + 1 + draw(&seed, OWNERS - 1)) % OWNERS;
        uint32_t with_a = draw(&seed, 2), with_b = draw(&seed, 2); /* b-0 with b-1 or b-2 */
        double win = elo_expected((with_a ? weak : strong) - (with_b ? weak : strong));
        char names[4][16];
        snprintf(names[0], sizeof names[0], "b%u-0", a);
        snprintf(names[1], sizeof names[1], "b%u-%u", a, with_a + 1);
        snprintf(names[2], sizeof names[2], "b%u-0", b);
        snprintf(names[3], sizeof names[3], "b%u-%u", b, with_b + 1);
        (void)play(&standings, names[0], names[1], names[2], names[3],
                   draw(&seed, 100000) < win * 100000 ? 2 : 0);
    }
    assert_int_equal(standings.boards[0].count, 2 * OWNERS);
    for (int i = 0; i < 2 * OWNERS; i++) {
        char name[16 * 2];
        snprintf(name, sizeof name, "b%d-0+b%d-%d", i / 2, i / 2, i % 2 + 1);
        const struct entry *entry = entry_named(&standings, name);
        assert_non_null(entry);
        double rating = (double)entry->rating_milli / 1000;
        assert_true(entry->games > 300); /* K is 10 by now: a standard deviation of about 40 */
        assert_true(rating > (i % 2 ? weak : strong) - 160 &&
                    rating < (i % 2 ? weak : strong) + 160);
        sums[i % 2] += rating / OWNERS;
    }
    assert_true(sums[0] - sums[1] > strong - weak - 60 && sums[0] - sums[1] < strong - weak + 60);
    standings_fini(&standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_side_is_one_entry),
        cmocka_unit_test(test_a_bots_own_ladder_is_untouched),
        cmocka_unit_test(test_a_members_new_version),
        cmocka_unit_test(test_one_bot_on_both_seats),
        cmocka_unit_test(test_three_of_a_side),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_ratings_converge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
