/* solve_quick.c - counts tricks without a search. Each count can be forced by a side; it may be too
 * low, never too high. */
#include "solve/search.h"

/* How many of the highest places of a lane a player holds without a gap. */
static int top_run(const struct form *form, uint64_t hand, unsigned lane)
{
    if (!form->lane[lane])
        return 0;
    uint64_t from_top = (hand & form->lane[lane]) << (63 - form->lane_top[lane]);
    return ~from_top ? __builtin_clzll(~from_top) : 64;
}

static uint64_t top_places(const struct form *form, unsigned lane, int run)
{
    return form->lane[lane] & ~(((UINT64_C(1) << form->lane_top[lane]) << 1 >> run) - 1);
}

/* The card that beats all others wins whenever it is played, so a run of such cards in one hand is
 * as many tricks. */
int solve_quick_sure_tricks(const struct form *form, const struct node *node, unsigned side,
                            int enough, uint64_t *wins)
{
    *wins = 0;
    for (unsigned player = 0; player < form->players; player++) {
        if (!(side >> player & 1))
            continue;
        int run = top_run(form, node->hand[player], form->top);
        if (run > 0) {
            run = run < enough ? run : enough;
            *wins = top_places(form, form->top, run);
            return run;
        }
    }
    return 0;
}

/* What the cashing player can count in one lane. */
struct cash {
    int count, run;
};

/* The number of rounds of another lane in which no hand of `foes` can win from the top lane. */
static int unbeaten_rounds(const struct form *form, const struct node *node, unsigned foes,
                           unsigned lane, int drawn)
{
    int rounds = 64;
    for (; foes; foes &= foes - 1) {
        uint64_t hand = node->hand[__builtin_ctz(foes)];
        int over = count_bits(hand & form->lane[form->top]);
        if (over <= drawn)
            continue;
        if (form->follow >= FOLLOW_FIRST_OR_LAST)
            return 0; /* a joker may fall on any suit */
        int length = count_bits(hand & form->lane[lane]);
        rounds = length < rounds ? length : rounds;
    }
    return rounds;
}

/* The player on lead plays a lane from the top: its run wins; if the run is longer than all others'
 * cards, the rest wins too. `drawn`: how many top cards of each foe have fallen before. */
static struct cash cash_lane(const struct form *form, const struct node *node, unsigned player,
                             unsigned foes, unsigned lane, int drawn)
{
    uint64_t cards = form->lane[lane];
    struct cash cash = {0, top_run(form, node->hand[player], lane)};

    if (cash.run == 0)
        return cash;
    cash.count = count_bits(node->hand[player] & cards);
    for (unsigned other = 0; other < form->players; other++) {
        if (other != player && count_bits(node->hand[other] & cards) > cash.run) {
            cash.count = cash.run;
            break;
        }
    }
    if (lane != form->top) {
        int rounds = unbeaten_rounds(form, node, foes, lane, drawn);
        cash.count = rounds < cash.count ? rounds : cash.count;
    }
    return cash;
}

struct count {
    int top, plain; /* tricks in the top lane and in the others */
    unsigned lanes; /* where */
    uint64_t wins;
};

/* Counts what is cashed in a lane, up to what is needed, and the places that make it so. */
static int add_cash(const struct form *form, unsigned lane, struct cash cash, int enough,
                    struct count *count)
{
    int tricks = cash.count < enough ? cash.count : enough;

    if (tricks <= 0)
        return 0;
    count->wins |= top_places(form, lane, cash.run < tricks ? cash.run : tricks);
    count->lanes |= 1u << lane;
    return tricks;
}

/* Counts what the leader cashes in the lanes of `lanes`, up to `enough`. Foes that hold a card of
 * the top lane follow suit in all counted plain tricks, so lengths elsewhere cannot hurt. */
