/* test_cluster.c - nodes that share a database: offers, claims, tickets. Needs a server, in
 * AVONDALE_TEST_STORE=postgresql://...?...; each test has a schema of its own there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>

#include "ladder_temp.h"
#include "psql.h"
#include "store/store.h"

enum { NODES = 3, LONG_MSEC = 20000 /* on a machine that is not slow */ };

struct world {
    char url[600];
    struct store *leases[NODES];
    struct cluster *nodes[NODES];
};

static struct ladder_node node_of(int i)
{
    struct ladder_node node = {.name = {(char)('a' + i), '\0'}};
    snprintf(node.address, sizeof node.address, "127.0.0.1:%d", 5500 + i);
    return node;
}

static void node_open(struct world *world, int i)
{
    struct cluster_config config = {.url = world->url,
                                    .node = node_of(i),
                                    .rulesets = {"wikipedia", "two-handed-dead"},
                                    .players = {4, 2},
                                    .ruleset_count = 2};
    struct ladder_error error;
    if (store_open_node(&world->leases[i], world->url, &config.node, &error) ||
        cluster_create(&world->nodes[i], &config, &error))
        fail_msg("%s", error.text);
    /* A daemon renews its lease when it stores something; in this test nothing does. */
    psql(world->url, "UPDATE lease SET until_msec = 99999999999999 WHERE holder <> ''");
}

static void node_close(struct world *world, int i)
{
    cluster_destroy(world->nodes[i]);
    store_close(world->leases[i]);
    world->nodes[i] = NULL;
    world->leases[i] = NULL;
}

static int setup(void **state)
{
    static int number;
    const char *server = getenv("AVONDALE_TEST_STORE");
    struct world *world = calloc(1, sizeof *world);
    char text[64];
    *state = world;
    if (!server)
        return 0;
    snprintf(text, sizeof text, "CREATE SCHEMA c%ld_%d", (long)getpid(), ++number);
    psql(server, text);
    snprintf(world->url, sizeof world->url, "%s&options=-csearch_path%%3D%s", server,
             text + strlen("CREATE SCHEMA "));
    for (int i = 0; i < NODES; i++)
        node_open(world, i);
    return 0;
}

static int teardown(void **state)
{
    struct world *world = *state;
    for (int i = 0; i < NODES; i++)
        node_close(world, i);
    free(world);
    return 0;
}

static struct seek_offer offer_of(const char *bot, const char *rulesets, int rating)
{
    struct seek_offer offer = {.rated = true, .games = 1, .rating = rating};
    snprintf(offer.bot, sizeof offer.bot, "%s", bot);
    snprintf(offer.rulesets, sizeof offer.rulesets, "%s", rulesets);
    return offer;
}

static void offer_one(struct cluster *node, const char *bot, const char *rulesets, int rating)
{
    struct seek_offer offer = offer_of(bot, rulesets, rating);
    cluster_offer(node, &offer, 1, 0);
}

static bool event_before(struct cluster *node, int msec, struct cluster_event *event)
{
    struct pollfd fd = {.fd = cluster_fd(node), .events = POLLIN};
    while (!cluster_next(node, event)) {
        if (poll(&fd, 1, msec) != 1)
            return false;
    }
    return true;
}

static bool event_within(struct cluster *node, int msec, struct cluster_event *event)
{
    return event_before(node, msec * await_slowness(), event);
}

/* However slow the machine is: an unused ticket expires, and then something arrives. */
static bool nothing_within(struct cluster *node, int msec)
{
    struct cluster_event event;
    return !event_before(node, msec, &event);
}

static void test_two_waiting_bots_meet(void **state)
{
    struct world *world = *state;
    struct cluster_event expect, send;
    if (!world->url[0])
        skip();
    offer_one(world->nodes[0], "ann", " two-handed-dead ", 1500);
    offer_one(world->nodes[1], "bob", " wikipedia two-handed-dead ", 1600);
    assert_true(event_within(world->nodes[0], LONG_MSEC, &expect));
    assert_true(event_within(world->nodes[1], LONG_MSEC, &send));
    assert_int_equal(expect.kind, CLUSTER_EXPECT);
    assert_string_equal(expect.offer.bot, "bob");
    assert_string_equal(expect.offer.rulesets, " wikipedia two-handed-dead ");
    assert_string_equal(expect.offer.node, "b");
    assert_int_equal(expect.offer.rating, 1600);
    assert_int_equal(expect.offer.games, 1);
    assert_true(expect.offer.rated && !expect.offer.pair);
    assert_int_equal(send.kind, CLUSTER_SEND);
    assert_string_equal(send.offer.bot, "bob");
    assert_string_equal(send.address, "127.0.0.1:5500");
    assert_string_equal(send.ticket, expect.ticket);
    assert_int_equal(strlen(send.ticket), 64);
    /* The caller still offers it, because it knows nothing yet; no other node claims it again. */
    assert_true(nothing_within(world->nodes[0], 3 * 500));
}

