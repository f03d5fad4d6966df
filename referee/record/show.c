/* show.c - prints a record for people. The record is replayed (protocol.h: replay_run): the output
 * is what the rules make of the steps, hand by hand. */
#include "record/show.h"
#include "protocol.h"
#include "record/show_text.h"

#include <jansson.h>
#include <string.h>

enum {
    CALLS_MAX = 160,
    COLUMN = 12,
    HAND_COLUMN = 24,
    LABEL = 10,
    LEFT = 2,
    SEAT_NAME_MAX = NAME_MAX_BYTES + 2
};

struct call_shown {
    seat_t seat;
    call_t call;
    bool fault; /* the default action of a seat at fault */
};

struct played {
    card_t card; /* CARD_NONE: not played in this trick */
    enum suit named;
    bool fault;
};

struct show {
    FILE *out;
    const struct show_style *style;
    const struct replay_step *step; /* the current one */
    char names[SEATS_MAX][NAME_MAX_BYTES + 1];
    bool again[SEATS_MAX]; /* another seat has the same name: this one is shown as NAME.SEAT */
    struct ruleset rules;
    int hand;                 /* from 1; 0: none so far */
    bool hand_open;           /* its end has not been reached */
    bool diagram, play_begun; /* steps that were printed */
    struct call_shown calls[CALLS_MAX];
    int call_count;
    struct played table[HANDS_MAX];
    unsigned leader;
    int table_count, trick;
};

/* ------------------------------------------------------------------------------------- words */

static void add_side(struct show_text *cell, const struct show *show, int side)
{
    bool first = true;

    for (int seat = 0; seat < show->rules.players; seat++) {
        if (!(show->rules.side_seats[side] >> seat & 1))
            continue;
        show_text_format(cell, "%s%s", first ? "" : "+", show->names[seat]);
        first = false;
    }
}

static void add_scores(struct show_text *cell, const struct show *show, const int32_t *scores,
                       const char *format)
{
    for (int side = 0; side < show->rules.side_count; side++) {
        show_text_add(cell, side > 0 ? ", " : "");
        add_side(cell, show, side);
        show_text_format(cell, format, scores[side]);
    }
}

static void begin_line(struct show_text *cell, const char *label)
{
    show_text_init(cell);
    show_text_pad(cell, LEFT);
    show_text_add(cell, label);
    show_text_pad(cell, LEFT + LABEL);
}

/* The name of a seat in a given width: a long name is cut, the number of its seat is not. */
static void add_seat(struct show_text *cell, const struct show *show, unsigned seat, int width)
{
    if (seat >= show->rules.players)
        show_text_add(cell, "?");
    else if (show->again[seat])
        show_text_format(cell, "%.*s.%u", width - 2, show->names[seat], seat);
    else
        show_text_format(cell, "%.*s", width, show->names[seat]);
}

/* Names the owner of a hand: at a table for two the hands beyond the seats lie on the table. */
static void add_hand_name(struct show_text *cell, const struct show *show, unsigned hand, int width)
{
    if (hand < show->rules.players) {
        add_seat(cell, show, hand, width);
    } else {
        add_seat(cell, show, hand % show->rules.players, width - 1);
        show_text_add(cell, "'");
    }
}

/* ----------------------------------------------------------------------------------- diagram */

/* By number of hands: the row and column of each hand, the first at the top, clockwise. */
static const struct {
    int rows;
    int8_t at[4][3]; /* -1: empty */
} compass[HANDS_MAX + 1] = {
    [2] = {2, {{-1, 0, -1}, {-1, 1, -1}}},
    [3] = {2, {{-1, 0, -1}, {2, -1, 1}}},
    [4] = {3, {{-1, 0, -1}, {3, -1, 1}, {-1, 2, -1}}},
    [5] = {3, {{-1, 0, -1}, {4, -1, 1}, {3, -1, 2}}},
    [6] = {4, {{-1, 0, -1}, {5, -1, 1}, {4, -1, 2}, {-1, 3, -1}}},
};

static cardset_t suit_cards(cardset_t cards, enum suit suit)
{
    return cards & ((cardset_t)0xffff << (suit * RANKS));
}

