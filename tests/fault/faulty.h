/* faulty.h - the memory that a program under faulty.so shares with its starter: which call
 * fails, and how many calls there were. Both map a file, named by AVONDALE_FAULTY, so the counts
 * can be read when the program has ended, in whatever way. */
#ifndef AVONDALE_TEST_FAULTY_H
#define AVONDALE_TEST_FAULTY_H

#include <stdatomic.h>

#define FAULTY_ENV "AVONDALE_FAULTY"

enum faulty_kind {
    FAULTY_MEMORY,    /* malloc, calloc, realloc, posix_memalign, of every library */
    FAULTY_READ,      /* from a stream: read, recv and the like */
    FAULTY_WRITE,     /* to a stream: write, send and the like */
    FAULTY_DISK_READ, /* from a regular file */
    FAULTY_DISK_WRITE,
    FAULTY_SYNC,   /* fsync, fdatasync */
    FAULTY_OPEN,   /* open, fopen */
    FAULTY_ACCEPT, /* accept, accept4 */
    FAULTY_FD,     /* socket, pipe, eventfd, epoll_create and other new descriptors */
    FAULTY_START,  /* fork, posix_spawn, pthread_create */
    FAULTY_FLUSH,  /* fflush, fclose: what the stream held is lost */
    FAULTY_STEP,   /* sqlite3_step */
    FAULTY_CLOCK,  /* the wall clock is off by `value` seconds from the n-th look at it on */
    FAULTY_WAIT,   /* epoll_wait, poll: EINTR */
    FAULTY_KINDS
};

/* As a value, in place of an errno: the call does only a part of its work. */
enum { FAULTY_SHORT = -1 };

struct faulty {
    int kind;  /* FAULTY_KINDS: only counts */
    int value; /* errno, FAULTY_SHORT, or the result of sqlite3_step */
    long n;    /* from 1 */
    atomic_long calls[FAULTY_KINDS];
    atomic_int fired;   /* how often */
    atomic_int crashed; /* the number of the signal */
};

#endif
