/* writer.c - the one thread that owns the database, and the view of it for others.
 *
 * Callers queue operations; the thread takes all that wait, puts their results into one transaction
 * (one wait for the disk serves them all) and hands the completions back through an event
 * descriptor. Queries that do not wait read a copy, published after each commit under the mutex: it
 * holds only data on disk, except bots just registered. */
#include "writer/writer.h"
#include "base/clock.h"
#include "base/thread.h"
#include "writer/snapshot_thread.h"
#include "writer/writer_retention.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    /* After a group of GROUP_BUSY it waits for one of GROUP_FULL, or for one of GROUP_GOOD of which
     * nothing more came for STILL_USEC, but not longer than PAUSE_USEC: with the time of the
     * transaction, results are stored within 50 ms. */
    GROUP_BUSY = 4,
    GROUP_GOOD = 16,
    GROUP_FULL = 32,
    STILL_USEC = 1000,
    PAUSE_USEC = 25000,
    IDLE_USEC = 1000000,
};

/* -------------------------------------------------------------------------------- the thread */

/* Stores a group and notes how long that takes. */
static void group_time(struct ladder *ladder, struct op *ops)
{
    double began = clock_now_sec();
    ladder->grows = true;
    writer_group_store(ladder, ops);
    ladder->grows = false;
    double took = clock_now_sec() - began;
    pthread_mutex_lock(&ladder->mutex);
    struct ladder_health *health = &ladder->health;
    health->failures += ladder->stale;
    histogram_add(&health->commits, (int64_t)(took * 1e6));
    health->commit_sec_max = took > health->commit_sec_max ? took : health->commit_sec_max;
    pthread_mutex_unlock(&ladder->mutex);
}

static void record_read(struct ladder *ladder, struct op *op)
{
    /* An unreadable record counts as missing: the reader is a page, not the game. */
    if (store_record(ladder->store, op->game, &op->record) != 0)
        op->record = NULL;
}

/* With the mutex held: waits for so many operations, until a monotonic time in microseconds.
 * Returns whether there are so many, or the thread is to end. */
static bool await_operations(struct ladder *ladder, unsigned count, int64_t until)
{
    const struct timespec end = {.tv_sec = until / 1000000, .tv_nsec = until % 1000000 * 1000};
    ladder->awaited = count;
    for (;;) {
        if (ladder->queued_total - ladder->finished_total >= count || ladder->stopping)
            return true;
        if (pthread_cond_timedwait(&ladder->wake, &ladder->mutex, &end) == ETIMEDOUT)
            return false;
    }
}

/* Takes up to WRITER_GROUP_MAX operations off the queue, in order; NULL if none came for a second.
 */
static struct op *group_take(struct ladder *ladder, bool *stop)
{
    struct op_list group = {0};
    pthread_mutex_lock(&ladder->mutex);
    (void)await_operations(ladder, 1, clock_now_usec() + IDLE_USEC);
    for (int count = 0; ladder->queue.head && count < WRITER_GROUP_MAX; count++) {
        struct op *op = ladder->queue.head;
        ladder->queue.head = op->next;
        if (!ladder->queue.head)
            ladder->queue.tail = NULL;
        writer_queue_list_push(&group, op);
    }
    *stop = ladder->stopping && !group.head;
    pthread_mutex_unlock(&ladder->mutex);
    return group.head;
}

static void group_finish(struct ladder *ladder, struct op *ops)
{
    uint64_t one = 1;
    pthread_mutex_lock(&ladder->mutex);
    for (struct op *op = ops, *next = NULL; op; op = next) {
        next = op->next;
        ladder->finished_total++;
        writer_queue_list_push(&ladder->completions, op);
    }
    /* With the mutex still held: otherwise the woken thread takes the completions, and the event
     * fires once more. */
    if (write(ladder->event_fd, &one, sizeof one) < 0)
        one = 0; /* an overflow: it is readable anyway */
    pthread_cond_broadcast(&ladder->idle);
    pthread_mutex_unlock(&ladder->mutex);
}

/* When many games end, a short wait makes one transaction of several, each of which would write the
 * same pages again and wait for the disk. When few do, there is no wait. */
static void await_group(struct ladder *ladder)
{
    int64_t end = clock_now_usec() + PAUSE_USEC, now;
    uint64_t before;
    pthread_mutex_lock(&ladder->mutex);
    if (await_operations(ladder, GROUP_GOOD, end)) {
        do {
            before = ladder->queued_total;
            now = clock_now_usec();
        } while (now < end && !await_operations(ladder, GROUP_FULL, now + STILL_USEC) &&
                 ladder->queued_total > before);
    }
    pthread_mutex_unlock(&ladder->mutex);
}

static void snapshot_look(struct ladder *ladder)
{
    if (ladder->snapshots && !ladder->stale)
        snapshot_thread_look(ladder->snapshots);
}

