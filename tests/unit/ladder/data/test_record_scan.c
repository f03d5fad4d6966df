/* test_record_scan.c - counts from records: whole, odd and torn ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "data/record_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct ladder_result pairs = {
    .seat_count = 4,
    .side_count = 2,
    .seats = {{.side = 0}, {.side = 1}, {.side = 0}, {.side = 1}}};

static const char whole[] =
    " {\"game\":\"a \\\"b]\", \"hands\" : [ "
    "{\"deal\":{\"hands\":[[\"4D\"],[]]},\"steps\":[[0,\"auction\",\"8H\"], "
    "[1,\"auction\",\"pass\"],[2,\"play\",\"{[\"]],\"ms\":[10,500,30],\"contract\":{\"call\":"
    "\"8H\",\"by\":2},"
    "\"delta\":[300,20],\"faults\":[[0,0,\"late\"],[1,1,\"illegal\"]]},\n"
    "{\"contract\":{\"by\":0,\"call\":\"8H\"},\"delta\":[-300,20]},{\"contract\":null,\"delta\":[0,"
    "0]}],"
    "\"faults\":[[2,2,\"late\"],[3,0,\"gone\"]]}\n";

static void test_a_whole_record_is_counted(void **state)
{
    (void)state;
    struct record_counts counts = {0};
    for (int times = 1; times <= 2; times++) {
        assert_true(record_scan_add(&counts, whole, 1u << 0 | 1u << 2, &pairs));
        assert_int_equal(counts.records, times);
        assert_int_equal(counts.contract_count, 1);
        assert_string_equal(counts.contracts[0].call, "8H");
        assert_int_equal(counts.contracts[0].hands, 2 * times);
        assert_int_equal(counts.contracts[0].made, times);
        assert_int_equal(counts.contracts[0].points, 0);
        assert_int_equal(counts.think_count, 2 * times);
        assert_int_equal(counts.think[2 * times - 2], 10);
        assert_int_equal(counts.think[2 * times - 1], 30);
        assert_int_equal(counts.cause_count, 2);
        assert_string_equal(counts.causes[0].cause, "late");
        assert_int_equal(counts.causes[0].count, 2 * times);
        assert_int_equal(counts.causes[1].count, times);
    }
    record_scan_fini(&counts);
}

/* An outline has the seats of the steps as a text; what is odd in it is skipped. */
static void test_an_outline_has_the_times(void **state)
{
    static const char *const texts[] = {
        "{\"hands\":[{\"deal\":{\"deck\":[]},\"steps\":\"0129\",\"ms\":[10,500,30,40]}]}",
        "{\"hands\":[{\"steps\":\"012\",\"ms\":[10,500,30,40]}]}",
        "{\"hands\":[{\"ms\":[10,500,30],\"steps\":\"0120000\"}]}",
        "{\"hands\":[{\"ms\":[10,500,30],\"steps\":\"012\\\"0\"}]}",
    };
    struct record_counts counts = {0};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_true(record_scan_add(&counts, texts[i], 1u << 0 | 1u << 2, &pairs));
        assert_int_equal(counts.think_count, 2 * (i + 1));
        assert_int_equal(counts.think[2 * i], 10);
        assert_int_equal(counts.think[2 * i + 1], 30);
    }
    static const char *const none[] = {"{\"hands\":[{\"steps\":\"\",\"ms\":[10]}]}",
                                       "{\"hands\":[{\"steps\":\"00\",\"ms\":[]}]}",
                                       "{\"hands\":[{\"steps\":\"00\",\"ms\":7}]}",
                                       "{\"hands\":[{\"steps\":\"00\"}]}",
                                       "{\"hands\":[{\"steps\":\"0\",\"ms\":[-1]}]}",
                                       "{\"hands\":[{\"steps\":\"x0\",\"ms\":[1,1]}]}"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_true(record_scan_add(&counts, none[i], 1u << 0, &pairs));
    assert_int_equal(counts.think_count, 2 * sizeof texts / sizeof texts[0]);
    record_scan_fini(&counts);
}

/* The best hands of a side first, and the worst; from the others' contracts it has the points it
 * got. */
static void test_hands_to_look_at(void **state)
{
    (void)state;
    struct record_counts counts = {0};
    struct ladder_result result = pairs;
    for (int game = 1; game <= 3; game++) {
        snprintf(result.game, sizeof result.game, "g-%d", game);
        assert_true(record_scan_add(&counts, whole, 1u << 1, &result));
    }
    assert_int_equal(counts.best_count, RECORD_HANDS_MAX);
    assert_int_equal(counts.best[0].points, 20);
    assert_string_equal(counts.best[0].game, "g-1");
    assert_false(counts.best[0].own);
    record_scan_fini(&counts);
    memset(&counts, 0, sizeof counts);
    assert_true(record_scan_add(&counts, whole, 1u << 0, &result));
    assert_int_equal(counts.best_count, 2);
    assert_int_equal(counts.best[0].points, 300);
    assert_int_equal(counts.best[0].number, 1);
    assert_true(counts.best[0].own);
    assert_int_equal(counts.worst[0].points, -300);
    assert_int_equal(counts.worst[0].number, 2);
    assert_string_equal(counts.worst[0].call, "8H");
    assert_true(record_scan_contract(whole, "8h") && !record_scan_contract(whole, "8S") &&
                !record_scan_contract("{", "8H") && !record_scan_contract("", ""));
    record_scan_fini(&counts);
}

