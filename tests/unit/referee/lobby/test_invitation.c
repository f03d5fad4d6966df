/* Invitation tables: who may take which seat, and for how long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lobby/invitation.h"

static struct invitations invitations;

static int drawn; /* bytes; -1: none are left */

/* The bytes in order. */
static int draw(void *bytes, size_t size)
{
    for (size_t i = 0; i < size && drawn >= 0; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)drawn++;
    return drawn >= 0 ? 0 : -1;
}

static int set_up(void **context)
{
    (void)context;
    drawn = 0;
    return invitation_init(&invitations, 10, draw);
}

static int tear_down(void **context)
{
    (void)context;
    invitation_fini(&invitations);
    return 0;
}

/* Each guest has its own address and its own owner. */
static struct invitation *open_table(int guest, const char *name, int ruleset, int seats,
                                     const char (*names)[NAME_MAX_BYTES + 1], usec_t now)
{
    const struct invitation_host host = {
        .guest = guest, .name = name, .address = (uint32_t)guest, .owner = (uint32_t)guest};
    return invitation_open(&invitations, &host, ruleset, seats, names, now);
}

static struct slice text(const char *words)
{
    return (struct slice){words, strlen(words)};
}

/* A table plays the rules of its number until it gets rules of its own; nobody else's change. */
static void a_table_may_have_rules_of_its_own(void **context)
{
    struct ruleset_error error;
    struct ruleset rules;
    (void)context;

    assert_int_equal(
        ruleset_parse(&rules, "wikipedia", (const char *const[]){"target=1000"}, 1, &error), 0);
    struct invitation *own = open_table(1, "ann", 0, 4, NULL, 0);
    struct invitation *other = open_table(2, "bob", 0, 4, NULL, 0);
    assert_false(own->built);
    invitation_set_rules(own, &rules);
    assert_true(own->built && own->rules.target == 1000);
    assert_false(other->built);
    invitation_close(&invitations, own);
    own = open_table(1, "ann", 0, 2, NULL, 0); /* the place of the one before */
    assert_false(own->built);
}

/* No part of a code follows from the others: each character comes from its own byte, all equally
 * likely. */
static void characters_of_a_code_are_independent(void **context)
{
    int seen[256] = {0};
    (void)context;

    for (int i = 0; i < 256; i++) {
        struct invitation *invitation = open_table(1, "ann", 0, 2, NULL, 0);
        assert_non_null(invitation);
        for (int k = 0; k < INVITATION_CODE_CHARS; k++)
            seen[(uint8_t)invitation->code[k]]++;
        invitation_close(&invitations, invitation);
    }
    int letters = 0;
    for (int i = 0; i < 256; i++) {
        letters += seen[i] > 0;
        assert_true(seen[i] == 0 || seen[i] == 256 * INVITATION_CODE_CHARS / 32);
    }
    assert_int_equal(letters, 32);
    drawn = -1;
    assert_null(open_table(1, "ann", 0, 2, NULL, 0));
    assert_int_equal(invitations.count, 0);
}

/* One address, and one owner, has a limit of tables; others are served. */
static void tables_per_address_and_owner_are_limited(void **context)
{
    (void)context;
    invitation_limit(&invitations, 3, 2);
    struct invitation_host host = {.name = "ann", .address = 7, .owner = 1};
    struct invitation *first = NULL;
    for (int i = 0; i < 6; i++) {
        host.guest = i;
        host.owner = (uint32_t)i / 2 + 1; /* two each */
        struct invitation *invitation = invitation_open(&invitations, &host, 0, 2, NULL, 0);
        assert_true((invitation != NULL) == (i < 3));
        first = i == 0 ? invitation : first;
    }
    assert_int_equal(invitation_highest(&invitations, INVITATION_ADDRESS), 3);
    host = (struct invitation_host){.guest = 8, .name = "bob", .address = 8, .owner = 1};
    assert_null(invitation_open(&invitations, &host, 0, 2, NULL, 0)); /* its owner has two */
    host.owner = 9;
    assert_non_null(invitation_open(&invitations, &host, 0, 2, NULL, 0));
    host = (struct invitation_host){.guest = 5, .name = "ann", .address = 7, .owner = 5};
    assert_null(invitation_open(&invitations, &host, 0, 2, NULL, 0));
    invitation_close(&invitations, first);
    assert_non_null(invitation_open(&invitations, &host, 0, 2, NULL, 0));
    assert_int_equal(invitation_highest(&invitations, INVITATION_OWNER), 1);
}

/* The listed tables with a free seat, the latest first. */
static void listed_tables_are_shown_newest_first(void **context)
{
    (void)context;
    struct invitation *one = open_table(1, "ann", 0, 2, NULL, 0);
    struct invitation *two = open_table(2, "bob", 0, 2, NULL, 0);
    open_table(3, "cy", 0, 2, NULL, 0);
    assert_null(invitations.shown);
    invitation_list(one);
    invitation_list(two);
    assert_ptr_equal(invitations.shown, two);
    assert_ptr_equal(two->next_shown, one);
    assert_int_equal(invitation_join(one, 4, "di", -1), 1);
    assert_null(two->next_shown);
    invitation_close(&invitations, two);
    assert_null(invitations.shown);
    invitation_stand_up(one, 1);
    assert_ptr_equal(invitations.shown, one);
    invitation_close(&invitations, one);
    assert_null(invitations.shown);
}

