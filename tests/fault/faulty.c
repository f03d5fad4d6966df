/* faulty.c - a shared object for LD_PRELOAD: one call of the system fails, for the whole program
 * and all libraries that it uses (faulty.h says which). Where it failed, and where a program
 * crashed, is added to AVONDALE_FAULTY with `.trace` behind it. Programs other than avondale are
 * left alone, such as the bots that it starts. */
#include "faulty.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { TRACE_DEPTH = 40 };

static struct faulty *plan; /* NULL: nothing is counted */
static char trace_name[256];
static __thread bool busy; /* inside of this file: what it calls itself does not count */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* The next definition of a function, found once. */
#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real)                                                                                     \
    real = (type(*)(__VA_ARGS__))find(name)

static void *find(const char *name)
{
    bool was = busy;
    busy = true;
    void *found = dlsym(RTLD_NEXT, name);
    busy = was;
    if (!found)
        abort();
    return found;
}

/* ------------------------------------------------------------------------------------ the plan */

static void trace(const char *what, int number)
{
    void *frames[TRACE_DEPTH];
    char line[80];
    bool was = busy;
    int error = errno;

    busy = true;
    int fd = open(trace_name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    int size = snprintf(line, sizeof line, "%s %d, process %d\n", what, number, (int)getpid());
    if (fd >= 0 && write(fd, line, (size_t)size) == size)
        backtrace_symbols_fd(frames, backtrace(frames, TRACE_DEPTH), fd);
    if (fd >= 0)
        close(fd);
    busy = was;
    errno = error;
}

static bool fails(enum faulty_kind kind)
{
    if (!plan || busy || kind == FAULTY_KINDS)
        return false;
    long call = atomic_fetch_add(&plan->calls[kind], 1) + 1;
    if (plan->kind != (int)kind || call != plan->n)
        return false;
    atomic_fetch_add(&plan->fired, 1);
    trace("value", plan->value);
    if (plan->value > 0)
        errno = plan->value;
    return true;
}

/* True if the call is to fail; a call that is to do less gets a smaller size. */
static bool transfer_fails(enum faulty_kind kind, size_t *size)
{
    if (!fails(kind))
        return false;
    if (plan->value != FAULTY_SHORT)
        return true;
    *size = *size > 1 ? 1 : *size;
    return false;
}

static bool comes_from(void *caller, const char *library)
{
    Dl_info from;
    return dladdr(caller, &from) && strstr(from.dli_fname, library);
}

/* FAULTY_KINDS: an eventfd or the like, which cannot fail. */
static enum faulty_kind kind_of(int fd, enum faulty_kind stream, enum faulty_kind disk)
{
    struct stat status;
    if (fstat(fd, &status))
        return stream;
    if ((status.st_mode & S_IFMT) == 0)
        return FAULTY_KINDS;
    return S_ISREG(status.st_mode) ? disk : stream;
}

static void on_crash(int number)
{
    if (plan)
        atomic_store(&plan->crashed, number);
    trace("signal", number);
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void load(void)
{
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
    const char *name = getenv(FAULTY_ENV);
    char program[256] = "";
    void *frames[2];

    busy = true;
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    bool ours = size >= 8 && strcmp(program + size - 8, "avondale") == 0;
    int fd = name && ours ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (fd >= 0) {
        void *shared = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        close(fd);
        if (shared == MAP_FAILED)
            abort();
        snprintf(trace_name, sizeof trace_name, "%s.trace", name);
        backtrace(frames, 2); /* loads what it needs now */
        for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
            signal(crashes[i], on_crash);
        plan = shared;
    }
    busy = false;
}

/* -------------------------------------------------------------------------------------- memory */

void *malloc(size_t size)
{
    return fails(FAULTY_MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(FAULTY_MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(FAULTY_MEMORY) ? NULL : __libc_realloc(old, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (fails(FAULTY_MEMORY))
        return ENOMEM;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

/* ------------------------------------------------------------------------------------- reading */

static enum faulty_kind reading(int fd)
{
    return kind_of(fd, FAULTY_READ, FAULTY_DISK_READ);
}

ssize_t read(int fd, void *bytes, size_t size)
{
    REAL(ssize_t, "read", int, void *, size_t);
    return transfer_fails(reading(fd), &size) ? -1 : real(fd, bytes, size);
}

ssize_t __read_chk(int fd, void *bytes, size_t size, size_t room);
ssize_t __read_chk(int fd, void *bytes, size_t size, size_t room)
{
    (void)room;
    return read(fd, bytes, size);
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t at)
{
    REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
    return transfer_fails(reading(fd), &size) ? -1 : real(fd, bytes, size, at);
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at)
{
    return pread64(fd, bytes, size, at);
}

ssize_t readv(int fd, const struct iovec *parts, int count)
{
    REAL(ssize_t, "readv", int, const struct iovec *, int);
    size_t size = 2;
    if (transfer_fails(reading(fd), &size))
        return -1;
    return size == 1 ? read(fd, parts[0].iov_base, parts[0].iov_len ? 1 : 0)
                     : real(fd, parts, count);
}

ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    REAL(ssize_t, "recv", int, void *, size_t, int);
    return transfer_fails(FAULTY_READ, &size) ? -1 : real(fd, bytes, size, flags);
}

ssize_t __recv_chk(int fd, void *bytes, size_t size, size_t room, int flags);
ssize_t __recv_chk(int fd, void *bytes, size_t size, size_t room, int flags)
{
    (void)room;
    return recv(fd, bytes, size, flags);
}

/* ------------------------------------------------------------------------------------- writing */

static enum faulty_kind writing(int fd)
{
    return kind_of(fd, FAULTY_WRITE, FAULTY_DISK_WRITE);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    /* libevent's handler of signals tells its own loop; that fails only where one is told already.
     */
    bool signal_told = size == 1 && comes_from(__builtin_return_address(0), "libevent");
    return !signal_told && transfer_fails(writing(fd), &size) ? -1 : real(fd, bytes, size);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return transfer_fails(writing(fd), &size) ? -1 : real(fd, bytes, size, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return pwrite64(fd, bytes, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count)
{
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    size_t size = 2;
    if (transfer_fails(writing(fd), &size))
        return -1;
    return size == 1 ? write(fd, parts[0].iov_base, parts[0].iov_len ? 1 : 0)
                     : real(fd, parts, count);
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    REAL(ssize_t, "send", int, const void *, size_t, int);
    return transfer_fails(FAULTY_WRITE, &size) ? -1 : real(fd, bytes, size, flags);
}

static int truncate_to(int fd, off64_t size)
{
    REAL(int, "ftruncate64", int, off64_t);
    bool failed = fails(FAULTY_DISK_WRITE);
    return failed && plan->value != FAULTY_SHORT ? -1 : real(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    return truncate_to(fd, size);
}

int ftruncate(int fd, off_t size)
{
    return truncate_to(fd, size);
}

int fsync(int fd)
{
    REAL(int, "fsync", int);
    return fails(FAULTY_SYNC) ? -1 : real(fd);
}

int fdatasync(int fd)
{
    REAL(int, "fdatasync", int);
    return fails(FAULTY_SYNC) ? -1 : real(fd);
}

/* What the stream held is thrown away, as it is when the disk is full. */
static int lose(FILE *file)
{
    __fpurge(file);
    errno = plan->value;
    return EOF;
}

int fflush(FILE *file)
{
    REAL(int, "fflush", FILE *);
    return file && fails(FAULTY_FLUSH) ? lose(file) : real(file);
}

int fclose(FILE *file)
{
    REAL(int, "fclose", FILE *);
    if (!fails(FAULTY_FLUSH))
        return real(file);
    lose(file);
    real(file);
    errno = plan->value;
    return EOF;
}

/* ----------------------------------------------------------------------------- new descriptors */

static mode_t mode_of(int flags, va_list args)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

static int open_with(const char *name, int flags, mode_t mode)
{
    REAL(int, "open64", const char *, int, ...);
    return fails(FAULTY_OPEN) ? -1 : real(name, flags, mode);
}

int open(const char *name, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_with(name, flags, mode);
}

int open64(const char *name, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_with(name, flags, mode);
}

FILE *fopen(const char *name, const char *mode)
{
    REAL(FILE *, "fopen", const char *, const char *);
    return fails(FAULTY_OPEN) ? NULL : real(name, mode);
}

FILE *fopen64(const char *name, const char *mode)
{
    REAL(FILE *, "fopen64", const char *, const char *);
    return fails(FAULTY_OPEN) ? NULL : real(name, mode);
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict size, int flags)
{
    REAL(int, "accept4", int, struct sockaddr *, socklen_t *, int);
    return fails(FAULTY_ACCEPT) ? -1 : real(fd, address, size, flags);
}

int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict size)
{
    return accept4(fd, address, size, 0);
}

int socket(int domain, int type, int protocol)
{
    REAL(int, "socket", int, int, int);
    return fails(FAULTY_FD) ? -1 : real(domain, type, protocol);
}

int socketpair(int domain, int type, int protocol, int fds[2])
{
    REAL(int, "socketpair", int, int, int, int *);
    return fails(FAULTY_FD) ? -1 : real(domain, type, protocol, fds);
}

int pipe(int fds[2])
{
    REAL(int, "pipe", int *);
    return fails(FAULTY_FD) ? -1 : real(fds);
}

int pipe2(int fds[2], int flags)
{
    REAL(int, "pipe2", int *, int);
    return fails(FAULTY_FD) ? -1 : real(fds, flags);
}

int eventfd(unsigned count, int flags)
{
    REAL(int, "eventfd", unsigned, int);
    return fails(FAULTY_FD) ? -1 : real(count, flags);
}

int epoll_create1(int flags)
{
    REAL(int, "epoll_create1", int);
    return fails(FAULTY_FD) ? -1 : real(flags);
}

int timerfd_create(int clock, int flags)
{
    REAL(int, "timerfd_create", int, int);
    return fails(FAULTY_FD) ? -1 : real(clock, flags);
}

/* -------------------------------------------------------------------------------------- others */

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                   void *(*run)(void *), void *restrict context)
{
    REAL(int, "pthread_create", pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    return fails(FAULTY_START) ? plan->value : real(thread, attributes, run, context);
}

pid_t fork(void)
{
    REAL(pid_t, "fork", void);
    return fails(FAULTY_START) ? -1 : real();
}

int posix_spawn(pid_t *restrict pid, const char *restrict path,
                const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                char *const environment[restrict])
{
    REAL(int, "posix_spawn", pid_t *, const char *, const posix_spawn_file_actions_t *,
         const posix_spawnattr_t *, char *const *, char *const *);
    return fails(FAULTY_START) ? plan->value
                               : real(pid, path, actions, attributes, argv, environment);
}

int epoll_wait(int fd, struct epoll_event *events, int room, int msec)
{
    REAL(int, "epoll_wait", int, struct epoll_event *, int, int);
    return fails(FAULTY_WAIT) ? -1 : real(fd, events, room, msec);
}

int poll(struct pollfd *fds, nfds_t count, int msec)
{
    REAL(int, "poll", struct pollfd *, nfds_t, int);
    return fails(FAULTY_WAIT) ? -1 : real(fds, count, msec);
}

static time_t wall_jump(void)
{
    if (!plan || busy)
        return 0;
    long call = atomic_fetch_add(&plan->calls[FAULTY_CLOCK], 1) + 1;
    if (plan->kind != FAULTY_CLOCK || call < plan->n)
        return 0;
    atomic_fetch_add(&plan->fired, 1);
    return plan->value;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    REAL(int, "clock_gettime", clockid_t, struct timespec *);
    int status = real(clock, now);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
        now->tv_sec += wall_jump();
    return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    REAL(int, "gettimeofday", struct timeval *, void *);
    int status = real(now, zone);
    now->tv_sec += wall_jump();
    return status;
}

time_t time(time_t *out)
{
    REAL(time_t, "time", time_t *);
    time_t now = real(NULL) + wall_jump();
    if (out)
        *out = now;
    return now;
}

/* Declared here, as the object needs no library. */
struct sqlite3_stmt;
int sqlite3_step(struct sqlite3_stmt *statement);
int sqlite3_step(struct sqlite3_stmt *statement)
{
    REAL(int, "sqlite3_step", struct sqlite3_stmt *);
    /* What SQLite asks of itself would fail without its knowing. */
    return !comes_from(__builtin_return_address(0), "libsqlite3") && fails(FAULTY_STEP)
               ? plan->value
               : real(statement);
}
