/* test_botfair.c - a game that was dealt fairly is found fair, and each way to deal it otherwise is
 * named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "botfair.h"

enum { SEAT = 2, G = 7, DEALS = 3 };

/* An arena that lies in one place. */
enum lie {
    HONEST,
    OTHER_SEED, /* than the commitment's */
    NO_NONCE,   /* the own one is left out */
    OTHER_MIX,  /* than that of the nonces */
    OTHER_KEY,  /* than the committed one */
    OTHER_HAND, /* two cards are exchanged with another seat */
    OTHER_DEALER,
    DEAL_AGAIN,    /* a deal is left out */
    GIVEN_DEAL,    /* one that is from no shuffle */
    NONCES_CHANGE, /* after a reconnect */
    DEAL_CHANGES,  /* the same */
    LIES
};
static const char *const words[LIES] = {
    [OTHER_SEED] = "the commitment",
    [NO_NONCE] = "the own nonce",
    [OTHER_MIX] = "the mix",
    [OTHER_KEY] = "deal 2, attempt 0: the key",
    [OTHER_HAND] = "deal 2, attempt 0: the own cards",
    [OTHER_DEALER] = "deal 2, attempt 0: the dealer",
    [DEAL_AGAIN] = "deal 3, attempt 0: it does not follow the deal before it",
    [GIVEN_DEAL] = "deal 2, attempt 0: it is not from the shuffle",
    [NONCES_CHANGE] = "the nonces changed",
    [DEAL_CHANGES] = "a deal changed",
};

struct arena {
    struct ruleset rules;
    struct fair_nonce nonces[2];
    uint8_t seed[FAIR_BYTES], commitment[FAIR_BYTES], mix[FAIR_BYTES];
};

static void arena_make(struct arena *arena)
{
    struct ruleset_error error;
    card_t deck[CARDS_MAX];

    memset(arena, 0, sizeof *arena);
    assert_int_equal(ruleset_parse(&arena->rules, "wikipedia", NULL, 0, &error), 0);
    memset(arena->seed, 5, sizeof arena->seed);
    arena->nonces[1] = (struct fair_nonce){.size = 16, .bytes = {1, 2, 3}};
    fair_commitment("set-1", arena->seed, arena->commitment);
    fair_mix(arena->commitment, deck, deck_cards(&arena->rules, deck), arena->nonces, 2,
             arena->mix);
}

static void tell_game(struct bot_fair **games, const struct arena *arena, bool resumed)
{
    static struct message message;

    message_init(&message, MESSAGE_GAME);
    message_set_int(&message, GAME_G, G);
    message_set_string(&message, GAME_ID, "g-1", 3);
    message_set_int(&message, GAME_SEAT, SEAT);
    message_set_string(&message, GAME_SET, "set-1", 5);
    message_set_hex(&message, GAME_COMMIT, arena->commitment, FAIR_BYTES);
    if (resumed)
        message_set_int(&message, GAME_RESUMED, 1);
    bot_fair_game(games, &message, &arena->rules);
}

static void tell_fair(struct bot_fair *games, const struct arena *arena, enum lie lie)
{
    static struct message message;
    char hex[2 * FAIR_NONCE_MAX + 1];
    uint8_t mix[FAIR_BYTES];

    memcpy(mix, arena->mix, sizeof mix);
    mix[0] = (uint8_t)(mix[0] + (lie == OTHER_MIX || lie == NO_NONCE));
    message_init(&message, MESSAGE_FAIR);
    message_set_int(&message, FAIR_G, G);
    message_begin_list(&message, FAIR_NONCES);
    for (int i = 0; i < 2; i++) {
        hex_encode(arena->nonces[i].bytes, arena->nonces[i].size, hex);
        message_add_copy(&message, FAIR_NONCES, i && lie == NO_NONCE ? "00" : hex,
                         i && lie == NO_NONCE ? 2 : strlen(hex));
    }
    message_set_hex(&message, FAIR_MIX, mix, sizeof mix);
    bot_fair_hear(games, &message);
}

static void tell_deal(struct bot_fair *games, const struct arena *arena, uint32_t number,
                      enum lie lie)
{
    static struct message message;
    uint8_t key[FAIR_BYTES], commitment[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    struct deal deal;
    char text[CARD_TEXT_MAX];
    bool here = number == 2;
    seat_t dealer = (seat_t)((fair_first_dealer(arena->seed, arena->mix, 4) + number - 1) % 4);

    fair_key(arena->seed, arena->mix, number, 0, key);
    fair_key_commitment(key, commitment);
    fair_shuffle(key, deck, deck_cards(&arena->rules, deck));
    deck_deal(&deal, &arena->rules, deck, dealer);
    if (here && lie == OTHER_HAND)
        deal.hands[SEAT][3] = deal.hands[0][3];
    commitment[31] = (uint8_t)(commitment[31] + (here && lie == OTHER_KEY));
    message_init(&message, MESSAGE_DEAL);
    message_set_int(&message, DEAL_G, G);
    message_set_int(&message, DEAL_D, number);
    message_set_int(&message, DEAL_ATTEMPT, 0);
    message_set_int(&message, DEAL_DEALER, (dealer + (here && lie == OTHER_DEALER)) % 4);
    if (!here || lie != GIVEN_DEAL)
        message_set_hex(&message, DEAL_KEY, commitment, sizeof commitment);
    message_begin_list(&message, DEAL_CARDS);
    for (int i = 0; i < deal.hand_cards; i++) {
        size_t size = card_format(deal.hands[SEAT][i], text);
        message_add_copy(&message, DEAL_CARDS, text, size);
    }
    bot_fair_hear(games, &message);
}

static enum bot_fair_verdict tell_over(struct bot_fair **games, const uint8_t *seed,
                                       struct bot_fair_said *said)
{
    static struct message message;

