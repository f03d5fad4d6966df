/* writer_group.c - stores a group of operations in one transaction, and retries until the store is
 * back. */
#include "writer/writer.h"
#include "base/clock.h"
#include "base/thread.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    AGAIN_MSEC_MIN = 20,
    AGAIN_MSEC_MAX = 2000,
    /* After an outage that all nodes had, orphans are searched later: leases ran out, and their
     * holders come back. So long without an answer may be one; no lease runs out in less. */
    AWAY_SEC = 7,
    ORPHANS_GRACE_SEC = 10,
    MISSES_QUIET = 1,     /* failures in a row that are not told: it may be another writer */
    BOTS_SEC = 60,        /* between two times at which all rows of bots are read */
    CLOSING_SEC_MAX = 10, /* at the end it waits this long for an unreachable store */
};

void writer_group_loaded(struct ladder *ladder)
{
    if (ladder->replay.passed_over[0])
        writer_view_tell(ladder, ladder->replay.passed_over);
    ladder->replay.passed_over[0] = '\0'; /* once for each load */
}

/* Room for one more that was caught; NULL: everything is to be published. */
static struct caught *caught_more(struct ladder *ladder)
{
    if (!ladder->caught)
        ladder->caught = malloc(WRITER_CAUGHT_MAX * sizeof *ladder->caught);
    ladder->caught_whole |= !ladder->caught || ladder->caught_count == WRITER_CAUGHT_MAX;
    return ladder->caught_whole ? NULL : &ladder->caught[ladder->caught_count++];
}

static void catch_bot(void *context, int index)
{
    struct caught *caught = caught_more(context);
    if (caught)
        caught->bot = index;
}

static void catch_result(void *context, int seat_count, const struct result_change *change)
{
    struct caught *caught = caught_more(context);
    if (caught)
        *caught = (struct caught){.bot = -1, .seat_count = seat_count, .change = *change};
}

void writer_group_fini(struct ladder *ladder)
{
    free(ladder->caught);
    free(ladder->stamps);
}

/* Reads what others added. Sets caught_whole where that is more than bots and results, which alone
 * can be published by themselves. */
static int refresh(struct ladder *ladder)
{
    struct replay *replay = &ladder->replay;
    const struct replay_watch watch = {catch_bot, catch_result, ladder};
    if (clock_now_sec() >= ladder->bots_sec) { /* other versions may not tell what they change */
        replay->bots_mark = -1;
        ladder->bots_sec = clock_now_sec() + BOTS_SEC;
    }
    uint64_t loads = replay->loads;
    int64_t action = replay->last_action, mark = replay->bots_mark;
    replay->watch = &watch;
    int status = replay_refresh(replay, ladder->store, NULL, NULL);
    replay->watch = NULL;
    ladder->caught_whole |= replay->loads != loads || replay->last_action != action ||
                            replay->bots_mark != mark || mark < 0;
    return status;
}

/* Updates the replay to the disk, inside a transaction. Sets *changed: whether there was more.
 * Returns 0, or -1 with `text`. */
