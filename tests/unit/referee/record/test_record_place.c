/* test_record_place.c - a place in a file of records. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "record/record_place.h"

static const char records[] = "tests/golden/show.jsonl";
static int steps, found;

static void visit(void *context, const struct replay_step *step, bool there)
{
    (void)context;
    assert_non_null(step);
    steps++;
    found += there;
}

static int look(const char *place)
{
    char text[200];
    steps = found = 0;
    snprintf(text, sizeof text, "%s:%s", records, place);
    return record_place_visit("test", text, visit, NULL);
}

static void the_steps_up_to_a_place_are_visited(void **state)
{
    (void)state;
    assert_int_equal(look("1:1:5"), 0);
    assert_int_equal(steps, 5);
    assert_int_equal(found, 1);
    int first_hand = steps;
    assert_int_equal(look("1:2:1"), 0);
    assert_true(steps > first_hand && found == 1);
    assert_int_equal(look("m-000001:1:5"), 0);
    assert_int_equal(steps, 5);
}

static void a_bad_place_returns_2(void **state)
{
    static const char *const bad[] = {
        "1:1:9999", "1:99:1", "999:1:1", "nothing:1:1", "1:1", "1:0:1", "1:1:0", "1:1:x", ""};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(look(bad[i]), 2);
        assert_int_equal(found, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_steps_up_to_a_place_are_visited),
        cmocka_unit_test(a_bad_place_returns_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
