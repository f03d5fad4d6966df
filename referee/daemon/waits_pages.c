/* waits_pages.c - the waiting bots with their reasons, as the pages show them. */
#include "daemon/waits_pages.h"
#include "seating/waits.h"

#include <stdio.h>
#include <string.h>

static const usec_t second = 1000000;

static void add_whys(const struct lobby_why_waits *from, struct web_wait *row)
{
    for (int why = LOBBY_WHY_NONE + 1; why < LOBBY_WHY_COUNT; why++) {
        if (from->by_why[why] > 0 && row->why_count < WEB_WAIT_WHYS_MAX)
            row->whys[row->why_count++] =
                (struct web_why){lobby_why_word((enum lobby_why)why),
                                 lobby_why_text((enum lobby_why)why), from->by_why[why]};
    }
}

/* `places`: the row of each ruleset, or -1. */
static void add_rows(const struct seating *seating, int places[LOBBY_RULESETS_MAX],
                     struct web_waits *waits)
{
    for (int r = 0; r < seating_config(seating)->rules_count; r++) {
        struct lobby_why_waits found;
        struct ladder_result described;
        places[r] = -1;
        waits_of_ruleset(seating, r, &found);
        if (found.waiting == 0 || waits->count == WEB_WAITS_MAX)
            continue;
        places[r] = waits->count;
        struct web_wait *row = &waits->rows[waits->count++];
        *row = (struct web_wait){
            .waiting = found.waiting, .needs = found.needs, .longest_sec = found.longest / second};
        seating_describe(&seating_config(seating)->rules[r], "waits", &described);
        snprintf(row->ruleset, sizeof row->ruleset, "%s", described.ruleset);
        add_whys(&found, row);
    }
}

static void add_waiter(const struct seating *seating, int number,
                       const int places[LOBBY_RULESETS_MAX], struct web_waits *waits)
{
    const struct lobby_member *member = seating_member_at(seating, number);
    const struct lobby_seeker *seeker = &seating_lobby(seating)->seekers[number];
    enum lobby_why why = waits_why(seating, member);
    uint32_t mask = seeker->waiting ? seeker->want.rulesets | lobby_member_poor(member)
                                    : lobby_member_poor(member);
    struct web_waiter *waiter = &waits->waiters[waits->waiter_count++];

    *waiter = (struct web_waiter){
        .waits_sec = seeker->waiting ? (clock_now_usec() - seeker->since) / second : 0,
        .word = lobby_why_word(why),
        .text = lobby_why_text(why)};
    snprintf(waiter->name, sizeof waiter->name, "%s", peer_name(lobby_member_peer(member)));
    for (int r = 0; r < seating_config(seating)->rules_count; r++) {
        if (mask >> r & 1 && places[r] >= 0)
            waiter->rulesets |= UINT64_C(1) << places[r];
    }
}

void waits_pages_fill(const struct seating *seating, struct web_waits *waits)
{
    const struct lobby *lobby = seating_lobby(seating);
    int places[LOBBY_RULESETS_MAX];

    waits->count = waits->waiter_count = 0;
    add_rows(seating, places, waits);
    for (int at = lobby->wait_first; at >= 0 && waits->waiter_count < WEB_WAITERS_MAX;
         at = lobby->seekers[at].wait_next) {
        if (seating_member_at(seating, at))
            add_waiter(seating, at, places, waits);
    }
    for (int i = 0; i < lobby->seeker_count && waits->waiter_count < WEB_WAITERS_MAX; i++) {
        const struct lobby_member *member = seating_member_at(seating, i);
        if (member && lobby_member_poor(member) && !lobby->seekers[i].waiting)
            add_waiter(seating, i, places, waits);
    }
}
