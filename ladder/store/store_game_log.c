/* store_game_log.c - see store_game_log.h. */
#include "store/store_game_log.h"
#include "store/store_kind.h"
#include "store/store_record.h"

#include <assert.h>
#include <stdlib.h>

int store_game_log_add(struct store *store, int64_t bot_id, enum store_game_log_part part,
                       struct store_game_log *log, const char *text)
{
    const struct ladder_result as_record = {.record = text};
    struct blob own = {.bytes = NULL};
    const struct blob *blob = NULL;

    assert(bot_id > 0 && log->game[0]);
    int status = store_record_pack(store, &as_record, &own, &blob);
    if (status == 0) {
        log->bytes = (int64_t)blob->size + GAME_LOG_ROW_BYTES;
        status = store->kind->game_log->add(store, bot_id, (int)part, log, blob);
    }
    free(own.bytes);
    return status;
}

int store_game_log_find(struct store *store, int64_t bot_id, const char *game,
                        struct store_game_log *log)
{
    return store->kind->game_log->find(store, bot_id, game, log);
}

int store_game_log_text(struct store *store, int64_t bot_id, const char *game,
                        enum store_game_log_part part, char **text)
{
    *text = NULL;
    return store->kind->game_log->text(store, bot_id, game, (int)part, text);
}

int store_game_log_page(struct store *store, int64_t bot_id, struct store_game_log *logs, int max)
{
    return store->kind->game_log->page(store, bot_id, logs, max);
}

int store_game_log_trim(struct store *store, int64_t before_msec, int64_t max, int64_t *bytes)
{
    const struct store_game_log_kind *kind = store->kind->game_log;
    int64_t count = 0;

    int status = kind->drop(store, before_msec);
    if (status == 0)
        status = kind->sum(store, bytes, &count);
    /* A part at a time: rows are of different sizes. */
    while (status == 0 && *bytes > max && count > 0) {
        status = kind->drop_oldest(store, count / 16);
        if (status == 0)
            status = kind->sum(store, bytes, &count);
    }
    return status;
}
