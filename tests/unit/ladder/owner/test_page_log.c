/* test_page_log.c - logs of games: for the owner of the bot only. game_logs.sh tests a whole
 * daemon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/buffer.h>

#include "base/token.h"
#include "data/site.h"
#include "owner/page_log.h"
#include "page/web_answer.h"
#include "program_place.h"
#include "store/store_game_log.h"

static struct web_site site;
static char owner[TOKEN_HEX_BYTES], other[TOKEN_HEX_BYTES], ann_token[TOKEN_HEX_BYTES];
static char body[1 << 16];

static void own(const char *name, char token[TOKEN_HEX_BYTES])
{
    struct store_account account = {.party = "net-1"};
    snprintf(account.name, sizeof account.name, "%s", name);
    assert_int_equal(token_make(token, account.token_hash), 0);
    assert_int_equal(store_account_add(site.store, &account), 0);
}

static void fill(const struct place *place)
{
    struct store_game_log log = {.game = "g-1", .wall_msec = 1000, .decisions = 7};
    uint8_t hash[32];

    memset(&site, 0, sizeof site);
    site.store = opened(place, 0);
    assert_int_equal(store_begin(site.store, true), 0);
    own("own-a", owner);
    own("own-b", other);
    int64_t ann = program_bot(site.store, "ann", "own-a");
    program_bot(site.store, "bob", "own-b");
    program_bot(site.store, "carol", "");
    assert_int_equal(token_make(ann_token, hash), 0);
    assert_int_equal(store_bot_token(site.store, ann, hash), 0);
    assert_int_equal(
        store_game_log_add(site.store, ann, GAME_LOG_WIRE, &log, "1.0 > act\n\x1b[2J\xff<b>\n"), 0);
    assert_int_equal(store_commit(site.store), 0);
}

static int ask(void (*run)(struct call *call), const char *token, const char *bot, const char *game)
{
    char header[TOKEN_HEX_BYTES + 8];
    struct web_query query = {.path = "/api/v1/x", .address = "10.0.0.1"};
    struct web_answer answer = {.code = 200, .body = evbuffer_new()};
    struct call call = {.site = &site, .query = &query, .answer = &answer};

    snprintf(header, sizeof header, "Bearer %s", token ? token : "");
    query.authorization = token ? header : NULL;
    snprintf(call.segment, sizeof call.segment, "%s", bot);
    snprintf(call.second, sizeof call.second, "%s", game);
    run(&call);
    int size = evbuffer_remove(answer.body, body, sizeof body - 1);
    body[size > 0 ? size : 0] = '\0';
    evbuffer_free(answer.body);
    assert_true(answer.secret); /* no cache may store it */
    assert_false(answer.open);  /* and no other site may read it */
    return answer.code;
}

static void the_owner_reads_a_log(void **state)
{
    fill(*state);
    assert_int_equal(ask(page_log_api, owner, "ann", "g-1"), 200);
    assert_non_null(strstr(body, "\"decisions\":7"));
    assert_non_null(strstr(body, "\"wire\":\"1.0 > act\\n?[2J?<b>\\n\""));
    assert_non_null(strstr(body, "\"errors\":null"));
    assert_int_equal(ask(page_log_api_list, owner, "ann", ""), 200);
    assert_non_null(strstr(body, "\"game\":\"g-1\""));
    assert_null(strstr(body, "act"));
    assert_int_equal(ask(page_log_api, owner, "ann", "g-2"), 404); /* no such game, or no log yet */
    store_close(site.store);
}

static void other_callers_read_no_log(void **state)
{
    static const struct {
        const char *token, *bot;
        int code;
    } cases[] = {{NULL, "ann", 401},  {"00", "ann", 401},    {ann_token, "ann", 403},
                 {other, "ann", 404}, {other, "bob", 404},   {owner, "carol", 404},
                 {owner, "bob", 404}, {owner, "nobody", 404}};
    fill(*state);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ask(page_log_api, cases[i].token, cases[i].bot, "g-1"), cases[i].code);
        assert_null(strstr(body, "act"));
        bool lists = cases[i].token == other && strcmp(cases[i].bot, "bob") == 0;
        assert_int_equal(ask(page_log_api_list, cases[i].token, cases[i].bot, ""),
                         lists ? 200 : cases[i].code);
        assert_null(strstr(body, "g-1"));
    }
    store_close(site.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_owner_reads_a_log, setup, teardown),
        cmocka_unit_test_setup_teardown(other_callers_read_no_log, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
