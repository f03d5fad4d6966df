/* nearest.h - which of several names is most similar to a word that is none of them. Private to the
 * engine, for messages. */
#ifndef AVONDALE_NEAREST_H
#define AVONDALE_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word;
    size_t size;
    int steps;        /* to `name` */
    const char *name; /* NULL: no name so far is near enough */
};

struct nearest nearest_start(const char *word, size_t size);

/* Keeps `name` if it is nearer than those before: at most three letters changed, added or removed,
 * and no more than half of the letters of the word. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
