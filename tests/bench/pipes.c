/* pipes.c - child bots on pipes: an instant bot, the floor of a program that runs many, and a
 * stopwatch.
 *
 *   pipes --bot
 *        an instant bot on standard input and output; takes one of the first four legal actions.
 *   pipes --floor --bytes N [--quiet X] [--seconds S] TABLES
 *        starts four such bots a table and asks them in turn: libevent events, direct read and
 * write, a request of N bytes a decision and X writes of news to others, no referee. Prints
 * decisions, CPU and memory. pipes --measure COMMAND... runs a command and prints what its own
 * process used: wall time, CPU, largest memory; and what its first thread wrote: calls and bytes.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event2/event.h>

#include "traffic.h"

static struct message message;

static void die(const char *what)
{
    perror(what);
    exit(3);
}

static void put(const char *bytes, int size)
{
    if (size < 0 || write(STDOUT_FILENO, bytes, (size_t)size) != size)
        exit(0); /* the parent is gone */
}

/* ------------------------------------------------------------------------------------ the bot */

static uint64_t seed;

static void answer(void)
{
    char bytes[FRAME_BYTES_MAX];
    int size = traffic_answer(&message, &seed, ENCODING_MSGPACK, bytes, sizeof bytes);
    put(bytes, size);
}

static int run_bot(void)
{
    static char in[1 << 16];
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t have = 0, bad;
    ssize_t got;

    seed = (uint64_t)getpid();
    message_init(&message, MESSAGE_HELLO);
    message_set_int(&message, HELLO_V, PROTOCOL_VERSION);
    message_set_string(&message, HELLO_NAME, "instant", 7);
    put(in, scribe_message(&message, ENCODING_MSGPACK, in, sizeof in));
    while ((got = read(STDIN_FILENO, in + have, sizeof in - have)) > 0) {
        size_t used = 0;
        int size;
        have += (size_t)got;
        while ((size = stream_next(&encoding, FROM_SERVER, in + used, have - used, &message,
                                   &bad)) > 0) {
            used += (size_t)size;
            if (message.kind == MESSAGE_TURN)
                answer();
        }
        if (size < 0)
            return 1;
        have -= used;
        memmove(in, in + used, have);
    }
    return 0;
}

/* ---------------------------------------------------------------------------------- the floor */

struct child {
    int to, from, index;
    pid_t pid;
};
static struct child *children;
static int child_count, ready;
static long decisions;
static char request[FRAME_BYTES_MAX], news[FRAME_BYTES_MAX];
static int request_size, news_size;
static double quiet_share, quiet_owed;
static struct event_base *base;

static void start_child(struct child *child, const char *self)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
        die("pipe");
    child->pid = fork();
    if (child->pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        execl(self, self, "--bot", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    child->to = to[1];
    child->from = from[0];
}

static void tell(const struct child *child, const char *bytes, int size)
{
    if (write(child->to, bytes, (size_t)size) != size)
        die("write");
}

static void on_bytes(evutil_socket_t fd, short what, void *context)
{
    struct child *child = context;
    char bytes[512];
    (void)what;
    if (read(fd, bytes, sizeof bytes) <= 0)
        die("a bot ended");
    if (ready < child_count) {
        if (++ready == child_count) {
            for (int i = 0; i < child_count; i += 4)
                tell(&children[i], request, request_size);
        }
        return;
    }
    decisions++;
    const struct child *table = &children[child->index / 4 * 4];
    tell(&table[(child->index + 1) % 4], request, request_size);
    for (quiet_owed += quiet_share; quiet_owed >= 1; quiet_owed--)
        tell(&table[(child->index + 2) % 4], news, news_size);
}

static void on_phase(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    (void)context;
    event_base_loopbreak(base);
}

static void run_for(double seconds)
{
    struct event *timer = evtimer_new(base, on_phase, NULL);
    struct timeval wait = {.tv_sec = (time_t)seconds,
                           .tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)};
    evtimer_add(timer, &wait);
    event_base_dispatch(base);
    event_free(timer);
}

