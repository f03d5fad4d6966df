/* tournament_file.c - the file that describes a competition. */
#include "tournament/tournament_file.h"

#include "tournament/tournament_help.h"
#include "base/ini_file.h"
#include "base/log.h"
#include "base/out_of_memory.h"
#include "base/options.h"
#include "match/remote_bots.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    JOBS_DEFAULT = 1,
    REPEATS_MAX = 100000,
    DECIDING_MAX = 1000,
    FORMAT_NONE = -1,
    FORMAT_BAD = -2
};

/* What an entry says, before its command line is put together. */
struct entry_text {
    char *command, *directory, *options, *token;
    char *environment; /* K=V words, quoted */
    char *archive;
};

struct reader {
    struct tournament_file *file;
    const char *path;
    struct entry_text texts[TOURNAMENT_ENTRIES_MAX];
    uint64_t seen[TOURNAMENT_ENTRIES_MAX + 1]; /* keys, by entry; the last: of [tournament] */
    int line, entry;                           /* that is read; -1: none */
    bool has_tournament;
    int errors, format, rounds, heroes, divisions, promotion, seasons, max_hands, deciding;
    bool tiebreaks_given;
    struct tournament_config tiebreaks;
};

__attribute__((format(printf, 2, 3))) static bool bad(struct reader *reader, const char *format,
                                                      ...)
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

static char *copy(const char *text)
{
    char *made = strdup(text);
    if (!made)
        memory_end();
    return made;
}

/* ------------------------------------------------------------------------- keys of [tournament] */

struct key {
    const char *name, *help;
    bool (*take)(struct reader *reader, const char *value, const struct key *key, int entry);
    unsigned formats; /* for which it says something, as bits; 0: for all */
    bool many;        /* may be repeated */
};

#define FORMAT_BIT(format) (1u << TOURNAMENT_##format)

static bool take_int(struct reader *reader, const char *value, const struct key *key, int min,
                     int max, int *out)
{
    if (options_number(value, min, max, out) == 0)
        return true;
    return bad(reader, "%s = %s: expected a number from %d to %d", key->name, value, min, max);
}

static bool take_name(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (strlen(value) >= sizeof reader->file->name)
        return bad(reader, "%s: expected at most %zu bytes", key->name,
                   sizeof reader->file->name - 1);
    strcpy(reader->file->name, value);
    return true;
}

static bool take_output(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (!*value || strlen(value) >= sizeof reader->file->output)
        return bad(reader, "%s: expected a directory", key->name);
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
    return bad(reader, "format = %s: expected one of %s", value, key->help);
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
    return bad(reader, "%s = %s: expected yes or no", key->name, value);
}

static bool take_ruleset(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    (void)entry;
    free(reader->file->ruleset_text);
    reader->file->ruleset_text = copy(value);
    return true;
}

static bool take_option(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (reader->file->word_count == TOURNAMENT_WORDS_MAX - 1)
        return bad(reader, "%s: at most %d", key->name, TOURNAMENT_WORDS_MAX - 1);
    reader->file->words[reader->file->word_count++] = copy(value);
    return true;
}

static bool take_time(struct reader *reader, const char *value, const struct key *key, int entry)
{
    char error[160];
    (void)key;
    (void)entry;
    return time_control_parse(value, &reader->file->time, error) ? bad(reader, "%s", error) : true;
}

static bool take_policy(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    if (policy_parse(value, &reader->file->policy) == 0)
        return true;
    return bad(reader, "%s = %s: expected strict, strikes=N (1 to 1000) or lenient", key->name,
               value);
}

static bool take_seed(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)entry;
    memset(reader->file->seed, 0, FAIR_BYTES);
    reader->file->seeded = hex_decode(value, strlen(value), reader->file->seed, FAIR_BYTES) >= 1;
    if (reader->file->seeded)
        return true;
    return bad(reader, "%s = %s: expected 2 to 64 digits of hex, an even number", key->name, value);
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
            return bad(reader, "%s = %s: expected a list of %s", key->name, value, key->help);
        at += size;
        at += strspn(at, ", ");
    }
    return true;
}

static const struct key keys[] = {
    {"name", "what the pages call it", take_name, 0, false},
    {"format", "round-robin, gauntlet, swiss, knockout, double-knockout, league, individual",
     take_format, 0, false},
    {"ruleset", "a preset (wikipedia); see avondale rules", take_ruleset, 0, false},
    {"option", "K=V: changes an option of the ruleset; may be repeated", take_option, .many = true},
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

/* ------------------------------------------------------------------------------ keys of [entry] */

static bool take_command(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].command);
    reader->texts[entry].command = copy(value);
    return true;
}

