/* explain.c - avondale rules --explain: one decision of a record, and why its action was legal or
 * not.
 *
 * The record is replayed up to that step (protocol.h: replay_run), so the output shows what the
 * rules say, not what the record says. */
#include "command/command.h"
#include "base/log.h"
#include "protocol.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct explanation {
    const char *file, *game; /* the place in the arguments; `game` has no NUL at its end */
    size_t file_size, game_size;
    long hand, step;
    char **actions; /* explained instead of the recorded action */
    int action_count;
    long line;
    bool reached, refused;
    int hands, steps;     /* collected on the way: the latest hand, its steps */
    char calls[2048];     /* the auction so far */
    char difference[512]; /* the latest difference between record and rules */
};

/* Text from a record, without bytes that could break the line or control a terminal. */
static const char *clean(const char *text, char shown[80])
{
    size_t size = 0;
    for (; size < 79 && text[size]; size++)
        shown[size] = text[size] >= ' ' && text[size] <= '~' ? text[size] : '?';
    shown[size] = 0;
    return shown;
}

/* ----------------------------------------------------------------------------- what is printed */

static void print_cards(cardset_t cards)
{
    char text[CARD_TEXT_MAX];
    if (!cards)
        printf(" none");
    while (cards) {
        card_format(cardset_pop(&cards), text);
        printf(" %s", text);
    }
}

static void print_hand(const struct game *game)
{
    unsigned hand = game->hand_due;
    cardset_t cards = game->hands[hand];

    printf("hand:     ");
    print_cards(cards);
    if (game->down_count[hand])
        printf(" and %d face down", game->down_count[hand]);
    if (hand != game->turn)
        printf(" (hand %u)", hand);
    if (game->exposed) {
        printf("\nexposed:  ");
        print_cards(game->exposed);
    }
    putchar('\n');
}

static void print_contract(const struct replay_step *step)
{
    const struct contract *contract = &step->game->contract;
    char shown[80], card[CARD_TEXT_MAX];

    if (contract->call == CALL_PASS) {
        if (step->game->phase == PHASE_PLAY)
            puts("contract:  none, without trumps");
        return;
    }
    printf("contract:  %s by seat %d (%s)", call_name(contract->call), contract->by,
           clean(step->names[contract->by], shown));
    if (contract->partner != SEAT_NONE)
        printf(", partner seat %d", contract->partner);
    if (contract->partner_card != CARD_NONE) {
        card_format(contract->partner_card, card);
        printf(", who holds or held %s", card);
    }
    printf("%s%s\n", contract->slam ? ", slam" : "",
           contract->breach != SEAT_NONE ? ", breach" : "");
}

static void print_trick(const struct game *game)
{
    char text[CARD_TEXT_MAX];

    printf("trick %d:  ", game->trick + 1);
    if (game->trick_count == 0)
        printf(" to be led");
    for (unsigned i = 0; game->trick_count > 0 && i < HANDS_MAX; i++) {
        unsigned hand = (game->leader + i) % HANDS_MAX;
        if (game->table[hand] == CARD_NONE)
            continue;
        card_format(game->table[hand], text);
        printf(" %u:%s", hand, text);
    }
    if (game->trick_count > 0)
        printf(", suit led %c", game->led < SUITS ? "SCDH"[game->led] : '-');
    putchar('\n');
}

static void print_legal(const struct replay_step *step)
{
    struct action list[LEGAL_LIST_MAX];
    struct legal legal;
    char text[ACTION_TEXT_MAX];

    game_legal(step->game, step->rules, &legal);
    int count = legal_list(&legal, step->rules, list);
    printf("legal:    ");
    for (int i = 0; i < count; i++) {
        action_format(&list[i], text);
        printf(" %s", text);
    }
    if (legal.choose) {
        printf(" %d of", legal.choose);
        print_cards(legal.cards);
    } else if (legal.phase == PHASE_SWAP) {
        printf(", or swap in one of");
        print_cards(legal.cards);
        printf(" for one of");
        print_cards(legal.swap_out);
    }
    putchar('\n');
}

