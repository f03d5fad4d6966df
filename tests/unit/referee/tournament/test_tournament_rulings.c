/* The file of an organiser's rulings: written, read, checked against its chain; which blocks
 * they void. */
#include "tournament/tournament_rulings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct place {
    char directory[64], rulings[96], records[96];
    struct tournament_file file;
    struct tournament tournament;
    struct tournament_blocks blocks;
};

static void put(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static int setup(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    struct ruleset_error error;

    strcpy(place->directory, "/tmp/rulings.XXXXXX");
    if (!mkdtemp(place->directory))
        return -1;
    snprintf(place->rulings, sizeof place->rulings, "%s/rulings.jsonl", place->directory);
    snprintf(place->records, sizeof place->records, "%s/records.jsonl", place->directory);
    put(place->records, "one\ntwo\n");
    tournament_defaults(&place->file.format, TOURNAMENT_ROUND_ROBIN);
    place->file.format.entry_count = 3;
    for (int i = 0; i < 3; i++)
        snprintf(place->file.entries[i].name, sizeof place->file.entries[i].name, "e%d", i);
    if (ruleset_parse(&place->file.rules, "wikipedia", NULL, 0, &error))
        return -1;
    tournament_init(&place->tournament, &place->file.format);
    tournament_blocks_init(&place->blocks, &place->tournament, &place->file.rules, 2, true);
    *state = place;
    return 0;
}

static int teardown(void **state)
{
    struct place *place = *state;

    unlink(place->rulings);
    unlink(place->records);
    rmdir(place->directory);
    tournament_blocks_fini(&place->blocks);
    tournament_fini(&place->tournament);
    free(place);
    return 0;
}

/* Plays `count` blocks, all drawn, and keeps the last one. */
static void play(struct place *place, int count, struct schedule_block *kept)
{
    struct game_outcome outcomes[SCHEDULE_GAMES_MAX];

    memset(outcomes, 0, sizeof outcomes);
    for (int game = 0; game < SCHEDULE_GAMES_MAX; game++)
        outcomes[game] =
            (struct game_outcome){.winners = 1, .reason = REASON_TARGET, .forfeited = -1};
    for (int i = 0; i < count; i++) {
        assert_int_equal(tournament_blocks_next(&place->blocks, kept), RUNNER_BLOCK);
        tournament_blocks_count(&place->blocks, kept, outcomes);
    }
}

static void rulings_round_trip(void **state)
{
    struct place *place = *state;
    struct tournament_rulings rulings, again;
    struct tournament_ruled rerun = {.rerun = true, .block = 2, .reason = "why \"not\"?"},
                            out = {.block = 2, .entry = 1, .reason = "x"};
    struct schedule_block block, first;
    char error[TOURNAMENT_RULING_ERROR];

    assert_int_equal(tournament_rulings_read(&rulings, place->rulings, &place->file, error),
                     0); /* none */
    assert_int_equal(rulings.count, 0);
    play(place, 1, &first);
    play(place, 1, &block);
    tournament_rulings_add(&rulings, &rerun);
    assert_true(tournament_rulings_void(&rulings, &place->blocks, &first));
    assert_int_equal(tournament_rulings_apply(&rulings, &place->blocks, error), 0);
    assert_int_equal(rulings.applied, 1);
    assert_false(place->tournament.meetings[0].done);
    assert_int_equal(tournament_rulings_write(&rulings, place->rulings, &place->blocks,
                                              &place->file, place->records),
                     0);
    tournament_rulings_add(&rulings, &out);
    assert_int_equal(tournament_rulings_apply(&rulings, &place->blocks, error), 0);
    assert_int_equal(tournament_rulings_write(&rulings, place->rulings, &place->blocks,
                                              &place->file, place->records),
                     0);
    assert_int_equal(tournament_rulings_read(&again, place->rulings, &place->file, error), 0);
    assert_int_equal(again.count, 2);
    assert_true(again.list[0].rerun);
    assert_string_equal(again.list[0].reason, "why \"not\"?");
    assert_int_equal(again.list[1].entry, 1);
    assert_int_equal(again.list[1].block, 2);
    assert_string_equal(again.last, rulings.last);
    assert_true(json_equal(again.lines, rulings.lines));
    tournament_rulings_add(&again, &out); /* a second time is refused */
    again.applied = 2;
    assert_int_equal(tournament_rulings_apply(&again, &place->blocks, error), -1);
    assert_string_equal(error, "the entry is disqualified already");
    tournament_rulings_fini(&again);
    tournament_rulings_fini(&rulings);
}

static void malformed_files_are_refused(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"x\n", "line 1: expected a ruling"},
        {"{}\n", "line 1: expected a ruling"},
        {"{\"ruling\":\"free\",\"after_blocks\":1,\"season\":1,\"reason\":\"\",\"previous\":\"\"}"
         "\n",
         "line 1: expected a ruling"},
        {"{\"ruling\":\"disqualify\",\"entry\":\"e9\",\"after_blocks\":1,\"season\":1,\"reason\":"
         "\"\",\"previous\":\"\"}\n",
         "line 1: expected a ruling"},
        {"{\"ruling\":\"rerun\",\"meeting\":1,\"after_blocks\":1,\"season\":1,\"reason\":\"\","
         "\"previous\":\"00\"}\n",
         "line 1: it does not follow the line before it"},
        {"{\"ruling\":\"rerun\",\"meeting\":1,\"after_blocks\":1,\"season\":1,\"reason\":\"\","
         "\"previous\":\"\"}\n{\"ruling\":\"rerun\",\"meeting\":1,\"after_blocks\":1,\"season\":1,"
         "\"reason\":\"\",\"previous\":\"\"}\n",
         "line 2: it does not follow the line before it"},
    };
    struct place *place = *state;
    struct tournament_rulings rulings;
    char error[TOURNAMENT_RULING_ERROR];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put(place->rulings, cases[i].text);
        assert_int_equal(tournament_rulings_read(&rulings, place->rulings, &place->file, error),
                         -1);
        assert_string_equal(error, cases[i].says);
        tournament_rulings_fini(&rulings);
    }
}

