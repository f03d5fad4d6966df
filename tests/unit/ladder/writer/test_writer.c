/* test_writer.c - the thread that owns the database: order, grouping, failures, crashes. */
#include "writer_cases.h"

static void test_one_result(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen seen = {0};
    struct ladder_bot bot;
    struct ladder_row top[4];
    int total;
    struct ladder_game recent[4];
    struct ladder_result result = duel("g-1", "ann", "Bob", 2);
    char record[] = "{\"game\":\"g-1\"}";
    result.record = record;
    assert_int_equal(writer_queue_submit(ladder, &result, on_done, &seen), 0);
    memset(record, 'x', sizeof record - 1); /* it was copied */
    assert_int_equal(writer_queue_submit(ladder, &result, on_done, &seen), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.status[0], 0);
    assert_int_equal(seen.status[1], 1);
    assert_true(seen.first[0].rated);
    assert_int_equal(seen.first[0].before_milli, 1500000);
    assert_int_equal(seen.first[0].after_milli, 1520000);
    assert_int_equal(seen.first[1].after_milli, 1480000);
    assert_true(writer_view_bot(ladder, "BOB", &bot));
    assert_string_equal(bot.name, "Bob");
    assert_int_equal(bot.games, 1);
    assert_int_equal(bot.losses, 1);
    assert_true(bot.provisional);
    assert_int_equal(writer_view_rows(ladder, NULL, 0, top, 4, &total), 2);
    assert_string_equal(top[0].name, "ann");
    assert_int_equal(writer_view_recent(ladder, recent, 4), 1);
    assert_string_equal(recent[0].players, "ann Bob");
    assert_string_equal(recent[0].score, "500:0");
    writer_close(ladder);
    assert_no_difference(temp, 1);
}

/* A result that another process stored meanwhile stays, and a process that ends the game with a
 * different one gets an error. */
static void test_a_second_result_of_a_game_is_an_error(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen seen = {0};
    struct ladder_result played = duel("g-1", "ann", "bob", 2), cut = played;
    snprintf(cut.reason, sizeof cut.reason, "aborted");
    snprintf(cut.unrated, sizeof cut.unrated, "the arena stopped in the middle");
    const struct ladder_result *ends[] = {&cut, &cut, &played};
    for (int i = 0; i < 3; i++)
        assert_int_equal(writer_queue_submit(ladder, ends[i], on_done, &seen), 0);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_int_equal(seen.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(seen.status[i], i);
    writer_close(ladder);
    assert_no_difference(temp, 1);
}

static void on_record(void *context, const char *text)
{
    char *out = context;
    snprintf(out, 64, "%s", text ? text : "(none)");
}

static void test_records(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char first[64] = "", second[64] = "";
    struct ladder_result result = duel("g-1", "ann", "bob", 1);
    result.record = "{\"game\":\"g-1\"}";
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    assert_int_equal(writer_queue_record(ladder, "g-1", on_record, first),
                     0); /* right behind its result */
    assert_int_equal(writer_queue_record(ladder, "g-2", on_record, second), 0);
    assert_int_equal(writer_queue_record(ladder, "../g-2", on_record, second), -1);
    writer_queue_wait(ladder);
    writer_queue_dispatch(ladder);
    assert_string_equal(first, "{\"game\":\"g-1\"}");
    assert_string_equal(second, "(none)");
    /* Readers cannot fill the queue of results. */
    int taken = 0;
    while (taken < 2000 && writer_queue_record(ladder, "g-1", on_record, first) == 0)
        taken++;
    assert_int_equal(taken, 64);
    assert_int_equal(writer_queue_submit(ladder, &result, NULL, NULL), 0);
    writer_close(ladder);
}

static void test_second_daemon_is_refused(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true), *other = NULL;
    struct ladder_error error;
    assert_int_equal(writer_open(&other, temp->url, true, &error), -1);
    assert_null(other);
    assert_non_null(strstr(error.text, temp->path));
    other = temp_ladder(temp, false);
    writer_close(other);
    writer_close(ladder);
}

