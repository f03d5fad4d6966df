/* test_store_program.c - handed-in programs in every kind of store. Runs on an SQLite file; with
 * AVONDALE_TEST_STORE=postgresql://...?... on that database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program_place.h"
#include "store/store_calendar.h"

static int waiting(struct store *store, int64_t bot)
{
    struct store_program programs[32];
    int due = 0, count = store_program_page(store, bot, INT64_MAX, programs, 32);
    for (int i = 0; i < count; i++)
        due += programs[i].state < PROGRAM_REFUSED;
    return due;
}

static void a_program_is_kept(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program found, list[4];
    int64_t bot, number = 0;
    char *report = NULL;

    assert_int_equal(store_begin(store, true), 0);
    bot = program_bot(store, "ann", "own-a");
    struct store_program one = program_handed_in(store, bot, "own-a", "1.0", 1000);
    struct store_program again = one;
    assert_int_equal(store_program_add(store, &again), STORE_THERE);
    struct store_program two = program_handed_in(store, bot, "own-a", "2.0", 2000);
    assert_true(two.id > one.id);
    assert_int_equal(store_program_find(store, bot, "1.0", &found), 0);
    assert_string_equal(found.bot, "ann");
    assert_string_equal(found.account, "own-a");
    assert_string_equal(found.archive, one.archive);
    assert_int_equal(found.state, PROGRAM_RECEIVED);
    assert_int_equal(found.made_msec, 1000);
    assert_true(found.owned);
    assert_int_equal(store_program_find(store, bot, "3' OR '1'='1", &found), STORE_NONE);
    assert_int_equal(store_program_page(store, bot, INT64_MAX, list, 4), 2);
    assert_string_equal(list[0].label, "2.0");
    assert_int_equal(store_program_page(store, bot, two.id, list, 4), 1);
    assert_int_equal(store_program_since(store, "own-a", 1000, &number), 0);
    assert_int_equal(number, 1);
    assert_int_equal(store_program_bytes(store, &number), 0);
    assert_int_equal(number, 20);
    assert_int_equal(store_program_report(store, one.id, &report), 0);
    assert_string_equal(report, "");
    free(report);
    assert_int_equal(store_program_report_set(store, one.id, "it 'fails'"), 0);
    assert_int_equal(store_program_report(store, one.id, &report), 0);
    assert_string_equal(report, "it 'fails'");
    free(report);
    assert_int_equal(store_program_report(store, 99, &report), STORE_NONE);
    two.owned = false;
    assert_int_equal(store_program_built(store, &two), 0);
    assert_int_equal(store_program_bytes(store, &number), 0);
    assert_int_equal(number, 10);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* A lease: one worker has it, another one after its end, and then the first can change nothing. */
