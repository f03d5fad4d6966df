/* Engine figures: random hands and games of `wikipedia`, and a card of the play beside its floor: a
 * bare trick-taking core that knows suits and trumps and nothing else, in the same run, in turns.
 *
 * `engine hands N` and `engine cards N` do one of them N times from a fixed seed and print nothing:
 * for counts.sh, which counts the instructions of that function alone. */
#include <string.h>

#include "bench.h"
#include "engine.h"

static uint64_t seed = 1;

/* One number serves four choices, of a card or a call. */
static uint64_t draw_bits(void)
{
    static uint64_t draws;
    static unsigned left;
    if (left-- == 0) {
        draws = splitmix_next(&seed);
        left = 3;
    } else {
        draws >>= 16;
    }
    return draws;
}

/* In the deck of `wikipedia` there is no S11: the joker stands in its place, and all cards are in
 * one word. */
enum { PLACE_RJ = CARD(SUIT_S, RANK_11) };

static card_t pick(cardset_t set)
{
    uint64_t bits = (uint64_t)set | (uint64_t)(set >> CARD_RJ) << PLACE_RJ;
    unsigned place = bench_bit(bits, draw_bits());
    return (card_t)(place == PLACE_RJ ? CARD_RJ : place);
}

static void choose_call(uint64_t calls, struct action *action)
{
    action->kind = ACTION_CALL;
    action->call = (call_t)bench_bit(calls, draw_bits());
}

static void choose_cards(const struct legal *legal, struct action *action)
{
    cardset_t left = legal->cards, chosen = 0;
    action->kind = ACTION_DISCARD;
    for (int i = 0; i < legal->choose; i++) {
        card_t card = pick(left);
        left &= ~CARDSET(card);
        chosen |= CARDSET(card);
    }
    while (chosen)
        action->cards[action->count++] = cardset_pop(&chosen);
}

static void choose_play(const struct legal *legal, struct action *action)
{
    card_t card = pick(legal->cards);
    action->kind = ACTION_PLAY;
    action->count = 1;
    action->cards[0] = card;
    if (card_is_joker(card) && legal->joker_suits[card - CARD_RJ])
        action->joker[card - CARD_RJ] = (uint8_t)__builtin_ctz(legal->joker_suits[card - CARD_RJ]);
}

static void action_init(struct action *action)
{
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
}

static void decide(const struct game *game, const struct ruleset *rules, struct action *action)
{
    struct legal legal;
    action_init(action);
    game_legal(game, rules, &legal);
    if (legal.phase == PHASE_PLAY)
        choose_play(&legal, action);
    else if (legal.phase == PHASE_AUCTION)
        choose_call(legal.calls, action);
    else
        choose_cards(&legal, action);
}

