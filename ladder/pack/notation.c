/* notation.c - cards, calls and phases of a record as numbers. */
#include "pack/notation.h"

#include <stdbool.h>
#include <string.h>

#define SUIT(s)                                                                                    \
    "2" s, "3" s, "4" s, "5" s, "6" s, "7" s, "8" s, "9" s, "10" s, "11" s, "12" s, "13" s, "J" s, \
        "Q" s, "K" s, "A" s
static const char cards[NOTATION_CARDS][NOTATION_CARD_MAX + 1] = {SUIT("S"), SUIT("C"), SUIT("D"),
                                                                  SUIT("H"), "RJ",      "BJ"};

#define LEVEL(l) l "S", l "C", l "D", l "H", l "NT"
static const char *const calls[] = {
    "pass",          LEVEL("6"),     LEVEL("7"), LEVEL("8"),    LEVEL("9"),
    LEVEL("10"),     "6NO",          "6JNT",     "7JNT",        "8JNT",
    "9JNT",          "10JNT",        "misere",   "hi-lo",       "open-misere",
    "double-misere", "grand-misere", "shields",  "patastrophe", "blind-misere",
};
static const char *const phases[] = {"deal",    "expose", "draw", "blind",   "auction",
                                     "raise",   "slam",   "give", "discard", "swap",
                                     "partner", "breach", "play", "over"};
enum { CALLS = sizeof calls / sizeof calls[0], PHASES = sizeof phases / sizeof phases[0] };

/* The suit's first card; NOTATION_NONE. */
static int suit_base(char letter)
{
    switch (letter) {
    case 'S':
        return 0;
    case 'C':
        return 16;
    case 'D':
        return 32;
    case 'H':
        return 48;
    default:
        return NOTATION_NONE;
    }
}

/* What may follow a card: the end of its text, another card, the suit that a joker names. */
static bool ends(char c)
{
    return c == '"' || c == ':' || c == '=';
}

/* By the second digit of 10 to 13, or by the one character of the others. */
static int rank_of(char c)
{
    switch (c) {
    case 'J':
        return 12;
    case 'Q':
        return 13;
    case 'K':
        return 14;
    case 'A':
        return 15;
    default:
        return c >= '2' && c <= '9' ? c - '2' : NOTATION_NONE;
    }
}

int notation_card_read(const char *text, size_t *size)
{
    if (text[0] == '1' && text[1] >= '0' && text[1] <= '3') {
        int base = suit_base(text[2]);
        *size = 3;
        return base == NOTATION_NONE || !ends(text[3]) ? NOTATION_NONE : base + 8 + text[1] - '0';
    }
    *size = 2;
    if (text[0] == '\0' || text[1] == '\0' || !ends(text[2]))
        return NOTATION_NONE;
    if (text[1] == 'J' && (text[0] == 'R' || text[0] == 'B'))
        return text[0] == 'R' ? 64 : 65;
    int base = suit_base(text[1]), rank = rank_of(text[0]);
    return base == NOTATION_NONE || rank == NOTATION_NONE ? NOTATION_NONE : base + rank;
}

size_t notation_card_write(int card, char *text)
{
    memcpy(text, cards[card], NOTATION_CARD_MAX);
    return cards[card][2] ? 3 : 2;
}

static int find(const char *const *words, int count, const char *text, size_t size)
{
    for (int i = 0; i < count; i++) {
        if (words[i][0] == text[0] && strlen(words[i]) == size && memcmp(words[i], text, size) == 0)
            return i;
    }
    return NOTATION_NONE;
}

int notation_call_find(const char *text, size_t size)
{
    return size == 0 ? NOTATION_NONE : find(calls, CALLS, text, size);
}

int notation_phase_find(const char *text, size_t size)
{
    return size == 0 ? NOTATION_NONE : find(phases, PHASES, text, size);
}

const char *notation_call(int call)
{
    return call >= 0 && call < CALLS ? calls[call] : NULL;
}

const char *notation_phase(int phase)
{
    return phase >= 0 && phase < PHASES ? phases[phase] : NULL;
}
