/* test_record_verify.c - an archive that differs from the log in any way is found and named.
 * With AVONDALE_TEST_STORE=postgresql://...?... against a database. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "archived.h"

/* The records are gone from the store, so only the chain can show the difference. */
static void archive_and_drop(const struct place *place, int old, struct record_archive *archive)
{
    retained_make(place, old);
    assert_int_equal(archived_write(place, INT64_MAX, archive), 0);
    archived_note(place, archive);
    assert_int_equal(retained_drop(place, RETAINED, false), RETAINED - 1 - old);
    assert_string_equal(archived_verify(place, archive->path).wrong, "");
}

/* Replaces one text by another of the same length: the file is well-formed, but wrong. */
static void forged(const struct place *place, const struct record_archive *archive,
                   const char *text, const char *other, const char *line)
{
    char *whole = archived_text(archive->path), *forged = strdup(whole);
    char *at = strstr(forged, text);
    assert_non_null(at);
    assert_int_equal(strlen(text), strlen(other));
    memcpy(at, other, strlen(other));
    archived_text_store(archive->path, forged);
    struct record_verify_audit audit = archived_verify(place, archive->path);
    if (!strstr(audit.wrong, archive->path) || !strstr(audit.wrong, line))
        fail_msg("%s -> %s: %s", text, other, audit.wrong);
    archived_text_store(archive->path, whole);
    assert_string_equal(archived_verify(place, archive->path).wrong, "");
    free(whole);
    free(forged);
}

static void every_forgery_is_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    archive_and_drop(place, 2, &archive);
    forged(place, &archive, "avondale-records/1", "avondale-records/2", "line 1:");
    forged(place, &archive, "\"to\":12", "\"to\":11", "line 1:");
    forged(place, &archive, "\"from\":1,", "\"from\":2,", "line 1:");
    forged(place, &archive, "\"seq\":1,", "\"seq\":3,", "line 2:");
    forged(place, &archive, "{\\\"game\\\":\\\"g-1\\\"}", "{\\\"game\\\":\\\"g-9\\\"}", "line 2:");
    forged(place, &archive, "{\\\"game\\\":\\\"g-8\\\"}", "{\\\"game\\\":\\\"g-9\\\"}", "line 9:");
    forged(place, &archive, "\"record\":null", "\"record\":\"ab\"", "line 5:");
    forged(place, &archive, "\"game\":\"g-7\"", "\"game\":\"g-x\"", "line 8:");
    forged(place, &archive, "\"wall_msec\":864000000,", "\"wall_msec\":864000001,", "line 11:");
    forged(place, &archive, "\"record_sha256\":\"", "\"record_sha257\":\"", "line 4:");
}

/* The first line is compared as a whole; a season, with those of the log. */
static void another_first_line_is_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    retained_make(place, 0);
    struct store *store = retained_begin(place, true);
    assert_int_equal(
        store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 1, "spring 0 1728000000 0 0 -"), 0);
    assert_int_equal(
        store_log_entry_add(store, LOG_ENTRY_SEASON, 0, 2, "autumn 1728000000 1828000000 0 0 -"),
        0);
    retained_end(store);
    assert_int_equal(archived_write(place, INT64_MAX, &archive), 0);
    assert_string_equal(archive.season, "spring");
    assert_string_equal(archived_verify(place, archive.path).wrong, "");
    forged(place, &archive, "\"season\":\"spring\"", "\"season\":\"autumn\"", "line 1: season");
    forged(place, &archive, "\"season\":\"spring\"", "\"season\":\"sprung\"", "line 1: season");
    forged(place, &archive, "\"season\":\"spring\"", "\"season\":\"\",\"b\":1", "line 1: expected");
    forged(place, &archive, "\"season\":\"spring\"", "\"seasoN\":\"spring\"", "line 1: expected");
}

static void a_record_that_is_left_out_is_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    archive_and_drop(place, 0, &archive);
    char *text = archived_text(archive.path);
    char *from = strstr(text, "\"{\\\"game\\\":\\\"g-8\\\"}\"");
    assert_non_null(from);
    char *to = from + strlen("\"{\\\"game\\\":\\\"g-8\\\"}\"");
    memcpy(from, "null", 4);
    memmove(from + 4, to, strlen(to) + 1);
    archived_text_store(archive.path, text);
    struct record_verify_audit audit = archived_verify(place, archive.path);
    assert_non_null(strstr(audit.wrong, "line 9:"));
    assert_non_null(strstr(audit.wrong, "g-8"));
    free(text);
}

