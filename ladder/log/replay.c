/* replay.c - the log of results and entries, applied in order (ratings 2, 7). */
#include "log/replay.h"
#include "log/snapshot.h"
#include "standings/log_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Kept: a node reads often, and each time little. */
struct replay_pages {
    struct standing bots[STORE_PAGE];
    struct store_result results[STORE_PAGE];
};

void replay_init(struct replay *replay)
{
    memset(replay, 0, sizeof *replay);
    replay->bots_mark = -1;
    standings_init(&replay->standings);
}

void replay_fini(struct replay *replay)
{
    standings_fini(&replay->standings);
    free(replay->voided);
    free(replay->pages);
    memset(replay, 0, sizeof *replay);
}

static int fail(struct replay *replay, const char *text)
{
    snprintf(replay->error, sizeof replay->error, "%s", text);
    return -1;
}

/* Returns NULL if out of memory. */
static struct replay_pages *pages_of(struct replay *replay)
{
    if (!replay->pages && !(replay->pages = malloc(sizeof *replay->pages)))
        (void)fail(replay, "out of memory");
    return replay->pages;
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

/* A row of the store. A known bot, perhaps only from memory, keeps what its results gave it.
 * Returns 0, or -1 if there is no room. */
static int bot_read(struct replay *replay, const struct standing *stored, bool *same)
{
    int index = standings_find(&replay->standings, stored->name);
    if (index < 0)
        index = standings_add(&replay->standings, stored->name, stored->owner);
    if (index < 0)
        return fail(replay, "out of memory, or too many bots");
    struct standing *bot = &replay->standings.bots[index];
    *same = *same && (bot->id == 0 || bot->id == stored->id) &&
            strcmp(bot->name, stored->name) == 0 &&
            (bot->moved || strcmp(bot->owner, stored->owner) == 0);
    bot->id = stored->id;
    bot->has_token = stored->has_token;
    bot->stopped = stored->stopped;
    memcpy(bot->account, stored->account, sizeof bot->account);
    memcpy(bot->name, stored->name, sizeof bot->name);
    if (!bot->moved) /* the row has its first owner */
        memcpy(bot->owner, stored->owner, sizeof bot->owner);
    memcpy(bot->token_hash, stored->token_hash, sizeof bot->token_hash);
    if (replay->watch)
        replay->watch->bot(replay->watch->context, index);
    return 0;
}

/* Tokens change in place: where the store cannot tell whether any did, all bots are read each time.
 * Sets *same: whether the known ones are unchanged. */
static int bots_read(struct replay *replay, struct store *store, bool *same)
{
    struct replay_pages *pages = pages_of(replay);
    struct standing *page = pages ? pages->bots : NULL;
    int known = replay->standings.count, count = 0, total = 0;
    int64_t mark = store_bots_mark(store);
    bool all = mark < 0 || mark != replay->bots_mark;
    int64_t after = all ? 0 : replay->last_bot;
    *same = true;
    if (!page)
        return -1;
    do {
        count = store_bots(store, after, page, STORE_PAGE);
        if (count < 0)
            (void)fail(replay, store_error(store));
        for (int i = 0; i < count; i++) {
            if (bot_read(replay, &page[i], same)) {
                count = -1;
                break;
            }
            after = page[i].id;
            total++;
        }
    } while (count == STORE_PAGE);
    *same = *same && (total >= known || !all);
    replay->last_bot = after;
    replay->bots_mark = count < 0 ? -1 : mark;
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

/* Lets others have the connection before the next page. What they store meanwhile is for the next
 * time: entries of the log that come with it were not read. */
static int results_pause(struct replay *replay, struct store *store)
{
    int status = 0;
    if (replay->last_allowed == INT64_MAX)
        status = store_last_seq(store, &replay->last_allowed);
    if (status || store_pause(store))
        return fail(replay, store_error(store));
    return 0;
}

static int results_read(struct replay *replay, struct store *store, const struct actions *actions,
                        replay_visit_fn *visit, void *context)
{
    struct replay_pages *pages = pages_of(replay);
    struct store_result *page = pages ? pages->results : NULL;
    int64_t last_allowed = replay->last_allowed;
    int next_action = 0, count = 0;
    if (!page)
        return -1;
    do {
        count = store_results(store, 0, replay->last_seq, page, STORE_PAGE);
        if (count < 0)
            (void)fail(replay, store_error(store));
        for (int i = 0; i < count; i++) {
            struct result_change change;
            if (page[i].seq > replay->last_allowed) {
                count = 0; /* the rest was added later */
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
            if (replay->watch)
                replay->watch->result(replay->watch->context, page[i].result.seat_count, &change);
            if (visit && visit(context, &page[i], &change) < 0) {
                count = fail(replay, store_error(store));
                break;
            }
        }
        if (count == STORE_PAGE && replay->pauses && results_pause(replay, store))
            count = -1;
    } while (count == STORE_PAGE);
    replay->last_allowed = last_allowed;
    if (count >= 0 && actions_apply(replay, actions, &next_action, INT64_MAX))
        count = -1;
    return count < 0 ? -1 : 0;
}

static void start_anew(struct replay *replay)
{
    struct replay empty = {.resumes = replay->resumes,
                           .loads = replay->loads,
                           .pauses = replay->pauses,
                           .before_action = replay->before_action,
                           .watch = replay->watch,
                           .pages = replay->pages,
                           .bots_mark = -1,
                           .last_allowed = INT64_MAX};
    replay->pages = NULL; /* it stays */
    replay_fini(replay);
    *replay = empty;
    standings_init(&replay->standings);
}

/* Applies the log after `last_action` and `last_seq`. */
static int log_read_on(struct replay *replay, struct store *store, const struct actions *actions,
                       replay_visit_fn *visit, void *context)
{
    if (results_read(replay, store, actions, visit, context))
        return -1;
    if (actions->count > 0)
        replay->last_action = actions->items[actions->count - 1].id;
    return 0;
}

static int log_read_all(struct replay *replay, struct store *store, replay_visit_fn *visit,
                        void *context)
{
    struct actions actions = {0};
    bool same;
    start_anew(replay);
    int status = actions_read(replay, store, &actions) || voids_collect(replay, &actions) ||
                         bots_read(replay, store, &same) ||
                         log_read_on(replay, store, &actions, visit, context)
                     ? -1
                     : 0;
    free(actions.items);
    return status;
}

/* --------------------------------------------------------------------------------- snapshots */

static void pass_over(char *passed_over, size_t size, int age, const char *why)
{
    size_t used = strlen(passed_over);
    snprintf(passed_over + used, size - used, "%sthe %s snapshot is passed over: %.160s",
             used ? "; " : "", age ? "older" : "newest", why);
}

/* The latest games, newest first among the stored ones. */
static int recent_read(struct replay *replay, struct store *store)
{
    int64_t last = replay->last_seq;
    struct store_result *page = calloc(REPLAY_RECENT, sizeof *page);
    int count = page ? store_results_before(store, 0, last + 1, page, REPLAY_RECENT) : STORE_FAILED;
    if (count < 0)
        (void)fail(replay, page ? store_error(store) : "out of memory");
    for (int i = count - 1; i >= 0; i--)
        replay_advance(replay, page[i].seq, &page[i].result);
    replay->last_seq = last;
    free(page);
    return count < 0 ? -1 : 0;
}

static bool voids_before(const struct actions *actions, int64_t seq)
{
    for (int i = 0; i < actions->count; i++) {
        if (actions->items[i].kind == LOG_ENTRY_VOID && actions->items[i].target <= seq)
            return true;
    }
    return false;
}

enum resumed { RESUMED_FAILED = -1, RESUMED, RESUMED_NOT };

/* The other data of the store, as of the snapshot at which the replay is. */
static enum resumed snapshot_fits(struct replay *replay, struct store *store,
                                  struct actions *actions, const char **why)
{
    bool same = false;
    if (actions_read(replay, store, actions))
        return RESUMED_FAILED;
    if (voids_before(actions, replay->last_seq)) {
        *why = "a result in it was voided since";
        return RESUMED_NOT;
    }
    if (voids_collect(replay, actions) || bots_read(replay, store, &same))
        return RESUMED_FAILED;
    *why = "a bot or an owner in it is another now";
    return same ? RESUMED : RESUMED_NOT;
}

/* Begins at one snapshot and reads on. RESUMED_NOT: `why` it is skipped. */
static enum resumed snapshot_begin(struct replay *replay, struct store *store, const uint8_t *bytes,
                                   size_t size, char why[SNAPSHOT_WHY_BYTES])
{
    struct snapshot_place place;
    struct actions actions = {0};
    const char *text = NULL;
    if (snapshot_open(bytes, size, store, &replay->standings, &place, why))
        return RESUMED_NOT;
    replay->last_seq = replay->snapshot_seq = place.seq;
    replay->last_action = place.action;
    enum resumed resumed = snapshot_fits(replay, store, &actions, &text);
    if (resumed == RESUMED &&
        (recent_read(replay, store) || log_read_on(replay, store, &actions, NULL, NULL)))
        resumed = RESUMED_FAILED;
    if (resumed == RESUMED_NOT)
        snprintf(why, SNAPSHOT_WHY_BYTES, "%s", text);
    free(actions.items);
    return resumed;
}

/* Begins at the snapshot of that age; if it is skipped, adds the reason to `passed_over`. */
static enum resumed log_resume_at(struct replay *replay, struct store *store, int age,
                                  char *passed_over, size_t room, int *found)
{
    char why[SNAPSHOT_WHY_BYTES] = "";
    uint8_t *bytes = NULL;
    size_t size = 0;
    *found = store_snapshot(store, age, &bytes, &size);
    enum resumed resumed = RESUMED_NOT;
    start_anew(replay);
    if (*found == 0)
        resumed = snapshot_begin(replay, store, bytes, size, why);
    else if (*found == STORE_FAILED)
        snprintf(why, sizeof why, "%.150s", store_error(store));
    if (resumed == RESUMED_NOT && why[0])
        pass_over(passed_over, room, age, why);
    free(bytes);
    return resumed;
}

/* Begins at the newest valid snapshot. */
static enum resumed log_resume(struct replay *replay, struct store *store)
{
    char passed_over[sizeof replay->passed_over] = "";
    enum resumed resumed = RESUMED_NOT;
    int found;
    for (int age = 0; age < STORE_SNAPSHOTS && resumed == RESUMED_NOT; age++)
        resumed = log_resume_at(replay, store, age, passed_over, sizeof passed_over, &found);
    memcpy(replay->passed_over, passed_over, sizeof passed_over);
    return resumed;
}

static int log_load(struct replay *replay, struct store *store, replay_visit_fn *visit,
                    void *context)
{
    char passed_over[sizeof replay->passed_over] = "";
    replay->loads++;
    if (replay->resumes && !visit && replay->before_action == 0 && !store_migrated(store)) {
        enum resumed resumed = log_resume(replay, store);
        if (resumed != RESUMED_NOT)
            return resumed == RESUMED ? 0 : -1;
        memcpy(passed_over, replay->passed_over, sizeof passed_over);
    }
    int status = log_read_all(replay, store, visit, context);
    memcpy(replay->passed_over, passed_over, sizeof passed_over);
    return status;
}

static int log_refresh(struct replay *replay, struct store *store, replay_visit_fn *visit,
                       void *context)
{
    struct actions actions = {0};
    bool same;
    int status = actions_read(replay, store, &actions);
    /* A void changes the past: everything after the voided result. */
    if (status == 0 && actions.has_void)
        status = log_load(replay, store, visit, context);
    else if (status == 0)
        status =
            bots_read(replay, store, &same) || log_read_on(replay, store, &actions, visit, context)
                ? -1
                : 0;
    free(actions.items);
    return status;
}

int replay_load(struct replay *replay, struct store *store, replay_visit_fn *visit, void *context)
{
    return log_load(replay, store, visit, context);
}

int replay_resume(struct replay *replay, struct store *store, int age)
{
    char passed_over[sizeof replay->passed_over] = "";
    int found;
    enum resumed resumed =
        log_resume_at(replay, store, age, passed_over, sizeof passed_over, &found);
    memcpy(replay->passed_over, passed_over, sizeof passed_over);
    if (found == STORE_FAILED)
        return -1;
    return resumed == RESUMED_NOT ? STORE_NONE : resumed == RESUMED ? 0 : -1;
}

int replay_refresh(struct replay *replay, struct store *store, replay_visit_fn *visit,
                   void *context)
{
    return log_refresh(replay, store, visit, context);
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
    int status = -1, tries = 0;

    if (!store_migrated(store))
        return 0;
    do {
        struct replay_audit audit = {.results = 0};
        replay_init(&replay);
        if (store_begin(store, true))
            snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
        else if (replay_recompute(&replay, store, true, &audit))
            snprintf(error->text, sizeof error->text, "%.250s", replay.error);
        else if (store_commit(store))
            snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
        else
            status = 0;
        replay_fini(&replay);
    } while (status && store_retry(store, &tries));
    return status;
}
