/* host.c - see host.h. */
#include "host/host.h"
#include "host/host_turn.h"
#include "base/log.h"
#include "engine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MSEC = 1000,    /* between two readings of the programs */
    MANIFESTS_LOOK = 16, /* manifests that are read at once */
    LATE_MAX = 64,       /* texts of standard error that wait for the logs of their games */
    LATE_MSEC = 20000,   /* as long */
    PATH_BYTES = 1200,
};

_Static_assert((int)TURNS_GAMES == (int)HOSTED_GAMES_MAX, "the games that the store keeps");
_Static_assert(TURNS_GOOD == HOSTED_GAME_GOOD && TURNS_FAULT == HOSTED_GAME_FAULT, "their signs");

/* The keys of a program's manifest, which is read once. */
struct known {
    int64_t id;
    bool bad; /* it cannot be read */
    char start[MANIFEST_VALUE_MAX + 1], rulesets[MANIFEST_VALUE_MAX + 1];
};

struct slot {
    pid_t pid; /* 0: free */
    struct host_turn_report *report;
    struct store_hosted hosted;
    char holder[WORK_HOLDER_MAX + 1];
    char rulesets[HOST_TURN_RULESETS]; /* that it seeks */
    int64_t renewed_msec;
    bool early; /* its game was still to come when it began */
    bool lost;  /* the turn is another host's */
    bool asked; /* to end */
};

struct late {
    char *text; /* NULL: free */
    int64_t bot, until_msec;
    char game[LADDER_GAME_ID_MAX + 1];
};

struct host {
    struct host_config config;
    struct program_queue *queue;
    struct work *work;
    struct host_look *look;
    struct host_look_answer lobby;
    char cache[PATH_BYTES - 100];
    int lock;
    uint64_t drawn;
    int64_t turns; /* so far */
    int64_t look_msec, late_msec;
    struct store_hosted *list;
    int count;
    struct known *known;
    int known_count;
    struct slot slots[HOST_JOBS_MAX];
    struct late late[LATE_MAX];
};

static void say_failed(const struct host *host)
{
    log_say("avondale worker: %s", program_queue_error(host->queue));
}

/* -------------------------------------------------------------------------------- what is there
 */

static int known_order(const void *one, const void *other)
{
    const struct known *a = one, *b = other;
    return a->id < b->id ? -1 : a->id > b->id;
}

static const struct known *known_find(const struct host *host, int64_t id)
{
    const struct known key = {.id = id};
    return host->known_count > 0
               ? bsearch(&key, host->known, (size_t)host->known_count, sizeof key, known_order)
               : NULL;
}

/* Reads the manifest of an archive of the store. Returns false if the store failed. */
static bool manifest_look(struct host *host, const struct store_program *program,
                          struct known *known)
{
    char text[MANIFEST_BYTES_MAX + 2], why[BUNDLE_ERROR_BYTES] = "its archive is not in the store";
    struct manifest manifest;
    uint8_t *bytes = NULL;
    size_t size = 0, length = 0;

    *known = (struct known){.id = program->id, .bad = true};
    int status = work_archive_get(host->work, program->archive, &bytes, &size);
    if (status == WORK_ERROR) {
        log_say("avondale worker: %s", work_error(host->work));
        return false;
    }
    if (status == 0)
        status = bundle_read(bytes, size, MANIFEST_FILE, text, sizeof text, &length, why);
    if (status == 0)
        status = manifest_parse(text, length, &manifest, why);
    free(bytes);
    if (status) {
        log_line(LOG_WARN, "name=%s version=%s is not hosted: %s", program->bot, program->label,
                 why);
        return true;
    }
    known->bad = false;
    memcpy(known->start, manifest.start, sizeof known->start);
    memcpy(known->rulesets, manifest.rulesets, sizeof known->rulesets);
    return true;
}

/* Keeps what is known of the programs of the list, and reads some manifests more. */
static void know(struct host *host)
{
    struct known *now = calloc((size_t)host->count + 1, sizeof *now);
    int count = 0, looked = 0;

    if (!now)
        return;
    for (int i = 0; i < host->count; i++) {
        const struct store_program *program = &host->list[i].program;
        const struct known *before = known_find(host, program->id);
        if (before)
            now[count++] = *before;
        else if (looked++ < MANIFESTS_LOOK && manifest_look(host, program, &now[count]))
            count++;
    }
    free(host->known);
    host->known = now;
    host->known_count = count;
}

