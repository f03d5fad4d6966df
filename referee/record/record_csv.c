/* record_csv.c - a record as a row of a table. */
#include "record/record_csv.h"
#include "table/ruleset_name.h"
#include "ladder.h"
#include "record/record_summary.h"

#include <jansson.h>
#include <stdarg.h>
#include <string.h>

const char record_csv_head[] =
    "game,ruleset,players,sides,scores,winners,ranks,reason,hands,bid,made,faults";

__attribute__((format(printf, 2, 3))) static int wrong(char error[160], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, 160, format, args);
    va_end(args);
    return -1;
}

/* ----------------------------------------------------------------------------------- reading */

static int read_rules(const json_t *record, struct ruleset *rules, char error[160])
{
    const json_t *json = json_object_get(record, "ruleset");
    const char *preset = json_string_value(json_object_get(json, "preset")), *name;
    json_t *options = json_object_get(json, "options"), *value;
    struct ruleset_error bad;

    if (!preset || !json_is_object(options))
        return wrong(error, "ruleset: expected a preset and options");
    if (ruleset_preset(rules, preset, strlen(preset), &bad))
        return wrong(error, "%.150s", bad.text);
    json_object_foreach(options, name, value)
    {
        const char *text = json_string_value(value);
        if (!text)
            return wrong(error, "ruleset: option %.40s: its value is not a string", name);
        if (ruleset_set(rules, name, strlen(name), text, strlen(text), &bad))
            return wrong(error, "%.150s", bad.text);
    }
    return ruleset_finish(rules, &bad) ? wrong(error, "%.150s", bad.text) : 0;
}

static int read_names(const json_t *record, const struct ruleset *rules,
                      const char *names[SEATS_MAX], char error[160])
{
    const json_t *players = json_object_get(record, "players");

    for (size_t seat = 0; seat < rules->players; seat++) {
        names[seat] = json_string_value(json_array_get(players, seat));
        if (!names[seat])
            return wrong(error, "players: expected %d names", rules->players);
    }
    return 0;
}

/* ----------------------------------------------------------------------------------- writing */

/* A field that is a list of words: blanks and commas do not occur within a word. */
static void put_words(const char *const *words, int count, FILE *out)
{
    bool quoted = false;

    for (int i = 0; i < count; i++)
        quoted = quoted || strpbrk(words[i], ",\"");
    fputs(quoted ? "\"" : "", out);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? " " : "", out);
        for (const char *c = words[i]; *c; c++) {
            if (*c == '"')
                fputc('"', out);
            fputc((unsigned char)*c <= ' ' || *c == 0x7f ? '_' : *c, out);
        }
    }
    fputs(quoted ? "\"," : ",", out);
}

static void put_ruleset(const struct ruleset *rules, FILE *out)
{
    char text[LADDER_RULESET_MAX + 1];

    ruleset_name_text(rules, text, sizeof text);
    fprintf(out, "\"%s\",", text);
}

static void put_numbers(const long *numbers, int count, const char *end, FILE *out)
{
    for (int i = 0; i < count; i++)
        fprintf(out, "%s%ld", i > 0 ? " " : "", numbers[i]);
    fputs(end, out);
}

/* Ranks as in the ladder (ratings 2). */
static void put_outcome(const struct game_outcome *outcome, const struct ruleset *rules, FILE *out)
{
    struct ladder_result result = {.side_count = rules->side_count};
    long scores[SEATS_MAX], winners[SEATS_MAX], ranks[SEATS_MAX];
    int winner_count = 0;

    for (int side = 0; side < rules->side_count; side++) {
        scores[side] = result.scores[side] = outcome->scores[side];
        if (outcome->winners >> side & 1)
            winners[winner_count++] = side;
    }
    result_ranks(&result, outcome->winners, outcome->forfeited);
    for (int side = 0; side < rules->side_count; side++)
        ranks[side] = result.ranks[side];
    put_numbers(scores, rules->side_count, ",", out);
    put_numbers(winners, winner_count, ",", out);
    put_numbers(ranks, rules->side_count, ",", out);
    fprintf(out, "%s,", game_reason_name((enum reason)outcome->reason));
}

static void put_tally(const struct game_stats *stats, int players, FILE *out)
{
    long bid[SEATS_MAX] = {0}, made[SEATS_MAX] = {0}, faults[SEATS_MAX] = {0};

    for (int seat = 0; seat < players; seat++) {
        for (int call = 0; call < CALL_COUNT; call++) {
            bid[seat] += stats->bid[seat][call];
            made[seat] += stats->made[seat][call];
        }
        for (int fault = FAULT_NONE + 1; fault < FAULT_COUNT; fault++)
            faults[seat] += stats->faults[seat][fault];
    }
    put_numbers(bid, players, ",", out);
    put_numbers(made, players, ",", out);
    put_numbers(faults, players, "\n", out);
}

static int print_row(const json_t *record, const char *line, size_t size, FILE *out,
                     char error[160])
{
    struct game_outcome outcome;
    struct game_stats stats;
    const char *id = json_string_value(json_object_get(record, "game")), *names[SEATS_MAX];
    const json_t *format = json_object_get(record, "format");
    struct ruleset rules;
    long sides[SEATS_MAX];

    if (!json_is_string(format) || strcmp(json_string_value(format), "avondale-record/1") != 0 ||
        !id)
        return wrong(error, "not a record");
    const struct record_expected expected = {.rules = &rules, .id = id, .names = names};
    if (read_rules(record, &rules, error) || read_names(record, &rules, names, error) ||
        record_summary_read(line, size, &expected, &outcome, &stats, error))
        return -1;
    for (int seat = 0; seat < rules.players; seat++)
        sides[seat] = rules.side_of[seat];
    put_words(&id, 1, out);
    put_ruleset(&rules, out);
    put_words(names, rules.players, out);
    put_numbers(sides, rules.players, ",", out);
    put_outcome(&outcome, &rules, out);
    fprintf(out, "%zu,", json_array_size(json_object_get(record, "hands")));
    put_tally(&stats, rules.players, out);
    return 0;
}

int record_csv_print(const char *line, size_t size, FILE *out, char error[160])
{
    json_error_t json_error;
    json_t *record = json_loadb(line, size, 0, &json_error);

    if (!json_is_object(record)) {
        json_decref(record);
        return wrong(error, "not a record");
    }
    int status = print_row(record, line, size, out, error);
    json_decref(record);
    return status;
}
