/* sqlite_tail.c - detects the loss of stored results. SQLite reads a write-ahead log up to the
 * first damaged frame and drops the rest silently. So the daemon keeps the last stored result
 * beside the file, in its lock, and checks the log before SQLite does.
 *
 * The lock holds two lines: the process, padded, and at TAIL_AT "SEQ HASH" of that result. It is
 * written after the commit, so it is never ahead of the disk; after a power cut it may be behind,
 * or missing, and then less is noticed. */
#include "store/chain.h"
#include "base/hex.h"
#include "sqlite/sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAIL_AT = 32, TAIL_BYTES = 20 + 1 + 2 * CHAIN_BYTES + 1 };

/* ------------------------------------------------------------------------------- what was told */

void sqlite_tail_read(struct sqlite_store *sqlite, int lock_fd)
{
    char line[TAIL_BYTES + 1] = "", hex[2 * CHAIN_BYTES + 1] = "";
    long long seq = 0;

    sqlite->tail_seq = 0;
    if (pread(lock_fd, line, sizeof line - 1, TAIL_AT) > 0 &&
        sscanf(line, "%20lld %64[0-9a-f]", &seq, hex) == 2 && seq > 0 &&
        hex_parse(hex, sqlite->tail_chain, CHAIN_BYTES) == 0)
        sqlite->tail_seq = seq;
}

void sqlite_tail_note(struct sqlite_store *sqlite, int64_t seq, const uint8_t chain[CHAIN_BYTES])
{
    sqlite->adding_seq = seq;
    memcpy(sqlite->adding_chain, chain, CHAIN_BYTES);
}

void sqlite_tail_write(struct sqlite_store *sqlite)
{
    char line[TAIL_BYTES + 1], hex[2 * CHAIN_BYTES + 1];

    if (sqlite->adding_seq == 0 || sqlite->lock_fd < 0)
        return;
    hex_format(sqlite->adding_chain, CHAIN_BYTES, hex);
    int size = snprintf(line, sizeof line, "%lld %s\n", (long long)sqlite->adding_seq, hex);
    /* A full disk does not matter here: the next start notices less. */
    if (pwrite(sqlite->lock_fd, line, (size_t)size, TAIL_AT) == size)
        sqlite->tail_seq = sqlite->adding_seq;
    sqlite->adding_seq = 0;
}

