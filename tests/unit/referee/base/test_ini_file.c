/* Files of sections and keys: the syntax of inih, long lines, headings without keys, and refused
 * lines. */
#include "base/ini_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { TOLD_MAX = 64 * 1024 };
static char told[TOLD_MAX], error[INI_FILE_ERROR_BYTES];
static size_t told_size;

static void on_heading(void *context, int line, const char *section)
{
    (void)context;
    told_size +=
        (size_t)snprintf(told + told_size, TOLD_MAX - told_size, "%d[%s]\n", line, section);
}

static void on_key(void *context, int line, const char *section, const char *name,
                   const char *value)
{
    (void)context;
    told_size += (size_t)snprintf(told + told_size, TOLD_MAX - told_size, "%d[%s]%s=%s\n", line,
                                  section, name, value);
}

static int read_bytes(const char *bytes, size_t size)
{
    const struct ini_file_handler handler = {NULL, on_heading, on_key};
    char path[] = "/tmp/avondale-ini-XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), size);
    told[told_size = 0] = '\0';
    int status = ini_file_read(path, &handler, error);
    close(fd);
    unlink(path);
    return status;
}

static int read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static void headings_and_keys_are_read(void **state)
{
    (void)state;
    assert_int_equal(read_text("; a remark\n[one]\na = b ; said\n\n[ghost]\n [two]\nx: y\n"), 0);
    assert_string_equal(told, "2[one]\n3[one]a=b\n5[ghost]\n6[two]\n7[two]x=y\n");
    /* An indented line continues the value above it, whatever it holds. */
    assert_int_equal(read_text("[one]\na = b\n  c\n  [two]\n"), 0);
    assert_string_equal(told, "1[one]\n2[one]a=b\n3[one]a=c\n4[one]a=[two]\n");
    assert_int_equal(read_text("a = b"), 0);
    assert_string_equal(told, "1[]a=b\n");
}

/* A value of any length up to the limit is the same as on a short line. */
static void long_lines_are_read(void **state)
{
    char *text = malloc(INI_FILE_LINE_BYTES_MAX + 64), *wanted = malloc(TOLD_MAX);
    (void)state;

    for (int size = 1; size <= INI_FILE_LINE_BYTES_MAX; size += size < 300 ? 1 : 997) {
        int prefix = sprintf(text, "[s]\n  command  =   ");
        int room = size < INI_FILE_LINE_BYTES_MAX - 32 ? size : INI_FILE_LINE_BYTES_MAX - 32;
        memset(text + prefix, 'x', (size_t)room);
        strcpy(text + prefix + room, "  ; y\nz = 1\n");
        assert_int_equal(read_text(text), 0);
        snprintf(wanted, TOLD_MAX, "1[s]\n2[s]command=%.*s\n3[s]z=1\n", room, text + prefix);
        if (strcmp(told, wanted) != 0)
            fail_msg("a value of %d bytes is another", room);
    }
    /* A long comment is not part of it. */
    text[0] = '#';
    memset(text + 1, '=', 4000);
    strcpy(text + 4001, "\na = 1\n");
    assert_int_equal(read_text(text), 0);
    assert_string_equal(told, "2[]a=1\n");
    free(text);
    free(wanted);
}

static void refused(const char *text, int line, const char *why)
{
    assert_int_equal(read_text(text), line);
    if (!strstr(error, why))
        fail_msg("'%s' does not say '%s'", error, why);
}

static void mistakes_are_named(void **state)
{
    char *text = malloc(INI_FILE_LINE_BYTES_MAX + 64);
    (void)state;

    refused("[one]\na = b\nwhat is this\n", 3, "expected [SECTION] or NAME = VALUE");
    assert_string_equal(told, "1[one]\n2[one]a=b\n");
    memset(text, 'x', INI_FILE_LINE_BYTES_MAX);
    strcpy(text + INI_FILE_LINE_BYTES_MAX, "=1\n");
    refused(text, 1, "expected at most 8192 bytes");
    strcpy(text + 1000, "\n"); /* long, and without a key */
    refused(text, 1, "expected [SECTION]");
    assert_int_equal(read_bytes("a = b\nc\0 = d\n", 13), 2);
    assert_string_equal(error, "a byte 0");
    const struct ini_file_handler handler = {NULL, on_heading, on_key};
    assert_int_equal(ini_file_read("/nonexistent/file", &handler, error), -1);
    assert_string_equal(error, "No such file or directory");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_and_keys_are_read),
        cmocka_unit_test(long_lines_are_read),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
