/* intake.h - programs that were handed in, from their bytes to a row: a thread that looks at
 * archives.
 *
 * The bytes lie in a file without a name. The thread checks the archive and its manifest, puts it
 * into the store, and queues the deed; it does one archive after the other, at the lowest priority.
 * Whatever is wrong, nothing is kept. */
#ifndef AVONDALE_INTAKE_H
#define AVONDALE_INTAKE_H

#include "writer/writer_account.h"

#include <stddef.h>

struct intake;

enum {
    INTAKE_WAITING_MAX = 4,               /* archives that wait or are looked at */
    INTAKE_UNPACKED_BYTES_MAX = 64 << 20, /* of an archive */
    INTAKE_ERROR_BYTES = 330,
};

/* How it ended: `error` is "" unless the archive or the manifest was refused (code 422), or the
 * system failed (503). From the intake's thread, or that which dispatches the writer's completions.
 */
typedef void intake_done_fn(void *context, const struct ladder_deed *deed,
                            enum ladder_deed_outcome outcome, int code, const char *error);

/* `url`: of the store. Returns NULL if out of memory or threads. */
struct intake *intake_create(struct ladder *ladder, const char *url);
/* Waits for the archive that is being looked at; drops the others. Deeds that were queued still
 * end. NULL is fine. */
void intake_destroy(struct intake *intake);
/* Gives it a deed of LADDER_DEED_HAND_IN, copied, and the open file with its archive, which it
 * closes. Returns 0, or -1 if too many wait: then the file is the caller's. */
LADDER_MUST_CHECK int intake_give(struct intake *intake, const struct ladder_deed *deed, int fd,
                                  size_t size, intake_done_fn *done, void *context);

#endif
