/* tournament_rulings.c - what the organiser of a competition decided, and after which block. */
#include "tournament/tournament_rulings.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static int bad(char error[TOURNAMENT_RULING_ERROR], int line, const char *why)
{
    snprintf(error, TOURNAMENT_RULING_ERROR, "line %d: %s", line, why);
    return -1;
}

int tournament_rulings_make(struct tournament_ruled *ruled, const struct tournament_file *file,
                            int rerun, const char *disqualify, const char *reason,
                            char error[TOURNAMENT_RULING_ERROR])
{
    const char *wrong = NULL;

    assert(rerun > 0 || disqualify);
    *ruled = (struct tournament_ruled){.rerun = rerun > 0, .meeting = rerun - 1};
    if (rerun > 0 && disqualify)
        wrong = "--rerun: expected no --disqualify beside it";
    else if (disqualify && (!reason || !*reason))
        wrong = "--disqualify: expected --reason TEXT beside it";
    if (wrong) {
        snprintf(error, TOURNAMENT_RULING_ERROR, "%s", wrong);
        return -1;
    }
    reason = reason ? reason : "";
    for (const char *at = reason; *at; at++) {
        if ((unsigned char)*at >= ' ' && at - reason < TOURNAMENT_REASON_MAX)
            continue;
        snprintf(error, TOURNAMENT_RULING_ERROR, "--reason: expected one line of at most %d bytes",
                 TOURNAMENT_REASON_MAX);
        return -1;
    }
    snprintf(ruled->reason, sizeof ruled->reason, "%s", reason);
    int count = file->format.entry_count;
    while (disqualify && ruled->entry < count &&
           strcmp(file->entries[ruled->entry].name, disqualify) != 0)
        ruled->entry++;
    if (ruled->entry < count)
        return 0;
    snprintf(error, TOURNAMENT_RULING_ERROR, "--disqualify %.64s: there is no such entry",
             disqualify);
    return -1;
}

void tournament_rulings_fini(struct tournament_rulings *rulings)
{
    free(rulings->list);
    json_decref(rulings->lines);
    *rulings = (struct tournament_rulings){.list = NULL};
}

void tournament_rulings_add(struct tournament_rulings *rulings,
                            const struct tournament_ruled *ruled)
{
    void *grown = realloc(rulings->list, ((size_t)rulings->count + 1) * sizeof *rulings->list);
    if (!grown)
        memory_end();
    rulings->list = grown;
    rulings->list[rulings->count++] = *ruled;
}

/* ------------------------------------------------------------------------------------- reading */

static int entry_of(const struct tournament_file *file, const char *name)
{
    for (int i = 0; name && i < file->format.entry_count; i++) {
        if (strcasecmp(file->entries[i].name, name) == 0)
            return i;
    }
    return -1;
}

static bool take_value(const json_t *value, const struct tournament_file *file,
                       struct tournament_ruled *ruled)
{
    const char *kind = "", *entry = "", *reason = "";
    int meeting = 1, season = 1;

    if (json_unpack((json_t *)(uintptr_t)value, "{s:s, s:i, s:i, s:s, s?i, s?s}", "ruling", &kind,
                    "after_blocks", &ruled->block, "season", &season, "reason", &reason, "meeting",
                    &meeting, "entry", &entry))
        return false;
    ruled->rerun = strcmp(kind, "rerun") == 0;
    ruled->meeting = meeting - 1;
    ruled->season = season - 1;
    ruled->entry = entry_of(file, entry);
    snprintf(ruled->reason, sizeof ruled->reason, "%.200s", reason);
    return ruled->rerun || (strcmp(kind, "disqualify") == 0 && ruled->entry >= 0);
}

static int take_line(struct tournament_rulings *rulings, char *line,
                     const struct tournament_file *file, char error[TOURNAMENT_RULING_ERROR])
{
    struct tournament_ruled ruled = {.block = 0};
    int number = rulings->count + 1;

    line[strcspn(line, "\n")] = '\0';
    json_t *value = json_loads(line, 0, NULL);
    const char *before = json_string_value(json_object_get(value, "previous"));
    if (!value || !take_value(value, file, &ruled)) {
        json_decref(value);
        return bad(error, number, "expected a ruling");
    }
    bool follows = before && strcmp(before, rulings->last) == 0 &&
                   (rulings->count == 0 || ruled.block >= rulings->list[rulings->count - 1].block);
    json_array_append_new(rulings->lines, value);
    if (!follows)
        return bad(error, number, "it does not follow the line before it");
    sign_digest(line, rulings->last);
    tournament_rulings_add(rulings, &ruled);
    return 0;
}

