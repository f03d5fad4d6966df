/* test_store.c - the SQLite store and the replay of its log: what is refused, what is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "ladder_temp.h"
#include "replay.h"

static int setup(void **state)
{
    struct temp *temp = malloc(sizeof *temp);
    temp_init(temp);
    *state = temp;
    return 0;
}

static int teardown(void **state)
{
    temp_fini(*state);
    free(*state);
    return 0;
}

static void sql(const char *path, const char *text)
{
    sqlite3 *db = NULL;
    char *error = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", text, error);
    sqlite3_close(db);
}

static char *bytes_read(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *data = malloc(1 << 20);
    *bytes = fread(data, 1, 1 << 20, file);
    assert_true(*bytes < 1 << 20);
    fclose(file);
    return data;
}

static int entries_count(const char *path)
{
    DIR *dir = opendir(path);
    int count = 0;
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

/* Refused, with a line that names the file, and nothing in the directory is changed or added. */
static void assert_refused_untouched(const struct temp *temp, const char *word)
{
    for (unsigned flags = 0; flags <= (STORE_EXCLUSIVE | STORE_MUST_EXIST); flags++) {
        struct store *store = NULL;
        struct ladder_error error;
        size_t before_bytes, after_bytes;
        int entries = entries_count(temp->dir);
        char *before = bytes_read(temp->path, &before_bytes);
        assert_int_equal(store_open(&store, temp->url, flags, &error), STORE_REFUSED);
        char *after = bytes_read(temp->path, &after_bytes);
        assert_int_equal(before_bytes, after_bytes);
        assert_memory_equal(before, after, before_bytes);
        assert_int_equal(entries_count(temp->dir), entries);
        assert_non_null(strstr(error.text, temp->path));
        assert_non_null(strstr(error.text, word));
        assert_null(strchr(error.text, '\n'));
        free(before);
        free(after);
    }
}

static void test_foreign_files_stay_untouched(void **state)
{
    const struct temp *temp = *state;
    FILE *file = fopen(temp->path, "w");
    fputs("dear diary, this is no database but it is longer than a header of SQLite is, by a good "
          "deal: yes",
          file);
    fclose(file);
    assert_refused_untouched(temp, "cannot be read as a ladder");
    unlink(temp->path);
    sql(temp->path, "CREATE TABLE bot (name TEXT); INSERT INTO bot VALUES ('precious')");
    assert_refused_untouched(temp, "not one of avondale's");
    /* One in WAL mode too: opening it the plain way would fold its journal into it. */
    sql(temp->path, "PRAGMA journal_mode = WAL; INSERT INTO bot VALUES ('more')");
    assert_refused_untouched(temp, "not one of avondale's");
}

static void test_newer_and_broken_files_stay_untouched(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    store_close(store);
    sql(temp->path, "PRAGMA user_version = 99");
    assert_refused_untouched(temp, "version 99 is newer");
    int fd = open(temp->path, O_WRONLY);
    assert_int_equal(pwrite(fd, "xyz", 3, 3), 3);
    close(fd);
    assert_refused_untouched(temp, "cannot be read as a ladder");
}

static void test_urls_and_missing_files(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, "redis:x", 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "sqlite:PATH"));
    assert_int_equal(store_open(&store, "sqlite:", 0, &error), STORE_REFUSED);
    assert_int_equal(store_open(&store, temp->url, STORE_MUST_EXIST, &error), STORE_REFUSED);
    assert_int_equal(access(temp->path, F_OK), -1);
    char url[120];
    snprintf(url, sizeof url, "sqlite:%s", temp->dir);
    assert_int_equal(store_open(&store, url, 0, &error), STORE_REFUSED);
    assert_non_null(strstr(error.text, "not a regular file"));
    /* Bytes that a URI would give a meaning to. */
    snprintf(url, sizeof url, "sqlite:%s/a?b#c%%20d", temp->dir);
    assert_int_equal(store_open(&store, url, 0, &error), 0);
    store_close(store);
    assert_int_equal(store_open(&store, url, STORE_MUST_EXIST, &error), 0);
    store_close(store);
    assert_int_equal(access(url + 7, F_OK), 0);
}

