/* refuse.c - combinations of options that are refused (the end of rules 8): one line each. */
#include "refuse.h"
#include "deck.h"
#include "line.h"
#include "option.h"

#include <assert.h>
#include <string.h>

enum { KITTY_MIN = 2 };

#define TABLE_CALLS                                                                                \
    (1u << SPECIAL_MISERE | 1u << SPECIAL_OPEN_MISERE | 1u << SPECIAL_GRAND_MISERE |               \
     1u << SPECIAL_BLIND_MISERE)
#define EXCHANGE_CALLS                                                                             \
    (1u << SPECIAL_DOUBLE_MISERE | 1u << SPECIAL_SHIELDS | 1u << SPECIAL_PATASTROPHE)

static bool teams_fit(const struct ruleset *rules)
{
    switch ((enum teams)rules->teams) {
    case TEAMS_PAIRS:
        return rules->players == 4;
    case TEAMS_SOLO:
        return rules->players == 2 || rules->players == 3 || rules->players == 5;
    case TEAMS_THREES:
    case TEAMS_CUTTHROAT_PAIRS:
        return rules->players == 6;
    }
    return false;
}

static bool deck_fits_two_handed(const struct ruleset *rules)
{
    if (rules->two_handed == TWO_HANDED_NONE)
        return true;
    if (rules->two_handed == TWO_HANDED_DRAFT)
        return rules->deck == DECK_52;
    return rules->deck == DECK_43 || rules->deck == DECK_45;
}

/* Packets of the ruleset's own give ten cards to each hand and k to the kitty; the draft's give
 * none to the kitty. */
static bool packets_fit(const struct ruleset *rules, int kitty_size)
{
    int cards = 0, kitty = 0;
    for (int i = 0; i < rules->packet_count; i++) {
        if (rules->packets[i] & PACKET_KITTY)
            kitty += rules->packets[i] & ~PACKET_KITTY;
        else
            cards += rules->packets[i];
    }
    int wanted = rules->two_handed == TWO_HANDED_DRAFT ? 0 : kitty_size;
    return rules->packet_count == 0 || (cards == HAND_CARDS && kitty == wanted);
}

/* The decks that leave the hands of this ruleset a kitty, by name. */
static void list_decks(const struct ruleset *rules, int dealt, char *text, size_t size)
{
    struct line line = line_start(text, size);
    struct ruleset with = *rules;
    int deck_option = option_find("deck", 4);

    for (int deck = 0; deck < DECK_COUNT; deck++) {
        int left = cardset_count(deck_set((enum deck)deck)) - dealt;
        char name[OPTION_TEXT_MAX];
        if (left < KITTY_MIN || left > KITTY_MAX)
            continue;
        with.deck = (uint8_t)deck;
        option_format(&with, deck_option, name);
        line_add(&line, line.used > 0 ? ", " : "");
        line_add(&line, name);
    }
    if (line.used == 0)
        line_add(&line, "none for two hands; dead_hands=1, or a two_handed game");
}

int refuse_check(const struct ruleset *rules, int kitty_size, struct ruleset_error *error)
{
    assert(rules->players >= 2 && rules->hand_count <= HANDS_MAX);
    bool draft = rules->two_handed == TWO_HANDED_DRAFT, draw = rules->two_handed == TWO_HANDED_DRAW;
    bool blind = rules->calls >> SPECIAL_BLIND_MISERE & 1;
    bool exchange = rules->calls & EXCHANGE_CALLS;
    bool once = rules->auction == AUCTION_ONCE;
    char decks[80];

    const struct refusal {
        bool refused;
        const char *option, *what, *allowed;
    } refusals[] = {
        {!teams_fit(rules), "teams", "does not go with the number of players",
         "pairs with 4, solo with 2, 3, 5, threes and cutthroat-pairs with 6 players"},
        {rules->dead_hands && rules->players > 3, "dead_hands", "too many players",
         "1 with 2 or 3 players, else 0"},
        {rules->dead_hands && rules->two_handed, "dead_hands", "does not go with two_handed", "0"},
        {rules->two_handed && rules->players != 2, "two_handed", "is for two players",
         "none, or players=2"},
        {!deck_fits_two_handed(rules), "deck", "does not go with two_handed",
         "43 or 45 with table and draw, 52 with draft"},
        {!rules->two_handed && (kitty_size < KITTY_MIN || kitty_size > KITTY_MAX), "deck",
         "does not leave 2 to 6 cards for the kitty", decks},
        {draw && rules->packet_count > 0, "deal", "the draw has no packets", "no deal with draw"},
        {draw && rules->misdeal, "misdeal", "the draw has no deal to void", "none"},
        {!packets_fit(rules, kitty_size), "deal", "does not deal all cards",
         "packets of ten cards to a hand in all, and K packets of all the kitty (draft: none)"},
        {rules->two_handed == TWO_HANDED_TABLE && rules->calls & ~TABLE_CALLS, "calls",
         "not with table hands", "none, or out of misere open-misere grand-misere blind-misere"},
        {(draft || draw) && rules->all_pass == ALL_PASS_SAME_PACK, "all_pass",
         "the pack is not dealt out", "redeal, next, no-trump, dealer-bids"},
        {(draft || draw) && blind, "calls", "the cards are seen before the auction",
         "calls without blind-misere"},
        {exchange && rules->teams != TEAMS_PAIRS && rules->teams != TEAMS_THREES, "calls",
         "no partner to exchange cards with",
         "no double-misere, shields, patastrophe but with teams=pairs or threes"},
        {rules->slam_call && rules->teams == TEAMS_SOLO, "slam_call", "no partner to give a card",
         "no with teams=solo"},
        {rules->misere_hands == MISERE_HANDS_BOTH && rules->teams != TEAMS_PAIRS, "misere_hands",
         "is for pairs", "own, or teams=pairs"},
        {once && rules->rebid, "rebid", "each seat calls once", "never with auction=once"},
        {rules->inkles == INKLES_WIN && !once, "inkles", "each seat may call more than once",
         "no or yes, or auction=once"},
        {rules->inkles && rules->raise, "inkles", "does not go with a raise", "no, or raise=no"},
        {rules->inkles && rules->min_level != 6, "inkles", "level 6 is not bid",
         "no, or min_level=6"},
        {rules->no_calls && rules->min_level != 6, "no_calls", "level 6 is not bid",
         "no, or min_level=6"},
        {rules->no_calls && rules->jack_nt == JACK_NT_ONLY, "no_calls", "there is no 6NT",
         "no, or jack_nt=no or extra"},
        {rules->early_finish && rules->must_bid, "early_finish", "trick points must be able to win",
         "no, or must_bid=no"},
        {rules->early_finish && rules->target_exact, "early_finish",
         "a score over the target must be able to win", "no, or target_exact=no"},
        {rules->bust && rules->bust <= rules->target, "bust", "is not over the target",
         "0, or more than the target"},
        {rules->breach && rules->players == 5 && rules->partner_call == PARTNER_CALL_HIDDEN,
         "breach", "would give the hidden partner away", "no, or partner_call=announced or rotate"},
    };

    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *refusal = &refusals[i];
        if (refusal->refused) {
            char value[OPTION_TEXT_MAX];
            int option = option_find(refusal->option, strlen(refusal->option));
            size_t size = option_format(rules, option, value);
            if (refusal->allowed == decks)
                list_decks(rules, cardset_count(rules->cards) - kitty_size, decks, sizeof decks);
            return option_refuse(error, refusal->option, strlen(refusal->option), value, size,
                                 refusal->what, refusal->allowed);
        }
    }
    return ENGINE_OK;
}
