/* botkit.h - a bot in C: connects, says hello, follows its games, asks you for a decision.
 *
 * A bot is a function that chooses an action when it is asked; botkit_run does the rest. Blocking
 * input and output, one thread. Copy this file, botkit.c and botlink.[ch] to start from. */
#ifndef AVONDALE_BOTKIT_H
#define AVONDALE_BOTKIT_H

#include "botlink.h"
#include "engine.h"
#include "protocol.h"

enum { BOT_CALLS_MAX = 128, BOT_PLAYS_MAX = HANDS_MAX * TRICKS };

/* A call of the running auction, pass included. */
struct bot_call {
    seat_t seat;
    call_t call;
};

/* A card of the running hand, in the order played; `named` is the suit that a led joker named. */
struct bot_play {
    uint8_t hand, named;
    card_t card;
};

/* What a bot knows of one of its games. */
struct bot_game {
    int64_t g; /* 0: a free slot */
    seat_t seat;
    struct ruleset rules;
    int32_t scores[SEATS_MAX]; /* by side */
    cardset_t hand;            /* its own cards */
    cardset_t drawn;           /* the draw: the card that it saw last */
    cardset_t played;          /* all cards played in this hand */
    struct contract contract;  /* call: CALL_PASS until the auction is over */
    call_t high;               /* highest call so far */
    seat_t high_by;
    int call_count;            /* all calls in order, the first BOT_CALLS_MAX of them */
    struct bot_call calls[BOT_CALLS_MAX];
    card_t table[HANDS_MAX];   /* the running trick by hand, CARD_NONE */
    uint8_t named;             /* suit that a led joker named, SUIT_NONE */
    int leader, on_table;      /* hand that led, cards on the table */
    seat_t dealer;
    int deal_count;             /* deals of this game so far */
    cardset_t shown[HANDS_MAX]; /* open hands of others: what they hold now */
    cardset_t gone;             /* cards it knows to be in no hand: what it threw away or dropped */
    cardset_t exposed;          /* draft: the exposed cards */
    cardset_t kitty_up;         /* cards of the kitty that all have seen */
    int play_count;
    struct bot_play plays[BOT_PLAYS_MAX];
};

/* One request. The lists are what the arena said is legal. */
struct bot_turn {
    enum phase phase;
    int hand;                      /* the hand that plays */
    int legal_count;
    struct action legal[LEGAL_LIST_MAX];
    int choose;                    /* give, discard: so many of `from`; else 0 */
    cardset_t from, out;           /* swap: exposed cards, own cards */
    int64_t ms, bank;              /* left for this decision, and how much of that is bank; ms -1: no limit */
};

struct bot {
    uint64_t random, seed;
    bool seeded;
    const char *name, *token, *session;
    enum encoding encoding;
    struct bot_link link;
    bool verbose, nonce;
    int reconnect_sec; /* for so long a lost connection is tried again, 0: not at all */
    bool welcomed;     /* on this connection */
    bool refused;      /* for good */
    char kept_session[64];
    struct bot_game games[64];
    /* for rude bots: */
    int turns;
    int64_t g, n; /* of the request being answered */
};

/* Fills in *action, one of the legal ones. False: sends nothing. */
typedef bool bot_decide_fn(struct bot *bot, const struct bot_game *game, const struct bot_turn *turn,
                           struct action *action);

/* Takes --connect HOST:PORT, --tls, --tls-ca FILE, --tls-fingerprint HEX, --name, --token, --encoding,
 * --seed, --nonce, --session, --reconnect SECONDS and --verbose out of the arguments; others, and encodings that are none, are
 * refused. Fills in *bot. 0, or an exit status. */
int bot_init(struct bot *bot, int argc, char **argv, const char *name);
/* Plays until the arena says bye or the stream ends and does not come back. An exit status. */
int bot_run(struct bot *bot, bot_decide_fn *decide);

uint32_t bot_below(struct bot *bot, uint32_t bound); /* 0 .. bound-1 */
/* Sets up a give or discard of these cards. */
void bot_choose(const struct bot_turn *turn, cardset_t cards, struct action *action);
/* Uniformly one of what is legal, never a claim. */
bool bot_decide_random(struct bot *bot, const struct bot_game *game, const struct bot_turn *turn,
                       struct action *action);
void bot_send_bytes(struct bot *bot, const void *bytes, size_t size);
void bot_send_act(struct bot *bot, int64_t g, int64_t n, const char *word, size_t size);

#endif
