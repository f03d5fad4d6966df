/* test_show.c - a record printed for people. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/show.h"

static char *file_text(const char *name)
{
    char *text = calloc(1, 1 << 18);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 18) - 1, file) > 0);
    fclose(file);
    return text;
}

static char *shown(const char *line, size_t size, bool ascii, int *differ)
{
    char *text = calloc(1, 1 << 18);
    FILE *out = fmemopen(text, (1 << 18) - 1, "w");
    const struct show_style style = {.ascii = ascii};
    *differ = show_record(line, size, &style, out);
    fclose(out);
    return text;
}

static void games_are_shown_as_the_golden_file_has_them(void **state)
{
    char *records = file_text("tests/golden/show.jsonl"),
         *golden = file_text("tests/golden/show.txt");
    const char *at = golden;
    (void)state;
    for (char *line = records; *line;) {
        size_t size = strcspn(line, "\n");
        int differ;
        char *text = shown(line, size, false, &differ);
        at = strstr(at, text); /* one after the other, byte for byte */
        if (!at || !*text)
            fail_msg("not in tests/golden/show.txt: %.400s", text);
        assert_true(differ >= 0);
        free(text);
        line += size + 1;
    }
    free(records);
    free(golden);
}

static void ascii_output_has_letters_for_signs(void **state)
{
    char *records = file_text("tests/golden/show.jsonl");
    int differ;
    (void)state;
    char *text = shown(records, strcspn(records, "\n"), true, &differ);
    for (const char *at = text; *at; at++)
        assert_true((unsigned char)*at < 0x80);
    assert_non_null(strstr(text, "Hand 1, dealer ann"));
    free(text);
    free(records);
}

static void an_invalid_record_is_an_error(void **state)
{
    int differ;
    (void)state;
    char *text = shown("{}", 2, false, &differ);
    assert_true(differ < 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_shown_as_the_golden_file_has_them),
        cmocka_unit_test(ascii_output_has_letters_for_signs),
        cmocka_unit_test(an_invalid_record_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
