/* standings_season.c - the seasons of the standings. */
#include "standings/apply_result.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
