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

/* While it is played it says which meetings are to come; when it is over there are none. */
static void rounds_to_come_are_in_it(void **state)
{
    (void)state;
    tournament_done_make();
    tournament_fini(&tournament_done.tournament);
    tournament_done.file.format.entry_count = 3;
    snprintf(tournament_done.file.entries[2].name, sizeof tournament_done.file.entries[2].name,
             "cy");
    tournament_init(&tournament_done.tournament, &tournament_done.file.format);
    assert_int_equal(tournament_next_round(&tournament_done.tournament), 1);
    for (int finished = 0; finished < 2; finished++) {
        tournament_done.finished = finished;
        json_t *value = tournament_json_make(&tournament_done);
        const json_t *list = json_object_get(value, "to_come"), *first = json_array_get(list, 0);
        assert_int_equal(json_array_size(list), finished ? 0 : 2);
        assert_int_equal(json_integer_value(json_object_get(value, "rounds_to_come")),
                         finished ? 0 : 2);
        if (!finished) {
            assert_int_equal(json_integer_value(json_object_get(first, "round")), 2);
            assert_string_equal(json_string_value(json_object_get(first, "a")), "ann");
            assert_string_equal(json_string_value(json_object_get(first, "b")), "cy");
        }
        json_decref(value);
    }
    tournament_done_free();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_value_has_standings_and_meetings),
                                       cmocka_unit_test(rounds_to_come_are_in_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