static void test_the_nearest_rating_is_claimed(void **state)
{
    struct world *world = *state;
    struct seek_offer offers[3];
    struct cluster_event expect;
    if (!world->url[0])
        skip();
    offers[0] = offer_of("far", " two-handed-dead ", 1900);
    offers[1] = offer_of("near", " two-handed-dead ", 1520);
    cluster_offer(world->nodes[1], offers, 2, 0);
    /* They are added one by one; a reader in between would find only the first. */
    psql_await(world->url, "(SELECT count(*) FROM seek) = 2");
    offers[0] = offer_of("ann", " two-handed-dead ", 1500);
    offers[1] = offer_of("ann2", " two-handed-dead ", 1500);
    offers[2] = offer_of("ann3", " two-handed-dead ", 1500);
    cluster_offer(world->nodes[0], offers, 3, 0);
    /* Three bots here wait for opponents of other nodes: one bot at a time is brought to them. */
    assert_true(event_within(world->nodes[0], LONG_MSEC, &expect));
    assert_string_equal(expect.offer.bot, "near");
}

/* An address of each other node, in turns; none of a node that left. */
static void test_nodes_know_each_other(void **state)
{
    struct world *world = *state;
    char address[SEEK_ADDRESS_BYTES];
    if (!world->url[0])
        skip();
    for (int i = 0; i < NODES; i++) {
        struct await limit = await_begin(40);
        while (cluster_other_nodes(world->nodes[i]) < NODES - 1)
            assert_true(await_step(&limit));
        assert_int_equal(cluster_other_nodes(world->nodes[i]), NODES - 1);
        assert_true(cluster_other_node(world->nodes[i], address));
        assert_string_not_equal(address, node_of(i).address);
    }
    for (int i = 1; i < NODES; i++)
        node_close(world, i);
    struct await limit = await_begin(40);
    while (cluster_other_nodes(world->nodes[0]) > 0)
        assert_true(await_step(&limit));
    assert_false(cluster_other_node(world->nodes[0], address));
}

/* Where tables are full, or owners equal, any number of bots may wait in vain. */
static void test_offers_without_a_game_hide_no_other(void **state)
{
    struct world *world = *state;
    struct cluster_event event;
    if (!world->url[0])
        skip();
    psql(world->url, "INSERT INTO lease (name, holder, until_msec, address)"
                     " VALUES ('node:full', '1 elsewhere b n r', 99999999999999, '')");
    psql(world->url, "INSERT INTO seek (bot, node, rulesets, rated, pair, games, rating, "
                     "since_msec, host, ticket)"
                     " SELECT 'w' || i, 'full', ' wikipedia ', 1, 0, 1, 1500, i, '', ''"
                     " FROM generate_series(1, 1500) AS i");
    offer_one(world->nodes[0], "ann", " two-handed-dead ", 1500);
    offer_one(world->nodes[1], "bob", " two-handed-dead ", 1500);
    assert_true(event_within(world->nodes[0], LONG_MSEC, &event));
    assert_string_equal(event.offer.bot, "bob");
}

static void test_a_withdrawn_offer_is_not_claimed(void **state)
{
    struct world *world = *state;
    struct cluster_event event;
    if (!world->url[0])
        skip();
    offer_one(world->nodes[1], "bob", " two-handed-dead ", 1500);
    psql_await(world->url, "EXISTS (SELECT 1 FROM seek)");
    cluster_offer(world->nodes[1], NULL, 0, 0);
    psql_await(world->url, "NOT EXISTS (SELECT 1 FROM seek)");
    offer_one(world->nodes[0], "ann", " two-handed-dead ", 1500);
    assert_true(nothing_within(world->nodes[0], 1000));
    node_close(world, 0);
    /* Nor a ticket whose node is gone. */
    offer_one(world->nodes[1], "bob", " two-handed-dead ", 1500);
    offer_one(world->nodes[2], "cy", " two-handed-dead ", 1500);
    assert_true(event_within(world->nodes[1], LONG_MSEC, &event));
    assert_string_equal(event.offer.bot, "cy");
    node_open(world, 0);
}

