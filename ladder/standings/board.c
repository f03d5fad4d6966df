/* board.c - the ratings of one ruleset in one format (ratings 7). */
#include "standings/board.h"
#include "base/hash.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LABEL_MAX = 32, LABEL_CUT = 23 };
#define WORD_BYTES "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* -------------------------------------------------------------------------------------- names */

/* A ruleset as part of an address: its name if possible, else its beginning and a hash of it.
 * Returns its length. */
static size_t label_make(const char *ruleset, char label[LABEL_MAX + 1])
{
    size_t size = strlen(ruleset), plain = strspn(ruleset, WORD_BYTES);
    if (plain == size && size >= 1 && size <= LABEL_MAX && ruleset[0] != '.') {
        memcpy(label, ruleset, size);
        return size;
    }
    size_t kept = plain < LABEL_CUT ? plain : LABEL_CUT;
    return (size_t)snprintf(label, LABEL_MAX + 1, "%.*s-%08x", ruleset[0] == '.' ? 0 : (int)kept,
                            ruleset, (unsigned)hash_text(ruleset));
}

void board_format(const struct ladder_result *result, const char *const owners[LADDER_SEATS_MAX],
                  char format[BOARD_FORMAT_MAX + 1])
{
    bool pairs = true;
    assert(result->seat_count >= 1 && result->seat_count <= LADDER_SEATS_MAX);
    if (result->seat_count == result->side_count) {
        snprintf(format, BOARD_FORMAT_MAX + 1, "solo-%d", result->side_count);
        return;
    }
    for (int i = 0; i < result->seat_count; i++) {
        for (int j = 0; j < i; j++) {
            if (result->seats[i].side == result->seats[j].side)
                pairs = pairs && strcasecmp(owners[i], owners[j]) == 0;
        }
    }
    snprintf(format, BOARD_FORMAT_MAX + 1, "%s-%dof%d", pairs ? "pairs" : "mixed",
             result->side_count, result->seat_count);
}

void board_name_make(const char *ruleset, const char *format, char name[LADDER_BOARD_MAX + 1])
{
    size_t label = label_make(ruleset, name), size = strlen(format);
    assert(size <= BOARD_FORMAT_MAX);
    name[label++] = '.';
    memcpy(name + label, format, size + 1);
}

bool board_has_teams(const char *format)
{
    assert(strlen(format) <= BOARD_FORMAT_MAX);
    return strncmp(format, "pairs-", strlen("pairs-")) == 0;
}

void board_init(struct board *board, const char *ruleset, const char *format)
{
    assert(strlen(format) <= BOARD_FORMAT_MAX);
    memset(board, 0, sizeof *board);
    snprintf(board->ruleset, sizeof board->ruleset, "%s", ruleset);
    snprintf(board->format, sizeof board->format, "%s", format);
    board_name_make(ruleset, format, board->name);
    board->has_teams = board_has_teams(format);
}

void board_fini(struct board *board)
{
    free(board->entries);
    free(board->newest);
    free(board->teams);
    memset(board, 0, sizeof *board);
}

/* ------------------------------------------------------------------------------------ entries */

static int newest_of(const struct board *board, int bot)
{
    return bot < board->newest_count ? board->newest[bot] - 1 : -1;
}

int board_find(const struct board *board, int bot)
{
    assert(bot >= 0);
    return board->has_teams ? -1 : newest_of(board, bot);
}

int board_newest(const struct board *board, int player)
{
    assert(player >= 0);
    return board->has_teams ? board->teams[player].newest : board->newest[player] - 1;
}

const int *board_bots(const struct board *board, const struct entry *entry, int *count)
{
    assert(entry->player >= 0 && (!board->has_teams || entry->player < board->team_count));
    const struct team *team = board->has_teams ? &board->teams[entry->player] : NULL;
    *count = team ? team->count : 1;
    return team ? team->bots : &entry->player;
}

static bool newest_grow(struct board *board, int bot)
{
    if (bot < board->newest_count)
        return true;
    int count = bot < 32 ? 64 : bot * 2;
    int32_t *newest = realloc(board->newest, (size_t)count * sizeof *newest);
    if (!newest)
        return false;
    memset(newest + board->newest_count, 0, (size_t)(count - board->newest_count) * sizeof *newest);
    board->newest = newest;
    board->newest_count = count;
    return true;
}

static bool entries_grow(struct board *board)
{
    if (board->count < board->capacity)
        return true;
    int capacity = board->capacity ? board->capacity * 2 : 16;
    struct entry *entries = realloc(board->entries, (size_t)capacity * sizeof *entries);
    if (!entries)
        return false;
    board->entries = entries;
    board->capacity = capacity;
    return true;
}

/* There is room for it. `before`: the entry of the version before, or -1. */
static int entry_add(struct board *board, int player, int version, int before)
{
    int at = board->count++;
    board->entries[at] = (struct entry){
        .player = player, .version = version, .before = before, .rating_milli = RATING_START_MILLI};
    if (before >= 0) {
        board->entries[at].rating_milli = board->entries[before].rating_milli;
        board->entries[at].loan_milli = board->entries[before].loan_milli;
    }
    board->bots += before < 0;
    return at;
}

