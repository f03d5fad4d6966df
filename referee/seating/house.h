/* house.h - the house bots: sample bots that the daemon starts for seats of tables by invitation,
 * and ends with the game.
 *
 * A seat of a house bot is taken when a table is opened, and counts from then on; its process runs
 * from the moment at which only house bots are missing until the end of the game. Knows neither
 * tables nor the lobby: a table is its code. On the main loop. */
#ifndef AVONDALE_HOUSE_H
#define AVONDALE_HOUSE_H

#include "arena/arena.h"
#include "config/config.h"
#include "lobby/invitation.h"

struct house;

#define HOUSE_PREFIX "house-" /* of the names of house bots; nobody else has such a name */

/* `sandbox` went through sandbox_prepare. `late` is called with the code of a table whose house bot
 * did not say hello in time. Arena and configuration stay the caller's. Returns NULL if out of
 * memory. */
struct house *house_create(struct arena *arena, const struct config *config,
                           const struct sandbox_config *sandbox,
                           void (*late)(void *context, const char *code), void *context);
void house_destroy(struct house *house); /* NULL is fine: so it is in all of the following */

/* The name of the house bot that `*BOT` asks for, "" where it is none of them. */
void house_name(const struct house *house, struct slice word, char name[NAME_MAX_BYTES + 1]);
/* Whether a name is kept for house bots. */
bool house_keeps(const struct house *house, const char *name);
/* How many seats one address may take now. */
int house_room(const struct house *house, uint64_t address);

/* Takes a seat for a bot of that name, of house_name; there is room for it. */
void house_take(struct house *house, const char *code, int seat, const char *name,
                uint64_t address);
/* Starts the bots of a table. Returns 0, or -1 if one cannot be started; errno says why. */
int house_start(struct house *house, const char *code);
/* The game of a table begins: its bots stay until they are free again. */
void house_begin(struct house *house, const char *code);
/* The table is closed, without a game: its bots go. Fine for a table whose game begins. */
void house_close(struct house *house, const char *code);

/* A house bot is free. Returns its seat at the table `code`; or -1 for one that has played, which
 * is ended. */
int house_ready(struct house *house, struct peer *peer, char code[INVITATION_CODE_CHARS + 1]);
/* A house bot is gone. Returns true with the code of its table where that is still waiting. */
bool house_gone(struct house *house, const struct peer *peer, char code[INVITATION_CODE_CHARS + 1]);
/* Seats that are taken, and processes that run. */
int house_seats(const struct house *house);

#endif
