/* dictionary.h - the common parts of packed records; inside the room only.
 * ladder/pack/dictionary.sh makes the file that defines it. Stores do not depend on this program's
 * dictionary: each keeps those of its records. */
#ifndef AVONDALE_DICTIONARY_H
#define AVONDALE_DICTIONARY_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t dictionary_bytes[];
extern const size_t dictionary_size;

#endif