/* From high to low, without the suit sign that begins the line. */
static void add_ranks(struct show_text *cell, cardset_t cards, enum suit suit)
{
    cards = suit_cards(cards, suit);
    if (!cards)
        show_text_add(cell, " -");
    for (int rank = RANK_A; rank >= 0; rank--) {
        char text[CARD_TEXT_MAX];
        card_t card = CARD((unsigned)suit, (unsigned)rank);
        if (!cardset_has(cards, card))
            continue;
        text[card_format(card, text) - 1] = 0;
        show_text_format(cell, " %s", text);
    }
}

static cardset_t all_cards(const struct game *game, unsigned hand)
{
    cardset_t cards = game->hands[hand];

    for (unsigned i = 0; i < 5 && game->down_count[hand] > 0; i++) {
        if (game->over[hand][i] != CARD_NONE)
            cards |= CARDSET(game->down[hand][i]);
    }
    return cards;
}

enum { HAND_LINES = SUITS + 2 }; /* its name, the suits, the jokers */

static void add_hand_line(struct show_text *cell, const struct show *show, unsigned hand, int line)
{
    cardset_t cards = all_cards(show->step->game, hand);
    cardset_t jokers = cards & (CARDSET(CARD_RJ) | CARDSET(CARD_BJ));

    if (line == 0) {
        add_hand_name(cell, show, hand, HAND_COLUMN - 2);
    } else if (line <= SUITS) {
        /* Spades and hearts first and second, as players sort them: black, red, black, red. */
        static const enum suit order[SUITS] = {SUIT_S, SUIT_H, SUIT_C, SUIT_D};
        show_text_add_suit(cell, show->style, order[line - 1]);
        add_ranks(cell, cards, order[line - 1]);
    } else if (jokers) {
        show_text_add_cards(cell, show->style, jokers);
    }
}

static bool row_has_joker(const struct show *show, int hands, int row)
{
    cardset_t cards = 0;

    for (int column = 0; column < 3; column++) {
        int hand = compass[hands].at[row][column];
        if (hand >= 0)
            cards |= all_cards(show->step->game, (unsigned)hand);
    }
    return cardset_has(cards, CARD_RJ) || cardset_has(cards, CARD_BJ);
}

static void print_set(const struct show *show, const char *label, cardset_t cards)
{
    struct show_text cell;

    if (!cards)
        return;
    begin_line(&cell, label);
    show_text_add_cards(&cell, show->style, cards);
    show_text_print(&cell, show->out);
}

static void print_diagram(struct show *show)
{
    int hands = show->rules.hand_count - (show->rules.dead_hands ? 1 : 0);
    struct show_text cell;

    show->diagram = true;
    for (int row = 0; row < compass[hands].rows; row++) {
        for (int line = 0; line < HAND_LINES; line++) {
            show_text_init(&cell);
            for (int column = 0; column < 3; column++) {
                int hand = compass[hands].at[row][column];
                show_text_pad(&cell, LEFT + column * HAND_COLUMN);
                if (hand >= 0)
                    add_hand_line(&cell, show, (unsigned)hand, line);
            }
            if (line < HAND_LINES - 1 || row_has_joker(show, hands, row))
                show_text_print(&cell, show->out);
        }
    }
    fputc('\n', show->out);
    print_set(show, "kitty", show->step->game->kitty);
    print_set(show, "exposed", show->step->game->exposed);
    print_set(show, "out", show->step->game->out);
}

/* ----------------------------------------------------------------------------------- auction */

static void print_calls(struct show *show)
{
    struct show_text cell;
    int last = show->rules.players;

    if (show->call_count == 0)
        return;
    begin_line(&cell, "auction");
    for (int seat = 0; seat < show->rules.players; seat++) {
        show_text_pad(&cell, LEFT + LABEL + seat * COLUMN);
        add_seat(&cell, show, (unsigned)seat, COLUMN - 1);
    }
    for (int i = 0; i < show->call_count; i++) {
        const struct call_shown *shown = &show->calls[i];
        if (shown->seat <= last || i == 0) {
            show_text_print(&cell, show->out);
            show_text_init(&cell);
        }
        last = shown->seat;
        show_text_pad(&cell, LEFT + LABEL + last * COLUMN);
        show_text_add_call(&cell, show->style, shown->call);
        show_text_add(&cell, shown->fault ? "!" : "");
    }
    show_text_print(&cell, show->out);
    show->call_count = 0;
}

