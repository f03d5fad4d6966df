/* Tables by invitation: who may sit where, and for how long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lobby/invitation.h"

static struct invites invites;

static int drawn; /* bytes; -1: none are left */

/* Each byte in its turn. */
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
    return invites_init(&invites, 10, draw);
}

static int tear_down(void **context)
{
    (void)context;
    invites_fini(&invites);
    return 0;
}

/* Everybody has an address and an owner of their own. */
static struct invite *open_table(int guest, const char *name, int ruleset, int seats,
                                 const char (*names)[NAME_MAX_BYTES + 1], usec_t now)
{
    const struct invite_host host = {
        .guest = guest, .name = name, .address = (uint32_t)guest, .owner = (uint32_t)guest};
    return invites_open(&invites, &host, ruleset, seats, names, now);
}

static struct slice text(const char *words)
{
    return (struct slice){words, strlen(words)};
}

/* Nothing of a code follows from the others: each character from a byte of its own, all equally
 * often. */
static void a_code_is_what_was_drawn(void **context)
{
    int seen[256] = {0};
    (void)context;

    for (int i = 0; i < 256; i++) {
        struct invite *invite = open_table(1, "ann", 0, 2, NULL, 0);
        assert_non_null(invite);
        for (int k = 0; k < INVITE_CODE_CHARS; k++)
            seen[(uint8_t)invite->code[k]]++;
        invites_close(&invites, invite);
    }
    int letters = 0;
    for (int i = 0; i < 256; i++) {
        letters += seen[i] > 0;
        assert_true(seen[i] == 0 || seen[i] == 256 * INVITE_CODE_CHARS / 32);
    }
    assert_int_equal(letters, 32);
    drawn = -1;
    assert_null(open_table(1, "ann", 0, 2, NULL, 0));
    assert_int_equal(invites.count, 0);
}

/* One address, and one owner, has so many; others are served. */
static void an_address_and_an_owner_have_their_share(void **context)
{
    (void)context;
    invites.of_address_max = 3;
    invites.of_owner_max = 2;
    struct invite_host host = {.name = "ann", .address = 7, .owner = 1};
    struct invite *first = NULL;
    for (int i = 0; i < 6; i++) {
        host.guest = i;
        host.owner = (uint32_t)i / 2 + 1; /* two each */
        struct invite *invite = invites_open(&invites, &host, 0, 2, NULL, 0);
        assert_true((invite != NULL) == (i < 3));
        first = i == 0 ? invite : first;
    }
    assert_int_equal(invites_highest(&invites, INVITE_ADDRESS), 3);
    host = (struct invite_host){.guest = 8, .name = "bob", .address = 8, .owner = 1};
    assert_null(invites_open(&invites, &host, 0, 2, NULL, 0)); /* its owner has two */
    host.owner = 9;
    assert_non_null(invites_open(&invites, &host, 0, 2, NULL, 0));
    host = (struct invite_host){.guest = 5, .name = "ann", .address = 7, .owner = 5};
    assert_null(invites_open(&invites, &host, 0, 2, NULL, 0));
    invites_close(&invites, first);
    assert_non_null(invites_open(&invites, &host, 0, 2, NULL, 0));
    assert_int_equal(invites_highest(&invites, INVITE_OWNER), 1);
}

/* Those with a free seat that are listed, the latest first. */
static void what_is_shown(void **context)
{
    (void)context;
    struct invite *one = open_table(1, "ann", 0, 2, NULL, 0);
    struct invite *two = open_table(2, "bob", 0, 2, NULL, 0);
    open_table(3, "cy", 0, 2, NULL, 0);
    assert_null(invites.shown);
    invite_list(one);
    invite_list(two);
    assert_ptr_equal(invites.shown, two);
    assert_ptr_equal(two->next_shown, one);
    assert_int_equal(invite_join(one, 4, "di", -1), 1);
    assert_null(two->next_shown);
    invites_close(&invites, two);
    assert_null(invites.shown);
    invite_stand_up(one, 1);
    assert_ptr_equal(invites.shown, one);
    invites_close(&invites, one);
    assert_null(invites.shown);
}

static void a_code_is_the_key(void **context)
{
    char lower[INVITE_CODE_CHARS + 1] = "";
    (void)context;
    struct invite *invite = open_table(1, "ann", 2, 2, NULL, 0);
    assert_non_null(invite);
    assert_int_equal(strlen(invite->code), INVITE_CODE_CHARS);
    assert_ptr_equal(invites_find(&invites, text(invite->code)), invite);
    for (int i = 0; i < INVITE_CODE_CHARS; i++)
        lower[i] = (char)(invite->code[i] >= 'A' ? invite->code[i] + 32 : invite->code[i]);
    assert_ptr_equal(invites_find(&invites, text(lower)), invite);
    assert_null(invites_find(&invites, text("")));
    assert_null(invites_find(&invites, (struct slice){invite->code, INVITE_CODE_CHARS - 1}));
    assert_string_not_equal(open_table(1, "ann", 2, 2, NULL, 0)->code, invite->code);
    char code[INVITE_CODE_CHARS + 1];
    memcpy(code, invite->code, sizeof code);
    invites_close(&invites, invite);
    assert_null(invites_find(&invites, text(code)));
}

