/* record_summary.c - reads records (records.md) as far as results and statistics need them. */
#include "record/record_summary.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static int odd(char error[160], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, 160, format, args);
    va_end(args);
    return -1;
}

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text ? text : "";
}

static void read_ints(const json_t *list, int32_t *out)
{
    for (size_t i = 0; i < SEATS_MAX; i++)
        out[i] = (int32_t)json_integer_value(json_array_get(list, i));
}

static void read_faults(const json_t *faults, struct game_stats *stats, int *last_seat)
{
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const json_t *fault = json_array_get(faults, i);
        const char *cause = json_string_value(json_array_get(fault, 2));
        json_int_t seat = json_integer_value(json_array_get(fault, 1));
        if (!cause || seat < 0 || seat >= SEATS_MAX)
            continue;
        *last_seat = (int)seat;
        for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
            if (strcmp(cause, fault_name((enum fault)f)) == 0)
                stats->faults[seat][f]++;
        }
    }
}

/* A hand that a forfeit ended has no numbers: only its faults count. */
static void read_hand(const json_t *json, const struct ruleset *rules, struct game_stats *stats,
                      int *last_seat)
{
    const json_t *contract = json_object_get(json, "contract");
    struct hand_result result;
    int32_t tricks[SEATS_MAX];

    memset(&result, 0, sizeof result);
    read_faults(json_object_get(json, "faults"), stats, last_seat);
    if (!json_object_get(json, "scores"))
        return;
    result.outcome = HAND_PASSED_OUT;
    if (json_array_size(json_object_get(json, "steps")) == 0)
        result.outcome = HAND_MISDEALT;
    read_ints(json_object_get(json, "tricks"), tricks);
    read_ints(json_object_get(json, "delta"), result.delta);
    for (int i = 0; i < SEATS_MAX; i++) {
        result.tricks[i] = (uint8_t)tricks[i];
        if (tricks[i] > 0)
            result.outcome = HAND_PLAYED;
    }
    result.contract.by = SEAT_NONE;
    if (json_is_object(contract)) {
        const char *call = text_of(contract, "call");
        result.outcome = HAND_PLAYED;
        result.contract.by = (seat_t)json_integer_value(json_object_get(contract, "by"));
        if (call_parse(call, strlen(call), &result.contract.call))
            result.contract.by = SEAT_NONE;
    }
    game_stats_hand(stats, rules, &result);
}

static int read_result(const json_t *json, struct game_outcome *outcome, char error[160])
{
    const json_t *result = json_object_get(json, "result");
    const char *reason = text_of(result, "reason");
    const json_t *winners = json_object_get(result, "winners");

    read_ints(json_object_get(result, "scores"), outcome->scores);
    for (size_t i = 0; i < json_array_size(winners); i++)
        outcome->winners |= (uint8_t)(1u << (json_integer_value(json_array_get(winners, i)) & 7));
    for (int r = REASON_NONE + 1; r < REASON_COUNT; r++) {
        if (strcmp(reason, game_reason_name((enum reason)r)) == 0)
            outcome->reason = (uint8_t)r;
    }
    return outcome->reason == REASON_NONE ? odd(error, "no result") : 0;
}

/* Names the first option in which the record differs: results of two rulesets are never mixed. */
static int check_rules(const json_t *json, const struct record_expected *expected, char error[160])
{
    const json_t *described = json_object_get(json, "ruleset");
    const json_t *options = json_object_get(described, "options");
    const char *preset = text_of(described, "preset");
    const struct ruleset *rules = expected->rules;

    if (!expected->set_id)
        return 0;
    if (strcmp(preset, preset_name(rules->preset)) != 0)
        return odd(error, "game %s: its ruleset is '%.32s', not %s", expected->id, preset,
                   preset_name(rules->preset));
    for (int i = 0; i < option_count(); i++) {
        char text[OPTION_TEXT_MAX];
        const char *played = json_string_value(json_object_get(options, option_name(i)));
        option_format(rules, i, text);
        if (played ? strcmp(played, text) != 0 : ruleset_differs(rules, i))
            return odd(error, "game %s: its option %s is %.32s, not %.32s", expected->id,
                       option_name(i), played ? played : "that of the preset", text);
    }
    return 0;
}

/* The deals of a set follow from its seed; its id says which games share them. */
static int check_deals(const json_t *json, const struct record_expected *expected, char error[160])
{
    const json_t *fair = json_object_get(json, "fair");
    const char *hex = text_of(fair, "seed");
    uint8_t seed[FAIR_BYTES];

    if (!expected->set_id)
        return 0;
    if (strcmp(text_of(fair, "set"), expected->set_id) != 0)
        return odd(error, "game %s: it was played on the deals of set '%.40s', not %s",
                   expected->id, text_of(fair, "set"), expected->set_id);
    if (expected->seed && (hex_decode(hex, strlen(hex), seed, FAIR_BYTES) != FAIR_BYTES ||
                           memcmp(seed, expected->seed, FAIR_BYTES) != 0))
        return odd(error, "game %s: its deals come from another seed", expected->id);
    return 0;
}

static int check_names(const json_t *json, const struct record_expected *expected, char error[160])
{
    const json_t *players = json_object_get(json, "players");

    for (int seat = 0; seat < expected->rules->players; seat++) {
        const char *name = json_string_value(json_array_get(players, (size_t)seat));
        if (!name || strcmp(name, expected->names[seat]) != 0)
            return odd(error, "game %s: expected %s in seat %d, got '%.32s'", expected->id,
                       expected->names[seat], seat, name ? name : "");
    }
    return 0;
}

static int read_game(const json_t *json, const struct record_expected *expected,
                     struct game_outcome *outcome, struct game_stats *stats, char error[160])
{
    const struct ruleset *rules = expected->rules;
    const json_t *hands = json_object_get(json, "hands");
    int last_seat = -1;

    if (strcmp(text_of(json, "game"), expected->id) != 0)
        return odd(error, "expected game %s, got '%.64s'", expected->id, text_of(json, "game"));
    if (check_rules(json, expected, error) || check_names(json, expected, error) ||
        check_deals(json, expected, error))
        return -1;
    for (size_t i = 0; i < json_array_size(hands); i++)
        read_hand(json_array_get(hands, i), rules, stats, &last_seat);
    read_faults(json_object_get(json, "faults"), stats, &last_seat);
    outcome->forfeited = -1;
    if (read_result(json, outcome, error))
        return -1;
    if (outcome->reason == REASON_FORFEIT && last_seat >= 0 && last_seat < rules->players)
        outcome->forfeited = (int8_t)rules->side_of[last_seat];
    return 0;
}

int record_summary_read(const char *line, size_t size, const struct record_expected *expected,
                        struct game_outcome *outcome, struct game_stats *stats, char error[160])
{
    json_error_t json_error;
    json_t *json = json_loadb(line, size, 0, &json_error);
    int status;

    memset(outcome, 0, sizeof *outcome);
    memset(stats, 0, sizeof *stats);
    if (!json)
        return odd(error, "no record: %.100s", json_error.text);
    status = read_game(json, expected, outcome, stats, error);
    json_decref(json);
    return status;
}
