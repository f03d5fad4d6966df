/* test_sqlite_tail.c - opening a daemon's file shows that results were lost: a write-ahead log
 * that was damaged, truncated or removed. */
#include "ladder.h"
#include "store/store.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "ladder_temp.h"

enum { RESULTS = 30, FRAME = 24 + 4096, LOG_MAX = 8 << 20 };

static void done(void *context, const struct ladder_done *told)
{
    *(int *)context += told->status == 0;
}

/* A daemon in its own process stores results from `first` on, one transaction each, and is
 * killed. */
static void play(const struct temp *temp, int first)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        struct ladder *ladder = NULL;
        struct ladder_error error;
        int stored = 0;
        if (writer_open(&ladder, temp->url, true, &error))
            _exit(2);
        for (int i = first; i < first + RESULTS; i++) {
            char game[32];
            snprintf(game, sizeof game, "g-%d", i);
            struct ladder_result result = duel(game, "ann", "bob", i % 3);
            if (writer_queue_submit(ladder, &result, done, &stored))
                _exit(3);
            writer_queue_wait(ladder);
            writer_queue_dispatch(ladder);
        }
        _exit(stored == RESULTS ? 0 : 4);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
}

static void log_path(const struct temp *temp, char path[128])
{
    snprintf(path, 128, "%s-wal", temp->path);
}

static off_t log_size(const struct temp *temp)
{
    char path[128];
    struct stat info;
    log_path(temp, path);
    assert_int_equal(stat(path, &info), 0);
    return info.st_size;
}

static void damage_byte(const struct temp *temp, off_t at)
{
    char path[128];
    uint8_t byte = 0;
    log_path(temp, path);
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0 && pread(fd, &byte, 1, at) == 1);
    byte ^= 0x40;
    assert_true(pwrite(fd, &byte, 1, at) == 1);
    close(fd);
}

/* Opens it as a daemon does, and puts its message into `damage`. Returns the number of results. */
static int open_again(const struct temp *temp, char damage[256])
{
    struct ladder *ladder = temp_ladder(temp, true);
    struct ladder_game games[2 * RESULTS];
    int count = 0;

    snprintf(damage, 256, "%s", writer_damage(ladder));
    count = writer_view_recent(ladder, games, 2 * RESULTS);
    writer_close(ladder);
    return count;
}

static void a_whole_log_is_accepted(void **state)
{
    const struct temp *temp = *state;
    char damage[256];

    play(temp, 0);
    assert_int_equal(open_again(temp, damage), RESULTS); /* after a crash */
    assert_string_equal(damage, "");
    assert_int_equal(open_again(temp, damage), RESULTS); /* after a close: the log is gone */
    assert_string_equal(damage, "");
    play(temp, RESULTS);
    /* A write that a power cut interrupted is torn, and no bot has received its result. */
    char path[128];
    log_path(temp, path);
    int fd = open(path, O_WRONLY | O_APPEND);
    uint8_t torn[FRAME / 2] = {1};
    assert_true(fd >= 0 && write(fd, torn, sizeof torn) == (ssize_t)sizeof torn);
    close(fd);
    assert_int_equal(open_again(temp, damage), 2 * RESULTS);
    assert_string_equal(damage, "");
}

static void a_damaged_log_is_detected(void **state)
{
    const struct temp *temp = *state;
    char damage[256];
    int lost = 0;

    play(temp, 0);
    damage_byte(temp, log_size(temp) / 2);
    int left = open_again(temp, damage);
    assert_true(left < RESULTS && left > 0);
    assert_non_null(strstr(damage, "the log of writes is damaged after "));
    assert_int_equal(sscanf(strstr(damage, " frames: "), " frames: %d transactions", &lost), 1);
    assert_int_equal(lost, RESULTS - left);
    char words[80];
    snprintf(words, sizeof words, "results %d to %d were stored and sent", left + 1, RESULTS);
    assert_non_null(strstr(damage, words));
    assert_int_equal(open_again(temp, damage),
                     left); /* and not forgotten before a new result is stored */
    assert_non_null(strstr(damage, words));
    play(temp, RESULTS);
    assert_int_equal(open_again(temp, damage), left + RESULTS);
    assert_string_equal(damage, "");
}

static void every_part_of_the_log_counts(void **state)
{
    const struct temp *temp = *state;
    char path[128], copy[128], kept_path[128], damage[256], *log = malloc(LOG_MAX),
                                                            *kept = malloc(LOG_MAX);

    play(temp, 0);
    log_path(temp, path);
    off_t size = log_size(temp);
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && read(fd, log, LOG_MAX) == size);
    close(fd);
    snprintf(copy, sizeof copy, "%s", temp->path);
    fd = open(copy, O_RDONLY);
    ssize_t kept_size = read(fd, kept, LOG_MAX);
    close(fd);
    snprintf(kept_path, sizeof kept_path, "%s-shm", temp->path);
    /* The header, the head of a frame, a page; and the last frame, whose loss only the number
     * shows. */
    const off_t places[] = {9, 17, 25, 32 + 5, 32 + 20, 32 + 500, size - FRAME + 17, size - 9};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        fd = open(copy, O_WRONLY | O_TRUNC);
        assert_true(write(fd, kept, (size_t)kept_size) == kept_size);
        close(fd);
        fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        assert_true(write(fd, log, (size_t)size) == size);
        close(fd);
        unlink(kept_path);
        damage_byte(temp, places[i]);
        assert_true(open_again(temp, damage) < RESULTS);
        if (!strstr(damage, "were stored and sent, and are missing"))
            fail_msg("byte %ld: '%s'", (long)places[i], damage);
    }
    free(log);
    free(kept);
}

static void a_missing_log_is_detected(void **state)
{
    const struct temp *temp = *state;
    char path[128], damage[256];

    play(temp, 0);
    log_path(temp, path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(open_again(temp, damage), 0);
    assert_non_null(strstr(damage, "results 1 to 30 were stored and sent, and are missing"));
}

/* A file that was put in its place, with other results under the same numbers. */
static void another_file_is_detected(void **state)
{
    const struct temp *temp = *state;
    char damage[256];

    play(temp, 0);
    assert_int_equal(open_again(temp, damage), RESULTS);
    unlink(temp->path);
    char lock[128], aside[128];
    snprintf(lock, sizeof lock, "%s.lock", temp->path);
    snprintf(aside, sizeof aside, "%s.aside", temp->path);
    assert_int_equal(rename(lock, aside), 0);
    play(temp, 1000);
    assert_int_equal(rename(aside, lock), 0);
    assert_int_equal(open_again(temp, damage), RESULTS);
    assert_non_null(strstr(damage, "result 30 is not the one that was sent"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, temp_setup, temp_teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_whole_log_is_accepted),      TEST(a_damaged_log_is_detected),
        TEST(every_part_of_the_log_counts), TEST(a_missing_log_is_detected),
        TEST(another_file_is_detected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
