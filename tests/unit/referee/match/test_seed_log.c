/* test_seed_log.c - commitments and seeds of a tournament's sessions on disk. */
#include "match/seed_log.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char top[] = "/tmp/avondale-seed-log-XXXXXX", path[64];
static const uint8_t one[FAIR_BYTES] = {1, 2, 3}, two[FAIR_BYTES] = {9};

static void put(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool holds(const char *text)
{
    char found[4096] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(found, 1, sizeof found - 1, file);
    found[size] = '\0';
    fclose(file);
    return strstr(found, text) != NULL;
}

static void a_revealed_seed_is_on_disk(void **state)
{
    static struct seed_log log, read;
    char hex[2 * FAIR_BYTES + 1];
    struct stat info;
    (void)state;

    unlink(path);
    assert_int_equal(seed_log_read(&log, path), 0);
    assert_int_equal(log.count, 0);
    hex_encode(one, FAIR_BYTES, hex);
    seed_log_begin(&log, 0, one);
    assert_int_equal(seed_log_write(&log, path), 0);
    assert_false(holds("010203"));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(seed_log_read(&read, path), 0);
    assert_int_equal(read.count, 1);
    assert_false(read.sessions[0].known);
    assert_true(seed_log_is_last(&read, one));
    assert_false(seed_log_is_last(&read, two));

    seed_log_begin(&read, 0, one); /* the same seed again is not another session */
    assert_int_equal(read.count, 1);
    seed_log_begin(&read, 7, two);
    seed_log_reveal(&read, two);
    assert_int_equal(seed_log_write(&read, path), 0);
    assert_false(holds(hex));
    assert_int_equal(seed_log_read(&log, path), 0);
    assert_int_equal(log.count, 2);
    assert_int_equal(log.sessions[1].block, 7);
    assert_ptr_equal(seed_log_find(&log, 6), &log.sessions[0]);
    assert_ptr_equal(seed_log_find(&log, 7), &log.sessions[1]);
    assert_true(log.sessions[1].known && !log.sessions[0].known);
    assert_memory_equal(log.sessions[1].seed, two, FAIR_BYTES);
    seed_log_reveal(&log, two);
    assert_true(seed_log_is_last(&log, two));
}

static void the_seed_alone_is_a_session(void **state)
{
    static struct seed_log log;
    char hex[2 * FAIR_BYTES + 1];
    (void)state;

    hex_encode(one, FAIR_BYTES, hex);
    put(hex);
    assert_int_equal(seed_log_read(&log, path), 0);
    assert_int_equal(log.count, 1);
    assert_true(seed_log_is_last(&log, one));
}

static void malformed_logs_are_refused(void **state)
{
    static const char *const bad[] = {"x\n", "0 12 -\n", "-1 00 -\n", "0 zz zz\n", "0\n", "\n"};
    static struct seed_log log;
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put(bad[i]);
        assert_int_equal(seed_log_read(&log, path), -1);
        assert_int_equal(errno, EBADMSG);
    }
}

static void many_sessions_keep_the_last(void **state)
{
    static struct seed_log log;
    uint8_t seed[FAIR_BYTES] = {0};
    (void)state;

    log.count = 0;
    for (int i = 0; i < SEED_LOG_MAX + 20; i++) {
        seed[0] = (uint8_t)i;
        seed[1] = (uint8_t)(i >> 8);
        seed_log_begin(&log, i, seed);
    }
    assert_int_equal(log.count, SEED_LOG_MAX);
    assert_true(seed_log_is_last(&log, seed));
    assert_int_equal(seed_log_write(&log, path), 0);
    assert_int_equal(seed_log_read(&log, path), 0);
    assert_int_equal(log.count, SEED_LOG_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_revealed_seed_is_on_disk),
        cmocka_unit_test(the_seed_alone_is_a_session),
        cmocka_unit_test(malformed_logs_are_refused),
        cmocka_unit_test(many_sessions_keep_the_last),
    };
    if (!mkdtemp(top))
        return 1;
    snprintf(path, sizeof path, "%s/seed", top);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(top);
    return failed;
}
