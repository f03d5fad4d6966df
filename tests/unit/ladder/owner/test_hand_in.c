/* test_hand_in.c - programs over HTTP: who may hand one in, which are refused with nothing kept,
 * and what owners and others see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "handed_in.h"
#include "ladder.h"
#include "owner/intake.h"

#include <sys/sysmacros.h>

static void an_owner_hands_in_and_reads(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good, other;
    char ann[65], bob[65];
    struct ladder_bot bot;

    handed_owner(fixture, ann);
    handed_owner(fixture, bob);
    handed_make(&good, handed_manifest, NULL);
    handed_make(&other, "[bot]\nstart = ./bot --other\n", NULL);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &good), 201);
    assert_non_null(
        strstr(reply, "{\"name\":\"friend\",\"version\":\"1\",\"state\":\"received\"}"));
    assert_true(writer_view_bot(fixture->ladder, "friend", &bot));
    assert_true(bot.has_token); /* a token that nobody knows: no other bot gets the name */
    assert_string_equal(bot.owner, bot.account);
    assert_int_equal(handed_archives(fixture), 1);
    /* The same archive again is the same program; other bytes are refused. */
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &good), 201);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &other), 409);
    assert_int_equal(handed_archives(fixture), 1);
    /* Another owner may read the list, but not write. */
    assert_int_equal(handed_ask(fixture, bob, "PUT", "FRIEND/versions/2", &other), 404);
    assert_int_equal(handed_archives(fixture), 1);
    assert_int_equal(handed_ask(fixture, bob, "GET", "friend/versions", NULL), 200);
    assert_non_null(strstr(reply, "\"version\":\"1\""));
    assert_int_equal(handed_ask(fixture, bob, "GET", "friend/versions/1", NULL), 404);
    assert_int_equal(handed_ask(fixture, bob, "POST", "friend/versions/1/stop", NULL), 404);
    assert_int_equal(handed_ask(fixture, ann, "GET", "friend/versions/1", NULL), 200);
    assert_non_null(strstr(reply, "\"report\":\"\""));
    assert_int_equal(handed_ask(fixture, ann, "GET", "friend/versions/2", NULL), 404);
    assert_int_equal(handed_ask(fixture, ann, "GET", "nobody/versions", NULL), 404);
    /* An unchecked program can be neither stopped nor started. */
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/1/stop", NULL), 409);
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/1/start", NULL), 409);
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/7/start", NULL), 404);
}

/* An event asks the store which rulesets a program plays, not the archive. */
static void what_it_plays_is_kept(void **state)
{
    const struct fixture *fixture = *state;
    struct store_program program;
    static struct handed some;
    struct ladder_error error;
    struct store *store;
    char ann[65];

    handed_owner(fixture, ann);
    handed_make(&some, "[bot]\nstart = ./bot\nrulesets = wikipedia au-pagat\n", NULL);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &some), 201);
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, false), 0);
    assert_int_equal(store_program_all(store, 0, &program, 1), 1);
    assert_string_equal(program.rulesets, "wikipedia au-pagat");
    store_close(store);
}

