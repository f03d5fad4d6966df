/* tournament_keys.c - the keys of the file that describes a competition: their meaning and their
 * parsers. */
#include "tournament/tournament_keys.h"
#include "tournament/tournament_keys_private.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { REPEATS_MAX = 100000, DECIDING_MAX = 1000 };

bool tournament_keys_bad(struct reader *reader, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    if (reader->line > 0)
        log_say("avondale tournament: %s: line %d: %s", reader->path, reader->line,
                text ? text : "out of memory");
    else
        log_say("avondale tournament: %s: %s", reader->path, text ? text : "out of memory");
    free(text);
    reader->errors++;
    return false;
}

char *tournament_keys_copy(const char *text)
{
    char *made = strdup(text);
    if (!made)
        memory_end();
    return made;
}

/* ------------------------------------------------------------------------- keys of [tournament] */

#define FORMAT_BIT(format) (1u << TOURNAMENT_##format)

static bool take_int(struct reader *reader, const char *value, const struct key *key, int min,
                     int max, int *out)
{
    if (option_table_number(value, min, max, out) == 0)
        return true;
    return tournament_keys_bad(reader, "%s = %s: expected a number from %d to %d", key->name, value,
                               min, max);
}

static bool take_name(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (strlen(value) >= sizeof reader->file->name)
        return tournament_keys_bad(reader, "%s: expected at most %zu bytes", key->name,
                                   sizeof reader->file->name - 1);
    strcpy(reader->file->name, value);
    return true;
}

static bool take_output(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (!*value || strlen(value) >= sizeof reader->file->output)
        return tournament_keys_bad(reader, "%s: expected a directory", key->name);
    strcpy(reader->file->output, value);
    return true;
}

static bool take_format(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    for (int i = 0; i < TOURNAMENT_FORMAT_COUNT; i++) {
        if (strcmp(value, tournament_format_name((enum tournament_format)i)) == 0) {
            reader->format = i;
            return true;
        }
    }
    reader->format = FORMAT_BAD;
    return tournament_keys_bad(reader, "format = %s: expected one of %s", value, key->help);
}

static bool take_rounds(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, TOURNAMENT_ENTRIES_MAX, &reader->rounds);
}

static bool take_heroes(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, TOURNAMENT_ENTRIES_MAX, &reader->heroes);
}

static bool take_divisions(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, TOURNAMENT_ENTRIES_MAX / 2, &reader->divisions);
}

static bool take_promotion(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)entry;
    return take_int(reader, value, key, 0, TOURNAMENT_ENTRIES_MAX / 2, &reader->promotion);
}

static bool take_seasons(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, 100, &reader->seasons);
}

static bool take_deciding(struct reader *reader, const char *value, const struct key *key,
                          int entry)
{
    (void)entry;
    return take_int(reader, value, key, 0, DECIDING_MAX, &reader->deciding);
}

static bool take_repeats(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, REPEATS_MAX, &reader->file->repeats);
}

static bool take_jobs(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, RUNNER_JOBS_MAX, &reader->file->jobs);
}

static bool take_max_hands(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)entry;
    return take_int(reader, value, key, 1, 1000, &reader->max_hands);
}

static bool take_duplicate(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)entry;
    reader->file->duplicate = strcmp(value, "yes") == 0;
    if (reader->file->duplicate || strcmp(value, "no") == 0)
        return true;
    return tournament_keys_bad(reader, "%s = %s: expected yes or no", key->name, value);
}

static bool take_ruleset(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    (void)entry;
    free(reader->file->ruleset_name_text);
    reader->file->ruleset_name_text = tournament_keys_copy(value);
    return true;
}

static bool take_option(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (reader->file->word_count == TOURNAMENT_WORDS_MAX - 1)
        return tournament_keys_bad(reader, "%s: at most %d", key->name, TOURNAMENT_WORDS_MAX - 1);
    reader->file->words[reader->file->word_count++] = tournament_keys_copy(value);
    return true;
}

