/* botfair.h - the proof that a bot's games were dealt fairly: keeps what its seat was told of the
 * shuffle, and checks it when the seed is published (fair-deal, "Checking a log").
 *
 * Checked are the commitment, the own nonce, the mix of all nonces, and of each deal its number,
 * attempt, dealer, key, and the own hand. Not checked: cards of others that the seat saw, cards of
 * the draw, and packs that were dealt again without a shuffle. */
#ifndef AVONDALE_BOTFAIR_H
#define AVONDALE_BOTFAIR_H

#include "engine.h"
#include "protocol.h"

enum {
    BOT_FAIR_ID_MAX = 64,
    BOT_FAIR_BYTES = 80,
    BOT_FAIR_GAMES_MAX = 64,   /* at once; of more the oldest ones are forgotten */
    BOT_FAIR_DEALS_MAX = 4096, /* of a game; one with more is not checked */
};

struct bot_fair; /* one game; a bot has a list of them, NULL at first */

/* A `game` message, of a new game or of one that the bot came back to. Out of memory: the game is
 * not checked. */
void bot_fair_game(struct bot_fair **games, const struct message *game,
                   const struct ruleset *rules);
/* The own part in the shuffle of that game, 0 to FAIR_NONCE_MAX bytes. NULL: it came too late, and
 * counts as empty. */
void bot_fair_nonce(struct bot_fair *games, int64_t g, const uint8_t *bytes, size_t size);
/* That part; NULL if there is none. */
const struct fair_nonce *bot_fair_own(struct bot_fair *games, int64_t g);
/* `fair`, `deal` and `cards` of a game; other messages are ignored. */
void bot_fair_hear(struct bot_fair *games, const struct message *message);

enum bot_fair_verdict {
    BOT_FAIR,
    BOT_FAIR_NOT,
    BOT_FAIR_UNKNOWN /* the seed is not published yet, or the game is not known */
};
struct bot_fair_said {
    char id[BOT_FAIR_ID_MAX + 1]; /* of the game */
    int deals;
    char why[BOT_FAIR_BYTES]; /* what does not follow from the seed: "deal 3, attempt 0: the key" */
};
/* An `over` message: checks the game and forgets it. */
enum bot_fair_verdict bot_fair_over(struct bot_fair **games, const struct message *over,
                                    struct bot_fair_said *said);
/* Forgets all games. */
void bot_fair_forget(struct bot_fair **games);

#endif
