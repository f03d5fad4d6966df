/* botoptions.c - the options that all bots have, in one table. */
#include "botoptions.h"

#include "botkit.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 48 };

static bool set_encoding(struct bot *bot, const char *word)
{
    bool msgpack = strcmp(word, "msgpack") == 0;
    bot->encoding = msgpack ? ENCODING_MSGPACK : ENCODING_TEXT;
    return msgpack || strcmp(word, "text") == 0;
}

static bool take_seed(struct bot *bot, const char *word)
{
    char *end;
    bot->seed = bot->random = strtoull(word, &end, 10);
    bot->seeded = true;
    return *word && !*end;
}

static int add_own(const struct bot_option *own, struct bot_option *rows)
{
    int count = 0;
    while (own && own[count].name && count < OPTIONS_MAX / 2) {
        rows[count] = own[count];
        count++;
    }
    return count;
}

static const struct bot_option *find_row(const struct bot_option *row, const char *name)
{
    while (row->name && strcmp(row->name, name) != 0)
        row++;
    return row->name ? row : NULL;
}

/* A bot's own option wins over a common one of that name. Returns how many there are now. */
static int add_common(struct bot *bot, struct bot_option *rows, int count)
{
    const struct bot_option common[] = {
        {"connect", "HOST:PORT",
         "or unix:PATH: the arena, or its nodes, with commas (standard input)",
         .text = &bot->link.address},
        {"name", "NAME", "what it is called", .text = &bot->name},
        {"token", "HEX", "proves that the name is its own", .text = &bot->token},
        {"token-file", "FILE", "keeps the token of a name that it claims (one in ~/.config)",
         .text = &bot->token_file},
        {"invite", "CODE", "lets a new name in, where the arena asks for a code",
         .text = &bot->invite},
        {"version", "LABEL", "which program it is", .text = &bot->version},
        {"ruleset", "LIST", "the rulesets that it seeks, joined by commas",
         .text = &bot->lobby.rulesets},
        {"seek", "WORDS", "more words of its seek, \"rated=0 chat=none\"",
         .text = &bot->lobby.seek},
        {"pair", NULL, "seeks on one side with others of its owner", .flag = &bot->lobby.pair},
        {"challenge", "NAMES", "invites these to one game, joined by commas",
         .text = &bot->lobby.challenge},
        {"open", "WORDS", "opens a table for one game: words of an open, \"listed=1\", or \"\"",
         .text = &bot->lobby.open},
        {"join", "CODE", "sits down at a table for one game; listed: at the first listed one",
         .text = &bot->lobby.join},
        {"accept", "NAMES", "accepts challenges of these, joined by commas; any: of all",
         .text = &bot->lobby.accept},
        {"say", "WORDS", "says that, or the phrase of that key, when a game begins",
         .text = &bot->lobby.say},
        {"hints", NULL, "does what the arena's hint says, where there is one",
         .flag = &bot->lobby.hints},
        {"encoding", "WORD", "text or msgpack", .take = set_encoding},
        {"seed", "N", "a number that its random choices follow from", .take = take_seed},
        {"nonce", NULL, "adds a part to the shuffle, and checks the proof afterwards",
         .flag = &bot->nonce},
        {"session", "WORD", "comes back to the games of that session", .text = &bot->session},
        {"reconnect", "SECONDS", "how long a lost connection is tried again",
         .number = &bot->reconnect_sec, .max = 1000000},
        {"tls", NULL, "connects by TLS", .flag = &bot->link.tls},
        {"tls-ca", "FILE", "whom it trusts, PEM", .text = &bot->link.ca},
        {"tls-fingerprint", "HEX", "the SHA-256 of the one certificate that it trusts",
         .text = &bot->link.fingerprint},
        {"verbose", NULL, "shows what is sent", .flag = &bot->verbose},
    };
    _Static_assert(OPTIONS_MAX / 2 + sizeof common / sizeof common[0] <= OPTIONS_MAX,
                   "all of a bot's options have room");
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        if (!find_row(rows, common[i].name))
            rows[count++] = common[i];
    }
    return count;
}

static int print_options(const char *name, const struct bot_option *rows, int count)
{
    printf("usage: %s [OPTION...]\n", name);
    for (int i = 0; i < count; i++) {
        int width = printf("  --%s%s%s", rows[i].name, rows[i].value ? " " : "",
                           rows[i].value ? rows[i].value : "");
        printf("%*s%s\n", width < 26 ? 26 - width : 1, "", rows[i].help);
    }
    exit(fflush(stdout) ? 1 : 0);
}

/* Returns 0, or 2 after a line. */
static int set_option(struct bot *bot, const char *name, const struct bot_option *row,
                      const char *value)
{
    char *end;

    if (row->flag)
        *row->flag = true;
    if (row->text)
        *row->text = value;
    if (row->take && !row->take(bot, value)) {
        fprintf(stderr, "%s: --%s %s: expected %s\n", name, row->name, value, row->help);
        return 2;
    }
    if (!row->number)
        return 0;
    long number = strtol(value, &end, 10);
    if (*value && !*end && number >= row->min && number <= row->max) {
        *row->number = (int)number;
        return 0;
    }
    fprintf(stderr, "%s: --%s %s: expected a number from %d to %d\n", name, row->name, value,
            row->min, row->max);
    return 2;
}

/* Reports an unknown option, or one without its value. Returns 2. */
static int refuse_word(const char *name, const char *word, bool known,
                       const struct bot_option *rows)
{
    const struct bot_option *row = known ? find_row(rows, word + 2) : NULL;

    if (!known) {
        fprintf(stderr, "%s: %s: no such option; see %s --help\n", name, word, name);
        return 2;
    }
    if (row && row->number)
        fprintf(stderr, "%s: %s without a value: expected a number from %d to %d\n", name, word,
                row->min, row->max);
    else
        fprintf(stderr, "%s: %s: expected a value; see %s --help\n", name, word, name);
    return 2;
}

int bot_options_take(struct bot *bot, int argc, char **argv, const struct bot_option *own)
{
    const char *name = bot->name; /* lines name the program: --name may change it */
    struct bot_option rows[OPTIONS_MAX + 1];
    struct option options[OPTIONS_MAX + 2];
    int option, index = 0;

    memset(options, 0, sizeof options);
    memset(rows, 0, sizeof rows);
    int count = add_common(bot, rows, add_own(own, rows));
    for (int i = 0; i < count; i++)
        options[i] =
            (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, 0};
    options[count] = (struct option){"help", no_argument, NULL, 0};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", options, &index)) != -1) {
        if (option != 0)
            return refuse_word(name, argv[optind - 1], option == ':', rows);
        if (index == count)
            return print_options(name, rows, count);
        int status = set_option(bot, name, &rows[index], optarg);
        if (status)
            return status;
    }
    return 0;
}
