/* follow.c - what a client learns of a game from its messages, as a player's knowledge (seen.h). */
#include "protocol.h"
#include "seen.h"

#include <stdio.h>
#include <string.h>

/* By side. */
static void read_scores(struct seen *game, const struct message *message, int field)
{
    const struct value *items;
    int count = message_list(message, field, &items);
    for (int side = 0; side < count && side < SEATS_MAX; side++)
        game->scores[side] = (int32_t)items[side].integer;
}

int follow_game(struct seen *game, const struct message *message, struct ruleset_error *error)
{
    struct slice preset = message_string(message, GAME_PRESET);
    const struct value *items;

    memset(game, 0, sizeof *game);
    game->g = message_int(message, GAME_G);
    game->seat = (seat_t)message_int(message, GAME_SEAT);
    read_scores(game, message, GAME_SCORES);
    int status = ruleset_preset(&game->rules, preset.data, preset.size, error);
    int count =
        message_has(message, GAME_OPTIONS) ? message_list(message, GAME_OPTIONS, &items) : 0;
    for (int i = 0; status == 0 && i < count; i++) {
        struct slice word = items[i].string;
        const char *equals = memchr(word.data, '=', word.size);
        size_t name = equals ? (size_t)(equals - word.data) : word.size;
        if (equals)
            status =
                ruleset_set(&game->rules, word.data, name, equals + 1, word.size - name - 1, error);
    }
    if (status == 0)
        status = ruleset_finish(&game->rules, error);
    if (status == 0 && game->seat >= game->rules.players) {
        snprintf(error->text, sizeof error->text, "seat: %d of %d players", game->seat,
                 game->rules.players);
        status = PROTOCOL_ERROR_FIELD;
    }
    return status ? PROTOCOL_ERROR_FIELD : 0;
}

static void on_deal(struct seen *game, const struct message *message)
{
    game->hand = message_cards(message, DEAL_CARDS);
    game->played = game->drawn = 0;
    game->contract = (struct contract){
        .by = SEAT_NONE, .partner = SEAT_NONE, .breach = SEAT_NONE, .partner_card = CARD_NONE};
    game->high = CALL_PASS;
    game->high_by = SEAT_NONE;
    game->call_count = 0;
    game->on_table = game->play_count = 0;
    memset(game->table, CARD_NONE, sizeof game->table);
    game->dealer = (seat_t)message_int(message, DEAL_DEALER);
    game->deal_count++;
    memset(game->shown, 0, sizeof game->shown);
    game->gone = game->exposed = game->kitty_up = 0;
}

static void on_play(struct seen *game, int hand, const struct action *action)
{
    card_t card = action->cards[0];
    if (game->on_table == 0) {
        memset(game->table, CARD_NONE, sizeof game->table);
        game->leader = hand;
        game->named = card_is_joker(card) ? action->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;
    }
    game->on_table++;
    game->table[hand] = card;
    game->played |= CARDSET(card);
    game->hand &= ~CARDSET(card);
    if (hand < HANDS_MAX)
        game->shown[hand] &= ~CARDSET(card);
    if (game->play_count < SEEN_PLAYS_MAX)
        game->plays[game->play_count++] = (struct seen_play){
            .hand = (uint8_t)hand,
            .card = card,
            .under = CARD_NONE,
            .named = card_is_joker(card) ? action->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE};
}

static cardset_t cards_in(const struct action *action)
{
    cardset_t cards = 0;
    for (int i = 0; i < action->count; i++)
        cards |= CARDSET(action->cards[i]);
    return cards;
}

