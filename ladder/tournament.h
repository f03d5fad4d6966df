/* tournament.h - formats of competitions: entries and results in, pairings and standings out.
 *
 * Pure: pairings are a function of the configuration and of the results so far, nothing else. A
 * *meeting* is everything that two entries play against one another in one round; its result comes as
 * the half points of its games. Entries are numbers in the order of their seeds, 0 the best. Knows no
 * process, file, table or rule of the game. */
#ifndef AVONDALE_TOURNAMENT_H
#define AVONDALE_TOURNAMENT_H

#include <stdbool.h>
#include <stdint.h>

enum { TOURNAMENT_ENTRIES_MAX = 64, TOURNAMENT_TIEBREAKS_MAX = 8 };

/* F(FORMAT, its name, fewest entries) */
#define TOURNAMENT_FORMATS(F)                                                                      \
    F(ROUND_ROBIN, "round-robin", 2)         /* everyone meets everyone */                         \
    F(GAUNTLET, "gauntlet", 2)               /* the first `heroes` entries meet all others */      \
    F(SWISS, "swiss", 3)                     /* those of like score meet, nobody twice */          \
    F(KNOCKOUT, "knockout", 2)               /* who loses a meeting is out */                      \
    F(DOUBLE_KNOCKOUT, "double-knockout", 3) /* who loses two is out */                            \
    F(LEAGUE, "league", 4)         /* round robin in divisions, promotion between seasons */       \
    F(INDIVIDUAL, "individual", 2) /* partners rotate; scheduled elsewhere, ranked here */
#define TOURNAMENT_FORMAT_ENUM(name, word, fewest) TOURNAMENT_##name,
enum tournament_format { TOURNAMENT_FORMATS(TOURNAMENT_FORMAT_ENUM) TOURNAMENT_FORMAT_COUNT };
#undef TOURNAMENT_FORMAT_ENUM

/* T(TIEBREAK, its name) */
#define TOURNAMENT_TIEBREAKS(T)                                                                    \
    T(HEAD_TO_HEAD, "head-to-head")         /* game points against those who are level so far */   \
    T(BUCHHOLZ, "buchholz")                 /* sum of the opponents' scores */                     \
    T(SONNEBORN_BERGER, "sonneborn-berger") /* scores of those beaten, half of those drawn with */ \
    T(GAME_POINTS, "game-points")                                                                  \
    T(WINS, "wins")     /* meetings won */                                                         \
    T(MARGIN, "margin") /* points of the game, own less the others' */
#define TOURNAMENT_TIEBREAK_ENUM(name, word) TIEBREAK_##name,
enum tournament_tiebreak { TOURNAMENT_TIEBREAKS(TOURNAMENT_TIEBREAK_ENUM) TIEBREAK_COUNT };
#undef TOURNAMENT_TIEBREAK_ENUM

const char *tournament_format_name(enum tournament_format format);
const char *tournament_tiebreak_name(enum tournament_tiebreak tiebreak);

struct tournament_config {
    enum tournament_format format;
    int entry_count; /* up to TOURNAMENT_ENTRIES_MAX */
    int rounds;      /* swiss: 0 is enough to find a winner, log2 of the entries */
    int heroes;      /* gauntlet: 1 .. entry_count-1 */
    int divisions;   /* league: 1 .. entry_count/2; sizes differ by one at most */
    int promotion;   /* league: how many go up and down between seasons */
    int seasons;     /* league: from 1 */
    int tiebreak_count;
    enum tournament_tiebreak tiebreaks[TOURNAMENT_TIEBREAKS_MAX]; /* applied in this order */
};

/* What is usual for the format. */
void tournament_defaults(struct tournament_config *config, enum tournament_format format);
/* 0; -1 with a line in error[160] when the format does not fit the number of entries. */
int tournament_check(const struct tournament_config *config, char error[160]);

struct tournament_meeting {
    int round, season, division; /* from 0 */
    int a, b;                    /* entries; b is -1 where a has a bye: it counts as won */
    bool done;
    int halves_a, halves_b; /* half points of its games */
    int64_t margin;         /* points of a less those of b */
};

struct tournament_row {
    int entry, rank; /* from 1; equal where all tie-breaks are */
    int division;
    int meetings, wins, draws, losses, byes;
    int match_halves; /* 2 a meeting won, 1 drawn; byes included */
    int game_halves;
    int64_t margin;
    int lost_in;  /* knockouts: the round in which it went out, rounds + 1 for who did not */
    double score; /* what the format ranks by first */
    double tiebreaks[TOURNAMENT_TIEBREAKS_MAX];
};

struct tournament {
    struct tournament_config config;
    struct tournament_meeting *meetings;
    int meeting_count, meeting_capacity;
    int rounds, season_round; /* rounds begun; of the running season */
    int season;
    int division_of[TOURNAMENT_ENTRIES_MAX];
    int bracket[2 * TOURNAMENT_ENTRIES_MAX],
        bracket_size; /* knockout: who is left; -1 a free place */
};

/* Heap within; tournament_fini frees. The configuration must have passed tournament_check. */
void tournament_init(struct tournament *tournament, const struct tournament_config *config);
void tournament_fini(struct tournament *tournament);

/* Appends the meetings of the next round once all are done; how many (with byes, which are done already);
 * 0 when the tournament is over; -1 out of memory. Not for individual. */
int tournament_next_round(struct tournament *tournament);
/* A meeting from elsewhere, done: what an individual competition comes to by pairs. 0; -1 out of memory. */
int tournament_add_result(struct tournament *tournament, int a, int b, int halves_a, int halves_b,
                          int64_t margin);
void tournament_result(struct tournament *tournament, int meeting, int halves_a, int halves_b,
                       int64_t margin);
/* Who won a meeting: a or b. A tie of a knockout goes by the margin, then to the better seed; else -1. */
int tournament_winner(const struct tournament *tournament,
                      const struct tournament_meeting *meeting);
/* Fills rows[entry_count], best first. */
void tournament_standings(const struct tournament *tournament, struct tournament_row *rows);

#endif
