/* cmd_match.c - avondale match: plays bots against one another here, without a daemon. */
#include "arena.h"
#include "cmd.h"
#include "ladder.h"
#include "log.h"
#include "match.h"

#include <errno.h>
#include <event2/event.h>
#include <getopt.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/wait.h>

enum { JOBS_MAX = 256, OPTIONS_MAX = 64, GAMES_DEFAULT = 100, GAMES_MAX = 1000000 };

static const char help[] =
    "usage: avondale match --bot NAME=CMD --bot NAME=CMD ... [OPTION...]\n"
    "Plays bots against one another and prints results with error bars.\n"
    "  --bot NAME=CMD    an entry: a command that speaks the protocol on standard input and output\n"
    "  --ruleset R       a preset (wikipedia); see avondale rules\n"
    "  --option K=V      changes an option of the ruleset; may be repeated\n"
    "  --games N         games in all (100), rounded up to whole blocks\n"
    "  --duplicate       plays each deal once with every rotation of the line-up\n"
    "  --jobs N          tables at once (1)\n"
    "  --seed HEX        the deals follow from it (drawn from the system unless given)\n"
    "  --time T          ms a decision, or auction=,exchange=,play=,bank=,inc=,startup=,lag= (5000)\n"
    "  --policy P        strict, strikes=N, lenient (strikes=3)\n"
    "  --records FILE    writes a record a game, in the order of the schedule\n"
    "  --json            results as JSON\n"
    "  --verbose         shows what bots write on standard error, and a log\n";

struct entry {
    char name[NAME_MAX_BYTES + 1];
    const char *command;
};

/* A game that is over and waits for those scheduled before it. */
struct finished {
    bool done;
    struct match_game game;
    struct game result;
    char *line;
    int faults[SEATS_MAX];
};

struct job {
    struct match *match;
    struct peer *peers[SEATS_MAX]; /* one process a seat */
    struct match_game game;
    int index; /* of the schedule; -1: idle */
    bool playing;
    struct event *event;
};

struct match {
    struct arena arena;
    struct event_base *base;
    struct ruleset rules;
    struct match_config config;
    struct match_totals totals;
    struct time_control time;
    struct policy policy;
    struct entry entries[MATCH_ENTRIES_MAX];
    struct job jobs[JOBS_MAX];
    struct finished *finished;
    struct fair_set **sets;
    uint8_t seed[FAIR_BYTES];
    const char *preset, *words[OPTIONS_MAX], *records_name;
    FILE *records;
    int word_count, job_count, jobs_left, total, next, written, status;
    bool json, verbose, stopping, seeded;
};

/* ------------------------------------------------------------------------------ the games */

static struct fair_set *set_of(struct match *match, const struct match_game *game)
{
    if (!match->sets[game->set]) {
        uint8_t seed[FAIR_BYTES];
        char id[32];
        snprintf(id, sizeof id, "m-%06d", game->set + 1);
        fair_derive_seed(match->seed, (uint32_t)game->set, seed);
        match->sets[game->set] =
            fair_set_create(id, seed, match_block_size(&match->config, &match->rules));
        fair_wipe(seed, sizeof seed);
    }
    return match->sets[game->set];
}

static bool all_settled(const struct job *job)
{
    for (int seat = 0; seat < job->match->rules.players; seat++) {
        if (job->peers[seat] && job->peers[seat]->state == PEER_STATE_HANDSHAKE)
            return false;
    }
    return true;
}

static void begin_if_ready(struct job *job)
{
    struct match *match = job->match;
    struct table_config config;

    if (job->index < 0 || job->playing || !all_settled(job))
        return;
    job->playing = true;
    memset(&config, 0, sizeof config);
    config.rules = match->rules;
    config.time = match->time;
    config.policy = match->policy;
    config.event_hold_usec = 1000000;
    config.nonce_usec = 2000000;
    snprintf(config.game_id, sizeof config.game_id, "m-%06d", job->index + 1);
    for (int seat = 0; seat < match->rules.players; seat++)
        memcpy(config.seats[seat].name, match->entries[job->game.entry_of[seat]].name,
               sizeof config.seats[seat].name);
    struct fair_set *set = set_of(match, &job->game);
    if (!set || !arena_start(&match->arena, &config, set, job->peers, job)) {
        fprintf(stderr, "avondale match: out of memory\n");
        match->status = 3;
        event_base_loopbreak(match->base);
    }
}

