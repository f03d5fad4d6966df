/* dictionary.h - what packed records have in common; inside the room only. The file that defines it
 * is made by ladder/pack/dictionary.sh, and no store needs this program's to be read: each keeps
 * those that its records were packed with. */
#ifndef AVONDALE_DICTIONARY_H
#define AVONDALE_DICTIONARY_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t dictionary_bytes[];
extern const size_t dictionary_size;

#endif
