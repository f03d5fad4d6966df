/* tournament_file.c - parses the file that describes a competition. */
#include "tournament/tournament_file.h"
#include "tournament/tournament_keys_private.h"

#include "base/ini_file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/options.h"
#include "match/remote_bots.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { JOBS_DEFAULT = 1 };

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
            return tournament_keys_bad(reader, "[%s] %s: the key is there twice", section, name);
        *seen |= UINT64_C(1) << i;
        return table[i].take(reader, value, &table[i], entry);
    }
    for (size_t i = 0; i < count; i++) {
        strcat(known, i ? ", " : "");
        strcat(known, table[i].name);
    }
    return tournament_keys_bad(reader, "[%.80s] %.80s: no such key; there are %s", section, name,
                               known);
}

/* Returns the entry of a section "entry NAME", added if the name is new; -1 after a line. */
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
        tournament_keys_bad(reader, "[%.80s]: expected a name of 1 to 32 of A-Z a-z 0-9 . _ -",
                            section);
        return -1;
    }
    if (file->format.entry_count == TOURNAMENT_ENTRIES_MAX) {
        tournament_keys_bad(reader, "[%s]: at most %d entries", section, TOURNAMENT_ENTRIES_MAX);
        return -1;
    }
    memcpy(file->entries[file->format.entry_count].name, name, size + 1);
    return file->format.entry_count++;
}

/* A heading makes a section, even without keys. */
static void on_heading(void *context, int line, const char *section)
{
    struct reader *reader = context;
    int count = reader->file->format.entry_count;

    reader->line = line;
    reader->entry = -1;
    if (strcmp(section, "tournament") == 0) {
        if (reader->has_tournament)
            tournament_keys_bad(reader, "[tournament]: the section is there twice");
        reader->has_tournament = true;
    } else if (strncmp(section, "entry ", 6) == 0) {
        reader->entry = entry_of(reader, section);
        if (reader->entry >= 0 && reader->entry < count)
            tournament_keys_bad(reader, "[%s]: the name is there twice", section);
    } else {
        tournament_keys_bad(reader,
                            "[%.80s%s]: no such section; there are [tournament] and [entry NAME]",
                            section, strlen(section) > 80 ? "..." : "");
    }
    reader->line = 0;
}

/* Skips keys under a heading that was refused. */
static void on_key(void *context, int line, const char *section, const char *name,
                   const char *value)
{
    struct reader *reader = context;

    reader->line = line;
    if (strcmp(section, "tournament") == 0)
        take_key(reader, tournament_keys, tournament_key_count, section, name, value, -1);
    else if (reader->entry >= 0)
        take_key(reader, tournament_entry_keys, tournament_entry_key_count, section, name, value,
                 reader->entry);
    else if (!*section)
        tournament_keys_bad(reader, "%s: expected [tournament] before it", name);
    reader->line = 0;
}

/* A key that the format does not use is refused: one of the two must be wrong. */
static void check_formats(struct reader *reader)
{
    for (size_t i = 0; i < tournament_key_count; i++) {
        if (tournament_keys[i].formats && reader->format >= 0 &&
            reader->seen[TOURNAMENT_ENTRIES_MAX] >> i & 1 &&
            !(tournament_keys[i].formats >> reader->format & 1))
            tournament_keys_bad(reader, "%s: it has no meaning for format %s",
                                tournament_keys[i].name,
                                tournament_format_name((enum tournament_format)reader->format));
    }
}

/* ------------------------------------------------------------------------------------ the whole */

/* Makes "env -C DIR NAME=VALUE ... COMMAND OPTIONS", or the command alone if there is nothing to
 * set. For an archive "env -C DIR " is added when its place is known. */
