/* test_bracket.c - the bracket of a knockout, and lists of pairings that form none. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "events/bracket.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>

#define MEETING(round, a, b, won)                                                                  \
    "{\"round\":" #round ",\"a\":\"" a "\",\"b\":" b ",\"played\":true,\"points_a\":2,"            \
    "\"points_b\":1,\"winner\":\"" won "\"}"

static bool (*add)(struct evbuffer *out, const json_t *meetings, const char *games) = bracket_add;
static const char *games;

/* Returns the bracket of a list, or NULL if the list is not one. */
static const char *made(const char *list)
{
    static char text[1 << 16];
    json_t *meetings = json_loads(list, 0, NULL);
    struct evbuffer *out = evbuffer_new();
    assert_non_null(meetings);
    bool good = add(out, meetings, games);
    assert_true(good || evbuffer_get_length(out) == 0);
    evbuffer_add(out, "", 1);
    assert_true(evbuffer_remove(out, text, sizeof text) < (int)sizeof text);
    evbuffer_free(out);
    json_decref(meetings);
    return good ? text : NULL;
}

/* The final is beside all rows, whatever the order of the first round, and a bye has a row. */
static void a_knockout_is_a_tree(void **state)
{
    (void)state;
    const char *text = made(
        "[" MEETING(1, "cat", "\"di\"", "di") "," MEETING(1, "ann", "\"<b>\"", "ann") "," MEETING(
            1, "eve", "null",
            "eve") "," MEETING(2, "ann", "\"eve\"",
                               "eve") "," MEETING(2, "di", "\"fay\"",
                                                  "di") "," MEETING(3, "eve", "\"di\"", "eve") "]");
    assert_non_null(text);
    assert_non_null(strstr(text, "<td rowspan=\"3\"><a href=\"#meeting-6\"><b>eve</b> 2<br>di 1"));
    assert_non_null(strstr(text, "<td rowspan=\"2\"><a href=\"#meeting-4\">ann 2<br><b>eve</b> 1"));
    assert_non_null(strstr(text, "<td rowspan=\"1\"><a href=\"#meeting-2\"><b>ann</b> 2<br>&lt;b"));
    assert_non_null(strstr(text, "<b>eve</b> 2<br>bye"));
    const char *first = strstr(text, "meeting-2"), *final = strstr(text, "meeting-6"),
               *last = strstr(text, "meeting-1");
    assert_true(first < final && final < last);
}

/* Pairings are beside the losses of their entries, a bye with the waiting entries. */
static void a_double_knockout_is_a_grid(void **state)
{
    (void)state;
    add = bracket_add_double;
    const char *text = made(
        "[" MEETING(1, "ann", "\"bob\"", "ann") "," MEETING(1, "cat", "\"<b>\"", "cat") "," MEETING(
            2, "ann", "\"cat\"",
            "cat") "," MEETING(2, "bob", "\"<b>\"",
                               "bob") "," MEETING(3, "ann", "\"bob\"",
                                                  "ann") "," MEETING(4, "cat", "\"ann\"",
                                                                     "ann") "]");
    assert_non_null(text);
    const char *unbeaten = strstr(text, "Without a loss"), *one = strstr(text, "With one loss"),
               *both = strstr(text, "One of each");
    assert_true(unbeaten < one && one < both);
    for (int i = 1; i <= 6; i++) {
        char link[32];
        snprintf(link, sizeof link, "#meeting-%d\"", i);
        const char *at = strstr(text, link);
        assert_non_null(at);
        assert_null(strstr(at + 1, link));
        assert_int_equal(at > one, i > 3);
        assert_int_equal(at > both, i > 5);
    }
    assert_non_null(strstr(text, "<b>cat</b> 2<br>&lt;b&gt; 1"));
    assert_null(made("[]"));
    assert_null(made("[{\"round\":0}]"));
    assert_non_null(made("[{\"round\":1},{\"round\":2,\"a\":7}]"));
    add = bracket_add;
}

/* A meeting with games leads to them; one without, to its line. */
static void games_are_linked(void **state)
{
    (void)state;
    games = "/tournament/x/meeting/";
    const char *text =
        made("[{\"round\":1,\"a\":\"ann\",\"b\":\"bob\",\"games\":4,\"winner\":\"ann\"},"
             "{\"round\":2,\"a\":\"ann\",\"b\":null,\"games\":0}]");
    assert_non_null(text);
    assert_non_null(strstr(text, "<a href=\"/tournament/x/meeting/1\"><b>ann</b>"));
    assert_non_null(strstr(text, "<a href=\"#meeting-2\">ann"));
    games = NULL;
}

static void other_formats_are_lists(void **state)
{
    (void)state;
    char many[32768] = "[";
    assert_null(made("[]"));
    assert_null(made("[{\"round\":0}]"));
    assert_null(made("[{\"round\":1000000000}]"));
    assert_null(made("[7]"));
    /* A pairing that leads nowhere, and one that leads to itself. */
    assert_null(made("[" MEETING(1, "a", "\"b\"", "c") "," MEETING(2, "d", "\"e\"", "d") "]"));
    assert_non_null(made("[" MEETING(1, "a", "\"a\"", "a") "," MEETING(2, "a", "\"a\"", "a") "]"));
    for (int i = 0; i < 300; i++)
        strcat(many, i ? ",{\"round\":1}" : "{\"round\":1}");
    assert_null(made(strcat(many, "]")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_knockout_is_a_tree),
        cmocka_unit_test(a_double_knockout_is_a_grid),
        cmocka_unit_test(games_are_linked),
        cmocka_unit_test(other_formats_are_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
