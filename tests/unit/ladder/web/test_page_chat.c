/* test_page_chat.c - spectator chat over HTTP: who may send, which words, how often, and the
 * effect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "web_fixture.h"

static struct live_table *open_table(const struct fixture *fixture, const char *game,
                                     const char *chat)
{
    struct live_about about = {.seat_count = 2, .side_count = 2};
    snprintf(about.game, sizeof about.game, "%s", game);
    snprintf(about.chat, sizeof about.chat, "%s", chat);
    struct live_table *table = live_open(fixture->live, &about);
    assert_non_null(table);
    return table;
}

/* Returns the status code for a form; `headers` each end in CRLF. */
static int post_as(const struct fixture *fixture, const char *path, const char *headers,
                   const char *form)
{
    char request[4096];
    bool closed;
    int fd = dial(fixture);
    int bytes = snprintf(
        request, sizeof request,
        "POST %s HTTP/1.1\r\nHost: here:80\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
        path, headers, strlen(form), form);
    (void)talk(fd, request, (size_t)bytes, reply, sizeof reply, NULL, &closed);
    assert_true(closed);
    close(fd);
    return atoi(reply + 9);
}

#define FORM "Content-Type: application/x-www-form-urlencoded\r\n"

static int post(const struct fixture *fixture, const char *path, const char *form)
{
    return post_as(fixture, path, FORM, form);
}

static void get_pass(const struct fixture *fixture, const char *game, char pass[64])
{
    char path[80];
    snprintf(path, sizeof path, "/api/v1/tables/%s/chat", game);
    assert_int_equal(ask(fixture, "GET", path), 200);
    json_t *value = json_loads(body(), 0, NULL);
    snprintf(pass, 64, "%s", json_string_value(json_object_get(value, "pass")));
    json_decref(value);
}

static void free_lines(struct live_said *line)
{
    while (line) {
        struct live_said *next = line->next;
        free(line);
        line = next;
    }
}

static void test_words(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1", "text");
    char pass[64], form[512];
    get_pass(fixture, "g-1", pass);
    assert_int_equal(strlen(pass), 24);
    snprintf(form, sizeof form,
             "name=eve&text=%%3Cscript%%3Ealert(1)%%3C%%2Fscript%%3E+%%C3%%BC&pass=%s", pass);
    assert_int_equal(post(fixture, "/live/g-1/chat", form), 303);
    assert_non_null(strstr(reply, "\r\nLocation: /live/g-1\r\n"));
    assert_int_equal(ask(fixture, "GET", "/live/g-1"), 200);
    assert_non_null(strstr(body(), "<b>eve</b> <span class=\"soft\">(spectator)</span>: "
                                   "&lt;script&gt;alert(1)&lt;/script&gt; \xc3\xbc</li>"));
    assert_null(strstr(body(), "<script>alert"));
    assert_non_null(strstr(body(), pass)); /* the form has it, too */
    struct live_said *line = live_take_said(table);
    assert_non_null(line);
    assert_string_equal(line->name, "eve");
    assert_string_equal(line->say, "<script>alert(1)</script> \xc3\xbc");
    assert_string_equal(line->words, line->say);
    assert_null(line->next);
    free_lines(line);
    /* Programs get the same as data, and an event. */
    snprintf(form, sizeof form, "name=bob&text=a%%20b&pass=%s", pass);
    assert_int_equal(post(fixture, "/api/v1/tables/g-1/chat", form), 200);
    assert_string_equal(body(), "{\"name\":\"bob\",\"text\":\"a b\"}");
    bool closed;
    int fd = dial(fixture);
    const char *request = "GET /api/v1/tables/g-1/events HTTP/1.1\r\nHost: x\r\n\r\n";
    (void)talk(fd, request, strlen(request), reply, sizeof reply,
               "event: said\ndata: {\"name\":\"bob\",\"text\":\"a b\"}\n\n", &closed);
    assert_false(closed);
    assert_non_null(strstr(reply, "-2\nevent: said\ndata: {\"name\":\"bob\""));
    close(fd);
    free_lines(live_take_said(table));
    live_close(table, 0);
}

static void test_phrases(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1", "preset");
    char pass[64], form[512];
    get_pass(fixture, "g-1", pass);
    assert_non_null(strstr(body(), "\"phrases\":[{\"key\":\"luck\",\"text\":\"Good <luck>!\"}]"));
    assert_int_equal(ask(fixture, "GET", "/live/g-1/chat"), 200);
    assert_non_null(strstr(body(), "<option value=\"luck\">Good &lt;luck&gt;!</option>"));
    snprintf(form, sizeof form, "name=eve&text=Good&pass=%s", pass);
    assert_int_equal(post(fixture, "/api/v1/tables/g-1/chat", form), 400);
    assert_non_null(strstr(body(), "\"error\":\"text: "));
    snprintf(form, sizeof form, "name=eve&phrase=never&pass=%s", pass);
    assert_int_equal(post(fixture, "/api/v1/tables/g-1/chat", form), 400);
    assert_non_null(strstr(body(), "\"error\":\"phrase: "));
    snprintf(form, sizeof form, "name=eve&phrase=luck&pass=%s", pass);
    assert_int_equal(post(fixture, "/api/v1/tables/g-1/chat", form), 200);
    struct live_said *line = live_take_said(table);
    assert_string_equal(line->say, "luck");
    assert_string_equal(line->words, "Good <luck>!");
    free_lines(line);
    live_close(table, 0);
}

