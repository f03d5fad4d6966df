/* live.c - see live.h. One lock over all: each holder copies a little and releases it. */
#include "live/live.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
/* A table that is not in the hash, for lack of memory, is not shown. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(table) ((table)->hashed = false)
#include <uthash.h>

/* One state, or one chat line of a spectator. Not due: held until the hand is over. */
struct state {
    struct state *next;
    int64_t number, due_msec;
    int hand;
    bool said;
    size_t bytes;
    char *text;
};

struct live_table {
    struct live *live;
    struct live_table *newer, *older; /* in the order of their start */
    UT_hash_handle hh;                /* by game */
    bool hashed;
    struct live_about about;
    atomic_uint wanted; /* see live_wanted */
    unsigned interests;
    bool closed;       /* set by its thread; stays set while it has spectators */
    int64_t look_msec; /* end of the lease of the latest look */
    int64_t number;    /* of the latest state */
    struct state *first, *last;
    size_t bytes;
    struct live_said *said; /* not yet taken by the table's thread */
    int said_count;         /* lines in this game */
    /* rate limit: when the budget is full again; a line costs LIVE_SAY_MSEC */
    int64_t said_msec;
};

struct live {
    pthread_mutex_t mutex;
    struct live_config config;
    struct live_table *newest;
    struct live_table *by_game;
    int count, wanted, watchers;
    int64_t opened;
};

struct live *live_create(const struct live_config *config)
{
    struct live *live = calloc(1, sizeof *live);
    if (!live)
        return NULL;
    live->config = *config;
    pthread_mutex_init(&live->mutex, NULL);
    return live;
}

/* ------------------------------------------------------------------------------------- tables */

static struct live_table *table_find(struct live *live, const char *game)
{
    struct live_table *table;
    HASH_FIND_STR(live->by_game, game, table);
    return table;
}

void live_said_free(struct live_said *lines)
{
    while (lines) {
        struct live_said *line = lines;
        lines = line->next;
        free(line);
    }
}

static void state_free(struct state *state)
{
    if (state)
        free(state->text);
    free(state);
}

static void drop_first(struct live_table *table)
{
    struct state *state = table->first;
    table->first = state->next;
    if (!table->first)
        table->last = NULL;
    table->bytes -= state->bytes;
    state_free(state);
}

static void set_wanted(struct live_table *table, bool wanted)
{
    if ((atomic_load(&table->wanted) > 0) == wanted)
        return;
    atomic_store(&table->wanted, wanted ? ++table->interests : 0);
    /* States without spectators have no number, so the next number must not follow the last one
     * directly. */
    if (wanted && table->number > 0)
        table->number++;
    table->live->wanted += wanted ? 1 : -1;
    while (!wanted && table->first)
        drop_first(table);
}

static void table_free(struct live_table *table)
{
    struct live *live = table->live;
    set_wanted(table, false);
    HASH_DEL(live->by_game, table);
    if (table->newer)
        table->newer->older = table->older;
    else
        live->newest = table->older;
    if (table->older)
        table->older->newer = table->newer;
    live->count--;
    live_said_free(table->said);
    free(table);
}

void live_destroy(struct live *live)
{
    if (!live)
        return;
    while (live->newest) {
        assert(live->newest->closed);
        table_free(live->newest);
    }
    pthread_mutex_destroy(&live->mutex);
    free(live);
}

struct live_table *live_open(struct live *live, const struct live_about *about)
{
    struct live_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->live = live;
    table->about = *about;
    table->about.watchers = 0;
    table->about.over = false;
    atomic_init(&table->wanted, 0);
    pthread_mutex_lock(&live->mutex);
    table->hashed = true;
    HASH_ADD_STR(live->by_game, about.game, table);
    if (!table->hashed) {
        pthread_mutex_unlock(&live->mutex);
        free(table);
        return NULL;
    }
    table->older = live->newest;
    if (table->older)
        table->older->newer = table;
    live->newest = table;
    live->count++;
    table->about.opened = ++live->opened;
    pthread_mutex_unlock(&live->mutex);
    return table;
}

unsigned live_wanted(const struct live_table *table)
{
    return atomic_load_explicit(&table->wanted, memory_order_relaxed);
}

/* The last public state. */
static const struct state *last_due(const struct live_table *table, int64_t now_msec)
{
    const struct state *last = NULL;
    for (const struct state *state = table->first; state && state->due_msec <= now_msec;
         state = state->next)
        last = state;
    return last;
}

/* Keeps the whole current hand for new spectators, and earlier hands for a while for spectators
 * that reconnect. */
