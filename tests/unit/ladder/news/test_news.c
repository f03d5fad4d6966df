/* test_news.c - the JSON that receivers of webhooks get. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "news/news.h"
#include "store/store_work.h"
#include "store_place.h"

#include <jansson.h>

static const char *word(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    return text;
}

/* The only news, which leave the store. */
static json_t *told(struct store *store, const char *kind)
{
    struct store_news news[2];
    assert_int_equal(store_news_page(store, news, 2), 1);
    assert_string_equal(news[0].kind, kind);
    json_t *object = json_loads(news[0].body, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(object);
    assert_string_equal(word(object, "id"), news[0].id);
    assert_int_equal(strlen(news[0].id), NEWS_ID_DIGITS);
    assert_string_equal(word(object, "kind"), kind);
    assert_int_equal(store_news_drop(store, news[0].id), 0);
    return object;
}

static void a_change_of_a_version_makes_news(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program program = {.bot = "ann",
                                    .account = "own-a",
                                    .label = "1.0",
                                    .state = PROGRAM_REFUSED,
                                    .why = "it said \"\xc3\xa9\" and \xc3",
                                    .changed_msec = 1764271800999};

    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(news_tell_version(store, &program), 0);
    json_t *object = told(store, "version-refused");
    assert_string_equal(word(object, "at"), "2025-11-27T19:30:00Z");
    assert_string_equal(word(object, "bot"), "ann");
    assert_string_equal(word(object, "owner"), "own-a");
    assert_string_equal(word(object, "version"), "1.0");
    assert_string_equal(word(object, "why"), "it said \"??\" and ?");
    json_decref(object);
    program.state = PROGRAM_ACTIVE;
    assert_int_equal(news_tell_version(store, &program), 0);
    json_decref(told(store, "version-active"));
    program.state = PROGRAM_STOPPED;
    memset(program.why, '"', PROGRAM_WHY_MAX); /* twice as long in JSON */
    assert_int_equal(news_tell_version(store, &program), 0);
    object = told(store, "version-stopped");
    assert_string_equal(word(object, "why"), program.why);
    json_decref(object);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void a_change_of_an_event_makes_news(void **state)
{
    struct store *store = opened(*state, 0);
    struct calendar_run run = {.name = "cup-20261201-2000", .event = "cup", .why = "late"};

    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(news_tell_event(store, &run, CALENDAR_OVER, 0), 0);
    json_t *object = told(store, "event-over");
    assert_string_equal(word(object, "at"), "1970-01-01T00:00:00Z");
    assert_string_equal(word(object, "event"), "cup");
    assert_string_equal(word(object, "run"), "cup-20261201-2000");
    assert_string_equal(word(object, "why"), "late");
    json_decref(object);
    assert_int_equal(news_tell_event(store, &run, CALENDAR_OFF, 0), 0);
    json_decref(told(store, "event-off"));
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* A store whose news nobody takes does not grow. */
static void news_in_a_store_are_limited(void **state)
{
    struct store *store = opened(*state, 0);
    struct calendar_run run = {.name = "cup-1", .event = "cup"};
    struct store_news *list = calloc(NEWS_KEPT + 8, sizeof *list);

    assert_non_null(list);
    assert_int_equal(store_work_begin(store), 0);
    for (int i = 0; i < NEWS_KEPT + 5; i++)
        assert_int_equal(news_tell_event(store, &run, CALENDAR_OVER, 1000 + i), 0);
    assert_int_equal(store_news_page(store, list, NEWS_KEPT + 8), NEWS_KEPT);
    assert_int_equal(list[0].wall_msec, 1005);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_change_of_a_version_makes_news, setup, teardown),
        cmocka_unit_test_setup_teardown(a_change_of_an_event_makes_news, setup, teardown),
        cmocka_unit_test_setup_teardown(news_in_a_store_are_limited, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
