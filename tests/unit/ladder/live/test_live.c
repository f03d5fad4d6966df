/* test_live.c - the tables that spectators can follow, on a clock that the test moves: who may
 * watch, when states become visible, what is kept, and the end of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "live/live.h"

struct told {
    char text[4096];
    int64_t last;
    int count;
};

static void tell(void *context, enum live_kind kind, int64_t number, const char *text)
{
    struct told *told = context;
    if (kind == LIVE_GAP) {
        assert_int_equal(told->count, 0);
        strcat(told->text, "GAP ");
        told->last = 0;
        return;
    }
    assert_true(number > told->last);
    told->last = number;
    told->count++;
    if (kind == LIVE_SAID)
        strncat(told->text, "'", sizeof told->text - strlen(told->text) - 1);
    strncat(told->text, text, sizeof told->text - strlen(told->text) - 1);
}

static struct live *make(int delay, int watchers, int of_table)
{
    const struct live_config config = {
        .delay_msec = delay, .watchers_max = watchers, .watchers_per_table_max = of_table};
    struct live *live = live_create(&config);
    assert_non_null(live);
    return live;
}

static struct live_table *open_table(struct live *live, const char *game)
{
    struct live_about about = {.seat_count = 2, .side_count = 2};
    snprintf(about.game, sizeof about.game, "%s", game);
    struct live_table *table = live_open(live, &about);
    assert_non_null(table);
    return table;
}

static void check_look(struct live *live, const char *game, int64_t now, const char *expected)
{
    struct told told = {.last = 0};
    struct live_about about;
    assert_int_equal(live_look(live, game, 0, now, tell, &told, &about), LIVE_OK);
    assert_string_equal(told.text, expected);
}

static void test_a_table_without_spectators(void **state)
{
    (void)state;
    struct live *live = make(0, 2, 2);
    struct live_table *table = open_table(live, "g-1");
    assert_false(live_wanted(table));
    check_look(live, "g-1", 0, "");
    assert_true(live_wanted(table));
    live_sweep(live, LIVE_LEASE_MSEC - 1);
    assert_true(live_wanted(table));
    live_sweep(live, LIVE_LEASE_MSEC);
    assert_false(live_wanted(table));
    check_look(live, "g-1", LIVE_LEASE_MSEC, "");
    assert_int_equal(live_wanted(table), 2); /* a new generation: send the full state again */
    live_sweep(live, 2 * LIVE_LEASE_MSEC);
    live_close(table, 2 * LIVE_LEASE_MSEC);
    struct live_about about;
    assert_int_equal(live_look(live, "g-1", 0, 0, tell, NULL, &about), LIVE_NONE);
    live_destroy(live);
}

static void test_delay(void **state)
{
    (void)state;
    struct live *live = make(100, 2, 2);
    struct live_table *table = open_table(live, "g-1");
    check_look(live, "g-1", 0, "");
    live_add(table, strdup("a"), 1000);
    live_add(table, strdup("b"), 1050);
    check_look(live, "g-1", 1099, "");
    check_look(live, "g-1", 1100, "a");
    check_look(live, "g-1", 1150, "ab");
    const int32_t scores[LADDER_SEATS_MAX] = {40, -20};
    live_hand_over(table, scores, 1150);
    live_add(table, strdup("c"), 1200);
    check_look(live, "g-1", 1299, "ab");
    check_look(live, "g-1", 1300, "c"); /* the next hand: the one before it is removed */
    live_close(table, 1300);
    live_destroy(live);
}

