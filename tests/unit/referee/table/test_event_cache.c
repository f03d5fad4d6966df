/* test_event_cache.c - event bytes are the same for all, cached or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "tested_table.h"
#include "table/event_cache.h"

static size_t read_all(struct event_cache *cache, struct tested *tested, seat_t seat, char *out,
                       size_t size)
{
    bool more = false;
    size_t used = event_cache_write(cache, &tested->table, seat, 5, tested->now, ENCODING_TEXT, out,
                                    size, &more);
    assert_false(more);
    return used;
}

/* Two tables with the same actions, one with a cache and one without. */
static void a_cache_changes_no_byte(void **state)
{
    static struct tested one, other;
    static struct event_cache cache;
    static char with[4 * FRAME_BYTES_MAX], without[4 * FRAME_BYTES_MAX];
    struct table_config config = usual();
    size_t told = 0;
    (void)state;
    begin_with(&one, &config);
    begin_with(&other, &config);
    for (int i = 0; i < 60 && table_state(&one.table) == TABLE_STATE_TURN; i++) {
        struct action standard;
        char word[ACTION_TEXT_MAX];
        seat_t turn = table_game(&one.table)->turn;
        default_action(table_game(&one.table), config.rules, &standard);
        action_format(&standard, word);
        if (i == 0)
            strcpy(word, "7S"); /* else no seat bids */
        answer(&one, turn, word);
        answer(&other, turn, word);
        one.now += 2 * SECOND;
        other.now += 2 * SECOND;
        for (seat_t seat = 0; seat < 4; seat++) {
            size_t size = read_all(&cache, &one, seat, with, sizeof with);
            assert_int_equal(read_all(NULL, &other, seat, without, sizeof without), size);
            assert_memory_equal(with, without, size);
            told += size;
        }
        turn = table_game(&one.table)->turn;
        if (table_state(&one.table) == TABLE_STATE_TURN) {
            STEP(&one, .kind = TABLE_SENT, .seat = turn);
            STEP(&other, .kind = TABLE_SENT, .seat = turn);
        }
    }
    assert_true(told > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cache_changes_no_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