    message_init(&message, MESSAGE_OVER);
    message_set_int(&message, OVER_G, G);
    if (seed)
        message_set_hex(&message, OVER_SEED, seed, FAIR_BYTES);
    return bot_fair_over(games, &message, said);
}

static enum bot_fair_verdict game_of(enum lie lie, struct bot_fair_said *said)
{
    struct bot_fair *games = NULL;
    struct arena arena;
    uint8_t seed[FAIR_BYTES];

    arena_make(&arena);
    tell_game(&games, &arena, false);
    bot_fair_nonce(games, G, arena.nonces[1].bytes, arena.nonces[1].size);
    assert_int_equal(bot_fair_own(games, G)->size, 16);
    tell_fair(games, &arena, lie);
    for (uint32_t number = 1; number <= DEALS; number++) {
        if (number != 2 || lie != DEAL_AGAIN)
            tell_deal(games, &arena, number, lie);
    }
    if (lie == NONCES_CHANGE || lie == DEAL_CHANGES || lie == HONEST) {
        tell_game(&games, &arena, true);
        arena.nonces[0].size = lie == NONCES_CHANGE;
        tell_fair(games, &arena, HONEST);
        if (lie == DEAL_CHANGES)
            memset(arena.seed, 9, sizeof arena.seed);
        tell_deal(games, &arena, DEALS, HONEST);
    }
    memset(seed, lie == OTHER_SEED ? 6 : 5, sizeof seed);
    enum bot_fair_verdict verdict = tell_over(&games, seed, said);
    assert_null(games);
    return verdict;
}

static void an_honest_game_is_fair(void **state)
{
    struct bot_fair_said said;
    (void)state;
    assert_int_equal(game_of(HONEST, &said), BOT_FAIR);
    assert_string_equal(said.id, "g-1");
    assert_string_equal(said.why, "");
    assert_int_equal(said.deals, DEALS);
}

static void each_lie_is_named(void **state)
{
    struct bot_fair_said said;
    (void)state;
    for (int lie = HONEST + 1; lie < LIES; lie++) {
        if (game_of((enum lie)lie, &said) != BOT_FAIR_NOT || strcmp(said.why, words[lie]) != 0)
            fail_msg("%s, not %s", said.why, words[lie]);
    }
}

/* Nothing is said of what cannot be known, and a nonce that came too late is not missed. */
static void what_is_not_known_is_not_judged(void **state)
{
    struct bot_fair *games = NULL;
    struct bot_fair_said said;
    struct arena arena;

    (void)state;
    arena_make(&arena);
    assert_int_equal(tell_over(&games, arena.seed, &said), BOT_FAIR_UNKNOWN);
    tell_game(&games, &arena, false);
    assert_int_equal(tell_over(&games, NULL, &said), BOT_FAIR_UNKNOWN);
    assert_null(games);
    tell_game(&games, &arena, true); /* a bot that was started again in the middle */
    bot_fair_nonce(games, G, (const uint8_t *)"late", 4);
    bot_fair_nonce(games, G, NULL, 0);
    assert_null(bot_fair_own(games, G));
    tell_fair(games, &arena, HONEST);
    tell_deal(games, &arena, 3, HONEST);
    assert_int_equal(tell_over(&games, arena.seed, &said), BOT_FAIR);
    tell_game(&games, &arena, false); /* the mix was never told */
    assert_int_equal(tell_over(&games, arena.seed, &said), BOT_FAIR_NOT);
    assert_string_equal(said.why, "the mix");
    tell_game(&games, &arena, false);
    bot_fair_forget(&games);
    assert_null(games);
}

/* It sends games that never end, and a game of deals without end. */
static void an_arena_does_not_fill_the_memory(void **state)
{
    static struct message message;
    struct bot_fair *games = NULL;
    struct bot_fair_said said;
    struct arena arena;

    (void)state;
    arena_make(&arena);
    for (int i = 0; i < 3 * BOT_FAIR_GAMES_MAX; i++) {
        message_init(&message, MESSAGE_GAME);
        message_set_int(&message, GAME_G, 1000 + i);
        message_set_string(&message, GAME_ID, "g-1", 3);
        message_set_int(&message, GAME_SEAT, SEAT);
        message_set_string(&message, GAME_SET, "set-1", 5);
        message_set_hex(&message, GAME_COMMIT, arena.commitment, FAIR_BYTES);
        bot_fair_game(&games, &message, &arena.rules);
        bot_fair_nonce(games, 1000 + i, (const uint8_t *)"x", 1);
    }
    int kept = 0;
    for (int i = 0; i < 3 * BOT_FAIR_GAMES_MAX; i++)
        kept += bot_fair_own(games, 1000 + i) != NULL;
    assert_int_equal(kept, BOT_FAIR_GAMES_MAX);
    assert_non_null(bot_fair_own(games, 1000 + 3 * BOT_FAIR_GAMES_MAX - 1)); /* the newest */
    tell_game(&games, &arena, false);
    tell_fair(games, &arena, HONEST);
    for (int i = 0; i < 2 * BOT_FAIR_DEALS_MAX; i++)
        tell_deal(games, &arena, 1, HONEST);
    assert_int_equal(tell_over(&games, arena.seed, &said), BOT_FAIR_UNKNOWN);
    assert_int_equal(said.deals, BOT_FAIR_DEALS_MAX);
    bot_fair_forget(&games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_game_is_fair),
        cmocka_unit_test(each_lie_is_named),
        cmocka_unit_test(what_is_not_known_is_not_judged),
        cmocka_unit_test(an_arena_does_not_fill_the_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