static void test_delay_by_hands(void **state)
{
    (void)state;
    struct live *live = make(LIVE_HAND, 2, 2);
    struct live_table *table = open_table(live, "g-1");
    const int32_t scores[LADDER_SEATS_MAX] = {40, -20};
    check_look(live, "g-1", 0, "");
    live_add(table, strdup("a"), 10);
    live_add(table, strdup("b"), 20);
    check_look(live, "g-1", 1000000, "");
    live_hand_over(table, scores, 30);
    check_look(live, "g-1", 30, "ab");
    live_add(table, strdup("c"), 40);
    check_look(live, "g-1", 40, "ab");
    struct told told = {.last = 2};
    struct live_about about;
    assert_int_equal(live_look(live, "g-1", 2, 40, tell, &told, &about), LIVE_OK);
    assert_int_equal(told.count, 0);
    assert_false(about.over);
    assert_int_equal(about.hands, 1);
    assert_int_equal(about.scores[1], -20);
    live_close(table, 50); /* an unfinished hand becomes visible with the end of the game */
    assert_int_equal(live_look(live, "g-1", 2, 50, tell, &told, &about), LIVE_OK);
    assert_string_equal(told.text, "c");
    assert_true(about.over);
    live_destroy(live);
}

static void test_bounds(void **state)
{
    (void)state;
    struct live *live = make(0, 3, 2);
    struct live_table *tables[5];
    struct live_about rows[3], about;
    int total;
    for (int i = 0; i < 5; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        tables[i] = open_table(live, game);
    }
    assert_int_equal(live_list(live, 5, rows, 3, &total), 3);
    assert_int_equal(total, 5);
    assert_string_equal(rows[0].game, "g-3"); /* the newest first, one left out */
    assert_int_equal(live_come(live, "g-0", 0), LIVE_OK);
    assert_int_equal(live_come(live, "g-0", 0), LIVE_OK);
    assert_int_equal(live_come(live, "g-0", 0), LIVE_FULL_TABLE);
    assert_int_equal(live_come(live, "g-9", 0), LIVE_NONE);
    assert_int_equal(live_come(live, "g-1", 0), LIVE_OK);
    assert_int_equal(live_come(live, "g-2", 0), LIVE_FULL);
    assert_int_equal(live_watchers(live), 3);
    live_go(live, "g-0", 0);
    assert_int_equal(live_come(live, "g-2", 0), LIVE_OK);
    /* Three tables are watched: the limit of spectators. */
    assert_int_equal(live_look(live, "g-3", 0, 0, tell, NULL, &about), LIVE_FULL);
    /* A staying spectator is not removed; a closed place lasts as long. */
    live_close(tables[0], 0);
    live_sweep(live, 10 * LIVE_LEASE_MSEC);
    assert_int_equal(live_list(live, INT64_MAX, rows, 3, &total), 3);
    assert_int_equal(total, 4);
    live_go(live, "g-0", 0);
    live_sweep(live, 10 * LIVE_LEASE_MSEC);
    assert_int_equal(live_look(live, "g-0", 0, 0, tell, NULL, &about), LIVE_NONE);
    live_go(live, "g-1", 0);
    live_go(live, "g-2", 0);
    for (int i = 1; i < 5; i++)
        live_close(tables[i], 10 * LIVE_LEASE_MSEC);
    live_destroy(live);
}

static void test_bytes(void **state)
{
    (void)state;
    struct live *live = make(0, 1, 1);
    struct live_table *table = open_table(live, "g-1");
    struct told told = {.last = 0};
    struct live_about about;
    check_look(live, "g-1", 0, "");
    for (int i = 0; i < 1000; i++) {
        char *text = malloc(1001);
        memset(text, 'x', 1000);
        text[1000] = 0;
        live_add(table, text, 0);
    }
    assert_int_equal(live_look(live, "g-1", 0, 0, tell, &told, &about), LIVE_OK);
    assert_int_equal(told.last, 1000); /* the newest are kept */
    assert_in_range(told.count, 100, LIVE_BYTES_MAX / 1000);
    live_close(table, 0);
    live_destroy(live);
}

static void check_after(struct live *live, int64_t after, int64_t now, const char *expected)
{
    struct told told = {.last = 0};
    struct live_about about;
    assert_int_equal(live_look(live, "g-1", after, now, tell, &told, &about), LIVE_OK);
    assert_string_equal(told.text, expected);
}

/* A reader that returns within a minute misses nothing, also across the end of a hand; later it
 * gets a gap. */
