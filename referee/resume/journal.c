/* journal.c - pages of a mapped file. */
#include "resume/journal_private.h"
#include "base/log.h"
#include "engine.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

static const char magic[] = "avondale journal ", version[] = "1\n";

static struct page *page_at(const struct journal *journal, uint32_t page)
{
    assert(page < journal->page_count);
    return (struct page *)(void *)(journal->chunks[page / JOURNAL_CHUNK_PAGES] +
                                   (size_t)(page % JOURNAL_CHUNK_PAGES) * JOURNAL_PAGE_BYTES);
}

/* ------------------------------------------------------------------------ a mapping that breaks
 * If the file is truncated, or the disk cannot be read or written, touching the mapping raises
 * SIGBUS in the thread that touches it. That must not end the games. Each thread has its own place
 * to jump back to: two loops may touch two journals at once, and a SIGBUS of a thread that touches
 * none ends the process as it would without a journal. */

static _Thread_local sigjmp_buf bus_place;
static _Thread_local volatile sig_atomic_t bus_expected;

/* siglongjmp leaves the handler, so it restores the signal mask here: a sigsetjmp that saves the
 * mask would cost a system call for each fact. */
static void on_bus(int number, siginfo_t *info, void *context)
{
    const ucontext_t *interrupted = context;
    (void)info;

    if (!bus_expected) {
        signal(number, SIG_DFL); /* not in a journal: repeating the access ends the process */
        return;
    }
    bus_expected = 0;
    pthread_sigmask(SIG_SETMASK, &interrupted->uc_sigmask, NULL);
    siglongjmp(bus_place, 1);
}

/* Runs `work` under the mutex. Returns what `work` returned, or false if the mapping broke. */
static bool touch(struct journal *journal, bool (*work)(struct journal *journal, void *context),
                  void *context)
{
    if (journal->broken)
        return false;
    assert(!bus_expected);
    if (sigsetjmp(bus_place, 0)) {
        journal->broken = true;
        log_line(LOG_ERROR, "journal=%s failed: games cut off from now on will be void",
                 journal->path);
        return false;
    }
    bus_expected = 1;
    bool done = work(journal, context);
    bus_expected = 0;
    return done;
}

/* The same, for a caller that does not hold the mutex. */
static bool lock_and_touch(struct journal *journal,
                           bool (*work)(struct journal *journal, void *context), void *context)
{
    pthread_mutex_lock(&journal->mutex);
    bool done = touch(journal, work, context);
    pthread_mutex_unlock(&journal->mutex);
    return done;
}

/* -------------------------------------------------------------------------------------- pages */

/* FNV-1a; `before` chains the hashes. */
static uint32_t sum_of(uint32_t before, const char *bytes, size_t size)
{
    uint32_t sum = before ^ 2166136261u;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * 16777619u;
    return (sum ^ (uint32_t)size) * 16777619u;
}

static bool map_chunk(struct journal *journal, uint32_t chunk)
{
    char *at = mmap(NULL, CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, journal->fd,
                    (off_t)chunk * CHUNK_BYTES);
    if (at == MAP_FAILED)
        return false;
    journal->chunks[chunk] = at;
    return true;
}

/* Makes room in our tables for the pages of one more chunk. */
static bool make_tables(struct journal *journal)
{
    uint32_t chunks = journal->page_count / JOURNAL_CHUNK_PAGES + 1;
    char **table = realloc(journal->chunks, chunks * sizeof *table);
    if (!table)
        return false;
    journal->chunks = table;
    uint32_t *spare = realloc(journal->spare, (size_t)chunks * JOURNAL_CHUNK_PAGES * sizeof *spare);
    if (!spare)
        return false;
    journal->spare = spare;
    return true;
}

