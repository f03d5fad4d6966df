/* registration.h - which names may play here, and which bots may register a new one. On the main
 * loop. */
#ifndef AVONDALE_REGISTRATION_H
#define AVONDALE_REGISTRATION_H

#include "arena/arena.h"
#include "config/config.h"

/* Whether a bot with such a hello may register a new name. Returns WIRE_ERROR_NONE, or the error to
 * refuse it with. Pure. */
enum wire_error registration_judge_new(enum registration way, const struct hello_words *words);

/* For the arena's `accept`; its owner is a struct server. A claim is deferred until it is stored.
 */
enum wire_error registration_accept(struct arena *arena, struct peer *peer,
                                    const struct hello_words *words);

/* For writer_account_watch, with a struct server: the owner of a bot stopped it, or made its token
 * new. Its connections end; a stopped one is refused when it comes back. */
void registration_on_account(void *context, const char *bot);

#endif
