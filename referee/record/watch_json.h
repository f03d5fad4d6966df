/* watch_json.h - the parts of the ladder's pages that need the rules of the game: games to watch,
 * rulesets to read. Pure functions of their arguments; any thread may call them. See struct
 * web_feed for their results. */
#ifndef AVONDALE_WATCH_JSON_H
#define AVONDALE_WATCH_JSON_H

/* Replays a record as JSON, which the caller frees. Returns NULL if it is not a record, or if out
 * of memory. */
char *watch_json_game(const char *record);

/* What `basic` would have done at each step of a hand (from 1), and why, by the knowledge of the
 * seat on turn: [{"action": "7H", "why": "..."}], one for each step of the hand. The caller frees
 * it. Returns NULL if the record does not follow the rules that far, if there is no such hand, or
 * if out of memory. */
char *watch_json_hints(const char *record, int hand);

/* All rulesets in short (`preset` NULL), or every option of one. The caller frees it. Returns NULL
 * if there is no such preset. */
char *watch_json_rules(const char *preset);

/* The chat of spectators at a table, and the phrases. */
const char *watch_json_words(const char *mode, const char *say);
const char *watch_json_phrase(int index, const char **text);

#endif