static int run_floor(const char *self, int tables, int bytes, double seconds)
{
    struct rusage usage;

    request_size = traffic_request(ENCODING_MSGPACK, bytes, request, sizeof request);
    news_size = traffic_news(ENCODING_MSGPACK, bytes, news, sizeof news);
    if (request_size < 0 || news_size < 0)
        die("traffic");
    base = event_base_new();
    child_count = 4 * tables;
    children = calloc((size_t)child_count, sizeof *children);
    for (int i = 0; i < child_count; i++) {
        children[i].index = i;
        start_child(&children[i], self);
        event_add(event_new(base, children[i].from, EV_READ | EV_PERSIST, on_bytes, &children[i]),
                  NULL);
    }
    run_for(0.5);
    decisions = 0;
    double cpu = bench_cpu(), wall = bench_wall();
    run_for(seconds);
    cpu = bench_cpu() - cpu;
    wall = bench_wall() - wall;
    getrusage(RUSAGE_SELF, &usage);
    printf("decisions=%.0f server_us=%.3f memory=%ld\n", (double)decisions / wall,
           cpu / (double)decisions * 1e6, usage.ru_maxrss * 1024);
    for (int i = 0; i < child_count; i++)
        kill(children[i].pid, SIGKILL);
    return 0;
}

/* ------------------------------------------------------------------------------ the stopwatch */

/* The number behind `name` in a file of a process; 0 when it is not there (any more). */
static long number_of(pid_t pid, const char *file_name, const char *name)
{
    char path[64], line[256];
    long number = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file_name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, strlen(name)) == 0)
            number = atol(line + strlen(name));
    }
    if (file)
        fclose(file);
    return number;
}

/* Measures the process alone, without its children, the bots. */
static int run_measure(char **command)
{
    double wall = bench_wall();
    long memory = 0;
    clockid_t clock;
    siginfo_t info;
    int status;

    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 2);
        execvp(command[0], command);
        _exit(127);
    }
    if (clock_getcpuclockid(pid, &clock))
        die("clock");
    for (;;) {
        long now = number_of(pid, "status", "VmHWM:");
        memory = now > memory ? now : memory;
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid)
            break;
        usleep(20000);
    }
    double cpu = bench_seconds(clock);
    wall = bench_wall() - wall;
    /* It is not reaped yet. Of the whole process the kernel would count what the bots wrote, too.
     */
    char own[64];
    snprintf(own, sizeof own, "task/%d/io", (int)pid);
    long written = number_of(pid, own, "wchar:"), writes = number_of(pid, own, "syscw:");
    waitpid(pid, &status, 0);
    fprintf(stderr, "wall=%.6f cpu=%.6f memory=%ld written=%ld writes=%ld status=%d\n", wall, cpu,
            memory * 1024, written, writes, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"bot", no_argument, NULL, 'o'},
                                            {"floor", no_argument, NULL, 'f'},
                                            {"measure", no_argument, NULL, 'm'},
                                            {"bytes", required_argument, NULL, 'b'},
                                            {"seconds", required_argument, NULL, 's'},
                                            {"quiet", required_argument, NULL, 'q'},
                                            {NULL, 0, NULL, 0}};
    int option, mode = 0;
    int bytes = 0;
    double seconds = 2;

    signal(SIGPIPE, SIG_IGN);
    while ((option = getopt_long(argc, argv, "+", options, NULL)) != -1) {
        switch (option) {
        case 'b':
            bytes = atoi(optarg);
            break;
        case 's':
            seconds = atof(optarg);
            break;
        case 'q':
            quiet_share = atof(optarg);
            break;
        case '?':
            return 2;
        /* What follows --bot is the arena's. */
        case 'o':
            return run_bot();
        default:
            mode = option;
        }
    }
    if (mode == 'f' && bytes > 0 && argc - optind == 1)
        return run_floor("/proc/self/exe", atoi(argv[optind]), bytes, seconds);
    if (mode == 'm' && argc > optind)
        return run_measure(argv + optind);
    fprintf(stderr,
            "usage: pipes --bot | --floor --bytes N [--quiet X] TABLES | --measure COMMAND...\n");
    return 2;
}
