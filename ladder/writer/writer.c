/* writer.c - the one thread that owns the database, and what others see of it.
 *
 * Callers queue operations; the thread takes all that wait, puts their results into one transaction
 * (one wait for the disk serves them all) and hands the completions back through an event
 * descriptor. What callers may ask without waiting is a copy, published after each commit under the
 * mutex: nothing is ever shown that is not on disk, but for bots just registered.
 */
#include "writer/writer.h"
#include "base/clock.h"
#include "base/thread.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    GROUP_MAX = 256, /* operations in one transaction */
    /* After a group of GROUP_BUSY a larger one is waited for, but not longer than PAUSE_MSEC: with
     * the time of the transaction nothing is older than 50 ms when it is stored. */
    GROUP_BUSY = 4,
    GROUP_GOOD = 16,
    PAUSE_MSEC = 25,
    PAUSE_LOOK_MSEC = 5,
    AGAIN_MSEC_MIN = 20,
    AGAIN_MSEC_MAX = 2000,
    ORPHANS_SEC = 5, /* a node looks so often for games of nodes that are no more */
    /* not before, where the store was away for all: leases ran out, their holders come back */
    ORPHANS_GRACE_SEC = 10,
    CLOSING_SEC_MAX = 10, /* how long a store that is away is waited for when we are to end */
};

/* -------------------------------------------------------------------------------- the thread */

/* Brings the replay up to what is on disk, inside a transaction. 1: something changed. */
static int catch_up(struct ladder *ladder, char *text, size_t size)
{
    int changed = store_changed(ladder->store);
    if (changed < 0) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    if (!changed && !ladder->stale)
        return 0;
    int status = ladder->stale ? replay_load(&ladder->replay, ladder->store, NULL, NULL)
                               : replay_refresh(&ladder->replay, ladder->store, NULL, NULL);
    ladder->stale = true;
    if (status < 0) {
        snprintf(text, size, "%.250s", ladder->replay.error);
        return -1;
    }
    if (writer_readd(ladder)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    ladder->stale = false;
    return 1;
}

/* The index of a bot, added to memory and store if need be; -1. */
static int bot_ensure(struct ladder *ladder, const char *name, const char *owner, char *text,
                      size_t size)
{
    struct standings *standings = &ladder->replay.standings;
    int index = standings_find(standings, name);
    if (index < 0)
        index = standings_add(standings, name, owner);
    if (index < 0) {
        snprintf(text, size, "out of memory, or too many bots");
        return -1;
    }
    if (standings->bots[index].id == 0 &&
        store_bot_add(ladder->store, &standings->bots[index], clock_wall_msec())) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    return index;
}

/* What is there under this id may be an older attempt of ours, or what somebody else made of the
 * game. */
static int result_compare(struct ladder *ladder, struct op *op)
{
    struct store_result there;

    if (store_results(ladder->store, 0, op->seq - 1, &there, 1) != 1)
        return -1;
    if (strcmp(there.result.reason, op->result.reason) == 0 &&
        strcmp(there.result.unrated, op->result.unrated) == 0)
        return 1;
    snprintf(op->text, sizeof op->text, "%.60s%s%.120s", there.result.reason,
             there.result.unrated[0] ? ", " : "", there.result.unrated);
    return 2;
}

static int result_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    const struct ladder_result *result = &op->result;
    const char *wrong = result_check(result);
    if (wrong) {
        op->status = -1;
        snprintf(op->text, sizeof op->text, "%s", wrong);
        return 0; /* the fault of this one, not of the group */
    }
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (bot_ensure(ladder, result->seats[seat].bot, "", text, size) < 0)
            return -1;
    }
    int there = store_result_find(ladder->store, result->game, &op->seq);
    if (there == 1 && result_apply(&ladder->replay.standings, result, false, &op->change)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    op->status = there < 0 ? -1
                           : store_result_add(ladder->store, result, &ladder->replay.standings,
                                              &op->change, &op->seq);
    if (op->status == 1)
        op->status = result_compare(ladder, op);
    if (op->status >= 0)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

static int announcement_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct store_game game = {.result = op->result};
    memcpy(game.commitment, op->commitment, sizeof game.commitment);
    op->status = store_game_add(ladder->store, &game);
    if (op->status < 0)
        snprintf(text, size, "%s", store_error(ladder->store));
    return op->status < 0 ? -1 : 0;
}

static int withdrawal_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    op->status = store_game_drop(ladder->store, op->game);
    if (op->status < 0)
        snprintf(text, size, "%s", store_error(ladder->store));
    return op->status < 0 ? -1 : 0;
}

