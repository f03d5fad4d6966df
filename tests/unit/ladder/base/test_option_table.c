/* test_option_table.c - options as tables of rows: accepted and refused values, and the
 * messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/option_table.h"

struct shared {
    int depth;
};
struct context {
    bool flag, quick;
    int on, games, colour, taken;
    uint64_t nodes;
    const char *file, *url;
    char name[8], lines[16];
    struct option_list words;
    struct shared shared;
};

static int take_even(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    int number;

    if (option_table_number(value, -100, 100, &number))
        return -1;
    if (number % 2)
        return option_table_refuse(error, "expected an even number");
    ((struct context *)context)->taken = number;
    return 0;
}

static bool is_short(const char *value)
{
    return strlen(value) < 5;
}

static const char *const colours[] = {"red", "green", "blue", NULL};
static const struct option_row rows[] = {
    {OPTION_FLAG("flag", context, flag, "sets a flag")},
    {OPTION_FLAG("quick", context, quick, "is quick"), .live = true},
    {.name = "on", .kind = OPTION_KIND_SWITCH, OPTION_FIELD(context, on, int), .help = "a switch"},
    {OPTION_NUMBER("games", "N", context, games, -5, 1000, "100", "games in all")},
    {OPTION_COUNT("nodes", "N", context, nodes, "0", "nodes at most")},
    {OPTION_WORD("colour", "C", context, colour, colours, "green", "a colour. Or none")},
    {OPTION_TEXT("file", "FILE", context, file, NULL, ".begins with a dot, and a \\"),
     .valid = is_short},
    {OPTION_TEXT("url", "URL", context, url, NULL, "where it is"), .valid = is_short,
     .secret = true},
    {.name = "name",
     .kind = OPTION_KIND_COPY,
     .value = "NAME",
     OPTION_SIZED(context, name),
     .standard = "ann",
     .help = "its name"},
    {.name = "line",
     .kind = OPTION_KIND_LINES,
     .value = "K=V",
     OPTION_SIZED(context, lines),
     .help = "lines"},
    {OPTION_LIST("word", "W", context, words, "words")},
    {OPTION_TAKE("even", "N", take_even, "4", "an even number"), .allowed = "a small number"},
};
static const struct option_row shared_rows[] = {
    {OPTION_NUMBER("depth", "N", shared, depth, 0, 9, "3", "how deep")},
    {OPTION_NUMBER("depth-max", "N", shared, depth, 0, 9, NULL, "how deep at most")},
};
static const struct option_part part = OPTION_PART(NULL, rows);
static const struct option_part shared_part = OPTION_PART("Shared", shared_rows);
static const struct option_gone gone[] = {{"speed", "quick is what there is"}};
static const struct option_table table = {
    .command = "test",
    .synopsis = "[OPTION...] FILE\n-",
    .does = "Does what a test does.",
    .parts = {{&part, 0}, {&shared_part, offsetof(struct context, shared)}},
    .operands = "one FILE or two",
    .operands_min = 0,
    .operands_max = 2,
    .gone = gone,
    .gone_count = 1,
};

static struct context context;
static char error[OPTION_ERROR_BYTES];
static char *arguments[OPTION_LIST_MAX + 80];
static int first, count;

/* Parses the words of `line`, which have one space between two. */
static enum option_result parse(const struct option_table *which, const char *line)
{
    static char text[4000];

    snprintf(text, sizeof text, "%s", line);
    memset(&context, 0, sizeof context);
    error[0] = '\0';
    count = 0;
    arguments[count++] = (char *)(uintptr_t) "test";
    for (char *word = text, *space; *line && word; word = space) {
        space = strchr(word, ' ');
        if (space)
            *space++ = '\0';
        arguments[count++] = word;
    }
    option_table_set_defaults(which, &context);
    return option_table_parse(which, &context, count, arguments, &first, error);
}

static void assert_taken(const char *line)
{
    if (parse(&table, line) != OPTION_OK)
        fail_msg("'%s': %s", line, error);
}

static void assert_refused(const char *line, const char *message)
{
    enum option_result result = parse(&table, line);

    if (result != OPTION_BAD || strcmp(error, message) != 0)
        fail_msg("'%s': %d, '%s', expected '%s'", line, (int)result, error, message);
}

static void defaults_are_set(void **state)
{
    (void)state;
    assert_taken("");
    assert_false(context.flag);
    assert_int_equal(context.games, 100);
    assert_int_equal(context.colour, 1);
    assert_int_equal(context.taken, 4);
    assert_int_equal(context.shared.depth, 3);
    assert_string_equal(context.name, "ann");
    assert_null(context.file);
}

