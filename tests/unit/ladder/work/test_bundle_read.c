/* test_bundle_read.c - one file of an archive. */
#include "bundled.h"

static size_t archive_of(char *bytes, size_t max, const char *path, const char *text)
{
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    size_t size = 0;

    archive_write_add_filter_gzip(archive);
    assert_int_equal(archive_write_set_format_ustar(archive), ARCHIVE_OK);
    assert_int_equal(archive_write_open_memory(archive, bytes, max, &size), ARCHIVE_OK);
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)strlen(text));
    assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
    archive_write_data(archive, text, strlen(text));
    assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
    archive_entry_free(entry);
    archive_write_free(archive);
    return size;
}

static void one_file_is_read(void **state)
{
    static char bytes[65536], text[16];
    char error[BUNDLE_ERROR_BYTES];
    size_t length, size = archive_of(bytes, sizeof bytes, "././a.ini", "start = 1");
    const uint8_t *at = (const uint8_t *)bytes;

    (void)state;
    assert_int_equal(bundle_read(at, size, "a.ini", text, sizeof text, &length, error), 0);
    assert_int_equal(length, 9);
    assert_memory_equal(text, "start = 1", 9);
    assert_int_equal(bundle_read(at, size, "a.ini", text, 10, &length, error), 0);
    assert_int_equal(bundle_read(at, size, "a.ini", text, 9, &length, error), BUNDLE_REFUSED);
    assert_string_equal(error, "a.ini: it is too long");
    assert_int_equal(bundle_read(at, size, "b.ini", text, 9, &length, error), BUNDLE_REFUSED);
    assert_string_equal(error, "b.ini: it is missing at the top of the archive");
    size = archive_of(bytes, sizeof bytes, "sub/a.ini", "start = 1");
    assert_int_equal(bundle_read(at, size, "a.ini", text, 9, &length, error), BUNDLE_REFUSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_file_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