static void on_ready(struct arena *arena, struct peer *peer)
{
    struct job *job = peer->owner;
    (void)arena;
    if (job && !job->playing)
        begin_if_ready(job);
}

static void on_failed(struct arena *arena, struct peer *peer)
{
    struct job *job = peer->owner;
    (void)arena;
    if (job && !job->playing)
        begin_if_ready(job);
}

static int on_accept(struct arena *arena, struct peer *peer, struct slice token)
{
    (void)arena;
    (void)peer;
    (void)token;
    return -1;
}

static char *make_line(struct arena_table *table)
{
    struct record_fair *fair = calloc(1, sizeof *fair);
    char *line = NULL;

    if (fair) {
        memcpy(fair->set_id, table->set->id, sizeof fair->set_id);
        memcpy(fair->seed, table->set->seed, FAIR_BYTES);
        fair->contributors = table_config(&table->table)->rules.players;
        memcpy(fair->nonces, table_nonces(&table->table),
               (size_t)fair->contributors * sizeof fair->nonces[0]);
        if (record_fair(table->record, fair) == 0)
            line = record_line(table->record);
        fair_wipe(fair, sizeof *fair);
        free(fair);
    }
    return line;
}

/* Results count in the order of the schedule, whatever the order in which the games end. */
static void write_finished(struct match *match)
{
    while (match->written < match->total && match->finished[match->written].done) {
        struct finished *finished = &match->finished[match->written++];
        match_add(&match->totals, &match->config, &match->rules, &finished->game,
                  &finished->result);
        for (int seat = 0; seat < match->rules.players; seat++)
            match->totals.faults[finished->game.entry_of[seat]] += finished->faults[seat];
        if (match->records &&
            (!finished->line || fprintf(match->records, "%s\n", finished->line) < 0)) {
            fprintf(stderr, "avondale match: %s: %s\n", match->records_name, strerror(errno));
            match->status = 3;
            event_base_loopbreak(match->base);
        }
        free(finished->line);
        finished->line = NULL;
    }
}

static void on_over(struct arena *arena, struct arena_table *table)
{
    struct job *job = table->owner;
    struct match *match = job->match;
    struct finished *finished = &match->finished[job->index];
    (void)arena;

    finished->game = job->game;
    finished->result = *table_game(&table->table);
    memcpy(finished->faults, table_fault_counts(&table->table), sizeof finished->faults);
    if (match->records)
        finished->line = make_line(table);
    if (table->set->tables_left == 0)
        match->sets[job->game.set] = NULL; /* the arena frees it with the table */
    finished->done = true;
    write_finished(match);
    arena_tell(table, NULL);
}

/* The next game starts from the loop: this one is about to be freed. */
static void on_closed(struct arena *arena, struct arena_table *table)
{
    struct job *job = table->owner;
    (void)arena;
    job->index = -1;
    job->playing = false;
    event_active(job->event, EV_TIMEOUT, 0);
}

/* A process plays on in the next game while it lives and its entry has a seat. */
static struct peer *take_old(struct job *old, int entry)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        struct peer *peer = old->peers[i];
        if (peer && old->game.entry_of[i] == entry && peer->state != PEER_STATE_CLOSED) {
            old->peers[i] = NULL;
            return peer;
        }
    }
    return NULL;
}

static void let_go(struct peer *peer)
{
    if (!peer)
        return;
    peer->owner = NULL;
    peer->arena->sweep = true;
    if (peer->state != PEER_STATE_CLOSED)
        peer_bye(peer, "the match is over");
}

static struct peer *start_bot(struct job *job, int entry)
{
    struct match *match = job->match;
    struct peer *peer = arena_spawn(&match->arena, match->entries[entry].command, !match->verbose);

