/* lobby_check.c - the invariants of a lobby between any two calls, as asserts. */
#include "lobby/lobby.h"
#include "lobby/lobby_count.h"

#include <assert.h>

/* The free, the waiting and the away bots, each by its list. */
static void check_free(const struct lobby *lobby)
{
    int free_count = 0, here = 0;

    for (int number = lobby->first_free; number >= 0; number = lobby->seekers[number].wait_next) {
        assert(number < lobby->seeker_count && !lobby->seekers[number].here &&
               "a free number is of no connection");
        free_count++;
        assert(free_count <= lobby->seeker_count && "the free numbers form no circle");
    }
    for (int number = 0; number < lobby->seeker_count; number++)
        here += lobby->seekers[number].here;
    assert(free_count + here == lobby->seeker_count && "each number is free or of a connection");
}

static void check_line(const struct lobby *lobby)
{
    int last = -1, count = 0;

    for (int number = lobby->wait_first; number >= 0; number = lobby->seekers[number].wait_next) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        assert(seeker->waiting && "who stands in the line waits");
        assert(seeker->wait_prev == last && "the line is the same in both directions");
        assert((last < 0 || lobby->seekers[last].since <= seeker->since) &&
               "the longest waiter stands first");
        last = number;
        count++;
        assert(count <= lobby->seeker_count);
    }
    assert(last == lobby->wait_last && count == lobby->waiting_count && "the line has its length");
}

static void check_away(const struct lobby *lobby)
{
    int away[LOBBY_RULESETS_MAX] = {0}, last = -1, count = 0;

    for (int number = lobby->away_first; number >= 0; number = lobby->seekers[number].away_next) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        assert(seeker->away && "who is listed as away is away");
        assert(seeker->away_prev == last &&
               (last < 0 || lobby->seekers[last].seated <= seeker->seated));
        last = number;
        for (int r = 0; r < lobby->ruleset_count; r++)
            away[r] += (int)(seeker->away >> r & 1);
        count++;
        assert(count <= lobby->seeker_count);
    }
    assert(last == lobby->away_last);
    for (int r = 0; r < lobby->ruleset_count; r++)
        assert(lobby->queues[r].away == away[r] && "a queue counts who is away");
}

static void check_seekers(const struct lobby *lobby)
{
    int waiting = 0, sought[LOBBY_RULESETS_MAX] = {0};

    for (int number = 0; number < lobby->seeker_count; number++) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        assert(seeker->bot >= 0 && seeker->bot < lobby->history.bot_count);
        assert((seeker->here || (!seeker->waiting && !seeker->away)) &&
               "a bot that has left does not wait");
        if (!seeker->waiting)
            continue;
        assert(!seeker->away && "who waits is not away");
        assert(seeker->want.games >= 1 && seeker->why < LOBBY_WHY_COUNT);
        waiting++;
        for (int r = 0; r < lobby->ruleset_count; r++)
            sought[r] += (int)(seeker->want.rulesets >> r & 1);
    }
    assert(waiting == lobby->waiting_count && "all who wait are counted");
    for (int r = 0; r < lobby->ruleset_count; r++)
        assert(lobby->queues[r].count == sought[r] && "a queue has all who seek its ruleset");
}

/* Seekers of equal terms stand together, by rating; equal ratings by number. */
static void check_queue(const struct lobby *lobby, int r)
{
    const struct lobby_queue *queue = &lobby->queues[r];

    assert(queue->playing >= 0 && queue->widen >= 1);
    for (int number = seeker_order_first(&queue->by_rating), before = -1, count = 0; number >= 0;
         before = number, number = queue->next[number]) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        assert(seeker->waiting && seeker->want.rulesets >> r & 1 && "who is in a queue seeks it");
        assert(++count <= queue->count && queue->prev[number] == before &&
               "a queue is a list in both directions");
        if (before < 0)
            continue;
        const struct lobby_seek *one = &lobby->seekers[before].want, *next = &seeker->want;
        int below = one->rating[r], rating = next->rating[r];
        assert(one->terms <= next->terms && "a queue is in the order of terms");
        assert(
            (one->terms < next->terms || below < rating || (below == rating && before < number)) &&
            "seekers of equal terms are in the order of ratings");
    }
}

static void check_pairs(const struct lobby *lobby)
{
    for (int number = 0; number < lobby->seeker_count; number++) {
        const struct lobby_seeker *seeker = &lobby->seekers[number];
        if (!seeker->waiting || !seeker->want.pair)
            continue;
        int first = lobby->history.owners[seeker->owner].first_pair;
        assert((seeker->pair_prev >= 0 ? lobby->seekers[seeker->pair_prev].pair_next : first) ==
                   number &&
               "who seeks as a pair is in its owner's list");
        assert(seeker->pair_next < 0 || lobby->seekers[seeker->pair_next].pair_prev == number);
    }
}

void lobby_check(const struct lobby *lobby)
{
    assert(lobby->seeker_count <= lobby->seekers_max &&
           lobby->history.bot_count <= lobby->history.bot_capacity);
    check_free(lobby);
    check_line(lobby);
    check_away(lobby);
    check_seekers(lobby);
    for (int r = 0; r < lobby->ruleset_count; r++)
        check_queue(lobby, r);
    check_pairs(lobby);
    lobby_count_check(lobby);
}
