/* job_format.c - what workers receive, and what they send back. */
#include "match/job_format.h"

#include "ladder.h"
#include "record/record_summary.h"
#include "match/remote_bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, TIMES = 7 };

__attribute__((format(printf, 2, 3))) static int bad(char error[JOB_FORMAT_ERROR_BYTES],
                                                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, JOB_FORMAT_ERROR_BYTES, format, args);
    va_end(args);
    return -1;
}

static char *dump(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(json);
    return text;
}

static json_t *load(const char *text, const char *what, char error[JOB_FORMAT_ERROR_BYTES])
{
    json_error_t json_error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &json_error);

    if (json && !json_is_object(json)) {
        json_decref(json);
        json = NULL;
        snprintf(json_error.text, sizeof json_error.text, "expected an object");
    }
    if (!json)
        bad(error, "%s: %.100s", what, json_error.text);
    return json;
}

/* True where it is a whole number from min to max. */
static bool number(const json_t *json, json_int_t min, json_int_t max, json_int_t *out)
{
    *out = json_integer_value(json);
    return json_is_integer(json) && *out >= min && *out <= max;
}

/* -------------------------------------------------------------------------------- competitions */

static usec_t *time_field(struct time_control *time, int index)
{
    usec_t *const fields[TIMES] = {&time->auction,   &time->exchange, &time->play, &time->bank,
                                   &time->increment, &time->startup,  &time->lag};
    return fields[index];
}

static json_t *rules_json(const struct ruleset *rules)
{
    json_t *options = json_object();
    char value[OPTION_TEXT_MAX];

    for (int i = 0; i < option_count(); i++) {
        if (!ruleset_differs(rules, i))
            continue;
        option_format(rules, i, value);
        json_object_set_new(options, option_name(i), json_string(value));
    }
    return options;
}

char *job_format_write(const struct runner_config *config)
{
    json_t *times = json_array(), *entries = json_array();
    char seed[2 * FAIR_BYTES + 1], policy[16];
    struct time_control time = config->time;

    for (int i = 0; i < TIMES; i++)
        json_array_append_new(times, json_integer(*time_field(&time, i)));
    for (int i = 0; i < config->entry_count; i++) {
        const struct runner_entry *entry = &config->entries[i];
        json_array_append_new(entries,
                              json_pack("{s:s,s:s,s:s?,s:b,s:i}", "name", entry->name, "command",
                                        entry->command, "archive", entry->archive, "handed_in",
                                        entry->is_handed_in, "time", entry->time_percent));
    }
    hex_encode(config->seed, FAIR_BYTES, seed);
    fault_policy_format(&config->policy, policy, sizeof policy);
    return dump(json_pack("{s:i,s:s,s:o,s:o,s:s,s:i,s:s,s:s,s:o}", "v", VERSION, "preset",
                          preset_name(config->rules.preset), "options", rules_json(&config->rules),
                          "time", times, "policy", policy, "block_size", config->block_size, "seed",
                          seed, "prefix", config->prefix, "entries", entries));
}

static int read_rules(const json_t *json, struct ruleset *rules, char error[JOB_FORMAT_ERROR_BYTES])
{
    json_t *preset = json_object_get(json, "preset"), *options = json_object_get(json, "options");
    json_t *value;
    const char *name;
    struct ruleset_error wrong;

    if (!json_is_string(preset) || !json_is_object(options))
        return bad(error, "expected a preset and options");
    if (ruleset_preset(rules, json_string_value(preset), json_string_length(preset), &wrong))
        return bad(error, "%.180s", wrong.text);
    json_object_foreach(options, name, value)
    {
        if (!json_is_string(value))
            return bad(error, "option %.40s: expected a string", name);
        if (ruleset_set(rules, name, strlen(name), json_string_value(value),
                        json_string_length(value), &wrong))
            return bad(error, "%.180s", wrong.text);
    }
    return ruleset_finish(rules, &wrong) ? bad(error, "%.180s", wrong.text) : 0;
}

static bool read_times(const json_t *json, struct time_control *time)
{
    json_int_t value;

    if (json_array_size(json) != TIMES)
        return false;
    for (int i = 0; i < TIMES; i++) {
        if (!number(json_array_get(json, (size_t)i), 0, (json_int_t)86400 * 1000000, &value))
            return false;
        *time_field(time, i) = value;
    }
    return true;
}

static bool read_entry(const json_t *json, struct runner_entry *entry)
{
    const char *name = json_string_value(json_object_get(json, "name"));
    json_t *archive = json_object_get(json, "archive");
    json_int_t percent;

    entry->command = json_string_value(json_object_get(json, "command"));
    entry->archive = json_string_value(archive);
    entry->is_handed_in = json_is_true(json_object_get(json, "handed_in"));
    if (!name || !name_is_valid(name) || !entry->command || !*entry->command ||
        remote_bots_expected(entry->command) ||
        !(json_is_string(archive) || json_is_null(archive)) ||
        !number(json_object_get(json, "time"), 0, 10000, &percent))
        return false;
    memcpy(entry->name, name, strlen(name) + 1);
    entry->time_percent = (int)percent;
    return true;
}

