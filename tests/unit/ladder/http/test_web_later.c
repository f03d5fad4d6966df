/* test_web_later.c - answers that come later, over real sockets, or do not come. */
#include "web_cups.h"

/* A judge that gets no processor: who asks is told so, and not left without an answer; later the
 * chances are there. */
static void a_request_that_waits_long_is_refused(void **state)
{
    const struct fixture *fixture = *state;

    submit(fixture, duel("g-1", "ann", "bob", 2), "watchable");
    judged = 0;
    judge_held = true;
    json_decref(ask_json(fixture, "/api/v1/games/g-1/chances", 503));
    assert_non_null(strstr(body(), "no answer within 1 s"));
    assert_int_equal(ask(fixture, "GET", "/healthz"), 200);
    judge_held = false;
    json_t *chances = ask_json(fixture, "/api/v1/games/g-1/chances", 200);
    assert_int_equal(json_array_size(json_object_get(chances, "hands")), 2);
    json_decref(chances);
    assert_int_equal(judged, 1);
}

static int setup_impatient(void **state)
{
    answer_sec_max = 1;
    int status = setup(state);
    answer_sec_max = 0;
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_request_that_waits_long_is_refused, setup_impatient,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
