/* store_record.c - records in their stored form, for both kinds of store. */
#include "store/store_record.h"
#include "store/chain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int say(struct store *store, const char *game, const char *what)
{
    snprintf(store->error, sizeof store->error, "%s: the record of game '%s' %s", store->name, game,
             what);
    return -1;
}

/* The store is well, but for this record. */
static int say_damaged(struct store *store, const char *game, const char *what)
{
    store->record_damaged = true;
    return say(store, game, what);
}

static struct blob_coder *coder_of(struct store *store)
{
    if (!store->coder)
        store->coder = blob_coder_create();
    return store->coder;
}

int store_record_pack(struct store *store, const struct ladder_result *result, struct blob *own,
                      const struct blob **blob)
{
    own->bytes = NULL;
    *blob = result->blob;
    if (result->blob)
        return 0;
    *blob = own;
    struct blob_coder *coder = coder_of(store);
    if (coder && blob_pack(coder, result->record, own) == 0)
        return 0;
    return say(store, result->game, "cannot be packed: out of memory, or longer than 64 MiB");
}

const uint8_t *store_record_hash(const struct ladder_result *result, uint8_t own[STORE_CHAIN_BYTES])
{
    if (result->linked_by_text)
        return NULL;
    if (!result->record)
        return result->record_hash;
    chain_record(result->record, own);
    return own;
}

int store_record_add(struct store *store, int64_t seq, const struct ladder_result *result,
                     store_blob_fn *add)
{
    const struct blob *blob;
    struct blob own;

    if (!result->record)
        return 0;
    int status = store_record_pack(store, result, &own, &blob);
    if (status == 0)
        status = add(store, seq, blob);
    free(own.bytes);
    return status;
}

/* Loads a dictionary that this program lacks from the store. */
static int dictionary_learn(struct store *store, const char *game, int64_t dictionary,
                            store_dictionary_fn *find)
{
    uint8_t *bytes = malloc(BLOB_DICTIONARY_MAX);
    int size = bytes ? find(store, dictionary, bytes) : 0;
    int status =
        size > 0 ? blob_coder_learn(store->coder, dictionary, bytes, (size_t)size) : BLOB_DAMAGED;

    free(bytes);
    if (!bytes || status == BLOB_NO_MEMORY)
        return say(store, game, "cannot be read: out of memory");
    if (size < 0)
        return -1;
    return status ? say_damaged(store, game, "cannot be read: its dictionary is missing or damaged")
                  : 0;
}

typedef int unpack_fn(struct blob_coder *coder, int64_t dictionary, const uint8_t *bytes,
                      size_t size, char **text);

static int text_make(struct store *store, const char *game, const struct store_record_row *row,
                     store_dictionary_fn *find, unpack_fn *unpack, char **text)
{
    *text = NULL;
    if (!row->bytes && !row->text)
        return STORE_NONE;
    if (!row->bytes) {
        *text = strdup(row->text);
        return *text ? 0 : say(store, game, "cannot be read: out of memory");
    }
    struct blob_coder *coder = coder_of(store);
    if (!coder)
        return say(store, game, "cannot be read: out of memory");
    if (!blob_coder_knows(coder, row->dictionary) &&
        dictionary_learn(store, game, row->dictionary, find))
        return -1;
    int status = unpack(coder, row->dictionary, row->bytes, row->size, text);
    if (status == BLOB_NO_MEMORY)
        return say(store, game, "cannot be read: out of memory");
    return status ? say_damaged(store, game, "is damaged") : 0;
}

int store_record_unpack(struct store *store, const char *game, const struct store_record_row *row,
                        store_dictionary_fn *find, char **text)
{
    return text_make(store, game, row, find, blob_unpack, text);
}

int store_record_outline(struct store *store, const char *game, const struct store_record_row *row,
                         store_dictionary_fn *find, char **text)
{
    return text_make(store, game, row, find, blob_outline, text);
}

int store_record_index(const struct store_result *results, int count, int64_t seq, int *at)
{
    while (*at < count && results[*at].seq > seq)
        ++*at;
    return *at < count && results[*at].seq == seq ? *at : -1;
}

void store_record_fini(struct store *store)
{
    blob_coder_destroy(store->coder);
    store->coder = NULL;
}