static void every_kind_of_option_is_accepted(void **state)
{
    (void)state;
    assert_taken("--flag --on --games -5 --nodes=18446744073709551614 --colour blue --file=x");
    assert_true(context.flag);
    assert_int_equal(context.on, 1);
    assert_int_equal(context.games, -5);
    assert_true(context.nodes == UINT64_MAX - 1);
    assert_int_equal(context.colour, 2);
    assert_string_equal(context.file, "x");
    assert_taken("--on=0 --name bob --line a=1 --line=b=2 --word x --word --y --even -2 --depth 9");
    assert_int_equal(context.on, 0);
    assert_string_equal(context.name, "bob");
    assert_string_equal(context.lines, "a=1\nb=2");
    assert_int_equal(context.words.count, 2);
    assert_string_equal(context.words.values[1], "--y");
    assert_int_equal(context.taken, -2);
    assert_int_equal(context.shared.depth, 9);
}

static void operands_move_to_the_end(void **state)
{
    (void)state;
    assert_taken("one --games 3 - --flag");
    assert_int_equal(count - first, 2);
    assert_string_equal(arguments[first], "one");
    assert_string_equal(arguments[first + 1], "-");
    assert_int_equal(context.games, 3);
    assert_true(context.flag);
    assert_taken("--flag -- --games x");
    assert_int_equal(count - first, 2);
    assert_string_equal(arguments[first], "--games");
    assert_int_equal(context.games, 100);
}

static void the_first_operand_may_end_the_options(void **state)
{
    struct option_table ends = table;
    (void)state;
    ends.operand_ends = true;
    ends.operands_max = 9;
    assert_int_equal(parse(&ends, "--flag go --games 3"), OPTION_OK);
    assert_int_equal(count - first, 3);
    assert_string_equal(arguments[first], "go");
    assert_int_equal(context.games, 100);
}

static void operands_are_counted(void **state)
{
    struct option_table other = table;
    (void)state;
    assert_refused("a b c", "expected one FILE or two; see avondale test --help");
    other.operands_min = 1;
    assert_int_equal(parse(&other, "--flag"), OPTION_BAD);
    assert_string_equal(error, "expected one FILE or two; see avondale test --help");
    other.operands_min = other.operands_max = 0;
    assert_int_equal(parse(&other, "--flag x"), OPTION_BAD);
    assert_string_equal(error, "'x' is no option; see avondale test --help");
}

/* `--on 1`: only where no operand is possible. */
static void a_switch_takes_the_next_word(void **state)
{
    struct option_table other = table;
    (void)state;
    assert_taken("--on 1");
    assert_int_equal(count - first, 1);
    other.operands_max = 0;
    assert_int_equal(parse(&other, "--on 0 --flag"), OPTION_OK);
    assert_int_equal(context.on, 0);
    assert_true(context.flag);
    assert_int_equal(parse(&other, "--on 1 --on --flag"), OPTION_OK);
    assert_int_equal(context.on, 1);
    assert_true(context.flag);
    assert_int_equal(parse(&other, "--on=0 1"), OPTION_BAD);
    assert_string_equal(error, "'1' is no option; see avondale test --help");
    assert_int_equal(parse(&other, "--on maybe"), OPTION_BAD);
    assert_string_equal(error, "--on=maybe: expected a number from 0 to 1");
    assert_int_equal(parse(&other, "--flag 1"), OPTION_BAD);
}

static void long_names_are_cut(void **state)
{
    char line[400], wanted[200];
    (void)state;
    snprintf(line, sizeof line, "--%0300d=3", 0);
    snprintf(wanted, sizeof wanted, "--%078d...: no such option; see avondale test --help", 0);
    assert_refused(line, wanted);
}

static void options_may_be_shortened(void **state)
{
    (void)state;
    assert_taken("--fla --g 7 --depth 2 --depth-m=4");
    assert_true(context.flag);
    assert_int_equal(context.games, 7);
    assert_int_equal(context.shared.depth, 4);
    assert_refused("--f", "--f: may be --flag or --file");
    assert_refused("--n=1", "--n: may be --nodes or --name");
    assert_refused("--dep 1", "--dep: may be --depth or --depth-max");
    assert_int_equal(parse(&table, "--he"), OPTION_HELP);
    assert_int_equal(parse(&table, "-h"), OPTION_HELP);
    assert_int_equal(parse(&table, "--games 1 --help"), OPTION_HELP);
    assert_int_equal(parse(&table, "--help-man"), OPTION_MANUAL);
}

static void unknown_options_are_named_with_the_nearest(void **state)
{
    (void)state;
    assert_refused("--gmaes 3", "--gmaes: no such option, --games is; see avondale test --help");
    assert_refused("--fiile=3", "--fiile: no such option, --file is; see avondale test --help");
    assert_refused("--zebra", "--zebra: no such option; see avondale test --help");
    assert_refused("-x", "-x: no such option; see avondale test --help");
    assert_refused("--=x", "--: no such option; see avondale test --help");
    assert_refused("--speed 3", "--speed: no longer an option; quick is what there is");
    assert_string_equal(option_table_nearest(&table, "dept"), "depth");
    assert_null(option_table_nearest(&table, "xyzzy"));
    char lengthy[3000] = "--";
    memset(lengthy + 2, 'g', sizeof lengthy - 3);
    lengthy[sizeof lengthy - 1] = '\0';
    assert_int_equal(parse(&table, lengthy), OPTION_BAD);
    assert_true(strlen(error) < 200);
}

