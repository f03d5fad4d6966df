/* test_record_file.c - one record out of a sorted file, whatever the file holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "data/record_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/avondale-records-XXXXXX";

static FILE *begin(void)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

/* Each in its turn, at random, and from the end: lines are of very different lengths. */
static void every_record_is_found(void **state)
{
    enum { GAMES = 300 };
    struct record_file file;
    char head[64];
    (void)state;
    FILE *out = begin();
    for (int i = 1; i <= GAMES; i++)
        fprintf(out, "{\"format\":\"avondale-record/1\",\"game\":\"t-%06d\",\"x\":\"%*s\"}\n", i,
                (i * 7919) % 9000, "");
    fputs("{\"format\":\"avondale-record/1\",\"game\":\"t-000301\"", out); /* being written */
    fclose(out);
    assert_true(record_file_open(&file, path));
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 1; i <= GAMES; i++) {
            int number = pass == 0 ? i : pass == 1 ? GAMES + 1 - i : i * 7 % GAMES + 1;
            char *line = record_file_take(&file, number);
            assert_non_null(line);
            snprintf(head, sizeof head, "{\"format\":\"avondale-record/1\",\"game\":\"t-%06d\"",
                     number);
            assert_memory_equal(line, head, strlen(head));
            assert_int_equal(line[strlen(line) - 1], '}');
            free(line);
        }
    }
    assert_null(record_file_take(&file, 301));
    assert_null(record_file_take(&file, 0));
    assert_null(record_file_take(&file, 1000000));
    record_file_close(&file);
}

static void other_files_hold_none(void **state)
{
    static const char *const texts[] = {"",
                                        "\n",
                                        "\n\n\n",
                                        "{}\n{}\n",
                                        "{\"game\":\"",
                                        "x",
                                        "{\"game\":\"t-2\"}\n{\"game\":\"t-1\"}\n{\"game\":7}\n"};
    struct record_file file;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        FILE *out = begin();
        fputs(texts[i], out);
        fclose(out);
        assert_true(record_file_open(&file, path));
        assert_null(record_file_take(&file, 3));
        record_file_close(&file);
    }
    assert_false(record_file_open(&file, "/tmp"));
    assert_false(record_file_open(&file, "/nonexistent"));
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(record_file_open(&file, path));
    unlink(path);
}

static void a_name_has_a_number(void **state)
{
    (void)state;
    assert_int_equal(record_file_number("t-000012"), 12);
    assert_int_equal(record_file_number("t-1234567"), 1234567);
    assert_int_equal(record_file_number("t-0"), 0);
    assert_int_equal(record_file_number("t--5"), 5);
    assert_int_equal(record_file_number("t-"), 0);
    assert_int_equal(record_file_number("t-99999999999999999999"), 0);
    assert_int_equal(record_file_number("12"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_record_is_found),
        cmocka_unit_test(other_files_hold_none),
        cmocka_unit_test(a_name_has_a_number),
    };
    int fd = mkstemp(path);
    if (fd >= 0)
        close(fd);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
