/* lobby.h - who plays whom: bots that seek a game, and a scheduler that seats them (ratings 7).
 *
 * Pure except for the heap that lobby_init and new names take: no sockets, no clock, no files.
 * `now` is an argument that never goes back, and random choices come from a small generator that
 * the caller seeds, so the same calls give the same games. Connections are numbers; the caller
 * knows their meaning.
 *
 * A seeker waits from lobby_seek until it has a game. The bots that wait longest choose first, and
 * choose the nearest in rating. At first they choose from a narrow window around their own rating.
 * It widens to LOBBY_NEAR within a tenth of the length of a game, and is open to all after two
 * tenths, so no bot idles longer for a better opponent. While no bot is at a table there is none to
 * wait for: then the window is open at once.
 *
 * The promise, held by tests/sim/test_lobby_bound.c: after a pass no bot waits that has waited for
 * two tenths of the length of a game and for which the waiting bots make a game (in a crowd the
 * search ends at LOBBY_SCAN and LOBBY_CHOICE). A bot that has waited for the length of a game is
 * seated before all that came later. A pass comes after each lobby_seek, lobby_unseek, lobby_leave
 * and lobby_over, and LOBBY_LOOK_AGAIN later at the latest, as the share of the day
 * (opponent_history.h) may allow more then.
 *
 * One exception: a bot that waits for a large table would wait for ever if the other seekers of it
 * are taken two by two for smaller ones. If such a bot has waited for the length of a game, and the
 * waiting bots and those about to return are enough for its ruleset, the lobby keeps these for it
 * from all bots that came later: each for the length of a game at most.
 *
 * Who seeks with terms of its own plays with those of the same terms only, and never in rated
 * games: there it could choose its opponents. Nobody is kept for it, and it is kept for nobody.
 *
 * The share counts the owners that seek the ruleset now: an owner counts while a bot of it waits
 * for a rated game of the ruleset (as a complete side if it seeks as a pair), and after it was
 * seated for as long as a game takes. A bot that seeks nothing, or something else, does not count,
 * nor does a bot that sits at a table much longer than others.
 */
#ifndef AVONDALE_LOBBY_H
#define AVONDALE_LOBBY_H

#include "lobby/opponent_history.h"

enum {
    LOBBY_RULESETS_MAX = 16,
    LOBBY_NEAR = 400,       /* rating points: more only when no nearer bot waits */
    LOBBY_WINDOW = 100,     /* the window at first */
    LOBBY_CHOICE = 24,      /* eligible neighbours that are compared */
    LOBBY_SCAN = 512,       /* neighbours that are looked at; all, for a bot that has waited for the
                               length of a game */
    LOBBY_OWNER_CHOICE = 4, /* of them of one owner, in rated games */
    LOBBY_STEPS = 500000,   /* neighbours that a pass looks at, all in all: some ten milliseconds */
    LOBBY_PAIRS_LOOK = 64,  /* of one owner's seekers for a common side */
    LOBBY_TRIES = 2000,     /* combinations of candidates that are tried around one seeker */
    LOBBY_TRY_STEPS = 16,   /* what each of them costs */
    LOBBY_KEEP_GAMES = 8,   /* lengths of a game after which no bot is kept for a waiting one */
    LOBBY_WHY_STEPS = 50000, /* of one lobby_why_explain */
};
/* A pass that seated no bot is repeated after this time in any case. */
#define LOBBY_LOOK_AGAIN ((usec_t)2 * 1000000)

/* Why a bot waits, nearest to a game first: the code, its word on the wire, and a sentence. */
#define LOBBY_WHYS(W)                                                                              \
    W(NONE, "", "")                                                                                \
    W(SOON, "soon", "there is a game for it: it waits for its turn, or for somebody nearer")       \
    W(TABLES, "tables", "no table is free")                                                        \
    W(PAUSED, "paused", "the arena is paused")                                                     \
    W(SHARE, "share", "it has played too much against those who wait, within a day")               \
    W(OWNERS, "owners", "those who wait cannot sit together: too many of one owner")               \
    W(PARTNER, "partner", "it seeks as a pair, and its partner is missing")                        \
    W(PLAYERS, "players", "too few seek this ruleset as it does")                                  \
    W(CHIPS, "chips", "it has too few chips for the season's buy-in")
enum lobby_why {
#define W(name, word, text) LOBBY_WHY_##name,
    LOBBY_WHYS(W)
#undef W
        LOBBY_WHY_COUNT
};

struct lobby_seek {
    uint32_t rulesets; /* mask of the lobby's rulesets; at least one */
    /* with others of its owner that want it, all seats of a side; else random partners */
    bool pair;
    bool rated; /* plays only with bots that want the same */
    /* the same of a number that stands for times of its own; 0: those of the arena, as in every
       rated game */
    uint64_t terms;
    int games;                      /* that it can begin now, from 1 */
    int rating[LOBBY_RULESETS_MAX]; /* points, by ruleset; of a pair: its team's, near enough to
                                       look around it */
};