static void test_a_reader_that_returns(void **state)
{
    (void)state;
    const int32_t scores[LADDER_SEATS_MAX] = {0};
    struct live *live = make(0, 2, 2);
    struct live_table *table = open_table(live, "g-1");
    assert_int_equal(live_come(live, "g-1", 0), LIVE_OK);
    live_add(table, strdup("a"), 1000);
    live_add(table, strdup("b"), 2000);
    check_after(live, 0, 2000, "ab");
    check_after(live, 2, 2000, "");
    live_go(live, "g-1", 2000);
    live_add(table, strdup("c"), 3000);
    live_hand_over(table, scores, 3000);
    live_add(table, strdup("d"), 4000);
    live_hand_over(table, scores, 4000);
    live_add(table, strdup("e"), 5000);
    for (int64_t now = 5000; now < 2000 + 45000; now += 1000) /* 45 s away */
        live_sweep(live, now);
    check_after(live, 2, 47000, "cde");
    check_after(live, 0, 47000, "e");
    check_after(live, LIVE_ASTRAY, 47000, "GAP e");
    check_after(live, 6, 47000, "GAP e");
    check_after(live, 5, 47000, "");
    check_after(live, 3, 63999, "de");
    check_after(live, 3, 64000, "GAP e"); /* a minute after the hand d */
    /* No reader comes for so long that nothing is kept; the next states are sent as the start of
     * the hand. */
    for (int64_t now = 65000; now < 200000; now += 1000)
        live_sweep(live, now);
    assert_false(live_wanted(table));
    check_after(live, 5, 200000, "GAP ");
    live_add(table, strdup("ef"), 200000);
    check_after(live, 5, 200001, "GAP ef");
    check_after(live, 0, 200001, "ef");
    live_close(table, 1000000);
    live_destroy(live);
}

/* Tables that end while a reader pages through the list neither hide a table nor list one twice. */
static void test_list_does_not_slip(void **state)
{
    (void)state;
    struct live *live = make(0, 2, 2);
    struct live_table *tables[6];
    struct live_about rows[2];
    int total;
    for (int i = 0; i < 6; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        tables[i] = open_table(live, game);
    }
    assert_int_equal(live_list(live, INT64_MAX, rows, 2, &total), 2);
    assert_string_equal(rows[1].game, "g-4");
    live_close(tables[5], 0);
    struct live_table *later = open_table(live, "g-7");
    assert_int_equal(live_list(live, rows[1].opened, rows, 2, &total), 2);
    assert_string_equal(rows[0].game, "g-3");
    assert_int_equal(total, 6);
    live_close(later, 0);
    for (int i = 0; i < 5; i++)
        live_close(tables[i], 0);
    live_destroy(live);
}

static struct live_said line_of(const char *words)
{
    struct live_said line = {.name = "eve"};
    snprintf(line.say, sizeof line.say, "%s", words);
    snprintf(line.words, sizeof line.words, "%s", words);
    return line;
}

static enum live_status say(struct live *live, const char *game, const char *words, int64_t now)
{
    struct live_said line = line_of(words);
    return live_say(live, game, &line, words, now);
}

/* The lines that wait for the table's thread, joined; frees them. */
static void check_taken(struct live_table *table, const char *expected)
{
    char text[4096] = "";
    for (struct live_said *line = live_take_said(table), *next; line; line = next) {
        next = line->next;
        assert_string_equal(line->name, "eve");
        strncat(text, line->words, sizeof text - strlen(text) - 1);
        free(line);
    }
    assert_string_equal(text, expected);
}

