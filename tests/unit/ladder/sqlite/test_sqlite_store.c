/* test_sqlite_store.c - which files are stores, and which processes may open them. */
#include "store_files.h"
#include "sqlite_file.h"

static int entries_count(const char *path)
{
    DIR *dir = opendir(path);
    int count = 0;
    while (readdir(dir))
        count++;
    closedir(dir);
    return count;
}

/* The file is refused with a line that names it, and nothing in the directory is changed or
 * added. */
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
    sqlite_file_run(temp->path,
                    "CREATE TABLE bot (name TEXT); INSERT INTO bot VALUES ('precious')");
    assert_refused_untouched(temp, "not one of avondale's");
    /* Also a file in WAL mode: opening it in the usual way would merge its journal into it. */
    sqlite_file_run(temp->path, "PRAGMA journal_mode = WAL; INSERT INTO bot VALUES ('more')");
    assert_refused_untouched(temp, "not one of avondale's");
}

static void test_newer_and_broken_files_stay_untouched(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    store_close(store);
    sqlite_file_run(temp->path, "PRAGMA user_version = 99");
    assert_refused_untouched(temp, "version 99 is newer");
    int fd = open(temp->path, O_WRONLY);
    assert_int_equal(pwrite(fd, "xyz", 3, 3), 3);
    close(fd);
    assert_refused_untouched(temp, "cannot be read as a ladder");
}

/* Whether another connection committed something since the last call. */
static bool changed(struct store *store)
{
    bool news;
    assert_int_equal(store_changed(store, &news), 0);
    return news;
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
    /* Also by another name of the same file. */
    char link_path[128], url[140];
    snprintf(link_path, sizeof link_path, "%s/link.db", temp->dir);
    snprintf(url, sizeof url, "sqlite:%s", link_path);
    assert_int_equal(symlink(temp->path, link_path), 0);
    assert_true(store_open(&other, url, STORE_EXCLUSIVE, &error) < 0);
    /* The shell may read and write meanwhile. */
    assert_int_equal(store_open(&other, temp->url, STORE_MUST_EXIST, &error), 0);
    struct standing bot = {.name = "ann"};
    assert_false(changed(daemon));
    assert_int_equal(store_begin(other, true), 0);
    assert_int_equal(store_bot_add(other, &bot, 1), 0);
    assert_int_equal(store_commit(other), 0);
    store_close(other);
    assert_true(changed(daemon));
    assert_false(changed(daemon));
    store_close(daemon);
    /* The lock was released with it. */
    assert_int_equal(store_open(&other, temp->url, STORE_EXCLUSIVE, &error), 0);
    store_close(other);
}

/* Opens and closes the file in another process: a fork alone would inherit SQLite's state. */
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
    assert_int_equal(apply_result(standings, &result, false, &change), 0);
    assert_int_equal(store_result_add(store, &result, standings, &change, &seq), 0);
    assert_int_equal(store_commit(store), 0);
}

/* Closing any descriptor of a file drops a process's locks on it. Then the next process to open
 * the file would think itself alone and remove the write-ahead log, and later commits would be
 * lost to all others. */
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

/* A ladder from before each ruleset had its own ratings: the first open rebuilds its cache. */
static void test_older_caches_are_made_anew(void **state)
{
    const struct temp *temp = *state;
    struct store *store;
    struct ladder_error error;
    struct replay replay;
    struct replay_audit audit = {0};
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_false(store_migrated(store));
    assert_int_equal(store_begin(store, true), 0);
    struct standing ann = {.name = "ann"}, bob = {.name = "bob"};
    assert_int_equal(store_bot_add(store, &ann, 1), 0);
    assert_int_equal(store_bot_add(store, &bob, 1), 0);
    replay_init(&replay);
    assert_int_equal(replay_load(&replay, store, NULL, NULL), 0);
    struct ladder_result result = duel("g-1", "ann", "bob", 2);
    struct result_change change;
    int64_t seq;
    assert_int_equal(apply_result(&replay.standings, &result, false, &change), 0);
    change.seats[0].after_milli++; /* as other rules would rate it */
    assert_int_equal(store_result_add(store, &result, &replay.standings, &change, &seq), 0);
    assert_int_equal(store_log_entry_add(store, LOG_ENTRY_BAN, 2, 5, ""), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    sqlite_file_run(
        temp->path,
        "DROP TABLE document; ALTER TABLE action DROP COLUMN text; DROP INDEX bot_account;"
        "DROP INDEX bot_token; ALTER TABLE bot DROP COLUMN account;"
        "ALTER TABLE bot DROP COLUMN stopped; DROP TABLE account; DROP TABLE invite;"
        "ALTER TABLE result DROP COLUMN record_hash; ALTER TABLE program DROP COLUMN rulesets;"
        "PRAGMA user_version = 4");
    assert_int_equal(store_open(&store, temp->url, 0, &error), 0);
    assert_true(store_migrated(store));
    assert_int_equal(replay_upgrade(store, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(replay_recompute(&replay, store, false, &audit), 0);
    assert_int_equal(audit.differ, 0);
    assert_true(replay.standings.bots[1].banned);
    store_rollback(store);
    replay_fini(&replay);
    store_close(store);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--count") == 0)
        return count_results(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_foreign_files_stay_untouched, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_older_caches_are_made_anew, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_newer_and_broken_files_stay_untouched, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_one_process_serves, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_second_connection_keeps_the_locks, temp_setup,
                                        temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
