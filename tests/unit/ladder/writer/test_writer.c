/* test_writer.c - the thread that owns the database: order, grouping, failure, sudden death. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "ladder_temp.h"
#include "log/replay.h"

static bool readable(const struct ladder *ladder, int msec)
{
    struct pollfd poll_fd = {.fd = ladder_fd(ladder), .events = POLLIN};
    return poll(&poll_fd, 1, msec) == 1;
}

/* What the completions said, in their order. */
struct seen {
    int count;
    int status[4200];
    char games[4200][24];
    char text[256];
    struct ladder_change first[LADDER_SEATS_MAX];
};

static void on_done(void *context, const struct ladder_done *done)
{
    struct seen *seen = context;
    seen->status[seen->count] = done->status;
    snprintf(seen->games[seen->count], sizeof seen->games[0], "%.23s", done->result->game);
    if (seen->count == 0)
        memcpy(seen->first, done->changes, sizeof seen->first);
    if (done->status < 0)
        snprintf(seen->text, sizeof seen->text, "%s", done->text);
    seen->count++;
}

static void assert_no_difference(const struct temp *temp, int results)
{
    struct store *store;
    struct ladder_error error;
    struct replay replay;
    struct replay_audit audit = {0};
    replay_init(&replay);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(replay_recompute(&replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    if (results >= 0)
        assert_int_equal(audit.results, results);
    store_close(store);
    replay_fini(&replay);
}

static void test_order_and_bounds(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen *seen = calloc(1, sizeof *seen);
    uint64_t seed = 11;
    int accepted = 0;
    /* Completions not yet dispatched count, so the bound is met whatever the thread does meanwhile.
     */
    for (int i = 0; i < 4200; i++) {
        struct ladder_result result = random_result(&seed, i);
        if (ladder_submit(ladder, &result, on_done, seen) == 0)
            accepted++;
        else
            assert_true(i >= 4096);
    }
    assert_int_equal(accepted, 4096);
    ladder_wait(ladder);
    assert_true(readable(ladder, 0)); /* told before the wait ends, */
    assert_int_equal(seen->count, 0); /* never from another thread, */
    ladder_dispatch(ladder);
    assert_false(readable(ladder, 0)); /* and once */
    assert_int_equal(seen->count, 4096);
    for (int i = 0; i < 4096; i++) {
        char game[24];
        snprintf(game, sizeof game, "g-%d", i);
        assert_string_equal(seen->games[i], game);
        assert_int_equal(seen->status[i], 0);
    }
    struct ladder_result next = duel("again", "b0", "b1", 2);
    assert_int_equal(ladder_submit(ladder, &next, on_done, seen), 0);
    ladder_close(ladder);
    assert_int_equal(seen->count, 4097); /* closing finishes what is queued */
    assert_no_difference(temp, 4097);
    free(seen);
}

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
    assert_int_equal(ladder_submit(ladder, &result, on_done, &seen), 0);
    memset(record, 'x', sizeof record - 1); /* it was copied */
    assert_int_equal(ladder_submit(ladder, &result, on_done, &seen), 0);
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.status[0], 0);
    assert_int_equal(seen.status[1], 1);
    assert_true(seen.first[0].rated);
    assert_int_equal(seen.first[0].before_milli, 1500000);
    assert_int_equal(seen.first[0].after_milli, 1520000);
    assert_int_equal(seen.first[1].after_milli, 1480000);
    assert_true(ladder_bot_find(ladder, "BOB", &bot));
    assert_string_equal(bot.name, "Bob");
    assert_int_equal(bot.games, 1);
    assert_int_equal(bot.losses, 1);
    assert_true(bot.provisional);
    assert_int_equal(ladder_rows(ladder, NULL, 0, top, 4, &total), 2);
    assert_string_equal(top[0].name, "ann");
    assert_int_equal(ladder_recent(ladder, recent, 4), 1);
    assert_string_equal(recent[0].players, "ann Bob");
    assert_string_equal(recent[0].score, "500:0");
    ladder_close(ladder);
    assert_no_difference(temp, 1);
}

/* What another made of a game meanwhile stays, and whoever ends it is told that it is not as they
 * say. */
