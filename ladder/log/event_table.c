/* event_table.c - the table of a tournament of the calendar. */
#include "log/event_table.h"
#include "log/season_table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void event_table_document_name(const char *run, char name[LADDER_NAME_MAX + 16])
{
    snprintf(name, LADDER_NAME_MAX + 16, "event/%.32s", run);
}

/* The line that is signed; NULL: the results are no JSON, or memory is out. */
static char *table_text(const struct calendar_run *run, const char *results,
                        const char *records_hex)
{
    char file_hex[SIGN_KEY_HEX];
    json_t *made = json_loads(results, JSON_REJECT_DUPLICATES, NULL);

    sign_digest(run->file, file_hex);
    json_t *table = json_pack("{s:s, s:s, s:s, s:s, s:I, s:s, s:s, s:o}", "format",
                              "avondale-event/1", "event", run->event, "run", run->name, "spec",
                              run->spec, "due_msec", (json_int_t)run->due_msec, "file_sha256",
                              file_hex, "records_sha256", records_hex, "results", made);
    char *text = table ? json_dumps(table, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(table);
    return text;
}

int event_table_freeze(struct store *store, const struct calendar_run *run, const char *results,
                       const char *records_hex, const struct sign_key *key, int64_t wall_msec,
                       struct ladder_error *error)
{
    char name[LADDER_NAME_MAX + 16], text[LOG_ENTRY_TEXT_MAX + 1], digest[SIGN_KEY_HEX];
    char *table = table_text(run, results, records_hex);
    char *sealed = table ? season_table_seal(table, key) : NULL;
    int status = sealed ? 0 : -1;

    if (status)
        snprintf(error->text, sizeof error->text, "%s",
                 table ? "the table cannot be signed" : "its results are no JSON");
    if (status == 0) {
        sign_digest(table, digest);
        event_table_document_name(run->name, name);
        snprintf(text, sizeof text, "%s %s", run->name, digest);
        if (store_document_add(store, name, sealed) ||
            store_log_entry_add(store, LOG_ENTRY_EVENT, 0, wall_msec, text)) {
            snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
            status = -1;
        }
    }
    free(table);
    free(sealed);
    return status;
}

/* Whether the log has an entry with that text. */
static bool log_names(struct store *store, const char *text)
{
    struct log_entry *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = page ? STORE_PAGE : 0;
    bool found = false;

    while (count == STORE_PAGE && !found) {
        count = store_log_entries(store, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            after = page[i].id;
            found = found || (page[i].kind == LOG_ENTRY_EVENT && strcmp(page[i].text, text) == 0);
        }
    }
    free(page);
    return found;
}

const char *event_table_check(struct store *store, const char *run, const char *public_hex,
                              struct json_t **sealed)
{
    char name[LADDER_NAME_MAX + 16], *text = NULL, digest[SIGN_KEY_HEX];
    char entry[LOG_ENTRY_TEXT_MAX + 1];

    event_table_document_name(run, name);
    *sealed = store_document(store, name, &text) == 0 ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (!*sealed)
        return "there is no final table of that name";
    const char *table = season_table_unseal(*sealed, public_hex);
    if (!table)
        return "the signature is not that of this table";
    sign_digest(table, digest);
    snprintf(entry, sizeof entry, "%.32s %s", run, digest);
    return log_names(store, entry) ? NULL : "the log names another table";
}
