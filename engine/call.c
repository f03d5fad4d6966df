/* call.c - which calls exist; their notation, rank and value (rules 3). */
#include "call.h"

#include <assert.h>
#include <string.h>

#define WORD(text)                                                                                 \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }
#define LEVEL(l) WORD(l "S"), WORD(l "C"), WORD(l "D"), WORD(l "H"), WORD(l "NT")

static const struct {
    const char *text;
    size_t size;
} call_words[CALL_COUNT] = {
    WORD("pass"),         LEVEL("6"),      LEVEL("7"),          LEVEL("8"),
    LEVEL("9"),           LEVEL("10"),     WORD("6NO"),         WORD("6JNT"),
    WORD("7JNT"),         WORD("8JNT"),    WORD("9JNT"),        WORD("10JNT"),
    WORD("misere"),       WORD("hi-lo"),   WORD("open-misere"), WORD("double-misere"),
    WORD("grand-misere"), WORD("shields"), WORD("patastrophe"), WORD("blind-misere"),
};

/* The table of special calls in rules 3. `above`: under the avondale schedule; blind-misere is
 * above everything and has none. */
static const struct special_call {
    int16_t value, value_perfect;
    call_t above;
} special_calls[SPECIAL_COUNT] = {
    [SPECIAL_MISERE] = {250, 150, CALL_BID(8, DENOM_S)},
    [SPECIAL_HI_LO] = {350, 350, CALL_BID(9, DENOM_C)},
    [SPECIAL_OPEN_MISERE] = {500, 250, CALL_BID(10, DENOM_D)},
    [SPECIAL_DOUBLE_MISERE] = {500, 450, CALL_BID(10, DENOM_D)},
    [SPECIAL_GRAND_MISERE] = {500, 350, CALL_BID(10, DENOM_D)},
    [SPECIAL_SHIELDS] = {750, 500, CALL_BID(10, DENOM_NT)},
    [SPECIAL_PATASTROPHE] = {1000, 750, CALL_BID(10, DENOM_NT)},
    [SPECIAL_BLIND_MISERE] = {1000, 1000, CALL_PASS},
};

int call_level(call_t call)
{
    if (call >= CALL_BID_FIRST && call < CALL_6NO)
        return 6 + (call - CALL_BID_FIRST) / 5;
    if (call == CALL_6NO)
        return 6;
    return call >= CALL_6JNT && call < CALL_SPECIAL_FIRST ? 6 + call - CALL_6JNT : 0;
}

int call_denomination(call_t call)
{
    assert(call != CALL_PASS && call < CALL_COUNT);
    if (call < CALL_6NO)
        return (call - CALL_BID_FIRST) % 5;
    if (call == CALL_6NO)
        return DENOM_NT;
    return call < CALL_SPECIAL_FIRST ? DENOM_JNT : DENOM_SPECIAL + call - CALL_SPECIAL_FIRST;
}

bool call_is_no_trick(call_t call)
{
    return call_is_special(call) && call != CALL_HI_LO;
}

bool call_is_exchange(call_t call)
{
    return call == CALL_DOUBLE_MISERE || call == CALL_SHIELDS || call == CALL_PATASTROPHE;
}

bool call_is_inkle(const struct ruleset *rules, call_t call)
{
    return rules->inkles == INKLES_YES && call_level(call) == 6;
}

const char *call_name(call_t call)
{
    return call < CALL_COUNT ? call_words[call].text : "?";
}

size_t call_name_size(call_t call)
{
    return call < CALL_COUNT ? call_words[call].size : 1;
}

int call_parse(const char *text, size_t size, call_t *call)
{
    /* A card begins with a capital letter, a call does not. */
    bool possible = size > 0 && !(text[0] >= 'A' && text[0] <= 'Z');
    for (int i = 0; possible && i < CALL_COUNT; i++) {
        if (call_words[i].text[0] == text[0] && call_words[i].size == size &&
            memcmp(call_words[i].text, text, size) == 0) {
            *call = (call_t)i;
            return ENGINE_OK;
        }
    }
    return ENGINE_ERROR_SYNTAX;
}

/* The schedules of rules 3; all three are arithmetic. */
static int16_t bid_value(uint8_t scoring, int level, int denomination)
{
    int strain = denomination == DENOM_JNT ? DENOM_NT : denomination;
    if (scoring == SCORING_ORIGINAL)
        return (int16_t)(40 * (strain + 1) + 20 * (strain + 1) * (level - 6));
    return (int16_t)(40 + 20 * strain + 100 * (level - 6) - (scoring == SCORING_PERFECT ? 20 : 0));
}