static bool list_look(struct host *host)
{
    if (host_queue_list(host->queue, &host->list, &host->count)) {
        host->count = 0;
        say_failed(host);
        return false;
    }
    know(host);
    return true;
}

/* ---------------------------------------------------------------------------------- who has turns
 */

static int ruleset_find(const struct host_look_answer *lobby, const char *name)
{
    for (int r = 0; r < lobby->count; r++) {
        if (strcmp(lobby->rulesets[r].name, name) == 0)
            return r;
    }
    return -1;
}

/* The rulesets of the manifest that are played at the arena, as bits, and as a list if it is
 * wanted. A program that names none plays the first. */
static uint32_t rulesets_of(const struct host_look_answer *lobby, const char *names,
                            char list[HOST_TURN_RULESETS])
{
    char copy[MANIFEST_VALUE_MAX + 1], *save = NULL;
    uint32_t bits = 0;
    size_t size = 0;

    if (list)
        list[0] = '\0';
    if (!names[0])
        return lobby->count > 0 ? 1 : 0;
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok_r(copy, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        int r = ruleset_find(lobby, name);
        if (r < 0 || bits >> r & 1)
            continue;
        bits |= UINT32_C(1) << r;
        if (list)
            size += (size_t)snprintf(list + size, HOST_TURN_RULESETS - size, "%s%s",
                                     size > 0 ? "," : "", name);
    }
    return bits;
}

/* The number of this host's programs that wait in the lobby for that ruleset. */
static int own_waiting(const struct host *host, int ruleset)
{
    int count = 0;

    for (int i = 0; i < host->config.jobs; i++) {
        const struct slot *slot = &host->slots[i];
        const struct known *known = slot->pid ? known_find(host, slot->hosted.program.id) : NULL;
        count += known && slot->report->stage == HOST_TURN_SEEKS &&
                 rulesets_of(&host->lobby, known->rulesets, NULL) >> ruleset & 1;
    }
    return count;
}

static void lobby_fill(const struct host *host, struct turns_ruleset rulesets[TURNS_RULESETS_MAX])
{
    for (int r = 0; r < host->lobby.count; r++) {
        const struct host_look_ruleset *seen = &host->lobby.rulesets[r];
        struct ruleset_error error;
        struct ruleset rules;
        int others = seen->waiting - own_waiting(host, r);

        /* A hosted program takes its seek back when its game begins: it is not away. */
        rulesets[r] = (struct turns_ruleset){
            .seats = 4, .side = 2, .waiting = others > 0 ? others : 0, .away = seen->away};
        if (ruleset_preset(&rules, seen->name, strlen(seen->name), &error) == 0) {
            rulesets[r].seats = rules.players;
            rulesets[r].side = 0;
            for (int seat = 0; seat < rules.players; seat++)
                rulesets[r].side += rules.side_of[seat] == rules.side_of[0];
        }
    }
}

static const struct slot *slot_of(const struct host *host, int64_t program)
{
    for (int i = 0; i < host->config.jobs; i++) {
        if (host->slots[i].pid && host->slots[i].hosted.program.id == program)
            return &host->slots[i];
    }
    return NULL;
}

static int programs_fill(const struct host *host, struct turns_program *programs)
{
    int count = 0;

    for (int i = 0; i < host->count; i++) {
        const struct store_hosted *hosted = &host->list[i];
        const struct known *known = known_find(host, hosted->program.id);
        const struct slot *slot = slot_of(host, hosted->program.id);
        if (!known || known->bad || (hosted->held && !slot))
            continue;
        programs[count++] = (struct turns_program){
            .id = hosted->program.id,
            .owner = hosted->program.account,
            .rulesets = rulesets_of(&host->lobby, known->rulesets, NULL),
            .state = !slot                                    ? TURNS_IDLE
                     : slot->report->stage == HOST_TURN_PLAYS ? TURNS_PLAYING
                                                              : TURNS_WAITING,
            .last_msec = hosted->turn_msec,
            .wait_msec = hosted->wait_msec};
    }
    turns_sort(programs, count);
    return count;
}

