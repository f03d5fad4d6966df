/* transcript.c - see transcript.h; wire_page.h says what the lines are. */
#include "match/transcript.h"

#include "base/log.h"
#include "base/wire_page.h"
#include "ladder.h"
#include "table/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AGAIN_MAX = 999 };

struct page { /* of one seat */
    const struct peer *peer;
    char name[NAME_MAX_BYTES + 1];
    struct wire_page wire;
};

struct transcript {
    struct transcript *next;
    const void *game;
    char id[sizeof((struct table_config *)0)->game_id];
    int64_t began;
    int seats;
    struct page pages[SEATS_MAX];
};

struct transcripts {
    char *directory;
    struct transcript *open;
    uint64_t bytes; /* written so far */
    int error;      /* time of its first message, or 0 */
    bool full;
    struct message message;
};

struct transcripts *transcript_open(const char *directory)
{
    struct transcripts *transcripts = calloc(1, sizeof *transcripts);

    if (!transcripts)
        return NULL;
    transcripts->directory = strdup(directory);
    if (transcripts->directory && (mkdir(directory, 0700) == 0 || errno == EEXIST) &&
        access(directory, W_OK | X_OK) == 0)
        return transcripts;
    int why = errno;
    free(transcripts->directory);
    free(transcripts);
    errno = why;
    return NULL;
}

static void forget(struct transcript *transcript)
{
    for (int seat = 0; seat < transcript->seats; seat++)
        wire_page_fini(&transcript->pages[seat].wire);
    free(transcript);
}

void transcript_close(struct transcripts *transcripts)
{
    if (!transcripts)
        return;
    if (transcripts->error)
        log_say("avondale: transcripts in %s are not complete: %s", transcripts->directory,
                strerror(transcripts->error));
    if (transcripts->full)
        log_say("avondale: transcripts in %s are not complete: they may take at most %d MiB",
                transcripts->directory, TRANSCRIPT_ALL_MB);
    while (transcripts->open) {
        struct transcript *transcript = transcripts->open;
        transcripts->open = transcript->next;
        forget(transcript);
    }
    free(transcripts->directory);
    free(transcripts);
}

/* A peer that sits down has left its last game, or is a new one at the same address in memory. */
static void leave_others(struct transcripts *transcripts, const struct peer *peer)
{
    for (struct transcript *at = transcripts->open; at; at = at->next) {
        for (int seat = 0; seat < at->seats; seat++) {
            if (at->pages[seat].peer == peer)
                at->pages[seat].peer = NULL;
        }
    }
}

void transcript_begin(struct transcripts *transcripts, const void *game,
                      const struct table_config *table, struct peer *const *peers)
{
    if (!transcripts)
        return;
    struct transcript *transcript = calloc(1, sizeof *transcript);
    if (!transcript) {
        transcripts->error = ENOMEM;
        return;
    }
    transcript->game = game;
    transcript->seats = table->rules->players;
    transcript->began = clock_now_usec();
    snprintf(transcript->id, sizeof transcript->id, "%s", table->game_id);
    for (int seat = 0; seat < transcript->seats; seat++) {
        leave_others(transcripts, peers[seat]);
        transcript->pages[seat].peer = peers[seat];
        transcript->pages[seat].wire.max = TRANSCRIPT_FILE_BYTES;
        snprintf(transcript->pages[seat].name, sizeof transcript->pages[seat].name, "%s",
                 table->seats[seat].name);
    }
    transcript->next = transcripts->open;
    transcripts->open = transcript;
}

/* -------------------------------------------------------------------------------- messages */

static struct page *find_page(struct transcripts *transcripts, const struct peer *peer,
                              struct transcript **of)
{
    for (*of = transcripts->open; *of; *of = (*of)->next) {
        for (int seat = 0; seat < (*of)->seats; seat++) {
            if ((*of)->pages[seat].peer == peer)
                return &(*of)->pages[seat];
        }
    }
    return NULL;
}

void transcript_add(struct transcripts *transcripts, const struct peer *peer,
                    enum encoding encoding, bool from_bot, const char *bytes, size_t size)
{
    struct transcript *transcript;
    struct page *page = !transcripts ? NULL : find_page(transcripts, peer, &transcript);
    char text[FRAME_BYTES_MAX];

    while (page && size > 0) {
        size_t length;
        size_t step =
            wire_page_read(&transcripts->message, &encoding, from_bot, bytes, size, text, &length);
        if (length > 0 && wire_page_add(&page->wire, clock_now_usec() - transcript->began,
                                        from_bot ? '>' : '<', text, length))
            transcripts->error = ENOMEM;
        bytes += step;
        size -= step;
    }
}

/* ----------------------------------------------------------------------------------- files */

/* Creates a file that must not exist. Returns the descriptor, or -1. */
static int open_new(const struct transcripts *transcripts, const struct transcript *transcript,
                    int seat)
{
    char path[4096];

    for (int again = 1; again <= AGAIN_MAX; again++) {
        char number[16] = "";
        if (again > 1)
            snprintf(number, sizeof number, ".%d", again);
        if (snprintf(path, sizeof path, "%s/%s.%d.%s%s.txt", transcripts->directory, transcript->id,
                     seat, transcript->pages[seat].name, number) >= (int)sizeof path) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static int write_page(struct transcripts *transcripts, const struct transcript *transcript,
                      int seat)
{
    const struct wire_page *page = &transcript->pages[seat].wire;
    int fd = open_new(transcripts, transcript, seat);

    if (fd < 0)
        return errno;
    int status = 0;
    for (size_t done = 0; status == 0 && done < page->size;) {
        ssize_t wrote = write(fd, page->text + done, page->size - done);
        if (wrote < 0 && errno != EINTR)
            status = errno;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    transcripts->bytes += page->size;
    return close(fd) && status == 0 ? errno : status;
}

void transcript_end(struct transcripts *transcripts, const void *game)
{
    if (!transcripts)
        return;
    struct transcript **at = &transcripts->open;
    while (*at && (*at)->game != game)
        at = &(*at)->next;
    struct transcript *transcript = *at;
    if (!transcript)
        return;
    *at = transcript->next;
    for (int seat = 0; seat < transcript->seats; seat++) {
        if (transcripts->bytes + transcript->pages[seat].wire.size >
            (uint64_t)TRANSCRIPT_ALL_MB * 1024 * 1024)
            transcripts->full = true;
        if (transcripts->full || transcript->pages[seat].wire.size == 0)
            continue;
        int error = write_page(transcripts, transcript, seat);
        if (error)
            transcripts->error = error;
    }
    forget(transcript);
}
