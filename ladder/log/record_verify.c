/* record_verify.c - archives of records against the log. Each line must be the one that the store
 * would write, with a record whose hash is in the chain. */
#include "log/record_verify.h"
#include "base/hex.h"
#include "log/dump.h"
#include "log/log_seasons.h"
#include "log/record_archive.h"
#include "store/chain.h"
#include "store/store_retention.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { IN_BYTES = 1 << 17 };

/* ------------------------------------------------------------------------------- lines of a file
 */

struct lines {
    FILE *file;
    ZSTD_DCtx *decompressor;
    char *in, *text; /* text: from the start of the line on */
    size_t in_size, in_at, size, room, line_end;
    bool ended; /* a frame is whole, and nothing is behind it */
    bool full;  /* there was no room for all that came of what was read */
};

enum lines_status { LINES_END, LINES_LINE, LINES_DAMAGED = -1, LINES_WORLD = -2 };

static enum lines_status lines_grow(struct lines *lines)
{
    if (lines->room - lines->size > 1 << 16)
        return LINES_LINE;
    if (lines->room > RECORD_ARCHIVE_LINE_MAX)
        return LINES_DAMAGED;
    char *grown = realloc(lines->text, 2 * lines->room + (1 << 18));
    if (!grown)
        return LINES_WORLD;
    lines->text = grown;
    lines->room = 2 * lines->room + (1 << 18);
    return LINES_LINE;
}

/* Gets more text. LINES_LINE: there may be more. */
static enum lines_status lines_fill(struct lines *lines)
{
    enum lines_status status = lines_grow(lines);

    if (status != LINES_LINE)
        return status;
    if (lines->in_at == lines->in_size && !lines->full) {
        lines->in_size = fread(lines->in, 1, IN_BYTES, lines->file);
        lines->in_at = 0;
        if (lines->in_size == 0)
            return ferror(lines->file) ? LINES_WORLD : lines->ended ? LINES_END : LINES_DAMAGED;
    }
    ZSTD_inBuffer in = {lines->in, lines->in_size, lines->in_at};
    ZSTD_outBuffer out = {lines->text, lines->room, lines->size};
    size_t left = ZSTD_decompressStream(lines->decompressor, &out, &in);
    lines->in_at = in.pos;
    lines->size = out.pos;
    lines->ended = left == 0;
    lines->full = out.pos == out.size;
    return ZSTD_isError(left) ? LINES_DAMAGED : LINES_LINE;
}

/* The next line stands in text[0 .. line_end - 1]. */
static enum lines_status lines_next(struct lines *lines)
{
    size_t done = lines->line_end ? lines->line_end + 1 : 0, looked = 0;

    memmove(lines->text, lines->text + done, lines->size - done);
    lines->size -= done;
    lines->line_end = 0;
    for (;;) {
        char *end = memchr(lines->text + looked, '\n', lines->size - looked);
        if (end && end > lines->text) {
            lines->line_end = (size_t)(end - lines->text);
            return LINES_LINE;
        }
        if (end)
            return LINES_DAMAGED; /* an empty line */
        looked = lines->size;
        enum lines_status status = lines_fill(lines);
        if (status != LINES_LINE)
            return status == LINES_END && lines->size > 0 ? LINES_DAMAGED : status;
    }
}

static bool lines_open(struct lines *lines, const char *path)
{
    lines->in = malloc(IN_BYTES);
    lines->decompressor = ZSTD_createDCtx();
    lines->file = fopen(path, "re");
    return lines->in && lines->decompressor && lines->file && lines_grow(lines) == LINES_LINE;
}

static void lines_close(struct lines *lines)
{
    if (lines->file)
        fclose(lines->file);
    ZSTD_freeDCtx(lines->decompressor);
    free(lines->in);
    free(lines->text);
}

/* ------------------------------------------------------------------------------------- a file */

struct verify {
    struct store *store;
    const char *path;
    struct record_verify_audit *audit;
    struct lines lines;
    long line;
    int64_t next;                    /* the result that the next line must have */
    uint8_t last[STORE_CHAIN_BYTES]; /* of the chain, before that */
};

