/* test_deck.c - decks and how they are dealt (rules 2 and 7). */
#include "cards.h"

static void decks_have_their_cards(void **state)
{
    static const struct {
        const char *preset, *word;
        int count;
        const char *has, *lacks;
    } decks[] = {
        {"three-handed", "deck=33", 33, "7S 7H RJ", "6S 6H BJ 11S"},
        {"wikipedia", "deck=43", 43, "5S 5C 4D 4H RJ", "4S 4C 3D BJ"},
        {"wikipedia", "deck=43m", 43, "5S 4C 5D 4H RJ", "4S 4D BJ"},
        {"wikipedia", "deck=44", 44, "5S 4D RJ BJ", "4S 4C"},
        {"wikipedia", "deck=45", 45, "4S 4C 4D 4H RJ", "3S BJ"},
        {"wikipedia", "deck=46", 46, "4S 4C 4D 4H RJ BJ", "3H 11H"},
        {"five-handed", "deck=52", 52, "2S 2C 2D 2H AH", "RJ BJ 11S"},
        {"five-handed", "deck=53", 53, "2S 2H RJ", "BJ 11S"},
        {"six-handed", "deck=63", 63, "11S 12H 13D 13H RJ", "13S 13C BJ"},
        {"six-handed", "deck=64", 64, "13D BJ", "13S 13C"},
        {"six-handed", "deck=65", 65, "13S 13C RJ", "BJ"},
        {"six-handed", "deck=66", 66, "13S 13C RJ BJ", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++) {
        struct ruleset rules = ruleset(decks[i].preset, decks[i].word, NULL);
        card_t list[CARDS_MAX];
        assert_int_equal(deck_cards(&rules, list), decks[i].count);
        assert_int_equal(cardset_count(rules.cards), decks[i].count);
        for (int c = 1; c < decks[i].count; c++)
            assert_true(list[c - 1] < list[c]);
        assert_true((rules.cards & cards(decks[i].has)) == cards(decks[i].has));
        assert_true((rules.cards & cards(decks[i].lacks)) == 0);
        assert_int_equal(rules.kitty_size, decks[i].count - 10 * rules.hand_count);
    }
}

static struct deal dealt(const struct ruleset *rules, seat_t dealer)
{
    card_t list[CARDS_MAX];
    struct deal deal;
    deck_cards(rules, list);
    deck_deal(&deal, rules, list, dealer);
    assert_int_equal(deck_check_deal(&deal, rules), ENGINE_OK);
    return deal;
}

/* 43 cards: S 5-A is 0..9, C 5-A is 10..19, D 4-A is 20..30, H 4-A is 31..41, RJ 42. */
static void assert_dealt(const struct ruleset *rules, const card_t *cards_dealt, int count,
                         const int *places)
{
    card_t list[CARDS_MAX];
    deck_cards(rules, list);
    for (int i = 0; i < count; i++)
        assert_int_equal(cards_dealt[i], list[places[i]]);
}

static void packets_go_round_from_the_dealers_left(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    struct deal deal = dealt(&rules, 2);
    (void)state;
    /* 3 to each from hand 3, K1, 4 to each, K1, 3 to each, K1 */
    assert_dealt(&rules, deal.hands[3], 10, (int[]){0, 1, 2, 13, 14, 15, 16, 30, 31, 32});
    assert_dealt(&rules, deal.hands[0], 10, (int[]){3, 4, 5, 17, 18, 19, 20, 33, 34, 35});
    assert_dealt(&rules, deal.hands[2], 10, (int[]){9, 10, 11, 25, 26, 27, 28, 39, 40, 41});
    assert_dealt(&rules, deal.kitty, 3, (int[]){12, 29, 42});
}

static void custom_packets_are_dealt(void **state)
{
    struct ruleset rules = ruleset("wikipedia", "deal=K2 10 K1", NULL);
    struct deal deal = dealt(&rules, 3);
    (void)state;
    assert_dealt(&rules, deal.kitty, 3, (int[]){0, 1, 42});
    assert_dealt(&rules, deal.hands[0], 3, (int[]){2, 3, 4});
    assert_dealt(&rules, deal.hands[3], 3, (int[]){32, 33, 34});
}

static void every_kitty_size_has_its_packets(void **state)
{
    static const struct {
        const char *preset, *word;
        const uint8_t packets[7];
    } sizes[] = {
        {"five-handed", "deck=52", {3, 0x81, 4, 0x81, 3}},
        {"wikipedia", "deck=43", {3, 0x81, 4, 0x81, 3, 0x81}},
        {"wikipedia", "deck=44", {3, 0x81, 4, 0x82, 3, 0x81}},
        {"wikipedia", "deck=45", {3, 0x83, 4, 0x82, 3}},
        {"wikipedia", "deck=46", {3, 0x83, 3, 0x83, 4}},
        {"two-handed-draft", "draft_kitty=3", {3, 4, 3}},
        {"two-handed-draw", "deck=43", {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct ruleset rules = ruleset(sizes[i].preset, sizes[i].word, NULL);
        assert_memory_equal(rules.deal_packets, sizes[i].packets, 7);
        assert_int_equal(rules.packet_count, 0);
    }
}

static void a_dead_hand_is_the_last(void **state)
{
    struct ruleset rules = ruleset("three-handed-dead", NULL);
    struct deal deal = dealt(&rules, 2);
    (void)state;
    /* from hand 3, the dead one, to the left of seat 2 */
    assert_int_equal(deal.hand_count, 4);
    assert_dealt(&rules, deal.hands[3], 3, (int[]){0, 1, 2});
    assert_dealt(&rules, deal.hands[0], 3, (int[]){3, 4, 5});
    assert_dealt(&rules, deal.hands[2], 3, (int[]){9, 10, 11});
}

static void table_hands_are_hands(void **state)
{
    struct ruleset rules = ruleset("two-handed-table", NULL);
    struct deal deal = dealt(&rules, 1);
    (void)state;
    assert_int_equal(rules.hand_count, 4);
    assert_dealt(&rules, deal.hands[2], 3, (int[]){0, 1, 2});
    assert_dealt(&rules, deal.hands[1], 3, (int[]){9, 10, 11});
}

static void the_draft_exposes_eight(void **state)
{
    struct ruleset rules = ruleset("two-handed-draft", "draft_kitty=3", NULL);
    struct deal deal = dealt(&rules, 0);
    (void)state;
    assert_dealt(&rules, deal.hands[1], 4, (int[]){0, 1, 2, 6});
    assert_dealt(&rules, deal.exposed, 8, (int[]){20, 21, 22, 23, 24, 25, 26, 27});
    assert_dealt(&rules, deal.kitty, 3, (int[]){28, 29, 30});
    assert_int_equal(deal.kitty_count, 3);
    assert_int_equal(rules.kitty_size, 3);
}

static void the_draw_deals_no_hand(void **state)
{
    struct ruleset rules = ruleset("two-handed-draw", NULL);
    struct deal deal = dealt(&rules, 0);
    (void)state;
    assert_int_equal(deal.hand_cards, 0);
    assert_int_equal(deal.stock_count, 40);
    assert_dealt(&rules, deal.stock, 3, (int[]){0, 1, 2});
    assert_dealt(&rules, deal.kitty, 5, (int[]){40, 41, 42, 43, 44});
}

static void wrong_deals_are_refused(void **state)
{
    struct ruleset rules = ruleset("wikipedia", NULL);
    const struct deal good = dealt(&rules, 0);
    struct deal deal;
    (void)state;

    deal = good, deal.hands[0][0] = deal.hands[1][0]; /* twice */
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    deal = good, deal.kitty[2] = card("4S"); /* not in the deck */
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    for (unsigned none = CARDS_MAX; none <= CARD_NONE; none++) {
        deal = good, deal.hands[3][9] = (card_t)none; /* no card, whatever bytes surround it */
        assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    }
    deal = good, deal.kitty[2] = CARD_NONE;
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    deal = good, deal.kitty_count = 2;
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    deal = good, deal.hand_count = 3;
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    deal = good, deal.exposed_count = 8;
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    deal = good, deal.stock_count = 40;
    assert_int_equal(deck_check_deal(&deal, &rules), ENGINE_ERROR_DEAL);
    assert_int_equal(deck_check_deal(&good, &rules), ENGINE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decks_have_their_cards),
        cmocka_unit_test(packets_go_round_from_the_dealers_left),
        cmocka_unit_test(custom_packets_are_dealt),
        cmocka_unit_test(every_kitty_size_has_its_packets),
        cmocka_unit_test(a_dead_hand_is_the_last),
        cmocka_unit_test(table_hands_are_hands),
        cmocka_unit_test(the_draft_exposes_eight),
        cmocka_unit_test(the_draw_deals_no_hand),
        cmocka_unit_test(wrong_deals_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
