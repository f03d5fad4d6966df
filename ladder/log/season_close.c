/* season_close.c - the end of a season. */
#include "log/season_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int season_close(struct store *store, const char *season, const struct sign_key *key,
                 int64_t wall_msec, char digest[SIGN_KEY_HEX], struct ladder_error *error)
{
    char name[LADDER_NAME_MAX + 16], text[LOG_ENTRY_TEXT_MAX + 1];
    char *table = season_table(store, season, 0, SEASON_FORMAT_NEWEST, error);
    char *sealed = table ? season_table_seal(table, key) : NULL;
    int status = sealed ? 0 : -1;

    if (table && !sealed)
        snprintf(error->text, sizeof error->text, "the table cannot be signed");
    if (status == 0) {
        sign_digest(table, digest);
        season_table_document_name(season, name);
        snprintf(text, sizeof text, "%s %s", season, digest);
        if (store_document_add(store, name, sealed) ||
            store_log_entry_add(store, LOG_ENTRY_CLOSE, 0, wall_msec, text)) {
            snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
            status = -1;
        }
    }
    free(table);
    free(sealed);
    return status;
}
