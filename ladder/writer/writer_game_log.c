/* writer_game_log.c - see writer_game_log.h. */
#include "base/clock.h"
#include "store/store_game_log.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { LOOK_SEC = 60, DAY_MSEC = 24 * 3600 * 1000 };

void writer_game_log_keep(struct ladder *ladder, int days, int64_t bytes)
{
    pthread_mutex_lock(&ladder->mutex);
    ladder->game_log_days = days;
    ladder->game_log_max = bytes;
    ladder->game_log_new = true;
    pthread_mutex_unlock(&ladder->mutex);
}

bool writer_game_log_wanted(struct ladder *ladder, const char *bot)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = ladder->game_log_max > 0 ? standings_find(&ladder->view, bot) : -1;
    bool wanted = index >= 0 && ladder->view.bots[index].account[0];
    pthread_mutex_unlock(&ladder->mutex);
    return wanted;
}

int64_t writer_game_log_bytes(struct ladder *ladder)
{
    pthread_mutex_lock(&ladder->mutex);
    int64_t bytes = ladder->game_log_bytes;
    pthread_mutex_unlock(&ladder->mutex);
    return bytes;
}

int writer_game_log_queue(struct ladder *ladder, struct ladder_game_log *log)
{
    struct op *op = calloc(1, sizeof *op);

    if (!op || !log->text) {
        free(op);
        free(log->text);
        return -1;
    }
    op->kind = OP_GAME_LOG;
    op->game_log = *log;
    op->record = log->text; /* freed with the operation */
    log->text = NULL;
    return writer_queue_push(ladder, op);
}

/* ------------------------------------------------------------------------------ transactions */

int writer_game_log_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    const struct ladder_game_log *queued = &op->game_log;
    const struct standings *standings = &ladder->replay.standings;
    int index = standings_find(standings, queued->bot);
    const struct standing *bot = index >= 0 ? &standings->bots[index] : NULL;
    struct store_game_log log = {.wall_msec = queued->wall_msec,
                                 .decisions = queued->decisions,
                                 .think_msec = queued->think_msec,
                                 .longest_msec = queued->longest_msec,
                                 .faults = queued->faults};

    op->status = LADDER_STORED;
    if (!bot || bot->id == 0 || !bot->account[0])
        return 0;
    snprintf(log.game, sizeof log.game, "%s", queued->game);
    if (store_game_log_add(ladder->store, bot->id, GAME_LOG_WIRE, &log, op->record)) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    ladder->game_log_added += log.bytes;
    return 0;
}

/* Takes the limits. Returns true if it is time to look. */
static bool due(struct ladder *ladder, int *days, int64_t *max)
{
    pthread_mutex_lock(&ladder->mutex);
    bool wanted = ladder->game_log_new ||
                  (ladder->game_log_max > 0 &&
                   ladder->game_log_bytes + ladder->game_log_added > ladder->game_log_max);
    *days = ladder->game_log_days;
    *max = ladder->game_log_max;
    bool on = *max > 0;
    ladder->game_log_new = false;
    pthread_mutex_unlock(&ladder->mutex);
    return wanted || (on && clock_now_sec() >= ladder->game_log_sec);
}

void writer_game_log_step(struct ladder *ladder)
{
    int days;
    int64_t max, bytes = 0;

    if (ladder->stale || !due(ladder, &days, &max))
        return;
    /* A seventh of room, or each log that comes in would be a reason to look again. */
    int64_t before = max > 0 ? clock_wall_msec() - (int64_t)days * DAY_MSEC : INT64_MAX;
    int status = store_begin(ladder->store, true);
    if (status == 0)
        status = store_game_log_trim(ladder->store, before, max - max / 7, &bytes) ||
                 store_commit(ladder->store);
    if (status)
        store_rollback(ladder->store);
    pthread_mutex_lock(&ladder->mutex);
    if (status == 0) {
        ladder->game_log_bytes = bytes;
        ladder->game_log_added = 0;
    }
    ladder->game_log_new |= status != 0 && max == 0;
    pthread_mutex_unlock(&ladder->mutex);
    ladder->game_log_sec = clock_now_sec() + LOOK_SEC;
}
