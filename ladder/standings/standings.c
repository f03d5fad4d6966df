/* standings.c - the value of the log so far: bots, ladders, versions and seasons, by name and by
 * index. */
#include "standings/standings.h"
#include "base/hash.h"
#include "base/name.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void standings_init(struct standings *standings)
{
    memset(standings, 0, sizeof *standings);
}

void standings_fini(struct standings *standings)
{
    for (int i = 0; i < standings->board_count; i++)
        board_fini(&standings->boards[i]);
    free(standings->boards);
    free(standings->versions);
    for (int i = 0; i < standings->season_count; i++)
        season_fini(&standings->seasons[i]);
    free(standings->seasons);
    free(standings->bots);
    free(standings->slots);
    memset(standings, 0, sizeof *standings);
}

int standings_find(const struct standings *standings, const char *name)
{
    assert(name);
    if (standings->slot_count == 0)
        return -1;
    uint32_t mask = standings->slot_count - 1;
    for (uint32_t at = hash_name(name) & mask; standings->slots[at]; at = (at + 1) & mask) {
        int index = standings->slots[at] - 1;
        const char *there = standings->bots[index].name;
        if (strcmp(there, name) == 0 || strcasecmp(there, name) == 0)
            return index;
    }
    return -1;
}

static void slot_insert(int32_t *slots, uint32_t slot_count, const char *name, int index)
{
    uint32_t mask = slot_count - 1, at = hash_name(name) & mask;
    while (slots[at])
        at = (at + 1) & mask;
    slots[at] = index + 1;
}

/* At most half of the slots are taken, so a search always meets an empty one. */
static bool standings_grow(struct standings *standings)
{
    int capacity = standings->capacity ? standings->capacity * 2 : 64;
    uint32_t slot_count = (uint32_t)capacity * 2;
    struct standing *bots = realloc(standings->bots, (size_t)capacity * sizeof *bots);
    if (!bots)
        return false;
    standings->bots = bots;
    int32_t *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return false;
    for (int i = 0; i < standings->count; i++)
        slot_insert(slots, slot_count, bots[i].name, i);
    free(standings->slots);
    standings->slots = slots;
    standings->slot_count = slot_count;
    standings->capacity = capacity;
    return true;
}

int standings_add(struct standings *standings, const char *name, const char *owner)
{
    assert(name_is_valid(name) && standings_find(standings, name) < 0);
    assert(owner[0] == '\0' || name_is_valid(owner));
    if (standings->count >= STANDINGS_BOTS_MAX)
        return -1;
    if (standings->count == standings->capacity && !standings_grow(standings))
        return -1;
    int index = standings->count++;
    struct standing *bot = &standings->bots[index];
    memset(bot, 0, sizeof *bot);
    snprintf(bot->name, sizeof bot->name, "%s", name);
    snprintf(bot->owner, sizeof bot->owner, "%s", owner);
    bot->rating_milli = RATING_START_MILLI;
    slot_insert(standings->slots, standings->slot_count, name, index);
    STANDINGS_CHECKED(standings);
    return index;
}

int standings_put(struct standings *standings, const struct standing *bot)
{
    int index = standings_find(standings, bot->name);
    assert(bot->name[0]);
    if (index < 0)
        index = standings_add(standings, bot->name, bot->owner);
    if (index >= 0)
        standings->bots[index] = *bot;
    return index;
}

/* ------------------------------------------------------------------------------------ ladders */

int standings_board(const struct standings *standings, const char *name)
{
    for (int i = 0; i < standings->board_count; i++) {
        if (strcmp(standings->boards[i].name, name) == 0)
            return i;
    }
    return -1;
}

int standings_main(const struct standings *standings)
{
    int main = -1;
    for (int i = 0; i < standings->board_count; i++) {
        if (main < 0 || standings->boards[i].results > standings->boards[main].results)
            main = i;
    }
    return main;
}

int standings_board_of(struct standings *standings, const char *ruleset, const char *format)
{
    for (int i = 0; i < standings->board_count; i++) {
        const struct board *board = &standings->boards[i];
        if (strcmp(board->ruleset, ruleset) == 0 && strcmp(board->format, format) == 0)
            return i;
    }
    if (standings->board_count == standings->board_capacity) {
        int capacity = standings->board_capacity ? standings->board_capacity * 2 : 4;
        struct board *boards = realloc(standings->boards, (size_t)capacity * sizeof *boards);
        if (!boards)
            return -1;
        standings->boards = boards;
        standings->board_capacity = capacity;
    }
    board_init(&standings->boards[standings->board_count], ruleset, format);
    return standings->board_count++;
}

int standings_put_entry(struct standings *standings, const struct standings *from, int board,
                        int at)
{
    const struct board *source = &from->boards[board];
    const struct entry *entry = &source->entries[at];
    struct team own = {.count = 0};
    int index = standings_board_of(standings, source->ruleset, source->format);
    const int *bots = board_bots(source, entry, &own.count);
    for (int i = 0; i < own.count; i++) {
        own.bots[i] = standings_find(standings, from->bots[bots[i]].name);
        assert(own.bots[i] >= 0);
    }
    if (index < 0 || board_put(&standings->boards[index], at, entry, &own))
        return -1;
    standings->boards[index].results = source->results;
    standings->boards[index].newest_msec = source->newest_msec;
    memcpy(standings->boards[index].active, source->active, sizeof source->active);
    standings->boards[index].active_count = source->active_count;
    return 0;
}

