/* transcript.c - see transcript.h. A line is the seconds since the beginning of the game, `>` from
 * the bot or `<` to it, and the message as text, whatever encoding the bot speaks. */
#include "match/transcript.h"

#include "base/log.h"
#include "ladder.h"
#include "table/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AGAIN_MAX = 999, BUFFER_BYTES_FIRST = 16 * 1024 };

static const char cut_line[] = "[cut here: the file is full]\n";

struct page { /* of one seat */
    const struct peer *peer;
    char name[NAME_MAX_BYTES + 1];
    char *text;
    size_t size, capacity;
    bool full;
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
        free(transcript->pages[seat].text);
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
        log_say("avondale: transcripts in %s are not complete: %d MiB is all that they may take",
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
        snprintf(transcript->pages[seat].name, sizeof transcript->pages[seat].name, "%s",
                 table->seats[seat].name);
    }
    transcript->next = transcripts->open;
    transcripts->open = transcript;
}

/* -------------------------------------------------------------------------------- messages */

/* Returns false if out of memory. */
static bool reserve(struct page *page, size_t size)
{
    size_t capacity = page->capacity ? page->capacity : BUFFER_BYTES_FIRST;

    while (capacity < page->size + size)
        capacity *= 2;
    if (capacity == page->capacity)
        return true;
    char *text = realloc(page->text, capacity);
    if (!text)
        return false;
    page->text = text;
    page->capacity = capacity;
    return true;
}

static int put_line(struct page *page, int64_t usec, bool from_bot, const char *text, size_t size)
{
    char head[64];
    int length =
        snprintf(head, sizeof head, "%10.3f %c ", (double)usec / 1e6, from_bot ? '>' : '<');

    if (page->full)
        return 0;
    if (!reserve(page, (size_t)length + size + 1 + sizeof cut_line))
        return ENOMEM;
    if (page->size + (size_t)length + size + sizeof cut_line > TRANSCRIPT_FILE_BYTES) {
        memcpy(page->text + page->size, cut_line, sizeof cut_line - 1);
        page->size += sizeof cut_line - 1;
        page->full = true;
        return 0;
    }
    memcpy(page->text + page->size, head, (size_t)length);
    memcpy(page->text + page->size + length, text, size);
    page->size += (size_t)length + size;
    page->text[page->size++] = '\n';
    return 0;
}

/* The seed of a set proves its deals; other deals may still follow from the master seed. */
static void hide_secrets(struct message *message)
{
    static const char hidden[] = "(hidden)";

    if (message->kind == MESSAGE_OVER && message_has(message, OVER_SEED))
        message_set_string(message, OVER_SEED, hidden, sizeof hidden - 1);
}

static bool is_hello(const struct message *message)
{
    return message->kind == MESSAGE_HELLO || message->kind == MESSAGE_WELCOME;
}

/* Writes the message as text, without its line feed. Returns its size, or 0 if it must not be
 * shown. */
static size_t show(struct message *message, int size, const char *bytes, size_t length,
                   char text[FRAME_BYTES_MAX])
{
    char wrong[TRANSCRIPT_WRONG_BYTES + 1];

    if (is_hello(message))
        return 0;
    if (size > 0 && message->kind != MESSAGE_UNKNOWN) {
        hide_secrets(message);
        int made = scribe_message(message, ENCODING_TEXT, text, FRAME_BYTES_MAX);
        if (made > 1)
            return (size_t)made - 1;
    }
    while (length > 0 && (bytes[length - 1] == '\n' || bytes[length - 1] == '\r'))
        length--;
    for (size_t i = 0; i < sizeof wrong; i++)
        wrong[i] = i < length && bytes[i] ? bytes[i] : i < length ? '?' : '\0';
    wrong[sizeof wrong - 1] = '\0';
    size_t used =
        (size_t)snprintf(text, FRAME_BYTES_MAX, "[%zu bytes, %s] ", length,
                         size > 0 ? "no message that is known" : protocol_error_text(size));
    return used + log_escape(wrong, text + used, FRAME_BYTES_MAX - used);
}

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
        size_t bad = 0;
        int got = stream_next(&encoding, from_bot ? FROM_CLIENT : FROM_SERVER, bytes, size,
                              &transcripts->message, &bad);
        size_t step = got > 0 ? (size_t)got : bad;
        if (step == 0 || step > size)
            step = size;
        size_t length = show(&transcripts->message, got, bytes, step, text);
        int error = length == 0 ? 0
                                : put_line(page, clock_now_usec() - transcript->began, from_bot,
                                           text, length);
        if (error)
            transcripts->error = error;
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
    const struct page *page = &transcript->pages[seat];
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
        if (transcripts->bytes + transcript->pages[seat].size >
            (uint64_t)TRANSCRIPT_ALL_MB * 1024 * 1024)
            transcripts->full = true;
        if (transcripts->full || transcript->pages[seat].size == 0)
            continue;
        int error = write_page(transcripts, transcript, seat);
        if (error)
            transcripts->error = error;
    }
    forget(transcript);
}