    if (!peer) {
        fprintf(stderr, "avondale match: bot %s: %s: %s\n", match->entries[entry].name,
                match->entries[entry].command, strerror(errno));
        match->status = 3;
        event_base_loopbreak(match->base);
        return NULL;
    }
    peer->owner = job;
    return peer;
}

static void start_next(struct job *job)
{
    struct match *match = job->match;
    struct job old = *job;

    memset(job->peers, 0, sizeof job->peers);
    if (match->next == match->total || match->stopping || match->status) {
        for (int seat = 0; seat < SEATS_MAX; seat++)
            let_go(old.peers[seat]);
        if (--match->jobs_left == 0)
            event_base_loopbreak(match->base);
        return;
    }
    job->index = match->next++;
    match_game(&match->config, &match->rules, job->index, &job->game);
    for (int seat = 0; seat < match->rules.players; seat++)
        job->peers[seat] = take_old(&old, job->game.entry_of[seat]);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        let_go(old.peers[seat]);
    for (int seat = 0; seat < match->rules.players; seat++) {
        if (!job->peers[seat] && !(job->peers[seat] = start_bot(job, job->game.entry_of[seat])))
            return;
    }
    begin_if_ready(job);
}

static void on_job(evutil_socket_t fd, short what, void *context)
{
    struct job *job = context;
    (void)fd;
    (void)what;
    start_next(job);
    arena_settle(&job->match->arena);
}

static void on_child(evutil_socket_t signal, short what, void *context)
{
    (void)signal;
    (void)what;
    (void)context;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ; /* the end of its stream tells the rest */
}

/* The games under way are played to their end; a second signal ends the program. */
static void on_stop(evutil_socket_t signal, short what, void *context)
{
    struct match *match = context;
    (void)signal;
    (void)what;
    if (match->stopping)
        exit(130);
    match->stopping = true;
    fprintf(stderr, "avondale match: stopping after the games under way\n");
}

/* ------------------------------------------------------------------------------- results */

static void print_pair(const struct match *match, int first, int second)
{
    const struct match_pair *pair =
        &match->totals.pairs[match_pair_index(&match->config, first, second)];
    struct stats_interval interval;
    int classes = 2 * match_block_size(&match->config, &match->rules) + 1;
    double blocks = 0;

    for (int i = 0; i < classes; i++)
        blocks += pair->blocks[i];
    if (blocks < 1)
        return;
    stats_interval(pair->blocks, classes, &interval);
    printf("%s vs %s: %d games, +%d =%d -%d, score %.3f, margin %+.1f points a game\n",
           match->entries[first].name, match->entries[second].name, pair->games, pair->wins,
           pair->ties, pair->losses, interval.score, (double)pair->margin / pair->games);
    printf("  Elo %+.1f [%+.1f, %+.1f] (95 %%), LOS %.3f, nElo %+.1f +- %.1f, %.0f blocks of %d\n",
           interval.elo, interval.elo_low95, interval.elo_high95, interval.los, interval.nelo,
           interval.nelo_err95, blocks, match_block_size(&match->config, &match->rules));
}

static json_t *pair_json(const struct match *match, int first, int second)
{
    const struct match_pair *pair =
        &match->totals.pairs[match_pair_index(&match->config, first, second)];
    struct stats_interval interval;
    int classes = 2 * match_block_size(&match->config, &match->rules) + 1;
    json_t *blocks = json_array();

    stats_interval(pair->blocks, classes, &interval);
    for (int i = 0; i < classes; i++)
        json_array_append_new(blocks, json_integer((json_int_t)pair->blocks[i]));
    return json_pack("{s:s,s:s,s:i,s:i,s:i,s:i,s:f,s:f,s:f,s:f,s:f,s:f,s:o}", "first",
                     match->entries[first].name, "second", match->entries[second].name, "games",
                     pair->games, "wins", pair->wins, "ties", pair->ties, "losses", pair->losses,
                     "score", interval.score, "margin",
                     pair->games ? (double)pair->margin / pair->games : 0, "elo", interval.elo,
                     "elo_low95", interval.elo_low95, "elo_high95", interval.elo_high95, "los",
                     interval.los, "blocks", blocks);
}