static bool take_time(struct reader *reader, const char *value, const struct key *key, int entry)
{
    char error[160];
    (void)key;
    (void)entry;
    return time_control_parse(value, &reader->file->time, error)
               ? tournament_keys_bad(reader, "%s", error)
               : true;
}

static bool take_policy(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (fault_policy_parse(value, &reader->file->policy) == 0)
        return true;
    return tournament_keys_bad(reader, "%s = %s: expected strict, strikes=N (1 to 1000) or lenient",
                               key->name, value);
}

static bool take_seed(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    memset(reader->file->seed, 0, FAIR_BYTES);
    reader->file->seeded = hex_decode(value, strlen(value), reader->file->seed, FAIR_BYTES) >= 1;
    if (reader->file->seeded)
        return true;
    return tournament_keys_bad(reader, "%s = %s: expected 2 to 64 digits of hex, an even number",
                               key->name, value);
}

static bool add_tiebreak(struct tournament_config *config, const char *word, size_t size)
{
    for (int i = 0; i < TIEBREAK_COUNT; i++) {
        const char *name = tournament_tiebreak_name((enum tournament_tiebreak)i);
        if (strlen(name) == size && memcmp(name, word, size) == 0 &&
            config->tiebreak_count < TOURNAMENT_TIEBREAKS_MAX) {
            config->tiebreaks[config->tiebreak_count++] = (enum tournament_tiebreak)i;
            return true;
        }
    }
    return false;
}

static bool take_tiebreaks(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)entry;
    reader->tiebreaks_given = true;
    reader->tiebreaks.tiebreak_count = 0;
    for (const char *at = value; *at;) {
        size_t size = strcspn(at, ", ");
        if (!add_tiebreak(&reader->tiebreaks, at, size))
            return tournament_keys_bad(reader, "%s = %s: expected a list of %s", key->name, value,
                                       key->help);
        at += size;
        at += strspn(at, ", ");
    }
    return true;
}

const struct key tournament_keys[] = {
    {"name", "what the pages call it", take_name, 0, false},
    {"format", "round-robin, gauntlet, swiss, knockout, double-knockout, league, individual",
     take_format, 0, false},
    {"ruleset", "a preset (wikipedia); see avondale rules", take_ruleset, 0, false},
    {"option", "K=V: changes an option of the ruleset; may be repeated, each option once",
     take_option, .many = true},
    {"max_hands", "a game ends after so many hands, and the score decides", take_max_hands, 0,
     false},
    {"repeats", "blocks of a meeting (1); of individual: times that all rounds are played",
     take_repeats, 0, false},
    {"duplicate", "yes: a block plays the same deals with rotated line-ups (yes)", take_duplicate,
     0, false},
    {"rounds",
     "how many; swiss: (as many as a winner needs); individual: in each everybody has every\n"
     "               seat in as many blocks as there are entries (one less than entries: then all\n"
     "               have been partners and opponents of all equally often, or nearly)",
     take_rounds, .formats = FORMAT_BIT(SWISS) | FORMAT_BIT(INDIVIDUAL)},
    {"heroes", "gauntlet: so many of the first entries meet all others (1)", take_heroes,
     .formats = FORMAT_BIT(GAUNTLET)},
    {"divisions", "league: how many (2)", take_divisions, .formats = FORMAT_BIT(LEAGUE)},
    {"promotion", "league: how many go up and down after a season (1)", take_promotion,
     .formats = FORMAT_BIT(LEAGUE)},
    {"seasons", "league: how many (1)", take_seasons, .formats = FORMAT_BIT(LEAGUE)},
    {"deciding", "knockouts: blocks that a drawn meeting is played on for, at most (16)",
     take_deciding, .formats = FORMAT_BIT(KNOCKOUT) | FORMAT_BIT(DOUBLE_KNOCKOUT)},
    {"tiebreaks",
     "head-to-head, buchholz, sonneborn-berger, game-points, wins, margin; applied in order",
     take_tiebreaks, 0, false},
    {"time", "ms a decision, or auction=,exchange=,play=,bank=,inc=,startup=,lag= (5000)",
     take_time, 0, false},
    {"policy", "strict, strikes=N, lenient (strikes=3)", take_policy, 0, false},
    {"jobs", "tables at once (1)", take_jobs, 0, false},
    {"seed", "HEX: the deals follow from it (drawn from the system unless given)", take_seed, 0,
     false},
    {"output", "a directory for records and standings (the file's name without .ini)", take_output,
     0, false},
};
const size_t tournament_key_count = sizeof tournament_keys / sizeof tournament_keys[0];

