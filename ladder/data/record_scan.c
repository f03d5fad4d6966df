/* record_scan.c - see record_scan.h. */
#include "data/record_scan.h"

#include "best_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEPTH_MAX = 64, NUMBER_MAX = 1000000000 };

/* ---------------------------------------------------------------------------- values in a text */

/* A value is a pointer to its first byte. The whole text is skipped over once, so that its end is
 * known, before any part is read. After that, a value of an unexpected kind reads as NULL or 0. */

static const char *skip_space(const char *at)
{
    while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

/* The bytes that end a stretch of a text: within a string, and between strings. */
enum { ENDS_STRING = 1, ENDS_PLAIN = 2 };
static const unsigned char ends[256] = {
    ['\0'] = ENDS_STRING | ENDS_PLAIN,
    ['"'] = ENDS_STRING | ENDS_PLAIN,
    ['\\'] = ENDS_STRING,
    ['{'] = ENDS_PLAIN,
    ['['] = ENDS_PLAIN,
    ['}'] = ENDS_PLAIN,
    [']'] = ENDS_PLAIN,
};

static const char *stretch_end(const char *at, int what)
{
    while (!(ends[(unsigned char)*at] & what))
        at++;
    return at;
}

/* Skips from a quote past the closing one; NULL if there is none. */
static const char *skip_string(const char *at)
{
    for (at = stretch_end(at + 1, ENDS_STRING); *at == '\\';) {
        if (!at[1])
            return NULL;
        at = stretch_end(at + 2, ENDS_STRING);
    }
    return *at ? at + 1 : NULL;
}

/* Skips from a bracket past the matching one; NULL if there is none. */
static const char *skip_nest(const char *at)
{
    char closing[DEPTH_MAX];
    int depth = 0;
    do {
        at = stretch_end(at, ENDS_PLAIN);
        if (*at == '"') {
            if (!(at = skip_string(at)))
                return NULL;
            continue;
        }
        if (*at == '{' || *at == '[') {
            if (depth == DEPTH_MAX)
                return NULL;
            closing[depth++] = *at == '{' ? '}' : ']';
        } else if (!*at || closing[--depth] != *at) {
            return NULL;
        }
        at++;
    } while (depth > 0);
    return at;
}

/* Skips a value; NULL if there is none. */
static const char *skip_value(const char *at)
{
    if (*at == '"')
        return skip_string(at);
    if (*at == '{' || *at == '[')
        return skip_nest(at);
    const char *plain = at; /* a number, true, false, null */
    while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') || *at == '-' || *at == '+' ||
           *at == '.' || *at == 'E')
        at++;
    return at > plain ? at : NULL;
}

/* The first value of a list, or the next one after `at`; NULL if there is none. */
static const char *list_first(const char *list)
{
    const char *at = list && *list == '[' ? skip_space(list + 1) : NULL;
    return at && *at != ']' ? at : NULL;
}

/* The value that follows the one that ends at `at`. */
static const char *list_behind(const char *at)
{
    at = at ? skip_space(at) : NULL;
    return at && *at == ',' ? skip_space(at + 1) : NULL;
}

static const char *list_next(const char *at)
{
    return list_behind(skip_value(at));
}

static const char *list_at(const char *list, int index)
{
    const char *at = list_first(list);
    while (at && index-- > 0)
        at = list_next(at);
    return at;
}

/* Returns false if there is no number. No number of a record comes near the bounds, but sums of
 * edited ones must not overflow. */
static bool number_at(const char *at, int64_t *value)
{
    *value = at ? strtoll(at, NULL, 10) : 0;
    if (*value > NUMBER_MAX || *value < -NUMBER_MAX)
        *value = *value < 0 ? -NUMBER_MAX : NUMBER_MAX;
    return at && (*at == '-' || (*at >= '0' && *at <= '9'));
}

/* Words of records are plain; any other text reads as "". */
static void word_at(const char *at, char word[RECORD_WORD_MAX])
{
    size_t size = 0;
    word[0] = '\0';
    if (!at || *at != '"')
        return;
    for (at++; *at != '"'; at++) {
        if (*at < ' ' || *at > '~' || *at == '\\' || size + 1 == RECORD_WORD_MAX)
            return;
        size++;
    }
    memcpy(word, at - size, size);
    word[size] = '\0';
}

