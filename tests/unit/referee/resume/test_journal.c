/* test_journal.c - the journal's content survives a crash, altered content is not trusted, and a
 * full disk or a broken file costs only the journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "resume/journal.h"
#include "ladder.h"
#include "ladder_temp.h"
#include "base/log.h"

static char path[128];

static int setup(void **state)
{
    temp_setup(state);
    const struct temp *temp = *state;
    snprintf(path, sizeof path, "%s/journal", temp->dir);
    log_set_level(LOG_ERROR);
    return 0;
}

static struct journal *open_it(void)
{
    struct journal *journal;
    char why[JOURNAL_WHY_BYTES];
    if (journal_open(&journal, path, why))
        fail_msg("%s", why);
    return journal;
}

static int refused(const char *expected)
{
    struct journal *journal;
    char why[JOURNAL_WHY_BYTES];
    int status = journal_open(&journal, path, why);
    assert_null(journal);
    assert_non_null(strstr(why, path));
    if (!strstr(why, expected))
        fail_msg("%s", why);
    return status;
}

static struct journal_game *begin(struct journal *journal, const char *fact)
{
    return journal_begin(journal, fact, strlen(fact));
}

static bool add(struct journal_game *game, const char *fact)
{
    return journal_add(game, fact, strlen(fact));
}

/* All facts of a game with a + between them. */
static const char *facts(const struct journal_game *game)
{
    static char text[65536];
    struct journal_cursor cursor = {0};
    const char *fact;
    size_t size, at = 0;

    while (journal_next(game, &cursor, &fact, &size)) {
        assert_true(at + size + 2 < sizeof text);
        memcpy(text + at, fact, size);
        text[at += size] = '+';
        at++;
    }
    text[at ? at - 1 : 0] = 0;
    return text;
}

/* The only game of the journal. */
static struct journal_game *only(const struct journal *journal)
{
    struct journal_game *game = journal_games(journal);
    assert_non_null(game);
    assert_null(game->next);
    return game;
}

static bool file_holds(const char *word)
{
    static char bytes[4 << 20];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = read(fd, bytes, sizeof bytes);
    close(fd);
    return size > 0 && memmem(bytes, (size_t)size, word, strlen(word)) != NULL;
}

static off_t find_in_file(const char *word)
{
    static char bytes[1 << 20];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = read(fd, bytes, sizeof bytes);
    close(fd);
    const char *at = memmem(bytes, (size_t)size, word, strlen(word));
    assert_non_null(at);
    return at - bytes;
}

static void write_at(off_t at, const void *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    assert_int_equal(pwrite(fd, bytes, size, at), (ssize_t)size);
    close(fd);
}

