/* solve.c - the play with all cards known: translates a game into the form of search.h, once, and
 * finds values by zero-window searches. The files below this one know no rulesets. */
#include "solve.h"
#include "seats.h"
#include "solve/search.h"
#include "trick.h"

#include <assert.h>
#include <string.h>

enum { ENTRY_BYTES = sizeof(struct solve_bucket) / SOLVE_WAYS };
enum { TABLE_BITS_MIN = 4, GENERATIONS = 1 << 13 };
_Static_assert(ENTRY_BYTES == 64, "an entry is as large as solve_bytes says");

size_t solve_bytes(unsigned table_bits)
{
    assert(table_bits >= TABLE_BITS_MIN && table_bits <= 32);
    return (size_t)ENTRY_BYTES << table_bits;
}

int solve_init(struct solver *solver, void *memory, size_t bytes)
{
    uint64_t buckets = 1;

    assert(solver && (memory || bytes == 0));
    if (bytes < solve_bytes(TABLE_BITS_MIN))
        return ENGINE_ERROR_SPACE;
    while (buckets * 2 * SOLVE_WAYS * ENTRY_BYTES <= bytes)
        buckets *= 2;
    memset(solver, 0, sizeof *solver);
    memset(memory, 0, buckets * SOLVE_WAYS * ENTRY_BYTES);
    solver->table = memory;
    solver->buckets = buckets;
    return ENGINE_OK;
}

/* A problem: its form, and the position in it. */
struct position {
    struct form form;
    struct node node;          /* as the trick on the table began */
    struct trick trick;        /* what was played to it; node.hand is without it */
    cardset_t held[HANDS_MAX]; /* cards of the hands that play, those on the table included */
    uint64_t removed;          /* places of the layout whose cards were played before */
    int won;                   /* counted tricks so far */
    enum solve_goal goal;
};

/* ------------------------------------------------------------------------------------ the terms */

static unsigned seat_of_hand(const struct ruleset *rules, unsigned hand)
{
    return rules->two_handed == TWO_HANDED_TABLE ? hand & 1 : hand;
}

/* The hands whose tricks count, as a mask. */
static unsigned counted_hands(const struct game *game, const struct ruleset *rules)
{
    unsigned mask = 0, seats = game->contract.call == CALL_PASS
                                   ? rules->side_seats[rules->side_of[game->turn]]
                                   : seats_of_contractor(game, rules);
    for (unsigned hand = 0; hand < rules->hand_count && hand < HANDS_MAX; hand++) {
        unsigned seat = seat_of_hand(rules, hand);
        if (seat < rules->players && seats >> seat & 1)
            mask |= 1u << hand;
    }
    return mask;
}

static void take_players(struct position *position, const struct game *game,
                         const struct ruleset *rules)
{
    struct form *form = &position->form;
    unsigned counted = counted_hands(game, rules);

    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        cardset_t held = game->hands[hand];
        bool played = game->trick_count > 0 && game->table[hand] != CARD_NONE;
        if (played)
            held |= CARDSET(game->table[hand]);
        if (counted >> hand & 1)
            position->won += game->won[hand];
        if (game->folded >> hand & 1 || !held)
            continue;
        for (int i = 0; game->down_count[hand] && i < 5; i++) {
            if (game->over[hand][i] == CARD_NONE)
                continue;
            held |= CARDSET(game->down[hand][i]);
            form->covered = 1;
        }
        if (counted >> hand & 1)
            form->counted |= (uint8_t)(1u << form->players);
        if (hand == (game->trick_count > 0 ? game->leader : game->hand_due))
            position->node.leader = form->players;
        position->held[hand] = held;
        form->hand_of[form->players++] = (uint8_t)hand;
    }
    assert(form->players == game->players_in);
}

static void take_goal(struct position *position, const struct game *game)
{
    struct form *form = &position->form;
    unsigned everybody = (1u << form->players) - 1;

    position->goal = call_is_no_trick(game->contract.call) ? SOLVE_NO_TRICK
                     : game->contract.call == CALL_HI_LO   ? SOLVE_FIVE
                                                           : SOLVE_TRICKS;
    form->exact = position->goal == SOLVE_FIVE;
    form->misere = position->goal == SOLVE_NO_TRICK;
    form->wants = form->misere ? (uint8_t)(everybody & ~form->counted) : form->counted;
}