/* Two alternating writers see each other's results: the file decides, not the memory of either. */
static void test_two_writers_agree(void **state)
{
    const struct temp *temp = *state;
    struct ladder *one = temp_ladder(temp, true), *two = temp_ladder(temp, false);
    struct ladder_bot a, b;
    uint64_t seed = 4;
    for (int i = 0; i < 60; i++) {
        struct ladder_result result = random_result(&seed, i);
        struct ladder *at = draw(&seed, 2) ? one : two;
        assert_int_equal(writer_queue_submit(at, &result, NULL, NULL), 0);
        if (draw(&seed, 3) == 0)
            writer_queue_wait(at);
    }
    writer_queue_wait(one);
    writer_queue_wait(two);
    struct ladder_result last = duel("last", "b0", "b1", 2);
    assert_int_equal(writer_queue_submit(one, &last, NULL, NULL), 0);
    writer_queue_wait(one);
    assert_int_equal(writer_queue_submit(two, &last, NULL, NULL), 0);
    writer_queue_wait(two);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        assert_int_equal(writer_view_bot(one, name, &a), writer_view_bot(two, name, &b));
        assert_int_equal(a.rating_milli, b.rating_milli);
        assert_int_equal(a.games, b.games);
    }
    writer_close(one);
    writer_close(two);
    assert_no_difference(temp, 61);
}

static void tell(void *context, const struct ladder_done *done)
{
    const int *fd = context;
    char line[LADDER_GAME_ID_MAX + 2];
    int bytes = snprintf(line, sizeof line, "%s\n", done->result->game);
    if (done->status != 0 || write(*fd, line, (size_t)bytes) != bytes)
        _exit(3);
}

static void child_run(const struct temp *temp, int fd, int round)
{
    struct ladder *ladder = NULL;
    struct ladder_error error;
    uint64_t seed = 1000 + (uint64_t)round;
    if (writer_open(&ladder, temp->url, true, &error))
        _exit(4);
    for (int i = 0;; i++) {
        struct ladder_result result = random_result(&seed, round * 1000000 + i);
        result.record = "{}";
        while (writer_queue_submit(ladder, &result, tell, &fd)) {
            readable(ladder, 1000);
            writer_queue_dispatch(ladder);
        }
        if (i % 3 == 0)
            writer_queue_dispatch(ladder);
    }
}

/* Killed at any moment, it has lost no result that it reported. */
static void test_killed(void **state)
{
    const struct temp *temp = *state;
    int reported_total = 0;
    for (int round = 0; round < 5; round++) {
        int pipes[2], status = 0;
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(pipes[0]);
            child_run(temp, pipes[1], round);
        }
        close(pipes[1]);
        FILE *reports = fdopen(pipes[0], "r");
        char line[LADDER_GAME_ID_MAX + 2], (*games)[24] = calloc(100000, sizeof *games);
        int count = 0;
        while (count < 100000 && fgets(line, sizeof line, reports)) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(games[count++], sizeof games[0], "%.20s", line);
            if (count == 100 + 37 * round)
                kill(child, SIGKILL); /* data in the pipe was reported before the kill */
        }
        fclose(reports);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        assert_true(count >= 100 + 37 * round);

        struct store *store;
        struct ladder_error error;
        assert_int_equal(store_open(&store, temp->url, STORE_EXCLUSIVE | STORE_MUST_EXIST, &error),
                         0);
        assert_int_equal(store_begin(store, false), 0);
        for (int i = 0; i < count; i++) {
            int64_t seq = 0;
            assert_int_equal(store_result_find(store, games[i], &seq), 0);
        }
        store_close(store);
        assert_no_difference(temp, -1);
        reported_total += count;
        free(games);
    }
    assert_true(reported_total > 800);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_killed, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_one_result, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_second_result_of_a_game_is_an_error, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_records, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_second_daemon_is_refused, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_two_writers_agree, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
