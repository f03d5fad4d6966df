/* Cards and calls as people read them, and how wide they are. */
#include "record/show_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct show_style signs = {.ascii = false, .colour = false};
static const struct show_style letters = {.ascii = true, .colour = false};
static const struct show_style coloured = {.ascii = false, .colour = true};

static void cards_have_signs(void **state)
{
    struct show_text cell;
    (void)state;

    show_text_init(&cell);
    show_text_add_cards(&cell, &signs,
                        CARDSET(CARD(SUIT_S, RANK_10)) | CARDSET(CARD(SUIT_H, RANK_A)) |
                            CARDSET(CARD_BJ));
    assert_string_equal(cell.text, "10\u2660 A\u2665 BJ");
    assert_int_equal(cell.width, 9);
    show_text_init(&cell);
    show_text_add_card(&cell, &letters, CARD_RJ, SUIT_D);
    assert_string_equal(cell.text, "RJ=D");
}

static void calls_have_signs(void **state)
{
    struct show_text cell;
    (void)state;

    show_text_init(&cell);
    show_text_add_call(&cell, &signs, CALL_BID(10, DENOM_D));
    show_text_add_call(&cell, &signs, CALL_BID(7, DENOM_NT));
    show_text_add_call(&cell, &signs, CALL_OPEN_MISERE);
    show_text_add_call(&cell, &signs, CALL_PASS);
    assert_string_equal(cell.text, "10\u26667NTopen-miserepass");
}

/* An escape sequence takes no width on the screen, so columns stay where they are without it. */
static void colours_have_no_width(void **state)
{
    struct show_text cell, plain;
    (void)state;

    show_text_init(&cell);
    show_text_init(&plain);
    show_text_add_card(&cell, &coloured, CARD(SUIT_H, RANK_K), SUIT_NONE);
    show_text_add_card(&plain, &signs, CARD(SUIT_H, RANK_K), SUIT_NONE);
    assert_string_equal(cell.text, "\033[31mK\u2665\033[0m");
    assert_int_equal(cell.width, plain.width);
    show_text_init(&cell);
    show_text_add_card(&cell, &coloured, CARD(SUIT_C, RANK_K), SUIT_NONE);
    assert_string_equal(cell.text, "K\u2663");
}

static void control_characters_are_replaced(void **state)
{
    struct show_text cell;
    char text[2000];
    (void)state;

    show_text_init(&cell);
    show_text_add(&cell, "a\033[2Jb\n");
    assert_string_equal(cell.text, "a?[2Jb?");
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    show_text_add(&cell, text);
    show_text_add_card(&cell, &coloured, CARD(SUIT_H, RANK_K), SUIT_NONE);
    show_text_pad(&cell, 5000);
    assert_true(cell.size < sizeof cell.text);
    assert_int_equal(strlen(cell.text), cell.size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_have_signs),
        cmocka_unit_test(calls_have_signs),
        cmocka_unit_test(colours_have_no_width),
        cmocka_unit_test(control_characters_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
