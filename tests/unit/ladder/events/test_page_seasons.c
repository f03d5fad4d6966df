/* test_page_seasons.c - the pages of seasons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "web_json.h"

static void shell(const struct fixture *fixture, char **argv, int argc)
{
    char out[500] = "";
    FILE *file = fmemopen(out, sizeof out, "w");
    assert_int_equal(command_table_run(fixture->temp.url, argc, argv, false, file, file), 0);
    fclose(file);
}

static void a_season_is_listed_and_shown(void **state)
{
    const struct fixture *fixture = *state;
    char *argv[] = {(char[]){"season"}, (char[]){"start"}, (char[]){"spring"}, (char[]){"--to"},
                    (char[]){"2100-01-01"}};
    assert_int_equal(ask(fixture, "GET", "/seasons"), 200);
    assert_non_null(strstr(body(), "There was no season yet. The <a"));
    assert_int_equal(ask(fixture, "GET", "/season/spring"), 404);
    shell(fixture, argv, 5);
    struct ladder_result result = duel("g-1", "ann", "bob", 2); /* with it the season appears */
    submit(fixture, result, NULL);
    assert_int_equal(ask(fixture, "GET", "/seasons"), 200);
    assert_non_null(strstr(body(), "<a href=\"/season/spring\">spring</a>"));
    assert_null(strstr(body(), "There was no season yet."));
    assert_int_equal(ask(fixture, "GET", "/season/spring"), 200);
    assert_non_null(strstr(body(), "<h1>spring</h1>"));
    assert_non_null(strstr(body(), "Day <strong>1</strong> of 2"));
    assert_non_null(strstr(body(), "<progress max=\"1000\" value=\"0\""));
    assert_non_null(strstr(body(), "<a href=\"/games\">games</a>"));
    json_t *season = ask_json(fixture, "/api/v1/seasons/spring", 200);
    json_decref(season);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_season_is_listed_and_shown, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
