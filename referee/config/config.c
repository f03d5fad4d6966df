/* config.c - options of the daemon. */
#include "config/config.h"
#include "base/ini_file.h"
#include "ladder.h"
#include "base/log.h"
#include "base/options.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char print_word[] = "--print-config";

enum kind { KIND_TEXT, KIND_NUMBER, KIND_FLAG, KIND_OPTION };

struct row {
    const char *name;
    enum kind kind;
    size_t offset, size; /* of the field; size of a text */
    const char *standard;
    int min, max;
    const char *help;
    bool live; /* can change while the daemon runs */
};

#define TEXT(name, field, standard, help)                                                          \
    {                                                                                              \
        name, KIND_TEXT, offsetof(struct config, field), sizeof((struct config *)0)->field,        \
            standard, 0, 0, help, false                                                            \
    }
#define NUMBER(name, field, standard, min, max, help)                                              \
    {                                                                                              \
        name, KIND_NUMBER, offsetof(struct config, field), 0, #standard, min, max, help, false     \
    }
#define FLAG(name, field, help)                                                                    \
    {                                                                                              \
        name, KIND_FLAG, offsetof(struct config, field), 0, "0", 0, 1, help " (0 or 1)", false     \
    }
#define LIVE_TEXT(name, field, standard, help)                                                     \
    {                                                                                              \
        name, KIND_TEXT, offsetof(struct config, field), sizeof((struct config *)0)->field,        \
            standard, 0, 0, help, true                                                             \
    }
#define LIVE_NUMBER(name, field, standard, min, max, help)                                         \
    {                                                                                              \
        name, KIND_NUMBER, offsetof(struct config, field), 0, #standard, min, max, help, true      \
    }
#define LIVE_FLAG(name, field, help)                                                               \
    {                                                                                              \
        name, KIND_FLAG, offsetof(struct config, field), 0, "0", 0, 1, help " (0 or 1)", true      \
    }

