/* store.c - finds the kind of a store by its URL and forwards the calls. */
#include "store/store_kind.h"
#include "store/store_record.h"
#include "store/store_seek.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *scheme;
    const struct store_kind *kind;
} kinds[] = {
    {"sqlite:", &store_sqlite},
    {"postgresql://", &store_postgres},
    {"postgres://", &store_postgres},
};

/* ------------------------------------------------------------------------------- open, close */

bool store_url_valid(const char *url)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].scheme);
        if (strncmp(url, kinds[i].scheme, length) == 0 && url[length] != '\0')
            return true;
    }
    return false;
}

static int open_kind(struct store **store, const char *url, unsigned flags,
                     const struct ladder_node *node, struct ladder_error *error)
{
    *store = NULL;
    error->text[0] = '\0';
    for (size_t i = 0; store_url_valid(url) && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(url, kinds[i].scheme, strlen(kinds[i].scheme)) == 0)
            return kinds[i].kind->open(store, url, flags, node, error);
    }
    /* Does not quote the URL: it may contain a password, and a typo in its scheme. */
    snprintf(error->text, sizeof error->text,
             "store: must be sqlite:PATH or postgresql://[USER@]HOST[:PORT]/DATABASE");
    return STORE_REFUSED;
}

int store_open(struct store **store, const char *url, unsigned flags, struct ladder_error *error)
{
    return open_kind(store, url, flags, NULL, error);
}

int store_open_node(struct store **store, const char *url, const struct ladder_node *node,
                    struct ladder_error *error)
{
    return open_kind(store, url, STORE_EXCLUSIVE, node, error);
}

void store_close(struct store *store)
{
    if (store)
        store->kind->close(store);
}

const char *store_error(const struct store *store)
{
    return store->error;
}

const char *store_damage(const struct store *store)
{
    return store->damage;
}

bool store_again(const struct store *store)
{
    return store->again;
}

bool store_conflict(const struct store *store)
{
    return store->conflict;
}

const struct store_seeks *store_seeks(const struct store *store)
{
    return store->kind->seeks;
}

bool store_migrated(const struct store *store)
{
    return store->migrated;
}

/* ------------------------------------------------------------------------------- transactions */

int store_begin(struct store *store, bool write)
{
    store->again = store->conflict = false;
    return store->kind->begin(store, write);
}

int store_commit(struct store *store)
{
    return store->kind->commit(store);
}

void store_rollback(struct store *store)
{
    store->kind->rollback(store);
}

int store_pause(struct store *store)
{
    store_rollback(store);
    return store_begin(store, false);
}

int store_changed(struct store *store, bool *changed)
{
    return store->kind->changed(store, changed);
}

void store_foresee(struct store *store, const struct store_place *place)
{
    if (store->kind->foresee)
        store->kind->foresee(store, place);
}

int store_approach(struct store *store)
{
    store->again = store->conflict = false;
    return store->kind->approach ? store->kind->approach(store) : 0;
}

int store_expect(struct store *store, const char *const *games, int count, bool fresh)
{
    return store->kind->expect && count > 0 ? store->kind->expect(store, games, count, fresh) : 0;
}

/* -------------------------------------------------------------------------------------- rows */

int store_bot_add(struct store *store, struct standing *bot, int64_t wall_msec)
{
    return store->kind->bot_add(store, bot, wall_msec);
}

int store_bot_token(struct store *store, int64_t bot_id, const uint8_t hash[32])
{
    return store->kind->bot_token(store, bot_id, hash);
}

int store_result_add(struct store *store, const struct ladder_result *result,
                     const struct standings *standings, struct result_change *change, int64_t *seq)
{
    return store->kind->result_add(store, result, standings, change, seq);
}

int store_log_entry_add(struct store *store, enum log_entry_kind kind, int64_t target,
                        int64_t wall_msec, const char *text)
{
    return store->kind->log_entry_add(store, kind, target, wall_msec, text);
}

int store_document_add(struct store *store, const char *name, const char *text)
{
    return store->kind->document_add(store, name, text);
}

int store_document_put(struct store *store, const char *name, const char *text)
{
    return store->kind->document_put(store, name, text);
}

int store_document(struct store *store, const char *name, char **text)
{
    return store->kind->document(store, name, text);
}

int store_snapshot_add(struct store *store, int64_t since_seq, int64_t seq, const uint8_t *bytes,
                       size_t size)
{
    store->again = false;
    return store->kind->snapshot_add(store, since_seq, seq, bytes, size);
}

int store_snapshot(struct store *store, int age, uint8_t **bytes, size_t *size)
{
    return store->kind->snapshot(store, age, bytes, size);
}

int store_game_add(struct store *store, const struct store_game *game)
{
    return store->kind->game_add(store, game);
}

