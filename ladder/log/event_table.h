/* event_table.h - the table of a tournament of the calendar, frozen and signed; inside the ladder
 * only.
 *
 * The table is a line of JSON with sorted keys: the event, its run, when it was due, the SHA-256 of
 * its file and of its records, and the results as the tournament wrote them. So anyone who has
 * the records can verify it. */
#ifndef AVONDALE_EVENT_TABLE_H
#define AVONDALE_EVENT_TABLE_H

#include "base/sign.h"
#include "store/store_calendar.h"

/* The name of the document that holds it. */
void event_table_document_name(const char *run, char name[LADDER_NAME_MAX + 16]);
/* Adds the table, signed, and the entry of the log that names its SHA-256. `results`: the JSON of
 * `avondale tournament --json`; `records_hex`: SHA-256 of its records. Between a begin that writes
 * and the commit, which is the caller's. Returns 0, or -1 with *error. */
LADDER_MUST_CHECK int event_table_freeze(struct store *store, const struct calendar_run *run,
                                         const char *results, const char *records_hex,
                                         const struct sign_key *key, int64_t wall_msec,
                                         struct ladder_error *error);
/* Checks signature and log. `public_hex`: the key that must have signed; NULL: the key in the
 * document. Returns NULL, or what is wrong. *sealed is the document taken apart, to be freed with
 * json_decref; NULL if there is none. */
struct json_t;
const char *event_table_check(struct store *store, const char *run, const char *public_hex,
                              struct json_t **sealed);

#endif
