/* engine.h - the rules of 500 as values and functions.
 *
 * The engine knows cards, rulesets and games. It must not know sockets, clocks, files, the heap or
 * any random source: everything comes in through arguments. All structs are flat values without
 * pointers: zero them, copy them by assignment, compare them by bytes. Nothing here allocates,
 * blocks or keeps global state, so every function may be called from any thread on its own data.
 *
 * "rules N" cites section N of RULES.md's source, the normative rules page. What best play of a
 * hand would give is asked in solve.h.
 *
 * Three kinds of trouble: our bug is an assert; input that the rules do not allow is a negative
 * `enum engine_error`; nothing else can fail.
 */
#ifndef AVONDALE_ENGINE_H
#define AVONDALE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "card.h"
#include "engine_error.h"

enum {
    SEATS_MAX = 6,
    HANDS_MAX = 6, /* n = p, 4 with table hands, p + 1 with a dead hand */
    HAND_CARDS = 10,
    KITTY_MAX = 6,
    TRICKS = 10,
    EXPOSED_MAX = 8,
    STOCK_MAX = 40,
    ACTION_TEXT_MAX = 64,  /* the longest is a claim of ten cards with two jokers, NUL included */
    OPTION_TEXT_MAX = 128, /* the longest value, NUL included: `calls` with all eight names */
};

typedef uint8_t seat_t; /* 0 .. players-1, clockwise */
enum { SEAT_NONE = 255, SEAT_PUBLIC = 7 /* a spectator: knows what all seats know */ };

/* ------------------------------------------------------------------- calls (call.c), rules 3 */

enum denomination { DENOM_S, DENOM_C, DENOM_D, DENOM_H, DENOM_NT, DENOM_JNT, DENOM_SPECIAL };

enum special {
    SPECIAL_MISERE,
    SPECIAL_HI_LO,
    SPECIAL_OPEN_MISERE,
    SPECIAL_DOUBLE_MISERE,
    SPECIAL_GRAND_MISERE,
    SPECIAL_SHIELDS,
    SPECIAL_PATASTROPHE,
    SPECIAL_BLIND_MISERE,
    SPECIAL_COUNT
};

/* A call is a small number: pass, the 25 bids, 6NO, five JNT bids, eight special calls. */
typedef uint8_t call_t;
enum {
    CALL_PASS = 0,
    CALL_BID_FIRST = 1, /* 6S; then by level, in it S C D H NT */
    CALL_6NO = 26,
    CALL_6JNT = 27, /* .. 31 is 10JNT */
    CALL_SPECIAL_FIRST = 32,
    CALL_MISERE = CALL_SPECIAL_FIRST + SPECIAL_MISERE,
    CALL_HI_LO,
    CALL_OPEN_MISERE,
    CALL_DOUBLE_MISERE,
    CALL_GRAND_MISERE,
    CALL_SHIELDS,
    CALL_PATASTROPHE,
    CALL_BLIND_MISERE,
    CALL_COUNT
};
/* level 6 .. 10; denomination S .. NT or JNT */
#define CALL_BID(level, denom)                                                                     \
    ((call_t)((denom) == DENOM_JNT ? CALL_6JNT + (level)-6                                         \
                                   : CALL_BID_FIRST + ((level)-6) * 5 + (denom)))

static inline bool call_is_bid(call_t call)
{
    return call >= CALL_BID_FIRST && call < CALL_SPECIAL_FIRST;
}
static inline bool call_is_special(call_t call)
{
    return call >= CALL_SPECIAL_FIRST && call < CALL_COUNT;
}

/* 6 .. 10 for a bid, 0 for everything else. */
int call_level(call_t call);

/* S .. JNT for a bid (6NO is NT), DENOM_SPECIAL + special for a special call. Not for pass. */
int call_denomination(call_t call);

/* misere, open-, grand-, blind-misere, double-misere, shields, patastrophe: no trick is the aim. */
bool call_is_no_trick(call_t call);

/* double-misere, shields, patastrophe: both partners play after an exchange. */
bool call_is_exchange(call_t call);

struct ruleset;
/* A bid that counts for outranking but cannot win (inkles=yes). */
bool call_is_inkle(const struct ruleset *rules, call_t call);

