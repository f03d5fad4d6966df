/* legal.c - sets of legal actions: whether one holds an action, and all of them in order. */
#include "legal.h"
#include "claim.h"

#include <assert.h>
#include <string.h>

static bool names_right(const struct legal *legal, const struct action *action, card_t card)
{
    for (int joker = 0; joker < 2; joker++) {
        uint8_t named = action->joker[joker], suits = legal->joker_suits[joker];
        bool must = card == CARD_RJ + joker && suits;
        if (must ? named >= SUITS || !(suits >> named & 1) : named != SUIT_NONE)
            return false;
    }
    return true;
}

static bool has_choice(const struct legal *legal, const struct action *action)
{
    cardset_t seen = 0;
    if (legal->choose == 0 || action->count != legal->choose)
        return false;
    for (int i = 0; i < action->count; i++) {
        card_t card = action->cards[i];
        if (!cardset_has(legal->cards, card) || cardset_has(seen, card))
            return false;
        seen |= CARDSET(card);
    }
    return true;
}

bool legal_allows(const struct legal *legal, const struct game *game, const struct ruleset *rules,
                  const struct action *action)
{
    enum phase phase = (enum phase)legal->phase;

    switch ((enum action_kind)action->kind) {
    case ACTION_PLAY:
        return phase == PHASE_PLAY && action->count == 1 &&
               cardset_has(legal->cards, action->cards[0]) &&
               names_right(legal, action, action->cards[0]);
    case ACTION_CALL:
        if (action->count != 0)
            return false;
        if (phase == PHASE_BLIND)
            return action->call == CALL_BLIND_MISERE && legal->blind_misere;
        return action->call < CALL_COUNT && legal->calls >> action->call & 1;
    case ACTION_GIVE:
        return phase == PHASE_GIVE && has_choice(legal, action);
    case ACTION_DISCARD:
        return phase == PHASE_DISCARD && has_choice(legal, action);
    case ACTION_TAKE:
        return phase == PHASE_EXPOSE && action->count == 1 &&
               cardset_has(legal->cards, action->cards[0]);
    case ACTION_PARTNER:
        return phase == PHASE_PARTNER && action->count == 1 &&
               cardset_has(legal->cards, action->cards[0]);
    case ACTION_SWAP:
        return phase == PHASE_SWAP && action->count == 2 &&
               cardset_has(legal->cards, action->cards[0]) &&
               cardset_has(legal->swap_out, action->cards[1]);
    case ACTION_CLAIM:
        return legal->words >> ACTION_CLAIM & 1 && claim_is_formed(game, rules, action);
    case ACTION_KEEP:
    case ACTION_DROP:
    case ACTION_LOOK:
    case ACTION_SLAM:
    case ACTION_NO:
    case ACTION_ALONE:
    case ACTION_BREACH:
        return legal->words >> action->kind & 1 && action->count == 0;
    case ACTION_KIND_COUNT:
        break;
    }
    return false;
}

/* Jokers without trumps, suits that are named, cards that are forced. */
bool legal_allows_card_rare(const struct game *game, const struct ruleset *rules,
                            const struct action *action)
{
    assert(game->phase == PHASE_PLAY);
    bool names = action->joker[0] != SUIT_NONE || action->joker[1] != SUIT_NONE;
    if (game->trick_count > 0)
        return action->count == 1 && !names &&
               cardset_has(trick_follow_now(game, rules), action->cards[0]);
    struct legal legal = {.phase = PHASE_PLAY};
    trick_legal_rare(game, rules, &legal);
    return legal_allows(&legal, game, rules, action);
}

bool legal_has(const struct legal *legal, const struct game *game, const struct ruleset *rules,
               const struct action *action)
{
    struct action settled = *action;

    action_settle(&settled, (enum phase)legal->phase);
    return legal_allows(legal, game, rules, &settled);
}

struct lister {
    struct action *list;
    int count;
};

static struct action *list_add(struct lister *lister, enum action_kind kind)
{
    assert(lister->count < LEGAL_LIST_MAX);
    struct action *action = &lister->list[lister->count++];
    memset(action, 0, sizeof *action);
    action->kind = (uint8_t)kind;
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    return action;
}

static void list_card(struct lister *lister, enum action_kind kind, card_t card)
{
    struct action *action = list_add(lister, kind);
    action->count = 1;
    action->cards[0] = card;
}

static void list_cards(const struct legal *legal, struct lister *lister, enum action_kind kind)
{
    for (cardset_t cards = legal->cards; cards;) {
        card_t card = cardset_pop(&cards);
        uint8_t suits =
            card_is_joker(card) && kind == ACTION_PLAY ? legal->joker_suits[card - CARD_RJ] : 0;
        if (!suits)
            list_card(lister, kind, card);
        for (int suit = 0; suit < SUITS; suit++) {
            if (!(suits >> suit & 1))
                continue;
            list_card(lister, kind, card);
            lister->list[lister->count - 1].joker[card - CARD_RJ] = (uint8_t)suit;
        }
    }
}

static void list_calls(const struct legal *legal, const struct ruleset *rules,
                       struct lister *lister)
{
    if (legal->calls & UINT64_C(1) << CALL_PASS)
        list_add(lister, ACTION_CALL)->call = CALL_PASS;
    for (int i = 0; i < rules->call_count; i++) {
        call_t call = rules->call_order[i];
        if (legal->calls >> call & 1)
            list_add(lister, ACTION_CALL)->call = call;
    }
}

/* The words in the order of the table of phases (rules 1). */
static void list_words(const struct legal *legal, struct lister *lister)
{
    static const uint8_t order[] = {ACTION_KEEP,   ACTION_DROP, ACTION_LOOK,  ACTION_SLAM,
                                    ACTION_BREACH, ACTION_NO,   ACTION_ALONE, ACTION_CLAIM};
    for (size_t i = 0; i < sizeof order; i++) {
        if (legal->words >> order[i] & 1)
            list_add(lister, (enum action_kind)order[i]);
    }
    if (legal->blind_misere)
        list_add(lister, ACTION_CALL)->call = CALL_BLIND_MISERE;
}

int legal_list(const struct legal *legal, const struct ruleset *rules,
               struct action list[LEGAL_LIST_MAX])
{
    struct lister lister = {.list = list, .count = 0};

    if (legal->phase == PHASE_PLAY)
        list_cards(legal, &lister, ACTION_PLAY);
    else if (legal->phase == PHASE_EXPOSE)
        list_cards(legal, &lister, ACTION_TAKE);
    else if (legal->phase == PHASE_PARTNER)
        list_cards(legal, &lister, ACTION_PARTNER);
    else
        list_calls(legal, rules, &lister);
    list_words(legal, &lister);
    return lister.count;
}
