/* agenda_entries.c - who plays a tournament of the calendar.
 *
 * A bot plays if there is a program of it: a section [entry NAME] of the event's file, with a
 * command or an archive; else the active one of those that its owner handed in. A bot that only
 * connects has none: whoever plays the tournament could not start it. */
#include "agenda/agenda_entries.h"
#include "calendar/event_file.h"
#include "log/replay.h"
#include "standings/rank_list.h"
#include "store/store_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CHOSEN_MAX = EVENT_BEST_MAX };

_Static_assert((int)EVENT_FILE_NAME_MAX == (int)LADDER_NAME_MAX, "an entry is a bot");
_Static_assert((int)EVENT_FILE_HASH_DIGITS == (int)WORK_HASH_DIGITS, "one length of hashes");

/* A program that was handed in. */
struct handed {
    struct event_file_program program;
    char rulesets[PROGRAM_RULESETS_MAX + 1]; /* that it plays; "": it does not say */
    bool passed;                             /* it was looked at: it plays, or is left out */
};

struct choice {
    struct agenda_entries *entries;
    char (*programs)[EVENT_FILE_NAME_MAX + 1]; /* of the file */
    bool *plays;
    int count;
    struct handed *handed; /* by name */
    int handed_count;
    struct event_file_program *chosen; /* of those handed in, in the order of the choice */
    const char **owners;               /* of the same; in the standings */
    int chosen_count;
    char ruleset[EVENT_FILE_RULESET_MAX + 1]; /* that is played */
    int per_owner;                            /* programs of one owner that play; 0: any number */
};

/* Returns the index of a bot's program in the file, or -1 if it has none. */
static int program_of(const struct choice *choice, const char *bot)
{
    for (int i = 0; i < choice->count; i++) {
        if (strcasecmp(choice->programs[i], bot) == 0)
            return i;
    }
    return -1;
}

static int name_order(const void *bot, const void *handed)
{
    return strcasecmp(bot, ((const struct handed *)handed)->program.entry);
}

static int handed_order(const void *one, const void *other)
{
    return name_order(((const struct handed *)one)->program.entry, other);
}

static struct handed *handed_of(const struct choice *choice, const char *bot)
{
    if (choice->handed_count == 0)
        return NULL;
    return bsearch(bot, choice->handed, (size_t)choice->handed_count, sizeof *choice->handed,
                   name_order);
}

static void leave(struct choice *choice, enum agenda_left why, const char *bot)
{
    int at = choice->entries->left[why].count++;

    if (at < AGENDA_LEFT_NAMED)
        snprintf(choice->entries->left[why].names[at], LADDER_NAME_MAX + 1, "%s", bot);
}

/* How many of an owner's programs play. */
static int chosen_of(const struct choice *choice, const char *owner)
{
    int count = 0;

    for (int i = 0; i < choice->chosen_count; i++)
        count += strcasecmp(choice->owners[i], owner) == 0;
    return count;
}

/* A program that names no rulesets plays any. */
static bool plays_ruleset(const struct choice *choice, const struct handed *handed)
{
    size_t size = strlen(choice->ruleset);

    for (const char *at = handed->rulesets; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == size && memcmp(at, choice->ruleset, size) == 0)
            return true;
        at += length;
    }
    return strspn(handed->rulesets, " ") == strlen(handed->rulesets);
}

static void choose_handed(struct choice *choice, const struct handed *handed, const char *owner)
{
    struct agenda_entries *entries = choice->entries;

    if (!plays_ruleset(choice, handed)) {
        leave(choice, AGENDA_LEFT_RULESET, handed->program.entry);
    } else if (choice->per_owner > 0 && chosen_of(choice, owner) >= choice->per_owner) {
        leave(choice, AGENDA_LEFT_OWNER, handed->program.entry);
    } else if (entries->count >= CHOSEN_MAX) {
        leave(choice, AGENDA_LEFT_ROOM, handed->program.entry);
    } else {
        choice->owners[choice->chosen_count] = owner;
        choice->chosen[choice->chosen_count++] = handed->program;
        entries->count++;
    }
}

/* Enters a bot, by the file's program of it or that which was handed in. `bot` is NULL where the
 * ladder does not know the name: then only the file can have a program. */
