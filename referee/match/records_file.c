/* records_file.c - the records file of a match or a tournament. */
#include "match/records_file.h"

#include "record/record_summary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

__attribute__((format(printf, 3, 4))) static int refuse(struct records_file *file, int status,
                                                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(file->error, sizeof file->error, format, args);
    va_end(args);
    return status;
}

static int world_failed(struct records_file *file)
{
    return refuse(file, 3, "%s: %s", file->path, strerror(errno));
}

int records_file_open(struct records_file *file, const char *path, bool resume)
{
    struct stat found;

    *file = (struct records_file){.path = path};
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || fstat(fd, &found) || !(file->file = fdopen(fd, "r+"))) {
        int status = world_failed(file);
        if (fd >= 0)
            close(fd);
        return status;
    }
    if (!S_ISREG(found.st_mode))
        return resume ? refuse(file, 2, "--resume: %s is no regular file", path) : 0;
    /* Not flock(): a bot between fork and exec would keep that lock after its run was killed. */
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &lock) && (errno == EAGAIN || errno == EACCES))
        return refuse(file, 2, "%s: another avondale writes to it", path);
    /* Read under the lock: its last holder may have written before. */
    if (fstat(fd, &found))
        return world_failed(file);
    file->plain = true;
    file->begun = found.st_size > 0;
    if (!resume && file->begun)
        return refuse(file, 2, "%s is there already: --resume continues it, or name another file",
                      path);
    return 0;
}

/* ------------------------------------------------------------------------------------- reading */

/* A line that was cut off while it was written begins like the record of that game. */
static bool is_torn_record(const char *line, size_t size, const char *id)
{
    char start[128];
    size_t length = (size_t)snprintf(start, sizeof start,
                                     "{\"format\":\"avondale-record/1\",\"game\":\"%s\"", id);

    return memcmp(line, start, size < length ? size : length) == 0;
}

static enum records_file_read read_game(struct records_file *file,
                                        const struct record_expected *expected,
                                        struct runner_game *game)
{
    char error[160];
    ssize_t size = getline(&file->line, &file->capacity, file->file);

    if (size < 1)
        return feof(file->file) ? RECORDS_FILE_END : (world_failed(file), RECORDS_FILE_ERROR);
    file->lines++;
    file->torn = file->line[size - 1] != '\n';
    game->line = NULL;
    if (record_summary_read(file->line, (size_t)size - !file->torn, expected, &game->outcome,
                            &game->game_stats, error) == 0)
        return RECORDS_FILE_READ;
    if (file->torn && is_torn_record(file->line, (size_t)size, expected->id))
        return RECORDS_FILE_END;
    refuse(file, 2, "--resume: %s line %ld: %s", file->path, file->lines, error);
    return RECORDS_FILE_ERROR;
}

enum records_file_read records_file_read(struct records_file *file,
                                         const struct runner_config *config,
                                         const struct schedule_block *block, const uint8_t *seed,
                                         struct runner_game *games)
{
    const char *names[SEATS_MAX];
    char id[48], set_id[48];
    uint8_t set_seed[FAIR_BYTES];
    enum records_file_read status = RECORDS_FILE_READ;

    snprintf(set_id, sizeof set_id, "%s-%06d", config->prefix, block->set + 1);
    if (seed)
        fair_derive_seed(seed, (uint32_t)block->set, set_seed);
    for (int game = 0; status == RECORDS_FILE_READ && game < block->game_count; game++) {
        const struct record_expected expected = {.rules = &config->rules,
                                                 .id = id,
                                                 .names = names,
                                                 .set_id = set_id,
                                                 .seed = seed ? set_seed : NULL};
        for (int seat = 0; seat < config->rules.players; seat++)
            names[seat] = config->entries[block->lineups[game].entry_of[seat]].name;
        snprintf(id, sizeof id, "%s-%06d", config->prefix, block->first_game + game + 1);
        status = read_game(file, &expected, &games[game]);
    }
    fair_wipe(set_seed, sizeof set_seed);
    if (status == RECORDS_FILE_READ)
        file->end = ftello(file->file);
    return status;
}

int records_file_go_on(struct records_file *file, bool ended)
{
    bool whole = file->torn && ftello(file->file) == file->end;
    struct stat found;

    if (fflush(file->file) || fstat(fileno(file->file), &found))
        return world_failed(file);
    if (ended && found.st_size > file->end) {
        /* Only a run that asked for more games has written more. */
        return refuse(file, 2, "--resume: %s holds more than the %ld games that are to be played",
                      file->path, file->lines);
    }
    if (ftruncate(fileno(file->file), file->end) || fseeko(file->file, file->end, SEEK_SET))
        return world_failed(file);
    /* The last line lacks only its end. */
    if (whole && file->end > 0 && (fputc('\n', file->file) == EOF || fflush(file->file)))
        return world_failed(file);
    return 0;
}

/* ------------------------------------------------------------------------------------- writing */

int records_file_write(struct records_file *file, const struct schedule_block *block,
                       const struct runner_game *games)
{
    for (int game = 0; game < block->game_count; game++) {
        if (fprintf(file->file, "%s\n", games[game].line) < 0)
            return -1;
    }
    return fflush(file->file) ? -1 : 0;
}

int records_file_close(struct records_file *file)
{
    int status = file->file && fclose(file->file) ? -1 : 0;

    free(file->line);
    file->file = NULL;
    file->line = NULL;
    return status;
}
