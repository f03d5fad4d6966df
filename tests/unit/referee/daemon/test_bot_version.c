/* test_bot_version.c - which version of a bot may connect while others of it are connected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "arena/arena_private.h"
#include "daemon/bot_version.h"

static struct arena arena;

static void put(struct peer *peer, const char *name, const char *version, enum peer_state state)
{
    memset(peer, 0, sizeof *peer);
    strcpy(peer->name, name);
    strcpy(peer->version, version);
    peer->state = state;
    roster_enter(&arena.roster, &peer->called, peer->name);
}

static void test_a_single_connection(void **state)
{
    struct peer peer;
    (void)state;
    memset(&arena.roster, 0, sizeof arena.roster);
    put(&peer, "ann", "", PEER_STATE_HANDSHAKE);
    assert_int_equal(bot_version_judge(&arena, &peer, ""), BOT_VERSION_SAME);
    assert_int_equal(bot_version_judge(&arena, &peer, "v1"),
                     BOT_VERSION_SAME); /* it names none: it plays as the latest */
    strcpy(peer.version, "v1");
    assert_int_equal(bot_version_judge(&arena, &peer, "v1"), BOT_VERSION_SAME);
    assert_int_equal(bot_version_judge(&arena, &peer, ""), BOT_VERSION_NEW);
    assert_int_equal(bot_version_judge(&arena, &peer, "v2"),
                     BOT_VERSION_NEW); /* back to an earlier one, too */
}

/* A bot that is connected, or in a game, plays as the latest version. */
static void test_two_connections_of_a_name(void **state)
{
    struct peer old, new;
    (void)state;
    for (int here = 0; here < 2; here++) {
        memset(&arena.roster, 0, sizeof arena.roster);
        put(&old, "Ann", "v1", here ? PEER_STATE_READY : PEER_STATE_CLOSED);
        put(&new, "ann", "v2", PEER_STATE_HANDSHAKE);
        assert_int_equal(bot_version_judge(&arena, &new, "v1"),
                         here ? BOT_VERSION_OTHER : BOT_VERSION_NEW);
        strcpy(new.version, "v1");
        assert_int_equal(bot_version_judge(&arena, &new, "v1"), BOT_VERSION_SAME);
        strcpy(new.version, "v2");
        old.game_count = 1; /* it left during a game that is not over */
        assert_int_equal(bot_version_judge(&arena, &new, "v1"), BOT_VERSION_OTHER);
        roster_leave(&old.called);
        strcpy(old.name, "anna");
        roster_enter(&arena.roster, &old.called, old.name);
        assert_int_equal(bot_version_judge(&arena, &new, "v1"), BOT_VERSION_NEW);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_single_connection),
                                       cmocka_unit_test(test_two_connections_of_a_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
