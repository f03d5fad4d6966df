/* test_tournament_keys.c - each key of the file that describes a competition: its effect, and
 * its refused values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tournament/tournament_keys.h"
#include "tournament/tournament_keys_private.h"

static struct tournament_file file;
static struct reader reader;

static int set_up(void **state)
{
    (void)state;
    memset(&file, 0, sizeof file);
    memset(&reader, 0, sizeof reader);
    reader.file = &file;
    reader.path = "cup.ini";
    reader.line = 3;
    strcpy(file.entries[1].name, "bob");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(file.ruleset_name_text);
    for (int i = 0; i < file.word_count; i++)
        free((char *)(uintptr_t)file.words[i]);
    for (int i = 0; i < 2; i++) {
        free(reader.texts[i].command);
        free(reader.texts[i].directory);
        free(reader.texts[i].options);
        free(reader.texts[i].token);
        free(reader.texts[i].environment);
        free(reader.texts[i].archive);
    }
    return 0;
}

static const struct key *find(const struct key *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    }
    fail_msg("no key %s", name);
    return NULL;
}

static bool take(const char *name, const char *value)
{
    const struct key *key = find(tournament_keys, tournament_key_count, name);
    return key->take(&reader, value, key, -1);
}

static bool take_of_entry(const char *name, const char *value)
{
    const struct key *key = find(tournament_entry_keys, tournament_entry_key_count, name);
    return key->take(&reader, value, key, 1);
}

static void numbers_have_their_field(void **state)
{
    const struct {
        const char *name;
        int *field;
        int min, max;
    } cases[] = {
        {"rounds", &reader.rounds, 1, TOURNAMENT_ENTRIES_MAX},
        {"heroes", &reader.heroes, 1, TOURNAMENT_ENTRIES_MAX},
        {"divisions", &reader.divisions, 1, TOURNAMENT_ENTRIES_MAX / 2},
        {"promotion", &reader.promotion, 0, TOURNAMENT_ENTRIES_MAX / 2},
        {"seasons", &reader.seasons, 1, 100},
        {"deciding", &reader.deciding, 0, 1000},
        {"repeats", &file.repeats, 1, 100000},
        {"jobs", &file.jobs, 1, RUNNER_JOBS_MAX},
        {"max_hands", &reader.max_hands, 1, 1000},
    };
    char text[32];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int step = -1; step <= 1; step += 2) {
            int inside = step < 0 ? cases[i].min : cases[i].max;
            snprintf(text, sizeof text, "%d", inside);
            *cases[i].field = -1;
            assert_true(take(cases[i].name, text));
            assert_int_equal(*cases[i].field, inside);
            snprintf(text, sizeof text, "%d", inside + step);
            assert_false(take(cases[i].name, text));
        }
        assert_false(take(cases[i].name, "many"));
    }
    assert_int_equal(reader.errors, 3 * (int)(sizeof cases / sizeof cases[0]));
}

static void words_have_their_field(void **state)
{
    char path[sizeof file.output + 1];
    (void)state;
    assert_true(take("name", "A Cup") && strcmp(file.name, "A Cup") == 0);
    assert_true(take("output", "/tmp/x") && strcmp(file.output, "/tmp/x") == 0);
    assert_true(take("ruleset", "american") && take("ruleset", "wikipedia"));
    assert_string_equal(file.ruleset_name_text, "wikipedia");
    assert_true(take("option", "target=1000") && take("option", "players=4"));
    assert_int_equal(file.word_count, 2);
    assert_string_equal(file.words[1], "players=4");
    assert_true(take("duplicate", "yes") && file.duplicate);
    assert_true(take("duplicate", "no") && !file.duplicate);
    assert_true(take("seed", "5eed") && file.seeded && file.seed[1] == 0xed && file.seed[2] == 0);
    assert_true(take("policy", "lenient") && file.policy.kind == FAULT_POLICY_LENIENT);
    assert_true(take("time", "play=70") && file.time.play == 70000);
    assert_int_equal(reader.errors, 0);
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_false(take("name", path) || take("output", path) || take("output", "") ||
                 take("duplicate", "maybe") || take("seed", "5ee") || take("seed", "") ||
                 take("policy", "strikes=0") || take("time", "soon"));
    assert_int_equal(reader.errors, 8);
}

static void every_format_is_known(void **state)
{
    const struct key *key = find(tournament_keys, tournament_key_count, "format");
    (void)state;
    for (int i = 0; i < TOURNAMENT_FORMAT_COUNT; i++) {
        const char *name = tournament_format_name((enum tournament_format)i);
        assert_true(take("format", name));
        assert_int_equal(reader.format, i);
        assert_non_null(strstr(key->help, name)); /* the message lists it */
    }
    assert_false(take("format", "round"));
    assert_int_equal(reader.format, FORMAT_BAD);
}

static void tiebreaks_keep_their_order(void **state)
{
    const struct key *key = find(tournament_keys, tournament_key_count, "tiebreaks");
    (void)state;
    for (int i = 0; i < TIEBREAK_COUNT; i++)
        assert_non_null(strstr(key->help, tournament_tiebreak_name((enum tournament_tiebreak)i)));
    assert_true(take("tiebreaks", "margin, wins,buchholz"));
    assert_true(reader.tiebreaks_given);
    assert_int_equal(reader.tiebreaks.tiebreak_count, 3);
    assert_string_equal(tournament_tiebreak_name(reader.tiebreaks.tiebreaks[0]), "margin");
    assert_string_equal(tournament_tiebreak_name(reader.tiebreaks.tiebreaks[2]), "buchholz");
    assert_false(take("tiebreaks", "margin, luck"));
}

/* An entry's values may hold a space or a quote: the shell gets each as one word. */
static void an_entry_keeps_its_words(void **state)
{
    (void)state;
    assert_true(take_of_entry("command", "bot") && take_of_entry("command", "other"));
    assert_string_equal(reader.texts[1].command, "other");
    assert_true(take_of_entry("directory", "d") && take_of_entry("options", "--x"));
    assert_true(take_of_entry("token", "t") && take_of_entry("archive", "a"));
    assert_string_equal(reader.texts[1].directory, "d");
    assert_string_equal(reader.texts[1].options, "--x");
    assert_string_equal(reader.texts[1].token, "t");
    assert_string_equal(reader.texts[1].archive, "a");
    assert_true(take_of_entry("environment", "A=b c") && take_of_entry("environment", "D=it's"));
    assert_string_equal(reader.texts[1].environment, " 'A=b c' 'D=it'\\''s'");
    assert_true(take_of_entry("time", "50") && file.entries[1].time_percent == 50);
    assert_int_equal(reader.errors, 0);
    assert_false(take_of_entry("environment", "A") || take_of_entry("environment", "=b") ||
                 take_of_entry("time", "0") || take_of_entry("time", "10001"));
    assert_int_equal(reader.errors, 4);
}

static void help_names_every_key(void **state)
{
    static char text[20000];
    (void)state;
    for (int manual = 0; manual < 2; manual++) {
        FILE *out = fmemopen(text, sizeof text - 1, "w");
        tournament_keys_print(out, manual);
        fclose(out);
        for (size_t i = 0; i < tournament_key_count; i++)
            assert_non_null(strstr(text, tournament_keys[i].name));
        for (size_t i = 0; i < tournament_entry_key_count; i++)
            assert_non_null(strstr(text, tournament_entry_keys[i].name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_have_their_field, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_have_their_field, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_format_is_known, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tiebreaks_keep_their_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_entry_keeps_its_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(help_names_every_key, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