static const struct row rows[] = {
    TEXT("listen", listen, "127.0.0.1:5500", "ADDRESS:PORT for bots; port 0 takes a free one"),
    TEXT("http", http, "127.0.0.1:8500", "ADDRESS:PORT of the ladder page, or off"),
    TEXT("store", store, "sqlite:avondale.db",
         "the ladder's database: sqlite:PATH, or postgresql://USER@HOST:PORT/DATABASE"),
    TEXT("port-file", port_file, "", "a file to write the addresses to, for scripts"),
    TEXT("ruleset", ruleset, "wikipedia",
         "a preset, or up to 16 joined by commas; see avondale rules"),
    {"option", KIND_OPTION, offsetof(struct config, options), sizeof((struct config *)0)->options,
     "", 0, 0, "K=V: changes an option of every ruleset; may be repeated", false},
    LIVE_TEXT("time", time_text, "auction=5000,exchange=5000,play=5000,startup=10000,lag=20",
              "ms a decision: one number, or auction= exchange= play= bank= inc= startup= lag="),
    LIVE_TEXT("policy", policy_text, "strikes=3", "faults of bots: strict, strikes=N, lenient"),
    LIVE_TEXT("register", register_text, "open",
              "open: unknown names are added; token: only with one"),
    LIVE_NUMBER("tables-max", tables_max, 256, 1, 100000, "tables at once"),
    NUMBER("loops", loops, 1, 1, 64, "threads that games are spread over"),
    NUMBER("peers-max", peers_max, 4096, 1, 100000, "connections at once"),
    LIVE_NUMBER("peers-per-address-max", peers_per_address_max, 4096, 1, 100000,
                "connections at once from one address"),
    LIVE_NUMBER("messages-per-second", messages_per_second, 20000, 1, 1000000,
                "of one connection; more is a flood"),
    LIVE_NUMBER("handshake-ms", handshake_msec, 5000, 1, 600000, "time to say hello"),
    LIVE_NUMBER("grace-ms", grace_msec, 3000, 0, 600000,
                "for games under way when the daemon stops"),
    LIVE_NUMBER("games-total", games_total, 0, 0, 1000000000, "stop after so many games; 0: never"),
    TEXT("tls-cert", tls_cert, "",
         "a certificate and its chain, PEM: bots may speak TLS; needs tls-key"),
    TEXT("tls-key", tls_key, "", "the key of that certificate, PEM; SIGHUP reads both again"),
    FLAG("tls-self-signed", tls_self_signed, "makes a certificate beside the store, once"),
    LIVE_FLAG("plain-remote", plain_remote, "bots need no TLS from other machines either"),
    FLAG("http-tls", http_tls, "TLS for the ladder page on loopback too; elsewhere it has it"),
    NUMBER("http-per-address-max", http_per_address_max, 48, 1, 64,
           "connections to the pages at once from one address; behind a proxy, 64"),
    TEXT("http-cors", http_cors, "off",
         "whose pages may read the interface: off, * or one origin, https://HOST"),
    LIVE_FLAG("hints", hints, "bots may ask what a sample bot would do, never in rated games"),
    LIVE_TEXT("chat", chat_text, "none",
              "of bots and those who look on: none, preset (phrases) or text; in rated games never "
              "during a hand"),
    LIVE_FLAG("verbose", verbose, "log connections too"),
    LIVE_TEXT("log-level", log_level_text, "warn", "error, warn, info or debug"),
    TEXT("log", log_file, "", "a file for the log, else standard error; SIGHUP opens it again"),
    LIVE_NUMBER("log-mb-max", log_mb_max, 0, 0, 1000000,
                "MiB of that file; then it becomes FILE.1 and a new one begins; 0: no limit"),
    TEXT("admin", admin, "",
         "the socket of avondale admin, or off; else STORE.admin (for a database NODE.admin or "
         "avondale.admin)"),
    LIVE_NUMBER(
        "handshakes-max", handshakes_max, 1024, 1, 100000,
        "connections at once that have not said hello; from half of it on, some are refused"),
    LIVE_NUMBER("handshakes-per-address-max", handshakes_per_address_max, 256, 1, 100000,
                "connections at once from one address that have not said hello"),
    TEXT("node", node, "",
         "its name, as of a bot: one of several daemons on one postgresql:// store"),
    TEXT("node-address", node_address, "",
         "ADDRESS:PORT where other nodes and their bots reach it; else what listen says"),
    LIVE_NUMBER("names-per-minute", names_per_minute, 300, 1, 1000000,
                "new names from one address, where registration is open"),
    NUMBER(
        "guard", guard, 1, 0, 1,
        "results against bots that are not established prove nothing and change little (0 or 1)"),
    LIVE_NUMBER("owner-by-address", owner_by_address, 1, 0, 1,
                "new names from one other machine are of one owner (0 or 1)"),
    LIVE_NUMBER("invitations-per-address-max", invitations_per_address_max, 64, 1, 1024,
                "tables by invitation and challenges at once from one address"),
    LIVE_NUMBER("invitations-per-owner-max", invitations_per_owner_max, 64, 1, 1024,
                "the same of the bots of one owner"),
    LIVE_NUMBER(
        "departures-per-minute", departures_per_minute, 30, 1, 1000000,
        "from one address, between the pairing and the start of a game; then it is refused"),
    TEXT("live-delay", live_delay_text, "hand",
         "when those who look on see what happens: hand (each hand once it is over), or MS later, "
         "up to 600000"),
    TEXT("tournaments", tournaments, "",
         "a directory: each directory in it that avondale tournament wrote is on the pages"),
    NUMBER("watchers-max", watchers_max, 32, 0, 48,
           "of all tables at once; 0: games under way are not shown"),
    NUMBER("watchers-per-table-max", watchers_per_table_max, 10, 1, 48, "of one table at once"),
    TEXT("journal", journal, "",
         "a file for games under way, to go on with after a crash, or off; else STORE.journal "
         "(none for a database)"),
    NUMBER("resume-budget", resume_sec, 30, 0, 3600,
           "seconds that cut-off games wait for their bots at the start; 0: they are void at once"),
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Where errors go: standard error, or what config_read_again hands back. */
static FILE *said;

static FILE *errors(void)
{
    return said ? said : stderr;
}

static const struct row *find(const char *name)
{
    for (int i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

_Static_assert(CONFIG_RULESETS_MAX == 16, "the help of --ruleset says so");

static int too_many_rulesets(const char *where, const char *value)
{
    int count = 1;

    for (const char *at = value; (at = strchr(at, ',')) != NULL; at++)
        count++;
    if (count <= CONFIG_RULESETS_MAX)
        return 0;
    fprintf(errors(), "avondale serve: %sruleset: expected at most %d presets, got %d\n", where,
            CONFIG_RULESETS_MAX, count);
    return 2;
}

/* One line, whatever the value holds. */
static int bad(const char *where, const struct row *row, const char *value)
{
    char shown[84];

    /* Whatever follows the scheme of a store may hold a password. */
    const char *secret = strcmp(row->name, "store") == 0 ? strpbrk(value, "/@") : NULL;
    if (secret && strncmp(value, "sqlite:", 7) != 0)
        snprintf(shown, sizeof shown, "...");
    else
        log_escape(value, shown, sizeof shown);
    if (row->kind == KIND_NUMBER || row->kind == KIND_FLAG)
        fprintf(errors(), "avondale serve: %s%s=%s: expected a number from %d to %d\n", where,
                row->name, shown, row->min, row->max);
    else
        fprintf(errors(), "avondale serve: %s%s=%s: expected %s\n", where, row->name, shown,
                row->help);
    return 2;
}

static int set(struct config *config, const struct row *row, const char *value, const char *where)
{
    char *field = (char *)config + row->offset;

    if (row->kind == KIND_NUMBER || row->kind == KIND_FLAG) {
        char *end;
        long number = strtol(value, &end, 10);
        if (*value < '0' || *value > '9' || *end || number < row->min || number > row->max)
            return bad(where, row, value);
        *(int *)(void *)field = (int)number;
        return 0;
    }
    if (strcmp(row->name, "ruleset") == 0 && too_many_rulesets(where, value))
        return 2;
    size_t used = row->kind == KIND_OPTION ? strlen(field) : 0;
    /* Options are kept one a line: a line feed in one would make two of it. */
    if (used + strlen(value) + 2 > row->size || strchr(value, '\n'))
        return bad(where, row, value);
    snprintf(field + used, row->size - used, "%s%s", used ? "\n" : "", value);
    return 0;
}

/* ---------------------------------------------------------------------------- what it prints */

static void print_help(void)
{
    puts("usage: avondale serve [--config FILE] [--OPTION VALUE ...]\n"
         "The daemon: referees games between bots that connect, keeps the ladder, shows its page.\n"
         "  --config FILE  options from a file, one NAME = VALUE a line\n"
         "  --print-config prints such a file: every option, those that were said with their "
         "values\n"
         "Those with a * can change while it runs: avondale admin reload.");
    for (int i = 0; i < ROWS; i++)
        printf("  --%-22s %s %s%s%s%s\n", rows[i].name, rows[i].live ? "*" : " ", rows[i].help,
               rows[i].standard[0] ? " (" : "", rows[i].standard, rows[i].standard[0] ? ")" : "");
}

/* As a file: what was not said as a comment, with its default. */
static void print_value(const struct config *config, const struct row *row)
{
    char copy[sizeof config->options], *save = NULL;
    const char *field = (const char *)config + row->offset;

    printf("; %s\n", row->help);
    if (row->kind == KIND_NUMBER || row->kind == KIND_FLAG) {
        int number = *(const int *)(const void *)field;
        printf("%s%s = %d\n\n", number == atoi(row->standard) ? ";" : "", row->name, number);
    } else if (strcmp(field, row->standard) == 0) {
        printf(";%s = %s\n\n", row->name, row->standard);
    } else {
        snprintf(copy, sizeof copy, "%s", field);
        for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
            printf("%s = %s\n", row->name, line);
        putchar('\n');
    }
}

static void print_config(const struct config *config)
{
    puts("; avondale serve --config FILE: every option with its default.\n");
    for (int i = 0; i < ROWS; i++)
        print_value(config, &rows[i]);
}

/* ------------------------------------------------------------------------------- the sources */

struct file_context {
    struct config *config;
    const char *name;
    int status;
};

static void on_key(void *context, int line, const char *section, const char *name,
                   const char *value)
{
    struct file_context *file = context;
    const struct row *row = find(name);
    char where[300], shown[84];

    if (file->status)
        return; /* one line names the first */
    size_t size = log_escape(file->name, where, sizeof where - 16);
    snprintf(where + size, sizeof where - size, ":%d: ", line);
    if (*section || !row) {
        log_escape(*section ? section : name, shown, sizeof shown);
        fprintf(errors(), "avondale serve: %sno option '%s'; see avondale serve --print-config\n",
                where, shown);
        file->status = 2;
        return;
    }
    file->status = set(file->config, row, value, where);
}

static int read_file(struct config *config, const char *name)
{
    struct file_context file = {.config = config, .name = name};
    const struct ini_file_handler handler = {.context = &file, .key = on_key};
    char error[INI_FILE_ERROR_BYTES], shown[300];
    int status = ini_file_read(name, &handler, error);

    if (file.status)
        return file.status;
    log_escape(name, shown, sizeof shown);
    if (status > 0)
        fprintf(errors(), "avondale serve: %s:%d: %s\n", shown, status, error);
    else if (status < 0)
        fprintf(errors(), "avondale serve: %s: %s\n", shown, error);
    return status ? 2 : 0;
}

/* "--name value" or "--name=value"; *i moves over what was used. NULL: there is no value. */
static const char *value_of(int argc, char **argv, int *i, char name[64])
{
    const char *text = argv[*i] + 2, *equals = strchr(text, '=');
    size_t size = equals ? (size_t)(equals - text) : strlen(text);

    snprintf(name, 64, "%.*s", (int)(size < 63 ? size : 63), text);
    if (equals)
        return equals + 1;
    const struct row *row = find(name);
    if (row && row->kind == KIND_FLAG)
        return "1";
    return *i + 1 < argc ? argv[++*i] : NULL;
}

static int take_arguments(struct config *config, int argc, char **argv, bool file_pass)
{
    for (int i = 1; i < argc; i++) {
        char name[64], shown[84];
        if (strcmp(argv[i], print_word) == 0)
            continue;
        log_escape(argv[i], shown, sizeof shown);
        if (strncmp(argv[i], "--", 2) != 0) {
            fprintf(errors(), "avondale serve: '%s' is no option; see --help\n", shown);
            return 2;
        }
        const char *value = value_of(argc, argv, &i, name);
        bool is_file = strcmp(name, "config") == 0;
        const struct row *row = find(name);
        if (!row && !is_file) {
            fprintf(errors(), "avondale serve: no option %s; see --help\n", shown);
            return 2;
        }
        if (!value) {
            fprintf(errors(), "avondale serve: --%s: expected a value: %s\n", name,
                    row ? row->help : "a file");
            return 2;
        }
        int status = is_file     ? (file_pass ? read_file(config, value) : 0)
                     : file_pass ? 0
                                 : set(config, row, value, "--");
        if (status)
            return status;
    }
    return 0;
}

/* -------------------------------------------------------------------------- what is made of it */

static int split_address(const char *text, const struct row *row, char host[64], int *port)
{
    const char *colon = strrchr(text, ':');
    char *end;

    if (!colon || colon == text || colon - text > 63)
        return bad("--", row, text);
    long number = strtol(colon + 1, &end, 10);
    if (colon[1] < '0' || colon[1] > '9' || *end || number > 65535)
        return bad("--", row, text);
    snprintf(host, 64, "%.*s", (int)(colon - text), text);
    *port = (int)number;
    return 0;
}

/* One more ruleset; the same preset twice would be two names for one ladder. */
static int add_rules(struct config *config, const char *preset, const char *const *words, int count)
{
    struct ruleset *rules = &config->rules[config->rules_count];
    struct ruleset_error error;

    assert(config->rules_count < CONFIG_RULESETS_MAX); /* looked at when it was set */
    if (ruleset_parse(rules, preset, words, count, &error)) {
        fprintf(errors(), "avondale serve: %s\n", error.text);
        return 2;
    }
    for (int i = 0; i < config->rules_count; i++) {
        if (config->rules[i].preset == rules->preset) {
            fprintf(errors(), "avondale serve: --ruleset=%s: expected each preset once\n", preset);
            return 2;
        }
    }
    config->rules_count++;
    return 0;
}

static int make_rules(struct config *config)
{
    char copy[sizeof config->options], presets[sizeof config->ruleset], *rest = presets;
    const char *words[64];
    int count = 0, status = 0;
    char *save = NULL;

    memcpy(copy, config->options, sizeof copy);
    for (char *word = strtok_r(copy, "\n", &save); word && count < 64;
         word = strtok_r(NULL, "\n", &save))
        words[count++] = word;
    memcpy(presets, config->ruleset, sizeof presets);
    while (rest && status == 0)
        status = add_rules(config, strsep(&rest, ","), words, count);
    return status;
}

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "localhost") == 0 ||
           strcmp(host, "::1") == 0;
}

static int bad_tls(const char *what)
{
    fprintf(errors(), "avondale serve: %s\n", what);
    return 2;
}

/* A certificate of our own stays beside the store: bots know it by its fingerprint. */
static int make_tls(struct config *config)
{
    bool files = config->tls_cert[0] && config->tls_key[0];

    if (!files && (config->tls_cert[0] || config->tls_key[0]))
        return bad_tls("--tls-cert and --tls-key go together");
    if (files && config->tls_self_signed)
        return bad_tls("--tls-self-signed: expected no --tls-cert beside it");
    if (config->tls_self_signed && strncmp(config->store, "sqlite:", 7) != 0)
        return bad_tls(
            "--tls-self-signed: expected a store that is a file; or --tls-cert, --tls-key");
    if (config->tls_self_signed &&
        snprintf(config->tls_cert, sizeof config->tls_cert, "%s.tls.pem",
                 config->store + strlen("sqlite:")) >= (int)sizeof config->tls_cert)
        return bad_tls("--store: too long for a certificate beside it");
    if (config->tls_self_signed)
        memcpy(config->tls_key, config->tls_cert, sizeof config->tls_key);
    config->tls = files || config->tls_self_signed;
    if (config->http_tls && !config->tls)
        return bad_tls("--http-tls: expected --tls-cert and --tls-key, or --tls-self-signed");
    config->http_over_tls = config->tls && (config->http_tls || !is_loopback(config->http_host));
    return 0;
}

/* It goes into a header as it stands. */
static bool cors_valid(const char *origin)
{
    const char *host = strncmp(origin, "https://", 8) == 0  ? origin + 8
                       : strncmp(origin, "http://", 7) == 0 ? origin + 7
                                                            : "";
    if (strcmp(origin, "off") == 0 || strcmp(origin, "*") == 0)
        return true;
    return *host &&
           strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:") ==
               strlen(host);
}

static int make_log(struct config *config)
{
    int level = log_level_parse(config->log_level_text);

    if (level < 0)
        return bad("--", find("log-level"), config->log_level_text);
    config->log_level = config->verbose && level < LOG_INFO ? LOG_INFO : (enum log_level)level;
    return 0;
}

/* A path that was asked for must fit. */
static int make_admin(struct config *config)
{
    /* A database lies in no directory of ours, and its URL may hold a password. */
    bool file = strncmp(config->store, "sqlite:", 7) == 0;
    const char *store = file              ? config->store + strlen("sqlite:")
                        : config->node[0] ? config->node
                                          : "avondale";

    if (strcmp(config->admin, "off") == 0)
        return 0;
    if (strlen(config->admin) >= sizeof config->admin_path)
        return bad("--", find("admin"), config->admin);
    if (config->admin[0])
        memcpy(config->admin_path, config->admin, strlen(config->admin) + 1);
    else if (strlen(store) + strlen(".admin") < sizeof config->admin_path)
        snprintf(config->admin_path, sizeof config->admin_path, "%.100s.admin", store);
    return 0;
}

/* Another node goes where it is told, so the address must lead there from anywhere. */
static int make_node(struct config *config)
{
    char host[64];
    int port;
    struct in_addr address;

    if (!config->node[0])
        return config->node_address[0] ? bad("--", find("node-address"), config->node_address) : 0;
    if (!result_name_valid(config->node))
        return bad("--", find("node"), config->node);
    const char *row = config->node_address[0] ? "node-address" : "listen";
    const char *text = config->node_address[0] ? config->node_address : config->listen;
    if (split_address(text, find(row), host, &port))
        return 2;
    if (port == 0 || inet_pton(AF_INET, host, &address) != 1 || address.s_addr == INADDR_ANY) {
        fprintf(
            errors(),
            "avondale serve: --node: expected --node-address with an IPv4 address and a port\n");
        return 2;
    }
    return 0;
}

static void make_journal(struct config *config)
{
    bool file = strncmp(config->store, "sqlite:", 7) == 0;

    if (config->resume_sec == 0 || strcmp(config->journal, "off") == 0)
        return;
    if (config->journal[0])
        memcpy(config->journal_path, config->journal, strlen(config->journal) + 1);
    else if (file)
        snprintf(config->journal_path, sizeof config->journal_path, "%s.journal",
                 config->store + strlen("sqlite:"));
}

static int make_rest(struct config *config)
{
    char error[160];

    if (time_control_parse(config->time_text, &config->time, error)) {
        fprintf(errors(), "avondale serve: --%s\n", error);
        return 2;
    }
    if (strcmp(config->live_delay_text, "hand") == 0)
        config->live_delay_msec = LIVE_HAND;
    else if (options_number(config->live_delay_text, 0, 600000, &config->live_delay_msec))
        return bad("--", find("live-delay"), config->live_delay_text);
    struct stat directory;
    if (config->tournaments[0] &&
        (stat(config->tournaments, &directory) || !S_ISDIR(directory.st_mode)))
        return bad("--", find("tournaments"), config->tournaments);
    if (policy_parse(config->policy_text, &config->policy))
        return bad("--", find("policy"), config->policy_text);
    if (chat_mode_parse(config->chat_text, &config->chat))
        return bad("--", find("chat"), config->chat_text);
    config->token_needed = strcmp(config->register_text, "token") == 0;
    if (!config->token_needed && strcmp(config->register_text, "open") != 0)
        return bad("--", find("register"), config->register_text);
    if (split_address(config->listen, find("listen"), config->listen_host, &config->listen_port))
        return 2;
    if (strcmp(config->http, "off") != 0 &&
        split_address(config->http, find("http"), config->http_host, &config->http_port))
        return 2;
    if (!cors_valid(config->http_cors))
        return bad("--", find("http-cors"), config->http_cors);
    if (!ladder_url_valid(config->store))
        return bad("--", find("store"), config->store);
    if (make_node(config) || make_tls(config) || make_log(config) || make_admin(config))
        return 2;
    make_journal(config);
    config->deaf = !config->tls && !config->plain_remote && !is_loopback(config->listen_host);
    config->handshake_usec = config->handshake_msec * (usec_t)USEC_PER_MSEC;
    config->grace_usec = config->grace_msec * (usec_t)USEC_PER_MSEC;
    return make_rules(config);
}

int config_read(struct config *config, int argc, char **argv)
{
    bool print = false;

    memset(config, 0, sizeof *config);
    config->time.startup = 10000000;
    for (int i = 0; i < ROWS; i++)
        (void)set(config, &rows[i], rows[i].standard, "");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_help();
            return CONFIG_DONE;
        }
        print = print || strcmp(argv[i], print_word) == 0;
    }
    int status = take_arguments(config, argc, argv, true);
    if (status == 0)
        status = take_arguments(config, argc, argv, false);
    if (status == 0)
        status = make_rest(config);
    if (status == 0 && print) {
        print_config(config);
        return CONFIG_DONE;
    }
    return status;
}

