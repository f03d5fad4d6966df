/* hall.c - see hall.h. */
#include "daemon/hall.h"
#include "base/log.h"
#include "seating/house.h"
#include "seating/lobby_messages.h"

#include <string.h>

/* A house bot seeks no game and takes no challenge, because it has its seat. */
static void house_bot_ready(struct hall *hall, struct peer *peer)
{
    char code[INVITATION_CODE_CHARS + 1];
    int seat = house_ready(hall->house, peer, code);
    struct lobby_member *member = seat < 0 ? NULL : seating_member(hall->seating, peer);

    if (member) {
        lobby_member_set_house(member);
        lobby_messages_sit(hall->seating, member, code, seat);
    } else if (seat >= 0) {
        lobby_messages_end(hall->seating, code, "no room for a house bot");
    }
}

void hall_ready(struct hall *hall, struct peer *peer)
{
    struct seating *seating = hall->seating;

    if (peer_pid(peer) != 0) {
        house_bot_ready(hall, peer);
        return;
    }
    struct lobby_member *member = seating_member(seating, peer);
    resume_ready(hall->resume, peer);
    if (!member) {
        log_line(LOG_WARN, "name=%s not seated: the lobby is full", peer_name(peer));
        return;
    }
    seating_refresh(seating, member);
    if (seating_invitations(seating)->count > 0)
        seating_arm(seating, 0);
}

void hall_gone(struct hall *hall, struct peer *peer)
{
    struct lobby_member *member = peer_owner(peer);
    char code[INVITATION_CODE_CHARS + 1];

    resume_gone(hall->resume, peer);
    if (member) {
        lobby_messages_gone(hall->seating, member);
        seating_leave(hall->seating, member);
    }
    if (house_gone(hall->house, peer, code))
        lobby_messages_end(hall->seating, code, "a house bot left");
}

bool hall_message(struct hall *hall, struct peer *peer, const struct message *message)
{
    struct lobby_member *member = peer_pid(peer) != 0 ? NULL : seating_member(hall->seating, peer);

    return member && lobby_messages_take(hall->seating, member, message);
}

/* A seating_pair_fn: called when it is time to pair. */
static void pair(void *context)
{
    struct hall *hall = context;
    usec_t now = clock_now_usec();

    lobby_messages_look(hall->seating, now);
    seating_pair(hall->seating, now);
    waits_notice_arm(&hall->notice);
    arena_settle(seating_arena(hall->seating));
}

int hall_resume(struct hall *hall, struct resume *resume, int budget_sec)
{
    hall->resume = resume;
    return resume_begin(resume, hall->seating, budget_sec);
}

void hall_close(struct hall *hall)
{
    seating_close(hall->seating);
    resume_stop(hall->resume);
}

static void house_bot_is_late(void *context, const char *code)
{
    struct hall *hall = context;

    lobby_messages_end(hall->seating, code, "a house bot did not start in time");
}

int hall_init(struct hall *hall, struct arena *arena, struct loops *loops, struct ladder *ladder,
              const struct config *config, const struct sandbox_config *sandbox)
{
    memset(hall, 0, sizeof *hall);
    hall->seating = seating_create(arena, loops, ladder, config, pair, hall);
    if (!hall->seating)
        return -1;
    if (config->house_count > 0) {
        hall->house = house_create(arena, config, sandbox, house_bot_is_late, hall);
        if (!hall->house) {
            hall_fini(hall);
            return -1;
        }
        seating_set_house(hall->seating, hall->house);
    }
    if (waits_notice_init(&hall->notice, hall->seating) == 0)
        return 0;
    hall_fini(hall);
    return -1;
}

void hall_fini(struct hall *hall)
{
    waits_notice_fini(&hall->notice);
    house_destroy(hall->house);
    seating_destroy(hall->seating);
    hall->house = NULL;
    hall->seating = NULL;
    hall->resume = NULL;
}