static void print_results(const struct match *match)
{
    json_t *pairs = json_array(), *faults = json_object();

    for (int first = 0; first < match->config.entry_count; first++) {
        for (int second = first + 1; second < match->config.entry_count; second++) {
            if (match->json)
                json_array_append_new(pairs, pair_json(match, first, second));
            else
                print_pair(match, first, second);
        }
        if (match->json)
            json_object_set_new(faults, match->entries[first].name,
                                json_integer(match->totals.faults[first]));
        else if (match->totals.faults[first])
            printf("%s: %ld faults\n", match->entries[first].name, match->totals.faults[first]);
    }
    json_t *all = json_pack("{s:o,s:o}", "pairs", pairs, "faults", faults);
    if (match->json) {
        json_dumpf(all, stdout, JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(all);
}

/* ----------------------------------------------------------------------------- arguments */

__attribute__((format(printf, 1, 2))) static int bad(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("avondale match: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return 2;
}

static int take_number(const char *name, const char *text, int max, int *out)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value < 1 || value > max)
        return bad("--%s %s: expected a number from 1 to %d", name, text, max);
    *out = (int)value;
    return 0;
}

static int take_bot(struct match *match, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t size = equals ? (size_t)(equals - text) : 0;
    struct entry *entry = &match->entries[match->config.entry_count];

    if (match->config.entry_count == MATCH_ENTRIES_MAX)
        return bad("--bot: at most %d", MATCH_ENTRIES_MAX);
    if (size < 1 || size > NAME_MAX_BYTES || !equals[1] || text[0] == '.' ||
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") != size)
        return bad("--bot %s: expected NAME=CMD, the name 1 to 32 of A-Z a-z 0-9 . _ -", text);
    memcpy(entry->name, text, size);
    entry->command = equals + 1;
    for (int i = 0; i < match->config.entry_count; i++) {
        if (strcasecmp(match->entries[i].name, entry->name) == 0)
            return bad("--bot %s: the name is there twice", entry->name);
    }
    match->config.entry_count++;
    return 0;
}

static int take_seed(struct match *match, const char *text)
{
    memset(match->seed, 0, sizeof match->seed);
    if (hex_decode(text, strlen(text), match->seed, FAIR_BYTES) < 1)
        return bad("--seed %s: expected 2 to 64 digits of hex, an even number", text);
    match->seeded = true;
    return 0;
}

static int take_option(struct match *match, int option, const char *value)
{
    char error[160];

    switch (option) {
    case 'b': return take_bot(match, value);
    case 'r': match->preset = value; return 0;
    case 'o':
        if (match->word_count == OPTIONS_MAX)
            return bad("--option: at most %d", OPTIONS_MAX);
        match->words[match->word_count++] = value;
        return 0;
    case 'g': return take_number("games", value, GAMES_MAX, &match->config.games);
    case 'd': match->config.duplicate = true; return 0;
    case 'n': return take_number("jobs", value, JOBS_MAX, &match->job_count);
    case 's': return take_seed(match, value);
    case 't': return time_control_parse(value, &match->time, error) ? bad("--%s", error) : 0;
    case 'p':
        return policy_parse(value, &match->policy)
                   ? bad("--policy %s: expected strict, strikes=N (1 to 1000) or lenient", value)
                   : 0;
    case 'f': match->records_name = value; return 0;
    case 'j': match->json = true; return 0;
    case 'v': match->verbose = true; return 0;
    default: return 2;
    }
}

static int take_arguments(struct match *match, int argc, char **argv)
{
    static const struct option options[] = {
        {"bot", required_argument, NULL, 'b'},     {"ruleset", required_argument, NULL, 'r'},
        {"option", required_argument, NULL, 'o'},  {"games", required_argument, NULL, 'g'},
        {"duplicate", no_argument, NULL, 'd'},     {"jobs", required_argument, NULL, 'n'},
        {"seed", required_argument, NULL, 's'},    {"time", required_argument, NULL, 't'},
        {"policy", required_argument, NULL, 'p'},  {"records", required_argument, NULL, 'f'},
        {"json", no_argument, NULL, 'j'},          {"verbose", no_argument, NULL, 'v'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
    struct ruleset_error error;
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            exit(0);
        }
        int status = take_option(match, option, optarg);
        if (status)
            return status;
    }
    if (optind < argc)
        return bad("'%s' is no option; see avondale match --help", argv[optind]);
    if (match->config.entry_count < 2)
        return bad("expected at least two --bot NAME=CMD; see avondale match --help");
    if (ruleset_parse(&match->rules, match->preset, match->words, match->word_count, &error))
        return bad("%s", error.text);
    if (!match->seeded && getrandom(match->seed, FAIR_BYTES, 0) != FAIR_BYTES)
        return 3;
    if (match->records_name && !(match->records = fopen(match->records_name, "w"))) {
        bad("--records %s: %s", match->records_name, strerror(errno));
        return 3;
    }
    return 0;
}

/* ------------------------------------------------------------------------------- the run */

static int run(struct match *match)
{
    struct event *child = evsignal_new(match->base, SIGCHLD, on_child, match);
    struct event *stop = evsignal_new(match->base, SIGINT, on_stop, match);
    struct event *term = evsignal_new(match->base, SIGTERM, on_stop, match);

    event_add(child, NULL);
    event_add(stop, NULL);
    event_add(term, NULL);
    match->jobs_left = match->job_count;
    for (int i = 0; i < match->job_count; i++) {
        struct job *job = &match->jobs[i];
        job->match = match;
        job->index = -1;
        job->event = event_new(match->base, -1, 0, on_job, job);
        event_active(job->event, EV_TIMEOUT, 0);
    }
    event_base_dispatch(match->base);
    arena_fini(&match->arena);
    for (int i = 0; i < match->job_count; i++)
        event_free(match->jobs[i].event);
    event_free(child);
    event_free(stop);
    event_free(term);
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
    return match->status;
}

static void set_defaults(struct match *match)
{
    match->preset = "wikipedia";
    match->config.games = GAMES_DEFAULT;
    match->job_count = 1;
    match->time = (struct time_control){.startup = 10000000, .lag = 20000};
    match->time.auction = match->time.exchange = match->time.play = 5000000;
    match->policy = (struct policy){.kind = POLICY_STRIKES, .strikes = 3};
}

int cmd_match(int argc, char **argv)
{
    struct match *match = calloc(1, sizeof *match);
    int status;

    if (!match)
        return 3;
    set_defaults(match);
    status = take_arguments(match, argc, argv);
    if (status == 0) {
        signal(SIGPIPE, SIG_IGN);
        log_set_level(match->verbose ? LOG_INFO : LOG_WARN);
        match->total = match_games(&match->config, &match->rules);
        match->finished = calloc((size_t)match->total, sizeof *match->finished);
        match->sets = calloc((size_t)match->total, sizeof *match->sets);
        match->base = event_base_new();
        if (!match->finished || !match->sets || !match->base ||
            arena_init(&match->arena, match->base)) {
            fprintf(stderr, "avondale match: out of memory\n");
            free(match->finished);
            free(match->sets);
            free(match);
            return 3;
        }
        match->arena.owner = match;
        match->arena.accept = on_accept;
        match->arena.ready = on_ready;
        match->arena.failed = on_failed;
        match->arena.over = on_over;
        match->arena.closed = on_closed;
        match->arena.handshake_usec = match->time.startup;
        status = run(match);
        if (match->written > 0)
            print_results(match);
        event_base_free(match->base);
    }
    if (match->records && fclose(match->records) && status == 0) {
        bad("--records %s: %s", match->records_name, strerror(errno));
        status = 3;
    }
    free(match->finished);
    free(match->sets);
    free(match);
    return status;
}
