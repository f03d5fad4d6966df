/* shell_commands.h - commands of the ladder's shell and their output, for their tests. */
#ifndef AVONDALE_TEST_SHELL_COMMANDS_H
#define AVONDALE_TEST_SHELL_COMMANDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include "ladder_temp.h"
#include "sqlite_file.h"

static struct temp temp;

static char out[1 << 16], err[4096];

static inline int setup(void **state)
{
    (void)state;
    temp_init(&temp);
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    temp_fini(&temp);
    return 0;
}

/* Changes the store past the commands. */
static inline void sql(const char *text)
{
    sqlite_file_run(temp.path, text);
}

/* Runs the command in `line`, cut at its spaces; fills out and err. */
static inline int run(bool json, const char *line)
{
    char text[512], *argv[16];
    int argc = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    memset(out, 0, sizeof out);
    memset(err, 0, sizeof err);
    FILE *out_file = fmemopen(out, sizeof out - 1, "w"),
         *err_file = fmemopen(err, sizeof err - 1, "w");
    int status = command_table_run(temp.url, argc, argv, json, out_file, err_file);
    fclose(out_file);
    fclose(err_file);
    return status;
}

static inline json_t *parse(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, 0, &error);
    if (!value)
        fail_msg("%s: %s", error.text, text);
    return value;
}

static inline void play(int count)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    uint64_t seed = 77;
    assert_int_equal(writer_open(&ladder, temp.url, false, &error), 0);
    for (int i = 0; i < count; i++) {
        char record[64];
        struct ladder_result result = random_result(&seed, i);
        snprintf(record, sizeof record, "{\"game\":\"g-%d\"}", i);
        result.record = record;
        assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    }
    writer_close(ladder);
}

/* One line on standard error, nothing on standard output, exit status 2. */
static inline void assert_usage(const char *line, const char *word)
{
    int status = run(false, line);
    if (status != 2 || !strstr(err, word))
        fail_msg("'%s': %d, %s", line, status, err);
    assert_string_equal(out, "");
    assert_ptr_equal(strchr(err, '\n'), err + strlen(err) - 1);
}

#endif
