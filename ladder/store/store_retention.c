/* store_retention.c - which records may leave, for both kinds of store. */
#include "store/store_kind.h"

int store_retention(struct store *store, struct store_retention *retention)
{
    return store->kind->retention(store, retention);
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