/* "8H", "6NO", "open-misere", "pass". Never NULL. */
const char *call_name(call_t call);
size_t call_name_size(call_t call); /* its length, without the NUL */

/* Any call that is written down somewhere, whether a ruleset has it or not. Returns 0, or
 * ENGINE_ERROR_SYNTAX. */
ENGINE_MUST_CHECK int call_parse(const char *text, size_t size, call_t *call);

/* ------------------------------------------------- rulesets (ruleset.c, preset.c, deck.c, call.c)
 */

enum teams { TEAMS_PAIRS, TEAMS_SOLO, TEAMS_THREES, TEAMS_CUTTHROAT_PAIRS };
enum deck {
    DECK_33,
    DECK_43,
    DECK_43M,
    DECK_44,
    DECK_45,
    DECK_46,
    DECK_52,
    DECK_53,
    DECK_63,
    DECK_64,
    DECK_65,
    DECK_66,
    DECK_COUNT
};
enum two_handed { TWO_HANDED_NONE, TWO_HANDED_TABLE, TWO_HANDED_DRAFT, TWO_HANDED_DRAW };
enum misdeal { MISDEAL_NONE, MISDEAL_NO_FACE, MISDEAL_NO_ACE_NO_FACE };
enum scoring { SCORING_AVONDALE, SCORING_ORIGINAL, SCORING_PERFECT };
enum jack_nt { JACK_NT_NO, JACK_NT_EXTRA, JACK_NT_ONLY };
enum auction { AUCTION_ROUNDS, AUCTION_ONCE };
enum rebid { REBID_NEVER, REBID_NEW_DENOMINATION, REBID_ALWAYS };
enum inkles { INKLES_NO, INKLES_YES, INKLES_WIN };
enum raise { RAISE_NO, RAISE_YES, RAISE_ANY, RAISE_REOPEN };
enum all_pass {
    ALL_PASS_REDEAL,
    ALL_PASS_NEXT,
    ALL_PASS_NO_TRUMP,
    ALL_PASS_DEALER_BIDS,
    ALL_PASS_SAME_PACK
};
enum misere_hands { MISERE_HANDS_OWN, MISERE_HANDS_BOTH };
enum partner_call { PARTNER_CALL_ANNOUNCED, PARTNER_CALL_HIDDEN, PARTNER_CALL_ROTATE };
enum partner_cards { PARTNER_CARDS_ANY, PARTNER_CARDS_NO_JOKER, PARTNER_CARDS_NO_TRUMPS };
enum shields_hand { SHIELDS_HAND_PARTNER, SHIELDS_HAND_CONTRACTOR };
enum joker_order { JOKER_ORDER_BLACK, JOKER_ORDER_RED };
enum joker_nt {
    JOKER_NT_ANY,
    JOKER_NT_NOT_VOID,
    JOKER_NT_NO_RENEGE,
    JOKER_NT_FIRST_OR_LAST,
    JOKER_NT_FREE
};
enum failed { FAILED_SUBTRACT, FAILED_AWARD };
enum misere_points { MISERE_POINTS_NONE, MISERE_POINTS_CONTRACTOR_TRICKS };
enum partner_share { PARTNER_SHARE_FULL, PARTNER_SHARE_HALF };
enum breach_when { BREACH_WHEN_LEAD, BREACH_WHEN_AUCTION, BREACH_WHEN_EITHER };
enum must_bid { MUST_BID_NO, MUST_BID_YES, MUST_BID_CAPPED };
enum both_over { BOTH_OVER_CONTRACTOR, BOTH_OVER_HIGHEST };
enum back_door { BACK_DOOR_ALWAYS, BACK_DOOR_IF_AHEAD };
enum from { FROM_ANY, FROM_SEVEN, FROM_EIGHT };
enum open { OPEN_NEVER, OPEN_START, OPEN_FIRST_TRICK };

enum {
    PACKETS_MAX = 16,
    PACKET_KITTY = 0x80, /* or-ed to the number of cards, 1 .. 10 */
};

enum {
    OPTIONS_MASK = 16,        /* bytes of a mask of options */
    ABOVE_VALUE = CALL_COUNT, /* above.CALL=value: the rank follows the value */
};

