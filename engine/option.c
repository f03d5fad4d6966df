/* option.c - the table of ruleset options (rules 2 to 7): parsing, printing, defaults and messages
 * read it. */
#include "option.h"
#include "call.h"
#include "deck.h"
#include "line.h"

#include <assert.h>

/* How an option is written and where it is stored. */
enum option_kind {
    OPTION_WORD,   /* a byte: the index in `allowed` */
    OPTION_DIGIT,  /* a byte: the number itself, one of the numbers in `allowed` */
    OPTION_POINTS, /* int16_t: a multiple of 10 */
    OPTION_COUNT,  /* uint16_t */
    OPTION_DEAL,
    OPTION_CALLS,
    OPTION_VALUE, /* of a special call: as points; also stores that it was set */
    OPTION_ABOVE, /* a bid, or `value` */
    OPTION_KITTY, /* no or yes; also stores that it was set */
};

struct option {
    const char *name;
    const char *normal;  /* the default as text; "" where the option is not set */
    const char *allowed; /* for messages; words and numbers are looked up in it */
    uint8_t kind;
    uint8_t special; /* of which special call */
    uint16_t offset; /* in struct ruleset */
    int16_t min, max;
};

/* clang-format off */
#define AT(field) (uint16_t) offsetof(struct ruleset, field)
#define AT_CALL(field, s)                                                                          \
    (uint16_t)(offsetof(struct ruleset, field) + (s) * sizeof((struct ruleset *)0)->field[0])
#define POINTS_FROM_0 "a multiple of 10 from 0 to 10000"
#define POINTS_FROM_10 "a multiple of 10 from 10 to 10000"

#define WORD(field, normal, allowed) {#field, normal, allowed, OPTION_WORD, 0, AT(field), 0, 0}
#define DIGIT(field, normal, allowed) {#field, normal, allowed, OPTION_DIGIT, 0, AT(field), 0, 0}
#define YES_NO(field) WORD(field, "no", "no, yes")
#define POINTS(field, normal) {#field, normal, POINTS_FROM_0, OPTION_POINTS, 0, AT(field), 0, 10000}
#define VALUE_OF(name, field, normal) \
    {name, normal, POINTS_FROM_10, OPTION_POINTS, 0, AT(field), 10, 10000}
