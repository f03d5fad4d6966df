/* ruleset.c - a ruleset from a preset and options, and what follows from them (rules 2, 8). */
#include "call.h"
#include "deck.h"
#include "line.h"
#include "nearest.h"
#include "option.h"
#include "preset.h"
#include "refuse.h"

#include <assert.h>

enum { WHAT_MAX = 80 }; /* bytes that a message may say about a name */

/* "no such option", or "no such option, NAME is". */
static const char *say_unknown(char text[WHAT_MAX], const char *what, const struct nearest *nearest)
{
    struct line line = line_start(text, WHAT_MAX);

    line_add(&line, what);
    if (nearest->name) {
        line_add(&line, ", ");
        line_add(&line, nearest->name);
        line_add(&line, " is");
    }
    return text;
}

static int refuse_preset(struct ruleset_error *error, const char *name, size_t size)
{
    char allowed[160], what[WHAT_MAX];
    struct nearest nearest = nearest_start(name, size);
    struct line line = line_start(allowed, sizeof allowed);

    for (int i = 0; i < preset_count(); i++)
        nearest_offer(&nearest, preset_name(i));
    for (int i = 0; i < preset_count() && line.used < 100; i++) {
        line_add(&line, preset_name(i));
        line_add(&line, ", ");
    }
    line_add(&line, "... ");
    line_add_number(&line, preset_count());
    line_add(&line, " in all, listed in RULES.md");
    return option_refuse(error, "preset", 6, name, size,
                         say_unknown(what, "no such preset", &nearest), allowed);
}

static int refuse_name(struct ruleset_error *error, const char *name, size_t name_size,
                       const char *value, size_t value_size)
{
    char what[WHAT_MAX];
    struct nearest nearest = nearest_start(name, name_size);

    for (int special = 0; special < SPECIAL_COUNT; special++) {
        const char *call = call_name((call_t)(CALL_SPECIAL_FIRST + special));
        if (call_is_exchange((call_t)(CALL_SPECIAL_FIRST + special)) && name_size > 6 &&
            memcmp(name, "kitty.", 6) == 0 && strlen(call) == name_size - 6 &&
            memcmp(call, name + 6, name_size - 6) == 0)
            return option_refuse(error, name, name_size, value, value_size,
                                 "an exchange call always takes the kitty",
                                 "kitty. of misere, hi-lo, open-misere, grand-misere, "
                                 "blind-misere");
    }
    for (int i = 0; i < option_count(); i++)
        nearest_offer(&nearest, option_name(i));
    return option_refuse(error, name, name_size, value, value_size,
                         say_unknown(what, "no such option", &nearest),
                         "the options listed in RULES.md, in lower case");
}

int ruleset_set(struct ruleset *rules, const char *name, size_t name_size, const char *value,
                size_t value_size, struct ruleset_error *error)
{
    int index = option_find(name, name_size);
    if (index < 0)
        return refuse_name(error, name, name_size, value, value_size);
    uint8_t *named = &rules->named[index / 8], bit = (uint8_t)(1 << index % 8);
    if (*named & bit)
        return option_refuse(error, name, name_size, value, value_size, "stands here twice",
                             "each option once");
    if (!option_parse(rules, index, value, value_size))
        return option_refuse(error, name, name_size, value, value_size, "no such value",
                             option_allowed(index));
    *named |= bit;
    return ENGINE_OK;
}

/* A preset before ruleset_finish: the defaults, then its own list. */
static void start_preset(struct ruleset *rules, int preset)
{
    const char *list = preset_differs(preset), *name, *value;
    size_t name_size, value_size;

    memset(rules, 0, sizeof *rules);
    rules->preset = (uint8_t)preset;
    for (int i = 0; i < option_count(); i++) {
        const char *normal = option_default(i);
        if (normal[0] != 0) {
            bool ok = option_parse(rules, i, normal, strlen(normal));
            assert(ok);
            (void)ok;
        }
    }
    rules->kitty_named = rules->calls_named = 0;
    for (int s = 0; s < SPECIAL_COUNT; s++) {
        if (call_is_exchange((call_t)(CALL_SPECIAL_FIRST + s)))
            rules->kitty[s] = 1;
    }
    while (preset_next(&list, &name, &name_size, &value, &value_size)) {
        int error = ruleset_set(rules, name, name_size, value, value_size, NULL);
        assert(!error);
        (void)error;
    }
}

