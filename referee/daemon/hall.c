/* hall.c - see hall.h. */
#include "daemon/hall.h"
#include "base/log.h"
#include "seating/lobby_messages.h"

#include <string.h>

void hall_ready(struct hall *hall, struct peer *peer)
{
    struct seating *seating = &hall->seating;
    struct visitor *visitor = seating_visitor(seating, peer);

    comeback_ready(hall->comeback, peer);
    if (!visitor) {
        log_line(LOG_WARN, "name=%s is not seated: no room", peer->name);
        return;
    }
    seating_refresh(seating, visitor);
    if (seating->invites.count > 0)
        seating_arm(seating, 0);
}

void hall_gone(struct hall *hall, struct peer *peer)
{
    struct visitor *visitor = peer->owner;

    comeback_gone(hall->comeback, peer);
    if (!visitor)
        return;
    lobby_messages_gone(&hall->seating, visitor);
    seating_leave(&hall->seating, visitor);
}

bool hall_message(struct hall *hall, struct peer *peer, const struct message *message)
{
    struct visitor *visitor = seating_visitor(&hall->seating, peer);

    return visitor && lobby_messages_take(&hall->seating, visitor, message);
}

/* A seating_pair_fn: it is time to pair. */
static void pair(void *context)
{
    struct hall *hall = context;
    usec_t now = clock_now_usec();

    lobby_messages_look(&hall->seating, now);
    seating_pair(&hall->seating, now);
    waits_notice_arm(&hall->notice);
    arena_settle(hall->seating.arena);
}

int hall_resume(struct hall *hall, struct comeback *comeback, int budget_sec)
{
    hall->comeback = comeback;
    return comeback_begin(comeback, &hall->seating, budget_sec);
}

void hall_close(struct hall *hall)
{
    seating_close(&hall->seating);
    comeback_stop(hall->comeback);
}

int hall_init(struct hall *hall, struct arena *arena, struct loops *loops, struct ladder *ladder,
              const struct config *config)
{
    memset(hall, 0, sizeof *hall);
    if (seating_init(&hall->seating, arena, loops, ladder, config, pair, hall))
        return -1;
    if (waits_notice_init(&hall->notice, &hall->seating) == 0)
        return 0;
    hall_fini(hall);
    return -1;
}

void hall_fini(struct hall *hall)
{
    waits_notice_fini(&hall->notice);
    seating_fini(&hall->seating);
    hall->comeback = NULL;
}
