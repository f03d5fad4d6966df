/* agenda.c - see agenda.h. */
#include "agenda/agenda.h"
#include "log/event_table.h"
#include "log/replay.h"
#include "agenda/series_table.h"
#include "log/season_close.h"
#include "news/news.h"
#include "agenda/agenda_entries.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DUE_MAX = 64,
    OPEN_MAX = 256,
    RESULTS_BYTES_MAX = 8 << 20,
    LATE_BYTES = 48, /* of a clause that stands before another */
};

struct agenda {
    struct agenda_config config;
    struct store *store;
    bool away; /* the store failed, and a line said so */
};

int agenda_create(struct agenda **out, const struct agenda_config *config,
                  struct ladder_error *error)
{
    struct agenda *agenda = calloc(1, sizeof *agenda);

    *out = NULL;
    snprintf(error->text, sizeof error->text, "out of memory");
    if (!agenda)
        return -1;
    agenda->config = *config;
    error->text[0] = '\0';
    if (store_open(&agenda->store, config->url, STORE_MUST_EXIST | STORE_SHARED, error)) {
        free(agenda);
        return -1;
    }
    *out = agenda;
    return 0;
}

void agenda_destroy(struct agenda *agenda)
{
    if (!agenda)
        return;
    store_close(agenda->store);
    free(agenda);
}

/* ----------------------------------------------------------------------------------- saying so */

__attribute__((format(printf, 3, 4))) static void say(struct agenda *agenda, bool is_bad,
                                                      const char *format, ...)
{
    char line[400];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    agenda->config.say(agenda->config.context, is_bad, line);
}

/* Rolls back, and says once that the store does not answer. Returns -1. */
static int store_failed(struct agenda *agenda)
{
    store_rollback(agenda->store);
    if (!agenda->away)
        say(agenda, true, "calendar: %.300s", store_error(agenda->store));
    agenda->away = true;
    return -1;
}

static int commit(struct agenda *agenda)
{
    if (store_commit(agenda->store))
        return store_failed(agenda);
    if (agenda->away)
        say(agenda, false, "calendar: the store is back");
    agenda->away = false;
    return 0;
}

/* ------------------------------------------------------------------------------------- the times
 */

/* Returns the first start after a moment, or 0 if there is none or the system lost the zone. */
static int64_t next_start(const struct event_plan *event, int64_t after_msec)
{
    struct zone *zone = zone_open(event->zone);
    int64_t next = zone ? event_time_after(&event->time, zone_offset, zone, after_msec) : 0;

    zone_close(zone);
    return next;
}

static void run_name(const char *name, const struct event_plan *event, int64_t due_msec,
                     char run[EVENT_RUN_MAX + 1])
{
    struct zone *zone = zone_open(event->zone);

    event_run_name(name, zone ? event_time_minute(due_msec, zone_offset, zone) : due_msec / 60000,
                   run);
    zone_close(zone);
}

/* "2 h 5 min" */
static void format_late(int64_t msec, char *text, size_t size)
{
    int64_t minutes = msec / 60000;

    if (minutes >= 60)
        snprintf(text, size, "%lld h %lld min", (long long)(minutes / 60),
                 (long long)(minutes % 60));
    else
        snprintf(text, size, "%lld min", (long long)minutes);
}

/* ------------------------------------------------------------------------------------- events */

_Static_assert((int)EVENT_NAME_MAX == (int)CALENDAR_NAME_MAX, "one length of names");
_Static_assert((int)EVENT_TEXT_MAX == (int)CALENDAR_SPEC_MAX, "one length of words");
_Static_assert((int)EVENT_RUN_MAX == (int)LADDER_NAME_MAX, "a run is named as a season is");

int agenda_put(struct store *store, const char *name, const struct event_plan *event,
               const char *file, int64_t now_msec, struct ladder_error *error)
{
    struct calendar_event row = {.due_msec = next_start(event, now_msec),
                                 .file = (char *)(uintptr_t)file},
                          there;

    snprintf(row.name, sizeof row.name, "%s", name);
    event_format(event, row.spec);
    int found = store_calendar_find(store, name, &there);
    bool same = found == 0 && strcmp(there.spec, row.spec) == 0 && strcmp(there.file, file) == 0;
    if (found == 0)
        free(there.file);
    if (same)
        return 0;
    if (found != STORE_FAILED && row.due_msec == 0) {
        snprintf(error->text, sizeof error->text, "%s: at: expected a time that is to come", name);
        return -1;
    }
    if (found == STORE_FAILED || store_calendar_put(store, &row)) {
        snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
        return -1;
    }
    return 0;
}