static bool take_directory(struct reader *reader, const char *value, const struct key *key,
                           int entry)
{
    (void)key;
    free(reader->texts[entry].directory);
    reader->texts[entry].directory = copy(value);
    return true;
}

static bool take_archive(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].archive);
    reader->texts[entry].archive = copy(value);
    return true;
}

static bool take_options(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].options);
    reader->texts[entry].options = copy(value);
    return true;
}

static bool take_token(struct reader *reader, const char *value, const struct key *key, int entry)
{
    (void)key;
    free(reader->texts[entry].token);
    reader->texts[entry].token = copy(value);
    return true;
}

/* Appends " 'word'" for a shell. */
static void add_quoted(char **text, const char *word)
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
        return bad(reader, "[entry %s] %s = %s: expected NAME=VALUE",
                   reader->file->entries[entry].name, key->name, value);
    add_quoted(&reader->texts[entry].environment, value);
    return true;
}

static bool take_handicap(struct reader *reader, const char *value, const struct key *key,
                          int entry)
{
    struct runner_entry *described = &reader->file->entries[entry];
    if (options_number(value, 1, 10000, &described->time_percent) == 0)
        return true;
    return bad(reader, "[entry %s] %s = %s: expected a percentage from 1 to 10000", described->name,
               key->name, value);
}

static const struct key entry_keys[] = {
    {"command",
     "starts a process of it that speaks the protocol on standard input and output; or "
     "tcp://HOST:PORT, where it will connect by its name",
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

/* ------------------------------------------------------------------------------------ the file */

static bool take_key(struct reader *reader, const struct key *table, size_t count,
                     const char *section, const char *name, const char *value, int entry)
{
    char known[512] = "";

    uint64_t *seen = &reader->seen[entry < 0 ? TOURNAMENT_ENTRIES_MAX : entry];

    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) != 0)
            continue;
        if (*seen >> i & 1 && !table[i].many)
            return bad(reader, "[%s] %s: the key is there twice", section, name);
        *seen |= UINT64_C(1) << i;
        return table[i].take(reader, value, &table[i], entry);
    }
    for (size_t i = 0; i < count; i++) {
        strcat(known, i ? ", " : "");
        strcat(known, table[i].name);
    }
    return bad(reader, "[%s] %s: no such key; there are %s", section, name, known);
}

/* The entry of a section "entry NAME", new where the name is; -1 after a line. */
static int entry_of(struct reader *reader, const char *section)
{
    struct tournament_file *file = reader->file;
    const char *name = section + strlen("entry ");
    size_t size = strlen(name);

    for (int i = 0; i < file->format.entry_count; i++) {
        if (strcasecmp(file->entries[i].name, name) == 0)
            return i;
    }
    if (size < 1 || size > NAME_MAX_BYTES || name[0] == '.' ||
        strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") != size) {
        bad(reader, "[%s]: expected a name of 1 to 32 of A-Z a-z 0-9 . _ -", section);
        return -1;
    }
    if (file->format.entry_count == TOURNAMENT_ENTRIES_MAX) {
        bad(reader, "[%s]: at most %d entries", section, TOURNAMENT_ENTRIES_MAX);
        return -1;
    }
    memcpy(file->entries[file->format.entry_count].name, name, size + 1);
    return file->format.entry_count++;
}

/* A section is there by its heading, whatever stands under it. */
static void on_heading(void *context, int line, const char *section)
{
    struct reader *reader = context;
    int count = reader->file->format.entry_count;

    reader->line = line;
    reader->entry = -1;
    if (strcmp(section, "tournament") == 0) {
        if (reader->has_tournament)
            bad(reader, "[tournament]: the section is there twice");
        reader->has_tournament = true;
    } else if (strncmp(section, "entry ", 6) == 0) {
        reader->entry = entry_of(reader, section);
        if (reader->entry >= 0 && reader->entry < count)
            bad(reader, "[%s]: the name is there twice", section);
    } else {
        bad(reader, "[%s]: no such section; there are [tournament] and [entry NAME]", section);
    }
    reader->line = 0;
}