static struct slot *slot_free(struct host *host)
{
    for (int i = 0; i < host->config.jobs; i++) {
        if (!host->slots[i].pid)
            return &host->slots[i];
    }
    return NULL;
}

static int slots_free(const struct host *host)
{
    int count = 0;
    for (int i = 0; i < host->config.jobs; i++)
        count += host->slots[i].pid == 0;
    return count;
}

/* ------------------------------------------------------------------------------- begin of a turn
 */

/* Whether another turn uses the files of that archive. */
static bool in_use(const struct host *host, const char *archive)
{
    for (int i = 0; i < host->config.jobs; i++) {
        if (host->slots[i].pid && strcmp(host->slots[i].hosted.program.archive, archive) == 0)
            return true;
    }
    return false;
}

static void leave(struct host *host, struct slot *slot, int64_t pause_msec, const char *stop)
{
    if (!slot->lost && host_queue_leave(host->queue, &slot->hosted, slot->holder, pause_msec,
                                        stop) == PROGRAM_QUEUE_FAILED)
        say_failed(host); /* its lease ends by itself */
    slot->pid = 0;
    if (!in_use(host, slot->hosted.program.archive))
        bundle_forget(host->cache, slot->hosted.program.archive);
}

/* Returns false if the program has no turn now. */
static bool turn_begin(struct host *host, int64_t id, bool early)
{
    struct slot *slot = slot_free(host);
    const struct known *known = known_find(host, id);
    char directory[PATH_BYTES], why[BUNDLE_ERROR_BYTES];
    int64_t lease_msec = (int64_t)host->config.lease_sec * 1000;

    if (!slot || !known)
        return false;
    snprintf(slot->holder, sizeof slot->holder, "%.64s %ld %016llx h%lld", host->config.name,
             (long)getpid(), (unsigned long long)host->drawn, (long long)++host->turns);
    int status = host_queue_take(host->queue, id, slot->holder, lease_msec, &slot->hosted);
    if (status == PROGRAM_QUEUE_FAILED)
        say_failed(host);
    if (status)
        return false;
    slot->lost = slot->asked = false;
    slot->early = early;
    slot->renewed_msec = clock_now_msec();
    const struct store_program *program = &slot->hosted.program;
    rulesets_of(&host->lobby, known->rulesets, slot->rulesets);
    snprintf(directory, sizeof directory, "%s/%s", host->cache, program->archive);
    const struct host_turn_order order = {
        .place = &host->config.place,
        .sandbox = host->config.sandbox,
        .bot = program->bot,
        .version = program->label,
        .directory = directory,
        .start = known->start,
        .rulesets = slot->rulesets,
        .wait_sec = host->config.wait_sec > 0 ? host->config.wait_sec : TURNS_WAIT_SEC};
    if (bundle_fetch(host->work, program->archive, host->cache, why) == 0) {
        slot->pid = host_turn_start(&order, slot->report);
        if (slot->pid > 0) {
            log_line(LOG_INFO, "name=%s version=%s has a turn", program->bot, program->label);
            return true;
        }
        snprintf(why, sizeof why, "%s", strerror(errno));
    }
    log_say("avondale worker: %s version %s: %s", program->bot, program->label, why);
    leave(host, slot, turns_after(&(struct turns_end){.crash = true}, &slot->hosted.failures),
          NULL);
    return false;
}

/* Starts programs as long as there are games for them. */
static void turns_begin(struct host *host)
{
    struct turns_program *programs = calloc((size_t)host->count + 1, sizeof *programs);
    struct turns_ruleset rulesets[TURNS_RULESETS_MAX];
    int chosen[TURNS_SEATS_MAX], count, found;
    bool early;

    if (!programs)
        return;
    lobby_fill(host, rulesets);
    count = programs_fill(host, programs);
    while ((found = turns_choose(programs, count, rulesets, host->lobby.count, slots_free(host),
                                 host->config.jobs, chosen, &early)) > 0) {
        for (int i = 0; i < found; i++) {
            struct turns_program *program = &programs[chosen[i]];
            if (turn_begin(host, program->id, early))
                program->state = TURNS_WAITING;
            else
                program->wait_msec = LOOK_MSEC; /* not in this round */
        }
    }
    free(programs);
}

