/* solve.c - avondale solve: double-dummy analysis of a deal given as text, or of a position in a
 * record. */
#include "command/command.h"
#include "base/options.h"
#include "record/record_place.h"
#include "solve.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 20, COLUMNS_MAX = 12 };

struct task {
    const char *preset;
    struct option_list words;
    const char *contract, *by, *leader, *what;
    uint64_t nodes;
    bool json;

    struct ruleset rules;
    struct game game; /* in PHASE_PLAY: this position; else only its hands count */
    struct solver solver;
    void *memory;
};

/* ------------------------------------------------------------------------------------- input */

/* Reads a whole number from 0 to `max`. Returns false if it is not one. */
static bool read_number(const char *text, uint64_t max, uint64_t *number)
{
    char *end;

    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno && *number <= max;
}

/* Parses hands from text. Returns 0, or the exit status. */
static int read_deal(const char *text, const struct ruleset *rules, cardset_t hands[HANDS_MAX])
{
    int hand = 0, count = rules->hand_count - rules->dead_hands;
    cardset_t all = 0;

    while (*text) {
        size_t size = strcspn(text, " ,/");
        card_t card;
        if (size > 0) {
            if (card_parse(text, size, &card))
                return options_command_bad(
                    "solve", "%.*s: no card; cards are written 4S, 10D, JC, RJ", (int)size, text);
            if (cardset_has(all, card) || !cardset_has(rules->cards, card))
                return options_command_bad("solve", "%.*s: %s", (int)size, text,
                                           cardset_has(all, card)
                                               ? "twice in the deal"
                                               : "not in the deck of this ruleset");
            all |= CARDSET(card);
            hands[hand] |= CARDSET(card);
        }
        text += size;
        if (*text == '/' && ++hand >= count)
            return options_command_bad(
                "solve", "%s: a hand too many; allowed: %d, with / between them", text, count);
        text += *text != 0;
    }
    if (hand + 1 != count)
        return options_command_bad(
            "solve", "%d hands in the deal; allowed: %d, with / between them", hand + 1, count);
    return 0;
}

/* Parses a seat or hand in an option; `standard` if it is not given. */
static int read_place(const char *name, const char *text, unsigned count, uint8_t standard,
                      uint8_t *place)
{
    uint64_t number = standard;

    if (text && !read_number(text, count - 1, &number))
        return options_command_bad("solve", "%s %s: allowed: 0 to %u", name, text, count - 1);
    *place = (uint8_t)number;
    return 0;
}

static int set_up(struct task *task, const cardset_t hands[HANDS_MAX], call_t call, seat_t by,
                  uint8_t leader)
{
    struct setup setup = {.call = call, .by = by, .partner = SEAT_NONE, .leader = leader};

    memcpy(setup.hands, hands, sizeof setup.hands);
    return setup_game(&task->game, &task->rules, &setup);
}

/* The position of a deal with a contract. */
static int read_contract(struct task *task)
{
    cardset_t hands[HANDS_MAX];
    call_t call;
    seat_t by = 0;
    uint8_t leader = 0;

    memcpy(hands, task->game.hands, sizeof hands);
    if (call_parse(task->contract, strlen(task->contract), &call) ||
        (call != CALL_PASS && !task->rules.call_rank[call]))
        return options_command_bad(
            "solve", "--contract %s: not a call of this ruleset; 8H and pass are some",
            task->contract);
    unsigned count = task->rules.hand_count - task->rules.dead_hands;
    if (read_place("--by", task->by, task->rules.players, 0, &by) ||
        read_place("--leader", task->leader, count, by, &leader))
        return 2;
    int status = set_up(task, hands, call, by, leader);
    if (status == ENGINE_ERROR_DEAL)
        return options_command_bad(
            "solve", "the hands that play hold different numbers of cards; allowed: as many in "
                     "each, 1 to 10");
    return status ? options_command_bad("solve", "--leader %d: that hand does not play", leader)
                  : 0;
}

/* -------------------------------------------------------------------------------- from a record */

