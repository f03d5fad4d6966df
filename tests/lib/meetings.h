/* meetings.h - tournaments played by random numbers, for their tests. */
#ifndef AVONDALE_TEST_MEETINGS_H
#define AVONDALE_TEST_MEETINGS_H

#include "tournament/tournament.h"
#include "tournament/pairing.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static inline struct tournament_config config_of(enum tournament_format format, int entries)
{
    struct tournament_config config;
    char error[160];
    tournament_defaults(&config, format);
    config.entry_count = entries;
    if (tournament_check(&config, error))
        fail_msg("%s", error);
    return config;
}

#endif
