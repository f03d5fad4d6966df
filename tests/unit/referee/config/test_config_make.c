/* test_config_make.c - the values made from the texts of the options: addresses, rulesets,
 * times, paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "config/config_private.h"

static struct config config;
static char error[OPTION_ERROR_BYTES];

/* Sets options "NAME=VALUE NAME=VALUE ..." above the defaults, as a file does, and makes the
 * rest. */
static int make(const char *text)
{
    char words[2000], *save = NULL;

    memset(&config, 0, sizeof config);
    error[0] = '\0';
    option_table_set_defaults(&config_file_options, &config);
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        void *context;
        char *value = strchr(word, '=');
        *value++ = '\0';
        const struct option_row *row =
            option_table_find(&config_file_options, word, &config, &context);
        assert_non_null(row);
        assert_int_equal(option_table_set(row, context, value, "--", error), 0);
    }
    return config_make(&config, error);
}

static void assert_made(const char *text)
{
    if (make(text))
        fail_msg("%s: %s", text, error);
    assert_string_equal(error, "");
}

static void assert_refused(const char *text, const char *why)
{
    assert_int_equal(make(text), -1);
    if (!strstr(error, why))
        fail_msg("%s: %s", text, error);
}

/* With remote connections new names are claimed, unless the operator chooses otherwise. */
static void the_addresses_decide_the_default_registration(void **state)
{
    static const struct {
        const char *text;
        enum registration registration;
    } cases[] = {
        {"listen=127.0.0.1:0", REGISTRATION_OPEN},
        {"listen=localhost:0", REGISTRATION_OPEN},
        {"listen=[::1]:0", REGISTRATION_OPEN},
        {"listen=unix:a?mode=0666", REGISTRATION_OPEN},
        {"listen=[::1]:0,127.0.0.1:0,unix:a", REGISTRATION_OPEN},
        {"listen=127.0.0.1:0,[::]:0", REGISTRATION_CLAIM},
        {"listen=unix:a,192.0.2.1:0", REGISTRATION_CLAIM},
        {"listen=[::]:0", REGISTRATION_CLAIM},
        {"listen=[::ffff:127.0.0.1]:0", REGISTRATION_OPEN},
        {"listen=arena.example:0", REGISTRATION_CLAIM},
        {"listen=0.0.0.0:0", REGISTRATION_CLAIM},
        {"listen=10.1.2.3:5500", REGISTRATION_CLAIM},
        {"listen=0.0.0.0:0 register=auto", REGISTRATION_CLAIM},
        {"listen=0.0.0.0:0 register=open", REGISTRATION_OPEN},
        {"listen=127.0.0.1:0 register=claim", REGISTRATION_CLAIM},
        {"listen=127.0.0.1:0 register=token", REGISTRATION_TOKEN},
        {"listen=0.0.0.0:0 register=token", REGISTRATION_TOKEN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_made(cases[i].text);
        assert_int_equal(config.registration, cases[i].registration);
    }
    assert_refused("register=nobody", "register");
}

static void assert_listens(int index, const char *expected)
{
    char text[ENDPOINT_TEXT_BYTES];

    assert_string_equal(endpoint_format(&config.listen_at[index], text), expected);
}

static void addresses_are_split(void **state)
{
    (void)state;
    assert_made("listen=10.1.2.3:65535 http=localhost:0");
    assert_int_equal(config.listen_count, 1);
    assert_listens(0, "10.1.2.3:65535");
    assert_int_equal(config.http_count, 1);
    assert_int_equal(config.http_at[0].port, 0);
    assert_true(endpoint_is_local(&config.http_at[0]));
    assert_made("http=off");
    assert_int_equal(config.http_count, 0);
    assert_made("listen=[::]:5500,unix:/run/bots?mode=0600 http=[::1]:0,127.0.0.1:0");
    assert_int_equal(config.listen_count, 2);
    assert_listens(0, "[::]:5500");
    assert_listens(1, "unix:/run/bots");
    assert_int_equal(config.listen_at[1].mode, 0600);
    assert_int_equal(config.http_count, 2);
    assert_refused("listen=10.1.2.3:65536", "--listen=10.1.2.3:65536: expected ADDRESS:PORT");
    assert_refused("listen=::1:5500", "--listen=::1:5500: expected ADDRESS:PORT");
    assert_refused("listen=127.0.0.1:1,127.0.0.1:1", "--listen=127.0.0.1:1,127.0.0.1:1: expected");
    assert_refused("http=:80", "--http=:80");
    assert_refused("http=unix:/run/pages", "--http=unix:/run/pages: expected ADDRESS:PORT");
}

/* Tokens are not sent in clear text over a network: without TLS other machines are refused. */
static void beyond_loopback_it_takes_tls(void **state)
{
    (void)state;
    assert_made("listen=127.0.0.9:1");
    assert_false(config.deaf);
    assert_made("listen=[::1]:1,unix:a");
    assert_false(config.deaf);
    assert_made("listen=unix:a,[::]:1");
    assert_true(config.deaf);
    assert_made("listen=0.0.0.0:1");
    assert_true(config.deaf);
    assert_made("listen=0.0.0.0:1 plain-remote=1");
    assert_false(config.deaf);
    assert_made("listen=0.0.0.0:1 tls-self-signed=1 store=sqlite:/a/b.db");
    assert_false(config.deaf);
    assert_true(config.tls && !config.http_over_tls);
    assert_string_equal(config.tls_cert, "/a/b.db.tls.pem");
    assert_string_equal(config.tls_key, "/a/b.db.tls.pem");
    assert_made("http=0.0.0.0:1 tls-cert=c tls-key=k");
    assert_true(config.http_over_tls);
    assert_made("http=127.0.0.1:1,[::1]:1 tls-cert=c tls-key=k");
    assert_false(config.http_over_tls);
    assert_made("http=127.0.0.1:1,[2001:db8::1]:1 tls-cert=c tls-key=k");
    assert_true(config.http_over_tls);
    assert_made("http-tls=1 tls-cert=c tls-key=k");
    assert_true(config.http_over_tls);
    assert_refused("tls-self-signed=1 store=postgresql://x@y/z", "a store that is a file");
    assert_refused("tls-self-signed=1 tls-cert=c tls-key=k", "no --tls-cert beside it");
}

static void times_are_in_microseconds(void **state)
{
    (void)state;
    assert_made("handshake-ms=7 grace-ms=9 live-delay=250");
    assert_int_equal(config.handshake_usec, 7000);
    assert_int_equal(config.grace_usec, 9000);
    assert_int_equal(config.live_delay_msec, 250);
    assert_made("live-delay=hand");
    assert_int_equal(config.live_delay_msec, LIVE_HAND);
}

static void words_are_converted(void **state)
{
    (void)state;
    assert_made("");
    assert_int_equal(config.registration, REGISTRATION_OPEN); /* no other machine reaches it */
    assert_int_equal(config.chat, CHAT_NONE);
    assert_int_equal(config.log_level, LOG_WARN);
    assert_made("register=token chat=text policy=lenient verbose=1");
    assert_int_equal(config.registration, REGISTRATION_TOKEN);
    assert_made("listen=0.0.0.0:1");
    assert_int_equal(config.registration, REGISTRATION_CLAIM);
    assert_made("register=token chat=text policy=lenient verbose=1");
    assert_int_equal(config.chat, CHAT_TEXT);
    assert_int_equal(config.policy.kind, FAULT_POLICY_LENIENT);
    assert_int_equal(config.log_level, LOG_INFO);
    assert_made("log-level=debug verbose=1"); /* a more verbose level already */
    assert_int_equal(config.log_level, LOG_DEBUG);
}

static void rulesets_are_made_in_order(void **state)
{
    (void)state;
    assert_made("ruleset=australian,two-handed-dead option=target=1000 option=max_hands=9");
    assert_int_equal(config.rules_count, 2);
    assert_string_equal(preset_name(config.rules[1].preset), "two-handed-dead");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(config.rules[i].target, 1000);
        assert_int_equal(config.rules[i].max_hands, 9);
    }
    assert_refused("ruleset=american,american", "each preset once");
    assert_refused("ruleset=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q", "at most 16 presets, got 17");
}

