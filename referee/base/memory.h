/* memory.h - what a command that answers and ends does where there is no memory: it says so
 * and ends. Not for the daemon, nor for what it shares: those lose a game at most. */
#ifndef AVONDALE_MEMORY_H
#define AVONDALE_MEMORY_H

#include <stddef.h>

/* Ends the process with status 3 and one line. What standard output holds is written. */
__attribute__((noreturn)) void memory_end(void);
/* As malloc, but never NULL for a size above 0. */
void *memory_take(size_t size);

#endif