/* --------------------------------------------------------------------------------- end of a turn
 */

/* Keeps a text until the log of its game is in the store. */
static void errors_keep(struct host *host, const struct slot *slot)
{
    struct late *late = host->late;
    char *text = slot->report->game[0] ? host_turn_errors(slot->report) : NULL;

    if (!text)
        return;
    for (int i = 1; i < LATE_MAX && late->text; i++) {
        struct late *other = &host->late[i];
        if (!other->text || other->until_msec < late->until_msec)
            late = other; /* free, or older */
    }
    free(late->text); /* the oldest, where all are taken */
    *late = (struct late){.text = text,
                          .bot = slot->hosted.program.bot_id,
                          .until_msec = clock_now_msec() + LATE_MSEC};
    memcpy(late->game, slot->report->game, sizeof late->game);
}

static void errors_store(struct host *host, bool last)
{
    int64_t now = clock_now_msec();

    if (now < host->late_msec && !last)
        return;
    host->late_msec = now + LOOK_MSEC;
    for (int i = 0; i < LATE_MAX; i++) {
        struct late *late = &host->late[i];
        if (!late->text)
            continue;
        int status = host_queue_errors(host->queue, late->bot, late->game, late->text);
        if (status == PROGRAM_QUEUE_FAILED)
            say_failed(host);
        if (status != PROGRAM_QUEUE_NONE || now > late->until_msec || last) {
            free(late->text);
            late->text = NULL;
        }
    }
}

static void turn_end(struct host *host, struct slot *slot, int how)
{
    const struct host_turn_report *report = slot->report;
    struct store_hosted *hosted = &slot->hosted;
    const struct store_program *program = &hosted->program;
    /* Its turn ended by us, or by the arena. */
    bool ours = slot->asked || !WIFEXITED(how) || report->end == BRIDGE_STOPPED;
    bool fault = report->faults > 0, stops = false;
    const struct turns_end end = {.early = slot->early,
                                  .stopped = ours,
                                  .game = report->game[0] != '\0',
                                  .over = report->over,
                                  .fault = fault,
                                  .crash = report->crashes > 0};
    int64_t pause = turns_after(&end, &hosted->failures);
    char why[PROGRAM_WHY_MAX + 1 + sizeof report->crash] = ""; /* cut where it is stored */

    errors_keep(host, slot);
    if (report->game[0] && (report->over || (fault && !ours))) {
        turns_add_game(hosted->games, fault);
        stops = fault && turns_must_stop(hosted->games);
    }
    if (stops)
        snprintf(why, sizeof why,
                 "it was at fault in %d of its last %zu games; the last fault: %s%s%s",
                 turns_faulty(hosted->games), strlen(hosted->games), report->fault,
                 report->crash[0] ? ", " : "", report->crash);
    log_line(LOG_INFO, "name=%s version=%s its turn is over: %s%s%s%s%s%s", program->bot,
             program->label, report->over ? "game=" : "no game is over",
             report->over ? report->game : "", fault ? ", at fault: " : "",
             fault ? report->fault : "", report->crash[0] ? "; " : "", report->crash);
    if (stops)
        log_line(LOG_WARN, "name=%s version=%s is stopped: %s", program->bot, program->label, why);
    leave(host, slot, pause, stops ? why : NULL);
    host->look_msec = 0;
}

static void turns_reap(struct host *host)
{
    for (int i = 0; i < host->config.jobs; i++) {
        struct slot *slot = &host->slots[i];
        int how = 0;
        if (slot->pid && waitpid(slot->pid, &how, WNOHANG) == slot->pid)
            turn_end(host, slot, how);
    }
}

