/* test_option_print.c - a table of options for readers: help and manual page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/option_print.h"

struct context {
    bool flag, quick;
    int games, colour, depth;
    const char *file;
};

static const char *const colours[] = {"red", "green", "blue", NULL};
static const struct option_row rows[] = {
    {OPTION_FLAG("flag", context, flag,
                 "sets a flag, of which there is so much to say that it takes more than one line")},
    {OPTION_FLAG("quick", context, quick, "is quick"), .live = true},
    {OPTION_NUMBER("games-max", "N", context, games, -5, 1000, "100", "games in all")},
    {OPTION_WORD("colour", "C", context, colour, colours, "green", "a colour. Or none")},
    {OPTION_TEXT("file-with-a-long-name", "FILE", context, file, NULL,
                 ".begins with a dot, has a \\ and a \"")},
};
static const struct option_row more_rows[] = {
    {OPTION_NUMBER("depth", "N", context, depth, 0, 9, "3", "how deep")},
};
static const struct option_part part = OPTION_PART(NULL, rows);
static const struct option_part more_part = OPTION_PART("Search", more_rows);

static void print_more(FILE *out, bool manual)
{
    option_print_title(out, manual, "More-over");
    option_print_term(out, manual, "a-word", "what it means");
    option_print_text(out, manual, "all there is to say");
}

static const struct option_table table = {
    .command = "test",
    .synopsis = "[OPTION...] FILE\n-",
    .does = "Does what a test does.",
    .parts = {{&part, 0}, {&more_part, 0}},
    .print_more = print_more,
};

static char printed[20000];

static void command_as_help(const struct option_table *command, FILE *out)
{
    option_print_command(out, false, command);
}

static void command_as_manual(const struct option_table *command, FILE *out)
{
    option_print_command(out, true, command);
}

static void print(void (*run)(const struct option_table *table, FILE *out))
{
    memset(printed, 0, sizeof printed);
    FILE *out = fmemopen(printed, sizeof printed - 1, "w");
    run(&table, out);
    fclose(out);
}

static void assert_printed(const char *text)
{
    if (!strstr(printed, text))
        fail_msg("'%s' is not in: %s", text, printed);
}

static void assert_lines_fit(void)
{
    for (const char *line = printed; *line;) {
        size_t size = strcspn(line, "\n");
        assert_true(size <= 80);
        line += size + (line[size] == '\n');
    }
}

static void help_names_every_option(void **state)
{
    const struct option_row *row;
    char text[80];
    int at = 0, found = 0;
    (void)state;
    print(option_print_help);
    assert_printed("usage: avondale test [OPTION...] FILE\n       avondale test -\n"
                   "Does what a test does.\n\n  --flag ");
    while ((row = option_table_next(&table, &at))) {
        snprintf(text, sizeof text, "\n  --%s%s%s", row->name, row->value ? " " : "",
                 row->value ? row->value : "");
        assert_printed(text);
        found++;
    }
    assert_int_equal(found, part.count + more_part.count);
    assert_printed("\n  --games-max N         games in all (100)\n");
    assert_printed("\n  --quick               * is quick\n");
    assert_printed("so much to say that it\n                        takes more");
    assert_printed("LE\n                        .begins with a dot"); /* the term is too wide */
    assert_printed("\nSearch:\n  --depth N");
    assert_printed("\nMore-over:\n  a-word                what it means\nall there is to say\n");
    assert_lines_fit();
}

/* No text of a row reads as a request or an escape of man(7). */
static void the_manual_names_every_option(void **state)
{
    const struct option_row *row;
    int at = 0;
    (void)state;
    print(option_print_manual);
    while ((row = option_table_next(&table, &at))) {
        char text[80], *end = text;
        end += sprintf(end, ".B \"\\-\\-");
        for (const char *c = row->name; *c; c++)
            end += sprintf(end, "%s%c", *c == '-' ? "\\" : "", *c);
        assert_printed(text);
    }
    assert_printed(".B avondale test\n[OPTION...] FILE\n.br\n.B avondale test\n\\-\n");
    assert_printed("Games in all.\nFrom \\-5 to 1000.\nDefault: 100.\n");
    assert_printed("\n\\&.begins with a dot, has a \\e and a \\(dq.\n");
    assert_printed("A colour.\nOr none.\nDefault: green.\n");
    assert_printed("Is quick.\nCan change in a running daemon.\n");
    assert_printed(".SS Search\n");
    assert_printed(".SS More\\-over\n.TP\n.B \"a\\-word\"\nWhat it means.\nAll there is to say.\n");
}

/* One of several commands: the help omits the last part, which all of them have, and another
 * page describes it. */
static void a_command_shows_its_own_options(void **state)
{
    (void)state;
    print(command_as_help);
    assert_printed("  test [OPTION...] FILE\n  test -                Does what a test does.\n");
    assert_printed("\n    --games-max N       games in all (100)\n");
    assert_null(strstr(printed, "--depth"));
    print(command_as_manual);
    assert_printed(".TP\n.B \"test [OPTION...] FILE\"\n.TQ\n.B \"test \\-\"\n");
    assert_printed(".RS\n.TP\n.B \"\\-\\-flag\"\n");
    assert_printed(".RE\n");
    assert_null(strstr(printed, "depth"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_names_every_option),
        cmocka_unit_test(the_manual_names_every_option),
        cmocka_unit_test(a_command_shows_its_own_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
