/* config_make.c - parses the texts of the options into addresses, rulesets, times and paths. */
#include "base/log.h"
#include "config/config_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where error messages go. */
typedef char error_text[OPTION_ERROR_BYTES];

/* Writes the message that names the option, its value and what is allowed. Returns -1. */
static int bad(const char *name, const char *value, error_text error)
{
    const struct option_row *row = option_table_find(&config_file_options, name, NULL, NULL);

    assert(row);
    return option_table_refuse_value(row, value, "--", NULL, error);
}

/* Returns how many endpoints the text of that option names, or -1 after the message. */
static int read_endpoints(const char *text, const char *name,
                          struct endpoint list[ENDPOINT_LIST_MAX], error_text error)
{
    int count = endpoint_parse_list(text, list);

    return count < 0 ? bad(name, text, error) : count;
}

/* The library that serves the pages knows no unix sockets. */
static int read_http(struct config *config, error_text error)
{
    if (strcmp(config->http, "off") == 0)
        return 0;
    config->http_count = read_endpoints(config->http, "http", config->http_at, error);
    for (int i = 0; i < config->http_count; i++)
        if (config->http_at[i].kind == ENDPOINT_UNIX)
            return bad("http", config->http, error);
    return config->http_count < 0 ? -1 : 0;
}

/* Refuses addresses to which no other machine can connect. */
static bool all_local(const struct endpoint *list, int count)
{
    for (int i = 0; i < count; i++)
        if (!endpoint_is_local(&list[i]))
            return false;
    return true;
}

_Static_assert(CONFIG_RULESETS_MAX == 16, "the help of --ruleset says so");

static int count_rulesets(const struct config *config, error_text error)
{
    int count = 1;

    for (const char *at = config->ruleset; (at = strchr(at, ',')) != NULL; at++)
        count++;
    if (count <= CONFIG_RULESETS_MAX)
        return 0;
    return option_table_refuse(error, "--ruleset: expected at most %d presets, got %d",
                               CONFIG_RULESETS_MAX, count);
}

/* Adds a ruleset; the same preset twice would be two names for one ladder. */
static int add_rules(struct config *config, const char *preset, const char *const *words, int count,
                     error_text error)
{
    struct ruleset *rules = &config->rules[config->rules_count];
    struct ruleset_error wrong;

    assert(config->rules_count < CONFIG_RULESETS_MAX);
    if (ruleset_parse(rules, preset, words, count, &wrong))
        return option_table_refuse(error, "%s", wrong.text);
    for (int i = 0; i < config->rules_count; i++) {
        if (config->rules[i].preset == rules->preset)
            return option_table_refuse(error, "--ruleset=%s: expected each preset once", preset);
    }
    config->rules_count++;
    return 0;
}

static int make_rules(struct config *config, error_text error)
{
    char lines[sizeof config->options], presets[sizeof config->ruleset], *rest = presets;
    const char *words[OPTION_LIST_MAX];
    int count = 0, status = count_rulesets(config, error);
    char *save = NULL;

    memcpy(lines, config->options, sizeof lines);
    for (char *word = strtok_r(lines, "\n", &save); word && count < OPTION_LIST_MAX;
         word = strtok_r(NULL, "\n", &save))
        words[count++] = word;
    memcpy(presets, config->ruleset, sizeof presets);
    while (rest && status == 0)
        status = add_rules(config, strsep(&rest, ","), words, count, error);
    return status;
}

/* If other machines can connect, a name belongs to the bot that registered it. Returns 0, or -1 if
 * there is no such value. */
static int make_registration(struct config *config)
{
    static const char *const words[REGISTRATION_COUNT] = {"auto", "open", "claim", "invite",
                                                          "token"};
    int at = 0;

    while (at < REGISTRATION_COUNT && strcmp(config->register_text, words[at]) != 0)
        at++;
    if (at == REGISTRATION_COUNT)
        return -1;
    config->registration = (enum registration)at;
    if (config->registration == REGISTRATION_AUTO)
        config->registration = all_local(config->listen_at, config->listen_count)
                                   ? REGISTRATION_OPEN
                                   : REGISTRATION_CLAIM;
    return 0;
}

