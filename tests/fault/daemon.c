/* daemon.c - the scenario of the daemon: it starts, four bots play, the bots that play on after
 * the fault get a result, a page and the operator's socket answer, and it ends on request.
 * Afterwards the ladder is intact, and holds every result that a bot received. */
#include "trial.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "log/chain_verify.h"
#include "ladder.h"
#include "line_bot.h"
#include "log/replay.h"
#include "store/store.h"

enum {
    BOTS = 4,
    LINE_ROOM = 32768,
    TOLD_MAX = 64,
    START_MSEC = 20000,
    PLAY_MSEC = 20000,
    STOP_MSEC = 20000,
    TRIES = 3, /* of a page, after one fault */
    ANSWER_MSEC = 3000
};

struct told {
    char game[64];
    int seat;
    int64_t rating;
};

struct bot {
    int fd; /* -1: not connected */
    size_t have;
    char in[LINE_ROOM];
    char session[80]; /* "": none yet */
    char game[64];    /* the one it plays */
    int seat;
};

struct arena {
    struct trial *trial;
    struct bot bots[BOTS];
    struct told told[TOLD_MAX];
    int told_count, lost; /* connections that the daemon has closed */
    unsigned seed;
    int ports[2];
};

static int64_t now_msec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---------------------------------------------------------------------------------------- bots */

static int connect_to(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static void say(struct bot *bot, const char *text)
{
    if (bot->fd >= 0)
        (void)!send(bot->fd, text, strlen(text), MSG_NOSIGNAL);
}

static void drop(struct arena *arena, struct bot *bot)
{
    if (bot->fd >= 0)
        close(bot->fd);
    bot->fd = -1;
    bot->have = 0;
    arena->lost++;
}

static void join(struct arena *arena, int index)
{
    struct bot *bot = &arena->bots[index];
    char hello[160];
    bot->fd = connect_to(arena->ports[0]);
    bot->have = 0;
    snprintf(hello, sizeof hello, "hello v=1 name=bot%d%s%s\n", index,
             bot->session[0] ? " session=" : "", bot->session);
    say(bot, hello);
}

static void take(struct arena *arena, struct bot *bot, const char *line)
{
    char text[32];
    if (strncmp(line, "turn ", 5) == 0) {
        char words[LINE_ANSWER_BYTES];
        line_answer(line, &arena->seed, words);
        say(bot, words);
    } else if (strncmp(line, "welcome ", 8) == 0) {
        line_field(line, "session", bot->session, sizeof bot->session);
    } else if (strncmp(line, "game ", 5) == 0) {
        line_field(line, "id", bot->game, sizeof bot->game);
        bot->seat = atoi(line_field(line, "seat", text, sizeof text));
    } else if (strncmp(line, "over ", 5) == 0) {
        if (*line_field(line, "rating", text, sizeof text) && arena->told_count < TOLD_MAX) {
            struct told *told = &arena->told[arena->told_count++];
            snprintf(told->game, sizeof told->game, "%s", bot->game);
            told->seat = bot->seat;
            told->rating = atoll(text);
        }
        if (strstr(line, "reason=forfeit"))
            trial_broken(arena->trial, "a game was lost by a fault of the arena: %.200s", line);
    } else if (strncmp(line, "error ", 6) == 0) {
        if (strstr(line, "code=session")) /* it is over: a new one */
            bot->session[0] = '\0';
        else if (strstr(line, "code=full") && !arena->trial->harmless)
            return; /* no memory for one more: it comes again */
        else if (!strstr(line, "code=late") && !strstr(line, "code=closing") &&
                 !strstr(line, "code=store")) /* the arena's own failure */
            trial_broken(arena->trial, "a bot was blamed: %.200s", line);
    }
}

static void receive(struct arena *arena, struct bot *bot)
{
    ssize_t got = recv(bot->fd, bot->in + bot->have, sizeof bot->in - bot->have - 1, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        drop(arena, bot);
        return;
    }
    bot->have += (size_t)got;
    bot->in[bot->have] = '\0';
    char *line = bot->in, *end;
    while (bot->fd >= 0 && (end = strchr(line, '\n')) != NULL) {
        *end = '\0';
        take(arena, bot, line);
        line = end + 1;
    }
    bot->have -= (size_t)(line - bot->in);
    memmove(bot->in, line, bot->have + 1);
}

/* Lost bots reconnect. Returns false if none can. */
static void turn_of_bots(struct arena *arena, bool come_back)
{
    struct pollfd fds[BOTS];
    for (int i = 0; i < BOTS; i++) {
        if (arena->bots[i].fd < 0 && come_back)
            join(arena, i);
        fds[i] = (struct pollfd){.fd = arena->bots[i].fd, .events = POLLIN};
    }
    poll(fds, BOTS, 5);
    for (int i = 0; i < BOTS; i++) {
        if (arena->bots[i].fd >= 0 && fds[i].revents)
            receive(arena, &arena->bots[i]);
    }
}

/* All bots have received the result of the same rated game. */
static bool all_told(const struct arena *arena)
{
    const struct told *last = &arena->told[arena->told_count - 1];
    int same = 0;
    for (int i = 0; i < arena->told_count; i++)
        same += strcmp(arena->told[i].game, last->game) == 0;
    return arena->told_count > 0 && same == BOTS;
}

/* ----------------------------------------------------------------------------------- the others */

/* Asks, and waits for the word in what comes back. */
static bool answers(int fd, const char *question, const char *word)
{
    char text[8192];
    size_t have = 0;
    int64_t end = now_msec() + ANSWER_MSEC;
    bool found = false;

    text[0] = '\0';
    if (fd < 0)
        return false;
    (void)!send(fd, question, strlen(question), MSG_NOSIGNAL);
    while (!found && now_msec() < end && have < sizeof text - 1) {
        struct pollfd wanted = {.fd = fd, .events = POLLIN};
        poll(&wanted, 1, 50);
        ssize_t got = recv(fd, text + have, sizeof text - have - 1, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN))
            break;
        have += got > 0 ? (size_t)got : 0;
        text[have] = '\0';
        found = strstr(text, word) != NULL;
    }
    close(fd);
    return found;
}

