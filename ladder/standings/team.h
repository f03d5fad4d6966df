/* team.h - who an entry of a ladder is about: a bot, or the bots of a side that are rated as a
 * team; inside the ladder only. Pure.
 *
 * The name of a team is those of its bots in their order, without regard to case, joined by "+",
 * which no name of a bot has: "ann+bob", or "ann+ann" where one bot holds both seats. So it is the
 * same whoever sits where.
 */
#ifndef AVONDALE_TEAM_H
#define AVONDALE_TEAM_H

#include "standings/apply_result.h"

/* The bots of a side; `bots` are indexes by seat. */
void team_of_side(const struct standings *standings, const struct ladder_result *result,
                  const int bots[LADDER_SEATS_MAX], int side, struct team *team);
/* Those of these names, 1 to BOARD_TEAM_MAX, in any order. Returns false if a bot is not there. */
bool team_of_names(const struct standings *standings, const char *const *names, int count,
                   struct team *team);
/* Finds a team by its name, the bots in any order. Returns false if that is no name of one, or a
 * bot is not there. */
bool team_parse(const struct standings *standings, const char *name, struct team *team);
/* What its bots are now. */
void team_versions(const struct standings *standings, const struct team *team,
                   int versions[BOARD_TEAM_MAX]);
/* The same name of the seats of a side, as the result has them. */
void team_name_of_side(const struct ladder_result *result, int side,
                       char name[LADDER_TEAM_MAX + 1]);

/* Of an entry of a bot or of a team. */
void team_entry_name(const struct standings *standings, const struct board *board,
                     const struct entry *entry, char name[LADDER_TEAM_MAX + 1]);
/* The labels of the versions that it is about, joined as the names are; "" where none has one. */
void team_entry_labels(const struct standings *standings, const struct board *board,
                       const struct entry *entry, char labels[LADDER_TEAM_MAX + 1]);
/* The same of what its bots are now. */
void team_entry_labels_now(const struct standings *standings, const struct board *board,
                           const struct entry *entry, char labels[LADDER_TEAM_MAX + 1]);
/* Its version is what its bots are now: none of them has become another program since. */
bool team_entry_is_current(const struct standings *standings, const struct board *board,
                           const struct entry *entry);
bool team_entry_is_banned(const struct standings *standings, const struct board *board,
                          const struct entry *entry); /* one of its bots is */
bool team_entry_is_reference(const struct standings *standings, const struct board *board,
                             const struct entry *entry); /* all of them are */
/* The newest entry of a bot or, on a board of teams, of a team by its name; -1: there is none. */
int team_entry_find(const struct standings *standings, const struct board *board, const char *name);

#endif
