/* botoptions.h - the options of a bot: those that all bots have, and its own. */
#ifndef AVONDALE_BOTOPTIONS_H
#define AVONDALE_BOTOPTIONS_H

#include <stdbool.h>

struct bot;

/* An option of a bot: where its value goes is one of text, flag, number and take. */
struct bot_option {
    const char *name;  /* without the dashes */
    const char *value; /* how help calls its value; NULL: it takes none */
    const char *help;
    const char **text;
    bool *flag;
    int *number, min, max;
    bool (*take)(struct bot *bot, const char *value); /* returns false: not what help says */
};

/* Takes the options that all bots have out of the arguments into *bot, and those of `own`, which
 * ends with a row without a name, or is NULL; an own option wins over a common one of its name.
 * bot->name is the program's at first. --help prints a list and ends the process. Returns 0, or 2
 * after a line that names what was not understood. */
int bot_options_take(struct bot *bot, int argc, char **argv, const struct bot_option *own);

#endif