int agenda_keep(struct agenda *agenda, const char *name, const struct event_plan *event,
                const char *file, int64_t now_msec, struct ladder_error *error)
{
    struct store *store = agenda->store;
    int status = store_begin(store, true);

    if (status == 0 && agenda_put(store, name, event, file, now_msec, error)) {
        store_rollback(store);
        return -1;
    }
    if (status == 0)
        status = store_commit(store);
    if (status) {
        snprintf(error->text, sizeof error->text, "%.250s", store_error(store));
        store_rollback(store);
    }
    return status ? -1 : 0;
}

/* ------------------------------------------------------------------------------------- starting */

/* Puts a first clause, of less than LATE_BYTES, before the existing ones. */
__attribute__((format(printf, 2, 3))) static void prepend_why(struct calendar_run *run,
                                                              const char *format, ...)
{
    char before[CALENDAR_WHY_MAX + 1], clause[LATE_BYTES];
    va_list args;

    va_start(args, format);
    vsnprintf(clause, sizeof clause, format, args);
    va_end(args);
    memcpy(before, run->why, sizeof before);
    snprintf(run->why, sizeof run->why, "%s%s%.150s", clause, before[0] ? "; " : "", before);
}

/* Ends a run, and tells so, in the transaction under way; does nothing if it has ended before.
 * Returns 0 or -1. */
static int run_end(struct store *store, const struct calendar_run *run, enum calendar_state state,
                   int64_t ended_msec)
{
    int status = store_calendar_run_end(store, run->name, state, ended_msec, run->why);

    if (status == STORE_NONE)
        return 0;
    return status || news_tell_event(store, run, state, ended_msec) ? -1 : 0;
}

/* The outcome of a start. */
enum begun { BEGUN_FAILED = -1, BEGUN, BEGUN_OFF };

/* Begins the season of a run; if it is called off, `run->why` says why. */
static enum begun season_begin(struct agenda *agenda, const struct event_plan *event,
                               struct calendar_run *run)
{
    struct season season = {.chips = event->chips, .buy_in = event->buy_in}, checked;
    char text[LOG_ENTRY_TEXT_MAX + 1];
    struct replay replay;

    replay_init(&replay);
    replay.resumes = true;
    int status = replay_load(&replay, agenda->store, NULL, NULL);
    if (status == 0 && standings_season(&replay.standings, run->name) >= 0)
        snprintf(run->why, sizeof run->why, "there is a season of that name already");
    else if (status == 0 && event->board[0] && standings_board(&replay.standings, event->board) < 0)
        snprintf(run->why, sizeof run->why, "there is no ladder %s", event->board);
    else
        run->why[0] = '\0';
    replay_fini(&replay);
    if (status || run->why[0])
        return status ? BEGUN_FAILED : BEGUN_OFF;
    snprintf(season.name, sizeof season.name, "%s", run->name);
    snprintf(season.board, sizeof season.board, "%s", event->board);
    season.from_msec = run->started_msec;
    season.to_msec = run->until_msec = run->started_msec + event->minutes * INT64_C(60000);
    season_format(&season, text, sizeof text);
    const char *wrong = season_parse(text, &checked);
    if (wrong)
        snprintf(run->why, sizeof run->why, "%s", wrong);
    else if (store_log_entry_add(agenda->store, LOG_ENTRY_SEASON, 0, run->started_msec, text))
        return BEGUN_FAILED;
    return wrong ? BEGUN_OFF : BEGUN;
}

/* Who was left out, in the log with a line for each reason, and in `run->why` as far as there is
 * room. */
static void note_left(struct agenda *agenda, const struct agenda_entries *entries,
                      struct calendar_run *run)
{
    char clause[AGENDA_LEFT_BYTES];
    size_t used = 0;

    for (int i = 0; i < AGENDA_LEFTS; i++) {
        if (!agenda_entries_left(entries, (enum agenda_left)i, clause))
            continue;
        say(agenda, true, "event=%s leaves out %s", run->name, clause);
        const char *before = used ? "; " : "left out ";
        if (used + strlen(before) + strlen(clause) + LATE_BYTES < sizeof run->why)
            used +=
                (size_t)snprintf(run->why + used, sizeof run->why - used, "%s%s", before, clause);
    }
}

