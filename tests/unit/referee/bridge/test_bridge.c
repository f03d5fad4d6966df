/* test_bridge.c - a bridge's arguments, and its end where there is no server or no game;
 * connect.sh has the rest. */
#include "bridged.h"
#include "bridge/bridge.h"

static void addresses_are_cut_at_commas(void **state)
{
    struct bridge_config config = {0};
    char long_one[BRIDGE_ADDRESS_BYTES + 1];
    (void)state;

    assert_int_equal(bridge_take_addresses(&config, "a:1"), 0);
    assert_int_equal(config.address_count, 1);
    assert_int_equal(bridge_take_addresses(&config, "a:1,[::1]:2"), 0);
    assert_int_equal(config.address_count, 2);
    assert_string_equal(config.addresses[1], "[::1]:2");
    assert_int_equal(bridge_take_addresses(&config, "a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1"), 0);
    assert_int_equal(bridge_take_addresses(&config, "a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1,i:1"), -1);
    assert_int_equal(bridge_take_addresses(&config, ""), -1);
    assert_int_equal(bridge_take_addresses(&config, ",a:1"), -1);
    assert_int_equal(bridge_take_addresses(&config, "a"), -1);
    memset(long_one, 'a', sizeof long_one - 1);
    long_one[sizeof long_one - 1] = '\0';
    assert_int_equal(bridge_take_addresses(&config, long_one), -1);
}

static void a_seek_has_rulesets_and_words(void **state)
{
    char line[STRING_BYTES_MAX], long_list[STRING_BYTES_MAX];
    const struct value *items;
    struct message seek;
    (void)state;

    assert_int_equal(bridge_make_seek(&seek, line, "wikipedia,two-handed-dead", "rated=0", 3), 0);
    assert_int_equal(message_list(&seek, SEEK_RULESETS, &items), 2);
    assert_int_equal(message_int(&seek, SEEK_RATED), 0);
    assert_int_equal(message_int(&seek, SEEK_GAMES), 3);
    assert_int_equal(bridge_make_seek(&seek, line, NULL, "chat=none", 1), 0);
    assert_false(message_has(&seek, SEEK_RULESETS));
    assert_int_equal(bridge_make_seek(&seek, line, NULL, "rated=maybe", 1), -1);
    assert_int_equal(bridge_make_seek(&seek, line, NULL, "rated=0\nquit", 1), -1);
    assert_int_equal(bridge_make_seek(&seek, line, "a\nquit", NULL, 1), -1);
    memset(long_list, 'a', sizeof long_list - 1);
    long_list[sizeof long_list - 1] = '\0';
    assert_int_equal(bridge_make_seek(&seek, line, long_list, NULL, 1), -1);
}

static enum bridge_end run(char *script, const char *address)
{
    char shell[] = "/bin/sh", option[] = "-c";
    char *words[] = {shell, option, script, NULL};
    struct bridge_config config = {.name = "ann",
                                   .token = "aa",
                                   .games = 1,
                                   .quiet = true,
                                   .sandbox = no_sandbox(),
                                   .words = words};

    assert_int_equal(bridge_take_addresses(&config, address), 0);
    return bridge_run(&config);
}

static void the_bridge_fails_if_the_bot_does_not_start(void **state)
{
    char ends[] = "exit 1", silent[] = "echo quit";
    (void)state;
    assert_int_equal(run(ends, "127.0.0.1:1"), BRIDGE_FAILED);
    assert_int_equal(run(silent, "127.0.0.1:1"), BRIDGE_FAILED);
}

/* No server listens at port 1; the bot asks to leave before any welcome. */
static void the_bridge_ends_if_the_bot_quits(void **state)
{
    char quits[] = "echo hello v=1 name=x; echo quit; cat >/dev/null";
    (void)state;
    assert_int_equal(run(quits, "127.0.0.1:1"), BRIDGE_DONE);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_cut_at_commas),
        cmocka_unit_test(a_seek_has_rulesets_and_words),
        cmocka_unit_test(the_bridge_fails_if_the_bot_does_not_start),
        cmocka_unit_test(the_bridge_ends_if_the_bot_quits),
    };
    bridged_begin(argc, argv);
    event_base_free(base);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
