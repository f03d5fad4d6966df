/* test_manifest.c - avondale.ini: accepted values, and a line for each refused one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/manifest.h"

#include <string.h>

static void a_complete_manifest_is_read(void **state)
{
    static const char text[] = "; mine\n[bot]\nname = friend\nversion = 1.2\nstart = python3 "
                               "src/bot.py --fast\nbuild = make -j1\nrulesets = wikipedia au-x\n";
    struct manifest manifest;
    char error[MANIFEST_ERROR_BYTES];

    (void)state;
    assert_int_equal(manifest_parse(text, sizeof text - 1, &manifest, error), 0);
    assert_string_equal(manifest.start, "python3 src/bot.py --fast");
    assert_string_equal(manifest.build, "make -j1");
    assert_string_equal(manifest.rulesets, "wikipedia au-x");
    assert_string_equal(manifest.name, "friend");
    assert_string_equal(manifest.version, "1.2");
    assert_int_equal(manifest_parse("[bot]\nstart=./b", 15, &manifest, error), 0);
    assert_string_equal(manifest.start, "./b");
    assert_string_equal(manifest.build, "");
}

static const struct {
    const char *text, *error; /* a part of it */
} refused[] = {
    {"", "start: it is missing"},
    {"[bot]\nstart =\n", "start: expected a command"},
    {"[bot]\nname = friend\n", "start: it is missing"},
    {"start = ./bot\n", "start: expected a key of the section [bot]"},
    {"[bot]\nstart = ./bot\nstart = ./bot\n", "start: expected it once"},
    {"[bot]\nstart = ./bot\ncolour = red\n", "colour: expected start, build"},
    {"[bot]\nstart = ./bot\ncol\033[31mour = red\n", "col?[31mour: expected start, build"},
    {"[bot]\nstart = ./bot\nnonsense\n", ":3: expected KEY = VALUE"},
    {"[bot]\nstart = ./bot\nname = a b\n", "name: expected 1 to 32"},
    {"[bot]\nstart = ./bot\nversion = 123456789012345678901234567890123\n",
     "version: expected 1 to 32"},
    {"[bot]\nstart = ./bot\nrulesets = a/../b\n", "rulesets: expected names"},
    /* Values that would expose other files of the machine. */
    {"[bot]\nstart = /home/me/bot\n", "start: expected a command"},
    {"[bot]\nstart = ../bot\n", "start: expected a command"},
    {"[bot]\nstart = a/../../bot\n", "start: expected a command"},
    {"[bot]\nstart = sh -c \"cat /work/secret\"\n", "start: expected a command"},
    {"[bot]\nstart = env X=/work bot\n", "start: expected a command"},
    {"[bot]\nstart = cat ~/secret\n", "start: expected a command"},
    {"[bot]\nstart = cat $HOME\n", "start: expected a command"},
    {"[bot]\nstart = ./bot //work\n", "start: expected a command"},
    {"[bot]\nstart = ./bot\nbuild = cp -r /work .\n", "build: expected a command"},
    {"[bot]\nstart = ./b\tot\n", "start: expected a command"},
    {"[bot]\nstart = ./b\xc3\xb6t\n", "start: expected a command"},
};

static void bad_manifests_are_refused(void **state)
{
    struct manifest manifest;
    char error[MANIFEST_ERROR_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (manifest_parse(refused[i].text, strlen(refused[i].text), &manifest, error) != -1 ||
            !strstr(error, refused[i].error) || strchr(error, '\n'))
            fail_msg("%s: %s", refused[i].text, error);
    }
}

static void sizes_are_limited(void **state)
{
    char text[MANIFEST_BYTES_MAX + 100];
    struct manifest manifest;
    char error[MANIFEST_ERROR_BYTES];

    (void)state;
    memset(text, 'x', sizeof text);
    memcpy(text, "[bot]\nstart = ", 14);
    text[14 + MANIFEST_VALUE_MAX] = '\n';
    assert_int_equal(manifest_parse(text, 14 + MANIFEST_VALUE_MAX, &manifest, error), 0);
    text[14 + MANIFEST_VALUE_MAX] = 'x';
    assert_int_equal(manifest_parse(text, 15 + MANIFEST_VALUE_MAX, &manifest, error), -1);
    /* The rest of a long line is no line of its own. */
    memcpy(text + 215, "\n", 1);
    assert_int_equal(manifest_parse(text, 230, &manifest, error), -1);
    assert_non_null(strstr(error, ":2: expected at most 190 bytes"));
    assert_int_equal(manifest_parse(text, MANIFEST_BYTES_MAX + 1, &manifest, error), -1);
    assert_non_null(strstr(error, "at most 4096 bytes"));
    assert_int_equal(manifest_parse("[bot]\nstart=./b\0t", 18, &manifest, error), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_complete_manifest_is_read),
        cmocka_unit_test(bad_manifests_are_refused),
        cmocka_unit_test(sizes_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
