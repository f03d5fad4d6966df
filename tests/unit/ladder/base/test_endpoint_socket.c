/* test_endpoint_socket.c - sockets of endpoints: both families, and files with their permissions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/endpoint_socket.h"

static char directory[] = "/tmp/test_endpoint_XXXXXX";

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    return chdir("/") || rmdir(directory);
}

/* Listens there; false on a machine without IPv6. */
static bool listens(struct endpoint_socket *socket, const char *text)
{
    struct endpoint at;
    char error[ENDPOINT_ERROR_BYTES];

    assert_int_equal(endpoint_parse(text, &at), 0);
    if (endpoint_socket_listen(socket, &at, 5, error) == 0)
        return true;
    if (at.kind != ENDPOINT_IP6)
        fail_msg("%s", error);
    print_message("no IPv6 here: %s\n", error);
    return false;
}

/* Connects to the port on another host; reports each side's address of the other. */
static void meet(const struct endpoint_socket *socket, const char *host, struct endpoint *server,
                 struct endpoint *client)
{
    char text[ENDPOINT_TEXT_BYTES];
    struct endpoint to = socket->at;

    if (host) {
        snprintf(text, sizeof text, "%s:%d", host, socket->at.port);
        assert_int_equal(endpoint_parse(text, &to), 0);
    }
    int out = endpoint_socket_dial(&to);
    assert_true(out >= 0);
    int in = accept(socket->fd, NULL, NULL);
    assert_true(in >= 0);
    endpoint_socket_peer(out, server);
    endpoint_socket_peer(in, client);
    close(out);
    close(in);
}

static void ipv4_is_served(void **state)
{
    struct endpoint_socket socket;
    struct endpoint server, client;
    (void)state;

    assert_true(listens(&socket, "127.0.0.1:0"));
    assert_true(socket.at.port > 0);
    meet(&socket, NULL, &server, &client);
    assert_memory_equal(&server, &socket.at, sizeof server);
    assert_true(endpoint_is_local(&client) && client.port > 0);
    endpoint_socket_close(&socket);
    endpoint_socket_close(&socket);
}

static void ipv6_is_served(void **state)
{
    struct endpoint_socket socket;
    struct endpoint server, client;
    (void)state;

    if (!listens(&socket, "[::1]:0"))
        return;
    meet(&socket, NULL, &server, &client);
    assert_int_equal(client.kind, ENDPOINT_IP6);
    assert_true(endpoint_is_local(&client));
    assert_int_equal(server.port, socket.at.port);
    endpoint_socket_close(&socket);
}

/* A socket of both families sees an IPv4 connection as an IPv4 address. */
static void one_socket_serves_both_families(void **state)
{
    struct endpoint_socket socket, loopback;
    struct endpoint server, client;
    (void)state;

    if (!listens(&socket, "[::]:0"))
        return;
    meet(&socket, "127.0.0.1", &server, &client);
    assert_int_equal(client.kind, ENDPOINT_IP4);
    assert_true(endpoint_is_local(&client));
    if (listens(&loopback, "[::1]:0")) { /* [::] exists even where no interface has IPv6 */
        endpoint_socket_close(&loopback);
        meet(&socket, "[::1]", &server, &client);
        assert_int_equal(client.kind, ENDPOINT_IP6);
    }
    endpoint_socket_close(&socket);
}

static void both_families_may_have_their_own(void **state)
{
    struct endpoint list[ENDPOINT_LIST_MAX];
    struct endpoint_socket four, six, probe;
    char text[64], error[ENDPOINT_ERROR_BYTES];
    (void)state;

    for (int i = 0; i < 100; i++) { /* another process may take the port in between */
        if (!listens(&probe, "[::]:0"))
            return;
        endpoint_socket_close(&probe);
        snprintf(text, sizeof text, "[::]:%d,0.0.0.0:%d", probe.at.port, probe.at.port);
        assert_int_equal(endpoint_parse_list(text, list), 2);
        int status = endpoint_socket_listen(&six, &list[0], 5, error);
        int other = endpoint_socket_listen(&four, &list[1], 5, error);
        endpoint_socket_close(&four);
        endpoint_socket_close(&six);
        if (status == 0 && other == 0)
            return;
    }
    fail_msg("%s", error);
}

static void a_port_in_use_is_refused(void **state)
{
    struct endpoint_socket socket, again;
    char error[ENDPOINT_ERROR_BYTES], text[ENDPOINT_TEXT_BYTES], expected[ENDPOINT_ERROR_BYTES];
    (void)state;

    assert_true(listens(&socket, "127.0.0.1:0"));
    assert_int_equal(endpoint_socket_listen(&again, &socket.at, 5, error), -1);
    snprintf(expected, sizeof expected, "%s: Address already in use",
             endpoint_format(&socket.at, text));
    assert_string_equal(error, expected);
    assert_int_equal(again.fd, -1);
    endpoint_socket_close(&socket);
}

static void a_name_is_looked_up(void **state)
{
    struct endpoint at = {.kind = ENDPOINT_NAME, .path = "localhost"}, found[ENDPOINT_LIST_MAX];
    struct endpoint_socket socket;
    char error[ENDPOINT_ERROR_BYTES];
    (void)state;

    assert_int_equal(endpoint_socket_dial(&at), -1);
    assert_int_equal(errno, EINVAL); /* refused where a loop would wait for it */
    assert_int_equal(endpoint_socket_listen(&socket, &at, 5, error), 0);
    assert_true(endpoint_is_local(&socket.at) && socket.at.port > 0);
    at.port = 77;
    assert_true(endpoint_socket_look_up(&at, found, error) > 0);
    assert_true(endpoint_is_local(&found[0]) && found[0].port == 77);
    assert_int_equal(endpoint_socket_look_up(&found[0], found, error), -1); /* not a name */
    endpoint_socket_close(&socket);
}