static int connect_admin(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "trial/db.admin"};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static void ask_page(struct arena *arena)
{
    int tries = arena->trial->harmless ? 1 : TRIES;
    while (tries-- > 0)
        if (answers(connect_to(arena->ports[1]), "GET /api/v1/standings HTTP/1.0\r\n\r\n", "bot3"))
            return;
    trial_broken(arena->trial, "the page is not answered");
}

static void ask_operator(struct arena *arena)
{
    int tries = arena->trial->harmless ? 1 : TRIES;
    while (tries-- > 0)
        if (answers(connect_admin(), "show stats\n", "decisions"))
            return;
    trial_broken(arena->trial, "the operator is not answered");
}

/* ----------------------------------------------------------------------------------- the ladder */

static void check_file(struct trial *trial)
{
    sqlite3 *file;
    sqlite3_stmt *check = NULL;
    if (sqlite3_open_v2("trial/db", &file, SQLITE_OPEN_READWRITE, NULL) ||
        sqlite3_prepare_v2(file, "PRAGMA integrity_check", -1, &check, NULL) ||
        sqlite3_step(check) != SQLITE_ROW)
        trial_broken(trial, "the file of the ladder: %s", sqlite3_errmsg(file));
    else if (strcmp((const char *)sqlite3_column_text(check, 0), "ok") != 0)
        trial_broken(trial, "the file of the ladder: %s", sqlite3_column_text(check, 0));
    sqlite3_finalize(check);
    sqlite3_close(file);
}

