/* The solver against brute force: random rulesets, contracts and endings, each card's value found
 * again by trying everything through game_legal and game_apply. And what must not matter: the names
 * of the suits of one colour, who sits where. SEED and GAMES in the environment; a failure prints
 * the command that repeats it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_game.h"
#include "solve.h"

static struct solver solver;
static void *memory;

static void print_game(const struct game *game)
{
    char text[CARD_TEXT_MAX];
    fprintf(stderr, "%s by %d, order %d, trick %d with %d on the table led %d, hand %d due\n",
            call_name(game->contract.call), game->contract.by, game->order, game->trick,
            game->trick_count, game->led, game->hand_due);
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        fprintf(stderr, "  %d%s:", hand, game->folded >> hand & 1 ? " folded" : "");
        for (cardset_t left = game->hands[hand]; left;) {
            card_format(cardset_pop(&left), text);
            fprintf(stderr, " %s", text);
        }
        if (game->trick_count > 0 && game->table[hand] != CARD_NONE) {
            card_format(game->table[hand], text);
            fprintf(stderr, " (%s)", text);
        }
        fprintf(stderr, " voids %x played %x\n", game->void_shown[hand], game->suit_played[hand]);
    }
}

__attribute__((noreturn, format(printf, 2, 3))) static void wrong(const struct game *game,
                                                                  const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_game(game);
    broken("%s", text);
}

/* ------------------------------------------------------------------------- games to be solved */

static void set_option(struct ruleset *rules, const char *name, const char *value)
{
    struct ruleset before = *rules;
    struct ruleset_error error;
    if (ruleset_set(rules, name, strlen(name), value, strlen(value), &error) ||
        ruleset_finish(rules, &error))
        *rules = before;
}

/* A random ruleset, with what matters to the play changed more often. */
static void play_ruleset(struct ruleset *rules)
{
    static const char *const jokers[] = {"any", "not-void", "no-renege", "first-or-last", "free"};
    static const char *const decks[] = {"43m", "44", "45", "46", "63", "64", "65", "66"};
    static const char *const calls[] = {"none",
                                        "misere",
                                        "hi-lo",
                                        "double-misere",
                                        "grand-misere",
                                        "misere hi-lo shields",
                                        "open-misere patastrophe"};

    random_ruleset(rules);
    set_option(rules, "early_finish", "no");
    set_option(rules, "joker_nt", jokers[below(5)]);
    if (below(2))
        set_option(rules, "deck", decks[below(8)]);
    if (below(2))
        set_option(rules, "joker_order", "red");
    if (below(2))
        set_option(rules, "from.misere", "any");
    if (below(2))
        set_option(rules, "calls", calls[below(7)]);
    if (below(3) == 0)
        set_option(rules, "jack_nt", "extra");
    if (below(3) == 0)
        set_option(rules, "misere_hands", "both");
    if (below(3) == 0)
        set_option(rules, "all_pass", "no-trump");
    if (below(3) == 0)
        set_option(rules, "slam_call", "yes");
    if (below(4) == 0)
        set_option(rules, "claims", "yes");
}

static void random_deal(struct game *game, const struct ruleset *rules)
{
    struct deal deal;

    random_next_deal(game, rules, &deal, NULL);
    if (game_deal(game, rules, &deal, NULL))
        wrong(game, "a deal from the deck is refused");
}

static bool ducks(const struct game *game)
{
    return game->phase == PHASE_PLAY && call_is_no_trick(game->contract.call) &&
           (game->hand_due == game->contract.by) == (below(8) > 0);
}

/* A legal action; in the play jokers are kept, because they are difficult, and in a misere the
 * contractor mostly plays low. */
static void likely_action(const struct game *game, const struct ruleset *rules,
                          struct action *action)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];

    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list);
    if (legal.choose || count == 0 || ducks(game)) {
        default_action(game, rules, action);
        return;
    }
    *action = list[legal.calls && below(3) ? 0 : below((uint32_t)count)];
    for (int tries = 0; tries < 8; tries++) {
        if (action->kind != ACTION_CLAIM &&
            (action->kind != ACTION_PLAY || !card_is_joker(action->cards[0])))
            break;
        *action = list[below((uint32_t)count)];
    }
    if (action->kind == ACTION_CLAIM)
        *action = list[0];
}

/* A misere that is lost is no test: mostly another hand is taken. */
static bool spoilt(const struct game *game)
{
    return game->phase == PHASE_PLAY && call_is_no_trick(game->contract.call) &&
           game->won[game->contract.by] > 0 && below(16) > 0;
}

