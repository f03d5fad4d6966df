/* botkit.c - everything of a bot but its decisions. */
#include "botkit.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint32_t bot_below(struct bot *bot, uint32_t bound)
{
    uint64_t z = bot->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * bound >> 32);
}

/* ------------------------------------------------------------------------------- start */

static bool set_encoding(struct bot *bot, const char *word)
{
    bool msgpack = strcmp(word, "msgpack") == 0;
    bot->encoding = msgpack ? ENCODING_MSGPACK : ENCODING_TEXT;
    return msgpack || strcmp(word, "text") == 0;
}

int bot_init(struct bot *bot, int argc, char **argv, const char *name)
{
    static const struct option options[] = {
        {"connect", required_argument, NULL, 'c'},  {"name", required_argument, NULL, 'n'},
        {"token", required_argument, NULL, 't'},    {"seed", required_argument, NULL, 's'},
        {"encoding", required_argument, NULL, 'e'}, {"verbose", no_argument, NULL, 'v'},
        {"nonce", no_argument, NULL, 'x'},          {"session", required_argument, NULL, 'r'},
        {"tls", no_argument, NULL, 'T'},            {"tls-ca", required_argument, NULL, 'A'},
        {"tls-fingerprint", required_argument, NULL, 'F'},
        {NULL, 0, NULL, 0}};
    struct timespec now;
    int option;

    memset(bot, 0, sizeof *bot);
    clock_gettime(CLOCK_REALTIME, &now);
    bot->random = (uint64_t)now.tv_nsec * 0x9e3779b97f4a7c15u ^ (uint64_t)getpid();
    bot->name = name;
    bot->encoding = ENCODING_TEXT;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'c': bot->link.address = optarg; break;
        case 'n': bot->name = optarg; break;
        case 't': bot->token = optarg; break;
        case 's':
            bot->seed = bot->random = strtoull(optarg, NULL, 10);
            bot->seeded = true;
            break;
        case 'v': bot->verbose = true; break;
        case 'x': bot->nonce = true; break;
        case 'T': bot->link.tls = true; break;
        case 'A': bot->link.ca = optarg; break;
        case 'F': bot->link.fingerprint = optarg; break;
        case 'r': bot->session = optarg; break;
        case 'e':
            if (!set_encoding(bot, optarg)) {
                fprintf(stderr, "%s: --encoding %s: expected text or msgpack\n", name, optarg);
                return 2;
            }
            break;
        default: return 2;
        }
    }
    signal(SIGPIPE, SIG_IGN);
    return bot_link_open(&bot->link, bot->name);
}

/* ------------------------------------------------------------------------------- output */

void bot_send_bytes(struct bot *bot, const void *bytes, size_t size)
{
    if (!bot_link_write(&bot->link, bytes, size))
        exit(0); /* the arena is gone */
}

static void send_message(struct bot *bot, const struct message *message)
{
    char bytes[FRAME_BYTES_MAX];
    int size = message_encode(message, bot->encoding, bytes, sizeof bytes);
    if (size > 0)
        bot_send_bytes(bot, bytes, (size_t)size);
}

void bot_send_act(struct bot *bot, int64_t g, int64_t n, const char *word, size_t size)
{
    static struct message message;
    message_init(&message, MESSAGE_ACT);
    message_set_int(&message, ACT_G, g);
    message_set_int(&message, ACT_N, n);
    message_set_string(&message, ACT_A, word, size);
    send_message(bot, &message);
}

static void say_hello(struct bot *bot)
{
    static struct message message;
    message_init(&message, MESSAGE_HELLO);
    message_set_int(&message, HELLO_V, PROTOCOL_VERSION);
    message_set_string(&message, HELLO_NAME, bot->name, strlen(bot->name));
    if (bot->token)
        message_set_string(&message, HELLO_TOKEN, bot->token, strlen(bot->token));
    if (bot->session)
        message_set_string(&message, HELLO_SESSION, bot->session, strlen(bot->session));
    if (bot->nonce)
        message_set_int(&message, HELLO_NONCE, 1);
    send_message(bot, &message);
}

/* Its share in the shuffle: with that nobody can have chosen the cards beforehand. */
static void send_nonce(struct bot *bot, int64_t g)
{
    static struct message message;
    uint8_t bytes[16];

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)bot_below(bot, 256);
    message_init(&message, MESSAGE_NONCE);
    message_set_int(&message, NONCE_G, g);
    message_set_hex(&message, NONCE_X, bytes, sizeof bytes);
    send_message(bot, &message);
}

