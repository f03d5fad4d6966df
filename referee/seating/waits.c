/* waits.c - bots that wait in vain for a game, and the reasons. */
#include "seating/waits.h"
#include "seating/seating_private.h"

#include <stdio.h>

static const usec_t second = 1000000;

/* What keeps all bots from games; NONE: nothing. */
static enum lobby_why held_up(const struct seating *seating)
{
    return seating->paused              ? LOBBY_WHY_PAUSED
           : seating_room(seating) <= 0 ? LOBBY_WHY_TABLES
                                        : LOBBY_WHY_NONE;
}

enum lobby_why waits_why(const struct seating *seating, const struct lobby_member *member)
{
    const struct lobby_seeker *seeker = &seating->lobby.seekers[member->number];
    enum lobby_why held = held_up(seating);

    if (!seeker->waiting)
        return member->poor ? LOBBY_WHY_CHIPS : LOBBY_WHY_NONE;
    return seeker->why <= LOBBY_WHY_SOON && held != LOBBY_WHY_NONE ? held : seeker->why;
}

void waits_of_ruleset(const struct seating *seating, int ruleset, struct lobby_why_waits *waits)
{
    enum lobby_why held = held_up(seating);

    lobby_why_waits(&seating->lobby, ruleset, clock_now_usec(), waits);
    if (held != LOBBY_WHY_NONE) {
        waits->by_why[held] = waits->by_why[LOBBY_WHY_NONE] + waits->by_why[LOBBY_WHY_SOON];
        waits->by_why[LOBBY_WHY_NONE] = waits->by_why[LOBBY_WHY_SOON] = 0;
    }
    for (int i = 0; i < seating->lobby.seeker_count; i++) {
        const struct lobby_member *member = seating->members[i];
        if (member && member->poor >> ruleset & 1) {
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

json_t *waits_list(const struct seating *seating)
{
    const struct lobby *lobby = &seating->lobby;
    usec_t now = clock_now_usec();
    json_t *list = json_array();

    for (int i = 0; i < lobby->seeker_count; i++) {
        const struct lobby_member *member = seating->members[i];
        const struct lobby_seeker *seeker = &lobby->seekers[i];
        char rulesets[LOBBY_RULESETS_MAX * 40];
        if (!member || (!seeker->waiting && !member->poor))
            continue;
        enum lobby_why why = waits_why(seating, member);
        add_rulesets(seating, member->want.rulesets, rulesets, sizeof rulesets);
        json_t *one =
            json_pack("{s:s, s:s, s:s, s:I, s:s, s:s}", "name", peer_name(member->peer), "rulesets",
                      rulesets, "rated", member->want.rated ? "yes" : "no", "waits_sec",
                      (json_int_t)(seeker->waiting ? (now - seeker->since) / second : 0), "why",
                      why ? lobby_why_word(why) : "-", "text", lobby_why_text(why));
        if (!one || json_array_append_new(list, one)) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}
