/* tournament_schedule.c - see tournament_schedule.h. */
#include "tournament/tournament_schedule.h"

#include <assert.h>
#include <string.h>

/* Rounds in which every two of `count` meet once. */
static int round_robin_rounds(int count)
{
    return count + count % 2 - 1;
}

static int league_rounds(const struct tournament *tournament)
{
    int size[TOURNAMENT_ENTRIES_MAX] = {0}, longest = 0;

    for (int i = 0; i < tournament->config.entry_count; i++)
        size[tournament->division_of[i]]++;
    for (int i = 0; i < tournament->config.divisions; i++) {
        int rounds = round_robin_rounds(size[i]);
        longest = rounds > longest ? rounds : longest;
    }
    return longest;
}

int tournament_schedule_rounds(const struct tournament *tournament)
{
    const struct tournament_config *config = &tournament->config;

    assert(config->format < TOURNAMENT_FORMAT_COUNT);
    if (config->format == TOURNAMENT_ROUND_ROBIN)
        return round_robin_rounds(config->entry_count) - tournament->rounds;
    if (config->format == TOURNAMENT_GAUNTLET)
        return config->entry_count - config->heroes - tournament->rounds;
    if (config->format == TOURNAMENT_LEAGUE)
        return league_rounds(tournament) - tournament->season_round;
    return 0;
}

/* The same tournament without its meetings, which these formats do not look at. */
static void copy_without_meetings(struct tournament *ahead, const struct tournament *now)
{
    tournament_init(ahead, &now->config);
    memcpy(ahead->division_of, now->division_of, sizeof ahead->division_of);
    memcpy(ahead->out, now->out, sizeof ahead->out);
    ahead->rounds = now->rounds;
    ahead->season = now->season;
    ahead->season_round = now->season_round;
}

int tournament_schedule_make(const struct tournament *tournament,
                             struct tournament_meeting *meetings, int max)
{
    int left = tournament_schedule_rounds(tournament), count = 0, from = 0, made = 0;
    struct tournament ahead;

    assert(max >= 0);
    copy_without_meetings(&ahead, tournament);
    while (left-- > 0 && (made = tournament_next_round(&ahead)) > 0 && count + made <= max) {
        for (; from < ahead.meeting_count; from++) {
            struct tournament_meeting *meeting = &ahead.meetings[from];
            if (!meeting->done)
                meetings[count++] = *meeting;
            meeting->done = true;
        }
    }
    tournament_fini(&ahead);
    return made < 0 ? -1 : count;
}