static int version_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    int bot = bot_ensure(ladder, op->name, "", text, size);
    return bot < 0 ? -1 : writer_version_store(ladder, op, bot, text, size);
}

static bool bot_in_ops(const struct op *first, const struct op *end, int bot)
{
    for (const struct op *op = first; op != end; op = op->next) {
        for (int seat = 0; op->kind == OP_RESULT && op->status == 0 && seat < op->result.seat_count;
             seat++) {
            if (op->change.seats[seat].bot == bot)
                return true;
        }
    }
    return false;
}

/* Each bot's cache is written once a group, however many of its results are in it. */
static int caches_store(struct ladder *ladder, const struct op *ops, char *text, size_t size)
{
    for (const struct op *op = ops; op; op = op->next) {
        for (int seat = 0; op->kind == OP_RESULT && op->status == 0 && seat < op->result.seat_count;
             seat++) {
            int bot = op->change.seats[seat].bot;
            bool later = op->next && bot_in_ops(op->next, NULL, bot);
            if (!later && store_bot_cache(ladder->store, &ladder->replay.standings.bots[bot])) {
                snprintf(text, size, "%s", store_error(ladder->store));
                return -1;
            }
        }
    }
    return 0;
}

static int games_expect(struct ladder *ladder, const struct op *ops, char *text, size_t size)
{
    const char *games[GROUP_MAX];
    int count = 0;

    for (const struct op *op = ops; op && count < GROUP_MAX; op = op->next) {
        if (op->kind == OP_RESULT || op->kind == OP_ANNOUNCE)
            games[count++] = op->result.game;
    }
    if (store_expect(ladder->store, games, count) == 0)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

static int group_try(struct ladder *ladder, struct op *ops, bool *caught_up, char *text,
                     size_t size)
{
    if (store_begin(ladder->store, true)) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    int changed = catch_up(ladder, text, size);
    if (changed < 0)
        return -1;
    *caught_up = changed == 1;
    if (games_expect(ladder, ops, text, size))
        return -1;
    for (struct op *op = ops; op; op = op->next) {
        if (op->kind == OP_RESULT && result_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_ANNOUNCE && announcement_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_WITHDRAW && withdrawal_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_VERSION && version_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_RULES && writer_rules_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_REGISTER && bot_ensure(ladder, op->name, op->version, text, size) < 0)
            return -1;
    }
    if (caches_store(ladder, ops, text, size))
        return -1;
    if (store_commit(ladder->store)) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    return 0;
}

/* The store has answered. Where it had not for a while, it may have been away for all nodes. */
static void note_answer(struct ladder *ladder)
{
    double now = clock_now_sec();

    if (now - ladder->answered_sec > ORPHANS_SEC)
        ladder->orphans_sec = now + ORPHANS_GRACE_SEC;
    ladder->answered_sec = now;
}

/* Waits before the next attempt, longer each time. False: we are to end, and the store stayed away.
 */
static bool wait_again(struct ladder *ladder, int attempt)
{
    int msec = attempt < 7 ? AGAIN_MSEC_MIN << attempt : AGAIN_MSEC_MAX;

    nanosleep(&(struct timespec){msec / 1000, msec % 1000 * 1000000L}, NULL);
    pthread_mutex_lock(&ladder->mutex);
    bool stopping = ladder->stopping;
    pthread_mutex_unlock(&ladder->mutex);
    if (stopping && ladder->closing_sec == 0)
        ladder->closing_sec = clock_now_sec();
    return !stopping || clock_now_sec() - ladder->closing_sec < CLOSING_SEC_MAX;
}

/* Lets the caller's thread know that the store is waited for, and why, or ("") not any more. */
static void tell_trouble(struct ladder *ladder, const char *text)
{
    uint64_t one = 1;

    pthread_mutex_lock(&ladder->mutex);
    bool same = strcmp(ladder->trouble, text) == 0 || (ladder->trouble[0] && text[0]);
    if (!same)
        snprintf(ladder->trouble, sizeof ladder->trouble, "%s", text);
    ladder->trouble_new |= !same;
    pthread_mutex_unlock(&ladder->mutex);
    if (!same && write(ladder->event_fd, &one, sizeof one) < 0)
        return; /* it is readable anyway */
}

/* One transaction for all. Where the failure lies in the moment all of it is tried again, for as
 * long as it takes: nobody was told of a result yet, and one that is there already does not count
 * twice. After another failure none of it happened, and every result is told so. */
void writer_group_store(struct ladder *ladder, struct op *ops)
{
    char text[256] = "";
    for (int attempt = 0;; attempt++) {
        bool caught_up = false;
        if (group_try(ladder, ops, &caught_up, text, sizeof text) == 0) {
            for (struct op *op = ops; op; op = op->next) {
                if (op->kind == OP_RESULT && op->status == 0)
                    replay_advance(&ladder->replay, op->seq, &op->result);
            }
            writer_publish(ladder, caught_up ? NULL : ops);
            tell_trouble(ladder, "");
            note_answer(ladder);
            return;
        }
        store_rollback(ladder->store);
        ladder->stale = true;
        if (!store_again(ladder->store))
            break;
        tell_trouble(ladder, text);
        if (!wait_again(ladder, attempt))
            break;
    }
    for (struct op *op = ops; op; op = op->next) {
        op->status = -1;
        if (!op->text[0])
            snprintf(op->text, sizeof op->text, "%s", text);
    }
}

/* The same, with an eye on how long it takes. */
static void group_time(struct ladder *ladder, struct op *ops)
{
    double began = clock_now_sec();
    writer_group_store(ladder, ops);
    double took = clock_now_sec() - began;
    pthread_mutex_lock(&ladder->mutex);
    struct ladder_health *health = &ladder->health;
    health->failures += ladder->stale;
    histogram_add(&health->commits, (int64_t)(took * 1e6));
    health->commit_sec_max = took > health->commit_sec_max ? took : health->commit_sec_max;
    pthread_mutex_unlock(&ladder->mutex);
}

static void record_read(struct ladder *ladder, struct op *op)
{
    /* A record that cannot be read is one that is not there: the reader is a page, not the game. */
    if (store_record(ladder->store, op->game, &op->record) != 0)
        op->record = NULL;
}

/* Another process may have added bots, tokens, bans: looked for once a second and before each
 * group. */
static void idle_refresh(struct ladder *ladder)
{
    char text[256];
    if (store_begin(ladder->store, false))
        return;
    int changed = catch_up(ladder, text, sizeof text);
    if (changed < 0 || store_commit(ladder->store))
        store_rollback(ladder->store);
    else
        note_answer(ladder);
    if (changed == 1)
        writer_publish(ladder, NULL);
}

/* Takes up to GROUP_MAX operations off the queue, in order; NULL when none came for a second. */
static struct op *group_take(struct ladder *ladder, bool *stop)
{
    struct op_list group = {0};
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec++;
    pthread_mutex_lock(&ladder->mutex);
    while (!ladder->queue.head && !ladder->stopping) {
        if (pthread_cond_timedwait(&ladder->wake, &ladder->mutex, &until) == ETIMEDOUT)
            break;
    }
    for (int count = 0; ladder->queue.head && count < GROUP_MAX; count++) {
        struct op *op = ladder->queue.head;
        ladder->queue.head = op->next;
        if (!ladder->queue.head)
            ladder->queue.tail = NULL;
        writer_list_push(&group, op);
    }
    *stop = ladder->stopping && !group.head;
    pthread_mutex_unlock(&ladder->mutex);
    return group.head;
}

static void group_finish(struct ladder *ladder, struct op *ops)
{
    uint64_t one = 1;
    pthread_mutex_lock(&ladder->mutex);
    for (struct op *op = ops, *next = NULL; op; op = next) {
        next = op->next;
        ladder->finished_total++;
        writer_list_push(&ladder->completions, op);
    }
    /* With the mutex still held: else who was woken takes the completions, and is told of them once
     * more. */
    if (write(ladder->event_fd, &one, sizeof one) < 0)
        one = 0; /* an overflow: it is readable anyway */
    pthread_cond_broadcast(&ladder->idle);
    pthread_mutex_unlock(&ladder->mutex);
}

/* Where many games end, a moment makes one transaction of what would be several, each of which
 * writes the same pages again and waits for the disk. Where few do, nobody waits. */
static void await_group(struct ladder *ladder)
{
    bool enough = false;
    for (int msec = 0; msec < PAUSE_MSEC && !enough; msec += PAUSE_LOOK_MSEC) {
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_LOOK_MSEC * 1000000L}, NULL);
        pthread_mutex_lock(&ladder->mutex);
        enough = ladder->queued_total - ladder->finished_total >= GROUP_GOOD || ladder->stopping;
        pthread_mutex_unlock(&ladder->mutex);
    }
}