static void print_contract(struct show *show, const struct contract *contract)
{
    struct show_text cell;

    print_calls(show);
    begin_line(&cell, "contract");
    show_text_add_call(&cell, show->style, contract->call);
    show_text_add(&cell, " by ");
    add_seat(&cell, show, contract->by, SEAT_NAME_MAX);
    if (contract->partner != SEAT_NONE) {
        show_text_add(&cell, " with ");
        add_seat(&cell, show, contract->partner, SEAT_NAME_MAX);
    }
    show_text_print(&cell, show->out);
}

/* ---------------------------------------------------------------------------------- exchange */

static void print_exchange(struct show *show, const struct action *action)
{
    static const char *const verbs[ACTION_KIND_COUNT] = {
        [ACTION_TAKE] = "adds to the kitty",
        [ACTION_SLAM] = "declares a slam",
        [ACTION_GIVE] = "gives",
        [ACTION_DISCARD] = "discards",
        [ACTION_SWAP] = "swaps in",
        [ACTION_PARTNER] = "calls for a partner with",
        [ACTION_ALONE] = "plays alone",
        [ACTION_BREACH] = "calls breach",
    };
    struct show_text cell;

    if (!verbs[action->kind])
        return; /* `no` changes nothing, and the hands show who keeps what in the draw */
    print_calls(show);
    begin_line(&cell, game_phase_name((enum phase)show->step->game->phase));
    add_seat(&cell, show, show->step->game->turn, SEAT_NAME_MAX);
    show_text_format(&cell, " %s", verbs[action->kind]);
    for (int i = 0; i < action->count; i++) {
        show_text_add(&cell, action->kind == ACTION_SWAP && i == 1 ? " for " : " ");
        show_text_add_card(&cell, show->style, action->cards[i], SUIT_NONE);
    }
    show_text_add(&cell, show->step->fault ? "!" : "");
    show_text_print(&cell, show->out);
}

/* -------------------------------------------------------------------------------------- play */

static int hands_in_play(const struct show *show)
{
    return show->rules.hand_count - (show->rules.dead_hands ? 1 : 0);
}

static void begin_play(struct show *show)
{
    struct show_text cell;

    if (show->play_begun)
        return;
    show->play_begun = true;
    print_calls(show);
    begin_line(&cell, "play");
    for (int hand = 0; hand < hands_in_play(show); hand++) {
        show_text_pad(&cell, LEFT + LABEL + hand * COLUMN);
        add_hand_name(&cell, show, (unsigned)hand, COLUMN - 2);
    }
    show_text_print(&cell, show->out);
}

/* `winner`: a hand, or HANDS_MAX if the trick was broken off. */
static void print_trick(struct show *show, unsigned winner)
{
    char number[16];
    struct show_text cell;

    if (show->table_count == 0)
        return;
    snprintf(number, sizeof number, "%4d", ++show->trick);
    begin_line(&cell, number);
    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        const struct played *played = &show->table[hand];
        if (played->card == CARD_NONE)
            continue;
        show_text_pad(&cell, LEFT + LABEL - 1 + (int)hand * COLUMN);
        show_text_add(&cell, hand == show->leader ? ">" : " ");
        show_text_add_card(&cell, show->style, played->card, played->named);
        show_text_add(&cell, hand == winner ? "*" : "");
        show_text_add(&cell, played->fault ? "!" : "");
    }
    show_text_print(&cell, show->out);
    show->table_count = 0;
    for (int hand = 0; hand < HANDS_MAX; hand++)
        show->table[hand].card = CARD_NONE;
}

