/* snapshot_thread.h - writes snapshots of the ladder now and then, so that a start only reads the
 * log after the last one; inside the ladder only.
 *
 * The writer's thread makes the bytes, which are one moment of a transaction; a thread of its own,
 * of the lowest priority, computes the digest and waits for the disk. A failure is reported once,
 * and retried with the next snapshot: none is necessary. */
#ifndef AVONDALE_SNAPSHOT_THREAD_H
#define AVONDALE_SNAPSHOT_THREAD_H

#include "writer/ladder_db.h"

enum {
    /* Results between two snapshots; if there are more bots, as many as there are bots, so that the
     * cost of a result does not grow with them. */
    SNAPSHOT_THREAD_EVERY = 20000,
    SNAPSHOT_THREAD_LAST = 1000, /* the same at the end of a process */
};

struct snapshot_thread;

/* Starts it for the ladder of that URL. Returns NULL, with *error, on failure. */
struct snapshot_thread *snapshot_thread_start(struct ladder *ladder, const char *url,
                                              struct ladder_error *error);
/* Takes a snapshot if one is due and the last is written. By the writer's thread, or before it
 * runs, when the replay equals the disk. */
void snapshot_thread_look(struct snapshot_thread *thread);
/* Ends the thread after its last write. With `last`, the replay equals the disk and the store is
 * reachable: writes one more if there are new results. NULL is fine. */
void snapshot_thread_stop(struct snapshot_thread *thread, bool last);

#endif