/* A process writes, reports it, and is killed. */
static void killed_after(void (*work)(struct journal *journal))
{
    int said[2];
    char byte;

    assert_int_equal(pipe(said), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct journal *journal;
        char why[JOURNAL_WHY_BYTES];
        if (journal_open(&journal, path, why))
            _exit(1);
        work(journal);
        if (write(said[1], "x", 1) != 1)
            _exit(1);
        pause();
        _exit(1);
    }
    close(said[1]);
    assert_int_equal(read(said[0], &byte, 1), 1);
    close(said[0]);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static void two_games(struct journal *journal)
{
    struct journal_game *one = begin(journal, "one seed-1"), *two = begin(journal, "two seed-2");
    add(one, "a");
    add(two, "b");
    add(one, "c");
}

static void test_written_facts_survive_a_kill(void **state)
{
    (void)state;
    killed_after(two_games);
    struct journal *journal = open_it();
    int seen = 0;
    for (struct journal_game *game = journal_games(journal); game; game = game->next, seen++) {
        assert_false(game->lost);
        assert_string_equal(facts(game), strncmp(facts(game), "one", 3) == 0 ? "one seed-1+a+c"
                                                                             : "two seed-2+b");
        assert_true(add(game, "d")); /* and it continues */
    }
    assert_int_equal(seen, 2);
    assert_string_equal(journal_missing(journal), "");
    journal_end(journal_games(journal));
    journal_close(journal);

    journal = open_it();
    assert_non_null(strstr(facts(only(journal)), "+d"));
    journal_end(only(journal));
    assert_null(journal_games(journal));
    journal_close(journal);
}

static void long_game(struct journal *journal)
{
    struct journal_game *game = begin(journal, "long");
    char fact[JOURNAL_FACT_MAX + 1];
    for (int i = 0; i < 3000; i++) {
        int size = snprintf(fact, sizeof fact, "%d", i);
        journal_add(game, fact, (size_t)size);
    }
    memset(fact, 'z', JOURNAL_FACT_MAX); /* the longest, wherever a page ends */
    journal_add(game, fact, JOURNAL_FACT_MAX);
    journal_add(game, fact, JOURNAL_FACT_MAX);
    journal_add(game, "end", 3);
}

static void test_a_game_has_many_pages(void **state)
{
    (void)state;
    killed_after(long_game);
    struct journal *journal = open_it();
    struct journal_cursor cursor = {0};
    const char *fact;
    size_t size;
    char expected[16];

    assert_true(only(journal)->page_count > 5);
    assert_true(journal_next(only(journal), &cursor, &fact, &size));
    for (int i = 0; i < 3000; i++) {
        assert_true(journal_next(only(journal), &cursor, &fact, &size));
        snprintf(expected, sizeof expected, "%d", i);
        assert_int_equal(size, strlen(expected));
        assert_memory_equal(fact, expected, size);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(journal_next(only(journal), &cursor, &fact, &size));
        assert_int_equal(size, JOURNAL_FACT_MAX);
    }
    assert_true(journal_next(only(journal), &cursor, &fact, &size));
    assert_memory_equal(fact, "end", size);
    assert_false(journal_next(only(journal), &cursor, &fact, &size));
    journal_close(journal);
}

/* A fact whose size was not yet written was announced to nobody; neither was a free page. */
static void test_a_torn_end_is_ignored(void **state)
{
    (void)state;
    killed_after(two_games);
    uint64_t torn = 0x00ffffffffff0000u; /* sum and bytes are there, the size is not */
    off_t at = find_in_file("seed-2") - 4;
    write_at(at + 16 + 16, &torn, sizeof torn);
    write_at(at - 16 - 8 + 9 * JOURNAL_PAGE_BYTES, "torn page", 9);
    struct journal *journal = open_it();
    for (struct journal_game *game = journal_games(journal); game; game = game->next) {
        assert_false(game->lost);
        assert_true(add(game, "next"));
        assert_non_null(strstr(facts(game), "+next"));
    }
    journal_close(journal);
    assert_false(file_holds("torn page"));
}

static void test_an_altered_game_is_lost(void **state)
{
    (void)state;
    killed_after(two_games);
    write_at(find_in_file("seed-1"), "SEED", 4);
    struct journal *journal = open_it();
    int lost = 0, sound = 0;
    for (struct journal_game *game = journal_games(journal); game; game = game->next) {
        lost += game->lost;
        sound += !game->lost;
        if (!game->lost)
            assert_string_equal(facts(game), "two seed-2+b");
        /* nothing of it is valid */
        else
            assert_string_equal(facts(game), "");
    }
    assert_int_equal(lost, 1);
    assert_int_equal(sound, 1);
    journal_close(journal);
    journal = open_it(); /* and it stays empty */
    lost = 0;
    for (struct journal_game *game = journal_games(journal); game; game = game->next)
        lost += game->lost;
    assert_int_equal(lost, 1);
    journal_close(journal);
}

/* Every single byte of the file: no crash, and a game that is accepted is one that was written. */
static void test_every_altered_byte(void **state)
{
    static char bytes[4 * JOURNAL_PAGE_BYTES];
    (void)state;
    killed_after(two_games);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    assert_int_equal(pread(fd, bytes, sizeof bytes, 0), (ssize_t)sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i += bytes[i] ? 1 : 37) {
        char other = (char)(bytes[i] ^ 0x15);
        struct journal *journal;
        char why[JOURNAL_WHY_BYTES];
        assert_int_equal(ftruncate(fd, 64 * JOURNAL_PAGE_BYTES), 0);
        assert_int_equal(pwrite(fd, bytes, sizeof bytes, 0), (ssize_t)sizeof bytes);
        assert_int_equal(pwrite(fd, &other, 1, (off_t)i), 1);
        if (journal_open(&journal, path, why))
            continue; /* it is no journal then */
        for (struct journal_game *game = journal_games(journal); game; game = game->next) {
            if (game->lost)
                continue;
            const char *all = facts(game);
            bool whole = !strcmp(all, "one seed-1+a+c") || !strcmp(all, "two seed-2+b");
            /* A size that becomes zero ends the page early; no other change does. */
            if (!whole && strcmp(all, "one seed-1+a") != 0 && strcmp(all, "one seed-1") != 0 &&
                strcmp(all, "two seed-2") != 0)
                fail_msg("byte %zu: %s", i, all);
        }
        journal_close(journal);
    }
    close(fd);
}

static void test_games_of_another_boot_or_version_are_dropped(void **state)
{
    (void)state;
    killed_after(two_games);
    write_at((off_t)strlen("avondale journal 1\n"), "0000", 4);
    struct journal *journal = open_it();
    assert_null(journal_games(journal));
    assert_string_equal(journal_missing(journal), "the machine stopped in the middle");
    journal_close(journal);
    assert_false(file_holds("seed-1"));

    killed_after(two_games);
    write_at((off_t)strlen("avondale journal "), "9", 1);
    journal = open_it();
    assert_null(journal_games(journal));
    assert_string_equal(journal_missing(journal), "its journal is of another version");
    journal_close(journal);
    assert_false(file_holds("seed-1"));
    journal = open_it();
    assert_string_equal(journal_missing(journal), "");
    journal_close(journal);
}

static void test_a_foreign_file_is_not_changed(void **state)
{
    static const char other[] = "the only copy of a thesis";
    char target[160];
    struct stat status;
    (void)state;

    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0640);
    assert_int_equal(write(fd, other, sizeof other), sizeof other);
    close(fd);
    assert_int_equal(refused("not a journal"), 2);
    assert_true(file_holds(other));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    unlink(path);
    snprintf(target, sizeof target, "%s.target", path);
    assert_int_equal(symlink(target, path), 0); /* a link must not lead elsewhere */
    assert_int_equal(refused("symbolic"), 3);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(refused("not a journal"), 2);
}