#define COUNT(field, normal) \
    {#field, normal, "a number from 0 to 1000", OPTION_COUNT, 0, AT(field), 0, 1000}

#define VALUE(call, s) \
    {"value." call, "", POINTS_FROM_10, OPTION_VALUE, s, AT_CALL(value, s), 10, 10000}
#define ABOVE(call, s) \
    {"above." call, "", "value, or a bid, 6S to 10NT", OPTION_ABOVE, s, AT_CALL(above, s), 0, 0}
#define KITTY(call, s, normal) \
    {"kitty." call, normal, "no, yes", OPTION_KITTY, s, AT_CALL(kitty, s), 0, 0}
#define OPEN(call, s, normal) \
    {"open." call, normal, "never, start, first-trick", OPTION_WORD, s, AT_CALL(open, s), 0, 0}
#define FROM(call, s, normal) \
    {"from." call, normal, "any, seven, eight", OPTION_WORD, s, AT_CALL(from, s), 0, 0}
/* clang-format on */

/* In the order of the rules page; the draft's kitty stands with the deal. */
static const struct option options[] = {
    DIGIT(players, "4", "2, 3, 4, 5, 6"),
    WORD(teams, "pairs", "pairs, solo, threes, cutthroat-pairs"),
    WORD(deck, "43", "33, 43, 43m, 44, 45, 46, 52, 53, 63, 64, 65, 66"),
    {"deal", "", "packets such as 3 K1 4 K1 3 K1: single spaces, 1 to 10 cards each", OPTION_DEAL,
     0, AT(packets), 0, 0},
    DIGIT(dead_hands, "0", "0, 1"),
    WORD(two_handed, "none", "none, table, draft, draw"),
    WORD(misdeal, "none", "none, no-face, no-ace-no-face"),
    DIGIT(kitty_up, "0", "0, 1"),
    DIGIT(draft_kitty, "0", "0, 3"),

    WORD(scoring, "avondale", "avondale, original, perfect"),
    {"calls", "misere open-misere",
     "none, or each once out of misere hi-lo open-misere double-misere grand-misere shields "
     "patastrophe blind-misere",
     OPTION_CALLS, 0, AT(calls), 0, 0},
    VALUE("misere", SPECIAL_MISERE),
    VALUE("hi-lo", SPECIAL_HI_LO),
    VALUE("open-misere", SPECIAL_OPEN_MISERE),
    VALUE("double-misere", SPECIAL_DOUBLE_MISERE),
    VALUE("grand-misere", SPECIAL_GRAND_MISERE),
    VALUE("shields", SPECIAL_SHIELDS),
    VALUE("patastrophe", SPECIAL_PATASTROPHE),
    VALUE("blind-misere", SPECIAL_BLIND_MISERE),
    ABOVE("misere", SPECIAL_MISERE),
    ABOVE("hi-lo", SPECIAL_HI_LO),
    ABOVE("open-misere", SPECIAL_OPEN_MISERE),
    ABOVE("double-misere", SPECIAL_DOUBLE_MISERE),
    ABOVE("grand-misere", SPECIAL_GRAND_MISERE),
    ABOVE("shields", SPECIAL_SHIELDS),
    ABOVE("patastrophe", SPECIAL_PATASTROPHE),
    KITTY("misere", SPECIAL_MISERE, "yes"),
    KITTY("hi-lo", SPECIAL_HI_LO, "yes"),
    KITTY("open-misere", SPECIAL_OPEN_MISERE, "yes"),
    KITTY("grand-misere", SPECIAL_GRAND_MISERE, "no"),
    KITTY("blind-misere", SPECIAL_BLIND_MISERE, "yes"),
    OPEN("misere", SPECIAL_MISERE, "never"),
    OPEN("hi-lo", SPECIAL_HI_LO, "never"),
    OPEN("open-misere", SPECIAL_OPEN_MISERE, "first-trick"),
    OPEN("double-misere", SPECIAL_DOUBLE_MISERE, "never"),
    OPEN("grand-misere", SPECIAL_GRAND_MISERE, "never"),
    OPEN("shields", SPECIAL_SHIELDS, "first-trick"),
    OPEN("patastrophe", SPECIAL_PATASTROPHE, "first-trick"),
    OPEN("blind-misere", SPECIAL_BLIND_MISERE, "never"),
    WORD(shields_hand, "partner", "partner, contractor"),
    FROM("misere", SPECIAL_MISERE, "seven"),
    FROM("hi-lo", SPECIAL_HI_LO, "any"),
    FROM("open-misere", SPECIAL_OPEN_MISERE, "any"),
    FROM("double-misere", SPECIAL_DOUBLE_MISERE, "any"),
    FROM("grand-misere", SPECIAL_GRAND_MISERE, "any"),
    FROM("shields", SPECIAL_SHIELDS, "any"),
    FROM("patastrophe", SPECIAL_PATASTROPHE, "any"),
    WORD(jack_nt, "no", "no, extra, only"),
    YES_NO(no_calls),
    DIGIT(min_level, "6", "6, 7"),
    YES_NO(slam_call),
    VALUE_OF("value.slam", value_slam, "500"),
    VALUE_OF("value.slam-nt", value_slam_nt, "520"),

    WORD(auction, "rounds", "rounds, once"),
    WORD(inkles, "no", "no, yes, win"),
    WORD(rebid, "never", "never, new-denomination, always"),
    WORD(raise, "no", "no, yes, any, reopen"),
    WORD(all_pass, "redeal", "redeal, next, no-trump, dealer-bids, same-pack"),
    COUNT(redeals, "2"),

    WORD(misere_hands, "own", "own, both"),
    WORD(partner_call, "announced", "announced, hidden, rotate"),
    WORD(partner_cards, "no-joker", "any, no-joker, no-trumps"),
    WORD(joker_order, "black", "black, red"),
    WORD(joker_nt, "any", "any, not-void, no-renege, first-or-last, free"),
    YES_NO(claims),
    POINTS(claim_penalty, "100"),

    WORD(failed, "subtract", "subtract, award"),
    POINTS(slam_bonus, "250"),
    POINTS(trick_points, "10"),
    WORD(misere_points, "none", "none, contractor-tricks"),
    WORD(partner_share, "full", "full, half"),
    DIGIT(ban, "0", "0, 2, 3"),
    YES_NO(breach),
    POINTS(breach_value, "100"),
    WORD(breach_when, "lead", "lead, auction, either"),
    VALUE_OF("target", target, "500"),
    YES_NO(target_exact),
    WORD(must_bid, "no", "no, yes, capped"),
    WORD(both_over, "contractor", "contractor, highest"),
    POINTS(bust, "0"),
    {"floor", "-500", "a multiple of 10 from -10000 to 0", OPTION_POINTS, 0, AT(floor), -10000, 0},
    WORD(back_door, "always", "always, if-ahead"),
    POINTS(spread, "0"),
    COUNT(max_hands, "0"),
    YES_NO(early_finish),
};

/* The kinds of options depend on this layout. */
_Static_assert(PARTNER_CARDS_NO_TRUMPS == 2 && ALL_PASS_SAME_PACK == 4 && JOKER_NT_FREE == 4 &&
                   DECK_66 == 11 && OPEN_FIRST_TRICK == 2 && MISDEAL_NO_ACE_NO_FACE == 2,
               "words stand in the order of their enum");

enum { OPTION_TOTAL = sizeof options / sizeof options[0] };
_Static_assert(OPTION_TOTAL <= 8 * OPTIONS_MASK, "a bit per option");

int option_count(void)
{
    return OPTION_TOTAL;
}

const char *option_name(int index)
{
    assert(index >= 0 && index < OPTION_TOTAL);
    return options[index].name;
}

const char *option_allowed(int index)
{
    assert(index >= 0 && index < OPTION_TOTAL);
    return options[index].allowed;
}

bool option_is_choice(int index)
{
    assert(index >= 0 && index < OPTION_TOTAL);
    switch ((enum option_kind)options[index].kind) {
    case OPTION_WORD:
    case OPTION_DIGIT:
    case OPTION_KITTY:
        return true;
    case OPTION_POINTS:
    case OPTION_COUNT:
    case OPTION_DEAL:
    case OPTION_CALLS:
    case OPTION_VALUE:
    case OPTION_ABOVE:
        break;
    }
    return false;
}

const char *option_default(int index)
{
    assert(index >= 0 && index < OPTION_TOTAL);
    return options[index].normal;
}

int option_find(const char *name, size_t size)
{
    assert(name || size == 0);
    for (int i = 0; i < OPTION_TOTAL; i++) {
        if (strlen(options[i].name) == size && memcmp(options[i].name, name, size) == 0)
            return i;
    }
    return ENGINE_ERROR_RULESET;
}

/* Text from outside: cut to fit, with bytes replaced that could spoil a line. */
static void add_foreign(struct line *line, const char *text, size_t size)
{
    enum { FOREIGN_MAX = 48 };

    for (size_t i = 0; i < size && i < FOREIGN_MAX; i++) {
        char c = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
        line_add_bytes(line, &c, 1);
    }
    if (size > FOREIGN_MAX)
        line_add(line, "...");
}

int option_refuse(struct ruleset_error *error, const char *name, size_t name_size,
                  const char *value, size_t value_size, const char *what, const char *allowed)
{
    if (error) {
        struct line line = line_start(error->text, sizeof error->text);
        add_foreign(&line, name, name_size);
        line_add(&line, "=");
        add_foreign(&line, value, value_size);
        line_add(&line, ": ");
        line_add(&line, what);
        line_add(&line, "; allowed: ");
        line_add(&line, allowed);
    }
    return ENGINE_ERROR_RULESET;
}

/* ------------------------------------------------------------------------------- parsing */

/* Parses a plain decimal number of at most five digits, without plus, leading zeros or "-0". */
static bool parse_number(const char *text, size_t size, int *number)
{
    bool minus = size > 0 && text[0] == '-';
    const char *digits = text + minus;
    size_t count = size - minus;
    int value = 0;

    if (count < 1 || count > 5 || (digits[0] == '0' && (count > 1 || minus)))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        value = value * 10 + digits[i] - '0';
    }
    *number = minus ? -value : value;
    return true;
}