int board_ensure(struct board *board, int bot, int version, const char *label)
{
    assert(!board->has_teams);
    int before = newest_of(board, bot);
    if (before >= 0 && board->entries[before].version == version)
        return before;
    if (!newest_grow(board, bot) || !entries_grow(board))
        return -1;
    int at = entry_add(board, bot, version, before);
    snprintf(board->entries[at].label, sizeof board->entries[at].label, "%s", label);
    board->newest[bot] = at + 1;
    return at;
}

/* -------------------------------------------------------------------------------------- teams */

int board_next_team(const struct board *board, int bot, int team)
{
    assert(bot >= 0 && team < board->team_count);
    if (!board->has_teams)
        return -1;
    if (team < 0)
        return newest_of(board, bot);
    const struct team *at = &board->teams[team];
    for (int i = 0; i < at->count; i++) {
        if (at->bots[i] == bot)
            return at->next[i];
    }
    return -1;
}

static int team_find(const struct board *board, const struct team *team)
{
    int at = board_next_team(board, team->bots[0], -1);
    for (; at >= 0; at = board_next_team(board, team->bots[0], at)) {
        const struct team *there = &board->teams[at];
        if (there->count == team->count &&
            memcmp(there->bots, team->bots, (size_t)team->count * sizeof *team->bots) == 0)
            return at;
    }
    return -1;
}

static bool teams_grow(struct board *board, const struct team *team)
{
    for (int i = 0; i < team->count; i++) {
        if (!newest_grow(board, team->bots[i]))
            return false;
    }
    if (board->team_count < board->team_capacity)
        return true;
    int capacity = board->team_capacity ? board->team_capacity * 2 : 16;
    struct team *teams = realloc(board->teams, (size_t)capacity * sizeof *teams);
    if (!teams)
        return false;
    board->teams = teams;
    board->team_capacity = capacity;
    return true;
}

/* There is room for it. It has no entry yet. */
static int team_add(struct board *board, const struct team *team)
{
    int at = board->team_count++;
    struct team *added = &board->teams[at];
    *added = (struct team){.count = team->count, .newest = -1};
    for (int i = 0; i < team->count; i++) {
        added->bots[i] = team->bots[i];
        added->next[i] = newest_of(board, team->bots[i]);
    }
    for (int i = 0; i < team->count; i++)
        board->newest[team->bots[i]] = at + 1;
    return at;
}

int board_find_team(const struct board *board, const struct team *team)
{
    int at = board->has_teams ? team_find(board, team) : -1;
    assert(team->count >= 1 && team->count <= BOARD_TEAM_MAX);
    return at < 0 ? -1 : board->teams[at].newest;
}

int board_ensure_team(struct board *board, const struct team *team,
                      const int versions[BOARD_TEAM_MAX])
{
    assert(board->has_teams && team->count >= 1 && team->count <= BOARD_TEAM_MAX);
    int version = 0;
    for (int i = 0; i < team->count; i++)
        version += versions[i];
    int player = team_find(board, team);
    int before = player < 0 ? -1 : board->teams[player].newest;
    if (before >= 0 && board->entries[before].version == version)
        return before;
    if (!entries_grow(board) || !teams_grow(board, team))
        return -1;
    if (player < 0)
        player = team_add(board, team);
    int at = entry_add(board, player, version, before);
    memcpy(board->entries[at].versions, versions, (size_t)team->count * sizeof *versions);
    return board->teams[player].newest = at;
}

/* ------------------------------------------------------------------------------------- copies */

static void put_bot(struct board *board, int at, int bot)
{
    board->bots += board->newest[bot] == 0;
    board->entries[at].player = bot;
    if (at >= board->newest[bot])
        board->newest[bot] = at + 1;
}

static void put_team(struct board *board, int at, const struct team *team)
{
    int player = team_find(board, team);
    if (player < 0)
        player = team_add(board, team);
    board->bots += board->teams[player].newest < 0;
    board->entries[at].player = player;
    if (at > board->teams[player].newest)
        board->teams[player].newest = at;
}

int board_put(struct board *board, int at, const struct entry *entry, const struct team *bots)
{
    assert(at >= 0 && bots->count >= 1 && (board->has_teams || bots->count == 1));
    if (at > board->count || (at == board->count && !entries_grow(board)) ||
        !(board->has_teams ? teams_grow(board, bots) : newest_grow(board, bots->bots[0])))
        return -1;
    board->count += at == board->count;
    board->entries[at] = *entry;
    if (board->has_teams)
        put_team(board, at, bots);
    else
        put_bot(board, at, bots->bots[0]);
    return 0;
}

bool board_entry_provisional(const struct entry *entry)
{
    return entry->games - entry->unproven < PROVISIONAL_GAMES ||
           entry->owners_met_count < PROVISIONAL_OWNERS;
}
