/* farm.h - plays blocks of games on other machines: puts them into the queue of a store, and
 * collects the results of workers. Takes the same schedule and delivers the same results in the
 * same order as the runner. All of its state is in the store: it may end at any time and start
 * again elsewhere. Blocks its thread. */
#ifndef AVONDALE_FARM_H
#define AVONDALE_FARM_H

#include "ladder.h"
#include "base/options.h"
#include "match/runner.h"

/* Zeroed at first; `url` NULL: there is no farm, games are played here. */
struct farm {
    const char *url;
    int priority;
    const struct option_table *table; /* the command named in error messages */
    struct work *work;
    char name[WORK_NAME_MAX + 1]; /* of the work */
};

extern const struct option_part
    farm_options; /* The options for `url` and `priority` of struct farm. */

/* Opens the store. Returns 0, or an exit status after a line, like the functions below. */
int farm_open(struct farm *farm, const struct option_table *table);
/* The directory that an entry is started in, which is packed and put into the store, or the hash of
 * an archive in the store. Sets hash; and `start`, unless it is NULL, to the command that its
 * avondale.ini names. */
int farm_pack(struct farm *farm, const char *name, const char *archive,
              char hash[WORK_HASH_DIGITS + 1], char start[MANIFEST_VALUE_MAX + 1]);
/* Sets the work's name: `title` and a hash of `text`, which contains everything that identifies the
 * work. */
void farm_name(struct farm *farm, const char *title, const char *text);
/* Whether that work exists already: then sets *found, and the seed of the work. */
int farm_find(struct farm *farm, bool *found, uint8_t seed[FAIR_BYTES]);
/* Plays, as runner_run does; `first` is the set of the first block that `next` will give; later
 * sets count up. If a signal ends it (1) workers continue the work. `kind`: a word for lists. */
int farm_run(struct farm *farm, const struct runner_config *config, const char *kind, int first,
             struct think_times *thinks);
void farm_close(struct farm *farm);

#endif