/* The ruling of a command line is checked as a whole. */
static void a_ruling_is_made(void **state)
{
    struct place *place = *state;
    struct tournament_ruled ruled;
    char error[TOURNAMENT_RULING_ERROR], longest[TOURNAMENT_REASON_MAX + 2];
    const struct tournament_file *file = &place->file;

    assert_int_equal(tournament_rulings_make(&ruled, file, 3, NULL, NULL, error), 0);
    assert_true(ruled.rerun && ruled.meeting == 2 && ruled.reason[0] == '\0');
    assert_int_equal(tournament_rulings_make(&ruled, file, 0, "e2", "asks its author", error), 0);
    assert_true(!ruled.rerun && ruled.entry == 2);
    assert_string_equal(ruled.reason, "asks its author");

    assert_int_equal(tournament_rulings_make(&ruled, file, 1, "e2", "both", error), -1);
    assert_int_equal(tournament_rulings_make(&ruled, file, 0, "e2", "", error), -1);
    assert_int_equal(tournament_rulings_make(&ruled, file, 0, "e3", "who?", error), -1);
    assert_non_null(strstr(error, "e3"));
    assert_int_equal(tournament_rulings_make(&ruled, file, 0, "e1", "two\nlines", error), -1);
    memset(longest, 'x', sizeof longest);
    longest[TOURNAMENT_REASON_MAX + 1] = '\0';
    assert_int_equal(tournament_rulings_make(&ruled, file, 0, "e1", longest, error), -1);
    longest[TOURNAMENT_REASON_MAX] = '\0';
    assert_int_equal(tournament_rulings_make(&ruled, file, 0, "e1", longest, error), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(rulings_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(a_ruling_is_made, setup, teardown),
        cmocka_unit_test_setup_teardown(malformed_files_are_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
