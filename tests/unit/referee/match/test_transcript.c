/* test_transcript.c - files of the messages on the wire: their content, and what they never
 * hold. */
#include "match/transcript.h"
#include "table/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[40], directory[60], text[TRANSCRIPT_FILE_BYTES + 1000];
static struct transcripts *transcripts;
static struct table_config table;
static struct ruleset rules;
/* Peers are only compared here, never dereferenced. */
static char places[4];
static struct peer *peers[SEATS_MAX];

static int set_up(void **state)
{
    struct ruleset_error error;
    (void)state;

    strcpy(folder, "/tmp/avondale-wire-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(directory, sizeof directory, "%s/new", folder);
    assert_int_equal(ruleset_parse(&rules, "two-handed-dead", NULL, 0, &error), 0);
    memset(&table, 0, sizeof table);
    table.rules = &rules;
    strcpy(table.game_id, "m-1");
    strcpy(table.seats[0].name, "ann");
    strcpy(table.seats[1].name, "bob");
    for (int i = 0; i < 4; i++)
        peers[i] = (struct peer *)(void *)&places[i];
    transcripts = transcript_open(directory);
    assert_non_null(transcripts);
    return 0;
}

static int tear_down(void **state)
{
    char command[80];
    (void)state;

    transcript_close(transcripts);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static void add(int seat, bool from_bot, const char *bytes)
{
    transcript_add(transcripts, peers[seat], ENCODING_TEXT, from_bot, bytes, strlen(bytes));
}

/* Reads the file of that name. Returns false if there is none. */
static bool read_file(const char *name)
{
    char path[120];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return true;
}

static void each_seat_has_its_file(void **state)
{
    struct stat info;
    char path[120];
    (void)state;

    transcript_begin(transcripts, &table, &table, peers);
    add(0, false, "turn g=1 n=4 phase=auction legal=pass,6S ms=5\n");
    add(0, true, "act n=4 a=pass\n");
    add(1, false, "event g=1 k=trick seat=0\nping x=1\n");
    assert_false(read_file("m-1.0.ann.txt")); /* other users could read its cards */
    transcript_end(transcripts, &table);
    assert_true(read_file("m-1.0.ann.txt"));
    const char *turn = strstr(text, " < turn g=1 n=4 phase=auction legal=pass,6S ms=5\n");
    const char *act = strstr(text, " > act n=4 a=pass\n");
    assert_non_null(turn);
    assert_true(act > turn);
    assert_null(strstr(text, "trick"));
    assert_true(read_file("m-1.1.bob.txt"));
    assert_non_null(strstr(text, " < event g=1 k=trick seat=0\n"));
    snprintf(path, sizeof path, "%s/m-1.0.ann.txt", directory);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static void secrets_are_not_written(void **state)
{
    (void)state;
    transcript_begin(transcripts, &table, &table, peers);
    add(0, true, "hello v=1 name=ann token=5ec4e7 session=5ec4e7\n");
    add(0, true, "hello v=x name=ann token=5ec4e7\n");
    add(0, false, "welcome v=1 name=ann session=5ec4e7 server=x token=5ec4e7\n");
    add(0, false, "over g=1 reason=target winners=0 scores=1,0 seed=5ec4e7\n");
    transcript_end(transcripts, &table);
    assert_true(read_file("m-1.0.ann.txt"));
    assert_null(strstr(text, "5ec4e7"));
    assert_non_null(strstr(text, "over g=1 reason=target"));
}

static void junk_is_one_line(void **state)
{
    char junk[5000];
    (void)state;

    transcript_begin(transcripts, &table, &table, peers);
    add(0, true, "\x1b[2J\x07 \xff =\n");
    add(0, true, "nothing-known x=\x1b[1m\n");
    memset(junk, '\r', sizeof junk - 1);
    junk[0] = 'x';
    junk[4000] = 'y';
    junk[sizeof junk - 1] = '\0';
    add(0, true, junk);
    transcript_add(transcripts, peers[0], ENCODING_TEXT, true, "a\0b\n", 4);
    transcript_add(transcripts, peers[0], ENCODING_MSGPACK, true, "\x81\xa1t\xa4quit", 8);
    transcript_end(transcripts, &table);
    assert_true(read_file("m-1.0.ann.txt"));
    assert_null(strchr(text, '\x1b'));
    assert_null(strchr(text, '\r'));
    assert_non_null(strstr(text, "> quit\n")); /* as text, whatever the encoding */
    int lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    assert_int_equal(lines, 5);
}

static void existing_files_are_not_overwritten(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        char line[40];
        transcript_begin(transcripts, &table, &table, peers);
        snprintf(line, sizeof line, "act n=%d a=pass\n", i + 1);
        add(0, true, line);
        transcript_end(transcripts, &table);
    }
    assert_true(read_file("m-1.0.ann.txt"));
    assert_non_null(strstr(text, "n=1 "));
    assert_true(read_file("m-1.0.ann.2.txt"));
    assert_non_null(strstr(text, "n=2 "));
    assert_true(read_file("m-1.0.ann.3.txt"));
    assert_false(read_file("m-1.1.bob.txt")); /* it sent and received nothing */
}

static void a_file_has_its_size(void **state)
{
    struct stat info;
    char path[120], line[1000];
    (void)state;

    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 2] = '\n';
    line[sizeof line - 1] = '\0';
    transcript_begin(transcripts, &table, &table, peers);
    for (int i = 0; i < 10000; i++)
        add(0, true, line);
    transcript_end(transcripts, &table);
    snprintf(path, sizeof path, "%s/m-1.0.ann.txt", directory);
    assert_int_equal(stat(path, &info), 0);
    assert_in_range(info.st_size, TRANSCRIPT_FILE_BYTES - 1000, TRANSCRIPT_FILE_BYTES);
    assert_true(read_file("m-1.0.ann.txt"));
    assert_non_null(strstr(text, "[cut here: the file is full]\n"));
}

static void a_peer_is_in_its_last_game(void **state)
{
    struct table_config other = table;
    (void)state;

    strcpy(other.game_id, "m-2");
    transcript_begin(transcripts, &table, &table, peers);
    transcript_begin(transcripts, &other, &other, peers);
    add(0, true, "act n=7 a=pass\n");
    add(2, true, "act n=8 a=pass\n"); /* of no game */
    transcript_end(transcripts, &table);
    transcript_end(transcripts, &table);
    transcript_end(transcripts, &other);
    assert_false(read_file("m-1.0.ann.txt"));
    assert_true(read_file("m-2.0.ann.txt"));
}

static void an_unwritable_folder_is_an_error(void **state)
{
    char path[80];
    (void)state;

    snprintf(path, sizeof path, "%s/none/deep", folder);
    assert_null(transcript_open(path));
    assert_int_equal(errno, ENOENT);
    transcript_begin(NULL, &table, &table, peers);
    transcript_add(NULL, peers[0], ENCODING_TEXT, true, "quit\n", 5);
    transcript_end(NULL, &table);
    transcript_close(NULL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(each_seat_has_its_file),
        CASE(secrets_are_not_written),
        CASE(junk_is_one_line),
        CASE(existing_files_are_not_overwritten),
        CASE(a_file_has_its_size),
        CASE(a_peer_is_in_its_last_game),
        CASE(an_unwritable_folder_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
