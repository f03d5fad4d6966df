/* tournament_schedule.h - who will meet whom, as far as no result decides it. Pure. */
#ifndef AVONDALE_TOURNAMENT_SCHEDULE_H
#define AVONDALE_TOURNAMENT_SCHEDULE_H

#include "tournament/tournament.h"

/* Rounds of the format that have not begun, where their pairings follow from the entries alone: of
 * a round robin, of a gauntlet, and of the running season of a league; else 0. */
int tournament_schedule_rounds(const struct tournament *tournament);
/* The meetings of those rounds, in order, into meetings[max]: as many whole rounds as there is room
 * for. Meetings of disqualified entries are left out. Returns the number of meetings, or -1 if out
 * of memory. */
int tournament_schedule_make(const struct tournament *tournament,
                             struct tournament_meeting *meetings, int max);

#endif
