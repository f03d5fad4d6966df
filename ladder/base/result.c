/* result.c - the shape of a result, and the ranks of its sides (ratings 2). */
#include "base/result.h"
#include "base/name.h"

#include <assert.h>
#include <string.h>

/* Better sides have greater keys: winners, then the others by score, the side that forfeited last.
 */
static int64_t rank_key(const struct ladder_result *result, uint32_t winners, int forfeited,
                        int side)
{
    if (side == forfeited)
        return INT64_MIN;
    return winners >> side & 1 ? INT64_MAX : result->scores[side];
}

void result_ranks(struct ladder_result *result, uint32_t winners, int forfeited)
{
    assert(result->side_count >= 2 && result->side_count <= LADDER_SEATS_MAX);
    for (int i = 0; i < result->side_count; i++) {
        int rank = 1;
        for (int j = 0; j < result->side_count; j++)
            rank +=
                rank_key(result, winners, forfeited, j) > rank_key(result, winners, forfeited, i);
        result->ranks[i] = rank;
    }
}

static bool text_ends(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

const char *result_check(const struct ladder_result *result)
{
    int members[LADDER_SEATS_MAX] = {0};
    if (!text_ends(result->game, sizeof result->game) || !name_is_game_id(result->game))
        return "a game id is 1 to 64 of A-Z a-z 0-9 . _ - and does not start with a dot";
    if (!text_ends(result->ruleset, sizeof result->ruleset) ||
        !text_ends(result->reason, sizeof result->reason) ||
        !text_ends(result->unrated, sizeof result->unrated))
        return "a text has no end";
    if (result->side_count < 2 || result->side_count > LADDER_SEATS_MAX ||
        result->seat_count < result->side_count || result->seat_count > LADDER_SEATS_MAX)
        return "a result has 2 to 6 sides and 2 to 6 seats";
    for (int seat = 0; seat < result->seat_count; seat++) {
        const struct ladder_seat *at = &result->seats[seat];
        if (!text_ends(at->bot, sizeof at->bot) || !name_is_valid(at->bot))
            return "a name is 1 to 32 of A-Z a-z 0-9 . _ - and does not start with a dot";
        if (at->side < 0 || at->side >= result->side_count)
            return "a seat's side is out of range";
        members[at->side]++;
    }
    for (int side = 0; side < result->side_count; side++) {
        if (members[side] < 1 || members[side] > 3)
            return "a side has 1 to 3 seats";
        if (result->ranks[side] < 1 || result->ranks[side] > result->side_count)
            return "a side's rank is out of range";
    }
    return NULL;
}
