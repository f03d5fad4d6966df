/* test_tournament_archives.c - entries that come as archives: here they start in their directory,
 * and for workers they are put into a store. */
#include "command_run.h"

#include <sys/stat.h>

#include "command/tournament_archives.h"

static char folder[40];
static struct tournament_file *file;

static void in_folder(const char *name, char path[80])
{
    assert_true(snprintf(path, 80, "%s/%s", folder, name) < 80);
}

static void put(const char *name, const char *text)
{
    char path[80];

    in_folder(name, path);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

/* A directory `program` with an executable and a manifest, and the file of a cup of two entries. */
static int set_up(void **state)
{
    char path[80];
    (void)state;

    strcpy(folder, "/tmp/avondale-archives-XXXXXX");
    assert_non_null(mkdtemp(folder));
    in_folder("program", path);
    assert_int_equal(mkdir(path, 0755), 0);
    put("program/bot", "#!/bin/sh\nexit 0\n");
    put("program/avondale.ini", "[bot]\nstart = ./bot --calm\n");
    put("cup.ini", "[tournament]\nname = Cup\n");
    file = calloc(1, sizeof *file);
    assert_non_null(file);
    strcpy(file->name, "Cup");
    file->format.entry_count = 2;
    for (int i = 0; i < 2; i++) {
        snprintf(file->entries[i].name, sizeof file->entries[i].name, "%s", i ? "bob" : "ann");
        file->entries[i].command = strdup("./bot --bold");
    }
    return 0;
}

static int tear_down(void **state)
{
    static const char *const names[] = {
        "program/bot", "program/avondale.ini", "cup.ini", "store", "store-wal", "store-shm"};
    char path[80];
    (void)state;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        in_folder(names[i], path);
        unlink(path);
    }
    in_folder("program", path);
    assert_int_equal(rmdir(path), 0);
    for (int i = 0; i < 2; i++) {
        free((void *)(uintptr_t)file->entries[i].command);
        free((void *)(uintptr_t)file->entries[i].archive);
        free(file->archives[i]);
    }
    free(file);
    return rmdir(folder);
}

static void set_command(int entry, const char *command)
{
    free((void *)(uintptr_t)file->entries[entry].command);
    file->entries[entry].command = strdup(command);
}

/* A hash, or the name of a directory of the test. */
static void set_archive(int entry, const char *archive)
{
    char path[80];

    free(file->archives[entry]);
    if (work_hash_valid(archive)) {
        file->archives[entry] = strdup(archive);
    } else {
        in_folder(archive, path);
        file->archives[entry] = strdup(path);
    }
}

static void a_program_starts_in_its_directory(void **state)
{
    (void)state;
    set_archive(1, "program");
    assert_int_equal(tournament_archives_place(&tournament_options, file), 0);
    assert_string_equal(file->entries[0].command, "./bot --bold");
    assert_non_null(strstr(file->entries[1].command, folder));
    assert_non_null(strstr(file->entries[1].command, "./bot --bold"));
    assert_null(file->entries[1].archive);
}

static void here_a_hash_or_no_command_is_refused(void **state)
{
    char hash[WORK_HASH_DIGITS + 1];
    (void)state;

    memset(hash, 'a', WORK_HASH_DIGITS);
    hash[WORK_HASH_DIGITS] = '\0';
    set_archive(0, hash);
    assert_int_equal(tournament_archives_place(&tournament_options, file), 2);
    set_archive(0, "program");
    set_command(0, "");
    assert_int_equal(tournament_archives_place(&tournament_options, file), 2);
    assert_string_equal(file->entries[0].command, "");
}

static void open_farm(struct farm *farm, char url[80])
{
    snprintf(url, 80, "sqlite:%s/store", folder);
    *farm = (struct farm){.url = url};
    assert_int_equal(farm_open(farm, &tournament_options), 0);
}

static void for_workers_it_is_packed_and_names_the_work(void **state)
{
    struct farm farm;
    char url[80], path[80], name[WORK_NAME_MAX + 1];
    (void)state;

    open_farm(&farm, url);
    in_folder("cup.ini", path);
    assert_int_equal(tournament_archives_pack(&tournament_options, file, path, &farm), 0);
    strcpy(name, farm.name);
    set_archive(0, "program");
    set_archive(1, "program");
    set_command(1, "");
    assert_int_equal(tournament_archives_pack(&tournament_options, file, path, &farm), 0);
    assert_true(work_hash_valid(file->entries[0].archive));
    assert_string_equal(file->entries[0].archive, file->entries[1].archive);
    assert_string_equal(file->entries[0].command, "./bot --bold");
    assert_string_equal(file->entries[1].command, "./bot --calm"); /* as its manifest says */
    assert_string_not_equal(farm.name, name);
    farm_close(&farm);
}

static void for_workers_a_bot_that_connects_is_refused(void **state)
{
    struct farm farm;
    char url[80], path[80];
    (void)state;

    open_farm(&farm, url);
    in_folder("cup.ini", path);
    set_command(1, "tcp://127.0.0.1:1");
    assert_int_equal(tournament_archives_pack(&tournament_options, file, path, &farm), 2);
    set_command(1, "./bot");
    in_folder("nosuch.ini", path);
    assert_int_equal(tournament_archives_pack(&tournament_options, file, path, &farm), 3);
    set_archive(1, "program-that-is-missing");
    assert_true(tournament_archives_pack(&tournament_options, file, path, &farm) > 0);
    assert_null(file->entries[1].archive);
    farm_close(&farm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_program_starts_in_its_directory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(here_a_hash_or_no_command_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(for_workers_it_is_packed_and_names_the_work, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(for_workers_a_bot_that_connects_is_refused, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
