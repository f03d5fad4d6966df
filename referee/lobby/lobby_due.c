/* lobby_due.c - see lobby_due.h. */
#include "lobby/lobby_due.h"
#include "lobby/pairing.h"

#include <assert.h>

static bool stands_before(const void *context, int a, int b)
{
    const struct lobby *lobby = context;
    return lobby->seekers[a].ticket < lobby->seekers[b].ticket;
}

static bool wakes_before(const void *context, int a, int b)
{
    const struct lobby_seeker *seekers = ((const struct lobby *)context)->seekers;
    return seekers[a].again != seekers[b].again ? seekers[a].again < seekers[b].again : a < b;
}

static seeker_before_fn *before_of(enum lobby_due due)
{
    return due == LOBBY_DUE_LATER ? wakes_before : stands_before;
}

void lobby_due_init(struct lobby *lobby, int32_t *links, uint64_t seed)
{
    assert(links);
    for (int due = 0; due < LOBBY_DUE_COUNT; due++)
        seeker_order_init(&lobby->due[due], links, links + lobby->seekers_max, seed);
    lobby->crowd_from = LOBBY_CROWD + 1;
    lobby->sweep_next = -1;
}

static void become(struct lobby *lobby, int number, enum lobby_due due)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    if (seeker->due != LOBBY_DUE_NOT)
        seeker_order_remove(&lobby->due[seeker->due], number, before_of(seeker->due), lobby);
    seeker->due = due;
    if (due != LOBBY_DUE_NOT)
        (void)seeker_order_add(&lobby->due[due], number, before_of(due), lobby);
}

int lobby_due_patience(const struct lobby *lobby, int number, usec_t now)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];
    int patience = 0;

    assert(seeker->waiting);
    for (int r = 0; r < lobby->ruleset_count; r++)
        patience += seeker->want.rulesets >> r & 1 &&
                    now - seeker->since >= pairing_game_length(&lobby->queues[r]);
    return patience;
}

/* Whether it may choose from all in a ruleset that it seeks. */
static bool is_open(const struct lobby *lobby, int number, usec_t now)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];

    for (int r = 0; r < lobby->ruleset_count; r++) {
        const struct lobby_queue *queue = &lobby->queues[r];
        if (seeker->want.rulesets >> r & 1 &&
            (queue->away == 0 || now - seeker->since >= 2 * queue->widen))
            return true;
    }
    return false;
}

/* `all`: a patient one looks at all who wait. */
static void become_due(struct lobby *lobby, int number, bool all, usec_t now)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];
    enum lobby_due round =
        lobby_due_patience(lobby, number, now) > 0 ? LOBBY_DUE_PATIENCE : LOBBY_DUE_NEAR;

    seeker->looks_at_all = all || (seeker->due < LOBBY_DUE_LATER && seeker->looks_at_all);
    if (seeker->due != LOBBY_DUE_PATIENCE && seeker->due != round)
        become(lobby, number, round);
}

/* Where a crowd begins or ends: all are due, or none. */
static void tell_crowd(struct lobby *lobby, usec_t now)
{
    bool crowd = lobby->waiting_count >= lobby->crowd_from;

    if (crowd == lobby->crowd)
        return;
    lobby->crowd = crowd;
    for (int at = lobby->wait_first; at >= 0; at = lobby->seekers[at].wait_next) {
        if (crowd)
            become_due(lobby, at, true, now);
        else
            become(lobby, at, LOBBY_DUE_NOT);
    }
}

void lobby_due_begin(struct lobby *lobby, usec_t now)
{
    assert(now >= 0);
    tell_crowd(lobby, now);
    while (lobby_due_next(lobby) <= now) {
        int first = lobby_due_first(lobby, LOBBY_DUE_LATER);
        become_due(lobby, first, true, now);
    }
}

void lobby_due_came(struct lobby *lobby, int number, usec_t now)
{
    assert(lobby->seekers[number].waiting);
    if (!lobby->crowd) /* not in the next pass, by when it may have grown */
        tell_crowd(lobby, now);
    if (lobby->crowd)
        become_due(lobby, number, true, now);
}

static bool plays_the_same(const struct lobby *lobby, int a, int b)
{
    return lobby->seekers[a].want.terms == lobby->seekers[b].want.terms;
}

void lobby_due_near(struct lobby *lobby, int number, usec_t now)
{
    assert(lobby->seekers[number].waiting);
    for (int r = 0; r < lobby->ruleset_count && lobby->crowd; r++) {
        const struct lobby_queue *queue = &lobby->queues[r];
        if (!(lobby->seekers[number].want.rulesets >> r & 1))
            continue;
        int below = queue->prev[number], above = queue->next[number];
        for (int i = 0; i < LOBBY_NEIGHBOURS; i++) {
            if (below >= 0 && plays_the_same(lobby, number, below)) {
                become_due(lobby, below, false, now);
                below = queue->prev[below];
            }
            if (above >= 0 && plays_the_same(lobby, number, above)) {
                become_due(lobby, above, false, now);
                above = queue->next[above];
            }
        }
    }
}

void lobby_due_forget(struct lobby *lobby, int number)
{
    assert(number >= 0 && number < lobby->seeker_count);
    become(lobby, number, LOBBY_DUE_NOT);
    if (lobby->sweep_next == number)
        lobby->sweep_next = lobby->seekers[number].wait_next;
}

int lobby_due_first(const struct lobby *lobby, enum lobby_due round)
{
    assert(round < LOBBY_DUE_COUNT);
    return seeker_order_first(&lobby->due[round]);
}

/* When its window is wider, or it will have waited for the length of a game; USEC_NEVER: never. */
static usec_t wider(const struct lobby *lobby, int number, usec_t now)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];
    usec_t again = USEC_NEVER;

    for (int r = 0; r < lobby->ruleset_count; r++) {
        const struct lobby_queue *queue = &lobby->queues[r];
        if (!(seeker->want.rulesets >> r & 1))
            continue;
        usec_t wait = now - seeker->since, open = 2 * queue->widen, at = USEC_NEVER;
        if (wait < open)
            at = wait + queue->widen / 8 + 1000 < open ? now + queue->widen / 8 + 1000
                                                       : seeker->since + open;
        else if (wait < pairing_game_length(queue))
            at = seeker->since + pairing_game_length(queue);
        usec_t kept = pairing_kept_until(lobby, number, r, now);
        if (kept > 0 && kept < at)
            at = kept;
        again = at < again ? at : again;
    }
    return again;
}

void lobby_due_tried(struct lobby *lobby, int number, enum lobby_due round, usec_t now)
{
    assert(lobby->crowd && lobby->seekers[number].waiting);
    if (round == LOBBY_DUE_NEAR && is_open(lobby, number, now)) {
        become(lobby, number, LOBBY_DUE_FAR);
        return;
    }
    become(lobby, number, LOBBY_DUE_NOT);
    lobby->seekers[number].again = wider(lobby, number, now);
    if (lobby->seekers[number].again != USEC_NEVER)
        become(lobby, number, LOBBY_DUE_LATER);
}

int lobby_due_rounds(const struct lobby *lobby)
{
    int rounds = 0;

    assert(lobby->due_links);
    for (int round = 0; round < LOBBY_DUE_LATER; round++)
        rounds += lobby->due[round].root >= 0;
    return rounds;
}

usec_t lobby_due_next(const struct lobby *lobby)
{
    assert(lobby->due_links);
    int first = lobby_due_first(lobby, LOBBY_DUE_LATER);
    return first < 0 ? USEC_NEVER : lobby->seekers[first].again;
}
