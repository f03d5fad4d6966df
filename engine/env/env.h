/* env.h - games for training: actions are numbers, what a seat knows is an array of bytes, hands
 * are dealt from a seed, and many games are stepped in one call.
 *
 * Made of engine.h and seen.h alone. Nothing here allocates or blocks: the caller owns all memory,
 * and each environment may be used by one thread at a time. Copying a struct env clones it.
 *
 * A decision that takes several cards (give, discard, swap) is several steps: one card each. Claims
 * are not offered: they end a hand sooner and teach nothing.
 */
#ifndef AVONDALE_ENV_H
#define AVONDALE_ENV_H

#include "engine.h"
#include "advice/seen.h"

/* ------------------------------------------------------------------ actions (env_action.c) */

/* The numbers of actions: the same in all rulesets. The meaning of a card depends on the phase:
 * played, taken, given, discarded, swapped in or out, or named as the partner's card. */
enum {
    ENV_CALL_FIRST = 0,                           /* + call_t */
    ENV_CARD_FIRST = ENV_CALL_FIRST + CALL_COUNT, /* + card_t; a joker that names no suit */
    ENV_JOKER_FIRST = ENV_CARD_FIRST + CARDS_MAX, /* + 4 * (card - CARD_RJ) + suit: a led joker */
    ENV_WORD_FIRST = ENV_JOKER_FIRST + 2 * SUITS, /* keep, drop, look, slam, no, alone, breach */
    ENV_ACTIONS = ENV_WORD_FIRST + 7,
};

/* A set of actions: bit n is action n. */
typedef unsigned __int128 env_set_t;
_Static_assert((int)ENV_ACTIONS <= 128, "a set of actions is one number");

enum { ENV_LIST_MAX = LEGAL_LIST_MAX };
_Static_assert(ENV_ACTIONS < 256, "lists are bytes");

/* -------------------------------------------------------------------- one game (env.c) */

enum env_episode {
    ENV_EPISODE_HAND,  /* one hand: scores begin at 0, the dealer changes */
    ENV_EPISODE_GAME,  /* one whole game */
    ENV_EPISODE_GIVEN, /* one game; env_deal gives each deal; begins with env_reset_given */
};

enum env_done {
    ENV_DONE_NO,
    ENV_DONE_HAND, /* a hand ended (also if it was passed out) */
    ENV_DONE_GAME, /* the game ended, and with it a hand */
};

struct env {
    struct game game;
    struct seen_history history;
    uint64_t random;             /* state of the generator that deals */
    env_set_t legal;             /* what game.turn may do; 0 after the end of the game */
    cardset_t chosen;            /* give, discard, swap: the cards named so far */
    cardset_t played[HANDS_MAX]; /* in this hand, by hand; the trick on the table included */
    uint64_t calls[SEATS_MAX];   /* calls of this auction by seat: bit per call_t */
    uint8_t owes;                /* give, discard: cards in all; swap: 2; else 0 */
    uint8_t episode;             /* enum env_episode */
};

/* Starts a new game: `seed` determines its deals and its first dealer. Deals the first hand. */
void env_reset(struct env *env, const struct ruleset *rules, enum env_episode episode,
               uint64_t seed);

/* Does the action for game.turn. After the end of a hand it deals the next; in an episode of one
 * hand it first sets the scores back, so only `*hand` has the points of the hand. After the end of
 * a game *env stays as it is until env_reset or env_next. Returns an enum env_done, or
 * ENGINE_ERROR_ILLEGAL, with nothing changed, if the action is not in env->legal. Writes `hand`,
 * which may be NULL, only at the end of a hand. */
ENGINE_MUST_CHECK int env_step(struct env *env, const struct ruleset *rules, int action,
                               struct hand_result *hand);

/* Starts the next game with the generator in its present state. */
void env_next(struct env *env, const struct ruleset *rules);

/* Starts a game of ENV_EPISODE_GIVEN: nothing is legal until env_deal has dealt. */
void env_reset_given(struct env *env, const struct ruleset *rules, seat_t dealer);

/* Deals a hand of an ENV_EPISODE_GIVEN. Returns 0, or, with nothing changed, ENGINE_ERROR_DEAL or
 * ENGINE_ERROR_TURN as game_deal does. */
