/* nearest.c - which of several names is most like a word that is none of them. */
#include "nearest.h"

#include <string.h>

enum { STEPS_MAX = 3, WORD_MAX = 40 };

struct nearest nearest_start(const char *word, size_t size)
{
    size_t half = size / 2;

    return (struct nearest){
        .word = word, .size = size, .steps = (int)(half < STEPS_MAX ? half : STEPS_MAX) + 1};
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Row after row of the table of Levenshtein: steps[k] leads from the letters of the word so far to
 * the first k of the name. */
static int count_steps(const struct nearest *nearest, const char *name, size_t name_size)
{
    int steps[WORD_MAX + 1];

    for (size_t k = 0; k <= name_size; k++)
        steps[k] = (int)k;
    for (size_t i = 0; i < nearest->size; i++) {
        int corner = steps[0]++;
        for (size_t k = 1; k <= name_size; k++) {
            int changed = corner + (nearest->word[i] != name[k - 1]);
            corner = steps[k];
            steps[k] = least(changed, least(steps[k], steps[k - 1]) + 1);
        }
    }
    return steps[name_size];
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    size_t name_size = strlen(name);

    if (nearest->size > WORD_MAX || name_size > WORD_MAX)
        return;
    int steps = count_steps(nearest, name, name_size);
    if (steps < nearest->steps) {
        nearest->steps = steps;
        nearest->name = name;
    }
}
