/* test_json_value.c - members that are there or not, and text from the store that is no UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "web/json_value.h"

static void test_members(void **state)
{
    (void)state;
    json_t *object =
        json_pack("{s:s, s:I, s:n}", "name", "anna", "games", (json_int_t)5000000000, "next");
    assert_string_equal(text_of(object, "name"), "anna");
    assert_string_equal(text_of(object, "games"), ""); /* of another kind */
    assert_string_equal(text_of(object, "owner"), "");
    assert_true(number_of(object, "games") == 5000000000);
    assert_int_equal(number_of(object, "name"), 0);
    assert_int_equal(number_of(object, "wins"), 0);
    assert_string_equal(text_of(NULL, "name"), "");
    assert_int_equal(number_of(NULL, "games"), 0);
    json_decref(object);
}

static void test_next(void **state)
{
    (void)state;
    json_t *list = json_pack("{s:n}", "next");
    assert_int_equal(next_of(list), -1);
    json_object_set_new(list, "next", json_integer(0));
    assert_int_equal(next_of(list), 0);
    json_object_set_new(list, "next", json_integer(77));
    assert_int_equal(next_of(list), 77);
    json_decref(list);
    assert_int_equal(next_of(NULL), -1);
}

static void test_values(void **state)
{
    (void)state;
    json_t *good = text_value("Z\xc3\xbcrich"), *bad = text_value("Z\xfcrich");
    assert_string_equal(json_string_value(good), "Z\xc3\xbcrich");
    assert_string_equal(json_string_value(bad), "?");
    json_decref(good);
    json_decref(bad);
    json_t *points = points_value(-1500250);
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