static void *writer_main(void *argument)
{
    struct ladder *ladder = argument;
    for (;;) {
        bool stop = false, writes = false;
        int count = 0;
        struct op *ops = group_take(ladder, &stop);
        if (stop)
            return NULL;
        if (ladder->node && clock_now_sec() >= ladder->orphans_sec) {
            ladder->orphans_sec = clock_now_sec() + ORPHANS_SEC;
            writer_void_orphans(ladder);
        }
        if (!ops) {
            idle_refresh(ladder);
            continue;
        }
        for (const struct op *op = ops; op; op = op->next, count++)
            writes |= op->kind != OP_RECORD;
        if (writes)
            group_time(ladder, ops);
        for (struct op *op = ops; op; op = op->next) {
            if (op->kind == OP_RECORD)
                record_read(ladder, op);
        }
        group_finish(ladder, ops);
        if (count >= GROUP_BUSY)
            await_group(ladder);
    }
}

/* ------------------------------------------------------------------------------- open, close */

/* The first load is done here, on the caller's thread: a log that cannot be read refuses the file.
 */
static int first_load(struct ladder *ladder, struct ladder_error *error)
{
    int status = store_begin(ladder->store, false);
    if (status) {
        snprintf(error->text, sizeof error->text, "%.250s", store_error(ladder->store));
        return -1;
    }
    status = replay_load(&ladder->replay, ladder->store, NULL, NULL);
    if (status)
        snprintf(error->text, sizeof error->text, "%.250s", ladder->replay.error);
    store_rollback(ladder->store);
    if (status == 0)
        writer_publish(ladder, NULL);
    return status;
}

