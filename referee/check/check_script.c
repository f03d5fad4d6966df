/* check_script.c - the test script: plain games with every phase, then scenarios with one oddity
 * each, every one with a new process. */
#include "check/check.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Together they have every phase; where the dealer must bid, no bot can always pass. */
const char *const check_rulesets[] = {
    "wikipedia",
    "wikipedia all_pass=dealer-bids raise=yes slam_call=yes breach=yes claims=yes",
    "everything all_pass=dealer-bids",
    "two-handed-table",
    "two-handed-draft",
    "two-handed-draw",
    "five-handed all_pass=dealer-bids",
    "six-handed",
    "wikipedia misere_hands=both all_pass=dealer-bids",
};
const int check_ruleset_count = sizeof check_rulesets / sizeof check_rulesets[0];

enum {
    GAME_HANDS = 6,     /* steps of one plain game; then the next one begins */
    HANDS_NOTHING = 24, /* hands without news after which a ruleset is left */
    SCENARIO_HANDS = 2,
    SESSION_ACTS = 3, /* answers before the bot reconnects */
    SHORT_PARTS = 10, /* share of the time of a decision, for requests with little time */
    SHORT_USEC_MIN = 100000,
    END_USEC = 2000000,      /* from bye, or the end of its input, to the end of the process */
    PATIENCE_USEC = 1500000, /* after a deadline: late is not silent */
    LOST_MAX = 2,            /* processes that may be lost without news */
    TRIES_MAX = 4,           /* processes for one ruleset, while each plays a game to its end */
    HOPELESS_USEC = 5000000, /* the same if no game was played to its end */
    TROUBLE_USEC = 20000000, /* after the first lost process; later scenarios are left out */
    WORDS_MAX = 8 * OPTIONS_MASK + 1,
    RULESET_BYTES = 4096,
};

struct script {
    const struct check_config *config;
    struct check_report *report;
    struct check_process bot;
    int games;           /* so far */
    const char *ruleset; /* the first ruleset with a whole game, for scenarios */
    usec_t until;        /* deadline for the rest; USEC_NEVER before any failure */
    char *error;
};

int check_script_parse_ruleset(const char *text, struct ruleset *rules, struct ruleset_error *error)
{
    char copy[RULESET_BYTES], *save = NULL;
    const char *words[WORDS_MAX];
    int count = 0;

    if (snprintf(copy, sizeof copy, "%s", text) >= RULESET_BYTES) {
        snprintf(error->text, sizeof error->text, "%.48s...: expected less than %d bytes", text,
                 RULESET_BYTES);
        return -1;
    }
    char *preset = strtok_r(copy, " ", &save);
    for (char *word; count < WORDS_MAX && (word = strtok_r(NULL, " ", &save)) != NULL;)
        words[count++] = word;
    /* That many words contain an option twice: to drop some changes nothing. */
    return ruleset_parse(rules, preset ? preset : "", words, count, error);
}

/* ------------------------------------------------------------------------------- the process */

static void tell(const struct script *script, const char *what)
{
    if (script->config->progress)
        script->config->progress(script->config->context, what);
}

/* Starts the bot with the encoding of the run and the words `more`. */
static int start_process(struct script *script, struct check_process *bot, const char *more)
{
    char command[8192];
    const char *label = script->report->label;

    snprintf(command, sizeof command, "%s%s%s%s", script->config->command,
             label[0] ? " --encoding " : "", label, more);
    return check_process_start(bot, command, &script->config->sandbox);
}

static void note_loss(struct script *script)
{
    if (script->until == USEC_NEVER)
        script->until = clock_now_usec() + TROUBLE_USEC;
}

static void enter_scenario(struct script *script, enum check_point point)
{
    script->report->scenario = point;
    tell(script, check_report_point_name(point));
}

static bool start(struct script *script)
{
    if (start_process(script, &script->bot, "")) {
        check_report_fail(script->report, CHECK_ALIVE, NULL, "it cannot be started again");
        return false;
    }
    if (check_game_greet(script->report, &script->bot, script->config->startup, NULL))
        return true;
    check_process_end(&script->bot);
    return false;
}

static void set_game(struct script *script, struct check_game *game, const char *ruleset)
{
    struct ruleset_error error;

    memset(game, 0, sizeof *game);
    int status = check_script_parse_ruleset(ruleset, &game->rules, &error);
    assert(status == 0); /* they were parsed before */
    (void)status;
    game->report = script->report;
    game->bot = &script->bot;
    game->ruleset = ruleset;
    game->time.auction = game->time.exchange = game->time.play = script->config->time;
    game->unlimited = script->config->time;
    game->patience = PATIENCE_USEC;
    game->number = ++script->games;
    game->seat = (seat_t)(game->number % game->rules.players);
    game->g = game->number % PEER_GAMES_MAX + 1;
    game->hands_max = SCENARIO_HANDS;
}