int ruleset_preset(struct ruleset *rules, const char *name, size_t size,
                   struct ruleset_error *error)
{
    int preset = preset_find(name, size);
    if (preset < 0)
        return refuse_preset(error, name, size);
    start_preset(rules, preset);
    return ruleset_finish(rules, error);
}

int ruleset_parse(struct ruleset *rules, const char *preset, const char *const *words,
                  int word_count, struct ruleset_error *error)
{
    int result = ruleset_preset(rules, preset, strlen(preset), error);
    assert(word_count >= 0 && (words || word_count == 0));
    for (int i = 0; i < word_count && !result; i++) {
        const char *word = words[i];
        const char *equals = line_find(word, '=', strlen(word));
        if (!equals)
            return option_refuse(error, word, strlen(word), "", 0, "no value", "NAME=VALUE");
        result = ruleset_set(rules, word, (size_t)(equals - word), equals + 1, strlen(equals + 1),
                             error);
    }
    return result ? result : ruleset_finish(rules, error);
}

bool ruleset_differs(const struct ruleset *rules, int option)
{
    assert(option >= 0 && option < option_count());
    return rules->differs[option / 8] >> option % 8 & 1;
}

/* ------------------------------------------------------------------------------ finishing */

/* Sides are numbered by their lowest seat; each layout is "seat modulo a number" (rules 2). */
static void derive_sides(struct ruleset *rules)
{
    static const uint8_t side_counts[] = {
        [TEAMS_PAIRS] = 2, [TEAMS_SOLO] = 0, [TEAMS_THREES] = 2, [TEAMS_CUTTHROAT_PAIRS] = 3};

    rules->side_count = rules->teams == TEAMS_SOLO ? rules->players : side_counts[rules->teams];
    memset(rules->side_of, 0, sizeof rules->side_of);
    memset(rules->side_seats, 0, sizeof rules->side_seats);
    for (int seat = 0; seat < rules->players; seat++) {
        int side = seat % rules->side_count;
        rules->side_of[seat] = (uint8_t)side;
        rules->side_seats[side] |= (uint8_t)(1 << seat);
    }
}

/* Computed once: a referee asks for it with every game, and a preset is parsed from text. */
static void derive_differs(struct ruleset *rules)
{
    struct ruleset own;
    char text[OPTION_TEXT_MAX], own_text[OPTION_TEXT_MAX];

    start_preset(&own, rules->preset);
    memset(rules->differs, 0, sizeof rules->differs);
    for (int i = 0; i < option_count(); i++) {
        size_t size = option_format(rules, i, text);
        if (size != option_format(&own, i, own_text) || memcmp(text, own_text, size) != 0)
            rules->differs[i / 8] |= (uint8_t)(1 << i % 8);
    }
}

/* Unless `calls` is set there are none with table hands. */
static void derive_calls(struct ruleset *rules)
{
    const char *normal = option_default(option_find("calls", 5));

    if (rules->calls_named)
        return;
    if (rules->two_handed == TWO_HANDED_TABLE)
        normal = "none";
    bool ok = option_parse(rules, option_find("calls", 5), normal, strlen(normal));
    assert(ok);
    (void)ok;
    rules->calls_named = 0;
}

int ruleset_finish(struct ruleset *rules, struct ruleset_error *error)
{
    int hands = rules->two_handed == TWO_HANDED_TABLE ? 4 : rules->players + rules->dead_hands;
    int kitty = rules->draft_kitty;

    rules->cards = deck_set((enum deck)rules->deck);
    if (rules->two_handed == TWO_HANDED_DRAW)
        kitty = cardset_count(rules->cards) - STOCK_MAX;
    else if (rules->two_handed != TWO_HANDED_DRAFT)
        kitty = cardset_count(rules->cards) - hands * HAND_CARDS;

    memset(rules->named, 0, sizeof rules->named);
    derive_calls(rules);
    int result = refuse_check(rules, kitty, error);
    if (result)
        return result;
    rules->hand_count = (uint8_t)hands;
    rules->kitty_size = (uint8_t)kitty;
    derive_sides(rules);
    deck_fill_packets(rules);
    call_derive(rules);
    derive_differs(rules);
    return ENGINE_OK;
}
