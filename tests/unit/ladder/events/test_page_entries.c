/* test_page_entries.c - owners sign their bots up over HTTP and withdraw them; requests that are
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "account/account.h"
#include "store/store_calendar.h"
#include "web_asked.h"
#include "writer/writer_account.h"

static char cup_file[] = "[tournament]\nformat = swiss\n[entry ann]\ncommand = x\n";

/* `open` accepts sign-ups, `cup` does not, `late` began a second ago, `one` accepts one bot of
 * an owner. */
static void fill(const struct fixture *fixture)
{
    static const struct {
        const char *name, *spec;
        int64_t due_msec;
    } events[] = {
        {"open", "at=2090-12-01T20:00 entries=signed", INT64_C(3816280000000)},
        {"cup", "at=2090-12-01T20:00", INT64_C(3816280000000)},
        {"late", "at=2020-12-01T20:00 entries=signed", 1000},
        {"over", "at=2020-12-01T20:00 entries=signed", 0},
        {"one", "at=2090-12-01T20:00 entries=signed per-owner=1", INT64_C(3816280000000)}};
    struct ladder_error error;
    struct store *store;

    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        struct calendar_event row = {.due_msec = events[i].due_msec, .file = cup_file};
        snprintf(row.name, sizeof row.name, "%s", events[i].name);
        snprintf(row.spec, sizeof row.spec, "%s", events[i].spec);
        assert_int_equal(store_calendar_put(store, &row), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* An owner with a bot; returns the tokens of both. */
static void own(const struct fixture *fixture, const char *name, char token[65], char bot[65])
{
    char owner[33], form[128], path[64];

    create(fixture, owner, token);
    claim(fixture, name, bot);
    snprintf(form, sizeof form, "token=%s", bot);
    snprintf(path, sizeof path, "/api/v1/account/bots/%s", name);
    assert_int_equal(as(fixture, token, "POST", path, form), 200);
}

static bool listed(const struct fixture *fixture, const char *event, const char *bot)
{
    char path[80], words[40];

    snprintf(path, sizeof path, "/api/v1/events/%s/entries", event);
    assert_int_equal(request(fixture, "GET", path, "", ""), 200);
    snprintf(words, sizeof words, "\"%s\"", bot);
    return strstr(strstr(body(), "\"names\""), words) != NULL;
}

static void an_owner_signs_up_and_withdraws(void **state)
{
    const struct fixture *fixture = *state;
    char token[65], ann[65];

    fill(fixture);
    own(fixture, "ann", token, ann);
    for (int twice = 0; twice < 2; twice++) {
        assert_int_equal(as(fixture, token, "POST", "/api/v1/events/open/entries", "name=ANN"),
                         200);
        assert_non_null(strstr(body(), "{\"event\":\"open\",\"bot\":\"ann\",\"entered\":true}"));
        assert_true(listed(fixture, "open", "ann"));
    }
    for (int twice = 0; twice < 2; twice++) {
        assert_int_equal(as(fixture, token, "DELETE", "/api/v1/events/open/entries?name=ann", ""),
                         200);
        assert_non_null(strstr(body(), "\"entered\":false"));
        assert_false(listed(fixture, "open", "ann"));
    }
}

static void other_owners_cannot_sign_up(void **state)
{
    static const char path[] = "/api/v1/events/open/entries";
    const struct fixture *fixture = *state;
    char token[65], thief[65], ann[65], bob[65];

    fill(fixture);
    own(fixture, "ann", token, ann);
    own(fixture, "bob", thief, bob);
    assert_int_equal(request(fixture, "POST", path, "", "name=ann"), 401);
    assert_int_equal(as(fixture, ann, "POST", path, "name=ann"), 403);
    assert_int_equal(as(fixture, thief, "POST", path, "name=ann"), 404);
    assert_int_equal(as(fixture, thief, "POST", path, "name=nobody"), 404);
    assert_int_equal(as(fixture, token, "POST", path, "name=ann"), 200);
    assert_int_equal(request(fixture, "DELETE", "/api/v1/events/open/entries?name=ann", "", ""),
                     401);
    assert_int_equal(as(fixture, thief, "DELETE", "/api/v1/events/open/entries?name=ann", ""), 404);
    assert_true(listed(fixture, "open", "ann"));
    assert_false(listed(fixture, "open", "bob"));
}

/* A late sign-up, and invalid names. */
static void invalid_sign_ups_are_refused(void **state)
{
    static const struct {
        const char *event, *form;
        int code;
    } cases[] = {
        {"late", "name=ann", 409},
        {"over", "name=ann", 409},
        {"cup", "name=ann", 409},
        {"nope", "name=ann", 404},
        {"a-name-that-is-too-long", "name=ann", 404},
        {"open", "", 400},
        {"open", "name=", 400},
        {"open", "name=%3Cb%3E", 400},
        {"open", "bot=ann", 400},
        {"open", "name=..", 400},
        {"..", "name=ann", 404},
        {"open", "name=ann%0A", 400},
    };
    const struct fixture *fixture = *state;
    char token[65], ann[65], path[80];

    fill(fixture);
    own(fixture, "ann", token, ann);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(path, sizeof path, "/api/v1/events/%s/entries", cases[i].event);
        int code = as(fixture, token, "POST", path, cases[i].form);
        if (code != cases[i].code)
            fail_msg("%s %s: %d", path, cases[i].form, code);
    }
    assert_int_equal(as(fixture, token, "DELETE", "/api/v1/events/late/entries?name=ann", ""), 409);
    assert_int_equal(as(fixture, token, "DELETE", "/api/v1/events/open/entries?x=ann", ""), 400);
    assert_int_equal(as(fixture, token, "DELETE", "/api/v1/events/open", ""), 405);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/account/bots/ann/stop", ""), 200);
    assert_int_equal(as(fixture, token, "POST", "/api/v1/events/open/entries", "name=ann"), 409);
    assert_non_null(strstr(body(), "the bot is stopped or banned"));
}

static void the_page_has_a_form(void **state)
{
    const struct fixture *fixture = *state;
    char token[65], ann[65], form[200];

    fill(fixture);
    own(fixture, "ann", token, ann);
    assert_int_equal(request(fixture, "GET", "/event/open", "", ""), 200);
    assert_non_null(strstr(body(), "<form method=\"post\" action=\"/event/open\">"));
    assert_int_equal(request(fixture, "GET", "/event/over", "", ""), 200);
    assert_null(strstr(body(), "<form"));
    snprintf(form, sizeof form, "token=%s&name=ann&do=enter", token);
    assert_int_equal(
        request(fixture, "POST", "/event/open", "Origin: http://elsewhere.example\r\n", form), 403);
    assert_int_equal(request(fixture, "POST", "/event/open", "", "name=ann&do=enter"), 401);
    assert_int_equal(request(fixture, "POST", "/event/open", "", form), 200);
    assert_non_null(strstr(body(), "ann is signed up"));
    assert_non_null(strstr(reply, "Cache-Control: no-store"));
    assert_true(listed(fixture, "open", "ann"));
    snprintf(form, sizeof form, "token=%s&name=ann&do=more", token);
    assert_int_equal(request(fixture, "POST", "/event/open", "", form), 400);
    snprintf(form, sizeof form, "token=%s&name=ann&do=leave", token);
    assert_int_equal(request(fixture, "POST", "/event/open", "", form), 200);
    assert_false(listed(fixture, "open", "ann"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_owner_signs_up_and_withdraws, setup, teardown),
        cmocka_unit_test_setup_teardown(other_owners_cannot_sign_up, setup, teardown),
        cmocka_unit_test_setup_teardown(invalid_sign_ups_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(the_page_has_a_form, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