static int read_config(struct job *job, char error[JOB_FORMAT_ERROR_BYTES])
{
    const json_t *json = job->json, *entries = json_object_get(json, "entries");
    struct runner_config *config = &job->config;
    const char *seed = json_string_value(json_object_get(json, "seed"));
    const char *policy = json_string_value(json_object_get(json, "policy"));
    json_int_t value;

    if (!number(json_object_get(json, "v"), VERSION, VERSION, &value))
        return bad(error, "its version is not %d: another avondale gave it out", VERSION);
    if (read_rules(json, &config->rules, error))
        return -1;
    config->prefix = json_string_value(json_object_get(json, "prefix"));
    if (!read_times(json_object_get(json, "time"), &config->time) || !policy ||
        fault_policy_parse(policy, &config->policy) || !seed ||
        hex_decode(seed, strlen(seed), config->seed, FAIR_BYTES) != FAIR_BYTES || !config->prefix ||
        strlen(config->prefix) > 16 || !name_is_valid(config->prefix) ||
        !number(json_object_get(json, "block_size"), 1, SCHEDULE_GAMES_MAX, &value))
        return bad(error, "expected time, policy, seed, prefix and block_size");
    config->block_size = (int)value;
    config->entry_count = (int)json_array_size(entries);
    if (config->entry_count < 1 || config->entry_count > RUNNER_ENTRIES_MAX)
        return bad(error, "expected 1 to %d entries", RUNNER_ENTRIES_MAX);
    for (int i = 0; i < config->entry_count; i++) {
        if (!read_entry(json_array_get(entries, (size_t)i), &job->entries[i]))
            return bad(error, "entry %d: expected name, command, archive and time", i);
    }
    config->entries = job->entries;
    return 0;
}

int job_format_parse(const char *text, struct job *job, char error[JOB_FORMAT_ERROR_BYTES])
{
    memset(job, 0, sizeof *job);
    job->json = load(text, "work", error);
    return job->json ? read_config(job, error) : -1;
}

void job_format_fini(struct job *job)
{
    json_decref(job->json);
    job->json = NULL;
}

/* -------------------------------------------------------------------------------------- blocks */

char *job_format_block_write(const struct runner_config *config, const struct schedule_block *block)
{
    json_t *lineups = json_array();

    for (int game = 0; game < block->game_count; game++) {
        json_t *lineup = json_array();
        for (int seat = 0; seat < config->rules.players; seat++)
            json_array_append_new(lineup, json_integer(block->lineups[game].entry_of[seat]));
        json_array_append_new(lineups, lineup);
    }
    return dump(json_pack("{s:i,s:i,s:o}", "set", block->set, "first_game", block->first_game,
                          "lineups", lineups));
}

int job_format_block_parse(const char *text, const struct runner_config *config,
                           struct schedule_block *block, char error[JOB_FORMAT_ERROR_BYTES])
{
    json_t *json = load(text, "block", error), *lineups = json_object_get(json, "lineups");
    json_int_t set, first, entry;
    bool good = json != NULL;

    memset(block, 0, sizeof *block);
    if (!good)
        return -1;
    block->game_count = (int)json_array_size(lineups);
    good = number(json_object_get(json, "set"), 0, INT32_MAX - 1, &set) &&
           number(json_object_get(json, "first_game"), 0, INT32_MAX - SCHEDULE_GAMES_MAX, &first) &&
           block->game_count >= 1 && block->game_count <= config->block_size;
    for (int game = 0; good && game < block->game_count; game++) {
        json_t *lineup = json_array_get(lineups, (size_t)game);
        good = json_array_size(lineup) == config->rules.players;
        for (int seat = 0; good && seat < config->rules.players; seat++) {
            good = number(json_array_get(lineup, (size_t)seat), 0, config->entry_count - 1, &entry);
            block->lineups[game].entry_of[seat] = (int)entry;
        }
    }
    json_decref(json);
    if (!good)
        return bad(error, "block: expected set, first_game and lineups");
    block->set = (int)set;
    block->first_game = (int)first;
    return 0;
}

/* ------------------------------------------------------------------------------------- results */

static json_t *think_json(int entry, const struct think_times *think)
{
    json_t *counts = json_array();

    for (int class = 0; class < THINK_CLASSES; class ++) {
        if (think->counts[class] > 0)
            json_array_append_new(counts,
                                  json_pack("[i,I]", class, (json_int_t)think->counts[class]));
    }
    return json_pack("{s:i,s:I,s:o}", "entry", entry, "worst", (json_int_t)think->worst, "counts",
                     counts);
}

