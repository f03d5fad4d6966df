/* hostile_main.c - a bot that tries what a bot must not, and says on standard error how far it
 * came: one line an attempt, `WORD VALUE`. It plays no cards. hostile MARK ATTEMPT[=ARGUMENT]...;
 * MARK is for those who look for its processes afterwards. */
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CHILDREN_MAX = 150, MEGABYTES_MAX = 512, FLOOD_BYTES = 3 << 20, INODES_MAX = 60000 };

extern char **environ;

static void say(const char *word, const char *value)
{
    dprintf(2, "%s %s\n", word, value);
}

/* "yes" for what came true, else why not. */
static void say_outcome(const char *word, bool done)
{
    say(word, done ? "yes" : strerror(errno));
}

static void say_number(const char *word, long number)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    say(word, text);
}

static _Noreturn void remain(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    alarm(300); /* should the test itself break off */
    for (;;)
        pause();
}

static _Noreturn void stay(void)
{
    for (int fd = 0; fd <= 2; fd++)
        close(fd);
    remain();
}

static void attempt_fork(const char *unused)
{
    long count = 0;
    (void)unused;
    for (; count < CHILDREN_MAX; count++) {
        pid_t pid = fork();
        if (pid == 0)
            stay();
        if (pid < 0)
            break;
    }
    say_number("forked", count);
}

/* Every child makes more. Only where a limit stops it. */
static void attempt_bomb(const char *unused)
{
    (void)unused;
    say("bomb", "lit");
    for (int i = 0; i < 12; i++) {
        if (fork() < 0)
            break;
    }
    usleep(50000);
}

static void attempt_memory(const char *unused)
{
    long megabytes = 0;
    (void)unused;
    for (; megabytes < MEGABYTES_MAX; megabytes += 8) {
        char *block = malloc(8 << 20);
        if (!block)
            break;
        memset(block, 1, 8 << 20);
    }
    say_number("megabytes", megabytes);
}

/* A grandchild in a session of its own that ignores polite signals; it is there when this returns.
 */
static void leave_orphan(void)
{
    int ready[2];
    char byte;
    if (pipe(ready) != 0)
        return;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            close(ready[0]);
            close(ready[1]);
            stay();
        }
        _exit(0);
    }
    close(ready[1]);
    (void)!read(ready[0], &byte, 1); /* the end: all others have closed it */
    close(ready[0]);
}

static void attempt_orphans(const char *unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++)
        leave_orphan();
    say("orphans", "left");
}

static void attempt_drop(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0644);
    say_outcome("dropped", fd >= 0 && write(fd, "x", 1) == 1);
    if (fd >= 0)
        close(fd);
}

/* In the directory that all share. */
static void attempt_tmp(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0644);
    say_outcome("tmp", fd >= 0);
    if (fd >= 0)
        close(fd);
}

static void attempt_read(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY);
    say_outcome("read", fd >= 0 && read(fd, &byte, 1) == 1);
    if (fd >= 0)
        close(fd);
}

/* Beside its own program. */
static void attempt_beside(const char *unused)
{
    (void)unused;
    int fd = open("build/tests/hostile-beside", O_WRONLY | O_CREAT, 0644);
    say_outcome("beside", fd >= 0);
    if (fd >= 0)
        close(fd);
}

