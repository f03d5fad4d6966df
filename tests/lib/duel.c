/* duel.c - one game between two bots over socket pairs. */
#include "duel.h"

#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TURNS_MAX = 20000, QUIET_MSEC = 2, QUIET_MAX = 100 };

static void on_over(struct arena *arena, struct arena_table *table)
{
    struct duel *duel = arena_owner(arena);
    duel->over = true;
    duel->reason = (enum reason)table_game(table->table)->reason;
    duel->forfeited = table_forfeited(table->table);
    duel->record = arena_record_line(table);
    for (int seat = 0; seat < 2; seat++)
        duel->faults[seat] = table_fault_counts(table->table)[seat];
    arena_tell(table, NULL);
}

static void on_closed(struct arena *arena, struct arena_table *table)
{
    struct duel *duel = arena_owner(arena);
    (void)table;
    duel->table = NULL;
}

static void on_effect(struct arena *arena, struct arena_table *table, const struct effect *effect)
{
    struct duel *duel = arena_owner(arena);
    (void)table;
    if (effect->kind == EFFECT_STEP && effect->fault == FAULT_NONE)
        duel->decisions++;
}

int duel_open(struct duel *duel)
{
    static const struct arena_callbacks callbacks = {
        .over = on_over, .closed = on_closed, .effect = on_effect};

    memset(duel, 0, sizeof *duel);
    duel->fds[0] = duel->fds[1] = -1;
    duel->forfeited = -1;
    duel->base = event_base_new();
    if (!duel->base || arena_init(&duel->arena, duel->base, &callbacks, duel))
        goto fail;
    for (int bot = 0; bot < 2; bot++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair))
            goto fail;
        duel->fds[bot] = pair[1];
        duel->peers[bot] = connection_create(&duel->arena, pair[0], pair[0], 0, "duel");
        if (!duel->peers[bot])
            goto fail;
        peer_set_owner(duel->peers[bot], duel); /* lives until the end of the duel */
    }
    return 0;
fail:
    duel_close(duel);
    return -1;
}

int duel_again(struct duel *duel, int play_msec)
{
    struct ruleset rules;
    struct ruleset_error error;
    struct table_config config;
    struct arena_seat seats[SEATS_MAX];
    char time_text[64], time_error[160];

    free(duel->record);
    duel->record = NULL;
    duel->over = false;
    memset(&config, 0, sizeof config);
    const char *const words[] = {"max_hands=1", duel->option};
    const char *preset = duel->preset ? duel->preset : "two-handed-draft";
    if (ruleset_parse(&rules, preset, words, duel->option ? 2 : 1, &error))
        abort();
    config.rules = &rules;
    snprintf(time_text, sizeof time_text, "%d", play_msec);
    /* 0: no limit, here an hour */
    if (play_msec == 0)
        snprintf(time_text, sizeof time_text, "3600000");
    if (time_control_parse(time_text, &config.time, time_error))
        abort();
    config.policy = duel->policy;
    config.event_hold_usec = 1000000;
    snprintf(config.game_id, sizeof config.game_id, "duel-1");
    for (int bot = 0; bot < 2; bot++) {
        memcpy(config.seats[bot].name, peer_name(duel->peers[bot]), sizeof config.seats[bot].name);
        seats[bot] = (struct arena_seat){.peer = duel->peers[bot], .contributor = bot};
    }
    static const uint8_t seed[FAIR_BYTES] = {7};
    struct fair_set *set = fair_set_create("duel-1", seed, 1, 2);
    if (!set)
        return -1;
    duel->table = arena_start(&duel->arena, &config, set, seats, NULL);
    fair_set_release(set);
    arena_settle(&duel->arena);
    return duel->table || duel->over ? 0 : -1;
}

int duel_start(struct duel *duel, int play_msec)
{
    duel_say(duel, 0, "hello v=1 name=ann");
    duel_say(duel, 1, "hello v=1 name=bob");
    for (int i = 0; i < 10; i++)
        duel_turn(duel);
    for (int bot = 0; bot < 2; bot++) {
        if (peer_state(duel->peers[bot]) != PEER_STATE_READY)
            return -1;
    }
    return duel_again(duel, play_msec);
}

