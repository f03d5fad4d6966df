/* test_sqlite_transaction.c - the remains of a transaction that did not end. */
#include "store_files.h"

static void bytes_write(const char *path, const char *data, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

/* The state of a daemon that was killed during a checkpoint: the first page counts pages that
 * are not there yet. With the write-ahead log the file is intact. */
static void test_killed_between_two_pages(void **state)
{
    const struct temp *temp = *state;
    struct ladder_error error;
    struct store *store;
    struct standing bot = {.rating_milli = RATING_START_MILLI};
    char path[128], from[128], to[160];
    size_t bytes;

    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    for (int i = 0; i < 300; i++) {
        bot.id = 0;
        snprintf(bot.name, sizeof bot.name, "a-name-of-some-length-%d", i & 0x1ff);
        assert_int_equal(store_bot_add(store, &bot, 1), 0);
    }
    assert_int_equal(store_commit(store), 0);

    snprintf(path, sizeof path, "%s/torn.db", temp->dir);
    char *data = bytes_read(temp->path, &bytes);
    data[24 + 3]++; /* the change counter, and the field that marks the size as valid */
    data[92 + 3] = data[24 + 3];
    data[28 + 2]++; /* 256 pages more */
    bytes_write(path, data, bytes);
    free(data);
    snprintf(from, sizeof from, "%s-wal", temp->path);
    snprintf(to, sizeof to, "%s-wal", path);
    data = bytes_read(from, &bytes);
    assert_true(bytes > 0);
    bytes_write(to, data, bytes);
    free(data);
    store_close(store);

    snprintf(to, sizeof to, "sqlite:%s", path);
    if (store_open(&store, to, STORE_EXCLUSIVE | STORE_MUST_EXIST, &error))
        fail_msg("%s", error.text);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_bot_find(store, "a-name-of-some-length-299", &bot), 0);
    store_close(store);
}

static int64_t bot_store(struct store *store, struct standings *standings, const char *name)
{
    int bot = standings_add(standings, name, "");
    assert_true(bot >= 0);
    assert_int_equal(store_bot_add(store, &standings->bots[bot], 1), 0);
    return standings->bots[bot].id;
}

/* After a rollback the id is given again, and its name is forgotten. */
static void test_names_after_a_rollback(void **state)
{
    const struct temp *temp = *state;
    struct store *store = NULL;
    struct ladder_error error;
    struct store_result stored;
    int64_t ids[2], seq;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    for (int round = 0; round < 2; round++) {
        struct standings standings;
        struct result_change change;
        struct ladder_result result = duel("g-1", round ? "cat" : "ann", round ? "dog" : "bob", 2);
        standings_init(&standings);
        assert_int_equal(store_begin(store, true), 0);
        ids[round] = bot_store(store, &standings, result.seats[0].bot);
        (void)bot_store(store, &standings, result.seats[1].bot);
        assert_int_equal(apply_result(&standings, &result, false, &change), 0);
        assert_int_equal(store_result_add(store, &result, &standings, &change, &seq), 0);
        assert_int_equal(store_results(store, 0, 0, &stored, 1), 1);
        assert_string_equal(stored.result.seats[0].bot, result.seats[0].bot);
        assert_string_equal(stored.result.seats[1].bot, result.seats[1].bot);
        store_rollback(store);
        standings_fini(&standings);
    }
    assert_int_equal(ids[0], ids[1]);
    store_close(store);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--count") == 0)
        return count_results(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_killed_between_two_pages, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_names_after_a_rollback, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
