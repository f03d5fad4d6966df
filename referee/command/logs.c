/* logs.c - avondale logs: what an owner's bot said and heard in its games on an arena elsewhere. */
#include "command/command.h"
#include "command/server_options.h"
#include "ladder.h"

#include <stdlib.h>
#include <string.h>

struct logs {
    struct server_options server;
    bool json;
};

static const struct option_row rows[] = {
    {OPTION_FLAG("json", logs, json, "prints the answer of the server as JSON")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table logs_options = {
    .command = "logs",
    .synopsis = "NAME [GAME] --server URL [OPTION...]",
    .does = "Shows what a bot of yours said and heard in a game that is over, with times, its "
            "thinking time and faults, and what it wrote on standard error if the arena ran it. "
            "Without a game: the newest games that have a log.",
    .parts = {{&part, 0}, {&server_options_part, offsetof(struct logs, server)}},
    .operands = "the name of a bot, and the id of a game",
    .operands_min = 1,
    .operands_max = 2,
};

enum { LOG_ANSWER_MAX = 8 << 20, LINE_BYTES = 1 << 17 };

static long long number_of(const json_t *value, const char *key)
{
    return (long long)json_integer_value(json_object_get(value, key));
}

/* Line by line, as a server may write anything. */
static void print_lines(const json_t *value, const char *key)
{
    const char *text = json_string_value(json_object_get(value, key));
    static char line[LINE_BYTES], shown[LINE_BYTES];

    while (text && *text) {
        size_t size = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)size, text);
        http_client_show(shown, sizeof shown, line);
        puts(shown);
        text += size + (text[size] == '\n');
    }
}

static void print_log(const json_t *value)
{
    printf("%lld decisions, %lld ms of thinking, %lld ms the longest, %lld faults\n",
           number_of(value, "decisions"), number_of(value, "think_msec"),
           number_of(value, "longest_msec"), number_of(value, "faults"));
    print_lines(value, "wire");
    if (json_is_string(json_object_get(value, "errors"))) {
        puts("standard error:");
        print_lines(value, "errors");
    }
}

static void print_list(const json_t *value)
{
    const json_t *games = json_object_get(value, "games"), *game;
    char shown[200], when[CLOCK_TEXT_BYTES];
    size_t i;

    if (json_array_size(games) == 0)
        puts("no game has a log");
    json_array_foreach((json_t *)games, i, game)
    {
        const char *id = json_string_value(json_object_get(game, "game"));
        http_client_show(shown, sizeof shown, id ? id : "");
        printf("%s  %s  %lld decisions, %lld ms of thinking, %lld faults\n", shown,
               clock_wall_format(number_of(game, "wall_msec"), "%F %TZ", when),
               number_of(game, "decisions"), number_of(game, "think_msec"),
               number_of(game, "faults"));
    }
}

static int show(struct logs *logs, const char *bot, const char *game)
{
    char path[160];
    struct http_request request = {.method = "GET", .path = path, .answer_max = LOG_ANSWER_MAX};
    json_t *value = NULL;

    snprintf(path, sizeof path, "/api/v1/bots/%.32s/games%s%.64s%s", bot, game ? "/" : "",
             game ? game : "", game ? "/log" : "");
    int status = server_options_ask(&logs_options, &logs->server, &request, &value);
    if (status)
        return status;
    if (logs->json) {
        json_dumpf(value, stdout, JSON_INDENT(2));
        putchar('\n');
    } else if (game) {
        print_log(value);
    } else {
        print_list(value);
    }
    json_decref(value);
    return 0;
}

int logs_main(int argc, char **argv)
{
    struct logs logs = {.json = false};
    int first, status = options_take(&logs_options, &logs, argc, argv, &first);

    if (status)
        return status;
    const char *bot = argv[first], *game = argc - first == 2 ? argv[first + 1] : NULL;
    if (!name_is_valid(bot))
        return options_bad(&logs_options, "%.80s: expected the name of a bot", bot);
    if (game && !name_is_game_id(game))
        return options_bad(&logs_options, "%.80s: expected the id of a game", game);
    status = server_options_begin(&logs_options, &logs.server, true);
    if (status == 0)
        status = show(&logs, bot, game);
    server_options_end(&logs.server);
    return fflush(stdout) ? 3 : status;
}
