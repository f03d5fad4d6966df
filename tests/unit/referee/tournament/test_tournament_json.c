/* test_tournament_json.c - a finished tournament as a value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "tournament/tournament_json.h"
#include "tournament_done.h"

static void the_value_has_standings_and_meetings(void **state)
{
    (void)state;
    tournament_done_make();
    json_t *value = tournament_json_make(&tournament_done);
    assert_non_null(value);
    const json_t *first = json_array_get(json_object_get(value, "standings"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "entry")), "bob");
    assert_int_equal(json_array_size(json_object_get(value, "sides")), 2);
    const json_t *meeting = json_array_get(json_object_get(value, "meetings"), 0);
    /* Without the blocks it does not say which games a meeting had. */
    assert_null(json_object_get(meeting, "games"));
    assert_null(json_object_get(value, "block_games"));
    json_decref(value);
    tournament_done_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_value_has_standings_and_meetings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
