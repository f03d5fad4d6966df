/* calibrate_main.c - how slow this machine is now: prints how many times as long a fixed piece of
 * work takes as on the machine whose figures stand here. The limits of tests are multiplied by it.
 * The work is what tests do: arithmetic, processes, writes that reach the disk. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 12, STEPS = 20 * 1000 * 1000, PROCESSES = 40, WRITES = 10, SLOWNESS_MAX = 60 };

static int64_t now_usec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000) + now.tv_nsec / 1000;
}

static bool compute(void)
{
    volatile uint64_t result;
    uint64_t x = 88172645463325252;
    for (int i = 0; i < STEPS; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    result = x;
    return result != 0;
}

static bool start_processes(void)
{
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        pid_t pid = fork();
        if (pid == 0) {
            execl("/bin/sh", "sh", "-c", ":", (char *)NULL);
            _exit(127);
        }
        if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
            return false;
    }
    return true;
}

static bool write_through(void)
{
    static const char block[4096];
    FILE *file = tmpfile();
    if (!file)
        return false;
    for (int i = 0; i < WRITES; i++) {
        if (write(fileno(file), block, sizeof block) != sizeof block || fsync(fileno(file)) != 0) {
            fclose(file);
            return false;
        }
    }
    fclose(file);
    return true;
}

int main(void)
{
    /* The usec of a round on two cores of a server of 2023 that does nothing else. */
    static const struct {
        const char *name;
        bool (*work)(void);
        int64_t usec;
    } works[] = {
        {"arithmetic", compute, 30000},
        {"processes", start_processes, 30000},
        {"writes", write_through, 10000},
    };
    int64_t slowness = 1;
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        int64_t began = now_usec(), took;
        for (int round = 0; round < ROUNDS; round++) {
            if (!works[i].work()) {
                perror(works[i].name);
                return 3;
            }
        }
        took = (now_usec() - began) / ROUNDS;
        fprintf(stderr, "%s: %lld usec\n", works[i].name, (long long)took);
        if ((took + works[i].usec / 2) / works[i].usec > slowness)
            slowness = (took + works[i].usec / 2) / works[i].usec;
    }
    printf("%d\n", (int)(slowness < SLOWNESS_MAX ? slowness : SLOWNESS_MAX));
    return 0;
}
