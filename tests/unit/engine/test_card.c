/* test_card.c - notation of cards, sets of cards. */
#include "cards.h"

static void every_card_round_trips(void **state)
{
    (void)state;
    for (int c = 0; c < CARDS_MAX; c++) {
        char text[CARD_TEXT_MAX];
        card_t parsed = CARD_NONE;
        size_t size = card_format((card_t)c, text);
        assert_int_equal(size, strlen(text));
        assert_int_equal(card_parse(text, size, &parsed), ENGINE_OK);
        assert_int_equal(parsed, c);
    }
}

static void cards_stand_in_deck_order(void **state)
{
    static const char *const order[] = {"2S", "9S", "10S", "11S", "12S", "13S", "JS", "QS", "KS",
                                        "AS", "2C", "AC",  "2D",  "AD",  "2H",  "AH", "RJ", "BJ"};
    (void)state;
    for (size_t i = 1; i < sizeof order / sizeof order[0]; i++)
        assert_true(card(order[i - 1]) < card(order[i]));
    assert_int_equal(card("RJ"), CARD_RJ);
    assert_int_equal(card("BJ"), CARD_BJ);
    assert_int_equal(card_suit(card("13D")), SUIT_D);
    assert_int_equal(card_rank(card("13D")), RANK_13);
    assert_int_equal(card_suit(CARD_BJ), SUIT_NONE);
}

static void invalid_cards_are_refused(void **state)
{
    static const char *const words[] = {"",    "S",   "4",   "4s",  "1S",   "0S", "14S",
                                        "04S", "4SS", "rj",  "JR",  "XJ",   "JJ", "RJ=S",
                                        "10",  "S4",  " 4S", "4S ", "110S", "TS", "4S:"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        card_t parsed = 77;
        assert_int_equal(card_parse(words[i], strlen(words[i]), &parsed), ENGINE_ERROR_SYNTAX);
        assert_int_equal(parsed, 77);
    }
    card_t parsed;
    assert_int_equal(card_parse("10S", 2, &parsed), ENGINE_ERROR_SYNTAX); /* only the given bytes */
    assert_int_equal(card_parse("4S\0", 3, &parsed), ENGINE_ERROR_SYNTAX);
    assert_int_equal(card_parse("4\0S", 3, &parsed), ENGINE_ERROR_SYNTAX);
}

/* Every card alone, put on top of all below it, and removed again. */
static void cards_are_counted_and_removed(void **state)
{
    cardset_t below = 0, odd = 0;
    (void)state;
    for (unsigned c = 0; c < CARDS_MAX; c++) {
        card_t own = (card_t)c;
        cardset_t set = below | CARDSET(own);
        assert_int_equal(cardset_count(CARDSET(own)), 1);
        assert_int_equal(cardset_count(set), c + 1);
        odd |= c & 1 ? CARDSET(own) : 0;
        assert_int_equal(cardset_count(odd), (c + 1) / 2);
        for (unsigned other = 0; other <= CARD_NONE; other++)
            assert_int_equal(cardset_has(set, (card_t)other), other <= c);
        cardset_remove(&set, own);
        assert_true(set == below);
        below |= CARDSET(own);
    }
}

static void a_set_gives_its_cards_in_deck_order(void **state)
{
    cardset_t set = cards("BJ RJ 4D AS 13H");
    (void)state;
    assert_int_equal(cardset_count(set), 5);
    assert_int_equal(cardset_pop(&set), card("AS"));
    assert_int_equal(cardset_pop(&set), card("4D"));
    assert_int_equal(cardset_pop(&set), card("13H"));
    assert_int_equal(cardset_pop(&set), CARD_RJ);
    assert_int_equal(cardset_first(set), CARD_BJ);
    assert_true(cardset_has(set, CARD_BJ));
    assert_false(cardset_has(set, CARD_RJ));
    assert_false(cardset_has(~(cardset_t)0, CARD_NONE));
}

static void a_set_is_written_in_deck_order(void **state)
{
    char text[CARDS_TEXT_MAX], all[CARDS_MAX * CARD_TEXT_MAX + 1] = "";
    cardset_t set = 0;
    (void)state;
    assert_int_equal(cardset_format(0, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(cardset_format(cards("BJ RJ 4D 10S 13H"), text), strlen("10S 4D 13H RJ BJ"));
    assert_string_equal(text, "10S 4D 13H RJ BJ");
    for (card_t c = 0; c < CARDS_MAX; c++) { /* the longest */
        char one[CARD_TEXT_MAX];
        set |= CARDSET(c);
        card_format(c, one);
        strcat(strcat(all, c ? " " : ""), one);
    }
    assert_int_equal(cardset_format(set, text), strlen(all));
    assert_string_equal(text, all);
}

static void errors_have_texts(void **state)
{
    (void)state;
    assert_string_equal(engine_error_text(ENGINE_OK), "ok");
    for (int i = 0; i < ENGINE_ERROR_COUNT; i++) {
        assert_string_not_equal(engine_error_text(-1 - i), engine_error_text(-2 - i));
        assert_string_not_equal(engine_error_text(-1 - i), "ok");
    }
    assert_string_equal(engine_error_text(ENGINE_ERROR_DEAL), "not a possible deal");
    assert_non_null(engine_error_text(-1000));
    assert_non_null(engine_error_text(1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_round_trips),
        cmocka_unit_test(cards_stand_in_deck_order),
        cmocka_unit_test(invalid_cards_are_refused),
        cmocka_unit_test(cards_are_counted_and_removed),
        cmocka_unit_test(a_set_gives_its_cards_in_deck_order),
        cmocka_unit_test(a_set_is_written_in_deck_order),
        cmocka_unit_test(errors_have_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
