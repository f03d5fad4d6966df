/* memory.c - ends a command that is out of memory. */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

void memory_end(void)
{
    fputs("avondale: out of memory\n", stderr);
    exit(3);
}

void *memory_take(size_t size)
{
    void *memory = malloc(size);
    if (!memory && size > 0)
        memory_end();
    return memory;
}
