/* test_waits.c - the reasons why a bot waits, for the operator and for the bot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <string.h>

#include "seating/seating_private.h"
#include "seating/waits.h"

static struct seating seating;

static int set_up(void **state)
{
    static struct ruleset rules;
    static const struct ruleset *list[1] = {&rules};
    struct ruleset_error error;
    (void)state;
    memset(&seating, 0, sizeof seating);
    assert_int_equal(ruleset_preset(&rules, "wikipedia", 9, &error), 0);
    seating.paused = true; /* then it is the only reason */
    return lobby_init(&seating.lobby, list, 1, 20000, 7);
}

static int tear_down(void **state)
{
    (void)state;
    lobby_fini(&seating.lobby);
    return 0;
}

static void a_reason_of_all_comes_first(void **state)
{
    struct lobby_seek seek = {.rulesets = 1, .rated = true, .games = 1, .rating = {1500}};
    struct lobby_why_waits waits;
    (void)state;
    struct lobby_member *members[8] = {NULL};
    int waiting = lobby_enter(&seating.lobby, "ann", ""),
        idle = lobby_enter(&seating.lobby, "bob", "");
    assert_true(waiting >= 0 && waiting < 8 && idle >= 0 && idle < 8);
    lobby_seek(&seating.lobby, waiting, &seek, 1000000);
    struct lobby_member ann = {.number = waiting}, bob = {.number = idle};
    members[waiting] = &ann;
    members[idle] = &bob;
    seating.members = members;
    assert_int_equal(waits_why(&seating, &ann), LOBBY_WHY_PAUSED);
    assert_int_equal(waits_why(&seating, &bob), LOBBY_WHY_NONE);
    bob.poor = 1; /* it cannot pay */
    assert_int_equal(waits_why(&seating, &bob), LOBBY_WHY_CHIPS);
    waits_of_ruleset(&seating, 0, &waits);
    assert_int_equal(waits.waiting, 2);
    assert_int_equal(waits.by_why[LOBBY_WHY_PAUSED], 1);
    assert_int_equal(waits.by_why[LOBBY_WHY_CHIPS], 1);
    assert_int_equal(waits.by_why[LOBBY_WHY_NONE], 0);
    seating.lobby.seekers[waiting].why = LOBBY_WHY_OWNERS; /* a reason of its own is kept */
    assert_int_equal(waits_why(&seating, &ann), LOBBY_WHY_OWNERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_reason_of_all_comes_first, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
