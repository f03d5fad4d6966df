/* self_exec.h - what a process does between fork and exec to become another command of this
 * program, which ends with its parent. */
#ifndef AVONDALE_SELF_EXEC_H
#define AVONDALE_SELF_EXEC_H

#include <sys/types.h>

/* Runs in the new process, and calls only functions that are safe between fork and exec. `parent`:
 * the pid of the process that forked; `log`: the file that standard error is added to, NULL: it
 * stays; `words`: the command, NULL at the end. Standard input and output are /dev/null. Ends with
 * status 3 where that fails, or the parent has ended. */
_Noreturn void self_exec(pid_t parent, const char *log, char *const *words);

#endif
