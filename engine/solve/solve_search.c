/* solve_search.c - zero-window search of the play, with a transposition table.
 *
 * Each question is: do the players who want tricks get at least `need` more? An answer comes with
 * the places (cards by rank) whose owners made it so; lower ranks can change hands without changing
 * the answer. The table keeps the answer for all positions with the same lengths and the same
 * owners of those places and of all above them in their lanes. */
#include "solve/search.h"

#include <assert.h>
#include <string.h>

/* solve_bucket.key2, from the low bits: 24 lengths (table hands: voids), 3 leader, 4 left, 4 need
 * where the aim is exact, 2 jokers without trumps, 13 generation; then what is no key: 4 lower
 * bound, 4 upper, 6 best lead. */
enum { KEY2_LEADER = 24, KEY2_LEFT = 27, KEY2_NEED = 31, KEY2_JOKERS = 35 };
enum { KEY2_GENERATION = 37, KEY2_BITS = 50 };
enum { KEY2_LOWER = 50, KEY2_UPPER = 54, KEY2_MOVE = 58, VOIDS_SHIFT = 48 };
#define KEY2_MASK ((UINT64_C(1) << KEY2_BITS) - 1)

struct key {
    uint64_t key, key2;
};

/* ------------------------------------------------------------------------------------ the table */

/* What tracked players (the holders of jokers, two at most) have shown. */
static uint64_t voids_key(const struct form *form, const struct node *node)
{
    uint64_t key = 0;
    int shift = 0;
    for (unsigned tracked = form->tracks_voids; tracked; tracked &= tracked - 1, shift += 8) {
        int player = __builtin_ctz(tracked);
        key |= (uint64_t)(node->voids[player] | node->played[player] << 4) << shift;
    }
    return key;
}

static struct key make_key(const struct search *search, const struct node *node, int need)
{
    const struct form *form = search->form;
    struct key key = {node->key, node->key2};

    if (form->tracks_voids) {
        if (form->covered)
            key.key2 |= voids_key(form, node);
        else
            key.key |= voids_key(form, node) << VOIDS_SHIFT;
    }
    key.key2 |= (uint64_t)node->leader << KEY2_LEADER | (uint64_t)node->left << KEY2_LEFT |
                (uint64_t)search->solver->generation << KEY2_GENERATION;
    if (form->exact)
        key.key2 |= (uint64_t)need << KEY2_NEED;
    if (form->lanes > LANE_JOKERS)
        key.key2 |= (uint64_t)count_bits(node->present & form->lane[LANE_JOKERS]) << KEY2_JOKERS;
    return key;
}

