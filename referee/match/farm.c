/* farm.c - plays blocks of games on other machines, through the queue of a store. */
#include "match/farm.h"

#include "match/job_format.h"
#include "base/log.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PIECE = 32, /* blocks that are queued, or read, at once */
    PAUSE_MSEC = 100,
    TICK_PAUSES = 5, /* between two calls of `tick` */
};

/* A block that was queued and is not delivered yet. */
struct field {
    const struct runner_config *config;
    struct farm *farm;
    struct think_times *thinks;
    struct schedule_block *blocks; /* RUNNER_WINDOW, by set, modulo */
    int64_t scheduled, delivered;  /* sets */
    bool ended;                    /* the schedule is */
    bool over;                     /* the owner has all its blocks */
    bool given_up;                 /* a block was refused: nothing can follow */
};

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
    (void)signal;
    stopped = 1;
}

/* ----------------------------------------------------------------------------------- the store */

static const struct option_row rows[] = {
    {OPTION_TEXT("store", "URL", farm, url, NULL,
                 "lets workers play it (avondale worker), through this store; with the same "
                 "options, and of a match the same --seed, it may be stopped and begun again "
                 "anywhere"),
     .valid = writer_url_valid, .allowed = LADDER_URL_FORMS, .secret = true},
    {OPTION_NUMBER("priority", "N", farm, priority, -1000, 1000, "0",
                   "with --store: work with a higher number is played first")},
};
const struct option_part farm_options = OPTION_PART("Other machines", rows);

int farm_open(struct farm *farm, const struct option_table *table)
{
    struct sigaction action = {.sa_handler = on_signal};
    struct ladder_error error;

    farm->table = table;
    int status = work_open(&farm->work, farm->url, false, &stopped, &error);
    if (status) {
        options_bad(table, "%s", error.text);
        return status;
    }
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return 0;
}

void farm_close(struct farm *farm)
{
    work_close(farm->work);
    farm->work = NULL;
}

static int store_failed(const struct farm *farm)
{
    options_bad(farm->table, "%s", work_error(farm->work));
    return 3;
}

/* Reads how the program of an archive starts. Returns 0 or a status after a line. */
static int read_start(const struct farm *farm, const char *name, const uint8_t *bytes, size_t size,
                      char start[MANIFEST_VALUE_MAX + 1])
{
    char text[MANIFEST_BYTES_MAX + 2], why[BUNDLE_ERROR_BYTES];
    struct manifest manifest;
    size_t length = 0;
    int status = bundle_read(bytes, size, MANIFEST_FILE, text, sizeof text, &length, why);

    if (status == 0 && manifest_parse(text, length, &manifest, why))
        status = BUNDLE_REFUSED;
    if (status)
        options_bad(farm->table, "archive of %s: %s", name, why);
    else
        memcpy(start, manifest.start, sizeof manifest.start);
    return status;
}

int farm_pack(struct farm *farm, const char *name, const char *archive,
              char hash[WORK_HASH_DIGITS + 1], char start[MANIFEST_VALUE_MAX + 1])
{
    char error[BUNDLE_ERROR_BYTES];
    uint8_t *bytes = NULL;
    size_t size = 0;
    int status;

    if (!work_hash_valid(archive)) {
        status = bundle_put(farm->work, archive, hash, error);
        if (status > 0)
            options_bad(farm->table, "archive of %s: %s", name, error);
        if (!start || (status && status != BUNDLE_THERE))
            return status == BUNDLE_THERE ? 0 : status;
    } else {
        memcpy(hash, archive, WORK_HASH_DIGITS + 1);
    }
    status = work_archive_get(farm->work, hash, &bytes, &size);
    if (status == WORK_NONE)
        status = options_bad(farm->table, "archive of %s: %s is not in the store", name, hash);
    else if (status)
        status = store_failed(farm);
    else if (start)
        status = read_start(farm, name, bytes, size, start);
    free(bytes);
    return status;
}

void farm_name(struct farm *farm, const char *title, const char *text)
{
    char hash[WORK_HASH_DIGITS + 1], word[NAME_TITLE_MAX + 1];

    name_of_title(title, word);
    work_hash((const uint8_t *)text, strlen(text), hash);
    snprintf(farm->name, sizeof farm->name, "%s-%.*s", word, WORK_HASH_SHOWN, hash);
}

int farm_find(struct farm *farm, bool *found, uint8_t seed[FAIR_BYTES])
{
    struct job *job = calloc(1, sizeof *job);
    char error[JOB_FORMAT_ERROR_BYTES];
    struct work_order order;
    int status = job ? work_find(farm->work, farm->name, &order) : WORK_ERROR;

    *found = status == 0;
    if (status == 0) {
        status = job_format_parse(order.spec, job, error);
        memcpy(seed, job->config.seed, FAIR_BYTES);
        if (status)
            status = options_bad(farm->table, "work %s: %s", farm->name, error);
        job_format_fini(job);
        free(order.spec);
    } else if (status == WORK_ERROR) {
        status = store_failed(farm);
    } else {
        status = 0;
    }
    free(job);
    return status;
}

/* ------------------------------------------------------------------------------------ the work */