/* Prints the action and its sentence. Returns false if it is not legal. */
static bool print_reason(const struct replay_step *step, const char *label, const char *word)
{
    struct action action;
    char text[EXPLAIN_TEXT_MAX], shown[80];
    bool legal = false;

    if (action_parse(word, strlen(word), &action))
        snprintf(text, sizeof text, "it is no word of the notation (Words and cards).");
    else
        legal = explain_action(step->game, step->rules, &action, text);
    printf("%-10s %s is %s: %s\n", label, clean(word, shown), legal ? "legal" : "not legal", text);
    return legal;
}

static void print_moment(const struct explanation *explanation, const struct replay_step *step)
{
    const struct game *game = step->game;
    char shown[80];

    printf("game:      %s, line %ld, %s; hand %d, step %d\n", clean(step->game_id, shown),
           explanation->line, preset_name(step->rules->preset), step->hand, step->step);
    printf("to decide: seat %d (%s), phase %s, dealer seat %d\n", game->turn,
           clean(step->names[game->turn], shown), game_phase_name((enum phase)game->phase),
           game->dealer);
    print_hand(game);
    printf("auction:   %s\n", explanation->calls[0] ? explanation->calls : "nobody has called");
    print_contract(step);
    if (game->phase == PHASE_PLAY)
        print_trick(game);
    print_legal(step);
}

/* --------------------------------------------------------------------------------- on the way */

static void note_call(struct explanation *explanation, const struct replay_step *step)
{
    enum phase phase = (enum phase)step->game->phase;
    size_t used = strlen(explanation->calls);
    char shown[80];

    if (phase == PHASE_BLIND || phase == PHASE_AUCTION || phase == PHASE_RAISE)
        snprintf(explanation->calls + used, sizeof explanation->calls - used, "%s%d:%s",
                 used ? " " : "", step->game->turn, clean(step->word, shown));
}

static void explain_step(struct explanation *explanation, const struct replay_step *step)
{
    const struct game *game = step->game;
    const char *phase = game_phase_name((enum phase)game->phase);
    char shown[80];

    print_moment(explanation, step);
    if (step->fault)
        printf("fault:     seat %d, %s: the recorded action is the default one that stood in\n",
               game->turn, clean(step->fault, shown));
    if (step->seat != game->turn || strcmp(step->phase, phase) != 0) {
        explanation->refused = true;
        printf("recorded:  seat %lld in phase %s, but it is the turn of seat %d in phase %s (The "
               "game).\n",
               (long long)step->seat, clean(step->phase, shown), game->turn, phase);
    }
    if (!print_reason(step, "recorded:", step->word))
        explanation->refused = explanation->refused || explanation->action_count == 0;
    for (int i = 0; i < explanation->action_count; i++) {
        if (!print_reason(step, "asked:", explanation->actions[i]))
            explanation->refused = true;
    }
}

static bool on_step(void *context, const struct replay_step *step)
{
    struct explanation *explanation = context;

    explanation->hands = step->hand;
    if (step->hand != explanation->hand)
        return step->hand < explanation->hand;
    explanation->steps = step->step;
    if (step->step < explanation->step) {
        note_call(explanation, step);
        return true;
    }
    explanation->reached = true;
    explain_step(explanation, step);
    return false;
}

static void on_difference(void *context, const char *text)
{
    struct explanation *explanation = context;
    snprintf(explanation->difference, sizeof explanation->difference, "%s", text);
}

/* --------------------------------------------------------------------------- what is asked for */

