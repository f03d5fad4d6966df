/* test_bundle.c - directories to archives and back; malformed archives. */
#include "bundled.h"

static const char *in(struct place *place, const char *name)
{
    snprintf(place->path, sizeof place->path, "%s/%s", place->top, name);
    return place->path;
}

static void put(struct place *place, const char *name, const char *text, mode_t mode)
{
    FILE *file = fopen(in(place, name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(place->path, mode), 0);
}

static void make(struct place *place, const char *name)
{
    assert_int_equal(mkdir(in(place, name), 0700), 0);
}

/* ---- to an archive and back */

static void test_a_directory_round_trips(void **state)
{
    struct place *place = *state;
    char from[128], to[128], text[64] = "";
    uint8_t *bytes, *again;
    size_t size, size_again;
    struct stat info;
    make(place, "from");
    make(place, "from/data");
    make(place, "from/empty");
    put(place, "from/bot", "#!/bin/sh\necho hello\n", 0700);
    put(place, "from/data/book.txt", "a book", 0600);
    snprintf(from, sizeof from, "%s", in(place, "from"));
    assert_int_equal(bundle_pack(from, &bytes, &size, place->error), 0);
    /* Times and owners do not matter, and neither do the group's permissions. */
    put(place, "from/data/book.txt", "a book", 0664);
    assert_int_equal(bundle_pack(from, &again, &size_again, place->error), 0);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, again, size);
    free(again);
    put(place, "from/data/book.txt", "a Book", 0664);
    assert_int_equal(bundle_pack(from, &again, &size_again, place->error), 0);
    assert_memory_not_equal(bytes, again, size);
    free(again);

    make(place, "to");
    snprintf(to, sizeof to, "%s", in(place, "to"));
    assert_int_equal(bundle_unpack(bytes, size, BUNDLE_BYTES_MAX, to, place->error), 0);
    FILE *file = fopen(in(place, "to/data/book.txt"), "r");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), 6);
    fclose(file);
    assert_string_equal(text, "a book");
    assert_int_equal(stat(in(place, "to/bot"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0555);
    assert_int_equal(stat(in(place, "to/data/book.txt"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0444);
    assert_int_equal(stat(in(place, "to/empty"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0555);
    assert_int_equal(stat(to, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0555);
    /* A second time into the same place: no file is overwritten. */
    assert_int_equal(bundle_unpack(bytes, size, BUNDLE_BYTES_MAX, to, place->error),
                     BUNDLE_REFUSED);
    free(bytes);
}

static void test_other_files_are_not_packed(void **state)
{
    struct place *place = *state;
    char from[128];
    uint8_t *bytes;
    size_t size;
    make(place, "from");
    snprintf(from, sizeof from, "%s", in(place, "from"));
    assert_int_equal(bundle_pack(from, &bytes, &size, place->error), BUNDLE_REFUSED);
    assert_non_null(strstr(place->error, "nothing in it"));
    assert_int_equal(symlink("/etc/passwd", in(place, "from/link")), 0);
    assert_int_equal(bundle_pack(from, &bytes, &size, place->error), BUNDLE_REFUSED);
    assert_non_null(strstr(place->error, "from/link: only files"));
    unlink(in(place, "from/link"));
    assert_int_equal(mkfifo(in(place, "from/pipe"), 0600), 0);
    assert_int_equal(bundle_pack(from, &bytes, &size, place->error), BUNDLE_REFUSED);
    assert_int_equal(bundle_pack(in(place, "none"), &bytes, &size, place->error), BUNDLE_REFUSED);
    assert_null(bytes);
}

static void made_begin(struct made *made, int gzip)
{
    made->archive = archive_write_new();
    archive_write_set_format_pax_restricted(made->archive);
    if (gzip)
        archive_write_add_filter_gzip(made->archive);
    archive_write_set_bytes_in_last_block(made->archive, 1);
    assert_int_equal(
        archive_write_open_memory(made->archive, made->bytes, sizeof made->bytes, &made->size),
        ARCHIVE_OK);
}

static void made_entry(struct made *made, const char *name, unsigned type, const char *target,
                       const char *hard, size_t size)
{
    struct archive_entry *entry = archive_entry_new();
    static const char zeros[4096];
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 06755);
    archive_entry_set_size(entry, (la_int64_t)size);
    if (target)
        archive_entry_set_symlink(entry, target);
    if (hard)
        archive_entry_set_hardlink(entry, hard);
    assert_int_equal(archive_write_header(made->archive, entry), ARCHIVE_OK);
    for (size_t at = 0; at < size; at += sizeof zeros)
        archive_write_data(made->archive, zeros,
                           size - at < sizeof zeros ? size - at : sizeof zeros);
    archive_entry_free(entry);
}

static void made_end(struct made *made)
{
    archive_write_close(made->archive);
    archive_write_free(made->archive);
}

/* Refused with these words, when it is read and when it is unpacked; no file is written outside. */
static void refused(struct place *place, const struct made *made, int64_t bytes_max,
                    const char *words)
{
    char to[128];
    snprintf(to, sizeof to, "%s/to", place->top);
    mkdir(to, 0755);
    assert_int_equal(bundle_unpack(made->bytes, made->size, bytes_max, NULL, place->error),
                     BUNDLE_REFUSED);
    if (!strstr(place->error, words))
        fail_msg("'%s' does not say '%s'", place->error, words);
    assert_int_equal(bundle_unpack(made->bytes, made->size, bytes_max, to, place->error),
                     BUNDLE_REFUSED);
    assert_int_not_equal(access(in(place, "out"), F_OK), 0);
    assert_int_not_equal(access("/tmp/avondale-test-out", F_OK), 0);
}

static void test_paths_out_of_the_archive_are_refused(void **state)
{
    struct place *place = *state;
    struct made *made = calloc(1, sizeof *made);
    static const char *const names[] = {"../out",     "a/../../out", "/tmp/avondale-test-out",
                                        "a/b/../c",   "line\nfeed",  "..",
                                        "back\\slash"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        made_begin(made, 0);
        made_entry(made, names[i], AE_IFREG, NULL, NULL, 3);
        made_end(made);
        refused(place, made, 1 << 20, "must stay inside");
    }
    made_begin(made, 0);
    made_entry(made, "link", AE_IFLNK, "..", NULL, 0);
    made_entry(made, "link/out", AE_IFREG, NULL, NULL, 3);
    made_end(made);
    refused(place, made, 1 << 20, "link: there may be files and directories only");
    made_begin(made, 0);
    made_entry(made, "hard", AE_IFREG, NULL, "/etc/passwd", 0);
    made_end(made);
    refused(place, made, 1 << 20, "hard: there may be");
    static const unsigned types[] = {AE_IFCHR, AE_IFBLK, AE_IFIFO};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        made_begin(made, 0);
        made_entry(made, "device", types[i], NULL, NULL, 0);
        made_end(made);
        refused(place, made, 1 << 20, "device: there may be");
    }
    free(made);
}

static void test_large_archives_are_refused(void **state)
{
    struct place *place = *state;
    struct made *made = calloc(1, sizeof *made);
    made_begin(made, 1); /* two megabytes in a few kilobytes */
    made_entry(made, "bomb", AE_IFREG, NULL, NULL, 2 << 20);
    made_end(made);
    assert_true(made->size < 16384);
    refused(place, made, 1 << 20, "more than 1 MiB");
    assert_int_equal(bundle_unpack(made->bytes, made->size, 2 << 20, NULL, place->error), 0);
    made_begin(made, 1);
    for (int i = 0; i < BUNDLE_ENTRIES_MAX + 1; i++) {
        char name[16];
        snprintf(name, sizeof name, "d%d", i);
        made_entry(made, name, AE_IFDIR, NULL, NULL, 0);
    }
    made_end(made);
    refused(place, made, 1 << 20, "more than 10000 files");
    free(made);
}

static void test_other_bytes_are_refused(void **state)
{
    struct place *place = *state;
    struct made *made = calloc(1, sizeof *made);
    made_begin(made, 0);
    made_entry(made, "./bot", AE_IFREG, NULL, NULL, 5000);
    made_entry(made, "other", AE_IFREG, NULL, NULL, 1);
    made_end(made);
    assert_int_equal(bundle_unpack(made->bytes, made->size, 1 << 20, NULL, place->error), 0);
    make(place, "once");
    char to[128];
    snprintf(to, sizeof to, "%s", in(place, "once"));
    assert_int_equal(bundle_unpack(made->bytes, made->size, 1 << 20, to, place->error), 0);
    assert_int_equal(access(in(place, "once/bot"), X_OK), 0);
    struct stat info;
    assert_int_equal(stat(in(place, "once/bot"), &info), 0);
    assert_int_equal(info.st_mode & 07000, 0); /* the set-user-id bit is dropped */
    /* Truncated or altered anywhere, it is refused or unpacks as described: it never crashes. */
    for (size_t size = 0; size < 5500; size += 97) {
        uint8_t *copy = malloc(size + 1);
        memcpy(copy, made->bytes, size);
        assert_int_equal(bundle_unpack(copy, size, 1 << 20, NULL, place->error), BUNDLE_REFUSED);
        free(copy);
    }
    memset(made->bytes, 'x', 600);
    assert_int_equal(bundle_unpack(made->bytes, made->size, 1 << 20, NULL, place->error),
                     BUNDLE_REFUSED);
    free(made);
}

/* Archives that two programs could unpack differently. */
static void test_names_that_clash(void **state)
{
    static const struct {
        const char *first, *second;
        unsigned first_type, second_type;
        const char *words; /* NULL: it is valid */
    } cases[] = {
        {"same", "same", AE_IFREG, AE_IFREG, "same: the name is there twice"},
        {"same", "./same", AE_IFREG, AE_IFREG, "same: the name is there twice"},
        {"a/b", "a//b", AE_IFREG, AE_IFREG, "a/b: the name is there twice"},
        {"a", "a/b", AE_IFREG, AE_IFREG, "a: the name is there twice"},
        {"a/b", "a", AE_IFREG, AE_IFREG, "a: the name is there twice"},
        {"a", "a", AE_IFDIR, AE_IFREG, "a: the name is there twice"},
        {"a", "a", AE_IFREG, AE_IFDIR, "a: the name is there twice"},
        {"a", "a/", AE_IFDIR, AE_IFDIR, "a: the name is there twice"},
        {"a", "a/b", AE_IFDIR, AE_IFREG, NULL},
        {"a/b", "a", AE_IFREG, AE_IFDIR, NULL}, /* a directory after its content */
        {"a/b", "a/c", AE_IFREG, AE_IFREG, NULL},
        {"a", "A", AE_IFREG, AE_IFREG, NULL},
    };
    struct place *place = *state;
    struct made *made = calloc(1, sizeof *made);

    for (size_t i = 0; i < 2 * (sizeof cases / sizeof cases[0]); i++) {
        const char *words = cases[i / 2].words;
        made_begin(made, i % 2);
        made_entry(made, cases[i / 2].first, cases[i / 2].first_type, NULL, NULL,
                   cases[i / 2].first_type == AE_IFREG ? 3 : 0);
        made_entry(made, cases[i / 2].second, cases[i / 2].second_type, NULL, NULL,
                   cases[i / 2].second_type == AE_IFREG ? 3 : 0);
        made_end(made);
        if (!words)
            assert_int_equal(bundle_unpack(made->bytes, made->size, 1 << 20, NULL, place->error),
                             0);
        else
            refused_look(place, made, words);
    }
    free(made);
}

static void test_through_the_store(void **state)
{
    struct place *place = *state;
    struct ladder_error error;
    struct work *work;
    char url[160], from[128], cache[128], hash[WORK_HASH_DIGITS + 1], other[WORK_HASH_DIGITS + 1];
    char unpacked[256];
    make(place, "from");
    put(place, "from/bot", "x", 0700);
    snprintf(from, sizeof from, "%s", in(place, "from"));
    snprintf(cache, sizeof cache, "%s", in(place, "cache"));
    snprintf(url, sizeof url, "sqlite:%s", in(place, "store.db"));
    assert_int_equal(work_open(&work, url, false, NULL, &error), 0);
    assert_int_equal(bundle_put(work, from, hash, place->error), 0);
    assert_int_equal(bundle_put(work, from, hash, place->error), BUNDLE_THERE);
    put(place, "note", "no archive", 0600);
    assert_int_equal(bundle_put(work, in(place, "note"), other, place->error), BUNDLE_REFUSED);
    for (int i = 0; i < 2; i++) { /* from the store, then from the cache */
        assert_int_equal(bundle_fetch(work, hash, cache, place->error), 0);
        snprintf(unpacked, sizeof unpacked, "%s/%s/bot", cache, hash);
        assert_int_equal(access(unpacked, X_OK), 0);
    }
    hash[5] = hash[5] == '0' ? '1' : '0';
    assert_int_equal(bundle_fetch(work, hash, cache, place->error), BUNDLE_REFUSED);
    assert_non_null(strstr(place->error, "not in the store"));
    assert_int_equal(bundle_fetch(work, "../../x", cache, place->error), BUNDLE_REFUSED);
    work_close(work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_directory_round_trips, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_files_are_not_packed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_paths_out_of_the_archive_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_large_archives_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_bytes_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names_that_clash, setup, teardown),
        cmocka_unit_test_setup_teardown(test_through_the_store, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