/* The other nodes must reach it at that address from anywhere. */
static void a_node_has_an_address(void **state)
{
    (void)state;
    assert_made("node=east listen=10.0.0.1:5500");
    assert_string_equal(config.node_at, "10.0.0.1:5500");
    assert_made("node=east listen=unix:a,[::]:5500,[2001:DB8::1]:5500");
    assert_string_equal(config.node_at, "[2001:db8::1]:5500");
    assert_made("node=east listen=unix:a node-address=[2001:db8:1:2:3:4:5:6]:65535");
    assert_string_equal(config.node_at, "[2001:db8:1:2:3:4:5:6]:65535");
    assert_refused("node=east listen=unix:a", "expected --node-address");
    assert_refused("node=east node-address=unix:a", "expected --node-address");
    assert_refused("node=east node-address=[::]:5500", "expected --node-address");
    assert_refused("node=east node-address=[::1]", "--node-address=[::1]: expected ADDRESS:PORT");
    assert_made("node=east listen=0.0.0.0:5500 node-address=10.0.0.1:5500 plain-remote=1");
    assert_refused("node=east listen=0.0.0.0:5500", "expected --node-address");
    assert_refused("node=east listen=10.0.0.1:0", "expected --node-address");
    assert_refused("node=east node-address=east.example:5500", "expected --node-address");
}

static void files_lie_beside_the_store(void **state)
{
    static const struct {
        const char *options, *journal, *admin;
    } cases[] = {
        {"store=sqlite:/a/b.db", "/a/b.db.journal", "/a/b.db.admin"},
        {"store=sqlite:/a/b.db journal=/c/d admin=/e", "/c/d", "/e"},
        {"store=sqlite:/a/b.db journal=off admin=off", "", ""},
        {"store=sqlite:/a/b.db journal=/c/d resume-budget=0", "", "/a/b.db.admin"},
        {"store=postgresql://x@y/z", "", "avondale.admin"},
        {"store=postgresql://x@y/z node=east listen=10.0.0.1:1", "", "east.admin"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_made(cases[i].options);
        assert_string_equal(config.journal_path, cases[i].journal);
        assert_string_equal(config.admin_path, cases[i].admin);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_split),
        cmocka_unit_test(the_addresses_decide_the_default_registration),
        cmocka_unit_test(beyond_loopback_it_takes_tls),
        cmocka_unit_test(times_are_in_microseconds),
        cmocka_unit_test(words_are_converted),
        cmocka_unit_test(rulesets_are_made_in_order),
        cmocka_unit_test(a_node_has_an_address),
        cmocka_unit_test(files_lie_beside_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
