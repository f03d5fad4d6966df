/* tournament.h - formats of competitions: entries and results in, pairings and standings out.
 *
 * Pure: pairings are a function of the configuration and of the results so far, nothing else. A
 * *meeting* is everything that two entries play against one another in one round; its result comes
 * as the half points of its games. Entries are numbers in the order of their seeds, 0 the best.
 * Knows no process, file, table or rule of the game. */
#ifndef AVONDALE_TOURNAMENT_H
#define AVONDALE_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    TOURNAMENT_ENTRIES_MAX = 1024,
    TOURNAMENT_INDIVIDUAL_MAX =
        64, /* entries of an individual competition: its design is searched */
    TOURNAMENT_TIEBREAKS_MAX = 8,
    TOURNAMENT_DECIDING = 16,
};

/* F(FORMAT, its name, fewest entries, the pairings, its score column) */
#define TOURNAMENT_FORMATS(F)                                                                      \
    F(ROUND_ROBIN, "round-robin", 2, "everyone meets everyone", "points of games")                 \
    F(GAUNTLET, "gauntlet", 2,                                                                     \
      "the first `heroes` entries meet all others, which do not meet each other",                  \
      "points of games; heroes play more of them than the others")                                 \
    F(SWISS, "swiss", 3,                                                                           \
      "those of like score meet, of a score the upper half the lower; with as few rematches as "   \
      "can be",                                                                                    \
      "1 a meeting won, 1/2 drawn, 1 a bye")                                                       \
    F(KNOCKOUT, "knockout", 2, "who loses a meeting is out",                                       \
      "the round in which the entry went out; one more than all rounds: the winner")               \
    F(DOUBLE_KNOCKOUT, "double-knockout", 3,                                                       \
      "who loses two meetings is out; those with as many losses meet, the first the last, with "   \
      "as few rematches as can be",                                                                \
      "the round in which the entry went out; one more than all rounds: the winner")               \
    F(LEAGUE, "league", 4, "everyone meets everyone of its division; promotion between seasons",   \
      "points of games of the last season")                                                        \
    F(INDIVIDUAL, "individual", 2,                                                                 \
      "each seat is an entry of its own; partners and opponents change by a balanced design",      \
      "points of games, each counted once for every opponent")
#define TOURNAMENT_FORMAT_ENUM(name, ...) TOURNAMENT_##name,
enum tournament_format { TOURNAMENT_FORMATS(TOURNAMENT_FORMAT_ENUM) TOURNAMENT_FORMAT_COUNT };
#undef TOURNAMENT_FORMAT_ENUM

/* T(TIEBREAK, its name, what it is) */
#define TOURNAMENT_TIEBREAKS(T)                                                                    \
    T(HEAD_TO_HEAD, "head-to-head",                                                                \
      "share of the points against each of those who are level so far, added up; 0 for all of "    \
      "them where not every two have met")                                                         \
    T(BUCHHOLZ, "buchholz",                                                                        \
      "sum of the opponents' scores; a bye counts as an opponent with one's own score")            \
    T(SONNEBORN_BERGER, "sonneborn-berger",                                                        \
      "scores of those beaten, half of those drawn with; a bye as in buchholz")                    \
    T(GAME_POINTS, "game-points",                                                                  \
      "points of games; a bye counts as much as the entry's other meetings in the mean")           \
    T(WINS, "wins", "meetings won, byes included")                                                 \
    T(MARGIN, "margin", "points of the game, own less the opponents'; a bye as in game-points")
#define TOURNAMENT_TIEBREAK_ENUM(name, ...) TIEBREAK_##name,
enum tournament_tiebreak { TOURNAMENT_TIEBREAKS(TOURNAMENT_TIEBREAK_ENUM) TIEBREAK_COUNT };
#undef TOURNAMENT_TIEBREAK_ENUM

/* D(DECISION, its name): how a meeting was decided */
#define TOURNAMENT_DECISIONS(D)                                                                    \
    D(GAMES, "games")                                                                              \
    D(BLOCKS, "deciding blocks")                                                                   \
    D(MARGIN, "margin")                                                                            \
    D(SEED, "seed")                                                                                \
    D(DISQUALIFIED, "disqualification")                                                            \
    D(VOID, "void")                                                                                \
    D(BYE, "bye")                                                                                  \
    D(NONE, "drawn")
#define TOURNAMENT_DECISION_ENUM(name, word) DECISION_##name,
enum tournament_decision { TOURNAMENT_DECISIONS(TOURNAMENT_DECISION_ENUM) DECISION_COUNT };
#undef TOURNAMENT_DECISION_ENUM

const char *tournament_format_name(enum tournament_format format);
const char *tournament_tiebreak_name(enum tournament_tiebreak tiebreak);
const char *tournament_decision_name(enum tournament_decision decision);
/* The tables above as text, for organisers. */
const char *tournament_format_help(enum tournament_format format);
const char *tournament_score_help(enum tournament_format format);
const char *tournament_tiebreak_help(enum tournament_tiebreak tiebreak);

