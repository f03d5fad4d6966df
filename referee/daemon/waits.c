/* waits.c - who waits for a game in vain, and why: to the bot, the log and the operator. */
#include "base/log.h"
#include "seating/seating.h"

#include <event2/event.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOK_SECONDS = 1,
    TOLD_AFTER_SECONDS = 10, /* who waits for so long is told why, and again where that changes */
    LOG_EVERY_SECONDS = 60,
};
static const usec_t second = 1000000;

/* What stands between all bots and their games; NONE: nothing. */
static enum lobby_why held_up(const struct seating *seating)
{
    return seating->paused              ? LOBBY_WHY_PAUSED
           : seating_room(seating) <= 0 ? LOBBY_WHY_TABLES
                                        : LOBBY_WHY_NONE;
}

enum lobby_why seating_why(const struct seating *seating, const struct visitor *visitor)
{
    const struct lobby_seeker *seeker = &seating->lobby.seekers[visitor->number];
    enum lobby_why held = held_up(seating);

    if (!seeker->waiting)
        return visitor->poor ? LOBBY_WHY_CHIPS : LOBBY_WHY_NONE;
    return seeker->why <= LOBBY_WHY_SOON && held != LOBBY_WHY_NONE ? held : seeker->why;
}

void seating_waits(const struct seating *seating, int ruleset, struct lobby_waits *waits)
{
    enum lobby_why held = held_up(seating);

    lobby_waits(&seating->lobby, ruleset, clock_now_usec(), waits);
    if (held != LOBBY_WHY_NONE) {
        waits->by_why[held] = waits->by_why[LOBBY_WHY_NONE] + waits->by_why[LOBBY_WHY_SOON];
        waits->by_why[LOBBY_WHY_NONE] = waits->by_why[LOBBY_WHY_SOON] = 0;
    }
    for (int i = 0; i < seating->lobby.seeker_count; i++) {
        const struct visitor *visitor = seating->visitors[i];
        if (visitor && visitor->poor >> ruleset & 1) {
            waits->waiting++;
            waits->by_why[LOBBY_WHY_CHIPS]++;
        }
    }
}

static void add_rulesets(const struct seating *seating, uint32_t mask, char *out, size_t size)
{
    size_t used = 0;

    out[0] = 0;
    for (int r = 0; r < seating->config->rules_count && used < size; r++) {
        if (mask >> r & 1)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? "," : "",
                                     preset_name(seating->config->rules[r].preset));
    }
}

json_t *seating_waiting(const struct seating *seating)
{
    const struct lobby *lobby = &seating->lobby;
    usec_t now = clock_now_usec();
    json_t *list = json_array();

    for (int i = 0; i < lobby->seeker_count; i++) {
        const struct visitor *visitor = seating->visitors[i];
        const struct lobby_seeker *seeker = &lobby->seekers[i];
        char rulesets[LOBBY_RULESETS_MAX * 40];
        if (!visitor || (!seeker->waiting && !visitor->poor))
            continue;
        enum lobby_why why = seating_why(seating, visitor);
        add_rulesets(seating, visitor->want.rulesets, rulesets, sizeof rulesets);
        json_t *one =
            json_pack("{s:s, s:s, s:s, s:I, s:s, s:s}", "name", visitor->peer->name, "rulesets",
                      rulesets, "rated", visitor->want.rated ? "yes" : "no", "waits_sec",
                      (json_int_t)(seeker->waiting ? (now - seeker->since) / second : 0), "why",
                      why ? lobby_why_word(why) : "-", "text", lobby_why_text(why));
        if (!one || json_array_append_new(list, one)) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* Each is told once for as long as it waits for the same reason. */
static void tell_those_who_wait(struct seating *seating, usec_t now)
{
    const struct lobby *lobby = &seating->lobby;

    for (int at = lobby->wait_first; at >= 0; at = lobby->seekers[at].wait_next) {
        struct visitor *visitor = seating->visitors[at];
        usec_t since = lobby->seekers[at].since;
        if (now - since < TOLD_AFTER_SECONDS * second)
            return; /* and so do all after it */
        enum lobby_why why = seating_why(seating, visitor);
        bool again = visitor->told_since == since;
        if (why <= LOBBY_WHY_SOON ||
            (again &&
             (visitor->told == why || now - visitor->told_at < TOLD_AFTER_SECONDS * second)))
            continue;
        visitor->told = why;
        visitor->told_at = now;
        visitor->told_since = since;
        lounge_tell_waiting(seating, visitor);
    }
}

/* A line for each ruleset that somebody waits for in vain. */
static void log_waits(struct seating *seating)
{
    for (int r = 0; r < seating->config->rules_count; r++) {
        struct lobby_waits waits;
        char reasons[200] = "";
        size_t used = 0;
        seating_waits(seating, r, &waits);
        for (int why = LOBBY_WHY_SOON + 1; why < LOBBY_WHY_COUNT; why++) {
            if (waits.by_why[why] > 0)
                used += (size_t)snprintf(reasons + used, sizeof reasons - used, "%s%s:%d",
                                         used ? "," : "", lobby_why_word((enum lobby_why)why),
                                         waits.by_why[why]);
        }
        if (used > 0 && waits.longest >= TOLD_AFTER_SECONDS * second)
            log_line(LOG_INFO, "ruleset=%s waiting=%d needs=%d longest_sec=%lld why=%s",
                     preset_name(seating->config->rules[r].preset), waits.waiting, waits.needs,
                     (long long)(waits.longest / second), reasons);
    }
}

static void on_look(evutil_socket_t fd, short what, void *context)
{
    struct seating *seating = context;
    usec_t now = clock_now_usec();
    (void)fd;
    (void)what;

    seating->looks_set = false;
    if (seating->closed || lobby_next(&seating->lobby) == USEC_NEVER)
        return;
    lobby_explain(&seating->lobby, now);
    tell_those_who_wait(seating, now);
    const struct lobby_seeker *first = &seating->lobby.seekers[seating->lobby.wait_first];
    if (now - first->since >= TOLD_AFTER_SECONDS * second && now >= seating->log_waits_at) {
        seating->log_waits_at = now + LOG_EVERY_SECONDS * second;
        log_waits(seating);
    }
    seating_look(seating);
    arena_settle(seating->arena);
}

void seating_look(struct seating *seating)
{
    const struct timeval wait = {.tv_sec = LOOK_SECONDS};

    if (seating->looks_set || seating->closed || lobby_next(&seating->lobby) == USEC_NEVER)
        return;
    seating->looks_set = evtimer_add(seating->look, &wait) == 0;
}

int seating_look_init(struct seating *seating)
{
    seating->look = evtimer_new(seating->arena->base, on_look, seating);
    return seating->look ? 0 : -1;
}
