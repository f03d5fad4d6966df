/* test_chat_rules.c - who may send what at a table, and when, on a clock that the test moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "table/chat_rules.h"

static struct chat chat;
static usec_t now;

static int say_at(enum chat_mode mode, bool rated, enum chat_moment moment, seat_t seat,
                  const char *words)
{
    return (int)chat_rules_admit(&chat, mode, rated, moment, seat,
                                 (struct slice){words, strlen(words)}, now);
}

/* In a new game, so that no earlier line counts. */
static int first_words(enum chat_mode mode, const char *words)
{
    memset(&chat, 0, sizeof chat);
    return say_at(mode, false, CHAT_MOMENT_HAND, 0, words);
}

static void modes_are_words(void **state)
{
    enum chat_mode mode = CHAT_TEXT;
    (void)state;
    for (int i = CHAT_NONE; i <= CHAT_TEXT; i++) {
        assert_int_equal(chat_rules_mode_parse(chat_rules_mode_name((enum chat_mode)i), &mode), 0);
        assert_int_equal(mode, i);
    }
    assert_int_equal(chat_rules_mode_parse("", &mode), -1);
    assert_int_equal(chat_rules_mode_parse("texts", &mode), -1);
    assert_int_equal(mode, CHAT_TEXT);
}

static void chat_is_refused_during_a_rated_hand(void **state)
{
    static const struct {
        enum chat_moment moment;
        bool rated, unrated; /* whether it may be sent */
    } rows[] = {{CHAT_MOMENT_BEFORE, true, true},
                {CHAT_MOMENT_HAND, false, true},
                {CHAT_MOMENT_AFTER, true, true},
                {CHAT_MOMENT_GONE, false, false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int mode = CHAT_PRESET; mode <= CHAT_TEXT; mode++) {
            memset(&chat, 0, sizeof chat);
            assert_int_equal(say_at((enum chat_mode)mode, true, rows[i].moment, 0, "hello"),
                             rows[i].rated ? WIRE_ERROR_NONE : WIRE_ERROR_CHAT);
            assert_int_equal(say_at((enum chat_mode)mode, false, rows[i].moment, 1, "hello"),
                             rows[i].unrated ? WIRE_ERROR_NONE : WIRE_ERROR_CHAT);
        }
        assert_int_equal(say_at(CHAT_NONE, false, rows[i].moment, 2, "hello"), WIRE_ERROR_CHAT);
    }
}

static void phrases_are_those_of_the_table(void **state)
{
    (void)state;
    for (int i = 0; phrase_key(i); i++)
        assert_int_equal(first_words(CHAT_PRESET, phrase_key(i)), WIRE_ERROR_NONE);
    assert_int_equal(first_words(CHAT_PRESET, "Hello!"), WIRE_ERROR_SAY);
    assert_int_equal(first_words(CHAT_PRESET, "hello "), WIRE_ERROR_SAY);
    assert_int_equal(first_words(CHAT_PRESET, ""), WIRE_ERROR_SAY);
}

static void text_is_a_line_without_controls(void **state)
{
    static const char *const bad[] = {"",
                                      "a\nb",
                                      "\t",
                                      "\x1b[2J",
                                      "del\x7f",
                                      "c1 \xc2\x85",
                                      "\xe2\x80\xae turned",
                                      "\xe2\x80\xa8",
                                      "\xe2\x81\xa6"};
    static const char *const good[] = {"<script>alert(1)</script>",
                                       "\xc3\xbc \xe2\x82\xac \xf0\x9f\x82\xa1",
                                       " ",
                                       "\xc2\xa0",
                                       "\xe2\x80\xa7",
                                       "\xe2\x99\xa5 \xe2\x80\x8a \xef\xbf\xbd",
                                       "\xd9\x81\xd8\xa7\xd8\xb1\xd8\xb3\xdb\x8c",
                                       "\xe2\x80\xaf",
                                       "\"quoted\\"};
    char text[CHAT_BYTES_MAX + 2];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(first_words(CHAT_TEXT, bad[i]), WIRE_ERROR_SAY);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(first_words(CHAT_TEXT, good[i]), WIRE_ERROR_NONE);
    memset(text, 'x', sizeof text);
    text[CHAT_BYTES_MAX + 1] = 0;
    assert_int_equal(first_words(CHAT_TEXT, text), WIRE_ERROR_SAY);
    text[CHAT_BYTES_MAX] = 0;
    assert_int_equal(first_words(CHAT_TEXT, text), WIRE_ERROR_NONE);
}

/* The modes of spectators' chat as words, as in pages and records. */
static void words_are_those_of_the_phrase(void **state)
{
    const struct slice key = {"luck", 4}, plain = {"so many words", 7}, none = {"a\nb", 3};
    (void)state;
    assert_string_equal(chat_rules_words(CHAT_PRESET, key).data, "Good luck!");
    assert_int_equal(chat_rules_words(CHAT_PRESET, key).size, 10);
    assert_null(chat_rules_words(CHAT_PRESET, plain).data);
    assert_ptr_equal(chat_rules_words(CHAT_TEXT, plain).data, plain.data);
    assert_int_equal(chat_rules_words(CHAT_TEXT, plain).size, 7);
    assert_null(chat_rules_words(CHAT_TEXT, none).data);
    assert_null(chat_rules_words(CHAT_NONE, key).data);
}

/* Once a second, with a limit in each game; a refused line does not count, nor does another
 * seat's. */
static void lines_are_limited(void **state)
{
    (void)state;
    memset(&chat, 0, sizeof chat);
    now = 0;
    assert_int_equal(say_at(CHAT_TEXT, true, CHAT_MOMENT_HAND, 0, "a"), WIRE_ERROR_CHAT);
    assert_int_equal(say_at(CHAT_TEXT, false, CHAT_MOMENT_HAND, 0, "\n"), WIRE_ERROR_SAY);
    for (int i = 0; i < CHAT_GAME_MAX; i++) {
        assert_int_equal(say_at(CHAT_TEXT, false, CHAT_MOMENT_HAND, 0, "a"), WIRE_ERROR_NONE);
        now += CHAT_APART_USEC - 1;
        assert_int_equal(say_at(CHAT_TEXT, false, CHAT_MOMENT_HAND, 0, "a"), WIRE_ERROR_HUSH);
        now++;
    }
    assert_int_equal(say_at(CHAT_TEXT, false, CHAT_MOMENT_HAND, 0, "a"), WIRE_ERROR_HUSH);
    assert_int_equal(say_at(CHAT_TEXT, false, CHAT_MOMENT_HAND, SEATS_MAX - 1, "a"),
                     WIRE_ERROR_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_are_words),
        cmocka_unit_test(chat_is_refused_during_a_rated_hand),
        cmocka_unit_test(phrases_are_those_of_the_table),
        cmocka_unit_test(text_is_a_line_without_controls),
        cmocka_unit_test(words_are_those_of_the_phrase),
        cmocka_unit_test(lines_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
