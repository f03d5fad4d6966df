/* program_queue.c - see program_queue.h. */
#include "program/program_queue.h"
#include "program/queue_transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)PROGRAM_QUEUE_FAILED == (int)STORE_FAILED &&
                   (int)PROGRAM_QUEUE_NONE == (int)STORE_NONE,
               "what the store answers is handed on");

int program_queue_open(struct program_queue **out, const char *url, struct ladder_error *error)
{
    struct program_queue *queue = calloc(1, sizeof *queue);

    *out = NULL;
    if (!queue) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return PROGRAM_QUEUE_FAILED;
    }
    if (store_open(&queue->store, url, STORE_MUST_EXIST, error)) {
        free(queue);
        return PROGRAM_QUEUE_FAILED;
    }
    *out = queue;
    return 0;
}

void program_queue_close(struct program_queue *queue)
{
    if (queue)
        store_close(queue->store);
    free(queue);
}

const char *program_queue_error(const struct program_queue *queue)
{
    return store_error(queue->store);
}

int program_queue_claim(struct program_queue *queue, const char *holder, int64_t lease_msec,
                        struct store_program *program)
{
    int status;
    QUEUE_TRANSACTION(queue, status, program_claim(queue->store, holder, lease_msec, program));
    return status;
}

int program_queue_renew(struct program_queue *queue, const struct store_program *program,
                        const char *holder, int64_t lease_msec)
{
    int status;
    QUEUE_TRANSACTION(queue, status,
                      store_program_renew(queue->store, program->id, holder, lease_msec));
    return status;
}

/* Text for pages and for every store: ASCII. The end of what is too long says most. */
static char *report_make(const char *report)
{
    size_t size = strlen(report);
    char *text = strdup(size > PROGRAM_REPORT_MAX ? report + size - PROGRAM_REPORT_MAX : report);

    for (char *c = text; c && *c; c++)
        *c = (*c >= ' ' && *c <= '~') || *c == '\n' || *c == '\t' ? *c : '?';
    return text;
}

static int become(struct store *store, const struct store_program *from,
                  struct store_program *program, enum program_state to, const char *why,
                  const char *report, const char *holder)
{
    *program = *from;
    int status = program_become(store, program, to, why, holder);
    if (status == 0 && report)
        status = store_program_report_set(store, program->id, report);
    return status;
}

int program_queue_become(struct program_queue *queue, struct store_program *program,
                         enum program_state to, const char *why, const char *report,
                         const char *holder)
{
    struct store_program from = *program;
    char *text = report ? report_make(report) : NULL;
    int status;

    QUEUE_TRANSACTION(queue, status, become(queue->store, &from, program, to, why, text, holder));
    if (status)
        *program = from;
    free(text);
    return status;
}

static int built(struct store *store, const struct store_program *before,
                 const struct store_program *after)
{
    if (store_program_built(store, after))
        return STORE_FAILED;
    return before->owned && strcmp(before->archive, after->archive) != 0
               ? store_program_archive_drop(store, before->archive)
               : 0;
}

int program_queue_built(struct program_queue *queue, struct store_program *program,
                        const char *archive, int64_t bytes, bool owned)
{
    struct store_program before = *program;
    int status;

    snprintf(program->archive, sizeof program->archive, "%s", archive);
    program->bytes = bytes;
    program->owned = owned;
    QUEUE_TRANSACTION(queue, status, built(queue->store, &before, program));
    return status;
}
