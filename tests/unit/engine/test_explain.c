/* test_explain.c - why an action is legal or not: some sentences word for word, and that every
 * action has one. */
#include "play.h"

static uint64_t random_state = 5;

static uint32_t below(uint32_t bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) * bound >> 31);
}

#define assert_why(play, word, legal, sentence)                                                    \
    do {                                                                                           \
        char why_text[EXPLAIN_TEXT_MAX];                                                           \
        struct action why_action = action(word);                                                   \
        assert_int_equal(explain_action(&(play)->game, &(play)->rules, &why_action, why_text),     \
                         legal);                                                                   \
        assert_string_equal(why_text, sentence);                                                   \
    } while (0)

static void calls_that_do_not_outbid(void **state)
{
    struct play play;
    (void)state;
    play_start(&play, ruleset("wikipedia", NULL), 3);
    assert_why(&play, "pass", true, "a seat may pass at its turn (Auction).");
    assert_why(&play, "6S", true,
               "6S may be called: nobody has made a call yet (Calls, scoring=avondale).");
    assert_why(&play, "misere", false,
               "misere may be called only after somebody bid at level 7 or higher (Calls, "
               "from.misere=seven).");
    assert_why(&play, "6NO", false, "6NO is no call of this ruleset (Calls, no_calls=no).");
    assert_why(&play, "7JNT", false, "7JNT is no call of this ruleset (Calls, jack_nt=no).");
    assert_why(&play, "AS", false, "this is no action of the phase auction (The game).");
    play_words(&play, "8S");
    assert_why(&play, "7H", false, "7H does not outbid 8S (Calls, scoring=avondale).");
    assert_why(&play, "misere", true, "misere outbids 8S (Calls, scoring=avondale).");
}

static void following_suit(void **state)
{
    const char *const hands[HANDS_MAX] = {"JD 7C 4H 5S", "5D 6D AS 7S", "9D AD RJ 8S", "10D 5C 9S"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("wikipedia", NULL), 0);
    play_deal(&play, hands, NULL);
    play_words(&play, "pass pass 7H pass");
    assert_why(&play, "discard:5C:9S", false, "cards to name: 3, and there are 2 (Play).");
    assert_why(&play, "discard:5C:9S:AS", false, "the seat does not hold AS (Play).");
    assert_why(&play, "discard:5C:9S:10D", true,
               "the seat holds what it lays away, and it is as many as are due (Play).");
    play_default_while(&play, PHASE_DISCARD);
    assert_due(&play, 3, "play");
    assert_why(&play, "10D", true, "any card of the hand may be led (Play).");
    assert_why(&play, "claim:10D", false, "there are no claims in this ruleset (Play, claims=no).");
    play_words(&play, "10D");
    assert_why(
        &play, "JD", true,
        "D was led, and the hand cannot follow suit, so any card may be played (Play, Trumps).");
    play_words(&play, "JD");
    assert_why(&play, "7C", false, "the hand does not hold 7C (Play).");
    assert_why(&play, "AS", false,
               "D was led and the hand can follow suit, so it may play only 5D 6D (Play, Trumps).");
    assert_why(&play, "5D", true, "D was led, and 5D follows it (Play, Trumps).");
    play_words(&play, "6D");
    assert_why(&play, "RJ", false,
               "D was led and the hand can follow suit, so it may play only 4D 7D 8D 9D QD KD AD "
               "(Play, Trumps).");
    assert_why(&play, "RJ=S", false,
               "a suit is named only by a joker that leads without trumps (Play, joker_nt=any).");
}

static void jokers_without_trumps(void **state)
{
    const char *const hands[HANDS_MAX] = {"4H 5S", "5D 6D AS RJ", "9D AD 8S", "10D 5C 9S"};
    struct play play;
    (void)state;
    play_begin(&play, ruleset("wikipedia", "joker_nt=not-void", "claims=yes", NULL), 0);
    play_deal(&play, hands, NULL);
    play_words(&play, "7NT pass pass pass");
    play_default_while(&play, PHASE_DISCARD);
    assert_due(&play, 1, "play");
    assert_why(
        &play, "RJ", false,
        "RJ leads without trumps and must name a suit, one of S C D H (Play, joker_nt=not-void).");
    assert_why(&play, "RJ=D", true,
               "the joker may be led, as the suit that it names (Play, joker_nt=not-void).");
    assert_why(&play, "claim:AS", false,
               "a claim names all cards of the hand, each once, in the order of the leads (Play, "
               "claims=yes).");
    play_words(&play, "AS");
    assert_why(&play, "9D", false,
               "S was led and the hand can follow suit, so it may play only 8S (Play, Trumps).");
    play_words(&play, "8S 9S 5S RJ=H");
    play_words(&play, "AC");
}

/* Asks about one action; counts the refused ones. */
static void ask(const struct play *play, const struct action *tried, long *refused)
{
    char text[EXPLAIN_TEXT_MAX], word[ACTION_TEXT_MAX];
    struct legal legal;

    game_legal(&play->game, &play->rules, &legal);
    bool wanted = legal_has(&legal, &play->game, &play->rules, tried);
    bool got = explain_action(&play->game, &play->rules, tried, text);
    size_t size = strlen(text);
    action_format(tried, word);
    if (got != wanted || size < 20 || strcmp(text + size - 2, ").") != 0 ||
        strstr(text, "not among what is legal"))
        fail_msg("%s in phase %s: %s", word, game_phase_name((enum phase)play->game.phase), text);
    *refused += !got;
}