/* ------------------------------------------------------------------------ what it learns */

static struct bot_game *find_game(struct bot *bot, int64_t g)
{
    for (size_t i = 0; i < sizeof bot->games / sizeof bot->games[0]; i++) {
        if (bot->games[i].g == g)
            return &bot->games[i];
    }
    return NULL;
}

static cardset_t read_cards(const struct message *message, int field)
{
    const struct value *items;
    int count = message_list(message, field, &items);
    cardset_t cards = 0;
    for (int i = 0; i < count; i++) {
        card_t card;
        if (card_parse(items[i].string.data, items[i].string.size, &card) == 0)
            cards |= CARDSET(card);
    }
    return cards;
}

/* By side, where the message has them. */
static void read_scores(struct bot_game *game, const struct message *message, int field)
{
    const struct value *items;
    int count = message_list(message, field, &items);
    for (int side = 0; side < count && side < SEATS_MAX; side++)
        game->scores[side] = (int32_t)items[side].integer;
}

/* With --seed a game depends on nothing that was played before it. */
static void seed_game(struct bot *bot, const struct message *message)
{
    struct slice id = message_string(message, GAME_ID);

    bot->random = bot->seed * 31 + (uint64_t)message_int(message, GAME_SEAT);
    for (size_t i = 0; i < id.size; i++)
        bot->random = (bot->random ^ (unsigned char)id.data[i]) * 0x100000001b3u;
}

static void on_game(struct bot *bot, const struct message *message)
{
    struct bot_game *game = find_game(bot, message_int(message, GAME_G));
    struct slice preset = message_string(message, GAME_PRESET);
    struct ruleset_error error;
    const struct value *items;

    if (!game && !(game = find_game(bot, 0)))
        return;
    memset(game, 0, sizeof *game);
    if (bot->seeded)
        seed_game(bot, message);
    game->g = message_int(message, GAME_G);
    game->seat = (seat_t)message_int(message, GAME_SEAT);
    read_scores(game, message, GAME_SCORES);
    int status = ruleset_preset(&game->rules, preset.data, preset.size, &error);
    int count = message_has(message, GAME_OPTIONS) ? message_list(message, GAME_OPTIONS, &items) : 0;
    for (int i = 0; status == 0 && i < count; i++) {
        struct slice word = items[i].string;
        const char *equals = memchr(word.data, '=', word.size);
        size_t name = equals ? (size_t)(equals - word.data) : word.size;
        if (equals)
            status = ruleset_set(&game->rules, word.data, name, equals + 1,
                                 word.size - name - 1, &error);
    }
    if (status || ruleset_finish(&game->rules, &error))
        fprintf(stderr, "%s: ruleset: %s\n", bot->name, error.text);
    if (message_has(message, GAME_NONCE))
        send_nonce(bot, game->g);
}

static void on_deal(struct bot_game *game, const struct message *message)
{
    game->hand = message_has(message, DEAL_CARDS) ? read_cards(message, DEAL_CARDS) : 0;
    game->played = game->drawn = 0;
    game->contract = (struct contract){.by = SEAT_NONE,
                                       .partner = SEAT_NONE,
                                       .breach = SEAT_NONE,
                                       .partner_card = CARD_NONE};
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

static void on_play(struct bot_game *game, int hand, const struct action *action)
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
    if (game->play_count < BOT_PLAYS_MAX)
        game->plays[game->play_count++] =
            (struct bot_play){.hand = (uint8_t)hand,
                              .card = card,
                              .named = card_is_joker(card) ? action->joker[card - CARD_RJ]
                                                           : (uint8_t)SUIT_NONE};
}

static cardset_t cards_in(const struct action *action)
{
    cardset_t cards = 0;
    for (int i = 0; i < action->count; i++)
        cards |= CARDSET(action->cards[i]);
    return cards;
}