/* A whole ruleset. Only ruleset_preset and ruleset_set make one; ruleset_finish makes it usable.
 * Yes/no options are 0 or 1; enums above are stored in bytes; points are in points. */
struct ruleset {
    uint8_t preset; /* index of the preset that it started from */

    uint8_t players, teams, deck, dead_hands, two_handed, misdeal, kitty_up, draft_kitty;
    uint8_t packet_count; /* 0: the default of rules 2; ruleset_finish does not fill it in */
    uint8_t packets[PACKETS_MAX];

    uint8_t scoring, calls /* bit per enum special */, jack_nt, no_calls, min_level, slam_call;
    uint8_t value_named,
        kitty_named;              /* bit per special: the option was set, even to its usual value */
    uint8_t calls_named;          /* `calls` was set, even to its usual value */
    int16_t value[SPECIAL_COUNT]; /* meaningful where value_named; see call_value */
    call_t above[SPECIAL_COUNT];  /* a bid, ABOVE_VALUE, or CALL_PASS: not set */
    uint8_t kitty[SPECIAL_COUNT]; /* takes the kitty: 0, 1 (filled with the default) */
    uint8_t open[SPECIAL_COUNT];  /* enum open (filled with the default) */
    uint8_t from[SPECIAL_COUNT];  /* enum from (filled with the default) */
    int16_t value_slam, value_slam_nt;
    uint8_t shields_hand;

    uint8_t auction, inkles, rebid, raise, all_pass;
    uint16_t redeals;

    uint8_t misere_hands, partner_call, partner_cards, joker_order, joker_nt, claims;

    int16_t claim_penalty, slam_bonus, trick_points, breach_value;
    uint8_t failed, misere_points, partner_share, ban, breach, breach_when;
    int16_t target, bust, floor, spread;
    uint16_t max_hands;
    uint8_t target_exact, must_bid, both_over, back_door, early_finish;

    /* Derived by ruleset_finish; never set by hand. */
    uint8_t hand_count; /* n */
    uint8_t kitty_size; /* k: what is dealt to the kitty (draft: draft_kitty) */
    uint8_t side_count;
    uint8_t side_of[SEATS_MAX];    /* seat -> side */
    uint8_t side_seats[SEATS_MAX]; /* side -> mask of its seats */
    uint8_t deal_count;            /* packets in effect, defaults filled in; 0 for the draw */
    uint8_t deal_packets[PACKETS_MAX];
    cardset_t cards;               /* the deck */
    uint8_t call_count;            /* calls that exist, without pass */
    call_t call_order[CALL_COUNT]; /* those, in rank order (ties: NO, NT, JNT) */
    /* call -> rank from 1, equal for 6NO 6NT 6JNT; 0: not a call here */
    uint8_t call_rank[CALL_COUNT];
    int16_t call_value[CALL_COUNT]; /* call -> points; 0: not a call here */
    /* call -> bit per call that outranks it, but blind-misere; of pass: all */
    uint64_t calls_over[CALL_COUNT];
    uint64_t calls_from_seven, calls_from_eight; /* need a bid of that level before them */
    uint8_t differs[OPTIONS_MASK];               /* bit per option: it differs from the preset */

    uint8_t named[OPTIONS_MASK]; /* bit per option: ruleset_set has set it; none once finished */
};

/* A message about a bad ruleset: one line that names option, value and what is allowed.
 */
struct ruleset_error {
    char text[256];
};

int preset_count(void);
const char *preset_name(int index);    /* 0 .. preset_count()-1; 0 is `wikipedia` */
const char *preset_summary(int index); /* one line that describes it */
const char *
preset_differs(int index); /* "joker_nt=not-void must_bid=yes": what differs from the defaults */

/* The index of a preset, or ENGINE_ERROR_RULESET. */
ENGINE_MUST_CHECK int preset_find(const char *name, size_t size);

/* Options in the order of the rules page: "players" .. "early_finish", "value.misere" and so on. */
int option_count(void);
const char *option_name(int index);
const char *
option_allowed(int index); /* for messages: "rounds, once" or "a multiple of 10 from 0 to 10000" */

