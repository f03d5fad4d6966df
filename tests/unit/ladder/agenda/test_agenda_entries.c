/* test_agenda_entries.c - the entries of an event: bots with a program, by the file or handed in.
 * Runs on an SQLite file; with AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agenda/agenda_entries.h"
#include "program_place.h"

static char cup_file[] = "[tournament]\n[entry ann]\n[entry bob]\n[entry cy]\n[entry di]\n";
static char no_entries[] = "[tournament]\n";

/* ann beats bob, bob beats cy, cy beats zoe, which has no program; di never played. */
static void play_some(const struct place *place)
{
    static const char *const pairs[][2] = {{"ann", "bob"}, {"bob", "cy"}, {"cy", "zoe"}};
    static const char *const names[] = {"ann", "bob", "cy", "zoe"};
    struct log log;

    log_open(&log, place);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        log_bot(&log, names[i], "");
    for (int i = 0; i < 60; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, pairs[i % 3][0], pairs[i % 3][1], 2);
        result.wall_msec += i;
        (void)log_result(&log, &result);
    }
    log_close(&log);
}

static struct agenda_entries entries_of(const struct place *place, char *text, const char *words)
{
    struct calendar_event row = {.name = "cup", .file = text};
    struct ladder_error error = {.text = ""};
    struct agenda_entries entries;
    struct event_plan event;
    char wrong[EVENT_ERROR_BYTES];

    if (event_parse(words, &event, wrong))
        fail_msg("%s", wrong);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    if (agenda_entries_make(store, &row, &event, "cup-1", &entries, &error))
        fail_msg("%s", error.text);
    store_close(store);
    return entries;
}

static void left_is(const struct agenda_entries *entries, enum agenda_left why, const char *says)
{
    char text[AGENDA_LEFT_BYTES];

    assert_int_equal(agenda_entries_left(entries, why, text), says != NULL);
    if (says)
        assert_string_equal(text, says);
}

static void the_best_entries_come_from_the_ladder(void **state)
{
    const struct place *place = *state;
    play_some(place);
    struct agenda_entries got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=best:2");
    assert_string_equal(got.file, "[tournament]\nname = cup-1\n[entry ann]\n[entry bob]\n");
    assert_int_equal(got.count, 2);
    left_is(&got, AGENDA_LEFT_PROGRAM, NULL); /* no bot before the second was skipped */
    free(got.file);
    got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=best:64");
    assert_null(strstr(got.file, "zoe"));
    assert_null(strstr(got.file, "di")); /* di is not on the ladder */
    assert_int_equal(got.count, 3);
    left_is(&got, AGENDA_LEFT_PROGRAM, "without a program: zoe");
    free(got.file);
    got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=best:2 ladder=no-such");
    assert_int_equal(got.count, 0);
    free(got.file);
    got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=file");
    assert_int_equal(got.count, 4);
    free(got.file);
}

/* A bot that signed up and was banned or stopped before the start. */
static void banned_and_stopped_bots_are_left_out(void **state)
{
    static const char *const names[] = {"ann", "bob", "cy"};
    const struct place *place = *state;
    struct standing bot;

    play_some(place);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(store_calendar_entry_add(store, "cup", names[i], 5), 0);
    assert_int_equal(store_bot_find(store, "ann", &bot), 0);
    assert_int_equal(store_account_stop(store, bot.id, true), 0);
    assert_int_equal(store_bot_find(store, "bob", &bot), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_BAN, bot.id, 5, ""), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    struct agenda_entries got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=signed");
    assert_string_equal(got.file, "[tournament]\nname = cup-1\n[entry cy]\n");
    assert_int_equal(got.count, 1);
    left_is(&got, AGENDA_LEFT_BARRED, "stopped or banned: ann, bob");
    free(got.file);
}

/* An archive in the file, as its entry has it. */
static void assert_plays(const struct agenda_entries *entries, const struct store_program *program,
                         const char *bot)
{
    char text[160];

    snprintf(text, sizeof text, "[entry %s]\narchive = %s\n", bot, program->archive);
    if (!strstr(entries->file, text))
        fail_msg("%s is not in %s", text, entries->file);
}

static int64_t bot_id(struct store *store, const char *name)
{
    struct standing bot;

    assert_int_equal(store_bot_find(store, name, &bot), 0);
    return bot.id;
}

