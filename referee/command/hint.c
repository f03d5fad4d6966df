/* hint.c - avondale hint: what a sample bot would do, and why, at a place in a record or after
 * given messages. */
#include "advice_detail.h"
#include "command/command.h"
#include "base/options.h"
#include "record/record_place.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hint {
    enum advice_by by;
    int worlds;
    bool json, detail;
    struct seen_history history;
    struct seen seen;
    struct seen_turn turn;
    struct adviser adviser;
};

/* ------------------------------------------------------------------------------- from a record */

static void on_step(void *context, const struct replay_step *step, bool there)
{
    struct hint *hint = context;
    struct action action;

    if (there) {
        seen_make(&hint->seen, step->game, step->rules, step->game->turn, &hint->history);
        seen_ask(&hint->turn, step->game, step->rules);
    } else if (action_parse(step->word, strlen(step->word), &action) == 0) {
        action_settle(&action, (enum phase)step->game->phase);
        seen_note(&hint->history, step->game, &action);
    }
}

/* ------------------------------------------------------------------------------- from messages */

/* Reads one message. Returns false after a line if the ruleset is not valid. */
static bool on_message(struct hint *hint, const struct message *message)
{
    struct ruleset_error error;

    if (message->kind == MESSAGE_GAME && follow_game(&hint->seen, message, &error)) {
        options_command_bad("hint", "standard input: %s", error.text);
        return false;
    }
    if (message->kind < MESSAGE_DEAL || message->kind > MESSAGE_OVER || hint->seen.g == 0 ||
        message_int(message, 0) != hint->seen.g) /* `g` comes first in all of these */
        return true;
    if (message->kind == MESSAGE_TURN)
        follow_turn(&hint->turn, &hint->seen, message);
    else
        follow_message(&hint->seen, message);
    return true;
}

static int read_messages(struct hint *hint)
{
    static char in[4 * FRAME_BYTES_MAX];
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t have = 0;
    ssize_t got;

    while ((got = read(STDIN_FILENO, in + have, sizeof in - have)) > 0) {
        size_t used = 0, bad = 0;
        int size;
        have += (size_t)got;
        while ((size = stream_next(&encoding, FROM_SERVER, in + used, have - used, &message,
                                   &bad)) > 0) {
            used += (size_t)size;
            if (!on_message(hint, &message))
                return 2;
        }
        if (size < 0)
            return options_command_bad("hint",
                                       "standard input: %s; allowed: what an arena sends a bot",
                                       protocol_error_text(size));
        have -= used;
        memmove(in, in + used, have);
    }
    if (got < 0)
        return options_command_bad("hint", "standard input: %s", strerror(errno));
    if (hint->turn.legal_count == 0 && hint->turn.choose == 0)
        return options_command_bad("hint",
                                   "standard input: no `turn` of a `game` among the messages");
    return 0;
}

/* ---------------------------------------------------------------------------------- the command */

static void print_detail(const struct advice_detail *detail)
{
    char word[ACTION_TEXT_MAX];

    if (detail->made >= 0)
        printf("made: %s in %.0f %% of %d worlds, if all play by rules of thumb\n",
               call_name(detail->call), 100 * detail->made, detail->worlds);
    for (int i = 0; i < detail->card_count; i++) {
        char card[CARD_TEXT_MAX];
        card_format(detail->cards[i].card, card);
        printf("%s%s %.0f %%", i == 0 ? "partner: " : ", ", card, 100 * detail->cards[i].share);
    }
    if (detail->card_count > 0)
        putchar('\n');
    for (int i = 0; i < detail->next_count; i++) {
        action_format(&detail->next[i].action, word);
        printf("%s%s %+.1f %%", i == 0 ? "next: " : ", ", word, -100 * detail->next[i].cost);
    }
    if (detail->next_count > 0)
        putchar('\n');
}