/* Whether its values are the words of option_allowed, which ", " separates. */
bool option_is_choice(int index);

/* option_meaning.c: a sentence for people that says what the option means; a constant. */
const char *option_meaning(int index);
/* What the option is about, "Play": options of one group follow each other; a constant. */
const char *option_group(int index);

/* The ruleset of a preset, finished. Returns 0, or ENGINE_ERROR_RULESET with *error filled in if no
 * preset has that name.
 */
ENGINE_MUST_CHECK int ruleset_preset(struct ruleset *rules, const char *name, size_t size,
                                     struct ruleset_error *error);

/* Sets one option from text, before ruleset_finish. Each option may be set once. Checks the value,
 * not the combination: call ruleset_finish after the last one. On an error the ruleset is
 * unchanged. */
ENGINE_MUST_CHECK int ruleset_set(struct ruleset *rules, const char *name, size_t name_size,
                                  const char *value, size_t value_size,
                                  struct ruleset_error *error);

/* Checks the combination (end of rules 8) and computes the derived fields. */
ENGINE_MUST_CHECK int ruleset_finish(struct ruleset *rules, struct ruleset_error *error);

/* A preset and a list of NAME=VALUE words, in one go: set all, then finish. */
ENGINE_MUST_CHECK int ruleset_parse(struct ruleset *rules, const char *preset,
                                    const char *const *words, int word_count,
                                    struct ruleset_error *error);

/* The value of an option as text, as ruleset_set takes it; "" for `deal`, `value.CALL` and
 * `above.CALL` that were not set. Writes into text[OPTION_TEXT_MAX]; returns its length. */
size_t option_format(const struct ruleset *rules, int option, char text[OPTION_TEXT_MAX]);

/* Returns true if option `index` differs from the ruleset's own preset; records list those. */
bool ruleset_differs(const struct ruleset *rules, int option);

/* The deck in deck order. Returns the number of cards, 32 to 66. */
int deck_cards(const struct ruleset *rules, card_t cards[CARDS_MAX]);

/* Writes the cards of the ruleset that belong to a suit under a contract (CALL_PASS: without
 * trumps), the strongest first. Without trumps a joker belongs to no suit and beats all cards; it
 * is written with none. Returns their number. */
int trick_ranking(const struct ruleset *rules, call_t call, enum suit suit,
                  card_t cards[CARDS_MAX]);

/* ---------------------------------------------------------------------- deals (deck.c), rules 2 */

/* The place of each card of the deck. Lists are in the order dealt (records.md, "deal"). */
struct deal {
    uint8_t hand_count, hand_cards /* 10, or 0 for the draw */, kitty_count, exposed_count,
        stock_count;
    /* of a table hand the five down cards, then those over them */
    card_t hands[HANDS_MAX][HAND_CARDS];
    card_t kitty[KITTY_MAX];
    card_t exposed[EXPOSED_MAX];
    card_t stock[STOCK_MAX];
};

/* Deals a shuffled deck (all cards of the ruleset's deck, in any order) by the packets, from the
 * dealer's left. Cannot fail. */
void deck_deal(struct deal *deal, const struct ruleset *rules, const card_t *deck, seat_t dealer);

/* The reverse, for all_pass=same-pack: the pack as the next dealer takes it, from the hand at the
 * left of the old dealer, without a shuffle. Returns the number of cards. */
int deck_from_deal(card_t deck[CARDS_MAX], const struct deal *deal, const struct ruleset *rules,
                   seat_t dealer);

/* Returns 0 if the deal has the shape of the ruleset and no card twice or foreign; else
 * ENGINE_ERROR_DEAL. */
ENGINE_MUST_CHECK int deck_check_deal(const struct deal *deal, const struct ruleset *rules);

/* ------------------------------------------------------------------ actions (action.c), rules 1 */

enum phase {
    PHASE_DEAL, /* game_deal is due; no seat decides */
    PHASE_EXPOSE,
    PHASE_DRAW,
    PHASE_BLIND,
    PHASE_AUCTION,
    PHASE_RAISE,
    PHASE_SLAM,
    PHASE_GIVE,
    PHASE_DISCARD,
    PHASE_SWAP,
    PHASE_PARTNER,
    PHASE_BREACH,
    PHASE_PLAY,
    PHASE_OVER,
    PHASE_COUNT
};

