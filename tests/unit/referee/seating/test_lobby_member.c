/* test_lobby_member.c - a lobby member's requests, its holds, and how often it is told why it
 * waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "death.h"
#include "seating/seating_private.h"

static const struct table_options plain = {.watch = true}, quiet = {.watch = false};

static int set_up(void **state)
{
    *state = lobby_member_create(NULL, 3, true, &plain);
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    lobby_member_destroy(*state);
    return 0;
}

static void the_last_seek_replaces_the_one_before(void **state)
{
    struct lobby_member *member = *state;
    const struct lobby_seek want = {.rulesets = 6, .games = 2};

    assert_true(member->seeks && !member->speaks && member->want.rated);
    assert_int_equal(member->want.rulesets, 1);
    assert_int_equal(lobby_member_number(member), 3);
    lobby_member_unseek(member);
    assert_false(member->seeks);
    lobby_member_seek(member, &want, &quiet);
    assert_true(member->seeks && !member->want.rated);
    assert_int_equal(member->want.rulesets, 6);
    assert_false(lobby_member_options(member)->watch);
}

static void a_held_member_may_not_move(void **state)
{
    struct lobby_member *member = *state;

    assert_true(lobby_member_may_go(member));
    lobby_member_hold(member, 1); /* two complete tables wait for it */
    lobby_member_hold(member, 1);
    lobby_member_hold(member, -1);
    assert_false(lobby_member_may_go(member));
    lobby_member_hold(member, -1);
    assert_true(lobby_member_may_go(member));
    lobby_member_set_leaving(member, true);
    assert_false(lobby_member_may_go(member));
    lobby_member_set_leaving(member, false);
    assert_true(lobby_member_may_go(member));
}

static void a_reason_to_wait_is_sent_once(void **state)
{
    struct lobby_member *member = *state;
    enum lobby_why other = LOBBY_WHY_OWNERS, first = LOBBY_WHY_TABLES;

    assert_false(lobby_member_tell(member, LOBBY_WHY_NONE, 5, 100, 10));
    assert_false(lobby_member_tell(member, LOBBY_WHY_SOON, 5, 100, 10));
    assert_true(lobby_member_tell(member, first, 5, 100, 10));
    assert_false(lobby_member_tell(member, first, 5, 200, 10)); /* it knows already */
    assert_true(lobby_member_tell(member, other, 5, 201, 10));
    assert_false(lobby_member_tell(member, first, 5, 210, 10)); /* too soon */
    assert_true(lobby_member_tell(member, first, 5, 211, 10));
    assert_true(lobby_member_tell(member, first, 6, 212, 10)); /* another wait */
}

static void release_too_often(void *member)
{
    lobby_member_hold(member, -1);
}

static void stand_up_too_often(void *member)
{
    lobby_member_sit(member, -1);
}

static void seek_nothing(void *member)
{
    const struct lobby_seek want = {.rulesets = 0, .games = 1};
    lobby_member_seek(member, &want, &plain);
}

static void impossible_changes_assert(void **state)
{
    assert_dies(release_too_often, *state, "held >= 0");
    assert_dies(stand_up_too_often, *state, "sits >= 0");
    assert_dies(seek_nothing, *state, "rulesets != 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_last_seek_replaces_the_one_before, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_held_member_may_not_move, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_reason_to_wait_is_sent_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(impossible_changes_assert, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