static void a_code_is_the_key(void **context)
{
    char lower[INVITATION_CODE_CHARS + 1] = "";
    (void)context;
    struct invitation *invitation = open_table(1, "ann", 2, 2, NULL, 0);
    assert_non_null(invitation);
    assert_int_equal(strlen(invitation->code), INVITATION_CODE_CHARS);
    assert_ptr_equal(invitation_find(&invitations, text(invitation->code)), invitation);
    for (int i = 0; i < INVITATION_CODE_CHARS; i++)
        lower[i] =
            (char)(invitation->code[i] >= 'A' ? invitation->code[i] + 32 : invitation->code[i]);
    assert_ptr_equal(invitation_find(&invitations, text(lower)), invitation);
    assert_null(invitation_find(&invitations, text("")));
    assert_null(
        invitation_find(&invitations, (struct slice){invitation->code, INVITATION_CODE_CHARS - 1}));
    assert_string_not_equal(open_table(1, "ann", 2, 2, NULL, 0)->code, invitation->code);
    char code[INVITATION_CODE_CHARS + 1];
    memcpy(code, invitation->code, sizeof code);
    invitation_close(&invitations, invitation);
    assert_null(invitation_find(&invitations, text(code)));
}

static void seats_fill_up(void **context)
{
    (void)context;
    struct invitation *invitation = open_table(1, "ann", 0, 4, NULL, 0);
    assert_int_equal(invitation_join(invitation, 2, "bob", -1), 1);
    assert_int_equal(invitation_join(invitation, 2, "bob", -1), -1); /* he sits there already */
    assert_int_equal(invitation_join(invitation, 3, "cy", 1), -1);   /* taken */
    assert_int_equal(invitation_join(invitation, 3, "cy", 7), -1);   /* no such seat */
    assert_int_equal(invitation_join(invitation, 3, "cy", 3), 3);
    assert_false(invitation_complete(invitation));
    assert_int_equal(invitation_join(invitation, 4, "di", -1), 2);
    assert_true(invitation_complete(invitation));
    assert_int_equal(invitation_join(invitation, 5, "ed", -1), -1);
    invitation_stand_up(invitation, 1);
    assert_false(invitation_complete(invitation));
    assert_int_equal(invitation_join(invitation, 5, "ed", -1), 1);
    assert_string_equal(invitation->seats[1].name, "ed");
}

static void a_challenge_keeps_its_seats(void **context)
{
    static const char names[][NAME_MAX_BYTES + 1] = {"bob", "cy", "bob"};
    (void)context;
    struct invitation *invitation = open_table(1, "ann", 0, 4, names, 0);
    assert_int_equal(invitation_join(invitation, 9, "ed", -1), -1);
    assert_true(invitation_awaits(invitation, "BOB"));
    assert_false(invitation_awaits(invitation, "ann"));
    assert_int_equal(invitation_join(invitation, 2, "bob", -1), 1);
    assert_int_equal(invitation_join(invitation, 3, "bob", -1), 3);
    assert_false(invitation_awaits(invitation, "bob"));
    assert_int_equal(invitation_join(invitation, 4, "cy", -1), 2);
    assert_true(invitation_complete(invitation));
    invitation_stand_up(invitation, 2);
    assert_int_equal(invitation_join(invitation, 9, "ed", 2), -1);
}

static void tables_are_limited(void **context)
{
    (void)context;
    for (int i = 0; i < INVITATION_HOSTED_MAX; i++)
        assert_non_null(open_table(1, "ann", 0, 2, NULL, 0));
    assert_null(open_table(1, "ann", 0, 2, NULL, 0));
    for (int i = INVITATION_HOSTED_MAX; i < 10; i++)
        assert_non_null(open_table(10 + i, "bob", 0, 2, NULL, 0));
    assert_null(open_table(50, "cy", 0, 2, NULL, 0));
}

static void invitations_expire(void **context)
{
    static const char names[][NAME_MAX_BYTES + 1] = {"bob"};
    (void)context;
    assert_int_equal(invitation_next(&invitations), USEC_NEVER);
    open_table(1, "ann", 0, 2, NULL, 1000);
    struct invitation *challenge = open_table(1, "ann", 0, 2, names, 1000);
    assert_int_equal(invitation_next(&invitations),
                     1000 + INVITATION_CHALLENGE_SECONDS * 1000000LL);
    invitation_close(&invitations, challenge);
    assert_int_equal(invitation_next(&invitations), 1000 + INVITATION_TABLE_SECONDS * 1000000LL);
}

static void a_scheduled_table_waits_for_its_time(void **context)
{
    const usec_t hour = 3600 * (usec_t)1000000;
    (void)context;
    struct invitation *invitation = open_table(1, "ann", 0, 2, NULL, 1000);
    invitation_schedule(invitation, 1000, hour);
    assert_true(invitation_next(&invitations) ==
                1000 + hour + INVITATION_TABLE_SECONDS * (usec_t)1000000);
    assert_int_equal(invitation_join(invitation, 2, "bob", -1), 1);
    assert_true(invitation_next(&invitations) == 1000 + hour);
    assert_false(invitation_due(invitation, hour));
    assert_true(invitation_due(invitation, 1000 + hour));
    invitation_hold(invitation, 1000 + hour); /* time for the games that its guests still play */
    assert_true(invitation->held &&
                invitation->expires == 1000 + hour + INVITATION_TABLE_SECONDS * (usec_t)1000000);
    invitation_release(invitation);
    assert_false(invitation->held);
    invitation_stand_up(invitation, 1);
    assert_false(invitation_due(invitation, 1000 + hour));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_may_have_rules_of_its_own),
        TEST(characters_of_a_code_are_independent),
        TEST(a_code_is_the_key),
        TEST(seats_fill_up),
        TEST(a_challenge_keeps_its_seats),
        TEST(tables_are_limited),
        TEST(invitations_expire),
        TEST(a_scheduled_table_waits_for_its_time),
        TEST(tables_per_address_and_owner_are_limited),
        TEST(listed_tables_are_shown_newest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
