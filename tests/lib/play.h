/* play.h - games played from words, for the tests of the phase machine. */
#ifndef AVONDALE_TESTS_PLAY_H
#define AVONDALE_TESTS_PLAY_H

#include <stdio.h>

#include "cards.h"

struct play {
    struct ruleset rules;
    struct game game;
    struct events events; /* of the last deal or action */
};

/* Named cards go where they are named; the rest, in deck order, fills the hands, then the other
 * places. `hands` and each of its members may be NULL. */
static inline struct deal play_make_deal(const struct ruleset *rules,
                                         const char *const hands[HANDS_MAX], const char *kitty)
{
    struct deal deal;
    card_t sorted[CARDS_MAX], list[CARDS_MAX];
    cardset_t left = rules->cards;
    int counts[HANDS_MAX] = {0}, kitty_count = 0;

    deck_cards(rules, sorted);
    deck_deal(&deal, rules, sorted, 0); /* for its shape */
    for (int hand = 0; hands && hand < deal.hand_count; hand++) {
        counts[hand] = hands[hand] ? card_list(hands[hand], list) : 0;
        assert_true(counts[hand] <= deal.hand_cards);
        memcpy(deal.hands[hand], list, (size_t)counts[hand]);
        for (int i = 0; i < counts[hand]; i++)
            left &= ~CARDSET(list[i]);
    }
    if (kitty)
        kitty_count = card_list(kitty, deal.kitty);
    assert_true(kitty_count <= deal.kitty_count);
    for (int i = 0; i < kitty_count; i++)
        left &= ~CARDSET(deal.kitty[i]);
    for (int hand = 0; hand < deal.hand_count; hand++) {
        for (int i = counts[hand]; i < deal.hand_cards; i++)
            deal.hands[hand][i] = cardset_pop(&left);
    }
    for (int i = kitty_count; i < deal.kitty_count; i++)
        deal.kitty[i] = cardset_pop(&left);
    for (int i = 0; i < deal.exposed_count; i++)
        deal.exposed[i] = cardset_pop(&left);
    for (int i = 0; i < deal.stock_count; i++)
        deal.stock[i] = cardset_pop(&left);
    return deal;
}

static inline void play_deal(struct play *play, const char *const hands[HANDS_MAX],
                             const char *kitty)
{
    struct deal deal = play_make_deal(&play->rules, hands, kitty);
    assert_int_equal(game_deal(&play->game, &play->rules, &deal, &play->events), ENGINE_OK);
}

static inline void play_begin(struct play *play, struct ruleset rules, seat_t dealer)
{
    memset(play, 0, sizeof *play);
    play->rules = rules;
    game_init(&play->game, &play->rules, dealer);
}

/* A game in which only the dealer matters: the cards lie in deck order. */
static inline void play_start(struct play *play, struct ruleset rules, seat_t dealer)
{
    play_begin(play, rules, dealer);
    play_deal(play, NULL, NULL);
}

/* Applies words, separated by single spaces, for the seats in turn; each must be legal. */
static inline void play_words(struct play *play, const char *words)
{
    while (*words) {
        size_t size = strcspn(words, " ");
        struct action parsed;
        assert_int_equal(action_parse(words, size, &parsed), ENGINE_OK);
        if (game_apply(&play->game, &play->rules, &parsed, &play->events))
            fail_msg("refused by seat %d in %s: %s", play->game.turn,
                     game_phase_name((enum phase)play->game.phase), words);
        words += size + (words[size] == ' ');
    }
}

/* An illegal word: nothing changes, and there is no event. */
static inline void play_refused(struct play *play, const char *word)
{
    struct action parsed = action(word);
    struct game before = play->game;
    struct legal legal;
    play->events.count = 3;
    game_legal(&play->game, &play->rules, &legal);
    if (legal_has(&legal, &play->game, &play->rules, &parsed) ||
        !game_apply(&play->game, &play->rules, &parsed, &play->events))
        fail_msg("legal in %s: %s", game_phase_name((enum phase)before.phase), word);
    assert_memory_equal(&before, &play->game, sizeof before);
    assert_int_equal(play->events.count, 0);
}

/* Default actions to the end of the hand, or up to a phase that is not `until`. */
static inline void play_default_while(struct play *play, enum phase phase)
{
    while (play->game.phase == phase) {
        struct action standard;
        default_action(&play->game, &play->rules, &standard);
        assert_int_equal(game_apply(&play->game, &play->rules, &standard, &play->events),
                         ENGINE_OK);
    }
}

static inline void play_out(struct play *play)
{
    while (play->game.phase != PHASE_DEAL && play->game.phase != PHASE_OVER)
        play_default_while(play, (enum phase)play->game.phase);
}

#define assert_due(play, seat, wanted)                                                             \
    do {                                                                                           \
        assert_string_equal(game_phase_name((enum phase)(play)->game.phase), wanted);              \
        assert_int_equal((play)->game.turn, seat);                                                 \
    } while (0)

/* The legal actions as words. */
static inline const char *play_legal(const struct play *play, char *text, size_t size)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];
    size_t used = 0;

    game_legal(&play->game, &play->rules, &legal);
    int count = legal_list(&legal, &play->rules, list);
    text[0] = 0;
    for (int i = 0; i < count; i++) {
        assert_true(used + ACTION_TEXT_MAX + 1 < size);
        if (used > 0)
            text[used++] = ' ';
        used += action_format(&list[i], text + used);
    }
    return text;
}

#define assert_legal(play, expected)                                                               \
    do {                                                                                           \
        char legal_text[2048];                                                                     \
        assert_string_equal(play_legal(play, legal_text, sizeof legal_text), expected);            \
    } while (0)

static inline bool play_may(const struct play *play, const char *word)
{
    struct action parsed = action(word);
    struct legal legal;
    game_legal(&play->game, &play->rules, &legal);
    return legal_has(&legal, &play->game, &play->rules, &parsed);
}

/* The events of the last step that a seat gets, by name; each with its cards, or with their number
 * if the seat does not see them: "action:2 kitty:JS+QS". */
static inline const char *play_events(const struct play *play, seat_t seat, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < play->events.count; i++) {
        struct event seen;
        if (!view_event(&play->events.items[i], seat, &seen))
            continue;
        const char *name = event_name((enum event_kind)seen.kind);
        assert_true(used + strlen(name) + CARDS_MAX * CARD_TEXT_MAX + 4 < size);
        if (used > 0)
            text[used++] = ' ';
        memcpy(text + used, name, strlen(name));
        used += strlen(name);
        cardset_t shown = seen.cards;
        for (int j = 0; j < seen.action.count; j++)
            shown |= CARDSET(seen.action.cards[j]);
        if (seen.count > 0)
            text[used++] = ':';
        if (seen.count > 0 && !shown)
            used += (size_t)snprintf(text + used, size - used, "%d", seen.count);
        for (bool first = true; shown; first = false) {
            if (!first)
                text[used++] = '+';
            used += card_format(cardset_pop(&shown), text + used);
        }
        text[used] = 0;
    }
    return text;
}

#define assert_events(play, seat, expected)                                                        \
    do {                                                                                           \
        char events_text[4096];                                                                    \
        assert_string_equal(play_events(play, seat, events_text, sizeof events_text), expected);   \
    } while (0)

#endif