static void take_play(struct show *show, const struct action *action)
{
    const struct game *game = show->step->game;
    struct show_text cell;

    begin_play(show);
    if (action->kind == ACTION_CLAIM) {
        begin_line(&cell, "claim");
        add_seat(&cell, show, game->turn, SEAT_NAME_MAX);
        show_text_add(&cell, " claims with");
        for (int i = 0; i < action->count; i++) {
            card_t card = action->cards[i];
            show_text_add(&cell, " ");
            show_text_add_card(&cell, show->style, card,
                               card_is_joker(card) ? (enum suit)action->joker[card - CARD_RJ]
                                                   : SUIT_NONE);
        }
        show_text_print(&cell, show->out);
        return;
    }
    card_t card = action->cards[0];
    if (show->table_count++ == 0)
        show->leader = game->hand_due;
    show->table[game->hand_due] = (struct played){
        .card = card,
        .named = card_is_joker(card) ? (enum suit)action->joker[card - CARD_RJ] : SUIT_NONE,
        .fault = show->step->fault != NULL};
}

/* ------------------------------------------------------------------------------------ results */

static void print_hand_result(struct show *show, const struct hand_result *last)
{
    static const char *const outcomes[] = {"played", "passed out", "misdealt"};
    const struct contract *contract = &last->contract;
    struct show_text cell;

    print_calls(show);
    print_trick(show, HANDS_MAX);
    begin_line(&cell, "result");
    if (contract->call == CALL_PASS || contract->by >= show->rules.players) {
        show_text_add(&cell, outcomes[last->outcome]);
    } else {
        int side = show->rules.side_of[contract->by], tricks = last->tricks[side];
        if (contract->partner != SEAT_NONE && show->rules.side_of[contract->partner] != side)
            tricks += last->tricks[show->rules.side_of[contract->partner]];
        show_text_add_call(&cell, show->style, contract->call);
        show_text_format(&cell, " %s with %d trick%s", last->delta[side] > 0 ? "made" : "lost",
                         tricks, tricks == 1 ? "" : "s");
    }
    if (last->outcome == HAND_PLAYED) {
        show_text_add(&cell, ": ");
        add_scores(&cell, show, last->delta, " %+d");
    }
    show_text_print(&cell, show->out);
    begin_line(&cell, "score");
    add_scores(&cell, show, last->scores, " %d");
    show_text_print(&cell, show->out);
    show->hand_open = false;
}

static void tell_event(struct show *show, const struct event *event, const struct game *after)
{
    struct show_text cell;

    if (event->kind == EVENT_CONTRACT) {
        print_contract(show, &event->contract);
    } else if (event->kind == EVENT_TRICK) {
        print_trick(show, event->hand);
    } else if (event->kind == EVENT_CLAIM) {
        begin_line(&cell, "");
        show_text_add(&cell, event->ok ? "the claim stands" : "the claim is void");
        show_text_print(&cell, show->out);
    } else if (event->kind == EVENT_HAND) {
        print_hand_result(show, &after->last);
    }
}

/* ------------------------------------------------------------------------------------ the game */

static void print_head(struct show *show)
{
    const struct replay_step *step = show->step;
    struct show_text cell;

    show->rules = *step->rules;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        snprintf(show->names[seat], sizeof show->names[seat], "%s", step->names[seat]);
        show->again[seat] = false;
        for (int other = 0; other < show->rules.players; other++)
            show->again[seat] |=
                other != seat && strcmp(step->names[other], step->names[seat]) == 0;
    }
    show_text_init(&cell);
    show_text_format(&cell, "Game %s: %s", step->game_id, preset_name(show->rules.preset));
    for (int i = 0; i < option_count(); i++) {
        char value[OPTION_TEXT_MAX];
        if (!ruleset_differs(&show->rules, i))
            continue;
        option_format(&show->rules, i, value);
        show_text_format(&cell, " %s=%s", option_name(i), value);
    }
    show_text_print(&cell, show->out);
}

