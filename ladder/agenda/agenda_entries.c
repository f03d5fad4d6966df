/* agenda_entries.c - who plays a tournament of the calendar.
 *
 * A bot plays if there is a program of it: a section [entry NAME] of the event's file, with a
 * command or an archive. program_of is the place for programs that were handed in. */
#include "agenda/agenda_entries.h"
#include "calendar/event_file.h"
#include "log/replay.h"
#include "standings/rank_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct choice {
    char (*programs)[EVENT_FILE_NAME_MAX + 1]; /* of the file */
    bool *plays;
    int count, playing;
};

/* Returns the index of a bot's program, or -1 if it has none. */
static int program_of(const struct choice *choice, const char *bot)
{
    for (int i = 0; i < choice->count; i++) {
        if (strcasecmp(choice->programs[i], bot) == 0)
            return i;
    }
    return -1;
}

static void choose(struct choice *choice, const char *bot)
{
    int at = program_of(choice, bot);

    if (at < 0 || choice->plays[at])
        return;
    choice->plays[at] = true;
    choice->playing++;
}

/* An event_file_make callback. */
static bool is_chosen(void *context, const char *entry)
{
    const struct choice *choice = context;
    int at = program_of(choice, entry);

    return at >= 0 && choice->plays[at];
}

/* Bots that are banned or stopped now do not play. */
static int choose_signed(struct choice *choice, struct store *store,
                         const struct standings *standings, const char *event)
{
    struct calendar_entry *page = calloc(STORE_PAGE, sizeof *page);
    char after[LADDER_NAME_MAX + 1] = "";
    int count = page ? STORE_PAGE : -1;

    while (count == STORE_PAGE) {
        count = store_calendar_entries(store, event, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++) {
            int at = standings_find(standings, page[i].bot);
            const struct standing *bot = at < 0 ? NULL : &standings->bots[at];
            if (!bot || (!bot->banned && !bot->stopped))
                choose(choice, page[i].bot);
        }
        if (count > 0)
            memcpy(after, page[count - 1].bot, sizeof after);
    }
    free(page);
    return count < 0 ? -1 : 0;
}

/* Returns the ladder that an event names, or the one with most results; -1 if there is none. */
static int board_of(const struct standings *standings, const char *name)
{
    int found = -1;

    if (*name)
        return standings_board(standings, name);
    for (int i = 0; i < standings->board_count; i++) {
        if (found < 0 || standings->boards[i].results > standings->boards[found].results)
            found = i;
    }
    return found;
}

/* The first N bots of the ladder that have a program; the others are passed over. */
static int choose_best(struct choice *choice, const struct standings *standings,
                       const struct event_plan *event)
{
    int count = 0, board = board_of(standings, event->board);
    struct ladder_row *rows = board < 0 ? NULL : rank_list_rows(standings, board, NULL, &count);

    if (board >= 0 && !rows)
        return -1;
    rank_list_order(rows, count);
    for (int i = 0; i < count && choice->playing < event->best; i++)
        choose(choice, rows[i].name);
    free(rows);
    return 0;
}

static int choose_all(struct choice *choice, struct store *store, const char *name,
                      const struct event_plan *event, struct ladder_error *error)
{
    struct replay replay;
    int status;

    if (event->entries == EVENT_OF_FILE) {
        for (int i = 0; i < choice->count; i++)
            choose(choice, choice->programs[i]);
        return 0;
    }
    replay_init(&replay);
    replay.resumes = true;
    status = replay_load(&replay, store, NULL, NULL);
    if (status)
        snprintf(error->text, sizeof error->text, "%.250s", replay.error);
    else if (event->entries == EVENT_SIGNED &&
             (status = choose_signed(choice, store, &replay.standings, name)))
        snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
    else if (event->entries == EVENT_BEST &&
             (status = choose_best(choice, &replay.standings, event)))
        snprintf(error->text, sizeof error->text, "out of memory");
    replay_fini(&replay);
    return status;
}

char *agenda_entries_file(struct store *store, const struct calendar_event *row,
                          const struct event_plan *event, const char *run, int *count,
                          struct ladder_error *error)
{
    struct choice choice = {
        .programs = calloc(EVENT_FILE_ENTRIES_MAX, sizeof *choice.programs),
        .plays = calloc(EVENT_FILE_ENTRIES_MAX, sizeof *choice.plays),
    };
    char *file = NULL;

    snprintf(error->text, sizeof error->text, "out of memory");
    if (choice.programs && choice.plays) {
        choice.count = event_file_entries(row->file, choice.programs, EVENT_FILE_ENTRIES_MAX);
        if (choose_all(&choice, store, row->name, event, error) == 0)
            file = event_file_make(row->file, run, is_chosen, &choice);
    }
    *count = choice.playing;
    free(choice.programs);
    free(choice.plays);
    return file;
}