static void say_bye(struct script *script)
{
    static struct message message;
    static const char why[] = "the check is over";

    message_init(&message, MESSAGE_BYE);
    message_set_string(&message, BYE_WHY, why, sizeof why - 1);
    check_process_put(&script->bot, &message);
    check_process_flush(&script->bot, END_USEC);
    check_process_close_input(&script->bot);
}

/* Reads what it still writes, so that it never waits for us. */
static int await_end(struct script *script)
{
    static struct message message;
    usec_t end = clock_now_usec() + END_USEC;
    enum check_input input;

    do
        input = check_process_next(&script->bot, end, &message);
    while ((input == CHECK_INPUT_MESSAGE || input == CHECK_INPUT_BAD) && clock_now_usec() < end);
    return check_process_wait(&script->bot, end);
}

static void check_bye(struct script *script)
{
    check_process_forget(&script->bot);
    say_bye(script);
    int status = await_end(script);
    if (status < 0)
        check_report_fail(script->report, CHECK_BYE, &script->bot, "it is still there after %d ms",
                          END_USEC / USEC_PER_MSEC);
    else if (status != 0)
        check_report_fail(script->report, CHECK_BYE, &script->bot, "it ended %s %d",
                          WIFSIGNALED(status) ? "by signal" : "with status",
                          WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    else
        check_report_seen(script->report, CHECK_BYE);
}

/* ------------------------------------------------------------------------------- plain games */

static int points_seen(const struct check_report *report)
{
    int seen = 0;
    for (int i = 0; i < CHECK_POINT_COUNT; i++)
        seen += report->findings[i].seen > 0;
    return seen;
}

/* Plays games of a ruleset while they show something new; *played counts them. Returns false if the
 * bot is lost. */
static bool play_ruleset(struct script *script, const char *ruleset, int *played)
{
    static struct check_game game;
    int hands = 0, last_new = 0;

    tell(script, ruleset);
    while (hands < script->config->hands && hands - last_new < HANDS_NOTHING) {
        int seen = points_seen(script->report);
        set_game(script, &game, ruleset);
        game.hands_max = GAME_HANDS;
        if (!check_game_play(&game))
            return false;
        ++*played;
        script->ruleset = script->ruleset ? script->ruleset : ruleset;
        hands += game.hands;
        if (points_seen(script->report) > seen)
            last_new = hands;
    }
    return true;
}

/* After a failure that ends the game the next ruleset begins with a new process, but not forever.
 */
static void play_plain(struct script *script)
{
    bool alive = true;
    int lost = 0, tries = 0;

    for (int i = 0, played = 0; i < script->config->ruleset_count;) {
        int seen = points_seen(script->report);
        usec_t until = script->until - (script->ruleset ? 0 : TROUBLE_USEC - HOPELESS_USEC);
        if ((lost >= LOST_MAX && !script->ruleset) || clock_now_usec() > until)
            break;
        if (!alive && !start(script))
            return;
        played = 0;
        alive = play_ruleset(script, script->config->rulesets[i], &played);
        lost += !alive && points_seen(script->report) == seen;
        if (script->report->findings[CHECK_FLOOD].result == CHECK_FAILED)
            lost = LOST_MAX; /* the next process would flood, too */
        if (!alive) {
            note_loss(script);
            check_process_end(&script->bot);
        }
        if (!alive && played > 0 && ++tries < TRIES_MAX)
            continue; /* the same, with another process */
        tries = 0;
        i++;
    }
    if (alive) {
        check_report_seen(script->report, CHECK_ALIVE);
        check_bye(script);
        check_process_end(&script->bot);
    }
}

/* ------------------------------------------------------------------------------- scenarios */

static void set_oddity(struct script *script, struct check_game *game)
{
    usec_t little = script->config->time / SHORT_PARTS;

    if (script->report->scenario == CHECK_UNKNOWN)
        game->put_unknown = true;
    else if (script->report->scenario == CHECK_ERROR)
        game->put_error = true;
    else if (script->report->scenario == CHECK_JOINED)
        game->leave_over = true;
    else if (script->report->scenario == CHECK_UNLIMITED)
        memset(&game->time, 0, sizeof game->time);
    else if (script->report->scenario == CHECK_SHORT)
        game->time.auction = game->time.exchange = game->time.play =
            little < SHORT_USEC_MIN ? SHORT_USEC_MIN : little;
}

static enum check_delivery delivery_of(enum check_point scenario)
{
    return scenario == CHECK_PIECES   ? CHECK_IN_PIECES
           : scenario == CHECK_SINGLE ? CHECK_BY_MESSAGE
                                      : CHECK_WHOLE;
}

/* Two games with one oddity, of a ruleset in which the bot has played a whole game. */
static void play_scenario(struct script *script, enum check_point point)
{
    static struct check_game game;

    if (clock_now_usec() > script->until) {
        check_report_skip(script->report, point, "left out: other failures took %d s",
                          TROUBLE_USEC / 1000000);
        return;
    }
    enter_scenario(script, point);
    if (!start(script))
        return;
    script->bot.delivery = delivery_of(point);
    script->bot.extra_keys = point == CHECK_KEYS;
    bool good = true;
    for (int i = 0; i < 2 && good; i++) {
        set_game(script, &game, script->ruleset);
        set_oddity(script, &game);
        good = check_game_play(&game);
    }
    if (good)
        check_report_pass(script->report, point);
    else
        note_loss(script);
    check_process_end(&script->bot);
}

static void check_eof(struct script *script)
{
    enter_scenario(script, CHECK_EOF);
    if (!start(script))
        return;
    check_process_close_input(&script->bot);
    if (await_end(script) < 0)
        check_report_fail(script->report, CHECK_EOF, &script->bot, "it is still there after %d ms",
                          END_USEC / USEC_PER_MSEC);
    else
        check_report_seen(script->report, CHECK_EOF);
    check_process_end(&script->bot);
}

/* The second process takes over the game in which the first one was asked. */
static void check_session(struct script *script)
{
    static struct check_game game;
    static struct check_process second;
    char more[160];

    if (!script->config->session_option) {
        check_report_skip(script->report, CHECK_SESSION,
                          "no --session OPTION says how it takes a session");
        return;
    }
    enter_scenario(script, CHECK_SESSION);
    if (!start(script))
        return;
    set_game(script, &game, script->ruleset);
    memset(&game.time, 0, sizeof game.time); /* its start is not measured */
    snprintf(more, sizeof more, " %s %s", script->config->session_option, script->bot.session);
    bool good = check_game_play_until(&game, SESSION_ACTS);
    check_process_end(&script->bot);
    if (!good) {
        note_loss(script);
        return;
    }
    if (start_process(script, &second, more)) {
        check_report_fail(script->report, CHECK_SESSION, NULL, "it cannot be started again");
        return;
    }
    good =
        check_game_greet(script->report, &second, script->config->startup, script->bot.session) &&
        check_game_resume(&game, &second);
    if (good)
        check_report_pass(script->report, CHECK_SESSION);
    else
        note_loss(script);
    check_process_end(&second);
}

/* --------------------------------------------------------------------------------- the script */

/* The first start: checks that there is a bot at all. */
static int start_first(struct script *script)
{
    int error = start_process(script, &script->bot, "");

    if (error) {
        snprintf(script->error, 256, "%s", strerror(error));
        return -1;
    }
    if (check_game_greet(script->report, &script->bot, script->config->startup, NULL))
        return 0;
    bool silent = script->bot.have == 0 && script->bot.got.size == 0;
    check_process_end(&script->bot);
    if (silent)
        snprintf(script->error, 256, "%s",
                 script->bot.start_error[0] ? script->bot.start_error
                                            : script->report->findings[CHECK_HELLO].why);
    return silent ? -1 : 1;
}

int check_script_run(const struct check_config *config, struct check_report *report,
                     char error[256])
{
    static const enum check_point scenarios[] = {CHECK_KEYS,   CHECK_UNKNOWN,  CHECK_ERROR,
                                                 CHECK_PIECES, CHECK_JOINED,   CHECK_SINGLE,
                                                 CHECK_SHORT,  CHECK_UNLIMITED};
    struct script *script = calloc(1, sizeof *script);

    if (!script) {
        snprintf(error, 256, "out of memory");
        return -1;
    }
    script->config = config;
    script->report = report;
    script->error = error;
    script->until = USEC_NEVER;
    report->scenario = CHECK_NO_POINT;
    int status = start_first(script);
    if (status == 0) {
        bool promised = script->bot.nonce;
        play_plain(script);
        bool plays = script->ruleset != NULL;
        for (size_t i = 0; plays && i < sizeof scenarios / sizeof scenarios[0]; i++)
            play_scenario(script, scenarios[i]);
        check_eof(script);
        if (plays)
            check_session(script);
        if (!promised)
            check_report_skip(report, CHECK_NONCE, "its hello does not promise nonces");
    }
    report->scenario = CHECK_NO_POINT;
    check_report_settle(report);
    free(script);
    return status < 0 ? -1 : 0;
}
