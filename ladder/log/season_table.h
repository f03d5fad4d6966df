/* season_table.h - the final table of a season as a text that can be signed; inside the ladder
 * only. */
#ifndef AVONDALE_SEASON_TABLE_H
#define AVONDALE_SEASON_TABLE_H

#include "log/batch_tables.h"
#include "base/sign.h"

/* Formats: a season that is over keeps the text that was signed, and the format that the text names
 * is the one that it is made in again to check it. A season is closed in the newest.
 *   1  a row for each bot whose newest version played in it; bars from a bootstrap alone, of the
 *      distance to the mean of the references; chains of neighbours as `group`
 *   2  a row for each version that played in it; bars and places of ratings 8; err95_milli is null
 *      where there are too few; for its bar each bot is held to the center (batch.h)
 *   3  the same rows; for its bar a bot is held to those it met */
enum { SEASON_FORMAT_FIRST = 1, SEASON_FORMAT_CENTER = 2, SEASON_FORMAT_NEWEST = 3 };
/* The final table of a season in the log, up to (not including) entry `before_action` (0: the whole
 * log), as one line of JSON with sorted keys. Between begin and commit of the store. Returns NULL
 * with the reason in `error`. The caller frees it. */
char *season_table(struct store *store, const char *season, int64_t before_action, int format,
                   struct ladder_error *error);
/* The format that a table names; 0: unknown. */
int season_table_format_of(const char *table);
/* The name of the document that holds it. */
void season_table_document_name(const char *season, char name[LADDER_NAME_MAX + 16]);
/* The document: the table as a text, its signature, the public key. NULL if out of memory, or
 * without a signature. */
char *season_table_seal(const char *table, const struct sign_key *key);
/* The table of such a document, which has it: its signature must be that of the key `public_hex`;
 * NULL: of the key in the document. Returns NULL if it is not, or that is no such document. */
struct json_t;
const char *season_table_unseal(const struct json_t *sealed, const char *public_hex);

#endif