int tournament_rulings_read(struct tournament_rulings *rulings, const char *path,
                            const struct tournament_file *file, char error[TOURNAMENT_RULING_ERROR])
{
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    int status = 0;

    *rulings = (struct tournament_rulings){.lines = json_array()};
    if (!rulings->lines)
        memory_end();
    if (!in && errno != ENOENT) {
        snprintf(error, TOURNAMENT_RULING_ERROR, "%s", strerror(errno));
        return -1;
    }
    while (in && status == 0 && getline(&line, &capacity, in) > 0)
        status = take_line(rulings, line, file, error);
    free(line);
    if (in)
        fclose(in);
    return status;
}

/* -------------------------------------------------------------------------------- what they do */

static int apply(const struct tournament_ruled *ruled, struct tournament_blocks *blocks,
                 char error[TOURNAMENT_RULING_ERROR])
{
    char why[160] = "";

    if (ruled->rerun && tournament_ruling_check(blocks->tournament, ruled->meeting, why)) {
        snprintf(error, TOURNAMENT_RULING_ERROR, "meeting %d: %s", ruled->meeting + 1, why);
        return -1;
    }
    if (!ruled->rerun && blocks->tournament->out[ruled->entry]) {
        snprintf(error, TOURNAMENT_RULING_ERROR, "the entry is disqualified already");
        return -1;
    }
    if (ruled->rerun)
        tournament_blocks_rerun(blocks, ruled->meeting);
    else
        tournament_blocks_disqualify(blocks, ruled->entry);
    return 0;
}

int tournament_rulings_apply(struct tournament_rulings *rulings, struct tournament_blocks *blocks,
                             char error[TOURNAMENT_RULING_ERROR])
{
    while (rulings->applied < rulings->count &&
           rulings->list[rulings->applied].block == blocks->block_count) {
        if (apply(&rulings->list[rulings->applied], blocks, error))
            return -1;
        rulings->applied++;
    }
    return 0;
}

bool tournament_rulings_void(const struct tournament_rulings *rulings,
                             const struct tournament_blocks *blocks,
                             const struct schedule_block *block)
{
    int index = tournament_blocks_meeting(blocks, block);
    const struct tournament *tournament = blocks->tournament;

    for (int i = rulings->count - 1; i >= 0 && index >= 0; i--) {
        const struct tournament_ruled *ruled = &rulings->list[i];
        const struct tournament_meeting *meeting = &tournament->meetings[index];
        if (ruled->block <= block->set)
            break;
        if (ruled->rerun ? ruled->meeting == index
                         : tournament_ruling_voids(tournament->config.format) &&
                               meeting->season == ruled->season &&
                               (meeting->a == ruled->entry || meeting->b == ruled->entry))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------- writing */

static json_t *value_of(const struct tournament_ruled *ruled, const char *previous,
                        const struct tournament_blocks *blocks, const struct tournament_file *file)
{
    json_t *value =
        json_pack("{s:s, s:i, s:i, s:s, s:I, s:s}", "ruling", ruled->rerun ? "rerun" : "disqualify",
                  "after_blocks", ruled->block, "season", ruled->season + 1, "reason",
                  ruled->reason, "time_msec", (json_int_t)clock_wall_msec(), "previous", previous);
    if (ruled->rerun) {
        const struct tournament_meeting *meeting = &blocks->tournament->meetings[ruled->meeting];
        json_object_update_new(value, json_pack("{s:i, s:s, s:s}", "meeting", ruled->meeting + 1,
                                                "a", file->entries[meeting->a].name, "b",
                                                file->entries[meeting->b].name));
    } else {
        json_object_set_new(value, "entry", json_string(file->entries[ruled->entry].name));
    }
    return value;
}

int tournament_rulings_write(struct tournament_rulings *rulings, const char *path,
                             const struct tournament_blocks *blocks,
                             const struct tournament_file *file, const char *records)
{
    const struct tournament_ruled *ruled = &rulings->list[rulings->count - 1];
    char digest[SIGN_KEY_HEX];
    struct stat about;

    if (sign_digest_file(records, digest) || stat(records, &about))
        return -1;
    json_t *value = value_of(ruled, rulings->last, blocks, file);
    json_object_update_new(value, json_pack("{s:s, s:I}", "records", digest, "records_bytes",
                                            (json_int_t)about.st_size));
    char *line = json_dumps(value, JSON_COMPACT);
    FILE *out = line ? fopen(path, "a") : NULL;
    bool good =
        out && fprintf(out, "%s\n", line) > 0 && fflush(out) == 0 && fsync(fileno(out)) == 0;
    if (out && fclose(out))
        good = false;
    if (line)
        sign_digest(line, rulings->last);
    json_array_append_new(rulings->lines, value);
    free(line);
    return good ? 0 : -1;
}
