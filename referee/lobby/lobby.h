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
 * In a crowd (LOBBY_CROWD) a pass costs what has changed, not all who wait: it tries the bots that
 * came, those near them and those whose window is wider now, and of all others a few (lobby_due.h).
 * tests/sim/test_lobby_crowd.c shows that it seats as many as if it tried all, as near in rating
 * and after no longer waits.
 *
 * One exception: a bot that waits for a large table would wait forever if the other seekers of it
 * were taken two by two for smaller ones. If such a bot has waited for the length of a game, and
 * the waiting bots and those about to return are enough for its ruleset, the lobby reserves these
 * for it against all bots that came later: each for the length of a game at most.
 *
 * A bot that seeks with terms of its own plays only with bots of the same terms, and never in rated
 * games: there it could choose its opponents. The lobby reserves no bot for it, and never reserves
 * it.
 *
 * The share counts the owners that seek the ruleset now: an owner counts while a bot of it waits
 * for a rated game of the ruleset (as a complete side if it seeks as a pair), and after it was
 * seated for as long as a game takes. A bot that seeks nothing, or something else, does not count,
 * nor does a bot that sits at a table much longer than others. */
#ifndef AVONDALE_LOBBY_H
#define AVONDALE_LOBBY_H

#include "lobby/opponent_history.h"
#include "lobby/seeker_order.h"

enum {
    LOBBY_RULESETS_MAX = 16,
    LOBBY_NEAR = 400,       /* rating points: more only if no nearer bot waits */
    LOBBY_WINDOW = 100,     /* the window at first */
    LOBBY_CHOICE = 24,      /* eligible neighbours that are compared */
    LOBBY_SCAN = 512,       /* neighbours that are examined ... */
    LOBBY_SCAN_ALL = 16384, /* ... for a bot that has waited for the length of a game */
    LOBBY_CROWD = 512,      /* waiting bots of which a pass tries all; of more, only those due */
    LOBBY_NEIGHBOURS = 8,   /* on either side of a bot that came: they are due as well */
    LOBBY_OWNER_CHOICE = 4, /* compared neighbours of one owner, in rated games */
    LOBBY_STEPS = 500000,   /* neighbours examined in a pass in all: about ten milliseconds */
    LOBBY_PAIRS_LOOK = 64,  /* of one owner's seekers for a common side */
    LOBBY_TRIES = 2000,     /* combinations of candidates that are tried around one seeker */
    LOBBY_TRY_STEPS = 16,   /* steps that each of them costs, and a bot that is tried in a crowd */
    LOBBY_SWEEP_STEPS = 50000, /* steps that a sweep (lobby_due.h) takes at once ... */
    LOBBY_SWEEP_STEP_USEC = 2, /* ... and the time for which each of them is saved */
    LOBBY_KEEP_GAMES =
        8, /* lengths of a game after which bots are no longer reserved for a waiting one */
    LOBBY_WHY_STEPS = 50000, /* neighbours examined in one lobby_why_explain */
};
/* A pass that seated no bot is repeated after this time at the latest. */
#define LOBBY_LOOK_AGAIN ((usec_t)2 * 1000000)

/* In a crowd: whether a bot is to be tried in the next pass, and in which round (pairing.h), or
 * later, or when something happens. */
enum lobby_due {
    LOBBY_DUE_PATIENCE,
    LOBBY_DUE_NEAR,
    LOBBY_DUE_FAR,
    LOBBY_DUE_LATER,
    LOBBY_DUE_COUNT,
    LOBBY_DUE_NOT = LOBBY_DUE_COUNT
};

/* Why a bot waits, the nearest to a game first: the code, its word on the wire, and a sentence. */
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
    /* plays on the side of others of its owner that want the same, all seats of it; else random
     * partners */
    bool pair;
    bool rated; /* plays only with bots that want the same */
    /* the same for times of its own, by a number; 0: those of the arena, as in every rated game */
    uint64_t terms;
    int games;                      /* how many it can begin now, from 1 */
    int rating[LOBBY_RULESETS_MAX]; /* points, by ruleset; for a pair its team's, near enough for
                                       the window */
};

/* The rating of the team of these connections, in points. */
typedef int lobby_team_fn(void *context, int ruleset, const int *seekers, int count);

struct lobby_seeker {
    bool here, waiting;
    int bot;
    int owner;              /* as it was when it last sought */
    enum lobby_due due;     /* NOT where the lobby is no crowd */
    bool looks_at_all;      /* while due: a patient bot examines LOBBY_SCAN_ALL neighbours */
    uint64_t ticket;        /* while waiting: rises along the line */
    usec_t again;           /* while due later */
    struct lobby_seek want; /* while waiting */
    uint32_t away;     /* rulesets that it sought when it was seated, until it returns or leaves */
    uint32_t expected; /* those of them in which it counts as one that is about to return */
    usec_t since;
    usec_t seated;            /* while away */
    int away_next, away_prev; /* the list of bots that are away, seated longest ago first */
    enum lobby_why why;       /* while waiting, as lobby_why_explain found */
    int wait_next, wait_prev; /* the list of waiting bots, longest first */
    int pair_next, pair_prev; /* the list of one owner's bots that wait for a common side */
};

