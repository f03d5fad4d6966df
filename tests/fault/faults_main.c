/* faults_main.c - one system call fails in a whole program, for every kind of call.
 *
 *   faults some RUNS SEED   so many runs, spread over all scenarios, kinds and calls
 *   faults all [SCENARIO [KIND [VALUE [N]]]]   every call in turn, from the N-th, until a run
 * passes untouched faults one SCENARIO KIND VALUE N
 *
 * Prints a line for each scenario, kind and way to fail, and one for each promise that was broken.
 */
#include "trial.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CALLS_MAX = 100000 };

static const char *const kind_names[FAULTY_KINDS] = {
    "memory", "read", "write", "disk-read", "disk-write", "sync",  "open",
    "accept", "fd",   "start", "flush",     "step",       "clock", "wait",
};

/* In this order: later ones need what the earlier ones leave. */
static const struct scenario {
    const char *name;
    void (*run)(struct trial *trial);
} scenarios[] = {
    {"serve", trial_serve},         {"match", trial_match},   {"tournament", trial_tournament},
    {"replay", trial_replay},       {"export", trial_export}, {"import", trial_import},
    {"recompute", trial_recompute},
};
enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

static const struct way {
    enum faulty_kind kind;
    const char *name;
    int value;
    bool harmless, bot_lost; /* see trial.h */
} ways[] = {
    {FAULTY_MEMORY, "ENOMEM", ENOMEM, false, false},
    {FAULTY_READ, "EINTR", EINTR, true, false},
    {FAULTY_READ, "EAGAIN", EAGAIN, true, false},
    {FAULTY_READ, "short", FAULTY_SHORT, true, false},
    {FAULTY_READ, "ECONNRESET", ECONNRESET, false, true},
    {FAULTY_WRITE, "EINTR", EINTR, true, false},
    {FAULTY_WRITE, "EAGAIN", EAGAIN, true, false},
    {FAULTY_WRITE, "short", FAULTY_SHORT, true, false},
    {FAULTY_WRITE, "EPIPE", EPIPE, false, true},
    {FAULTY_DISK_READ, "short", FAULTY_SHORT, true, false},
    {FAULTY_DISK_READ, "EIO", EIO, false, false},
    {FAULTY_DISK_WRITE, "short", FAULTY_SHORT, true, false},
    {FAULTY_DISK_WRITE, "ENOSPC", ENOSPC, false, false},
    {FAULTY_DISK_WRITE, "EIO", EIO, false, false},
    {FAULTY_SYNC, "EIO", EIO, false, false},
    {FAULTY_OPEN, "EMFILE", EMFILE, false, false},
    {FAULTY_OPEN, "EACCES", EACCES, false, false},
    {FAULTY_ACCEPT, "EMFILE", EMFILE, true, false},
    {FAULTY_ACCEPT, "EINTR", EINTR, true, false},
    {FAULTY_ACCEPT, "ECONNABORTED", ECONNABORTED, true, false},
    {FAULTY_FD, "EMFILE", EMFILE, false, false},
    {FAULTY_START, "EAGAIN", EAGAIN, false, false},
    {FAULTY_FLUSH, "ENOSPC", ENOSPC, false, false},
    {FAULTY_STEP, "SQLITE_BUSY", 5, false, false},
    {FAULTY_STEP, "SQLITE_NOMEM", 7, false, false},
    {FAULTY_STEP, "SQLITE_IOERR", 10, false, false},
    {FAULTY_STEP, "SQLITE_FULL", 13, false, false},
    {FAULTY_CLOCK, "forward", 400000000, true, false}, /* by years */
    {FAULTY_CLOCK, "back", -400000000, true, false},
    {FAULTY_WAIT, "EINTR", EINTR, true, false},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static char top[PATH_MAX];
static struct faulty *plan;
static long calls[SCENARIOS][FAULTY_KINDS]; /* without a fault */
static long runs, broken;

static void print_trace(void)
{
    char *text = trial_file("plan.trace");
    char *end = text;
    for (int line = 0; line < 60 && *end; line++)
        end += strcspn(end, "\n") + (strchr(end, '\n') != NULL);
    *end = '\0';
    fputs(text, stdout);
    free(text);
}

/* True if the call was made, and failed. */
static bool run(const struct scenario *scenario, const struct way *way, long n, bool *gave_up)
{
    struct trial trial = {.plan = plan,
                          .top = top,
                          .harmless = way == NULL || way->harmless,
                          .bot_lost = way && way->bot_lost};

    if (system("rm -rf trial plan.trace && mkdir trial") != 0)
        abort();
    memset(plan, 0, sizeof *plan);
    plan->kind = way ? (int)way->kind : FAULTY_KINDS;
    plan->value = way ? way->value : 0;
    plan->n = n;
    scenario->run(&trial);
    runs++;
    if (plan->crashed)
        trial_broken(&trial, "signal %d", plan->crashed);
    if (!plan->fired && trial.gave_up)
        trial_broken(&trial, "ended without a fault");
    if (trial.why[0]) {
        broken++;
        printf("BROKEN %s %s %s %ld: %s\n", scenario->name, way ? kind_names[way->kind] : "-",
               way ? way->name : "-", n, trial.why);
        print_trace();
        fflush(stdout);
    }
    if (gave_up)
        *gave_up = trial.gave_up;
    return plan->fired > 0;
}

/* Counts the calls of each kind, and leaves what others are compared with. */
static void run_untouched(void)
{
    for (int s = 0; s < SCENARIOS; s++) {
        run(&scenarios[s], NULL, 0, NULL);
        for (int kind = 0; kind < FAULTY_KINDS; kind++)
            calls[s][kind] = plan->calls[kind];
    }
}

static void run_all(const struct scenario *scenario, const struct way *way, long from)
{
    long n = from, ended = 0, before = broken;
    bool gave_up;
    while (n < CALLS_MAX && run(scenario, way, n, &gave_up)) {
        ended += gave_up;
        n++;
    }
    if (n > from)
        printf("%s %s %s: %ld calls, %ld ended with a word, %ld broken\n", scenario->name,
               kind_names[way->kind], way->name, n - from, ended, broken - before);
    fflush(stdout);
}

static uint32_t draw(uint64_t *seed, long below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*seed >> 33) % (uint64_t)below);
}

