/* hash.h - where a text belongs in a table: FNV-1a of 32 bits, and where numbers do; inside the
 * ladder only. No help against who makes texts that collide. The names of ladders are made with it,
 * so it never changes.
 */
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

/* The same for names that differ in case only. Case is ASCII only, as in SQLite's NOCASE: the index
 * and the file must agree on what is equal. */
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

/* Mixes a number into a hash of numbers, which begins with 0. */
static inline uint64_t hash_number(uint64_t hash, uint32_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

#endif
