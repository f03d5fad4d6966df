/* test_hand_in.c - programs over HTTP: who may hand one in, what is refused with nothing kept, and
 * what owners and others are told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "handed_in.h"
#include "ladder.h"

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
    assert_true(bot.has_token); /* that nobody knows: nobody else gets the name */
    assert_string_equal(bot.owner, bot.account);
    assert_int_equal(handed_archives(fixture), 1);
    /* Once more is the same program; other bytes are none. */
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &good), 201);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &other), 409);
    assert_int_equal(handed_archives(fixture), 1);
    /* Another owner reads the list, no more, and writes nothing. */
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
    /* What is not checked yet is neither stopped nor started. */
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/1/stop", NULL), 409);
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/1/start", NULL), 409);
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/7/start", NULL), 404);
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

static void what_is_no_program_is_not_kept(void **state)
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
    bad.size = 700; /* cut */
    refused(fixture, ann, &bad, "\"error\":");
    memset(bad.bytes, 'x', 2000);
    bad.size = 2000;
    refused(fixture, ann, &bad, "\"error\":");
}

/* A day has three, and an owner two bots: test_writer_account says what the writer makes of them.
 */
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
    assert_int_equal(handed_archives(fixture), 1); /* the same bytes are there once */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_owner_hands_in_and_reads, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_program_is_not_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(quotas_hold, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
