/* test_admin.c - the operator's commands on an arena without a daemon, and the socket that
 * accepts them. */
#include "asked_admin.h"

#include "await.h"

/* ----------------------------------------------------------------------------------- the socket */

static struct admin *open_socket(void)
{
    struct admin *admin = NULL;
    char why[ADMIN_WHY_BYTES] = "";
    if (admin_open(&admin, arena.base, path, &host, why))
        fail_msg("%s", why);
    return admin;
}

static int dial(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static void turn(void)
{
    for (int i = 0; i < 3; i++)
        event_base_loop(arena.base, EVLOOP_NONBLOCK);
}

static void tell(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    turn();
}

/* Reads everything up to the end of the stream. */
static const char *hear(int fd)
{
    static char text[65536];
    size_t have = 0;
    ssize_t got;
    while ((got = recv(fd, text + have, sizeof text - 1 - have, 0)) > 0) {
        have += (size_t)got;
        turn();
    }
    assert_int_equal(got, 0);
    text[have] = 0;
    close(fd);
    return text;
}

static void a_line_gets_an_answer_and_the_end(void **state)
{
    struct admin *admin = open_socket();
    struct stat status;
    (void)state;
    assert_int_equal(lstat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600);
    int fd = dial();
    tell(fd, "pau");
    tell(fd, "se\nresume\n"); /* one line only */
    assert_string_equal(
        hear(fd), "{\"status\":0,\"result\":\"no new games begin; those under way continue\"}\n");
    assert_true(paused);
    admin_close(admin);
    assert_int_equal(lstat(path, &status), -1);
}

static void an_endless_line_is_refused(void **state)
{
    struct admin *admin = open_socket();
    char line[ADMIN_LINE_BYTES_MAX + 2];
    (void)state;
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = 0;
    int fd = dial();
    tell(fd, line);
    assert_non_null(strstr(hear(fd), "at most 256 bytes"));
    admin_close(admin);
}

/* It sends half a line, or reads no answer: others are served meanwhile, and it is dropped after
 * its time, not before. */
static void a_slow_client_is_dropped(void **state)
{
    char byte;
    (void)state;
    host.deadline_msec = 600000;
    struct admin *admin = open_socket();
    int slow = dial(), quick = dial();
    tell(slow, "pause");
    tell(quick, "show version\n");
    assert_non_null(strstr(hear(quick), "\"version\""));
    assert_int_equal(recv(slow, &byte, 1, 0), -1); /* not yet */
    close(slow);
    admin_close(admin);
    host.deadline_msec = 20;
    admin = open_socket();
    slow = dial();
    tell(slow, "pause");
    struct await limit = await_begin(20);
    while (recv(slow, &byte, 1, 0) < 0 && await_step(&limit))
        event_base_loop(arena.base, EVLOOP_NONBLOCK);
    assert_int_equal(recv(slow, &byte, 1, 0), 0);
    assert_false(paused);
    close(slow);
    admin_close(admin);
}

static void connections_are_limited(void **state)
{
    struct admin *admin = open_socket();
    int fds[ADMIN_CONNECTIONS_MAX];
    char byte;
    (void)state;
    for (int i = 0; i < ADMIN_CONNECTIONS_MAX; i++) {
        fds[i] = dial();
        turn();
    }
    int over = dial();
    turn();
    assert_int_equal(recv(over, &byte, 1, 0), 0);
    close(over);
    tell(fds[0], "show version\n");
    assert_non_null(strstr(hear(fds[0]), "\"version\""));
    fds[0] = dial();
    tell(fds[0], "show version\n");
    assert_non_null(strstr(hear(fds[0]), "\"version\""));
    for (int i = 1; i < ADMIN_CONNECTIONS_MAX; i++)
        close(fds[i]);
    turn();
    admin_close(admin);
}

/* Even where the socket's permissions would allow it. */
static void another_user_gets_no_answer(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    struct admin *admin = open_socket();
    assert_int_equal(chmod(directory, 0777), 0);
    assert_int_equal(chmod(path, 0777), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct sockaddr_un address = {.sun_family = AF_UNIX};
        char byte;
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
        if (setgid(65534) || setuid(65534) ||
            connect(fd, (struct sockaddr *)&address, sizeof address))
            _exit(3);
        (void)!send(fd, "pause\n", 6, MSG_NOSIGNAL);
        _exit(recv(fd, &byte, 1, 0) > 0 ? 1 : 0); /* its end, or a reset */
    }
    int status = -1;
    struct await limit = await_begin(20);
    while (waitpid(child, &status, WNOHANG) == 0 && await_step(&limit))
        event_base_loop(arena.base, EVLOOP_NONBLOCK);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_false(paused);
    admin_close(admin);
}

static void only_a_dead_socket_is_replaced(void **state)
{
    struct admin *first = open_socket(), *second = NULL;
    char why[ADMIN_WHY_BYTES];
    (void)state;
    assert_int_equal(admin_open(&second, arena.base, path, &host, why), -1);
    assert_null(second);
    assert_non_null(strstr(why, path));
    assert_non_null(strstr(why, "another daemon"));
    admin_close(first);

    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    close(fd); /* it stays behind, as after a crash */
    admin_close(open_socket());

    fclose(fopen(path, "w"));
    assert_int_equal(admin_open(&second, arena.base, path, &host, why), -1);
    assert_non_null(strstr(why, "expected a socket or nothing there"));
    assert_int_equal(access(path, F_OK), 0);
    unlink(path);
    assert_int_equal(admin_open(&second, arena.base, "/nonexistent/socket", &host, why), -1);
    assert_non_null(strstr(why, "/nonexistent/socket: "));
}

/* A daemon that replaced it keeps it. */
static void a_socket_of_others_stays(void **state)
{
    struct admin *first = open_socket();
    (void)state;
    unlink(path);
    struct admin *second = open_socket();
    admin_close(first);
    assert_int_equal(access(path, F_OK), 0);
    admin_close(second);
    assert_int_equal(access(path, F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_line_gets_an_answer_and_the_end), TEST(an_endless_line_is_refused),
        TEST(a_slow_client_is_dropped),          TEST(connections_are_limited),
        TEST(another_user_gets_no_answer),       TEST(only_a_dead_socket_is_replaced),
        TEST(a_socket_of_others_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
