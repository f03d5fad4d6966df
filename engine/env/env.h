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

/* The numbers of actions: the same in all rulesets. What a card means depends on the phase: it is
 * played, taken, given, discarded, swapped in or out, or names the partner's card. */
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
    ENV_EPISODE_HAND,  /* a hand is an episode: scores begin at 0, the deal passes on */
    ENV_EPISODE_GAME,  /* a game to its end */
    ENV_EPISODE_GIVEN, /* the same, but env_deal gives each deal; begins with env_reset_given */
};

enum env_done {
    ENV_DONE_NO,
    ENV_DONE_HAND, /* a hand ended, also one that was passed out */
    ENV_DONE_GAME, /* the game, and with it a hand, ended */
};

struct env {
    struct game game;
    struct seen_history history;
    uint64_t random;             /* state of the generator that deals */
    env_set_t legal;             /* what game.turn may do; 0 when the game is over */
    cardset_t chosen;            /* give, discard, swap: the cards named so far */
    cardset_t played[HANDS_MAX]; /* in this hand, by hand; the trick on the table included */
    uint64_t calls[SEATS_MAX];   /* calls of this auction by seat: bit per call_t */
    uint8_t owes;                /* give, discard: cards in all; swap: 2; else 0 */
    uint8_t episode;             /* enum env_episode */
};

/* Starts a new game whose deals follow from `seed`, and deals its first hand. The first dealer
 * follows from the seed, too. */
void env_reset(struct env *env, const struct ruleset *rules, enum env_episode episode,
               uint64_t seed);

/* Does the action for game.turn. When a hand ends the next is dealt; in an episode of one hand the
 * scores are set back first, so only `*hand` tells what the hand came to. When a game ends, *env
 * stays at its end: env_reset or env_next goes on.
 * Returns an enum env_done, or ENGINE_ERROR_ILLEGAL if the action is not in env->legal: nothing
 * has changed then. `hand` is written only where a hand ended; it may be NULL. */
ENGINE_MUST_CHECK int env_step(struct env *env, const struct ruleset *rules, int action,
                               struct hand_result *hand);

/* Starts the next game, with the generator as it is. */
void env_next(struct env *env, const struct ruleset *rules);

/* Starts a game of ENV_EPISODE_GIVEN: nothing is legal until env_deal has dealt. */
void env_reset_given(struct env *env, const struct ruleset *rules, seat_t dealer);

/* Deals a hand of an ENV_EPISODE_GIVEN. Returns 0, or ENGINE_ERROR_DEAL or ENGINE_ERROR_TURN as
 * game_deal does: nothing has changed then. */
ENGINE_MUST_CHECK int env_deal(struct env *env, const struct ruleset *rules,
                               const struct deal *deal);

/* Does an action of the engine, all its cards at once; also a claim. Returns as env_step does, or
 * what game_apply says against the action: nothing has changed then. No card has been chosen. */
ENGINE_MUST_CHECK int env_apply(struct env *env, const struct ruleset *rules,
                                const struct action *action, struct hand_result *hand);

/* Writes the legal actions in ascending order. Returns how many there are: 0 only when the game is
 * over. */
int env_list(const struct env *env, uint8_t list[ENV_LIST_MAX]);

/* Writes 1 for each legal action, else 0. */
void env_mask(const struct env *env, uint8_t mask[ENV_ACTIONS]);

/* Makes the action of the engine that finishes a step, or that names the only card of several so
 * far. False if the step needs more cards before the engine hears of it. `number` is legal. */
bool env_action_make(const struct env *env, int number, struct action *action);

/* The steps that an action of the engine is: one number, or one for each card. Returns how many,
 * or 0 for a claim, which has no number. `action` is legal in `phase`, and settled
 * (action_settle). */
int env_action_numbers(const struct action *action, uint8_t numbers[ACTION_CARDS_MAX]);

/* The set of numbers for what the engine allows; `chosen` as in struct env. */
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

/* Field `index`; sizes depend on the number of seats, hands and sides alone, so that they are the
 * same for all four-handed rulesets. */
void env_observe_field(const struct ruleset *rules, int index, struct env_field *field);

/* Bytes of an observation. */
int env_observe_size(const struct ruleset *rules);

/* Writes what `seat` may know, from its own point of view: it is seat 0, its left neighbour 1.
 * Nothing of it depends on a card that the seat may not know. */
void env_observe(const struct env *env, const struct ruleset *rules, seat_t seat, int8_t *bytes);

/* -------------------------------------------------------------- many games (env_batch.c) */

enum env_reward {
    ENV_REWARD_POINTS, /* the hand's points of the seat's side */
    ENV_REWARD_MARGIN, /* those, less the mean of the other sides */
    ENV_REWARD_WIN,    /* when the game ends: 1 for the winners, -1 for the others */
};

/* Where a batch writes what came of a step. Each may be NULL: then it is not made. Row i belongs to
 * game i. */
struct env_out {
    int8_t *observation; /* [n][env_observe_size]: of the seat to act */
    uint8_t *mask;       /* [n][ENV_ACTIONS] */
    uint8_t *list;       /* [n][ENV_LIST_MAX]: the legal actions; the rest is left as it is */
    uint8_t *count;      /* [n]: how many are in the list */
    uint8_t *seat;       /* [n]: who acts */
    uint8_t *done;       /* [n]: enum env_done of this step */
    float *reward;       /* [n][players]: of this step, by seat */
};

/* Starts n games with seeds that follow from `seed`. `done` and `reward` are zeroed. */
void env_batch_reset(struct env *envs, int n, const struct ruleset *rules, enum env_episode episode,
                     uint64_t seed, const struct env_out *out);

/* Steps each game by one action and starts the next where one ended: the outputs are those of the
 * new game then, but for `done` and `reward`. Returns 0, or -1 - i if action i is not legal: no
 * game has been stepped then. */
ENGINE_MUST_CHECK int env_batch_step(struct env *envs, int n, const struct ruleset *rules,
                                     const int32_t *actions, enum env_reward reward,
                                     const struct env_out *out);

#endif
