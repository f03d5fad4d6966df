/* ruleset_build.c - see ruleset_build.h. */
#include "table/ruleset_build.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

int ruleset_build_word(const struct ruleset *rules, int index, char word[RULESET_BUILD_WORD_MAX])
{
    char value[OPTION_TEXT_MAX];

    option_format(rules, index, value);
    int size = snprintf(word, RULESET_BUILD_WORD_MAX, "%s=%s", option_name(index), value);
    assert(size > 0 && size < RULESET_BUILD_WORD_MAX);
    return size;
}

static int change(struct ruleset *rules, struct slice word, struct ruleset_error *error)
{
    const char *equals = memchr(word.data, '=', word.size);
    size_t name = equals ? (size_t)(equals - word.data) : word.size;
    size_t value = equals ? word.size - name - 1 : 0;

    return ruleset_set(rules, word.data, name, equals ? equals + 1 : "", value, error);
}

/* Reads the preset and what differs from it, as everybody does who is told of these rules. */
static int read_again(struct ruleset *rules, struct ruleset_error *error)
{
    const char *preset = preset_name(rules->preset);
    char word[RULESET_BUILD_WORD_MAX];
    struct ruleset again;
    int count = 0, bytes = 0;

    int status = ruleset_preset(&again, preset, strlen(preset), error);
    for (int i = 0; i < option_count() && status == 0; i++) {
        if (!ruleset_differs(rules, i))
            continue;
        int size = ruleset_build_word(rules, i, word);
        struct slice text = {word, (size_t)size};
        count++;
        bytes += (int)text.size;
        status = change(&again, text, error);
    }
    if (status)
        return status;
    if (count > RULESET_BUILD_OPTIONS_MAX || bytes > RULESET_BUILD_TEXT_MAX) {
        snprintf(error->text, sizeof error->text,
                 "%d options in %d bytes differ from %s; allowed: %d options, %d bytes", count,
                 bytes, preset, RULESET_BUILD_OPTIONS_MAX, RULESET_BUILD_TEXT_MAX);
        return ENGINE_ERROR_RULESET;
    }
    *rules = again;
    return ruleset_finish(rules, error);
}

int ruleset_build(struct ruleset *rules, const struct ruleset *base, const struct slice *changes,
                  int count, struct ruleset_error *error)
{
    int status = 0;

    assert(count >= 0 && base->call_count > 0);
    *rules = *base;
    for (int i = 0; i < count && status == 0; i++)
        status = change(rules, changes[i], error);
    if (status == 0)
        status = ruleset_finish(rules, error);
    return status ? status : read_again(rules, error);
}
