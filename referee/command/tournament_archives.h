/* tournament_archives.h - entries of a tournament whose programs come as an archive: a directory,
 * or the hash of one in a store. For workers they go into the store; for games played here they
 * start in their directory. Bad input gets a line that names the command of `table`. */
#ifndef AVONDALE_TOURNAMENT_ARCHIVES_H
#define AVONDALE_TOURNAMENT_ARCHIVES_H

#include "base/options.h"
#include "match/farm.h"
#include "tournament/tournament_file.h"

/* Packs them into the store of `farm`, which is open, and names the work by the text of the
 * tournament's file `path` and the hashes of the archives. An entry without a command gets that of
 * its manifest. Returns 0, or an exit status after a line. */
int tournament_archives_pack(const struct option_table *table, struct tournament_file *file,
                             const char *path, struct farm *farm);

/* Lets the commands of entries with an archive start in its directory. Returns 0, or 2 after a
 * line. */
int tournament_archives_place(const struct option_table *table, struct tournament_file *file);

#endif