static void take_joker_rule(struct form *form, const struct game *game, const struct ruleset *rules)
{
    static const uint8_t follow[] = {[JOKER_NT_ANY] = FOLLOW_IN_TURN,
                                     [JOKER_NT_NOT_VOID] = FOLLOW_IN_TURN,
                                     [JOKER_NT_NO_RENEGE] = FOLLOW_NO_RENEGE,
                                     [JOKER_NT_FIRST_OR_LAST] = FOLLOW_FIRST_OR_LAST,
                                     [JOKER_NT_FREE] = FOLLOW_FREE};

    form->lanes = form->top = LANE_JOKERS;
    form->top--;
    form->follow = FOLLOW_PLAIN;
    if (trick_has_trumps(game->order))
        return;
    form->lanes++;
    form->top++;
    form->follow = follow[rules->joker_nt];
    form->names_voids =
        rules->joker_nt == JOKER_NT_NOT_VOID || rules->joker_nt == JOKER_NT_NO_RENEGE;
}

/* ----------------------------------------------------------------------------------- the layout */

/* The suit of a lane, from 0: with trumps those are last. */
static unsigned lane_suit(const struct form *form, uint8_t order, unsigned lane)
{
    unsigned trumps = order >> 2;
    if (form->lanes > LANE_JOKERS)
        return lane;
    return lane == form->top ? trumps : lane + (lane >= trumps);
}

static unsigned suit_lane(const struct form *form, uint8_t order, enum suit suit)
{
    unsigned lane = 0;
    while (suit != SUIT_NONE && lane < SUITS && lane_suit(form, order, lane) != suit)
        lane++;
    return suit == SUIT_NONE ? LANE_JOKERS : lane;
}

/* Lays the cards of a lane from `place` up, the strongest last. Returns the next free place. */
static unsigned lay_lane(struct form *form, uint8_t order, unsigned lane, cardset_t cards,
                         unsigned place)
{
    unsigned first = place;

    while (cards) {
        card_t weakest = CARD_NONE;
        for (cardset_t left = cards; left;) {
            card_t card = cardset_pop(&left);
            if (weakest == CARD_NONE || trick_power(order, card) < trick_power(order, weakest))
                weakest = card;
        }
        cards &= ~CARDSET(weakest);
        form->card[place] = weakest;
        form->lane_of[place] = (uint8_t)lane;
        form->below[place] = form->lane[lane];
        form->lane[lane] |= UINT64_C(1) << place++;
    }
    form->lane_top[lane] = (uint8_t)(place > first ? place - 1 : 0);
    return place;
}

static void lay_out(struct form *form, uint8_t order, const cardset_t *dealt)
{
    const cardset_t jokers = CARDSET(CARD_RJ) | CARDSET(CARD_BJ);
    cardset_t all = 0;
    unsigned place = 0;

    for (int hand = 0; hand < HANDS_MAX; hand++)
        all |= dealt[hand];
    assert(cardset_count(all) <= 60);
    for (unsigned lane = 0; lane < form->lanes; lane++) {
        cardset_t cards = jokers;
        if (lane != LANE_JOKERS)
            cards = trick_suit_cards(order, (enum suit)lane_suit(form, order, lane));
        place = lay_lane(form, order, lane, all & cards, place);
    }
}

/* The lengths of three lanes are the key: the fourth follows from the number of tricks to come and
 * from the jokers, which are counted and whose owners are always compared. */
static void make_units(struct form *form)
{
    for (unsigned player = 0; player < form->players && !form->covered; player++) {
        for (unsigned lane = 0; lane < 3; lane++) {
            if (player < 4)
                form->key_unit[player][lane] = UINT64_C(1) << (player * 12 + lane * 4);
            else
                form->key2_unit[player][lane] = 1u << ((player - 4) * 12 + lane * 4);
        }
    }
}

