/* retention.c - which records a store keeps. */
#include "log/retention.h"
#include "store/store_retention.h"

#include <stdlib.h>
#include <string.h>

#define DAY_MSEC 86400000LL

/* -------------------------------------------------------------------------------------- rules */

static const struct {
    const char *unit;
    enum retention_kind kind;
    int64_t factor, max; /* max: of the number before the unit */
} units[] = {
    {"", RETENTION_COUNT, 1, 1000000000000},
    {"d", RETENTION_DAYS, 1, 36500},
    {"MiB", RETENTION_BYTES, 1LL << 20, 1LL << 30},
    {"GiB", RETENTION_BYTES, 1LL << 30, 1LL << 20},
};

int retention_parse(const char *text, struct retention_rule *rule)
{
    char *end = NULL;

    if (strcmp(text, "all") == 0) {
        rule->kind = RETENTION_ALL;
        rule->amount = 0;
        return 0;
    }
    if (text[0] < '1' || text[0] > '9' || strlen(text) > 20)
        return -1;
    long long number = strtoll(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(end, units[i].unit) != 0 || number > units[i].max)
            continue;
        rule->kind = units[i].kind;
        rule->amount = number * units[i].factor;
        return 0;
    }
    return -1;
}

/* -------------------------------------------------------------------------------------- looks */

/* A look at one page: rows, and how many. */
struct look {
    struct retention *retention;
    struct store_record_at page[RETENTION_STEP];
    int count;
};

static int page_read(struct look *look, struct store *store, int64_t after_seq)
{
    look->count = store_retention_page(store, after_seq, look->page, RETENTION_STEP);
    return look->count < 0 ? -1 : 0;
}

static int days_look(struct look *look, struct store *store, int64_t now_msec, bool *more)
{
    struct retention *retention = look->retention;
    int64_t until_msec = now_msec - retention->rule.amount * DAY_MSEC;
    int i = 0;

    if (page_read(look, store, retention->keep_after))
        return -1;
    for (; i < look->count && look->page[i].wall_msec < until_msec; i++)
        retention->keep_after = look->page[i].seq;
    *more = i == RETENTION_STEP;
    return 0;
}

static int64_t weight(const struct store_record_at *at)
{
    return at->hashed ? at->bytes : 0;
}

/* Weighs what is new, then passes over what is too much at the other end. */
static int bytes_look(struct look *look, struct store *store, bool *more)
{
    struct retention *retention = look->retention;

    if (retention->weighed < retention->keep_after) {
        retention->weighed = retention->keep_after;
        retention->bytes = 0;
    }
    if (page_read(look, store, retention->weighed))
        return -1;
    for (int i = 0; i < look->count; i++) {
        retention->bytes += weight(&look->page[i]);
        retention->weighed = look->page[i].seq;
    }
    *more = look->count == RETENTION_STEP;
    if (retention->bytes <= retention->rule.amount)
        return 0;
    if (page_read(look, store, retention->keep_after))
        return -1;
    for (int i = 0; i < look->count && retention->bytes > retention->rule.amount; i++) {
        retention->bytes -= weight(&look->page[i]);
        retention->keep_after = look->page[i].seq;
    }
    *more |= retention->bytes > retention->rule.amount;
    return 0;
}

/* What left by another process is no longer here to be weighed. */
static void catch_up(struct retention *retention, int64_t left_seq)
{
    if (left_seq <= retention->keep_after)
        return;
    retention->keep_after = left_seq;
    retention->weighed = left_seq;
    retention->bytes = 0;
}

/* The last result whose record leaves in the next step; left_seq: none does. */
static int64_t step_until(const struct retention *retention, const struct store_retention *state,
                          int64_t last_seq)
{
    bool held = !retention->rule.unarchived && retention->keep_after > state->archived_seq;
    int64_t until = held ? state->archived_seq : retention->keep_after;
    bool many = last_seq - until > RETENTION_PARTITIONS * state->partition_results;

    if (until <= state->left_seq)
        return state->left_seq;
    if (state->partition_end > 0 && until >= state->partition_end)
        return state->partition_end;
    if (state->partition_end > 0 && many)
        return state->left_seq;
    return until < state->left_seq + RETENTION_STEP ? until : state->left_seq + RETENTION_STEP;
}

int retention_look(struct retention *retention, struct store *store, int64_t last_seq,
                   int64_t now_msec, struct retention_found *found)
{
    struct look look = {.retention = retention};
    struct store_retention state;

    memset(found, 0, sizeof *found);
    if (store_retention_sound(store, &state))
        return -1;
    catch_up(retention, state.left_seq);
    int status = 0;
    switch (retention->rule.kind) {
    case RETENTION_ALL:
        break;
    case RETENTION_DAYS:
        status = days_look(&look, store, now_msec, &found->more);
        break;
    case RETENTION_COUNT:
        if (retention->keep_after < last_seq - retention->rule.amount)
            retention->keep_after = last_seq - retention->rule.amount;
        break;
    case RETENTION_BYTES:
        status = bytes_look(&look, store, &found->more);
        break;
    }
    found->archived_seq = state.archived_seq;
    if (!retention->rule.unarchived && retention->keep_after > state.archived_seq)
        found->waits = retention->keep_after - state.archived_seq;
    /* A whole partition may leave soon, where more is looked at. */
    found->due = step_until(retention, &state, last_seq) > state.left_seq &&
                 (state.partition_end == 0 || !found->more);
    found->more |= found->due;
    return status;
}

int retention_take(const struct retention *retention, struct store *store, int64_t last_seq,
                   struct retention_found *found)
{
    struct store_retention state;

    memset(found, 0, sizeof *found);
    if (store_retention_sound(store, &state))
        return -1;
    int64_t until = step_until(retention, &state, last_seq);
    found->archived_seq = state.archived_seq;
    found->dropped = store_retention_drop(store, until, retention->rule.unarchived);
    return found->dropped < 0 ? -1 : 0;
}