/* A stopped version: its owner reads the reason, as data and on the page. */
static void an_owner_reads_why_a_version_was_stopped(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    char ann[65], request[400];
    struct store_program program = {.id = 0};
    struct ladder_error error;
    struct store *store;

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/v2", &good), 201);
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    struct standing bot;
    assert_int_equal(store_bot_find(store, "friend", &bot), 0);
    assert_int_equal(store_program_find(store, bot.id, "v2", &program), 0);
    assert_int_equal(store_program_set(store, &program, PROGRAM_STOPPED, "at <fault>", "", 5), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
    int size = snprintf(request, sizeof request,
                        "GET /api/v1/account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                        "Authorization: Bearer %s\r\n\r\n",
                        ann);
    assert_int_equal(web_exchange(fixture, dial(fixture), request, (size_t)size), 200);
    assert_non_null(strstr(reply, "\"program\":{\"version\":\"v2\",\"state\":\"stopped\","
                                  "\"why\":\"at <fault>\"}"));
    char form[120];
    int length = snprintf(form, sizeof form, "do=bots&token=%s", ann);
    size =
        snprintf(request, sizeof request,
                 "POST /account HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                 "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s",
                 length, form);
    assert_int_equal(web_exchange(fixture, dial(fixture), request, (size_t)size), 200);
    assert_non_null(strstr(reply, "version v2: stopped, at &lt;fault&gt;"));
}

static void refused(const struct fixture *fixture, const char *token, const struct handed *handed,
                    const char *word)
{
    struct ladder_bot bot;
    assert_int_equal(handed_ask(fixture, token, "PUT", "friend/versions/1", handed), 422);
    if (!strstr(reply, word))
        fail_msg("%s: %s", word, reply);
    assert_false(writer_view_bot(fixture->ladder, "friend", &bot)); /* nothing is kept */
    assert_int_equal(handed_archives(fixture), 0);
}

static void invalid_programs_are_not_stored(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed bad;
    char ann[65];

    handed_owner(fixture, ann);
    handed_make(&bad, NULL, NULL);
    refused(fixture, ann, &bad, "avondale.ini: it is missing");
    handed_make(&bad, "[bot]\nstart = /usr/bin/../../work/x\n", NULL);
    refused(fixture, ann, &bad, "start: expected a command");
    handed_make(&bad, handed_manifest, "/etc/passwd");
    refused(fixture, ann, &bad, "files and directories only");
    handed_make(&bad, handed_manifest, NULL);
    bad.size = 700; /* truncated */
    refused(fixture, ann, &bad, "\"error\":");
    memset(bad.bytes, 'x', 2000);
    bad.size = 2000;
    refused(fixture, ann, &bad, "\"error\":");
}

/* Other entries of an archive beside a valid program. */
struct odd {
    const char *path;
    unsigned type;
    const char *hard; /* NULL: no hard link */
    int64_t size;
    bool sparse; /* only its first 512 bytes exist */
    int filters[3];
    const char *word; /* in the error */
};

static void odd_make(struct handed *handed, const struct odd *odd)
{
    static const char zeros[1 << 16];
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();

    assert_int_equal(archive_write_set_format_pax_restricted(archive), ARCHIVE_OK);
    for (int i = 0; i < 3 && odd->filters[i]; i++)
        assert_int_equal(archive_write_add_filter(archive, odd->filters[i]), ARCHIVE_OK);
    assert_int_equal(
        archive_write_open_memory(archive, handed->bytes, sizeof handed->bytes, &handed->size),
        ARCHIVE_OK);
    handed_add(archive, "bot", "#!/bin/sh\nexit 0\n", NULL);
    handed_add(archive, "avondale.ini", handed_manifest, NULL);
    archive_entry_set_pathname(entry, odd->path);
    archive_entry_set_filetype(entry, odd->type);
    archive_entry_set_perm(entry, 0755);
    archive_entry_set_size(entry, odd->size);
    archive_entry_set_rdev(entry, odd->type == AE_IFCHR ? makedev(1, 5) : 0);
    if (odd->hard)
        archive_entry_set_hardlink(entry, odd->hard);
    if (odd->sparse)
        archive_entry_sparse_add_entry(entry, 0, 512);
    assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
    int64_t there = odd->sparse ? 512 : odd->size;
    for (int64_t at = 0; at < there; at += (int64_t)sizeof zeros) {
        size_t piece = there - at < (int64_t)sizeof zeros ? (size_t)(there - at) : sizeof zeros;
        assert_int_equal(archive_write_data(archive, zeros, piece), (la_ssize_t)piece);
    }
    archive_entry_free(entry);
    assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
}

static void unsafe_archives_are_not_stored(void **state)
{
    enum { GZIP = ARCHIVE_FILTER_GZIP, XZ = ARCHIVE_FILTER_XZ, ZSTD = ARCHIVE_FILTER_ZSTD };
    static const int64_t bomb = INTAKE_UNPACKED_BYTES_MAX + 1;
    const struct odd odds[] = {
        {"null", AE_IFCHR, NULL, 0, false, {0}, "null: there may be files and directories only"},
        {"disk", AE_IFBLK, NULL, 0, false, {0}, "disk: there may be files and directories only"},
        {"pipe", AE_IFIFO, NULL, 0, false, {0}, "pipe: there may be files and directories only"},
        {"hard", AE_IFREG, "bot", 0, false, {0}, "hard: there may be files and directories only"},
        {"hard", AE_IFREG, "/etc/passwd", 0, false, {0}, "hard: there may be files and"},
        {"../out", AE_IFREG, NULL, 3, false, {0}, "a path must stay inside"},
        {"a\nb", AE_IFREG, NULL, 3, false, {0}, "a path must stay inside"},
        {"a\033[2J", AE_IFREG, NULL, 3, false, {0}, "a path must stay inside"},
        {"big", AE_IFREG, NULL, (int64_t)1 << 40, true, {0}, "an entry gives its size twice"},
        {"big", AE_IFREG, NULL, bomb, false, {GZIP, GZIP}, "it holds more than 64 MiB"},
        {"big", AE_IFREG, NULL, bomb, false, {GZIP, GZIP, GZIP}, "it holds more than 64 MiB"},
        {"x", AE_IFREG, NULL, 3, false, {XZ}, "\"error\":"},
        {"x", AE_IFREG, NULL, 3, false, {ZSTD}, "\"error\":"},
        {"big", AE_IFREG, NULL, bomb, false, {ZSTD, GZIP}, "\"error\":"},
    };
    const struct fixture *fixture = *state;
    static struct handed bad;
    char ann[65];

    handed_owner(fixture, ann);
    for (size_t i = 0; i < sizeof odds / sizeof odds[0]; i++) {
        odd_make(&bad, &odds[i]);
        refused(fixture, ann, &bad, odds[i].word);
        const char *body = strstr(reply, "\r\n\r\n");
        assert_non_null(body);
        for (body += 4; *body && body[1]; body++) /* one line, and nothing that moves a cursor */
            assert_true((unsigned char)*body >= ' ');
    }
}

/* Three a day, and two bots for an owner: test_writer_account tests these limits in the writer. */
static void quotas_hold(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    char ann[65];

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "one/versions/1", &good), 201);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "two/versions/1", &good), 201);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "three/versions/1", &good), 409);
    assert_non_null(strstr(reply, "bots of an owner: at most 2"));
    assert_int_equal(handed_ask(fixture, ann, "PUT", "two/versions/2", &good), 201);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "two/versions/3", &good), 429);
    assert_non_null(strstr(reply, "in 24 hours: at most 3"));
    assert_int_equal(handed_archives(fixture), 1); /* equal bytes are stored once */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_it_plays_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(an_owner_reads_why_a_version_was_stopped, setup, teardown),
        cmocka_unit_test_setup_teardown(an_owner_hands_in_and_reads, setup, teardown),
        cmocka_unit_test_setup_teardown(invalid_programs_are_not_stored, setup, teardown),
        cmocka_unit_test_setup_teardown(unsafe_archives_are_not_stored, setup, teardown),
        cmocka_unit_test_setup_teardown(quotas_hold, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
