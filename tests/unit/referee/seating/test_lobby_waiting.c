/* test_lobby_waiting.c - `waiting` fits into a message, however many tables are listed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first. */
#include <cmocka.h>

#include "seating/lobby_waiting.h"
#include "seating/seating_private.h"

#include <stdio.h>
#include <string.h>

static struct config config;
static struct seating seating;

static int draw(void *bytes, size_t size)
{
    static uint8_t next;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(next++ * 7 + i);
    return 0;
}

static void as_many_tables_are_listed_as_fit(void **state)
{
    static struct message message;
    static char bytes[FRAME_BYTES_MAX];
    const struct value *items;
    struct ruleset_error error;
    struct ruleset own;
    (void)state;

    seating.config = &config;
    config.rules_count = CONFIG_RULESETS_MAX;
    for (int r = 0; r < CONFIG_RULESETS_MAX; r++)
        assert_int_equal(ruleset_parse(&config.rules[r], preset_name(r), NULL, 0, &error), 0);
    assert_int_equal(ruleset_parse(&own, "wikipedia",
                                   (const char *const[]){"target=1000", "claims=yes"}, 2, &error),
                     0);
    assert_int_equal(invitation_init(&seating.invitations, 100, draw), 0);
    lobby_waiting_fill(&seating, &message);
    assert_true(scribe_message(&message, ENCODING_TEXT, bytes, sizeof bytes) > 0);
    for (int i = 0; i < 100; i++) {
        char name[NAME_MAX_BYTES + 1];
        snprintf(name, sizeof name, "a-host-with-a-name-of-32-char-%02d", i);
        const struct invitation_host host = {
            .guest = i, .name = name, .address = (uint32_t)i, .owner = (uint32_t)i};
        struct invitation *table =
            invitation_open(&seating.invitations, &host, 0, own.players, NULL, 0);
        assert_non_null(table);
        if (i == 99)
            invitation_set_rules(table, &own);
        invitation_list(table);
    }
    lobby_waiting_fill(&seating, &message);
    assert_true(scribe_message(&message, ENCODING_TEXT, bytes, sizeof bytes) > 0);
    assert_true(scribe_message(&message, ENCODING_MSGPACK, bytes, sizeof bytes) > 0);
    int listed = message_list(&message, WAITING_CODES, &items);
    assert_in_range(listed, 15, 40);
    for (int field = WAITING_CODES; field <= WAITING_DIFFER; field++)
        assert_int_equal(message_list(&message, field, &items), listed);
    assert_int_equal(items[0].integer, 2); /* the latest first: it alone has rules of its own */
    assert_int_equal(items[1].integer, 0);
    invitation_fini(&seating.invitations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_many_tables_are_listed_as_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
