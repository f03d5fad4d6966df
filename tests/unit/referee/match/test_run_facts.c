/* test_run_facts.c - the settings that decide a match are stored beside its records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/run_facts.h"

static char path[64], beside[80], error[RUN_FACTS_ERROR_BYTES];

static struct runner_entry entries[2] = {{.name = "ann", .command = "./a"},
                                         {.name = "bob", .command = "./b"}};

static struct runner_config config_of(void)
{
    struct runner_config config = {.entries = entries, .entry_count = 2, .jobs = 1, .prefix = "m"};
    struct ruleset_error bad;
    assert_int_equal(ruleset_preset(&config.rules, "wikipedia", 9, &bad), 0);
    snprintf(path, sizeof path, "/tmp/avondale-facts-%ld", (long)getpid());
    snprintf(beside, sizeof beside, "%s.match", path);
    return config;
}

static void the_same_match_continues_and_another_is_named(void **state)
{
    struct runner_config config = config_of();
    struct schedule_config match = {.entry_count = 2, .games = 10};
    bool drawn = false;
    (void)state;
    unlink(beside);
    json_t *facts = run_facts_create(&config, &match, NULL, true);
    assert_non_null(facts);
    assert_int_equal(run_facts_compare(path, facts, &drawn, error), 1); /* no such file */
    assert_int_equal(run_facts_write(path, facts, error), 0);
    assert_int_equal(run_facts_compare(path, facts, &drawn, error), 0);
    assert_true(drawn);
    json_decref(facts);
    entries[1].command = "./other";
    facts = run_facts_create(&config, &match, NULL, false);
    assert_int_equal(run_facts_compare(path, facts, &drawn, error), 2);
    assert_non_null(strstr(error, "./other"));
    json_decref(facts);
    entries[1].command = "./b";
    FILE *file = fopen(beside, "w");
    fputs("nothing", file);
    fclose(file);
    facts = run_facts_create(&config, &match, NULL, true);
    assert_true(run_facts_compare(path, facts, &drawn, error) >= 2);
    json_decref(facts);
    unlink(beside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_match_continues_and_another_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