/* Adds the work, or finds the same work in the store. */
static int begin(struct field *field, const char *kind)
{
    struct farm *farm = field->farm;
    struct work_order order = {.priority = farm->priority}, there;
    int status = -1;

    snprintf(order.name, sizeof order.name, "%s", farm->name);
    snprintf(order.kind, sizeof order.kind, "%s", kind);
    order.spec = job_format_write(field->config);
    if (order.spec && strlen(order.spec) > WORK_SPEC_BYTES_MAX) {
        free(order.spec);
        return options_bad(farm->table, "the entries are more than %d bytes", WORK_SPEC_BYTES_MAX);
    }
    if (order.spec)
        status = work_begin(farm->work, &order);
    if (status == WORK_THERE && (status = work_find(farm->work, farm->name, &there)) == 0) {
        if (strcmp(there.spec, order.spec) != 0)
            status = options_bad(farm->table,
                                 "work %s is in the store with other settings (avondale ladder "
                                 "work drop deletes it)",
                                 farm->name);
        free(there.spec);
    }
    free(order.spec);
    return status < 0 ? store_failed(farm) : status;
}

/* Queues the blocks of the schedule. */
static int give_out(struct field *field)
{
    char *specs[PIECE];
    int count = 0, status = 0;
    int64_t first = field->scheduled;

    while (!field->ended && count < PIECE && field->scheduled - field->delivered < RUNNER_WINDOW) {
        struct schedule_block *block = &field->blocks[field->scheduled % RUNNER_WINDOW];
        enum runner_next next = field->config->next(field->config->owner, block);
        field->ended = next == RUNNER_END;
        if (next != RUNNER_BLOCK)
            break;
        specs[count] = job_format_block_write(field->config, block);
        if (!specs[count++])
            abort();
        field->scheduled++;
    }
    if (count > 0 &&
        work_add(field->farm->work, field->farm->name, first, (const char *const *)specs, count))
        status = stopped ? 1 : store_failed(field->farm);
    while (count > 0)
        free(specs[--count]);
    return status;
}

static int deliver(struct field *field, const struct work_job *job)
{
    const struct schedule_block *block = &field->blocks[field->delivered % RUNNER_WINDOW];
    struct runner_game *games = calloc(SCHEDULE_GAMES_MAX, sizeof *games);
    char error[JOB_FORMAT_ERROR_BYTES];
    int status = 0;

    if (!games)
        abort();
    if (job->state == WORK_FAILED) {
        options_bad(field->farm->table, "block %d was given up: %s", block->set + 1,
                    job->result ? job->result : "");
        field->given_up = true;
        status = 3;
    } else if (!job->result || job_format_result_parse(job->result, field->config, block, games,
                                                       field->thinks, error)) {
        options_bad(field->farm->table, "block %d, of worker %s: %s", block->set + 1, job->worker,
                    job->result ? error : "no result");
        status = 3;
    } else {
        field->over = !field->config->done(field->config->owner, block, games);
        field->delivered++;
    }
    for (int game = 0; game < block->game_count; game++)
        free(games[game].line);
    free(games);
    return status;
}

/* Collects results in the order of the schedule. */
static int gather(struct field *field)
{
    struct work_job jobs[PIECE];
    int status = 0;
    int count = work_results(field->farm->work, field->farm->name, field->delivered, jobs, PIECE);

    if (count < 0)
        return stopped ? 1 : store_failed(field->farm);
    for (int i = 0; i < count; i++) {
        /* A gap: a removed job, or one that was queued earlier. */
        bool mine = jobs[i].number == field->delivered && field->delivered < field->scheduled;
        if (status == 0 && mine && !field->over)
            status = deliver(field, &jobs[i]);
        work_job_free(&jobs[i]);
    }
    return status;
}

/* Whether the work can continue; asked if nothing happens. */
static int check_alive(const struct field *field)
{
    struct work_order order;
    int status = work_find(field->farm->work, field->farm->name, &order);
    bool ended = status == 0 && order.ended;

    if (status == 0)
        free(order.spec);
    if (status == WORK_ERROR)
        return stopped ? 1 : store_failed(field->farm);
    if (status == 0 && !ended)
        return 0;
    options_bad(field->farm->table, "work %s was %s by somebody else", field->farm->name,
                ended ? "ended" : "dropped");
    return 3;
}

static int play(struct field *field)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MSEC * 1000000L};
    int status = 0;

    for (int idle = 0; status == 0 && !stopped && !field->over;) {
        int64_t before = field->scheduled + field->delivered;
        status = give_out(field);
        if (status == 0 && field->ended && field->delivered == field->scheduled)
            return 0;
        if (status == 0)
            status = gather(field);
        if (status || field->scheduled + field->delivered > before) {
            idle = 0;
            continue;
        }
        nanosleep(&pause, NULL);
        if (++idle % TICK_PAUSES == 0 && field->config->tick)
            field->config->tick(field->config->owner);
        if (idle % (10 * TICK_PAUSES) == 0)
            status = check_alive(field);
    }
    return status ? status : stopped != 0;
}

int farm_run(struct farm *farm, const struct runner_config *config, const char *kind, int first,
             struct think_times *thinks)
{
    struct field field = {
        .config = config, .farm = farm, .thinks = thinks, .scheduled = first, .delivered = first};

    field.blocks = calloc(RUNNER_WINDOW, sizeof *field.blocks);
    if (!field.blocks)
        abort();
    int status = begin(&field, kind);
    if (status == 0) {
        log_say("avondale: work %s: workers play it (avondale worker --store ...)", farm->name);
        status = play(&field);
    }
    free(field.blocks);
    if (status == 1)
        log_say("avondale: work %s continues; start the command again to see its results",
                farm->name);
    else if ((status == 0 || field.given_up) && work_end(farm->work, farm->name))
        status = store_failed(farm);
    return status;
}