int store_game_drop(struct store *store, const char *game)
{
    return store->kind->game_drop(store, game);
}

int store_games_open(struct store *store, struct store_game *games, int max)
{
    return store->kind->games_open(store, games, max);
}

int store_games_orphaned(struct store *store, struct store_game *games, int max)
{
    return store->kind->games_orphaned ? store->kind->games_orphaned(store, games, max) : 0;
}

int store_bot_cache(struct store *store, const struct standing *bot)
{
    return store->kind->bot_cache(store, bot);
}

int store_result_cache(struct store *store, int64_t seq, int seat_count,
                       const struct result_change *change)
{
    return store->kind->result_cache(store, seq, seat_count, change);
}

int64_t store_bots_mark(const struct store *store)
{
    return store->kind->bots_mark ? store->kind->bots_mark(store) : -1;
}

int store_bots(struct store *store, int64_t after_id, struct standing *bots, int max)
{
    return store->kind->bots(store, after_id, bots, max);
}

int store_log_entries(struct store *store, int64_t after_id, struct log_entry *actions, int max)
{
    return store->kind->actions(store, after_id, actions, max);
}

int store_results(struct store *store, int64_t bot_id, int64_t after_seq,
                  struct store_result *results, int max)
{
    return store->kind->results(store, bot_id, after_seq, results, max);
}

int store_results_before(struct store *store, int64_t bot_id, int64_t before_seq,
                         struct store_result *results, int max)
{
    return store->kind->results_before(store, bot_id, before_seq, results, max);
}

int store_last_seq(struct store *store, int64_t *seq)
{
    struct store_result row;
    int count = store_results_before(store, 0, INT64_MAX, &row, 1);

    *seq = count > 0 ? row.seq : 0;
    return count < 0 ? STORE_FAILED : 0;
}

int store_results_at(struct store *store, const int64_t *seqs, int count,
                     struct store_result *results)
{
    for (int i = 0; i < count; i++)
        assert(seqs[i] > 0 && (i == 0 || seqs[i] < seqs[i - 1]));
    return count > 0 ? store->kind->results_at(store, seqs, count, results) : 0;
}

int store_games(struct store *store, int64_t after_id, struct store_game *games, int max)
{
    return store->kind->games(store, after_id, games, max);
}

int store_bot_find(struct store *store, const char *name, struct standing *bot)
{
    return store->kind->bot_find(store, name, bot);
}

int store_results_wanted(struct store *store, const struct store_wanted *wanted, int64_t before_seq,
                         int64_t *seqs, int max, int64_t *next)
{
    assert(wanted->ruleset && (wanted->bot_id || !wanted->other_id) && max > 0);
    return store->kind->results_wanted(store, wanted, before_seq, seqs, max, next);
}

int store_result_find(struct store *store, const char *game, int64_t *seq)
{
    return store->kind->result_find(store, game, seq);
}

int store_record(struct store *store, const char *game, char **text)
{
    store->record_damaged = false;
    return store->kind->record(store, game, text);
}

bool store_record_damaged(const struct store *store)
{
    return store->record_damaged;
}

int store_outlines(struct store *store, int64_t bot_id, const struct store_result *results,
                   int count, store_outline_fn *each, void *context)
{
    assert(count >= 0 && each);
    if (count == 0)
        return 0;
    assert(bot_id > 0 && results[0].seq >= results[count - 1].seq);
    return store->kind->outlines(store, bot_id, results, count, each, context);
}

/* -------------------------------------------------------------------------------------- space */

int store_sizes(struct store *store, struct store_sizes *sizes)
{
    memset(sizes, 0, sizeof *sizes);
    return store->kind->sizes(store, sizes);
}

static int record_replace(struct store *store, const struct store_plain_record *plain)
{
    struct ladder_result result = {.record = plain->text};
    const struct blob *blob;
    struct blob own;

    snprintf(result.game, sizeof result.game, "number %lld", (long long)plain->seq);
    int status = store_record_pack(store, &result, &own, &blob);
    if (status == 0)
        status = store->kind->record_replace(store, plain->seq, blob);
    free(own.bytes);
    return status;
}

int store_compact(struct store *store, int max)
{
    struct store_plain_record *plain = calloc((size_t)max, sizeof *plain);
    int count = plain ? store->kind->plain_records(store, plain, max) : -1, status = 0;

    if (!plain)
        snprintf(store->error, sizeof store->error, "%s: out of memory", store->name);
    for (int i = 0; i < count; i++) {
        status = status ? status : record_replace(store, &plain[i]);
        free(plain[i].text);
    }
    free(plain);
    return status ? STORE_FAILED : count;
}

int store_shrink(struct store *store)
{
    return store->kind->shrink(store);
}