static void test_another_end_of_a_game(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen seen = {0};
    struct ladder_result played = duel("g-1", "ann", "bob", 2), cut = played;
    snprintf(cut.reason, sizeof cut.reason, "aborted");
    snprintf(cut.unrated, sizeof cut.unrated, "the arena stopped in the middle");
    const struct ladder_result *ends[] = {&cut, &cut, &played};
    for (int i = 0; i < 3; i++)
        assert_int_equal(ladder_submit(ladder, ends[i], on_done, &seen), 0);
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_int_equal(seen.count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(seen.status[i], i);
    ladder_close(ladder);
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
    assert_int_equal(ladder_submit(ladder, &result, NULL, NULL), 0);
    assert_int_equal(ladder_record(ladder, "g-1", on_record, first),
                     0); /* right behind its result */
    assert_int_equal(ladder_record(ladder, "g-2", on_record, second), 0);
    assert_int_equal(ladder_record(ladder, "../g-2", on_record, second), -1);
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_string_equal(first, "{\"game\":\"g-1\"}");
    assert_string_equal(second, "(none)");
    /* Readers cannot fill the queue of results. */
    int taken = 0;
    while (taken < 2000 && ladder_record(ladder, "g-1", on_record, first) == 0)
        taken++;
    assert_int_equal(taken, 64);
    assert_int_equal(ladder_submit(ladder, &result, NULL, NULL), 0);
    ladder_close(ladder);
}

static void test_bad_result_fails_alone(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen seen = {0};
    struct ladder_result good = duel("g-1", "ann", "bob", 2), bad = duel("g-2", "ann", "bob", 2);
    bad.ranks[0] = 9;
    assert_int_equal(ladder_submit(ladder, &bad, on_done, &seen), 0);
    assert_int_equal(ladder_submit(ladder, &good, on_done, &seen), 0);
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_true(seen.status[0] < 0);
    assert_non_null(strstr(seen.text, "rank"));
    assert_int_equal(seen.status[1], 0);
    ladder_close(ladder);
    assert_no_difference(temp, 1);
}

static void test_second_daemon_is_refused(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true), *other = NULL;
    struct ladder_error error;
    assert_int_equal(ladder_open(&other, temp->url, true, &error), -1);
    assert_null(other);
    assert_non_null(strstr(error.text, temp->path));
    other = temp_ladder(temp, false);
    ladder_close(other);
    ladder_close(ladder);
}

/* Two that write in turn see each other's results: the file decides, not the memory of either. */
static void test_two_writers_agree(void **state)
{
    const struct temp *temp = *state;
    struct ladder *one = temp_ladder(temp, true), *two = temp_ladder(temp, false);
    struct ladder_bot a, b;
    uint64_t seed = 4;
    for (int i = 0; i < 60; i++) {
        struct ladder_result result = random_result(&seed, i);
        struct ladder *at = draw(&seed, 2) ? one : two;
        assert_int_equal(ladder_submit(at, &result, NULL, NULL), 0);
        if (draw(&seed, 3) == 0)
            ladder_wait(at);
    }
    ladder_wait(one);
    ladder_wait(two);
    struct ladder_result last = duel("last", "b0", "b1", 2);
    assert_int_equal(ladder_submit(one, &last, NULL, NULL), 0);
    ladder_wait(one);
    assert_int_equal(ladder_submit(two, &last, NULL, NULL), 0);
    ladder_wait(two);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        assert_int_equal(ladder_bot_find(one, name, &a), ladder_bot_find(two, name, &b));
        assert_int_equal(a.rating_milli, b.rating_milli);
        assert_int_equal(a.games, b.games);
    }
    ladder_close(one);
    ladder_close(two);
    assert_no_difference(temp, 61);
}

static int shell(const struct temp *temp, char *out, size_t size, int argc, const char *const *argv)
{
    FILE *file = fmemopen(out, size, "w"), *null = fopen("/dev/null", "w");
    int status = ladder_command(temp->url, argc, (char **)(uintptr_t)argv, false, file, null);
    fclose(file);
    fclose(null);
    out[strcspn(out, "\n")] = '\0';
    return status;
}

/* What a bot says of itself is the entry of the log that the shell writes: results after it are the
 * new version's. */
