/* work.c - how many blocks a second the job queue hands out and accepts back, with several workers
 * at once.
 *
 *   work NAME URL
 *
 * Each claims eight at a time and brings results as large as those of a block of two games; nothing
 * is played. */
#include "bench.h"

#include "ladder.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORKERS = 4, JOBS = 2000, PIECE = 8, RESULT_BYTES = 20000, LEASE_MSEC = 600000 };

static struct work *opened(const char *url)
{
    struct ladder_error error;
    struct work *work;

    if (work_open(&work, url, false, NULL, &error)) {
        fprintf(stderr, "bench: %s\n", error.text);
        exit(3);
    }
    return work;
}

static void give_out(struct work *work)
{
    char spec[] = "{\"first_game\":0,\"lineups\":[[0,1,0,1],[1,0,1,0]],\"set\":0}";
    const char *specs[JOBS];
    struct work_order order = {.name = "bench", .kind = "bench", .spec = spec};

    for (int i = 0; i < JOBS; i++)
        specs[i] = spec;
    double start = bench_wall();
    if (work_begin(work, &order) || work_add(work, order.name, 0, specs, JOBS)) {
        fprintf(stderr, "bench: %s\n", work_error(work));
        exit(3);
    }
    fprintf(stderr, "%d blocks given out in %.3f s\n", JOBS, bench_wall() - start);
}

static _Noreturn void work_off(const char *url, int number)
{
    static char result[RESULT_BYTES + 1];
    struct work *work = opened(url);
    struct work_job jobs[PIECE];
    char holder[16];
    int count;

    memset(result, 'r', RESULT_BYTES);
    snprintf(holder, sizeof holder, "bench-%d", number);
    while ((count = work_claim(work, holder, LEASE_MSEC, jobs, PIECE)) > 0) {
        for (int i = 0; i < count; i++) {
            if (work_finish(work, &jobs[i], holder, result))
                _exit(3);
            work_job_free(&jobs[i]);
        }
    }
    work_close(work);
    _exit(count < 0 ? 3 : 0);
}

int main(int argc, char **argv)
{
    char name[64];
    int status, failed = 0;

    if (argc != 3) {
        fprintf(stderr, "usage: work NAME URL\n");
        return 2;
    }
    struct work *work = opened(argv[2]);
    give_out(work);
    work_close(work);
    double start = bench_wall();
    for (int i = 0; i < WORKERS; i++) {
        if (fork() == 0)
            work_off(argv[2], i);
    }
    while (wait(&status) > 0)
        failed |= status;
    snprintf(name, sizeof name, "work.%s.blocks", argv[1]);
    bench_print(name, JOBS / (bench_wall() - start), "/s", 0);
    return failed ? 3 : 0;
}
