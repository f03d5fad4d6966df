/* name.h - which names and game ids are valid. */
#ifndef AVONDALE_LADDER_NAME
#define AVONDALE_LADDER_NAME

#include <stdbool.h>
#include <stddef.h>

/* Returns true for 1 to bytes_max of [A-Za-z0-9._-] without a leading dot: what a name, an id and
 * an address may be made of. */
bool name_word_valid(const char *word, size_t bytes_max);
/* True for a name a bot, an owner or a node may have: 1 to LADDER_NAME_MAX of [A-Za-z0-9._-], no
 * leading dot. */
bool name_is_valid(const char *name);
/* True for a game id: 1 to LADDER_GAME_ID_MAX of the same bytes. */
bool name_is_game_id(const char *game);

#endif