/* Returns 0, or -1 if the store failed. */
int sqlite_tail_check(struct store *store)
{
    struct sqlite_store *sqlite = sqlite_of(store);
    sqlite3_stmt *stmt = NULL;
    int64_t last = 0;
    bool there = false;

    if (sqlite->tail_seq == 0)
        return 0;
    int status = sqlite3_prepare_v2(sqlite->db,
                                    "SELECT chain, (SELECT max(seq) FROM result) FROM result"
                                    " WHERE seq = (SELECT min(?1, max(seq)) FROM result)",
                                    -1, &stmt, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_bind_int64(stmt, 1, sqlite->tail_seq);
    if (status == SQLITE_OK && (status = sqlite3_step(stmt)) == SQLITE_ROW) {
        last = sqlite3_column_int64(stmt, 1);
        there = last >= sqlite->tail_seq && sqlite3_column_bytes(stmt, 0) == CHAIN_BYTES &&
                memcmp(sqlite3_column_blob(stmt, 0), sqlite->tail_chain, CHAIN_BYTES) == 0;
    }
    sqlite3_finalize(stmt);
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        return sql_fail(store);
    size_t used = strlen(store->damage);
    if (!there && last < sqlite->tail_seq)
        snprintf(store->damage + used, sizeof store->damage - used,
                 "%sresults %lld to %lld were stored and sent, and are missing", used ? "; " : "",
                 (long long)last + 1, (long long)sqlite->tail_seq);
    else if (!there)
        snprintf(store->damage + used, sizeof store->damage - used,
                 "%sresult %lld is not the one that was sent", used ? "; " : "",
                 (long long)sqlite->tail_seq);
    return 0;
}

/* ------------------------------------------------------------------------------ the log of writes
 * As SQLite's file format lays it out: a header, then frames, each a header and a page. A frame
 * counts when it has the salts of the header and its checksum follows from all before it. */

enum {
    LOG_HEADER_BYTES = 32,
    FRAME_HEADER_BYTES = 24,
    LOG_MAGIC = 0x377f0682, /* plus 1: sums of big-endian words */
    PAGE_BYTES_MAX = 65536,
};

struct log_walk {
    bool big;
    uint32_t page_bytes, salts[2], sums[2];
    long good;    /* frames */
    long commits; /* frames after the first bad one */
};

static uint32_t big_number(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint32_t little_number(const uint8_t *at)
{
    return (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static void add_sums(struct log_walk *walk, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i + 8 <= size; i += 8) {
        walk->sums[0] +=
            (walk->big ? big_number(bytes + i) : little_number(bytes + i)) + walk->sums[1];
        walk->sums[1] +=
            (walk->big ? big_number(bytes + i + 4) : little_number(bytes + i + 4)) + walk->sums[0];
    }
}

/* Returns 0, or -1 if it is not a log that SQLite would read. */
static int read_log_header(struct log_walk *walk, const uint8_t header[LOG_HEADER_BYTES])
{
    if ((big_number(header) & ~1U) != LOG_MAGIC)
        return -1;
    walk->big = big_number(header) & 1;
    walk->page_bytes = big_number(header + 8);
    walk->salts[0] = big_number(header + 16);
    walk->salts[1] = big_number(header + 20);
    add_sums(walk, header, 24);
    return walk->page_bytes >= 512 && walk->page_bytes <= PAGE_BYTES_MAX &&
                   walk->sums[0] == big_number(header + 24) &&
                   walk->sums[1] == big_number(header + 28)
               ? 0
               : -1;
}

static void take_frame(struct log_walk *walk, const uint8_t *frame, bool *broken)
{
    bool ours = big_number(frame + 8) == walk->salts[0] && big_number(frame + 12) == walk->salts[1];

    if (!*broken && ours) {
        add_sums(walk, frame, 8);
        add_sums(walk, frame + FRAME_HEADER_BYTES, walk->page_bytes);
    }
    *broken |=
        !ours || walk->sums[0] != big_number(frame + 16) || walk->sums[1] != big_number(frame + 20);
    if (!*broken)
        walk->good++;
    else if (ours && big_number(frame + 4) > 0) /* the last frame of a transaction */
        walk->commits++;
}

static void walk_log(struct log_walk *walk, int fd, uint8_t *frame)
{
    size_t size = FRAME_HEADER_BYTES + walk->page_bytes;
    off_t at = LOG_HEADER_BYTES;
    bool broken = false;

    for (; pread(fd, frame, size, at) == (ssize_t)size; at += (off_t)size)
        take_frame(walk, frame, &broken);
}

/* After a kill of the process or the system its last write may be torn, and no bot had its result.
 * More than one transaction cannot be. */
void sqlite_tail_check_log(struct store *store)
{
    char path[4096];
    uint8_t header[LOG_HEADER_BYTES];
    struct log_walk walk = {.page_bytes = 0};

    if (snprintf(path, sizeof path, "%s-wal", store->name) >= (int)sizeof path)
        return;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    uint8_t *frame = malloc(FRAME_HEADER_BYTES + PAGE_BYTES_MAX);
    ssize_t got = pread(fd, header, sizeof header, 0);
    if (got == (ssize_t)sizeof header && read_log_header(&walk, header))
        snprintf(store->damage, sizeof store->damage,
                 "the log of writes has a damaged header: all that is in it is lost");
    else if (got == (ssize_t)sizeof header && frame)
        walk_log(&walk, fd, frame);
    if (walk.commits > 0)
        snprintf(store->damage, sizeof store->damage,
                 "the log of writes is damaged after %ld frames: %ld transaction%s after that %s "
                 "lost%s",
                 walk.good, walk.commits, walk.commits > 1 ? "s" : "",
                 walk.commits > 1 ? "are" : "is",
                 walk.commits > 1 ? "" : " (it may be one that was being written)");
    free(frame);
    close(fd);
}
