/* test_log.c - whatever bytes a line holds, it is one line and moves no cursor. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "base/log.h"

static void assert_escaped(const char *text, const char *expected)
{
    char out[256];
    assert_int_equal(log_escape(text, out, sizeof out), strlen(expected));
    assert_string_equal(out, expected);
}

static void plain_text_is_unchanged(void **state)
{
    (void)state;
    assert_escaped("", "");
    assert_escaped("peer=127.0.0.1:5500 name=a.b_c-d closed: gone ~!",
                   "peer=127.0.0.1:5500 name=a.b_c-d closed: gone ~!");
    assert_escaped("caf\xc3\xa9 \xe2\x99\xa0 \xf0\x9f\x82\xa1",
                   "caf\xc3\xa9 \xe2\x99\xa0 \xf0\x9f\x82\xa1");
}

static void lines_and_terminals_are_safe(void **state)
{
    (void)state;
    assert_escaped("a\nerror all is well", "a\\x0aerror all is well");
    assert_escaped("\r\t\b\a", "\\x0d\\x09\\x08\\x07");
    assert_escaped("\x1b[2J\x1b]0;x\x07", "\\x1b[2J\\x1b]0;x\\x07");
    assert_escaped("\x7f", "\\x7f");
    assert_escaped("\xc2\x9b\x32J", "\\xc2\\x9b\x32J"); /* CSI in one character */
    assert_escaped("\xc2\x85", "\\xc2\\x85");           /* next line */
    assert_escaped("\xe2\x80\xa8\xe2\x80\xa9", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9");
}

static void direction_marks_are_escaped(void **state)
{
    static const char *const marks[] = {"\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f",
                                        "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac",
                                        "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
                                        "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9"};
    (void)state;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        char expected[32];
        int size = 0;
        for (const char *c = marks[i]; *c; c++)
            size += snprintf(expected + size, sizeof expected - (size_t)size, "\\x%02x",
                             (unsigned char)*c);
        assert_escaped(marks[i], expected);
    }
}

static void a_backslash_is_escaped(void **state)
{
    (void)state;
    assert_escaped("\\x0a", "\\\\x0a");
    assert_escaped("\\", "\\\\");
}

