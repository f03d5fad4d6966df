/* resume.h - goes on where a run of games was cut off: reads back the records that it wrote. */
#ifndef AVONDALE_RESUME_H
#define AVONDALE_RESUME_H

#include "runner.h"

/* Reads one record. `names` are what it must hold by seat, `id` its game. 0; -1 with a line in error[160]
 * that says what does not fit. game->line stays NULL. */
int resume_read(const char *line, size_t size, const struct ruleset *rules, const char *id,
                const char *const *names, struct runner_game *game, char error[160]);

#endif