static int catch_up(struct ladder *ladder, bool *changed, char *text, size_t size)
{
    if (store_changed(ladder->store, changed)) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    *changed = *changed || ladder->stale;
    if (!*changed)
        return 0;
    int status =
        ladder->stale ? replay_load(&ladder->replay, ladder->store, NULL, NULL) : refresh(ladder);
    ladder->caught_whole |= ladder->stale;
    writer_group_loaded(ladder);
    ladder->stale = true;
    if (status < 0) {
        snprintf(text, size, "%.250s", ladder->replay.error);
        return -1;
    }
    if (ladder->caught_whole && writer_publish_add_again(ladder)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    ladder->stale = false;
    return 0;
}

/* Adds a bot to memory and store if it is missing. Returns its index, or -1 with `text`. */
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

/* The stored result of this id is an earlier attempt of ours, or another node's result of the game.
 */
static enum ladder_stored result_compare(struct ladder *ladder, struct op *op)
{
    struct store_result there;

    if (store_results(ladder->store, 0, op->seq - 1, &there, 1) != 1)
        return LADDER_NOT_STORED;
    if (strcmp(there.result.reason, op->result.reason) == 0 &&
        strcmp(there.result.unrated, op->result.unrated) == 0)
        return LADDER_STORED_BEFORE;
    snprintf(op->text, sizeof op->text, "%.60s%s%.120s", there.result.reason,
             there.result.unrated[0] ? ", " : "", there.result.unrated);
    return LADDER_STORED_OTHERWISE;
}

static int result_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    const struct ladder_result *result = &op->result;
    const char *wrong = result_check(result);
    if (wrong) {
        op->status = LADDER_NOT_STORED;
        snprintf(op->text, sizeof op->text, "%s", wrong);
        return 0; /* this operation failed, not the group */
    }
    for (int seat = 0; seat < result->seat_count; seat++) {
        if (bot_ensure(ladder, result->seats[seat].bot, "", text, size) < 0)
            return -1;
    }
    int there = store_result_find(ladder->store, result->game, &op->seq);
    if (there == STORE_NONE &&
        apply_result(&ladder->replay.standings, result, false, &op->change)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    if (there != STORE_FAILED)
        there = store_result_add(ladder->store, result, &ladder->replay.standings, &op->change,
                                 &op->seq);
    op->status = there == 0             ? LADDER_STORED
                 : there == STORE_THERE ? result_compare(ladder, op)
                                        : LADDER_NOT_STORED;
    if (op->status != LADDER_NOT_STORED)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

static int announcement_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    struct store_game game = {.result = op->result};
    memcpy(game.commitment, op->commitment, sizeof game.commitment);
    int status = store_game_add(ladder->store, &game);
    op->status = status == 0             ? LADDER_STORED
                 : status == STORE_THERE ? LADDER_STORED_BEFORE
                                         : LADDER_NOT_STORED;
    if (op->status != LADDER_NOT_STORED)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

static int withdrawal_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    op->status = store_game_drop(ladder->store, op->game) ? LADDER_NOT_STORED : LADDER_STORED;
    if (op->status == LADDER_STORED)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

static int version_store(struct ladder *ladder, struct op *op, char *text, size_t size)
{
    int bot = bot_ensure(ladder, op->name, "", text, size);
    return bot < 0 ? -1 : writer_version_store(ladder, op, bot, text, size);
}

/* Makes room for a stamp of each bot. Returns 0, or -1 if out of memory. */
static int stamps_grow(struct ladder *ladder)
{
    int count = ladder->replay.standings.count;
    if (count <= ladder->stamp_count)
        return 0;
    uint32_t *stamps = realloc(ladder->stamps, ((size_t)count + 1024) * sizeof *stamps);
    if (!stamps)
        return -1;
    memset(stamps + ladder->stamp_count, 0,
           ((size_t)count + 1024 - (size_t)ladder->stamp_count) * sizeof *stamps);
    ladder->stamps = stamps;
    ladder->stamp_count = count + 1024;
    return 0;
}

/* Writes each bot's cache once a group, however many of its results are in it. */
static int caches_store(struct ladder *ladder, const struct op *ops, char *text, size_t size)
{
    if (stamps_grow(ladder)) {
        snprintf(text, size, "out of memory");
        return -1;
    }
    ladder->stamp++;
    for (const struct op *op = ops; op; op = op->next) {
        for (int seat = 0;
             op->kind == OP_RESULT && op->status == LADDER_STORED && seat < op->result.seat_count;
             seat++) {
            int bot = op->change.seats[seat].bot;
            if (ladder->stamps[bot] == ladder->stamp)
                continue;
            ladder->stamps[bot] = ladder->stamp;
            thread_give_way(&ladder->way_usec);
            if (store_bot_cache(ladder->store, &ladder->replay.standings.bots[bot])) {
                snprintf(text, size, "%s", store_error(ladder->store));
                return -1;
            }
        }
    }
    return 0;
}

/* `fresh`: no attempt was made to store them yet. */
static int games_expect(struct ladder *ladder, const struct op *ops, bool fresh, char *text,
                        size_t size)
{
    const char *games[WRITER_GROUP_MAX];
    int count = 0;

    for (const struct op *op = ops; op && count < WRITER_GROUP_MAX; op = op->next) {
        if (op->kind == OP_RESULT || op->kind == OP_ANNOUNCE)
            games[count++] = op->result.game;
    }
    if (store_expect(ladder->store, games, count, fresh) == 0)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}

/* What others wrote comes with the begin of the transaction. */
static void foresee(const struct ladder *ladder)
{
    const struct replay *replay = &ladder->replay;
    const struct store_place place = {replay->last_bot, replay->last_action, replay->last_seq};
    if (!ladder->stale)
        store_foresee(ladder->store, &place);
}

/* Where others write, too, most of it is read before it is this writer's turn. */
static int approach(struct ladder *ladder, char *text, size_t size)
{
    bool changed;

    if (ladder->stale)
        return 0;
    foresee(ladder);
    int near = store_approach(ladder->store);
    if (near < 0)
        snprintf(text, size, "%s", store_error(ladder->store));
    return near > 0 ? catch_up(ladder, &changed, text, size) : near;
}

static int group_try(struct ladder *ladder, struct op *ops, bool fresh, bool *caught_up, char *text,
                     size_t size)
{
    if (approach(ladder, text, size))
        return -1;
    foresee(ladder);
    if (store_begin(ladder->store, true)) {
        snprintf(text, size, "%s", store_error(ladder->store));
        return -1;
    }
    if (ladder->grows)
        writer_queue_take(ladder, ops);
    if (catch_up(ladder, caught_up, text, size))
        return -1;
    if (games_expect(ladder, ops, fresh, text, size))
        return -1;
    for (struct op *op = ops; op; op = op->next) {
        thread_give_way(&ladder->way_usec);
        if (op->kind == OP_RESULT && result_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_ANNOUNCE && announcement_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_WITHDRAW && withdrawal_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_VERSION && version_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_RULES && writer_version_store_rules(ladder, op, text, size))
            return -1;
        if (op->kind == OP_CLAIM && writer_claim_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_ACCOUNT && writer_account_store(ladder, op, text, size))
            return -1;
        if (op->kind == OP_GAME_LOG && writer_game_log_store(ladder, op, text, size))
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

/* Waits before the next attempt, longer each time. Returns false if the thread must end and the
 * store stayed away. */
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

/* Tells the caller's thread why the writer waits for the store, or ("") that it no longer does. */
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

/* The store has answered. After a pause it may have been away for all nodes. */
static void answered(struct ladder *ladder)
{
    double now = clock_now_sec();

    if (now - ladder->answered_sec > AWAY_SEC)
        ladder->orphans_sec = now + ORPHANS_GRACE_SEC;
    ladder->answered_sec = now;
    ladder->misses = 0;
    tell_trouble(ladder, "");
}

/* It did not, and may do so later. */
static void missed(struct ladder *ladder, const char *text)
{
    if (ladder->misses++ >= MISSES_QUIET)
        tell_trouble(ladder, text);
}

/* One transaction for all. After a temporary failure all of it is retried for as long as it takes:
 * no bot has a result yet, and a stored one does not count twice. After any other failure nothing
 * is stored, and every operation gets the error. */
void writer_group_store(struct ladder *ladder, struct op *ops)
{
    char text[256] = "";
    for (int attempt = 0;; attempt++) {
        bool caught_up = false;
        if (group_try(ladder, ops, attempt == 0, &caught_up, text, sizeof text) == 0) {
            for (struct op *op = ops; op; op = op->next) {
                if (op->kind == OP_RESULT && op->status == LADDER_STORED)
                    replay_advance(&ladder->replay, op->seq, &op->result);
            }
            writer_publish(ladder, ops);
            answered(ladder);
            return;
        }
        store_rollback(ladder->store);
        ladder->stale = true;
        if (!store_again(ladder->store))
            break;
        missed(ladder, text);
        if (!wait_again(ladder, attempt))
            break;
    }
    for (struct op *op = ops; op; op = op->next) {
        op->status = LADDER_NOT_STORED;
        if (!op->text[0])
            snprintf(op->text, sizeof op->text, "%s", text);
    }
}

int writer_group_refresh(struct ladder *ladder)
{
    char text[256];
    bool changed = false;
    foresee(ladder);
    int status = store_begin(ladder->store, false);
    if (status)
        snprintf(text, sizeof text, "%s", store_error(ladder->store));
    else
        status = catch_up(ladder, &changed, text, sizeof text);
    bool caught = status == 0 && changed;
    if (status == 0 && (status = store_commit(ladder->store)) != 0)
        snprintf(text, sizeof text, "%s", store_error(ladder->store));
    if (status)
        store_rollback(ladder->store);
    if (status == 0)
        answered(ladder);
    else if (store_again(ladder->store))
        missed(ladder, text);
    if (caught)
        writer_publish(ladder, NULL);
    return status ? -1 : 0;
}