/* Makes the file of a run; if it is called off, `run->why` says why. */
static enum begun tournament_begin(struct agenda *agenda, const struct calendar_event *row,
                                   const struct event_plan *event, struct calendar_run *run)
{
    struct ladder_error error = {.text = ""};
    struct agenda_entries entries;

    if (agenda_entries_make(agenda->store, row, event, run->name, &entries, &error)) {
        say(agenda, true, "event=%s: %.300s", run->name, error.text);
        return BEGUN_FAILED;
    }
    run->file = entries.file;
    note_left(agenda, &entries, run);
    if (entries.count >= 2)
        return BEGUN;
    prepend_why(run, "%d of 2 entries or more that can play", entries.count);
    return BEGUN_OFF;
}

/* Adds the run of a start that is claimed. Returns 0 or -1. */
static int run_add(struct agenda *agenda, struct calendar_run *run, bool is_off)
{
    char none[] = "";
    struct calendar_run row = *run;

    row.file = run->file ? run->file : none;
    int status = store_calendar_run_add(agenda->store, &row);
    if (status == STORE_THERE) { /* an earlier event of that name had this run */
        snprintf(run->why, sizeof run->why, "it was played before");
        return 0;
    }
    if (status == 0 && is_off)
        status = run_end(agenda->store, run, CALENDAR_OFF, run->started_msec);
    return status ? -1 : 0;
}

static void say_started(struct agenda *agenda, const struct calendar_run *run, bool is_off,
                        int64_t now_msec)
{
    char late[40];

    format_late(now_msec - run->due_msec, late, sizeof late);
    if (now_msec - run->due_msec > AGENDA_LATE_MSEC)
        say(agenda, true, "event=%s was due %s ago, when no daemon could start it: it starts late",
            run->name, late);
    if (is_off)
        say(agenda, true, "event=%s is off: %s", run->name, run->why);
    else
        say(agenda, false, "event=%s starts", run->name);
}

/* The next start of an event is the first after now, and after the last one: a clock that was set
 * back starts nothing twice. */
static int start(struct agenda *agenda, const struct calendar_event *listed, int64_t now_msec)
{
    struct calendar_run run = {.due_msec = listed->due_msec, .started_msec = now_msec};
    struct calendar_event row;
    struct event_plan event;
    char error[EVENT_ERROR_BYTES];
    bool is_off = false;

    if (store_begin(agenda->store, true))
        return store_failed(agenda);
    int status = store_calendar_find(agenda->store, listed->name, &row);
    if (status == STORE_NONE || (status == 0 && row.due_msec != listed->due_msec)) {
        if (status == 0)
            free(row.file);
        store_rollback(agenda->store); /* another node was first, or the operator */
        return 0;
    }
    if (status)
        return store_failed(agenda);
    if (event_parse(row.spec, &event, error)) {
        snprintf(run.why, sizeof run.why, "%.190s", error);
        event = (struct event_plan){.zone = "UTC"};
        is_off = true;
    }
    run_name(row.name, &event, row.due_msec, run.name);
    memcpy(run.event, row.name, sizeof run.event);
    memcpy(run.spec, row.spec, sizeof run.spec);
    snprintf(run.node, sizeof run.node, "%s", agenda->config.node);
    enum begun begun = is_off                       ? BEGUN_OFF
                       : event.kind == EVENT_SEASON ? season_begin(agenda, &event, &run)
                                                    : tournament_begin(agenda, &row, &event, &run);
    is_off = begun == BEGUN_OFF;
    if (begun == BEGUN && now_msec - row.due_msec > AGENDA_LATE_MSEC) {
        char late[40];
        format_late(now_msec - row.due_msec, late, sizeof late);
        prepend_why(&run, "it started %s late", late);
    }
    int64_t next = next_start(&event, now_msec > row.due_msec ? now_msec : row.due_msec);
    bool failed =
        run_add(agenda, &run, is_off) || store_calendar_set_due(agenda->store, row.name, next);
    free(row.file);
    free(run.file);
    if (failed)
        return store_failed(agenda);
    if (commit(agenda))
        return -1;
    say_started(agenda, &run, is_off, now_msec);
    return 0;
}

/* ------------------------------------------------------------------------------- ending seasons */

/* Returns the signing key, which is made if there is none, whole or not at all; or NULL after a
 * line. */
