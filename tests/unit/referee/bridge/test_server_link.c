/* test_server_link.c - a client's connection: messages, ends, and trusted servers. */
#include "bridged.h"
#include "bridge/server_link.h"
#include "net/tls.h"
#include "net/transport.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static int door, server;
static char address[40];
static int opened, messages, ended;
static bool wrong;
static char why[200], first[40];
static struct server_link *link_of;

static void on_opened(void *context)
{
    (void)context;
    opened++;
}

static void on_message(void *context, const struct message *message, const char *bytes, size_t size)
{
    (void)context;
    assert_int_equal(bytes[size - 1], '\n');
    if (messages++ == 0)
        snprintf(first, sizeof first, "%.*s", (int)size - 1, bytes);
    if (message->kind == MESSAGE_BYE)
        server_link_close(link_of);
}

static void on_ended(void *context, const char *text, bool is_wrong)
{
    (void)context;
    ended++;
    wrong = is_wrong;
    snprintf(why, sizeof why, "%s", text);
}

static bool is_open(void)
{
    return opened > 0;
}

static bool has_ended(void)
{
    return ended > 0;
}

static bool has_message(void)
{
    return messages > 0;
}

static bool has_six(void)
{
    return messages >= 6;
}

static int set_up(void **state)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    (void)state;

    opened = messages = ended = 0;
    wrong = false;
    door = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(door, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(door, 4), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&at, &size), 0);
    snprintf(address, sizeof address, "127.0.0.1:%d", ntohs(at.sin_port));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_link_destroy(link_of);
    link_of = NULL;
    close(door);
    if (server > 0)
        close(server);
    server = 0;
    return 0;
}

static void make_link(bool tls, const char *ca, const char *fingerprint)
{
    const struct server_link_config config = {.tls = tls,
                                              .ca = ca,
                                              .fingerprint = fingerprint,
                                              .opened = on_opened,
                                              .message = on_message,
                                              .ended = on_ended};
    char error[200];

    link_of = server_link_create(base, &config, error);
    assert_non_null(link_of);
}

static void accept_later(void)
{
    fcntl(door, F_SETFL, O_NONBLOCK);
}

static bool is_accepted(void)
{
    if (server <= 0)
        server = accept(door, NULL, NULL);
    return server > 0;
}

static void open_plain(void)
{
    make_link(false, NULL, NULL);
    server_link_open(link_of, address, ENCODING_TEXT);
    accept_later();
    server = 0;
    turn_until(is_accepted);
    assert_true(server >= 0);
    turn_until(is_open);
}

static void tell(const char *text)
{
    assert_int_equal(write(server, text, strlen(text)), (ssize_t)strlen(text));
}

static void messages_go_both_ways(void **state)
{
    char bytes[100];
    struct message ping;
    (void)state;

    make_link(false, NULL, NULL);
    accept_later();
    server = 0;
    server_link_open(link_of, address, ENCODING_TEXT);
    turn_until(is_accepted);
    turn_until(is_open);
    message_init(&ping, MESSAGE_PING);
    message_set_int(&ping, PING_X, 7);
    server_link_send(link_of, &ping);
    turn_often();
    assert_int_equal(read(server, bytes, sizeof bytes), 9);
    assert_memory_equal(bytes, "ping x=7\n", 9);
    tell("pong x=7\nunheard-of y=1\npo");
    turn_until(has_message);
    turn_often();
    assert_int_equal(messages, 2);
    assert_string_equal(first, "pong x=7");
    tell("ng\nnew-message \x01 = =\npong\npong\npong\n"); /* a later version's are skipped */
    turn_until(has_six);
    assert_int_equal(ended, 0);
}

static void an_end_is_reported_once(void **state)
{
    (void)state;
    open_plain();
    close(server);
    server = 0;
    turn_until(has_ended);
    turn_often();
    assert_int_equal(ended, 1);
    assert_false(server_link_is_open(link_of));
    assert_non_null(strstr(why, "closed the connection"));
}

static void a_callback_may_close_the_link(void **state)
{
    (void)state;
    open_plain();
    tell("bye why=x\nping\nbye why=y\n");
    turn_until(has_message);
    turn_often();
    assert_int_equal(messages, 1);
    assert_int_equal(ended, 0);
}

static void an_endless_message_ends_the_link(void **state)
{
    static char long_text[64 * 1024];
    (void)state;

    open_plain();
    memset(long_text, 'x', sizeof long_text);
    assert_int_equal(write(server, long_text, sizeof long_text), sizeof long_text);
    turn_until(has_ended);
    assert_non_null(strstr(why, "no message"));
}

static void a_malformed_message_ends_the_link(void **state)
{
    (void)state;
    open_plain();
    tell("turn g=two\n");
    turn_until(has_ended);
    assert_int_equal(messages, 0);
}

