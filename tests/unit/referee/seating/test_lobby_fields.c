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

/* What differs from the preset is told, and nothing else. */
static void rules_are_sent_as_differences(void **state)
{
    static struct message message;
    struct invitation invitation = {.ruleset = 1};
    struct ruleset_error error;
    const struct value *items;
    (void)state;

    assert_ptr_equal(lobby_fields_rules(&seating, &invitation), &config.rules[1]);
    message_init(&message, MESSAGE_TABLE);
    lobby_fields_rules_tell(&config.rules[1], &message, TABLE_OPTIONS);
    assert_false(message_has(&message, TABLE_OPTIONS));
    assert_int_equal(lobby_fields_rules_differ(&config.rules[1]), 0);
    assert_int_equal(ruleset_parse(&invitation.rules, "wikipedia",
                                   (const char *const[]){"target=1000", "claims=yes"}, 2, &error),
                     0);
    invitation.built = true;
    assert_ptr_equal(lobby_fields_rules(&seating, &invitation), &invitation.rules);
    lobby_fields_rules_tell(&invitation.rules, &message, TABLE_OPTIONS);
    assert_int_equal(message_list(&message, TABLE_OPTIONS, &items), 2);
    assert_int_equal(lobby_fields_rules_differ(&invitation.rules), 2);
    assert_memory_equal(items[0].string.data, "claims=yes", items[0].string.size);
    assert_memory_equal(items[1].string.data, "target=1000", items[1].string.size);
}

static void missing_fields_have_defaults(void **state)
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
        cmocka_unit_test_setup(rules_are_sent_as_differences, set_up),
        cmocka_unit_test_setup(a_ruleset_is_named_whole, set_up),
        cmocka_unit_test_setup(missing_fields_have_defaults, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