static void begin_hand(struct show *show)
{
    const struct replay_step *step = show->step;
    struct show_text cell;

    if (show->hand == 0)
        print_head(show);
    for (int hand = show->hand + 1; hand < step->hand; hand++)
        fprintf(show->out, "\nHand %d: misdealt\n", hand);
    show_text_init(&cell);
    show_text_format(&cell, "Hand %d, dealer ", step->hand);
    add_seat(&cell, show, step->game->dealer, SEAT_NAME_MAX);
    fputc('\n', show->out);
    show_text_print(&cell, show->out);
    fputc('\n', show->out);
    show->hand = step->hand;
    show->hand_open = true;
    show->diagram = show->play_begun = false;
    show->call_count = show->table_count = show->trick = 0;
    for (int hand = 0; hand < HANDS_MAX; hand++)
        show->table[hand].card = CARD_NONE;
}

static void take_call(struct show *show, const struct action *action)
{
    const struct game *game = show->step->game;

    if (action->kind != ACTION_CALL)
        return; /* look: all seats do it */
    if (show->call_count == CALLS_MAX)
        print_calls(show);
    show->calls[show->call_count++] =
        (struct call_shown){game->turn, action->call, show->step->fault != NULL};
}

static bool take_step(void *context, const struct replay_step *step)
{
    struct show *show = context;
    enum phase phase = (enum phase)step->game->phase;
    struct game after = *step->game;
    struct action action;
    struct events events;

    show->step = step;
    if (step->hand != show->hand)
        begin_hand(show);
    if (!show->diagram && phase != PHASE_EXPOSE && phase != PHASE_DRAW)
        print_diagram(show);
    if (action_parse(step->word, strlen(step->word), &action))
        return true; /* the replay prints the difference */
    action_settle(&action, phase);
    if (game_apply(&after, step->rules, &action, &events))
        return true;
    if (phase == PHASE_BLIND || phase == PHASE_AUCTION || phase == PHASE_RAISE)
        take_call(show, &action);
    else if (phase == PHASE_PLAY)
        take_play(show, &action);
    else
        print_exchange(show, &action);
    for (int i = 0; i < events.count; i++)
        tell_event(show, &events.items[i], &after);
    return true;
}

static void print_difference(void *context, const char *text)
{
    const struct show *show = context;
    fprintf(show->out, "  differs   %s\n", text);
}

/* As the record has it: a game may end outside the rules. */
static void print_result(struct show *show, const json_t *record)
{
    const json_t *result = json_object_get(record, "result");
    const json_t *winners = json_object_get(result, "winners");
    const json_t *scores = json_object_get(result, "scores");
    const char *reason = json_string_value(json_object_get(result, "reason"));
    int32_t numbers[SEATS_MAX];
    struct show_text cell;

    show_text_init(&cell);
    show_text_format(&cell, "Over, %s:", reason ? reason : "?");
    for (size_t i = 0; i < json_array_size(winners); i++) {
        json_int_t side = json_integer_value(json_array_get(winners, i));
        if (side < 0 || side >= show->rules.side_count)
            continue;
        show_text_add(&cell, i > 0 ? " and " : " ");
        add_side(&cell, show, (int)side);
    }
    show_text_add(&cell, json_array_size(winners) == 0   ? " nobody wins: "
                         : json_array_size(winners) == 1 ? " wins: "
                                                         : " win: ");
    for (size_t i = 0; i < SEATS_MAX; i++)
        numbers[i] = (int32_t)json_integer_value(json_array_get(scores, i));
    add_scores(&cell, show, numbers, " %d");
    fputc('\n', show->out);
    show_text_print(&cell, show->out);
}

int show_record(const char *line, size_t size, const struct show_style *style, FILE *out)
{
    struct show show;
    struct replay replay = {.report = print_difference, .step = take_step, .context = &show};
    json_error_t error;

    memset(&show, 0, sizeof show);
    show.out = out;
    show.style = style;
    int status = replay_run(line, size, &replay);
    if (status == PROTOCOL_ERROR_RECORD || status == PROTOCOL_ERROR_MEMORY)
        return status;
    if (show.hand_open) {
        print_calls(&show);
        print_trick(&show, HANDS_MAX);
    }
    json_t *record = json_loadb(line, size, 0, &error);
    if (show.hand == 0)
        fprintf(out, "A game without a decision\n");
    print_result(&show, record);
    json_decref(record);
    return status;
}
