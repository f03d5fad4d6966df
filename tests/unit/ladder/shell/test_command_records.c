/* test_command_records.c - archives of records from the shell, and recompute with them. */
#include "shell_commands.h"

#include "store/store_retention.h"

#include <dirent.h>
#include <unistd.h>

static int lines_of(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void drop(int64_t until)
{
    struct store *store;
    struct ladder_error error;
    assert_int_equal(store_open(&store, temp.url, 0, &error), 0);
    assert_int_equal(store_begin(store, true), 0);
    assert_true(store_retention_drop(store, until, true) >= 0);
    assert_int_equal(store_commit(store), 0);
    store_close(store);
}

static int run_with(bool json, const char *format, const char *text)
{
    char line[480];
    snprintf(line, sizeof line, format, text);
    return run(json, line);
}

static void new_records_are_archived_once(void **state)
{
    char line[480];
    (void)state;
    play(30);
    assert_int_equal(run_with(false, "records archive %s --older 10", temp.dir), 0);
    assert_non_null(
        strstr(out, "records-000000001-000000020.jsonl.zst: results 1 to 20, 20 records\n"));
    assert_int_equal(run_with(true, "records archive %s", temp.dir), 0);
    json_t *file = parse(out);
    assert_int_equal(json_integer_value(json_object_get(file, "from")), 21);
    assert_int_equal(json_integer_value(json_object_get(file, "records")), 10);
    json_decref(file);
    assert_int_equal(run_with(false, "records archive %s", temp.dir), 0);
    assert_string_equal(out, "nothing to archive: all is, up to result 30\n");
    assert_int_equal(run(false, "recompute --verify"), 0);
    assert_null(strstr(out, "were deleted"));
    drop(25);
    assert_int_equal(run(false, "recompute --verify"), 0);
    assert_non_null(strstr(out, "records: 25 were deleted; --archive FILE checks"));
    /* Both, one, neither of them. */
    snprintf(line, sizeof line,
             "recompute --verify --archive %s/records-000000001-000000020.jsonl.zst"
             " --archive %s/records-000000021-000000030.jsonl.zst",
             temp.dir, temp.dir);
    assert_int_equal(run(false, line), 0);
    assert_non_null(strstr(out, "archives: 30 records in 2 files are those of this log\n"));
    assert_int_equal(
        run_with(false, "recompute --verify --archive %s/records-000000001-000000020.jsonl.zst",
                 temp.dir),
        1);
    assert_non_null(strstr(out, "5 records were deleted and are in none of these archives; the "
                                "first is that of result 21\n"));
    assert_usage("recompute --archive somewhere", "expected --verify");
    assert_int_equal(run(false, "recompute --verify --archive nowhere"), 3);
    assert_non_null(strstr(err, "nowhere: No such file"));
}

static void records_deleted_without_an_archive_are_counted(void **state)
{
    (void)state;
    play(10);
    assert_int_equal(run_with(false, "records archive %s --older 6", temp.dir), 0);
    drop(7);
    assert_int_equal(
        run_with(false, "recompute --verify --archive %s/records-000000001-000000004.jsonl.zst",
                 temp.dir),
        0);
    assert_non_null(strstr(out, "3 records were deleted without an archive\n"));
    assert_int_equal(run(false, "export --records"), 0);
    assert_non_null(strstr(err, "7 records were deleted"));
    assert_int_equal(run(false, "show store"), 0);
    assert_non_null(strstr(out, "  archived to result"));
    assert_non_null(strstr(out, "  left to result"));
}

static void a_forged_archive_is_named(void **state)
{
    char path[200];
    (void)state;
    play(10);
    assert_int_equal(run_with(false, "records archive %s", temp.dir), 0);
    snprintf(path, sizeof path, "%s/records-000000001-000000010.jsonl.zst", temp.dir);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, -20, SEEK_END), 0);
    assert_int_equal(fputc('x', file), 'x');
    assert_int_equal(fclose(file), 0);
    assert_int_equal(run_with(false, "recompute --verify --archive %s", path), 1);
    assert_non_null(strstr(out, path));
    assert_non_null(strstr(out, "damaged"));
    assert_int_equal(run_with(true, "recompute --verify --archive %s", path), 1);
    assert_non_null(strstr(err, path));
    json_t *told = parse(out);
    assert_true(json_is_true(json_object_get(told, "archives_wrong")));
    json_decref(told);
}

/* Each line that is printed brings one more result, as a busy daemon does. */
static ssize_t write_and_play(void *context, const char *text, size_t size)
{
    int *played = context;
    char statement[500];
    (void)text;
    snprintf(
        statement, sizeof statement,
        "INSERT INTO result (seq, game, ruleset, wall_msec, reason, asked, unrated, scores)"
        " SELECT max(seq) + 1, 'late-%d', ruleset, wall_msec, reason, asked, unrated, scores"
        " FROM result; INSERT INTO result_seat SELECT (SELECT max(seq) FROM result), seat, bot,"
        " side, rank, before_milli, after_milli, k FROM result_seat"
        " WHERE seq = (SELECT max(seq) - 1 FROM result)",
        ++*played);
    if (*played < 4)
        sql(statement);
    return (ssize_t)size;
}