/* Finds the values of `count` keys of an object; missing ones stay NULL. Returns the end of the
 * object; NULL if it is not one, or does not end. */
static const char *object_find(const char *at, const char *const *keys, const char **values,
                               int count)
{
    memset(values, 0, (size_t)count * sizeof *values);
    if (!at || *at != '{')
        return NULL;
    at = skip_space(at + 1);
    while (*at == '"') {
        const char *key = at + 1, *end = skip_string(at);
        const char *value = end ? skip_space(end) : NULL;
        if (!value || *value != ':')
            return NULL;
        value = skip_space(value + 1);
        if (!(at = skip_value(value)))
            return NULL;
        size_t size = (size_t)(end - 1 - key);
        for (int i = 0; i < count; i++) {
            if (keys[i][0] == *key && strncmp(keys[i], key, size) == 0 && !keys[i][size])
                values[i] = value;
        }
        at = skip_space(at);
        if (*at != ',')
            break;
        at = skip_space(at + 1);
    }
    return *at == '}' ? at + 1 : NULL;
}

/* ------------------------------------------------------------------------------- what is counted
 */

void record_scan_fini(struct record_counts *counts)
{
    free(counts->think);
    counts->think = NULL;
}

static void add_think(struct record_counts *counts, int64_t msec)
{
    if (counts->think_count == counts->think_capacity) {
        size_t capacity = counts->think_capacity ? 2 * counts->think_capacity : 4096;
        int *grown = realloc(counts->think, capacity * sizeof *grown);
        if (!grown)
            return; /* the numbers are then those of earlier records */
        counts->think = grown;
        counts->think_capacity = capacity;
    }
    counts->think[counts->think_count++] = (int)msec;
}

static void add_contract(struct record_counts *counts, const char *call, int64_t points)
{
    struct record_contract *row = counts->contracts, *end = row + counts->contract_count;
    while (row < end && strcmp(row->call, call) != 0)
        row++;
    if (row == end) {
        if (counts->contract_count == RECORD_CONTRACTS_MAX || !call[0])
            return;
        counts->contract_count++;
        *row = (struct record_contract){.hands = 0};
        snprintf(row->call, sizeof row->call, "%s", call);
    }
    row->hands++;
    row->made += points > 0;
    row->points += points;
}

static void add_cause(struct record_counts *counts, const char *cause)
{
    struct record_cause *row = counts->causes, *end = row + counts->cause_count;
    while (row < end && strcmp(row->cause, cause) != 0)
        row++;
    if (row == end) {
        if (counts->cause_count == RECORD_CAUSES_MAX || !cause[0])
            return;
        counts->cause_count++;
        *row = (struct record_cause){.count = 0};
        snprintf(row->cause, sizeof row->cause, "%s", cause);
    }
    row->count++;
}

/* True if there is a seat, and it is one of `own`. */
static bool is_own(unsigned own, const char *at)
{
    int64_t seat;
    return number_at(at, &seat) && seat >= 0 && seat < LADDER_SEATS_MAX && (own >> seat & 1);
}

/* A list of [place, seat, cause]. */
static void count_faults(struct record_counts *counts, const char *faults, unsigned own)
{
    for (const char *fault = list_first(faults); fault; fault = list_next(fault)) {
        char cause[RECORD_WORD_MAX];
        const char *seat = list_at(fault, 1);
        if (!is_own(own, seat))
            continue;
        word_at(list_next(seat), cause);
        add_cause(counts, cause);
    }
}

/* The same of a text with a digit a step, as outlines have it. */
static void count_digit_times(struct record_counts *counts, const char *digits, const char *times,
                              unsigned own)
{
    const char *time = list_first(times);
    for (digits++; *digits >= '0' && *digits <= '9' && time; digits++) {
        int64_t msec;
        int seat = *digits - '0';
        if (number_at(time, &msec) && msec >= 0 && seat < LADDER_SEATS_MAX && (own >> seat & 1))
            add_think(counts, msec);
        time = list_next(time);
    }
}