static int refuse(const struct explanation *explanation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int refuse(const struct explanation *explanation, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    log_say("avondale rules --explain: %.*s: %s", (int)explanation->file_size, explanation->file,
            text ? text : "out of memory");
    free(text);
    return 2;
}

/* Cuts the number after the last colon, from 1, off the first *size bytes. Returns 0 if there is
 * none. */
static long cut_number(const char *text, size_t *size)
{
    size_t at = *size;
    long number = 0;

    while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9')
        at--;
    if (at == 0 || text[at - 1] != ':' || *size - at > 6)
        return 0;
    for (size_t i = at; i < *size; i++)
        number = number * 10 + (text[i] - '0');
    *size = at - 1;
    return number;
}

/* Splits FILE:GAME:HAND:STEP from the right, because a file name may contain colons. */
static bool parse_place(struct explanation *explanation, const char *place)
{
    size_t size = strlen(place), at;

    explanation->step = cut_number(place, &size);
    explanation->hand = cut_number(place, &size);
    for (at = size; at > 0 && place[at - 1] != ':'; at--)
        ;
    if (explanation->step == 0 || explanation->hand == 0 || at < 2 || at == size)
        return false;
    explanation->file = place;
    explanation->file_size = at - 1;
    explanation->game = place + at;
    explanation->game_size = size - at;
    return true;
}

/* Whether the line is the one wanted, by number or by the id of its game. */
static bool is_wanted(const struct explanation *explanation, const char *text, size_t size)
{
    char *end;
    long line = strtol(explanation->game, &end, 10);
    if (end == explanation->game + explanation->game_size && explanation->game[0] != '-')
        return line == explanation->line;

    json_t *json = json_loadb(text, size, 0, NULL);
    const json_t *id = json_object_get(json, "game");
    bool wanted = json_is_string(id) && json_string_length(id) == explanation->game_size &&
                  memcmp(json_string_value(id), explanation->game, explanation->game_size) == 0;
    json_decref(json);
    return wanted;
}

/* Reads up to the wanted record: *size > 0 if it was found. */
static char *find_record(struct explanation *explanation, FILE *file, ssize_t *size)
{
    char *text = NULL;
    size_t capacity = 0;

    while ((*size = getline(&text, &capacity, file)) > 0) {
        explanation->line++;
        if (is_wanted(explanation, text, (size_t)*size))
            break;
    }
    return text;
}

static int explain_record(struct explanation *explanation, const char *text, size_t size)
{
    struct replay replay = {
        .report = on_difference, .step = on_step, .context = explanation, .all = true};
    int result = replay_run(text, size, &replay);

    if (result == PROTOCOL_ERROR_MEMORY) {
        refuse(explanation, "out of memory");
        return 3;
    }
    if (explanation->reached)
        return explanation->refused ? 1 : 0;
    /* A difference after the last step of the hand does not matter. */
    bool parted =
        explanation->hands < explanation->hand ||
        (explanation->hands == explanation->hand && strstr(explanation->difference, " step "));
    if (explanation->difference[0] && parted)
        return refuse(explanation, "line %ld cannot be played up to hand %ld step %ld: %s",
                      explanation->line, explanation->hand, explanation->step,
                      explanation->difference);
    if (replay.hands < explanation->hand)
        return refuse(explanation, "line %ld has no hand %ld; allowed: 1 to %d", explanation->line,
                      explanation->hand, replay.hands);
    return refuse(explanation, "line %ld has no step %ld in hand %ld; allowed: 1 to %d",
                  explanation->line, explanation->step, explanation->hand, explanation->steps);
}

int explain_place(const char *place, char **actions, int action_count)
{
    struct explanation explanation = {.actions = actions, .action_count = action_count};
    ssize_t size;

    if (!parse_place(&explanation, place)) {
        log_say("avondale rules --explain: %s: expected FILE:GAME:HAND:STEP, GAME a line or an "
                "id, HAND and STEP from 1",
                place);
        return 2;
    }
    char *name = strndup(explanation.file, explanation.file_size);
    FILE *file = name ? fopen(name, "r") : NULL;
    free(name);
    if (!file)
        return refuse(&explanation, "%s", strerror(errno));
    char *text = find_record(&explanation, file, &size);
    int status;
    if (size > 0)
        status = explain_record(&explanation, text, (size_t)size);
    else if (!feof(file))
        status = refuse(&explanation, "%s", strerror(errno));
    else
        status =
            refuse(&explanation, "no game %.*s; allowed: a line from 1 to %ld or the id of a game",
                   (int)explanation.game_size, explanation.game, explanation.line);
    free(text);
    fclose(file);
    return status;
}