/* Where a card lies now: up by one for each card over it that is gone. */
static uint64_t bit_of(const struct position *position, card_t card)
{
    const struct form *form = &position->form;
    unsigned place = 0;

    while (form->card[place] != card || !(form->lane[form->lane_of[place]] >> place & 1))
        place++;
    uint64_t over = form->lane[form->lane_of[place]] & ~form->below[place];
    return UINT64_C(1) << (place +
                           (form->covered ? 0u : (unsigned)count_bits(position->removed & over)));
}

static uint64_t bits_of(const struct position *position, cardset_t cards)
{
    uint64_t bits = 0;
    while (cards)
        bits |= bit_of(position, cardset_pop(&cards));
    return bits;
}

/* Voids matter to a hand with a joker, under three of the rules. */
static void take_voids(struct position *position, const struct game *game,
                       const struct ruleset *rules, const cardset_t *dealt)
{
    struct form *form = &position->form;
    const cardset_t jokers = CARDSET(CARD_RJ) | CARDSET(CARD_BJ);
    bool played = form->follow == FOLLOW_FIRST_OR_LAST;

    if (form->lanes <= LANE_JOKERS || rules->joker_nt == JOKER_NT_ANY ||
        rules->joker_nt == JOKER_NT_FREE)
        return;
    for (unsigned player = 0; player < form->players; player++) {
        unsigned hand = form->hand_of[player];
        if (!(dealt[hand] & jokers))
            continue;
        form->tracks_voids |= (uint8_t)(1u << player);
        form->tracks_played |= (uint8_t)((unsigned)played << player);
        if (!(position->held[hand] & jokers))
            continue;
        position->node.voids[player] = game->void_shown[hand];
        position->node.played[player] = played ? game->suit_played[hand] : 0;
    }
}

/* ----------------------------------------------------------------------------------- the memory */

/* The entries of the table are valid for this hand if these are equal. */
static uint64_t terms_of(const struct position *position, const struct game *game,
                         const struct ruleset *rules)
{
    const struct form *form = &position->form;
    uint64_t terms = 1 | (uint64_t)game->order << 8 | (uint64_t)rules->joker_nt << 16 |
                     (uint64_t)position->goal << 20 | (uint64_t)form->counted << 24 |
                     (uint64_t)form->covered << 32;
    for (unsigned player = 0; player < form->players; player++)
        terms |= UINT64_C(1) << (40 + form->hand_of[player]);
    return terms;
}

void solve_forget(struct solver *solver)
{
    solver->terms = 0; /* no position has this key */
    solver->generation = 0;
    memset(solver->table, 0, solver->buckets * SOLVE_WAYS * ENTRY_BYTES);
}

/* Keeps the entries if this is a later position of the same hand. */
static void recall(struct solver *solver, const struct position *position, uint64_t terms)
{
    bool same = solver->terms == terms;

    for (int hand = 0; hand < HANDS_MAX; hand++)
        same &= !(position->held[hand] & ~solver->dealt[hand]);
    if (same)
        return;
    solver->terms = terms;
    memcpy(solver->dealt, position->held, sizeof solver->dealt);
    if (++solver->generation < GENERATIONS)
        return;
    solver->generation = 1;
    memset(solver->table, 0, solver->buckets * SOLVE_WAYS * ENTRY_BYTES);
}

/* --------------------------------------------------------------------------------- the position */

static void take_cards(struct position *position, const struct game *game, const cardset_t *dealt)
{
    struct form *form = &position->form;
    struct node *node = &position->node;
    cardset_t played = 0;

    lay_out(form, game->order, dealt);
    make_units(form);
    for (int hand = 0; hand < HANDS_MAX; hand++)
        played |= dealt[hand] & ~position->held[hand];
    position->removed = bits_of(position, played); /* nothing has moved yet */
    for (unsigned player = 0; player < form->players; player++) {
        unsigned hand = form->hand_of[player];
        uint64_t bits = bits_of(position, position->held[hand]);
        node->hand[player] = bits;
        node->present |= bits;
        for (int lane = 0; lane < form->lanes; lane++) {
            int length = count_bits(bits & form->lane[lane]);
            node->key += form->key_unit[player][lane] * (uint64_t)length;
            node->key2 += form->key2_unit[player][lane] * (uint32_t)length;
        }
        for (int i = 0; game->down_count[hand] && i < 5; i++) {
            if (game->over[hand][i] == CARD_NONE ||
                !cardset_has(game->hands[hand], game->over[hand][i]))
                continue;
            form->over[player][i] = bit_of(position, game->over[hand][i]);
            form->down[player][i] = bit_of(position, game->down[hand][i]);
        }
    }
    if (form->covered)
        node->key = node->present;
}

