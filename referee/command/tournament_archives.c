/* tournament_archives.c - where the programs of a tournament's entries are started. */
#include "command/tournament_archives.h"

#include "base/memory.h"
#include "match/job_format.h"
#include "match/remote_bots.h"
#include "tournament/tournament_directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_command(struct runner_entry *entry, char *command)
{
    if (!command)
        memory_end();
    free((void *)(uintptr_t)entry->command);
    entry->command = command;
}

/* The work is named by the file, and the bots that it packs. */
static int name_work(const struct option_table *table, const struct tournament_file *file,
                     const char *path, struct farm *farm)
{
    char *text = tournament_directory_read(path);
    size_t size = text ? strlen(text) : 0;

    if (!text) {
        options_bad(table, "%s: %s", path, strerror(errno));
        return 3;
    }
    text = realloc(text, size + TOURNAMENT_ENTRIES_MAX * (WORK_HASH_DIGITS + 1) + 1);
    if (!text)
        memory_end();
    for (int i = 0; i < file->format.entry_count; i++) {
        if (file->entries[i].archive)
            size += (size_t)sprintf(text + size, "\n%s", file->entries[i].archive);
    }
    farm_name(farm, file->name, text);
    free(text);
    return 0;
}

static int pack_entry(struct runner_entry *entry, const char *archive, struct farm *farm)
{
    char hash[WORK_HASH_DIGITS + 1], start[MANIFEST_VALUE_MAX + 1] = "";
    bool has_command = entry->command[0] != '\0';
    int status = farm_pack(farm, entry->name, archive, hash, has_command ? NULL : start);

    if (status)
        return status;
    if (!has_command)
        set_command(entry, strdup(start));
    entry->archive = strdup(hash);
    if (!entry->archive)
        memory_end();
    return 0;
}

int tournament_archives_pack(const struct option_table *table, struct tournament_file *file,
                             const char *path, struct farm *farm)
{
    for (int i = 0; i < file->format.entry_count; i++) {
        struct runner_entry *entry = &file->entries[i];

        if (remote_bots_expected(entry->command))
            return options_bad(table, "--store: entry %s connects by itself, workers start theirs",
                               entry->name);
        int status = file->archives[i] ? pack_entry(entry, file->archives[i], farm) : 0;
        if (status)
            return status;
    }
    return name_work(table, file, path, farm);
}

int tournament_archives_place(const struct option_table *table, struct tournament_file *file)
{
    for (int i = 0; i < file->format.entry_count; i++) {
        struct runner_entry *entry = &file->entries[i];

        if (!file->archives[i])
            continue;
        if (work_hash_valid(file->archives[i]))
            return options_bad(table, "[entry %s] archive = %s: it is in a store: say --store",
                               entry->name, file->archives[i]);
        if (!entry->command[0])
            return options_bad(table,
                               "[entry %s]: expected a command: with --store alone " MANIFEST_FILE
                               " of its archive says how it starts",
                               entry->name);
        set_command(entry, job_format_command_in(file->archives[i], entry->command));
    }
    return 0;
}
