/* farm.h - plays blocks of games on other machines: puts them into the queue of a store, and
 * gathers what workers report. Takes the same schedule and hands over the same results in the same
 * order as the runner, so what follows from them is the same. Everything that it knows is in the
 * store: it may end at any time and begin again elsewhere. Blocks its thread. */
#ifndef AVONDALE_FARM_H
#define AVONDALE_FARM_H

#include "ladder.h"
#include "base/options.h"
#include "match/runner.h"

/* Zeroed at first; `url` NULL: there is no farm, games are played here. */
struct farm {
    const char *url;
    int priority;
    const struct option_table *table; /* whose errors these are */
    struct work *work;
    char name[WORK_NAME_MAX + 1]; /* of the work */
};

extern const struct option_part farm_options; /* `url` and `priority`, of struct farm */

/* Opens the store. 0, or an exit status after a line; so are all that follow. */
int farm_open(struct farm *farm, const struct option_table *table);
/* What an entry is started in, as its owner wrote it: a directory, which is packed and put into the
 * store, or the hash of an archive that is there. Sets hash. */
int farm_pack(struct farm *farm, const char *name, const char *archive,
              char hash[WORK_HASH_DIGITS + 1]);
/* The work's name: `title` and a hash of `text`, which says all that makes it this one. */
void farm_name(struct farm *farm, const char *title, const char *text);
/* Whether that work was begun before: then *found, and the seed it has. */
int farm_find(struct farm *farm, bool *found, uint8_t seed[FAIR_BYTES]);
/* Plays, as runner_run does; `first` is the set of the first block that `next` will give, and sets
 * count up from there. When a signal ends it (1) the work goes on without it. `kind`: a word for
 * lists. */
int farm_run(struct farm *farm, const struct runner_config *config, const char *kind, int first,
             struct think_times *thinks);
void farm_close(struct farm *farm);

#endif
