/* test_dump_line.c - lines of an export are written and read; what is wrong is named with its
 * line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "log/dump_line.h"

static void a_line_is_an_object(void **state)
{
    char text[200] = "";
    struct dump dump = {.name = "export"};
    struct dump_writer to = {.dump = &dump, .file = fmemopen(text, sizeof text, "w")};
    const uint8_t hash[32] = {0xab};

    (void)state;
    assert_int_equal(dump_line_put(&to, json_pack("{s:o, s:o}", "a", dump_line_hash(hash, true),
                                                  "b", dump_line_hash(hash, false))),
                     0);
    assert_int_equal(dump_line_put(&to, NULL), -1); /* out of memory */
    assert_true(dump.world);
    fclose(to.file);
    assert_string_equal(text, "{\"a\":\"ab00000000000000000000000000000000000000000000000000000000"
                              "000000\",\"b\":null}\n");
}

static void a_full_disk_is_the_worlds_failure(void **state)
{
    char text[8];
    struct dump dump = {.name = "export"};
    struct dump_writer to = {.dump = &dump, .file = fmemopen(text, sizeof text, "w")};

    (void)state;
    setvbuf(to.file, NULL, _IONBF, 0);
    assert_int_equal(dump_line_put(&to, json_pack("{s:s}", "a", "longer than that")), -1);
    assert_true(dump.world);
    fclose(to.file);
}

static void what_is_wrong_is_named(void **state)
{
    struct dump dump = {.name = "all.jsonl"};
    struct dump_reader from = {.dump = &dump, .line = 12};
    json_t *object = json_pack("{s:s, s:i}", "name", "four", "number", 7);
    uint8_t hash[32];
    int64_t number = 0;
    char text[5];

    (void)state;
    assert_int_equal(dump_line_text(&from, object, "name", text, sizeof text), 0);
    assert_string_equal(text, "four");
    assert_int_equal(dump_line_text(&from, object, "name", text, 4), -1);
    assert_string_equal(dump.error, "all.jsonl line 12: name: expected a text of 3 bytes at most");
    assert_int_equal(dump_line_text(&from, object, "number", text, sizeof text), -1);
    assert_int_equal(dump_line_number(&from, object, "number", 7, 7, &number), 0);
    assert_int_equal(number, 7);
    assert_int_equal(dump_line_number(&from, object, "number", 8, 9, &number), -1);
    assert_string_equal(dump.error, "all.jsonl line 12: number: expected a number from 8 to 9");
    assert_int_equal(dump_line_number(&from, object, "none", 0, 9, &number), -1);
    assert_int_equal(dump_line_hash_parse(json_object_get(object, "name"), hash), -1);
    assert_false(dump.world);
    json_decref(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_an_object),
        cmocka_unit_test(a_full_disk_is_the_worlds_failure),
        cmocka_unit_test(what_is_wrong_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