enum action_kind {
    ACTION_CALL, /* pass, bids, special calls: phases blind, auction, raise */
    ACTION_TAKE,
    ACTION_KEEP,
    ACTION_DROP,
    ACTION_LOOK,
    ACTION_SLAM,
    ACTION_NO,
    ACTION_GIVE,
    ACTION_DISCARD,
    ACTION_SWAP, /* cards[0] comes in, cards[1] goes out */
    ACTION_PARTNER,
    ACTION_ALONE,
    ACTION_BREACH,
    ACTION_PLAY,
    ACTION_CLAIM,
    ACTION_KIND_COUNT
};

enum { ACTION_CARDS_MAX = 12 };

struct action {
    uint8_t kind;
    call_t call;      /* ACTION_CALL */
    uint8_t count;    /* cards in use */
    uint8_t joker[2]; /* suit named by RJ, BJ (play, claim); SUIT_NONE where none is named */
    card_t cards[ACTION_CARDS_MAX]; /* canonical order, but for swap and claim; unused ones are 0 */
};

/* Parses one word into its canonical form (lists sorted by deck order, except in a claim). Knows no
 * game: game_apply decides whether it is legal. Returns 0, or ENGINE_ERROR_SYNTAX (also for a card
 * twice). */
ENGINE_MUST_CHECK int action_parse(const char *text, size_t size, struct action *action);

/* "6S" to "10H" are bids and cards alike. action_parse makes such a word an ACTION_CALL with the
 * card in cards[0] (count 1); this makes it what it means in `phase`: a play in PHASE_PLAY, else a
 * call without cards. Other actions do not change. game_apply and legal_has call it themselves. */
void action_settle(struct action *action, enum phase phase);

/* Writes the canonical notation with a NUL; returns its length. */
size_t action_format(const struct action *action, char text[ACTION_TEXT_MAX]);

/* ------------------------------------------------------------------------- games (game.c &c.) */

/* "auction"; "deal" and "over" for the two phases without a decision. */
const char *game_phase_name(enum phase phase);

enum reason {
    REASON_NONE,
    REASON_TARGET,
    REASON_FLOOR,
    REASON_BUST,
    REASON_SPREAD,
    REASON_HANDS,
    REASON_EARLY,
    REASON_FORFEIT, /* the last two are decided outside the rules */
    REASON_ABORTED,
    REASON_COUNT
};
const char *game_reason_name(enum reason reason); /* as in records: "target" */

struct contract {
    call_t call;         /* CALL_PASS: no contract */
    seat_t by;           /* SEAT_NONE without a contract */
    seat_t partner;      /* the next teammate clockwise, or the five-handed partner; SEAT_NONE */
    uint8_t slam;        /* declared */
    seat_t breach;       /* who called it, or SEAT_NONE */
    card_t partner_card; /* five-handed, or CARD_NONE */
};

enum hand_outcome { HAND_PLAYED, HAND_PASSED_OUT, HAND_MISDEALT };

/* The result of a finished hand. Arrays are indexed by side. */
struct hand_result {
    uint8_t outcome;
    uint8_t dealer;
    struct contract contract;
    uint8_t tricks[SEATS_MAX];
    int32_t delta[SEATS_MAX];
    int32_t scores[SEATS_MAX];
    uint8_t bans; /* mask of seats that may not bid in the next hand */
};

/* A game at one moment, with all cards. Only the engine writes it. Bots get events and views of it,
 * never the struct. */
struct game {
    /* whose decision */
    uint8_t phase;    /* enum phase */
    seat_t turn;      /* the seat that decides; SEAT_NONE in PHASE_DEAL and PHASE_OVER */
    uint8_t hand_due; /* in play: the hand that plays; otherwise the seat's own */