/* Cards that change hands after the auction. Events of other seats do not show the cards. */
static void on_exchange(struct seen *game, seat_t seat, const struct action *action)
{
    bool own = seat == game->seat;

    if (action->kind == ACTION_DISCARD && own) {
        game->hand &= ~cards_in(action);
        game->gone |= cards_in(action);
    } else if (action->kind == ACTION_GIVE) {
        if (own)
            game->hand &= ~cards_in(action);
        else
            game->hand |= cards_in(action); /* given to us: otherwise we would not see it */
    } else if (action->kind == ACTION_SWAP) {
        cardset_t in = CARDSET(action->cards[0]), out = CARDSET(action->cards[1]);
        game->exposed &= ~in;
        if (own) {
            game->hand = (game->hand | in) & ~out;
            game->gone |= out;
        }
    } else if (action->kind == ACTION_TAKE) {
        game->exposed &= ~cards_in(action);
        game->kitty_up |= cards_in(action);
    }
}

/* Another seat's swap shows only the card that came in: "swap:IN". */
static void on_hidden_swap(struct seen *game, struct slice word)
{
    static const char swap[] = "swap:";
    const size_t size = sizeof swap - 1;
    card_t in;

    if (word.size > size && memcmp(word.data, swap, size) == 0 &&
        card_parse(word.data + size, word.size - size, &in) == 0)
        game->exposed &= ~CARDSET(in);
}

static void on_action(struct seen *game, const struct message *message)
{
    struct slice word = message_string(message, NEWS_A),
                 phase = message_string(message, NEWS_PHASE);
    int seat = (int)message_int(message, NEWS_SEAT);
    int hand = message_has(message, NEWS_HAND) ? (int)message_int(message, NEWS_HAND) : seat;
    struct action action;

    if (action_parse(word.data, word.size, &action)) {
        on_hidden_swap(game, word);
        return;
    }
    bool play = phase.size == 4 && memcmp(phase.data, "play", 4) == 0;
    action_settle(&action, play ? PHASE_PLAY : PHASE_AUCTION);
    if (action.kind == ACTION_PLAY) {
        on_play(game, hand, &action);
    } else if (action.kind == ACTION_CALL) {
        if (game->call_count < SEEN_CALLS_MAX)
            game->calls[game->call_count++] = (struct seen_call){(seat_t)seat, action.call};
        if (action.call == CALL_PASS)
            return;
        game->high = action.call;
        game->high_by = (seat_t)seat;
    } else if (action.kind == ACTION_KEEP && seat == game->seat) {
        game->hand |= game->drawn;
        game->gone &= ~game->drawn;
    } else if (action.kind == ACTION_SLAM) {
        game->contract.slam = 1;
    } else if (action.kind == ACTION_BREACH) {
        game->contract.breach = (seat_t)seat;
    } else if (action.kind == ACTION_PARTNER) {
        game->contract.partner_card = action.cards[0];
    } else {
        on_exchange(game, (seat_t)seat, &action);
    }
}

/* The draw: the first card of a pair is ours if we keep it, the second if we dropped the first. */
static void on_drawn(struct seen *game, const struct message *message)
{
    game->drawn = message_cards(message, NEWS_CARDS);
    if (message_has(message, NEWS_OK) && message_int(message, NEWS_OK))
        game->hand |= game->drawn;
    else
        game->gone |= game->drawn; /* until it is kept */
}

/* A table hand's new card turns up at the place of the card that it played last. */
static void on_turned_up(struct seen *game, int hand, cardset_t cards)
{
    for (int i = game->play_count - 1; i >= 0; i--) {
        if (game->plays[i].hand != hand)
            continue;
        game->plays[i].under = cards ? cardset_first(cards) : (card_t)CARD_NONE;
        return;
    }
}