static struct solve_bucket *bucket_of(const struct search *search, const struct key *key)
{
    uint64_t hash =
        (key->key ^ key->key2 * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    hash ^= hash >> 29;
    hash *= UINT64_C(0x94d049bb133111eb);
    return search->solver->table + ((hash >> 24) & (search->solver->buckets - 1));
}

static bool same_owners(const struct form *form, const struct node *node,
                        const struct solve_owners *entry)
{
    uint64_t differ = 0;
    for (int player = 0; player + 1 < form->players; player++)
        differ |= node->hand[player] ^ entry->hand[player];
    return (differ & entry->mask) == 0;
}

/* Returns 1: at least `threshold`; 0: less; -1: not known. *hint: a lead that was good in similar
 * positions, or 64. */
static int look_up(const struct search *search, const struct node *node, const struct key *key,
                   int threshold, uint64_t *wins, unsigned *hint)
{
    const struct solve_bucket *bucket = bucket_of(search, key);

    *hint = 64;
    for (int way = 0; way < SOLVE_WAYS; way++) {
        uint64_t key2 = bucket->key2[way];
        if (bucket->key[way] != key->key || (key2 & KEY2_MASK) != key->key2)
            continue;
        *hint = (unsigned)(key2 >> KEY2_MOVE);
        bool above = (int)(key2 >> KEY2_LOWER & 15) >= threshold;
        if ((above || (int)(key2 >> KEY2_UPPER & 15) < threshold) &&
            same_owners(search->form, node, &bucket->owners[way])) {
            *wins = bucket->owners[way].mask;
            return above;
        }
    }
    return -1;
}

/* All places of the lanes from the lowest of `wins` up. */
static uint64_t close_up(const struct form *form, const struct node *node, uint64_t wins)
{
    uint64_t mask = 0;
    for (int lane = 0; lane < form->lanes; lane++) {
        uint64_t set = wins & form->lane[lane];
        if (set)
            mask |= form->lane[lane] & -low_bit(set);
    }
    if (form->lanes > LANE_JOKERS)
        mask |= form->lane[LANE_JOKERS];
    return mask & node->present;
}

/* The entry that holds the same position; else the cheapest one to lose, emptied. */
static unsigned choose_way(struct solve_bucket *bucket, const struct key *key,
                           const struct node *node, const struct form *form, uint64_t mask,
                           uint64_t random)
{
    unsigned victim = 0, least = 16;

    for (unsigned i = 0; i < SOLVE_WAYS; i++) {
        unsigned way = (i + random) % SOLVE_WAYS;
        uint64_t key2 = bucket->key2[way];
        if (bucket->key[way] == key->key && (key2 & KEY2_MASK) == key->key2 &&
            bucket->owners[way].mask == mask && same_owners(form, node, &bucket->owners[way]))
            return way;
        bool stale =
            (key2 ^ key->key2) >> KEY2_GENERATION & ((1 << (KEY2_BITS - KEY2_GENERATION)) - 1);
        unsigned left = stale ? 0 : key2 >> KEY2_LEFT & 15;
        if (left < least) {
            least = left;
            victim = way;
        }
    }
    bucket->key2[victim] = 0;
    return victim;
}

static void store(const struct search *search, const struct node *node, const struct key *key,
                  int threshold, bool above, uint64_t mask, unsigned move)
{
    struct solve_bucket *bucket = bucket_of(search, key);
    unsigned way = choose_way(bucket, key, node, search->form, mask, search->nodes);
    uint64_t old = bucket->key2[way], lower = 0, upper = 15;

    if (old) {
        lower = old >> KEY2_LOWER & 15;
        upper = old >> KEY2_UPPER & 15;
    }
    if (above && (uint64_t)threshold > lower)
        lower = (uint64_t)threshold;
    if (!above && (uint64_t)threshold <= upper)
        upper = (uint64_t)threshold - 1;
    bucket->key[way] = key->key;
    bucket->key2[way] =
        key->key2 | lower << KEY2_LOWER | upper << KEY2_UPPER | (uint64_t)move << KEY2_MOVE;
    bucket->owners[way].mask = mask;
    memcpy(bucket->owners[way].hand, node->hand, sizeof bucket->owners[way].hand);
}

/* ------------------------------------------------------------------------------------ the moves */

uint64_t solve_search_faces(const struct form *form, const struct node *node, unsigned player)
{
    uint64_t faces = node->hand[player];
    if (form->covered) {
        for (int i = 0; i < 5; i++) {
            if (node->hand[player] & form->over[player][i])
                faces &= ~form->down[player][i];
        }
    }
    return faces;
}

static bool first_or_last(const struct form *form, const struct node *node, unsigned player,
                          uint64_t hand, unsigned lane)
{
    return !(node->voids[player] >> lane & 1) &&
           (!(node->played[player] >> lane & 1) || !(hand & form->lane[lane]));
}

/* What may be played to a lane that was led (rules 5, `joker_nt`). */
static uint64_t may_follow(const struct form *form, const struct node *node, unsigned player,
                           uint64_t hand, unsigned led)
{
    uint64_t in_lane = hand & form->lane[led];
    uint64_t jokers = form->follow == FOLLOW_PLAIN ? 0 : hand & form->lane[LANE_JOKERS];
    uint64_t plain = in_lane ? in_lane : hand & ~jokers;

    if (!jokers || hand == jokers)
        return in_lane ? in_lane : hand;
    switch ((enum follow_rule)form->follow) {
    case FOLLOW_PLAIN:
    case FOLLOW_IN_TURN:
        return in_lane ? in_lane : hand;
    case FOLLOW_NO_RENEGE:
        return in_lane || node->voids[player] >> led & 1 ? plain : hand;
    case FOLLOW_FIRST_OR_LAST:
        return first_or_last(form, node, player, hand, led) ? plain | jokers : plain;
    case FOLLOW_FREE:
        return plain | jokers;
    }
    return 0;
}

/* The lanes that a led joker may name, as a mask. */
static unsigned may_name(const struct form *form, const struct node *node, unsigned player,
                         uint64_t hand)
{
    const unsigned all = (1 << SUITS) - 1;
    unsigned mask = 0;

    if (!(hand & ~form->lane[LANE_JOKERS]) || node->voids[player] == all)
        return all;
    if (form->follow != FOLLOW_FIRST_OR_LAST)
        return form->names_voids ? all & ~node->voids[player] : all;
    for (unsigned lane = 0; lane < SUITS; lane++) {
        if (first_or_last(form, node, player, hand, lane))
            mask |= 1u << lane;
    }
    return mask;
}

/* Adds the cards of `set`, all of one lane: one move for each group of equals, which are cards with
 * none of `barrier` between them. Of a group that wins so far the highest is played, else the
 * lowest, so that answers depend on few places. */
static int add_groups(const struct form *form, const struct trick *trick, unsigned lane,
                      uint64_t set, uint64_t barrier, struct move *moves, int count)
{
    barrier &= form->lane[lane];
    while (set) {
        uint64_t high = top_bit(set), under = barrier & (high - 1);
        uint64_t group = under ? set & ~(top_bit(under) * 2 - 1) : set;
        struct move *move = &moves[count++];
        move->high = high;
        move->low = low_bit(group);
        move->lane = move->led = (uint8_t)lane;
        bool wins =
            trick->count == 0 ||
            (form->lane[lane] & trick->best_bit ? high > trick->best_bit : lane == form->top);
        move->bit = wins ? move->high : move->low;
        set &= ~group;
    }
    return count;
}

/* A joker is led: a move for each suit that it may name. Suits that no other hand holds are alike.
 */
static int add_named(const struct form *form, const struct node *node, unsigned player,
                     uint64_t hand, uint64_t barrier, struct move *moves, int count)
{
    const struct trick empty = {.count = 0};
    unsigned names = may_name(form, node, player, hand);
    struct move jokers[2];
    int groups =
        add_groups(form, &empty, LANE_JOKERS, hand & form->lane[LANE_JOKERS], barrier, jokers, 0);

    for (int i = 0; i < groups; i++) {
        bool nobody = false;
        for (unsigned lane = 0; lane < SUITS; lane++) {
            bool lonely = !(node->present & ~node->hand[player] & form->lane[lane]);
            if (!(names >> lane & 1) || (lonely && nobody && !form->tracks_voids))
                continue;
            nobody |= lonely;
            moves[count] = jokers[i];
            moves[count++].led = (uint8_t)lane;
        }
    }
    return count;
}

static int make_moves(const struct form *form, const struct node *node, const struct trick *trick,
                      unsigned player, struct move moves[MOVES_MAX])
{
    uint64_t hand = solve_search_faces(form, node, player), set = hand, table = 0;
    int count = 0, suits = form->lanes;

    for (unsigned i = 0; trick->count > 0 && i < form->players; i++)
        table |= trick->bit[i];
    uint64_t barrier = (node->present & ~table & ~node->hand[player]) | trick->best_bit;
    if (form->covered && hand != node->hand[player])
        barrier = node->present; /* a card that covers another has no equals */
    if (trick->count > 0) {
        set = may_follow(form, node, player, hand, trick->led);
    } else if (form->lanes > LANE_JOKERS) {
        suits = LANE_JOKERS;
        if (hand & form->lane[LANE_JOKERS])
            count = add_named(form, node, player, hand, barrier, moves, count);
    }
    for (int lane = 0; lane < suits; lane++) {
        if (set & form->lane[lane])
            count = add_groups(form, trick, (unsigned)lane, set & form->lane[lane], barrier, moves,
                               count);
    }
    return count;
}

void solve_search_lay(const struct form *form, struct node *node, struct trick *trick,
                      unsigned player, const struct move *move)
{
    node->hand[player] ^= move->bit;
    trick->bit[player] = move->bit;
    if (trick->count++ == 0)
        trick->led = move->led;
    else if (form->lane[move->lane] & trick->best_bit ? move->bit < trick->best_bit
                                                      : move->lane != form->top)
        return;
    trick->best = (uint8_t)player;
    trick->best_bit = move->bit;
}

/* ----------------------------------------------------------------------------------- the search */

/* Suits shown void and played, for players who hold a joker to which it matters. */
static void note_voids(const struct form *form, const struct trick *trick, struct node *next)
{
    for (unsigned tracked = form->tracks_voids; tracked; tracked &= tracked - 1) {
        int player = __builtin_ctz(tracked);
        unsigned lane = form->lane_of[__builtin_ctzll(trick->bit[player])];
        if (!(next->hand[player] & form->lane[LANE_JOKERS])) {
            next->voids[player] = next->played[player] = 0;
            continue;
        }
        if (lane != LANE_JOKERS && lane != trick->led)
            next->voids[player] |= (uint8_t)(1u << trick->led);
        if (lane != LANE_JOKERS && form->tracks_played >> player & 1)
            next->played[player] |= (uint8_t)(1u << lane);
    }
}

/* The position after a full trick, whose cards are `gone`. */
static void make_next(const struct form *form, const struct node *node, const struct trick *trick,
                      uint64_t gone, struct node *next)
{
    *next = *node;
    next->leader = trick->best;
    next->left--;
    if (form->tracks_voids)
        note_voids(form, trick, next);
    next->present &= ~gone;
    if (form->covered) {
        next->key = next->present;
        return;
    }
    for (unsigned player = 0; player < form->players; player++) {
        unsigned lane = form->lane_of[__builtin_ctzll(trick->bit[player])];
        next->key -= form->key_unit[player][lane];
        next->key2 -= form->key2_unit[player][lane];
    }
    for (; gone; gone &= gone - 1) {
        uint64_t below = form->below[__builtin_ctzll(gone)];
        for (unsigned player = 0; player < PLAYERS_MAX; player++)
            next->hand[player] += next->hand[player] & below;
        next->present += next->present & below;
    }
}

/* Converts places of the position after a trick into places of the one before it. */
static uint64_t places_before(const struct form *form, uint64_t gone, uint64_t wins)
{
    if (form->covered)
        return 0;
    while (gone && wins) {
        uint64_t bit = top_bit(gone);
        gone ^= bit;
        wins -= (wins & (form->below[__builtin_ctzll(bit)] | bit)) >> 1;
    }
    return wins;
}

bool solve_search_settle(struct search *search, const struct node *node, const struct trick *trick,
                         int need, uint64_t *wins)
{
    const struct form *form = search->form;
    uint64_t gone = 0, rank = 0;
    bool result;

    assert(trick->count == form->players);
    for (unsigned player = 0; player < form->players; player++)
        gone |= trick->bit[player];
    uint64_t rivals = gone & form->lane[form->lane_of[__builtin_ctzll(trick->best_bit)]];
    if (rivals & (rivals - 1))
        rank = trick->best_bit;
    need -= form->counted >> trick->best & 1;
    *wins = 0;
    if (!form->exact && (need <= 0 || need >= node->left)) {
        result = need <= 0;
    } else {
        struct node next;
        make_next(form, node, trick, gone, &next);
        result = solve_search_node(search, &next, need, wins);
    }
    *wins = places_before(form, gone, *wins) | rank;
    return result;
}

/* If the places that matter cut a group of equals, the whole group matters. */
static uint64_t widen(const struct form *form, const struct move *moves, int count, uint64_t wins)
{
    for (int i = 0; i < count; i++) {
        uint64_t set = wins & form->lane[moves[i].lane];
        if (set && moves[i].low != moves[i].high && low_bit(set) <= moves[i].high)
            wins |= moves[i].low;
    }
    return wins;
}

/* Tries the moves of one player, `hint` (a place, or 64) first. *choice is the move that decided.
 */
static bool try_moves(struct search *search, struct node *node, struct trick *trick, int need,
                      uint64_t *wins, unsigned hint, unsigned *choice)
{
    const struct form *form = search->form;
    unsigned player = (unsigned)node->leader + trick->count;
    struct move moves[MOVES_MAX];
    uint64_t all = 0;

    player = player >= form->players ? player - form->players : player;
    int count = make_moves(form, node, trick, player, moves);
    if (count > 1)
        solve_order_moves(form, node, trick, player, moves, count);
    for (int i = 0; hint < 64 && i < count; i++) {
        if (moves[i].low <= UINT64_C(1) << hint && moves[i].high >= UINT64_C(1) << hint)
            moves[i].score = INT16_MAX;
    }
    bool wants = form->wants >> player & 1;
    for (int i = 0; i < count; i++) {
        int best = i;
        for (int j = i + 1; j < count; j++)
            best = moves[j].score > moves[best].score ? j : best;
        struct move move = moves[best];
        moves[best] = moves[i];
        moves[i] = move;

        struct trick laid = *trick;
        uint64_t held = node->hand[player];
        solve_search_lay(form, node, &laid, player, &move);
        bool result = laid.count == form->players
                          ? solve_search_settle(search, node, &laid, need, wins)
                          : solve_search_trick(search, node, &laid, need, wins);
        node->hand[player] = held;
        if (search->stopped)
            return false;
        if (result == wants) {
            *choice = (unsigned)__builtin_ctzll(move.bit);
            return result;
        }
        all |= *wins;
    }
    *wins = widen(form, moves, count, all);
    *choice = 0;
    return !wants;
}

bool solve_search_trick(struct search *search, struct node *node, struct trick *trick, int need,
                        uint64_t *wins)
{
    unsigned choice;
    assert(trick->count < search->form->players);
    return try_moves(search, node, trick, need, wins, 64, &choice);
}

/* Every player has one card left. */
static bool last_trick(struct search *search, const struct node *node, int need, uint64_t *wins)
{
    const struct form *form = search->form;
    struct node work = *node;
    struct trick trick = {.count = 0};
    unsigned player = node->leader;

    for (unsigned i = 0; i < form->players; i++, player = player_next(form, player)) {
        unsigned lane = form->lane_of[__builtin_ctzll(work.hand[player])];
        struct move move = {.bit = work.hand[player], .lane = (uint8_t)lane, .led = (uint8_t)lane};
        solve_search_lay(form, &work, &trick, player, &move);
    }
    uint64_t rivals = node->present & form->lane[form->lane_of[__builtin_ctzll(trick.best_bit)]];
    *wins = rivals & (rivals - 1) ? trick.best_bit : 0;
    return (form->counted >> trick.best & 1) == need;
}

/* The outcome if it follows without a search: 1 or 0; -1 if a search is needed. */
static int judge(const struct form *form, const struct node *node, int need, uint64_t *wins)
{
    unsigned others = ~(unsigned)form->counted;
    int left = node->left;

    if (form->covered)
        return -1;
    int sure = solve_quick_sure_tricks(form, node, form->counted, need + form->exact, wins);
    if (form->exact ? sure > need : sure >= need)
        return !form->exact;
    if (left - solve_quick_sure_tricks(form, node, others, left - need + 1, wins) < need)
        return 0;
    if (form->exact || form->misere)
        return -1;
    if (form->counted >> node->leader & 1)
        return solve_quick_tricks(form, node, need, wins) >= need ? 1 : -1;
    return left - solve_quick_tricks(form, node, left - need + 1, wins) < need ? 0 : -1;
}

bool solve_search_node(struct search *search, const struct node *node, int need, uint64_t *wins)
{
    const struct form *form = search->form;
    unsigned hint, choice;

    *wins = 0;
    if (need > node->left || (form->exact ? need < 0 : need <= 0))
        return !form->exact && need <= 0;
    if (node->left == 0)
        return true; /* exactly none is needed */
    if (node->left == 1)
        return last_trick(search, node, need, wins);
    if (search->nodes++ == search->budget) {
        search->stopped = true;
        return false;
    }
    struct key key = make_key(search, node, need);
    __builtin_prefetch(bucket_of(search, &key));
    int known = judge(form, node, need, wins);
    if (known >= 0)
        return known;
    int threshold = form->exact ? 1 : need;
    known = look_up(search, node, &key, threshold, wins, &hint);
    if (known >= 0)
        return known;

    struct node work = *node;
    struct trick trick = {.count = 0};
    bool result = try_moves(search, &work, &trick, need, wins, hint, &choice);
    if (!search->stopped) {
        uint64_t mask = form->covered ? 0 : close_up(form, node, *wins);
        store(search, node, &key, threshold, result, mask, choice);
    }
    return result;
}
