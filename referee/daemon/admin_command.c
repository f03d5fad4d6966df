/* admin_command.c - the commands of an operator: words in, JSON out. */
#include "daemon/admin.h"
#include "daemon/limits.h"
#include "base/log.h"
#include "arena/loops.h"
#include "arena/seated_table.h"

#include <stdarg.h>
#include <string.h>
#include <strings.h>

/* One line that is being executed. */
struct order {
    const struct admin_host *host;
    int connections;
    const char *word; /* the argument, or NULL */
    char why[ADMIN_WHY_BYTES];
    int status;
};

typedef json_t *run_fn(struct order *order);

__attribute__((format(printf, 3, 4))) static json_t *refuse(struct order *order, int status,
                                                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(order->why, sizeof order->why, format, args);
    va_end(args);
    order->status = status;
    return NULL;
}

/* The arenas from 0 on, whose loops are stopped meanwhile; NULL after the last. */
static struct arena *arena_at(const struct order *order, int index)
{
    if (order->host->loops)
        return loops_arena(order->host->loops, index);
    return index == 0 ? order->host->arena : NULL;
}

/* The number of running games and of decisions so far. */
static int count_games(const struct order *order, long *decisions)
{
    const struct arena *arena;
    int games = 0;

    *decisions = 0;
    for (int i = 0; (arena = arena_at(order, i)) != NULL; i++) {
        games += arena_counts(arena).tables;
        *decisions += arena_counts(arena).decisions;
    }
    return games;
}

/* ---------------------------------------------------------------------------------------- show */

static json_t *show_stats(struct order *order)
{
    const struct admin_host *host = order->host;
    const struct arena *arena = host->arena;
    struct admin_games games = host->games(host->owner);
    long decisions;
    int tables = count_games(order, &decisions);

    return json_pack("{s:I, s:i, s:i, s:I, s:i, s:I, s:I, s:I, s:b, s:b, s:i, s:I, s:I, s:s}",
                     "uptime_sec", (json_int_t)((clock_now_usec() - host->started) / 1000000),
                     "connections", arena_counts(arena).peers, "handshakes",
                     arena_counts(arena).handshakes, "waiting", (json_int_t)games.waiting, "games",
                     tables, "games_started", (json_int_t)games.started, "results_stored",
                     (json_int_t)games.rated, "decisions", (json_int_t)decisions, "paused",
                     games.paused, "draining", games.draining, "other_nodes", games.nodes,
                     "names_refused", (json_int_t)host->name_rate->refused, "log_lines_lost",
                     (json_int_t)log_lines_lost(), "log_level", log_level_name(log_get_level()));
}

static const char *encoding_word(enum encoding encoding)
{
    return encoding == ENCODING_TEXT ? "text" : encoding == ENCODING_MSGPACK ? "msgpack" : "-";
}

static json_t *show_peers(struct order *order)
{
    static const char *const states[PEER_STATE_COUNT] = {"handshake", "ready", "ready", "gone"};
    json_t *list = json_array();
    usec_t now = clock_now_usec();

    for (const struct peer *peer = arena_first_peer(order->host->arena); list && peer;
         peer = peer_next(peer)) {
        const struct peer *there = loops_connection(peer);
        usec_t idle = peer_games(peer) ? 0 : now - peer_idle_since(peer);
        json_t *one =
            json_pack("{s:s, s:s, s:s, s:s, s:b, s:i, s:I, s:I}", "name",
                      peer_state(peer) == PEER_STATE_HANDSHAKE ? "-" : peer_name(peer), "address",
                      peer_label(peer), "state", states[peer_state(peer)], "encoding",
                      encoding_word(peer_encoding(peer)), "tls", peer_has_tls(there), "games",
                      peer_games(peer), "idle_sec", (json_int_t)(idle / 1000000), "out_bytes",
                      (json_int_t)(peer_bytes_unsent(there)));
        if (!one || json_array_append_new(list, one))
            return refuse(order, 3, "out of memory");
    }
    return list;
}

