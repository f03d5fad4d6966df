/* guard.c - results against bots that are not established (ratings 7). */
#include "standings/guard.h"
#include "standings/team.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <strings.h>

static const int64_t day_msec = INT64_C(86400000);

void guard_note(struct board *board, const char *owner, int64_t msec)
{
    assert(owner[0] && strlen(owner) < sizeof board->active[0].name);
    struct board_owner *oldest = &board->active[0], *found = NULL;

    for (int i = 0; i < board->active_count && !found; i++) {
        struct board_owner *at = &board->active[i];
        if (strcasecmp(at->name, owner) == 0)
            found = at;
        else if (at->msec < oldest->msec)
            oldest = at;
    }
    if (!found) {
        found = board->active_count < BOARD_ACTIVE ? &board->active[board->active_count++] : oldest;
        memcpy(found->name, owner, strlen(owner) + 1);
        found->msec = msec;
    } else if (msec > found->msec) {
        found->msec = msec;
    }
}

bool guard_settled(const struct board *board, int64_t msec)
{
    bool settled = board->active_count == BOARD_ACTIVE;

    for (int i = 0; i < board->active_count; i++)
        settled = settled && board->active[i].msec >= msec - GUARD_DAYS * day_msec;
    return settled;
}

/* Whether the side was better than another side, or level. */
static bool side_scores(const struct ladder_result *result, int side)
{
    for (int other = 0; other < result->side_count; other++) {
        if (other != side && result->ranks[side] <= result->ranks[other])
            return true;
    }
    return false;
}

void guard_judge(const struct standings *standings, const struct board *board,
                 const struct ladder_result *result, const struct result_change *change,
                 struct guard *guard)
{
    bool settled = standings->guarded && guard_settled(board, result->wall_msec);

    assert(result->seat_count >= 1 && result->seat_count <= LADDER_SEATS_MAX);
    memset(guard, 0, sizeof *guard);
    guard->all = true;
    for (int side = 0; side < result->side_count; side++)
        guard->known[side] = true;
    for (int seat = 0; seat < result->seat_count && standings->guarded; seat++) {
        const struct entry *entry = &board->entries[change->seats[seat].entry];
        int side = result->seats[seat].side;
        if (!board_entry_provisional(entry) || team_entry_is_reference(standings, board, entry))
            continue;
        if (settled)
            guard->newcomers |= (uint8_t)(1u << side);
        if (settled || (entry->wins + entry->ties == 0 && !side_scores(result, side)))
            guard->known[side] = guard->all = false;
    }
}

bool guard_proves(const struct guard *guard, int side_count, int side)
{
    assert(side >= 0 && side < side_count);
    for (int other = 0; other < side_count; other++) {
        if (other != side && guard->known[other])
            return true;
    }
    return false;
}

/* Sums the score of side i against side j less its expectation. */
static double residual(const struct elo_side *sides, int i, int j)
{
    double score = sides[i].rank < sides[j].rank ? 1 : sides[i].rank == sides[j].rank ? 0.5 : 0;

    return score - elo_expected(sides[i].side_rating - sides[j].side_rating);
}

int64_t guard_after(const struct guard *guard, const struct elo_side *sides, int side_count,
                    int side, const struct elo_member *member, int64_t loan, int64_t *loan_after)
{
    double known = 0, lent = 0;

    assert(side >= 0 && side < side_count);
    *loan_after = loan;
    if (guard->all)
        return member->rating_new_milli;
    for (int other = 0; other < side_count; other++) {
        if (other == side)
            continue;
        double part = residual(sides, side, other) / (side_count - 1);
        known += guard->known[other] ? part : 0;
        lent += guard->known[other] ? 0 : part;
    }
    int64_t wanted = loan + llround(1000.0 * member->k * lent);
    *loan_after = wanted > GUARD_LOAN_MILLI    ? GUARD_LOAN_MILLI
                  : wanted < -GUARD_LOAN_MILLI ? -GUARD_LOAN_MILLI
                                               : wanted;
    int64_t after = llround(1000.0 * (member->rating + member->k * known)) + *loan_after - loan;
    return after > RATING_FLOOR_MILLI ? after : RATING_FLOOR_MILLI;
}

bool guard_in_batch(const struct batch_result *result, const bool *established)
{
    for (int seat = 0; seat < result->seat_count; seat++) {
        if ((result->newcomers >> result->side[seat] & 1) && !established[result->player[seat]])
            return false;
    }
    return true;
}