static void test_versions(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_past pasts[4];
    struct ladder_bot bot;
    char label[LADDER_NAME_MAX + 1];
    struct ladder_result first = duel("g-1", "ann", "bob", 2),
                         second = duel("g-2", "ann", "bob", 2);
    assert_int_equal(ladder_version_begin(ladder, "nobody", "v1"), -1);
    assert_int_equal(ladder_bot_register(ladder, "ann"), 0);
    assert_int_equal(ladder_version_begin(ladder, "ann", "not valid"), -1);
    assert_int_equal(ladder_version_begin(ladder, "Ann", "v1"), 0);
    assert_true(ladder_bot_find(ladder, "ann", &bot));
    assert_string_equal(bot.version, "v1"); /* at once */
    assert_int_equal(ladder_submit(ladder, &first, NULL, NULL), 0);
    assert_int_equal(ladder_version_begin(ladder, "ann", "v1"), 0); /* nothing new */
    assert_int_equal(ladder_version_begin(ladder, "ann", "v2"), 0);
    assert_int_equal(ladder_submit(ladder, &second, NULL, NULL), 0);
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_int_equal(ladder_pasts(ladder, "ann", pasts, 4), 2);
    assert_string_equal(pasts[0].version, "v1");
    assert_int_equal(pasts[0].number, 1);
    assert_int_equal(pasts[0].games, 1);
    assert_string_equal(pasts[1].version, "v2");
    assert_int_equal(pasts[1].number, 2);
    assert_int_equal(pasts[1].games, 1);
    assert_true(pasts[1].rating_milli > pasts[0].rating_milli); /* from the old one's on */
    ladder_version_at(ladder, "ann", 1, label);
    assert_string_equal(label, "v1");
    ladder_version_at(ladder, "ann", 2, label);
    assert_string_equal(label, "v2");
    ladder_close(ladder);
    /* Another process reads the same. */
    ladder = temp_ladder(temp, true);
    assert_int_equal(ladder_pasts(ladder, "ann", pasts, 4), 2);
    assert_string_equal(pasts[1].version, "v2");
    ladder_close(ladder);
    assert_no_difference(temp, 2);
}

/* What the shell adds reaches a running daemon with its next write, or within about a second. */
static void test_registration_and_tokens(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char token[100] = "", newer[100] = "", ignored[100];
    struct ladder_bot bot;
    assert_int_equal(ladder_bot_register(ladder, "open"), 0);
    assert_true(ladder_bot_find(ladder, "Open", &bot)); /* at once */
    assert_false(bot.has_token);
    assert_int_equal(ladder_bot_register(ladder, "OPEN"), 0);
    assert_int_equal(ladder_bot_register(ladder, ".hidden"), -1);
    assert_true(ladder_token_valid(ladder, "open", NULL));
    ladder_wait(ladder);
    assert_int_equal(shell(temp, token, sizeof token, 2, (const char *const[]){"add", "safe"}), 0);
    assert_int_equal(shell(temp, ignored, sizeof ignored, 2, (const char *const[]){"add", "open"}),
                     2);
    assert_int_equal(strlen(token), 64);
    for (int i = 0; i < 200 && !ladder_bot_find(ladder, "safe", &bot); i++)
        usleep(20000);
    assert_true(ladder_bot_find(ladder, "safe", &bot));
    assert_true(bot.has_token);
    assert_true(ladder_token_valid(ladder, "SAFE", token));
    assert_false(ladder_token_valid(ladder, "safe", NULL));
    assert_false(ladder_token_valid(ladder, "safe", ""));
    token[63] = token[63] == '0' ? '1' : '0';
    assert_false(ladder_token_valid(ladder, "safe", token));
    token[63] = '\0';
    assert_false(ladder_token_valid(ladder, "safe", token));
    assert_int_equal(shell(temp, newer, sizeof newer, 2, (const char *const[]){"token", "safe"}),
                     0);
    assert_int_equal(shell(temp, ignored, sizeof ignored, 2, (const char *const[]){"ban", "open"}),
                     0);
    struct ladder_result result = duel("g-1", "open", "safe", 2);
    assert_int_equal(ladder_submit(ladder, &result, NULL, NULL), 0); /* the next write */
    ladder_wait(ladder);
    assert_true(ladder_token_valid(ladder, "safe", newer));
    assert_true(ladder_bot_find(ladder, "open", &bot));
    assert_true(bot.banned);
    assert_int_equal(bot.games, 0); /* it was not rated */
    ladder_close(ladder);
    assert_no_difference(temp, 1);
}