/* Alone, truncated, overlong, half of a surrogate pair, beyond the last character. */
static void invalid_utf8_is_shown_as_bytes(void **state)
{
    (void)state;
    assert_escaped("\x80z", "\\x80z");
    assert_escaped("\xff\xfe", "\\xff\\xfe");
    assert_escaped("\xc3", "\\xc3");
    assert_escaped("\xc3(", "\\xc3(");
    assert_escaped("\xe2\x99", "\\xe2\\x99");
    assert_escaped("\xc0\x8a", "\\xc0\\x8a");
    assert_escaped("\xe0\x80\x8a", "\\xe0\\x80\\x8a");
    assert_escaped("\xed\xa0\x80", "\\xed\\xa0\\x80");
    assert_escaped("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
    assert_escaped("\xf8\x88\x80\x80\x80", "\\xf8\\x88\\x80\\x80\\x80");
}

/* Every byte alone: printable ones are unchanged, all others escaped. */
static void every_other_byte_is_escaped(void **state)
{
    (void)state;
    for (int byte = 1; byte < 256; byte++) {
        char text[2] = {(char)byte, 0}, out[8], expected[8];
        if (byte == '\\')
            snprintf(expected, sizeof expected, "\\\\");
        else if (byte >= 0x20 && byte < 0x7f)
            snprintf(expected, sizeof expected, "%c", byte);
        else
            snprintf(expected, sizeof expected, "\\x%02x", byte);
        log_escape(text, out, sizeof out);
        assert_string_equal(out, expected);
    }
}

static void escaped_text_fits_any_buffer(void **state)
{
    static const char text[] = "ab\n\xc3\xa9\\";
    static const char full[] = "ab\\x0a\xc3\xa9\\\\";
    (void)state;
    for (size_t room = 1; room <= sizeof full; room++) {
        char out[sizeof full + 1];
        memset(out, '#', sizeof out);
        size_t size = log_escape(text, out, room);
        assert_true(size < room);
        assert_int_equal(out[size], 0);
        assert_int_equal(out[room], '#');
        assert_memory_equal(out, full, size);
        assert_true(size != 3 && size != 4 && size != 5 && size != 7 &&
                    size != 9); /* never half of one */
    }
}

/* The lines that `format` and the rest write to standard error, as one string. */
static void logged(char *out, size_t size, enum log_level max, enum log_level level,
                   const char *text)
{
    int pipes[2], saved = dup(STDERR_FILENO);
    assert_int_equal(pipe(pipes), 0);
    dup2(pipes[1], STDERR_FILENO);
    log_set_level(max);
    log_line(level, "peer=%s", text);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    close(pipes[1]);
    ssize_t got = read(pipes[0], out, size - 1);
    out[got > 0 ? got : 0] = 0;
    close(pipes[0]);
}

static void a_line_is_one_line(void **state)
{
    char out[2000], huge[4000];
    (void)state;
    logged(out, sizeof out, LOG_INFO, LOG_WARN, "x\n2026-01-01T00:00:00Z error forged");
    assert_non_null(strstr(out, "Z level=warn peer=x\\x0a2026-01-01T00:00:00Z error forged\n"));
    assert_ptr_equal(strchr(out, '\n'), out + strlen(out) - 1);
    memset(huge, '\n', sizeof huge - 1);
    huge[sizeof huge - 1] = 0;
    logged(out, sizeof out, LOG_INFO, LOG_WARN, huge);
    assert_ptr_equal(strchr(out, '\n'), out + strlen(out) - 1);
}

static void levels_are_kept(void **state)
{
    char out[200];
    (void)state;
    for (int max = LOG_ERROR; max <= LOG_DEBUG; max++) {
        for (int level = LOG_ERROR; level <= LOG_DEBUG; level++) {
            logged(out, sizeof out, (enum log_level)max, (enum log_level)level, "x");
            assert_int_equal(strlen(out) > 0, level <= max);
        }
    }
}

/* time=2026-01-01T00:00:00.000Z level=error peer=x */
static void a_line_begins_with_time_and_level(void **state)
{
    char out[200];
    int year, month, day, hour, minute, second, msec, size = 0;
    (void)state;
    logged(out, sizeof out, LOG_ERROR, LOG_ERROR, "x");
    assert_int_equal(sscanf(out, "time=%4d-%2d-%2dT%2d:%2d:%2d.%3dZ level=error peer=x%n", &year,
                            &month, &day, &hour, &minute, &second, &msec, &size),
                     7);
    assert_string_equal(out + size, "\n");
}

static void levels_have_names(void **state)
{
    (void)state;
    for (int level = 0; level < LOG_LEVEL_COUNT; level++)
        assert_int_equal(log_level_parse(log_level_name((enum log_level)level)), level);
    assert_int_equal(log_level_parse(""), -1);
    assert_int_equal(log_level_parse("WARN"), -1);
    assert_int_equal(log_level_parse("warning"), -1);
}

/* -------------------------------------------------------------------------------------- the file
 */

static char directory[64], path[80], aside[84];

static int make_directory(void **state)
{
    (void)state;
    snprintf(directory, sizeof directory, "/tmp/test_log.XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    snprintf(path, sizeof path, "%s/log", directory);
    snprintf(aside, sizeof aside, "%s.1", path);
    log_set_level(LOG_INFO);
    return 0;
}

static int remove_directory(void **state)
{
    (void)state;
    log_close();
    unlink(path);
    unlink(aside);
    rmdir(directory);
    return 0;
}

static const char *content(const char *name)
{
    static char text[8192];
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static void a_moved_file_is_not_written_after_a_reopen(void **state)
{
    (void)state;
    assert_int_equal(log_open(path), 0);
    log_line(LOG_WARN, "first");
    assert_int_equal(rename(path, aside), 0);
    log_line(LOG_WARN, "second");
    assert_int_equal(log_reopen(), 0);
    log_line(LOG_WARN, "third");
    assert_non_null(strstr(content(aside), "first\n"));
    assert_non_null(strstr(content(aside), "second\n"));
    assert_null(strstr(content(aside), "third"));
    assert_non_null(strstr(content(path), "third\n"));
}

/* An earlier run's lines stay. */
static void a_file_is_appended_to(void **state)
{
    (void)state;
    assert_int_equal(log_open(path), 0);
    log_line(LOG_WARN, "first");
    log_close();
    assert_int_equal(log_open(path), 0);
    log_line(LOG_WARN, "second");
    const char *text = content(path);
    assert_non_null(strstr(text, "first\n"));
    assert_non_null(strstr(text, "second\n"));
}

static void a_bad_file_changes_nothing(void **state)
{
    char long_name[400];
    (void)state;
    memset(long_name, 'a', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    assert_int_equal(log_open(path), 0);
    assert_int_equal(log_open("/nonexistent/log"), -1);
    assert_int_equal(log_open(long_name), -1);
    log_line(LOG_WARN, "still here");
    assert_non_null(strstr(content(path), "still here\n"));
}

static void a_full_disk_costs_lines_and_nothing_else(void **state)
{
    unsigned long lost = log_lines_lost();
    (void)state;
    assert_int_equal(log_open("/dev/full"), 0);
    log_line(LOG_WARN, "nobody reads this");
    assert_int_equal(log_lines_lost(), lost + 1);
    assert_int_equal(log_open(path), 0);
    log_line(LOG_WARN, "this is read");
    assert_int_equal(log_lines_lost(), lost + 1);
    assert_non_null(strstr(content(path), "this is read\n"));
}

enum { THREADS = 4, THREAD_LINES = 500 };

static void *log_many(void *context)
{
    for (int i = 0; i < THREAD_LINES; i++)
        log_line(LOG_INFO, "peer=%d line %d of a thread", *(int *)context, i);
    return NULL;
}

/* All lines of each thread are there, in its order, while the file is reopened. */
static void lines_of_threads_do_not_mix(void **state)
{
    pthread_t threads[THREADS];
    int numbers[THREADS], next[THREADS] = {0}, thread, line, end;
    char text[200];
    (void)state;

    assert_int_equal(log_open(path), 0);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, log_many, &numbers[i]), 0);
    }
    for (int i = 0; i < 20; i++)
        assert_int_equal(log_reopen(), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(text, sizeof text, file)) {
        end = 0;
        assert_int_equal(
            sscanf(text, "time=%*s level=info peer=%d line %d of a thread%n", &thread, &line, &end),
            2);
        assert_string_equal(text + end, "\n");
        assert_int_equal(line, next[thread]++);
    }
    fclose(file);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(next[i], THREAD_LINES);
}

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_is_unchanged),
        cmocka_unit_test(lines_and_terminals_are_safe),
        cmocka_unit_test(direction_marks_are_escaped),
        cmocka_unit_test(a_backslash_is_escaped),
        cmocka_unit_test(invalid_utf8_is_shown_as_bytes),
        cmocka_unit_test(every_other_byte_is_escaped),
        cmocka_unit_test(escaped_text_fits_any_buffer),
        cmocka_unit_test(a_line_is_one_line),
        cmocka_unit_test(levels_are_kept),
        cmocka_unit_test(a_line_begins_with_time_and_level),
        cmocka_unit_test(levels_have_names),
        FILE_TEST(a_moved_file_is_not_written_after_a_reopen),
        FILE_TEST(a_file_is_appended_to),
        FILE_TEST(a_bad_file_changes_nothing),
        FILE_TEST(a_full_disk_costs_lines_and_nothing_else),
        FILE_TEST(lines_of_threads_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