static mode_t mode_of(const char *path)
{
    struct stat status;

    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & 07777;
}

/* The permissions are independent of the umask, which stays unchanged. */
static void a_file_has_the_permissions_that_were_asked_for(void **state)
{
    static const struct {
        const char *text;
        mode_t mode;
    } cases[] = {{"unix:bots", 0660}, {"unix:bots?mode=0600", 0600}, {"unix:bots?mode=0666", 0666}};
    static const mode_t masks[] = {0, 022, 077, 0777};
    struct endpoint_socket socket;
    (void)state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t k = 0; k < sizeof masks / sizeof masks[0]; k++) {
            mode_t before = umask(masks[k]);
            assert_true(listens(&socket, cases[i].text));
            assert_int_equal(umask(before), masks[k]);
            assert_int_equal(mode_of("bots"), cases[i].mode);
            endpoint_socket_close(&socket);
            assert_int_equal(access("bots", F_OK), -1);
        }
    }
}

static void a_unix_peer_is_identified_by_its_user(void **state)
{
    struct endpoint_socket socket;
    struct endpoint server, client;
    (void)state;

    assert_true(listens(&socket, "unix:bots"));
    meet(&socket, NULL, &server, &client);
    assert_int_equal(client.kind, ENDPOINT_UNIX);
    assert_int_equal(client.uid, geteuid());
    assert_int_equal(client.pid, getpid());
    assert_string_equal(client.path, "");
    endpoint_socket_close(&socket);
}

static void a_dead_socket_is_replaced(void **state)
{
    struct endpoint_socket dead, socket;
    (void)state;

    assert_true(listens(&dead, "unix:bots"));
    close(dead.fd); /* like that of a killed process */
    assert_true(listens(&socket, "unix:bots"));
    endpoint_socket_close(&socket);
    assert_int_equal(access("bots", F_OK), -1);
}

static void refuses(const char *why)
{
    struct endpoint at;
    struct endpoint_socket socket;
    char error[ENDPOINT_ERROR_BYTES];

    assert_int_equal(endpoint_parse("unix:bots", &at), 0);
    assert_int_equal(endpoint_socket_listen(&socket, &at, 5, error), -1);
    assert_string_equal(error, why);
    assert_int_equal(socket.fd, -1);
    assert_int_equal(access("bots", F_OK), 0);
}

static void a_socket_in_use_is_refused(void **state)
{
    struct endpoint_socket socket;
    struct endpoint server, client;
    (void)state;

    assert_true(listens(&socket, "unix:bots"));
    refuses("unix:bots: another daemon answers there");
    assert_int_equal(close(accept(socket.fd, NULL, NULL)), 0); /* the probe */
    meet(&socket, NULL, &server, &client);
    endpoint_socket_close(&socket);
}

static void a_file_that_is_no_socket_stays(void **state)
{
    struct endpoint_socket socket;
    struct endpoint at;
    char error[ENDPOINT_ERROR_BYTES];
    (void)state;

    int fd = open("bots", O_CREAT | O_WRONLY, 0600);
    assert_int_equal(close(fd), 0);
    refuses("unix:bots: expected a socket or nothing there");
    assert_int_equal(unlink("bots"), 0);
    assert_int_equal(symlink("/dev/null", "bots"), 0);
    refuses("unix:bots: expected a socket or nothing there");
    assert_int_equal(unlink("bots"), 0);
    assert_int_equal(endpoint_parse("unix:missing/bots", &at), 0);
    assert_int_equal(endpoint_socket_listen(&socket, &at, 5, error), -1);
    assert_string_equal(error, "unix:missing/bots: No such file or directory");
}

/* Another process put its socket there while this one was listening: we must not remove it. */
static void a_file_of_another_process_is_not_removed(void **state)
{
    struct endpoint_socket socket;
    (void)state;

    assert_true(listens(&socket, "unix:bots"));
    assert_int_equal(rename("bots", "mine"), 0);
    int fd = open("bots", O_CREAT | O_WRONLY, 0600);
    assert_int_equal(close(fd), 0);
    endpoint_socket_close(&socket);
    assert_int_equal(access("bots", F_OK), 0);
    assert_int_equal(unlink("bots"), 0);
    assert_int_equal(unlink("mine"), 0);
}

static void a_pipe_has_no_peer_address(void **state)
{
    struct endpoint peer;
    int ends[2];
    (void)state;

    assert_int_equal(pipe(ends), 0);
    endpoint_socket_peer(ends[0], &peer);
    assert_int_equal(peer.kind, ENDPOINT_NONE);
    assert_true(endpoint_key(&peer) == 0);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ipv4_is_served),
        cmocka_unit_test(ipv6_is_served),
        cmocka_unit_test(one_socket_serves_both_families),
        cmocka_unit_test(both_families_may_have_their_own),
        cmocka_unit_test(a_port_in_use_is_refused),
        cmocka_unit_test(a_name_is_looked_up),
        cmocka_unit_test(a_file_has_the_permissions_that_were_asked_for),
        cmocka_unit_test(a_unix_peer_is_identified_by_its_user),
        cmocka_unit_test(a_dead_socket_is_replaced),
        cmocka_unit_test(a_socket_in_use_is_refused),
        cmocka_unit_test(a_file_that_is_no_socket_stays),
        cmocka_unit_test(a_file_of_another_process_is_not_removed),
        cmocka_unit_test(a_pipe_has_no_peer_address),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
