/* writer_queue.c - operations for the writer's thread, and their completions. */
#include "writer/writer.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RESULTS_MAX = 4096, /* results queued or not yet dispatched: games of thousands of tables may
                           end at once */
    RECORDS_MAX = 64,   /* readers must not fill the queue of results */
    REGISTERS_MAX = 256,
    ANNOUNCED_MAX = 4096,
    GAME_LOGS_MAX = 512, /* of up to WIRE_PAGE_BYTES each; the next one is lost */
};

static const int op_max[OP_KIND_COUNT] = {
    RESULTS_MAX,   REGISTERS_MAX, ANNOUNCED_MAX, RECORDS_MAX,   REGISTERS_MAX,
    ANNOUNCED_MAX, REGISTERS_MAX, REGISTERS_MAX, REGISTERS_MAX, GAME_LOGS_MAX};

void writer_queue_list_push(struct op_list *list, struct op *op)
{
    op->next = NULL;
    if (list->tail)
        list->tail->next = op;
    else
        list->head = op;
    list->tail = op;
}

static void op_free(struct op *op)
{
    free(op->record);
    free(op->blob.bytes);
    free(op);
}

/* ------------------------------------------------------------------------------- completions */

int writer_queue_fd(const struct ladder *ladder)
{
    return ladder->event_fd;
}

static void result_done(const struct op *op)
{
    struct ladder_done done = {.status = op->status, .text = op->text, .result = &op->result};
    for (int seat = 0; op->status != LADDER_NOT_STORED && seat < op->result.seat_count; seat++)
        done.changes[seat] =
            (struct ladder_change){op->change.seats[seat].before_milli,
                                   op->change.seats[seat].after_milli, op->change.rated};
    op->done(op->context, &done);
}

/* Passes on the token, and wipes it. */
static void claim_done(struct op *op)
{
    op->claimed(op->context, &op->claim,
                op->status == LADDER_NOT_STORED ? LADDER_CLAIM_FAILED : op->outcome);
    OPENSSL_cleanse(&op->claim, sizeof op->claim);
}

/* What an owner did. */
static void deed_done(struct ladder *ladder, struct op *op)
{
    enum ladder_deed_outcome outcome =
        op->status == LADDER_NOT_STORED ? LADDER_DEED_FAILED : op->outcome_deed;

    if (outcome != LADDER_DEED_DONE)
        OPENSSL_cleanse(op->deed.token, sizeof op->deed.token);
    else if (ladder->account_watch &&
             (op->deed.kind == LADDER_DEED_TOKEN || op->deed.kind == LADDER_DEED_STOP))
        ladder->account_watch(ladder->account_context, op->deed.bot);
    if (op->deed_done)
        op->deed_done(op->context, &op->deed, outcome);
    OPENSSL_cleanse(&op->deed, sizeof op->deed);
}

/* Takes up to `max` completions, in order. Signals again if there are more. */
static struct op *completions_take(struct ladder *ladder, int max)
{
    uint64_t ignored, one = 1;

    if (read(ladder->event_fd, &ignored, sizeof ignored) < 0)
        ignored = 0; /* nothing was signalled; looks all the same */
    pthread_mutex_lock(&ladder->mutex);
    struct op *ops = ladder->completions.head, *last = NULL;
    for (struct op *op = ops; op && max > 0; op = op->next, max--) {
        ladder->op_counts[op->kind]--;
        last = op;
    }
    ladder->completions.head = last ? last->next : ops;
    if (last)
        last->next = NULL;
    if (!ladder->completions.head)
        ladder->completions.tail = NULL;
    else if (write(ladder->event_fd, &one, sizeof one) < 0)
        one = 0; /* it is signalled already */
    pthread_mutex_unlock(&ladder->mutex);
    return last ? ops : NULL;
}

void writer_queue_dispatch(struct ladder *ladder)
{
    writer_queue_dispatch_some(ladder, INT_MAX);
}

void writer_queue_dispatch_some(struct ladder *ladder, int max)
{
    struct op *ops = completions_take(ladder, max);

    for (struct op *op = ops, *next = NULL; op; op = next) {
        next = op->next;
        if (op->kind == OP_RESULT && op->done)
            result_done(op);
        else if (op->kind == OP_ANNOUNCE)
            op->announced(op->context, op->status != LADDER_NOT_STORED, op->text);
        else if (op->kind == OP_RECORD)
            op->record_done(op->context, op->record);
        else if (op->kind == OP_CLAIM)
            claim_done(op);
        else if (op->kind == OP_ACCOUNT)
            deed_done(ladder, op);
        op_free(op);
    }
}

void writer_queue_take(struct ladder *ladder, struct op *group)
{
    struct op_list list = {group, group};
    int count = 1;
    for (; list.tail->next; list.tail = list.tail->next)
        count++;
    pthread_mutex_lock(&ladder->mutex);
    for (; ladder->queue.head && count < WRITER_GROUP_MAX; count++) {
        struct op *op = ladder->queue.head;
        ladder->queue.head = op->next;
        if (!ladder->queue.head)
            ladder->queue.tail = NULL;
        writer_queue_list_push(&list, op);
    }
    pthread_mutex_unlock(&ladder->mutex);
}

