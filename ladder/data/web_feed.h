/* web_feed.h - data from the arena for the pages: functions that need the rules, and counters.
 * Values only; web_server.h says which thread passes them, and how. */
#ifndef AVONDALE_WEB_FEED_H
#define AVONDALE_WEB_FEED_H

#include "base/histogram.h"

#include <stdint.h>

/* Functions that need the rules of the game. Each returns JSON that the web frees with free(), or
 * NULL; all but `chances` run on the web's thread. If a function is NULL its page does not exist.
 */
struct web_feed {
    /* A record, replayed for people; the object's keys:
     *   seats, hand_count, owners (by hand), sides (by seat), deck, packets ("" where there are
     * none), hands: [{dealer, d, a, hands: ["4D 9S", ...], down? (cards under others), kitty,
     *            opens: [bool by hand], contract, tricks, delta, scores (those from contract on as
     * in the record; null where it has none; the contract of a hand that was cut off is that of its
     * steps), steps: [{seat, phase, action, hand, legal (what it could do, separated by spaces;
     * with choose?: so many of these cards), ms?, fault?, winner? (hand that took the trick),
     *                     hands? ({"0": "4D 9S"}: hands that changed, without the card played),
     * down?, kitty?, opens?, contract? (text)}]}], result (as in the record), forfeit ({seat,
     * cause}, or null), complete (false: the record and the rules part somewhere) */
    char *(*watch)(const char *record);
    /* What `basic` would have done at each step of a hand of a record (from 1), by the knowledge of
     * the seat on turn: [{action, why}], one for each step. NULL if there is no such hand. */
    char *(*hints)(const char *record, int hand);
    /* The chances of the sides in a game that is over, with all cards known:
     * {hands: [{chances: [[thousandths: at the start, after each step] by side]}], dear: [{hand,
     * step (both from 1), seat, action, best, cost}], left}. Takes up to seconds; runs on the
     * judge's thread (judge.h). */
    char *(*chances)(const char *record);
    /* preset NULL: {presets: [{name, summary, differs}]}; else {name, summary, calls: [{call,
     * value}] (in their order, with what they are worth), orders: [{name, cards}] (how the cards
     * of a suit rank, the strongest first, separated by spaces), options: [{name, value, allowed,
     * meaning (a sentence), group (what it is about), choices ([text], or null: not a few words),
     * differs}]} or NULL where there is no such preset. */
    char *(*rules)(const char *preset);
    /* The rules of a table that changes options of a ruleset that is played here:
     * NAME=VALUE,NAME=VALUE, a slash for each space. {ruleset, valid, error (a line, or null),
     * option (the one that it names, or null), options: ["NAME=VALUE"] (what differs from the
     * preset), seats, sides}; the last three are null where the rules are not valid. NULL: it is
     * not played here. */
    char *(*built)(const void *context, const char *ruleset, const char *options);
    const void *built_context;
    /* Returns the words of a spectator's chat line at a table whose chat is `mode` (preset: `say`
     * is a phrase's key; text: words, in UTF-8): a constant, or `say` itself, or NULL if the line
     * is not allowed. */
    const char *(*words)(const char *mode, const char *say);
    /* The key of a phrase, from 0, and its words in *text; both constants. NULL: there are no more.
     */
    const char *(*phrase)(int index, const char **text);
};

/* Counters for /metrics, /healthz and /readyz. Totals never decrease. */
struct web_counters {
    int64_t games_started, games_over, decisions, faults, connections; /* totals */
    int64_t tables, peers, waiting;                                    /* now */
    int64_t starting, submitted; /* announced, but not yet at a table; over, but not yet on disk */
    int64_t webhooks_delivered, webhooks_failed, webhooks_given_up; /* totals; failed: tries */
    int64_t webhooks_waiting;
    struct histogram think; /* from a request to its answer */
    const char *unready;    /* why no new games begin, a constant; NULL: they do */
};

/* Bots that wait for a game, and why. Texts are constants. */
enum {
    WEB_WAITS_MAX = 64, /* rulesets */
    WEB_WAIT_WHYS_MAX = 12,
    WEB_WAITERS_MAX = 200, /* named; the longest waiters first */
};
struct web_why {
    const char *word, *text;
    int count; /* of bots */
};
struct web_wait {
    char ruleset[160];  /* as results have it */
    int waiting, needs; /* bots; seats of a game */
    int64_t longest_sec;
    struct web_why whys[WEB_WAIT_WHYS_MAX];
    int why_count;
};
struct web_waiter {
    char name[40];
    uint64_t rulesets;       /* which of the rows, as bits */
    int64_t waits_sec;       /* 0: it may not even wait */
    const char *word, *text; /* the reason; "" not known yet */
};
struct web_waits {
    struct web_wait rows[WEB_WAITS_MAX];
    struct web_waiter waiters[WEB_WAITERS_MAX];
    int count, waiter_count;
};

#endif
