/* watch.h - what the ladder's pages need the rules of the game for: games to look at, rulesets to read.
 * Pure functions of their arguments; any thread may call them. See struct web_feed for what they return. */
#ifndef AVONDALE_WATCH_H
#define AVONDALE_WATCH_H

/* A record played again, as JSON: the caller frees it. NULL: no record, or out of memory. */
char *watch_game(const char *record);

/* All rulesets in short (`preset` NULL), or every option of one: the caller frees it. NULL: none of that name. */
char *watch_rules(const char *preset);

#endif
