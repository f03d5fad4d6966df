/* snapshot.c - the value of the log up to an entry, as sealed bytes. */
#include "log/snapshot.h"
#include "standings/standings_bytes.h"

#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    NUMBER_BYTES = 8,
    VERSION_AT = MAGIC_BYTES,
    SEQ_AT = VERSION_AT + NUMBER_BYTES,
    RESULT_AT = SEQ_AT + NUMBER_BYTES,
    ACTION_AT = RESULT_AT + STORE_CHAIN_BYTES,
    ENTRY_AT = ACTION_AT + NUMBER_BYTES,
    HEAD_BYTES = ENTRY_AT + STORE_CHAIN_BYTES,
};
static const uint8_t magic[MAGIC_BYTES] = {'A', 'v', 'L', 'd', 's', 'n', 'a', 'p'};

static void put_number(uint8_t *at, int64_t number)
{
    for (int i = 0; i < NUMBER_BYTES; i++)
        at[i] = (uint8_t)((uint64_t)number >> 8 * i);
}

static int64_t get_number(const uint8_t *at)
{
    uint64_t number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return (int64_t)number;
}

int snapshot_take(const struct standings *standings, struct snapshot_place place,
                  struct bytes *bytes)
{
    uint8_t head[HEAD_BYTES] = {0};

    memcpy(head, magic, MAGIC_BYTES);
    put_number(head + VERSION_AT, SNAPSHOT_VERSION);
    put_number(head + SEQ_AT, place.seq);
    put_number(head + ACTION_AT, place.action);
    bytes_raw(bytes, head, sizeof head);
    return standings_bytes_write(standings, bytes);
}

/* Reads the hashes at a place of the log. Returns 0, STORE_NONE if there are none, or STORE_FAILED.
 */
static int place_hashes(struct store *store, struct snapshot_place place,
                        uint8_t result[STORE_CHAIN_BYTES], uint8_t entry[STORE_CHAIN_BYTES])
{
    struct store_result *row = calloc(1, sizeof *row);
    struct log_entry action = {.id = 0};
    int rows = row ? store_results(store, 0, place.seq - 1, row, 1) : STORE_FAILED;
    int actions = place.action > 0 ? store_log_entries(store, place.action - 1, &action, 1) : 0;
    int status = rows < 0 || actions < 0 ? STORE_FAILED : 0;

    if (status == 0 && (rows != 1 || row->seq != place.seq || !row->chained))
        status = STORE_NONE;
    if (status == 0 && place.action > 0 &&
        (actions != 1 || action.id != place.action || !action.chained))
        status = STORE_NONE;
    if (status == 0)
        memcpy(result, row->chain, STORE_CHAIN_BYTES);
    memset(entry, 0, STORE_CHAIN_BYTES);
    if (status == 0 && place.action > 0)
        memcpy(entry, action.chain, STORE_CHAIN_BYTES);
    free(row);
    return status;
}

int snapshot_seal(struct bytes *bytes, struct store *store)
{
    const struct snapshot_place place = {get_number(bytes->at + SEQ_AT),
                                         get_number(bytes->at + ACTION_AT)};
    uint8_t digest[SHA256_DIGEST_LENGTH];
    int status = place_hashes(store, place, bytes->at + RESULT_AT, bytes->at + ENTRY_AT);

    if (status)
        return status;
    SHA256(bytes->at, bytes->size, digest);
    bytes_raw(bytes, digest, sizeof digest);
    return bytes->failed ? STORE_FAILED : 0;
}

static int pass_over(char why[SNAPSHOT_WHY_BYTES], const char *text)
{
    snprintf(why, SNAPSHOT_WHY_BYTES, "%s", text);
    return -1;
}

/* Reads the head, and checks that the bytes are whole. */
static int check_whole(const uint8_t *bytes, size_t size, char why[SNAPSHOT_WHY_BYTES])
{
    uint8_t digest[SHA256_DIGEST_LENGTH];

    if (size < HEAD_BYTES + sizeof digest || memcmp(bytes, magic, MAGIC_BYTES) != 0)
        return pass_over(why, "it is no snapshot, or cut short");
    int64_t version = get_number(bytes + VERSION_AT);
    if (version != SNAPSHOT_VERSION) {
        snprintf(why, SNAPSHOT_WHY_BYTES, "it is of version %lld, and this avondale's is %d",
                 (long long)version, SNAPSHOT_VERSION);
        return -1;
    }
    SHA256(bytes, size - sizeof digest, digest);
    if (memcmp(digest, bytes + size - sizeof digest, sizeof digest) != 0)
        return pass_over(why, "it is damaged");
    return 0;
}

static int check_chain(const uint8_t *bytes, struct store *store, struct snapshot_place place,
                       char why[SNAPSHOT_WHY_BYTES])
{
    uint8_t result[STORE_CHAIN_BYTES], entry[STORE_CHAIN_BYTES];
    bool in_range = place.seq > 0 && place.seq < INT64_MAX && place.action >= 0;
    int status = in_range ? place_hashes(store, place, result, entry) : STORE_NONE;

    if (status == STORE_FAILED)
        return pass_over(why, store_error(store));
    if (status == 0 && memcmp(result, bytes + RESULT_AT, sizeof result) == 0 &&
        memcmp(entry, bytes + ENTRY_AT, sizeof entry) == 0)
        return 0;
    snprintf(why, SNAPSHOT_WHY_BYTES, "its result %lld is not on the chain of this log",
             (long long)place.seq);
    return -1;
}

int snapshot_open(const uint8_t *bytes, size_t size, struct store *store,
                  struct standings *standings, struct snapshot_place *place,
                  char why[SNAPSHOT_WHY_BYTES])
{
    if (check_whole(bytes, size, why))
        return -1;
    *place = (struct snapshot_place){get_number(bytes + SEQ_AT), get_number(bytes + ACTION_AT)};
    if (check_chain(bytes, store, *place, why))
        return -1;
    struct bytes_reader reader = {bytes + HEAD_BYTES, bytes + size - SHA256_DIGEST_LENGTH, false};
    int status = standings_bytes_read(standings, &reader);
    if (status == 0 && reader.at == reader.end)
        return 0;
    standings_fini(standings);
    return pass_over(why, status && !reader.failed ? "out of memory" : "it holds no standings");
}
