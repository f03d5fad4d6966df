/* test_event_file.c - tournament files of events: keys that an event must not set, and the files
 * of single runs. */
#include "calendar/event_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char cup[] = "; a comment\n"
                          "[tournament]\n"
                          "format = swiss\n"
                          "[entry ann]\n"
                          "command = ./ann\n"
                          "name = of an entry\n"
                          "[entry Bob] ; his\n"
                          "command = ./bob\n"
                          "[entry cy]\n"
                          "command = ./cy";

static bool plays(void *context, const char *entry)
{
    return strstr(context, entry) != NULL;
}

static void a_run_has_the_entries_that_play(void **state)
{
    char names[8][EVENT_FILE_NAME_MAX + 1], who[] = "ann cy", all[] = "ann Bob cy";
    char error[EVENT_FILE_ERROR_BYTES];
    (void)state;
    assert_int_equal(event_file_check(cup, error), 0);
    assert_int_equal(event_file_entries(cup, names, 8), 3);
    assert_string_equal(names[1], "Bob");
    assert_int_equal(event_file_entries(cup, names, 2), 2);
    char *rules = event_file_rules(cup);
    assert_string_equal(rules, "format = swiss\n");
    free(rules);
    char *made = event_file_make(cup, "cup-1", plays, who);
    assert_string_equal(made, "; a comment\n[tournament]\nname = cup-1\nformat = swiss\n"
                              "[entry ann]\ncommand = ./ann\nname = of an entry\n"
                              "[entry cy]\ncommand = ./cy\n");
    free(made);
    made = event_file_make(cup, "cup-1", plays, all);
    assert_int_equal(event_file_entries(made, names, 8), 3);
    free(made);
    made = event_file_make("", "cup-1", plays, all);
    assert_string_equal(made, "");
    free(made);
}

static void programs_of_the_store_are_added(void **state)
{
    static const char hash[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    struct event_file_program programs[2] = {{.entry = "dee"}, {.entry = "eve"}};
    char names[8][EVENT_FILE_NAME_MAX + 1], text[200], all[] = "ann Bob cy";
    (void)state;
    memcpy(programs[0].archive, hash, sizeof hash);
    memcpy(programs[1].archive, hash, sizeof hash);
    char *made = event_file_make(cup, "cup-1", plays, all);
    assert_false(event_file_needs_workers(made));
    made = event_file_add(made, programs, 2);
    assert_int_equal(event_file_entries(made, names, 8), 5);
    assert_string_equal(names[4], "eve");
    assert_true(event_file_needs_workers(made));
    free(made);
    static const struct {
        const char *format;
        bool needs;
    } cases[] = {
        {"[entry a]\narchive=%s\n", true},      {"[entry a]\n archive : %s\n", true},
        {"[entry a]\narchive = ./%s\n", false}, {"[tournament]\narchive = %s\n", false},
        {"[entry a]\narchive = %sff\n", false}, {"[entry a]\narchive =\n%s\n", false},
        {"[entry a]\ncommand = %s\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(text, sizeof text, cases[i].format, hash);
        assert_int_equal(event_file_needs_workers(text), cases[i].needs);
    }
}

/* As `avondale tournament` reads it. */
static void the_ruleset_is_that_of_the_tournament(void **state)
{
    static const struct {
        const char *text, *ruleset;
    } cases[] = {
        {"[tournament]\n", "wikipedia"},
        {"[tournament]\nruleset = au-pagat\n", "au-pagat"},
        {"[tournament]\n  ruleset:us-43 ; the small deck\n[entry a]\nruleset = x\n", "us-43"},
        {"ruleset = x\n[tournament]\nrulesets = y\nruleset =au-pagat\r\n", "au-pagat"},
        {"[tournament]\nruleset=", ""},
    };
    char ruleset[EVENT_FILE_RULESET_MAX + 1];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        event_file_ruleset(cases[i].text, ruleset);
        assert_string_equal(ruleset, cases[i].ruleset);
    }
}

static void bad_files_are_named(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "expected a section [tournament]"},
        {"[tournament]\nname = x\n", "[tournament] name: expected none"},
        {"[tournament]\n\toutput: x\n", "[tournament] output: expected none"},
        {"[tournament]\nseed=00\n", "[tournament] seed: expected none"},
        {"[tournament]\n  [entry x]\n", "expected headings at the beginning of a line"},
    };
    char error[EVENT_FILE_ERROR_BYTES], *large = malloc(EVENT_FILE_BYTES_MAX + 2);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(event_file_check(cases[i].text, error), -1);
        assert_ptr_equal(strstr(error, cases[i].says), error);
    }
    assert_int_equal(event_file_check("[tournament]\nseeds = 1\nnames = 2\n", error), 0);
    memset(large, '\n', EVENT_FILE_BYTES_MAX + 1);
    large[EVENT_FILE_BYTES_MAX + 1] = '\0';
    assert_int_equal(event_file_check(large, error), -1);
    free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_has_the_entries_that_play),
        cmocka_unit_test(programs_of_the_store_are_added),
        cmocka_unit_test(the_ruleset_is_that_of_the_tournament),
        cmocka_unit_test(bad_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
