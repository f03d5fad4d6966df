/* lobby_count.c - see lobby_count.h. */
#include "lobby/lobby_count.h"
#include "lobby/pairing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct lobby_owner_count *count_of(const struct lobby *lobby, int owner, int r)
{
    int row = lobby->history.owners[owner].row;
    return &lobby->counts[(size_t)row * (size_t)lobby->ruleset_count + (size_t)r];
}

/* An owner has a row while something of it is counted. There are as many rows as seekers. */
static void hold_row(struct lobby *lobby, int owner, int by)
{
    struct opponent_owner *held = &lobby->history.owners[owner];

    if (held->counted == 0) {
        assert(lobby->free_row_count > 0 && by == 1);
        held->row = lobby->free_rows[--lobby->free_row_count];
        memset(count_of(lobby, owner, 0), 0, (size_t)lobby->ruleset_count * sizeof *lobby->counts);
    }
    held->counted += by;
    if (held->counted == 0) {
        lobby->free_rows[lobby->free_row_count++] = held->row;
        held->row = -1;
    }
}

/* The bots of an owner that can sit down: a pair as a complete side. */
static int able(const struct lobby_queue *queue, const struct lobby_owner_count *count)
{
    return count->single + (count->pair >= queue->side_size[0] ? count->pair : 0);
}

static void count_owner(struct lobby *lobby, int owner, int r, struct lobby_owner_count more,
                        int by)
{
    struct lobby_queue *queue = &lobby->queues[r];

    if (by > 0)
        hold_row(lobby, owner, by);
    struct lobby_owner_count *count = count_of(lobby, owner, r);
    int waited = able(queue, count), sought = waited > 0 || count->away > 0;
    count->single += more.single * by;
    count->pair += more.pair * by;
    count->away += more.away * by;
    assert(count->single >= 0 && count->pair >= 0 && count->away >= 0);
    int waits = able(queue, count);
    queue->available[1] += waits - waited;
    queue->owners += (waits > 0 || count->away > 0) - sought;
    if (by < 0)
        hold_row(lobby, owner, by);
}

void lobby_count_waiting(struct lobby *lobby, int number, int by)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];

    assert(by == 1 || by == -1);
    for (int r = 0; r < lobby->ruleset_count; r++) {
        struct lobby_queue *queue = &lobby->queues[r];
        if (!(seeker->want.rulesets >> r & 1))
            continue;
        bool pair = seeker->want.pair && queue->side_size[0] > 1;
        queue->by_why[seeker->why] += by;
        if (seeker->want.rated)
            count_owner(lobby, seeker->owner, r,
                        (struct lobby_owner_count){.single = !pair, .pair = pair}, by);
        else
            queue->available[0] += seeker->want.terms == 0 ? by : 0;
    }
}

void lobby_count_why(struct lobby *lobby, int number, enum lobby_why why)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    assert(seeker->waiting && (unsigned)why < LOBBY_WHY_COUNT);
    for (int r = 0; r < lobby->ruleset_count; r++) {
        lobby->queues[r].by_why[seeker->why] -= (int)(seeker->want.rulesets >> r & 1);
        lobby->queues[r].by_why[why] += (int)(seeker->want.rulesets >> r & 1);
    }
    seeker->why = why;
}

/* Counts one that is away, in one ruleset that it sought. */
static void expect(struct lobby *lobby, int number, int r, int by)
{
    struct lobby_seeker *seeker = &lobby->seekers[number];

    if (!(seeker->away >> r & 1))
        return;
    seeker->expected ^= UINT32_C(1) << r;
    lobby->queues[r].coming[seeker->want.rated] += by;
    if (seeker->want.rated)
        count_owner(lobby, seeker->owner, r, (struct lobby_owner_count){.away = 1}, by);
}

void lobby_count_away(struct lobby *lobby, int number)
{
    assert(lobby->away_last == number && lobby->seekers[number].expected == 0);
    for (int r = 0; r < lobby->ruleset_count; r++) {
        if (lobby->queues[r].away_from < 0)
            lobby->queues[r].away_from = number;
        expect(lobby, number, r, 1);
    }
}

void lobby_count_returned(struct lobby *lobby, int number)
{
    const struct lobby_seeker *seeker = &lobby->seekers[number];

    assert(seeker->away);
    for (int r = 0; r < lobby->ruleset_count; r++) {
        if (lobby->queues[r].away_from == number)
            lobby->queues[r].away_from = seeker->away_next;
        if (seeker->expected >> r & 1)
            expect(lobby, number, r, -1);
    }
}

static void refresh_queue(struct lobby *lobby, int r, usec_t now)
{
    struct lobby_queue *queue = &lobby->queues[r];
    const struct lobby_seeker *seekers = lobby->seekers;
    usec_t length = pairing_game_length(queue);

    while (queue->away_from >= 0 && now - seekers[queue->away_from].seated > length) {
        expect(lobby, queue->away_from, r, -1);
        queue->away_from = seekers[queue->away_from].away_next;
    }
    for (;;) { /* games take longer by now */
        int before = queue->away_from >= 0 ? seekers[queue->away_from].away_prev : lobby->away_last;
        if (before < 0 || now - seekers[before].seated > length)
            return;
        expect(lobby, before, r, 1);
        queue->away_from = before;
    }
}

void lobby_count_refresh(struct lobby *lobby, usec_t now)
{
    assert(now >= 0);
    for (int r = 0; r < lobby->ruleset_count; r++)
        refresh_queue(lobby, r, now);
}

/* ------------------------------------------------------------------------------- the check */

static void check_queue(const struct lobby *lobby, int r)
{
    const struct lobby_queue *queue = &lobby->queues[r];
    int owners = 0, available[2] = {0}, coming[2] = {0}, by_why[LOBBY_WHY_COUNT] = {0};

    for (int number = 0; number < lobby->seeker_count; number++) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        coming[seeker->want.rated] += (int)(seeker->expected >> r & 1);
        if (!seeker->waiting || !(seeker->want.rulesets >> r & 1))
            continue;
        by_why[seeker->why]++;
        available[0] += !seeker->want.rated && seeker->want.terms == 0;
    }
    for (int owner = 0; owner < lobby->history.owner_count; owner++) {
        if (lobby->history.owners[owner].row < 0)
            continue;
        const struct lobby_owner_count *count = count_of(lobby, owner, r);
        available[1] += able(queue, count);
        owners += able(queue, count) > 0 || count->away > 0;
    }
    assert(memcmp(by_why, queue->by_why, sizeof by_why) == 0 && "a queue has each reason's bots");
    assert(memcmp(coming, queue->coming, sizeof coming) == 0 && "a queue counts who will return");
    assert(memcmp(available, queue->available, sizeof available) == 0 &&
           "a queue counts who can sit down");
    assert(owners == queue->owners && "a queue counts the owners that seek it");
}

void lobby_count_check(const struct lobby *lobby)
{
    int held = 0;

    for (int owner = 0; owner < lobby->history.owner_count; owner++) {
        assert((lobby->history.owners[owner].counted > 0) ==
               (lobby->history.owners[owner].row >= 0));
        held += lobby->history.owners[owner].row >= 0;
    }
    assert(held + lobby->free_row_count == lobby->seekers_max && "each row is free or held");
    for (int r = 0; r < lobby->ruleset_count; r++)
        check_queue(lobby, r);
}