/* Plays at random until at most `tricks` are left and a few cards more. False: no such hand. */
static bool random_ending(struct game *game, const struct ruleset *rules, int tricks, uint32_t more)
{
    game_init(game, rules, (seat_t)below(rules->players));
    for (int deals = 0; deals < 200 && game->phase != PHASE_OVER; deals++) {
        if (game->phase != PHASE_DEAL)
            game_init(game, rules, game->dealer);
        random_deal(game, rules);
        while (game->phase != PHASE_DEAL && game->phase != PHASE_OVER) {
            struct action action;
            if (spoilt(game))
                break;
            if (game->phase == PHASE_PLAY && TRICKS - game->trick <= tricks && more-- == 0)
                return true;
            likely_action(game, rules, &action);
            if (game_apply(game, rules, &action, NULL))
                wrong(game, "a legal action is refused");
        }
    }
    return false;
}

/* -------------------------------------------------------------------------------- brute force */

static long brute_nodes;

static int counted(const struct game *game, unsigned hands)
{
    int won = 0;
    for (int hand = 0; hand < HANDS_MAX; hand++)
        won += hands >> hand & 1 ? game->won[hand] : 0;
    return won;
}

/* Whether the value is at least `aim`: tricks, or 1 for a contract that can be made. */
static bool brute(const struct game *game, const struct ruleset *rules,
                  const struct solve_result *terms, int aim)
{
    int won = counted(game, terms->hands), left = TRICKS - game->trick;
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];

    brute_nodes++;
    if (terms->goal == SOLVE_TRICKS && (won >= aim || won + left < aim))
        return won >= aim;
    if (terms->goal == SOLVE_NO_TRICK && (won > 0 || left == 0))
        return won == 0;
    if (terms->goal == SOLVE_FIVE && (won > 5 || won + left < 5 || left == 0))
        return won == 5;
    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list);
    bool wants = terms->hands >> game->hand_due & 1;
    for (int i = 0; i < count; i++) {
        struct game next = *game;
        if (list[i].kind == ACTION_CLAIM)
            continue;
        if (game_apply(&next, rules, &list[i], NULL))
            wrong(game, "a legal card is refused");
        if (brute(&next, rules, terms, aim) == wants)
            return wants;
    }
    return !wants;
}

static bool brute_value(const struct game *game, const struct ruleset *rules,
                        const struct solve_result *terms, const struct solve_card *card)
{
    struct game next = *game;
    struct action action = {
        .kind = ACTION_PLAY, .count = 1, .cards = {card->card}, .joker = {SUIT_NONE, SUIT_NONE}};
    if (card_is_joker(card->card))
        action.joker[card->card - CARD_RJ] = card->named;
    if (game_apply(&next, rules, &action, NULL))
        wrong(game, "the solver has a card that is not legal");
    if (terms->goal != SOLVE_TRICKS)
        return brute(&next, rules, terms, 1) == (card->value > 0);
    return (card->value == 0 || brute(&next, rules, terms, card->value)) &&
           (card->value == TRICKS || !brute(&next, rules, terms, card->value + 1));
}

static unsigned goals_seen, trumps_seen, positions, misere_seen, misere_made;

static void check_position(const struct game *game, const struct ruleset *rules)
{
    struct solve_result result, value;
    struct legal legal;
    struct action list[LEGAL_LIST_MAX];
    char text[CARD_TEXT_MAX];

    if (solve_play(&solver, game, rules, 0, &result))
        wrong(game, "not solved");
    game_legal(game, rules, &legal);
    int count = legal_list(&legal, rules, list), best = -1;
    count -= (legal.words >> ACTION_CLAIM & 1) != 0;
    if (count != result.count)
        wrong(game, "%d cards are legal, %d solved", count, result.count);
    for (int i = 0; i < count; i++) {
        const struct solve_card *card = &result.cards[i];
        card_format(card->card, text);
        if (!brute_value(game, rules, &result, card))
            wrong(game, "%s is not worth %d (goal %d, hands %x, joker_nt %d, won %d)", text,
                  card->value, result.goal, result.hands, rules->joker_nt,
                  counted(game, result.hands));
        if (best < 0 || (result.wants ? card->value > best : card->value < best))
            best = card->value;
    }
    if (best != result.value)
        wrong(game, "the best card is worth %d, the position %d", best, result.value);
    if (solve_value(&solver, game, rules, 0, &value) || value.value != result.value)
        wrong(game, "the value alone is another one");
    goals_seen |= 1u << result.goal;
    trumps_seen |= 1u << (game->order >> 2);
    misere_seen += result.goal == SOLVE_NO_TRICK;
    misere_made += result.goal == SOLVE_NO_TRICK && result.value;
    positions++;
}

