/* writer_retention.c - old records leave in small steps, each a transaction of its own. */
#include "writer/writer_retention.h"
#include "base/clock.h"
#include "store/store.h"
#include "writer/writer.h"

#include <inttypes.h>
#include <stdio.h>

/* Between two steps: so long while there is more to do, and when there is not. */
#define STEP_SEC 0.1
#define LOOK_SEC 10.0

void writer_retention_set(struct ladder *ladder, const struct retention_rule *rule)
{
    pthread_mutex_lock(&ladder->mutex);
    ladder->keep = *rule;
    ladder->keep_new = true;
    pthread_mutex_unlock(&ladder->mutex);
}

/* Whether there is a rule; takes over a new one. */
static bool rule_take(struct ladder *ladder)
{
    struct retention *retention = &ladder->retention;

    pthread_mutex_lock(&ladder->mutex);
    if (ladder->keep_new) {
        *retention = (struct retention){.rule = ladder->keep};
        ladder->retention_sec = 0;
        ladder->retention_told = 0;
    }
    ladder->keep_new = false;
    pthread_mutex_unlock(&ladder->mutex);
    return retention->rule.kind != RETENTION_ALL;
}

static int look(struct ladder *ladder, struct retention_found *found)
{
    int status = store_begin(ladder->store, false);

    if (status == 0)
        status = retention_look(&ladder->retention, ladder->store, ladder->replay.last_seq,
                                clock_wall_msec(), found);
    return status;
}

static int take(struct ladder *ladder, struct retention_found *found)
{
    int status = store_begin(ladder->store, true);

    if (status == 0)
        status = retention_take(&ladder->retention, ladder->store, ladder->replay.last_seq, found);
    return status ? status : store_commit(ladder->store);
}

/* Once, and again when they are archived and others wait. */
static void tell_waiting(struct ladder *ladder, const struct retention_found *found)
{
    char line[sizeof ladder->reports[0]];

    if (found->waits == 0 || ladder->retention_told > found->archived_seq)
        return;
    snprintf(line, sizeof line,
             "records of %" PRId64
             " results could be deleted, but are not archived: see avondale ladder records archive",
             found->waits);
    writer_view_tell(ladder, line);
    ladder->retention_told = found->archived_seq + 1;
}

static void tell_failure(struct ladder *ladder)
{
    char line[sizeof ladder->reports[0]];

    if (!ladder->retention_failed) {
        snprintf(line, sizeof line, "no records are deleted for now: %.300s",
                 store_error(ladder->store));
        writer_view_tell(ladder, line);
    }
    ladder->retention_failed = true;
}

void writer_retention_step(struct ladder *ladder)
{
    struct retention_found seen = {0}, taken = {0};

    if (!rule_take(ladder) || ladder->stale || clock_now_sec() < ladder->retention_sec)
        return;
    int status = look(ladder, &seen);
    store_rollback(ladder->store); /* it only read */
    if (status == 0 && seen.due) {
        status = take(ladder, &taken);
        if (status)
            store_rollback(ladder->store);
    }
    if (status)
        tell_failure(ladder);
    else
        ladder->retention_failed = false;
    if (status == 0)
        tell_waiting(ladder, &seen);
    ladder->retention_sec = clock_now_sec() + (status == 0 && seen.more ? STEP_SEC : LOOK_SEC);
}