static void seats_fill_up(void **context)
{
    (void)context;
    struct invite *invite = open_table(1, "ann", 0, 4, NULL, 0);
    assert_int_equal(invite_join(invite, 2, "bob", -1), 1);
    assert_int_equal(invite_join(invite, 2, "bob", -1), -1); /* sits there */
    assert_int_equal(invite_join(invite, 3, "cy", 1), -1);   /* taken */
    assert_int_equal(invite_join(invite, 3, "cy", 7), -1);   /* no such seat */
    assert_int_equal(invite_join(invite, 3, "cy", 3), 3);
    assert_false(invite_complete(invite));
    assert_int_equal(invite_join(invite, 4, "di", -1), 2);
    assert_true(invite_complete(invite));
    assert_int_equal(invite_join(invite, 5, "ed", -1), -1);
    invite_stand_up(invite, 1);
    assert_false(invite_complete(invite));
    assert_int_equal(invite_join(invite, 5, "ed", -1), 1);
    assert_string_equal(invite->seats[1].name, "ed");
}

static void a_challenge_keeps_its_seats(void **context)
{
    static const char names[][NAME_MAX_BYTES + 1] = {"bob", "cy", "bob"};
    (void)context;
    struct invite *invite = open_table(1, "ann", 0, 4, names, 0);
    assert_int_equal(invite_join(invite, 9, "ed", -1), -1);
    assert_true(invite_awaits(invite, "BOB"));
    assert_false(invite_awaits(invite, "ann"));
    assert_int_equal(invite_join(invite, 2, "bob", -1), 1);
    assert_int_equal(invite_join(invite, 3, "bob", -1), 3);
    assert_false(invite_awaits(invite, "bob"));
    assert_int_equal(invite_join(invite, 4, "cy", -1), 2);
    assert_true(invite_complete(invite));
    invite_stand_up(invite, 2);
    assert_int_equal(invite_join(invite, 9, "ed", 2), -1);
}

static void there_is_a_limit(void **context)
{
    (void)context;
    for (int i = 0; i < INVITE_HOSTED_MAX; i++)
        assert_non_null(open_table(1, "ann", 0, 2, NULL, 0));
    assert_null(open_table(1, "ann", 0, 2, NULL, 0));
    for (int i = INVITE_HOSTED_MAX; i < 10; i++)
        assert_non_null(open_table(10 + i, "bob", 0, 2, NULL, 0));
    assert_null(open_table(50, "cy", 0, 2, NULL, 0));
}

static void they_lapse(void **context)
{
    static const char names[][NAME_MAX_BYTES + 1] = {"bob"};
    (void)context;
    assert_int_equal(invites_next(&invites), USEC_NEVER);
    open_table(1, "ann", 0, 2, NULL, 1000);
    struct invite *challenge = open_table(1, "ann", 0, 2, names, 1000);
    assert_int_equal(invites_next(&invites), 1000 + INVITE_CHALLENGE_SECONDS * 1000000LL);
    invites_close(&invites, challenge);
    assert_int_equal(invites_next(&invites), 1000 + INVITE_TABLE_SECONDS * 1000000LL);
}

static void one_for_later_waits_for_its_time(void **context)
{
    const usec_t hour = 3600 * (usec_t)1000000;
    (void)context;
    struct invite *invite = open_table(1, "ann", 0, 2, NULL, 1000);
    invite_schedule(invite, 1000, hour);
    assert_true(invites_next(&invites) == 1000 + hour + INVITE_TABLE_SECONDS * (usec_t)1000000);
    assert_int_equal(invite_join(invite, 2, "bob", -1), 1);
    assert_true(invites_next(&invites) == 1000 + hour);
    assert_false(invite_due(invite, hour));
    assert_true(invite_due(invite, 1000 + hour));
    invite_stand_up(invite, 1);
    assert_false(invite_due(invite, 1000 + hour));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_code_is_what_was_drawn),
        TEST(a_code_is_the_key),
        TEST(seats_fill_up),
        TEST(a_challenge_keeps_its_seats),
        TEST(there_is_a_limit),
        TEST(they_lapse),
        TEST(one_for_later_waits_for_its_time),
        TEST(an_address_and_an_owner_have_their_share),
        TEST(what_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
