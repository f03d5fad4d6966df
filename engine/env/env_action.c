/* env_action.c - actions as numbers. */
#include "env.h"

#include <assert.h>
#include <string.h>

#define ENV_BIT(number) ((env_set_t)1 << (number))

/* The words, in the order of their numbers. */
static const uint8_t words[] = {ACTION_KEEP, ACTION_DROP,  ACTION_LOOK,  ACTION_SLAM,
                                ACTION_NO,   ACTION_ALONE, ACTION_BREACH};
static const char *const word_names[] = {"keep", "drop", "look", "slam", "no", "alone", "breach"};
enum { WORD_COUNT = sizeof words };
_Static_assert(ENV_WORD_FIRST + WORD_COUNT == ENV_ACTIONS, "each word has a number");

/* The kind of action that a card stands for in a phase. */
static const uint8_t card_kinds[PHASE_COUNT] = {
    [PHASE_EXPOSE] = ACTION_TAKE,     [PHASE_GIVE] = ACTION_GIVE,
    [PHASE_DISCARD] = ACTION_DISCARD, [PHASE_SWAP] = ACTION_SWAP,
    [PHASE_PARTNER] = ACTION_PARTNER, [PHASE_PLAY] = ACTION_PLAY,
};

static env_set_t card_set(cardset_t cards)
{
    return (env_set_t)cards << ENV_CARD_FIRST;
}

/* Adds the cards in play: a joker that must name a suit has one number for each suit. */
static env_set_t play_set(const struct legal *legal)
{
    cardset_t cards = legal->cards;
    env_set_t set = 0;

    for (unsigned i = 0; i < 2; i++) {
        if (legal->joker_suits[i] && cardset_has(cards, (card_t)(CARD_RJ + i))) {
            cards &= ~CARDSET(CARD_RJ + i);
            set |= (env_set_t)legal->joker_suits[i] << (ENV_JOKER_FIRST + SUITS * i);
        }
    }
    return set | card_set(cards);
}

static env_set_t word_set(uint32_t mask)
{
    env_set_t set = 0;

    for (unsigned i = 0; i < WORD_COUNT; i++) {
        if (mask >> words[i] & 1)
            set |= ENV_BIT(ENV_WORD_FIRST + i);
    }
    return set;
}

env_set_t env_action_set(const struct legal *legal, cardset_t chosen)
{
    env_set_t set = (env_set_t)legal->calls << ENV_CALL_FIRST;

    if (legal->phase == PHASE_PLAY)
        return play_set(legal);
    if (legal->blind_misere)
        set |= ENV_BIT(ENV_CALL_FIRST + CALL_BLIND_MISERE);
    if (legal->phase == PHASE_SWAP && chosen)
        return card_set(legal->swap_out);
    return set | word_set(legal->words) | card_set(legal->cards & ~chosen);
}

/* A joker that leads without trumps names a suit; any other card names none. */
static void make_card(struct action *action, int number)
{
    if (number < ENV_JOKER_FIRST) {
        action->cards[0] = (card_t)(number - ENV_CARD_FIRST);
    } else {
        int joker = (number - ENV_JOKER_FIRST) / SUITS;
        action->cards[0] = (card_t)(CARD_RJ + joker);
        action->joker[joker] = (uint8_t)((number - ENV_JOKER_FIRST) % SUITS);
    }
    action->count = 1;
}

/* The last card of several: makes the action of all of them, in the engine's order. */
static void make_cards(struct action *action, cardset_t chosen)
{
    card_t last = action->cards[0];

    if (action->kind == ACTION_SWAP) {
        action->cards[0] = cardset_first(chosen);
        action->cards[1] = last;
        action->count = 2;
        return;
    }
    chosen |= CARDSET(last);
    for (action->count = 0; chosen; action->count++)
        action->cards[action->count] = cardset_pop(&chosen);
}

bool env_action_make(const struct env *env, int number, struct action *action)
{
    assert(number >= 0 && number < ENV_ACTIONS && (env->legal >> number & 1));
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    if (number < ENV_CARD_FIRST) {
        action->kind = ACTION_CALL;
        action->call = (call_t)(number - ENV_CALL_FIRST);
        return true;
    }
    if (number >= ENV_WORD_FIRST) {
        action->kind = words[number - ENV_WORD_FIRST];
        return true;
    }
    action->kind = card_kinds[env->game.phase];
    make_card(action, number);
    if (env->owes > cardset_count(env->chosen) + 1)
        return false;
    if (env->owes)
        make_cards(action, env->chosen);
    return true;
}

static uint8_t number_of_card(const struct action *action, int i)
{
    card_t card = action->cards[i];

    if (action->kind == ACTION_PLAY && card_is_joker(card) &&
        action->joker[card - CARD_RJ] != SUIT_NONE)
        return (uint8_t)(ENV_JOKER_FIRST + SUITS * (card - CARD_RJ) +
                         action->joker[card - CARD_RJ]);
    return (uint8_t)(ENV_CARD_FIRST + card);
}

int env_action_numbers(const struct action *action, uint8_t numbers[ACTION_CARDS_MAX])
{
    if (action->kind == ACTION_CLAIM)
        return 0;
    if (action->kind == ACTION_CALL) {
        numbers[0] = (uint8_t)(ENV_CALL_FIRST + action->call);
        return 1;
    }
    for (unsigned i = 0; i < WORD_COUNT; i++) {
        if (action->kind == words[i]) {
            numbers[0] = (uint8_t)(ENV_WORD_FIRST + i);
            return 1;
        }
    }
    for (int i = 0; i < action->count; i++)
        numbers[i] = number_of_card(action, i);
    return action->count;
}

size_t env_action_format(int number, char text[ACTION_TEXT_MAX])
{
    struct action action = {.kind = ACTION_PLAY, .joker = {SUIT_NONE, SUIT_NONE}};
    const char *word = NULL;

    assert(number >= 0 && number < ENV_ACTIONS);
    if (number < ENV_CARD_FIRST)
        word = call_name((call_t)(number - ENV_CALL_FIRST));
    else if (number >= ENV_WORD_FIRST)
        word = word_names[number - ENV_WORD_FIRST];
    if (!word) {
        make_card(&action, number);
        return action_format(&action, text);
    }
    size_t size = strlen(word);
    memcpy(text, word, size + 1);
    return size;
}
