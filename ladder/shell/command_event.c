/* command_event.c - avondale ladder event: adds and removes events, lists them, shows and checks
 * what they came to. */
#include "shell/command.h"
#include "base/clock.h"
#include "base/sign.h"
#include "calendar/event_file.h"
#include "log/event_table.h"
#include "agenda/agenda.h"
#include "agenda/series_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 256, RUNS_MAX = 20 };

static const char *const state_words[CALENDAR_STATES] = {"runs", "over", "off"};

/* ----------------------------------------------------------------------------- add and remove */

/* The words that stand behind the name, with blanks between them. */
static char *words_join(const struct command *command)
{
    size_t size = 1;
    for (int i = 2; i < command->argument_count; i++)
        size += strlen(command->arguments[i]) + 1;
    char *words = calloc(1, size);
    for (int i = 2; words && i < command->argument_count; i++) {
        strcat(words, command->arguments[i]);
        strcat(words, " ");
    }
    return words;
}

/* The text of a tournament's file, to be freed; NULL after a complaint. */
static char *file_read(struct command *command, const char *path)
{
    char *text = calloc(1, EVENT_FILE_BYTES_MAX + 2), error[EVENT_FILE_ERROR_BYTES];
    FILE *file = text ? fopen(path, "r") : NULL;
    size_t size = file ? fread(text, 1, EVENT_FILE_BYTES_MAX + 1, file) : 0;
    bool good = file && !ferror(file) && strlen(text) == size;

    if (!file)
        command_complain(command, EXIT_USAGE, "event add: file=%s: %s", path, strerror(errno));
    else if (!good)
        command_complain(command, EXIT_USAGE, "event add: file=%s: expected a file of text", path);
    else if (event_file_check(text, error)) {
        command_complain(command, EXIT_USAGE, "event add: file=%s: %s", path, error);
        good = false;
    }
    if (file)
        fclose(file);
    if (good)
        return text;
    free(text);
    return NULL;
}

static int event_put(struct command *command, const char *name, const struct event_plan *event)
{
    char *file = event->path[0] ? file_read(command, event->path) : NULL;
    struct ladder_error wrong;

    if (event->path[0] && !file)
        return EXIT_USAGE;
    int status =
        agenda_put(command->store, name, event, file ? file : "", clock_wall_msec(), &wrong);
    free(file);
    if (status)
        return command_complain(command, EXIT_USAGE, "event add: %s", wrong.text);
    return store_commit(command->store) ? command_store_failed(command) : EXIT_DONE;
}

static int event_add(struct command *command)
{
    const char *name = command->arguments[1];
    char *words = words_join(command), error[EVENT_ERROR_BYTES];
    struct event_plan event;
    int status = EXIT_DONE;

    if (!words)
        return command_complain(command, EXIT_WORLD, "out of memory");
    if (!event_name_valid(name))
        status = command_complain(
            command, EXIT_USAGE,
            "event '%.40s': expected 1 to 18 of A-Z a-z 0-9 . _ - and no dot first", name);
    else if (event_parse(words, &event, error))
        status = command_complain(command, EXIT_USAGE, "event add: %s", error);
    else if (event.kind == EVENT_TOURNAMENT && !event.path[0])
        status = command_complain(command, EXIT_USAGE,
                                  "event add: expected file=FILE, that of a tournament");
    free(words);
    if (status == EXIT_DONE)
        status = event_put(command, name, &event);
    if (status)
        return status;
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s}", "event", name));
    fprintf(command->out, "event %s is on the calendar\n", name);
    return EXIT_DONE;
}

static int event_remove(struct command *command)
{
    int status = store_calendar_drop(command->store, command->arguments[1]);

    if (status == STORE_NONE)
        return command_complain(command, EXIT_USAGE, "no event '%.40s'; 'event list' names them",
                                command->arguments[1]);
    if (status || store_commit(command->store))
        return command_store_failed(command);
    if (!command->common.json)
        fprintf(command->out, "event %s is off the calendar; its runs stay\n",
                command->arguments[1]);
    return command->common.json
               ? command_print_json(command, json_pack("{s:s}", "event", command->arguments[1]))
               : EXIT_DONE;
}

/* ----------------------------------------------------------------------------- who signs up */

