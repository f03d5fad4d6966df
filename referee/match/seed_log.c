/* seed_log.c - commitments and seeds of a tournament's sessions as lines of a file. */
#include "match/seed_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SET_ID "tournament"

enum { DIGITS = 2 * FAIR_BYTES, LINE_MAX_BYTES = 2 * DIGITS + 32 };

/* Parses "BLOCK COMMITMENT SEED". Returns 0, or -1. */
static int read_line(struct seed_session *session, const char *line)
{
    char commitment[DIGITS + 1], seed[DIGITS + 1], end;

    if (sscanf(line, "%9d %64s %64s %c", &session->block, commitment, seed, &end) != 3 ||
        session->block < 0 ||
        hex_decode(commitment, strlen(commitment), session->commitment, FAIR_BYTES) != FAIR_BYTES)
        return -1;
    session->known = strcmp(seed, "-") != 0;
    if (!session->known)
        return 0;
    return hex_decode(seed, strlen(seed), session->seed, FAIR_BYTES) == FAIR_BYTES ? 0 : -1;
}

/* Parses a seed and nothing else. Returns 0, or -1. */
static int read_old(struct seed_session *session, const char *line)
{
    if (strlen(line) < DIGITS ||
        hex_decode(line, DIGITS, session->seed, FAIR_BYTES) != FAIR_BYTES ||
        (line[DIGITS] && line[DIGITS] != '\n'))
        return -1;
    session->block = 0;
    session->known = true;
    fair_commitment(SET_ID, session->seed, session->commitment);
    return 0;
}

int seed_log_read(struct seed_log *log, const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(path, "re");
    int status = 0;

    log->count = 0;
    if (!file)
        return errno == ENOENT ? 0 : -1;
    while (status == 0 && fgets(line, sizeof line, file)) {
        struct seed_session *session = &log->sessions[log->count];
        if (log->count == SEED_LOG_MAX ||
            (read_line(session, line) && (log->count > 0 || read_old(session, line))))
            status = -1;
        else
            log->count++;
    }
    bool failed = ferror(file) != 0;
    int error = failed ? errno : EBADMSG;
    fclose(file);
    fair_wipe(line, sizeof line);
    errno = error;
    return status || failed ? -1 : 0;
}

bool seed_log_is_last(const struct seed_log *log, const uint8_t seed[FAIR_BYTES])
{
    uint8_t commitment[FAIR_BYTES];

    fair_commitment(SET_ID, seed, commitment);
    return log->count > 0 &&
           memcmp(commitment, log->sessions[log->count - 1].commitment, FAIR_BYTES) == 0;
}

const struct seed_session *seed_log_find(const struct seed_log *log, int block)
{
    for (int i = log->count - 1; i >= 0; i--) {
        if (log->sessions[i].block <= block)
            return &log->sessions[i];
    }
    return NULL;
}

void seed_log_begin(struct seed_log *log, int block, const uint8_t seed[FAIR_BYTES])
{
    if (!seed_log_is_last(log, seed)) {
        if (log->count == SEED_LOG_MAX)
            log->sessions[log->count - 2].known =
                false; /* it takes over the blocks of the dropped one */
        else
            log->count++;
        log->sessions[log->count - 1].block = block;
    }
    struct seed_session *session = &log->sessions[log->count - 1];
    fair_commitment(SET_ID, seed, session->commitment);
    session->known = false;
}

void seed_log_reveal(struct seed_log *log, const uint8_t seed[FAIR_BYTES])
{
    struct seed_session *session = &log->sessions[log->count - 1];

    session->known = true;
    memcpy(session->seed, seed, FAIR_BYTES);
}

int seed_log_write(const struct seed_log *log, const char *path)
{
    char made[4096], commitment[DIGITS + 1], seed[DIGITS + 1];

    if (snprintf(made, sizeof made, "%s.new", path) >= (int)sizeof made) {
        errno = ENAMETOOLONG;
        return -1;
    }
    unlink(made);
    int fd = open(made, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        errno = error;
        return -1;
    }
    for (int i = 0; i < log->count; i++) {
        const struct seed_session *session = &log->sessions[i];
        hex_encode(session->commitment, FAIR_BYTES, commitment);
        hex_encode(session->seed, session->known ? FAIR_BYTES : 0, seed);
        fprintf(file, "%d %s %s\n", session->block, commitment, session->known ? seed : "-");
    }
    bool failed = fflush(file) || fsync(fd);
    if (fclose(file) || failed)
        return -1;
    return rename(made, path);
}