    /* the game */
    seat_t dealer;
    uint32_t deal_number; /* from 1; grows when the deal passes (fair deal: d) */
    uint32_t attempt;     /* from 0; grows when the same dealer deals again (fair deal: a) */
    uint16_t redeals;     /* passed-out redeals in a row */
    uint16_t hands_played;
    int32_t scores[SEATS_MAX]; /* by side */
    uint8_t bans;              /* seats that may not bid in this hand; after it, in the next */
    uint8_t reason;            /* enum reason once over */
    uint8_t winners;           /* mask of sides once over */

    /* the play */
    uint8_t order;                /* how cards rank under the contract: see trick.h */
    uint8_t trick;                /* tricks completed, 0 .. 10 */
    uint8_t trick_count;          /* cards on the table in this trick */
    uint8_t players_in;           /* hands that play to each trick */
    uint8_t next_hand[HANDS_MAX]; /* clockwise, of the hands that play */
    seat_t owner[HANDS_MAX];      /* who decides for a hand that plays */
    uint8_t leader;               /* hand that led */
    uint8_t best;                 /* hand that wins so far */
    uint8_t led;                  /* suit to follow, SUIT_NONE before the lead */
    uint8_t best_power;
    card_t table[HANDS_MAX];        /* this trick by hand, CARD_NONE */
    uint8_t void_shown[HANDS_MAX];  /* mask of suits in which a hand has shown void */
    uint8_t suit_played[HANDS_MAX]; /* mask of suits of which a hand has played a card */
    uint8_t won[HANDS_MAX];         /* tricks won by hand */
    uint8_t claims_void;            /* void claims in this hand */
    uint8_t must_play;              /* after a void claim: its first card is forced */
    card_t forced;
    uint8_t forced_suit;

    /* the contract */
    struct contract contract;
    /* mask of seats (bit SEAT_PUBLIC: all) that know the five-handed partner */
    uint8_t partner_known;
    uint8_t folded;  /* mask of hands that are skipped; they keep their cards, unseen */
    uint8_t shown;   /* mask of hands that lie open */
    uint8_t owes;    /* cards to give or to discard now */
    uint8_t step;    /* where in the exchange, private to exchange.c */
    card_t put_away; /* draft: what the defender laid away in the swap, or CARD_NONE */

    /* the deal: where the cards are now */
    cardset_t hands[HANDS_MAX]; /* what can be played (of a table hand: its face-up cards) */
    cardset_t kitty;            /* on the table, not yet taken (or never) */
    cardset_t discards;         /* laid away by any seat */
    cardset_t out;              /* out of play: dropped cards, the rest of the draft, dead hands */
    cardset_t exposed;          /* draft: still exposed */
    card_t kitty_card;          /* kitty_up: the card that lies face up, or CARD_NONE */
    cardset_t kitty_seen; /* cards of the kitty that all have seen: kitty_card and the cards of the
                             draft */
    uint8_t down_count[HANDS_MAX];
    card_t down[HANDS_MAX][5]; /* table hands: card i lies under over[i] */
    card_t over[HANDS_MAX][5]; /* CARD_NONE once uncovered */
    card_t stock[STOCK_MAX];   /* the draw, from the top */
    uint8_t stock_used;
    card_t pack[CARDS_MAX]; /* all_pass=same-pack: of this hand, as the next dealer would take it */
    uint8_t same_pack;      /* in PHASE_DEAL: the next deal is that pack: game_same_pack */

    /* the auction */
    uint8_t callers; /* mask of seats that are still in */
    uint8_t called;  /* mask of seats that made a call other than pass */
    uint8_t asked;   /* seats asked so far in the phase (blind, once, expose, breach, draw) */
    uint8_t passes;  /* in a row */
    call_t last_call[SEATS_MAX]; /* the seat's own last call but pass, or CALL_PASS */
    call_t high;                 /* highest call so far (an inkle counts), CALL_PASS: none */
    seat_t high_by;
    call_t winning; /* highest call so far that can win (an inkle cannot), CALL_PASS: none */
    seat_t winning_by;
    uint8_t high_level; /* the highest level bid so far, for `from` */

    struct hand_result last; /* the hand that ended most recently */
};