int writer_queue_push(struct ladder *ladder, struct op *op)
{
    pthread_mutex_lock(&ladder->mutex);
    bool full = ladder->op_counts[op->kind] >= op_max[op->kind] || ladder->stopping;
    if (!full) {
        ladder->op_counts[op->kind]++;
        ladder->queued_total++;
        writer_queue_list_push(&ladder->queue, op);
        if (ladder->queued_total - ladder->finished_total >= ladder->awaited)
            pthread_cond_signal(&ladder->wake);
    }
    pthread_mutex_unlock(&ladder->mutex);
    if (full)
        op_free(op);
    return full ? -1 : 0;
}

void writer_queue_complete(struct ladder *ladder, struct op *op)
{
    uint64_t one = 1;

    pthread_mutex_lock(&ladder->mutex);
    ladder->op_counts[op->kind]++;
    writer_queue_list_push(&ladder->completions, op);
    if (write(ladder->event_fd, &one, sizeof one) < 0)
        one = 0; /* it is signalled already */
    pthread_mutex_unlock(&ladder->mutex);
}

/* Packs the record on the thread of its game, which saves work on that of the database; there are
 * more of these threads. If memory is out the store tries again. */
static void record_pack(struct ladder *ladder, struct op *op)
{
    pthread_mutex_lock(&ladder->mutex);
    struct blob_coder *coder =
        ladder->coder_count > 0 ? ladder->coders[--ladder->coder_count] : NULL;
    pthread_mutex_unlock(&ladder->mutex);
    if (!coder)
        coder = blob_coder_create();
    if (coder && blob_pack(coder, op->record, &op->blob) == 0)
        op->result.blob = &op->blob;
    pthread_mutex_lock(&ladder->mutex);
    if (coder && ladder->coder_count < WRITER_CODERS_MAX) {
        ladder->coders[ladder->coder_count++] = coder;
        coder = NULL;
    }
    pthread_mutex_unlock(&ladder->mutex);
    blob_coder_destroy(coder);
}

void writer_queue_fini(struct ladder *ladder)
{
    while (ladder->coder_count > 0)
        blob_coder_destroy(ladder->coders[--ladder->coder_count]);
}

int writer_queue_submit(struct ladder *ladder, const struct ladder_result *result,
                        ladder_done_fn *done, void *context)
{
    struct op *op = calloc(1, sizeof *op);
    if (!op)
        return -1;
    op->kind = OP_RESULT;
    op->result = *result;
    op->done = done;
    op->context = context;
    if (result->record) {
        op->record = strdup(result->record);
        if (!op->record) {
            op_free(op);
            return -1;
        }
    }
    op->result.record = op->record;
    op->result.blob = NULL;
    if (op->record)
        record_pack(ladder, op);
    return writer_queue_push(ladder, op);
}

int writer_queue_announce(struct ladder *ladder, const struct ladder_result *result,
                          const uint8_t commitment[32], ladder_announced_fn *stored, void *context)
{
    struct op *op = calloc(1, sizeof *op);
    if (!op)
        return -1;
    op->kind = OP_ANNOUNCE;
    op->result = *result;
    op->result.record = NULL;
    memcpy(op->commitment, commitment, sizeof op->commitment);
    op->announced = stored;
    op->context = context;
    return writer_queue_push(ladder, op);
}

int writer_queue_withdraw(struct ladder *ladder, const char *game)
{
    struct op *op = calloc(1, sizeof *op);
    if (!op)
        return -1;
    op->kind = OP_WITHDRAW;
    snprintf(op->game, sizeof op->game, "%s", game);
    return writer_queue_push(ladder, op);
}

int writer_queue_record(struct ladder *ladder, const char *game, ladder_record_fn *fn,
                        void *context)
{
    struct op *op = name_is_game_id(game) ? calloc(1, sizeof *op) : NULL;
    if (!op)
        return -1;
    op->kind = OP_RECORD;
    snprintf(op->game, sizeof op->game, "%s", game);
    op->record_done = fn;
    op->context = context;
    return writer_queue_push(ladder, op);
}

int writer_queue_register(struct ladder *ladder, const char *name)
{
    return writer_queue_register_owned(ladder, name, "");
}

int writer_queue_register_owned(struct ladder *ladder, const char *name, const char *owner)
{
    if (!name_is_valid(name) || (owner[0] && !name_is_valid(owner)))
        return -1;
    pthread_mutex_lock(&ladder->mutex);
    bool known = standings_find(&ladder->view, name) >= 0;
    bool full = ladder->op_counts[OP_REGISTER] >= op_max[OP_REGISTER];
    if (!known && !full)
        full = standings_add(&ladder->view, name, owner) < 0;
    pthread_mutex_unlock(&ladder->mutex);
    if (known || full)
        return known ? 0 : -1;
    struct op *op = calloc(1, sizeof *op);
    if (!op)
        return 0; /* in the view already; stored with its first result */
    op->kind = OP_REGISTER;
    snprintf(op->name, sizeof op->name, "%s", name);
    snprintf(op->version, sizeof op->version, "%s", owner);
    return writer_queue_push(ladder, op);
}

void writer_queue_wait(struct ladder *ladder)
{
    pthread_mutex_lock(&ladder->mutex);
    uint64_t until = ladder->queued_total;
    while (ladder->finished_total < until)
        pthread_cond_wait(&ladder->idle, &ladder->mutex);
    pthread_mutex_unlock(&ladder->mutex);
}
