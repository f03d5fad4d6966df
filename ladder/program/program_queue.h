/* program_queue.h - programs that are to be built and checked, for a worker: program.h with
 * transactions, and retries. Every function blocks. They return 0; PROGRAM_QUEUE_FAILED, with a
 * line in program_queue_error; or PROGRAM_QUEUE_NONE, as said. */
#ifndef AVONDALE_PROGRAM_QUEUE_H
#define AVONDALE_PROGRAM_QUEUE_H

#include "program/program.h"

struct program_queue;

enum { PROGRAM_QUEUE_FAILED = -1, PROGRAM_QUEUE_NONE = -3 };

int program_queue_open(struct program_queue **queue, const char *url, struct ladder_error *error);
void program_queue_close(struct program_queue *queue); /* NULL is fine */
const char *program_queue_error(const struct program_queue *queue);

/* Returns PROGRAM_QUEUE_NONE if there is none. */
int program_queue_claim(struct program_queue *queue, const char *holder, int64_t lease_msec,
                        struct store_program *program);
/* Returns PROGRAM_QUEUE_NONE if the claim was lost; the same below. */
int program_queue_renew(struct program_queue *queue, const struct store_program *program,
                        const char *holder, int64_t lease_msec);
/* As program_become; `report` (NULL: as before) is cut to PROGRAM_REPORT_MAX, and what is no text
 * for a page becomes question marks. */
int program_queue_become(struct program_queue *queue, struct store_program *program,
                         enum program_state to, const char *why, const char *report,
                         const char *holder);
/* Its archive is this one from here on; that which was handed in leaves the store. */
int program_queue_built(struct program_queue *queue, struct store_program *program,
                        const char *archive, int64_t bytes, bool owned);

#endif
