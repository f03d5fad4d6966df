/* replay.c - the log of results, actions, applied in order (ratings 2, 7). */
#include "log/replay.h"
#include "standings/log_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void replay_init(struct replay *replay)
{
    memset(replay, 0, sizeof *replay);
    standings_init(&replay->standings);
}

void replay_fini(struct replay *replay)
{
    standings_fini(&replay->standings);
    free(replay->voided);
    memset(replay, 0, sizeof *replay);
}

static int fail(struct replay *replay, const char *text)
{
    snprintf(replay->error, sizeof replay->error, "%s", text);
    return -1;
}

void replay_advance(struct replay *replay, int64_t seq, const struct ladder_result *result)
{
    replay->last_seq = seq;
    apply_result_summary(result, &replay->recent[replay->recent_next]);
    replay->recent_next = (replay->recent_next + 1) % REPLAY_RECENT;
    if (replay->recent_count < REPLAY_RECENT)
        replay->recent_count++;
}

int replay_recent(const struct replay *replay, struct ladder_game *games, int max)
{
    int count = replay->recent_count < max ? replay->recent_count : max;
    for (int i = 0; i < count; i++)
        games[i] =
            replay->recent[(replay->recent_next - 1 - i + 2 * REPLAY_RECENT) % REPLAY_RECENT];
    return count;
}

/* --------------------------------------------------------------------------------------- bots */

/* Bots are few: all are read each time, since tokens change in place. A bot that is known already,
 * perhaps only from memory, keeps what the results made of it. */
static int bots_read(struct replay *replay, struct store *store)
{
    struct standing *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = 0;
    if (!page)
        return fail(replay, "out of memory");
    do {
        count = store_bots(store, after, page, STORE_PAGE);
        if (count < 0)
            (void)fail(replay, store_error(store));
        for (int i = 0; i < count; i++) {
            const struct standing *stored = &page[i];
            int index = standings_find(&replay->standings, stored->name);
            if (index < 0)
                index = standings_add(&replay->standings, stored->name, stored->owner);
            if (index < 0) {
                count = fail(replay, "out of memory, or too many bots");
                break;
            }
            struct standing *bot = &replay->standings.bots[index];
            bot->id = after = stored->id;
            bot->has_token = stored->has_token;
            memcpy(bot->name, stored->name, sizeof bot->name);
            memcpy(bot->owner, stored->owner, sizeof bot->owner);
            memcpy(bot->token_hash, stored->token_hash, sizeof bot->token_hash);
        }
    } while (count == STORE_PAGE);
    free(page);
    return count < 0 ? -1 : 0;
}

/* ------------------------------------------------------------------------------ actions */

struct actions {
    struct log_entry *items;
    int count, capacity;
    bool has_void;
};

static int actions_read(struct replay *replay, struct store *store, struct actions *actions)
{
    int64_t after = replay->last_action;
    for (;;) {
        if (actions->capacity - actions->count < STORE_PAGE) {
            int capacity = actions->capacity * 2 + STORE_PAGE;
            struct log_entry *items = realloc(actions->items, (size_t)capacity * sizeof *items);
            if (!items)
                return fail(replay, "out of memory");
            actions->items = items;
            actions->capacity = capacity;
        }
        int count = store_log_entries(store, after, actions->items + actions->count, STORE_PAGE);
        if (count < 0)
            return fail(replay, store_error(store));
        for (int i = actions->count; i < actions->count + count; i++) {
            if (actions->items[i].id == replay->before_action) {
                replay->last_allowed = actions->items[i].after_seq;
                actions->count = i;
                return 0;
            }
            actions->has_void |= actions->items[i].kind == LOG_ENTRY_VOID;
            after = actions->items[i].id;
        }
        actions->count += count;
        if (count < STORE_PAGE)
            return 0;
    }
}