static void keep_step(void *context, const struct replay_step *step, bool there)
{
    struct task *task = context;

    if (!there)
        return;
    task->game = *step->game;
    task->rules = *step->rules;
}

/* ---------------------------------------------------------------------------- a deal: the table */

/* A call for each column: the highest bid of each denomination, then calls with other goals. */
static int list_columns(const struct ruleset *rules, call_t columns[COLUMNS_MAX])
{
    static const uint8_t specials[] = {CALL_MISERE,       CALL_OPEN_MISERE, CALL_GRAND_MISERE,
                                       CALL_BLIND_MISERE, CALL_HI_LO,       CALL_DOUBLE_MISERE,
                                       CALL_SHIELDS,      CALL_PATASTROPHE};
    int count = 0;
    bool alone = false, both = false;

    for (int denomination = DENOM_S; denomination <= DENOM_JNT; denomination++) {
        call_t call = CALL_BID(10, denomination);
        if (rules->call_rank[call])
            columns[count++] = call;
    }
    for (size_t i = 0; i < sizeof specials; i++) {
        call_t call = specials[i];
        bool *seen = call_is_exchange(call) ? &both : &alone;
        if (!rules->call_rank[call] || (call_is_no_trick(call) && *seen))
            continue;
        *seen |= call_is_no_trick(call); /* if all cards are known they are the same */
        columns[count++] = call;
    }
    return count;
}

static const char *column_name(call_t call)
{
    return call_is_bid(call) ? call_name(call) + 2 : call_name(call);
}

static int gave_up(const struct task *task)
{
    options_command_bad("solve", "gave up after %llu nodes", (unsigned long long)task->nodes);
    return 1;
}

static void print_cell(json_t *list, seat_t leader, call_t call, const struct solve_result *result)
{
    const char *name = column_name(call);

    if (list)
        json_array_append_new(list, json_pack("{s:i,s:s,s:i,s:I}", "leader", leader, "call", name,
                                              "value", result->value, "nodes",
                                              (json_int_t)result->nodes));
    else if (result->goal == SOLVE_TRICKS)
        printf(" %*d", (int)strlen(name) + 2, result->value);
    else
        printf(" %*s", (int)strlen(name) + 2, result->value ? "yes" : "no");
}

static int solve_table(struct task *task)
{
    cardset_t hands[HANDS_MAX];
    call_t columns[COLUMNS_MAX];
    int count = list_columns(&task->rules, columns);
    json_t *list = task->json ? json_array() : NULL;

    memcpy(hands, task->game.hands, sizeof hands);
    if (set_up(task, hands, CALL_PASS, 0, 0))
        return options_command_bad(
            "solve",
            "the hands hold different numbers of cards; allowed: as many in each, 1 to 10");
    if (!list)
        printf("lead");
    for (int i = 0; i < count && !list; i++)
        printf(" %*s", (int)strlen(column_name(columns[i])) + 2, column_name(columns[i]));
    for (seat_t leader = 0; leader < task->rules.players; leader++) {
        if (!list)
            printf("\n%4d", leader);
        for (int i = 0; i < count; i++) {
            struct solve_result result;
            if (set_up(task, hands, columns[i], leader, leader))
                continue;
            if (solve_value(&task->solver, &task->game, &task->rules, task->nodes, &result)) {
                if (!list)
                    putchar('\n');
                json_decref(list);
                return gave_up(task);
            }
            print_cell(list, leader, columns[i], &result);
        }
    }
    if (list) {
        json_t *object = json_pack("{s:o}", "table", list);
        if (object)
            json_dumpf(object, stdout, JSON_COMPACT);
        json_decref(object);
    }
    putchar('\n');
    return 0;
}

/* ------------------------------------------------------------------------ a position: the cards */

static const char *card_text(const struct solve_card *card, char text[CARD_TEXT_MAX + 2])
{
    size_t size = card_format(card->card, text);
    if (card->named != SUIT_NONE) {
        text[size++] = '=';
        text[size++] = "SCDH"[card->named];
        text[size] = 0;
    }
    return text;
}

