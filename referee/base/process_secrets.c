/* process_secrets.c - keeps other processes from reading seeds out of this one. */
#include "base/process_secrets.h"

#include <sys/prctl.h>
#include <sys/resource.h>

void process_secrets_keep(void)
{
    struct rlimit core;

    /* The soft limit is enough: only root could raise it from outside, and root may read anyway. */
    if (!getrlimit(RLIMIT_CORE, &core)) {
        core.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &core);
    }
#if !defined(__SANITIZE_ADDRESS__) /* the leak detector, which traces its own process */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}
