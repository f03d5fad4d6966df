/* test_relay.c - the bytes of a bot are relayed to another node and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "await.h"
#include "dial.h"
#include "duel.h"
#include "cluster/relay.h"

/* The other node: a socket that listens here. */
static int listen_here(char address[32])
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(fd, 1), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&here, &size), 0);
    snprintf(address, 32, "127.0.0.1:%d", ntohs(here.sin_port));
    return fd;
}

/* Reads from `fd` until the bytes hold `until`. */
static void expect(struct duel *duel, int fd, const char *until, char *text, size_t size)
{
    struct await limit = await_begin(10);
    size_t used = 0;
    text[0] = 0;
    while (!strstr(text, until)) {
        duel_turn(duel);
        ssize_t got = recv(fd, text + used, size - 1 - used, MSG_DONTWAIT);
        used += got > 0 ? (size_t)got : 0;
        text[used] = 0;
        if (!await_step(&limit) || got == 0)
            fail_msg("no '%s' in '%s'", until, text);
    }
}

static void a_relay_carries_bytes_both_ways_but_no_second_welcome(void **state)
{
    struct duel duel = {.base = NULL};
    struct relays relays;
    struct message hello;
    char address[32], text[2000];
    (void)state;
    assert_int_equal(duel_open(&duel), 0);
    relay_init(&relays, duel.base);
    duel_say(&duel, 0, "hello v=1 name=ann");
    expect(&duel, duel.fds[0], "welcome", text, sizeof text);
    int listener = listen_here(address);
    message_init(&hello, MESSAGE_HELLO);
    message_set_int(&hello, HELLO_V, 1);
    message_set_string(&hello, HELLO_NAME, "ann", 3);
    struct relay_config config = {.address = "nowhere", .hello = &hello};
    assert_int_equal(relay_start(&relays, duel.peers[0], &config), -1);
    assert_int_equal(relays.count, 0);
    config.address = address;
    assert_int_equal(relay_start(&relays, duel.peers[0], &config), 0);
    assert_int_equal(relays.count, 1);
    int node = -1;
    struct await limit = await_begin(10);
    while ((node = accept(listener, NULL, NULL)) < 0) {
        duel_turn(&duel);
        assert_true(await_step(&limit));
    }
    expect(&duel, node, "\n", text, sizeof text);
    assert_memory_equal(text, "hello v=1 name=ann", 18);
    static const char answer[] = "welcome v=1 name=ann session=there server=x\nping x=7\n";
    assert_int_equal(write(node, answer, sizeof answer - 1), sizeof answer - 1);
    expect(&duel, duel.fds[0], "ping x=7\n", text, sizeof text);
    assert_null(strstr(text, "welcome"));
    assert_int_equal(write(duel.fds[0], "pong x=7\n", 9), 9);
    expect(&duel, node, "pong x=7\n", text, sizeof text);
    relay_fini(&relays);
    assert_int_equal(relays.count, 0);
    close(node);
    close(listener);
    duel_close(&duel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_relay_carries_bytes_both_ways_but_no_second_welcome),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