static void test_one_process_holds_the_journal(void **state)
{
    struct stat status;
    (void)state;
    struct journal *journal = open_it();
    assert_int_equal(refused("another process"), 2);
    journal_close(journal);
    chmod(path, 0644);
    journal = open_it();
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    journal_close(journal);
}

/* A game that has ended leaves nothing; its pages are reused, so the file does not grow. */
static void test_an_ended_game_is_wiped(void **state)
{
    struct stat status;
    char fact[64];
    (void)state;

    struct journal *journal = open_it();
    struct journal_game *kept = begin(journal, "kept seed-0");
    for (int i = 0; i < 2000; i++) {
        snprintf(fact, sizeof fact, "seed-%d", i + 1);
        struct journal_game *game = begin(journal, fact);
        for (int j = 0; j < 200; j++)
            assert_true(add(game, "some step of some length, as they are"));
        journal_end(game);
    }
    assert_false(file_holds("seed-1"));
    assert_false(file_holds("some step"));
    assert_string_equal(facts(kept), "kept seed-0");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, JOURNAL_CHUNK_PAGES * JOURNAL_PAGE_BYTES);
    journal_end(kept);
    journal_end(NULL);
    journal_close(journal);
    assert_false(file_holds("seed"));
}

/* It grows with its games, and is small again after a restart. */
static void test_the_file_grows_and_shrinks(void **state)
{
    enum { GAMES = 500 };
    struct journal_game *games[GAMES];
    struct stat status;
    (void)state;

    struct journal *journal = open_it();
    for (int i = 0; i < GAMES; i++)
        assert_non_null(games[i] = begin(journal, "a game"));
    stat(path, &status);
    assert_int_equal(status.st_size, 8 * JOURNAL_CHUNK_PAGES * JOURNAL_PAGE_BYTES);
    for (int i = 0; i < GAMES; i++)
        journal_end(games[i]);
    journal_close(journal);
    journal = open_it();
    stat(path, &status);
    assert_int_equal(status.st_size, JOURNAL_CHUNK_PAGES * JOURNAL_PAGE_BYTES);
    journal_close(journal);
}