/* Steps are [seat, ...]; of each there is a time, where there are times. */
static void count_times(struct record_counts *counts, const char *steps, const char *times,
                        unsigned own)
{
    if (steps && times && *steps == '"') {
        count_digit_times(counts, steps, times, own);
        return;
    }
    const char *step = list_first(steps), *time = list_first(times);
    while (step && time) {
        int64_t msec;
        if (number_at(time, &msec) && msec >= 0 && is_own(own, list_first(step)))
            add_think(counts, msec);
        step = list_next(step);
        time = list_next(time);
    }
}

static bool is_better(const void *a, const void *b)
{
    return ((const struct record_hand *)a)->points > ((const struct record_hand *)b)->points;
}

static bool is_worse(const void *a, const void *b)
{
    return is_better(b, a);
}

/* What a hand with a contract brought the bot's side. */
static void count_points(struct record_counts *counts, const char *contract, const char *delta,
                         unsigned own, const struct ladder_result *result, int number)
{
    static const char *const keys[] = {"by", "call"};
    const char *values[2];
    struct record_hand hand = {.number = number};
    int64_t by, seat = 0;
    while (seat < result->seat_count && !(own >> seat & 1))
        seat++;
    if (!object_find(contract, keys, values, 2) || !number_at(values[0], &by) || by < 0 ||
        by >= result->seat_count || seat == result->seat_count ||
        !number_at(list_at(delta, result->seats[seat].side), &hand.points))
        return;
    word_at(values[1], hand.call);
    memcpy(hand.game, result->game, sizeof hand.game);
    hand.own = result->seats[by].side == result->seats[seat].side;
    counts->best_count = best_list_add(counts->best, counts->best_count, RECORD_HANDS_MAX, &hand,
                                       sizeof hand, is_better);
    counts->worst_count = best_list_add(counts->worst, counts->worst_count, RECORD_HANDS_MAX, &hand,
                                        sizeof hand, is_worse);
}

static void count_contract(struct record_counts *counts, const char *contract, const char *delta,
                           unsigned own, const struct ladder_result *result)
{
    static const char *const keys[] = {"by", "call"};
    const char *values[2];
    char call[RECORD_WORD_MAX];
    int64_t by, points;
    if (!object_find(contract, keys, values, 2) || !is_own(own, values[0]) ||
        !number_at(values[0], &by) || by >= result->seat_count)
        return;
    word_at(values[1], call);
    (void)number_at(list_at(delta, result->seats[by].side), &points);
    add_contract(counts, call, points);
}

/* Skips the hand; NULL if it is not one. */
static const char *count_hand(struct record_counts *counts, const char *hand, unsigned own,
                              const struct ladder_result *result, int number)
{
    static const char *const keys[] = {"steps", "ms", "contract", "delta", "faults"};
    const char *values[5], *end = object_find(hand, keys, values, 5);
    if (!end)
        return NULL;
    count_contract(counts, values[2], values[3], own, result);
    count_points(counts, values[2], values[3], own, result, number);
    count_times(counts, values[0], values[1], own);
    count_faults(counts, values[4], own);
    return end;
}

bool record_scan_add(struct record_counts *counts, const char *text, unsigned own,
                     const struct ladder_result *result)
{
    static const char *const keys[] = {"hands", "faults"};
    const char *values[2], *end = object_find(skip_space(text), keys, values, 2);
    if (!end || *skip_space(end))
        return false;
    int number = 1;
    for (const char *hand = list_first(values[0]); hand; number++) {
        const char *behind = count_hand(counts, hand, own, result, number);
        hand = list_behind(behind ? behind : skip_value(hand));
    }
    count_faults(counts, values[1], own);
    counts->records++;
    return true;
}

bool record_scan_contract(const char *text, const char *call)
{
    static const char *const keys[] = {"hands"}, *const hand_keys[] = {"contract"},
                             *const contract_keys[] = {"call"};
    const char *values[1], *end = object_find(skip_space(text), keys, values, 1);
    if (!end || *skip_space(end))
        return false;
    for (const char *hand = list_first(values[0]); hand;) {
        char word[RECORD_WORD_MAX] = "";
        const char *contract[1], *behind = object_find(hand, hand_keys, contract, 1);
        if (behind && object_find(contract[0], contract_keys, contract, 1))
            word_at(contract[0], word);
        if (word[0] && strcasecmp(word, call) == 0)
            return true;
        hand = list_behind(behind ? behind : skip_value(hand));
    }
    return false;
}