static void lines_that_are_missing_or_more_are_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    archive_and_drop(place, 0, &archive);
    char *whole = archived_text(archive.path);
    char *text = calloc(2, strlen(whole) + 2);
    size_t length = strlen(whole);
    assert_non_null(text);
    for (int i = 0; i < 4; i++) {
        strcpy(text, whole);
        char *line = strstr(text, i == 0 ? "{\"kind\":\"result\",\"seq\":12," /* the last */
                                         : "{\"kind\":\"result\",\"seq\":6,");
        assert_non_null(line);
        if (i == 0)
            *line = '\0';
        else if (i == 1)
            memmove(line, strchr(line, '\n') + 1, strlen(strchr(line, '\n') + 1) + 1);
        else if (i == 2)
            memcpy(text + length, strstr(whole, "{\"kind\":\"result\",\"seq\":12,"),
                   strlen(strstr(whole, "{\"kind\":\"result\",\"seq\":12,")) + 1);
        else
            text[length - 1] = '\0'; /* half a line */
        archived_text_store(archive.path, text);
        assert_non_null(strstr(archived_verify(place, archive.path).wrong, archive.path));
    }
    free(text);
    free(whole);
}

/* Each byte of the file, and each truncation. */
static void damage_is_named(void **state)
{
    const struct place *place = *state;
    struct record_archive archive;
    size_t size, step = place->server ? 131 : 13; /* a file is the same beside each kind of store */
    archive_and_drop(place, 0, &archive);
    char *bytes = archived_read(archive.path, &size);
    for (size_t i = 0; i < size; i += step) {
        bytes[i] ^= 0x10;
        archived_store(archive.path, bytes, size);
        bytes[i] ^= 0x10;
        /* A few bits of a frame's header have no meaning to a reader: then the content is
         * unchanged. */
        struct record_verify_audit audit = archived_verify(place, archive.path);
        assert_true(strstr(audit.wrong, archive.path) || audit.records == RETAINED - 1);
    }
    for (size_t i = 0; i < size; i += 2 * step + 3) {
        archived_store(archive.path, bytes, i);
        assert_non_null(strstr(archived_verify(place, archive.path).wrong, archive.path));
    }
    free(bytes);
}

static void an_archive_of_another_log_is_named(void **state)
{
    struct place *place = *state;
    struct record_archive archive;
    archive_and_drop(place, 0, &archive);
    fresh(place);
    retained_make(place, 1); /* one link has another form */
    assert_non_null(strstr(archived_verify(place, archive.path).wrong, "line 1:"));
}

static void unarchived_records_are_counted(void **state)
{
    const struct place *place = *state;
    struct record_verify_range ranges[] = {{1, 2}, {6, 7}};
    struct record_verify_missing missing;
    retained_make(place, 1);
    assert_int_equal(retained_archived(place, 1, 6), 0);
    assert_int_equal(retained_drop(place, 8, true), 6); /* 2, 3, 5, 6, 7, 8 */
    struct store *store = retained_begin(place, false);
    assert_int_equal(record_verify_missing(store, ranges, 2, &missing), 0);
    assert_int_equal(missing.left, 3); /* 3, 5 and 8 */
    assert_int_equal(missing.first, 3);
    assert_int_equal(missing.archived, 2);
    ranges[0].to = 8;
    assert_int_equal(record_verify_missing(store, ranges, 1, &missing), 0);
    assert_int_equal(missing.left, 0);
    retained_end(store);
}

static void a_file_that_is_not_there_is_named(void **state)
{
    const struct place *place = *state;
    struct record_verify_audit audit;
    retained_make(place, 0);
    struct store *store = retained_begin(place, false);
    assert_int_equal(record_verify(store, "/nowhere/archive", &audit), -1);
    assert_non_null(strstr(audit.wrong, "/nowhere/archive: No such file"));
    retained_end(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_forgery_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(another_first_line_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(a_record_that_is_left_out_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_that_are_missing_or_more_are_named, setup, teardown),
        cmocka_unit_test_setup_teardown(damage_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(an_archive_of_another_log_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(unarchived_records_are_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(a_file_that_is_not_there_is_named, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