json_t *job_format_thinks_value(const struct think_times *thinks, int entry_count)
{
    json_t *times = json_array();

    for (int entry = 0; entry < entry_count; entry++) {
        if (thinks[entry].count > 0)
            json_array_append_new(times, think_json(entry, &thinks[entry]));
    }
    return times;
}

static bool read_think(const json_t *json, int entry_count, struct think_times *thinks)
{
    json_t *counts = json_object_get(json, "counts");
    json_int_t entry, worst, class, count;

    if (!number(json_object_get(json, "entry"), 0, entry_count - 1, &entry) ||
        !number(json_object_get(json, "worst"), 0, INT64_MAX, &worst))
        return false;
    struct think_times *think = &thinks[entry];
    think->worst = worst > think->worst ? worst : think->worst;
    for (size_t i = 0; i < json_array_size(counts); i++) {
        const json_t *pair = json_array_get(counts, i);
        if (!number(json_array_get(pair, 0), 0, THINK_CLASSES - 1, &class) ||
            !number(json_array_get(pair, 1), 1, INT32_MAX, &count))
            return false;
        think->counts[class] += count;
        think->count += count;
    }
    return true;
}

bool job_format_thinks_add(const json_t *value, int entry_count, struct think_times *thinks)
{
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!read_think(json_array_get(value, i), entry_count, thinks))
            return false;
    }
    return json_is_array(value);
}

char *job_format_result_write(const struct runner_config *config,
                              const struct schedule_block *block, const struct runner_game *games,
                              const struct think_times *thinks)
{
    json_t *records = json_array();

    for (int game = 0; game < block->game_count; game++)
        json_array_append_new(records, json_string(games[game].line));
    /* A line that is not a string has left a gap. */
    if ((int)json_array_size(records) != block->game_count) {
        json_decref(records);
        records = NULL;
    }
    return dump(json_pack("{s:o,s:o}", "records", records, "thinks",
                          job_format_thinks_value(thinks, config->entry_count)));
}

static int read_games(const json_t *records, const struct runner_config *config,
                      const struct schedule_block *block, struct runner_game *games,
                      char error[JOB_FORMAT_ERROR_BYTES])
{
    const char *names[SEATS_MAX];
    char id[48], wrong[160];

    if ((int)json_array_size(records) != block->game_count)
        return bad(error, "result: expected %d records", block->game_count);
    for (int game = 0; game < block->game_count; game++) {
        const json_t *record = json_array_get(records, (size_t)game);
        const char *line = json_string_value(record);
        for (int seat = 0; seat < config->rules.players; seat++)
            names[seat] = config->entries[block->lineups[game].entry_of[seat]].name;
        snprintf(id, sizeof id, "%s-%06d", config->prefix, block->first_game + game + 1);
        if (!line || strchr(line, '\n'))
            return bad(error, "result: record %d is not a line", game);
        const struct record_expected expected = {.rules = &config->rules, .id = id, .names = names};
        if (record_summary_read(line, json_string_length(record), &expected, &games[game].outcome,
                                &games[game].game_stats, wrong))
            return bad(error, "result: %s", wrong);
        games[game].line = strdup(line);
        if (!games[game].line)
            return bad(error, "out of memory");
    }
    return 0;
}

int job_format_result_parse(const char *text, const struct runner_config *config,
                            const struct schedule_block *block, struct runner_game *games,
                            struct think_times *thinks, char error[JOB_FORMAT_ERROR_BYTES])
{
    json_t *json = load(text, "result", error), *times = json_object_get(json, "thinks");
    int status = -1;

    memset(games, 0, (size_t)block->game_count * sizeof *games);
    if (json)
        status = read_games(json_object_get(json, "records"), config, block, games, error);
    for (size_t i = 0; status == 0 && i < json_array_size(times); i++) {
        if (!read_think(json_array_get(times, i), config->entry_count, thinks))
            status = bad(error, "result: expected times as numbers");
    }
    json_decref(json);
    return status;
}

/* -------------------------------------------------------------------------------------- places */

char *job_format_command_in(const char *directory, const char *command)
{
    size_t size = 4 * strlen(directory) + strlen(command) + 16;
    char *made = malloc(size), *at = made;
    /* Quotes cost a shell. */
    bool plain = directory[strspn(directory, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                             "0123456789/._-+,:@%")] == '\0';

    if (!made)
        return NULL;
    at += sprintf(at, "env -C %s", plain ? "" : "'");
    for (const char *c = directory; *c; c++) {
        if (*c == '\'')
            at += sprintf(at, "'\\''");
        else
            *at++ = *c;
    }
    sprintf(at, "%s %s", plain ? "" : "'", command);
    return made;
}
