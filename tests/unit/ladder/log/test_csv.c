/* Results as a CSV table: printed tables are read back, and errors of other text are named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "log/csv.h"
#include "ladder_temp.h"

static const char head_line[] =
    "game,ruleset,players,sides,scores,winners,ranks,reason,wall_msec,unrated";

static struct csv_head head;

static void use_head(const char *text)
{
    char line[256], error[160] = "";
    snprintf(line, sizeof line, "%s", text);
    if (csv_read_head(line, &head, error))
        fail_msg("%s: %s", text, error);
}

static int read_row(const char *text, struct ladder_result *result, char error[160])
{
    char line[CSV_LINE_MAX];
    snprintf(line, sizeof line, "%s", text);
    return csv_read_row(line, &head, 5, result, error);
}

static void results_round_trip(void **state)
{
    uint64_t seed = 5;
    (void)state;

    use_head(head_line);
    for (int i = 0; i < 500; i++) {
        char text[CSV_LINE_MAX] = "", error[160] = "";
        struct ladder_result result = random_result(&seed, i), read;
        if (i % 3 == 0)
            snprintf(result.ruleset, sizeof result.ruleset, "everything calls=\"misere, hi-lo\" x");
        FILE *file = fmemopen(text, sizeof text, "w");
        csv_print_row(&result, file);
        fclose(file);
        text[strcspn(text, "\n")] = 0;
        if (read_row(text, &read, error))
            fail_msg("%s: %s", text, error);
        assert_string_equal(read.game, result.game);
        assert_string_equal(read.ruleset, result.ruleset);
        assert_string_equal(read.reason, result.reason);
        assert_string_equal(read.unrated, result.unrated);
        assert_int_equal(read.wall_msec, result.wall_msec);
        assert_int_equal(read.seat_count, result.seat_count);
        assert_int_equal(read.side_count, result.side_count);
        assert_memory_equal(read.scores, result.scores, sizeof read.scores);
        assert_memory_equal(read.ranks, result.ranks, sizeof read.ranks);
        for (int seat = 0; seat < read.seat_count; seat++) {
            assert_string_equal(read.seats[seat].bot, result.seats[seat].bot);
            assert_int_equal(read.seats[seat].side, result.seats[seat].side);
        }
    }
}

static void the_head_names_the_columns(void **state)
{
    char text[256] = "";
    (void)state;

    FILE *file = fmemopen(text, sizeof text, "w");
    csv_print_head(file);
    fclose(file);
    text[strcspn(text, "\n")] = 0;
    assert_string_equal(text, head_line);
}

static void columns_come_in_any_order(void **state)
{
    struct ladder_result result;
    char error[160];
    (void)state;

    use_head("reason,hands,winners,\"scores\",sides,players,game");
    assert_int_equal(read_row("target,7,1,10 520,0 1 0 1,a b c d,g-1", &result, error), 0);
    assert_string_equal(result.game, "g-1");
    assert_string_equal(result.seats[3].bot, "d");
    assert_int_equal(result.scores[1], 520);
    assert_int_equal(result.ranks[0], 2);
    assert_int_equal(result.ranks[1], 1);
    assert_int_equal(result.wall_msec, 5);
    assert_string_equal(result.ruleset, "");
}

static void bad_heads_are_named(void **state)
{
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "column game"},
        {"game,players,sides,scores", "column reason"},
        {"game,players,sides,scores,reason", "winners or ranks"},
        {"game,players,sides,scores,reason,ranks,game", "game is there twice"},
        {"game,\"players", "names of at most"},
        {"ga\"me,players,sides,scores,reason,ranks", "names of at most"},
    };
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char line[128], error[160] = "";
        snprintf(line, sizeof line, "%s", bad[i].line);
        assert_int_equal(csv_read_head(line, &head, error), -1);
        if (!strstr(error, bad[i].why))
            fail_msg("'%s': %s", bad[i].line, error);
    }
}

static void bad_rows_are_named(void **state)
{
    static const struct {
        const char *line, *why;
    } bad[] = {
        {"", "expected 6 fields"},
        {"g,a b,0 1,1 2,1 2", "expected 6 fields"},
        {"g,a b,0 1,1 2,1 2,target,more", "expected 6 fields"},
        {"g,a \"b\",0 1,1 2,1 2,target", "expected 6 fields"},
        {"g,\"a b\"c,0 1,1 2,1 2,target", "expected 6 fields"},
        {"g,a b,0 1,1 2,1 2,\"target", "expected 6 fields"},
        {".g,a b,0 1,1 2,1 2,target", "a game id"},
        {"g,a b/c,0 1,1 2,1 2,target", "a name is"},
        {"g,a b,0,1 2,1 2,target", "sides: expected 2"},
        {"g,a b,0 x,1 2,1 2,target", "sides: expected 2"},
        {"g,a b c d e f g,0 1,1 2,1 2,target", "players: expected at most 6"},
        {"g,a b,0 1,12,1 2,target", "scores: expected"},
        {"g,a b,0 1,1 99999999999,1 2,target", "scores: expected"},
        {"g,a b,0 1,1 2,1 3,target", "ranks: expected 2"},
        {"g,a b,0 1,1 2,1,target", "ranks: expected 2"},
        {"g,a b,0 2,1 2,1 2,target", "side is out of range"},
        {"g,a b,0 0,1 2,1 2,target", "a side has"},
        {"g,a b,0 1,1 2,1 2,a-reason-that-is-too-long", "reason"},
    };
    (void)state;

    use_head("game,players,sides,scores,ranks,reason");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ladder_result result;
        char error[160] = "";
        assert_int_equal(read_row(bad[i].line, &result, error), -1);
        if (!strstr(error, bad[i].why))
            fail_msg("'%s': %s", bad[i].line, error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_round_trip),        cmocka_unit_test(the_head_names_the_columns),
        cmocka_unit_test(columns_come_in_any_order), cmocka_unit_test(bad_heads_are_named),
        cmocka_unit_test(bad_rows_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