struct tournament_config {
    enum tournament_format format;
    int entry_count; /* up to TOURNAMENT_ENTRIES_MAX */
    int rounds;      /* swiss: 0 is enough to find a winner, log2 of the entries */
    int heroes;      /* gauntlet: 1 .. entry_count-1 */
    int divisions;   /* league: 1 .. entry_count/2; sizes differ by one at most */
    int promotion;   /* league: how many go up and down between seasons */
    int seasons;     /* league: from 1 */
    int deciding;    /* knockouts: blocks played more, one by one, while a meeting is drawn */
    int tiebreak_count;
    enum tournament_tiebreak tiebreaks[TOURNAMENT_TIEBREAKS_MAX]; /* applied in this order */
};

/* Sets the defaults of the format. */
void tournament_defaults(struct tournament_config *config, enum tournament_format format);
/* Returns 0, or -1 with a line in error[160] if the format does not fit the number of entries. */
int tournament_check(const struct tournament_config *config, char error[160]);

/* What an organiser's ruling makes of a meeting (tournament_ruling.h). */
enum tournament_ruling {
    RULING_NONE,
    RULING_VOID, /* it counts for neither */
    RULING_TO_A,
    RULING_TO_B,
    RULING_TO_NOBODY, /* won without a game, as a bye is */
};

struct tournament_meeting {
    int round, season, division; /* from 0 */
    int a, b;                    /* entries; b is -1 where a has a bye: it counts as won */
    bool done;
    int deciding;           /* blocks that were played more because it was drawn */
    int halves_a, halves_b; /* half points of its games, those of deciding blocks included */
    int64_t margin;         /* points of a less those of b */
    enum tournament_ruling ruling;
    int before_a, before_b; /* the meetings of a and of b before this one; -1: none */
};

struct tournament_row {
    int entry, rank;   /* from 1; equal where all tie-breaks are */
    bool disqualified; /* behind all others of its division */
    int division;
    int meetings, wins, draws, losses, byes;
    int schedule_halves; /* 2 a meeting won, 1 drawn; byes included */
    int game_halves;
    int64_t margin;
    int lost_in;  /* knockouts: the round in which it was eliminated, rounds + 1 if it was not */
    double score; /* the score that the format ranks by first */
    double tiebreaks[TOURNAMENT_TIEBREAKS_MAX];
};

/* A result that was made void; it stays on record. */
struct tournament_void {
    int meeting, a, b, halves_a, halves_b, deciding;
    int64_t margin;
    bool rerun; /* else an entry was disqualified */
};

struct tournament {
    struct tournament_config config;
    struct tournament_meeting *meetings;
    int meeting_count, meeting_capacity;
    bool out[TOURNAMENT_ENTRIES_MAX]; /* disqualified */
    struct tournament_void *voids;
    int void_count;
    int rounds, season_round; /* rounds begun; of the running season */
    int season;
    int division_of[TOURNAMENT_ENTRIES_MAX];
    int last_of[TOURNAMENT_ENTRIES_MAX]; /* the last meeting of each entry; -1: none */
    int bracket[2 * TOURNAMENT_ENTRIES_MAX],
        bracket_size; /* knockout: the remaining entries; -1 a free place */
};

/* Uses the heap; tournament_fini frees it. The configuration must have passed tournament_check. */
void tournament_init(struct tournament *tournament, const struct tournament_config *config);
void tournament_fini(struct tournament *tournament);

/* Appends the meetings of the next round after the last one is complete. Returns how many (byes
 * included, which are complete at once); 0 if the tournament is over; -1 if out of memory. Not for
 * individual. */
int tournament_next_round(struct tournament *tournament);
/* Adds a completed meeting from elsewhere: results of pairs in an individual competition; with b -1
 * a bye. Returns 0, or -1 if out of memory. */
int tournament_add_result(struct tournament *tournament, int a, int b, int halves_a, int halves_b,
                          int64_t margin);
void tournament_result(struct tournament *tournament, int meeting, int halves_a, int halves_b,
                       int64_t margin);
/* Whether one more block must be played before tournament_result: a drawn meeting of a knockout,
 * while deciding blocks are left. */
bool tournament_table_needs_decision(const struct tournament *tournament, int meeting, int halves_a,
                                     int halves_b);
/* How a completed meeting was decided. */
enum tournament_decision tournament_table_decision(const struct tournament *tournament,
                                                   const struct tournament_meeting *meeting);
/* The meeting of an entry before one of its meetings (-1: before none, so its last); -1: none. */
static inline int tournament_before(const struct tournament *tournament, int entry, int meeting)
{
    if (meeting < 0)
        return tournament->last_of[entry];
    return tournament->meetings[meeting].a == entry ? tournament->meetings[meeting].before_a
                                                    : tournament->meetings[meeting].before_b;
}
/* The winner of a meeting: a or b. A knockout that is drawn after all deciding blocks is decided by
 * the margin, then by the better seed; else -1. */
int tournament_table_winner(const struct tournament *tournament,
                            const struct tournament_meeting *meeting);
/* Fills rows[entry_count], best first. */
void tournament_table_standings(const struct tournament *tournament, struct tournament_row *rows);

#endif
