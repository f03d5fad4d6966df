/* name.h - which names and game ids are valid. */
#ifndef AVONDALE_LADDER_NAME
#define AVONDALE_LADDER_NAME

#include <stdbool.h>

/* True for a name a bot, an owner or a node may have: 1 to LADDER_NAME_MAX of [A-Za-z0-9._-], no
 * leading dot. */
bool result_name_valid(const char *name);
/* True for a game id: 1 to LADDER_GAME_ID_MAX of the same bytes. */
bool result_game_valid(const char *game);

#endif
