/* season_table.h - the final table of a season as a text that is signed; inside the ladder only. */
#ifndef AVONDALE_SEASON_TABLE_H
#define AVONDALE_SEASON_TABLE_H

#include "ranking.h"
#include "sign.h"

/* The final table of a season that the log has, up to (not including) entry `before_action` (0: all of it), as
 * one line of JSON with sorted keys. Between begin and commit of the store. NULL: `error` says why. To be freed. */
char *season_table(struct store *store, const char *season, int64_t before_action,
                   struct ladder_error *error);
/* The name of the document that holds it. */
void season_document_name(const char *season, char name[LADDER_NAME_MAX + 16]);
/* The document: the table as a text, its signature, the public key. NULL: out of memory, or no signature. */
char *season_seal(const char *table, const struct sign_key *key);

#endif