/* Cards that lie open: from the kitty, from the draft, or a whole hand. */
static void on_open(struct seen *game, const struct message *message)
{
    struct slice where = {0};
    cardset_t cards = message_cards(message, NEWS_CARDS);
    int hand = message_has(message, NEWS_HAND)   ? (int)message_int(message, NEWS_HAND)
               : message_has(message, NEWS_SEAT) ? (int)message_int(message, NEWS_SEAT)
                                                 : HANDS_MAX;

    if (message_has(message, NEWS_WHERE))
        where = message_string(message, NEWS_WHERE);
    if (where.size == 5 && memcmp(where.data, "kitty", 5) == 0)
        game->kitty_up |= cards;
    else if (where.size == 7 && memcmp(where.data, "exposed", 7) == 0)
        game->exposed |= cards;
    else if (hand >= 0 && hand < HANDS_MAX && hand != game->seat)
        game->shown[hand] |= cards;
    if (game->rules.two_handed == TWO_HANDED_TABLE && hand >= game->rules.players)
        on_turned_up(game, hand, cards);
}

static bool kind_is(const struct message *message, const char *kind)
{
    struct slice k = message_string(message, NEWS_K);
    return k.size == strlen(kind) && memcmp(k.data, kind, k.size) == 0;
}

static void on_news(struct seen *game, const struct message *message)
{
    struct slice call;
    if (kind_is(message, "action")) {
        on_action(game, message);
    } else if (kind_is(message, "trick")) {
        game->on_table = 0;
    } else if (kind_is(message, "kitty") && message_has(message, NEWS_CARDS)) {
        game->hand |= message_cards(message, NEWS_CARDS);
    } else if (kind_is(message, "drawn") && message_has(message, NEWS_CARDS)) {
        on_drawn(game, message);
    } else if (kind_is(message, "up") || kind_is(message, "show")) {
        on_open(game, message);
    } else if (kind_is(message, "contract")) {
        call = message_string(message, NEWS_CALL);
        if (call_parse(call.data, call.size, &game->contract.call))
            return;
        game->contract.by = (seat_t)message_int(message, NEWS_BY);
        if (message_has(message, NEWS_PARTNER))
            game->contract.partner = (seat_t)message_int(message, NEWS_PARTNER);
    } else if (kind_is(message, "partner")) {
        game->contract.partner = (seat_t)message_int(message, NEWS_SEAT);
    }
}

static enum phase read_phase(struct slice word)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        const char *name = game_phase_name((enum phase)phase);
        if (strlen(name) == word.size && memcmp(name, word.data, word.size) == 0)
            return (enum phase)phase;
    }
    return PHASE_OVER;
}

void follow_turn(struct seen_turn *turn, const struct seen *game, const struct message *message)
{
    const struct value *items;

    memset(turn, 0, sizeof *turn);
    turn->phase = read_phase(message_string(message, TURN_PHASE));
    turn->hand =
        message_has(message, TURN_HAND) ? (int)message_int(message, TURN_HAND) : game->seat;
    turn->choose = message_has(message, TURN_CHOOSE) ? (int)message_int(message, TURN_CHOOSE) : 0;
    turn->from = message_cards(message, TURN_FROM);
    turn->out = message_cards(message, TURN_OUT);
    turn->ms = message_has(message, TURN_MS) ? message_int(message, TURN_MS) : -1;
    turn->bank = message_has(message, TURN_BANK) ? message_int(message, TURN_BANK) : 0;
    int count = message_has(message, TURN_LEGAL) ? message_list(message, TURN_LEGAL, &items) : 0;
    for (int i = 0; i < count && turn->legal_count < LEGAL_LIST_MAX; i++) {
        struct action *action = &turn->legal[turn->legal_count];
        if (action_parse(items[i].string.data, items[i].string.size, action) == 0) {
            action_settle(action, turn->phase);
            turn->legal_count++;
        }
    }
}

void follow_message(struct seen *game, const struct message *message)
{
    if (message->kind == MESSAGE_DEAL)
        on_deal(game, message);
    else if (message->kind == MESSAGE_CARDS && message_int(message, CARDS_HAND) == game->seat)
        game->hand = message_cards(message, CARDS_CARDS);
    else if (message->kind == MESSAGE_NEWS)
        on_news(game, message);
    else if (message->kind == MESSAGE_HAND)
        read_scores(game, message, HAND_SCORES);
}
