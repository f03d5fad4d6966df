/* season.c - which results belong to a season, and how chips change hands. */
#include "standings/apply_result.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *season_parse(const char *text, struct season *season)
{
    char name[LADDER_NAME_MAX + 2], board[LADDER_BOARD_MAX + 2], rest;
    long long from, to, chips, buy_in;

    memset(season, 0, sizeof *season);
    if (sscanf(text, "%33s %lld %lld %lld %lld %64s %c", name, &from, &to, &chips, &buy_in, board,
               &rest) != 6)
        return "a season is NAME FROM TO CHIPS BUY-IN LADDER";
    if (!name_is_valid(name))
        return "the name of a season is 1 to 32 of A-Z a-z 0-9 . _ - and does not start with a dot";
    if (from < 0 || to <= from)
        return "a season begins before it ends";
    if (chips < 0 || chips > SEASON_CHIPS_MAX || buy_in < 0 || buy_in > chips ||
        (chips > 0) != (buy_in > 0))
        return "a purse has 1 to 1000000000 chips, and a buy-in of 1 to as many";
    if (strcmp(board, "-") != 0 && !name_is_game_id(board))
        return "that is no name of a ladder";
    memcpy(season->name, name, sizeof season->name);
    if (strcmp(board, "-") != 0)
        memcpy(season->board, board, sizeof season->board);
    season->from_msec = from;
    season->to_msec = to;
    season->chips = chips;
    season->buy_in = buy_in;
    return NULL;
}

void season_format(const struct season *season, char *text, size_t size)
{
    assert(season->name[0] && size > 0);
    snprintf(text, size, "%s %lld %lld %lld %lld %s", season->name, (long long)season->from_msec,
             (long long)season->to_msec, (long long)season->chips, (long long)season->buy_in,
             season->board[0] ? season->board : "-");
}

bool season_has(const struct season *season, const char *board, int64_t wall_msec)
{
    return season->close_action == 0 && wall_msec >= season->from_msec &&
           wall_msec < season->to_msec &&
           (season->board[0] == '\0' || strcmp(season->board, board) == 0);
}

int64_t season_chips(const struct season *season, int bot)
{
    bool there = bot < season->purse_count && season->purse[bot] > 0;
    assert(bot >= 0);
    return there ? season->purse[bot] - 1 : season->chips;
}

int season_prepare(struct season *season, const int *bots, int count)
{
    int needed = 0;
    assert(count >= 1 && count <= LADDER_SEATS_MAX);
    for (int i = 0; i < count; i++)
        needed = bots[i] >= needed ? bots[i] + 1 : needed;
    if (needed <= season->purse_count)
        return 0;
    needed = needed < 32 ? 64 : needed * 2;
    int64_t *purse = realloc(season->purse, (size_t)needed * sizeof *purse);
    if (!purse)
        return -1;
    memset(purse + season->purse_count, 0, (size_t)(needed - season->purse_count) * sizeof *purse);
    season->purse = purse;
    season->purse_count = needed;
    return 0;
}

void season_play(struct season *season, const struct ladder_result *result, const int *bots)
{
    int64_t buy_in = result->stake ? result->stake : season->buy_in;
    int seats = result->seat_count, winners = 0;
    bool all_pay = true;

    assert(result->seat_count >= 1 && result->seat_count <= LADDER_SEATS_MAX);
    if (season->chips == 0)
        return;
    for (int seat = 0; seat < seats; seat++) {
        int64_t *purse = &season->purse[bots[seat]];
        int held = 0;
        if (*purse == 0) {
            *purse = season->chips + 1;
            season->bots++;
        }
        for (int other = 0; other < seats; other++)
            held += bots[other] == bots[seat];
        all_pay = all_pay && *purse - 1 >= held * buy_in;
        winners += result->ranks[result->seats[seat].side] == 1;
    }
    if (!all_pay || winners == 0)
        return;
    int64_t pot = seats * buy_in, left = pot % winners;
    for (int seat = 0; seat < seats; seat++) {
        season->purse[bots[seat]] -= buy_in;
        if (result->ranks[result->seats[seat].side] != 1)
            continue;
        season->purse[bots[seat]] += pot / winners + (left > 0);
        left -= left > 0;
    }
}

void season_fini(struct season *season)
{
    free(season->purse);
    season->purse = NULL;
    season->purse_count = 0;
}
