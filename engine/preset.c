/* preset.c - named rulesets, as data (rules 8). */
#include "preset.h"
#include "line.h"

#include <assert.h>

/* "as other": the beginnings that several presets share. */
#define AUSTRALIAN "joker_nt=not-void must_bid=yes all_pass=next"
#define AMERICAN "auction=once inkles=yes deck=45"
#define TRICKSTER                                                                                  \
    "above.misere=7NT above.open-misere=10H open.open-misere=start both_over=highest "             \
    "all_pass=next"
#define FIVE_HANDED "players=5 teams=solo deck=53 calls=none"

static const struct preset {
    const char *name, *differs, *summary;
} presets[] = {
    {"wikipedia", "", "The defaults: four players, 43 cards, misere and open misere."},
    {"australian", AUSTRALIAN,
     "Usual rules in Australia: bid to win, jokers keep to unshown suits."},
    {"australian-pack", AUSTRALIAN " above.misere=7NT value.open-misere=520 above.open-misere=10NT",
     "As printed in Australian packs: misere over 7NT, open misere on top."},
    {"american", AMERICAN, "One round of calls, inkles, a kitty of five."},
    {"saint-paul", AMERICAN " no_calls=yes", "American with the six-no signal."},
    {"trickster-australian", TRICKSTER " must_bid=capped",
     "The Australian game of an online site: capped trick points."},
    {"trickster-american", TRICKSTER " auction=once inkles=yes",
     "The American game of an online site: one round, inkles, 43 cards."},
    {"original-1904",
     "scoring=original calls=none auction=once early_finish=yes slam_bonus=250 deck=45",
     "The first schedule, and a game that can end within a hand."},
    {"perfect",
     "scoring=perfect "
     "calls=\"misere hi-lo open-misere double-misere patastrophe blind-misere\"",
     "The perfect schedule with its many special calls."},
    {"split-colours",
     "calls=\"misere hi-lo open-misere double-misere\" above.misere=7C above.open-misere=8C "
     "above.hi-lo=9C above.double-misere=10C",
     "Special calls between the black and the red suits."},
    {"french-canadian",
     "deck=46 target=1000 failed=award trick_points=0 slam_bonus=0 value.misere=500 "
     "above.misere=8H value.open-misere=1000 above.open-misere=10H open.open-misere=start",
     "To 1000 with two jokers; what fails goes to the other side."},
    {"walker", "target_exact=yes bust=1000", "Exactly 500 wins, 1000 loses."},
    {"francis", "rebid=new-denomination raise=reopen joker_nt=not-void",
     "A new denomination lets all call again; the winner may raise."},
    {"wilkinson", "from.misere=any open.misere=start open.open-misere=start kitty.open-misere=no",
     "Both miseres are open from the start."},
    {"open-330", "value.open-misere=330", "Open misere for 330."},
    {"unrestricted", "from.misere=any", "Misere needs no bid before it."},
    {"no-misere", "calls=none", "Bids only."},
    {"set", "ban=2", "Two tricks short: no call in the next hand."},
    {"ralph", "ban=3", "Three tricks short: no call in the next hand."},
    {"breach", "breach=yes", "Defenders may wager that a contract fails by two."},
    {"point-spread", "spread=500", "A lead of 500 across zero ends the game."},
    {"matching-four", "deck=43m", "The four of the same colour is a trump."},
    {"two-jokers", "deck=44", "A second joker, a kitty of four."},
    {"five-kitty", "deck=45", "A kitty of five."},
    {"six-kitty", "deck=46", "Two jokers and a kitty of six."},
    {"three-handed", "players=3 teams=solo deck=33 from.misere=any", "Three players, 33 cards."},
    {"three-handed-dead", "players=3 teams=solo deck=43 dead_hands=1 from.misere=any",
     "Three players and a hand that nobody sees."},
    {"two-handed-table", "players=2 teams=solo two_handed=table calls=none",
     "Two players, each with a second hand on the table."},
    {"two-handed-dead", "players=2 teams=solo deck=33 dead_hands=1 from.misere=any",
     "Two players and a hand that nobody sees."},
    {"two-handed-draft", "players=2 teams=solo two_handed=draft deck=52",
     "Two players, 52 cards, eight of them exposed to choose from."},
    {"two-handed-draw", "players=2 teams=solo two_handed=draw deck=45",
     "Two players who pick their hands card by card."},
    {"five-handed", FIVE_HANDED, "Five players; the contractor names a card to find a partner."},
    {"five-handed-hidden", FIVE_HANDED " partner_call=hidden partner_share=half",
     "Five players; only the partner knows who it is."},
    {"six-handed", "players=6 teams=threes deck=63", "Two teams of three, 63 cards."},
    {"six-handed-cutthroat", "players=6 teams=cutthroat-pairs deck=63", "Three pairs, 63 cards."},
    {"everything",
     "deck=46 calls=\"misere hi-lo open-misere double-misere grand-misere shields patastrophe "
     "blind-misere\" jack_nt=extra slam_call=yes breach=yes claims=yes raise=reopen "
     "rebid=new-denomination joker_nt=not-void",
     "All special calls and most options at once."},
};

enum { PRESET_COUNT = sizeof presets / sizeof presets[0] };

int preset_count(void)
{
    return PRESET_COUNT;
}

const char *preset_name(int index)
{
    assert(index >= 0 && index < PRESET_COUNT);
    return presets[index].name;
}

const char *preset_summary(int index)
{
    assert(index >= 0 && index < PRESET_COUNT);
    return presets[index].summary;
}

const char *preset_differs(int index)
{
    assert(index >= 0 && index < PRESET_COUNT);
    return presets[index].differs;
}

int preset_find(const char *name, size_t size)
{
    assert(name || size == 0);
    for (int i = 0; i < PRESET_COUNT; i++) {
        if (strlen(presets[i].name) == size && memcmp(presets[i].name, name, size) == 0)
            return i;
    }
    return ENGINE_ERROR_RULESET;
}

bool preset_next(const char **list, const char **name, size_t *name_size, const char **value,
                 size_t *value_size)
{
    const char *at = *list;
    while (*at == ' ')
        at++;
    if (*at == 0)
        return false;

    const char *equals = line_find(at, '=', strlen(at));
    assert(equals);
    *name = at;
    *name_size = (size_t)(equals - at);
    bool quoted = equals[1] == '"';
    *value = equals + 1 + quoted;
    const char *end = line_find(*value, quoted ? '"' : ' ', strlen(*value));
    *value_size = end ? (size_t)(end - *value) : strlen(*value);
    *list = *value + *value_size + (end ? 1 : 0);
    return true;
}
