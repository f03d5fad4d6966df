/* levenshtein.h - the distance of two words, for messages that suggest the word that was meant. */
#ifndef AVONDALE_LEVENSHTEIN_H
#define AVONDALE_LEVENSHTEIN_H

#include <assert.h>
#include <stddef.h>

enum { LEVENSHTEIN_BYTES_MAX = 64 };

/* Returns the least number of letters to change, add or remove that makes `b` of `a`; each has at
 * most LEVENSHTEIN_BYTES_MAX bytes. Row by row: row[k] is the distance from the letters of `a` so
 * far to the first k of `b`. */
static inline int levenshtein_distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
    int row[LEVENSHTEIN_BYTES_MAX + 1];

    assert(a_size <= LEVENSHTEIN_BYTES_MAX && b_size <= LEVENSHTEIN_BYTES_MAX);
    for (size_t k = 0; k <= b_size; k++)
        row[k] = (int)k;
    for (size_t i = 0; i < a_size; i++) {
        int corner = row[0]++;
        for (size_t k = 1; k <= b_size; k++) {
            int changed = corner + (a[i] != b[k - 1]);
            int longer = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            corner = row[k];
            row[k] = changed < longer ? changed : longer;
        }
    }
    return row[b_size];
}

#endif