/* Writes zeros, not a hole: a full disk fails here, and never in the mapping. */
static bool write_chunk(const struct journal *journal, off_t at)
{
    static const char zeros[CHUNK_BYTES];
    size_t done = 0;

    while (done < sizeof zeros) {
        ssize_t wrote = pwrite(journal->fd, zeros + done, sizeof zeros - done, at + (off_t)done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        done += (size_t)wrote;
    }
    return true;
}

static bool grow(struct journal *journal)
{
    uint32_t chunk = journal->page_count / JOURNAL_CHUNK_PAGES;
    off_t at = (off_t)chunk * CHUNK_BYTES;

    if (!make_tables(journal))
        return false;
    if (!write_chunk(journal, at) || !map_chunk(journal, chunk)) {
        int why = errno;
        if (ftruncate(journal->fd, at))
            why = errno;
        errno = why;
        return false;
    }
    for (uint32_t i = JOURNAL_CHUNK_PAGES; i-- > 0;) {
        if (journal->page_count + i > 0) /* the first page is the file's header */
            journal->spare[journal->spare_count++] = journal->page_count + i;
    }
    journal->page_count += JOURNAL_CHUNK_PAGES;
    return true;
}

static bool take_page(struct journal *journal, uint32_t *page)
{
    if (journal->spare_count == 0 && !grow(journal)) {
        if (!journal->full)
            log_line(LOG_ERROR,
                     "journal=%s: no room: %s; some games cannot be resumed after a crash",
                     journal->path, strerror(errno));
        journal->full = true;
        return false;
    }
    *page = journal->spare[--journal->spare_count];
    journal->full = false;
    return true;
}

/* The order of stores matters to the process that opens the file later, and to no thread: a
 * compiler fence is enough. */
static void store_game(struct page *page, uint64_t game)
{
    atomic_signal_fence(memory_order_release);
    *(volatile uint64_t *)&page->game = game;
    atomic_signal_fence(memory_order_seq_cst);
}

static void store_size(struct fact *fact, uint16_t size)
{
    atomic_signal_fence(memory_order_release);
    *(volatile uint16_t *)&fact->size = size;
    atomic_signal_fence(memory_order_seq_cst);
}

/* A free page holds only zeros. */
static void wipe_page(struct page *page)
{
    store_game(page, 0);
    memset(page, 0, sizeof *page);
    __asm__ volatile("" ::"r"(page) : "memory");
}

static bool wipe_game(struct journal *journal, void *context)
{
    struct journal_game *game = context;

    for (int i = 0; i < game->page_count; i++)
        wipe_page(page_at(journal, game->pages[i]));
    while (game->page_count > 0)
        journal->spare[journal->spare_count++] = game->pages[--game->page_count];
    game->last = NULL;
    return true;
}

/* ------------------------------------------------------------------------------------- facts */

struct adding {
    struct journal_game *game;
    const char *fact;
    uint16_t size;
};

static uint16_t fact_room(size_t size)
{
    return (uint16_t)((FACT_HEAD + size + 7) & ~(size_t)7);
}

static bool next_page(struct journal *journal, struct journal_game *game)
{
    uint32_t page;

    if (game->page_count == JOURNAL_GAME_PAGES_MAX)
        return false;
    uint32_t *pages = realloc(game->pages, (game->page_count + 1u) * sizeof *pages);
    if (!pages)
        return false;
    game->pages = pages;
    if (!take_page(journal, &page))
        return false;
    game->pages[game->page_count++] = page;
    game->last = page_at(journal, page);
    game->used = 0;
    return true;
}

static bool add(struct journal *journal, void *context)
{
    const struct adding *adding = context;
    struct journal_game *game = adding->game;
    uint16_t room = fact_room(adding->size);
    bool turned = game->page_count == 0 || game->used + room > FACTS_BYTES;

    if (turned && !next_page(journal, game))
        return false;
    struct page *page = game->last;
    struct fact *fact = (struct fact *)(void *)(page->facts + game->used);
    game->sum = sum_of(game->sum, adding->fact, adding->size);
    fact->sum = game->sum;
    memcpy(fact->bytes, adding->fact, adding->size);
    store_size(fact, adding->size);
    game->used = (uint16_t)(game->used + room);
    if (turned) {
        page->sequence = (uint32_t)(game->page_count - 1);
        store_game(page, game->number);
    }
    return true;
}

static bool add_fact(struct journal_game *game, const void *fact, size_t size)
{
    struct adding adding = {.game = game, .fact = fact, .size = (uint16_t)size};

    assert(size >= 1 && size <= JOURNAL_FACT_MAX);
    if (!game || game->lost)
        return false;
    if (touch(game->journal, add, &adding))
        return true;
    game->lost = true;
    touch(game->journal, wipe_game, game);
    return false;
}

bool journal_add(struct journal_game *game, const void *fact, size_t size)
{
    if (!game)
        return false;
    struct journal *journal = game->journal;
    pthread_mutex_lock(&journal->mutex);
    bool added = add_fact(game, fact, size);
    pthread_mutex_unlock(&journal->mutex);
    return added;
}

static struct journal_game *make_game(struct journal *journal, uint64_t number)
{
    struct journal_game *game = calloc(1, sizeof *game);

    if (!game)
        return NULL;
    game->journal = journal;
    game->number = number;
    game->next = journal->games;
    if (game->next)
        game->next->before = game;
    journal->games = game;
    return game;
}

static void free_game(struct journal_game *game)
{
    if (game->next)
        game->next->before = game->before;
    if (game->before)
        game->before->next = game->next;
    else
        game->journal->games = game->next;
    free(game->pages);
    free(game);
}

struct journal_game *journal_begin(struct journal *journal, const void *fact, size_t size)
{
    pthread_mutex_lock(&journal->mutex);
    struct journal_game *game = make_game(journal, ++journal->last_game);

    if (game && !add_fact(game, fact, size)) {
        free_game(game);
        game = NULL;
    }
    AVONDALE_CHECKED(journal_check(journal));
    pthread_mutex_unlock(&journal->mutex);
    return game;
}

void journal_end(struct journal_game *game)
{
    if (!game)
        return;
    struct journal *journal = game->journal;
    pthread_mutex_lock(&journal->mutex);
    touch(journal, wipe_game, game);
    free_game(game);
    AVONDALE_CHECKED(journal_check(journal));
    pthread_mutex_unlock(&journal->mutex);
}

static bool count_try(struct journal *journal, void *context)
{
    struct journal_game *game = context;
    struct page *page = page_at(journal, game->pages[0]);

    if (page->tries >= JOURNAL_TRIES_MAX)
        return false;
    page->tries++;
    return true;
}

static bool forget_tries(struct journal *journal, void *context)
{
    struct journal_game *game = context;
    page_at(journal, game->pages[0])->tries = 0;
    return true;
}

bool journal_try(struct journal_game *game)
{
    return game->page_count > 0 && lock_and_touch(game->journal, count_try, game);
}

void journal_tried(struct journal_game *game)
{
    if (game->page_count > 0)
        lock_and_touch(game->journal, forget_tries, game);
}

/* Returns the fact at `at`, or NULL at the end of the page. Does not trust the size in the file. */
static const struct fact *fact_at(const struct page *page, uint16_t at)
{
    const struct fact *fact = (const struct fact *)(const void *)(page->facts + at);
    if (at + FACT_HEAD >= FACTS_BYTES || fact->size == 0 || fact->size > JOURNAL_FACT_MAX ||
        at + FACT_HEAD + fact->size > FACTS_BYTES)
        return NULL;
    return fact;
}

struct reading {
    const struct journal_game *game;
    struct journal_cursor *cursor;
    size_t size;
};

static bool read_next(struct journal *journal, void *context)
{
    struct reading *reading = context;
    const struct journal_game *game = reading->game;
    struct journal_cursor *cursor = reading->cursor;

    for (; cursor->page < game->page_count; cursor->page++, cursor->at = 0) {
        const struct fact *fact = fact_at(page_at(journal, game->pages[cursor->page]), cursor->at);
        bool last = cursor->page + 1u == game->page_count;
        if (!fact || (last && cursor->at >= game->used))
            continue;
        reading->size = fact->size;
        memcpy(cursor->fact, fact->bytes, reading->size);
        cursor->at = (uint16_t)(cursor->at + fact_room(reading->size));
        return true;
    }
    return false;
}

bool journal_next(const struct journal_game *game, struct journal_cursor *cursor,
                  const char **bytes, size_t *size)
{
    struct reading reading = {.game = game, .cursor = cursor};

    if (!lock_and_touch(game->journal, read_next, &reading))
        return false;
    *bytes = cursor->fact;
    *size = reading.size;
    return true;
}

struct journal_game *journal_games(const struct journal *journal)
{
    return journal->games;
}

const char *journal_missing(const struct journal *journal)
{
    return journal->missing;
}

/* ------------------------------------------------------------------------------ what was left */

/* Follows the hashes: the game ends with the last sound fact, and is lost if that is not its last
 * one. */
static void read_game(struct journal *journal, struct journal_game *game)
{
    for (int i = 0; i < game->page_count && !game->lost; i++) {
        const struct page *page = page_at(journal, game->pages[i]);
        const struct fact *fact;
        game->used = 0;
        game->lost = page->sequence != (uint32_t)i;
        while (!game->lost && (fact = fact_at(page, game->used)) != NULL) {
            uint32_t sum = sum_of(game->sum, fact->bytes, fact->size);
            game->lost = sum != fact->sum;
            if (game->lost)
                break;
            game->sum = sum;
            game->used = (uint16_t)(game->used + fact_room(fact->size));
        }
        game->lost |= game->used == 0;
    }
}

static int by_game(const void *left, const void *right, void *context)
{
    const struct journal *journal = context;
    const struct page *a = page_at(journal, *(const uint32_t *)left),
                      *b = page_at(journal, *(const uint32_t *)right);
    if (a->game != b->game)
        return a->game < b->game ? -1 : 1;
    return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

/* Reads one game from its pages. */
static bool find_game(struct journal *journal, const uint32_t *pages, uint32_t count)
{
    struct journal_game *game = make_game(journal, page_at(journal, pages[0])->game);

    if (!game || !(game->pages = malloc(count * sizeof *pages)))
        return false;
    if (game->number > journal->last_game)
        journal->last_game = game->number;
    memcpy(game->pages, pages, count * sizeof *pages);
    game->page_count = (uint16_t)count;
    game->last = page_at(journal, pages[count - 1]);
    read_game(journal, game);
    return true;
}

static bool find_games(struct journal *journal, void *context)
{
    uint32_t *pages = calloc(journal->page_count, sizeof *pages), count = 0;
    bool done = pages != NULL;
    (void)context;

    journal->spare_count = 0;
    for (uint32_t page = journal->page_count; done && page-- > 1;) {
        if (page_at(journal, page)->game)
            pages[count++] = page;
        else /* its first bytes were never written, or its wiping was interrupted */
            memset(page_at(journal, journal->spare[journal->spare_count++] = page), 0,
                   JOURNAL_PAGE_BYTES);
    }
    if (count > 0)
        qsort_r(pages, count, sizeof *pages, by_game, journal);
    for (uint32_t i = 0, next; done && i < count; i = next) {
        const struct page *first = page_at(journal, pages[i]);
        for (next = i + 1; next < count && page_at(journal, pages[next])->game == first->game;)
            next++;
        if (first->sequence == 0 && next - i <= JOURNAL_GAME_PAGES_MAX) {
            done = find_game(journal, pages + i, next - i);
            continue;
        }
        for (uint32_t j = i; j < next; j++) /* the rest of a game that had ended */
            wipe_page(page_at(journal, journal->spare[journal->spare_count++] = pages[j]));
    }
    free(pages);
    return done;
}

/* --------------------------------------------------------------------------------- open, close */

static void read_boot(char boot[BOOT_BYTES])
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, boot, BOOT_BYTES - 1);

    memset(boot + (got < 0 ? 0 : got), 0, (size_t)(BOOT_BYTES - (got < 0 ? 0 : got)));
    if (fd >= 0)
        close(fd);
}