static void attempt_connect(const char *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    say_outcome("connected",
                fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    if (fd >= 0)
        close(fd);
}

static bool is_basic(const char *pid)
{
    char path[300], line[300] = "";
    snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        return false;
    ssize_t size = read(fd, line, sizeof line - 1);
    close(fd);
    return size > 0 && strstr(line, "bots/basic") != NULL;
}

/* The other bots: whether they are seen, and their memory and descriptors can be opened. */
static void peek(long *seen, long *memory, long *streams)
{
    DIR *all = opendir("/proc");
    *seen = *memory = *streams = 0;
    for (struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        char path[300], target[300];
        if (!isdigit((unsigned char)entry->d_name[0]) || !is_basic(entry->d_name))
            continue;
        ++*seen;
        snprintf(path, sizeof path, "/proc/%s/mem", entry->d_name);
        int fd = open(path, O_RDONLY);
        *memory += fd >= 0;
        if (fd >= 0)
            close(fd);
        snprintf(path, sizeof path, "/proc/%s/fd/0", entry->d_name);
        *streams += readlink(path, target, sizeof target) > 0;
    }
    if (all)
        closedir(all);
}

/* They may not have begun yet: then it looks for so many seconds. */
static void attempt_peek(const char *seconds)
{
    time_t end = time(NULL) + (seconds ? atol(seconds) : 0);
    long seen, memory, streams;
    do
        peek(&seen, &memory, &streams);
    while (seen == 0 && time(NULL) < end);
    say_number("seen", seen);
    say_number("memory", memory);
    say_number("streams", streams);
}

/* Its own keeper: the parent, which is the first process of the namespace in strict. */
static void attempt_keeper(const char *unused)
{
    char path[64];
    long word = 0;
    struct iovec local = {.iov_base = &word, .iov_len = sizeof word}, far = local;
    (void)unused;
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    say_outcome("keeper-memory", open(path, O_RDONLY) >= 0);
    say_outcome("keeper-read", process_vm_readv(getppid(), &local, 1, &far, 1, 0) > 0);
    if (getppid() == 1) /* that of a namespace: the machine's own is never tried */
        kill(1, SIGKILL);
    say("keeper", "alive");
}

static void attempt_calls(const char *unused)
{
    (void)unused;
    say_outcome("traced", ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
    say_outcome("unshared", unshare(CLONE_NEWUSER) == 0);
    long pid = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        _exit(0);
    say_outcome("cloned", pid > 0);
    say_outcome("chroot", chroot("/tmp") == 0);
    say_outcome("setuid", setuid(0) == 0);
}

/* A socket of the machine's beside its program, by every way that the system knows. */
static void attempt_unix(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int pair[2] = {-1, -1};

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    const struct sockaddr *to = (const struct sockaddr *)&address;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    say_outcome("unix-stream", fd >= 0 && connect(fd, to, sizeof address) == 0);
    fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    say_outcome("unix-datagram", fd >= 0 && connect(fd, to, sizeof address) == 0);
    /* One end of a pair may be turned elsewhere, or send there. */
    bool made = socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0;
    say_outcome("unix-pair", made && connect(pair[0], to, sizeof address) == 0);
    say_outcome("unix-send", made && sendto(pair[0], "x", 1, 0, to, sizeof address) == 1);
    made = socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
    say_outcome("pair", made && write(pair[0], "x", 1) == 1);
    struct iovec part = {.iov_base = (char[]){"pause"}, .iov_len = 5};
    struct msghdr message = {
        .msg_name = &address, .msg_namelen = sizeof address, .msg_iov = &part, .msg_iovlen = 1};
    say_outcome("unix-message", made && connect(pair[0], to, sizeof address) == 0);
    say_outcome("unix-named", made && sendmsg(pair[0], &message, 0) > 0);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0)
        (void)!sendmsg(pair[0], &message, 0); /* to its other end: whoever listens sees nothing */
    fd = open(path, O_RDWR);
    say_outcome("unix-opened", fd >= 0);
}

/* Memory that no limit of a process counts: made, filled, released by the process and kept by the
 * system. */
static void attempt_shared(const char *unused)
{
    static char block[1 << 20];
    long files = 0, segments = 0, kept = 0, queues = 0;
    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    memset(block, 1, sizeof block);
    int fd = (int)syscall(SYS_memfd_create, "m", 0);
    for (; fd >= 0 && files < MEGABYTES_MAX && write(fd, block, sizeof block) > 0; files++)
        ;
    if (fd >= 0)
        close(fd);
    for (; segments < MEGABYTES_MAX / 8; segments++) {
        int id = shmget(IPC_PRIVATE, 8 << 20, IPC_CREAT | 0600);
        char *at = id < 0 ? (char *)-1 : shmat(id, NULL, 0);
        if (at == (char *)-1)
            break;
        memset(at, 1, 8 << 20);
        shmdt(at);
        shmctl(id, IPC_RMID,
               NULL); /* where it is the machine's; what counts is that it was there */
    }
    for (; queues < 2000 && msgget(IPC_PRIVATE, IPC_CREAT | 0600) >= 0; queues++)
        ;
    fd = open("/tmp/large", O_WRONLY | O_CREAT, 0600);
    for (; fd >= 0 && kept < MEGABYTES_MAX && write(fd, block, sizeof block) > 0; kept++)
        ;
    say_number("memfd", files);
    say_number("segments", segments);
    say_number("queues", queues);
    say_number("tmp-megabytes", kept);
    unlink("/tmp/large");
}

/* Only where it has a /tmp of its own. */
static void attempt_inodes(const char *unused)
{
    long count = 0;
    (void)unused;
    for (; count < INODES_MAX; count++) {
        char path[32];
        snprintf(path, sizeof path, "/tmp/%ld", count);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd < 0)
            break;
        close(fd);
    }
    say_number("inodes", count);
}