static bool call_exists(const struct ruleset *rules, call_t call)
{
    if (call_is_special(call))
        return rules->calls >> (call - CALL_SPECIAL_FIRST) & 1;
    if (call == CALL_6NO)
        return rules->no_calls;
    if (call_level(call) < rules->min_level)
        return false;
    if (call >= CALL_6JNT)
        return rules->jack_nt != JACK_NT_NO;
    return call_denomination(call) != DENOM_NT || rules->jack_nt != JACK_NT_ONLY;
}

/* The place of a bid among all 25, from 1: bids rank by value, then by level. Bids that this
 * ruleset lacks keep their places, so that special calls can rank above them. */
static int bid_place(const struct ruleset *rules, int level, int denomination)
{
    int own = bid_value(rules->scoring, level, denomination) * 16 + level;
    int place = 1;
    for (int i = 0; i < 25; i++)
        place += bid_value(rules->scoring, 6 + i / 5, i % 5) * 16 + 6 + i / 5 < own;
    return place;
}

static int16_t special_value(const struct ruleset *rules, int special)
{
    if (rules->value_named >> special & 1)
        return rules->value[special];
    return rules->scoring == SCORING_PERFECT ? special_calls[special].value_perfect
                                             : special_calls[special].value;
}

/* The place of the bid that a special call ranks just above; 0: below all bids. */
static int special_place(const struct ruleset *rules, int special)
{
    call_t above = rules->above[special];
    if (above == CALL_PASS && rules->scoring == SCORING_AVONDALE &&
        !(rules->value_named >> special & 1))
        above = special_calls[special].above;
    if (above != CALL_PASS && above != ABOVE_VALUE)
        return bid_place(rules, call_level(above), call_denomination(above));

    int place = 0;
    for (int i = 0; i < 25; i++) {
        int level = 6 + i / 5, own = bid_place(rules, level, i % 5);
        if (bid_value(rules->scoring, level, i % 5) <= special_value(rules, special) && own > place)
            place = own;
    }
    return place;
}

/* Orders calls. Calls of the same rank are equal. */
static int call_key(const struct ruleset *rules, call_t call)
{
    if (call == CALL_BLIND_MISERE)
        return 26 * 16;
    if (call_is_special(call)) {
        int special = call - CALL_SPECIAL_FIRST;
        return special_place(rules, special) * 16 + 1 + special;
    }
    return bid_place(rules, call_level(call), call_denomination(call)) * 16;
}

/* Among calls of equal rank: NO, NT, JNT. */
static int call_tie(call_t call)
{
    return call == CALL_6NO ? 0 : call;
}

/* The sets of calls that the auction needs at every turn. */
static void derive_sets(struct ruleset *rules)
{
    memset(rules->calls_over, 0, sizeof rules->calls_over);
    rules->calls_from_seven = rules->calls_from_eight = 0;
    for (int i = 0; i < rules->call_count; i++) {
        call_t call = rules->call_order[i];
        uint64_t bit = UINT64_C(1) << call;
        int from = call_is_special(call) ? rules->from[call - CALL_SPECIAL_FIRST] : FROM_ANY;
        if (from == FROM_SEVEN)
            rules->calls_from_seven |= bit;
        if (from == FROM_EIGHT)
            rules->calls_from_eight |= bit;
        for (int below = 0; below < CALL_COUNT && call != CALL_BLIND_MISERE; below++) {
            bool counts = below == CALL_PASS || rules->call_rank[below] > 0;
            if (counts && rules->call_rank[below] < rules->call_rank[call])
                rules->calls_over[below] |= bit;
        }
    }
}

void call_derive(struct ruleset *rules)
{
    int keys[CALL_COUNT];
    int count = 0;

    memset(rules->call_order, 0, sizeof rules->call_order);
    memset(rules->call_rank, 0, sizeof rules->call_rank);
    memset(rules->call_value, 0, sizeof rules->call_value);
    for (call_t call = CALL_BID_FIRST; call < CALL_COUNT; call++) {
        if (!call_exists(rules, call))
            continue;
        rules->call_value[call] =
            call_is_special(call)
                ? special_value(rules, call - CALL_SPECIAL_FIRST)
                : bid_value(rules->scoring, call_level(call), call_denomination(call));
        keys[call] = call_key(rules, call);
        int at = count++;
        for (; at > 0; at--) {
            call_t before = rules->call_order[at - 1];
            if (keys[before] < keys[call] ||
                (keys[before] == keys[call] && call_tie(before) < call_tie(call)))
                break;
            rules->call_order[at] = before;
        }
        rules->call_order[at] = call;
    }
    rules->call_count = (uint8_t)count;
    for (int i = 0, rank = 0; i < count; i++) {
        call_t call = rules->call_order[i];
        rank += i == 0 || keys[call] != keys[rules->call_order[i - 1]];
        rules->call_rank[call] = (uint8_t)rank;
    }
    derive_sets(rules);
}