/* As many cards from the top as are dealt; one number serves two of them. */
static void shuffle(card_t *deck, unsigned count, unsigned dealt)
{
    uint64_t draws = 0;
    for (unsigned i = 0; i < dealt && i + 1 < count; i++) {
        draws = i & 1 ? draws >> 32 : splitmix_next(&seed);
        unsigned j = i + (unsigned)((draws & 0xffffffff) * (count - i) >> 32);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

static long decisions, games_ended;

/* Plays `hands` hands of random games. Seconds of CPU. */
__attribute__((noinline)) static double play_hands(const struct ruleset *rules, int hands)
{
    card_t deck[CARDS_MAX];
    unsigned count = (unsigned)deck_cards(rules, deck);
    struct game game;
    game_init(&game, rules, 0);
    double start = bench_cpu();
    for (int played = 0; played < hands;) {
        struct deal deal;
        shuffle(deck, count, count);
        deck_deal(&deal, rules, deck, game.dealer);
        if (game_deal(&game, rules, &deal, NULL))
            abort();
        while (game.phase != PHASE_DEAL && game.phase != PHASE_OVER) {
            struct action action;
            decide(&game, rules, &action);
            if (game_apply(&game, rules, &action, NULL))
                abort();
            decisions++;
        }
        played += game.last.outcome == HAND_PLAYED;
        if (game.phase == PHASE_OVER) {
            games_ended++;
            game_init(&game, rules, 0);
        }
    }
    return bench_cpu() - start;
}

/* The play alone: the same hand, auctioned once, played out again and again. */
__attribute__((noinline)) static double play_cards(const struct game *ready,
                                                   const struct ruleset *rules, int times)
{
    double start = bench_cpu();
    for (int i = 0; i < times; i++) {
        struct game game = *ready;
        while (game.phase == PHASE_PLAY) {
            struct action action;
            decide(&game, rules, &action);
            if (game_apply(&game, rules, &action, NULL))
                abort();
        }
    }
    return bench_cpu() - start;
}

/* The floor: four hands as 64-bit sets, a lane of 16 bits a suit, trumps in the top lane. */
struct bare {
    uint64_t hands[4], table[4], lane;
    unsigned turn, on_table, tricks[2];
};
#define LANE_OF(bit) (0xffffull << ((bit)&48))
#define TOP_LANE (0xffffull << 48)

__attribute__((noinline)) static uint64_t bare_legal(const struct bare *bare)
{
    uint64_t hand = bare->hands[bare->turn], follow = hand & bare->lane;
    return bare->on_table && follow ? follow : hand;
}

__attribute__((noinline)) static int bare_apply(struct bare *bare, unsigned bit)
{
    if (!(bare_legal(bare) >> bit & 1))
        return -1;
    if (!bare->on_table)
        bare->lane = LANE_OF(bit);
    bare->hands[bare->turn] ^= 1ull << bit;
    bare->table[bare->turn] = 1ull << bit;
    bare->turn = (bare->turn + 1) & 3;
    if (++bare->on_table < 4)
        return 0;
    uint64_t all = bare->table[0] | bare->table[1] | bare->table[2] | bare->table[3];
    uint64_t best = 1ull << (63 - __builtin_clzll(all & (bare->lane | TOP_LANE)));
    for (unsigned hand = 0; hand < 4; hand++)
        if (bare->table[hand] == best)
            bare->turn = hand;
    bare->tricks[bare->turn & 1]++;
    bare->on_table = 0;
    return 0;
}

/* Ten cards a hand; three are in no hand. */
static void bare_deal(struct bare *bare, card_t deck[43])
{
    shuffle(deck, 43, 40);
    memset(bare, 0, sizeof *bare);
    for (unsigned hand = 0; hand < 4; hand++) {
        for (unsigned i = 0; i < 10; i++)
            bare->hands[hand] |= UINT64_C(1) << deck[hand * 10 + i];
    }
}

static unsigned bare_playout(struct bare *bare)
{
    while (bare->tricks[0] + bare->tricks[1] < 10) {
        if (bare_apply(bare, bench_bit(bare_legal(bare), draw_bits())))
            abort();
    }
    return bare->tricks[0];
}

static double play_bare(const struct bare *ready, int times)
{
    unsigned sum = 0;
    double start = bench_cpu();
    for (int i = 0; i < times; i++) {
        struct bare bare = *ready;
        sum += bare_playout(&bare);
    }
    double cpu = bench_cpu() - start;
    return sum == 1 ? cpu + 1e-9 : cpu; /* the sum keeps the work from being optimised away */
}

/* The floor of a hand: a deal, and its play. */
static double play_bare_hands(int times)
{
    card_t deck[43];
    unsigned sum = 0, count = 0;
    double start = bench_cpu();
    for (unsigned lane = 0; lane < 4; lane++) {
        for (unsigned rank = 0; rank < (lane == 3 ? 13u : 10u); rank++)
            deck[count++] = (card_t)(lane * 16 + rank);
    }
    for (int i = 0; i < times; i++) {
        struct bare bare;
        bare_deal(&bare, deck);
        bare.turn = (unsigned)i & 3;
        sum += bare_playout(&bare);
    }
    double cpu = bench_cpu() - start;
    return sum == 1 ? cpu + 1e-9 : cpu;
}

static void make_ready(struct game *game, const struct ruleset *rules, struct bare *bare)
{
    card_t deck[CARDS_MAX];
    unsigned count = (unsigned)deck_cards(rules, deck);
    do {
        struct deal deal;
        game_init(game, rules, 0);
        shuffle(deck, count, count);
        deck_deal(&deal, rules, deck, 0);
        if (game_deal(game, rules, &deal, NULL))
            abort();
        while (game->phase != PHASE_PLAY && game->phase != PHASE_DEAL) {
            struct action action;
            decide(game, rules, &action);
            if (game_apply(game, rules, &action, NULL))
                abort();
        }
    } while (game->phase != PHASE_PLAY || call_denomination(game->contract.call) != DENOM_H);
    memset(bare, 0, sizeof *bare);
    for (unsigned i = 0; i < 40; i++) /* any 40 cards will do for the bare core */
        bare->hands[i / 10] |= 1ull << ((i * 7 % 40) / 10 * 16 + (i * 7 % 40) % 10);
}

static int play_one(const char *what, const struct ruleset *rules, int times)
{
    struct game ready;
    struct bare bare;

    if (times <= 0 || (strcmp(what, "hands") != 0 && strcmp(what, "cards") != 0)) {
        fprintf(stderr, "engine: %s %d: allowed: hands N, cards N, with N from 1\n", what, times);
        return 2;
    }
    make_ready(&ready, rules, &bare);
    double cpu = what[0] == 'h' ? play_hands(rules, times) : play_cards(&ready, rules, times);
    return cpu < 0;
}

int main(int argc, char **argv)
{
    struct ruleset rules;
    struct ruleset_error error;
    if (ruleset_preset(&rules, "wikipedia", 9, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    bench_init();
    if (argc > 1)
        return play_one(argv[1], &rules, argc > 2 ? atoi(argv[2]) : 0);
    enum { HANDS = 60000, TIMES = 20000 };
    double hands[BENCH_ROUNDS], bare_hands[BENCH_ROUNDS], games[BENCH_ROUNDS];
    double cards[BENCH_ROUNDS], bare_cards[BENCH_ROUNDS];
    struct game ready;
    struct bare bare;
    make_ready(&ready, &rules, &bare);
    for (int round = 0; round < BENCH_ROUNDS; round++) {
        games_ended = 0;
        double cpu = play_hands(&rules, HANDS);
        hands[round] = HANDS / cpu;
        games[round] = (double)games_ended / cpu;
        bare_hands[round] = HANDS / play_bare_hands(HANDS);
        cards[round] = play_cards(&ready, &rules, TIMES) / TIMES / 40 * 1e9;
        bare_cards[round] = play_bare(&bare, TIMES) / TIMES / 40 * 1e9;
    }
    bench_print_turns("engine.hands", hands, "hands/s", bare_hands, BENCH_ROUNDS);
    bench_print("engine.games", bench_median(games, BENCH_ROUNDS), "games/s", 0);
    bench_print_turns("engine.card", cards, "ns", bare_cards, BENCH_ROUNDS);
    return 0;
}