/* Keys under a heading that was refused are passed over. */
static void on_key(void *context, int line, const char *section, const char *name,
                   const char *value)
{
    struct reader *reader = context;

    reader->line = line;
    if (strcmp(section, "tournament") == 0)
        take_key(reader, keys, sizeof keys / sizeof keys[0], section, name, value, -1);
    else if (reader->entry >= 0)
        take_key(reader, entry_keys, sizeof entry_keys / sizeof entry_keys[0], section, name, value,
                 reader->entry);
    else if (!*section)
        bad(reader, "%s: expected [tournament] before it", name);
    reader->line = 0;
}

/* A key that says nothing for the format is a mistake about one of both. */
static void check_formats(struct reader *reader)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].formats && reader->format >= 0 &&
            reader->seen[TOURNAMENT_ENTRIES_MAX] >> i & 1 &&
            !(keys[i].formats >> reader->format & 1))
            bad(reader, "%s: it says nothing for format %s", keys[i].name,
                tournament_format_name((enum tournament_format)reader->format));
    }
}

/* ------------------------------------------------------------------------------------ the whole */

/* "env -C DIR NAME=VALUE ... COMMAND OPTIONS": started as it is where there is nothing to set. In
 * an archive "env -C DIR " is put before it when the place is known. */
static char *command_of(const struct entry_text *text)
{
    char *command = NULL, *made = NULL;
    const char *options = text->options ? text->options : "";
    size_t size = strlen(text->command) + strlen(options) + 2;

    if (!text->archive && (text->directory || text->environment)) {
        command = copy("env");
        if (text->directory) {
            char *grown = realloc(command, 7);
            if (!grown)
                memory_end();
            command = strcat(grown, " -C");
            add_quoted(&command, text->directory);
        }
    }
    size += (command ? strlen(command) : 0) + (text->environment ? strlen(text->environment) : 0);
    made = malloc(size + 4);
    if (!made)
        memory_end();
    snprintf(made, size + 4, "%s%s%s%s%s%s", command ? command : "",
             text->environment ? text->environment : "", command || text->environment ? " " : "",
             text->command, *options ? " " : "", options);
    free(command);
    return made;
}

/* What is started where the command is put into another: its first word, as seen from here. NULL:
 * it stands first, or only a shell would find it. */
static char *program_of(const struct entry_text *text)
{
    const char *start = text->command + strspn(text->command, " \t");
    const char *directory = text->directory ? text->directory : "";
    int size = (int)strcspn(start, " \t");
    bool inside = *directory && *start != '/' && memchr(start, '/', (size_t)size);
    char *program;

    if (text->archive || (!text->directory && !text->environment))
        return NULL;
    if (asprintf(&program, "%s%s%.*s", inside ? directory : "", inside ? "/" : "", size, start) < 0)
        memory_end();
    return program;
}

static void finish_entries(struct reader *reader)
{
    struct tournament_file *file = reader->file;

    for (int i = 0; i < file->format.entry_count; i++) {
        struct entry_text *text = &reader->texts[i];
        if (!text->command || !*text->command) {
            bad(reader, "[entry %s]: expected a command", file->entries[i].name);
            continue;
        }
        bool comes = visitors_expected(text->command);
        if (!visitors_command_valid(text->command))
            bad(reader, "[entry %s] command = %s: expected tcp://IPV4-ADDRESS:PORT",
                file->entries[i].name, text->command);
        if (comes && (text->options || text->directory || text->environment || text->archive))
            bad(reader,
                "[entry %s]: options, directory, archive and environment are for one that is "
                "started",
                file->entries[i].name);
        if (text->archive && (text->directory || !*text->archive))
            bad(reader, "[entry %s]: expected an archive or a directory, not both",
                file->entries[i].name);
        if (!comes && text->token)
            bad(reader, "[entry %s]: a token is for one that connects", file->entries[i].name);
        file->entries[i].command = comes ? copy(text->command) : command_of(text);
        file->entries[i].program = comes ? NULL : program_of(text);
        file->entries[i].token = text->token ? copy(text->token) : NULL;
        file->archives[i] = text->archive ? copy(text->archive) : NULL;
    }
}