/* Cards that change places after the auction; those of others come without their cards. */
static void on_exchange(struct bot_game *game, seat_t seat, const struct action *action)
{
    bool own = seat == game->seat;

    if (action->kind == ACTION_DISCARD && own) {
        game->hand &= ~cards_in(action);
        game->gone |= cards_in(action);
    } else if (action->kind == ACTION_GIVE) {
        if (own)
            game->hand &= ~cards_in(action);
        else
            game->hand |= cards_in(action); /* given to us: we would not see it else */
    } else if (action->kind == ACTION_SWAP) {
        cardset_t in = CARDSET(action->cards[0]), out = CARDSET(action->cards[1]);
        game->exposed = (game->exposed & ~in) | out;
        if (own)
            game->hand = (game->hand | in) & ~out;
    } else if (action->kind == ACTION_TAKE) {
        game->exposed &= ~cards_in(action);
        game->kitty_up |= cards_in(action);
    }
}

static void on_action(struct bot_game *game, const struct message *message)
{
    struct slice word = message_string(message, NEWS_A), phase = message_string(message, NEWS_PHASE);
    int seat = (int)message_int(message, NEWS_SEAT);
    int hand = message_has(message, NEWS_HAND) ? (int)message_int(message, NEWS_HAND) : seat;
    struct action action;

    if (action_parse(word.data, word.size, &action))
        return;
    bool play = phase.size == 4 && memcmp(phase.data, "play", 4) == 0;
    action_settle(&action, play ? PHASE_PLAY : PHASE_AUCTION);
    if (action.kind == ACTION_PLAY) {
        on_play(game, hand, &action);
    } else if (action.kind == ACTION_CALL) {
        if (game->call_count < BOT_CALLS_MAX)
            game->calls[game->call_count++] = (struct bot_call){(seat_t)seat, action.call};
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

/* The draw: the first of a pair is ours if we keep it, the second if we dropped the first. */
static void on_drawn(struct bot_game *game, const struct message *message)
{
    game->drawn = read_cards(message, NEWS_CARDS);
    if (message_has(message, NEWS_OK) && message_int(message, NEWS_OK))
        game->hand |= game->drawn;
    else
        game->gone |= game->drawn; /* until it is kept */
}

/* Cards that lie open: of the kitty, of the draft, or a hand. */
static void on_open(struct bot_game *game, const struct message *message)
{
    struct slice where = {0};
    cardset_t cards = message_has(message, NEWS_CARDS) ? read_cards(message, NEWS_CARDS) : 0;
    int hand = message_has(message, NEWS_HAND)   ? (int)message_int(message, NEWS_HAND)
               : message_has(message, NEWS_SEAT) ? (int)message_int(message, NEWS_SEAT)
                                                 : HANDS_MAX;

    if (message_has(message, NEWS_WHERE))
        where = message_string(message, NEWS_WHERE);
    if (where.size == 5 && memcmp(where.data, "kitty", 5) == 0)
        game->kitty_up |= cards;
    else if (where.size == 7 && memcmp(where.data, "exposed", 7) == 0)
        game->exposed |= cards;
    else if (hand >= 0 && hand < HANDS_MAX)
        game->shown[hand] |= cards;
}

static bool kind_is(const struct message *message, const char *kind)
{
    struct slice k = message_string(message, NEWS_K);
    return k.size == strlen(kind) && memcmp(k.data, kind, k.size) == 0;
}

static void on_news(struct bot_game *game, const struct message *message)
{
    struct slice call;
    if (kind_is(message, "action")) {
        on_action(game, message);
    } else if (kind_is(message, "trick")) {
        game->on_table = 0;
    } else if (kind_is(message, "kitty") && message_has(message, NEWS_CARDS)) {
        game->hand |= read_cards(message, NEWS_CARDS);
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

/* ------------------------------------------------------------------------------- decisions */

void bot_choose(const struct bot_turn *turn, cardset_t cards, struct action *action)
{
    memset(action, 0, sizeof *action);
    memset(action->joker, SUIT_NONE, sizeof action->joker);
    action->kind = turn->phase == PHASE_GIVE ? ACTION_GIVE : ACTION_DISCARD;
    while (cards)
        action->cards[action->count++] = cardset_pop(&cards);
}

bool bot_decide_random(struct bot *bot, const struct bot_game *game, const struct bot_turn *turn,
                       struct action *action)
{
    cardset_t left = turn->from, chosen = 0;
    int count = turn->legal_count;
    (void)game;

    if (turn->choose == 0) {
        if (count > 1 && turn->legal[count - 1].kind == ACTION_CLAIM)
            count--;
        *action = turn->legal[bot_below(bot, (uint32_t)count)];
        return true;
    }
    for (int i = 0; i < turn->choose; i++) {
        cardset_t at = left;
        for (uint32_t skip = bot_below(bot, (uint32_t)cardset_count(left)); skip > 0; skip--)
            at &= at - 1;
        chosen |= CARDSET(cardset_first(at));
        left &= ~CARDSET(cardset_first(at));
    }
    bot_choose(turn, chosen, action);
    return true;
}

static enum phase read_phase(struct slice word)
{
    for (int phase = 0; phase < PHASE_COUNT; phase++) {
        const char *name = phase_name((enum phase)phase);
        if (strlen(name) == word.size && memcmp(name, word.data, word.size) == 0)
            return (enum phase)phase;
    }
    return PHASE_OVER;
}

static void read_turn(const struct message *message, const struct bot_game *game,
                      struct bot_turn *turn)
{
    const struct value *items;

    memset(turn, 0, sizeof *turn);
    turn->phase = read_phase(message_string(message, TURN_PHASE));
    turn->hand = message_has(message, TURN_HAND) ? (int)message_int(message, TURN_HAND) : game->seat;
    turn->choose = message_has(message, TURN_CHOOSE) ? (int)message_int(message, TURN_CHOOSE) : 0;
    turn->from = message_has(message, TURN_FROM) ? read_cards(message, TURN_FROM) : 0;
    turn->out = message_has(message, TURN_OUT) ? read_cards(message, TURN_OUT) : 0;
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

static void on_turn(struct bot *bot, const struct bot_game *game, const struct message *message,
                    bot_decide_fn *decide)
{
    static struct bot_turn turn;
    struct action action;
    char word[ACTION_TEXT_MAX];

    read_turn(message, game, &turn);
    bot->turns++;
    bot->g = game->g;
    bot->n = message_int(message, TURN_N);
    if (decide(bot, game, &turn, &action)) {
        size_t size = action_format(&action, word);
        bot_send_act(bot, bot->g, bot->n, word, size);
    }
}

/* False when it is time to go. */
static bool on_message(struct bot *bot, const struct message *message, bot_decide_fn *decide)
{
    struct bot_game *game = NULL;

    if (message->kind == MESSAGE_BYE)
        return false;
    if (message->kind == MESSAGE_ERROR && bot->verbose) {
        struct slice text = message_string(message, ERROR_TEXT);
        fprintf(stderr, "%s: error: %.*s\n", bot->name, (int)text.size, text.data);
    }
    if (message->kind == MESSAGE_GAME)
        on_game(bot, message);
    if (message->kind < MESSAGE_DEAL || message->kind > MESSAGE_OVER)
        return true;
    if (!(game = find_game(bot, message_int(message, 0)))) /* `g` comes first in all of those */
        return true;
    if (message->kind == MESSAGE_DEAL)
        on_deal(game, message);
    else if (message->kind == MESSAGE_CARDS && message_int(message, CARDS_HAND) == game->seat)
        game->hand = read_cards(message, CARDS_CARDS);
    else if (message->kind == MESSAGE_NEWS)
        on_news(game, message);
    else if (message->kind == MESSAGE_TURN)
        on_turn(bot, game, message, decide);
    else if (message->kind == MESSAGE_HAND)
        read_scores(game, message, HAND_SCORES);
    else if (message->kind == MESSAGE_OVER)
        game->g = 0;
    return true;
}

int bot_run(struct bot *bot, bot_decide_fn *decide)
{
    static char in[8 * FRAME_BYTES_MAX];
    static struct message message;
    enum encoding encoding = ENCODING_UNKNOWN;
    size_t have = 0;
    ssize_t got;

    say_hello(bot);
    while ((got = bot_link_read(&bot->link, in + have, sizeof in - have)) > 0) {
        size_t used = 0, bad = 0;
        int size;
        have += (size_t)got;
        while ((size = stream_next(&encoding, FROM_SERVER, in + used, have - used, &message, &bad)) >
               0) {
            used += (size_t)size;
            if (!on_message(bot, &message, decide))
                return 0;
        }
        if (size < 0) {
            fprintf(stderr, "%s: bad message: %s\n", bot->name, protocol_error_text(size));
            return 1;
        }
        have -= used;
        memmove(in, in + used, have);
    }
    return 0;
}
