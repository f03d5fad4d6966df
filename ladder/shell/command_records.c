/* command_records.c - records that may leave: archives of them. */
#include "base/clock.h"
#include "log/record_archive.h"
#include "log/record_verify.h"
#include "log/retention.h"
#include "shell/command.h"
#include "store/store_retention.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* ------------------------------------------------------------------------------------- archive */

static int archive_failed(struct command *command, const struct record_archive *archive)
{
    return command_complain(command, archive->world ? EXIT_WORLD : EXIT_NO, "%s", archive->error);
}

/* Sets *last_seq to the last result, and *until to the last to be archived, by --older; more come
 * meanwhile. Returns 0, or an exit status after a complaint. */
static int until_find(struct command *command, int64_t *last_seq, int64_t *until)
{
    struct retention retention = {.rule = {.unarchived = true}};
    struct retention_found found = {.more = true};
    int64_t before = -1;

    int status = store_last_seq(command->store, last_seq);
    *until = *last_seq;
    if (status)
        return command_store_failed(command);
    if (!command->older)
        return EXIT_DONE;
    if (retention_parse(command->older, &retention.rule))
        return command_complain(command, EXIT_USAGE, "records: --older=%.40s: expected %s",
                                command->older, RETENTION_FORMS);
    while (found.more && retention.keep_after + retention.weighed > before) {
        before = retention.keep_after + retention.weighed;
        if (retention_look(&retention, command->store, *last_seq, clock_wall_msec(), &found))
            return command_store_failed(command);
    }
    *until = retention.rule.kind == RETENTION_ALL ? 0 : retention.keep_after;
    return EXIT_DONE;
}

/* The file is on disk: the store may know. */
static int archived(struct command *command, const struct record_archive *archive)
{
    store_rollback(command->store);
    if (store_begin(command->store, true) ||
        store_retention_archived(command->store, archive->from, archive->done) ||
        store_commit(command->store) || store_begin(command->store, false))
        return command_store_failed(command);
    return EXIT_DONE;
}

static int print_file(struct command *command, const struct record_archive *archive)
{
    if (command->common.json)
        return command_print_json(
            command, json_pack("{s:s, s:s, s:I, s:I, s:i, s:b}", "file", archive->path, "season",
                               archive->season, "from", (json_int_t)archive->from, "to",
                               (json_int_t)archive->to, "records", archive->records, "there",
                               (int)archive->there));
    fprintf(command->out, "%s: results %" PRId64 " to %" PRId64 ", %d records%s\n", archive->path,
            archive->from, archive->to, archive->records,
            archive->there ? "; it was there already" : "");
    return EXIT_DONE;
}

/* Returns EXIT_NO where records that should be in archives are in none. */
static int tell_left_out(struct command *command, const struct record_archive *archive)
{
    const struct record_faults *left_out = &archive->left_out;

    if (left_out->count == 0)
        return EXIT_DONE;
    if (left_out->count == 1)
        return command_complain(command, EXIT_NO, "%s; it is in no archive", left_out->first);
    return command_complain(command, EXIT_NO,
                            "%s; results %" PRId64 " to %" PRId64 " are in no archive",
                            left_out->first, archive->done - left_out->count + 1, archive->done);
}

static void print_nothing(const struct command *command, int64_t archived_seq, int64_t last_seq)
{
    if (archived_seq < last_seq)
        fprintf(command->out,
                "nothing to archive: results %" PRId64 " to %" PRId64 " are not old enough\n",
                archived_seq + 1, last_seq);
    else
        fprintf(command->out, "nothing to archive: all is, up to result %" PRId64 "\n",
                archived_seq);
}

/* One file after the other, so that what is done stays done. */
static int archive_all(struct command *command, const char *directory)
{
    struct record_archive archive;
    int64_t last_seq, until;
    int status = until_find(command, &last_seq, &until), files = 0, left_out = EXIT_DONE;

    for (; status == EXIT_DONE; files++) {
        if (record_archive_next(&archive, command->store, until))
            return archive_failed(command, &archive);
        if (archive.from > archive.to)
            break;
        if (record_archive_write(&archive, command->store, directory))
            return archive_failed(command, &archive);
        status = archived(command, &archive);
        if (status == EXIT_DONE && archive.to >= archive.from)
            status = print_file(command, &archive);
        if (status == EXIT_DONE && tell_left_out(command, &archive))
            left_out = EXIT_NO;
    }
    if (status == EXIT_DONE && files == 0 && !command->common.json)
        print_nothing(command, archive.to, last_seq);
    return status ? status : left_out;
}

int command_records(struct command *command)
{
    const char *directory = command->arguments[1];
    struct stat info;

    if (strcmp(command->argument, "archive") != 0)
        return command_complain(command, EXIT_USAGE, "records: '%.32s': must be archive",
                                command->argument);
    if (stat(directory, &info) || !S_ISDIR(info.st_mode))
        return command_complain(command, EXIT_USAGE, "records: %.200s: expected a directory",
                                directory);
    return archive_all(command, directory);
}

/* -------------------------------------------------------------------------------------- verify */

/* Compares each file; `ranges` are of those that are whole. Returns their number, or -1 after a
 * complaint with command->status. */
static int files_verify(struct command *command, struct record_verify_range *ranges,
                        int64_t *records, bool *wrong)
{
    int count = 0;

    for (int i = 0; i < command->archives.count; i++) {
        struct record_verify_audit audit;
        if (record_verify(command->store, command->archives.values[i], &audit)) {
            command->status = command_complain(command, EXIT_WORLD, "%s", audit.wrong);
            return -1;
        }
        if (audit.wrong[0]) {
            fprintf(command->common.json ? command->err : command->out, "%s\n", audit.wrong);
            *wrong = true;
            continue;
        }
        *records += audit.records;
        ranges[count++] = (struct record_verify_range){audit.from, audit.to};
    }
    return count;
}

static void print_missing(struct command *command, const struct record_verify_missing *missing)
{
    if (missing->archived > 0)
        fprintf(command->common.json ? command->err : command->out,
                "%" PRId64 " records were deleted and are in none of these archives; the first is "
                "that of result %" PRId64 "\n",
                missing->left, missing->first);
    else if (missing->left > 0 && !command->common.json)
        fprintf(command->out, "%" PRId64 " records were deleted without an archive\n",
                missing->left);
}

int command_records_verify(struct command *command, int64_t left, bool *wrong)
{
    struct record_verify_range ranges[OPTION_LIST_MAX];
    struct record_verify_missing missing;
    int64_t records = 0;

    *wrong = false;
    if (command->archives.count == 0) {
        if (left > 0 && !command->common.json)
            fprintf(command->out,
                    "records: %" PRId64 " were deleted; --archive FILE checks those in archives\n",
                    left);
        return EXIT_DONE;
    }
    int count = files_verify(command, ranges, &records, wrong);
    if (count < 0)
        return command->status;
    if (record_verify_missing(command->store, ranges, count, &missing))
        return command_store_failed(command);
    if (!command->common.json)
        fprintf(command->out, "archives: %" PRId64 " records in %d files are those of this log\n",
                records, count);
    print_missing(command, &missing);
    *wrong |= missing.archived > 0;
    return EXIT_DONE;
}
