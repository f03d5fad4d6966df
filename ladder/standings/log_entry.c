/* log_entry.c - bans, versions and reference bots, in the order of the log (ratings 7). */
#include "standings/log_entry.h"
#include "standings/guard.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const action_names[LOG_ENTRY_KINDS] = {
    "ban", "void", "version", "reference", "season", "close", "rules", "owner", "event"};

const char *log_entry_name(enum log_entry_kind kind)
{
    assert((unsigned)kind < LOG_ENTRY_KINDS);
    return action_names[kind];
}

enum log_entry_kind log_entry_find(const char *name)
{
    int kind = 0;
    while (kind < LOG_ENTRY_KINDS && strcmp(action_names[kind], name) != 0)
        kind++;
    return (enum log_entry_kind)kind;
}

bool log_entry_of_bot(enum log_entry_kind kind)
{
    assert((unsigned)kind < LOG_ENTRY_KINDS);
    return kind == LOG_ENTRY_BAN || kind == LOG_ENTRY_VERSION || kind == LOG_ENTRY_REFERENCE ||
           kind == LOG_ENTRY_OWNER;
}

/* A new version: the bot's next rated result begins a new entry. */
static int version_begin(struct standings *standings, int bot, const struct log_entry *action)
{
    struct version version = {.bot = bot,
                              .number = standings->bots[bot].version + 1,
                              .after_seq = action->after_seq,
                              .wall_msec = action->wall_msec};
    snprintf(version.label, sizeof version.label, "%.32s", action->text);
    if (standings_put_version(standings, &version) < 0)
        return -1;
    standings->bots[bot].version = version.number;
    memcpy(standings->bots[bot].label, version.label, sizeof version.label);
    return 0;
}

/* An entry whose season is not valid, or already known, changes nothing: the log cannot be refused.
 */
static int season_begin(struct standings *standings, const struct log_entry *action)
{
    struct season season;
    if (season_parse(action->text, &season) || standings_season(standings, season.name) >= 0)
        return 0;
    season.first_action = action->id;
    return standings_put_season(standings, &season);
}

static void season_end(struct standings *standings, const struct log_entry *action)
{
    char name[LADDER_NAME_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(action->text, " "), action->text);
    int index = standings_season(standings, name);
    if (index >= 0 && standings->seasons[index].close_action == 0)
        standings->seasons[index].close_action = action->id;
}

/* An entry whose text is not a name changes nothing. */
static void owner_change(struct standing *bot, const char *owner)
{
    if (!name_is_valid(owner))
        return;
    snprintf(bot->owner, sizeof bot->owner, "%.32s", owner);
    bot->moved = true;
}

int log_entry_apply(struct standings *standings, const struct log_entry *action)
{
    assert(action->kind >= 0 && action->kind < LOG_ENTRY_KINDS);
    int bot = log_entry_of_bot(action->kind) ? standings_find(standings, action->bot) : -1;

    if (bot >= 0 && action->kind == LOG_ENTRY_BAN)
        standings->bots[bot].banned = true;
    else if (bot >= 0 && action->kind == LOG_ENTRY_REFERENCE)
        standings->bots[bot].reference = strcmp(action->text, "on") == 0;
    else if (bot >= 0 && action->kind == LOG_ENTRY_OWNER)
        owner_change(&standings->bots[bot], action->text);
    else if (bot >= 0 && action->kind == LOG_ENTRY_VERSION)
        return version_begin(standings, bot, action);
    else if (action->kind == LOG_ENTRY_RULES)
        standings->guarded = strcmp(action->text, GUARD_RULES) == 0;
    else if (action->kind == LOG_ENTRY_SEASON)
        return season_begin(standings, action);
    else if (action->kind == LOG_ENTRY_CLOSE)
        season_end(standings, action);
    return 0;
}