/* Kills whoever watches over it, and leaves a child in a session of its own. */
static void attempt_patricide(const char *unused)
{
    (void)unused;
    leave_orphan();
    say("patricide", "begins");
    if (getppid() != 1)
        kill(getppid(), SIGKILL);
    usleep(20000);
}

static void attempt_list(const char *unused)
{
    long count = 0;
    (void)unused;
    for (int fd = 3; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    say_number("descriptors", count);
    say("secret", getenv("HOSTILE_SECRET") ? "yes" : "no");
    say("home", getenv("HOME") ? getenv("HOME") : "none");
}

static void attempt_flood(const char *unused)
{
    static char block[4096];
    (void)unused;
    memset(block, 'x', sizeof block);
    block[sizeof block - 1] = '\n';
    for (long sent = 0; sent < FLOOD_BYTES; sent += (long)sizeof block) {
        if (write(2, block, sizeof block) < 0)
            break;
    }
}

static void attempt_spin(const char *unused)
{
    (void)unused;
    say("spin", "begins");
    for (volatile unsigned long i = 0; ++i;)
        ;
}

static void attempt_stay(const char *unused)
{
    (void)unused;
    stay();
}

/* Its streams stay open: the arena waits for its hello. */
static void attempt_remain(const char *unused)
{
    (void)unused;
    remain();
}

static const struct {
    const char *name;
    void (*run)(const char *argument);
} attempts[] = {
    {"fork", attempt_fork},       {"bomb", attempt_bomb},           {"memory", attempt_memory},
    {"orphans", attempt_orphans}, {"drop", attempt_drop},           {"tmp", attempt_tmp},
    {"read", attempt_read},       {"beside", attempt_beside},       {"connect", attempt_connect},
    {"peek", attempt_peek},       {"keeper", attempt_keeper},       {"calls", attempt_calls},
    {"list", attempt_list},       {"flood", attempt_flood},         {"spin", attempt_spin},
    {"stay", attempt_stay},       {"unix", attempt_unix},           {"shared", attempt_shared},
    {"inodes", attempt_inodes},   {"patricide", attempt_patricide}, {"remain", attempt_remain},
};

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        size_t size = strcspn(argv[i], "=");
        bool known = false;
        for (size_t k = 0; k < sizeof attempts / sizeof attempts[0]; k++) {
            if (strlen(attempts[k].name) != size || strncmp(attempts[k].name, argv[i], size) != 0)
                continue;
            attempts[k].run(argv[i][size] ? argv[i] + size + 1 : "");
            known = true;
        }
        if (!known) {
            fprintf(stderr, "hostile: no attempt '%s'\n", argv[i]);
            return 2;
        }
    }
    say("done", "yes");
    return 0;
}
