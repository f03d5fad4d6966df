/* test_host_queue.c - a host's operations on the programs of a store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "program/host_queue.h"
#include "program_place.h"
#include "store/store_game_log.h"

static int64_t three_programs(const struct place *place)
{
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    int64_t ann = program_bot(store, "ann", "own-a");
    program_activated(store, ann, "own-a", "1");
    program_activated(store, program_bot(store, "bob", "own-b"), "own-b", "1");
    program_handed_in(store, program_bot(store, "eve", "own-e"), "own-e", "1", 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    return ann;
}

static void a_turn_that_ends_in_a_stop(void **state)
{
    const struct place *place = *state;
    struct store_hosted *list = NULL, got;
    struct store_news news[8];
    struct store_program found;
    struct program_queue *queue;
    struct ladder_error error;
    int64_t ann = three_programs(place);
    int count;

    assert_int_equal(program_queue_open(&queue, place->url, &error), 0);
    assert_int_equal(host_queue_list(queue, &list, &count), 0);
    assert_int_equal(count, 2);
    int64_t id = list[0].program.id;
    assert_int_equal(host_queue_take(queue, id, "h", 60000, &got), 0);
    assert_int_equal(host_queue_take(queue, id, "i", 60000, &got), PROGRAM_QUEUE_NONE);
    assert_int_equal(host_queue_renew(queue, ann, "h", 60000), 0);
    assert_int_equal(host_queue_renew(queue, ann, "i", 60000), PROGRAM_QUEUE_NONE);
    strcpy(got.games, "FFFFFF");
    assert_int_equal(host_queue_leave(queue, &got, "i", 0, "no"), PROGRAM_QUEUE_NONE);
    assert_int_equal(host_queue_list(queue, &list, &count), 0);
    assert_int_equal(count, 2);
    assert_int_equal(host_queue_leave(queue, &got, "h", 0, "it was at fault"), 0);
    assert_int_equal(host_queue_list(queue, &list, &count), 0);
    assert_int_equal(count, 1);
    assert_string_equal(list[0].program.bot, "bob");
    program_queue_close(queue);
    free(list);

    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_program_find(store, ann, "1", &found), 0);
    assert_int_equal(found.state, PROGRAM_STOPPED);
    assert_string_equal(found.why, "it was at fault");
    int told = store_news_page(store, news, 8), stopped = 0;
    for (int i = 0; i < told; i++)
        stopped += strcmp(news[i].kind, "version-stopped") == 0 &&
                   strstr(news[i].body, "\"why\":\"it was at fault\"");
    assert_int_equal(stopped, 1);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* A program that its owner replaced meanwhile stays unchanged. */
static void a_stop_that_comes_late(void **state)
{
    const struct place *place = *state;
    struct store_hosted got;
    struct store_program found;
    struct program_queue *queue;
    struct ladder_error error;
    int64_t ann = three_programs(place);

    assert_int_equal(program_queue_open(&queue, place->url, &error), 0);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_program_find(store, ann, "1", &found), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(host_queue_take(queue, found.id, "h", 60000, &got), 0);
    assert_int_equal(store_begin(store, true), 0);
    program_activated(store, ann, "own-a", "2");
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(host_queue_leave(queue, &got, "h", 0, "it was at fault"), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_program_find(store, ann, "1", &found), 0);
    assert_int_equal(found.state, PROGRAM_REPLACED);
    assert_int_equal(store_program_find(store, ann, "2", &found), 0);
    assert_int_equal(found.state, PROGRAM_ACTIVE);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    program_queue_close(queue);
}

/* Standard error is stored only beside the log of a game. */
static void errors_go_to_a_log_that_is_there(void **state)
{
    const struct place *place = *state;
    struct store_game_log log = {.game = "g-1", .wall_msec = 5};
    struct program_queue *queue;
    struct ladder_error error;
    int64_t ann = three_programs(place);
    char *text = NULL;

    assert_int_equal(program_queue_open(&queue, place->url, &error), 0);
    assert_int_equal(host_queue_errors(queue, ann, "g-1", "no\n"), PROGRAM_QUEUE_NONE);
    struct store *store = opened(place, 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_game_log_add(store, ann, GAME_LOG_WIRE, &log, "> act\n"), 0);
    assert_int_equal(store_commit(store), 0);
    assert_int_equal(host_queue_errors(queue, ann, "g-1", "no\n"), 0);
    assert_int_equal(host_queue_errors(queue, ann, "g-1", "again\n"), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_game_log_text(store, ann, "g-1", GAME_LOG_ERRORS, &text), 0);
    assert_string_equal(text, "no\n");
    free(text);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    program_queue_close(queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_turn_that_ends_in_a_stop, setup, teardown),
        cmocka_unit_test_setup_teardown(a_stop_that_comes_late, setup, teardown),
        cmocka_unit_test_setup_teardown(errors_go_to_a_log_that_is_there, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
