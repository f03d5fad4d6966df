/* test_pg_seek.c - a claim is seen by the node of the bot after its commit. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; test_cluster.c tests the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <unistd.h>

#include "ladder_temp.h"
#include "psql.h"
#include "store/store.h"
#include "store/store_seek.h"

static void node_open(struct store **store, const char *url, const char *name)
{
    struct ladder_node node = {.address = "127.0.0.1:5500"};
    struct ladder_error error;

    strcpy(node.name, name);
    if (store_open_node(store, url, &node, &error))
        fail_msg("%s", error.text);
}

static void a_claim_is_seen_after_its_commit(void **state)
{
    const char *server = getenv("AVONDALE_TEST_STORE");
    const struct seek_offer offer = {
        .bot = "ann", .node = "b", .rulesets = " wikipedia ", .carried = true, .games = 1};
    const struct seek_want want = {.ruleset = "wikipedia", .count = 1};
    static const char ticket[SEEK_TICKET_BYTES] = "0123456789abcdef";
    char schema[64], url[600], life[CLUSTER_LIFE_BYTES];
    struct store *claimer, *carrier;
    struct seek_offer claimed;
    struct seek_sent sent[2];
    (void)state;
    if (!server)
        skip();
    snprintf(schema, sizeof schema, "CREATE SCHEMA seek%ld", (long)getpid());
    psql(server, schema);
    snprintf(url, sizeof url, "%s&options=-csearch_path%%3D%s", server,
             schema + strlen("CREATE SCHEMA "));
    node_open(&claimer, url, "a");
    node_open(&carrier, url, "b");
    const struct store_seeks *seeks = store_seeks(claimer);
    assert_int_equal(seeks->put(carrier, &offer), 0);

    assert_int_equal(seeks->claim(claimer, "a", &want, ticket, &claimed, life), 0);
    assert_string_equal(claimed.bot, "ann");
    assert_true(claimed.carried);
    assert_int_equal(seeks->sent(carrier, "b", sent, 2), 0);
    assert_int_equal(seeks->commit(claimer), 0);
    assert_int_equal(seeks->sent(carrier, "b", sent, 2), 1);
    assert_string_equal(sent[0].ticket, ticket);

    assert_int_equal(seeks->claim(claimer, "a", &want, ticket, &claimed, life), STORE_NONE);
    assert_int_equal(seeks->put(carrier, &offer), 0);
    assert_int_equal(seeks->call(claimer, "a", "ann", ticket, &claimed, life), 0);
    assert_int_equal(seeks->sent(carrier, "b", sent, 2), 0);
    assert_int_equal(seeks->commit(claimer), 0);
    assert_int_equal(seeks->sent(carrier, "b", sent, 2), 1);
    store_close(claimer);
    store_close(carrier);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_claim_is_seen_after_its_commit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
