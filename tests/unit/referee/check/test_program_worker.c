/* test_program_worker.c - where strangers' programs may run, and the state of a program after a
 * check that passes, fails, or crashes. submit.sh tests the sandbox and a whole check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "await.h"
#include "check/program_worker.h"
#include "handed_in.h"

#include <fcntl.h>

static void only_where_the_sandbox_keeps_its_promise(void **state)
{
    struct sandbox_config sandbox = {.mode = SANDBOX_STRICT, .has = SANDBOX_HAS_STRICT};

    (void)state;
    assert_true(program_worker_may(&sandbox, false));
    for (unsigned bit = 1; bit <= SANDBOX_HAS_PROCESSES; bit <<= 1) {
        sandbox.has = SANDBOX_HAS_STRICT & ~bit;
        assert_int_equal(program_worker_may(&sandbox, false), !(SANDBOX_HAS_STRICT & bit));
    }
    sandbox = (struct sandbox_config){.mode = SANDBOX_RLIMIT, .has = SANDBOX_HAS_STRICT};
    assert_false(program_worker_may(&sandbox, false));
    assert_true(program_worker_may(&sandbox, true));
}

static void work_through(const struct fixture *fixture, const char *checker)
{
    struct sandbox_config sandbox;
    char cache[128];
    struct program_worker *worker;
    bool worked = false;

    sandbox_options_set_defaults(&sandbox);
    snprintf(cache, sizeof cache, "%s", fixture->temp.path);
    *strrchr(cache, '/') = '\0';
    struct program_worker_config config = {.url = fixture->temp.url,
                                           .cache = cache,
                                           .name = "w",
                                           .checker = checker,
                                           .lease_sec = 30,
                                           .sandbox = &sandbox,
                                           .unsafe = true};
    assert_int_equal(program_worker_create(&worker, &config), 0);
    for (int turn = 0; turn < 3000 * await_slowness(); turn++) {
        bool works = program_worker_step(worker);
        worked |= works;
        if (worked && !works)
            break;
        poll(NULL, 0, 5);
    }
    assert_true(worked);
    program_worker_destroy(worker);
}

static void a_check_decides(void **state)
{
    const struct fixture *fixture = *state;
    static struct handed good;
    char ann[65];

    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &good), 201);
    work_through(fixture, "/bin/true");
    assert_int_equal(handed_ask(fixture, ann, "GET", "friend/versions/1", NULL), 200);
    assert_non_null(strstr(reply, "\"state\":\"active\""));
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/2", &good), 201);
    work_through(fixture, "/bin/false");
    assert_int_equal(handed_ask(fixture, ann, "GET", "friend/versions/2", NULL), 200);
    assert_non_null(strstr(reply, "\"state\":\"refused\",\"why\":\"its check ended with status 1"));
    assert_int_equal(handed_ask(fixture, ann, "GET", "friend/versions/1", NULL), 200);
    assert_non_null(strstr(reply, "\"state\":\"active\"")); /* as before */
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/1/stop", NULL), 200);
    assert_non_null(strstr(reply, "\"state\":\"stopped\""));
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/1/start", NULL), 200);
    assert_int_equal(handed_ask(fixture, ann, "POST", "friend/versions/2/start", NULL), 409);
}

/* The check's output is what it prints here, including the directory of the program. */
static void a_report_names_no_directory_of_the_worker(void **state)
{
    static const char script[] = "#!/bin/sh\n"
                                 "for word; do :; done\n"
                                 "echo \"$word\" \"${word% *}/bot.py\"\n"
                                 "cd \"$(echo \"$word\" | cut -d' ' -f3)\" && pwd -P\nexit 1\n";
    const struct fixture *fixture = *state;
    static struct handed good;
    char ann[65], checker[160];

    snprintf(checker, sizeof checker, "%s", fixture->temp.path);
    strcpy(strrchr(checker, '/'), "/says");
    int fd = open(checker, O_WRONLY | O_CREAT | O_CLOEXEC, 0700);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, script, sizeof script - 1), (ssize_t)sizeof script - 1);
    close(fd);
    handed_owner(fixture, ann);
    handed_make(&good, handed_manifest, NULL);
    assert_int_equal(handed_ask(fixture, ann, "PUT", "friend/versions/1", &good), 201);
    work_through(fixture, checker);
    unlink(checker);
    assert_int_equal(handed_ask(fixture, ann, "GET", "friend/versions/1", NULL), 200);
    if (!strstr(reply, "\"report\":\"env -C . ./bot env -C ./bot.py\\n.\\n\""))
        fail_msg("%s", reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_where_the_sandbox_keeps_its_promise),
        cmocka_unit_test_setup_teardown(a_check_decides, setup, teardown),
        cmocka_unit_test_setup_teardown(a_report_names_no_directory_of_the_worker, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