static void a_worker_that_dies_loses_its_claim(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program got, other;

    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    program_handed_in(store, bot, "own-a", "1", 1000);
    assert_int_equal(store_commit(store), 0);

    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_program_claim(store, "w1", 3600000, &got), 0);
    assert_int_equal(got.attempts, 1);
    assert_int_equal(store_program_claim(store, "w2", 3600000, &other), STORE_NONE);
    assert_int_equal(store_program_set(store, &got, PROGRAM_BUILDING, "", "w1", 5), 0);
    got.state = PROGRAM_BUILDING;
    assert_int_equal(store_program_renew(store, got.id, "w1", -1), 0); /* it expires at once */
    assert_int_equal(store_program_claim(store, "w2", 3600000, &other), 0);
    assert_int_equal(other.id, got.id);
    assert_int_equal(other.attempts, 2);
    assert_int_equal(other.state, PROGRAM_BUILDING);
    assert_int_equal(store_program_renew(store, got.id, "w1", 1000), STORE_NONE);
    assert_int_equal(store_program_set(store, &got, PROGRAM_CHECKING, "", "w1", 6), STORE_NONE);
    assert_int_equal(store_program_set(store, &other, PROGRAM_CHECKING, "", "w2", 6), 0);
    other.state = PROGRAM_CHECKING;
    assert_int_equal(store_program_set(store, &other, PROGRAM_REFUSED, "no", "w2", 7), 0);
    assert_int_equal(store_program_set(store, &other, PROGRAM_REFUSED, "no", "w2", 7), STORE_NONE);
    assert_int_equal(store_program_claim(store, "w3", 1000, &other), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* One owner hands in fifteen: the only one of another owner is the second to be checked. */
static void owners_take_turns(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program got;
    char label[16];

    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a"), bob = program_bot(store, "bob", "own-b");
    for (int i = 0; i < 15; i++) {
        snprintf(label, sizeof label, "%d", i);
        program_handed_in(store, ann, "own-a", label, 1000 + i);
    }
    program_handed_in(store, bob, "own-b", "1", 9000);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(store_work_begin(store), 0);
    assert_int_equal(store_program_claim(store, "w1", 3600000, &got), 0);
    assert_string_equal(got.bot, "ann");
    assert_string_equal(got.label, "0");
    assert_int_equal(store_program_claim(store, "w2", 3600000, &got), 0);
    assert_string_equal(got.bot, "bob");
    assert_int_equal(store_program_claim(store, "w3", 3600000, &got), 0);
    assert_string_equal(got.label, "1");
    assert_int_equal(waiting(store, ann), 15);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void old_programs_are_deleted_with_their_archives(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program list[40];
    int64_t bytes;
    char label[16];

    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    for (int i = 0; i < 8; i++) {
        snprintf(label, sizeof label, "%d", i);
        struct store_program one = program_handed_in(store, bot, "own-a", label, 1000 + i);
        if (i == 2) {
            assert_int_equal(store_program_set(store, &one, PROGRAM_ACTIVE, "", "", 1), 0);
        } else if (i < 7) {
            assert_int_equal(store_program_set(store, &one, PROGRAM_REFUSED, "", "", 1), 0);
        }
    }
    /* Of the first seven those before moment 1004, except the active one, and the newest three. */
    assert_int_equal(store_program_forget(store, bot, 1004, 3), 0);
    assert_int_equal(store_program_page(store, bot, INT64_MAX, list, 40), 5);
    assert_string_equal(list[4].label, "2");
    assert_string_equal(list[3].label, "4");
    assert_int_equal(store_program_bytes(store, &bytes), 0);
    assert_int_equal(bytes, 50);
    assert_int_equal(store_work_archive_size(store, list[4].archive, &bytes), 0);
    assert_int_equal(store_program_archive_drop(store, list[4].archive), 0); /* it is in use */
    assert_int_equal(store_work_archive_size(store, list[4].archive, &bytes), 0);
    memset(list[4].archive, '0', 1);
    memset(list[4].archive + 1, '0', WORK_HASH_DIGITS - 1);
    assert_int_equal(store_work_archive_size(store, list[4].archive, &bytes), STORE_NONE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* What a tournament that runs was to play with stays until its end. */
static void programs_of_a_running_event_stay(void **state)
{
    struct store *store = opened(*state, 0);
    struct store_program list[4];
    char file[200];

    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    struct store_program played = program_handed_in(store, bot, "own-a", "1", 1000);
    struct store_program other = program_handed_in(store, bot, "own-a", "2", 1001);
    assert_int_equal(store_program_set(store, &played, PROGRAM_REFUSED, "", "", 1), 0);
    assert_int_equal(store_program_set(store, &other, PROGRAM_REFUSED, "", "", 1), 0);
    snprintf(file, sizeof file, "[entry ann]\narchive = %s\n", played.archive);
    struct calendar_run run = {.name = "cup-1", .event = "cup", .due_msec = 5, .file = file};
    assert_int_equal(store_calendar_run_add(store, &run), 0);
    assert_int_equal(store_program_forget(store, bot, 2000, 0), 0);
    assert_int_equal(store_program_page(store, bot, INT64_MAX, list, 4), 1);
    assert_string_equal(list[0].label, "1");
    assert_int_equal(store_calendar_run_end(store, "cup-1", CALENDAR_OVER, 9, ""), 0);
    assert_int_equal(store_program_forget(store, bot, 2000, 0), 0);
    assert_int_equal(store_program_page(store, bot, INT64_MAX, list, 4), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(a_worker_that_dies_loses_its_claim, setup, teardown),
        cmocka_unit_test_setup_teardown(owners_take_turns, setup, teardown),
        cmocka_unit_test_setup_teardown(old_programs_are_deleted_with_their_archives, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(programs_of_a_running_event_stay, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
