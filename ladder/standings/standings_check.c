/* standings_check.c - the invariants of the standings between any two calls, as asserts. */
#include "standings/standings.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

/* Each bot is found by its name: the search from its first slot meets no empty slot before it. */
static void check_index(const struct standings *standings)
{
    uint32_t mask = standings->slot_count - 1;
    int taken = 0;

    assert((standings->slot_count & mask) == 0 || standings->slot_count == 0);
    assert((uint32_t)standings->count * 2 <= standings->slot_count && "half of the slots are free");
    for (uint32_t at = 0; at < standings->slot_count; at++)
        taken += standings->slots[at] != 0;
    assert(taken == standings->count && "each bot has one slot");
    for (int bot = 0; bot < standings->count; bot++) {
        uint32_t at = hash_name(standings->bots[bot].name) & mask;
        while (standings->slots[at] && standings->slots[at] != bot + 1)
            at = (at + 1) & mask;
        assert(standings->slots[at] == bot + 1 && "a bot is found by its name");
    }
}

static void check_bot(const struct standing *bot)
{
    assert(bot->name[0] && bot->version >= 0);
    assert(bot->wins + bot->ties + bot->losses == bot->games && "each game of a bot has an end");
    assert(bot->owners_met_count >= 0 && bot->owners_met_count <= PROVISIONAL_OWNERS);
}

static void check_entry(const struct standings *standings, const struct board *board, int at)
{
    const struct entry *entry = &board->entries[at];
    int players = board->has_teams ? board->team_count : standings->count;

    assert(entry->player >= 0 && entry->player < players && "an entry is about a bot or a team");
    assert(entry->before >= -1 && entry->before < at && "the version before has an earlier entry");
    assert((entry->before < 0 || board->entries[entry->before].player == entry->player) &&
           "both versions are of one player");
    assert(entry->wins + entry->ties + entry->losses == entry->games && "each game has an end");
    assert(entry->games <= board->results && entry->unproven <= entry->games);
    assert(entry->owners_met_count >= 0 && entry->owners_met_count <= PROVISIONAL_OWNERS);
    assert(entry->last_msec <= board->newest_msec && "no entry has a result that is not there");
}

static void check_team(const struct standings *standings, const struct board *board, int number)
{
    const struct team *team = &board->teams[number];

    assert(team->count >= 1 && team->count <= BOARD_TEAM_MAX && team->newest < board->count);
    for (int i = 0; i < team->count; i++) {
        assert(team->bots[i] >= 0 && team->bots[i] < standings->count);
        assert(team->next[i] >= -1 && team->next[i] < number && "an earlier team of the bot");
    }
}

static void check_board(const struct standings *standings, const struct board *board)
{
    int limit = board->has_teams ? board->team_count : board->count, first = 0;

    assert(board->count <= board->capacity && board->team_count <= board->team_capacity);
    assert(board->active_count >= 0 && board->active_count <= BOARD_ACTIVE);
    for (int at = 0; at < board->count; at++) {
        check_entry(standings, board, at);
        first += board->entries[at].before < 0;
    }
    assert(board->bots == first && "each player is counted once");
    for (int team = 0; team < board->team_count; team++)
        check_team(standings, board, team);
    for (int bot = 0; bot < board->newest_count; bot++)
        assert(board->newest[bot] >= 0 && board->newest[bot] <= limit);
}

static void check_season(const struct season *season)
{
    int with_chips = 0;

    assert(season->name[0]);
    for (int bot = 0; bot < season->purse_count; bot++)
        with_chips += season->purse[bot] != 0;
    assert(with_chips == season->bots && "a season counts the bots with chips");
}

void standings_check(const struct standings *standings)
{
    assert(standings->count <= standings->capacity && standings->count <= STANDINGS_BOTS_MAX);
    check_index(standings);
    for (int bot = 0; bot < standings->count; bot++)
        check_bot(&standings->bots[bot]);
    for (int board = 0; board < standings->board_count; board++)
        check_board(standings, &standings->boards[board]);
    for (int i = 0; i < standings->version_count; i++) {
        const struct version *version = &standings->versions[i];
        assert(version->bot >= 0 && version->bot < standings->count && version->number >= 1 &&
               "a version is of a bot that is there");
    }
    for (int i = 0; i < standings->season_count; i++)
        check_season(&standings->seasons[i]);
}