static void test_a_playing_node_claims_a_lonely_bot(void **state)
{
    struct world *world = *state;
    struct cluster_event event;
    if (!world->url[0])
        skip();
    cluster_offer(world->nodes[0], NULL, 0, 1);
    cluster_offer(world->nodes[2], NULL, 0, 2);
    offer_one(world->nodes[1], "bob", " wikipedia ", 1500);
    assert_true(event_within(world->nodes[0], LONG_MSEC, &event));
    assert_int_equal(event.kind, CLUSTER_EXPECT);
    assert_string_equal(event.offer.bot, "bob");
    assert_true(event_within(world->nodes[1], LONG_MSEC, &event));
    assert_string_equal(event.address, "127.0.0.1:5500");
}

/* All lose the database, and find it again. */
static void test_a_lost_connection_is_made_again(void **state)
{
    struct world *world = *state;
    struct cluster_event event;
    if (!world->url[0])
        skip();
    offer_one(world->nodes[1], "bob", " two-handed-dead ", 1500);
    psql_await(world->url, "EXISTS (SELECT 1 FROM seek)");
    psql(world->url, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                     " WHERE query LIKE '%seek%' AND pid <> pg_backend_pid()");
    offer_one(world->nodes[0], "ann", " two-handed-dead ", 1500);
    assert_true(event_within(world->nodes[0], LONG_MSEC, &event));
    assert_string_equal(event.offer.bot, "bob");
}

static void sight_within(struct cluster *node, int msec, struct cluster_event *event)
{
    do
        assert_true(event_within(node, msec, event));
    while (event->kind != CLUSTER_SIGHT);
}

/* Which node carries a bot, and whether that node lives, according to the store. */
static void test_a_carrier_is_watched(void **state)
{
    struct cluster_watch watch = {.bot_count = 1, .bots = {"bob"}};
    struct seek_offer offer = offer_of("bob", " two-handed-dead ", 1500);
    struct world *world = *state;
    struct cluster_event claimed, first, later;
    if (!world->url[0])
        skip();
    offer.carried = true;
    cluster_offer(world->nodes[1], &offer, 1, 0);
    cluster_look_at(world->nodes[0], &watch); /* no bot waits there: it is called by its name */
    assert_true(event_within(world->nodes[0], LONG_MSEC, &claimed));
    assert_int_equal(claimed.kind, CLUSTER_EXPECT);
    assert_true(claimed.offer.carried);
    assert_string_equal(claimed.offer.node, "b");
    assert_int_equal(strlen(claimed.life), CLUSTER_LIFE_BYTES - 1);
    watch = (struct cluster_watch){.node_count = 1, .nodes = {"b"}};
    cluster_look_at(world->nodes[0], &watch);
    sight_within(world->nodes[0], LONG_MSEC, &first);
    assert_true(first.alive);
    assert_string_equal(first.life, claimed.life);
    cluster_destroy(world->nodes[1]); /* the node closes, but its lease remains */
    world->nodes[1] = NULL;
    do
        sight_within(world->nodes[0], LONG_MSEC, &later);
    while (later.alive);
    assert_string_equal(later.life, claimed.life);
    node_close(world, 1);
    node_open(world, 1);
    do
        sight_within(world->nodes[0], LONG_MSEC, &later);
    while (!later.alive);
    assert_string_not_equal(later.life, claimed.life);
    assert_true(later.asked_usec > first.asked_usec);
}

static void test_files_have_no_nodes(void **state)
{
    struct cluster_config config = {.node = node_of(0)};
    struct ladder_error error;
    struct cluster *cluster;
    struct store *store;
    struct temp temp;
    (void)state;
    temp_init(&temp);
    assert_int_equal(store_open(&store, temp.url, 0, &error), 0);
    store_close(store);
    config.url = temp.url;
    assert_int_equal(cluster_create(&cluster, &config, &error), -1);
    assert_non_null(strstr(error.text, "postgresql://"));
    temp_fini(&temp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_two_waiting_bots_meet, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_nearest_rating_is_claimed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nodes_know_each_other, setup, teardown),
        cmocka_unit_test_setup_teardown(test_offers_without_a_game_hide_no_other, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_withdrawn_offer_is_not_claimed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_playing_node_claims_a_lonely_bot, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_lost_connection_is_made_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_carrier_is_watched, setup, teardown),
        cmocka_unit_test(test_files_have_no_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
