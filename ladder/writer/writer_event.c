/* writer_event.c - owners sign their bots up for events of the calendar. */
#include "writer/writer_event.h"

#include "base/clock.h"
#include "calendar/event.h"
#include "store/store_calendar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *owner_of(const struct standing *bot)
{
    return bot->owner[0] ? bot->owner : bot->name;
}

/* Counts the bots that are signed up, and those of one owner among them. Returns 0, or -1 if the
 * store failed. */
static int count_entries(struct ladder *ladder, const char *event, const char *owner, int *all,
                         int *own)
{
    const struct standings *standings = &ladder->replay.standings;
    struct calendar_entry *page = calloc(STORE_PAGE, sizeof *page);
    char after[LADDER_NAME_MAX + 1] = "";
    int count = page ? STORE_PAGE : -1;

    *all = *own = 0;
    while (count == STORE_PAGE) {
        count = store_calendar_entries(ladder->store, event, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            int index = standings_find(standings, page[i].bot);
            (*all)++;
            *own += index >= 0 && strcasecmp(owner_of(&standings->bots[index]), owner) == 0;
        }
        if (count > 0)
            memcpy(after, page[count - 1].bot, sizeof after);
    }
    free(page);
    return count < 0 ? -1 : 0;
}

/* Signing up ends when the event is due, whether or not a node has begun it. */
static bool is_open(const struct calendar_event *row, struct event_plan *event, int64_t now_msec)
{
    char error[EVENT_ERROR_BYTES];

    return event_parse(row->spec, event, error) == 0 && event->kind == EVENT_TOURNAMENT &&
           event->entries == EVENT_SIGNED && row->due_msec > now_msec;
}

static enum ladder_deed_outcome enter(struct ladder *ladder, const struct calendar_event *row,
                                      const struct event_plan *event, const struct standing *bot,
                                      int64_t now_msec)
{
    int all = 0, own = 0, most = event->per_owner > 0 ? event->per_owner : EVENT_PER_OWNER;

    if (bot->banned || bot->stopped)
        return LADDER_DEED_BARRED;
    int added = store_calendar_entry_add(ladder->store, row->name, bot->name, now_msec);
    if (added == STORE_FAILED ||
        (added == 0 && count_entries(ladder, row->name, owner_of(bot), &all, &own)))
        return LADDER_DEED_FAILED;
    if (all <= LADDER_ENTRIES_MAX && own <= most)
        return LADDER_DEED_DONE;
    if (store_calendar_entry_drop(ladder->store, row->name, bot->name))
        return LADDER_DEED_FAILED;
    return own > most ? LADDER_DEED_ENOUGH : LADDER_DEED_FULL;
}

int writer_event_store(struct ladder *ladder, struct op *op, const struct standing *bot, char *text,
                       size_t size)
{
    struct calendar_event row = {.file = NULL};
    struct event_plan event;
    int64_t now_msec = clock_wall_msec();
    int found = store_calendar_find(ladder->store, op->deed.event, &row);

    free(row.file);
    if (found == STORE_NONE)
        op->outcome_deed = LADDER_DEED_NO_EVENT;
    else if (found)
        op->outcome_deed = LADDER_DEED_FAILED;
    else if (!is_open(&row, &event, now_msec))
        op->outcome_deed = LADDER_DEED_CLOSED;
    else if (op->deed.kind == LADDER_DEED_ENTER)
        op->outcome_deed = enter(ladder, &row, &event, bot, now_msec);
    else
        op->outcome_deed =
            store_calendar_entry_drop(ladder->store, row.name, bot->name) == STORE_FAILED
                ? LADDER_DEED_FAILED
                : LADDER_DEED_DONE;
    if (op->outcome_deed != LADDER_DEED_FAILED)
        return 0;
    snprintf(text, size, "%s", store_error(ladder->store));
    return -1;
}
