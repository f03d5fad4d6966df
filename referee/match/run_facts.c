/* run_facts.c - the settings of a match that its records do not contain. */
#include "match/run_facts.h"

#include "match/job_format.h"
#include "ladder.h"
#include "base/memory.h"
#include "table/ruleset_name.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char format_text[] = "avondale-match/1", drawn_key[] = "seed", times_key[] = "times";

enum { RULESET_TEXT_BYTES = 2048 };

__attribute__((format(printf, 3, 4))) static int say(char error[RUN_FACTS_ERROR_BYTES], int status,
                                                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, RUN_FACTS_ERROR_BYTES, format, args);
    va_end(args);
    return status;
}

/* ------------------------------------------------------------------------------------- the facts
 */

static void set_text(json_t *facts, const char *key, const char *text)
{
    json_t *value = json_string(text);
    /* JSON cannot hold a command that is not UTF-8: its bytes stand in for it, one by one. */
    if (!value) {
        size_t size = strlen(text);
        char *hex = calloc(2, size + 1);
        for (size_t i = 0; hex && i < size; i++)
            snprintf(hex + 2 * i, 3, "%02x", (unsigned char)text[i]);
        value = hex ? json_string(hex) : NULL;
        free(hex);
    }
    if (!value || json_object_set_new(facts, key, value))
        memory_end();
}

static void set_time(json_t *facts, const struct time_control *time)
{
    char text[256];

    snprintf(text, sizeof text,
             "auction=%" PRId64 ",exchange=%" PRId64 ",play=%" PRId64 ",bank=%" PRId64
             ",inc=%" PRId64 ",startup=%" PRId64 ",lag=%" PRId64,
             time->auction / USEC_PER_MSEC, time->exchange / USEC_PER_MSEC,
             time->play / USEC_PER_MSEC, time->bank / USEC_PER_MSEC,
             time->increment / USEC_PER_MSEC, time->startup / USEC_PER_MSEC,
             time->lag / USEC_PER_MSEC);
    set_text(facts, "time", text);
}

/* Openings are identified by their deals, wherever the file is. */
static void set_openings(json_t *facts, const struct runner_config *run, const char *openings)
{
    const size_t bytes = sizeof run->openings->deal + 1;
    char hash[WORK_HASH_DIGITS + 1];
    uint8_t *deals;

    if (!openings) {
        set_text(facts, "openings", "none");
        return;
    }
    if (!(deals = malloc((size_t)run->opening_count * bytes)))
        memory_end();
    for (int i = 0; i < run->opening_count; i++) {
        uint8_t *at = deals + (size_t)i * bytes;
        at[0] = (uint8_t)run->openings[i].dealer;
        memcpy(at + 1, &run->openings[i].deal, bytes - 1);
    }
    work_hash(deals, (size_t)run->opening_count * bytes, hash);
    free(deals);
    set_text(facts, "openings", hash);
}

json_t *run_facts_create(const struct runner_config *run, const struct schedule_config *match,
                         const char *openings, bool seed_drawn)
{
    char text[RULESET_TEXT_BYTES], key[32];
    json_t *facts = json_object();

    if (!facts)
        memory_end();
    set_text(facts, "format", format_text);
    ruleset_name_text(&run->rules, text, sizeof text);
    set_text(facts, "ruleset", text);
    set_text(facts, "duplicate", match->duplicate ? "yes" : "no");
    set_text(facts, "solo", match->solo ? "yes" : "no");
    fault_policy_format(&run->policy, text, sizeof text);
    set_text(facts, "policy", text);
    set_time(facts, &run->time);
    set_openings(facts, run, openings);
    snprintf(text, sizeof text, "%d", run->entry_count);
    set_text(facts, "entries", text);
    for (int i = 0; i < run->entry_count; i++) {
        const struct runner_entry *entry = &run->entries[i];
        snprintf(key, sizeof key, "bot %d", i + 1);
        char *whole;
        if (asprintf(&whole, "%s=%s%s%s", entry->name, entry->command,
                     entry->archive ? " in archive " : "",
                     entry->archive ? entry->archive : "") < 0)
            memory_end();
        set_text(facts, key, whole);
        free(whole);
    }
    set_text(facts, drawn_key, seed_drawn ? "drawn" : "given");
    return facts;
}

/* -------------------------------------------------------------------------------------- the file
 */

static char *path_of(const char *records, const char *end)
{
    char *path;
    if (asprintf(&path, "%s.match%s", records, end) < 0)
        memory_end();
    return path;
}

static json_t *load(const char *path, char error[RUN_FACTS_ERROR_BYTES], int *status)
{
    json_error_t json_error;
    FILE *file = fopen(path, "r");
    json_t *facts = NULL;

    *status = 0;
    if (!file) {
        *status = errno == ENOENT ? 1 : say(error, 3, "%s: %s", path, strerror(errno));
        return NULL;
    }
    facts = json_loadf(file, 0, &json_error);
    fclose(file);
    const char *format = json_string_value(json_object_get(facts, "format"));
    if (format && strcmp(format, format_text) == 0)
        return facts;
    json_decref(facts);
    *status = say(error, 2, "%s: it does not say how a match was played", path);
    return NULL;
}

static int write_new(const char *path, const json_t *facts)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

    if (!file) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    int failed = json_dumpf(facts, file, JSON_INDENT(1)) || fputc('\n', file) == EOF ||
                 fflush(file) || fsync(fileno(file));
    return fclose(file) || failed ? -1 : 0;
}

int run_facts_write(const char *records, const json_t *facts, char error[RUN_FACTS_ERROR_BYTES])
{
    char *path = path_of(records, ""), *fresh = path_of(records, ".new");
    int status;
    json_t *there = load(path, error, &status);

    json_decref(there);
    if (status == 2)
        say(error, 2, "%s is there already, and no match wrote it: say another file", path);
    else if (status < 2 && (write_new(fresh, facts) || rename(fresh, path)))
        status = say(error, 3, "%s: %s", path, strerror(errno));
    else if (status < 2)
        status = 0;
    free(path);
    free(fresh);
    return status;
}

void run_facts_set_times(json_t *facts, const struct think_times *thinks, int entry_count)
{
    json_t *times = job_format_thinks_value(thinks, entry_count);
    if (!times || json_object_set_new(facts, times_key, times))
        memory_end();
}

void run_facts_add_times(const char *records, int entry_count, struct think_times *thinks)
{
    char *path = path_of(records, ""), error[RUN_FACTS_ERROR_BYTES];
    int status;
    json_t *there = load(path, error, &status);

    (void)job_format_thinks_add(json_object_get(there, times_key), entry_count, thinks);
    json_decref(there);
    free(path);
}

static const char *text_of(const json_t *facts, const char *key)
{
    const char *text = json_string_value(json_object_get(facts, key));
    return text ? text : "nothing";
}

int run_facts_compare(const char *records, const json_t *facts, bool *drawn,
                      char error[RUN_FACTS_ERROR_BYTES])
{
    char *path = path_of(records, "");
    int status;
    json_t *there = load(path, error, &status), *value;
    const char *key;

    *drawn = there && strcmp(text_of(there, drawn_key), "drawn") == 0;
    if (there) {
        json_object_foreach((json_t *)(uintptr_t)facts, key, value)
        {
            if (status || strcmp(key, drawn_key) == 0)
                continue;
            if (strcmp(text_of(there, key), json_string_value(value)) != 0)
                status = say(error, 2, "%s was played with %s %.150s, not %.150s", records, key,
                             text_of(there, key), json_string_value(value));
        }
    }
    json_decref(there);
    free(path);
    return status;
}
