/* batch_thread.h - the thread that computes the batch tables. */
#ifndef AVONDALE_BATCH_THREAD_H
#define AVONDALE_BATCH_THREAD_H

#include "writer/ladder_db.h"

/* Starts the thread that computes the batch tables; without it there are none. Ends with
 * writer_close. Returns 0, or -1. */
LADDER_MUST_CHECK int batch_thread_start(struct ladder *ladder, const char *url,
                                         struct ladder_error *error);

#endif
