/* team.h - the bots of an entry: a bot, or the bots of a side that are rated as a team; inside the
 * ladder only. Pure.
 *
 * The name of a team is the names of its bots in order, ignoring case, joined by "+", which no
 * bot's name contains: "ann+bob", or "ann+ann" if one bot holds both seats. So it does not depend
 * on the seats. */
#ifndef AVONDALE_TEAM_H
#define AVONDALE_TEAM_H

#include "standings/apply_result.h"

/* The bots of a side; `bots` are indexes by seat. */
void team_of_side(const struct standings *standings, const struct ladder_result *result,
                  const int bots[LADDER_SEATS_MAX], int side, struct team *team);
/* Finds bots by name, 1 to BOARD_TEAM_MAX, in any order. Returns false if a bot is unknown. */
bool team_of_names(const struct standings *standings, const char *const *names, int count,
                   struct team *team);
/* Finds a team by its name, with the bots in any order. Returns false if it is no team's name, or a
 * bot is unknown. */
bool team_parse(const struct standings *standings, const char *name, struct team *team);
/* The present version of its bots. */
void team_versions(const struct standings *standings, const struct team *team,
                   int versions[BOARD_TEAM_MAX]);
/* The name by the seats of a side, as the result has them. */
void team_name_of_side(const struct ladder_result *result, int side,
                       char name[LADDER_TEAM_MAX + 1]);

/* For an entry of a bot or of a team. */
void team_entry_name(const struct standings *standings, const struct board *board,
                     const struct entry *entry, char name[LADDER_TEAM_MAX + 1]);
/* The labels of its versions, joined like the names; "" if none has one. */
void team_entry_labels(const struct standings *standings, const struct board *board,
                       const struct entry *entry, char labels[LADDER_TEAM_MAX + 1]);
/* The same for the present versions of its bots. */
void team_entry_labels_now(const struct standings *standings, const struct board *board,
                           const struct entry *entry, char labels[LADDER_TEAM_MAX + 1]);
/* Whether its version is the present one: none of its bots has changed since. */
bool team_entry_is_current(const struct standings *standings, const struct board *board,
                           const struct entry *entry);
bool team_entry_is_banned(const struct standings *standings, const struct board *board,
                          const struct entry *entry); /* any of its bots is */
bool team_entry_is_reference(const struct standings *standings, const struct board *board,
                             const struct entry *entry); /* all of them are */
/* The newest entry of a bot or, on a board of teams, of a team by its name; -1 if there is none. */
int team_entry_find(const struct standings *standings, const struct board *board, const char *name);

#endif
