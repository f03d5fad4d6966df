/* lobby_random.h - the random choices of the lobby. */
#ifndef AVONDALE_LOBBY_RANDOM_H
#define AVONDALE_LOBBY_RANDOM_H

#include <stdint.h>

/* Returns a number below `bound`, from 1, of a generator of 64 bits. Not for cards. */
uint32_t lobby_random(uint64_t *state, uint32_t bound);

#endif
