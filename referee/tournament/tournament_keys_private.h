/* tournament_keys_private.h - the keys of the file that describes a competition, and the values
 * that they are parsed into before the file is checked as a whole. */
#ifndef AVONDALE_TOURNAMENT_KEYS_PRIVATE_H
#define AVONDALE_TOURNAMENT_KEYS_PRIVATE_H

#include "tournament/tournament_file.h"

/* In place of a format: none was named, or an unknown one. */
enum { FORMAT_NONE = -1, FORMAT_BAD = -2 };

/* An entry as it is written, before its command line is composed. */
struct entry_text {
    char *command, *directory, *options, *token;
    char *environment; /* K=V words, quoted */
    char *archive;
};

struct reader {
    struct tournament_file *file;
    const char *path;
    struct entry_text texts[TOURNAMENT_ENTRIES_MAX];
    uint64_t seen[TOURNAMENT_ENTRIES_MAX +
                  1]; /* keys that were given, by entry; the last: of [tournament] */
    int line, entry;  /* that is read; -1: none */
    bool has_tournament;
    int errors, format, rounds, heroes, divisions, promotion, seasons, max_hands, deciding;
    bool tiebreaks_given;
    struct tournament_config tiebreaks;
};

struct key {
    const char *name, *help;
    bool (*take)(struct reader *reader, const char *value, const struct key *key, int entry);
    unsigned formats; /* formats that use it, as bits; 0: all */
    bool many;        /* may be repeated */
};

extern const struct key tournament_keys[];       /* of [tournament] */
extern const struct key tournament_entry_keys[]; /* of [entry NAME] */
extern const size_t tournament_key_count, tournament_entry_key_count;

/* Prints one line on standard error with the file, and the line number if there is one. Returns
 * false. */
__attribute__((format(printf, 2, 3))) bool tournament_keys_bad(struct reader *reader,
                                                               const char *format, ...);
char *tournament_keys_copy(const char *text); /* on the heap */
/* Appends " 'word'" for a shell to a text on the heap, or to NULL. */
void tournament_keys_add_quoted(char **text, const char *word);

#endif
