/* ruleset_name.c - a ruleset as one word. */
#include "table/ruleset_name.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { HASH_TEXT = 18, TEXT_MAX = OPTIONS_MASK * 8 * (OPTION_TEXT_MAX + 32) };

static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

void ruleset_name_text(const struct ruleset *rules, char *text, size_t size)
{
    char whole[TEXT_MAX], value[OPTION_TEXT_MAX];
    bool first = true;
    size_t used = (size_t)snprintf(whole, sizeof whole, "%s", preset_name(rules->preset));
    size_t preset = used;

    assert(size >= 64);
    for (int i = 0; i < option_count(); i++) {
        if (!ruleset_differs(rules, i))
            continue;
        size_t length = option_format(rules, i, value);
        for (char *at = memchr(value, ' ', length); at; at = strchr(at, ' '))
            *at = '/';
        used += (size_t)snprintf(whole + used, sizeof whole - used, "%c%s=%s", first ? '+' : ',',
                                 option_name(i), value);
        first = false;
    }
    if (used < size)
        memcpy(text, whole, used + 1);
    else
        snprintf(text, size, "%.*s+#%016llx",
                 (int)(preset < size - HASH_TEXT - 1 ? preset : size - HASH_TEXT - 1), whole,
                 (unsigned long long)hash_of(whole));
}
