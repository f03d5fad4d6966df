/* solve_order.c - the order of moves. Wrong guesses cost time, never correctness. */
#include "solve/search.h"

/* 0 for the highest place of a lane, growing downwards. */
static int depth_of(const struct form *form, uint64_t bit, unsigned lane)
{
    return form->lane_top[lane] - __builtin_ctzll(bit);
}

struct sides {
    unsigned own, foes; /* masks of players; own without the player itself */
};

static struct sides sides_of(const struct form *form, unsigned player)
{
    unsigned everybody = (1u << form->players) - 1;
    unsigned side = form->wants >> player & 1 ? form->wants : everybody & ~form->wants;
    return (struct sides){side & ~(1u << player), everybody & ~side};
}

static uint64_t cards_of(const struct node *node, unsigned players, uint64_t lane)
{
    uint64_t set = 0;
    for (; players; players &= players - 1)
        set |= node->hand[__builtin_ctz(players)];
    return set & lane;
}

/* Whether one of `foes` is void in a lane and could beat it from the top one. */
static bool can_ruff(const struct form *form, const struct node *node, unsigned foes, unsigned lane)
{
    if (lane == form->top)
        return false;
    for (; foes; foes &= foes - 1) {
        uint64_t hand = node->hand[__builtin_ctz(foes)];
        if (hand & form->lane[form->top] && !(hand & form->lane[lane]))
            return true;
    }
    return false;
}

/* A lead when both sides want tricks: winners that no opponent can ruff, the partner's winners,
 * then long suits; suits in which the foes have the top come last. */
static int lead_score(const struct form *form, const struct node *node, unsigned player,
                      const struct sides *sides, const struct move *move)
{
    unsigned lane = move->led;
    uint64_t cards = form->lane[lane], present = node->present & cards;
    int length = count_bits(node->hand[player] & cards), score = 2 * length;
    int depth = depth_of(form, move->high, move->lane);

    if (move->lane != lane) /* a joker */
        return 30 + 3 * count_bits(cards_of(node, sides->own, cards));
    uint64_t top = top_bit(present);
    bool ruffed = can_ruff(form, node, sides->foes, lane);
    if (move->high == top)
        return ruffed ? score : 60 + score;
    if (node->hand[player] & top)
        return score - 20 - depth;
    if (cards_of(node, sides->own, cards) & top)
        return (ruffed ? 0 : 45) + score + depth;
    if (can_ruff(form, node, sides->own, lane))
        return 35 + score + depth;
    uint64_t under = present & ~top, second = under ? top_bit(under) : 0;
    if (move->high == second)
        return score + 15;
    if (second & cards_of(node, sides->own, cards))
        return score + 10 + depth;
    return score + depth;
}

/* The strongest card of those still to play to this trick that follow suit or ruff; 0: none. */
static bool safe_against(const struct form *form, const struct node *node,
                         const struct trick *trick, unsigned player, unsigned foes, uint64_t bit,
                         unsigned lane)
{
    unsigned after = player;
    for (unsigned i = trick->count + 1u; i < form->players; i++) {
        after = player_next(form, after);
        if (!(foes >> after & 1))
            continue;
        uint64_t hand = node->hand[after], in_led = hand & form->lane[trick->led];
        if (lane == trick->led && in_led > bit)
            return false;
        if (lane != form->top && !in_led && hand & form->lane[form->top])
            return false;
        if (lane == form->top && lane != trick->led && !in_led && (hand & form->lane[lane]) > bit)
            return false;
    }
    return true;
}

/* Discards: low cards of long suits. */
static int discard_score(const struct form *form, const struct node *node, unsigned player,
                         const struct move *move)
{
    uint64_t own = node->hand[player] & form->lane[move->lane];
    int depth = depth_of(form, move->high, move->lane);
    if (move->lane == form->top)
        return -40 + depth;
    return 2 * depth + count_bits(own) - (depth == 0 ? 12 : 0);
}

static int follow_score(const struct form *form, const struct node *node, const struct trick *trick,
                        unsigned player, const struct sides *sides, const struct move *move)
{
    bool ours = sides->own >> trick->best & 1;
    bool beats = form->lane[move->lane] & trick->best_bit ? move->bit > trick->best_bit
                                                          : move->lane == form->top;
    int depth = depth_of(form, move->bit, move->lane);
    int low = move->lane == trick->led ? depth : discard_score(form, node, player, move);

    if (ours && safe_against(form, node, trick, player, sides->foes, trick->best_bit,
                             form->lane_of[__builtin_ctzll(trick->best_bit)]))
        return beats ? -50 + low : low;
    if (beats && safe_against(form, node, trick, player, sides->foes, move->bit, move->lane))
        return 80 + depth;
    if (beats)
        return trick->count == 1 ? depth - 10 : depth;
    return low + 10;
}

/* Misere: the player who must not win plays as high as it can below the best card, and gets rid of
 * high cards; the others play low, so that it has to win. */
static int duck_score(const struct form *form, const struct trick *trick, const struct move *move)
{
    bool beats =
        trick->count == 0 || (form->lane[move->lane] & trick->best_bit ? move->bit > trick->best_bit
                                                                       : move->lane == form->top);
    int depth = depth_of(form, move->high, move->lane);
    if (trick->count == 0)
        return 3 * depth;
    return beats ? depth - 40 : 20 - depth;
}

static int push_score(const struct form *form, const struct node *node, const struct trick *trick,
                      const struct move *move)
{
    unsigned lane = move->led;
    int depth = depth_of(form, move->low, move->lane);
    if (trick->count > 0)
        return depth;
    uint64_t target = cards_of(node, form->counted, form->lane[lane]);
    if (!target)
        return -20 + depth;
    return 2 * depth - count_bits(target) + (target > move->bit ? 20 : 0);
}

void solve_order_moves(const struct form *form, const struct node *node, const struct trick *trick,
                       unsigned player, struct move *moves, int count)
{
    struct sides sides = sides_of(form, player);
    for (int i = 0; i < count; i++) {
        int score;
        if (form->misere)
            score = form->counted >> player & 1 ? duck_score(form, trick, &moves[i])
                                                : push_score(form, node, trick, &moves[i]);
        else if (trick->count == 0)
            score = lead_score(form, node, player, &sides, &moves[i]);
        else
            score = follow_score(form, node, trick, player, &sides, &moves[i]);
        moves[i].score = (int16_t)score;
    }
}
