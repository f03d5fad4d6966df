/* test_record_archive.c - parts of the log as files: which results are in which file, and how
 * existing files are handled. With AVONDALE_TEST_STORE=postgresql://...?... from a database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "archived.h"

#include <fcntl.h>
#include <sys/file.h>

static void each_record_is_archived_once(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 3);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_int_equal(archive.from, 1);
    assert_int_equal(archive.to, RETAINED);
    assert_int_equal(archive.records, RETAINED - 1);
    assert_false(archive.there);
    assert_string_equal(strrchr(archive.path, '/'), "/records-000000001-000000012.jsonl.zst");
    struct record_verify_audit audit = archived_verify(place, archive.path);
    assert_string_equal(audit.wrong, "");
    assert_int_equal(audit.results, RETAINED);
    assert_int_equal(audit.records, RETAINED - 1);
    archived_note(place, &archive);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_true(archive.from > archive.to);
}

static void an_archive_ends_at_the_given_time(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 0);
    assert_int_equal(archived_write(place, 0, &archive), 0);
    assert_true(archive.from > archive.to);
    assert_int_equal(archived_write(place, 5, &archive), 0);
    assert_int_equal(archive.to, 5);
    archived_note(place, &archive);
    assert_int_equal(archived_write(place, 7, &archive), 0);
    assert_int_equal(archive.from, 6);
    assert_int_equal(archive.to, 7);
    assert_string_equal(archived_verify(place, archive.path).wrong, "");
}

/* Results of days 1 to 12; a season from day 4 to 8. */
static void each_season_has_files_of_its_own(void **state)
{
    static const struct {
        int64_t from, to;
        const char *season;
    } parts[] = {{1, 3, ""}, {4, 7, "spring"}, {8, RETAINED, ""}};
    const struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 0);
    struct store *store = retained_begin(place, true);
    assert_int_equal(
        store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 1, "spring 345600000 691200000 0 0 -"), 0);
    retained_end(store);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
        assert_int_equal(archive.from, parts[i].from);
        assert_int_equal(archive.to, parts[i].to);
        assert_string_equal(archive.season, parts[i].season);
        assert_int_equal(strstr(archive.path, "-spring.jsonl.zst") != NULL, i == 1);
        assert_string_equal(archived_verify(place, archive.path).wrong, "");
        archived_note(place, &archive);
    }
}

/* The process ended between writing the file and noting it: the file is kept as it is. */
static void a_file_that_is_there_is_kept(void **state)
{
    const struct place *place = *state;
    struct record_archive archive, again;
    size_t size, size_again;
    retained_make(place, 0);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    char *before = archived_read(archive.path, &size);
    assert_int_equal(archived_write(place, INT64_MAX, &again), 0);
    assert_true(again.there);
    assert_int_equal(again.records, RETAINED - 1);
    char *after = archived_read(archive.path, &size_again);
    assert_int_equal(size, size_again);
    assert_memory_equal(before, after, size);
    free(before);
    free(after);
}

static void another_file_is_never_overwritten(void **state)
{
    static const char mine[] = "not an archive";
    const struct place *place = *state;
    struct record_archive archive;
    size_t size;
    retained_make(place, 0);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    archived_store(archive.path, mine, sizeof mine);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), -1);
    assert_false(archive.world);
    assert_non_null(strstr(archive.error, archive.path));
    assert_non_null(strstr(archive.error, "nothing was written"));
    char *after = archived_read(archive.path, &size);
    assert_int_equal(size, sizeof mine);
    assert_memory_equal(after, mine, size);
    free(after);
}

/* To open a pipe would wait for a writer. */
static void a_pipe_in_its_place_is_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 0);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_int_equal(unlink(archive.path), 0);
    assert_int_equal(mkfifo(archive.path, 0600), 0);
    alarm(60);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), -1);
    alarm(0);
    assert_false(archive.world);
    assert_non_null(strstr(archive.error, ".zst: expected a regular file"));
}

/* The partial file of a killed process has another name; while another process holds that file,
 * no process writes. */
static void a_partial_file_is_written_again(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    char part[RECORD_ARCHIVE_PATH + 8];
    retained_make(place, 0);
    snprintf(part, sizeof part, "%s/records-000000001-000000012.jsonl.zst.part", place->temp.dir);
    archived_store(part, "half of a file that is longer than all of it will be, maybe", 60);
    int fd = open(part, O_RDWR);
    assert_true(fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), -1);
    assert_non_null(strstr(archive.error, "another process writes it"));
    assert_int_equal(close(fd), 0);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_string_equal(archived_verify(place, archive.path).wrong, "");
    assert_int_not_equal(access(part, F_OK), 0);
}

/* Writes and notes the next archive, and compares it. */
static struct record_archive next_archive(const struct place *place, int from, int to, int done)
{
    struct record_archive archive;
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_int_equal(archive.from, from);
    assert_int_equal(archive.to, to);
    assert_int_equal(archive.done, done);
    assert_int_equal(archive.left_out.count, done - to);
    if (to >= from)
        assert_string_equal(archived_verify(place, archive.path).wrong, "");
    assert_int_equal(retained_archived(place, archive.from, archive.done), 0);
    return archive;
}

/* Each file is one that verifies; what is in none of them is named. */
static void wrong_records_are_left_out(void **state)
{
    struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 2);
    retained_damage(place, 2);
    sql(place, "DELETE FROM packed_record WHERE seq = 7 OR seq = 8 OR seq = 12");
    archive = next_archive(place, 1, 1, 2);
    assert_string_equal(archive.left_out.first, "result g-2 (number 2): its record is damaged");
    archive = next_archive(place, 3, 6, 8);
    assert_int_equal(archive.records, 3);
    assert_string_equal(archive.left_out.first, "result g-7 (number 7): its record was taken out");
    archive = next_archive(place, 9, 11, 12);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_true(archive.from > archive.to);

    fresh(place);
    retained_make(place, 0);
    assert_int_equal(retained_drop(place, 5, true), 4);
    archive = next_archive(place, 1, 0, 3);
    assert_string_equal(archive.left_out.first,
                        "result g-1 (number 1): its record was deleted before it was archived");
    (void)next_archive(place, 4, 4, 5);
    (void)next_archive(place, 6, RETAINED, RETAINED);
}

static void a_directory_that_is_not_there_is_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 0);
    struct store *store = retained_begin(place, false);
    assert_int_equal(record_archive_next(&archive, store, INT64_MAX), 0);
    assert_int_equal(record_archive_write(&archive, store, "/nowhere/at/all"), -1);
    assert_true(archive.world);
    assert_non_null(strstr(archive.error, "/nowhere/at/all"));
    retained_end(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_record_is_archived_once, setup, teardown),
        cmocka_unit_test_setup_teardown(an_archive_ends_at_the_given_time, setup, teardown),
        cmocka_unit_test_setup_teardown(each_season_has_files_of_its_own, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_that_is_there_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(another_file_is_never_overwritten, setup, teardown),
        cmocka_unit_test_setup_teardown(a_pipe_in_its_place_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(a_partial_file_is_written_again, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_records_are_left_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_directory_that_is_not_there_is_named, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
