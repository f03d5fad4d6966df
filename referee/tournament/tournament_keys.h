/* tournament_keys.h - the keys of the file that describes a competition, for help. */
#ifndef AVONDALE_TOURNAMENT_KEYS_H
#define AVONDALE_TOURNAMENT_KEYS_H

#include <stdbool.h>
#include <stdio.h>

/* Prints the keys with their meanings; `manual`: for a manual page. */
void tournament_keys_print(FILE *out, bool manual);

#endif
