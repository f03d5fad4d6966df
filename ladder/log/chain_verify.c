/* chain_verify.c - checks the hash chain of a store's log, page by page. */
#include "log/chain_verify.h"
#include "log/record_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    struct store *store;
    struct chain_audit *audit;
    struct store_retention retention;
    struct log_entry actions[STORE_PAGE];
    int action_count, action_next;
    int64_t action_id;
};

static int check_action(struct walk *walk, const struct log_entry *action)
{
    uint8_t hash[CHAIN_BYTES];

    walk->audit->actions++;
    chain_log_entry(walk->audit->entry, walk->audit->last, action, hash);
    if (!walk->audit->wrong[0] && action->chained && memcmp(hash, action->chain, CHAIN_BYTES) != 0)
        snprintf(walk->audit->wrong, sizeof walk->audit->wrong,
                 "%s %lld after result %lld: it was altered, or one before it taken out",
                 log_entry_name(action->kind), (long long)action->id, (long long)action->after_seq);
    walk->audit->entry_id = action->id;
    memcpy(walk->audit->entry, action->chain, CHAIN_BYTES);
    return 0;
}

/* Checks the log entries that lie before result `seq`. */
static int check_actions(struct walk *walk, int64_t seq)
{
    for (;;) {
        if (walk->action_next == walk->action_count) {
            walk->action_count =
                store_log_entries(walk->store, walk->action_id, walk->actions, STORE_PAGE);
            walk->action_next = 0;
            if (walk->action_count <= 0)
                return walk->action_count;
        }
        const struct log_entry *action = &walk->actions[walk->action_next];
        if (action->after_seq >= seq)
            return 0;
        walk->action_id = action->id;
        walk->action_next++;
        (void)check_action(walk, action);
    }
}

static void note_wrong(struct chain_audit *audit, const struct store_result *row, const char *wrong)
{
    if (wrong && !audit->wrong[0])
        record_read_line(row, wrong, audit->wrong);
}

static void check_link(struct walk *walk, const struct store_result *row,
                       const struct record_read *read)
{
    struct chain_audit *audit = walk->audit;
    bool can_tell = row->hashed || !read->wrong; /* a link of the first form needs the text */
    uint8_t hash[CHAIN_BYTES];

    chain_result(audit->last, row->seq, &row->result, read->text,
                 row->hashed ? row->record_hash : NULL, hash);
    if (!row->chained || (can_tell && memcmp(hash, row->chain, CHAIN_BYTES) != 0))
        note_wrong(audit, row, "it was altered, or one before it taken out");
    audit->left += read->left;
}

static int check_result(struct walk *walk, const struct store_result *row)
{
    struct chain_audit *audit = walk->audit;
    struct record_read read;

    if (check_actions(walk, row->seq) || record_read(walk->store, &walk->retention, row, &read))
        return -1;
    if (!row->chained && audit->results == 0) {
        audit->unchained++;
    } else {
        audit->results++;
        check_link(walk, row, &read);
    }
    note_wrong(audit, row, read.wrong);
    audit->records_wrong += read.wrong != NULL;
    audit->last_seq = row->seq;
    memcpy(audit->last, row->chain, CHAIN_BYTES);
    free(read.text);
    return 0;
}

/* A packed record that does not stand where it belongs. */
static int check_stray(struct walk *walk)
{
    struct chain_audit *audit = walk->audit;
    bool twice = false;
    int64_t seq = 0;
    int status = store_retention_stray(walk->store, &seq, &twice);

    if (status == 0 && !audit->wrong[0])
        snprintf(audit->wrong, sizeof audit->wrong, "packed record %lld: %s", (long long)seq,
                 twice ? "its result has an unpacked one, too" : "there is no such result");
    return status == STORE_FAILED ? -1 : 0;
}

int chain_verify(struct store *store, struct chain_audit *audit)
{
    struct walk *walk = calloc(1, sizeof *walk);
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    int count = walk && page ? STORE_PAGE : -1, status = -1;

    memset(audit, 0, sizeof *audit);
    if (walk) {
        walk->store = store;
        walk->audit = audit;
    }
    if (count > 0 && store_retention(store, &walk->retention))
        count = -1;
    while (count == STORE_PAGE) {
        count = store_results(store, 0, audit->last_seq, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            if (check_result(walk, &page[i])) {
                count = -1;
                break;
            }
        }
    }
    if (count >= 0)
        status = check_actions(walk, INT64_MAX);
    if (status == 0 && !audit->wrong[0])
        store_retention_wrong(&walk->retention, audit->last_seq, audit->wrong);
    if (status == 0)
        status = check_stray(walk);
    free(walk);
    free(page);
    return status;
}
