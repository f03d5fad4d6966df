/* name.h - which names and game ids are valid. */
#ifndef AVONDALE_LADDER_NAME
#define AVONDALE_LADDER_NAME

#include <stdbool.h>
#include <stddef.h>

/* How the names of parties begin: of an owner, of the bots of one address. */
#define NAME_OWNER "own-"
#define NAME_ADDRESS "net-"
/* How a host is called: the connection by which it sees who waits. */
#define NAME_HOST "host-"

/* Returns true for 1 to bytes_max of [A-Za-z0-9._-] without a leading dot: what a name, an id and
 * an address may be made of. */
bool name_word_valid(const char *word, size_t bytes_max);
/* True for a name a bot, an owner or a node may have: 1 to LADDER_NAME_MAX of [A-Za-z0-9._-], no
 * leading dot. */
bool name_is_valid(const char *name);
/* True for a name that no bot may begin to have: "own-..." and "net-..." are parties of owners, so
 * a bot of that name would belong to somebody's party, or keep its games with its bots unrated;
 * "host-..." are hosts. */
bool name_is_reserved(const char *name);
/* True for a game id: 1 to LADDER_GAME_ID_MAX of the same bytes. */
bool name_is_game_id(const char *game);

enum { NAME_TITLE_MAX = 40 };
/* Makes a word of a title, for the name of a piece of work: its first bytes, with - for each that
 * is neither a letter nor a digit. */
void name_of_title(const char *title, char word[NAME_TITLE_MAX + 1]);

#endif
