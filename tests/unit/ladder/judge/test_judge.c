/* test_judge.c - the thread that computes chances: each game once, with a limit in total and for
 * each address. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"

/* The record of a test is its result; "gate" waits until the test opens it. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int computed, ended, gate_closed;

static char *compute(const char *record)
{
    pthread_mutex_lock(&mutex);
    computed++;
    pthread_cond_broadcast(&changed);
    while (strcmp(record, "gate") == 0 && gate_closed)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return strcmp(record, "bad") == 0 ? NULL : strdup(record);
}

static void on_done(void *context, const char *game)
{
    pthread_mutex_lock(&mutex);
    assert_string_equal(game, context);
    ended++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void wait_for(const int *count, int least)
{
    pthread_mutex_lock(&mutex);
    while (*count < least)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void gate(int closed)
{
    pthread_mutex_lock(&mutex);
    gate_closed = closed;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static int ask(struct judge *judge, char *game, const char *record, uint64_t key)
{
    return judge_ask(judge, game, strdup(record), key, on_done, game);
}

static void a_game_is_computed_once(void **state)
{
    struct judge *judge = judge_create(compute);
    (void)state;
    computed = ended = 0;
    assert_null(judge_kept(judge, "g-1"));
    assert_int_equal(ask(judge, "g-1", "first", 1), 0);
    assert_int_equal(ask(judge, "g-1", "first", 2), 0); /* another reader, then or later */
    assert_int_equal(ask(judge, "g-2", "bad", 1), 0);
    wait_for(&ended, 3);
    assert_int_equal(computed, 2);
    char *text = judge_kept(judge, "g-1");
    assert_string_equal(text, "first");
    free(text);
    assert_null(judge_kept(judge, "g-2")); /* no such game */
    judge_destroy(judge);
}

/* One address cannot take all places, and all addresses together get only the existing ones. */
static void waiting_requests_are_limited(void **state)
{
    static char names[JUDGE_WAIT_MAX][16];
    struct judge *judge = judge_create(compute);
    (void)state;
    computed = ended = 0;
    gate(1);
    assert_int_equal(ask(judge, "gate", "gate", 1), 0);
    wait_for(&computed, 1);
    for (int i = 1; i < JUDGE_WAIT_MAX; i++) {
        snprintf(names[i], sizeof names[i], "g-%d", i);
        bool one_too_many = i == JUDGE_OF_ADDRESS_MAX;
        if (one_too_many)
            assert_int_equal(ask(judge, names[i], "x", 1), -1);
        assert_int_equal(ask(judge, names[i], "x", i < JUDGE_OF_ADDRESS_MAX ? 1 : (uint64_t)i + 1),
                         0);
    }
    assert_int_equal(ask(judge, "more", "x", 1000), -1);
    gate(0);
    wait_for(&ended, JUDGE_WAIT_MAX);
    assert_int_equal(ask(judge, "more", "x", 1000), 0);
    wait_for(&ended, JUDGE_WAIT_MAX + 1);
    judge_destroy(judge);
}

/* A new value replaces the oldest one; a value that is too long is not cached. */
static void cached_values_are_limited(void **state)
{
    static char names[JUDGE_KEPT + 1][16];
    struct judge *judge = judge_create(compute);
    char *longer = malloc(JUDGE_BYTES_MAX + 2);
    (void)state;
    computed = ended = 0;
    for (int i = 0; i <= JUDGE_KEPT; i++) {
        snprintf(names[i], sizeof names[i], "g-%d", i);
        assert_int_equal(ask(judge, names[i], "x", 1), 0);
        wait_for(&ended, i + 1);
    }
    assert_null(judge_kept(judge, names[0]));
    char *text = judge_kept(judge, names[JUDGE_KEPT]);
    assert_string_equal(text, "x");
    free(text);
    memset(longer, 'x', JUDGE_BYTES_MAX + 1);
    longer[JUDGE_BYTES_MAX + 1] = '\0';
    assert_int_equal(ask(judge, "long", longer, 1), 0);
    wait_for(&ended, JUDGE_KEPT + 2);
    assert_null(judge_kept(judge, "long"));
    free(longer);
    judge_destroy(judge);
}

/* Readers that wait at its end get an answer, and nothing leaks. */
static void the_end_answers_all_waiting_readers(void **state)
{
    struct judge *judge = judge_create(compute);
    (void)state;
    computed = ended = 0;
    gate(1);
    assert_int_equal(ask(judge, "gate", "gate", 1), 0);
    wait_for(&computed, 1);
    assert_int_equal(ask(judge, "g-1", "x", 2), 0);
    gate(0);
    judge_destroy(judge);
    assert_int_equal(ended, 2);
    judge_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_computed_once),
        cmocka_unit_test(waiting_requests_are_limited),
        cmocka_unit_test(cached_values_are_limited),
        cmocka_unit_test(the_end_answers_all_waiting_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