/* Compares the first page with the one we would write now. */
static bool check_head(struct journal *journal, void *context)
{
    const char *head = journal->chunks[0];
    const char *boot = context;
    size_t at = sizeof magic - 1, size = sizeof version - 1;

    if (memcmp(head + at, version, size) != 0)
        snprintf(journal->missing, sizeof journal->missing, "its journal is of another version");
    else if (!boot[0])
        snprintf(journal->missing, sizeof journal->missing,
                 "the system hides whether the machine stopped in the middle");
    else if (strncmp(head + at + size, boot, BOOT_BYTES) != 0)
        snprintf(journal->missing, sizeof journal->missing, "the machine stopped in the middle");
    return true;
}

static bool write_head(struct journal *journal, void *context)
{
    snprintf(journal->chunks[0], JOURNAL_PAGE_BYTES, "%s%s%s", magic, version,
             (const char *)context);
    return true;
}

static bool wipe_all(struct journal *journal, void *context)
{
    (void)context;
    for (uint32_t page = 0; page < journal->page_count; page++)
        wipe_page(page_at(journal, page));
    return true;
}

static void unmap(struct journal *journal)
{
    for (uint32_t chunk = 0; chunk < journal->page_count / JOURNAL_CHUNK_PAGES; chunk++)
        munmap(journal->chunks[chunk], CHUNK_BYTES);
    journal->page_count = journal->spare_count = 0;
}

