/* hash.h - hashes for tables: FNV-1a of 32 bits for texts, a mix for numbers; inside the ladder
 * only. No protection against texts made to collide. Names of ladders contain such hashes, so it
 * never changes. */
#ifndef AVONDALE_HASH_H
#define AVONDALE_HASH_H

#include <stdint.h>

enum { HASH_PRIME = 16777619 };
#define HASH_START UINT32_C(2166136261)

static inline uint32_t hash_text(const char *text)
{
    uint32_t hash = HASH_START;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * HASH_PRIME;
    return hash;
}

/* The same, ignoring case. Only ASCII letters, as in SQLite's NOCASE: the index and the file must
 * agree on what is equal. */
static inline uint32_t hash_name(const char *name)
{
    uint32_t hash = HASH_START;
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c >= 'A' && c <= 'Z')
            c = (unsigned char)(c + 32);
        hash = (hash ^ c) * HASH_PRIME;
    }
    return hash;
}

/* Adds a number to a hash of numbers, which starts at 0. */
static inline uint64_t hash_number(uint64_t hash, uint32_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

#endif