/* Each kind of refused line, with the word that gives the reason. */
static void test_refused(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *table = open_table(fixture, "g-1", "text"),
                      *silent = open_table(fixture, "g-2", "none");
    char pass[64], form[1400], big[1200];
    get_pass(fixture, "g-1", pass);
    memset(big, 'x', sizeof big);
    big[201] = '\0';
    const struct {
        const char *path, *headers, *start;
        int code;
        const char *why;
    } rows[] = {
        {"g-1", FORM, "text=a", 400, "name: "},
        {"g-1", FORM, "name=&text=a", 400, "name: "},
        {"g-1", FORM, "name=%3Cscript%3E&text=a", 400, "name: "},
        {"g-1", FORM, "name=.eve&text=a", 400, "name: "},
        {"g-1", FORM, "name=eve", 400, "text: "},
        {"g-1", FORM, "name=eve&text=", 400, "text: "},
        {"g-1", FORM, "name=eve&text=bad", 400, "text: "},
        {"g-1", FORM, "name=eve&text=%C3", 400, "text: "},
        {"g-1", FORM, "name=eve&text=%1b[2J", 400, "text: "},
        {"g-1", FORM, "name=eve&phrase=luck", 400, "phrase: "},
        {"g-1", FORM, "name=eve&text=a&%3Cb%3E=1", 400, "%3Cb%3E: no such parameter"},
        {"g-1", "", "name=eve&text=a", 415, "form"},
        {"g-1", "Content-Type: text/plain\r\n", "name=eve&text=a", 415, "form"},
        {"g-1", FORM "Origin: http://evil.example\r\n", "name=eve&text=a", 403, "another site"},
        {"g-1", FORM "Origin: null\r\n", "name=eve&text=a", 403, "another site"},
        {"g-1", FORM "Sec-Fetch-Site: cross-site\r\n", "name=eve&text=a", 403, "another site"},
        {"g-1", FORM "Sec-Fetch-Site: same-site\r\nOrigin: http://here:80\r\n", "name=eve&text=a",
         403, "another site"},
        {"g-2", FORM, "name=eve&text=a", 403, "spectators may not chat"},
        {"g-9", FORM, "name=eve&text=a", 404, "no such game"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char path[80];
        snprintf(path, sizeof path, "/api/v1/tables/%s/chat", rows[i].path);
        snprintf(form, sizeof form, "%s&pass=%s", rows[i].start, pass);
        assert_int_equal(post_as(fixture, path, rows[i].headers, form), rows[i].code);
        json_t *value = json_loads(body(), 0, NULL);
        const char *error = json_string_value(json_object_get(value, "error"));
        assert_non_null(error);
        assert_non_null(strstr(error, rows[i].why));
        json_decref(value);
    }
    snprintf(form, sizeof form, "name=eve&text=%s&pass=%s", big, pass); /* a byte too long */
    assert_int_equal(post(fixture, "/live/g-1/chat", form), 400);
    assert_int_equal(post(fixture, "/live/g-1/chat", "name=eve&text=a"), 403);
    assert_int_equal(
        post(fixture, "/live/g-1/chat", "name=eve&text=a&pass=000000000000000000000000"), 403);
    memset(big, 'x', sizeof big);
    big[sizeof big - 1] = '\0';
    snprintf(form, sizeof form, "name=eve&text=%s", big);
    assert_int_equal(post(fixture, "/live/g-1/chat", form), 413);
    /* The token of one table is not valid at another. */
    struct live_table *other = open_table(fixture, "g-3", "text");
    snprintf(form, sizeof form, "name=eve&text=a&pass=%s", pass);
    assert_int_equal(post(fixture, "/live/g-3/chat", form), 403);
    assert_null(live_take_said(table));
    assert_null(live_take_said(silent));
    assert_int_equal(ask(fixture, "GET", "/live/g-2/chat"), 404);
    assert_int_equal(ask(fixture, "GET", "/live/g-2"), 200);
    assert_null(strstr(body(), "<form")); /* no form where chat is off */
    /* No other path accepts a line. */
    assert_int_equal(post(fixture, "/live/g-1", form), 405);
    assert_non_null(strstr(reply, "\r\nAllow: GET, HEAD\r\n"));
    assert_int_equal(post(fixture, "/api/v1/standings", form), 405);
    live_close(table, 0);
    live_close(silent, 0);
    live_close(other, 0);
}

/* An address may send five lines at once, whatever names it uses and at whatever tables; a
 * refused line does not count. */
static void test_too_much(void **state)
{
    const struct fixture *fixture = *state;
    struct live_table *tables[2] = {open_table(fixture, "g-0", "text"),
                                    open_table(fixture, "g-1", "text")};
    char pass[2][64], form[512], path[80];
    get_pass(fixture, "g-0", pass[0]);
    get_pass(fixture, "g-1", pass[1]);
    for (int i = 0; i < 8; i++)
        assert_int_equal(post(fixture, "/live/g-0/chat", "name=eve&text=a&pass=no"), 403);
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "/live/g-%d/chat", i % 2);
        snprintf(form, sizeof form, "name=eve-%d&text=a&pass=%s", i, pass[i % 2]);
        assert_int_equal(post_as(fixture, path,
                                 FORM "Origin: http://here:80\r\nSec-Fetch-Site: same-origin\r\n",
                                 form),
                         i < 5 ? 303 : 429);
    }
    for (int i = 0; i < 2; i++) {
        free_lines(live_take_said(tables[i]));
        live_close(tables[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_phrases, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_much, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