/* `enter NAME BOT` and `withdraw NAME BOT`: the operator enters and withdraws bots. */
static int event_sign(struct command *command)
{
    bool enters = strcmp(command->argument, "enter") == 0;
    const char *name = command->arguments[1];
    struct calendar_event row = {.file = NULL};
    struct standing bot;

    if (command->argument_count != 3)
        return command_complain(command, EXIT_USAGE, "event %s: expected NAME BOT",
                                command->argument);
    int status = store_calendar_find(command->store, name, &row);
    free(row.file);
    if (status == STORE_NONE)
        return command_complain(command, EXIT_USAGE, "no event '%.40s'; 'event list' names them",
                                name);
    if (status == 0)
        status = store_bot_find(command->store, command->arguments[2], &bot);
    if (status == STORE_NONE)
        return command_complain(command, EXIT_USAGE, "no bot named '%.40s'", command->arguments[2]);
    if (status == 0)
        status = enters
                     ? store_calendar_entry_add(command->store, name, bot.name, clock_wall_msec())
                     : store_calendar_entry_drop(command->store, name, bot.name);
    if (status == STORE_FAILED || store_commit(command->store))
        return command_store_failed(command);
    if (command->common.json)
        return command_print_json(command, json_pack("{s:s, s:s, s:b}", "event", name, "bot",
                                                     bot.name, "entered", enters));
    fprintf(command->out, "%s is %s for event %s\n", bot.name,
            enters ? "signed up" : "not signed up any more", name);
    return EXIT_DONE;
}

/* ------------------------------------------------------------------------------- list and show */

static void event_print(struct command *command, const struct calendar_event *row, json_t *array)
{
    char next[32];

    if (array)
        json_array_append_new(array, json_pack("{s:s, s:s, s:I}", "event", row->name, "words",
                                               row->spec, "next_msec", (json_int_t)row->due_msec));
    else
        fprintf(command->out, "%-18s  %-20s  %s\n", row->name,
                command_time_text(row->due_msec, next), row->spec);
}

static int event_list(struct command *command)
{
    struct calendar_event *page = calloc(LIST_MAX, sizeof *page);
    json_t *array = command->common.json ? json_array() : NULL;
    char after[CALENDAR_NAME_MAX + 1] = "";
    int count = page ? LIST_MAX : -1;

    while (count == LIST_MAX) {
        count = store_calendar_page(command->store, after, page, LIST_MAX);
        for (int i = 0; i < count; i++)
            event_print(command, &page[i], array);
        if (count > 0)
            memcpy(after, page[count - 1].name, sizeof after);
    }
    free(page);
    if (count < 0) {
        json_decref(array);
        return command_store_failed(command);
    }
    return array ? command_print_json(command, array) : EXIT_DONE;
}

static json_t *run_json(const struct calendar_run *run)
{
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:s, s:s, s:s}", "run", run->name, "state",
                     state_words[run->state], "due_msec", (json_int_t)run->due_msec, "started_msec",
                     (json_int_t)run->started_msec, "ended_msec", (json_int_t)run->ended_msec,
                     "node", run->node, "why", run->why, "words", run->spec);
}

static int event_show(struct command *command)
{
    struct calendar_run *runs = calloc(RUNS_MAX, sizeof *runs);
    struct calendar_event row = {.file = NULL};
    int found = store_calendar_find(command->store, command->arguments[1], &row);
    int count = runs ? store_calendar_runs(command->store, command->arguments[1], runs, RUNS_MAX)
                     : STORE_FAILED;
    int status = EXIT_DONE;
    char due[32];

    free(row.file);
    if (found == STORE_FAILED || count < 0) {
        status = command_store_failed(command);
    } else if (found == STORE_NONE && count == 0) {
        status = command_complain(command, EXIT_USAGE, "no event '%.40s'; 'event list' names them",
                                  command->arguments[1]);
    } else if (command->common.json) {
        json_t *list = json_array();
        for (int i = 0; i < count; i++)
            json_array_append_new(list, run_json(&runs[i]));
        status = command_print_json(
            command, json_pack("{s:s, s:s, s:I, s:o}", "event", command->arguments[1], "words",
                               row.spec, "next_msec", (json_int_t)row.due_msec, "runs", list));
    } else {
        if (found == 0)
            event_print(command, &row, NULL);
        for (int i = 0; i < count; i++)
            fprintf(command->out, "%-32s  %s  %s%s%s\n", runs[i].name,
                    command_time_text(runs[i].due_msec, due), state_words[runs[i].state],
                    runs[i].why[0] ? ": " : "", runs[i].why);
    }
    free(runs);
    return status;
}

/* -------------------------------------------------------------------------------------- verify */

/* What the records beside a table are, compared with what the table says. NULL, or what is wrong.
 */