/* Maps the file; completes an end whose growth was interrupted. */
static bool map_all(struct journal *journal, off_t size)
{
    while ((off_t)journal->page_count * JOURNAL_PAGE_BYTES < size) {
        off_t at = (off_t)journal->page_count * JOURNAL_PAGE_BYTES;
        if (!make_tables(journal) ||
            (at + CHUNK_BYTES > size && ftruncate(journal->fd, at + CHUNK_BYTES)) ||
            !map_chunk(journal, journal->page_count / JOURNAL_CHUNK_PAGES))
            return false;
        journal->page_count += JOURNAL_CHUNK_PAGES;
    }
    return true;
}

static int refuse(const char *path, const char *what, int status, char why[JOURNAL_WHY_BYTES])
{
    snprintf(why, JOURNAL_WHY_BYTES, "%s: %s", path, what);
    return status;
}

static int open_file(struct journal *journal, off_t *size, char why[JOURNAL_WHY_BYTES])
{
    char start[sizeof magic - 1] = "";
    struct stat status;

    journal->fd = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (journal->fd < 0 || fstat(journal->fd, &status))
        return refuse(journal->path, strerror(errno), 3, why);
    if (!S_ISREG(status.st_mode) ||
        (status.st_size > 0 && (pread(journal->fd, start, sizeof start, 0) != sizeof start ||
                                memcmp(start, magic, sizeof start) != 0)))
        return refuse(journal->path, "not a journal of avondale; it stays as it is", 2, why);
    if (flock(journal->fd, LOCK_EX | LOCK_NB))
        return refuse(journal->path, "another process has this journal", 2, why);
    if (fchmod(journal->fd, 0600))
        return refuse(journal->path, strerror(errno), 3, why);
    *size = status.st_size;
    return 0;
}

