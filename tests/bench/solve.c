/* The solver: random deals of `wikipedia`, whole and with eight tricks left, by kind of contract.
 * Mean, median and 99th percentile of one core's time, and nodes. DEALS in the environment. */
#include <string.h>

#include "bench.h"
#include "solve.h"

enum { DEALS_MAX = 5000, TABLE_BITS = 18 };

static uint64_t seed = 1;
static struct solver solver;

static void shuffle(card_t *deck, int count)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = splitmix_below(&seed, (uint32_t)i + 1);
        card_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

static void must(int status)
{
    if (status)
        abort();
}

/* A random deal in which the first seat calls `call`, keeps its hand and leads. */
static void start(struct game *game, const struct ruleset *rules, call_t call)
{
    card_t deck[CARDS_MAX];
    int count = deck_cards(rules, deck);
    struct deal deal;
    struct action action = {.kind = ACTION_CALL, .call = call, .joker = {SUIT_NONE, SUIT_NONE}};

    game_init(game, rules, 3);
    shuffle(deck, count);
    deck_deal(&deal, rules, deck, 3);
    must(game_deal(game, rules, &deal, NULL));
    must(game_apply(game, rules, &action, NULL));
    while (game->phase != PHASE_PLAY) {
        default_action(game, rules, &action); /* passes; discards the lowest cards */
        must(game_apply(game, rules, &action, NULL));
    }
}

/* Plays at random until `tricks` are left. */
static void play_down(struct game *game, const struct ruleset *rules, int tricks)
{
    while (TRICKS - game->trick > tricks) {
        struct legal legal;
        struct action list[LEGAL_LIST_MAX];
        game_legal(game, rules, &legal);
        int count = legal_list(&legal, rules, list);
        must(game_apply(game, rules, &list[splitmix_below(&seed, (uint32_t)count)], NULL));
    }
}

static void measure(const struct ruleset *rules, const char *name, call_t call, int tricks,
                    bool cards, int deals)
{
    static double ms[DEALS_MAX];
    double sum = 0, nodes = 0;
    char figure[64];

    for (int i = 0; i < deals; i++) {
        struct game game;
        struct solve_result result;
        start(&game, rules, call);
        play_down(&game, rules, tricks);
        double from = bench_cpu();
        must((cards ? solve_play : solve_value)(&solver, &game, rules, 0, &result));
        ms[i] = (bench_cpu() - from) * 1e3;
        sum += ms[i];
        nodes += (double)result.nodes;
    }
    double median = bench_median(ms, deals); /* sorts */
    snprintf(figure, sizeof figure, "solve.%s-%d%s", name, tricks, cards ? ".cards" : "");
    printf("%s.mean %.4g ms\n%s.median %.4g ms\n", figure, sum / deals, figure, median);
    printf("%s.p99 %.4g ms\n%s.max %.4g ms\n", figure, ms[deals * 99 / 100], figure, ms[deals - 1]);
    printf("%s.nodes %.6g nodes\n", figure, nodes / deals);
    fflush(stdout);
}

int main(void)
{
    struct ruleset rules;
    struct ruleset_error error;
    const char *asked = getenv("DEALS");
    int deals = asked ? atoi(asked) : 200;
    const char *const words[] = {"from.misere=any", "calls=misere hi-lo double-misere"};
    void *memory = malloc(solve_bytes(TABLE_BITS));

    if (ruleset_parse(&rules, "wikipedia", words, 2, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    if (!memory || deals < 1 || deals > DEALS_MAX ||
        solve_init(&solver, memory, solve_bytes(TABLE_BITS)))
        return 2;
    measure(&rules, "nt", CALL_BID(8, DENOM_NT), 10, false, deals);
    measure(&rules, "nt", CALL_BID(8, DENOM_NT), 10, true, deals);
    measure(&rules, "nt", CALL_BID(8, DENOM_NT), 8, false, deals);
    measure(&rules, "suit", CALL_BID(8, DENOM_H), 10, false, deals);
    measure(&rules, "suit", CALL_BID(8, DENOM_H), 8, false, deals);
    measure(&rules, "misere", CALL_MISERE, 10, false, deals);
    measure(&rules, "hi-lo", CALL_HI_LO, 10, false, deals);
    measure(&rules, "double-misere", CALL_DOUBLE_MISERE, 10, false, deals);
    free(memory);
    return 0;
}
