/* process_secrets.c - nobody reads the seeds out of this process. */
#include "base/process_secrets.h"

#include <sys/prctl.h>
#include <sys/resource.h>

void process_secrets_keep(void)
{
    struct rlimit core;

    /* The soft limit does: only root could raise it from outside, and root may read anyway. */
    if (!getrlimit(RLIMIT_CORE, &core)) {
        core.rlim_cur = 0;
        setrlimit(RLIMIT_CORE, &core);
    }
#if !defined(__SANITIZE_ADDRESS__) /* which traces its own process to look for leaks */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}