static struct move move_of(const struct position *position, card_t card, unsigned led)
{
    uint64_t bit = bit_of(position, card);
    uint8_t lane = position->form.lane_of[__builtin_ctzll(bit)];
    return (struct move){.bit = bit, .high = bit, .low = bit, .lane = lane, .led = (uint8_t)led};
}

static void take_table(struct position *position, const struct game *game)
{
    unsigned player = position->node.leader;

    for (int i = 0; i < game->trick_count; i++) {
        card_t card = game->table[position->form.hand_of[player]];
        struct move move =
            move_of(position, card, suit_lane(&position->form, game->order, (enum suit)game->led));
        solve_search_lay(&position->form, &position->node, &position->trick, player, &move);
        player = player_next(&position->form, player);
    }
}

static void take_position(struct position *position, struct solver *solver, const struct game *game,
                          const struct ruleset *rules)
{
    memset(position, 0, sizeof *position);
    position->node.left = (uint8_t)(TRICKS - game->trick);
    take_players(position, game, rules);
    take_goal(position, game);
    take_joker_rule(&position->form, game, rules);
    recall(solver, position, terms_of(position, game, rules));
    /* Table hands keep their places, so the places at the start are right. */
    take_cards(position, game, solver->dealt);
    take_voids(position, game, rules, solver->dealt);
    take_table(position, game);
}

/* ---------------------------------------------------------------------------------- the questions
 */

struct asker {
    struct search search;
    const struct position *position;
    bool
        moved; /* the question is about the position after `move`, else about the position itself */
    struct move move;
};

/* Whether the side that counts gets `need` more counted tricks, including the one on the table. */
static bool ask(struct asker *asker, int need)
{
    const struct position *position = asker->position;
    struct node node = position->node;
    struct trick trick = position->trick;
    uint64_t wins;

    if (asker->moved) {
        unsigned player = (unsigned)node.leader + trick.count;
        player = player >= position->form.players ? player - position->form.players : player;
        solve_search_lay(&position->form, &node, &trick, player, &asker->move);
    }
    if (trick.count == 0)
        return solve_search_node(&asker->search, &node, need, &wins);
    if (trick.count == position->form.players)
        return solve_search_settle(&asker->search, &node, &trick, need, &wins);
    return solve_search_trick(&asker->search, &node, &trick, need, &wins);
}

/* The value as in struct solve_card; meaningless once the search has stopped. */
static uint8_t find_value(struct asker *asker, int guess)
{
    const struct position *position = asker->position;
    int low = 0, high = position->node.left;

    if (position->goal == SOLVE_NO_TRICK)
        return position->won == 0 && !ask(asker, 1);
    if (position->goal == SOLVE_FIVE)
        return ask(asker, 5 - position->won);
    guess -= position->won;
    while (low < high && !asker->search.stopped) {
        int need = guess <= low ? low + 1 : guess > high ? high : guess;
        if (ask(asker, need)) {
            low = need;
            guess = need + 1;
        } else {
            high = need - 1;
            guess = high;
        }
    }
    return (uint8_t)(position->won + low);
}

/* A first guess: half of what the side holds among the highest cards of each suit, and luck. */
static int guess_value(const struct position *position)
{
    const struct form *form = &position->form;
    int own = 0, all = 0;

    for (int lane = 0; lane < form->lanes; lane++) {
        uint64_t present = position->node.present & form->lane[lane];
        int weight = lane == form->top ? 6 : 4;
        for (int i = 0; present && (i < 4 || lane == form->top); i++) {
            uint64_t bit = top_bit(present);
            present ^= bit;
            all += weight;
            for (unsigned player = 0; player < form->players; player++) {
                if (form->counted >> player & 1 && position->node.hand[player] & bit)
                    own += weight;
            }
            weight -= weight > 2;
        }
    }
    return position->won + (all ? (position->node.left * own + all / 2) / all : 0);
}

