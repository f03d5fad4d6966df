/* default_action.c - what the referee plays for a seat at fault. */
#include "legal.h"

#include <assert.h>
#include <string.h>

/* By rank, then deck order, jokers last. */
static card_t lowest(cardset_t cards)
{
    card_t best = CARD_NONE;
    int best_rank = RANKS + 1;
    while (cards) {
        card_t card = cardset_pop(&cards);
        int rank = card_is_joker(card) ? RANKS : (int)card_rank(card);
        if (rank < best_rank) {
            best = card;
            best_rank = rank;
        }
    }
    assert(best != CARD_NONE);
    return best;
}

static void choose_lowest(const struct legal *legal, struct action *action)
{
    cardset_t left = legal->cards, chosen = 0;
    for (int i = 0; i < legal->choose; i++) {
        card_t card = lowest(left);
        left &= ~CARDSET(card);
        chosen |= CARDSET(card);
    }
    while (chosen)
        action->cards[action->count++] = cardset_pop(&chosen);
}

static void default_call(const struct legal *legal, const struct ruleset *rules,
                         struct action *action)
{
    action->call = CALL_PASS;
    for (int i = 0; i < rules->call_count && !(legal->calls >> action->call & 1); i++)
        action->call = rules->call_order[i];
}

void default_action(const struct game *game, const struct ruleset *rules, struct action *action)
{
    struct legal legal;

    game_legal(game, rules, &legal);
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    switch ((enum phase)game->phase) {
    case PHASE_EXPOSE:
        action->kind = ACTION_TAKE;
        legal.choose = 1;
        choose_lowest(&legal, action);
        break;
    case PHASE_DRAW:
        action->kind = ACTION_KEEP;
        break;
    case PHASE_BLIND:
        action->kind = ACTION_LOOK;
        break;
    case PHASE_AUCTION:
    case PHASE_RAISE:
        action->kind = ACTION_CALL;
        default_call(&legal, rules, action);
        break;
    case PHASE_SLAM:
    case PHASE_SWAP:
    case PHASE_BREACH:
        action->kind = ACTION_NO;
        break;
    case PHASE_GIVE:
    case PHASE_DISCARD:
        action->kind = game->phase == PHASE_GIVE ? ACTION_GIVE : ACTION_DISCARD;
        choose_lowest(&legal, action);
        break;
    case PHASE_PARTNER:
        action->kind = ACTION_ALONE;
        break;
    case PHASE_PLAY:
        action->kind = ACTION_PLAY;
        legal.choose = 1;
        choose_lowest(&legal, action);
        if (card_is_joker(action->cards[0]) && legal.joker_suits[action->cards[0] - CARD_RJ])
            action->joker[action->cards[0] - CARD_RJ] =
                (uint8_t)__builtin_ctz(legal.joker_suits[action->cards[0] - CARD_RJ]);
        break;
    case PHASE_DEAL:
    case PHASE_OVER:
    case PHASE_COUNT:
        assert(false && "a phase in which somebody decides");
    }
    assert(legal_allows(&legal, game, rules, action));
}
