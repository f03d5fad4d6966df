/* random_game.h - what the simulations share: a seeded generator, random rulesets that hold
 * together, random deals and random legal play, and the line that repeats a failure. Nothing here
 * asks a view. */
#ifndef AVONDALE_TESTS_RANDOM_GAME_H
#define AVONDALE_TESTS_RANDOM_GAME_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "splitmix.h"

static uint64_t random_state, game_seed;
static const char *random_program = "?"; /* below build/tests, for the line that repeats */

static inline uint32_t below(uint32_t bound)
{
    return splitmix_below(&random_state, bound);
}

/* Every game has a seed of its own, so that one can be repeated alone. */
static inline void seed_game(uint64_t seed)
{
    game_seed = seed;
    random_state = seed * 0x2545f4914f6cdd1du;
}

/* A number from the environment: SEED, GAMES. */
static inline uint64_t random_env(const char *name, uint64_t standard)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : standard;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { RANDOM_SHARE = 4 };
#else
enum { RANDOM_SHARE = 1 };
#endif

/* How many games: GAMES, or `standard`, of which sanitizers, ten times slower, play a share. */
static inline uint64_t random_games(uint64_t standard)
{
    return random_env("GAMES", standard / RANDOM_SHARE);
}

__attribute__((noreturn, format(printf, 1, 2))) static inline void broken(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nagain: SEED=%llu GAMES=1 build/tests/%s\n", (unsigned long long)game_seed,
            random_program);
    exit(1);
}

/* ------------------------------------------------------------------------------ rulesets */

/* A value that the option takes, made from the words of its own list of what is allowed. */
static inline void random_value(int option, char *text, size_t size)
{
    const char *allowed = option_allowed(option);
    char words[24][24];
    int count = 0;

    if (strstr(allowed, "multiple")) {
        snprintf(text, size, "%u", 10 + below(100) * 10);
        return;
    }
    for (const char *at = allowed; *at && count < 24;) {
        size_t length = strcspn(at, " ,");
        if (length > 0 && length < sizeof words[0]) {
            memcpy(words[count], at, length);
            words[count++][length] = 0;
        }
        at += length;
        at += strspn(at, " ,");
    }
    snprintf(text, size, "%s", count ? words[below((uint32_t)count)] : "0");
}

static inline void random_calls(char *text, size_t size)
{
    static const char *const names[] = {"misere",       "hi-lo",   "open-misere", "double-misere",
                                        "grand-misere", "shields", "patastrophe", "blind-misere"};
    text[0] = 0;
    for (int i = 0; i < 8; i++) {
        if (below(2)) {
            if (text[0])
                strncat(text, " ", size - strlen(text) - 1);
            strncat(text, names[i], size - strlen(text) - 1);
        }
    }
    if (!text[0])
        snprintf(text, size, "none");
}

/* A preset with some options changed, as far as they go together. */
static inline void random_ruleset(struct ruleset *rules)
{
    struct ruleset_error error;
    const char *preset = preset_name((int)below((uint32_t)preset_count()));

    if (ruleset_preset(rules, preset, strlen(preset), &error))
        broken("preset %s: %s", preset, error.text);
    for (uint32_t changes = below(8); changes > 0; changes--) {
        struct ruleset before = *rules;
        char value[OPTION_TEXT_MAX];
        int option = (int)below((uint32_t)option_count());
        const char *name = option_name(option);
        if (strcmp(name, "calls") == 0)
            random_calls(value, sizeof value);
        else
            random_value(option, value, sizeof value);
        if (ruleset_set(rules, name, strlen(name), value, strlen(value), &error) ||
            ruleset_finish(rules, &error))
            *rules = before;
    }
    /* Games must end in a test's time; exact targets and breaches can go on for ever. */
    char hands[8];
    snprintf(hands, sizeof hands, "%u", 1 + below(6));
    if (ruleset_set(rules, "max_hands", 9, hands, strlen(hands), &error) ||
        ruleset_finish(rules, &error))
        broken("max_hands: %s", error.text);
}

/* ---------------------------------------------------------------------------------- play */

static inline void choose_set(const struct legal *legal, struct action *action, uint8_t kind)
{
    cardset_t left = legal->cards, chosen = 0;
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    action->kind = kind;
    for (int i = 0; i < legal->choose; i++) {
        cardset_t at = left;
        for (uint32_t skip = below((uint32_t)cardset_count(left)); skip > 0; skip--)
            at &= at - 1;
        card_t card = cardset_first(at);
        left &= ~CARDSET(card);
        chosen |= CARDSET(card);
    }
    while (chosen)
        action->cards[action->count++] = cardset_pop(&chosen);
}

static inline void choose_swap(const struct legal *legal, struct action *action)
{
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    action->kind = ACTION_SWAP;
    action->count = 2;
    action->cards[0] = cardset_first(legal->cards);
    action->cards[1] = cardset_first(legal->swap_out);
}

/* All cards in a random order, jokers naming what they may: often well-formed, seldom true. */
static inline void choose_claim(const struct game *game, const struct legal *legal,
                                struct action *action)
{
    cardset_t left = game->hands[game->hand_due];
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    action->kind = ACTION_CLAIM;
    while (left) {
        cardset_t at = left;
        for (uint32_t skip = below((uint32_t)cardset_count(left)); skip > 0; skip--)
            at &= at - 1;
        card_t card = cardset_first(at);
        left &= ~CARDSET(card);
        action->cards[action->count++] = card;
        if (card_is_joker(card) && legal->joker_suits[card - CARD_RJ])
            action->joker[card - CARD_RJ] =
                (uint8_t)__builtin_ctz(legal->joker_suits[card - CARD_RJ]);
    }
}

/* One of the legal actions, claims and sets of cards included. */
static inline void random_action(const struct game *game, const struct ruleset *rules,
                                 struct action *action)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];

    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list);
    if (legal.choose) {
        choose_set(&legal, action, game->phase == PHASE_GIVE ? ACTION_GIVE : ACTION_DISCARD);
        return;
    }
    if (count == 0)
        broken("nothing is legal in phase %s", game_phase_name((enum phase)game->phase));
    /* Every second call a pass: else all contracts are of level ten. */
    *action = list[legal.calls && below(2) ? 0 : below((uint32_t)count)];
    if (game->phase == PHASE_SWAP && below(2))
        choose_swap(&legal, action);
    if (action->kind == ACTION_CLAIM) {
        choose_claim(game, &legal, action);
        if (!legal_has(&legal, game, rules, action))
            *action = list[0];
    }
}

static inline void random_deck(const struct ruleset *rules, card_t deck[CARDS_MAX])
{
    int count = deck_cards(rules, deck);

    for (int i = count - 1; i > 0; i--) {
        uint32_t j = below((uint32_t)i + 1);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

/* The deal that is due: the same pack where the rules say so (true), else shuffled. `deck`, or
 * NULL: what it was dealt from. */
static inline bool random_next_deal(const struct game *game, const struct ruleset *rules,
                                    struct deal *deal, card_t *deck)
{
    card_t own[CARDS_MAX];
    card_t *cards = deck ? deck : own;

    if (game_same_pack(game, rules, deal)) {
        memcpy(cards, game->pack, sizeof own);
        return true;
    }
    random_deck(rules, cards);
    deck_deal(deal, rules, cards, game->dealer);
    return false;
}

#endif