static void test_one_process_serves(void **state)
{
    const struct temp *temp = *state;
    struct store *daemon, *other;
    struct ladder_error error;
    char pid[32];
    assert_int_equal(store_open(&daemon, temp->url, STORE_EXCLUSIVE, &error), 0);
    snprintf(pid, sizeof pid, "process %ld", (long)getpid());
    assert_true(store_open(&other, temp->url, STORE_EXCLUSIVE, &error) < 0);
    assert_non_null(strstr(error.text, temp->path));
    assert_non_null(strstr(error.text, pid));
    /* By another name of the same file as well. */
    char link_path[128], url[140];
    snprintf(link_path, sizeof link_path, "%s/link.db", temp->dir);
    snprintf(url, sizeof url, "sqlite:%s", link_path);
    assert_int_equal(symlink(temp->path, link_path), 0);
    assert_true(store_open(&other, url, STORE_EXCLUSIVE, &error) < 0);
    /* The shell may look and write beside it. */
    assert_int_equal(store_open(&other, temp->url, STORE_MUST_EXIST, &error), 0);
    struct standing bot = {.name = "ann"};
    assert_int_equal(store_changed(daemon), 0);
    assert_int_equal(store_begin(other, true), 0);
    assert_int_equal(store_bot_add(other, &bot, 1), 0);
    assert_int_equal(store_commit(other), 0);
    store_close(other);
    assert_int_equal(store_changed(daemon), 1);
    assert_int_equal(store_changed(daemon), 0);
    store_close(daemon);
    /* The lock went with it. */
    assert_int_equal(store_open(&other, temp->url, STORE_EXCLUSIVE, &error), 0);
    store_close(other);
}

/* ---- the log */

struct log {
    struct store *store;
    struct replay replay;
};

static void log_open(struct log *log, const struct temp *temp)
{
    struct ladder_error error;
    if (store_open(&log->store, temp->url, 0, &error))
        fail_msg("%s", error.text);
    replay_init(&log->replay);
    assert_int_equal(store_begin(log->store, true), 0);
    assert_int_equal(replay_load(&log->replay, log->store, NULL, NULL), 0);
}

static void log_close(struct log *log)
{
    assert_int_equal(store_commit(log->store), 0);
    store_close(log->store);
    replay_fini(&log->replay);
}

static void log_bot(struct log *log, const char *name, const char *owner)
{
    int index = standings_add(&log->replay.standings, name, owner);
    assert_true(index >= 0);
    assert_int_equal(store_bot_add(log->store, &log->replay.standings.bots[index], 1), 0);
}

static int64_t log_result(struct log *log, const struct ladder_result *result)
{
    struct result_change change;
    int64_t seq = 0;
    result_apply(&log->replay.standings, result, false, &change);
    assert_int_equal(store_result_add(log->store, result, &log->replay.standings, &change, &seq),
                     0);
    for (int seat = 0; seat < result->seat_count; seat++)
        assert_int_equal(
            store_bot_cache(log->store, &log->replay.standings.bots[change.seats[seat].bot]), 0);
    replay_advance(&log->replay, seq, result);
    return seq;
}

static void log_fill(struct log *log, uint64_t seed, int first, int count)
{
    for (int i = 0; i < count; i++) {
        struct ladder_result result = random_result(&seed, first + i);
        assert_null(result_check(&result));
        (void)log_result(log, &result);
    }
}

static void log_bots(struct log *log)
{
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        log_bot(log, name, i < 8 ? "" : "farm");
    }
}

static void assert_same_bots(const struct standings *a, const struct standings *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++)
        assert_memory_equal(&a->bots[i], &b->bots[i], sizeof a->bots[i]);
}