static void drop_old(struct live_table *table, int64_t now_msec)
{
    const struct state *last = last_due(table, now_msec);
    while (last && table->first->hand < last->hand &&
           table->first->due_msec <= now_msec - LIVE_KEEP_MSEC)
        drop_first(table);
    while (table->bytes > LIVE_BYTES_MAX && table->first != table->last)
        drop_first(table);
}

/* Takes `text` over. Returns a state that is in no list, or NULL if out of memory; then the text is
 * freed. */
static struct state *state_new(const struct live *live, char *text, int64_t now_msec)
{
    struct state *state = text ? calloc(1, sizeof *state) : NULL;
    int delay = live->config.delay_msec;
    if (!state) {
        free(text);
        return NULL;
    }
    *state = (struct state){.bytes = strlen(text) + sizeof *state,
                            .text = text,
                            .due_msec = delay == LIVE_HAND ? INT64_MAX : now_msec + delay};
    return state;
}

/* Under the lock. */
static void append(struct live_table *table, struct state *state, int64_t now_msec)
{
    state->number = ++table->number;
    state->hand = table->about.hands + 1;
    if (table->last)
        table->last->next = state;
    else
        table->first = state;
    table->last = state;
    table->bytes += state->bytes;
    drop_old(table, now_msec);
}

void live_add(struct live_table *table, char *text, int64_t now_msec)
{
    struct live *live = table->live;
    struct state *state = state_new(live, text, now_msec);
    if (!state)
        return;
    pthread_mutex_lock(&live->mutex);
    bool wanted = atomic_load(&table->wanted) >
                  0; /* the last spectator may have left since the caller looked */
    if (wanted)
        append(table, state, now_msec);
    pthread_mutex_unlock(&live->mutex);
    if (!wanted)
        state_free(state);
}

struct live_said *live_take_said(struct live_table *table)
{
    pthread_mutex_lock(&table->live->mutex);
    struct live_said *said = table->said;
    table->said = NULL;
    pthread_mutex_unlock(&table->live->mutex);
    return said;
}

void live_hand_over(struct live_table *table, const int32_t *scores, int64_t now_msec)
{
    struct live *live = table->live;
    pthread_mutex_lock(&live->mutex);
    table->about.hands++;
    memcpy(table->about.scores, scores, sizeof table->about.scores);
    for (struct state *state = table->first; state; state = state->next) {
        if (state->due_msec == INT64_MAX)
            state->due_msec = now_msec;
    }
    drop_old(table, now_msec);
    pthread_mutex_unlock(&live->mutex);
}

static bool looked_at(const struct live_table *table, int64_t now_msec)
{
    return table->about.watchers > 0 || table->look_msec > now_msec;
}

void live_close(struct live_table *table, int64_t now_msec)
{
    if (!table)
        return;
    struct live *live = table->live;
    pthread_mutex_lock(&live->mutex);
    table->closed = true;
    for (struct state *state = table->first; state; state = state->next) {
        if (state->due_msec == INT64_MAX)
            state->due_msec = now_msec;
    }
    if (!looked_at(table, now_msec))
        table_free(table);
    pthread_mutex_unlock(&live->mutex);
}

/* ------------------------------------------------------------------------------------- readers */

static void fill_about(const struct live_table *table, int64_t now_msec, struct live_about *about)
{
    *about = table->about;
    about->over = table->closed && (!table->last || table->last->due_msec <= now_msec);
}

uint32_t live_boot(const struct live *live)
{
    return live->config.boot;
}

int live_list(struct live *live, int64_t before, struct live_about *rows, int max, int *total)
{
    int all = 0, count = 0;
    pthread_mutex_lock(&live->mutex);
    for (const struct live_table *table = live->newest; table; table = table->older) {
        if (table->closed)
            continue;
        all++;
        if (table->about.opened < before && count < max)
            rows[count++] = table->about;
    }
    *total = all;
    pthread_mutex_unlock(&live->mutex);
    return count;
}

/* Under the lock. A new table can be watched only while fewer than `watchers` are. */
static enum live_status want(struct live *live, const char *game, int64_t now_msec,
                             struct live_table **found)
{
    struct live_table *table = table_find(live, game);
    if (!table)
        return LIVE_NONE;
    if (!atomic_load(&table->wanted) && live->wanted >= live->config.watchers_max)
        return LIVE_FULL;
    set_wanted(table, true);
    table->look_msec = now_msec + LIVE_LEASE_MSEC;
    *found = table;
    return LIVE_OK;
}

