/* phrase.c - the phrases of a preset chat. */
#include "protocol.h"

#include <string.h>

static const struct {
    const char *key, *text;
} phrases[] = {
#define PHRASE(key, text) {key, text},
    PHRASES(PHRASE)
#undef PHRASE
};
enum { PHRASE_COUNT = sizeof phrases / sizeof phrases[0] };

const char *phrase_text(const char *key, size_t size)
{
    for (int i = 0; i < PHRASE_COUNT; i++) {
        if (strlen(phrases[i].key) == size && memcmp(phrases[i].key, key, size) == 0)
            return phrases[i].text;
    }
    return NULL;
}

const char *phrase_key(int index)
{
    return index < PHRASE_COUNT ? phrases[index].key : NULL;
}
