/* fault.c - system calls that fail on command. */
#include "fault.h"

#include <errno.h>
#include <event2/event.h>
#include <jansson.h>
#include <openssl/crypto.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static atomic_int armed_kind = FAULT_KINDS, armed_value;
static atomic_long calls_left, fails_left;
static atomic_bool fired;
static _Atomic int64_t wall_offset;

void fault_arm(enum fault_kind kind, long n, long more, int value)
{
    fired = false;
    armed_value = value;
    calls_left = n;
    fails_left = more + 1;
    armed_kind = (int)kind;
}

bool fault_disarm(void)
{
    armed_kind = FAULT_KINDS;
    return fired;
}

void fault_set_wall_offset(int64_t seconds)
{
    wall_offset = seconds;
}

static bool fails(enum fault_kind kind)
{
    if (armed_kind != (int)kind || atomic_fetch_sub(&calls_left, 1) > 1 ||
        atomic_fetch_sub(&fails_left, 1) < 1)
        return false;
    fired = true;
    errno = armed_value;
    return true;
}

/* -------------------------------------------------------------------- our own calls, by the linker
 */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
ssize_t __real_read(int fd, void *bytes, size_t size);
ssize_t __real_write(int fd, const void *bytes, size_t size);
int __real_sqlite3_step(sqlite3_stmt *statement);
int __real_clock_gettime(clockid_t which, struct timespec *now);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
ssize_t __wrap_read(int fd, void *bytes, size_t size);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
int __wrap_sqlite3_step(sqlite3_stmt *statement);
int __wrap_clock_gettime(clockid_t which, struct timespec *now);

void *__wrap_malloc(size_t size)
{
    return fails(FAULT_MEMORY) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails(FAULT_MEMORY) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails(FAULT_MEMORY) ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails(FAULT_MEMORY) ? NULL : __real_strdup(text);
}

ssize_t __wrap_read(int fd, void *bytes, size_t size)
{
    return fails(FAULT_READ) ? -1 : __real_read(fd, bytes, size);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    return fails(FAULT_WRITE) ? -1 : __real_write(fd, bytes, size);
}

int __wrap_sqlite3_step(sqlite3_stmt *statement)
{
    return fails(FAULT_SQL_STEP) ? armed_value : __real_sqlite3_step(statement);
}

int __wrap_clock_gettime(clockid_t which, struct timespec *now)
{
    int status = __real_clock_gettime(which, now);
    if (which == CLOCK_REALTIME)
        now->tv_sec += (time_t)wall_offset;
    return status;
}

/* ------------------------------------------------------------------------------- SQLite's, by
 * hooks */

static sqlite3_mem_methods sql_memory;

static void *sql_malloc(int size)
{
    return fails(FAULT_SQL_MEMORY) ? NULL : sql_memory.xMalloc(size);
}

static void *sql_realloc(void *old, int size)
{
    return fails(FAULT_SQL_MEMORY) ? NULL : sql_memory.xRealloc(old, size);
}

static ssize_t sql_pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return fails(FAULT_SQL_WRITE) ? -1 : pwrite(fd, bytes, size, at);
}

static int sql_ftruncate(int fd, off_t size)
{
    return fails(FAULT_SQL_WRITE) ? -1 : ftruncate(fd, size);
}

static ssize_t sql_pread(int fd, void *bytes, size_t size, off_t at)
{
    return fails(FAULT_SQL_READ) ? -1 : pread(fd, bytes, size, at);
}

/* fsync cannot be replaced, but the methods of an open file can. */
static sqlite3_io_methods shim;
static const sqlite3_io_methods *unix_methods;
static int (*unix_open)(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                        int *out);

static int sql_sync(sqlite3_file *file, int flags)
{
    return fails(FAULT_SQL_SYNC) ? SQLITE_IOERR_FSYNC : unix_methods->xSync(file, flags);
}

static int sql_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags,
                    int *out)
{
    int status = unix_open(vfs, name, file, flags, out);
    if (status == SQLITE_OK && file->pMethods) {
        if (!unix_methods) {
            unix_methods = file->pMethods;
            shim = *unix_methods;
            shim.xSync = sql_sync;
        }
        if (file->pMethods == unix_methods)
            file->pMethods = &shim;
    }
    return status;
}

static void hook_sqlite(void)
{
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sql_memory);
    sqlite3_mem_methods ours = sql_memory;
    ours.xMalloc = sql_malloc;
    ours.xRealloc = sql_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    vfs->xSetSystemCall(vfs, "pwrite", (sqlite3_syscall_ptr)(void *)sql_pwrite);
    vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)(void *)sql_pwrite);
    vfs->xSetSystemCall(vfs, "pread", (sqlite3_syscall_ptr)(void *)sql_pread);
    vfs->xSetSystemCall(vfs, "pread64", (sqlite3_syscall_ptr)(void *)sql_pread);
    vfs->xSetSystemCall(vfs, "ftruncate", (sqlite3_syscall_ptr)(void *)sql_ftruncate);
    unix_open = vfs->xOpen;
    vfs->xOpen = sql_open;
}

/* ------------------------------------------------------------------------------ the other
 * libraries */

static void *ssl_malloc(size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return __wrap_malloc(size);
}

static void *ssl_realloc(void *old, size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return __wrap_realloc(old, size);
}

static void ssl_free(void *old, const char *file, int line)
{
    (void)file;
    (void)line;
    free(old);
}

void fault_install(void)
{
    hook_sqlite();
    json_set_alloc_funcs(__wrap_malloc, free);
    event_set_mem_functions(__wrap_malloc, __wrap_realloc, free);
    if (!CRYPTO_set_mem_functions(ssl_malloc, ssl_realloc, ssl_free))
        abort();
}
