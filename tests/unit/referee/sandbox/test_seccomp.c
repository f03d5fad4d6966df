/* test_seccomp.c - the system calls that no bot needs. */
#include "sandboxed.h"

/* ---------------------------------------------------------------------------------- the filter */

/* Returns 0, or the number of the check that failed. */
static int check_filter(void)
{
    const struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/nonexistent"};
    int pair[2];
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || seccomp_install_filter())
        return 1;
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 || errno != EPERM)
        return 2;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EACCES)
        return 3;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) || write(pair[0], "x", 1) != 1)
        return 4;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair))
        return 8;
    if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || errno != EACCES)
        return 9;
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair) == 0 || errno != EACCES)
        return 10;
    if (connect(pair[0], (struct sockaddr *)&address, sizeof address) == 0 || errno != EACCES)
        return 11;
    if (syscall(SYS_memfd_create, "m", 0) >= 0 || errno != ENOSYS)
        return 12;
    if (shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0 || errno != ENOSYS)
        return 13;
    if (syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) != -1 || errno != EPERM)
        return 5;
    if (unshare(CLONE_NEWUSER) == 0 || errno != EPERM)
        return 6;
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid > 0 && waitpid(pid, NULL, 0) == pid ? 0 : 7;
}

static void filter_forbids_unneeded_system_calls(void **state)
{
    int status;
    (void)state;
    pid_t pid = fork();
    if (pid == 0)
        _exit(check_filter());
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
        skip(); /* unsupported here; sandbox_prepare reports it */
    assert_int_equal(status, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filter_forbids_unneeded_system_calls),
    };
    if (argc > 1 && strcmp(argv[1], SANDBOX_CHILD_WORD) == 0)
        return supervisor_main(argc, argv);
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