/* ---------------------------------------------------------------------------- while it runs */

int config_read_again(struct config *config, int argc, char **argv, char *why, size_t why_size)
{
    static const char prefix[] = "avondale serve: ";
    char *text = NULL;
    size_t size = 0;

    said = open_memstream(&text, &size);
    if (!said) {
        snprintf(why, why_size, "out of memory");
        return -1;
    }
    int status = config_read(config, argc, argv);
    fclose(said);
    said = NULL;
    if (status) {
        size_t skip = strncmp(text, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0;
        snprintf(why, why_size, "%.*s", (int)strcspn(text + skip, "\n"), text + skip);
    }
    free(text);
    return status ? -1 : 0;
}

static bool same(const struct config *a, const struct config *b, const struct row *row)
{
    const char *x = (const char *)a + row->offset, *y = (const char *)b + row->offset;
    bool number = row->kind == KIND_NUMBER || row->kind == KIND_FLAG;
    return number ? memcmp(x, y, sizeof(int)) == 0 : strcmp(x, y) == 0;
}

void config_compare(const struct config *from, const struct config *to,
                    char live[CONFIG_NAMES_BYTES], char fixed[CONFIG_NAMES_BYTES])
{
    live[0] = fixed[0] = 0;
    for (int i = 0; i < ROWS; i++) {
        if (same(from, to, &rows[i]))
            continue;
        char *names = rows[i].live ? live : fixed;
        size_t used = strlen(names);
        snprintf(names + used, CONFIG_NAMES_BYTES - used, "%s%s", used ? ", " : "", rows[i].name);
    }
}

bool config_option(const struct config *config, int index, struct config_option *option)
{
    if (index >= ROWS)
        return false;
    const struct row *row = &rows[index];
    const char *field = (const char *)config + row->offset;
    option->name = row->name;
    option->help = row->help;
    option->live = row->live;
    if (row->kind == KIND_NUMBER || row->kind == KIND_FLAG)
        snprintf(option->value, sizeof option->value, "%d", *(const int *)(const void *)field);
    else
        snprintf(option->value, sizeof option->value, "%s", field);
    for (char *c = option->value; (c = strchr(c, '\n')) != NULL;)
        *c = ' ';
    return true;
}

void config_describe_node(const struct config *config, struct ladder_node *node)
{
    memset(node, 0, sizeof *node);
    snprintf(node->name, sizeof node->name, "%s", config->node);
    snprintf(node->address, sizeof node->address, "%.71s",
             config->node_address[0] ? config->node_address : config->listen);
}