/* Our own certificate is stored beside the store: bots know it by its fingerprint. */
static int make_tls(struct config *config, error_text error)
{
    bool files = config->tls_cert[0] && config->tls_key[0];

    if (!files && (config->tls_cert[0] || config->tls_key[0]))
        return option_table_refuse(error, "--tls-cert and --tls-key go together");
    if (files && config->tls_self_signed)
        return option_table_refuse(error, "--tls-self-signed: expected no --tls-cert beside it");
    if (config->tls_self_signed && strncmp(config->store, "sqlite:", 7) != 0)
        return option_table_refuse(
            error, "--tls-self-signed: expected a store that is a file; or --tls-cert, --tls-key");
    if (config->tls_self_signed &&
        snprintf(config->tls_cert, sizeof config->tls_cert, "%s.tls.pem",
                 config->store + strlen("sqlite:")) >= (int)sizeof config->tls_cert)
        return option_table_refuse(error, "--store: too long for a certificate beside it");
    if (config->tls_self_signed)
        memcpy(config->tls_key, config->tls_cert, sizeof config->tls_key);
    config->tls = files || config->tls_self_signed;
    if (config->http_tls && !config->tls)
        return option_table_refuse(
            error, "--http-tls: expected --tls-cert and --tls-key, or --tls-self-signed");
    config->http_over_tls =
        config->tls && (config->http_tls || !all_local(config->http_at, config->http_count));
    return 0;
}

/* It becomes part of a header as it is. */
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

static int make_log(struct config *config, error_text error)
{
    int level = log_level_parse(config->log_level_text);

    if (level < 0)
        return bad("log-level", config->log_level_text, error);
    config->log_level = config->verbose && level < LOG_INFO ? LOG_INFO : (enum log_level)level;
    return 0;
}

/* A path that was given must fit. */
static int make_admin(struct config *config, error_text error)
{
    /* A database URL names no directory of ours, and may hold a password. */
    bool file = strncmp(config->store, "sqlite:", 7) == 0;
    const char *store = file              ? config->store + strlen("sqlite:")
                        : config->node[0] ? config->node
                                          : "avondale";

    if (strcmp(config->admin, "off") == 0)
        return 0;
    if (strlen(config->admin) >= sizeof config->admin_path)
        return bad("admin", config->admin, error);
    if (config->admin[0])
        memcpy(config->admin_path, config->admin, strlen(config->admin) + 1);
    else if (strlen(store) + strlen(".admin") < sizeof config->admin_path)
        snprintf(config->admin_path, sizeof config->admin_path, "%.100s.admin", store);
    return 0;
}

/* The words of each event, without its file, which is read when the daemon starts. */
static int check_events(const char *lines, error_text error)
{
    char *copy = strdup(lines), *save = NULL, name[EVENT_NAME_MAX + 1], why[EVENT_ERROR_BYTES];
    int status = copy ? 0 : option_table_refuse(error, "out of memory");
    struct event_plan event;

    for (char *line = copy ? strtok_r(copy, "\n", &save) : NULL; line && status == 0;
         line = strtok_r(NULL, "\n", &save)) {
        if (event_parse_line(line, name, &event, why))
            status = option_table_refuse(error, "--event: %s", why);
        else if (event.kind == EVENT_TOURNAMENT && !event.path[0])
            status = option_table_refuse(
                error, "--event: %s: expected file=FILE, that of a tournament", name);
    }
    free(copy);
    return status;
}

static int make_calendar(struct config *config, error_text error)
{
    static const char *const words[EVENT_PLAY_COUNT] = {"here", "workers", "off"};
    bool file = strncmp(config->store, "sqlite:", 7) == 0;
    int at = 0;

    while (at < EVENT_PLAY_COUNT && strcmp(config->event_play_text, words[at]) != 0)
        at++;
    if (at == EVENT_PLAY_COUNT)
        return option_table_refuse(error, "--event-play=%s: expected here, workers or off",
                                   config->event_play_text);
    config->event_play = (enum event_play)at;
    if (config->event_key[0])
        memcpy(config->event_key_path, config->event_key, sizeof config->event_key);
    else
        snprintf(config->event_key_path, sizeof config->event_key_path, "%s.key",
                 file              ? config->store + strlen("sqlite:")
                 : config->node[0] ? config->node
                                   : "avondale");
    if (config->webhooks[0] && !config->webhook_secret_file[0])
        return option_table_refuse(error, "--webhook: expected --webhook-secret-file, too");
    return check_events(config->events, error);
}

