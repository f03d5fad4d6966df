/* ruleset_build.h - a ruleset of a table's own: another one with changes, as `open` and the pages
 * name them. Pure.
 *
 * What comes out is what a record, a journal and a bot read from the preset and the options that
 * differ from it, so all of them play by the same rules. */
#ifndef AVONDALE_RULESET_BUILD_H
#define AVONDALE_RULESET_BUILD_H

#include "protocol.h"

enum {
    RULESET_BUILD_OPTIONS_MAX = 48, /* that differ from the preset */
    RULESET_BUILD_TEXT_MAX = 1200,  /* bytes of these as NAME=VALUE, all together */
};

/* Sets `rules` to those of `base`, a finished ruleset, with `count` changes NAME=VALUE, each option
 * once. Returns 0, or ENGINE_ERROR_RULESET with one line in *error; `rules` is of no use then. */
ENGINE_MUST_CHECK int ruleset_build(struct ruleset *rules, const struct ruleset *base,
                                    const struct slice *changes, int count,
                                    struct ruleset_error *error);

/* Writes option `index` as NAME=VALUE. Returns its length. */
enum { RULESET_BUILD_WORD_MAX = 2 * OPTION_TEXT_MAX };
int ruleset_build_word(const struct ruleset *rules, int index, char word[RULESET_BUILD_WORD_MAX]);

#endif
