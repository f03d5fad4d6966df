/* test_play_pages.c - the data for the page /play. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "daemon/play_pages.h"
#include "seating/seating.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static struct config config;
static struct table_limits limits = {
    .most = {.hints = true, .chat = CHAT_PRESET}, .bid_msec_max = 60000, .play_msec_max = 60000};

static json_t *told(void)
{
    char *text = play_pages_text(&config, &limits, NULL, 3);
    assert_non_null(text);
    json_t *value = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(value);
    return value;
}

static int64_t number(const json_t *value, const char *key)
{
    return json_integer_value(json_object_get(json_object_get(value, "ms"), key));
}

static void rulesets_and_limits_are_listed(void **state)
{
    const char *presets[] = {"wikipedia", "two-handed-table"};
    struct ruleset_error error;
    (void)state;

    for (int i = 0; i < 2; i++)
        assert_int_equal(ruleset_parse(&config.rules[i], presets[i], NULL, 0, &error), 0);
    config.rules_count = 2;
    config.registration = REGISTRATION_CLAIM;
    config.time.auction = config.time.exchange = 5000000;
    config.time.play = 2000000;
    strcpy(config.house[0], "basic");
    config.house_count = 1;

    json_t *value = told();
    const json_t *rulesets = json_object_get(value, "rulesets");
    assert_int_equal(json_array_size(rulesets), 2);
    const json_t *second = json_array_get(rulesets, 1);
    assert_string_equal(json_string_value(json_object_get(second, "name")), "two-handed-table");
    assert_int_equal(json_integer_value(json_object_get(second, "seats")), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(value, "house"), 0)),
                        "basic");
    assert_int_equal(json_array_size(json_object_get(value, "bots")), 0);
    assert_true(json_is_true(json_object_get(value, "hints")));
    assert_string_equal(json_string_value(json_object_get(value, "chat")), "preset");
    assert_string_equal(json_string_value(json_object_get(value, "register")), "claim");
    assert_int_equal(number(value, "play"), 2000);
    assert_int_equal(number(value, "bid_max"), 60000);
    assert_int_equal(json_integer_value(json_object_get(value, "house_seats")), 3);
    const json_t *first = json_array_get(json_object_get(value, "phrases"), 0);
    assert_string_equal(json_string_value(json_array_get(first, 0)), "hello");
    json_decref(value);
}

static json_t *built(const struct play_rules *play, const char *ruleset, const char *options)
{
    char *text = play_pages_built(play, ruleset, options);
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return value;
}

static const char *text_of(const json_t *value, const char *key)
{
    return json_string_value(json_object_get(value, key));
}

/* What is told is what `open` would take: the changes of what is played here, or one line. */
static void custom_rules_are_checked(void **state)
{
    static struct play_rules play = {.count = 2};
    struct ruleset_error error;
    (void)state;

    assert_int_equal(
        ruleset_parse(&play.rules[0], "wikipedia", (const char *const[]){"max_hands=2"}, 1, &error),
        0);
    assert_int_equal(ruleset_parse(&play.rules[1], "two-handed-table", NULL, 0, &error), 0);
    assert_null(built(&play, "australian", ""));
    json_t *value = built(&play, "wikipedia", "");
    assert_true(json_is_true(json_object_get(value, "valid")));
    assert_int_equal(json_array_size(json_object_get(value, "options")), 1);
    json_decref(value);
    value = built(&play, "wikipedia", "players=3,teams=solo,deck=33,calls=misere/hi-lo");
    const json_t *options = json_object_get(value, "options");
    assert_true(json_is_true(json_object_get(value, "valid")));
    assert_true(json_is_null(json_object_get(value, "error")));
    assert_int_equal(json_integer_value(json_object_get(value, "seats")), 3);
    assert_int_equal(json_integer_value(json_object_get(value, "sides")), 3);
    assert_int_equal(json_array_size(options), 5);
    assert_string_equal(json_string_value(json_array_get(options, 3)), "calls=misere hi-lo");
    json_decref(value);
    static const struct {
        const char *options, *option;
    } bad[] = {{"players=3", "teams"}, {"target=505", "target"},
               {"nothing=1", NULL},    {",", NULL},
               {"target", "target"},   {"target=500,target=500", "target"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        value = built(&play, "wikipedia", bad[i].options);
        assert_true(json_is_false(json_object_get(value, "valid")));
        assert_non_null(strstr(text_of(value, "error"), "; allowed: "));
        const char *option = text_of(value, "option");
        assert_true(option ? bad[i].option && strcmp(option, bad[i].option) == 0 : !bad[i].option);
        assert_true(json_is_null(json_object_get(value, "seats")));
        json_decref(value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(custom_rules_are_checked),
                                       cmocka_unit_test(rulesets_and_limits_are_listed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