/* What one seat may do now. The phase decides which fields are used. */
struct legal {
    uint8_t phase;
    seat_t seat;
    uint8_t hand;   /* in play: the hand that plays */
    uint64_t calls; /* auction, raise: bit per call_t, pass is bit 0 */
    uint32_t words; /* bit per enum action_kind that takes no card: look, keep, drop, slam, no,
                              alone, breach; claim (its cards are the seat's own, in its order) */
    uint8_t blind_misere; /* blind: may be called */
    /* take, partner, play: one of them; give, discard: `choose` of them; swap: in */
    cardset_t cards;
    cardset_t swap_out;     /* swap: one of them goes out */
    uint8_t choose;         /* give, discard: how many */
    uint8_t joker_suits[2]; /* play: RJ, BJ led names one of these suits; 0: it names none */
};

/* Events: what happened, for the seats that may know it. game_deal and game_apply append them. */
enum event_kind {
    EVENT_DEAL,   /* a hand begins: dealer in `seat`; to all */
    EVENT_CARDS,  /* the owner sees the cards of hand `hand`; only to it */
    EVENT_UP,     /* cards lie face up: of hand `hand` (of a table hand all at the deal, then one by
                     one), of the kitty (hand 255: kitty_up), or the exposed ones (hand 254) */
    EVENT_ACTION, /* `seat` did `action` in `phase`, with hand `hand`; a seat that is not in
                     `seen_by` learns only the word and the number of cards */
    EVENT_DRAWN,  /* draw: `seat` saw the top card(s) `cards` that it now keeps or drops; only to it
                   */
    EVENT_CONTRACT, /* the auction is over: `contract` */
    EVENT_KITTY,   /* `seat` takes the kitty; `cards` are seen by it alone (and what lay face up) */
    EVENT_PARTNER, /* `seat` is the partner; to the seats that learn it now */
    EVENT_SHOW,    /* hand `hand` lies open from now on: `cards` */
    EVENT_TRICK,   /* a trick is complete: hand `hand` of seat `seat` won it */
    EVENT_CLAIM,   /* `ok`: the claim is valid; else it is void. `cards` is empty */
    EVENT_HAND,    /* the hand is over: game->last */
    EVENT_OVER,    /* the game is over: game->reason, winners, scores */
    EVENT_KIND_COUNT
};
const char *event_name(enum event_kind kind); /* "deal", "cards", "up", "action" ... */

enum { EVENT_HAND_KITTY = 255, EVENT_HAND_EXPOSED = 254, EVENTS_MAX = 32, TO_ALL = 0xff };

struct event {
    uint8_t kind, phase;
    seat_t seat;
    uint8_t hand;
    uint8_t ok;
    uint8_t to;      /* mask of seats that learn of it; bit SEAT_PUBLIC: spectators */
    uint8_t seen_by; /* mask of seats that see the cards in `cards` and `action` */
    uint8_t count;   /* number of cards, known to all in `to` */
    struct action action;
    struct contract contract;
    cardset_t cards; /* last in the struct, so that its alignment wastes no bytes */
};
_Static_assert(sizeof(struct event) <= 48, "a table keeps two hundred events");

struct events {
    int count;
    struct event items[EVENTS_MAX];
};

/* Starts a game: all scores are 0 and game_deal is due. `dealer` < players. */
void game_init(struct game *game, const struct ruleset *rules, seat_t dealer);

/* Deals the next hand in PHASE_DEAL; deck_check_deal accepts the deal. May end the hand at once
 * (misdeal): then EVENT_HAND is among the events and PHASE_DEAL is due again. `events` may be NULL;
 * it is emptied first. Returns 0, or, with the game unchanged, ENGINE_ERROR_DEAL or
 * ENGINE_ERROR_TURN. */
ENGINE_MUST_CHECK int game_deal(struct game *game, const struct ruleset *rules,
                                const struct deal *deal, struct events *events);

/* In PHASE_DEAL: whether the deal that is due follows from the one before, without a shuffle
 * (all_pass=same-pack). If so, writes it to *deal; game_deal accepts no other. */
bool game_same_pack(const struct game *game, const struct ruleset *rules, struct deal *deal);

/* What the seat in `game->turn` may do. All zero in PHASE_DEAL and PHASE_OVER. */
void game_legal(const struct game *game, const struct ruleset *rules, struct legal *legal);

