/* test_event_child.c - the process of a run: one at a time, its end, its last output. This
 * program plays the tournament: event_child.c starts /proc/self/exe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "events/event_child.h"
#include "ladder_temp.h"

/* Like `avondale tournament FILE --resume --json --sandbox strict`; the file names the
 * behaviour. */
static int tournament(int argc, char **argv)
{
    char word[32] = "";
    FILE *file = argc == 7 || argc == 6 ? fopen(argv[2], "r") : NULL;
    if (!file || !fgets(word, sizeof word, file))
        return 9;
    fclose(file);
    printf("never seen\n");
    if (strcmp(word, "wait") == 0)
        pause();
    if (strcmp(word, "stubborn") == 0) {
        signal(SIGTERM, SIG_IGN);
        fprintf(stderr, "deaf\n");
        for (;;)
            pause();
    }
    fprintf(stderr, "first\nlast words of %s\n\n", argv[argc - 2]);
    return atoi(word);
}

static bool wait_for_end(struct event_child *child, int *status, char *why)
{
    for (int i = 0; i < 6000; i++) {
        if (event_child_ended(child, status, why))
            return true;
        poll(NULL, 0, 10);
    }
    return false;
}

static struct event_child_order order_of(const struct temp *temp, const char *file)
{
    return (struct event_child_order){.directory = temp->dir, .run = "cup-1", .file = file};
}

static void a_child_reports_its_status_and_last_line(void **state)
{
    const struct temp *temp = *state;
    struct event_child child = {.pid = 0};
    struct event_child_order order = order_of(temp, "3");
    char why[EVENT_CHILD_WHY_BYTES] = "";
    int status = -9;
    assert_int_equal(event_child_start(&child, &order, why), 0);
    assert_true(wait_for_end(&child, &status, why));
    assert_int_equal(status, 3);
    assert_int_equal(child.pid, 0);
    assert_string_equal(why, "last words of --sandbox");
    order.store = "sqlite:x";
    order.file = "0";
    assert_int_equal(event_child_start(&child, &order, why), 0);
    assert_true(wait_for_end(&child, &status, why));
    assert_int_equal(status, 0);
    assert_string_equal(why, "last words of --store");
    order.directory = "/no/such/directory";
    assert_int_equal(event_child_start(&child, &order, why), -1);
    assert_non_null(strstr(why, "No such file"));
}

static void no_run_is_played_twice_at_once(void **state)
{
    const struct temp *temp = *state;
    struct event_child child = {.pid = 0}, other = {.pid = 0};
    struct event_child_order order = order_of(temp, "wait");
    char why[EVENT_CHILD_WHY_BYTES] = "";
    int status = -9;
    assert_int_equal(event_child_start(&child, &order, why), 0);
    assert_int_equal(event_child_start(&other, &order, why), EVENT_CHILD_BUSY);
    assert_false(event_child_ended(&child, &status, why));
    event_child_stop(&child);
    assert_true(wait_for_end(&child, &status, why));
    assert_int_equal(status, -1);
    assert_string_equal(why, "ended by signal 15");
    assert_int_equal(event_child_start(&child, &order, why), 0); /* free again */
    kill(child.pid, SIGKILL);
    event_child_wait(&child, 60000);
    assert_int_equal(child.pid, 0);
}

static bool is_deaf(const struct temp *temp)
{
    char path[120];
    struct stat about;
    snprintf(path, sizeof path, "%s/cup-1.log", temp->dir);
    return stat(path, &about) == 0 && about.st_size > 0;
}

static void a_child_that_does_not_stop_is_killed(void **state)
{
    const struct temp *temp = *state;
    struct event_child child = {.pid = 0};
    struct event_child_order order = order_of(temp, "stubborn");
    char why[EVENT_CHILD_WHY_BYTES] = "";
    assert_int_equal(event_child_start(&child, &order, why), 0);
    while (!is_deaf(temp))
        poll(NULL, 0, 10);
    event_child_stop(&child);
    event_child_wait(&child, 50);
    assert_int_equal(child.pid, 0);
}

/* The process that started it is killed: it ends, too, and the run is free. */
static void a_child_ends_with_its_parent(void **state)
{
    const struct temp *temp = *state;
    struct event_child child = {.pid = 0};
    struct event_child_order order = order_of(temp, "stubborn");
    char why[EVENT_CHILD_WHY_BYTES] = "";
    pid_t parent = fork();
    if (parent == 0) {
        if (event_child_start(&child, &order, why))
            _exit(1);
        for (;;)
            pause();
    }
    while (!is_deaf(temp))
        poll(NULL, 0, 10);
    assert_int_equal(event_child_start(&child, &order, why), EVENT_CHILD_BUSY);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    order.file = "0";
    int status;
    while ((status = event_child_start(&child, &order, why)) == EVENT_CHILD_BUSY)
        poll(NULL, 0, 10);
    assert_int_equal(status, 0);
    assert_true(wait_for_end(&child, &status, why));
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "tournament") == 0)
        return tournament(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_child_reports_its_status_and_last_line, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(no_run_is_played_twice_at_once, temp_setup, temp_teardown),
        cmocka_unit_test_setup_teardown(a_child_that_does_not_stop_is_killed, temp_setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(a_child_ends_with_its_parent, temp_setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