/* Returns the place of a word in a list such as "rounds, once", or -1. */
static int word_index(const char *allowed, const char *text, size_t size)
{
    for (int index = 0;; index++) {
        const char *end = line_find(allowed, ',', strlen(allowed));
        size_t length = end ? (size_t)(end - allowed) : strlen(allowed);
        if (length == size && memcmp(allowed, text, size) == 0)
            return index;
        if (!end)
            return -1;
        allowed = end + 2;
    }
}

/* Takes the next word; single spaces separate words. Returns false at the end. An empty word (size
 * 0) is a fault. */
static bool next_word(const char **text, size_t *size, const char **word, size_t *word_size)
{
    if (!*text)
        return false;
    const char *space = line_find(*text, ' ', *size);
    *word = *text;
    *word_size = space ? (size_t)(space - *text) : *size;
    *size -= *word_size + (space != NULL);
    *text = space ? space + 1 : NULL;
    return true;
}

static bool parse_deal(struct ruleset *rules, const char *text, size_t size)
{
    uint8_t packets[PACKETS_MAX] = {0};
    uint8_t count = 0;
    const char *word;
    size_t word_size;

    while (next_word(&text, &size, &word, &word_size)) {
        bool kitty = word_size > 0 && word[0] == 'K';
        int cards;
        if (count == PACKETS_MAX || !parse_number(word + kitty, word_size - kitty, &cards) ||
            cards < 1 || cards > HAND_CARDS)
            return false;
        packets[count++] = (uint8_t)((kitty ? PACKET_KITTY : 0) | cards);
    }
    memcpy(rules->packets, packets, sizeof packets);
    rules->packet_count = count;
    return true;
}

