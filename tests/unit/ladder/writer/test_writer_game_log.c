/* test_writer_game_log.c - logs of games on their way into the store, and out of it. */
#include "await.h"
#include "store/store_account.h"
#include "store/store_game_log.h"
#include "writer/writer_game_log.h"
#include "writer_cases.h"

static void add_bots(const struct temp *temp)
{
    struct ladder_error error;
    struct store *store = NULL;

    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    for (int i = 0; i < 2; i++) {
        struct standing bot = {.rating_milli = 1500000};
        strcpy(bot.name, i ? "bob" : "ann");
        assert_int_equal(store_bot_add(store, &bot, 1), 0);
        if (i == 0)
            assert_int_equal(store_account_give(store, bot.id, "own-a"), 0);
    }
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

/* Reads the logs of a bot, at most 100 of them. Returns their number. */
static int read_logs(const struct temp *temp, const char *name, struct store_game_log list[100])
{
    struct ladder_error error;
    struct standing bot;
    struct store *store = NULL;

    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_bot_find(store, name, &bot), 0);
    int count = store_game_log_page(store, bot.id, list, 100);
    store_rollback(store);
    store_close(store);
    return count;
}

static int count_logs(const struct temp *temp, const char *name)
{
    struct store_game_log list[100];
    return read_logs(temp, name, list);
}

static bool has_log(const struct temp *temp, const char *name, const char *game)
{
    struct store_game_log list[100];
    int count = read_logs(temp, name, list);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].game, game) == 0)
            return true;
    return false;
}

static int queue(struct ladder *ladder, const char *bot, int number, int64_t msec)
{
    struct ladder_game_log log = {.wall_msec = msec, .text = strdup("1.0 > act\n")};
    snprintf(log.game, sizeof log.game, "g-%d", number);
    snprintf(log.bot, sizeof log.bot, "%s", bot);
    return writer_game_log_queue(ladder, &log);
}

static void bots_of_owners_have_logs(void **state)
{
    const struct temp *temp = *state;
    add_bots(temp);
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_game_log none = {.game = "g"};
    int64_t now = clock_wall_msec();

    assert_false(writer_game_log_wanted(ladder, "ann")); /* off until an owner switches it on */
    writer_game_log_keep(ladder, 7, 1 << 20);
    assert_true(writer_game_log_wanted(ladder, "ann"));
    assert_false(writer_game_log_wanted(ladder, "bob") || writer_game_log_wanted(ladder, "carol"));
    assert_int_equal(writer_game_log_queue(ladder, &none), -1);
    for (int i = 0; i < 5; i++)
        assert_int_equal(queue(ladder, "ann", i, now), 0);
    assert_int_equal(queue(ladder, "bob", 1, now), 0); /* it may have lost its owner meanwhile */
    assert_int_equal(queue(ladder, "carol", 1, now), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(count_logs(temp, "ann"), 5);
    assert_int_equal(count_logs(temp, "bob"), 0);
    writer_close(ladder);
}

static void await_logs(const struct temp *temp, int wanted)
{
    struct await limit = await_begin(20);
    while (count_logs(temp, "ann") != wanted && await_step(&limit))
        ;
    assert_int_equal(count_logs(temp, "ann"), wanted);
}

static void await_at_most(const struct temp *temp, int limit)
{
    struct await deadline = await_begin(20);
    while (count_logs(temp, "ann") > limit && await_step(&deadline))
        ;
    assert_true(count_logs(temp, "ann") <= limit);
}

/* The logs of no owner fill the store: the number of games is limited, and old or switched-off
 * logs are deleted. */
static void old_and_excess_logs_are_deleted(void **state)
{
    const struct temp *temp = *state;
    add_bots(temp);
    struct ladder *ladder = temp_ladder(temp, true);
    int64_t now = clock_wall_msec();

    writer_game_log_keep(ladder, 7, 1 << 20);
    assert_int_equal(queue(ladder, "ann", 90, now - 8 * 24 * 3600 * 1000LL), 0);
    for (int i = 0; i < 50; i++)
        assert_int_equal(queue(ladder, "ann", i, now - 50 + i), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    writer_game_log_keep(ladder, 7, 1 << 20);
    await_logs(temp, 50);
    writer_game_log_keep(ladder, 7, 10 * GAME_LOG_ROW_BYTES);
    await_at_most(temp, 9);
    assert_true(writer_game_log_bytes(ladder) <= 10 * GAME_LOG_ROW_BYTES);
    /* More than the limit starts a check at once. Before the writer has stored them there is
     * nothing to delete, and few logs say nothing. */
    for (int i = 100; i < 150; i++)
        assert_int_equal(queue(ladder, "ann", i, now + i), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    await_at_most(temp, 9);
    assert_true(has_log(temp, "ann", "g-149"));
    writer_game_log_keep(ladder, 7, 0);
    await_logs(temp, 0);
    writer_close(ladder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bots_of_owners_have_logs, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(old_and_excess_logs_are_deleted, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
