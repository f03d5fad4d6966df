/* snapshot_thread.c - writes snapshots of the ladder beside the writer. */
#include "writer/snapshot_thread.h"
#include "log/snapshot.h"
#include "base/thread.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct snapshot_thread {
    struct ladder *ladder;
    char *url;
    pthread_t thread;

    /* used by the writer */
    int64_t taken_seq;    /* result at which the last one ends; 0: none */
    uint64_t taken_loads; /* of the replay at that time */

    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stopping, busy;
    struct bytes bytes; /* to be written, if any; the thread's while it is busy */
    int64_t since_seq, seq;
    bool told; /* of a failure, since the last success */
};

/* ------------------------------------------------------------------------------- the thread's */

/* Returns as store_snapshot_add; `text` says what failed. */
static int write_with(struct store *store, struct bytes *bytes, int64_t since_seq, int64_t seq,
                      struct ladder_error *error)
{
    int status = store_begin(store, false);
    if (status == 0)
        status = snapshot_seal(bytes, store);
    store_rollback(store);
    if (status == 0)
        status = store_snapshot_add(store, since_seq, seq, bytes->at, bytes->size);
    snprintf(error->text, sizeof error->text, "%.250s",
             store_error(store)[0] ? store_error(store) : "out of memory");
    return status;
}

/* Neither is a failure: another node may have written one, and a log from before the chain can have
 * none. */
static void note(struct snapshot_thread *thread, int status, const struct ladder_error *error)
{
    char line[sizeof thread->ladder->reports[0]];

    if (status == STORE_FAILED && !thread->told) {
        snprintf(line, sizeof line, "no snapshot was written, so a start takes longer: %s",
                 error->text);
        writer_view_tell(thread->ladder, line);
    }
    thread->told = status == STORE_FAILED;
}

/* The connection is its own, for as long as it takes. */
static void write_one(struct snapshot_thread *thread)
{
    struct ladder_error error = {0};
    struct store *store = NULL;
    int status = store_open(&store, thread->url, STORE_READ_ONLY | STORE_IMPATIENT, &error);

    if (status == 0)
        status = write_with(store, &thread->bytes, thread->since_seq, thread->seq, &error);
    else
        status = STORE_FAILED;
    store_close(store);
    note(thread, status, &error);
    bytes_fini(&thread->bytes);
}

static void *thread_main(void *argument)
{
    struct snapshot_thread *thread = argument;

    pthread_mutex_lock(&thread->mutex);
    while (!thread->stopping || thread->busy) {
        if (!thread->busy) {
            pthread_cond_wait(&thread->wake, &thread->mutex);
            continue;
        }
        pthread_mutex_unlock(&thread->mutex);
        write_one(thread);
        pthread_mutex_lock(&thread->mutex);
        thread->busy = false;
    }
    pthread_mutex_unlock(&thread->mutex);
    return NULL;
}

/* ------------------------------------------------------------------------------- the writer's */

/* Results since the last snapshot, or the one at which the replay began; `every` are needed for
 * another. */
static bool is_due(struct snapshot_thread *thread, int64_t every)
{
    const struct replay *replay = &thread->ladder->replay;

    if (replay->loads != thread->taken_loads)
        thread->taken_seq = replay->snapshot_seq;
    return replay->last_seq - thread->taken_seq >= every;
}

/* Makes a snapshot in `bytes`. Returns false if out of memory, or if it may not be kept. */
static bool take(struct snapshot_thread *thread, struct bytes *bytes, int64_t every)
{
    const struct replay *replay = &thread->ladder->replay;
    const struct snapshot_place place = {replay->last_seq, replay->last_action};
    bool anew = replay->loads != thread->taken_loads;
    bool made = snapshot_take(&replay->standings, place, bytes) == 0;

    /* Of several nodes the first one writes it. A node that found the existing ones useless writes
     * it in any case. */
    thread->seq = place.seq;
    thread->since_seq = anew ? place.seq + 1 : place.seq - every / 2;
    thread->taken_seq = place.seq;
    thread->taken_loads = replay->loads;
    if (!made)
        bytes_fini(bytes);
    return made;
}

void snapshot_thread_look(struct snapshot_thread *thread)
{
    const struct standings *standings = &thread->ladder->replay.standings;
    int64_t every =
        standings->count > SNAPSHOT_THREAD_EVERY ? standings->count : SNAPSHOT_THREAD_EVERY;

    if (!is_due(thread, every))
        return;
    pthread_mutex_lock(&thread->mutex);
    bool busy = thread->busy;
    pthread_mutex_unlock(&thread->mutex);
    if (busy || !take(thread, &thread->bytes, every))
        return;
    pthread_mutex_lock(&thread->mutex);
    thread->busy = true;
    pthread_cond_signal(&thread->wake);
    pthread_mutex_unlock(&thread->mutex);
}

struct snapshot_thread *snapshot_thread_start(struct ladder *ladder, const char *url,
                                              struct ladder_error *error)
{
    struct snapshot_thread *thread = calloc(1, sizeof *thread);
    char *copy = thread ? strdup(url) : NULL;

    if (!copy) {
        free(thread);
        snprintf(error->text, sizeof error->text, "out of memory");
        return NULL;
    }
    thread->ladder = ladder;
    thread->url = copy;
    pthread_mutex_init(&thread->mutex, NULL);
    pthread_cond_init(&thread->wake, NULL);
    int status = thread_start(&thread->thread, thread_main, thread, THREAD_NICE_IDLE);
    if (status == 0)
        return thread;
    snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(status));
    pthread_cond_destroy(&thread->wake);
    pthread_mutex_destroy(&thread->mutex);
    free(copy);
    free(thread);
    return NULL;
}

void snapshot_thread_stop(struct snapshot_thread *thread, bool last)
{
    struct bytes bytes = {0};
    struct ladder_error error = {0};

    if (!thread)
        return;
    pthread_mutex_lock(&thread->mutex);
    thread->stopping = true;
    pthread_cond_signal(&thread->wake);
    pthread_mutex_unlock(&thread->mutex);
    pthread_join(thread->thread, NULL);
    if (last && is_due(thread, SNAPSHOT_THREAD_LAST) && take(thread, &bytes, SNAPSHOT_THREAD_LAST))
        (void)write_with(thread->ladder->store, &bytes, thread->since_seq, thread->seq, &error);
    bytes_fini(&bytes);
    pthread_cond_destroy(&thread->wake);
    pthread_mutex_destroy(&thread->mutex);
    free(thread->url);
    free(thread);
}
