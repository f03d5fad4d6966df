/* test_command.c - avondale ladder: its output, refusals and exit statuses. */
#include "shell_commands.h"

static void test_usage(void **state)
{
    (void)state;
    assert_usage("", "recompute");
    assert_usage("frob", "must be add");
    assert_usage("top", "ladder.db"); /* no file, and none is created */
    assert_int_equal(access(temp.path, F_OK), -1);
    assert_int_equal(run(false, "add ann"), 0);
    assert_usage("add", "expected NAME");
    assert_usage("add ../x", "../x");
    assert_usage("add bob --owner", "--owner");
    assert_usage("add bob --owner a/b", "a/b");
    assert_usage("add bob --frob", "--frob");
    assert_usage("add ANN", "'ann' is there already");
    assert_usage("show nobody", "no bot named 'nobody'");
    assert_usage("token nobody", "nobody");
    assert_usage("ban nobody", "nobody");
    assert_usage("history nobody", "nobody");
    assert_usage("void g-1", "no game 'g-1'");
    assert_usage("void ../../g", "no game");
    assert_usage("top -1", "-1");
    assert_usage("top 0", "must be a number");
    assert_usage("top 1x", "must be a number");
    assert_usage("export --repair", "--repair");
    assert_usage("recompute g", "recompute");
    assert_int_equal(run(false, "show --help"), 0);
    assert_non_null(strstr(out, "usage: avondale ladder show NAME\n"));
    assert_usage("show ann --jsno", "--json is");
    assert_usage("season start s --chips 0", "--chips=0: expected a number from 1");
}

static void test_every_command_is_in_the_help(void **state)
{
    (void)state;
    const char *const words[] = {"add",       "token",     "top",      "show",      "history",
                                 "ban",       "void",      "export",   "recompute", "--owner",
                                 "--records", "--repair",  "--verify", "--csv",     "import",
                                 "list",      "standings", "version",  "reference"};
    memset(out, 0, sizeof out);
    FILE *file = fmemopen(out, sizeof out - 1, "w");
    command_table_print(file, false);
    fclose(file);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(out, words[i]));
}

static void test_foreign_file(void **state)
{
    (void)state;
    FILE *file = fopen(temp.path, "w");
    fputs("not a ladder", file);
    fclose(file);
    assert_usage("add ann", "cannot be read as a ladder");
    assert_usage("recompute --repair", "cannot be read as a ladder");
    file = fopen(temp.path, "r");
    char text[64] = "";
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "not a ladder");
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_usage, setup, teardown),
        cmocka_unit_test(test_every_command_is_in_the_help),
        cmocka_unit_test_setup_teardown(test_foreign_file, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