static void finish_format(struct reader *reader)
{
    struct tournament_config *config = &reader->file->format;
    int entries = config->entry_count;
    char error[160];

    if (reader->format == FORMAT_BAD)
        return;
    if (reader->format == FORMAT_NONE) {
        bad(reader, "[tournament]: expected format = %s", keys[1].help);
        return;
    }
    tournament_defaults(config, (enum tournament_format)reader->format);
    config->entry_count = entries;
    config->rounds = reader->rounds;
    config->heroes = reader->heroes > 0 ? reader->heroes : config->heroes;
    config->divisions = reader->divisions > 0 ? reader->divisions : config->divisions;
    config->promotion = reader->promotion >= 0 ? reader->promotion : config->promotion;
    config->seasons = reader->seasons > 0 ? reader->seasons : config->seasons;
    config->deciding = reader->deciding >= 0 ? reader->deciding : config->deciding;
    if (reader->tiebreaks_given) {
        config->tiebreak_count = reader->tiebreaks.tiebreak_count;
        memcpy(config->tiebreaks, reader->tiebreaks.tiebreaks, sizeof config->tiebreaks);
    }
    if (tournament_check(config, error))
        bad(reader, "%s", error);
}

static void finish_rules(struct reader *reader)
{
    struct tournament_file *file = reader->file;
    struct ruleset_error error;
    char word[32];

    if (reader->max_hands > 0) {
        snprintf(word, sizeof word, "max_hands=%d", reader->max_hands);
        file->words[file->word_count++] = copy(word);
    }
    if (ruleset_parse(&file->rules, file->ruleset_text ? file->ruleset_text : "wikipedia",
                      (const char *const *)file->words, file->word_count, &error)) {
        bad(reader, "%s", error.text);
        return;
    }
    if (reader->format == TOURNAMENT_INDIVIDUAL && file->format.entry_count < file->rules.players)
        bad(reader, "format individual: expected at least %d entries, one for each seat, got %d",
            file->rules.players, file->format.entry_count);
}

static void set_defaults(struct tournament_file *file, const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    size_t size = strlen(path), base = strlen(name);

    memset(file, 0, sizeof *file);
    if (size > 4 && strcmp(path + size - 4, ".ini") == 0) {
        size -= 4;
        base -= 4;
        snprintf(file->output, sizeof file->output, "%.*s", (int)size, path);
    } else {
        snprintf(file->output, sizeof file->output, "%s.out", path);
    }
    snprintf(file->name, sizeof file->name, "%.*s", (int)base, name);
    file->repeats = 1;
    file->jobs = JOBS_DEFAULT;
    file->duplicate = true;
    file->time = (struct time_control){.startup = 10000000, .lag = 20000};
    file->time.auction = file->time.exchange = file->time.play = 5000000;
    file->policy = (struct policy){.kind = POLICY_STRIKES, .strikes = 3};
}

int tournament_file_read(struct tournament_file *file, const char *path)
{
    struct reader *reader = calloc(1, sizeof *reader);

    if (!reader)
        memory_end();
    set_defaults(file, path);
    reader->file = file;
    reader->path = path;
    reader->format = FORMAT_NONE;
    reader->promotion = reader->deciding = -1;
    const struct ini_file_handler handler = {reader, on_heading, on_key};
    char error[INI_FILE_ERROR_BYTES];
    reader->entry = -1;
    int line = ini_file_read(path, &handler, error);
    if (line) {
        reader->line = line;
        bad(reader, "%s", error);
    } else {
        check_formats(reader);
        finish_entries(reader);
        finish_format(reader);
        finish_rules(reader);
    }
    int errors = reader->errors;
    for (int i = 0; i < TOURNAMENT_ENTRIES_MAX; i++) {
        free(reader->texts[i].command);
        free(reader->texts[i].directory);
        free(reader->texts[i].options);
        free(reader->texts[i].token);
        free(reader->texts[i].archive);
        free(reader->texts[i].environment);
    }
    free(reader);
    return errors ? 2 : 0;
}

void tournament_file_free(struct tournament_file *file)
{
    for (int i = 0; i < TOURNAMENT_ENTRIES_MAX; i++) {
        free((void *)(uintptr_t)file->entries[i].command);
        free((void *)(uintptr_t)file->entries[i].program);
        free((void *)(uintptr_t)file->entries[i].token);
        free((void *)(uintptr_t)file->entries[i].archive);
        free(file->archives[i]);
    }
    for (int i = 0; i < file->word_count; i++)
        free(file->words[i]);
    free(file->ruleset_text);
}

static void explain(const char *heading, const struct key *table, size_t count)
{
    printf("%s\n", heading);
    for (size_t i = 0; i < count; i++)
        printf("  %-12s %s\n", table[i].name, table[i].help);
}

void tournament_file_explain(void)
{
    explain("[tournament]", keys, sizeof keys / sizeof keys[0]);
    explain("[entry NAME], two or more", entry_keys, sizeof entry_keys / sizeof entry_keys[0]);
    competition_help_print(stdout);
}
