/* snapshot_thread.h - writes snapshots of the ladder now and then, so that a start needs to read
 * only what came after the last one; inside the ladder only.
 *
 * The writer's thread makes the bytes, which are a moment of one transaction; a thread of its own,
 * of the lowest priority, makes the digest and waits for the disk. What fails is told once, and
 * tried again with the next snapshot: nobody needs one. */
#ifndef AVONDALE_SNAPSHOT_THREAD_H
#define AVONDALE_SNAPSHOT_THREAD_H

#include "writer/ladder_db.h"

enum {
    /* Results between two snapshots; where there are more bots, as many as there are bots, so that
     * a result pays the same for them. */
    SNAPSHOT_THREAD_EVERY = 20000,
    SNAPSHOT_THREAD_LAST = 1000, /* the same at the end of a process */
};

struct snapshot_thread;

/* Starts it for the ladder of that URL. Returns NULL, with *error, if it cannot be. */
struct snapshot_thread *snapshot_thread_start(struct ladder *ladder, const char *url,
                                              struct ladder_error *error);
/* Takes a snapshot if one is due and the last is written. By the writer's thread, or before it
 * runs, when the replay is what is on disk. */
void snapshot_thread_look(struct snapshot_thread *thread);
/* Ends the thread when it has written what it has. With `last`, the replay is what is on disk, and
 * the store there: writes one more if there is more. NULL is fine. */
void snapshot_thread_stop(struct snapshot_thread *thread, bool last);

#endif
