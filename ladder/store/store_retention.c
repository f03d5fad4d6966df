/* store_retention.c - which records may leave, for both kinds of store. */
#include "store/store_kind.h"

#include <inttypes.h>
#include <stdio.h>

int store_retention(struct store *store, struct store_retention *retention)
{
    return store->kind->retention(store, retention);
}

void store_retention_wrong(const struct store_retention *retention, int64_t last_seq,
                           char text[STORE_RETENTION_TEXT])
{
    bool archived = retention->archived_seq > last_seq;

    text[0] = '\0';
    if (archived || retention->left_seq > last_seq)
        snprintf(text, STORE_RETENTION_TEXT,
                 "retention.%s is %" PRId64 ": expected 0 to %" PRId64 ", the last result",
                 archived ? "archived_seq" : "left_seq",
                 archived ? retention->archived_seq : retention->left_seq, last_seq);
}

int store_retention_sound(struct store *store, struct store_retention *retention)
{
    char text[STORE_RETENTION_TEXT];
    int64_t last_seq;

    if (store_last_seq(store, &last_seq) || store->kind->retention(store, retention))
        return STORE_FAILED;
    store_retention_wrong(retention, last_seq, text);
    if (text[0])
        snprintf(store->error, sizeof store->error, "%s: %s", store->name, text);
    return text[0] ? STORE_FAILED : 0;
}

int store_retention_archived(struct store *store, int64_t from, int64_t to)
{
    struct store_retention retention;

    if (store->kind->retention(store, &retention))
        return STORE_FAILED;
    if (from > retention.archived_seq + 1)
        return STORE_NONE;
    return store->kind->retention_archived(store, to);
}

int store_retention_drop(struct store *store, int64_t until, bool unarchived)
{
    struct store_retention retention;

    if (store->kind->retention(store, &retention))
        return STORE_FAILED;
    if (!unarchived && until > retention.archived_seq)
        until = retention.archived_seq;
    while (retention.partition_end > 0 && retention.partition_end <= until) {
        if (store->kind->partition_drop(store, retention.partition_end) ||
            store->kind->retention(store, &retention))
            return STORE_FAILED;
    }
    return until > retention.left_seq ? store->kind->records_drop(store, retention.left_seq, until)
                                      : 0;
}

int store_retention_page(struct store *store, int64_t after_seq, struct store_record_at *records,
                         int max)
{
    return store->kind->records_at(store, after_seq, records, max);
}

int store_retention_stray(struct store *store, int64_t *seq, bool *twice)
{
    return store->kind->record_stray(store, seq, twice);
}