/* A turn that is another host's by now ends at once: nothing runs twice. */
static void turns_renew(struct host *host)
{
    int64_t lease_msec = (int64_t)host->config.lease_sec * 1000, now = clock_now_msec();

    for (int i = 0; i < host->config.jobs; i++) {
        struct slot *slot = &host->slots[i];
        if (!slot->pid || slot->lost || now - slot->renewed_msec < lease_msec / 3)
            continue;
        int status =
            host_queue_renew(host->queue, slot->hosted.program.bot_id, slot->holder, lease_msec);
        if (status == PROGRAM_QUEUE_FAILED)
            say_failed(host);
        if (status == 0) {
            slot->renewed_msec = now;
        } else if (status == PROGRAM_QUEUE_NONE || now - slot->renewed_msec > lease_msec) {
            log_line(LOG_WARN, "name=%s version=%s its turn is lost", slot->hosted.program.bot,
                     slot->hosted.program.label);
            slot->lost = true;
            kill(slot->pid, SIGKILL);
        }
    }
}

bool host_step(struct host *host)
{
    int64_t now = clock_now_msec();

    turns_reap(host);
    turns_renew(host);
    errors_store(host, false);
    bool answered = host_look_step(host->look, &host->lobby);
    if (answered && now >= host->look_msec && slots_free(host) > 0) {
        host->look_msec = now + LOOK_MSEC;
        if (list_look(host))
            turns_begin(host);
    }
    return slots_free(host) < host->config.jobs;
}

/* --------------------------------------------------------------------------------- begin and end
 */

/* One host uses a cache at a time: it removes the files of programs that have no turn. */
static int cache_open(struct host *host)
{
    char path[PATH_BYTES + 20];

    snprintf(host->cache, sizeof host->cache, "%.1000s/hosted", host->config.cache);
    snprintf(path, sizeof path, "%s.lock", host->cache);
    host->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (host->lock < 0 || flock(host->lock, LOCK_EX | LOCK_NB)) {
        log_say("avondale worker: --cache %s: %s", host->config.cache,
                host->lock >= 0 && errno == EWOULDBLOCK
                    ? "another worker hosts programs from it; each needs its own"
                    : strerror(errno));
        return -1;
    }
    DIR *all = opendir(host->cache);
    for (struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        if (work_hash_valid(entry->d_name))
            bundle_forget(host->cache, entry->d_name);
    }
    if (all)
        closedir(all);
    if (mkdir(host->cache, 0755) && errno != EEXIST) {
        log_say("avondale worker: --cache %s: %s", host->config.cache, strerror(errno));
        return -1;
    }
    return 0;
}

static int open_all(struct host *host)
{
    struct ladder_error error = {.text = "out of memory"};
    struct host_turn_report *reports = host_turn_reports(host->config.jobs);

    if (!reports || getrandom(&host->drawn, sizeof host->drawn, 0) != (ssize_t)sizeof host->drawn ||
        program_queue_open(&host->queue, host->config.url, &error) ||
        work_open(&host->work, host->config.url, true, NULL, &error) ||
        address_key_load(host->config.url, host->config.place.key, &error)) {
        log_say("avondale worker: %s", error.text);
        return -1;
    }
    for (int i = 0; i < host->config.jobs; i++)
        host->slots[i].report = &reports[i];
    host->look = host_look_create(&host->config.place);
    return host->look ? cache_open(host) : -1;
}

int host_create(struct host **out, const struct host_config *config)
{
    struct host *host = calloc(1, sizeof *host);

    *out = NULL;
    if (!host) {
        log_say("avondale worker: out of memory");
        return -1;
    }
    host->config = *config;
    host->lock = -1;
    if (open_all(host)) {
        host_destroy(host);
        return -1;
    }
    *out = host;
    return 0;
}

static void turns_signal(struct host *host, int number)
{
    for (int i = 0; i < host->config.jobs; i++) {
        host->slots[i].asked = true;
        if (host->slots[i].pid)
            kill(host->slots[i].pid, number);
    }
}

void host_destroy(struct host *host)
{
    if (!host)
        return;
    int64_t until = clock_now_msec() + (int64_t)HOST_END_SEC * 1000;
    turns_signal(host, SIGTERM);
    while (slots_free(host) < host->config.jobs) {
        turns_reap(host);
        turns_renew(host);
        if (clock_now_msec() > until)
            turns_signal(host, SIGKILL);
        poll(NULL, 0, 20);
    }
    if (host->queue)
        errors_store(host, true);
    host_look_destroy(host->look);
    if (host->lock >= 0)
        close(host->lock);
    work_close(host->work);
    program_queue_close(host->queue);
    free(host->list);
    free(host->known);
    free(host);
}