static void test_other_seats(void **state)
{
    (void)state;
    struct record_counts counts = {0};
    assert_true(record_scan_add(&counts, whole, 1u << 1, &pairs));
    assert_int_equal(counts.contract_count, 0);
    assert_int_equal(counts.think_count, 1);
    assert_int_equal(counts.think[0], 500);
    assert_int_equal(counts.cause_count, 1);
    assert_string_equal(counts.causes[0].cause, "illegal");
    record_scan_fini(&counts);
}

/* No prefix of a record is a record; its memory ends where it ends. */
static void test_a_cut_record_is_refused(void **state)
{
    (void)state;
    struct record_counts counts = {0};
    for (size_t size = 0; size <= (size_t)(strrchr(whole, '}') - whole); size++) {
        char *torn = malloc(size + 1);
        assert_non_null(torn);
        memcpy(torn, whole, size);
        torn[size] = '\0';
        assert_false(record_scan_add(&counts, torn, 1, &pairs));
        free(torn);
    }
    assert_int_equal(counts.records, 0);
    assert_int_equal(counts.contract_count + counts.cause_count, 0);
    assert_int_equal(counts.think_count, 0);
}

static void test_other_texts_are_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",         "no JSON", "[]",          "{\"hands\":[}]}", "{} {}", "{\"hands\"}",
        "{\"a\":}", "{]",      "{\"a\":1 2}", "\"{}\""};
    struct record_counts counts = {0};
    char deep[400];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(record_scan_add(&counts, texts[i], 1, &pairs));
    snprintf(deep, sizeof deep, "{\"a\":%0100d%0100d}", 0, 0);
    assert_true(record_scan_add(&counts, deep, 1, &pairs));
    memset(strchr(deep, '0'), '[', 100);
    memset(strchr(deep, '0'), ']', 100);
    assert_false(record_scan_add(&counts, deep, 1, &pairs));
    record_scan_fini(&counts);
}

/* Parts with an unknown form are skipped; the parts beside them count. */
static void test_unknown_parts_are_skipped(void **state)
{
    (void)state;
    struct record_counts counts = {0};
    assert_true(record_scan_add(
        &counts,
        "{\"hands\":[7,null,[],{\"steps\":7,\"ms\":[1]},{\"steps\":[[0],7,[],[0],[null],[0],[-1],["
        "99999999999999999999]],"
        "\"ms\":[1,2,3,null,4,-5,6,7]},{\"contract\":{\"call\":\"8H\",\"by\":5},\"delta\":[1]},"
        "{\"contract\":{\"call\":\"8H\",\"by\":-1},\"delta\":[1]},{\"contract\":{\"by\":0},"
        "\"delta\":[1]},"
        "{\"contract\":{\"call\":\"a call that is longer than any\",\"by\":0}},"
        "{\"contract\":{\"call\":\"\\u0041\",\"by\":0}},"
        "{\"contract\":{\"call\":\"6S\",\"by\":0},\"delta\":[99999999999999999999]},"
        "{\"contract\":{\"call\":\"6S\",\"by\":0},\"delta\":[]},"
        "{\"faults\":[[null,9,\"x\"],7,[],[0],[0,0],[0,0,7],[0,0,\"late\"]]}],\"faults\":{}}",
        1, &pairs));
    assert_int_equal(counts.think_count, 1);
    assert_int_equal(counts.think[0], 1);
    assert_int_equal(counts.contract_count, 1);
    assert_string_equal(counts.contracts[0].call, "6S");
    assert_int_equal(counts.contracts[0].hands, 2);
    assert_int_equal(counts.contracts[0].made, 1);
    assert_int_equal(counts.contracts[0].points, 1000000000);
    assert_int_equal(counts.cause_count, 1);
    assert_int_equal(counts.causes[0].count, 1);
    record_scan_fini(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_whole_record_is_counted),
        cmocka_unit_test(test_an_outline_has_the_times),
        cmocka_unit_test(test_hands_to_look_at),
        cmocka_unit_test(test_other_seats),
        cmocka_unit_test(test_a_cut_record_is_refused),
        cmocka_unit_test(test_other_texts_are_refused),
        cmocka_unit_test(test_unknown_parts_are_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
