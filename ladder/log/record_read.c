/* record_read.c - reads records of results, and says what is wrong with one. */
#include "log/record_read.h"
#include "store/chain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool was_altered(const struct store_result *row, const char *text)
{
    uint8_t hash[CHAIN_BYTES];

    if (!row->hashed || !text)
        return false;
    chain_record(text, hash);
    return memcmp(hash, row->record_hash, CHAIN_BYTES) != 0;
}

int record_read(struct store *store, const struct store_retention *retention,
                const struct store_result *row, struct record_read *read)
{
    *read = (struct record_read){.text = NULL};
    int there = store_record(store, row->result.game, &read->text);
    if (there == STORE_FAILED && !store_record_damaged(store))
        return -1;
    read->left = there == STORE_LEFT && row->seq <= retention->left_seq;
    if (there == STORE_FAILED)
        read->wrong = "its record is damaged";
    else if (there == STORE_LEFT && !read->left)
        read->wrong = "its record was taken out";
    else if (was_altered(row, read->text))
        read->wrong = "its record was altered";
    if (!read->wrong)
        return 0;
    free(read->text);
    read->text = NULL;
    return 0;
}

void record_read_line(const struct store_result *row, const char *wrong,
                      char line[RECORD_READ_LINE])
{
    snprintf(line, RECORD_READ_LINE, "result %s (number %lld): %s", row->result.game,
             (long long)row->seq, wrong);
}

void record_read_count(const struct record_read *read, const struct store_result *row,
                       struct record_faults *faults)
{
    if (read->wrong && faults->count++ == 0)
        record_read_line(row, read->wrong, faults->first);
}