/* What the team of these connections is rated, in points. */
typedef int lobby_team_fn(void *context, int ruleset, const int *seekers, int count);

struct lobby_seeker {
    bool here, waiting;
    int bot;
    struct lobby_seek want; /* while waiting */
    uint32_t away; /* rulesets that it sought when it was seated, until it is heard of again */
    usec_t since;
    usec_t seated;            /* while away */
    int away_next, away_prev; /* the bots that are away, seated longest ago first */
    enum lobby_why why;       /* while waiting, as lobby_why_explain found */
    int wait_next, wait_prev; /* the waiting bots, longest first */
    int pair_next, pair_prev; /* those of one owner who wait for a common side */
};

struct lobby_queue { /* the bots that wait for one ruleset */
    uint8_t players, side_count, side_of[SEATS_MAX], side_size[SEATS_MAX];
    int count, playing, away;
    int owners;       /* who seek it now, in rated games: counted when a pass begins */
    int coming[2];    /* who are away, as above, of unrated and rated games */
    int available[2]; /* who wait for an unrated and a rated game, half pairs and those with
                         terms left out */
    int32_t *order;   /* by rating, those of equal terms together */
    int32_t *next,
        *prev;    /* during a pass: those of equal terms, without the bots that were seated */
    usec_t widen; /* the window reaches LOBBY_NEAR after so long */
};

struct lobby {
    struct opponent_history history;
    struct lobby_seeker *seekers;
    int seekers_max, seeker_count, first_free;
    int wait_first, wait_last, waiting_count;
    int away_first, away_last;
    int keeper, keeper_ruleset; /* during a pass: the bot for which others are kept; -1: none */
    uint64_t counts;            /* so far, of owners */
    int explain_next;           /* a lobby_why_explain that had too few steps is taken up here */
    int32_t *line;              /* during a pass */
    int steps;                  /* that are left to the pass */
    int line_start;             /* a pass that had too few steps is taken up by the next one here */
    struct lobby_queue queues[LOBBY_RULESETS_MAX];
    int ruleset_count;
    uint64_t random;
    usec_t next;
    lobby_team_fn *team_rating; /* in: NULL: a team is rated as the mean of its seekers */
    void *team_context;
};

struct lobby_game {
    int ruleset;
    bool rated;
    int seekers[SEATS_MAX]; /* by seat */
};

/* `rules`: 1 .. LOBBY_RULESETS_MAX of them, finished. 0, or -1 when out of memory: nothing is kept
 * then. */
int lobby_init(struct lobby *lobby, const struct ruleset *const *rules, int ruleset_count,
               int seekers_max, uint64_t seed);
void lobby_fini(struct lobby *lobby);

/* A connection of a bot: its number, from 0, or -1 where there is no room. It does not seek yet.
 * `owner` "" is the bot itself. */
int lobby_enter(struct lobby *lobby, const char *name, const char *owner);
void lobby_leave(struct lobby *lobby, int seeker);

/* Seeks from now on; one that waits already keeps its place. */
void lobby_seek(struct lobby *lobby, int seeker, const struct lobby_seek *want, usec_t now);
void lobby_unseek(struct lobby *lobby, int seeker);

/* Seats all bots that can be seated, in up to `max` games. Returns the number of games. A bot
 * that has begun as many games as it sought no longer waits; the others go to the end of the line.
 */
int lobby_pair(struct lobby *lobby, usec_t now, struct lobby_game *games, int max);
/* Asserts all that holds of a lobby between two calls: lists, counts and orders agree. It looks at
 * each seeker. */
void lobby_check(const struct lobby *lobby);
/* When to call lobby_pair again; 0: at once, as something has happened. USEC_NEVER: nobody waits.
 */
usec_t lobby_next(const struct lobby *lobby);
/* A game of lobby_pair is over after `took` microseconds; 0: it did not begin. */
void lobby_over(struct lobby *lobby, int ruleset, usec_t took);

/* ------------------------------------------------------------------- who waits, and why
 * (lobby_why.c)
 * */
/* Finds out why waiting bots wait, by ruleset the nearest to a game; of thousands some at each
 * call. Changes nothing else. */
void lobby_why_explain(struct lobby *lobby, usec_t now);
const char *lobby_why_word(enum lobby_why why);
const char *lobby_why_text(enum lobby_why why);

/* Of one ruleset. */
struct lobby_why_waits {
    int waiting, needs;          /* bots; seats of a game */
    int by_why[LOBBY_WHY_COUNT]; /* of them; NONE: not looked at yet */
    usec_t longest;              /* that one of them has waited */
};
void lobby_why_waits(const struct lobby *lobby, int ruleset, usec_t now,
                     struct lobby_why_waits *waits);

#endif