static void choose(struct choice *choice, const struct standing *bot, const char *name)
{
    int at = program_of(choice, name);
    struct handed *handed = bot ? handed_of(choice, name) : NULL;

    if (handed && handed->passed)
        return;
    if (handed)
        handed->passed = true;
    if (bot && (bot->banned || bot->stopped)) {
        leave(choice, AGENDA_LEFT_BARRED, name);
    } else if (at < 0 && handed) {
        choose_handed(choice, handed, bot->owner[0] ? bot->owner : bot->name);
    } else if (at < 0) {
        leave(choice, AGENDA_LEFT_PROGRAM, name);
    } else if (!choice->plays[at]) {
        choice->plays[at] = true;
        choice->entries->count++;
    }
}

/* An event_file_make callback. */
static bool is_chosen(void *context, const char *entry)
{
    const struct choice *choice = context;
    int at = program_of(choice, entry);

    return at >= 0 && choice->plays[at];
}

static const struct standing *bot_of(const struct standings *standings, const char *name)
{
    int at = standings_find(standings, name);
    return at < 0 ? NULL : &standings->bots[at];
}

static void choose_file(struct choice *choice)
{
    for (int i = 0; i < choice->count; i++)
        choose(choice, NULL, choice->programs[i]);
}

static int choose_signed(struct choice *choice, struct store *store,
                         const struct standings *standings, const char *event)
{
    struct calendar_entry *page = calloc(STORE_PAGE, sizeof *page);
    char after[LADDER_NAME_MAX + 1] = "";
    int count = page ? STORE_PAGE : -1;

    while (count == STORE_PAGE) {
        count = store_calendar_entries(store, event, after, page, STORE_PAGE);
        for (int i = 0; i < count; i++)
            choose(choice, bot_of(standings, page[i].bot), page[i].bot);
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

/* The first bots of the ladder that have a program; the others are passed over. */
static int choose_best(struct choice *choice, const struct standings *standings, int board,
                       int best)
{
    int count = 0;
    struct ladder_row *rows = board < 0 ? NULL : rank_list_rows(standings, board, NULL, &count);

    if (board >= 0 && !rows)
        return -1;
    rank_list_order(rows, count);
    for (int i = 0; i < count && choice->entries->count < best; i++)
        choose(choice, bot_of(standings, rows[i].name), rows[i].name);
    free(rows);
    return 0;
}

/* The entries of the file, then the active programs of all owners: those on the ladder as they
 * stand there, then those that are not, by name. */
static int choose_active(struct choice *choice, const struct standings *standings,
                         const struct event_plan *event)
{
    int board = board_of(standings, event->board), count = 0;
    struct ladder_row *rows = board < 0 ? NULL : rank_list_rows(standings, board, NULL, &count);

    if (board >= 0 && !rows)
        return -1;
    choose_file(choice);
    rank_list_order(rows, count);
    for (int i = 0; i < count; i++) {
        if (handed_of(choice, rows[i].name))
            choose(choice, bot_of(standings, rows[i].name), rows[i].name);
    }
    free(rows);
    for (int i = 0; i < choice->handed_count; i++) {
        const struct standing *bot = bot_of(standings, choice->handed[i].program.entry);
        if (bot)
            choose(choice, bot, bot->name);
    }
    return 0;
}

/* Reads the active programs of all bots. Returns 0 or -1. */
static int handed_load(struct choice *choice, struct store *store)
{
    struct store_program *page = calloc(STORE_PAGE, sizeof *page);
    int64_t after = 0;
    int count = page ? STORE_PAGE : -1, capacity = 0;

    while (count == STORE_PAGE) {
        count = store_program_active(store, after, page, STORE_PAGE);
        if (count > 0 && choice->handed_count + count > capacity) {
            capacity = 2 * capacity + STORE_PAGE;
            struct handed *grown = realloc(choice->handed, (size_t)capacity * sizeof *grown);
            count = grown ? count : -1;
            choice->handed = grown ? grown : choice->handed;
        }
        for (int i = 0; i < count; i++) {
            struct handed *one = &choice->handed[choice->handed_count++];
            *one = (struct handed){.passed = false};
            memcpy(one->program.entry, page[i].bot, sizeof one->program.entry);
            memcpy(one->program.archive, page[i].archive, sizeof one->program.archive);
            memcpy(one->rulesets, page[i].rulesets, sizeof one->rulesets);
            after = page[i].id;
        }
    }
    free(page);
    if (choice->handed_count > 0)
        qsort(choice->handed, (size_t)choice->handed_count, sizeof *choice->handed, handed_order);
    return count < 0 ? -1 : 0;
}

static int choose_all(struct choice *choice, struct store *store, const char *name,
                      const struct event_plan *event, const struct standings *standings)
{
    if (event->entries == EVENT_SIGNED)
        return choose_signed(choice, store, standings, name);
    if (event->entries == EVENT_BEST)
        return choose_best(choice, standings, board_of(standings, event->board), event->best);
    choice->per_owner = event->per_owner > 0 ? event->per_owner : EVENT_PER_OWNER;
    return choose_active(choice, standings, event);
}

/* Returns 0; or -1 with *error. */
static int choose_from_store(struct choice *choice, struct store *store, const char *name,
                             const struct event_plan *event, struct ladder_error *error)
{
    struct replay replay;

    replay_init(&replay);
    replay.resumes = true;
    int status = replay_load(&replay, store, NULL, NULL);
    if (status)
        snprintf(error->text, sizeof error->text, "%.250s", replay.error);
    else if ((status = handed_load(choice, store)) ||
             (status = choose_all(choice, store, name, event, &replay.standings)))
        snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
    replay_fini(&replay);
    return status;
}

int agenda_entries_make(struct store *store, const struct calendar_event *row,
                        const struct event_plan *event, const char *run,
                        struct agenda_entries *entries, struct ladder_error *error)
{
    struct choice choice = {
        .entries = entries,
        .programs = calloc(EVENT_FILE_ENTRIES_MAX, sizeof *choice.programs),
        .plays = calloc(EVENT_FILE_ENTRIES_MAX, sizeof *choice.plays),
        .chosen = calloc(CHOSEN_MAX, sizeof *choice.chosen),
        .owners = calloc(CHOSEN_MAX, sizeof *choice.owners),
    };
    int status = choice.programs && choice.plays && choice.chosen && choice.owners ? 0 : -1;

    *entries = (struct agenda_entries){.file = NULL};
    snprintf(error->text, sizeof error->text, "out of memory");
    if (status == 0)
        choice.count = event_file_entries(row->file, choice.programs, EVENT_FILE_ENTRIES_MAX);
    event_file_ruleset(row->file, choice.ruleset);
    if (status == 0 && event->entries == EVENT_OF_FILE)
        choose_file(&choice);
    else if (status == 0)
        status = choose_from_store(&choice, store, row->name, event, error);
    if (status == 0) {
        entries->file = event_file_make(row->file, run, is_chosen, &choice);
        if (entries->file)
            entries->file = event_file_add(entries->file, choice.chosen, choice.chosen_count);
        status = entries->file ? 0 : -1;
    }
    free(choice.programs);
    free(choice.plays);
    free(choice.handed);
    free(choice.chosen);
    free(choice.owners);
    return status;
}

bool agenda_entries_left(const struct agenda_entries *entries, enum agenda_left why,
                         char text[AGENDA_LEFT_BYTES])
{
    static const char *const words[AGENDA_LEFTS] = {
        [AGENDA_LEFT_PROGRAM] = "without a program",
        [AGENDA_LEFT_BARRED] = "stopped or banned",
        [AGENDA_LEFT_RULESET] = "programs for other rulesets",
        [AGENDA_LEFT_OWNER] = "too many of one owner",
        [AGENDA_LEFT_ROOM] = "above 1024 entries",
    };
    int count = entries->left[why].count, size;

    _Static_assert(CHOSEN_MAX == 1024, "the words say so");
    size = snprintf(text, AGENDA_LEFT_BYTES, "%s: ", words[why]);
    for (int i = 0; i < count && i < AGENDA_LEFT_NAMED; i++)
        size += snprintf(text + size, AGENDA_LEFT_BYTES - (size_t)size, "%s%s", i ? ", " : "",
                         entries->left[why].names[i]);
    if (count > AGENDA_LEFT_NAMED)
        snprintf(text + size, AGENDA_LEFT_BYTES - (size_t)size, " and %d more",
                 count - AGENDA_LEFT_NAMED);
    return count > 0;
}
