/* test_page_team.c - the teams of a bot, on its page. */
#include "web_bots.h"

#include <event2/buffer.h>

#include "web/web_site.h"

static void each_team_has_a_row(void **state)
{
    static char text[4000];
    const struct fixture *fixture = *state;
    const struct web_site site = {.ladder = fixture->ladder};
    struct ladder_line teams[2] = {{.board = "wikipedia.teams"}, {.board = "australian.teams"}};
    struct evbuffer *out = evbuffer_new();
    page_team_of_bot(out, &site, teams, 0);
    assert_int_equal(evbuffer_get_length(out), 0);
    snprintf(teams[0].row.name, sizeof teams[0].row.name, "ann+bob");
    snprintf(teams[1].row.name, sizeof teams[1].row.name, "ann+cy");
    snprintf(teams[1].row.version, sizeof teams[1].row.version, "v<2>");
    page_team_of_bot(out, &site, teams, 2);
    text[evbuffer_remove(out, text, sizeof text - 1)] = 0;
    evbuffer_free(out);
    assert_non_null(strstr(text, "<a href=\"/bot/ann\">ann</a>+<a href=\"/bot/bob\">bob</a>"));
    assert_non_null(strstr(text, "<a href=\"/standings?ladder=australian.teams\">"));
    assert_non_null(strstr(text, "v&lt;2&gt;"));
    assert_non_null(strstr(text, "</table>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_team_has_a_row, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
