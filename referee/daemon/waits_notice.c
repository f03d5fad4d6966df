/* waits_notice.c - reports once a second, to bots and in the log, which bots wait for a game in
 * vain, and why. */
#include "daemon/waits_notice.h"
#include "base/log.h"
#include "seating/lobby_waiting.h"
#include "seating/waits.h"

#include <event2/event.h>
#include <stdio.h>

enum {
    LOOK_SECONDS = 1,
    TOLD_AFTER_SECONDS =
        10, /* a bot that has waited this long gets the reason, and again when it changes */
    LOG_EVERY_SECONDS = 60,
};
static const usec_t second = 1000000;

/* Each gets a reason once while it lasts. */
static void tell_those_who_wait(struct seating *seating, usec_t now)
{
    const struct lobby *lobby = seating_lobby(seating);

    for (int at = lobby->wait_first; at >= 0; at = lobby->seekers[at].wait_next) {
        struct lobby_member *member = seating_member_at(seating, at);
        usec_t since = lobby->seekers[at].since;
        if (now - since < TOLD_AFTER_SECONDS * second)
            return; /* and so do all after it */
        enum lobby_why why = waits_why(seating, member);
        if (lobby_member_tell(member, why, since, now, TOLD_AFTER_SECONDS * second))
            lobby_waiting_tell(seating, member);
    }
}

/* A line for each ruleset that some bot waits for in vain. */
static void log_waits(const struct seating *seating)
{
    for (int r = 0; r < seating_config(seating)->rules_count; r++) {
        struct lobby_why_waits waits;
        char reasons[200] = "";
        size_t used = 0;
        waits_of_ruleset(seating, r, &waits);
        for (int why = LOBBY_WHY_SOON + 1; why < LOBBY_WHY_COUNT; why++) {
            if (waits.by_why[why] > 0)
                used += (size_t)snprintf(reasons + used, sizeof reasons - used, "%s%s:%d",
                                         used ? "," : "", lobby_why_word((enum lobby_why)why),
                                         waits.by_why[why]);
        }
        if (used > 0 && waits.longest >= TOLD_AFTER_SECONDS * second)
            log_line(LOG_INFO, "ruleset=%s waiting=%d needs=%d longest_sec=%lld why=%s",
                     preset_name(seating_config(seating)->rules[r].preset), waits.waiting,
                     waits.needs, (long long)(waits.longest / second), reasons);
    }
}

static void on_look(evutil_socket_t fd, short what, void *context)
{
    struct waits_notice *notice = context;
    struct seating *seating = notice->seating;
    usec_t now = clock_now_usec();
    (void)fd;
    (void)what;

    notice->armed = false;
    if (seating_is_closed(seating) || lobby_next(seating_lobby(seating)) == USEC_NEVER)
        return;
    seating_explain(seating, now);
    tell_those_who_wait(seating, now);
    const struct lobby *lobby = seating_lobby(seating);
    const struct lobby_seeker *first = &lobby->seekers[lobby->wait_first];
    if (now - first->since >= TOLD_AFTER_SECONDS * second && now >= notice->log_at) {
        notice->log_at = now + LOG_EVERY_SECONDS * second;
        log_waits(seating);
    }
    waits_notice_arm(notice);
    arena_settle(seating_arena(seating));
}

void waits_notice_arm(struct waits_notice *notice)
{
    const struct timeval wait = {.tv_sec = LOOK_SECONDS};
    const struct seating *seating = notice->seating;

    if (notice->armed || seating_is_closed(seating) ||
        lobby_next(seating_lobby(seating)) == USEC_NEVER)
        return;
    notice->armed = evtimer_add(notice->look, &wait) == 0;
}

int waits_notice_init(struct waits_notice *notice, struct seating *seating)
{
    *notice = (struct waits_notice){.seating = seating};
    notice->look = evtimer_new(arena_base(seating_arena(seating)), on_look, notice);
    return notice->look ? 0 : -1;
}

void waits_notice_fini(struct waits_notice *notice)
{
    if (notice->look)
        event_free(notice->look);
    notice->look = NULL;
}
