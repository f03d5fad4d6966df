/* host_queue.c - see host_queue.h. */
#include "program/host_queue.h"
#include "program/queue_transaction.h"
#include "store/store_game_log.h"

#include <stdlib.h>

static int list_read(struct store *store, struct store_hosted **list, int *count)
{
    int64_t after = 0;
    int got = STORE_PAGE;

    for (*count = 0; got == STORE_PAGE; *count += got) {
        struct store_hosted *more = realloc(*list, ((size_t)*count + STORE_PAGE) * sizeof **list);
        if (!more)
            return STORE_FAILED;
        *list = more;
        got = store_hosting_page(store, after, more + *count, STORE_PAGE);
        if (got < 0)
            return STORE_FAILED;
        after = got > 0 ? more[*count + got - 1].program.id : after;
    }
    return 0;
}

int host_queue_list(struct program_queue *queue, struct store_hosted **list, int *count)
{
    int status;
    QUEUE_TRANSACTION(queue, status, list_read(queue->store, list, count));
    return status;
}

int host_queue_take(struct program_queue *queue, int64_t id, const char *holder, int64_t lease_msec,
                    struct store_hosted *hosted)
{
    int status;
    QUEUE_TRANSACTION(queue, status,
                      store_hosting_take(queue->store, id, holder, lease_msec, hosted));
    return status;
}

int host_queue_renew(struct program_queue *queue, int64_t bot_id, const char *holder,
                     int64_t lease_msec)
{
    int status;
    QUEUE_TRANSACTION(queue, status, store_hosting_renew(queue->store, bot_id, holder, lease_msec));
    return status;
}

static int leave(struct store *store, const struct store_hosted *hosted, const char *holder,
                 int64_t pause_msec, const char *stop)
{
    struct store_program program = hosted->program;
    int status = store_hosting_leave(store, program.bot_id, holder, pause_msec, hosted->failures,
                                     hosted->games);
    if (status == 0 && stop &&
        program_become(store, &program, PROGRAM_STOPPED, stop, "") == STORE_FAILED)
        return STORE_FAILED;
    return status;
}

int host_queue_leave(struct program_queue *queue, const struct store_hosted *hosted,
                     const char *holder, int64_t pause_msec, const char *stop)
{
    int status;
    QUEUE_TRANSACTION(queue, status, leave(queue->store, hosted, holder, pause_msec, stop));
    return status;
}

static int errors_add(struct store *store, int64_t bot_id, const char *game, const char *text)
{
    struct store_game_log log;
    int status = store_game_log_find(store, bot_id, game, &log);

    return status ? status : store_game_log_add(store, bot_id, GAME_LOG_ERRORS, &log, text);
}

int host_queue_errors(struct program_queue *queue, int64_t bot_id, const char *game,
                      const char *text)
{
    int status;
    QUEUE_TRANSACTION(queue, status, errors_add(queue->store, bot_id, game, text));
    return status;
}