/* ------------------------------------------------------------------------------ keys of [entry] */

static bool take_command(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].command);
    reader->texts[entry].command = tournament_keys_copy(value);
    return true;
}

static bool take_directory(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)key;
    free(reader->texts[entry].directory);
    reader->texts[entry].directory = tournament_keys_copy(value);
    return true;
}

static bool take_archive(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].archive);
    reader->texts[entry].archive = tournament_keys_copy(value);
    return true;
}

static bool take_options(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].options);
    reader->texts[entry].options = tournament_keys_copy(value);
    return true;
}

static bool take_token(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].token);
    reader->texts[entry].token = tournament_keys_copy(value);
    return true;
}

/* Appends " 'word'" for a shell. */
void tournament_keys_add_quoted(char **text, const char *word)
{
    size_t size = *text ? strlen(*text) : 0;
    char *at, *grown = realloc(*text, size + 4 * strlen(word) + 4);

    if (!grown)
        memory_end();
    *text = grown;
    at = grown + size;
    *at++ = ' ';
    *at++ = '\'';
    for (; *word; word++) {
        if (*word == '\'') {
            memcpy(at, "'\\''", 4);
            at += 4;
        } else {
            *at++ = *word;
        }
    }
    *at++ = '\'';
    *at = '\0';
}

static bool take_environment(struct reader *reader, const char *value, const struct key *key,
                             int entry)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return tournament_keys_bad(reader, "[entry %s] %s = %s: expected NAME=VALUE",
                                   reader->file->entries[entry].name, key->name, value);
    tournament_keys_add_quoted(&reader->texts[entry].environment, value);
    return true;
}

static bool take_handicap(struct reader *reader, const char *value, const struct key *key,
                          int entry)
{
    struct runner_entry *described = &reader->file->entries[entry];
    if (option_table_number(value, 1, 10000, &described->time_percent) == 0)
        return true;
    return tournament_keys_bad(reader, "[entry %s] %s = %s: expected a percentage from 1 to 10000",
                               described->name, key->name, value);
}

const struct key tournament_entry_keys[] = {
    {"command",
     "starts a process of it that speaks the protocol on standard input and output; or "
     "tcp://HOST:PORT or unix:PATH, where it will connect by its name; with an archive and --store "
     "none is needed: then avondale.ini in it says how it starts",
     take_command, 0, false},
    {"token", "what it must say in hello when it connects", take_token, 0, false},
    {"options", "added to the command", take_options, 0, false},
    {"directory", "where it is started", take_directory, 0, false},
    {"archive",
     "a directory that is packed for workers, or the SHA-256 of an archive in the store; it is\n"
     "               started in it, and can only read there",
     take_archive, 0, false},
    {"environment", "NAME=VALUE; may be repeated", take_environment, .many = true},
    {"time", "its time to think, in per cent of that of the others (100)", take_handicap, 0, false},
};
const size_t tournament_entry_key_count =
    sizeof tournament_entry_keys / sizeof tournament_entry_keys[0];

/* ---------------------------------------------------------------------------- what they mean */

static void print_keys(FILE *out, bool manual, const char *title, const struct key *table,
                       size_t count)
{
    option_print_title(out, manual, title);
    for (size_t i = 0; i < count; i++)
        option_print_term(out, manual, table[i].name, table[i].help);
}

void tournament_keys_print(FILE *out, bool manual)
{
    print_keys(out, manual, "Keys of [tournament]", tournament_keys, tournament_key_count);
    print_keys(out, manual, "Keys of [entry NAME], two or more", tournament_entry_keys,
               tournament_entry_key_count);
}
