/* connect.c - avondale connect: joins an arena with a bot on standard input and output. */
#include "bridge/bot_group.h"
#include "bridge/bridge.h"
#include "bridge/server_link.h"
#include "client/token_keeper.h"
#include "command/command.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/options.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct connect {
    struct bridge_config config;
    struct sandbox_config sandbox;
    const char *name, *token, *token_file, *invite, *rulesets, *seek, *ca, *fingerprint;
    char path[512], seek_line[STRING_BYTES_MAX];
    struct message seek_message;
    char *words[96 + 3], shell[8], option[3];
    int games, count;
    bool tls, quiet;
};

static bool is_name(const char *text)
{
    return name_valid((struct slice){text, strlen(text)});
}

static bool is_fingerprint(const char *text)
{
    return server_link_check_fingerprint(text) == 0;
}

static const struct option_row rows[] = {
    {OPTION_TEXT("name", "NAME", connect, name, NULL, "what the bot is called (required)"),
     .valid = is_name, .allowed = "1 to 32 of A-Z a-z 0-9 . _ -, no leading dot"},
    {OPTION_TEXT("ruleset", "LIST", connect, rulesets, NULL,
                 "the presets that it seeks, joined by commas (what the arena seats it at)")},
    {OPTION_TEXT("seek", "WORDS", connect, seek, NULL,
                 "more words of its search: 'rated=0 chat=none'")},
    {OPTION_NUMBER("games", "N", connect, games, 1, BOT_GROUP_MAX, "1",
                   "games at once, each with a process of its own")},
    {OPTION_NUMBER("count", "N", connect, count, 0, INT_MAX, "0",
                   "ends after that many games (0: never)")},
    {OPTION_TEXT("token", "HEX", connect, token, NULL, "proves that the name is its own"),
     .secret = true},
    {OPTION_TEXT("token-file", "FILE", connect, token_file, NULL,
                 "keeps the token of a name that it claims (a file for each address and name in "
                 "the user's configuration directory)")},
    {OPTION_TEXT("invite", "CODE", connect, invite, NULL,
                 "lets a new name in, where the arena asks for a code"),
     .secret = true},
    {OPTION_FLAG("tls", connect, tls,
                 "connects by TLS; the certificate must lead to a root of this system")},
    {OPTION_TEXT("tls-ca", "FILE", connect, ca, NULL,
                 "by TLS; a file of certificates (PEM) to trust instead")},
    {OPTION_TEXT("tls-fingerprint", "HEX", connect, fingerprint, NULL,
                 "by TLS; the SHA-256 of the one certificate that it trusts"),
     .valid = is_fingerprint, .allowed = "64 digits of hex"},
    {OPTION_FLAG("quiet", connect, quiet, "prints no line for each game")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table connect_options = {
    .command = "connect",
    .synopsis = "ADDRESS --name NAME [OPTION...] -- CMD...",
    .does = "Plays a bot that speaks the protocol on standard input and output on an arena "
            "elsewhere. It keeps the token of its name, comes back after a lost connection, and "
            "starts a bot that ended again. The first SIGTERM lets its games end.",
    .parts = {{&part, 0}, {&sandbox_options, offsetof(struct connect, sandbox)}},
    .operands =
        "HOST:PORT, [IPV6]:PORT or unix:PATH (several nodes of an arena: with commas) -- CMD...",
    .operands_min = 2,
    .operands_max = 96,
};

/* -------------------------------------------------------------------------- the arguments */

/* One word is a command line for a shell, as for `check`; several are a vector. */
static void take_command(struct connect *connect, int count, char **words)
{
    int at = 0;

    if (count == 1 && strpbrk(words[0], " \t|&;<>()$`\\\"'*?[#~{}\n")) {
        strcpy(connect->shell, "/bin/sh");
        strcpy(connect->option, "-c");
        connect->words[at++] = connect->shell;
        connect->words[at++] = connect->option;
    }
    for (int i = 0; i < count; i++)
        connect->words[at++] = words[i];
    connect->words[at] = NULL;
    connect->config.words = connect->words;
}

/* Checks that a token can be stored before the arena sends one. Returns an exit status. */
static int find_token_file(struct connect *connect)
{
    if (connect->token && connect->token_file)
        return options_bad(&connect_options, "--token and --token-file: expected one of them");
    connect->config.token = connect->token;
    if (connect->token)
        return 0;
    if (!connect->token_file) {
        if (token_keeper_path(connect->path, sizeof connect->path, connect->config.addresses[0],
                              connect->name))
            return options_bad(&connect_options, "no home directory: expected --token-file FILE");
        connect->token_file = connect->path;
    }
    if (token_keeper_check(connect->token_file)) {
        options_bad(&connect_options, "--token-file=%s: %s", connect->token_file, strerror(errno));
        return 3;
    }
    sandbox_hide(connect->token_file);
    connect->config.token_file = connect->token_file;
    return 0;
}

static int take_seek(struct connect *connect)
{
    if (!connect->rulesets && !connect->seek)
        return 0;
    if (bridge_make_seek(&connect->seek_message, connect->seek_line, connect->rulesets,
                         connect->seek, connect->games))
        return options_bad(&connect_options,
                           "--ruleset, --seek: expected presets joined by commas, and words of a "
                           "seek, 'rated=0 chat=none'");
    connect->config.seek = &connect->seek_message;
    return 0;
}

static int take_arguments(struct connect *connect, int argc, char **argv)
{
    int first, status = options_take(&connect_options, connect, argc, argv, &first);

    if (status)
        return status;
    if (!connect->name)
        return options_bad(&connect_options, "--name: expected a name for the bot");
    if (bridge_take_addresses(&connect->config, argv[first]))
        return options_bad(
            &connect_options,
            "%s: expected HOST:PORT, [IPV6]:PORT or unix:PATH, at most %d with commas", argv[first],
            BRIDGE_ADDRESSES_MAX);
    take_command(connect, argc - first - 1, argv + first + 1);
    connect->config.name = connect->name;
    connect->config.invite = connect->invite;
    connect->config.games = connect->games;
    connect->config.count = connect->count;
    connect->config.quiet = connect->quiet;
    connect->config.tls = connect->tls;
    connect->config.tls_ca = connect->ca;
    connect->config.tls_fingerprint = connect->fingerprint;
    connect->config.sandbox = &connect->sandbox;
    status = find_token_file(connect);
    return status ? status : take_seek(connect);
}

static int exit_status(enum bridge_end end)
{
    switch (end) {
    case BRIDGE_DONE:
        return 0;
    case BRIDGE_REFUSED:
        return 1;
    case BRIDGE_STOPPED:
        return COMMAND_STOPPED;
    case BRIDGE_FAILED:
        break;
    }
    return 3;
}

int connect_main(int argc, char **argv)
{
    struct connect *connect = calloc(1, sizeof *connect);

    if (!connect)
        memory_end();
    signal(SIGPIPE, SIG_IGN);
    log_set_level(LOG_WARN);
    int status = take_arguments(connect, argc, argv);
    if (status == 0)
        status = sandbox_options_begin(&connect_options, &connect->sandbox, true);
    if (status == 0)
        status = exit_status(bridge_run(&connect->config));
    free(connect);
    return status;
}
