/* writer_teams.h - ladders of teams, for the tests of the writer. */
#ifndef AVONDALE_TEST_WRITER_TEAMS_H
#define AVONDALE_TEST_WRITER_TEAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "ladder_temp.h"
#include "log/batch_tables.h"
#include "log/season_table.h"

static inline int setup(void **state)
{
    static struct temp temp;
    temp_init(&temp);
    *state = &temp;
    return 0;
}

static inline int teardown(void **state)
{
    temp_fini(*state);
    return 0;
}

/* Bot K-N of owner K, for K from 0 to 5 and N from 0 to 2. */
static inline void owners_add(const struct temp *temp)
{
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    for (int i = 0; i < 18; i++) {
        struct standing bot = {.id = 0};
        snprintf(bot.name, sizeof bot.name, "%d-%d", i / 3, i % 3);
        snprintf(bot.owner, sizeof bot.owner, "owner-%d", i / 3);
        assert_int_equal(store_bot_add(store, &bot, 1), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

struct told {
    int count;
    struct ladder_done last;
};

static inline void on_done(void *context, const struct ladder_done *done)
{
    struct told *told = context;
    assert_int_equal(done->status, 0);
    told->count++;
    told->last = *done;
}

/* Bots x-0 and x-`with` against y-0 and y-`against`. */
static inline void submit(struct ladder *ladder, int number, int x, int with, int y, int against,
                          int score, struct told *told)
{
    char game[32];
    snprintf(game, sizeof game, "g-%d", number);
    struct ladder_result result = duel(game, "a", "b", score);
    result.seat_count = 4;
    result.wall_msec += number * 1000;
    for (int seat = 0; seat < 4; seat++) {
        snprintf(result.seats[seat].bot, sizeof result.seats[seat].bot, "%d-%d", seat % 2 ? y : x,
                 seat < 2   ? 0
                 : seat % 2 ? against
                            : with);
        result.seats[seat].side = seat % 2;
    }
    assert_int_equal(writer_queue_submit(ladder, &result, on_done, told), 0);
    if (number % 100 == 99) {
        writer_queue_wait(ladder);
        writer_queue_dispatch(ladder);
    }
}

static inline void settle(struct ladder *ladder)
{
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
}

#endif
