/* team.c - partners that are rated as one (ratings 7). */
#include "standings/team.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Few enough to be put in order one by one. */
static void team_insert(const struct standings *standings, struct team *team, int bot)
{
    int at = team->count++;
    for (; at > 0 &&
           strcasecmp(standings->bots[team->bots[at - 1]].name, standings->bots[bot].name) > 0;
         at--)
        team->bots[at] = team->bots[at - 1];
    team->bots[at] = bot;
}

void team_of_side(const struct standings *standings, const struct ladder_result *result,
                  const int bots[LADDER_SEATS_MAX], int side, struct team *team)
{
    assert(side >= 0 && side < result->side_count);
    *team = (struct team){.count = 0};
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (result->seats[seat].side == side)
            team_insert(standings, team, bots[seat]);
    }
}

bool team_of_names(const struct standings *standings, const char *const *names, int count,
                   struct team *team)
{
    assert(count >= 1 && count <= BOARD_TEAM_MAX);
    *team = (struct team){.count = 0};
    for (int i = 0; i < count; i++) {
        int bot = standings_find(standings, names[i]);
        if (bot < 0)
            return false;
        team_insert(standings, team, bot);
    }
    return true;
}

bool team_parse(const struct standings *standings, const char *name, struct team *team)
{
    char words[BOARD_TEAM_MAX][LADDER_NAME_MAX + 1];
    const char *names[BOARD_TEAM_MAX];
    int count = 0;
    for (const char *at = name; at; at = strchr(at, '+')) {
        at += at > name;
        size_t bytes = strcspn(at, "+");
        if (bytes == 0 || bytes > LADDER_NAME_MAX || count == BOARD_TEAM_MAX)
            return false;
        snprintf(words[count], sizeof words[count], "%.*s", (int)bytes, at);
        names[count] = words[count];
        count++;
    }
    return team_of_names(standings, names, count, team);
}

void team_versions(const struct standings *standings, const struct team *team,
                   int versions[BOARD_TEAM_MAX])
{
    assert(team->count >= 1 && team->count <= BOARD_TEAM_MAX);
    for (int i = 0; i < team->count; i++)
        versions[i] = standings->bots[team->bots[i]].version;
}

static void words_join(const char *const words[BOARD_TEAM_MAX], int count,
                       char text[LADDER_TEAM_MAX + 1])
{
    size_t used = 0;
    for (int i = 0; i < count; i++) /* three names of 32 and two signs: always fits */
        used += (size_t)snprintf(text + used, LADDER_TEAM_MAX + 1 - used, "%s%s", i ? "+" : "",
                                 words[i]);
}

void team_name_of_side(const struct ladder_result *result, int side, char name[LADDER_TEAM_MAX + 1])
{
    const char *words[BOARD_TEAM_MAX];
    int count = 0;
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (result->seats[seat].side != side)
            continue;
        assert(count < BOARD_TEAM_MAX);
        int at = count++;
        for (; at > 0 && strcasecmp(words[at - 1], result->seats[seat].bot) > 0; at--)
            words[at] = words[at - 1];
        words[at] = result->seats[seat].bot;
    }
    words_join(words, count, name);
}

/* ------------------------------------------------------------------------------------ entries */

void team_entry_name(const struct standings *standings, const struct board *board,
                     const struct entry *entry, char name[LADDER_TEAM_MAX + 1])
{
    const char *words[BOARD_TEAM_MAX];
    int count;
    const int *bots = board_bots(board, entry, &count);
    for (int i = 0; i < count; i++)
        words[i] = standings->bots[bots[i]].name;
    words_join(words, count, name);
}

static void labels_join(const char *const words[BOARD_TEAM_MAX], int count,
                        char labels[LADDER_TEAM_MAX + 1])
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any = any || words[i][0];
    labels[0] = '\0';
    if (any)
        words_join(words, count, labels);
}

void team_entry_labels(const struct standings *standings, const struct board *board,
                       const struct entry *entry, char labels[LADDER_TEAM_MAX + 1])
{
    const char *words[BOARD_TEAM_MAX] = {entry->label};
    int count;
    const int *bots = board_bots(board, entry, &count);
    for (int i = 0; i < count && board->has_teams; i++)
        words[i] = standings_label(standings, bots[i], entry->versions[i]);
    labels_join(words, count, labels);
}

void team_entry_labels_now(const struct standings *standings, const struct board *board,
                           const struct entry *entry, char labels[LADDER_TEAM_MAX + 1])
{
    const char *words[BOARD_TEAM_MAX];
    int count;
    const int *bots = board_bots(board, entry, &count);
    for (int i = 0; i < count; i++)
        words[i] = standings->bots[bots[i]].label;
    labels_join(words, count, labels);
}

bool team_entry_is_current(const struct standings *standings, const struct board *board,
                           const struct entry *entry)
{
    int count, sum = 0;
    const int *bots = board_bots(board, entry, &count);
    for (int i = 0; i < count; i++)
        sum += standings->bots[bots[i]].version;
    return entry->version == sum;
}

bool team_entry_is_banned(const struct standings *standings, const struct board *board,
                          const struct entry *entry)
{
    int count;
    const int *bots = board_bots(board, entry, &count);
    bool banned = false;
    for (int i = 0; i < count; i++)
        banned = banned || standings->bots[bots[i]].banned;
    return banned;
}

bool team_entry_is_reference(const struct standings *standings, const struct board *board,
                             const struct entry *entry)
{
    int count;
    const int *bots = board_bots(board, entry, &count);
    bool reference = true;
    for (int i = 0; i < count; i++)
        reference = reference && standings->bots[bots[i]].reference;
    return reference;
}

int team_entry_find(const struct standings *standings, const struct board *board, const char *name)
{
    struct team team;
    if (!board->has_teams) {
        int bot = standings_find(standings, name);
        return bot < 0 ? -1 : board_find(board, bot);
    }
    return team_parse(standings, name, &team) ? board_find_team(board, &team) : -1;
}