/* Each scenario and way to fail in turn, a call at random of each. */
static void run_some(long wanted, uint64_t seed)
{
    long cell = draw(&seed, SCENARIOS * WAYS), ended = 0, start = runs;
    for (; runs - start < wanted; cell = (cell + 1) % (SCENARIOS * WAYS)) {
        const struct way *way = &ways[cell / SCENARIOS];
        long s = cell % SCENARIOS;
        bool gave_up = false;
        if (calls[s][way->kind] > 0)
            run(&scenarios[s], way, 1 + draw(&seed, calls[s][way->kind]), &gave_up);
        ended += gave_up;
    }
    printf("%ld runs, %ld ended with a word\n", runs - start, ended);
}

static int named(const char *name, const char *wanted)
{
    return !wanted || strcmp(name, wanted) == 0;
}

static void choose(int argc, char **argv)
{
    const char *scenario = argc > 2 ? argv[2] : NULL, *kind = argc > 3 ? argv[3] : NULL;
    const char *value = argc > 4 ? argv[4] : NULL;
    for (int s = 0; s < SCENARIOS; s++)
        for (int w = 0; w < WAYS; w++) {
            if (!named(scenarios[s].name, scenario) || !named(kind_names[ways[w].kind], kind) ||
                !named(ways[w].name, value))
                continue;
            if (strcmp(argv[1], "one") == 0)
                run(&scenarios[s], &ways[w], argc > 5 ? atol(argv[5]) : 1, NULL);
            else
                run_all(&scenarios[s], &ways[w], argc > 5 ? atol(argv[5]) : 1);
        }
}

static void open_plan(const char *directory)
{
    if (!getcwd(top, sizeof top) || chdir(directory) || mkdir("good", 0755))
        abort();
    int fd = open("plan", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0 || ftruncate(fd, sizeof *plan))
        abort();
    plan = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (plan == MAP_FAILED)
        abort();
    close(fd);
}

int main(int argc, char **argv)
{
    char directory[] = "/tmp/avondale-faults-XXXXXX", remove[64];

    if (argc < 2 || !mkdtemp(directory)) {
        fprintf(stderr,
                "usage: faults some RUNS SEED | all [SCENARIO [KIND [VALUE [N]]]] | one SCENARIO "
                "KIND VALUE N\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    open_plan(directory);
    run_untouched();
    if (broken == 0) {
        if (strcmp(argv[1], "some") == 0 && argc == 4)
            run_some(atol(argv[2]), (uint64_t)atoll(argv[3]));
        else
            choose(argc, argv);
    }
    printf("%ld runs, %ld promises broken\n", runs, broken);
    snprintf(remove, sizeof remove, "rm -rf %s", directory);
    return system(remove) != 0 || broken > 0;
}
