/* self_exec.c - see self_exec.h. */
#include "base/self_exec.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

void self_exec(pid_t parent, const char *log, char *const *words)
{
    sigset_t none;
    int null = open("/dev/null", O_RDWR);
    int errors = log ? open(log, O_WRONLY | O_CREAT | O_APPEND, 0644) : 2;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (null < 0 || errors < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(errors, 2) < 0 ||
        getppid() != parent)
        _exit(3);
    execv("/proc/self/exe", words);
    _exit(3);
}
