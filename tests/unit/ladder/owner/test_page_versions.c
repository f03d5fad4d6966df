/* test_page_versions.c - what everybody reads of the versions of a bot, and what only its owner
 * does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "handed_in.h"
#include "program/program.h"
#include "web_json.h"

static struct store_program become(struct store *store, int64_t bot, const char *label,
                                   enum program_state to, const char *why)
{
    struct store_program one;

    assert_int_equal(store_program_find(store, bot, label, &one), 0);
    assert_int_equal(program_become(store, &one, PROGRAM_BUILDING, "", ""), 0);
    if (to == PROGRAM_ACTIVE)
        assert_int_equal(program_become(store, &one, PROGRAM_CHECKING, "", ""), 0);
    assert_int_equal(program_become(store, &one, to, why, ""), 0);
    return one;
}

/* friend: version 1 is replaced by 2, which plays; 3 is refused. */
static void fill(const struct fixture *fixture)
{
    static struct handed good;
    char ann[65];
    struct ladder_error error;
    struct standing bot;
    struct store *store;

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    for (int i = 1; i <= 3; i++) {
        char path[40];
        snprintf(path, sizeof path, "friend/versions/%d", i);
        assert_int_equal(handed_ask(fixture, ann, "PUT", path, &good), 201);
    }
    assert_int_equal(store_open(&store, fixture->temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_int_equal(store_bot_find(store, "friend", &bot), 0);
    become(store, bot.id, "1", PROGRAM_ACTIVE, "");
    become(store, bot.id, "2", PROGRAM_ACTIVE, "");
    struct store_program bad = become(store, bot.id, "3", PROGRAM_REFUSED, "secret <trace>");
    assert_int_equal(store_program_report_set(store, bad.id, "secret report"), 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static void anyone_reads_public_versions(void **state)
{
    const struct fixture *fixture = *state;

    assert_int_equal(ask(fixture, "GET", "/bot/friend/versions"), 404);
    fill(fixture);
    json_t *data = ask_json(fixture, "/api/v1/bots/friend/versions", 200), *one;
    static const char *const states[] = {"refused", "active", "replaced"}, *const whys[] = {
                                                                               "", "",
                                                                               "by version 2"};
    const json_t *list = json_object_get(data, "versions");
    size_t i;
    assert_int_equal(json_array_size(list), 3);
    json_array_foreach(list, i, one)
    {
        const json_t *results = json_object_get(one, "results");
        assert_string_equal(json_string_value(json_object_get(one, "state")), states[i]);
        assert_string_equal(json_string_value(json_object_get(one, "why")), whys[i]);
        assert_null(json_object_get(one, "report"));
        assert_int_equal(json_integer_value(json_object_get(results, "games")), 0);
    }
    json_decref(data);
    assert_int_equal(ask(fixture, "GET", "/bot/friend/versions"), 200);
    assert_non_null(strstr(body(), "<td>replaced: by version 2</td>"));
    assert_non_null(strstr(body(), "<td>refused</td>"));
    assert_non_null(strstr(body(), "/api/v1/bots/friend/versions"));
    assert_null(strstr(body(), "secret"));
    assert_int_equal(ask(fixture, "GET", "/bot/friend"), 200);
    assert_non_null(strstr(body(), "href=\"/bot/friend/versions\""));
}

/* Results count for the version that played them. */
static void results_are_those_of_the_version(void **state)
{
    const struct fixture *fixture = *state;

    fill(fixture);
    for (int version = 1; version <= 2; version++) {
        char label[4];
        snprintf(label, sizeof label, "%d", version);
        assert_int_equal(writer_version_begin(fixture->ladder, "friend", label), 0);
        for (int i = 0; i < 2 * version; i++) {
            char game[24];
            snprintf(game, sizeof game, "v%d-%d", version, i);
            struct ladder_result result = duel(game, "friend", "other", i == 0 ? 2 : 0);
            submit(fixture, result, NULL);
        }
    }
    json_t *data = ask_json(fixture, "/api/v1/bots/friend/versions", 200), *one;
    size_t i;
    json_array_foreach(json_object_get(data, "versions"), i, one)
    {
        const json_t *results = json_object_get(one, "results");
        int games = i == 0 ? 0 : i == 1 ? 4 : 2;
        assert_int_equal(json_integer_value(json_object_get(results, "games")), games);
        assert_int_equal(json_integer_value(json_object_get(results, "wins")), games > 0);
    }
    json_decref(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(anyone_reads_public_versions, setup, teardown),
        cmocka_unit_test_setup_teardown(results_are_those_of_the_version, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
