/* registration.h - which names may play here, and who may bring a new one. On the thread of the
 * hall. */
#ifndef AVONDALE_REGISTRATION_H
#define AVONDALE_REGISTRATION_H

#include "arena/arena.h"
#include "config/config.h"

/* May a bot bring a new name with such a hello? Returns WIRE_ERROR_NONE, or the error that refuses
 * it. Pure. */
enum wire_error registration_judge_new(enum registration way, const struct hello_words *words);

/* For the arena's `accept`; its owner is a struct server. A claim is deferred until it is stored.
 */
enum wire_error registration_accept(struct arena *arena, struct peer *peer,
                                    const struct hello_words *words);

#endif
