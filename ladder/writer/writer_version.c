/* writer_version.c - a bot names its version: adds the log entry that `avondale ladder version`
 * writes, from inside a daemon. */
#include "writer/writer_version.h"
#include "standings/log_entry.h"
#include "base/clock.h"
#include "standings/guard.h"
#include "writer/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int writer_version_begin(struct ladder *ladder, const char *name, const char *version)
{
    if (!name_is_valid(version))
        return -1;
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_find(&ladder->view, name);
    bool same = index >= 0 && strcmp(ladder->view.bots[index].label, version) == 0;
    pthread_mutex_unlock(&ladder->mutex);
    struct op *op = index < 0 || same ? NULL : calloc(1, sizeof *op);
    if (!op)
        return same ? 0 : -1;
    op->kind = OP_VERSION;
    snprintf(op->name, sizeof op->name, "%s", name);
    snprintf(op->version, sizeof op->version, "%s", version);
    if (writer_queue_push(ladder, op))
        return -1;
    /* Visible at once, like a registered bot: the next connection with another version is compared
     * with this one. */
    pthread_mutex_lock(&ladder->mutex);
    index = standings_find(&ladder->view, name);
    if (index >= 0)
        snprintf(ladder->view.bots[index].label, sizeof ladder->view.bots[index].label, "%s",
                 version);
    pthread_mutex_unlock(&ladder->mutex);
    return 0;
}

/* Adds an entry to the log, and applies it. */
int writer_version_store_entry(struct ladder *ladder, enum log_entry_kind kind, int64_t target,
                               const char *words, char *text, size_t size)
{
    struct replay *replay = &ladder->replay;
    struct log_entry action;

    /* The replay is up to date, so the only new entry is this one. */
    if (store_log_entry_add(ladder->store, kind, target, clock_wall_msec(), words) ||
        store_log_entries(ladder->store, replay->last_action, &action, 1) != 1) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    if (log_entry_apply(&replay->standings, &action)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    replay->last_action = action.id;
    return 0;
}

int writer_version_store(struct ladder *ladder, struct op *op, int bot, char *text, size_t size)
{
    const struct standing *standing = &ladder->replay.standings.bots[bot];

    op->status = LADDER_STORED_BEFORE; /* nothing new: another process has written it */
    if (strcmp(standing->label, op->version) == 0)
        return 0;
    if (writer_version_store_entry(ladder, LOG_ENTRY_VERSION, standing->id, op->version, text,
                                   size))
        return -1;
    op->status = LADDER_STORED;
    return 0;
}

int writer_version_guard(struct ladder *ladder, bool guarded)
{
    struct op *op = calloc(1, sizeof *op);

    if (!op)
        return -1;
    op->kind = OP_RULES;
    snprintf(op->version, sizeof op->version, "%s", guarded ? GUARD_RULES : GUARD_RULES_NONE);
    return writer_queue_push(ladder, op);
}

int writer_version_store_rules(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    bool guarded = strcmp(op->version, GUARD_RULES) == 0;

    op->status = LADDER_STORED_BEFORE;
    if (ladder->replay.standings.guarded == guarded)
        return 0;
    if (writer_version_store_entry(ladder, LOG_ENTRY_RULES, 0, op->version, text, size))
        return -1;
    op->status = LADDER_STORED;
    return 0;
}

int writer_version_publish(struct ladder *ladder, const struct op *op)
{
    const struct standings *standings = &ladder->replay.standings;
    int from = standings_find(standings, op->name), status = 0;
    int bot = standings_put(&ladder->view, &standings->bots[from]);

    for (int i = ladder->view.version_count; i < standings->version_count; i++) {
        struct version version = standings->versions[i];
        version.bot = standings_find(&ladder->view, standings->bots[version.bot].name);
        status |= version.bot < 0 || standings_put_version(&ladder->view, &version) < 0;
    }
    return bot < 0 || status ? -1 : 0;
}