/* Applies an action of game->turn. On an error the game is unchanged. After the last action of a
 * hand the phase is PHASE_DEAL or PHASE_OVER, and game->last has the result. `events` as in
 * game_deal. */
ENGINE_MUST_CHECK int game_apply(struct game *game, const struct ruleset *rules,
                                 const struct action *action, struct events *events);

/* Whether `legal` allows the action. Of a claim only the form is checked, not the truth. */
bool legal_has(const struct legal *legal, const struct game *game, const struct ruleset *rules,
               const struct action *action);

/* Lists the legal actions in canonical order (records.md). Give, discard and swap (but its `no`)
 * are not listed: `choose` and the sets describe them. A claim appears as the word alone (count 0).
 * Returns the number, at most LEGAL_LIST_MAX. */
enum { LEGAL_LIST_MAX = 80 };
int legal_list(const struct legal *legal, const struct ruleset *rules,
               struct action list[LEGAL_LIST_MAX]);

/* The default action for a seat at fault: pass (as dealer that must bid: the lowest call),
 * look, keep, no, alone, the lowest cards, the lowest legal card (by rank, then deck order, jokers
 * last). */
void default_action(const struct game *game, const struct ruleset *rules, struct action *action);

/* Ends a game from outside: REASON_FORFEIT or REASON_ABORTED, and the winning sides. */
void game_stop(struct game *game, const struct ruleset *rules, enum reason reason, uint8_t winners);

/* Asserts the invariants of a game between two calls: each card at one place, cursors within their
 * lists, the seat on turn as the phase demands. Cheap, but not for a release: see AVONDALE_CHECKED.
 */
void game_check(const struct game *game, const struct ruleset *rules);

/* Runs the check of a struct in builds that define AVONDALE_CHECKS (make VARIANT=asan, debug ...);
 * elsewhere it costs nothing. The functions that change a struct end with it. */
#ifndef AVONDALE_CHECKED
#ifdef AVONDALE_CHECKS
#define AVONDALE_CHECKED(check) (check)
#else
#define AVONDALE_CHECKED(check) ((void)0)
#endif
#endif

/* Makes the event as `seat` (or SEAT_PUBLIC) may know it. Returns false if it learns nothing; else
 * *seen is a copy without the cards that it may not see (count stays). */
bool view_event(const struct event *event, seat_t seat, struct event *seen);

/* ------------------------------------------- why an action is legal here, or not (explain.c) */

enum { EXPLAIN_TEXT_MAX = 400 };

/* One sentence that explains an action of game->turn to people, with the section of RULES.md and
 * the option that decide: "D was led and the hand holds 4D, so a card of D must be played (Play)."
 * Returns true if the action is legal, as game_apply says. Names cards of the seat's own hand only.
 */
bool explain_action(const struct game *game, const struct ruleset *rules,
                    const struct action *action, char text[EXPLAIN_TEXT_MAX]);

/* ----------------------------------------------------------------------- views (view.c) */

/* All that one seat (or SEAT_PUBLIC) may know at one moment, without any card that it may not know.
 */
struct view {
    seat_t seat;
    uint8_t phase;
    seat_t turn;
    uint8_t hand_due;
    seat_t dealer;
    uint32_t deal_number, attempt;
    int32_t scores[SEATS_MAX];
    uint8_t bans;
    uint8_t reason, winners;
    cardset_t hands[HANDS_MAX];              /* cards of each hand that it may know */
    uint8_t hand_count[HANDS_MAX];           /* number of cards in each hand, down cards included */
    cardset_t kitty, discards, out, exposed; /* as far as it is known */
    uint8_t kitty_count;
    card_t drawn;     /* draw: the top card, which this seat now keeps or drops, or CARD_NONE */
    cardset_t played; /* in tricks that are complete and on the table */
    card_t table[HANDS_MAX];
    uint8_t trick, trick_count, leader, led;
    uint8_t won[HANDS_MAX];
    call_t high;
    seat_t high_by;
    struct contract contract; /* partner and partner card only as far as known */
    uint8_t folded, shown;
};

void view_make(struct view *view, const struct game *game, const struct ruleset *rules,
               seat_t seat);

#endif