ENGINE_MUST_CHECK int env_deal(struct env *env, const struct ruleset *rules,
                               const struct deal *deal);

/* Does an action of the engine, all its cards at once, or a claim. No card has been chosen by
 * steps. Returns as env_step does, or, with nothing changed, the error of game_apply. */
ENGINE_MUST_CHECK int env_apply(struct env *env, const struct ruleset *rules,
                                const struct action *action, struct hand_result *hand);

/* Writes the legal actions in ascending order. Returns their number: 0 only after the end of the
 * game. */
int env_list(const struct env *env, uint8_t list[ENV_LIST_MAX]);

/* Writes 1 for each legal action, 0 for the others. */
void env_mask(const struct env *env, uint8_t mask[ENV_ACTIONS]);

/* Makes the engine's action of a step that finishes it, or the step's card of several so far.
 * Returns false if more steps are needed before the engine gets an action. `number` is legal. */
bool env_action_make(const struct env *env, int number, struct action *action);

/* Writes the steps of an action of the engine: one number, or one for each card. Returns how many,
 * or 0 for a claim, which has no number. `action` is legal in `phase`, and settled (action_settle).
 */
int env_action_numbers(const struct action *action, uint8_t numbers[ACTION_CARDS_MAX]);

/* Writes the set of numbers for the engine's legal actions; `chosen` as in struct env. */
env_set_t env_action_set(const struct legal *legal, cardset_t chosen);

/* "6S" for a call or a card, "RJ:S" for a joker that names a suit, "look". 0 <= number <
 * ENV_ACTIONS. Returns the length. A number may be a call and never a card: "6S" occurs twice. */
size_t env_action_format(int number, char text[ACTION_TEXT_MAX]);

/* ------------------------------------------------------------ what a seat knows (env_observe.c) */

/* A field of an observation. */
struct env_field {
    const char *name;
    const char *meaning;
    int offset, rows, width; /* bytes: rows * width, row by row */
};

/* The number of fields: the same in all rulesets. */
int env_observe_field_count(void);

/* Field `index`. Sizes depend only on the numbers of seats, hands and sides, so they are the same
 * for all four-handed rulesets. */
void env_observe_field(const struct ruleset *rules, int index, struct env_field *field);

/* Returns the bytes of an observation. */
int env_observe_size(const struct ruleset *rules);

/* Writes what `seat` may know, from its point of view: it is seat 0, its left neighbour 1. The
 * result depends on no card that the seat may not know. */
void env_observe(const struct env *env, const struct ruleset *rules, seat_t seat, int8_t *bytes);

/* -------------------------------------------------------------- many games (env_batch.c) */

enum env_reward {
    ENV_REWARD_POINTS, /* the hand's points of the seat's side */
    ENV_REWARD_MARGIN, /* those, less the mean of the other sides */
    ENV_REWARD_WIN,    /* when the game ends: 1 for the winners, -1 for the others */
};

/* The outputs of a step of a batch. Each may be NULL: then it is not written. Row i belongs to game
 * i. */
struct env_out {
    int8_t *observation; /* [n][env_observe_size]: of the seat to act */
    uint8_t *mask;       /* [n][ENV_ACTIONS] */
    uint8_t *list;       /* [n][ENV_LIST_MAX]: the legal actions; the rest is left as it is */
    uint8_t *count;      /* [n]: how many are in the list */
    uint8_t *seat;       /* [n]: who acts */
    uint8_t *done;       /* [n]: enum env_done of this step */
    float *reward;       /* [n][players]: of this step, by seat */
};

/* Starts n games; `seed` determines their seeds. Zeroes `done` and `reward`. */
void env_batch_reset(struct env *envs, int n, const struct ruleset *rules, enum env_episode episode,
                     uint64_t seed, const struct env_out *out);

/* Steps each game by one action and starts the next game where one ended; then all outputs but
 * `done` and `reward` are those of the new game. Returns 0, or -1 - i, with no game stepped, if
 * action i is not legal. */
ENGINE_MUST_CHECK int env_batch_step(struct env *envs, int n, const struct ruleset *rules,
                                     const int32_t *actions, enum env_reward reward,
                                     const struct env_out *out);

#endif
