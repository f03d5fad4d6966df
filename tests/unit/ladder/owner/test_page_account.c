/* test_page_account.c - owners over HTTP: as data and as a page, and what others may not do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "account/account.h"
#include "web_asked.h"
#include "writer/writer_account.h"

static void an_owner_controls_its_bots(void **state)
{
    const struct fixture *fixture = *state;
    char owner[33], token[65], ann[65], form[128], fresh[65];

    create(fixture, owner, token);
    claim(fixture, "ann", ann);
    assert_int_equal(as(fixture, token, "GET", "/api/v1/account", ""), 200);
    assert_non_null(strstr(body(), "\"bots\":[]"));
    snprintf(form, sizeof form, "token=%s", ann);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/bots/ann", form), 200);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/bots/ann/stop", ""), 200);
    assert_int_equal(as(fixture, token, "GET", "/api/v1/account", ""), 200);
    assert_non_null(strstr(body(), "{\"name\":\"ann\",\"stopped\":true"));
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/bots/ann/start", ""), 200);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/bots/ann/token", ""), 200);
    said("token", fresh, sizeof fresh);
    assert_true(writer_view_token_valid(fixture->ladder, "ann", fresh));
    assert_false(writer_view_token_valid(fixture->ladder, "ann", ann));
}

static void an_owner_renews_its_token(void **state)
{
    const struct fixture *fixture = *state;
    char owner[33], token[65], ann[65], fresh[65];

    create(fixture, owner, token);
    claim(fixture, "ann", ann);
    assert_int_equal(request(fixture, "POST", "/api/v1/account/token", "", ""), 401);
    assert_int_equal(as(fixture, ann, "POST", "/api/v1/account/token", ""), 403);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/token", ""), 200);
    said("token", fresh, sizeof fresh);
    assert_int_equal(as(fixture, token, "GET", "/api/v1/account", ""), 401);
    assert_int_equal(as(fixture, fresh, "GET", "/api/v1/account", ""), 200);
    assert_non_null(strstr(body(), owner));
}

static void other_owners_control_nothing(void **state)
{
    static const char *const deeds[] = {"", "/stop", "/start", "/token"};
    const struct fixture *fixture = *state;
    char owner[33], token[65], other[33], thief[65], ann[65], form[128], path[64];
    struct ladder_bot bot;

    create(fixture, owner, token);
    create(fixture, other, thief);
    claim(fixture, "ann", ann);
    snprintf(form, sizeof form, "token=%s", ann);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/bots/ann", form), 200);
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        snprintf(path, sizeof path, "/api/v1/account/bots/ann%s", deeds[i]);
        assert_int_equal(request(fixture, "POST", path, "", form), 401); /* without a token */
        assert_non_null(strstr(reply, "WWW-Authenticate: Bearer"));
        assert_int_equal(as(fixture, ann, "POST", path, form), 403); /* a bot's is not enough */
        assert_int_equal(as(fixture, thief, "POST", path, form), 404);
    }
    assert_int_equal(as(fixture, ann, "GET", "/api/v1/account", ""), 403);
    assert_int_equal(as(fixture, thief, "GET", "/api/v1/account", ""), 200);
    assert_null(strstr(body(), "ann"));
    assert_true(writer_view_bot(fixture->ladder, "ann", &bot));
    assert_true(!bot.stopped && strcmp(bot.account, owner) == 0);
    assert_true(writer_view_token_valid(fixture->ladder, "ann", ann));
}

