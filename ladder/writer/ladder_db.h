/* ladder_db.h - `struct ladder`: a database and the thread that owns it: opened and closed.
 *
 * No database call runs on the caller's thread. writer_view.h and its parts answer from memory,
 * writer_queue.h queues writes. */
#ifndef AVONDALE_LADDER_DB
#define AVONDALE_LADDER_DB

#include "base/values.h"

struct ladder;

/* Returns true for a URL with a supported scheme, in one of these forms. */
#define LADDER_URL_FORMS "sqlite:PATH or postgresql://[USER@]HOST[:PORT]/DATABASE"
bool writer_url_valid(const char *url);
/* Opens (or makes) the database, migrates the schema and starts the thread. Refuses, without a
 * change, a file that is unreadable, foreign or newer, or that another process serves from
 * (`exclusive`). Errors never hold a password of the URL. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int writer_open(struct ladder **ladder, const char *url, bool exclusive,
                                  struct ladder_error *error);
/* The same as one node of several: exclusive under its name. */
LADDER_MUST_CHECK int writer_open_node(struct ladder **ladder, const char *url,
                                       const struct ladder_node *node, struct ladder_error *error);
/* The same, exclusive, for a node or (NULL) alone. Calls `keep` (or NULL) for each game that an
 * earlier process of it announced and did not end, perhaps more than once: NULL leaves the game
 * open, and the caller submits its result; else the reason why it is void, 63 bytes at most. */
typedef const char *ladder_keep_fn(void *context, const char *game);
LADDER_MUST_CHECK int writer_open_keeping(struct ladder **ladder, const char *url,
                                          const struct ladder_node *node, ladder_keep_fn *keep,
                                          void *context, struct ladder_error *error);
/* Finishes the queue, runs the remaining completions (each runs exactly once), then closes. NULL is
 * fine. */
void writer_close(struct ladder *ladder);
/* The line of a bot or a team in a ladder. */
struct ladder_line {
    char board[LADDER_BOARD_MAX + 1];
    struct ladder_row row;
};
/* Returns a line that names stored results found missing since the ladder was opened, or "" if
 * there are none. */
const char *writer_damage(const struct ladder *ladder);

#endif