/* Spectators receive lines with the delay of the table; the table receives them at once. */
static void test_chat_is_delayed(void **state)
{
    (void)state;
    struct live *live = make(50, 2, 2);
    assert_int_equal(say(live, "g-1", "a", 0), LIVE_NONE);
    struct live_table *table = open_table(live, "g-1");
    check_taken(table, "");
    assert_int_equal(say(live, "g-1", "a", 0), LIVE_OK);
    live_add(table, strdup("1"), 0);
    assert_int_equal(say(live, "g-1", "b", 10), LIVE_OK);
    check_look(live, "g-1", 49, "");
    check_look(live, "g-1", 59, "'a1");
    check_look(live, "g-1", 60, "'a1'b");
    check_taken(table, "ab");
    check_taken(table, "");
    assert_int_equal(say(live, "g-1", "c", 60), LIVE_OK); /* never taken: freed with the table */
    live_close(table, 60);
    assert_int_equal(say(live, "g-1", "d", 61), LIVE_NONE);
    live_sweep(live, 3 * LIVE_LEASE_MSEC);
    live_destroy(live);
}

static void test_chat_waits_for_the_end_of_the_hand(void **state)
{
    static const int32_t scores[LADDER_SEATS_MAX];
    (void)state;
    struct live *live = make(LIVE_HAND, 2, 2);
    struct live_table *table = open_table(live, "g-1");
    assert_int_equal(say(live, "g-1", "they hold the joker", 0), LIVE_OK);
    check_look(live, "g-1", 100000, "");
    live_hand_over(table, scores, 100000);
    check_look(live, "g-1", 100000, "'they hold the joker");
    live_close(table, 100000);
    live_sweep(live, 100000 + LIVE_LEASE_MSEC);
    live_destroy(live);
}

static void test_chat_is_limited(void **state)
{
    (void)state;
    struct live *live = make(0, 2, 2);
    struct live_table *table = open_table(live, "g-1"), *other = open_table(live, "g-2");
    int count = 0;
    int64_t now = 1000;
    while (say(live, "g-1", "x", now) == LIVE_OK)
        count++;
    assert_int_equal(count, LIVE_SAY_LOT);
    assert_int_equal(say(live, "g-1", "x", now + LIVE_SAY_MSEC - 1), LIVE_HUSH);
    assert_int_equal(say(live, "g-2", "x", now), LIVE_OK);
    for (; count < LIVE_SAY_GAME_MAX; count++)
        assert_int_equal(say(live, "g-1", "x", now += LIVE_SAY_MSEC), LIVE_OK);
    assert_int_equal(say(live, "g-1", "x", now + LIVE_LEASE_MSEC),
                     LIVE_HUSH); /* for the rest of this game */
    live_close(table, now);
    live_close(other, now);
    live_sweep(live, now + 2 * LIVE_LEASE_MSEC);
    live_destroy(live);
}

/* Two threads open, update and close tables while a third reads them: for the thread sanitizer. */
static void *play(void *context)
{
    static const int32_t scores[LADDER_SEATS_MAX];
    struct live *live = context;
    for (int i = 0; i < 300; i++) {
        struct live_table *table = open_table(live, i % 2 ? "g-odd" : "g-even");
        for (int k = 0; k < 20; k++) {
            if (live_wanted(table))
                live_add(table, strdup("x"), i);
            for (struct live_said *line = live_take_said(table), *next; line; line = next) {
                next = line->next;
                free(line);
            }
            if (k % 7 == 0)
                live_hand_over(table, scores, i);
        }
        live_close(table, i);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    struct live *live = make(0, 4, 4);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play, live), 0);
    for (int i = 0; i < 2000; i++) {
        struct told told = {.last = 0};
        struct live_about about;
        (void)live_look(live, i % 2 ? "g-odd" : "g-even", 0, i, tell, &told, &about);
        (void)say(live, "g-odd", "x", i * LIVE_SAY_MSEC);
        live_sweep(live, i + LIVE_LEASE_MSEC * (i % 3));
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    live_sweep(live, 1000 * LIVE_LEASE_MSEC);
    live_destroy(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_table_without_spectators),
        cmocka_unit_test(test_delay),
        cmocka_unit_test(test_delay_by_hands),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_a_reader_that_returns),
        cmocka_unit_test(test_list_does_not_slip),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_chat_is_delayed),
        cmocka_unit_test(test_chat_waits_for_the_end_of_the_hand),
        cmocka_unit_test(test_chat_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