/* Of one owner in one ruleset: its seekers of rated games. */
struct lobby_owner_count {
    int32_t single, pair; /* that wait alone, and for a common side */
    int32_t away;         /* that are about to return */
};

struct lobby_queue { /* the bots that wait for one ruleset */
    uint8_t players, side_count, side_of[SEATS_MAX], side_size[SEATS_MAX];
    int count, playing, away;
    int began;        /* how many waited when the pass began */
    int owners;       /* owners that seek it now, in rated games */
    int coming[2];    /* bots that are away, as above, from unrated and rated games */
    int available[2]; /* bots that wait for an unrated and a rated game, without half pairs and
                         those with terms */
    int away_from;    /* the first in the list of bots that are away that counts as coming, or -1 */
    int by_why[LOBBY_WHY_COUNT];   /* bots by reason; NONE: not examined yet */
    struct seeker_order by_rating; /* equal terms together */
    int32_t *next, *prev;          /* the same order as a list */
    usec_t widen;                  /* after this time the window reaches LOBBY_NEAR */
};

struct lobby {
    struct opponent_history history;
    struct lobby_seeker *seekers;
    int seekers_max, seeker_count, first_free;
    int wait_first, wait_last, waiting_count;
    uint64_t tickets; /* of the line so far */
    int away_first, away_last;
    int keeper, keeper_ruleset; /* during a pass: the bot for which others are reserved; -1: none */
    struct lobby_owner_count *counts; /* a row of ruleset_count for each owner that is counted */
    int32_t *free_rows;               /* rows that no owner has */
    int free_row_count;
    int explain_next; /* where lobby_why_explain continues if it ran out of steps; -1: at the first
                       */
    int32_t *line;    /* during a pass */
    int steps;        /* steps left to the pass */
    int scan;         /* neighbours that a patient bot examines now */
    int line_start;   /* where the next pass continues if one ran out of steps */
    /* In a crowd a pass tries those that are due (lobby_due.h): */
    int crowd_from; /* in: as many make a crowd, in place of LOBBY_CROWD + 1 */
    bool crowd;     /* as of the last pass */
    struct seeker_order due[LOBBY_DUE_COUNT];
    int32_t *due_links;
    int sweep_next;    /* the next of those that are not due that is tried all the same, or -1 */
    int sweep_steps;   /* steps that this may take now */
    usec_t sweep_time; /* when that was counted */
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

/* `rules`: 1 .. LOBBY_RULESETS_MAX of them, finished. Returns 0, or -1, with nothing allocated, if
 * out of memory. */
int lobby_init(struct lobby *lobby, const struct ruleset *const *rules, int ruleset_count,
               int seekers_max, uint64_t seed);
void lobby_fini(struct lobby *lobby);

/* Adds a connection of a bot, which does not seek yet. Returns its number, from 0, or -1 if there
 * is no room. `owner` "": the bot itself. */
int lobby_enter(struct lobby *lobby, const char *name, const char *owner);
void lobby_leave(struct lobby *lobby, int seeker);

/* Starts to seek; a bot that already waits keeps its place. */
void lobby_seek(struct lobby *lobby, int seeker, const struct lobby_seek *want, usec_t now);
void lobby_unseek(struct lobby *lobby, int seeker);

/* Seats all bots that can be seated, in up to `max` games. Returns the number of games. A bot that
 * has begun as many games as it sought no longer waits; other bots go to the end of the line. */
int lobby_pair(struct lobby *lobby, usec_t now, struct lobby_game *games, int max);
/* Asserts the invariants of a lobby between two calls: lists, counts and orders agree. Walks over
 * all seekers. */
void lobby_check(const struct lobby *lobby);
/* When to call lobby_pair again; 0: at once, because something has happened. USEC_NEVER: no bot
 * waits. */
usec_t lobby_next(const struct lobby *lobby);
/* A game of lobby_pair is over after `took` microseconds; 0: it did not begin. */
void lobby_over(struct lobby *lobby, int ruleset, usec_t took);

/* ------------------------------------------------------------------- who waits, and why
 * (lobby_why.c)
 * */
/* Finds out why waiting bots wait, for each the ruleset nearest to a game; of thousands some at
 * each call. Changes nothing else. */
void lobby_why_explain(struct lobby *lobby, usec_t now);
const char *lobby_why_word(enum lobby_why why);
const char *lobby_why_text(enum lobby_why why);

/* Of one ruleset. */
struct lobby_why_waits {
    int waiting, needs;          /* the waiting bots; seats of a game */
    int by_why[LOBBY_WHY_COUNT]; /* bots by reason; NONE: not examined yet */
    usec_t longest;              /* the longest wait of one of them */
};
void lobby_why_waits(const struct lobby *lobby, int ruleset, usec_t now,
                     struct lobby_why_waits *waits);

#endif