static void play_ending(void)
{
    struct ruleset rules;
    struct game game;
    uint32_t roll = below(12);
    int tricks = roll == 0 ? 5 : roll < 4 ? 4 : 3;

    play_ruleset(&rules);
    if (tricks > 3 && rules.hand_count > 4)
        tricks = 3;
    if (!random_ending(&game, &rules, tricks, below(7)))
        return;
    for (int steps = 0; game.phase == PHASE_PLAY && steps < 6; steps++) {
        struct action action;
        check_position(&game, &rules);
        likely_action(&game, &rules, &action);
        if (game_apply(&game, &rules, &action, NULL))
            wrong(&game, "a legal action is refused");
    }
}

/* A hand from nowhere: few suits, so that runs, ruffs and entries are many. */
static bool random_setup(struct game *game, const struct ruleset *rules, int tricks)
{
    struct setup setup = {.call = rules->call_order[below(rules->call_count)],
                          .by = (seat_t)below(rules->players),
                          .partner = SEAT_NONE};
    uint32_t suits = below(15) + 1;
    card_t deck[CARDS_MAX];
    int hand = 0;

    random_deck(rules, deck);
    for (int i = 0; i < cardset_count(rules->cards) && hand < rules->hand_count; i++) {
        if (!card_is_joker(deck[i]) && !(suits >> card_suit(deck[i]) & 1))
            continue;
        setup.hands[hand] |= CARDSET(deck[i]);
        hand += cardset_count(setup.hands[hand]) == tricks;
    }
    setup.leader = setup.by;
    if (rules->dead_hands)
        setup.hands[rules->hand_count - 1] = 0;
    return setup_game(game, rules, &setup) == ENGINE_OK;
}

static void test_setups(void **context)
{
    (void)context;
    long count = (long)random_games(8000), found = 0;
    uint64_t first = random_env("SEED", 1);

    for (long i = 0; i < count; i++) {
        struct ruleset rules;
        struct game game;
        seed_game(first + (uint64_t)i);
        play_ruleset(&rules);
        int tricks = rules.hand_count > 4 ? 3 : 3 + (int)below(3);
        if (!random_setup(&game, &rules, tricks))
            continue;
        check_position(&game, &rules);
        found++;
    }
    printf("%ld hands from seed %llu\n", found, (unsigned long long)first);
    assert_true(found >= count / 3);
}

static void test_brute_force(void **context)
{
    (void)context;
    long count = (long)random_games(12000);
    uint64_t first = random_env("SEED", 1);

    for (long i = 0; i < count; i++) {
        seed_game(first + (uint64_t)i);
        play_ending();
    }
    printf("%u positions (misere: %u, %u of them can be made) from seed %llu, %ld nodes of brute "
           "force\n",
           positions, misere_seen, misere_made, (unsigned long long)first, brute_nodes);
    if (count < 1000)
        return;
    assert_int_equal(goals_seen, 7);
    assert_int_equal(trumps_seen, 63);
    assert_true(misere_made > count / 60);
}

/* ------------------------------------------------------------- longer hands: what must not matter
 */

static card_t renamed(card_t card, unsigned change)
{
    return card < 64 ? (card_t)(card ^ change << 4) : card;
}

static cardset_t all_renamed(cardset_t set, unsigned change)
{
    cardset_t result = 0;
    while (set)
        result |= CARDSET(renamed(cardset_pop(&set), change));
    return result;
}

static uint8_t mask_renamed(uint8_t mask, unsigned change)
{
    uint8_t result = 0;
    for (unsigned suit = 0; suit < SUITS; suit++)
        result |= (uint8_t)((mask >> suit & 1) << (suit ^ change));
    return result;
}

/* Every suit becomes another, so that suits of one colour stay that. */
static void rename_suits(struct game *game, unsigned change)
{
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        game->hands[hand] = all_renamed(game->hands[hand], change);
        if (game->table[hand] != CARD_NONE)
            game->table[hand] = renamed(game->table[hand], change);
        for (int i = 0; i < 5; i++) {
            if (game->over[hand][i] != CARD_NONE)
                game->over[hand][i] = renamed(game->over[hand][i], change);
            game->down[hand][i] = renamed(game->down[hand][i], change);
        }
        game->void_shown[hand] = mask_renamed(game->void_shown[hand], change);
        game->suit_played[hand] = mask_renamed(game->suit_played[hand], change);
    }
    if (game->led != SUIT_NONE)
        game->led = (uint8_t)(game->led ^ change);
    if (game->order < 16) {
        int level = call_level(game->contract.call);
        game->order = (uint8_t)(game->order ^ change << 2);
        game->contract.call = CALL_BID(level, game->order >> 2);
    }
}