/* The disk is full: games with space continue, the others are not stored, later ones are again. */
static void test_a_full_disk(void **state)
{
    enum { ROOM = JOURNAL_CHUNK_PAGES - 1 };
    struct journal_game *games[ROOM];
    struct rlimit before, limit;
    (void)state;

    signal(SIGXFSZ, SIG_IGN);
    log_set_level(LOG_ERROR);
    struct journal *journal = open_it();
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = JOURNAL_CHUNK_PAGES * JOURNAL_PAGE_BYTES + 100;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (int i = 0; i < ROOM; i++)
        assert_non_null(games[i] = begin(journal, "a game"));
    assert_null(begin(journal, "one too many"));
    assert_true(add(games[1], "a step that fits its page"));
    bool more = true;
    for (int i = 0; more && i < 1000; i++)
        more = add(games[0], "a step");
    assert_false(more); /* it asked for a second page */
    assert_true(games[0]->lost);
    assert_false(add(games[0], "a step"));
    assert_false(add(NULL, "a step"));
    assert_non_null(begin(journal, "in its place"));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_non_null(begin(journal, "later"));
    journal_close(journal);

    journal = open_it();
    int found = 0;
    for (struct journal_game *game = journal_games(journal); game; game = game->next)
        found += !game->lost;
    assert_int_equal(found, ROOM + 1);
    journal_close(journal);
}

/* An access to the mapping fails: the journal is abandoned, the process continues. */
static void test_a_file_that_was_cut_off(void **state)
{
    (void)state;
    struct journal *journal = open_it();
    struct journal_game *game = begin(journal, "a game");
    assert_int_equal(truncate(path, 0), 0);
    assert_false(add(game, "a step"));
    assert_false(add(game, "a step"));
    assert_null(begin(journal, "another"));
    journal_end(game);
    journal_close(journal);
}

/* Two journals, each of a thread. Both files are truncated, and in each round both threads touch
 * their mapping at the same moment. */
enum { BREAKING_ROUNDS = 300 };

struct breaking {
    pthread_barrier_t *start;
    struct journal *journals[BREAKING_ROUNDS];
    struct journal_game *games[BREAKING_ROUNDS];
    int done; /* attempts that must fail */
};

static void prepare(struct breaking *breaking, pthread_barrier_t *start)
{
    breaking->start = start;
    for (int round = 0; round < BREAKING_ROUNDS; round++) {
        breaking->journals[round] = open_it();
        breaking->games[round] = begin(breaking->journals[round], "a game");
        assert_non_null(breaking->games[round]);
        assert_int_equal(truncate(path, 0), 0);
        unlink(path);
    }
}

static void *break_journals(void *context)
{
    struct breaking *breaking = context;

    for (int round = 0; round < BREAKING_ROUNDS; round++) {
        struct journal_game *game = breaking->games[round];
        pthread_barrier_wait(breaking->start);
        breaking->done += round % 2 ? journal_try(game) : add(game, "a step");
        breaking->done += journal_try(game);
        journal_end(game);
    }
    return NULL;
}

static void test_two_mappings_break_at_once(void **state)
{
    pthread_barrier_t start;
    struct breaking breaking[2] = {{0}};
    pthread_t threads[2];
    (void)state;

    assert_int_equal(log_open("/dev/null"), 0);
    pthread_barrier_init(&start, NULL, 2);
    for (int i = 0; i < 2; i++)
        prepare(&breaking[i], &start);
    for (int i = 0; i < 2; i++)
        assert_int_equal(thread_start(&threads[i], break_journals, &breaking[i], 0), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(breaking[i].done, 0);
    }
    for (int i = 2 * BREAKING_ROUNDS; i-- > 0;) /* the last opened one first */
        journal_close(breaking[i / BREAKING_ROUNDS].journals[i % BREAKING_ROUNDS]);
    pthread_barrier_destroy(&start);
    log_close();
}

/* Games of two loops in one journal, whose file is truncated: one thread writes and ends games,
 * the other counts attempts and reads. No access is outside the mutex (ThreadSanitizer). */
struct sharing {
    struct journal *journal;
    struct journal_game *game; /* of the reading thread */
    atomic_bool broken;
};

