/* nearest.c - which of several names is most similar to a word that is none of them. */
#include "nearest.h"

#include "levenshtein.h"

#include <assert.h>
#include <string.h>

enum { STEPS_MAX = 3, WORD_MAX = 40 };

struct nearest nearest_start(const char *word, size_t size)
{
    size_t half = size / 2;

    assert(word || size == 0);
    return (struct nearest){
        .word = word, .size = size, .steps = (int)(half < STEPS_MAX ? half : STEPS_MAX) + 1};
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    size_t name_size = strlen(name);

    if (nearest->size > WORD_MAX || name_size > WORD_MAX)
        return;
    int steps = levenshtein_distance(nearest->word, nearest->size, name, name_size);
    if (steps < nearest->steps) {
        nearest->steps = steps;
        nearest->name = name;
    }
}
