/* test_program_queue.c - a worker's operations on a program, and its reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/program_queue.h"
#include "program_place.h"

static void a_worker_says_what_it_found(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    struct store_program program, found;
    struct program_queue *queue;
    struct ladder_error error;
    int64_t bytes;
    char *report;

    assert_int_equal(store_begin(store, true), 0);
    int64_t bot = program_bot(store, "ann", "own-a");
    struct store_program handed = program_handed_in(store, bot, "own-a", "1", 1);
    struct store_program built = program_handed_in(store, bot, "own-a", "2", 2);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(program_queue_open(&queue, place->url, &error), 0);
    assert_int_equal(program_queue_claim(queue, "w", 60000, &program), 0);
    assert_int_equal(program_queue_become(queue, &program, PROGRAM_BUILDING, "", NULL, "w"), 0);
    assert_int_equal(program_queue_become(queue, &program, PROGRAM_CHECKING, "", NULL, "x"),
                     PROGRAM_QUEUE_NONE);
    assert_int_equal(program.state, PROGRAM_BUILDING);
    assert_int_equal(program_queue_renew(queue, &program, "w", 60000), 0);
    assert_int_equal(program_queue_renew(queue, &program, "x", 60000), PROGRAM_QUEUE_NONE);
    assert_int_equal(program_queue_built(queue, &program, built.archive, 77, false), 0);
    assert_int_equal(program_queue_become(queue, &program, PROGRAM_CHECKING, "", NULL, "w"), 0);
    assert_int_equal(
        program_queue_become(queue, &program, PROGRAM_REFUSED, "no", "a\033[31m\xff b\n", "w"), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_program_find(store, bot, "1", &found), 0);
    assert_int_equal(found.state, PROGRAM_REFUSED);
    assert_string_equal(found.archive, built.archive);
    assert_int_equal(found.bytes, 77);
    assert_int_equal(store_work_archive_size(store, handed.archive, &bytes), STORE_NONE);
    assert_int_equal(store_program_report(store, found.id, &report), 0);
    assert_string_equal(report, "a?[31m? b\n");
    free(report);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(program_queue_claim(queue, "w", 60000, &program), 0);
    assert_string_equal(program.label, "2");
    assert_int_equal(program_queue_claim(queue, "w", 60000, &program), PROGRAM_QUEUE_NONE);
    program_queue_close(queue);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_worker_says_what_it_found, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
