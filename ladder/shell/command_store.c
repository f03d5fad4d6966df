/* command_store.c - the commands about the space that a store takes. */
#include "shell/command.h"
#include "store/store_retention.h"

#include <inttypes.h>
#include <unistd.h>

enum { COMPACT_PAGE = 500 }; /* records in a transaction, for which a daemon must wait */

/* Null where it is not known. */
static json_t *size_json(int64_t bytes)
{
    return bytes < 0 ? json_null() : json_integer(bytes);
}

static int print_sizes_json(struct command *command, const struct store_sizes *sizes,
                            const struct store_retention *retention)
{
    return command_print_json(
        command,
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:I, s:I}", "results",
                  (json_int_t)sizes->results, "log_entries", (json_int_t)sizes->log_entries,
                  "announced", (json_int_t)sizes->announced, "records", (json_int_t)sizes->records,
                  "record_bytes", (json_int_t)sizes->record_bytes, "plain_records",
                  (json_int_t)sizes->plain, "plain_bytes", (json_int_t)sizes->plain_bytes,
                  "dictionaries", (json_int_t)sizes->dictionaries, "bytes", size_json(sizes->bytes),
                  "record_pages_bytes", size_json(sizes->record_pages), "free_bytes",
                  size_json(sizes->free_bytes), "archived_seq", (json_int_t)retention->archived_seq,
                  "left_seq", (json_int_t)retention->left_seq));
}

static void print_records(struct command *command, const char *what, int64_t count, int64_t bytes)
{
    fprintf(command->out, "%-14s  %12" PRId64 "  %16" PRId64 " bytes", what, count, bytes);
    if (count > 0)
        fprintf(command->out, "  %8.0f each", (double)bytes / (double)count);
    fputc('\n', command->out);
}

static void print_bytes(struct command *command, const char *what, int64_t bytes, int64_t results)
{
    if (bytes < 0)
        return;
    fprintf(command->out, "%-14s  %12s  %16" PRId64 " bytes", what, "", bytes);
    if (results > 0)
        fprintf(command->out, "  %8.0f a result", (double)bytes / (double)results);
    fputc('\n', command->out);
}

/* How far records are archived, and how far they left. */
static void print_retention(struct command *command, const struct store_retention *retention)
{
    if (retention->archived_seq > 0)
        fprintf(command->out, "  archived to result %" PRId64 "\n", retention->archived_seq);
    if (retention->left_seq > 0)
        fprintf(command->out, "  left to result %" PRId64 "\n", retention->left_seq);
}

int command_store_sizes(struct command *command)
{
    struct store_sizes sizes;
    struct store_retention retention;

    if (store_sizes(command->store, &sizes) || store_retention(command->store, &retention))
        return command_store_failed(command);
    if (command->common.json)
        return print_sizes_json(command, &sizes, &retention);
    fprintf(command->out, "%-14s  %12" PRId64 "\n", "results", sizes.results);
    fprintf(command->out, "%-14s  %12" PRId64 "\n", "log entries", sizes.log_entries);
    fprintf(command->out, "%-14s  %12" PRId64 "\n", "announced", sizes.announced);
    print_records(command, "records", sizes.records, sizes.record_bytes);
    if (sizes.plain > 0)
        print_records(command, "  not packed", sizes.plain, sizes.plain_bytes);
    print_retention(command, &retention);
    print_bytes(command, "record pages", sizes.record_pages, sizes.results);
    print_bytes(command, "all pages", sizes.bytes, sizes.results);
    print_bytes(command, "  free", sizes.free_bytes, 0);
    return EXIT_DONE;
}

/* In a transaction of its own. Returns the number of records, or -1. */
static int compact_page(struct store *store)
{
    int count, tries = 0;

    do {
        count = store_begin(store, true) ? -1 : store_compact(store, COMPACT_PAGE);
        if (count >= 0 && store_commit(store))
            count = -1;
    } while (count < 0 && store_conflict(store) && store_retry(store, &tries));
    return count;
}

/* Sets *bytes to what the store takes; -1: not known. */
static int bytes_taken(struct store *store, int64_t *bytes)
{
    struct store_sizes sizes;
    int status = store_begin(store, false);

    if (status == 0)
        status = store_sizes(store, &sizes);
    store_rollback(store); /* it only read */
    *bytes = status ? -1 : sizes.bytes;
    return status;
}

/* Sets *freed to the bytes that the disk gets back; -1: not known. */
static int shrink(struct store *store, int64_t *freed)
{
    int64_t before, after;

    if (bytes_taken(store, &before) || store_shrink(store) || bytes_taken(store, &after))
        return -1;
    *freed = before < 0 || after < 0 ? -1 : before > after ? before - after : 0;
    return 0;
}

static int print_compacted(struct command *command, int64_t packed, int64_t freed)
{
    if (command->common.json && !command->shrink)
        return command_print_json(command, json_pack("{s:I}", "packed", (json_int_t)packed));
    if (command->common.json)
        return command_print_json(command, json_pack("{s:I, s:o}", "packed", (json_int_t)packed,
                                                     "freed_bytes", size_json(freed)));
    fprintf(command->out, "%" PRId64 " records packed\n", packed);
    if (freed >= 0)
        fprintf(command->out, "%" PRId64 " bytes given back to the disk\n", freed);
    return EXIT_DONE;
}

/* It may be interrupted between any two pages, and started again. */
int command_store_compact(struct command *command)
{
    int64_t packed = 0, freed = -1;
    int count;

    command->repeats = false; /* each page does */
    store_rollback(command->store);
    while ((count = compact_page(command->store)) > 0) {
        packed += count;
        if (isatty(fileno(command->err)))
            fprintf(command->err, "\r%" PRId64 " records\r", packed);
    }
    if (count < 0)
        return command_store_failed(command);
    if (command->shrink && shrink(command->store, &freed))
        return command_store_failed(command);
    return print_compacted(command, packed, freed);
}
