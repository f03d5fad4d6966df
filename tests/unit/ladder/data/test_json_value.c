/* test_json_value.c - present and missing members, and text from the store that is invalid
 * UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "data/json_value.h"

static void test_members(void **state)
{
    (void)state;
    json_t *object =
        json_pack("{s:s, s:I, s:n}", "name", "anna", "games", (json_int_t)5000000000, "next");
    assert_string_equal(json_value_text(object, "name"), "anna");
    assert_string_equal(json_value_text(object, "games"), ""); /* of another kind */
    assert_string_equal(json_value_text(object, "owner"), "");
    assert_true(json_value_number(object, "games") == 5000000000);
    assert_int_equal(json_value_number(object, "name"), 0);
    assert_int_equal(json_value_number(object, "wins"), 0);
    assert_string_equal(json_value_text(NULL, "name"), "");
    assert_int_equal(json_value_number(NULL, "games"), 0);
    json_decref(object);
}

static void test_next(void **state)
{
    (void)state;
    json_t *list = json_pack("{s:n}", "next");
    assert_int_equal(json_value_next(list), -1);
    json_object_set_new(list, "next", json_integer(0));
    assert_int_equal(json_value_next(list), 0);
    json_object_set_new(list, "next", json_integer(77));
    assert_int_equal(json_value_next(list), 77);
    json_decref(list);
    assert_int_equal(json_value_next(NULL), -1);
}

static void test_values(void **state)
{
    (void)state;
    json_t *good = json_value_of_text("Z\xc3\xbcrich"), *bad = json_value_of_text("Z\xfcrich");
    assert_string_equal(json_string_value(good), "Z\xc3\xbcrich");
    assert_string_equal(json_string_value(bad), "?");
    json_decref(good);
    json_decref(bad);
    json_t *points = json_value_of_points(-1500250);
    assert_true(json_real_value(points) == -1500.25);
    json_decref(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_next),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