/* All seats move on by `by`. Not for table hands, because there are more hands than seats. */
static void rotate_seats(struct game *game, const struct ruleset *rules, unsigned by)
{
    struct game old = *game;
    unsigned seats = rules->players;

    game->folded = 0;
    for (unsigned from = 0; from < seats; from++) {
        unsigned to = (from + by) % seats;
        game->hands[to] = old.hands[from];
        game->table[to] = old.table[from];
        game->void_shown[to] = old.void_shown[from];
        game->suit_played[to] = old.suit_played[from];
        game->won[to] = old.won[from];
        game->folded |= (uint8_t)((old.folded >> from & 1) << to);
    }
    game->turn = (seat_t)((old.turn + by) % seats);
    game->hand_due = (uint8_t)((old.hand_due + by) % seats);
    game->leader = (uint8_t)((old.leader + by) % seats);
    game->best = (uint8_t)((old.best + by) % seats);
    if (old.contract.by != SEAT_NONE)
        game->contract.by = (seat_t)((old.contract.by + by) % seats);
    if (old.contract.partner != SEAT_NONE)
        game->contract.partner = (seat_t)((old.contract.partner + by) % seats);
}

static uint8_t value_of(const struct game *game, const struct ruleset *rules)
{
    struct solve_result result;
    if (solve_value(&solver, game, rules, 0, &result))
        wrong(game, "not solved");
    return result.value;
}

/* Best play keeps the value, card by card; a table too small to remember anything finds the same.
 */
static void check_line(struct game game, const struct ruleset *rules)
{
    static struct solve_bucket *small;
    struct solver forgetful;
    int value = -1;

    if (!small && !(small = malloc(solve_bytes(4))))
        wrong(&game, "no memory");
    while (game.phase == PHASE_PLAY) {
        struct solve_result result, again;
        if (solve_play(&solver, &game, rules, 0, &result))
            wrong(&game, "not solved");
        /* Without a contract the side of the seat to move counts. */
        if (value >= 0 && game.contract.call != CALL_PASS && result.value != value)
            wrong(&game, "best play came from %d to %d", value, result.value);
        value = result.value;
        if (TRICKS - game.trick <= 6 &&
            (solve_init(&forgetful, small, solve_bytes(4)) ||
             solve_value(&forgetful, &game, rules, 0, &again) || again.value != value))
            wrong(&game, "%d with a table, %d with next to none", value, again.value);
        int best = 0;
        while (result.cards[best].value != value)
            best++;
        struct action action = {.kind = ACTION_PLAY,
                                .count = 1,
                                .cards = {result.cards[best].card},
                                .joker = {SUIT_NONE, SUIT_NONE}};
        if (card_is_joker(action.cards[0]))
            action.joker[action.cards[0] - CARD_RJ] = result.cards[best].named;
        if (game_apply(&game, rules, &action, NULL))
            wrong(&game, "the best card is refused");
    }
}

static void test_invariance(void **context)
{
    (void)context;
    long count = (long)random_games(150);
    uint64_t first = random_env("SEED", 1);
    int checked = 0;

    for (long i = 0; i < count; i++) {
        struct ruleset rules;
        struct game game;
        seed_game(first + (uint64_t)i);
        play_ruleset(&rules);
        int tricks = rules.hand_count > 4 ? 5 : 8;
        if (!random_ending(&game, &rules, tricks - (int)below(3), below(6)))
            continue;
        uint8_t value = value_of(&game, &rules);
        for (unsigned change = 1; change < SUITS; change++) {
            struct game other = game;
            rename_suits(&other, change);
            if (value_of(&other, &rules) != value)
                wrong(&game, "worth %d; other names (%u) make it another", value, change);
        }
        for (unsigned by = 1; by < rules.players && rules.two_handed != TWO_HANDED_TABLE; by++) {
            struct game other = game;
            rotate_seats(&other, &rules, by);
            if (value_of(&other, &rules) != value)
                wrong(&game, "worth %d; %u seats on it is another", value, by);
        }
        check_line(game, &rules);
        checked++;
    }
    printf("%d hands from seed %llu\n", checked, (unsigned long long)first);
    assert_true(checked > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_brute_force),
                                       cmocka_unit_test(test_setups),
                                       cmocka_unit_test(test_invariance)};
    size_t bytes = solve_bytes(16);
    random_program = "sim_test_solve";
    memory = malloc(bytes);
    if (!memory || solve_init(&solver, memory, bytes))
        return 1;
    int failed = cmocka_run_group_tests_name("sim_solve", tests, NULL, NULL);
    free(memory);
    return failed;
}
