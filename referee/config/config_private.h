/* config_private.h - the options of the daemon, for the files of this room. */
#ifndef AVONDALE_CONFIG_PRIVATE_H
#define AVONDALE_CONFIG_PRIVATE_H

#include "config/config.h"

/* The context of serve_options. */
struct reading {
    struct config config;
    struct option_list files;
    bool print;
};
/* The options of a file and of --print-config: all but those about the file. Of struct config. */
extern const struct option_table config_file_options;

/* Computes the other fields from the texts. Returns 0, or -1 with the message in `error`. */
int config_make(struct config *config, char error[OPTION_ERROR_BYTES]);

#endif
