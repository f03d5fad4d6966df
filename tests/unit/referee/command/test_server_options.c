/* test_server_options.c - the shared options of commands that act for an owner. */
#include "command_run.h"

#include "command/server_options.h"

#include <stdlib.h>
#include <sys/stat.h>

static const struct option_table table = {.command = "try", .parts = {{&server_options_part, 0}}};

static void the_token_file_lies_beside_those_of_bots(void **state)
{
    struct server_options options = {.url = "https://Arena.example/under/"};
    (void)state;

    setenv("XDG_CONFIG_HOME", "/nowhere", 1);
    assert_int_equal(server_options_begin(&table, &options, false), 0);
    assert_string_equal(options.path, "/nowhere/avondale/tokens/arena.example_443/.owner");
    assert_string_equal(options.token, "");
    server_options_end(&options);
    options = (struct server_options){.url = "http://h", .token_file = "/nowhere/x"};
    assert_int_equal(server_options_begin(&table, &options, false), 0);
    assert_string_equal(options.path, "/nowhere/x");
    server_options_end(&options);
    assert_int_equal(server_options_begin(&table, &options, true), 2);
    server_options_end(&options);
}

static void malformed_tokens_are_refused(void **state)
{
    struct server_options options = {.url = "http://h", .token_file = "/proc/version"};
    (void)state;

    assert_int_equal(server_options_begin(&table, &options, true), 3);
    server_options_end(&options);
    options = (struct server_options){.url = NULL};
    assert_int_equal(server_options_begin(&table, &options, false), 2);
    server_options_end(&options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_token_file_lies_beside_those_of_bots),
        cmocka_unit_test(malformed_tokens_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
