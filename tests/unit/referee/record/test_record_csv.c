/* test_record_csv.c - a record as a row of a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/record_csv.h"

static void rows_are_those_of_the_golden_file(void **state)
{
    static char records[1 << 18], golden[1 << 16], made[1 << 16];
    char error[160];
    FILE *file = fopen("tests/golden/show.jsonl", "r"),
         *wanted = fopen("tests/golden/show.csv", "r");
    FILE *out = fmemopen(made, sizeof made - 1, "w");
    (void)state;
    assert_true(file && wanted);
    fputs(record_csv_head, out);
    if (!strchr(record_csv_head, '\n'))
        fputc('\n', out);
    while (fgets(records, sizeof records, file))
        assert_int_equal(record_csv_print(records, strlen(records), out, error), 0);
    fclose(out);
    golden[fread(golden, 1, sizeof golden - 1, wanted)] = 0;
    assert_string_equal(made, golden);
    fclose(file);
    fclose(wanted);
}

static void an_invalid_record_prints_nothing(void **state)
{
    char made[100] = "", error[160] = "";
    FILE *out = fmemopen(made, sizeof made, "w");
    (void)state;
    assert_int_equal(record_csv_print("{\"game\":1}", 10, out, error), -1);
    assert_int_equal(record_csv_print("nothing", 7, out, error), -1);
    assert_true(error[0] != 0);
    fclose(out);
    assert_string_equal(made, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_golden_file),
        cmocka_unit_test(an_invalid_record_prints_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