static void *read_and_try(void *context)
{
    struct sharing *sharing = context;
    struct journal_game *game = sharing->game;
    const char *fact;
    size_t size;

    while (journal_try(game)) {
        struct journal_cursor cursor = {0};
        journal_tried(game);
        while (journal_next(game, &cursor, &fact, &size))
            continue;
    }
    atomic_store(&sharing->broken, true);
    journal_end(game);
    return NULL;
}

static void test_two_loops_share_a_journal_that_breaks(void **state)
{
    struct sharing sharing = {.journal = open_it()};
    pthread_t thread;
    (void)state;

    assert_int_equal(log_open("/dev/null"), 0);
    sharing.game = begin(sharing.journal, "tried");
    assert_non_null(sharing.game);
    assert_int_equal(thread_start(&thread, read_and_try, &sharing, 0), 0);
    for (int round = 0; !atomic_load(&sharing.broken); round++) {
        struct journal_game *games[JOURNAL_CHUNK_PAGES];
        for (int i = 0; i < JOURNAL_CHUNK_PAGES; i++) { /* the file grows and its tables move */
            games[i] = begin(sharing.journal, "a game");
            add(games[i], "a step");
        }
        if (round == 20)
            assert_int_equal(truncate(path, 0), 0);
        for (int i = 0; i < JOURNAL_CHUNK_PAGES; i++)
            journal_end(games[i]);
    }
    pthread_join(thread, NULL);
    journal_close(sharing.journal);
    log_close();
}

static void *touch_outside(void *context)
{
    volatile char *mapping = context;
    mapping[0] = 1;
    return NULL;
}

/* A SIGBUS of a thread that touches no journal still ends the process, whatever others do. */
static void test_another_bus_error_is_not_swallowed(void **state)
{
    char other[160];
    int status;
    (void)state;

    snprintf(other, sizeof other, "%s.other", path);
    pid_t pid = fork();
    if (pid == 0) {
        const struct rlimit none = {0};
        pthread_t thread;
        int fd = open(other, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        void *mapping = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        struct journal_game *game = begin(open_it(), "a game");
        setrlimit(RLIMIT_CORE, &none);
        alarm(60);
        if (mapping == MAP_FAILED || thread_start(&thread, touch_outside, mapping, 0))
            _exit(1);
        for (;;)
            journal_tried(game);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    unlink(other);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGBUS);
}

static void test_tries_are_counted(void **state)
{
    (void)state;
    struct journal *journal = open_it();
    struct journal_game *game = begin(journal, "a game");
    for (int i = 0; i < JOURNAL_TRIES_MAX; i++)
        assert_true(journal_try(game));
    journal_close(journal);
    journal = open_it();
    assert_false(journal_try(only(journal)));
    journal_tried(only(journal));
    assert_true(journal_try(only(journal)));
    journal_close(journal);
}

/* An endless game must not fill the disk. */
static void test_a_game_has_its_limit(void **state)
{
    char fact[JOURNAL_FACT_MAX] = {0};
    (void)state;
    struct journal *journal = open_it();
    struct journal_game *game = journal_begin(journal, fact, sizeof fact);
    for (int i = 1; i < JOURNAL_GAME_PAGES_MAX; i++)
        assert_true(journal_add(game, fact, sizeof fact));
    assert_false(journal_add(game, fact, sizeof fact));
    assert_true(game->lost);
    journal_close(journal);
    journal = open_it();
    assert_null(journal_games(journal));
    journal_close(journal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_written_facts_survive_a_kill, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_game_has_many_pages, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_torn_end_is_ignored, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_an_altered_game_is_lost, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_every_altered_byte, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_games_of_another_boot_or_version_are_dropped, setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_foreign_file_is_not_changed, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_one_process_holds_the_journal, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_an_ended_game_is_wiped, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_the_file_grows_and_shrinks, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_full_disk, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_file_that_was_cut_off, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_two_mappings_break_at_once, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_two_loops_share_a_journal_that_breaks, setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_another_bus_error_is_not_swallowed, setup,
                                        temp_teardown),
        cmocka_unit_test_setup_teardown(test_tries_are_counted, setup, temp_teardown),
        cmocka_unit_test_setup_teardown(test_a_game_has_its_limit, setup, temp_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