static struct sign_key *key_open(struct agenda *agenda)
{
    const char *path = agenda->config.key;
    struct ladder_error error = {.text = ""};
    char fresh[600];

    if (access(path, F_OK) && errno == ENOENT) {
        snprintf(fresh, sizeof fresh, "%.590s.new", path);
        unlink(fresh); /* left by a process that was killed */
        /* If two processes make one at once, the first one's stays. */
        if (sign_key_make(fresh, &error) == 0 && link(fresh, path) && errno != EEXIST)
            snprintf(error.text, sizeof error.text, "%.200s: %s", path, strerror(errno));
        unlink(fresh);
    }
    struct sign_key *key = error.text[0] ? NULL : sign_key_read(path, &error);
    if (!key && !agenda->away) {
        say(agenda, true, "calendar: nothing can be signed: %.300s", error.text);
        agenda->away = true;
    }
    return key;
}

/* The points of its series. A table that cannot be read says so and keeps no event from its end. */
static void count_series(struct agenda *agenda, const struct calendar_run *run)
{
    struct ladder_error error;

    if (series_table_add(agenda->store, run, &error))
        say(agenda, true, "event=%s: %.300s", run->name, error.text);
}

static int season_end(struct agenda *agenda, const struct calendar_run *run, int64_t now_msec)
{
    char digest[SIGN_KEY_HEX];
    struct ladder_error error = {.text = ""};
    struct replay replay;
    struct sign_key *key = key_open(agenda);

    if (!key)
        return -1;
    if (store_begin(agenda->store, true)) {
        sign_key_free(key);
        return store_failed(agenda);
    }
    replay_init(&replay);
    replay.resumes = true;
    int status = replay_load(&replay, agenda->store, NULL, NULL);
    int index = status ? -1 : standings_season(&replay.standings, run->name);
    /* The operator may have ended it. */
    bool open = index >= 0 && replay.standings.seasons[index].close_action == 0;
    replay_fini(&replay);
    if (status == 0 && open)
        status = season_close(agenda->store, run->name, key, now_msec, digest, &error);
    if (status == 0)
        count_series(agenda, run);
    sign_key_free(key);
    if (status || run_end(agenda->store, run, CALENDAR_OVER, now_msec))
        return store_failed(agenda);
    if (commit(agenda))
        return -1;
    say(agenda, false, "event=%s is over", run->name);
    return 0;
}

/* --------------------------------------------------------------------------------------- turns */

/* Reads events that are due, and open runs. Returns the number of due events, or -1. */
static int look(struct agenda *agenda, int64_t now_msec, struct calendar_event due[DUE_MAX],
                struct calendar_run *runs, int *run_count)
{
    if (store_begin(agenda->store, false))
        return store_failed(agenda);
    int count = store_calendar_due(agenda->store, now_msec, due, DUE_MAX);
    *run_count = store_calendar_runs_open(agenda->store, agenda->config.node, runs, OPEN_MAX);
    if (count < 0 || *run_count < 0)
        return store_failed(agenda);
    return commit(agenda) ? -1 : count;
}

static bool is_tournament(const struct calendar_event *row)
{
    return strncmp(row->spec, "kind=season", strlen("kind=season")) != 0;
}

int agenda_turn(struct agenda *agenda, int64_t now_msec, int room)
{
    struct calendar_event *due = calloc(DUE_MAX, sizeof *due);
    struct calendar_run *runs = calloc(OPEN_MAX, sizeof *runs);
    int run_count = 0, status = due && runs ? 0 : -1;
    int count = status ? -1 : look(agenda, now_msec, due, runs, &run_count);

    for (int i = 0; i < run_count && count >= 0; i++) {
        if (runs[i].until_msec > 0 && now_msec >= runs[i].until_msec + AGENDA_SETTLE_MSEC &&
            season_end(agenda, &runs[i], now_msec))
            status = -1;
    }
    for (int i = 0; i < count && status == 0; i++) {
        if (is_tournament(&due[i]) && room-- <= 0)
            continue;
        status = start(agenda, &due[i], now_msec);
    }
    free(due);
    free(runs);
    return status || count < 0 ? -1 : 0;
}

