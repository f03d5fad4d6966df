/* cards.h - cards, actions and rulesets from text, for the tests of the engine. */
#ifndef AVONDALE_TESTS_CARDS_H
#define AVONDALE_TESTS_CARDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include "engine.h"

static inline card_t card(const char *text)
{
    card_t parsed = CARD_NONE;
    assert_int_equal(card_parse(text, strlen(text), &parsed), ENGINE_OK);
    return parsed;
}

/* "JS AH RJ": single spaces, in the order given. Returns the number. */
static inline int card_list(const char *text, card_t *list)
{
    int count = 0;
    while (*text) {
        size_t size = strcspn(text, " ");
        assert_int_equal(card_parse(text, size, &list[count++]), ENGINE_OK);
        text += size + (text[size] == ' ');
    }
    return count;
}

static inline cardset_t cards(const char *text)
{
    card_t list[CARDS_MAX];
    cardset_t set = 0;
    for (int i = card_list(text, list); i-- > 0;)
        set |= CARDSET(list[i]);
    return set;
}

/* A set as text, so that a failed comparison can be read. */
static inline const char *cards_text(cardset_t set, char text[CARDS_TEXT_MAX])
{
    cardset_format(set, text);
    return text;
}

#define assert_cards(set, expected)                                                                \
    do {                                                                                           \
        char found_text[CARDS_TEXT_MAX], wanted_text[CARDS_TEXT_MAX];                              \
        assert_string_equal(cards_text(set, found_text),                                           \
                            cards_text(cards(expected), wanted_text));                             \
    } while (0)

static inline call_t call(const char *text)
{
    call_t parsed = CALL_PASS;
    assert_int_equal(call_parse(text, strlen(text), &parsed), ENGINE_OK);
    return parsed;
}

static inline struct action action(const char *text)
{
    struct action parsed;
    assert_int_equal(action_parse(text, strlen(text), &parsed), ENGINE_OK);
    return parsed;
}

/* A preset and "NAME=VALUE" words, the list ended by NULL. */
static inline struct ruleset ruleset(const char *preset, ...)
{
    const char *words[16];
    int count = 0;
    va_list list;
    va_start(list, preset);
    while ((words[count] = va_arg(list, const char *)))
        count++;
    va_end(list);

    struct ruleset rules;
    struct ruleset_error error = {""};
    int result = ruleset_parse(&rules, preset, words, count, &error);
    if (result)
        print_error("%s\n", error.text);
    assert_int_equal(result, ENGINE_OK);
    return rules;
}

#endif