static struct action make(enum action_kind kind)
{
    struct action made = {.kind = (uint8_t)kind, .joker = {SUIT_NONE, SUIT_NONE}};
    return made;
}

/* Every card, call and word, in forms that fit and forms that do not. */
static void ask_all(const struct play *play, long *refused)
{
    const cardset_t held = play->game.hands[play->game.hand_due];

    for (int kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        struct action tried = make((enum action_kind)kind);
        for (call_t call = 0; kind == ACTION_CALL && call < CALL_COUNT; call++) {
            tried.call = call;
            ask(play, &tried, refused);
        }
        if (kind == ACTION_CALL)
            continue;
        for (cardset_t left = held;
             (kind == ACTION_CLAIM || kind == ACTION_DISCARD || kind == ACTION_GIVE) && left;) {
            if (tried.count == ACTION_CARDS_MAX)
                break;
            tried.cards[tried.count++] = cardset_pop(&left);
            ask(play, &tried, refused);
        }
        tried = make((enum action_kind)kind);
        bool bare = kind != ACTION_PLAY && kind != ACTION_TAKE && kind != ACTION_PARTNER &&
                    kind != ACTION_SWAP && kind != ACTION_GIVE && kind != ACTION_DISCARD;
        if (bare) {
            ask(play, &tried, refused);
            continue;
        }
        tried.count = kind == ACTION_SWAP ? 2 : 1;
        tried.cards[1] = held ? cardset_first(held) : CARD_RJ;
        for (card_t card = 0; card < CARDS_MAX; card++) {
            if (kind == ACTION_SWAP && card == tried.cards[1])
                continue;
            tried.cards[0] = card;
            ask(play, &tried, refused);
            for (uint8_t suit = 0; kind == ACTION_PLAY && card_is_joker(card) && suit < SUITS;
                 suit++) {
                tried.joker[card - CARD_RJ] = suit;
                ask(play, &tried, refused);
                tried.joker[card - CARD_RJ] = SUIT_NONE;
            }
        }
    }
}

static void act_at_random(struct play *play)
{
    struct legal legal;
    struct action list[LEGAL_LIST_MAX], chosen;

    game_legal(&play->game, &play->rules, &legal);
    int count = legal_list(&legal, &play->rules, list);
    default_action(&play->game, &play->rules, &chosen);
    if (count > 0)
        chosen = list[below((uint32_t)count)];
    if (chosen.kind ==
        ACTION_CLAIM) { /* the bare word: all cards, by deck order, jokers as spades */
        for (cardset_t left = play->game.hands[play->game.hand_due]; left;)
            chosen.cards[chosen.count++] = cardset_pop(&left);
        for (int joker = 0; joker < 2; joker++) {
            if (legal.joker_suits[joker])
                chosen.joker[joker] = (uint8_t)__builtin_ctz(legal.joker_suits[joker]);
        }
    }
    if (game_apply(&play->game, &play->rules, &chosen, NULL))
        default_action(&play->game, &play->rules, &chosen);
    else
        return;
    assert_int_equal(game_apply(&play->game, &play->rules, &chosen, NULL), ENGINE_OK);
}

/* Two hands of a ruleset. */
static void ask_game(struct ruleset rules, long *refused)
{
    struct play play;
    card_t deck[CARDS_MAX];

    play_begin(&play, rules, 0);
    for (int hand = 0; hand < 2 && play.game.phase != PHASE_OVER; hand++) {
        struct deal deal;
        int count = deck_cards(&rules, deck);
        for (int i = count - 1; i > 0; i--) {
            uint32_t j = below((uint32_t)i + 1);
            card_t card = deck[i];
            deck[i] = deck[j];
            deck[j] = card;
        }
        deck_deal(&deal, &rules, deck, play.game.dealer);
        assert_int_equal(game_deal(&play.game, &play.rules, &deal, NULL), ENGINE_OK);
        while (play.game.phase != PHASE_DEAL && play.game.phase != PHASE_OVER) {
            ask_all(&play, refused);
            act_at_random(&play);
        }
    }
    ask_all(&play, refused);
}

static void every_action_has_a_reason(void **state)
{
    static const char *const nt[] = {"joker_nt=any", "joker_nt=not-void", "joker_nt=no-renege",
                                     "joker_nt=first-or-last", "joker_nt=free"};
    long refused = 0;
    (void)state;
    for (int preset = 0; preset < preset_count(); preset++) {
        for (int i = 0; i < 5; i++)
            ask_game(ruleset(preset_name(preset), nt[i], NULL), &refused);
    }
    for (int i = 0; i < 20; i++)
        ask_game(ruleset("everything", nt[i % 5], "all_pass=dealer-bids", "min_level=7", NULL),
                 &refused);
    assert_true(refused > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_that_do_not_outbid),
        cmocka_unit_test(following_suit),
        cmocka_unit_test(jokers_without_trumps),
        cmocka_unit_test(every_action_has_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
