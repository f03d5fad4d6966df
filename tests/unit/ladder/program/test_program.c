/* test_program.c - the states of a handed-in program, and the messages about them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/program.h"
#include "program_place.h"

/* All transitions; any other one is an assertion of program_become. */
static void only_listed_transitions_are_allowed(void **state)
{
    static const char *const ways[PROGRAM_STATES] = {
        /*                     R B C - A r s: to received, building, ... */
        [PROGRAM_RECEIVED] = ".B.x...", [PROGRAM_BUILDING] = ".BCx...",
        [PROGRAM_CHECKING] = ".B.xA..", [PROGRAM_REFUSED] = ".......",
        [PROGRAM_ACTIVE] = ".....rs",   [PROGRAM_REPLACED] = "....A.s",
        [PROGRAM_STOPPED] = "....A.."};
    (void)state;
    for (int from = 0; from < PROGRAM_STATES; from++) {
        for (int to = 0; to < PROGRAM_STATES; to++)
            assert_int_equal(program_may_become((enum program_state)from, (enum program_state)to),
                             ways[from][to] != '.');
    }
}

static void set(struct store *store, struct store_program *program, enum program_state to)
{
    assert_int_equal(program_become(store, program, to, "so", ""), 0);
    assert_int_equal(program->state, to);
}

static void activate(struct store *store, struct store_program *program)
{
    set(store, program, PROGRAM_BUILDING);
    set(store, program, PROGRAM_CHECKING);
    set(store, program, PROGRAM_ACTIVE);
}

static enum program_state state_of(struct store *store, int64_t bot, const char *label)
{
    struct store_program found;
    assert_int_equal(store_program_find(store, bot, label, &found), 0);
    return found.state;
}

static void a_refused_version_leaves_the_active_one(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_news news[8];

    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a"), other = program_bot(store, "bob", "own-b");
    struct store_program one = program_handed_in(store, bot, "own-a", "1", 1),
                         two = program_handed_in(store, bot, "own-a", "2", 2),
                         bad = program_handed_in(store, bot, "own-a", "3", 3),
                         his = program_handed_in(store, other, "own-b", "1", 4);
    activate(store, &one);
    activate(store, &his);
    activate(store, &two);
    assert_int_equal(state_of(store, bot, "1"), PROGRAM_REPLACED);
    struct store_program old;
    assert_int_equal(store_program_find(store, bot, "1", &old), 0);
    assert_string_equal(old.why, "by version 2");
    assert_int_equal(state_of(store, bot, "2"), PROGRAM_ACTIVE);
    assert_int_equal(state_of(store, other, "1"), PROGRAM_ACTIVE);
    set(store, &bad, PROGRAM_BUILDING);
    set(store, &bad, PROGRAM_REFUSED);
    assert_int_equal(state_of(store, bot, "2"), PROGRAM_ACTIVE);
    one.state = PROGRAM_REPLACED;
    set(store, &one, PROGRAM_ACTIVE); /* back to the older one */
    assert_int_equal(state_of(store, bot, "2"), PROGRAM_REPLACED);
    /* It was replaced meanwhile: an owner with an outdated page does not stop its successor. */
    assert_int_equal(program_become(store, &two, PROGRAM_STOPPED, "", ""), STORE_NONE);
    assert_int_equal(store_news_page(store, news, 8), 5);
    int refused = 0;
    for (int i = 0; i < 5; i++)
        refused += strcmp(news[i].kind, "version-refused") == 0 &&
                   strstr(news[i].body, "\"owner\":\"own-a\",\"version\":\"3\",\"why\":\"so\"");
    assert_int_equal(refused, 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* A program that crashes its workers is finally refused, and the next one has its turn. */
static void a_program_that_ends_its_workers(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program got;

    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    program_handed_in(store, bot, "own-a", "deadly", 1);
    assert_int_equal(store_commit(store), 0);
    for (int i = 0; i < PROGRAM_CLAIMS_MAX; i++) {
        assert_int_equal(store_work_begin(store), 0);
        assert_int_equal(program_claim(store, "w", -1, &got), 0);
        assert_string_equal(got.label, "deadly");
        assert_int_equal(program_become(store, &got, PROGRAM_BUILDING, "", "w"), 0);
        assert_int_equal(store_commit(store), 0);
    }
    assert_int_equal(store_begin(store, true), 0);
    program_handed_in(store, bot, "own-a", "fine", 2);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(program_claim(store, "w", 60000, &got), 0);
    assert_string_equal(got.label, "fine");
    assert_int_equal(store_program_find(store, bot, "deadly", &got), 0);
    assert_int_equal(got.state, PROGRAM_REFUSED);
    assert_string_equal(got.why, "each worker that took it ended without a result");
    assert_int_equal(program_claim(store, "x", 60000, &got), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_listed_transitions_are_allowed),
        cmocka_unit_test_setup_teardown(a_refused_version_leaves_the_active_one, setup, teardown),
        cmocka_unit_test_setup_teardown(a_program_that_ends_its_workers, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