/* Wipes games that cannot be trusted. If no game is left the file becomes small again. */
static bool start(struct journal *journal, off_t size)
{
    char boot[BOOT_BYTES];

    read_boot(boot);
    if (!map_all(journal, size))
        return false;
    if (size > 0 && !touch(journal, check_head, boot))
        return false;
    if (journal->missing[0] && !touch(journal, wipe_all, NULL))
        return false;
    if (size > 0 && !journal->missing[0] && !touch(journal, find_games, NULL))
        return false;
    if (!journal->games) {
        unmap(journal);
        if (ftruncate(journal->fd, 0) || !grow(journal))
            return false;
    }
    return touch(journal, write_head, boot);
}

static void install_bus(struct journal *journal)
{
    struct sigaction action = {.sa_sigaction = on_bus, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &journal->bus_before);
}

int journal_open(struct journal **out, const char *path, char why[JOURNAL_WHY_BYTES])
{
    struct journal *journal = calloc(1, sizeof *journal);
    off_t size = 0;

    *out = NULL;
    if (!journal)
        return refuse(path, "out of memory", 3, why);
    pthread_mutex_init(&journal->mutex, NULL);
    snprintf(journal->path, sizeof journal->path, "%s", path);
    install_bus(journal);
    int status = open_file(journal, &size, why);
    if (status == 0 && !start(journal, size))
        status = refuse(path, strerror(errno), 3, why);
    if (status) {
        journal_close(journal);
        return status;
    }
    AVONDALE_CHECKED(journal_check(journal));
    *out = journal;
    return 0;
}

void journal_close(struct journal *journal)
{
    if (!journal)
        return;
    while (journal->games)
        free_game(journal->games);
    unmap(journal);
    free(journal->chunks);
    free(journal->spare);
    if (journal->fd >= 0)
        close(journal->fd);
    sigaction(SIGBUS, &journal->bus_before, NULL);
    pthread_mutex_destroy(&journal->mutex);
    free(journal);
}