bool standings_has_entry(const struct standings *standings, const struct standings *from, int board,
                         int at)
{
    const struct board *source = &from->boards[board];
    int own = standings_board(standings, source->name);
    assert(at >= 0 && at < source->count);
    if (own < 0 || at >= standings->boards[own].count)
        return false;
    struct entry entry = source->entries[at];
    const struct entry *there = &standings->boards[own].entries[at];
    entry.player = there->player; /* each numbers its bots */
    return memcmp(&entry, there, sizeof entry) == 0;
}

int standings_put_version(struct standings *standings, const struct version *version)
{
    assert(version->bot >= 0 && version->bot < standings->count && version->number >= 0);
    if (standings->version_count == standings->version_capacity) {
        int capacity = standings->version_capacity ? standings->version_capacity * 2 : 8;
        struct version *versions =
            realloc(standings->versions, (size_t)capacity * sizeof *versions);
        if (!versions)
            return -1;
        standings->versions = versions;
        standings->version_capacity = capacity;
    }
    standings->versions[standings->version_count] = *version;
    return standings->version_count++;
}

const char *standings_label(const struct standings *standings, int bot, int number)
{
    assert(bot >= 0 && bot < standings->count && number >= 0);
    for (int i = standings->version_count - 1; i >= 0 && number > 0; i--) {
        if (standings->versions[i].bot == bot && standings->versions[i].number == number)
            return standings->versions[i].label;
    }
    return "";
}

const char *standings_version_at(const struct standings *standings, int bot, int64_t seq)
{
    const char *label = "";
    assert(bot >= 0 && bot < standings->count);
    if (standings->bots[bot].version == 0)
        return label;
    for (int i = 0; i < standings->version_count; i++) {
        if (standings->versions[i].bot == bot && standings->versions[i].after_seq < seq)
            label = standings->versions[i].label;
    }
    return label;
}

int standings_copy(struct standings *standings, const struct standings *from)
{
    assert(standings != from);
    for (int i = 0; i < standings->board_count; i++)
        board_fini(&standings->boards[i]);
    standings->board_count = 0;
    standings->newest_msec = from->newest_msec;
    standings->guarded = from->guarded;
    for (int i = 0; i < from->count; i++) {
        if (standings_put(standings, &from->bots[i]) < 0)
            return -1;
    }
    standings->version_count = 0;
    for (int i = 0; i < from->version_count; i++) {
        struct version version = from->versions[i];
        version.bot = standings_find(standings, from->bots[version.bot].name);
        if (standings_put_version(standings, &version) < 0)
            return -1;
    }
    if (standings_copy_seasons(standings, from))
        return -1;
    for (int i = 0; i < from->board_count; i++) {
        for (int at = 0; at < from->boards[i].count; at++) {
            if (standings_put_entry(standings, from, i, at))
                return -1;
        }
    }
    return 0;
}

/* ----------------------------------------------------------------------------------- seasons */

int standings_season(const struct standings *standings, const char *name)
{
    for (int i = 0; i < standings->season_count; i++) {
        if (strcasecmp(standings->seasons[i].name, name) == 0)
            return i;
    }
    return -1;
}

int standings_put_season(struct standings *standings, const struct season *season)
{
    size_t count = (size_t)standings->season_count + 1;
    struct season *seasons = realloc(standings->seasons, count * sizeof *seasons);
    assert(season->name[0]);
    if (!seasons)
        return -1;
    standings->seasons = seasons;
    seasons[standings->season_count++] = *season;
    return 0;
}

static int purse_copy(const struct standings *standings, struct season *season,
                      const struct standings *from, const struct season *source)
{
    season->purse = NULL;
    season->purse_count = 0;
    for (int bot = 0; bot < source->purse_count; bot++) {
        if (source->purse[bot] == 0)
            continue;
        int own = standings_find(standings, from->bots[bot].name);
        if (own < 0 || season_prepare(season, &own, 1))
            return -1;
        season->purse[own] = source->purse[bot];
    }
    return 0;
}

int standings_copy_chips(struct standings *standings, const struct standings *from, int bot)
{
    int own = from->season_count > 0 ? standings_find(standings, from->bots[bot].name) : 0;
    assert(bot >= 0 && bot < from->count);
    if (own < 0 || standings->season_count != from->season_count)
        return -1;
    for (int i = 0; i < from->season_count; i++) {
        const struct season *source = &from->seasons[i];
        struct season *season = &standings->seasons[i];
        season->bots = source->bots;
        if (bot >= source->purse_count || source->purse[bot] == 0)
            continue;
        if (season_prepare(season, &own, 1))
            return -1;
        season->purse[own] = source->purse[bot];
    }
    return 0;
}

int standings_copy_seasons(struct standings *standings, const struct standings *from)
{
    assert(standings != from);
    for (int i = 0; i < standings->season_count; i++)
        season_fini(&standings->seasons[i]);
    standings->season_count = 0;
    for (int i = 0; i < from->season_count; i++) {
        struct season season = from->seasons[i];
        if (purse_copy(standings, &season, from, &from->seasons[i]) ||
            standings_put_season(standings, &season)) {
            season_fini(&season);
            return -1;
        }
    }
    return 0;
}