static void test_replay_gives_the_same(void **state)
{
    const struct temp *temp = *state;
    struct log log;
    struct replay again;
    struct replay_audit audit = {0};
    log_open(&log, temp);
    log_bots(&log);
    log_fill(&log, 42, 0, 600); /* more than two pages */
    replay_init(&again);
    assert_int_equal(replay_recompute(&again, log.store, false, &audit), 0);
    assert_int_equal(audit.results, 600);
    assert_int_equal(audit.bots, 12);
    assert_int_equal(audit.differ, 0);
    assert_same_bots(&log.replay.standings, &again.standings);
    int rated = 0;
    for (int i = 0; i < 12; i++)
        rated += again.standings.bots[i].games;
    assert_true(rated > 900); /* most of them count */
    replay_fini(&again);
    log_close(&log);
}

static void test_recompute_finds_and_repairs(void **state)
{
    const struct temp *temp = *state;
    struct log log;
    struct replay_audit audit = {0};
    log_open(&log, temp);
    log_bots(&log);
    log_fill(&log, 1, 0, 50);
    log_close(&log);
    sql(temp->path,
        "UPDATE bot SET rating_milli = rating_milli + 1 WHERE name = 'b3';"
        "UPDATE result_seat SET after_milli = after_milli + 1 WHERE seq = 7 AND seat = 1;"
        "UPDATE result SET unrated = 'x' WHERE seq = 9");
    log_open(&log, temp);
    assert_int_equal(replay_recompute(&log.replay, log.store, true, &audit), 0);
    assert_int_equal(audit.differ, 3);
    assert_int_equal(replay_recompute(&log.replay, log.store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    log_close(&log);
}

/* A bad row must be an error that says so, never a crash or a guess. */
static void test_damaged_rows_are_errors(void **state)
{
    const struct temp *temp = *state;
    static const char *const damages[] = {
        "UPDATE bot SET name = '<script>' WHERE name = 'b3'",
        "UPDATE result_seat SET side = 7 WHERE seq = 5 AND seat = 0",
        "DELETE FROM result_seat WHERE seq = 5 AND seat = 0",
        "UPDATE result_seat SET rank = 0 WHERE seq = 5",
        "UPDATE result SET game = '../../etc/passwd' WHERE seq = 5",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct log log;
        unlink(temp->path);
        log_open(&log, temp);
        log_bots(&log);
        log_fill(&log, 1, 0, 10);
        log_close(&log);
        sql(temp->path, damages[i]);
        struct store *store;
        struct ladder_error error;
        struct replay replay;
        replay_init(&replay);
        assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
        assert_int_equal(store_begin(store, false), 0);
        assert_int_equal(replay_load(&replay, store, NULL, NULL), -1);
        assert_non_null(strstr(replay.error, temp->path));
        replay_fini(&replay);
        store_close(store);
    }
}

static void test_a_result_counts_once(void **state)
{
    const struct temp *temp = *state;
    struct log log;
    struct result_change change;
    int64_t seq = 0, again = 0;
    log_open(&log, temp);
    log_bot(&log, "ann", "");
    log_bot(&log, "bob", "");
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    result.record = "{\"format\":\"avondale-record/1\"}";
    seq = log_result(&log, &result);
    assert_int_equal(store_result_add(log.store, &result, &log.replay.standings, &change, &again),
                     1);
    assert_int_equal(seq, again);
    assert_true(change.rated);
    assert_int_equal(change.seats[0].before_milli, 1500000);
    assert_int_equal(change.seats[0].after_milli, 1520000);
    char *text = NULL;
    assert_int_equal(store_record(log.store, "g-1", &text), 0);
    assert_string_equal(text, result.record);
    free(text);
    assert_int_equal(store_record(log.store, "g-1' OR '1'='1", &text), 1);
    assert_null(text);
    /* Names are one without regard to case. */
    struct standing bot = {.name = "ANN"};
    assert_int_equal(store_bot_add(log.store, &bot, 1), -1);
    assert_non_null(strstr(store_error(log.store), "UNIQUE"));
    assert_int_equal(store_bot_find(log.store, "aNN", &bot), 0);
    assert_string_equal(bot.name, "ann");
    log_close(&log);
}

/* Ratings after a void are those of a log that never had the result; a ban works from its place on.
 */
static void test_void_and_ban(void **state)
{
    const struct temp *temp = *state;
    struct log log;
    struct replay_audit audit = {0};
    struct standings never;
    struct result_change change;
    int64_t seq = 0;
    log_open(&log, temp);
    log_bots(&log);
    log_fill(&log, 5, 0, 100);
    assert_int_equal(store_result_find(log.store, "g-17", &seq), 0);
    assert_int_equal(store_action_add(log.store, STORE_ACTION_VOID, seq, 1), 0);
    assert_int_equal(
        store_action_add(log.store, STORE_ACTION_BAN, log.replay.standings.bots[2].id, 1), 0);
    assert_int_equal(replay_refresh(&log.replay, log.store), 0);
    assert_true(log.replay.standings.bots[2].banned);
    log_fill(&log, 99, 100, 100); /* nothing with b2 is rated any more */
    assert_int_equal(replay_recompute(&log.replay, log.store, true, &audit), 0);
    assert_true(audit.differ > 80);

    standings_init(&never);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        assert_int_equal(standings_add(&never, name, i < 8 ? "" : "farm"), i);
        never.bots[i].id = log.replay.standings.bots[i].id;
    }
    uint64_t seed = 5;
    for (int i = 0; i < 200; i++) {
        if (i == 100) {
            seed = 99;
            never.bots[2].banned = true;
        }
        struct ladder_result result = random_result(&seed, i);
        if (i != 17)
            result_apply(&never, &result, false, &change);
    }
    assert_same_bots(&log.replay.standings, &never);
    standings_fini(&never);
    assert_int_equal(replay_recompute(&log.replay, log.store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    log_close(&log);
}

static void test_rollback_leaves_nothing(void **state)
{
    const struct temp *temp = *state;
    struct log log;
    log_open(&log, temp);
    log_bots(&log);
    log_close(&log);
    log_open(&log, temp);
    log_fill(&log, 3, 0, 20);
    store_rollback(log.store);
    assert_int_equal(store_begin(log.store, true), 0);
    assert_int_equal(replay_load(&log.replay, log.store, NULL, NULL), 0);
    assert_int_equal(log.replay.last_seq, 0);
    assert_int_equal(log.replay.standings.count, 12);
    log_close(&log);
}

static void bytes_write(const char *path, const char *data, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

/* What a daemon leaves that is killed while pages go from the log of writes to the database: the first page
 * speaks of pages that are not there yet. With the log the file is whole. */
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
        snprintf(bot.name, sizeof bot.name, "a-name-of-some-length-%d", i);
        assert_int_equal(store_bot_add(store, &bot, 1), 0);
    }
    assert_int_equal(store_commit(store), 0);

    snprintf(path, sizeof path, "%s/torn.db", temp->dir);
    char *data = bytes_read(temp->path, &bytes);
    data[24 + 3]++; /* the change counter, and what says that it vouches for the size */
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

/* A second connection of this process only reads, newest first, and sees what was committed. */
static void test_reading_beside(void **state)
{
    const struct temp *temp = *state;
    struct store_result results[8];
    struct ladder_error error;
    struct store *reader;
    struct log log;
    log_open(&log, temp);
    log_bots(&log);
    log_fill(&log, 3, 0, 20);
    assert_int_equal(store_commit(log.store), 0);
    assert_int_equal(store_open(&reader, temp->url, STORE_READ_ONLY, &error), 0);
    assert_int_equal(store_begin(reader, false), 0);
    assert_int_equal(store_results_before(reader, 0, INT64_MAX, results, 8), 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(results[i].seq, 20 - i);
    assert_int_equal(store_results_before(reader, 0, 3, results, 8), 2);
    int64_t before = INT64_MAX;
    int count = 0, got;
    while ((got = store_results_before(reader, 1, before, results, 3)) > 0) {
        for (int i = 0; i < got; i++) {
            assert_true(results[i].seq < before);
            before = results[i].seq;
        }
        count += got;
    }
    struct store_result *all = calloc(32, sizeof *all);
    assert_int_equal(store_results(reader, 1, 0, all, 32), count);
    free(all);
    store_rollback(reader);
    struct standing bot = {.name = "new"};
    assert_int_equal(store_begin(reader, true) || store_bot_add(reader, &bot, 1), 1);
    store_close(reader);
    assert_int_equal(store_begin(log.store, true), 0);
    log_close(&log);
}

/* What `--count URL` of this program does: the number of results as its exit status. */
static int count_results(const char *url)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    struct store *store;
    struct ladder_error error;
    int count = -1;

    if (page && store_open(&store, url, STORE_MUST_EXIST, &error) == 0 &&
        store_begin(store, false) == 0)
        count = store_results(store, 0, 0, page, STORE_PAGE);
    store_close(store);
    free(page);
    return count < 0 ? 255 : count;
}

/* Opens and closes the file in a process of its own: a fork alone would take SQLite's books along. */
static int results_elsewhere(const struct temp *temp)
{
    char command[256];
    snprintf(command, sizeof command, "/proc/%d/exe --count %s", (int)getpid(), temp->url);
    int status = system(command);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void add_result(struct store *store, struct standings *standings, const char *game)
{
    struct ladder_result result = duel(game, "ann", "bob", 2);
    struct result_change change;
    int64_t seq;

    assert_int_equal(store_begin(store, true), 0);
    for (int seat = 0; seat < 2; seat++) {
        int index = standings_find(standings, result.seats[seat].bot);
        if (index < 0)
            index = standings_add(standings, result.seats[seat].bot, "");
        if (standings->bots[index].id == 0)
            assert_int_equal(store_bot_add(store, &standings->bots[index], 1), 0);
    }
    result_apply(standings, &result, false, &change);
    assert_int_equal(store_result_add(store, &result, standings, &change, &seq), 0);
    assert_int_equal(store_commit(store), 0);
}

/* Closing any descriptor of a file drops a process's locks on it: were that to happen, whoever opens the
 * file next would think itself alone and take the log of writes away, and what is committed after
 * that would be lost to all others. */
static void test_a_second_connection_keeps_the_locks(void **state)
{
    const struct temp *temp = *state;
    struct store *first, *second;
    struct standings standings;
    struct ladder_error error;

    standings_init(&standings);
    assert_int_equal(store_open(&first, temp->url, STORE_EXCLUSIVE, &error), 0);
    add_result(first, &standings, "g-1");
    assert_int_equal(results_elsewhere(temp), 1);
    assert_int_equal(store_open(&second, temp->url, STORE_MUST_EXIST, &error), 0);
    store_close(second);
    assert_int_equal(results_elsewhere(temp), 1);
    add_result(first, &standings, "g-2");
    assert_int_equal(results_elsewhere(temp), 2);
    store_close(first);
    assert_int_equal(results_elsewhere(temp), 2);
    standings_fini(&standings);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--count") == 0)
        return count_results(argv[2]);

    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_foreign_files_stay_untouched, setup, teardown),
        cmocka_unit_test_setup_teardown(test_newer_and_broken_files_stay_untouched, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_urls_and_missing_files, setup, teardown),
        cmocka_unit_test_setup_teardown(test_one_process_serves, setup, teardown),
        cmocka_unit_test_setup_teardown(test_replay_gives_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(test_recompute_finds_and_repairs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_rows_are_errors, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_result_counts_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_void_and_ban, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rollback_leaves_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_killed_between_two_pages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_second_connection_keeps_the_locks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reading_beside, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