static bool parse_calls(uint8_t *calls, const char *text, size_t size)
{
    uint8_t mask = 0;
    const char *word;
    size_t word_size;

    if (size == 4 && memcmp(text, "none", 4) == 0) {
        *calls = 0;
        return true;
    }
    while (next_word(&text, &size, &word, &word_size)) {
        call_t call;
        if (call_parse(word, word_size, &call) || !call_is_special(call))
            return false;
        uint8_t bit = (uint8_t)(1 << (call - CALL_SPECIAL_FIRST));
        if (mask & bit)
            return false;
        mask |= bit;
    }
    *calls = mask;
    return true;
}

static bool parse_points(const struct option *option, const char *text, size_t size,
                         int16_t *points)
{
    int number;
    if (!parse_number(text, size, &number) || number < option->min || number > option->max ||
        number % 10 != 0)
        return false;
    *points = (int16_t)number;
    return true;
}

static bool parse_above(const char *text, size_t size, call_t *above)
{
    call_t call;
    if (size == 5 && memcmp(text, "value", 5) == 0) {
        *above = ABOVE_VALUE;
        return true;
    }
    if (call_parse(text, size, &call) || call < CALL_BID_FIRST || call >= CALL_6NO)
        return false;
    *above = call;
    return true;
}

/* Sets an option that exists. Returns false, with the ruleset unchanged, if the value is not
 * allowed. */