static void an_unreachable_server_ends_the_link(void **state)
{
    const char *const wrong_ones[] = {
        "", ":", "x", "x:", "x:y", "x:1234567890", "no-such-host.invalid:1"};
    (void)state;

    make_link(false, NULL, NULL);
    close(door);
    door = -1;
    server_link_open(link_of, address, ENCODING_TEXT);
    assert_int_equal(ended, 0); /* later, not inside the call */
    turn_until(has_ended);
    assert_non_null(strstr(why, "refused"));
    for (size_t i = 0; i < sizeof wrong_ones / sizeof wrong_ones[0]; i++) {
        ended = 0;
        server_link_open(link_of, wrong_ones[i], ENCODING_TEXT);
        turn_until(has_ended);
        assert_int_equal(opened, 0);
    }
}

static void a_server_that_reads_nothing_is_lost(void **state)
{
    struct message act;
    (void)state;

    open_plain();
    message_init(&act, MESSAGE_ACT);
    message_set_int(&act, ACT_N, 1);
    message_set_string(&act, ACT_A, "pass", 4);
    for (int i = 0; i < 1000000 && server_link_is_open(link_of); i++)
        server_link_send(link_of, &act);
    turn_until(has_ended);
    assert_non_null(strstr(why, "does not read"));
}

/* ------------------------------------------------------------------------------------- TLS */

static struct transport transport;
static char hello[200];

static bool has_ended_or_hello(void)
{
    char bytes[100];

    if (server <= 0) {
        if (!is_accepted())
            return ended > 0;
        fcntl(server, F_SETFL, O_NONBLOCK);
    }
    if (transport.read_fd > 0 && !hello[0]) {
        ssize_t got = transport_read(&transport, bytes, sizeof bytes - 1);
        if (got > 0)
            snprintf(hello, sizeof hello, "%.*s", (int)got, bytes);
    }
    return ended > 0 || hello[0];
}

/* A handshake with a server that has a certificate for this machine. Returns true if it
 * succeeded. */
static bool shake(bool tls, bool known, const char *fingerprint)
{
    char file[] = "/tmp/avondale-link-XXXXXX", print[TLS_FINGERPRINT_SIZE];
    struct tls_error error;
    struct message ping;
    struct tls *certificate;

    close(mkstemp(file));
    unlink(file);
    assert_int_equal(tls_make_self_signed(file, "127.0.0.1", &error), 0);
    assert_int_equal(tls_create(&certificate, file, file, &error), 0);
    snprintf(print, sizeof print, "%s", tls_fingerprint(certificate));
    hello[0] = '\0';
    memset(&transport, 0, sizeof transport);
    make_link(tls, known ? file : NULL,
              fingerprint && strcmp(fingerprint, "own") == 0 ? print : fingerprint);
    accept_later();
    server = 0;
    server_link_open(link_of, address, ENCODING_TEXT);
    turn_until(is_accepted);
    fcntl(server, F_SETFL, O_NONBLOCK);
    transport_init_accepted(&transport, server, certificate);
    message_init(&ping, MESSAGE_PING);
    struct await limit = await_begin(20);
    while (!has_ended_or_hello() && await_step(&limit)) {
        event_base_loop(base, EVLOOP_NONBLOCK);
        if (opened == 1) {
            server_link_send(link_of, &ping);
            opened++;
        }
    }
    transport_close(&transport);
    server = 0;
    tls_destroy(certificate);
    unlink(file);
    return hello[0] != '\0';
}

static void tls_to_a_known_root(void **state)
{
    (void)state;
    assert_true(shake(true, true, NULL));
    assert_string_equal(hello, "ping\n");
}

static void tls_to_a_known_certificate(void **state)
{
    (void)state;
    assert_true(shake(false, false, "own"));
}

static void tls_not_to_a_stranger(void **state)
{
    (void)state;
    assert_false(shake(true, false, NULL));
    turn_until(has_ended);
    assert_true(wrong);
    assert_int_equal(opened, 0);
    assert_non_null(strstr(why, "signed"));
}

static void tls_not_to_another_certificate(void **state)
{
    char none[65];
    (void)state;

    memset(none, '0', 64);
    none[64] = '\0';
    assert_false(shake(false, false, none));
    turn_until(has_ended);
    assert_true(wrong);
    assert_int_equal(opened, 0);
}

static void bad_options_are_named(void **state)
{
    const struct server_link_config config = {.ca = "/nonexistent"};
    char error[200];
    (void)state;

    assert_null(server_link_create(base, &config, error));
    assert_non_null(strstr(error, "/nonexistent"));
    assert_int_equal(server_link_check_fingerprint("12"), -1);
    assert_int_equal(server_link_check_fingerprint("zz"), -1);
    assert_int_equal(server_link_check_fingerprint("00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff"
                                                   "00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:"
                                                   "FF"),
                     0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        CASE(messages_go_both_ways),
        CASE(an_end_is_reported_once),
        CASE(a_callback_may_close_the_link),
        CASE(an_endless_message_ends_the_link),
        CASE(a_malformed_message_ends_the_link),
        CASE(an_unreachable_server_ends_the_link),
        CASE(a_server_that_reads_nothing_is_lost),
        CASE(tls_to_a_known_root),
        CASE(tls_to_a_known_certificate),
        CASE(tls_not_to_a_stranger),
        CASE(tls_not_to_another_certificate),
        CASE(bad_options_are_named),
    };
    bridged_begin(argc, argv);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    event_base_free(base);
    return status;
}
