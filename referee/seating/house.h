/* house.h - the house bots: sample bots that the daemon starts for seats of tables by invitation,
 * and ends after the game.
 *
 * A house bot's seat is taken, and counts, from the opening of the table; its process runs from the
 * moment at which only house bots are missing until the end of the game. Knows neither tables nor
 * the lobby: a table is its code. On the main loop. */
#ifndef AVONDALE_HOUSE_H
#define AVONDALE_HOUSE_H

#include "arena/arena.h"
#include "config/config.h"
#include "lobby/invitation.h"

struct house;

#define HOUSE_PREFIX "house-" /* prefix of the names of house bots; other bots may not use it */

/* `sandbox` went through sandbox_prepare. Calls `late` with the code of a table whose house bot did
 * not say hello in time. The caller keeps arena and configuration. Returns NULL if out of memory.
 */
struct house *house_create(struct arena *arena, const struct config *config,
                           const struct sandbox_config *sandbox,
                           void (*late)(void *context, const char *code), void *context);
void house_destroy(struct house *house); /* NULL is fine, here and in all functions below */

/* The name of the house bot that `*BOT` asks for, or "" if there is none. */
void house_name(const struct house *house, struct slice word, char name[NAME_MAX_BYTES + 1]);
/* Whether a name is reserved for house bots. */
bool house_keeps(const struct house *house, const char *name);
/* How many more seats one address may take now. */
int house_room(const struct house *house, uint64_t address);

/* Takes a seat for a bot named by house_name; the caller has checked that there is room. */
void house_take(struct house *house, const char *code, int seat, const char *name,
                uint64_t address);
/* Starts the bots of a table. Returns 0, or -1, with errno, if one cannot be started. */
int house_start(struct house *house, const char *code);
/* The game of a table begins: its bots stay until they are free again. */
void house_begin(struct house *house, const char *code);
/* The table is closed without a game: ends its bots. Does nothing for a table whose game begins. */
void house_close(struct house *house, const char *code);

/* A house bot is free. Returns its seat at the table `code`; or -1 after ending a bot that has
 * played. */
int house_ready(struct house *house, struct peer *peer, char code[INVITATION_CODE_CHARS + 1]);
/* A house bot is gone. Returns true with the code of its table if the table still waits. */
bool house_gone(struct house *house, const struct peer *peer, char code[INVITATION_CODE_CHARS + 1]);
/* The number of seats taken, and of processes that run. */
int house_seats(const struct house *house);

#endif
