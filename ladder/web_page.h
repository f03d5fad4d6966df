/* web_page.h - the pages as text; inside the ladder only. Knows no HTTP. */
#ifndef AVONDALE_WEB_PAGE_H
#define AVONDALE_WEB_PAGE_H

#include "ladder.h"

struct evbuffer;

extern const char web_page_style[]; /* /style.css */
extern const char web_page_icon[];  /* /icon.svg */

/* Each appends one whole page. Whatever came from outside is escaped. */
void web_page_standings(struct evbuffer *out, const struct ladder_bot *bots, int bot_count,
                        const struct ladder_game *games, int game_count);
void web_page_message(struct evbuffer *out, const char *title, const char *sentence);

/* The standings as JSON text; freed by the caller with free. NULL: out of memory. */
char *web_page_json(const struct ladder_bot *bots, int bot_count);

#endif
