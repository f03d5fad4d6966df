/* test_sqlite_snapshot.c - the files of snapshots beside a store: leftovers of a killed process,
 * and paths that are no regular files. test_snapshot.c tests every kind of store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "store_place.h"

static void path_of(const struct place *place, const char *ending, char path[128])
{
    snprintf(path, 128, "%s%s", place->temp.path, ending);
}

static int add(struct store *store, const char *text)
{
    return store_snapshot_add(store, 1, 0, (const uint8_t *)text, strlen(text));
}

static void expect(struct store *store, int age, const char *text)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    int status = store_snapshot(store, age, &bytes, &size);
    if (!text) {
        assert_int_equal(status, STORE_NONE);
        return;
    }
    assert_int_equal(status, 0);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    free(bytes);
}

static void a_partial_snapshot_is_not_read(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    char new[128], newest[128], before[128];
    struct stat info, own;
    path_of(place, ".snapshot-new", new);
    path_of(place, ".snapshot", newest);
    path_of(place, ".snapshot-before", before);
    assert_int_equal(add(store, "one"), 0);
    FILE *file = fopen(new, "w"); /* half written */
    assert_non_null(file);
    fputs("half of something that was longer than what comes", file);
    fclose(file);
    expect(store, 0, "one");
    expect(store, 1, NULL);
    assert_int_equal(add(store, "two"), 0);
    expect(store, 0, "two");
    expect(store, 1, "one");
    assert_int_equal(access(new, F_OK), -1);
    assert_int_equal(rename(newest, before), 0); /* killed between the two names */
    expect(store, 0, NULL);
    expect(store, 1, "two");
    assert_int_equal(add(store, "three"), 0);
    expect(store, 0, "three");
    expect(store, 1, "two");
    assert_int_equal(stat(place->temp.path, &own), 0); /* readers of the store may read it */
    assert_int_equal(stat(newest, &info), 0);
    assert_int_equal(info.st_mode & 0777, own.st_mode & 0666);
    store_close(store);
}

static void one_of_two_writers_writes(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    char new[128];
    path_of(place, ".snapshot-new", new);
    assert_int_equal(add(store, "one"), 0);
    int fd = open(new, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0);
    assert_int_equal(add(store, "two"), STORE_FAILED);
    assert_non_null(strstr(store_error(store), ".snapshot-new"));
    expect(store, 0, "one");
    close(fd);
    assert_int_equal(add(store, "two"), 0);
    expect(store, 0, "two");
    store_close(store);
}

static void a_snapshot_that_is_no_file_fails(void **state)
{
    const struct place *place = *state;
    struct store *store = opened(place, 0);
    char new[128], newest[128];
    uint8_t *bytes;
    size_t size;
    path_of(place, ".snapshot-new", new);
    path_of(place, ".snapshot", newest);
    assert_int_equal(mkfifo(newest, 0600), 0); /* a reader would wait for ever */
    assert_int_equal(store_snapshot(store, 0, &bytes, &size), STORE_FAILED);
    assert_non_null(strstr(store_error(store), "not a regular file"));
    assert_int_equal(mkfifo(new, 0600), 0);
    assert_int_equal(add(store, "one"), STORE_FAILED);
    assert_int_equal(unlink(new), 0);
    assert_int_equal(symlink(place->temp.path, new), 0); /* the store is not overwritten */
    assert_int_equal(add(store, "one"), STORE_FAILED);
    assert_int_equal(unlink(new), 0);
    assert_int_equal(add(store, "one"), 0);
    expect(store, 0, "one");
    store_close(store);
    store_close(opened(place, STORE_MUST_EXIST));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_partial_snapshot_is_not_read, setup, teardown),
        cmocka_unit_test_setup_teardown(one_of_two_writers_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(a_snapshot_that_is_no_file_fails, setup, teardown),
    };
    unsetenv("AVONDALE_TEST_STORE");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
