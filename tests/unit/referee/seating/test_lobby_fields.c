/* test_lobby_fields.c - rulesets and flags in messages of the lobby, and their defaults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "seating/lobby_fields_private.h"

#include <string.h>

static struct config config;
static struct seating seating;

static int set_up(void **state)
{
    static const char *const names[] = {"wikipedia", "two-handed-draw"};
    struct ruleset_error error;

    (void)state;
    memset(&config, 0, sizeof config);
    memset(&seating, 0, sizeof seating);
    seating.config = &config;
    config.rules_count = 2;
    for (int r = 0; r < 2; r++)
        assert_int_equal(ruleset_preset(&config.rules[r], names[r], strlen(names[r]), &error), 0);
    return 0;
}

static struct slice name(const char *text)
{
    return (struct slice){.data = text, .size = strlen(text)};
}

static void a_ruleset_is_named_whole(void **state)
{
    (void)state;
    assert_string_equal(lobby_fields_ruleset_name(&seating, 1), "two-handed-draw");
    assert_int_equal(lobby_fields_ruleset_find(&seating, name("wikipedia")), 0);
    assert_int_equal(lobby_fields_ruleset_find(&seating, name("two-handed-draw")), 1);
    assert_int_equal(lobby_fields_ruleset_find(&seating, name("two-handed")), -1);
    assert_int_equal(lobby_fields_ruleset_find(&seating, name("wikipedia2")), -1);
    assert_int_equal(lobby_fields_ruleset_find(&seating, name("")), -1);
}

static void what_is_left_out_is_the_first_or_the_standard(void **state)
{
    struct message message;
    (void)state;
    message_init(&message, MESSAGE_OPEN);
    assert_int_equal(lobby_fields_ruleset(&seating, &message, OPEN_RULESET), 0);
    assert_true(lobby_fields_flag(&message, OPEN_LISTED, true));
    assert_false(lobby_fields_flag(&message, OPEN_LISTED, false));
    message_set_copy(&message, OPEN_RULESET, "two-handed-draw", strlen("two-handed-draw"));
    message_set_int(&message, OPEN_LISTED, 0);
    assert_int_equal(lobby_fields_ruleset(&seating, &message, OPEN_RULESET), 1);
    assert_false(lobby_fields_flag(&message, OPEN_LISTED, true));
    message_set_int(&message, OPEN_LISTED, 1);
    assert_true(lobby_fields_flag(&message, OPEN_LISTED, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_ruleset_is_named_whole, set_up),
        cmocka_unit_test_setup(what_is_left_out_is_the_first_or_the_standard, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
