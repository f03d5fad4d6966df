/* test_command.c - avondale ladder: what it prints, refuses and returns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <jansson.h>

#include "ladder_temp.h"

static struct temp temp;
static char out[1 << 16], err[4096];

static int setup(void **state)
{
    (void)state;
    temp_init(&temp);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    temp_fini(&temp);
    return 0;
}

/* Runs the command in `line`, cut at its spaces; fills out and err. */
static int run(bool json, const char *line)
{
    char text[256], *argv[16];
    int argc = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    memset(out, 0, sizeof out);
    memset(err, 0, sizeof err);
    FILE *out_file = fmemopen(out, sizeof out - 1, "w"),
         *err_file = fmemopen(err, sizeof err - 1, "w");
    int status = ladder_command(temp.url, argc, argv, json, out_file, err_file);
    fclose(out_file);
    fclose(err_file);
    return status;
}

static json_t *parse(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, 0, &error);
    if (!value)
        fail_msg("%s: %s", error.text, text);
    return value;
}

static void play(int count)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    uint64_t seed = 77;
    assert_int_equal(ladder_open(&ladder, temp.url, false, &error), 0);
    for (int i = 0; i < count; i++) {
        char record[64];
        struct ladder_result result = random_result(&seed, i);
        snprintf(record, sizeof record, "{\"game\":\"g-%d\"}", i);
        result.record = record;
        assert_int_equal(ladder_submit(ladder, &result, NULL, NULL), 0);
    }
    ladder_close(ladder);
}

/* One line on standard error, nothing on standard output, exit status 2. */
static void assert_usage(const char *line, const char *word)
{
    int status = run(false, line);
    if (status != 2 || !strstr(err, word))
        fail_msg("'%s': %d, %s", line, status, err);
    assert_string_equal(out, "");
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
}

static void test_usage(void **state)
{
    (void)state;
    assert_usage("", "recompute");
    assert_usage("frob", "must be add");
    assert_usage("top", "ladder.db"); /* no file: none is made */
    assert_int_equal(access(temp.path, F_OK), -1);
    assert_int_equal(run(false, "add ann"), 0);
    assert_usage("add", "NAME is missing");
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
    assert_string_equal(out, ladder_command_help);
}