static struct count cash_hand(const struct form *form, const struct node *node, unsigned player,
                              unsigned foes, unsigned lanes, int enough)
{
    struct count count = {0, 0, 0, 0};
    int drawn = 0;

    if (lanes >> form->top & 1) {
        struct cash cash = cash_lane(form, node, player, foes, form->top, 0);
        count.top = add_cash(form, form->top, cash, enough, &count);
        drawn =
            form->lanes > LANE_JOKERS ? 0 : count.top; /* a joker does not force out other jokers */
    }
    for (unsigned lane = 0; lane < form->lanes && count.top + count.plain < enough; lane++) {
        if (!(lanes >> lane & 1) || lane == form->top)
            continue;
        struct cash cash = cash_lane(form, node, player, foes, lane, drawn);
        count.plain += add_cash(form, lane, cash, enough - count.top - count.plain, &count);
    }
    return count;
}

/* Cards of a player that may fall on partners' tricks: not of the top lane. */
static int idle_cards(const struct form *form, const struct node *node, unsigned player)
{
    return node->left - count_bits(node->hand[player] & form->lane[form->top]);
}

/* A partner with top cards only must beat a trick that was counted; the side still wins it, but the
 * lead has moved. */
static int idle_of_partners(const struct form *form, const struct node *node, unsigned player,
                            unsigned partners)
{
    int idle = node->left;
    for (partners &= ~(1u << player); partners; partners &= partners - 1) {
        int own = idle_cards(form, node, (unsigned)__builtin_ctz(partners));
        idle = own < idle ? own : idle;
    }
    return idle;
}

/* The leader cashes `own`, then leads to the partner in a lane that it has not touched and whose
 * highest card the partner has; the partner cashes the other lanes. */
static int with_partner(const struct form *form, const struct node *node, unsigned partner,
                        unsigned foes, const struct count *own, uint64_t *wins)
{
    unsigned leader = node->leader, all = (1u << form->lanes) - 1;
    int drawn = form->lanes > LANE_JOKERS ? 0 : own->top;
    unsigned lane;

    for (lane = 0; lane < form->lanes; lane++) {
        if (lane == LANE_JOKERS || own->lanes >> lane & 1 ||
            !(node->hand[leader] & form->lane[lane]) ||
            top_run(form, node->hand[partner], lane) == 0)
            continue;
        if (lane == form->top || unbeaten_rounds(form, node, foes, lane, drawn) > 0)
            break;
    }
    if (lane >= form->lanes)
        return 0;
    struct count rest = cash_hand(form, node, partner, foes, all & ~own->lanes, node->left);
    int cashed = own->top + own->plain, more = rest.top + rest.plain;
    if (cashed + more > node->left)
        more = node->left - cashed;
    /* Neither may have to throw a winner, or a top card, on the other's tricks. */
    int spare = idle_cards(form, node, partner) - rest.plain;
    int idle = idle_cards(form, node, leader) - own->plain;
    if (own->lanes && (cashed > spare || more > idle || rest.top > 0))
        return 0;
    if (!own->lanes && rest.plain > idle)
        return 0;
    *wins |= rest.wins;
    return more;
}

int solve_quick_tricks(const struct form *form, const struct node *node, int enough, uint64_t *wins)
{
    unsigned leader = node->leader, everybody = (1u << form->players) - 1;
    unsigned side = form->counted >> leader & 1 ? form->counted : everybody & ~form->counted;
    unsigned foes = everybody & ~side, partners = side & ~(1u << leader);
    struct count own = cash_hand(form, node, leader, foes, (1u << form->lanes) - 1, enough);
    int idle = idle_of_partners(form, node, leader, side);

    *wins = own.wins;
    if (own.plain > idle)
        own.plain = idle;
    int best = own.top + own.plain;
    for (unsigned left = best < enough ? partners : 0; left && !(partners & (partners - 1));
         left &= left - 1) {
        uint64_t more_wins = own.wins;
        int more = with_partner(form, node, (unsigned)__builtin_ctz(left), foes, &own, &more_wins);
        if (more > 0) {
            best += more;
            *wins = more_wins;
        }
    }
    return best < node->left ? best : node->left;
}
