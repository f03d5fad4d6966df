/* watch_json.h - what the ladder's pages need the rules of the game for: games to look at, rulesets
 * to read. Pure functions of their arguments; any thread may call them. See struct web_feed for
 * what they return. */
#ifndef AVONDALE_WATCH_JSON_H
#define AVONDALE_WATCH_JSON_H

/* A record played again, as JSON: the caller frees it. NULL: no record, or out of memory. */
char *watch_json_game(const char *record);

/* What `basic` would have done at each step of a hand (from 1), and why, by what the seat on turn
 * knew:
 * [{"action": "7H", "why": "..."}], as many as the hand has steps. The caller frees it. NULL: no
 * record that follows the rules so far, no such hand, or out of memory. */
char *watch_json_hints(const char *record, int hand);

/* All rulesets in short (`preset` NULL), or every option of one: the caller frees it. NULL: none of
 * that name. */
char *watch_json_rules(const char *preset);

/* What a spectator says at a table, and the phrases there are. */
const char *watch_json_words(const char *mode, const char *say);
const char *watch_json_phrase(int index, const char **text);

#endif
