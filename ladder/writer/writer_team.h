/* writer_team.h - partners that are rated as a team, in the published view. */
#ifndef AVONDALE_WRITER_TEAM_H
#define AVONDALE_WRITER_TEAM_H

#include "writer/ladder_db.h"

/* Copies the entries of a bot's teams, of each ladder the latest first. Returns the number written.
 */
int writer_team_list(struct ladder *ladder, const char *name, struct ladder_line *teams, int max);
/* Returns the rating of the team of these bots, in thousandths, or what it starts with. With one
 * name: of the team that this bot played in last. */
int64_t writer_team_rating(struct ladder *ladder, const char *const *names, int count,
                           const char *ruleset, int side_count, int seat_count);

#endif
