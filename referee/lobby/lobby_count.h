/* lobby_count.h - who seeks each ruleset now, counted as bots come and go: the owners, and the bots
 * that wait or are about to return. Of the lobby's own files only. */
#ifndef AVONDALE_LOBBY_COUNT_H
#define AVONDALE_LOBBY_COUNT_H

#include "lobby/lobby.h"

/* Counts a waiting bot with what it seeks (`by` 1), or no longer (-1). */
void lobby_count_waiting(struct lobby *lobby, int number, int by);
/* Notes why a waiting bot waits. */
void lobby_count_why(struct lobby *lobby, int number, enum lobby_why why);
/* Counts a bot that was seated just now and is listed as away, as one that is about to return. */
void lobby_count_away(struct lobby *lobby, int number);
/* It is about to be taken from the list of those that are away. */
void lobby_count_returned(struct lobby *lobby, int number);
/* A bot counts as about to return for as long as a game takes: finds those that count at `now`. It
 * costs what has changed since the last call. */
void lobby_count_refresh(struct lobby *lobby, usec_t now);
/* Asserts that all counts are right. Walks over all seekers. */
void lobby_count_check(const struct lobby *lobby);

#endif
