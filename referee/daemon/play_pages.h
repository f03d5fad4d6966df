/* play_pages.h - the games that people may play in a browser, for the thread of the pages. */
#ifndef AVONDALE_PLAY_PAGES_H
#define AVONDALE_PLAY_PAGES_H

struct config;
struct seating;
struct table_limits;

enum { PLAY_PAGES_BOTS_MAX = 50 };

/* JSON of /api/v1/play; see openapi.json. `seating` NULL: no bots are connected. The caller frees
 * it. Returns NULL if out of memory. */
char *play_pages_text(const struct config *config, const struct table_limits *limits,
                      const struct seating *seating, int house_seats);

#endif
