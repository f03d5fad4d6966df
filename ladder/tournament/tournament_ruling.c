/* tournament_ruling.c - an organiser's hand: an entry is disqualified, a meeting is played again.
 */
#include "tournament/tournament_ruling.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

bool tournament_ruling_voids(enum tournament_format format)
{
    assert(format < TOURNAMENT_FORMAT_COUNT);
    return format == TOURNAMENT_ROUND_ROBIN || format == TOURNAMENT_GAUNTLET ||
           format == TOURNAMENT_LEAGUE;
}

/* Makes the results of a meeting void. */
static int put_by(struct tournament *tournament, int index, bool rerun)
{
    struct tournament_meeting *meeting = &tournament->meetings[index];

    if (meeting->halves_a + meeting->halves_b > 0) {
        struct tournament_void *grown =
            realloc(tournament->voids, ((size_t)tournament->void_count + 1) * sizeof *grown);
        if (!grown)
            return -1;
        tournament->voids = grown;
        tournament->voids[tournament->void_count++] =
            (struct tournament_void){.meeting = index,
                                     .a = meeting->a,
                                     .b = meeting->b,
                                     .halves_a = meeting->halves_a,
                                     .halves_b = meeting->halves_b,
                                     .deciding = meeting->deciding,
                                     .margin = meeting->margin,
                                     .rerun = rerun};
    }
    meeting->halves_a = meeting->halves_b = meeting->deciding = 0;
    meeting->margin = 0;
    return 0;
}

int tournament_ruling_disqualify(struct tournament *tournament, int entry)
{
    bool voids = tournament_ruling_voids(tournament->config.format);
    int at = -1;

    assert(entry >= 0 && entry < tournament->config.entry_count && !tournament->out[entry]);
    assert(tournament->config.format != TOURNAMENT_INDIVIDUAL);
    tournament->out[entry] = true;
    while ((at = tournament_before(tournament, entry, at)) >= 0) {
        struct tournament_meeting *meeting = &tournament->meetings[at];
        if (meeting->season != tournament->season || meeting->b < 0 ||
            meeting->ruling != RULING_NONE || (meeting->done && !voids))
            continue;
        if (put_by(tournament, at, false))
            return -1;
        meeting->ruling = voids ? RULING_VOID : meeting->a == entry ? RULING_TO_B : RULING_TO_A;
        meeting->done = true;
    }
    return 0;
}

int tournament_ruling_check(const struct tournament *tournament, int meeting, char error[160])
{
    bool knockout = tournament->config.format == TOURNAMENT_KNOCKOUT ||
                    tournament->config.format == TOURNAMENT_DOUBLE_KNOCKOUT;

    assert(tournament->config.format != TOURNAMENT_INDIVIDUAL);
    if (meeting < 0 || meeting >= tournament->meeting_count) {
        snprintf(error, 160, "expected a meeting from 1 to %d", tournament->meeting_count);
        return -1;
    }
    const struct tournament_meeting *played = &tournament->meetings[meeting];
    if (played->b < 0)
        snprintf(error, 160, "it is a bye");
    else if (tournament->out[played->a] || tournament->out[played->b])
        snprintf(error, 160, "one of its entries is disqualified");
    else if (played->season != tournament->season)
        snprintf(error, 160, "its season is over");
    else if (knockout && played->round + 1 < tournament->rounds)
        snprintf(error, 160, "round %d was paired by its result", played->round + 2);
    else
        return 0;
    return -1;
}

int tournament_ruling_rerun(struct tournament *tournament, int meeting)
{
    char error[160];

    assert(tournament_ruling_check(tournament, meeting, error) == 0);
    (void)error;
    if (put_by(tournament, meeting, true))
        return -1;
    tournament->meetings[meeting].done = false;
    return 0;
}