static void an_archive_ends_where_the_log_did(void **state)
{
    char *argv[] = {(char[]){"records"}, (char[]){"archive"}, temp.dir};
    cookie_io_functions_t busy = {.write = write_and_play};
    int played = 0;
    (void)state;
    play(20);
    FILE *printed = fopencookie(&played, "w", busy), *told = fmemopen(err, sizeof err - 1, "w");
    setvbuf(printed, NULL, _IOLBF, 4096);
    assert_int_equal(command_table_run(temp.url, 3, argv, false, printed, told), 0);
    fclose(printed);
    fclose(told);
    assert_int_equal(played, 1); /* one file */
}

static void what_is_not_old_enough_is_named(void **state)
{
    (void)state;
    play(30);
    assert_int_equal(run_with(false, "records archive %s --older 10", temp.dir), 0);
    assert_int_equal(run_with(false, "records archive %s --older 10", temp.dir), 0);
    assert_string_equal(out, "nothing to archive: results 21 to 30 are not old enough\n");
    assert_int_equal(run_with(false, "records archive %s --older all", temp.dir), 0);
    assert_string_equal(out, "nothing to archive: results 21 to 30 are not old enough\n");
}

/* As after a fault of the disk, and after somebody took one out. */
static void damage_stops_nothing(void **state)
{
    static const char told[] = "avondale ladder: 2 records are wrong and were left out; the first: "
                               "result g-4 (number 5): its record is damaged\n";
    (void)state;
    play(12);
    sql("UPDATE packed_record SET bytes = substr(bytes, 2) WHERE seq = 5;"
        "DELETE FROM packed_record WHERE seq = 9");
    assert_int_equal(run(false, "recompute --verify"), 1);
    assert_non_null(strstr(out, "result g-4 (number 5): its record is damaged\n"));
    assert_non_null(strstr(out, "records: 2 are damaged, were altered or taken out\n"));
    assert_non_null(strstr(out, "12 results, 12 bots: 0 differ\n"));
    assert_int_equal(run(true, "recompute --verify"), 1);
    json_t *value = parse(out);
    assert_int_equal(json_integer_value(json_object_get(value, "records_wrong")), 2);
    json_decref(value);
    assert_int_equal(run(false, "export --records"), 1);
    assert_int_equal(lines_of(out), 10);
    assert_string_equal(err, told);
    assert_int_equal(run(false, "export --all"), 1);
    assert_non_null(strstr(out, "\"kind\":\"end\""));
    assert_string_equal(err, told);
    assert_int_equal(run(false, "export --csv"), 0);
    assert_string_equal(err, "");
}

/* Once it left, too, verification says that no archive has it. */
static void a_damaged_record_is_in_no_archive(void **state)
{
    char line[480];
    (void)state;
    play(12);
    sql("UPDATE packed_record SET bytes = substr(bytes, 2) WHERE seq = 5;"
        "DELETE FROM packed_record WHERE seq > 10");
    assert_int_equal(run_with(false, "records archive %s", temp.dir), 1);
    assert_int_equal(lines_of(out), 2);
    assert_string_equal(
        err, "avondale ladder: result g-4 (number 5): its record is damaged; it is in no archive\n"
             "avondale ladder: result g-10 (number 11): its record was taken out; results 11 to 12 "
             "are in no archive\n");
    assert_int_equal(run_with(false, "records archive %s", temp.dir), 0);
    drop(9);
    snprintf(line, sizeof line,
             "recompute --verify --archive %s/records-000000001-000000004.jsonl.zst"
             " --archive %s/records-000000006-000000010.jsonl.zst",
             temp.dir, temp.dir);
    assert_int_equal(run(false, line), 1);
    assert_non_null(strstr(out, "archives: 9 records in 2 files are those of this log\n"));
    assert_non_null(strstr(out, "1 records were deleted and are in none of these archives; the "
                                "first is that of result 5\n"));
}

static void a_wrong_mark_is_named(void **state)
{
    static const char wrong[] = "retention.archived_seq is 31: expected 0 to 30, the last result\n";
    (void)state;
    play(30);
    sql("UPDATE retention SET archived_seq = 31");
    assert_int_equal(run(false, "recompute --verify"), 1);
    assert_non_null(strstr(out, wrong));
    assert_int_equal(run_with(false, "records archive %s", temp.dir), 3);
    assert_non_null(strstr(err, wrong));
    assert_int_equal(run_with(false, "records archive %s --older 10", temp.dir), 3);
    assert_int_equal(lines_of(err), 1);
    sql("UPDATE retention SET archived_seq = 30");
    assert_int_equal(run_with(false, "records archive %s", temp.dir), 0);
}

static void bad_words_are_refused(void **state)
{
    (void)state;
    play(1);
    assert_usage("records list here", "must be archive");
    assert_usage("records archive", "expected archive and a DIR");
    assert_usage("records archive /nowhere", "/nowhere: expected a directory");
    assert_int_equal(run_with(false, "records archive %s --older 3x", temp.dir), 2);
    assert_non_null(strstr(err, "--older=3x: expected all, or a number of days"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(new_records_are_archived_once, setup, teardown),
        cmocka_unit_test_setup_teardown(records_deleted_without_an_archive_are_counted, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_forged_archive_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(an_archive_ends_where_the_log_did, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_old_enough_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(damage_stops_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_damaged_record_is_in_no_archive, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wrong_mark_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(bad_words_are_refused, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
