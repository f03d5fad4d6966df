/* hall.c - see hall.h. */
#include "daemon/hall.h"
#include "base/log.h"
#include "seating/lobby_messages.h"

#include <string.h>

void hall_ready(struct hall *hall, struct peer *peer)
{
    struct seating *seating = &hall->seating;
    struct lobby_member *member = seating_member(seating, peer);

    resume_ready(hall->resume, peer);
    if (!member) {
        log_line(LOG_WARN, "name=%s is not seated: no room", peer_name(peer));
        return;
    }
    seating_refresh(seating, member);
    if (seating->invitations.count > 0)
        seating_arm(seating, 0);
}

void hall_gone(struct hall *hall, struct peer *peer)
{
    struct lobby_member *member = peer_owner(peer);

    resume_gone(hall->resume, peer);
    if (!member)
        return;
    lobby_messages_gone(&hall->seating, member);
    seating_leave(&hall->seating, member);
}

bool hall_message(struct hall *hall, struct peer *peer, const struct message *message)
{
    struct lobby_member *member = seating_member(&hall->seating, peer);

    return member && lobby_messages_take(&hall->seating, member, message);
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

int hall_resume(struct hall *hall, struct resume *resume, int budget_sec)
{
    hall->resume = resume;
    return resume_begin(resume, &hall->seating, budget_sec);
}

void hall_close(struct hall *hall)
{
    seating_close(&hall->seating);
    resume_stop(hall->resume);
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
    hall->resume = NULL;
}