/* No card, no call: a reader of this may tell a bot. */
static json_t *describe_table(const struct arena_table *table, int loop)
{
    const struct table_config *config = table_config(seated_table_table(table));
    const struct game *game = table_game(seated_table_table(table));
    json_t *bots = json_array(), *scores = json_array();

    for (int seat = 0; seat < config->rules->players; seat++)
        json_array_append_new(bots, json_string(config->seats[seat].name));
    for (int side = 0; side < config->rules->side_count; side++)
        json_array_append_new(scores, json_integer(game->scores[side]));
    return json_pack("{s:s, s:s, s:i, s:s, s:i, s:I, s:o, s:o}", "game", config->game_id, "ruleset",
                     preset_name(config->rules->preset), "loop", loop, "state",
                     table_state_name(table_state(seated_table_table(table))), "deal",
                     (int)table_deal_number(seated_table_table(table)), "requests",
                     (json_int_t)table_number(seated_table_table(table)), "bots", bots, "scores",
                     scores);
}

static json_t *show_tables(struct order *order)
{
    json_t *list = json_array();
    const struct arena *arena;

    for (int i = 0; list && (arena = arena_at(order, i)) != NULL; i++) {
        for (const struct arena_table *table = arena_first_table(arena); table;
             table = seated_table_next(table)) {
            json_t *one = describe_table(table, i);
            if (!one || json_array_append_new(list, one))
                return refuse(order, 3, "out of memory");
        }
    }
    return list;
}

static json_t *show_waiting(struct order *order)
{
    json_t *list = order->host->waiting(order->host->owner);

    return list ? list : refuse(order, 3, "out of memory");
}

static json_t *show_limits(struct order *order)
{
    const struct admin_host *host = order->host;
    long decisions;
    struct limits_source source = {.arena = host->arena,
                                   .games = count_games(order, &decisions),
                                   .config = host->config,
                                   .ladder = host->ladder,
                                   .name_rate = host->name_rate,
                                   .invitations = host->invitations,
                                   .departures = host->departures,
                                   .web = host->web,
                                   .games_started = host->games(host->owner).started,
                                   .admin_connections = order->connections,
                                   .now = clock_now_usec()};
    struct limit limits[LIMITS_MAX];
    json_t *list = json_array();
    int count = limits_list(&source, limits);

    for (int i = 0; list && i < count; i++) {
        json_t *used = limits[i].used < 0 ? json_null() : json_integer(limits[i].used);
        json_t *value = limits[i].value == 0 ? json_null() : json_integer(limits[i].value);
        json_t *one = json_pack("{s:s, s:o, s:o, s:s, s:s}", "limit", limits[i].name, "value",
                                value, "used", used, "unit", limits[i].unit, "set",
                                limits[i].option ? "option" : "built-in");
        if (!one || json_array_append_new(list, one))
            return refuse(order, 3, "out of memory");
    }
    return list;
}

static json_t *show_config(struct order *order)
{
    struct config_option option;
    json_t *list = json_array();

    for (int i = 0; list && config_option(order->host->config, i, &option); i++) {
        char value[2 * sizeof option.value];
        log_escape(option.value, value, sizeof value); /* a file name may not be UTF-8 */
        json_t *one = json_pack("{s:s, s:s, s:s}", "option", option.name, "value", value, "change",
                                option.live ? "reload" : "restart");
        if (!one || json_array_append_new(list, one))
            return refuse(order, 3, "out of memory");
    }
    return list;
}

static json_t *show_version(struct order *order)
{
    (void)order;
    return json_pack("{s:s, s:i}", "version", AVONDALE_VERSION, "protocol", PROTOCOL_VERSION);
}

/* --------------------------------------------------------------------------------------- orders */

static json_t *run_pause(struct order *order)
{
    order->host->pause(order->host->owner, true);
    return json_string("no new games begin; those under way continue");
}

static json_t *run_resume(struct order *order)
{
    struct admin_games games = order->host->games(order->host->owner);

    if (games.draining)
        return refuse(order, 1, "resume: it drains, and will end");
    order->host->pause(order->host->owner, false);
    return json_string("new games start again");
}

static json_t *run_drain(struct order *order)
{
    long decisions;
    int games = count_games(order, &decisions);

    order->host->drain(order->host->owner);
    return json_sprintf("no new games; ends after %d game%s", games, games == 1 ? "" : "s");
}