static void *writer_main(void *argument)
{
    struct ladder *ladder = argument;
    for (;;) {
        bool stop = false, writes = false;
        int count = 0;
        struct op *ops = group_take(ladder, &stop);
        if (stop)
            return NULL;
        if (ladder->node && clock_now_sec() >= ladder->orphans_sec)
            writer_void_orphans(ladder);
        if (!ops) {
            writer_group_refresh(ladder);
            snapshot_look(ladder);
            writer_retention_step(ladder);
            writer_game_log_step(ladder);
            continue;
        }
        for (const struct op *op = ops; op; op = op->next)
            writes |= op->kind != OP_RECORD;
        if (writes)
            group_time(ladder, ops); /* it may be longer then */
        for (const struct op *op = ops; op; op = op->next)
            count++;
        for (struct op *op = ops; op; op = op->next) {
            if (op->kind == OP_RECORD)
                record_read(ladder, op);
        }
        group_finish(ladder, ops);
        snapshot_look(ladder); /* no operation of before waits for a result now */
        writer_retention_step(ladder);
        writer_game_log_step(ladder);
        if (count >= GROUP_BUSY)
            await_group(ladder);
    }
}

/* ------------------------------------------------------------------------------- open, close */

/* The first load is done here, on the caller's thread: an unreadable log refuses the file. */
static int first_load(struct ladder *ladder, struct ladder_error *error)
{
    int status = -1, tries = 0;

    ladder->replay.resumes = true;
    do {
        if (store_begin(ladder->store, false)) {
            snprintf(error->text, sizeof error->text, "%.250s", store_error(ladder->store));
            continue;
        }
        status = replay_load(&ladder->replay, ladder->store, NULL, NULL);
        if (status)
            snprintf(error->text, sizeof error->text, "%.250s", ladder->replay.error);
    } while (status && store_retry(ladder->store, &tries));
    writer_group_loaded(ladder);
    ladder->caught_whole = true;
    ladder->start_seq = ladder->replay.last_seq;
    ladder->start_snapshot = ladder->replay.snapshot_seq;
    store_rollback(ladder->store);
    if (status == 0)
        writer_publish(ladder, NULL);
    return status;
}

static void ladder_free(struct ladder *ladder)
{
    snapshot_thread_stop(ladder->snapshots, false);
    store_close(ladder->store);
    replay_fini(&ladder->replay);
    writer_publish_fini(ladder);
    writer_group_fini(ladder);
    free(ladder->reports);
    if (ladder->event_fd >= 0)
        close(ladder->event_fd);
    pthread_cond_destroy(&ladder->wake);
    pthread_cond_destroy(&ladder->idle);
    writer_queue_fini(ladder);
    pthread_mutex_destroy(&ladder->mutex);
    pthread_mutex_destroy(&ladder->tables_mutex);
    free(ladder);
}

/* `keep` is for an exclusive one. */
static int open_as(struct ladder **out, const char *url, bool exclusive,
                   const struct ladder_node *node, ladder_keep_fn *keep, void *context,
                   struct ladder_error *error)
{
    pthread_condattr_t monotonic;
    *out = NULL;
    struct ladder *ladder = calloc(1, sizeof *ladder);
    if (!ladder) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    pthread_mutex_init(&ladder->mutex, NULL);
    pthread_mutex_init(&ladder->tables_mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&ladder->wake, &monotonic);
    pthread_cond_init(&ladder->idle, NULL);
    pthread_condattr_destroy(&monotonic);
    replay_init(&ladder->replay);
    standings_init(&ladder->view);
    ladder->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (ladder->event_fd < 0) {
        snprintf(error->text, sizeof error->text, "eventfd: %s", strerror(errno));
        goto fail;
    }
    ladder->node = node != NULL;
    if ((node ? store_open_node(&ladder->store, url, node, error)
              : store_open(&ladder->store, url, exclusive ? STORE_EXCLUSIVE : 0, error)) ||
        replay_upgrade(ladder->store, error) || first_load(ladder, error) ||
        (exclusive && writer_void_open(ladder, keep, context, error)))
        goto fail;
    ladder->snapshots = exclusive ? snapshot_thread_start(ladder, url, error) : NULL;
    if (exclusive && !ladder->snapshots)
        goto fail;
    int status = thread_start(&ladder->thread, writer_main, ladder, THREAD_NICE_BEHIND);
    if (status) {
        snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(status));
        goto fail;
    }
    *out = ladder;
    return 0;
fail:
    ladder_free(ladder);
    return -1;
}

const char *writer_damage(const struct ladder *ladder)
{
    return store_damage(ladder->store);
}

bool writer_url_valid(const char *url)
{
    return store_url_valid(url);
}

int writer_open(struct ladder **ladder, const char *url, bool exclusive, struct ladder_error *error)
{
    return open_as(ladder, url, exclusive, NULL, NULL, NULL, error);
}

int writer_open_node(struct ladder **ladder, const char *url, const struct ladder_node *node,
                     struct ladder_error *error)
{
    return open_as(ladder, url, true, node, NULL, NULL, error);
}

int writer_open_keeping(struct ladder **ladder, const char *url, const struct ladder_node *node,
                        ladder_keep_fn *keep, void *context, struct ladder_error *error)
{
    return open_as(ladder, url, true, node, keep, context, error);
}

void writer_close(struct ladder *ladder)
{
    if (!ladder)
        return;
    batch_thread_stop(ladder->ranking);
    pthread_mutex_lock(&ladder->mutex);
    ladder->stopping = true;
    pthread_cond_signal(&ladder->wake);
    pthread_mutex_unlock(&ladder->mutex);
    pthread_join(ladder->thread, NULL);
    /* Each completion runs exactly once, because contexts depend on it. */
    writer_queue_dispatch(ladder);
    snapshot_thread_stop(ladder->snapshots, !ladder->stale && !ladder->trouble[0]);
    ladder->snapshots = NULL;
    ladder_free(ladder);
}