static int seq_compare(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static int voids_collect(struct replay *replay, const struct actions *actions)
{
    free(replay->voided);
    replay->voided_count = 0;
    replay->voided = calloc((size_t)actions->count + 1, sizeof *replay->voided);
    if (!replay->voided)
        return fail(replay, "out of memory");
    for (int i = 0; i < actions->count; i++) {
        if (actions->items[i].kind == LOG_ENTRY_VOID)
            replay->voided[replay->voided_count++] = actions->items[i].target;
    }
    qsort(replay->voided, (size_t)replay->voided_count, sizeof *replay->voided, seq_compare);
    return 0;
}

static bool is_voided(const struct replay *replay, int64_t seq)
{
    return replay->voided_count > 0 && bsearch(&seq, replay->voided, (size_t)replay->voided_count,
                                               sizeof seq, seq_compare) != NULL;
}

/* An entry takes effect at its place in the log: after the result it names, before the next one. */
static int actions_apply(struct replay *replay, const struct actions *actions, int *next,
                         int64_t before_seq)
{
    for (; *next < actions->count && actions->items[*next].after_seq < before_seq; ++*next) {
        if (log_entry_apply(&replay->standings, &actions->items[*next]))
            return fail(replay, "out of memory");
    }
    return 0;
}

/* ------------------------------------------------------------------------------------ results */

static int results_read(struct replay *replay, struct store *store, const struct actions *actions,
                        replay_visit_fn *visit, void *context)
{
    struct store_result *page = calloc(STORE_PAGE, sizeof *page);
    int next_action = 0, count = 0;
    if (!page)
        return fail(replay, "out of memory");
    do {
        count = store_results(store, 0, replay->last_seq, page, STORE_PAGE);
        if (count < 0)
            (void)fail(replay, store_error(store));
        for (int i = 0; i < count; i++) {
            struct result_change change;
            if (page[i].seq > replay->last_allowed) {
                count = 0; /* the rest came later */
                break;
            }
            if (actions_apply(replay, actions, &next_action, page[i].seq)) {
                count = -1;
                break;
            }
            if (apply_result(&replay->standings, &page[i].result, is_voided(replay, page[i].seq),
                             &change)) {
                count = fail(replay, "out of memory");
                break;
            }
            replay_advance(replay, page[i].seq, &page[i].result);
            if (visit && visit(context, &page[i], &change) < 0) {
                count = fail(replay, store_error(store));
                break;
            }
        }
    } while (count == STORE_PAGE);
    if (count >= 0 && actions_apply(replay, actions, &next_action, INT64_MAX))
        count = -1;
    free(page);
    return count < 0 ? -1 : 0;
}

static int log_read(struct replay *replay, struct store *store, bool anew, replay_visit_fn *visit,
                    void *context)
{
    struct actions actions = {0};
    int status = -1;
    if (anew) {
        uint64_t loads = replay->loads + 1;
        int64_t before = replay->before_action;
        replay_fini(replay);
        replay_init(replay);
        replay->loads = loads;
        replay->before_action = before;
        replay->last_allowed = INT64_MAX;
    }
    if (actions_read(replay, store, &actions))
        goto out;
    if (!anew && actions.has_void) {
        /* The past changed: everything after the voided result does. */
        status = log_read(replay, store, true, visit, context);
        goto out;
    }
    if (anew && voids_collect(replay, &actions))
        goto out;
    if (bots_read(replay, store) || results_read(replay, store, &actions, visit, context))
        goto out;
    if (actions.count > 0)
        replay->last_action = actions.items[actions.count - 1].id;
    status = 0;
out:
    free(actions.items);
    return status;
}

int replay_load(struct replay *replay, struct store *store, replay_visit_fn *visit, void *context)
{
    return log_read(replay, store, true, visit, context);
}

int replay_refresh(struct replay *replay, struct store *store, replay_visit_fn *visit,
                   void *context)
{
    return log_read(replay, store, false, visit, context);
}

/* -------------------------------------------------------------------------------------- audit */

struct audit {
    struct replay_audit *out;
    struct store *store;
    bool repair;
};

static void audit_report(struct replay_audit *audit, const char *line)
{
    audit->differ++;
    if (audit->report)
        audit->report(audit->context, line);
}

static int audit_result(void *context, const struct store_result *stored,
                        const struct result_change *computed)
{
    struct audit *audit = context;
    int seat_count = stored->result.seat_count;
    char line[256];
    if (++audit->out->results % 1000 == 0 && audit->out->progress)
        audit->out->progress(audit->out->context, audit->out->results);
    bool same = strcmp(stored->change.unrated, computed->unrated) == 0;
    if (!same)
        snprintf(line, sizeof line, "result %s: unrated is '%s', replay says '%s'",
                 stored->result.game, stored->change.unrated, computed->unrated);
    for (int seat = 0; seat < seat_count && same; seat++) {
        same = stored->change.seats[seat].before_milli == computed->seats[seat].before_milli &&
               stored->change.seats[seat].after_milli == computed->seats[seat].after_milli &&
               stored->change.seats[seat].k == computed->seats[seat].k;
        if (!same)
            snprintf(line, sizeof line,
                     "result %s: %s went from %lld to %lld, replay says %lld to %lld",
                     stored->result.game, stored->result.seats[seat].bot,
                     (long long)stored->change.seats[seat].before_milli,
                     (long long)stored->change.seats[seat].after_milli,
                     (long long)computed->seats[seat].before_milli,
                     (long long)computed->seats[seat].after_milli);
    }
    if (same)
        return 0;
    audit_report(audit->out, line);
    return audit->repair ? store_result_cache(audit->store, stored->seq, seat_count, computed) : 0;
}

static int audit_bot(struct audit *audit, const struct standing *stored,
                     const struct standing *computed)
{
    char line[256];
    audit->out->bots++;
    if (stored->rating_milli == computed->rating_milli && stored->games == computed->games &&
        stored->wins == computed->wins && stored->ties == computed->ties &&
        stored->losses == computed->losses &&
        stored->owners_met_count == computed->owners_met_count &&
        stored->last_msec == computed->last_msec && stored->banned == computed->banned)
        return 0;
    snprintf(line, sizeof line, "bot %s: %lld after %d results%s, replay says %lld after %d%s",
             stored->name, (long long)stored->rating_milli, stored->games,
             stored->banned ? ", banned" : "", (long long)computed->rating_milli, computed->games,
             computed->banned ? ", banned" : "");
    audit_report(audit->out, line);
    return audit->repair ? store_bot_cache(audit->store, computed) : 0;
}

int replay_recompute(struct replay *replay, struct store *store, bool repair,
                     struct replay_audit *out)
{
    struct audit audit = {.out = out, .store = store, .repair = repair};
    struct standing *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = 0;
    out->results = out->bots = out->differ = 0;
    if (!page)
        return fail(replay, "out of memory");
    if (replay_load(replay, store, audit_result, &audit)) {
        free(page);
        return -1;
    }
    do {
        count = store_bots(store, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            int index = standings_find(&replay->standings, page[i].name);
            if (index < 0 || audit_bot(&audit, &page[i], &replay->standings.bots[index]) < 0) {
                count = -1;
                break;
            }
            after = page[i].id;
        }
    } while (count == STORE_PAGE);
    free(page);
    return count < 0 ? fail(replay, store_error(store)) : 0;
}

int replay_upgrade(struct store *store, struct ladder_error *error)
{
    struct replay replay;
    struct replay_audit audit = {.results = 0};
    int status = -1;

    if (!store_migrated(store))
        return 0;
    replay_init(&replay);
    if (store_begin(store, true))
        snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
    else if (replay_recompute(&replay, store, true, &audit))
        snprintf(error->text, sizeof error->text, "%.250s", replay.error);
    else if (store_commit(store))
        snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
    else
        status = 0;
    if (status)
        store_rollback(store);
    replay_fini(&replay);
    return status;
}