static json_t *detail_value(const struct advice_detail *detail)
{
    json_t *cards = json_array(), *next = json_array(), *made = json_null();
    char word[ACTION_TEXT_MAX], card[CARD_TEXT_MAX];

    for (int i = 0; i < detail->card_count; i++) {
        card_format(detail->cards[i].card, card);
        json_array_append_new(
            cards, json_pack("{s:s,s:f}", "card", card, "share", detail->cards[i].share));
    }
    for (int i = 0; i < detail->next_count; i++) {
        action_format(&detail->next[i].action, word);
        json_array_append_new(next,
                              json_pack("{s:s,s:f}", "action", word, "cost", detail->next[i].cost));
    }
    if (detail->made >= 0)
        made = json_pack("{s:s,s:f}", "call", call_name(detail->call), "share", detail->made);
    return json_pack("{s:i,s:o,s:o,s:o}", "worlds", detail->worlds, "made", made, "partner", cards,
                     "next", next);
}

/* `detail`: NULL without --detail. */
static int print(const struct hint *hint, const struct advice *advice,
                 const struct advice_detail *detail)
{
    char word[ACTION_TEXT_MAX];

    action_format(&advice->action, word);
    if (hint->json) {
        json_t *object = json_pack("{s:i,s:s,s:s,s:s,s:s}", "seat", hint->seen.seat, "phase",
                                   game_phase_name(hint->turn.phase), "by",
                                   advice_by_name(hint->by), "action", word, "why", advice->why);
        if (object && detail)
            json_object_set_new(object, "detail", detail_value(detail));
        if (object)
            json_dumpf(object, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(object);
    } else {
        printf("%s: %s\n", word, advice->why);
        if (detail)
            print_detail(detail);
    }
    if (fflush(stdout) || ferror(stdout)) {
        options_command_bad("hint", "standard output: %s", strerror(errno));
        return 3;
    }
    return 0;
}

static int give(struct hint *hint)
{
    size_t bytes = advice_bytes(hint->by);
    void *memory = bytes ? malloc(bytes) : NULL;
    struct advice advice;
    struct advice_detail detail;

    if (bytes && !memory) {
        options_command_bad("hint", "out of memory");
        return 3;
    }
    advice_init(&hint->adviser, hint->by, hint->worlds, 0, memory);
    advice_give(&hint->adviser, &hint->seen, &hint->turn, &advice);
    hint->detail |= hint->by == ADVICE_EXPERT_2;
    if (hint->detail)
        advice_detail_give(&hint->adviser, &hint->seen, &hint->turn, &advice, &detail);
    free(memory);
    return print(hint, &advice, hint->detail ? &detail : NULL);
}

static int take_by(void *context, const char *value, char error[OPTION_ERROR_BYTES])
{
    (void)error;
    return advice_by_find(value, &((struct hint *)context)->by) ? 0 : -1;
}

static const struct option_row rows[] = {
    {OPTION_TAKE("by", "BOT", take_by, "basic",
                 "basic (by rules of thumb), expert (by playing worlds out) or expert-2 (which has "
                 "learned to "
                 "bid, too, and always gives the details)"),
     .allowed = "basic, expert or expert-2"},
    {OPTION_NUMBER("worlds", "N", hint, worlds, 1, ADVICE_WORLDS_MAX, "16",
                   "how many worlds expert looks at")},
    {OPTION_FLAG("detail", hint, detail,
                 "also how often the contract is made, which high cards the partner may hold, and "
                 "what the two next best actions would cost (expert, expert-2)")},
    {OPTION_FLAG("json", hint, json, "one object")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table hint_options = {
    .command = "hint",
    .synopsis = "[OPTION...] FILE:GAME:HAND:STEP\n[OPTION...] -",
    .does = "What a sample bot would do, and why, in a line. FILE:GAME:HAND:STEP: at a place in a "
            "file of records, before that step, for the seat on turn and by what it knows; GAME "
            "is a line or the id of a game, all count from 1. -: standard input holds the "
            "messages that a bot was sent, in either encoding, from `game` on; the last `turn` "
            "among them is answered.",
    .parts = {{&part, 0}},
    .operands = "one FILE:GAME:HAND:STEP, or -",
    .operands_min = 1,
    .operands_max = 1,
};

int hint_main(int argc, char **argv)
{
    static struct hint hint;

    hint = (struct hint){.by = ADVICE_BASIC};
    int first, status = options_take(&hint_options, &hint, argc, argv, &first);
    if (status)
        return status;
    if (strcmp(argv[first], "-") == 0)
        status = read_messages(&hint);
    else
        status = record_place_visit("hint", argv[first], on_step, &hint);
    return status ? status : give(&hint);
}
