/* memory.h - what a command that answers and ends does when it is out of memory: it prints one line
 * and ends. Not for the daemon, nor for the code that it shares: those lose a game at most. */
#ifndef AVONDALE_MEMORY_H
#define AVONDALE_MEMORY_H

#include <stddef.h>

/* Ends the process with status 3 and one line. Writes what standard output holds. */
__attribute__((noreturn)) void memory_end(void);
/* As malloc, but never NULL for a size above 0. */
void *memory_take(size_t size);

#endif
