/* refused.h - rulesets that are refused, with parts of their messages. */
#ifndef AVONDALE_TEST_REFUSED_H
#define AVONDALE_TEST_REFUSED_H

#include "cards.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

/* The form of a message: NAME=VALUE first, what is allowed last, on one line. */
static inline void assert_refused(const char *preset, const char *const *words, int count,
                                  const char *start, const char *allowed)
{
    struct ruleset rules;
    struct ruleset_error error = {""};

    assert_int_equal(ruleset_parse(&rules, preset, words, count, &error), ENGINE_ERROR_RULESET);
    const char *tail = strstr(error.text, "; allowed: ");
    if (strncmp(error.text, start, strlen(start)) != 0 || !tail || !strstr(tail, allowed) ||
        strchr(error.text, '\n'))
        fail_msg("%s, %s: \"%s\"", preset, start, error.text);
}

#define REFUSED(preset, start, allowed, ...)                                                       \
    {                                                                                              \
        const char *const words[] = {__VA_ARGS__};                                                 \
        assert_refused(preset, words, sizeof words / sizeof words[0], start, allowed);             \
    }

#endif
