/* config_private.h - the options of the daemon: what config.c reads them into. */
#ifndef AVONDALE_CONFIG_PRIVATE_H
#define AVONDALE_CONFIG_PRIVATE_H

#include "config/config.h"

/* The context of serve_options. */
struct reading {
    struct config config;
    struct option_list files;
    bool print;
};
/* What a file and --print-config hold: the same without the options about the file. Of struct
 * config. */
extern const struct option_table config_file_options;

/* Makes the rest of the fields of the texts. Returns 0, or -1 with the message in `error`. */
int config_make(struct config *config, char error[OPTION_ERROR_BYTES]);

#endif