static int print_value(const struct solve_result *result, char *text, size_t size)
{
    if (result->goal == SOLVE_TRICKS)
        return snprintf(text, size, "%d trick%s", result->value, result->value == 1 ? "" : "s");
    return snprintf(text, size, "%s", result->value ? "can be made" : "cannot be made");
}

static void print_position(const struct task *task, const struct solve_result *result)
{
    const struct contract *contract = &task->game.contract;
    char text[32];

    print_value(result, text, sizeof text);
    printf("%s", contract->call == CALL_PASS ? "no contract" : call_name(contract->call));
    if (contract->call != CALL_PASS)
        printf(" by seat %d", contract->by);
    printf(", trick %d, hand %d to play: %s", task->game.trick + 1, task->game.hand_due, text);
    printf(" (counted: hand%s", result->hands & (result->hands - 1) ? "s" : "");
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        if (result->hands >> hand & 1)
            printf(" %d", hand);
    }
    printf(")\ncards:");
    for (int i = 0; i < result->count; i++) {
        char card[CARD_TEXT_MAX + 2];
        card_text(&result->cards[i], card);
        if (result->goal == SOLVE_TRICKS)
            printf(" %s %d%s", card, result->cards[i].value, i + 1 < result->count ? "," : "");
        else
            printf(" %s %s%s", card, result->cards[i].value ? "yes" : "no",
                   i + 1 < result->count ? "," : "");
    }
    printf("\nbest play:");
}

static json_t *pack_position(const struct task *task, const struct solve_result *result)
{
    static const char *const goals[] = {"tricks", "no-trick", "five"};
    json_t *cards = json_array(), *hands = json_array();

    for (int i = 0; i < result->count; i++) {
        char card[CARD_TEXT_MAX + 2];
        json_array_append_new(cards,
                              json_pack("{s:s,s:i}", "card", card_text(&result->cards[i], card),
                                        "value", result->cards[i].value));
    }
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        if (result->hands >> hand & 1)
            json_array_append_new(hands, json_integer(hand));
    }
    return json_pack("{s:s,s:i,s:i,s:o,s:s,s:i,s:o,s:I}", "contract",
                     call_name(task->game.contract.call), "trick", task->game.trick + 1, "hand",
                     task->game.hand_due, "counted", hands, "goal", goals[result->goal], "value",
                     result->value, "cards", cards, "nodes", (json_int_t)result->nodes);
}

/* Plays the first of the best cards. Returns the hand that played, or -1 if the hand is over. */
static int play_best(struct task *task, const struct solve_result *result,
                     char text[CARD_TEXT_MAX + 2])
{
    int hand = task->game.hand_due, best = 0;

    while (result->cards[best].value != result->value)
        best++;
    card_t card = result->cards[best].card;
    struct action action = {
        .kind = ACTION_PLAY, .count = 1, .cards = {card}, .joker = {SUIT_NONE, SUIT_NONE}};
    if (card_is_joker(card))
        action.joker[card - CARD_RJ] = result->cards[best].named;
    card_text(&result->cards[best], text);
    return game_apply(&task->game, &task->rules, &action, NULL) ? -1 : hand;
}

static int solve_position(struct task *task)
{
    struct solve_result result;
    json_t *play = task->json ? json_array() : NULL, *object = NULL;
    int trick = -1, status = 0;

    for (bool first = true; task->game.phase == PHASE_PLAY; first = false) {
        char text[CARD_TEXT_MAX + 2];
        if (solve_play(&task->solver, &task->game, &task->rules, task->nodes, &result)) {
            status = gave_up(task);
            break;
        }
        if (first && task->json)
            object = pack_position(task, &result);
        else if (first)
            print_position(task, &result);
        if (!task->json && task->game.trick != trick)
            printf("\n%4d:", task->game.trick + 1);
        trick = task->game.trick;
        int hand = play_best(task, &result, text);
        if (task->json)
            json_array_append_new(play, json_pack("[i,s]", hand, text));
        else
            printf(" %d %s%s", hand, text, task->game.trick == trick ? "," : "");
    }
    if (task->json && !status) {
        json_object_set(object, "play", play);
        json_dumpf(object, stdout, JSON_COMPACT);
    }
    json_decref(play);
    json_decref(object);
    if (!status || !task->json)
        putchar('\n');
    return status;
}

