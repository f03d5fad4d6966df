/* test_self_exec.c - a process executes this program again, with a clean start, and ends with
 * its parent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "base/self_exec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* When this program is executed again it prints on standard error how it was started. */
static int again(const char *word)
{
    struct sigaction pipe;
    struct stat null, in, out;
    sigset_t mask;
    int death = 0;

    sigaction(SIGPIPE, NULL, &pipe);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    prctl(PR_GET_PDEATHSIG, &death);
    bool same = stat("/dev/null", &null) == 0 && fstat(0, &in) == 0 && fstat(1, &out) == 0 &&
                in.st_rdev == null.st_rdev && out.st_rdev == null.st_rdev;
    dprintf(2, "%s pipe=%d blocked=%d null=%d death=%d\n", word, pipe.sa_handler == SIG_DFL,
            sigismember(&mask, SIGTERM), same, death);
    return 7;
}

static int run(pid_t parent, const char *log)
{
    char program[] = "test", option[] = "--again", word[] = "here";
    char *words[] = {program, option, word, NULL};
    sigset_t some;
    int status = 0;

    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        sigemptyset(&some);
        sigaddset(&some, SIGTERM);
        sigprocmask(SIG_SETMASK, &some, NULL);
        signal(SIGPIPE, SIG_IGN);
        self_exec(parent, log, words);
    }
    assert_true(pid > 0);
    while (waitpid(pid, &status, 0) < 0)
        assert_int_equal(errno, EINTR);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void self_exec_starts_the_program_again(void **state)
{
    char log[] = "/tmp/self_exec_XXXXXX", text[400] = "";
    int fd = mkstemp(log);
    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "before\n", 7), 7);
    assert_int_equal(run(getpid(), log), 7);
    assert_true(pread(fd, text, sizeof text - 1, 0) > 0);
    assert_string_equal(text, "before\nhere pipe=1 blocked=0 null=1 death=9\n");
    close(fd);
    unlink(log);
}

static void without_its_parent_or_log_the_child_ends(void **state)
{
    (void)state;
    assert_int_equal(run(1, NULL), 3); /* another process is its parent */
    assert_int_equal(run(getpid(), "/nothing/here/log"), 3);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(self_exec_starts_the_program_again),
        cmocka_unit_test(without_its_parent_or_log_the_child_ends),
    };
    if (argc == 3 && strcmp(argv[1], "--again") == 0)
        return again(argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