/* Other nodes connect to this address, so it must be valid from anywhere. */
static bool leads_here(const struct endpoint *at)
{
    return (at->kind == ENDPOINT_IP4 || at->kind == ENDPOINT_IP6) && at->port > 0 &&
           !endpoint_is_any(at);
}

/* The option's address, or the first suitable endpoint for bots. */
static int make_node(struct config *config, error_text error)
{
    struct endpoint at;
    char text[ENDPOINT_TEXT_BYTES];
    int i = 0;

    if (!config->node[0])
        return config->node_address[0] ? bad("node-address", config->node_address, error) : 0;
    if (!name_is_valid(config->node))
        return bad("node", config->node, error);
    if (config->node_address[0] && endpoint_parse(config->node_address, &at))
        return bad("node-address", config->node_address, error);
    while (!config->node_address[0] && i < config->listen_count &&
           !leads_here(&config->listen_at[i]))
        i++;
    if (!config->node_address[0])
        at = config->listen_at[i < config->listen_count ? i : 0];
    if (!leads_here(&at))
        return option_table_refuse(
            error, "--node: expected --node-address with an IPv4 or IPv6 address and a port");
    snprintf(config->node_at, sizeof config->node_at, "%.71s", endpoint_format(&at, text));
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

/* A word of small letters, digits and, but for its beginning, hyphens: it becomes part of the names
 * of a program and of a bot. */
static bool is_house_bot(const char *word)
{
    return *word && *word != '-' && strlen(word) < CONFIG_HOUSE_BYTES &&
           strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(word);
}

static int make_house(struct config *config)
{
    char copy[sizeof config->house_text], *save = NULL;

    config->house_count = 0;
    if (strcmp(config->house_text, "off") == 0)
        return 0;
    memcpy(copy, config->house_text, sizeof copy);
    for (char *word = strtok_r(copy, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (config->house_count == CONFIG_HOUSE_MAX || !is_house_bot(word))
            return -1;
        snprintf(config->house[config->house_count++], CONFIG_HOUSE_BYTES, "%s", word);
    }
    return config->house_count > 0 ? 0 : -1;
}

int config_make(struct config *config, char error[OPTION_ERROR_BYTES])
{
    char wrong[160];

    if (time_control_parse(config->time_text, &config->time, wrong))
        return option_table_refuse(error, "--%s", wrong);
    if (strcmp(config->live_delay_text, "hand") == 0)
        config->live_delay_msec = LIVE_HAND;
    else if (option_table_number(config->live_delay_text, 0, 600000, &config->live_delay_msec))
        return bad("live-delay", config->live_delay_text, error);
    struct stat directory;
    if (config->tournaments[0] &&
        (stat(config->tournaments, &directory) || !S_ISDIR(directory.st_mode)))
        return bad("tournaments", config->tournaments, error);
    if (fault_policy_parse(config->policy_text, &config->policy))
        return bad("policy", config->policy_text, error);
    if (chat_rules_mode_parse(config->chat_text, &config->chat))
        return bad("chat", config->chat_text, error);
    if (make_house(config))
        return bad("house-bots", config->house_text, error);
    config->listen_count = read_endpoints(config->listen, "listen", config->listen_at, error);
    if (config->listen_count < 0)
        return -1;
    if (make_registration(config))
        return bad("register", config->register_text, error);
    if (read_http(config, error))
        return -1;
    if (!cors_valid(config->http_cors))
        return bad("http-cors", config->http_cors, error);
    if (!writer_url_valid(config->store))
        return bad("store", config->store, error);
    if (retention_parse(config->keep_text, &config->keep))
        return bad("keep-records", config->keep_text, error);
    config->keep.unarchived = config->drop_unarchived != 0;
    if (make_node(config, error) || make_tls(config, error) || make_log(config, error) ||
        make_admin(config, error) || make_calendar(config, error))
        return -1;
    make_journal(config);
    config->deaf = !config->tls && !config->plain_remote &&
                   !all_local(config->listen_at, config->listen_count);
    config->handshake_usec = config->handshake_msec * (usec_t)USEC_PER_MSEC;
    config->grace_usec = config->grace_msec * (usec_t)USEC_PER_MSEC;
    return make_rules(config, error);
}