void duel_turn(struct duel *duel)
{
    event_base_loop(duel->base, EVLOOP_NONBLOCK);
    for (int bot = 0; bot < 2; bot++)
        peer_check(duel->peers[bot]);
}

const char *duel_line(struct duel *duel, int bot)
{
    static char line[FRAME_BYTES_MAX + 1];
    char *have = duel->have[bot];
    size_t *bytes = &duel->have_bytes[bot];

    if (duel->fds[bot] >= 0 && !memchr(have, '\n', *bytes)) {
        ssize_t got = recv(duel->fds[bot], have + *bytes, sizeof duel->have[bot] - *bytes, 0);
        *bytes += got > 0 ? (size_t)got : 0;
    }
    const char *end = memchr(have, '\n', *bytes);
    if (!end)
        return NULL;
    size_t size = (size_t)(end - have);
    if (size >= sizeof line)
        abort();
    memcpy(line, have, size);
    line[size] = '\0';
    *bytes -= size + 1;
    memmove(have, end + 1, *bytes);
    return line;
}

void duel_say(struct duel *duel, int bot, const char *line)
{
    char text[512];
    int size = snprintf(text, sizeof text, "%s\n", line);
    if (duel->fds[bot] >= 0 && send(duel->fds[bot], text, (size_t)size, MSG_NOSIGNAL) != size)
        return; /* the arena has hung up; the test sees that */
}

/* The value of `key` in a line, up to `count` items of it. */
static int value_of(const char *line, const char *key, int count, char *out, size_t size)
{
    char pattern[32];
    snprintf(pattern, sizeof pattern, " %s=", key);
    const char *at = strstr(line, pattern);
    size_t used = 0;
    if (!at)
        return -1;
    for (at += strlen(pattern); *at && *at != ' ' && used + 1 < size; at++) {
        if (*at == ',' && --count <= 0)
            break;
        out[used++] = *at == ',' ? ':' : *at;
    }
    out[used] = '\0';
    return 0;
}

bool duel_answer(struct duel *duel, int bot, const char *line)
{
    char g[16], n[16], action[256], phase[32], choose[16], answer[400];

    if (strncmp(line, "turn ", 5) != 0)
        return false;
    value_of(line, "g", 1, g, sizeof g);
    value_of(line, "n", 1, n, sizeof n);
    if (value_of(line, "choose", 1, choose, sizeof choose) == 0) {
        value_of(line, "phase", 1, phase, sizeof phase);
        value_of(line, "from", atoi(choose), action, sizeof action);
        snprintf(answer, sizeof answer, "act g=%s n=%s a=%s:%s", g, n, phase, action);
    } else {
        value_of(line, "legal", 1, action, sizeof action);
        if (strstr(line, "legal=pass,6S,"))
            snprintf(action, sizeof action, "6S");
        snprintf(answer, sizeof answer, "act g=%s n=%s a=%s", g, n, action);
    }
    duel_say(duel, bot, answer);
    return true;
}

bool duel_play(struct duel *duel)
{
    int quiet = 0;

    for (int turn = 0; turn < TURNS_MAX && duel->table && quiet < QUIET_MAX; turn++) {
        bool moved = false;
        duel_turn(duel);
        for (int bot = 0; bot < 2; bot++) {
            const char *line;
            while ((line = duel_line(duel, bot)) != NULL)
                moved = duel_answer(duel, bot, line) || moved;
        }
        quiet = moved ? 0 : quiet + 1;
        if (quiet > QUIET_MAX / 2)
            poll(NULL, 0, QUIET_MSEC);
    }
    return duel->over;
}

void duel_close(struct duel *duel)
{
    for (int bot = 0; bot < 2; bot++) {
        if (duel->fds[bot] >= 0)
            close(duel->fds[bot]);
        duel->fds[bot] = -1;
    }
    if (duel->base) {
        arena_fini(&duel->arena);
        event_base_free(duel->base);
        duel->base = NULL;
    }
    free(duel->record);
    duel->record = NULL;
}