static void check_told(struct arena *arena, struct store *store)
{
    for (int i = 0; i < arena->told_count; i++) {
        const struct told *told = &arena->told[i];
        struct store_result result;
        int64_t seq;
        char *text = NULL;
        if (store_result_find(store, told->game, &seq) ||
            store_results(store, 0, seq - 1, &result, 1) != 1 ||
            strcmp(result.result.game, told->game) != 0) {
            trial_broken(arena->trial, "told of %s, which is not in the ladder", told->game);
            return;
        }
        if (result.change.seats[told->seat].after_milli != told->rating)
            trial_broken(arena->trial, "told of another rating in %s", told->game);
        if (store_record(store, told->game, &text) && !result.result.unrated[0])
            trial_broken(arena->trial, "%s has no record", told->game);
        free(text);
    }
}

/* As the next start finds it. */
static void check_ladder(struct arena *arena)
{
    struct trial *trial = arena->trial;
    struct ladder *ladder;
    struct ladder_error error;
    struct store *store;
    struct replay replay;
    struct replay_audit audit = {0};
    struct chain_audit chain = {0};

    if (access("trial/db", F_OK) && arena->told_count == 0)
        return;
    if (writer_open(&ladder, "sqlite:trial/db", true, &error)) {
        trial_broken(trial, "the ladder is not usable afterwards: %s", error.text);
        return;
    }
    writer_close(ladder);
    check_file(trial);
    if (store_open(&store, "sqlite:trial/db", STORE_MUST_EXIST, &error) ||
        store_begin(store, false))
        abort();
    replay_init(&replay);
    if (replay_recompute(&replay, store, false, &audit) || audit.differ)
        trial_broken(trial, "%d ratings differ from a replay", audit.differ);
    if (chain_verify(store, &chain) || chain.wrong[0])
        trial_broken(trial, "the chain: %s", chain.wrong);
    check_told(arena, store);
    replay_fini(&replay);
    store_close(store);
}

/* --------------------------------------------------------------------------------- the scenario */

/* Returns false if it is not up, and has ended or hangs. */
static bool await_start(struct arena *arena, pid_t pid)
{
    for (int64_t end = now_msec() + START_MSEC; now_msec() < end;) {
        char *ports = trial_file("trial/ports");
        int count = sscanf(ports, "127.0.0.1:%d 127.0.0.1:%d", &arena->ports[0], &arena->ports[1]);
        free(ports);
        if (count == 2)
            return true;
        if (!trial_alive(pid))
            return false;
        poll(NULL, 0, 2);
    }
    return false;
}

static void play(struct arena *arena, pid_t pid)
{
    int64_t end = now_msec() + PLAY_MSEC;
    while (now_msec() < end && trial_alive(pid) && !all_told(arena))
        turn_of_bots(arena, true);
    if (!trial_alive(pid))
        return;
    if (!all_told(arena))
        trial_broken(arena->trial, "no game is played to its end");
    if (arena->trial->harmless && arena->lost > 0)
        trial_broken(arena->trial, "a connection was lost");
    ask_page(arena);
    ask_operator(arena);
}

void trial_serve(struct trial *trial)
{
    static struct arena arena;
    const char *const argv[] = {"avondale",    "serve",       "--listen", "127.0.0.1:0",
                                "--http",      "127.0.0.1:0", "--store",  "sqlite:trial/db",
                                "--port-file", "trial/ports", "--option", "max_hands=1",
                                "--grace-ms",  "5000",        "--time",   "20000",
                                "--policy",    "strict",      NULL};

    memset(&arena, 0, sizeof arena);
    arena.trial = trial;
    arena.seed = 1;
    for (int i = 0; i < BOTS; i++)
        arena.bots[i].fd = -1;
    pid_t pid = trial_start(trial, argv, true);
    if (await_start(&arena, pid)) {
        play(&arena, pid);
        kill(pid, SIGTERM);
        int64_t end = now_msec() + STOP_MSEC;
        while (now_msec() < end && trial_alive(pid))
            turn_of_bots(&arena, false);
    }
    trial_judge(trial, "serve", trial_wait(pid, 0));
    for (int i = 0; i < BOTS; i++)
        drop(&arena, &arena.bots[i]);
    check_ladder(&arena);
    if (access("good/db", F_OK) && !trial->gave_up)
        (void)!system("cp trial/db good/db");
}