static char *command_of(const struct entry_text *text)
{
    char *command = NULL, *made = NULL;
    const char *options = text->options ? text->options : "";
    size_t size = strlen(text->command) + strlen(options) + 2;

    if (!text->archive && (text->directory || text->environment)) {
        command = tournament_keys_copy("env");
        if (text->directory) {
            char *grown = realloc(command, 7);
            if (!grown)
                memory_end();
            command = strcat(grown, " -C");
            tournament_keys_add_quoted(&command, text->directory);
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

/* The program of a command that stands inside another one: its first word, as seen from here. NULL:
 * the program is the first word of the whole, or only a shell would find it. */
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
        if (!text->command && text->archive && *text->archive && !text->directory &&
            !text->options && !text->environment && !text->token) {
            /* its avondale.ini says how it starts, which is read where the archive is */
            file->entries[i].command = tournament_keys_copy("");
            file->entries[i].is_handed_in = work_hash_valid(text->archive);
            file->archives[i] = tournament_keys_copy(text->archive);
            continue;
        }
        if (!text->command || !*text->command) {
            tournament_keys_bad(reader, "[entry %s]: expected a command%s", file->entries[i].name,
                                text->archive ? "; without one, " MANIFEST_FILE
                                                " of its archive says "
                                                "all about its start, and beside archive only "
                                                "time is allowed"
                                              : "");
            continue;
        }
        bool comes = remote_bots_expected(text->command);
        if (!remote_bots_command_valid(text->command))
            tournament_keys_bad(reader, "[entry %s] command = %s: expected " REMOTE_BOTS_ALLOWED,
                                file->entries[i].name, text->command);
        if (comes && (text->options || text->directory || text->environment || text->archive))
            tournament_keys_bad(
                reader,
                "[entry %s]: options, directory, archive and environment are for one that is "
                "started",
                file->entries[i].name);
        if (text->archive && (text->directory || !*text->archive))
            tournament_keys_bad(reader, "[entry %s]: expected an archive or a directory, not both",
                                file->entries[i].name);
        if (!comes && text->token)
            tournament_keys_bad(reader, "[entry %s]: a token is for one that connects",
                                file->entries[i].name);
        file->entries[i].command = comes ? tournament_keys_copy(text->command) : command_of(text);
        file->entries[i].program = comes ? NULL : program_of(text);
        file->entries[i].token = text->token ? tournament_keys_copy(text->token) : NULL;
        file->archives[i] = text->archive ? tournament_keys_copy(text->archive) : NULL;
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
        tournament_keys_bad(reader, "[tournament]: expected format = %s", tournament_keys[1].help);
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
        tournament_keys_bad(reader, "%s", error);
}

static void finish_rules(struct reader *reader)
{
    struct tournament_file *file = reader->file;
    struct ruleset_error error;
    char word[32];

    if (reader->max_hands > 0) {
        snprintf(word, sizeof word, "max_hands=%d", reader->max_hands);
        file->words[file->word_count++] = tournament_keys_copy(word);
    }
    if (ruleset_parse(&file->rules, file->ruleset_name_text ? file->ruleset_name_text : "wikipedia",
                      (const char *const *)file->words, file->word_count, &error)) {
        tournament_keys_bad(reader, "%s", error.text);
        return;
    }
    if (reader->format == TOURNAMENT_INDIVIDUAL && file->format.entry_count < file->rules.players)
        tournament_keys_bad(
            reader, "format individual: expected at least %d entries, one for each seat, got %d",
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
    file->policy = (struct fault_policy){.kind = FAULT_POLICY_STRIKES, .strikes = 3};
}

/* Entries that are not there yet. */
static void add_entries(struct reader *reader, int more)
{
    struct tournament_file *file = reader->file;

    for (int i = 1; i <= more && file->format.entry_count < TOURNAMENT_ENTRIES_MAX; i++) {
        int at = file->format.entry_count++;
        snprintf(file->entries[at].name, sizeof file->entries[at].name, ".%d", i);
        reader->texts[at].command = tournament_keys_copy("program");
    }
}

int tournament_file_read(struct tournament_file *file, const char *path)
{
    return tournament_file_read_with(file, path, 0);
}

int tournament_file_read_with(struct tournament_file *file, const char *path, int more)
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
        tournament_keys_bad(reader, "%s", error);
    } else {
        add_entries(reader, more);
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
    free(file->ruleset_name_text);
}