static void bad_values_are_named_with_what_is_allowed(void **state)
{
    (void)state;
    assert_refused("--games 1001", "--games=1001: expected a number from -5 to 1000");
    assert_refused("--games=", "--games=: expected a number from -5 to 1000");
    assert_refused("--games 3x", "--games=3x: expected a number from -5 to 1000");
    assert_refused("--games +1", "--games=+1: expected a number from -5 to 1000");
    assert_refused("--games 0x1", "--games=0x1: expected a number from -5 to 1000");
    assert_refused("--games 99999999999999999999",
                   "--games=99999999999999999999: expected a number from -5 to 1000");
    assert_refused("--games  3", "--games=: expected a number from -5 to 1000");
    assert_refused("--nodes -1", "--nodes=-1: expected a number from 0");
    assert_refused("--nodes=18446744073709551615",
                   "--nodes=18446744073709551615: expected a number from 0");
    assert_refused("--on=2", "--on=2: expected a number from 0 to 1");
    assert_refused("--flag=1", "--flag: takes no value");
    assert_refused("--colour pink", "--colour=pink: expected red, green or blue");
    assert_refused("--name abcdefgh", "--name=abcdefgh: expected its name");
    assert_refused("--line a\n", "--line=a\n: expected lines");
    assert_refused("--even 3", "--even=3: expected an even number");
    assert_refused("--even x", "--even=x: expected a small number");
    assert_refused("--games", "--games: expected a value, N: games in all");
    assert_refused("--url pq://ann:hunter2@host", "--url=...: expected where it is");
    assert_refused("--url hunter", "--url=hunter: expected where it is");
}

static void a_list_has_an_end(void **state)
{
    char text[4000] = "";
    (void)state;
    for (int i = 0; i < OPTION_LIST_MAX; i++)
        strcat(text, i ? " --word=x" : "--word=x");
    assert_taken(text);
    assert_int_equal(context.words.count, OPTION_LIST_MAX);
    strcat(text, " --word=x");
    assert_refused(text, "--word: at most 128");
}

static const char *written(const char *name)
{
    static char text[40];
    void *at = NULL;
    const struct option_row *row = option_table_find(&table, name, &context, &at);

    assert_non_null(row);
    option_table_format(row, at, text, sizeof text);
    return text;
}

static void values_are_written_as_in_a_file(void **state)
{
    (void)state;
    assert_taken("--on --colour red --games 12 --line a=1");
    assert_string_equal(written("on"), "1");
    assert_string_equal(written("colour"), "red");
    assert_string_equal(written("line"), "a=1");
    assert_string_equal(written("depth"), "3");
    assert_null(option_table_find(&table, "dept", &context, NULL));
}

/* Any command line is accepted or refused with a reason, and no word is lost. */
static void any_command_line_is_accepted_or_refused(void **state)
{
    static const char *const words[] = {
        "--",      "-",      "--games", "--games=", "--g",    "--on",        "--on=2",
        "--file",  "--line", "--even",  "x=1",      "--=",    "--help-ma",   "=",
        "--word",  "--w=x",  "-5",      "--url=/@", "--nam",  "\x1b[2J",     "9999999999999",
        "--depth", "0",      "red",     "--colour", "--flag", "--colour=re", "--\xff\xff=\xff"};
    uint64_t random = 77; /* from a linear congruential generator: the same words each time */
    int taken = 0, refused = 0;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char *argv[12];
        int argc = 1 + round % 11;
        argv[0] = (char *)(uintptr_t) "test";
        for (int i = 1; i < argc; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            argv[i] = (char *)(uintptr_t)words[(random >> 33) % (sizeof words / sizeof words[0])];
        }
        memset(&context, 0, sizeof context);
        error[0] = '\0';
        enum option_result result = option_table_parse(&table, &context, argc, argv, &first, error);
        taken += result == OPTION_OK;
        refused += result == OPTION_BAD;
        assert_int_equal(result == OPTION_BAD, error[0] != '\0');
        assert_true(strlen(error) < OPTION_ERROR_BYTES - 1);
        assert_true(result != OPTION_OK || (first >= 1 && argc - first <= table.operands_max));
        for (int i = 1; i < argc; i++)
            assert_non_null(argv[i]);
    }
    assert_true(taken > 500 && refused > 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_set),
        cmocka_unit_test(every_kind_of_option_is_accepted),
        cmocka_unit_test(operands_move_to_the_end),
        cmocka_unit_test(the_first_operand_may_end_the_options),
        cmocka_unit_test(operands_are_counted),
        cmocka_unit_test(a_switch_takes_the_next_word),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(options_may_be_shortened),
        cmocka_unit_test(unknown_options_are_named_with_the_nearest),
        cmocka_unit_test(bad_values_are_named_with_what_is_allowed),
        cmocka_unit_test(a_list_has_an_end),
        cmocka_unit_test(values_are_written_as_in_a_file),
        cmocka_unit_test(any_command_line_is_accepted_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