static void the_page_does_the_same_without_a_script(void **state)
{
    const struct fixture *fixture = *state;
    char ann[65], form[400], token[65];

    claim(fixture, "ann", ann);
    assert_int_equal(request(fixture, "GET", "/account", "", ""), 200);
    assert_non_null(strstr(body(), "name=\"do\" value=\"create\""));
    assert_null(strstr(body(), "<script"));
    assert_int_equal(request(fixture, "POST", "/account", "", "do=create"), 201);
    assert_non_null(strstr(reply, "Cache-Control: no-store"));
    const char *at = strstr(body(), "<code>");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "<code>%64[0-9a-f]</code>", token), 1);
    snprintf(form, sizeof form, "do=take&token=%s&name=ann&bot-token=%s", token, ann);
    assert_int_equal(request(fixture, "POST", "/account", "", form), 200);
    assert_non_null(strstr(body(), "<a href=\"/bot/ann\">ann</a>"));
    assert_null(strstr(body(), token)); /* shown only once */
    assert_null(strstr(body(), ann));
    snprintf(form, sizeof form, "do=stop&token=%s&name=ann", token);
    assert_int_equal(request(fixture, "POST", "/account", "", form), 200);
    assert_non_null(strstr(body(), "<td>stopped</td>"));
    snprintf(form, sizeof form, "do=bots&token=%s", token);
    assert_int_equal(request(fixture, "POST", "/account", "", form), 200);
    snprintf(form, sizeof form, "do=renew&token=%s", token);
    assert_int_equal(request(fixture, "POST", "/account", "", form), 200);
    snprintf(form, sizeof form, "do=bots&token=%s", token);
    assert_int_equal(request(fixture, "POST", "/account", "", form), 401); /* the old one is void */
    assert_int_equal(request(fixture, "POST", "/account", "", "do=fly"), 400);
    assert_int_equal(request(fixture, "POST", "/account", "", ""), 400);
}

/* A page of another site can neither create owners in its reader's name nor act for one: no
 * cookie identifies the reader, and a browser may not send the header from there. */
static void other_sites_are_refused(void **state)
{
    static const char *const from[] = {"Origin: http://evil\r\n", "Sec-Fetch-Site: cross-site\r\n",
                                       "Origin: null\r\n"};
    const struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        assert_int_equal(request(fixture, "POST", "/account", from[i], "do=create"), 403);
        assert_int_equal(request(fixture, "POST", "/api/v1/account", from[i], ""), 403);
    }
    assert_int_equal(request(fixture, "POST", "/account", "Origin: http://x\r\n", "do=create"),
                     201);
    assert_int_equal(request(fixture, "OPTIONS", "/api/v1/account", "Origin: http://evil\r\n", ""),
                     204);
    assert_null(strstr(reply, "Authorization"));
    assert_null(strstr(reply, "Set-Cookie"));
}

/* Ten a minute; a token in the URL is ignored. */
static void accounts_per_address_are_limited(void **state)
{
    const struct fixture *fixture = *state;
    char owner[33], token[65], path[200];
    int made = 0, refused = 0;

    create(fixture, owner, token);
    for (int i = 0; i < 30; i++) {
        int code = request(fixture, "POST", "/api/v1/account", "", "");
        made += code == 201;
        refused += code == 429;
    }
    assert_int_equal(made, 9);
    assert_int_equal(refused, 21);
    snprintf(path, sizeof path, "/api/v1/account?token=%s", token);
    assert_int_equal(request(fixture, "GET", path, "", ""), 400);
    snprintf(path, sizeof path, "/account?token=%s", token);
    assert_int_equal(request(fixture, "GET", path, "", ""), 200);
    assert_null(strstr(reply, token)); /* the page as anybody sees it */
}

/* Attempts at a bot's token through an owner count like attempts at an owner's, and write
 * nothing. */
static void tries_at_the_token_of_a_bot_are_limited(void **state)
{
    const struct fixture *fixture = *state;
    char owner[33], token[65], ann[65];
    struct ladder_health before, after;
    int wrong = 0, ended = 0;

    create(fixture, owner, token);
    claim(fixture, "ann", ann);
    writer_view_health(fixture->ladder, &before);
    for (int i = 0; i < ACCOUNT_FAILURES_MAX + 10; i++) {
        int code = as(fixture, token, "POST", "/api/v1/account/bots/ann",
                      "token=0000000000000000000000000000000000000000000000000000000000000000");
        wrong += code == 403;
        ended += code == 429;
    }
    assert_int_equal(wrong, ACCOUNT_FAILURES_MAX);
    assert_int_equal(ended, 10);
    writer_view_health(fixture->ladder, &after);
    assert_memory_equal(after.commits.counts, before.commits.counts, sizeof before.commits.counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_owner_controls_its_bots, setup, teardown),
        cmocka_unit_test_setup_teardown(an_owner_renews_its_token, setup, teardown),
        cmocka_unit_test_setup_teardown(other_owners_control_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(the_page_does_the_same_without_a_script, setup, teardown),
        cmocka_unit_test_setup_teardown(other_sites_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(accounts_per_address_are_limited, setup, teardown),
        cmocka_unit_test_setup_teardown(tries_at_the_token_of_a_bot_are_limited, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
