/* record_game.h - games played and recorded for the tests of records: every deal from a fair set,
 * every action drawn from the legal ones by a small seeded generator. */
#ifndef AVONDALE_TESTS_RECORD_GAME_H
#define AVONDALE_TESTS_RECORD_GAME_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>
#include <jansson.h>

#include "protocol.h"

static inline unsigned random_below(uint32_t *state, unsigned bound)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % bound;
}

/* One legal action: the default one where cards are chosen, anything else at random. */
static inline struct action random_action(const struct game *game, const struct ruleset *rules,
                                          uint32_t *state)
{
    struct action list[LEGAL_LIST_MAX], action;
    struct legal legal;

    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list);
    /* Half the calls are passes, so that the auctions end low; claims need cards of their own. */
    if (count > 0 && !(list[0].kind == ACTION_CALL && random_below(state, 2))) {
        action = list[random_below(state, (unsigned)count)];
        if (action.kind != ACTION_CLAIM)
            return action;
    }
    default_action(game, rules, &action);
    return action;
}

struct played {
    struct ruleset rules;
    struct game game;
    struct record *record;
    struct record_fair fair;
    uint8_t mix[FAIR_BYTES];
    uint32_t random;
};

static inline void played_start(struct played *played, const char *preset,
                                const char *const *options, int option_count_, uint32_t seed)
{
    static const char *const names[] = {"ann", "bob", "cy", "di", "ed", "flo"};
    uint8_t commitment[FAIR_BYTES];
    struct ruleset_error error;
    card_t deck[CARDS_MAX];

    memset(played, 0, sizeof *played);
    assert_int_equal(ruleset_parse(&played->rules, preset, options, option_count_, &error), 0);
    played->random = seed;
    played->fair =
        (struct record_fair){.contributors = played->rules.players, .deals_follow = true};
    snprintf(played->fair.set_id, sizeof played->fair.set_id, "test-%u", seed);
    memset(played->fair.seed, (int)seed, FAIR_BYTES);
    played->fair.nonces[1] = (struct fair_nonce){.size = 3, .bytes = {1, 2, 3}};
    fair_commitment(played->fair.set_id, played->fair.seed, commitment);
    fair_mix(commitment, deck, deck_cards(&played->rules, deck), played->fair.nonces,
             played->fair.contributors, played->mix);
    game_init(&played->game, &played->rules,
              fair_first_dealer(played->fair.seed, played->mix, played->rules.players));
    played->record = record_create(&played->rules, "t-1", names);
    assert_non_null(played->record);
}

static inline void played_deal(struct played *played)
{
    struct game *game = &played->game;
    uint8_t key[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    struct deal deal;
    int count = deck_cards(&played->rules, deck);

    bool same_pack = game_same_pack(game, &played->rules, &deal);
    if (same_pack) {
        memcpy(deck, game->pack, sizeof deck);
    } else {
        fair_key(played->fair.seed, played->mix, game->deal_number, game->attempt, key);
        fair_shuffle(key, deck, count);
        deck_deal(&deal, &played->rules, deck, game->dealer);
    }
    assert_int_equal(
        record_deal(played->record, game->dealer, game->deal_number, game->attempt, &deal, deck),
        0);
    if (same_pack)
        record_same_pack(played->record);
    assert_int_equal(game_deal(game, &played->rules, &deal, NULL), 0);
    if (game->phase == PHASE_DEAL) /* misdealt */
        assert_int_equal(record_hand(played->record, &game->last), 0);
}

static inline void played_step(struct played *played, const char *fault, int64_t ms)
{
    struct game *game = &played->game;
    struct action action = random_action(game, &played->rules, &played->random);

    assert_int_equal(
        record_step(played->record, game->turn, (enum phase)game->phase, &action, fault, ms), 0);
    assert_int_equal(game_apply(game, &played->rules, &action, NULL), 0);
    if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER)
        assert_int_equal(record_hand(played->record, &game->last), 0);
}

/* Plays to the end, or until `steps` steps are done. */
static inline void played_go(struct played *played, int steps)
{
    for (int i = 0; i < steps && played->game.phase != PHASE_OVER; i++) {
        while (played->game.phase == PHASE_DEAL)
            played_deal(played);
        played_step(played, NULL, -1);
    }
}

/* The line of a game, over or stopped here, proof included. The caller frees it. */
static inline char *played_line(struct played *played)
{
    struct game *game = &played->game;

    if (game->phase != PHASE_OVER)
        game_stop(game, &played->rules, REASON_ABORTED, 0);
    assert_int_equal(
        record_result(played->record, (enum reason)game->reason, game->winners, game->scores), 0);
    assert_int_equal(record_fair(played->record, &played->fair), 0);
    char *line = record_line(played->record);
    assert_non_null(line);
    return line;
}

static inline void played_end(struct played *played)
{
    record_destroy(played->record);
}

/* The result of a replay: the number of differences and the text of the first. */
struct told {
    int result, reports;
    char text[512];
};

static inline void keep_text(void *context, const char *text)
{
    struct told *told = context;
    if (told->reports++ == 0)
        snprintf(told->text, sizeof told->text, "%s", text);
}

static inline struct told replay_line(const char *line, size_t size, bool all)
{
    struct told told = {0};
    struct replay replay = {.report = keep_text, .context = &told, .strict = true, .all = all};
    told.result = replay_run(line, size, &replay);
    return told;
}

static inline struct told replay_json(const json_t *json)
{
    char *line = json_dumps(json, JSON_COMPACT);
    assert_non_null(line);
    struct told told = replay_line(line, strlen(line), false);
    free(line);
    return told;
}

/* Fails with the first difference of the replay. */
static inline void assert_replays(struct told told)
{
    if (told.result != 0)
        print_error("%s\n", told.text);
    assert_int_equal(told.result, 0);
}

#endif