static int wrong(struct verify *verify, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int wrong(struct verify *verify, const char *format, ...)
{
    char text[200];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(verify->audit->wrong, sizeof verify->audit->wrong, "%.400s line %ld: %s", verify->path,
             verify->line, text);
    return 1;
}

static int fail(struct verify *verify, const char *why)
{
    snprintf(verify->audit->wrong, sizeof verify->audit->wrong, "%.600s", why);
    return -1;
}

static int fail_store(struct verify *verify)
{
    return fail(verify, store_error(verify->store));
}

int record_verify_chain(struct store *store, int64_t seq, uint8_t chain[STORE_CHAIN_BYTES])
{
    struct store_result *row = seq > 0 ? calloc(1, sizeof *row) : NULL;

    memset(chain, 0, STORE_CHAIN_BYTES);
    if (seq <= 0)
        return 0;
    int count = row ? store_results(store, 0, seq - 1, row, 1) : -1;
    if (count == 1 && row->seq == seq)
        memcpy(chain, row->chain, STORE_CHAIN_BYTES);
    free(row);
    return count < 0 ? -1 : 0;
}

json_t *record_verify_head(const char *season, int64_t from, int64_t to,
                           const uint8_t before[STORE_CHAIN_BYTES],
                           const uint8_t last[STORE_CHAIN_BYTES])
{
    char before_hex[2 * STORE_CHAIN_BYTES + 1], last_hex[2 * STORE_CHAIN_BYTES + 1];

    hex_format(before, STORE_CHAIN_BYTES, before_hex);
    hex_format(last, STORE_CHAIN_BYTES, last_hex);
    return json_pack("{s:s, s:s, s:I, s:I, s:s, s:s}", "format", RECORD_ARCHIVE_FORMAT, "season",
                     season, "from", (json_int_t)from, "to", (json_int_t)to, "chain_before",
                     before_hex, "chain_last", last_hex);
}

/* Whether the log has a season of that name that the first result may belong to; "": it may belong
 * to none. Which of several one is cannot be told afterwards: a season may be entered up to a day
 * after it began, behind the archive. Returns 1 or 0, or -1 with the reason in `wrong`. */
static int season_fits(struct verify *verify, const char *name)
{
    struct store_record_at first = {.seq = 0};
    struct log_seasons seasons = {NULL, 0};
    const char *why;
    int fits;

    if (name[0] == '\0')
        return 1;
    if (store_retention_page(verify->store, verify->audit->from - 1, &first, 1) < 0)
        return fail_store(verify);
    if (log_seasons_read(&seasons, verify->store, &why))
        fits = fail(verify, why);
    else
        fits = log_seasons_have(&seasons, name, first.wall_msec);
    log_seasons_free(&seasons);
    return fits;
}

/* The rest of the line, whose hashes are those of the log. */
static int head_check_rest(struct verify *verify, const json_t *head,
                           const uint8_t last[STORE_CHAIN_BYTES])
{
    const char *season = json_string_value(json_object_get(head, "season"));
    json_t *expected = record_verify_head(season ? season : "", verify->audit->from,
                                          verify->audit->to, verify->last, last);
    bool same = expected && json_equal(expected, head);

    json_decref(expected);
    if (!same)
        return wrong(verify, "expected format, season, from, to, chain_before, chain_last, "
                             "and nothing else");
    int fits = season_fits(verify, season);
    if (fits < 0)
        return -1;
    return fits ? 0
                : wrong(verify, "season '%.40s': expected one of this log at that time", season);
}

static bool hash_is(const json_t *head, const char *key, const uint8_t hash[STORE_CHAIN_BYTES])
{
    const char *hex = json_string_value(json_object_get(head, key));
    uint8_t told[STORE_CHAIN_BYTES];

    return hex && hex_parse(hex, told, sizeof told) == 0 && memcmp(told, hash, sizeof told) == 0;
}

static int head_check(struct verify *verify, const json_t *head)
{
    const char *format = json_string_value(json_object_get(head, "format"));
    struct record_verify_audit *audit = verify->audit;
    uint8_t last[STORE_CHAIN_BYTES];

    audit->from = json_integer_value(json_object_get(head, "from"));
    audit->to = json_integer_value(json_object_get(head, "to"));
    if (!format || strcmp(format, RECORD_ARCHIVE_FORMAT) != 0 || audit->from < 1 ||
        audit->to < audit->from)
        return wrong(verify, "expected the format " RECORD_ARCHIVE_FORMAT
                             " and the numbers of its results");
    if (record_verify_chain(verify->store, audit->from - 1, verify->last) ||
        record_verify_chain(verify->store, audit->to, last))
        return fail_store(verify);
    if (!hash_is(head, "chain_before", verify->last) || !hash_is(head, "chain_last", last))
        return wrong(verify, "its part of the chain is not that of this log");
    verify->next = audit->from;
    return head_check_rest(verify, head, last);
}

bool record_verify_is(const uint8_t before[STORE_CHAIN_BYTES], const struct store_result *row,
                      const char *record)
{
    uint8_t hash[STORE_CHAIN_BYTES];

    if (row->hashed) {
        if (!record)
            return false;
        chain_record(record, hash);
        return memcmp(hash, row->record_hash, sizeof hash) == 0;
    }
    if (!row->chained)
        return true;
    chain_result(before, row->seq, &row->result, record, NULL, hash);
    return memcmp(hash, row->chain, sizeof hash) == 0;
}

static int result_check_line(struct verify *verify, const json_t *line,
                             const struct store_result *row)
{
    const char *record = json_string_value(json_object_get(line, "record"));
    json_t *expected = dump_result(row, record);
    bool same = expected && json_equal(expected, line);

    json_decref(expected);
    if (!same || !record_verify_is(verify->last, row, record))
        return wrong(verify, "result %s (number %lld) is not that of this log", row->result.game,
                     (long long)row->seq);
    verify->audit->results++;
    verify->audit->records += record != NULL;
    memcpy(verify->last, row->chain, sizeof verify->last);
    verify->next = row->seq + 1;
    return 0;
}

static int line_check(struct verify *verify, const json_t *line)
{
    struct store_result *row = calloc(1, sizeof *row);
    int count = row ? store_results(verify->store, 0, verify->next - 1, row, 1) : -1;
    int status;

    if (count < 0)
        status = fail_store(verify);
    else if (count == 0 || row->seq > verify->audit->to)
        status = wrong(verify, "there is no such result in this log");
    else
        status = result_check_line(verify, line, row);
    free(row);
    return status;
}

/* Behind the last line the last result must have been there. */
static int end_check(struct verify *verify, enum lines_status ended)
{
    if (ended == LINES_DAMAGED)
        return wrong(verify, "damaged or cut off");
    if (ended == LINES_WORLD) {
        snprintf(verify->audit->wrong, sizeof verify->audit->wrong, "%.400s: %s", verify->path,
                 ferror(verify->lines.file) ? strerror(errno) : "out of memory");
        return -1;
    }
    if (verify->line == 1 || verify->next != verify->audit->to + 1)
        return wrong(verify, "the file ends before its last result");
    return 0;
}

/* Returns 0, 1 after wrong(), or -1. */
static int file_check(struct verify *verify)
{
    enum lines_status there;

    for (verify->line = 1; (there = lines_next(&verify->lines)) == LINES_LINE; verify->line++) {
        json_t *line =
            json_loadb(verify->lines.text, verify->lines.line_end, JSON_REJECT_DUPLICATES, NULL);
        int status = !line               ? wrong(verify, "no JSON")
                     : verify->line == 1 ? head_check(verify, line)
                                         : line_check(verify, line);
        json_decref(line);
        if (status)
            return status;
    }
    return end_check(verify, there);
}

int record_verify(struct store *store, const char *path, struct record_verify_audit *audit)
{
    struct verify verify = {.store = store, .path = path, .audit = audit};
    int status = -1;

    memset(audit, 0, sizeof *audit);
    if (lines_open(&verify.lines, path))
        status = file_check(&verify);
    else
        snprintf(audit->wrong, sizeof audit->wrong, "%.400s: %s", path,
                 verify.lines.file ? "out of memory" : strerror(errno));
    lines_close(&verify.lines);
    return status < 0 ? -1 : 0;
}

/* --------------------------------------------------------------------------------- all of them */

static bool is_covered(int64_t seq, const struct record_verify_range *ranges, int count)
{
    for (int i = 0; i < count; i++) {
        if (seq >= ranges[i].from && seq <= ranges[i].to)
            return true;
    }
    return false;
}

int record_verify_missing(struct store *store, const struct record_verify_range *ranges, int count,
                          struct record_verify_missing *missing)
{
    struct store_record_at page[STORE_PAGE];
    struct store_retention retention;
    int64_t after = 0;
    int rows = STORE_PAGE;

    memset(missing, 0, sizeof *missing);
    if (store_retention(store, &retention))
        return -1;
    while (rows == STORE_PAGE && after < retention.left_seq) {
        rows = store_retention_page(store, after, page, STORE_PAGE);
        for (int i = 0; i < rows; i++) {
            after = page[i].seq;
            if (after > retention.left_seq || !page[i].hashed || page[i].bytes > 0 ||
                is_covered(after, ranges, count))
                continue;
            missing->first = missing->left++ ? missing->first : after;
            missing->archived += after <= retention.archived_seq;
        }
    }
    return rows < 0 ? -1 : 0;
}
