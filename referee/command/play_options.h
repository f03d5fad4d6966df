/* play_options.h - the options that a match and a tournament share. */
#ifndef AVONDALE_PLAY_OPTIONS_H
#define AVONDALE_PLAY_OPTIONS_H

#include "base/options.h"

struct play {
    bool strict, json, verbose;
    int report_interval_sec;
};
extern const struct option_part play_options; /* of struct play */

#endif