/* A void from the shell rewrites the past under a running daemon. */
static void test_void_under_a_daemon(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    char out[100];
    struct ladder_bot bot;
    for (int i = 0; i < 3; i++) {
        char game[16];
        snprintf(game, sizeof game, "g-%d", i);
        struct ladder_result result = duel(game, "ann", "bob", 2);
        assert_int_equal(ladder_submit(ladder, &result, NULL, NULL), 0);
    }
    ladder_wait(ladder);
    assert_int_equal(shell(temp, out, sizeof out, 2, (const char *const[]){"void", "g-0"}), 0);
    struct ladder_result last = duel("g-3", "ann", "bob", 1);
    assert_int_equal(ladder_submit(ladder, &last, NULL, NULL), 0);
    ladder_wait(ladder);
    assert_true(ladder_bot_find(ladder, "ann", &bot));
    assert_int_equal(bot.games, 3);
    assert_int_equal(bot.wins, 2);
    ladder_close(ladder);
    assert_no_difference(temp, 4);
}

/* The disk is full for a while: what did not get there is said so, what comes later does. */
static void test_full_disk(void **state)
{
    const struct temp *temp = *state;
    struct ladder *ladder = temp_ladder(temp, true);
    struct seen *seen = calloc(1, sizeof *seen);
    struct rlimit before, tight;
    uint64_t seed = 21;
    char *record = malloc(200001);
    memset(record, 'r', 200000);
    record[200000] = '\0';
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 60; i++) {
        if (i == 20) { /* the journal can still grow a little, then nothing */
            getrlimit(RLIMIT_FSIZE, &before);
            tight = before;
            tight.rlim_cur = 6 << 20;
            setrlimit(RLIMIT_FSIZE, &tight);
        }
        if (i == 50)
            setrlimit(RLIMIT_FSIZE, &before);
        struct ladder_result result = random_result(&seed, i);
        result.record = record;
        assert_int_equal(ladder_submit(ladder, &result, on_done, seen), 0);
        ladder_wait(ladder);
    }
    struct ladder_bot stored;
    struct ladder_row live[12], again;
    int total, live_count = ladder_rows(ladder, NULL, 0, live, 12, &total);
    ladder_close(ladder);
    int good = 0, failed = 0;
    for (int i = 0; i < 60; i++) {
        good += seen->status[i] == 0;
        failed += seen->status[i] < 0;
        if (i < 20 || i >= 50)
            assert_int_equal(seen->status[i], 0);
    }
    assert_true(failed > 0);
    assert_int_equal(good + failed, 60);
    assert_non_null(strstr(seen->text, temp->path));
    assert_no_difference(temp, good);
    /* And the memory of the thread went back as well. */
    ladder = temp_ladder(temp, true);
    for (int i = 0; i < live_count; i++) {
        assert_true(ladder_bot_find(ladder, live[i].name, &stored));
        assert_true(ladder_row_find(ladder, NULL, live[i].name, &again));
        assert_int_equal(live[i].rating_milli, again.rating_milli);
        assert_int_equal(live[i].games, again.games);
    }
    ladder_close(ladder);
    free(record);
    free(seen);
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
    if (ladder_open(&ladder, temp->url, true, &error))
        _exit(4);
    for (int i = 0;; i++) {
        struct ladder_result result = random_result(&seed, round * 1000000 + i);
        result.record = "{}";
        while (ladder_submit(ladder, &result, tell, &fd)) {
            readable(ladder, 1000);
            ladder_dispatch(ladder);
        }
        if (i % 3 == 0)
            ladder_dispatch(ladder);
    }
}

/* Killed at any moment, it has lost nothing that it reported. */
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
                kill(child, SIGKILL); /* what is still in the pipe was reported before */
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

static void on_announced(void *context, bool stored, const char *why_not)
{
    (void)why_not;
    *(int *)context += stored ? 1 : 100;
}

