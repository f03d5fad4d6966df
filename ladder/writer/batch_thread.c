/* batch_thread.c - keeps the batch tables of a ladder up to date, on a thread and a connection of
 * its own, with a low priority and for a small share of the time. */
#include "writer/batch_thread.h"
#include "base/clock.h"
#include "log/batch_tables.h"
#include "base/thread.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MSEC = 1000,
    REST_FACTOR = 50, /* it works for a fiftieth of the time at most */
};
static const double day_sec = 24 * 3600;

struct batch_thread {
    struct ladder *ladder;
    struct store *store;
    struct batch_tables ranking;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stopping;
    /* stops a running computation: a table of a large ladder takes minutes */
    atomic_bool given_up;
    double reported_sec; /* when pairs were last examined; 0: never */
};

static void report(void *context, const char *line)
{
    struct ladder *ladder = context;
    char text[sizeof ladder->reports[0]];
    snprintf(text, sizeof text, "odd results: %s", line);
    writer_view_tell(ladder, text);
}

/* Once a day, first when the thread starts. */
static void report_all(struct batch_thread *thread)
{
    struct batch_tables *ranking = &thread->ranking;
    double now = clock_now_sec();
    if (thread->reported_sec > 0 && now - thread->reported_sec < day_sec)
        return;
    thread->reported_sec = now;
    for (int i = 0; i < ranking->board_count; i++) {
        struct rank_table table;
        int64_t pairs;
        if (batch_tables_make(ranking, i, &table))
            return;
        if (batch_tables_residuals(ranking, i, &table, report, thread->ladder, &pairs))
            pairs = 0; /* out of memory: again tomorrow */
        rank_list_table_free(&table);
    }
}

static void look(struct batch_thread *thread)
{
    struct batch_tables *ranking = &thread->ranking;
    if (store_begin(thread->store, false)) {
        store_rollback(thread->store);
        return;
    }
    int status = batch_tables_update(ranking, thread->store);
    store_rollback(thread->store);
    for (int i = 0; i < ranking->replay.standings.board_count && status == 0; i++) {
        struct rank_table table;
        bool known = i < ranking->board_count;
        if (known && ranking->boards[i].ranked_count == ranking->boards[i].count)
            continue;
        status = batch_tables_make(ranking, i, &table);
        if (status == 0)
            writer_publish_table(thread->ladder, &table);
    }
    if (status == 0 && !atomic_load(&thread->given_up))
        report_all(thread);
}

static void *thread_main(void *argument)
{
    struct batch_thread *thread = argument;
    struct timespec until;

    pthread_mutex_lock(&thread->mutex);
    while (!thread->stopping) {
        pthread_mutex_unlock(&thread->mutex);
        double began = clock_now_sec();
        look(thread);
        double rest = (clock_now_sec() - began) * REST_FACTOR;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += rest > LOOK_MSEC / 1000 ? (time_t)rest : LOOK_MSEC / 1000;
        pthread_mutex_lock(&thread->mutex);
        while (!thread->stopping &&
               pthread_cond_timedwait(&thread->wake, &thread->mutex, &until) == 0)
            continue;
    }
    pthread_mutex_unlock(&thread->mutex);
    return NULL;
}

int batch_thread_start(struct ladder *ladder, const char *url, struct ladder_error *error)
{
    struct batch_thread *thread = calloc(1, sizeof *thread);
    pthread_condattr_t monotonic;

    if (!thread || store_open(&thread->store, url, STORE_READ_ONLY | STORE_SHARED, error)) {
        if (!thread)
            snprintf(error->text, sizeof error->text, "out of memory");
        free(thread);
        return -1;
    }
    thread->ladder = ladder;
    batch_tables_init(&thread->ranking);
    thread->ranking.replay.pauses = true; /* pages wait for the connection */
    thread->ranking.keep_from = BATCH_KEEP_MIN;
    thread->ranking.stop = &thread->given_up;
    pthread_mutex_init(&thread->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&thread->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    int status = thread_start(&thread->thread, thread_main, thread, THREAD_NICE_IDLE);
    if (status == 0) {
        ladder->ranking = thread;
        return 0;
    }
    snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(status));
    store_close(thread->store);
    batch_tables_fini(&thread->ranking);
    free(thread);
    return -1;
}

void batch_thread_stop(struct batch_thread *thread)
{
    if (!thread)
        return;
    atomic_store(&thread->given_up, true);
    pthread_mutex_lock(&thread->mutex);
    thread->stopping = true;
    pthread_cond_signal(&thread->wake);
    pthread_mutex_unlock(&thread->mutex);
    pthread_join(thread->thread, NULL);
    store_close(thread->store);
    batch_tables_fini(&thread->ranking);
    pthread_cond_destroy(&thread->wake);
    pthread_mutex_destroy(&thread->mutex);
    free(thread);
}
