/* test_notation.c - the ladder's words for records equal those of the engine, in the same order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "engine.h"
#include "pack/notation.h"

#include <string.h>

static void cards_are_those_of_the_engine(void **state)
{
    (void)state;
    assert_int_equal(NOTATION_CARDS, CARDS_MAX);
    for (int card = 0; card < CARDS_MAX; card++) {
        char text[8] = "";
        size_t size = notation_card_write(card, text), read = 0;
        assert_int_equal(size, strlen(card_texts[card]));
        assert_memory_equal(text, card_texts[card], size);
        for (const char *end = "\":="; *end; end++) {
            text[size] = *end;
            assert_int_equal(notation_card_read(text, &read), card);
            assert_int_equal(read, size);
        }
        text[size] = '\0';
        assert_int_equal(notation_card_read(text, &read), NOTATION_NONE);
    }
}

static void invalid_cards_are_refused(void **state)
{
    static const char *const texts[] = {"",     "1",    "1S\"",  "0S\"", "14S\"", "10X\"", "XS\"",
                                        "BS\"", "JR\"", "10S10", "S",    "RJ",    "RJJ",   "5\""};
    size_t size;
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_int_equal(notation_card_read(texts[i], &size), NOTATION_NONE);
}

static void calls_and_phases_are_those_of_the_engine(void **state)
{
    (void)state;
    for (int call = 0; call < CALL_COUNT; call++) {
        const char *name = call_name((call_t)call);
        assert_string_equal(notation_call(call), name);
        assert_int_equal(notation_call_find(name, strlen(name)), call);
    }
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        const char *name = game_phase_name((enum phase)phase);
        assert_string_equal(notation_phase(phase), name);
        assert_int_equal(notation_phase_find(name, strlen(name)), phase);
    }
    assert_null(notation_call(CALL_COUNT));
    assert_null(notation_call(-1));
    assert_null(notation_phase(PHASE_COUNT));
    assert_int_equal(notation_call_find("6", 1), NOTATION_NONE);
    assert_int_equal(notation_call_find("6SS", 3), NOTATION_NONE);
    assert_int_equal(notation_phase_find("", 0), NOTATION_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_those_of_the_engine),
        cmocka_unit_test(invalid_cards_are_refused),
        cmocka_unit_test(calls_and_phases_are_those_of_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