int agenda_runs(struct agenda *agenda, struct calendar_run *runs, int max)
{
    struct calendar_run *open = calloc(OPEN_MAX, sizeof *open);
    int count = 0, found = -1;

    if (open && store_begin(agenda->store, false) == 0)
        found = store_calendar_runs_open(agenda->store, agenda->config.node, open, OPEN_MAX);
    if (!open || found < 0 || commit(agenda)) {
        if (open && found < 0)
            (void)store_failed(agenda);
        free(open);
        return -1;
    }
    for (int i = 0; i < found && count < max; i++) {
        if (open[i].until_msec > 0)
            continue;
        bool mine = strcmp(open[i].node, agenda->config.node) == 0;
        if (!mine && (store_begin(agenda->store, true) ||
                      store_calendar_run_take(agenda->store, open[i].name, agenda->config.node) ||
                      commit(agenda)))
            continue; /* next time */
        if (!mine)
            say(agenda, true, "event=%s goes on here: the node that played it is gone",
                open[i].name);
        runs[count++] = open[i];
    }
    free(open);
    return count;
}

char *agenda_file(struct agenda *agenda, const char *name)
{
    struct calendar_run run = {.file = NULL};

    if (store_begin(agenda->store, false) == 0 &&
        store_calendar_run_find(agenda->store, name, &run) == 0 && commit(agenda) == 0)
        return run.file;
    free(run.file);
    (void)store_failed(agenda);
    return NULL;
}

/* Returns the text of a file, which the caller frees, or NULL if it is missing or too large. */
static char *text_read(const char *directory, const char *name)
{
    char path[1200];
    char *text = NULL;

    snprintf(path, sizeof path, "%.1000s/%s", directory, name);
    FILE *file = fopen(path, "r");
    struct stat about;
    if (file && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size <= RESULTS_BYTES_MAX && (text = calloc(1, (size_t)about.st_size + 1)) &&
        fread(text, 1, (size_t)about.st_size, file) != (size_t)about.st_size) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* Returns the results of a finished tournament, which the caller frees, or NULL if it has not
 * ended. */
static char *results_read(const char *directory)
{
    char *text = text_read(directory, "results.json");
    json_t *value = text ? json_loads(text, 0, NULL) : NULL;
    bool finished = json_is_true(json_object_get(value, "finished"));

    json_decref(value);
    if (finished)
        return text;
    free(text);
    return NULL;
}

/* In the transaction. Returns 0 or -1. */
static int freeze(struct agenda *agenda, const struct calendar_run *run, const char *results,
                  const char *records_hex, const struct sign_key *key, int64_t now_msec)
{
    struct ladder_error error;

    if (event_table_freeze(agenda->store, run, results, records_hex, key, now_msec, &error)) {
        say(agenda, true, "event=%s: %.300s", run->name, error.text);
        return -1;
    }
    count_series(agenda, run);
    return run_end(agenda->store, run, CALENDAR_OVER, now_msec);
}

int agenda_freeze(struct agenda *agenda, const char *name, const char *directory, int64_t now_msec)
{
    struct calendar_run run = {.file = NULL};
    char path[1200], records_hex[SIGN_KEY_HEX];
    char *results = results_read(directory);

    snprintf(path, sizeof path, "%.1000s/records.jsonl", directory);
    if (!results || sign_digest_file(path, records_hex)) {
        free(results);
        return 1;
    }
    struct sign_key *key = key_open(agenda);
    int status = key ? store_begin(agenda->store, true) : -1;
    if (status == 0)
        status = store_calendar_run_find(agenda->store, name, &run);
    if (status == 0 && run.state == CALENDAR_RUNNING) /* else another node was first */
        status = freeze(agenda, &run, results, records_hex, key, now_msec);
    free(results);
    free(run.file);
    bool signs = key != NULL;
    sign_key_free(key);
    if (status)
        return signs ? store_failed(agenda) : -1;
    if (commit(agenda))
        return -1;
    say(agenda, false, "event=%s is over", name);
    return 0;
}

int agenda_call_off(struct agenda *agenda, const char *name, const char *why, int64_t now_msec)
{
    struct calendar_run run = {.file = NULL};
    int status = store_begin(agenda->store, true);

    if (status == 0)
        status = store_calendar_run_find(agenda->store, name, &run);
    free(run.file);
    snprintf(run.why, sizeof run.why, "%s", why);
    if (status == 0)
        status = run_end(agenda->store, &run, CALENDAR_OFF, now_msec);
    if (status && status != STORE_NONE)
        return store_failed(agenda);
    if (commit(agenda))
        return -1;
    say(agenda, true, "event=%s is off: %s", name, why);
    return 0;
}