/* Another card of the same hand, already solved, that is equivalent to this one, or NULL. */
static const struct solve_card *find_equal(const struct position *position,
                                           const struct solve_result *out, card_t card,
                                           uint8_t named)
{
    const struct form *form = &position->form;
    unsigned player = position->node.leader + position->trick.count;
    uint64_t bit = bit_of(position, card);
    unsigned lane = form->lane_of[__builtin_ctzll(bit)];

    player = player >= form->players ? player - form->players : player;
    uint64_t barrier = (position->node.present & ~position->node.hand[player]) & form->lane[lane];
    for (int i = 0; i < out->count && !form->covered; i++) {
        uint64_t other = bit_of(position, out->cards[i].card);
        uint64_t low = bit < other ? bit : other, high = bit < other ? other : bit;
        if (form->lane_of[__builtin_ctzll(other)] == lane && out->cards[i].named == named &&
            !(barrier & (high - 1) & ~(low - 1)))
            return &out->cards[i];
    }
    return NULL;
}

static void solve_cards(struct asker *asker, const struct game *game, const struct ruleset *rules,
                        struct solve_result *out)
{
    const struct position *position = asker->position;
    struct action list[LEGAL_LIST_MAX];
    struct legal legal;
    int guess = out->value;

    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list);
    for (int i = 0; i < count && !asker->search.stopped; i++) {
        if (list[i].kind != ACTION_PLAY)
            continue;
        card_t card = list[i].cards[0];
        uint8_t named = card_is_joker(card) ? list[i].joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;
        const struct solve_card *equal = find_equal(position, out, card, named);
        struct solve_card *solved = &out->cards[out->count];
        solved->card = card;
        solved->named = named;
        if (equal) {
            solved->value = equal->value;
        } else {
            enum suit suit = named < SUITS ? (enum suit)named : trick_suit(game->order, card);
            asker->moved = true;
            asker->move = move_of(position, card, suit_lane(&position->form, game->order, suit));
            solved->value = find_value(asker, guess);
        }
        out->count++;
    }
}

static int solve(struct solver *solver, const struct game *game, const struct ruleset *rules,
                 uint64_t budget, bool cards, struct solve_result *out)
{
    struct position position;

    memset(out, 0, sizeof *out);
    if (game->phase != PHASE_PLAY)
        return ENGINE_ERROR_TURN;
    take_position(&position, solver, game, rules);
    struct asker asker = {.search = {.form = &position.form,
                                     .solver = solver,
                                     .budget = budget ? budget : UINT64_MAX},
                          .position = &position};
    out->goal = (uint8_t)position.goal;
    out->hands = (uint8_t)counted_hands(game, rules);
    out->wants = out->hands >> game->hand_due & 1;
    if (game->must_play)
        cards = true; /* the position itself would allow all cards */
    else
        out->value = find_value(&asker, guess_value(&position));
    if (cards && !asker.search.stopped)
        solve_cards(&asker, game, rules, out);
    if (game->must_play)
        out->value = out->cards[0].value;
    uint64_t nodes = asker.search.nodes;
    if (asker.search.stopped)
        memset(out, 0, sizeof *out);
    out->nodes = nodes;
    return asker.search.stopped ? ENGINE_ERROR_SPACE : ENGINE_OK;
}

int solve_play(struct solver *solver, const struct game *game, const struct ruleset *rules,
               uint64_t budget, struct solve_result *out)
{
    return solve(solver, game, rules, budget, true, out);
}

int solve_value(struct solver *solver, const struct game *game, const struct ruleset *rules,
                uint64_t budget, struct solve_result *out)
{
    int status = solve(solver, game, rules, budget, false, out);
    memset(out->cards, 0, sizeof out->cards);
    out->count = 0;
    return status;
}