static bool word_valid(const char *word, size_t bytes_max)
{
    size_t size = strlen(word);
    if (size < 1 || size > bytes_max || word[0] == '.')
        return false;
    return strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") ==
           size;
}

static json_t *run_kick(struct order *order)
{
    int count = 0;

    if (!word_valid(order->word, NAME_MAX_BYTES))
        return refuse(order, 2, "kick %s: expected a name: 1 to %d of letters, digits, . _ -",
                      order->word, NAME_MAX_BYTES);
    for (struct peer *peer = arena_first_peer(order->host->arena); peer; peer = peer_next(peer)) {
        if (peer_state(peer) != PEER_STATE_READY || strcasecmp(peer_name(peer), order->word) != 0)
            continue;
        connection_bye(peer, "closed by the operator");
        count++;
    }
    if (count == 0)
        return refuse(order, 1, "kick %s: nobody of that name is connected", order->word);
    return json_sprintf("%s: %d connection%s closed", order->word, count, count == 1 ? "" : "s");
}

static struct arena_table *find_game(const struct order *order, const char *id)
{
    struct arena *arena;

    for (int i = 0; (arena = arena_at(order, i)) != NULL; i++) {
        for (struct arena_table *table = arena_first_table(arena); table;
             table = seated_table_next(table)) {
            if (strcmp(table_config(seated_table_table(table))->game_id, id) == 0 &&
                table_state(seated_table_table(table)) < TABLE_STATE_OVER)
                return table;
        }
    }
    return NULL;
}

static json_t *run_void(struct order *order)
{
    if (!word_valid(order->word, LADDER_GAME_ID_MAX))
        return refuse(order, 2, "void %s: expected the id of a game", order->word);
    struct arena_table *table = find_game(order, order->word);
    if (!table)
        return refuse(
            order, 1,
            "void %s: no such game is under way; of one that is over: avondale ladder void",
            order->word);
    seated_table_void(table, "an operator stopped it");
    arena_settle(seated_table_arena(table));
    return json_sprintf("%s is void", order->word);
}

static json_t *run_reload(struct order *order)
{
    char text[ADMIN_WHY_BYTES] = "";
    int status = order->host->reload(order->host->owner, text);

    if (status)
        return refuse(order, status, "reload: %s", text);
    return text[0] ? json_sprintf("changed: %s", text) : json_string("nothing changed");
}

static json_t *run_log_level(struct order *order)
{
    int level = log_level_parse(order->word);

    if (level < 0)
        return refuse(order, 2, "log-level %s: expected error, warn, info or debug", order->word);
    log_set_level((enum log_level)level);
    return json_sprintf("the log has lines from %s on", log_level_name((enum log_level)level));
}

/* ------------------------------------------------------------------------------------- the table
 */