/* Under the lock: whether all states after that number still exist. */
static bool is_kept(const struct live_table *table, int64_t after)
{
    int64_t first = table->first ? table->first->number : table->number + 1;
    return after >= first - 1 && after <= table->number;
}

/* Under the lock. */
static void tell_due(const struct live_table *table, int64_t after, int64_t now_msec,
                     live_tell_fn *tell, void *context)
{
    const struct state *last = last_due(table, now_msec);
    if (after != 0 && !is_kept(table, after)) {
        tell(context, LIVE_GAP, 0, "");
        after = 0;
    }
    for (const struct state *state = table->first; state && state->due_msec <= now_msec;
         state = state->next) {
        if (after > 0 ? state->number > after : state->hand == last->hand)
            tell(context, state->said ? LIVE_SAID : LIVE_STATE, state->number, state->text);
    }
}

enum live_status live_look(struct live *live, const char *game, int64_t after, int64_t now_msec,
                           live_tell_fn *tell, void *context, struct live_about *about)
{
    struct live_table *table = NULL;
    pthread_mutex_lock(&live->mutex);
    enum live_status status = want(live, game, now_msec, &table);
    if (status == LIVE_OK) {
        drop_old(table, now_msec);
        tell_due(table, after, now_msec, tell, context);
        fill_about(table, now_msec, about);
    }
    pthread_mutex_unlock(&live->mutex);
    return status;
}

/* Under the lock. Counts the line if it is allowed. */
static bool may_say(struct live_table *table, int64_t now_msec)
{
    int64_t fill = table->said_msec > now_msec ? table->said_msec : now_msec;
    if (table->said_count >= LIVE_SAY_GAME_MAX ||
        fill - now_msec > (LIVE_SAY_LOT - 1) * LIVE_SAY_MSEC)
        return false;
    table->said_msec = fill + LIVE_SAY_MSEC;
    table->said_count++;
    return true;
}

enum live_status live_say(struct live *live, const char *game, const struct live_said *line,
                          const char *text, int64_t now_msec)
{
    struct state *state = state_new(live, strdup(text), now_msec);
    struct live_said *copy = malloc(sizeof *copy), **end;
    struct live_table *table = NULL;
    enum live_status status = LIVE_FULL;

    pthread_mutex_lock(&live->mutex);
    if (state && copy)
        status = want(live, game, now_msec, &table);
    if (status == LIVE_OK && table->closed)
        status = LIVE_NONE;
    if (status == LIVE_OK && !may_say(table, now_msec))
        status = LIVE_HUSH;
    if (status == LIVE_OK) {
        state->said = true;
        append(table, state, now_msec);
        *copy = *line;
        copy->next = NULL;
        for (end = &table->said; *end; end = &(*end)->next)
            ;
        *end = copy;
    }
    pthread_mutex_unlock(&live->mutex);
    if (status != LIVE_OK) {
        state_free(state);
        free(copy);
    }
    return status;
}

enum live_status live_come(struct live *live, const char *game, int64_t now_msec)
{
    struct live_table *table = NULL;
    pthread_mutex_lock(&live->mutex);
    enum live_status status = want(live, game, now_msec, &table);
    if (status == LIVE_OK && live->watchers >= live->config.watchers_max)
        status = LIVE_FULL;
    if (status == LIVE_OK && table->about.watchers >= live->config.watchers_per_table_max)
        status = LIVE_FULL_TABLE;
    if (status == LIVE_OK) {
        table->about.watchers++;
        live->watchers++;
    }
    pthread_mutex_unlock(&live->mutex);
    return status;
}

void live_go(struct live *live, const char *game, int64_t now_msec)
{
    pthread_mutex_lock(&live->mutex);
    struct live_table *table = table_find(live, game);
    assert(table && table->about.watchers > 0);
    table->about.watchers--;
    live->watchers--;
    if (table->look_msec < now_msec + LIVE_KEEP_MSEC)
        table->look_msec = now_msec + LIVE_KEEP_MSEC;
    pthread_mutex_unlock(&live->mutex);
}

int live_watchers(struct live *live)
{
    pthread_mutex_lock(&live->mutex);
    int watchers = live->watchers;
    pthread_mutex_unlock(&live->mutex);
    return watchers;
}

void live_sweep(struct live *live, int64_t now_msec)
{
    pthread_mutex_lock(&live->mutex);
    for (struct live_table *table = live->newest, *older; table && live->wanted > 0;
         table = older) {
        older = table->older;
        if (!atomic_load(&table->wanted) || looked_at(table, now_msec))
            continue;
        if (table->closed)
            table_free(table);
        else
            set_wanted(table, false);
    }
    pthread_mutex_unlock(&live->mutex);
}
