/* play_pages.h - the games that people may play in a browser, for the thread of the pages. */
#ifndef AVONDALE_PLAY_PAGES_H
#define AVONDALE_PLAY_PAGES_H

#include "config/config.h"

struct seating;
struct table_limits;

enum { PLAY_PAGES_BOTS_MAX = 50 };

/* JSON of /api/v1/play; see openapi.json. `seating` NULL: no bots are connected. The caller frees
 * it. Returns NULL if out of memory. */
char *play_pages_text(const struct config *config, const struct table_limits *limits,
                      const struct seating *seating, int house_seats);

/* The rulesets that are played here, for the thread of the pages: a configuration changes. */
struct play_rules {
    struct ruleset rules[CONFIG_RULESETS_MAX];
    int count;
};

/* JSON of /api/v1/play/rules/RULESET, as `built` of struct web_feed; `context`: a struct
 * play_rules. The caller frees it. Returns NULL if there is no such ruleset, or if out of memory.
 */
char *play_pages_built(const void *context, const char *ruleset, const char *options);

#endif