/* ---------------------------------------------------------------------------------- the command */

static const struct option_row rows[] = {
    {OPTION_TEXT("ruleset", "R", task, preset, NULL,
                 "a preset; see avondale rules (wikipedia by default)")},
    {OPTION_LIST("option", "K=V", task, words,
                 "changes an option of the ruleset; may be repeated, each option once")},
    {OPTION_TEXT("contract", "CALL", task, contract, NULL, "8H, misere, pass (no contract) ...")},
    {OPTION_TEXT("by", "SEAT", task, by, NULL, "the contractor (0 by default)")},
    {OPTION_TEXT("leader", "HAND", task, leader, NULL,
                 "the hand that leads (that of the contractor by default)")},
    {OPTION_COUNT("nodes", "N", task, nodes, "0",
                  "gives up after N nodes a question, exit 1; 0: never")},
    {OPTION_FLAG("json", task, json, "one object")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

const struct option_table solve_options = {
    .command = "solve",
    .synopsis = "[OPTION...] DEAL\n[--nodes N] [--json] FILE:GAME:HAND:STEP",
    .does = "Best play with all cards known. DEAL: the hands from 0, clockwise, with / between "
            "them and spaces or commas between cards: 'AS KS 5D/6S 7S 8D/9S 10S JC/QS 9D 10D'; 1 "
            "to 10 cards, as many in each hand. FILE:GAME:HAND:STEP: a position in a file of "
            "records, before that step; GAME is a line or the id of a game, all count from 1. "
            "Without a contract: for each leader (who is the contractor) and denomination the "
            "tricks of its side, for other calls whether they can be made. With one: what each "
            "card gives, and best play.",
    .parts = {{&part, 0}},
    .operands = "one DEAL or FILE:GAME:HAND:STEP",
    .operands_min = 1,
    .operands_max = 1,
};

/* Fills in the ruleset and the game. Returns 0, or the exit status. */
static int read_input(struct task *task)
{
    struct ruleset_error error;

    if (strchr(task->what, ':')) {
        if (task->preset || task->words.count || task->contract || task->by || task->leader)
            return options_command_bad(
                "solve",
                "%s: a record says its own ruleset and contract; no --ruleset, --option, "
                "--contract, --by, --leader",
                task->what);
        return record_place_visit("solve", task->what, keep_step, task);
    }
    if (ruleset_parse(&task->rules, task->preset ? task->preset : "wikipedia", task->words.values,
                      task->words.count, &error))
        return options_command_bad("solve", "%s", error.text);
    if (!task->contract && (task->by || task->leader))
        return options_command_bad("solve", "--by and --leader go with --contract");
    int status = read_deal(task->what, &task->rules, task->game.hands);
    if (!status && task->contract)
        status = read_contract(task);
    return status;
}

int solve_main(int argc, char **argv)
{
    static struct task task; /* too large for the stack */
    int first, status = options_take(&solve_options, &task, argc, argv, &first);

    if (status)
        return status;
    task.what = argv[first];
    status = read_input(&task);
    if (status)
        return status;
    task.memory = malloc(solve_bytes(TABLE_BITS));
    if (!task.memory || solve_init(&task.solver, task.memory, solve_bytes(TABLE_BITS))) {
        options_command_bad("solve", "out of memory");
        return 3;
    }
    status = task.game.phase == PHASE_PLAY ? solve_position(&task) : solve_table(&task);
    free(task.memory);
    if (fflush(stdout) || ferror(stdout)) {
        options_command_bad("solve", "standard output: %s", strerror(errno));
        return 3;
    }
    return status;
}
