/* store_calendar.c - forwards the calls of store_calendar.h to the kind of the store. */
#include "store/store_kind.h"

int store_calendar_put(struct store *store, const struct calendar_event *event)
{
    return store->kind->calendar->put(store, event);
}

int store_calendar_drop(struct store *store, const char *name)
{
    return store->kind->calendar->drop(store, name);
}

int store_calendar_find(struct store *store, const char *name, struct calendar_event *event)
{
    return store->kind->calendar->find(store, name, event);
}

int store_calendar_page(struct store *store, const char *after, struct calendar_event *events,
                        int max)
{
    return store->kind->calendar->page(store, after, events, max);
}

int store_calendar_due(struct store *store, int64_t until_msec, struct calendar_event *events,
                       int max)
{
    return store->kind->calendar->due(store, until_msec, events, max);
}

int store_calendar_set_due(struct store *store, const char *name, int64_t due_msec)
{
    return store->kind->calendar->set_due(store, name, due_msec);
}

int store_calendar_run_add(struct store *store, const struct calendar_run *run)
{
    return store->kind->calendar->run_add(store, run);
}

int store_calendar_run_end(struct store *store, const char *name, enum calendar_state state,
                           int64_t ended_msec, const char *why)
{
    return store->kind->calendar->run_end(store, name, state, ended_msec, why);
}

int store_calendar_run_take(struct store *store, const char *name, const char *node)
{
    return store->kind->calendar->run_take(store, name, node);
}

int store_calendar_run_find(struct store *store, const char *name, struct calendar_run *run)
{
    return store->kind->calendar->run_find(store, name, run);
}

int store_calendar_runs_open(struct store *store, const char *node, struct calendar_run *runs,
                             int max)
{
    return store->kind->calendar->runs_open(store, node, runs, max);
}

int store_calendar_runs(struct store *store, const char *event, struct calendar_run *runs, int max)
{
    return store->kind->calendar->runs(store, event, runs, max);
}

int store_calendar_entry_add(struct store *store, const char *event, const char *bot,
                             int64_t wall_msec)
{
    return store->kind->calendar->entry_add(store, event, bot, wall_msec);
}

int store_calendar_entry_drop(struct store *store, const char *event, const char *bot)
{
    return store->kind->calendar->entry_drop(store, event, bot);
}

int store_calendar_entries(struct store *store, const char *event, const char *after,
                           struct calendar_entry *entries, int max)
{
    return store->kind->calendar->entries(store, event, after, entries, max);
}