static void test_every_command_is_in_the_help(void **state)
{
    (void)state;
    const char *const words[] = {"add",       "token",     "top",     "show",      "history",
                                 "ban",       "void",      "export",  "recompute", "--owner",
                                 "--records", "--repair",  "--json",  "--csv",     "import",
                                 "list",      "standings", "version", "reference"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_non_null(strstr(ladder_command_help, words[i]));
}

static void test_bots(void **state)
{
    (void)state;
    assert_int_equal(run(false, "add ann"), 0);
    assert_int_equal(strlen(out), 65);
    char first[80];
    snprintf(first, sizeof first, "%.79s", out);
    assert_int_equal(run(true, "token Ann"), 0);
    json_t *value = parse(out);
    assert_string_equal(json_string_value(json_object_get(value, "name")), "ann");
    const char *token = json_string_value(json_object_get(value, "token"));
    assert_int_equal(strlen(token), 64);
    assert_memory_not_equal(token, first, 64);
    json_decref(value);
    assert_int_equal(run(false, "add bob --owner ann --json"), 0);
    json_decref(parse(out));
    assert_int_equal(run(true, "show bob"), 0);
    value = parse(out);
    assert_string_equal(json_string_value(json_object_get(value, "owner")), "ann");
    assert_int_equal(json_integer_value(json_object_get(value, "rating_milli")), 1500000);
    assert_true(json_is_true(json_object_get(value, "provisional")));
    json_decref(value);
    assert_null(strstr(out, first)); /* a token is never shown again */
    assert_int_equal(run(false, "ban bob"), 0);
    assert_usage("ban bob", "banned already");
    assert_int_equal(run(false, "show bob"), 0);
    assert_non_null(strstr(out, "banned  yes"));
    assert_int_equal(run(false, "top"), 0);
    assert_null(strstr(out, "bob"));
    assert_null(strstr(out, "ann")); /* on no ladder yet */
}

static void test_versions(void **state)
{
    (void)state;
    play(100);
    assert_usage("version b1", "LABEL is missing");
    assert_usage("version b1 <v>", "version '<v>'");
    assert_usage("version nobody v2", "no bot named");
    assert_int_equal(run(false, "version b1 v2"), 0);
    assert_string_equal(out, "b1 is version v2 from here on\n");
    assert_int_equal(run(false, "reference b2"), 0);
    assert_int_equal(run(true, "standings"), 0);
    json_t *value = parse(out);
    const json_t *rows = json_object_get(value, "standings"), *row;
    size_t i;
    int seen = 0;
    json_array_foreach(rows, i, row)
    {
        const char *name = json_string_value(json_object_get(row, "name"));
        if (strcmp(name, "b1") == 0) {
            assert_string_equal(json_string_value(json_object_get(row, "version")), "v2");
            assert_int_equal(json_integer_value(json_object_get(row, "games")), 0);
            assert_true(json_is_true(json_object_get(row, "provisional")));
            seen++;
        }
        assert_int_equal(json_is_true(json_object_get(row, "reference")), strcmp(name, "b2") == 0);
        seen += strcmp(name, "b2") == 0;
    }
    assert_int_equal(seen, 2);
    json_decref(value);
    assert_int_equal(run(false, "standings"), 0);
    assert_non_null(strstr(out, "reference b2: online "));
    assert_non_null(strstr(out, "seed 100, 1000 resamples"));
    assert_int_equal(run(false, "reference b2 --off"), 0);
    assert_int_equal(run(false, "standings"), 0);
    assert_null(strstr(out, "reference b2"));
    assert_usage("standings --ladder nothing", "no ladder 'nothing'");
    assert_int_equal(run(false, "list"), 0);
    assert_non_null(strstr(out, "australian.solo-2"));
    assert_int_equal(run(false, "top 2 --ladder=australian.solo-2"), 0);
    assert_int_equal(run(false, "recompute --verify"), 0);
}

static void test_results(void **state)
{
    (void)state;
    play(300); /* more than a page */
    assert_int_equal(run(true, "top"), 0);
    json_t *top = parse(out);
    size_t count = json_array_size(top);
    assert_in_range(count, 8, 12);
    bool provisional_seen = false;
    json_int_t rating = INT64_MAX;
    for (size_t i = 0; i < count; i++) {
        const json_t *bot = json_array_get(top, i);
        bool provisional = json_is_true(json_object_get(bot, "provisional"));
        json_int_t own = json_integer_value(json_object_get(bot, "rating_milli"));
        assert_true(provisional || !provisional_seen);
        if (provisional != provisional_seen)
            rating = INT64_MAX;
        assert_true(own <= rating);
        assert_int_equal(json_is_null(json_object_get(bot, "rank")), provisional);
        rating = own;
        provisional_seen = provisional;
    }
    json_decref(top);
    assert_int_equal(run(true, "top 3"), 0);
    top = parse(out);
    assert_int_equal(json_array_size(top), 3);
    json_decref(top);
    assert_int_equal(run(false, "history b0"), 0);
    assert_non_null(strstr(out, "not rated: aborted"));
    assert_non_null(strstr(out, " -> "));
    assert_int_equal(run(false, "recompute"), 0);
    assert_string_equal(out, "300 results, 12 bots: 0 differ\n");
    assert_int_equal(run(false, "void g-100"), 0);
    assert_non_null(strstr(out, "g-100 is void"));
    assert_int_equal(run(true, "recompute"), 0);
    json_t *audit = parse(out);
    assert_int_equal(json_integer_value(json_object_get(audit, "differ")), 0);
    json_decref(audit);
}

static void test_export(void **state)
{
    (void)state;
    play(40);
    assert_int_equal(run(false, "export"), 0);
    int count = 0;
    for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n")) {
        json_t *value = parse(line);
        char game[24];
        snprintf(game, sizeof game, "g-%d", count++);
        assert_string_equal(json_string_value(json_object_get(value, "game")), game);
        assert_int_equal(json_integer_value(json_object_get(value, "seq")), count);
        assert_true(json_array_size(json_object_get(value, "seats")) >= 2);
        json_decref(value);
    }
    assert_int_equal(count, 40);
    assert_int_equal(run(false, "export --records"), 0);
    assert_memory_equal(out, "{\"game\":\"g-0\"}\n{\"game\":\"g-1\"}\n", 30);
}

static void test_full_output_is_an_error(void **state)
{
    (void)state;
    play(5);
    FILE *full = fopen("/dev/full", "w"), *null = fopen("/dev/null", "w");
    char *argv[] = {(char[]){"export"}};
    assert_int_equal(ladder_command(temp.url, 1, argv, false, full, null), 3);
    fclose(full);
    fclose(null);
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
        cmocka_unit_test_setup_teardown(test_bots, setup, teardown),
        cmocka_unit_test_setup_teardown(test_versions, setup, teardown),
        cmocka_unit_test_setup_teardown(test_results, setup, teardown),
        cmocka_unit_test_setup_teardown(test_export, setup, teardown),
        cmocka_unit_test_setup_teardown(test_full_output_is_an_error, setup, teardown),
        cmocka_unit_test_setup_teardown(test_foreign_file, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