static const char *directory_check(const char *directory, const json_t *table)
{
    static const struct {
        const char *file, *key, *wrong;
    } files[] = {{"tournament.ini", "file_sha256", "tournament.ini is not the file of the table"},
                 {"records.jsonl", "records_sha256", "records.jsonl are not those of the table"}};
    char path[1200], digest[SIGN_KEY_HEX];

    for (size_t i = 0; i < 2; i++) {
        const char *told = json_string_value(json_object_get(table, files[i].key));
        snprintf(path, sizeof path, "%.1000s/%s", directory, files[i].file);
        if (sign_digest_file(path, digest) || !told || strcmp(told, digest) != 0)
            return files[i].wrong;
    }
    return NULL;
}

static int event_verify(struct command *command)
{
    const char *run = command->arguments[1];
    json_t *sealed = NULL;
    const char *wrong = event_table_check(command->store, run, command->public, &sealed);
    const char *text = json_string_value(json_object_get(sealed, "table"));
    json_t *table = text ? json_loads(text, 0, NULL) : NULL;
    int status = EXIT_DONE;

    if (!wrong && command->directory)
        wrong = directory_check(command->directory, table);
    if (wrong)
        status = command_complain(command, EXIT_NO, "event %.40s: %s", run, wrong);
    else if (command->common.json)
        status = command_print_json(command, json_incref(table));
    else
        fprintf(command->out, "event %s: signed by %s, and the log names its table%s\n", run,
                json_string_value(json_object_get(sealed, "key")),
                command->directory ? "; file and records are those of the table" : "");
    json_decref(table);
    json_decref(sealed);
    return status;
}

/* -------------------------------------------------------------------------------------- series */

static void series_print(struct command *command, const json_t *table)
{
    const json_t *rows = json_object_get(table, "rows"), *row;
    size_t i;

    fprintf(command->out, "rank  %-32s  points  events  first\n", "entry");
    json_array_foreach(rows, i, row)
    {
        int64_t points = json_integer_value(json_object_get(row, "points"));
        const json_t *places = json_object_get(row, "places");
        fprintf(command->out, "%4d  %-32s %4lld.%02d  %6d  %5d\n",
                (int)json_integer_value(json_object_get(row, "rank")),
                json_string_value(json_object_get(row, "entry")), (long long)(points / 100),
                (int)(points % 100), (int)json_integer_value(json_object_get(row, "events")),
                (int)json_integer_value(json_array_get(places, 0)));
    }
    fprintf(command->out, "%zu events, whose signed tables give these points\n",
            json_array_size(json_object_get(table, "runs")));
}

static int event_series(struct command *command)
{
    json_t *table = NULL;
    const char *wrong = series_table_check(command->store, command->arguments[1], &table);
    int status = EXIT_DONE;

    if (!table)
        status = command_complain(command, EXIT_USAGE, "series '%.40s': %s", command->arguments[1],
                                  wrong);
    else if (wrong)
        status =
            command_complain(command, EXIT_NO, "series %.40s: %s", command->arguments[1], wrong);
    else if (command->common.json)
        status = command_print_json(command, json_incref(table));
    else
        series_print(command, table);
    json_decref(table);
    return status;
}

/* --------------------------------------------------------------------------------------- words */

static const struct {
    const char *word;
    int (*run)(struct command *command);
    bool named, writes;
} words[] = {
    {"add", event_add, true, true},        {"remove", event_remove, true, true},
    {"enter", event_sign, true, true},     {"withdraw", event_sign, true, true},
    {"list", event_list, false, false},    {"show", event_show, true, false},
    {"verify", event_verify, true, false}, {"series", event_series, true, false},
};
enum { WORDS = sizeof words / sizeof words[0] };

bool command_event_writes(const struct command *command)
{
    for (size_t i = 0; i < WORDS; i++) {
        if (strcmp(words[i].word, command->argument) == 0)
            return words[i].writes;
    }
    return false;
}

int command_event(struct command *command)
{
    for (size_t i = 0; i < WORDS; i++) {
        if (strcmp(words[i].word, command->argument) != 0)
            continue;
        if (words[i].named && command->argument_count < 2)
            return command_complain(command, EXIT_USAGE, "event %s: NAME is missing",
                                    words[i].word);
        if (words[i].run != event_add && words[i].run != event_sign &&
            command->argument_count > (words[i].named ? 2 : 1))
            return command_complain(command, EXIT_USAGE, "event %s: expected nothing behind %s",
                                    words[i].word, words[i].named ? "NAME" : "it");
        return words[i].run(command);
    }
    return command_complain(
        command, EXIT_USAGE,
        "event '%.32s': must be add, remove, enter, withdraw, list, show, verify or series",
        command->argument);
}