static const struct command {
    const char *words[2]; /* the second may be NULL */
    const char *argument; /* the name of its argument in help; NULL: it takes none */
    const char *help;
    run_fn *run;
    bool changes; /* logged */
} commands[] = {
    {{"show", "stats"}, NULL, "what it does now, and has done", show_stats, false},
    {{"show", "peers"}, NULL, "who is connected", show_peers, false},
    {{"show", "tables"}, NULL, "games under way; no cards", show_tables, false},
    {{"show", "waiting"}, NULL, "who waits for a game, and why", show_waiting, false},
    {{"show", "limits"}, NULL, "every limit, and how much of it is in use", show_limits, false},
    {{"show", "config"},
     NULL,
     "every option, and whether reload can change it",
     show_config,
     false},
    {{"show", "version"}, NULL, "of the program and the protocol", show_version, false},
    {{"pause", NULL}, NULL, "no new games", run_pause, true},
    {{"resume", NULL}, NULL, "new games again", run_resume, true},
    {{"drain", NULL}, NULL, "no new games; ends when those under way are over", run_drain, true},
    {{"kick", NULL}, "NAME", "closes the connections of a bot", run_kick, true},
    {{"void", NULL}, "GAME", "ends a game that then counts for nothing", run_void, true},
    {{"reload", NULL}, NULL, "reads options and certificates again", run_reload, true},
    {{"log-level", NULL},
     "LEVEL",
     "error, warn, info or debug, until the next reload",
     run_log_level,
     true},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

const char *admin_command_help(int index, char *term, size_t size)
{
    if (index >= COMMANDS)
        return NULL;
    const struct command *command = &commands[index];
    const char *second = command->words[1] ? command->words[1] : command->argument;
    snprintf(term, size, "%s%s%s", command->words[0], second ? " " : "", second ? second : "");
    return command->help;
}

/* Lists the words that may follow a word, or come first. */
static void list_words(const char *first, char *out, size_t size)
{
    const char *before = "";
    out[0] = 0;
    for (int i = 0; i < COMMANDS; i++) {
        const char *word = commands[i].words[first != NULL];
        if (first && strcmp(commands[i].words[0], first) != 0)
            continue;
        if (!word || strcmp(word, before) == 0)
            continue;
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s", used ? ", " : "", word);
        before = word;
    }
}

static const struct command *find_command(struct order *order, const char *const *words, int count)
{
    bool first_known = false;
    char known[200];

    for (int i = 0; i < COMMANDS; i++) {
        const struct command *command = &commands[i];
        if (count == 0 || strcmp(words[0], command->words[0]) != 0)
            continue;
        first_known = true;
        if (command->words[1] && (count < 2 || strcmp(words[1], command->words[1]) != 0))
            continue;
        int expected = 1 + (command->words[1] != NULL) + (command->argument != NULL);
        if (count == expected)
            return command;
        const char *second = command->words[1] ? command->words[1] : "";
        refuse(order, 2, "%s%s%s: expected %s%s", words[0], *second ? " " : "", second,
               command->argument ? command->argument : "nothing more",
               command->argument && count > expected ? " and nothing more" : "");
        return NULL;
    }
    list_words(first_known ? words[0] : NULL, known, sizeof known);
    if (first_known)
        refuse(order, 2, "%s %s: expected one of: %s", words[0], count > 1 ? words[1] : "''",
               known);
    else
        refuse(order, 2, "no command '%s'; there are: %s", count ? words[0] : "", known);
    return NULL;
}

/* Splits words of printable ASCII, separated by spaces. Returns -1 for other bytes or too many
 * words. */
static int split(char *line, const char *words[ADMIN_WORDS_MAX])
{
    char *save = NULL;
    int count = 0;

    for (const char *c = line; *c; c++) {
        if (*c < ' ' || *c > '~')
            return -1;
    }
    for (char *word = strtok_r(line, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (count == ADMIN_WORDS_MAX)
            return -1;
        words[count++] = word;
    }
    return count;
}

static json_t *carry_out(struct order *order, char *line)
{
    const char *words[ADMIN_WORDS_MAX] = {NULL};
    int count = split(line, words);

    if (count < 0)
        return refuse(order, 2, "expected at most %d words of printable ASCII", ADMIN_WORDS_MAX);
    const struct command *command = find_command(order, words, count);
    if (!command)
        return NULL;
    order->word = command->argument ? words[count - 1] : NULL;
    json_t *result = command->run(order);
    if (command->changes)
        log_line(LOG_WARN, "admin=%s%s%s %s", words[0], order->word ? " arg=" : "",
                 order->word ? order->word : "", result ? json_string_value(result) : order->why);
    return result;
}

json_t *admin_command_answer(const struct admin_host *host, int connections, const char *line,
                             size_t size)
{
    struct order order = {.host = host, .connections = connections};
    char copy[ADMIN_LINE_BYTES_MAX + 1];
    char why[sizeof order.why];
    json_t *result = NULL;

    if (size > ADMIN_LINE_BYTES_MAX || memchr(line, 0, size)) {
        refuse(&order, 2, "expected a line of at most %d bytes", ADMIN_LINE_BYTES_MAX);
    } else {
        memcpy(copy, line, size);
        copy[size] = 0;
        if (host->loops)
            loops_hold(host->loops);
        result = carry_out(&order, copy);
        if (host->loops)
            loops_let_go(host->loops);
    }
    if (result)
        return json_pack("{s:i, s:o}", "status", 0, "result", result);
    log_escape(order.why[0] ? order.why : "out of memory", why, sizeof why);
    return json_pack("{s:i, s:s}", "status", order.status ? order.status : 3, "error", why);
}
