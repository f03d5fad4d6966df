/* store_record.h - records in their stored form, for the rooms of both kinds of store. */
#ifndef AVONDALE_STORE_RECORD_H
#define AVONDALE_STORE_RECORD_H

#include "pack/blob.h"
#include "store/store_kind.h"

/* Sets *blob to the packed record of a result that has one: result->blob, or one made here in *own,
 * which the caller frees. Returns 0, or -1 with store->error. */
int store_record_pack(struct store *store, const struct ladder_result *result, struct blob *own,
                      const struct blob **blob);

/* Returns the hash of a result's record, made in `own` or given by an import; NULL where its link
 * in the chain is of the first form: it has no record, or is an import of such an entry. */
const uint8_t *store_record_hash(const struct ladder_result *result,
                                 uint8_t own[STORE_CHAIN_BYTES]);
/* Writes a packed record. Returns 0, or -1 with store->error. */
typedef int store_blob_fn(struct store *store, int64_t seq, const struct blob *blob);
/* Packs the record of a result, if it has one, and has `add` write it. Returns 0, or -1 with
 * store->error. */
int store_record_add(struct store *store, int64_t seq, const struct ladder_result *result,
                     store_blob_fn *add);

/* A record as it was read; its bytes and text belong to the kind. */
struct store_record_row {
    const uint8_t *bytes; /* packed; NULL: there is only the text */
    size_t size;
    int64_t dictionary;
    const char *text; /* of a store from before records were packed; NULL: none */
};
/* The dictionary of that number, copied to bytes[BLOB_DICTIONARY_MAX]. Returns its size, 0 if there
 * is none, or -1 with store->error. */
typedef int store_dictionary_fn(struct store *store, int64_t dictionary, uint8_t *bytes);
/* Makes *text, the caller's, of a row; calls `find` for a dictionary that this program lacks, which
 * may invalidate the row's bytes only after copying them. Returns 0, STORE_NONE if the row has
 * neither form, or -1 with store->error, which names the game. */
int store_record_unpack(struct store *store, const char *game, const struct store_record_row *row,
                        store_dictionary_fn *find, char **text);
/* The same, but *text is an outline of it, where it was packed. */
int store_record_outline(struct store *store, const char *game, const struct store_record_row *row,
                         store_dictionary_fn *find, char **text);
/* The index of the result of that number among `count`, newest first, from *at on, which moves past
 * those before it; -1: it is not among them. */
int store_record_index(const struct store_result *results, int count, int64_t seq, int *at);
void store_record_fini(struct store *store);

#endif
