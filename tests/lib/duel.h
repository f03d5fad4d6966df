/* duel.h - one game between two bots over socket pairs, in one process: the real arena on a real
 * loop, with the bots' ends of the sockets held by the test. Duels share nothing. */
#ifndef AVONDALE_TEST_DUEL_H
#define AVONDALE_TEST_DUEL_H

#include "arena/peer_turn_private.h"
#include "arena/session_private.h"

struct duel {
    struct event_base *base;
    struct arena arena;
    struct peer *peers[2];
    struct fault_policy policy;  /* of the games to come; strict unless set */
    const char *preset, *option; /* of the games to come; NULL: two-handed-draft, none */
    int fds[2];                  /* the bots' ends, non-blocking; -1 when closed */
    char have[2][65536];         /* bytes that a bot has read and no call has taken */
    size_t have_bytes[2];
    struct arena_table *table; /* NULL before the start and after the end */
    bool over;
    enum reason reason;
    int forfeited; /* seat, or -1 */
    int faults[2];
    int decisions;
    char *record; /* its line, or NULL when there was no memory for it */
};

/* Connects two peers. Returns 0, or -1 if the system failed (everything is released then). `seed`:
 * of the deals. */
int duel_open(struct duel *duel);
/* Says hello for both and seats them; `play_msec` for a decision, 0: no limit. Returns 0, or -1. */
int duel_start(struct duel *duel, int play_msec);
/* The next game between the same two. */
int duel_again(struct duel *duel, int play_msec);
/* One turn of the loop, without waiting. */
void duel_turn(struct duel *duel);
/* Reads the input of a bot. Returns the next line without its end, valid until the next call, or
 * NULL. */
const char *duel_line(struct duel *duel, int bot);
void duel_say(struct duel *duel, int bot, const char *line);
/* Answers the request in `line` with its first legal action (6S rather than pass). Returns true if
 * it was a request. */
bool duel_answer(struct duel *duel, int bot, const char *line);
/* Plays both bots until the game is over. Returns true, or false if the game makes no progress. */
bool duel_play(struct duel *duel);
void duel_close(struct duel *duel);

#endif