/* A game that was announced and never ended is void at the next start: a result that is not rated.
 */
static void test_cut_off_games_are_void(void **state)
{
    const struct temp *temp = *state;
    const uint8_t commitment[32] = {1, 2, 3};
    struct ladder_result whole = duel("g-1", "ann", "bob", 2), cut = duel("g-2", "ann", "cy", 1);
    struct ladder_game games[4];
    struct ladder_bot ann;
    int stored = 0;

    struct ladder *ladder = temp_ladder(temp, true);
    assert_int_equal(ladder_voided_at_start(ladder), 0);
    assert_int_equal(ladder_announce(ladder, &whole, commitment, on_announced, &stored), 0);
    assert_int_equal(ladder_announce(ladder, &cut, commitment, on_announced, &stored), 0);
    assert_true(readable(ladder, 5000));
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_int_equal(stored, 2);
    assert_int_equal(ladder_submit(ladder, &whole, NULL, NULL), 0);
    ladder_close(ladder);

    /* A command from the shell is not a start. */
    ladder = temp_ladder(temp, false);
    assert_int_equal(ladder_voided_at_start(ladder), 0);
    ladder_close(ladder);
    ladder = temp_ladder(temp, true);
    assert_int_equal(ladder_voided_at_start(ladder), 1);
    ladder_close(ladder);
    ladder = temp_ladder(temp, true);
    assert_int_equal(ladder_voided_at_start(ladder), 0);
    assert_int_equal(ladder_recent(ladder, games, 4), 2);
    assert_string_equal(games[0].game, "g-2");
    assert_string_equal(games[0].reason, "aborted");
    assert_string_equal(games[0].players, "ann cy");
    assert_true(ladder_bot_find(ladder, "ann", &ann));
    assert_int_equal(ann.games, 1);
    ladder_close(ladder);
    assert_no_difference(temp, 2);
}

/* Those with an odd number are to go on. */
static const char *keeps_odd(void *context, const char *game)
{
    long *asked = context;
    ++*asked;
    return strtol(game + 2, NULL, 10) % 2 ? NULL : "ann stayed away";
}

/* More of them than are looked at in one transaction. */
static void test_kept_games_stay_open(void **state)
{
    enum { GAMES = 700 };
    const struct temp *temp = *state;
    const uint8_t commitment[32] = {1, 2, 3};
    struct ladder_game games[2];
    struct ladder_error error;
    int stored = 0;
    long asked = 0;
    char id[16];

    struct ladder *ladder = temp_ladder(temp, true);
    for (int i = 1; i <= GAMES; i++) {
        snprintf(id, sizeof id, "g-%d", i);
        struct ladder_result result = duel(id, "ann", "bob", 1);
        assert_int_equal(ladder_announce(ladder, &result, commitment, on_announced, &stored), 0);
    }
    ladder_wait(ladder);
    ladder_dispatch(ladder);
    assert_int_equal(stored, GAMES);
    ladder_close(ladder);

    assert_int_equal(ladder_open_keeping(&ladder, temp->url, NULL, keeps_odd, &asked, &error), 0);
    assert_true(asked >= GAMES);
    assert_int_equal(ladder_voided_at_start(ladder), GAMES / 2);
    assert_int_equal(ladder_recent(ladder, games, 1), 1);
    assert_string_equal(games[0].reason, "aborted");
    struct ladder_result kept = duel("g-1", "ann", "bob", 1);
    assert_int_equal(ladder_submit(ladder, &kept, NULL, NULL), 0);
    ladder_close(ladder);

    ladder = temp_ladder(temp, true); /* the others were not ended */
    assert_int_equal(ladder_voided_at_start(ladder), GAMES / 2 - 1);
    ladder_close(ladder);
    assert_no_difference(temp, GAMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_killed, temp_setup,
                                        temp_teardown), /* forks: before any thread */
        cmocka_unit_test_setup_teardown(test_order_and_bounds, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_one_result, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_another_end_of_a_game, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_records, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_bad_result_fails_alone, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_second_daemon_is_refused, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_two_writers_agree, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_versions, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_registration_and_tokens, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_void_under_a_daemon, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_full_disk, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_cut_off_games_are_void, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_kept_games_stay_open, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