/* Active ones play, the newest archive of each; the others are left out, whoever is connected. */
static void active_programs_play(void **state)
{
    const struct place *place = *state;
    struct standing bot;

    play_some(place);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    program_activated(store, bot_id(store, "cy"), "own-c", "1");
    struct store_program cy = program_activated(store, bot_id(store, "cy"), "own-c", "2");
    struct store_program bob = program_activated(store, bot_id(store, "bob"), "own-b", "1");
    int64_t new_id = program_bot(store, "New", "own-n");
    struct store_program fresh_one = program_activated(store, new_id, "own-n", "1");
    program_handed_in(store, bot_id(store, "zoe"), "own-z", "1", 5); /* not checked yet */
    struct store_program old =
        program_activated(store, program_bot(store, "old", "own-o"), "own-o", "1");
    assert_int_equal(program_become(store, &old, PROGRAM_STOPPED, "faults", ""), 0);
    program_activated(store, program_bot(store, "off", "own-o"), "own-o", "1");
    assert_int_equal(store_bot_find(store, "off", &bot), 0);
    assert_int_equal(store_account_stop(store, bot.id, true), 0);
    static const char *const names[] = {"BOB", "new", "zoe", "old", "off"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(store_calendar_entry_add(store, "cup", names[i], 5), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);

    struct agenda_entries got = entries_of(place, no_entries, "at=2026-12-01T20:00 entries=active");
    assert_int_equal(got.count, 3);
    assert_plays(&got, &bob, "bob");
    assert_plays(&got, &cy, "cy");
    assert_plays(&got, &fresh_one, "New");
    /* As they stand on the ladder; who never played comes last. */
    assert_true(strstr(got.file, "entry bob") < strstr(got.file, "entry cy"));
    assert_true(strstr(got.file, "entry cy") < strstr(got.file, "entry New"));
    left_is(&got, AGENDA_LEFT_BARRED, "stopped or banned: off");
    free(got.file);

    /* The organiser's program of a bot comes before that of its owner. */
    got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=active");
    assert_int_equal(got.count, 5);
    assert_plays(&got, &fresh_one, "New");
    assert_null(strstr(got.file, bob.archive));
    free(got.file);

    got = entries_of(place, no_entries, "at=2026-12-01T20:00 entries=signed");
    assert_int_equal(got.count, 2);
    assert_plays(&got, &bob, "bob");
    left_is(&got, AGENDA_LEFT_PROGRAM, "without a program: old, zoe");
    left_is(&got, AGENDA_LEFT_BARRED, "stopped or banned: off");
    free(got.file);

    got = entries_of(place, no_entries, "at=2026-12-01T20:00 entries=best:2");
    assert_int_equal(got.count, 2);
    assert_plays(&got, &cy, "cy");
    left_is(&got, AGENDA_LEFT_PROGRAM, "without a program: ann");
    free(got.file);
}

/* A program that names rulesets plays those alone; one that names none plays any. */
static void programs_play_their_rulesets(void **state)
{
    static const struct {
        const char *bot, *rulesets;
    } programs[] = {{"ann", "wikipedia"},
                    {"bob", "us-43 au-pagat"},
                    {"cy", ""},
                    {"zoe", "au-pagat-not  wikipedi"}};
    static char here[] = "[tournament]\n", there[] = "[tournament]\nruleset = au-pagat\n";
    const struct place *place = *state;

    play_some(place);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        struct store_program one = {.bot_id = bot_id(store, programs[i].bot),
                                    .account = "own",
                                    .label = "1",
                                    .state = PROGRAM_ACTIVE};
        snprintf(one.archive, sizeof one.archive, "%064zx", i + 1);
        snprintf(one.rulesets, sizeof one.rulesets, "%s", programs[i].rulesets);
        assert_int_equal(store_program_add(store, &one), 0);
        assert_int_equal(store_calendar_entry_add(store, "cup", programs[i].bot, 5), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    static const struct {
        char *file;
        const char *words, *plays, *other, *left;
    } cases[] = {
        {here, "active", "ann", "cy", "programs for other rulesets: bob, zoe"},
        {there, "active", "bob", "cy", "programs for other rulesets: ann, zoe"},
        {here, "best:4", "ann", "cy", "programs for other rulesets: bob, zoe"},
        {there, "best:2", "bob", "cy", "programs for other rulesets: ann"},
        {there, "signed", "bob", "cy", "programs for other rulesets: ann, zoe"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char words[80], entry[40];
        snprintf(words, sizeof words, "at=2026-12-01T20:00 entries=%s", cases[i].words);
        struct agenda_entries got = entries_of(place, cases[i].file, words);
        assert_int_equal(got.count, 2);
        snprintf(entry, sizeof entry, "[entry %s]", cases[i].plays);
        assert_non_null(strstr(got.file, entry));
        snprintf(entry, sizeof entry, "[entry %s]", cases[i].other);
        assert_non_null(strstr(got.file, entry));
        left_is(&got, AGENDA_LEFT_RULESET, cases[i].left);
        free(got.file);
    }
    /* The organiser's own program of a bot is the organiser's to know. */
    struct agenda_entries got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=best:2");
    assert_string_equal(got.file, "[tournament]\nname = cup-1\n[entry ann]\n[entry bob]\n");
    free(got.file);
}

/* 1,100 programs of 400 owners, and one owner with very many. */
static void the_number_of_programs_is_limited(void **state)
{
    const struct place *place = *state;
    char account[33];

    play_some(place);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    struct store_program zoe = program_activated(store, bot_id(store, "zoe"), "own-z", "1");
    for (int i = 0; i < 1100; i++) {
        struct standing bot = {.rating_milli = 1500000};
        snprintf(bot.name, sizeof bot.name, "a%04d", i);
        snprintf(bot.owner, sizeof bot.owner, "own-%d", i % 400);
        snprintf(account, sizeof account, "%s", bot.owner);
        assert_int_equal(store_bot_add(store, &bot, 1), 0);
        program_activated(store, bot.id, account, "1");
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    struct agenda_entries got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=active");
    assert_int_equal(got.count, EVENT_BEST_MAX);
    assert_plays(&got, &zoe, "zoe"); /* it has a rating */
    left_is(&got, AGENDA_LEFT_ROOM, "above 1024 entries: a1019, a1020, a1021 and 78 more");
    free(got.file);
    got = entries_of(place, cup_file, "at=2026-12-01T20:00 entries=active per-owner=2");
    assert_int_equal(got.count, 4 + 1 + 800);
    left_is(&got, AGENDA_LEFT_OWNER, "too many of one owner: a0800, a0801, a0802 and 297 more");
    free(got.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_best_entries_come_from_the_ladder, setup, teardown),
        cmocka_unit_test_setup_teardown(banned_and_stopped_bots_are_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(active_programs_play, setup, teardown),
        cmocka_unit_test_setup_teardown(programs_play_their_rulesets, setup, teardown),
        cmocka_unit_test_setup_teardown(the_number_of_programs_is_limited, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