bool option_parse(struct ruleset *rules, int index, const char *text, size_t size)
{
    assert(index >= 0 && index < OPTION_TOTAL);
    const struct option *option = &options[index];
    uint8_t *byte = (uint8_t *)rules + option->offset;
    int number;

    switch ((enum option_kind)option->kind) {
    case OPTION_KITTY:
    case OPTION_WORD:
        number = word_index(option->allowed, text, size);
        if (number < 0)
            return false;
        *byte = (uint8_t)number;
        if (option->kind == OPTION_KITTY)
            rules->kitty_named |= (uint8_t)(1 << option->special);
        return true;
    case OPTION_DIGIT:
        if (word_index(option->allowed, text, size) < 0)
            return false;
        *byte = (uint8_t)(text[0] - '0');
        return true;
    case OPTION_POINTS:
        return parse_points(option, text, size, (int16_t *)(void *)byte);
    case OPTION_VALUE:
        if (!parse_points(option, text, size, &rules->value[option->special]))
            return false;
        rules->value_named |= (uint8_t)(1 << option->special);
        return true;
    case OPTION_COUNT:
        if (!parse_number(text, size, &number) || number < option->min || number > option->max)
            return false;
        *(uint16_t *)(void *)byte = (uint16_t)number;
        return true;
    case OPTION_DEAL:
        return parse_deal(rules, text, size);
    case OPTION_CALLS:
        if (!parse_calls(byte, text, size))
            return false;
        rules->calls_named = 1;
        return true;
    case OPTION_ABOVE:
        return parse_above(text, size, byte);
    }
    return false;
}

/* ------------------------------------------------------------------------------ printing */

static void format_word(struct line *line, const char *allowed, int index)
{
    for (; index > 0; index--)
        allowed = line_find(allowed, ',', strlen(allowed)) + 2;
    const char *end = line_find(allowed, ',', strlen(allowed));
    line_add_bytes(line, allowed, end ? (size_t)(end - allowed) : strlen(allowed));
}

static void format_deal(struct line *line, const struct ruleset *rules)
{
    for (int i = 0; i < rules->packet_count; i++) {
        line_add(line, i > 0 ? " " : "");
        line_add(line, rules->packets[i] & PACKET_KITTY ? "K" : "");
        line_add_number(line, rules->packets[i] & ~PACKET_KITTY);
    }
}

static void format_calls(struct line *line, uint8_t calls)
{
    if (calls == 0)
        line_add(line, "none");
    for (int special = 0; special < SPECIAL_COUNT; special++) {
        if (calls >> special & 1) {
            line_add(line, line->used > 0 ? " " : "");
            line_add(line, call_name((call_t)(CALL_SPECIAL_FIRST + special)));
        }
    }
}

size_t option_format(const struct ruleset *rules, int index, char text[OPTION_TEXT_MAX])
{
    assert(index >= 0 && index < OPTION_TOTAL);
    const struct option *option = &options[index];
    const uint8_t *byte = (const uint8_t *)rules + option->offset;
    struct line line = line_start(text, OPTION_TEXT_MAX);

    switch ((enum option_kind)option->kind) {
    case OPTION_KITTY:
    case OPTION_WORD:
        format_word(&line, option->allowed, *byte);
        break;
    case OPTION_DIGIT:
        line_add_number(&line, *byte);
        break;
    case OPTION_VALUE:
        if (rules->value_named >> option->special & 1)
            line_add_number(&line, rules->value[option->special]);
        break;
    case OPTION_POINTS:
        line_add_number(&line, *(const int16_t *)(const void *)byte);
        break;
    case OPTION_COUNT:
        line_add_number(&line, *(const uint16_t *)(const void *)byte);
        break;
    case OPTION_DEAL:
        format_deal(&line, rules);
        break;
    case OPTION_CALLS:
        format_calls(&line, *byte);
        break;
    case OPTION_ABOVE:
        if (*byte != CALL_PASS)
            line_add(&line, *byte == ABOVE_VALUE ? "value" : call_name(*byte));
        break;
    }
    return line.used;
}
