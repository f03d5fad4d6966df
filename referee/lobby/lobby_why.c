/* lobby_why.c - why waiting bots wait: examines the lobby without changing it. */
#include "lobby/lobby.h"
#include "lobby/lobby_count.h"
#include "lobby/pairing.h"

#include <assert.h>
#include <string.h>

const char *lobby_why_word(enum lobby_why why)
{
    assert((unsigned)why < LOBBY_WHY_COUNT);
    static const char *const words[] = {
#define W(name, word, text) word,
        LOBBY_WHYS(W)
#undef W
    };
    return words[why];
}

const char *lobby_why_text(enum lobby_why why)
{
    assert((unsigned)why < LOBBY_WHY_COUNT);
    static const char *const texts[] = {
#define W(name, word, text) text,
        LOBBY_WHYS(W)
#undef W
    };
    return texts[why];
}

/* The bots that wait for such a game. */
static int available(struct lobby *lobby, int number, int r)
{
    const struct lobby_queue *queue = &lobby->queues[r];
    const struct lobby_seek *want = &lobby->seekers[number].want;
    int count = 0;

    if (want->terms == 0)
        return queue->available[want->rated];
    for (int at = number; at >= 0 && lobby->seekers[at].want.terms == want->terms;
         at = queue->next[at])
        count++;
    for (int at = queue->prev[number]; at >= 0 && lobby->seekers[at].want.terms == want->terms;
         at = queue->prev[at])
        count++;
    lobby->steps -= count;
    return count;
}

static enum lobby_why why_of_ruleset(struct lobby *lobby, int number, int r, usec_t now)
{
    const struct lobby_queue *queue = &lobby->queues[r];

    if (!pairing_is_unit(lobby, number, r))
        return LOBBY_WHY_PARTNER;
    if (available(lobby, number, r) < queue->players)
        return LOBBY_WHY_PLAYERS;
    if (!pairing_possible(lobby, number, r, false, now))
        return LOBBY_WHY_OWNERS;
    return pairing_possible(lobby, number, r, true, now) ? LOBBY_WHY_SOON : LOBBY_WHY_SHARE;
}

static enum lobby_why why_of(struct lobby *lobby, int number, usec_t now)
{
    enum lobby_why nearest = LOBBY_WHY_COUNT;

    for (int r = 0; r < lobby->ruleset_count; r++) {
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        enum lobby_why why = why_of_ruleset(lobby, number, r, now);
        if (why < nearest)
            nearest = why;
    }
    return nearest;
}

void lobby_why_explain(struct lobby *lobby, usec_t now)
{
    assert(now >= 0);
    lobby_begin_pass(lobby, now);
    lobby->steps = LOBBY_WHY_STEPS;
    for (int i = 0; i < lobby->waiting_count && lobby->steps > 0; i++) {
        int number = lobby->explain_next >= 0 ? lobby->explain_next : lobby->wait_first;
        lobby_count_why(lobby, number, why_of(lobby, number, now));
        lobby->steps--;
        lobby->explain_next = lobby->seekers[number].wait_next;
    }
}

void lobby_why_waits(const struct lobby *lobby, int ruleset, usec_t now,
                     struct lobby_why_waits *waits)
{
    assert(ruleset >= 0 && ruleset < lobby->ruleset_count);
    const struct lobby_queue *queue = &lobby->queues[ruleset];
    memset(waits, 0, sizeof *waits);
    waits->needs = queue->players;
    waits->waiting = queue->count;
    memcpy(waits->by_why, queue->by_why, sizeof waits->by_why);
    for (int number = lobby->wait_first; number >= 0 && queue->count > 0;
         number = lobby->seekers[number].wait_next) {
        if (lobby->seekers[number].want.rulesets >> ruleset & 1) {
            waits->longest = now - lobby->seekers[number].since;
            break;
        }
    }
}
