/* test_process_secrets.c - seeds are erased with their games, and other processes cannot read
 * the memory that holds them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include <event2/event.h>

#include "arena/arena.h"
#include "arena/arena_private.h"
#include "arena/seated_table.h"
#include "base/log.h"
#include "base/process_secrets.h"

enum { CHUNK = 65536, STEP = CHUNK - FAIR_BYTES };

static uint8_t chunk[CHUNK];
static uint8_t masked[FAIR_BYTES]; /* the seed, masked so that the search does not find this copy */

/* How often the seed occurs in one region of this process's memory. */
static int count_region(FILE *memory, unsigned long from, unsigned long to)
{
    int count = 0;

    for (unsigned long at = from; at < to; at += STEP) {
        size_t size = to - at < CHUNK ? to - at : CHUNK;
        memset(chunk, 0, sizeof chunk); /* no earlier copy may be in it when it is scanned itself */
        if (fseek(memory, (long)at, SEEK_SET) || fread(chunk, 1, size, memory) != size)
            continue;
        for (size_t i = 0; i + FAIR_BYTES <= size && i < STEP; i++) {
            size_t same = 0;
            while (same < FAIR_BYTES && chunk[i + same] == (masked[same] ^ 0xa5))
                same++;
            count += same == FAIR_BYTES;
        }
    }
    memset(chunk, 0, sizeof chunk);
    return count;
}

/* All writable memory, except what sanitizers reserve. */
static int count_seeds(void)
{
    FILE *maps = fopen("/proc/self/maps", "r"), *memory = fopen("/proc/self/mem", "r");
    char line[512], access[8];
    unsigned long from, to;
    int count = 0;

    assert_non_null(maps);
    assert_non_null(memory);
    setvbuf(memory, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %7s", &from, &to, access) != 3 || access[1] != 'w')
            continue;
        if (to - from < 1ul << 28)
            count += count_region(memory, from, to);
    }
    fclose(maps);
    fclose(memory);
    return count;
}

static void remember(const struct fair_set *set)
{
    for (int i = 0; i < FAIR_BYTES; i++)
        masked[i] = set->seed[i] ^ 0xa5;
}

static void on_over(struct arena *arena, struct arena_table *table)
{
    (void)arena;
    arena_tell(table, NULL);
}

static void begin_game(struct arena *arena, struct fair_set *set)
{
    struct arena_seat seats[SEATS_MAX] = {{.contributor = -1}};
    struct table_config config;
    struct ruleset rules;
    struct ruleset_error error;

    memset(&config, 0, sizeof config);
    assert_int_equal(ruleset_preset(&rules, "wikipedia", 9, &error), 0);
    config.rules = &rules;
    config.time.startup = config.time.play = 1000000;
    config.policy.kind = FAULT_POLICY_STRICT;
    snprintf(config.game_id, sizeof config.game_id, "game");
    for (int seat = 0; seat < config.rules->players; seat++)
        snprintf(config.seats[seat].name, sizeof config.seats[seat].name, "bot%d", seat);
    assert_non_null(arena_start(arena, &config, set, seats, NULL));
}

/* Cancelled before its start, as when a bot leaves: the seed will never be published. */
static void a_released_set_is_wiped(void **state)
{
    struct fair_set *set = fair_set_create("set", NULL, 1, 1);
    (void)state;
    remember(set);
    assert_int_equal(count_seeds(), 1);
    fair_set_release(set);
    assert_int_equal(count_seeds(), 0);
}

/* While cards are dealt from it there is a single copy, and none on the stack or elsewhere on
 * the heap. */
static void a_seed_in_use_has_one_copy(void **state)
{
    struct event_base *base = event_base_new();
    static const struct arena_callbacks callbacks = {.over = on_over};
    struct arena arena;
    (void)state;
    log_set_level(LOG_ERROR);
    assert_int_equal(arena_init(&arena, base, &callbacks, NULL), 0);
    struct fair_set *set =
        fair_set_create("set", NULL, 2, 1); /* the other table never comes: the seed stays secret */
    remember(set);
    begin_game(&arena, set);
    fair_set_release(set);
    assert_true(table_deal_number(arena.tables->table) >= 1 ||
                table_state(arena.tables->table) == TABLE_STATE_NONCES);
    assert_int_equal(count_seeds(), 1);
    seated_table_void(arena.tables, "a test");
    arena_settle(&arena);
    assert_null(arena.tables);
    assert_int_equal(count_seeds(), 0);
    arena_fini(&arena);
    event_base_free(base);
}

/* In a child, because it cannot be undone for this process. */
static void a_process_with_secrets_is_closed(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit core = {.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
        getrlimit(RLIMIT_CORE, &core);
        core.rlim_cur = core.rlim_max;
        setrlimit(RLIMIT_CORE, &core);
        process_secrets_keep();
        getrlimit(RLIMIT_CORE, &core);
#if defined(__SANITIZE_ADDRESS__)
        _exit(core.rlim_cur != 0);
#else
        _exit(core.rlim_cur != 0 || prctl(PR_GET_DUMPABLE) != 0);
#endif
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_released_set_is_wiped),
        cmocka_unit_test(a_seed_in_use_has_one_copy),
        cmocka_unit_test(a_process_with_secrets_is_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