static void ladder_free(struct ladder *ladder)
{
    store_close(ladder->store);
    replay_fini(&ladder->replay);
    writer_view_fini(ladder);
    free(ladder->reports);
    if (ladder->event_fd >= 0)
        close(ladder->event_fd);
    pthread_cond_destroy(&ladder->wake);
    pthread_cond_destroy(&ladder->idle);
    pthread_mutex_destroy(&ladder->mutex);
    pthread_mutex_destroy(&ladder->tables_mutex);
    free(ladder);
}

/* `keep` is for an exclusive one. */
static int open_as(struct ladder **out, const char *url, bool exclusive,
                   const struct ladder_node *node, ladder_keep_fn *keep, void *context,
                   struct ladder_error *error)
{
    pthread_condattr_t monotonic;
    *out = NULL;
    struct ladder *ladder = calloc(1, sizeof *ladder);
    if (!ladder) {
        snprintf(error->text, sizeof error->text, "out of memory");
        return -1;
    }
    pthread_mutex_init(&ladder->mutex, NULL);
    pthread_mutex_init(&ladder->tables_mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&ladder->wake, &monotonic);
    pthread_cond_init(&ladder->idle, NULL);
    pthread_condattr_destroy(&monotonic);
    replay_init(&ladder->replay);
    standings_init(&ladder->view);
    ladder->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (ladder->event_fd < 0) {
        snprintf(error->text, sizeof error->text, "eventfd: %s", strerror(errno));
        goto fail;
    }
    ladder->node = node != NULL;
    if ((node ? store_open_node(&ladder->store, url, node, error)
              : store_open(&ladder->store, url, exclusive ? STORE_EXCLUSIVE : 0, error)) ||
        replay_upgrade(ladder->store, error) || first_load(ladder, error) ||
        (exclusive && writer_void_open(ladder, keep, context, error)))
        goto fail;
    int status = thread_start(&ladder->thread, writer_main, ladder, THREAD_NICE_BEHIND);
    if (status) {
        snprintf(error->text, sizeof error->text, "cannot start a thread: %s", strerror(status));
        goto fail;
    }
    *out = ladder;
    return 0;
fail:
    ladder_free(ladder);
    return -1;
}

const char *ladder_damage(const struct ladder *ladder)
{
    return store_damage(ladder->store);
}

bool ladder_url_valid(const char *url)
{
    return store_url_valid(url);
}

int ladder_open(struct ladder **ladder, const char *url, bool exclusive, struct ladder_error *error)
{
    return open_as(ladder, url, exclusive, NULL, NULL, NULL, error);
}

int ladder_open_node(struct ladder **ladder, const char *url, const struct ladder_node *node,
                     struct ladder_error *error)
{
    return open_as(ladder, url, true, node, NULL, NULL, error);
}

int ladder_open_keeping(struct ladder **ladder, const char *url, const struct ladder_node *node,
                        ladder_keep_fn *keep, void *context, struct ladder_error *error)
{
    return open_as(ladder, url, true, node, keep, context, error);
}

void ladder_close(struct ladder *ladder)
{
    if (!ladder)
        return;
    ranking_thread_stop(ladder->ranking);
    pthread_mutex_lock(&ladder->mutex);
    ladder->stopping = true;
    pthread_cond_signal(&ladder->wake);
    pthread_mutex_unlock(&ladder->mutex);
    pthread_join(ladder->thread, NULL);
    /* Each completion runs once, whatever happens: contexts hang on it. */
    ladder_dispatch(ladder);
    ladder_free(ladder);
}
