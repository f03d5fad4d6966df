/* check_game.c - a game of the bot under test: it has one seat of a real table, a built-in player
 * has the others. The table judges its answers; this file only asks what was wrong. */
#include "check/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "advice.h"

enum { FLUSH_USEC = 5000000, NONCE_USEC = 2000000, EVENT_HOLD_USEC = 1000000, LATE_MAX = 2 };

static void feed(struct check_game *game, struct table_input *input);

/* ------------------------------------------------------------------------- the built-in player */

static cardset_t choose_cards(struct check_game *game, cardset_t from, int count)
{
    cardset_t chosen = 0;

    for (int i = 0; i < count; i++) {
        cardset_t at = from;
        for (uint32_t skip = sample_below(&game->random, (uint32_t)cardset_count(from)); skip > 0;
             skip--)
            at &= at - 1;
        chosen |= CARDSET(cardset_first(at));
        from &= ~CARDSET(cardset_first(at));
    }
    return chosen;
}

/* In the auction: lets the bot, its partner or another seat get the contract. */
static int choose_call(struct check_game *game, const struct action *list, int count)
{
    seat_t turn = table_game(game->table)->turn;
    bool partner = game->rules.side_of[turn] == game->rules.side_of[game->seat];

    if (list[0].call != CALL_PASS || count == 1 || game->mood == CHECK_MOOD_PASS)
        return 0;
    for (int i = 0; game->mood == CHECK_MOOD_EXCHANGE && partner && i < count; i++) {
        if (call_is_exchange(list[i].call))
            return i;
    }
    if (game->mood == CHECK_MOOD_WIN || (game->mood == CHECK_MOOD_EXCHANGE && partner))
        return count - 1 - (int)sample_below(&game->random, count < 6 ? (uint32_t)count : 6);
    if (game->mood == CHECK_MOOD_EXCHANGE || sample_below(&game->random, 3) > 0)
        return 0;
    return (int)sample_below(&game->random, count < 8 ? (uint32_t)count : 8);
}

static void choose(struct check_game *game, char word[ACTION_TEXT_MAX])
{
    const struct game *state = table_game(game->table);
    struct action list[LEGAL_LIST_MAX], action;
    struct legal legal;

    game_legal(state, &game->rules, &legal);
    int count = legal_list(&legal, &game->rules, list);
    if (legal.choose) {
        cardset_t cards = choose_cards(game, legal.cards, legal.choose);
        memset(&action, 0, sizeof action);
        memset(action.joker, SUIT_NONE, sizeof action.joker);
        action.kind = state->phase == PHASE_GIVE ? ACTION_GIVE : ACTION_DISCARD;
        while (cards)
            action.cards[action.count++] = cardset_pop(&cards);
    } else if (state->phase == PHASE_AUCTION) {
        action = list[choose_call(game, list, count)];
    } else {
        if (list[count - 1].kind == ACTION_CLAIM)
            count--;
        action = list[sample_below(&game->random, (uint32_t)count)];
    }
    action_format(&action, word);
}

static void play_built_in(struct check_game *game)
{
    static struct message message;
    struct table_input input = {.kind = TABLE_ACT, .seat = table_game(game->table)->turn};
    char word[ACTION_TEXT_MAX];

    while (table_message(game->table, input.seat, 1, clock_now_usec(), &message)) {
        if (message.kind == MESSAGE_TURN)
            input.number = message_int(&message, TURN_N);
    }
    choose(game, word);
    input.text = (struct slice){word, strlen(word)};
    feed(game, &input);
}

/* --------------------------------------------------------------------------- cards and proofs */

static void give_mix(struct check_game *game)
{
    const struct table_config *config = table_config(game->table);
    struct fair_nonce nonces[SEATS_MAX];
    struct table_input input = {.kind = TABLE_MIX, .contributors = game->rules.players};
    card_t deck[CARDS_MAX];
    int count = deck_cards(&game->rules, deck);

    memcpy(nonces, table_nonces(game->table), sizeof nonces);
    if (game->nonce_due)
        check_report_fail(game->report, CHECK_NONCE, game->bot, "no nonce within %d ms",
                          NONCE_USEC / USEC_PER_MSEC);
    game->nonce_due = false;
    input.nonces = nonces;
    fair_mix(config->commitment, deck, count, nonces, input.contributors, input.mix);
    input.first_dealer = fair_first_dealer(game->seed, input.mix, game->rules.players);
    feed(game, &input);
}

static void give_deal(struct check_game *game)
{
    const struct game *state = table_game(game->table);
    struct table_input input = {.kind = TABLE_DEAL};
    uint8_t key[FAIR_BYTES];
    card_t deck[CARDS_MAX];
    int count = deck_cards(&game->rules, deck);

    if (game->hands == game->hands_max) {
        input.kind = TABLE_VOID;
        feed(game, &input);
        return;
    }
    /* The bot is dealer and speaks last: if the dealer must bid, it must. */
    game->mood = state->dealer == game->seat
                     ? CHECK_MOOD_PASS
                     : (enum check_mood)sample_below(&game->random, CHECK_MOOD_COUNT);
    game->hands++;
    fair_key(game->seed, table_mix(game->table), state->deal_number, state->attempt, key);
    fair_key_commitment(key, input.key_commitment);
    fair_shuffle(key, deck, count);
    if (!game_same_pack(state, &game->rules, &input.deal))
        deck_deal(&input.deal, &game->rules, deck, state->dealer);
    feed(game, &input);
}

/* ------------------------------------------------------------------------- what the bot is told */

static void put_odd(struct check_game *game)
{
    static struct message message;

    if (game->put_unknown) {
        check_process_put_unknown(game->bot);
        message_init(&message, MESSAGE_NEWS);
        message_set_int(&message, NEWS_G, game->g);
        message_set_string(&message, NEWS_K, "x-sneeze", 8);
        message_set_int(&message, NEWS_SEAT, game->seat);
        check_process_put(game->bot, &message);
    }
    if (game->put_error) {
        const char *text = wire_error_text(WIRE_ERROR_LATE);
        message_init(&message, MESSAGE_ERROR);
        message_set_string(&message, ERROR_CODE, "late", 4);
        message_set_string(&message, ERROR_TEXT, text, strlen(text));
        message_set_int(&message, ERROR_G, game->g);
        message_set_int(&message, ERROR_N, game->answered > 0 ? game->answered : 1);
        check_process_put(game->bot, &message);
    }
}

static void note_turn(struct check_game *game, const struct message *turn)
{
    const struct value *items;
    int count = message_has(turn, TURN_LEGAL) ? message_list(turn, TURN_LEGAL, &items) : 0;

    game->asked = message_int(turn, TURN_N);
    game->due = true;
    game->other_hand = message_has(turn, TURN_HAND);
    game->offered_claim = count > 0 && items[count - 1].string.size == 5 &&
                          memcmp(items[count - 1].string.data, "claim", 5) == 0;
}

static void drain(struct check_game *game)
{
    static struct message message;
    bool turn = false;
    usec_t now = clock_now_usec();

    if (!game->due && table_game(game->table)->turn == game->seat)
        check_process_forget(game->bot);
    while (!turn && table_message(game->table, game->seat, game->g, now, &message)) {
        turn = message.kind == MESSAGE_TURN;
        if (turn) {
            put_odd(game);
            note_turn(game, &message);
        }
        check_process_put(game->bot, &message);
    }
    if (game->leave_over && !game->due && !game->nonce_due)
        return;
    if (!check_process_flush(game->bot, FLUSH_USEC) && !game->bot->ended) {
        /* The end of the output of a bot shows that it is gone. */
        usec_t soon = clock_now_usec();
        if (check_process_next(game->bot, soon, &message) != CHECK_INPUT_END) {
            check_report_fail(game->report, CHECK_ALIVE, game->bot, "it does not read its input");
            game->broken = true;
        }
        game->bot->ended = true;
    }
    if (turn) {
        struct table_input input = {.kind = TABLE_SENT, .seat = game->seat};
        feed(game, &input);
    }
}

/* ------------------------------------------------------------------------------------ the table */

/* A decision of the bot was applied, its own or the default one. */
static void note_step(struct check_game *game, const struct effect *effect)
{
    enum check_point point = check_report_point_of(effect->phase);

    game->due = game->stumbled = false;
    game->answered = game->asked;
    game->bot->messages = 0;
    if (effect->fault == FAULT_TIME)
        check_report_fail(game->report, CHECK_TIME, game->bot,
                          "the answer to n=%lld came after its time", (long long)game->asked);
    if (effect->fault == FAULT_ILLEGAL) {
        check_report_fail(game->report, CHECK_LEGAL, game->bot,
                          "%s, phase %s: not among the legal actions", game->ruleset,
                          game_phase_name(effect->phase));
        if (game->report->scenario == CHECK_NO_POINT)
            check_report_fail(game->report, point, game->bot, "%s: not among the legal actions",
                              game->ruleset);
    }
    if (effect->fault != FAULT_NONE)
        return;
    game->acts++;
    check_report_seen(game->report, CHECK_ANSWERS);
    check_report_seen(game->report, CHECK_TIME);
    check_report_seen(game->report, CHECK_NUMBER);
    check_report_seen(game->report, CHECK_ONCE);
    check_report_seen(game->report, CHECK_LEGAL);
    check_report_seen(game->report, point);
    if (game->offered_claim)
        check_report_seen(game->report, CHECK_CLAIM);
    if (game->other_hand)
        check_report_seen(game->report, CHECK_HAND);
}

static void carry_out(struct check_game *game, const struct effect *effect)
{
    struct table_input told = {.kind = TABLE_TOLD, .seed = game->seed};

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        if (effect->seat == game->seat)
            drain(game);
        break;
    case EFFECT_MIX:
        give_mix(game);
        break;
    case EFFECT_DEAL:
        give_deal(game);
        break;
    case EFFECT_OVER:
        feed(game, &told);
        break;
    case EFFECT_CLOSED:
        game->closed = true;
        break;
    case EFFECT_DEALT:
    case EFFECT_STEP:
    case EFFECT_FAULT:
    case EFFECT_HAND:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed_at(struct check_game *game, struct table_input *input, usec_t now)
{
    struct table_effects effects;

    table_step(game->table, input, now, &effects);
    game->deadline = effects.deadline; /* effects of nested inputs come later */
    /* An error message comes before its step, and may bring the next request. */
    for (int i = 0; i < effects.count; i++) {
        if (effects.items[i].kind == EFFECT_STEP && effects.items[i].seat == game->seat &&
            game->due)
            note_step(game, &effects.items[i]);
    }
    for (int i = 0; i < effects.count; i++)
        carry_out(game, &effects.items[i]);
}

static void feed(struct check_game *game, struct table_input *input)
{
    feed_at(game, input, clock_now_usec());
}

static void start(struct check_game *game)
{
    struct table_config config;
    const uint8_t master[FAIR_BYTES] = {0xc4, 0xec};

    memset(&config, 0, sizeof config);
    config.rules = &game->rules;
    config.time = game->time;
    config.policy.kind = FAULT_POLICY_LENIENT;
    config.nonce_usec = NONCE_USEC;
    config.event_hold_usec = EVENT_HOLD_USEC;
    snprintf(config.game_id, sizeof config.game_id, "check-%06d", game->number);
    memcpy(config.set_id, config.game_id, sizeof config.set_id - 1);
    fair_derive_seed(master, (uint32_t)game->number, game->seed);
    fair_commitment(config.set_id, game->seed, config.commitment);
    for (int seat = 0; seat < game->rules.players; seat++) {
        struct table_seat *described = &config.seats[seat];
        described->here = true;
        snprintf(described->name, sizeof described->name, "built-in-%d", seat);
    }
    struct table_seat *own = &config.seats[game->seat];
    memcpy(own->name, game->bot->name, sizeof own->name);
    own->eager = game->bot->eager || game->bot->delivery == CHECK_BY_MESSAGE;
    /* A bot that breaks its promise is not waited for in every game. */
    own->nonce = game->nonce_due =
        game->bot->nonce && game->report->findings[CHECK_NONCE].result != CHECK_FAILED;
    game->random = (uint64_t)game->number;
    game->table = table_in(&game->room);
    table_init(game->table, &config);
    struct table_input input = {.kind = TABLE_START};
    feed(game, &input);
}

/* ------------------------------------------------------------------------- what the bot says */

static void take_act(struct check_game *game, const struct message *message)
{
    struct table_input input = {.kind = TABLE_ACT, .seat = game->seat};
    int64_t g = message_has(message, ACT_G) ? message_int(message, ACT_G) : 0;

    input.number = message_int(message, ACT_N);
    input.text = message_string(message, ACT_A);
    if (g > 0 && g != game->g && g <= PEER_GAMES_MAX && game->bot->games_over >> (g - 1) & 1) {
        check_report_fail(game->report, CHECK_ONCE, game->bot, "g=%lld is over", (long long)g);
    } else if (g != 0 && g != game->g) {
        check_report_fail(game->report, CHECK_NUMBER, game->bot, "g=%lld is no game of its own",
                          (long long)g);
        game->stumbled = true;
    } else if (game->due && input.number == game->asked) {
        feed_at(game, &input, game->bot->readable); /* our own delay does not count against it */
    } else if (input.number > 0 && input.number <= game->answered) {
        check_report_fail(game->report, CHECK_ONCE, game->bot, "n=%lld was answered before",
                          (long long)input.number);
    } else {
        check_report_fail(game->report, CHECK_NUMBER, game->bot,
                          "n=%lld was not asked: expected n=%lld", (long long)input.number,
                          (long long)game->asked);
        game->stumbled = true;
    }
}

static void take_nonce(struct check_game *game, const struct message *message)
{
    struct slice hex = message_string(message, NONCE_X);
    struct table_input input = {.kind = TABLE_NONCE, .seat = game->seat};
    int size = hex_decode(hex.data, hex.size, input.nonce.bytes, FAIR_NONCE_MAX);

    if (size < 0 || !game->nonce_due) {
        check_report_fail(game->report, CHECK_NONCE, game->bot,
                          size < 0 ? "x is not 0 to 32 bytes of hex" : "no nonce is awaited");
        return;
    }
    check_report_seen(game->report, CHECK_NONCE);
    game->nonce_due = false;
    input.nonce.size = (uint8_t)size;
    feed(game, &input);
}

static void answer_ping(struct check_game *game, const struct message *ping)
{
    static struct message message;

    message_init(&message, MESSAGE_PONG);
    if (message_has(ping, PING_X))
        message_set_int(&message, PONG_X, message_int(ping, PING_X));
    check_process_put(game->bot, &message);
    check_process_flush(game->bot, 0);
}

/* The arena's limit is one a second; here it is one a request, which is the same on a slow machine.
 */
static bool floods(struct check_game *game)
{
    struct check_process *bot = game->bot;

    if (++bot->messages <= arena_settings(bot->arena)->messages_per_second)
        return false;
    check_report_fail(game->report, CHECK_FLOOD, bot, "more than %u messages after one request",
                      arena_settings(bot->arena)->messages_per_second);
    return true;
}

static void take_message(struct check_game *game, const struct message *message)
{
    check_report_seen(game->report, CHECK_MESSAGES);
    check_report_seen(game->report, CHECK_LIMITS);
    check_report_seen(game->report, CHECK_FLOOD);
    if (floods(game)) {
        game->broken = true;
    } else if (message->kind == MESSAGE_ACT) {
        take_act(game, message);
    } else if (message->kind == MESSAGE_NONCE) {
        take_nonce(game, message);
    } else if (message->kind == MESSAGE_PING) {
        answer_ping(game, message);
    } else if (message->kind == MESSAGE_HELLO) {
        check_report_fail(game->report, CHECK_HELLO, game->bot, "it says hello twice");
    } else if (message->kind == MESSAGE_UNKNOWN) {
        check_report_fail(game->report, CHECK_MESSAGES, game->bot, "there is no message '%.*s'",
                          message->unknown.size > 40 ? 40 : (int)message->unknown.size,
                          message->unknown.data);
        game->stumbled = true;
    } /* quit: it plays this game to its end */
}

static void take_bad(struct check_game *game)
{
    bool limits =
        game->bot->bad == PROTOCOL_ERROR_TOO_LONG || game->bot->bad == PROTOCOL_ERROR_LOST;

    check_report_fail(game->report, limits ? CHECK_LIMITS : CHECK_MESSAGES, game->bot, "%s",
                      protocol_error_text(game->bot->bad));
    game->stumbled = true;
    game->broken = game->bot->bad == PROTOCOL_ERROR_LOST;
}

static void take_end(struct check_game *game)
{
    int status = check_process_wait(game->bot, clock_now_usec() + 1000000);

    game->broken = true;
    if (game->acts == 0 && game->bot->games_over) {
        check_report_fail(
            game->report, CHECK_ALIVE, game->bot,
            "it ended after over: the next game comes on the same connection, until bye");
        return;
    }
    if (status < 0)
        check_report_fail(game->report, CHECK_ALIVE, game->bot, "its output ended in mid-game");
    else if (WIFSIGNALED(status))
        check_report_fail(game->report, CHECK_ALIVE, game->bot,
                          "it ended in mid-game, by signal %d", WTERMSIG(status));
    else
        check_report_fail(game->report, CHECK_ALIVE, game->bot, "it ended in mid-game, status %d",
                          WEXITSTATUS(status));
}

/* A deadline has passed: does the answer come late, or never? After a few late answers the game
 * continues with default actions; if something else came instead, that was the failure. */
static void take_late(struct check_game *game)
{
    static struct message message;
    struct table_input tick = {.kind = TABLE_TICK};
    usec_t missed = clock_now_usec(), end = missed + game->patience;

    game->broken = true;
    if (game->stumbled)
        return;
    for (;;) {
        enum check_input input = check_process_next(game->bot, end, &message);
        if (input == CHECK_INPUT_BAD) {
            take_bad(game);
            return;
        }
        if (input == CHECK_INPUT_END) {
            take_end(game);
            return;
        }
        /* A bot that floods always has something to send. */
        if (input == CHECK_INPUT_MESSAGE && floods(game))
            return;
        if (input == CHECK_INPUT_LATE) {
            check_report_fail(game->report, CHECK_ANSWERS, game->bot,
                              "no answer to n=%lld, not even %lld ms after its time",
                              (long long)game->asked, (long long)(game->patience / USEC_PER_MSEC));
            return;
        }
        if (message.kind == MESSAGE_ACT && message_int(&message, ACT_N) == game->asked) {
            check_report_fail(game->report, CHECK_TIME, game->bot,
                              "the answer to n=%lld came %lld ms after its time",
                              (long long)game->asked,
                              (long long)((game->bot->readable - missed) / USEC_PER_MSEC));
            game->broken = ++game->bot->late == LATE_MAX;
            if (!game->broken)
                feed(game, &tick);
            return;
        }
    }
}

/* -------------------------------------------------------------------------------- the game */

/* Whether the deadline that passed is not the bot's, whose time still runs: the table wants to send
 * what it held back. */
static bool only_held_back(const struct check_game *game, usec_t now)
{
    usec_t due = table_turn_deadline(game->table);

    return game->deadline != USEC_NEVER && due != USEC_NEVER && now < due;
}

static void take_input(struct check_game *game)
{
    static struct message message;
    usec_t deadline = game->deadline, now = clock_now_usec();
    struct table_input tick = {.kind = TABLE_TICK};

    if (deadline == USEC_NEVER)
        deadline = now + game->unlimited;
    switch (check_process_next(game->bot, deadline, &message)) {
    case CHECK_INPUT_MESSAGE:
        take_message(game, &message);
        break;
    case CHECK_INPUT_BAD:
        take_bad(game);
        break;
    case CHECK_INPUT_END:
        take_end(game);
        break;
    case CHECK_INPUT_LATE:
        now = clock_now_usec(); /* one time for both: the table must not find it later than we do */
        if (game->due && !only_held_back(game, now))
            take_late(game);
        else
            feed_at(game, &tick, now);
        break;
    }
}

static bool play(struct check_game *game, int acts)
{
    while (!game->closed && !game->broken) {
        enum table_state state = table_state(game->table);
        if (state == TABLE_STATE_TURN && table_game(game->table)->turn != game->seat) {
            play_built_in(game);
            continue;
        }
        if (game->due && game->acts >= acts)
            return true;
        take_input(game);
    }
    game->bot->games_over |= (uint64_t)1 << (game->g - 1);
    return !game->broken;
}

bool check_game_play(struct check_game *game)
{
    return check_game_play_until(game, INT32_MAX);
}

bool check_game_play_until(struct check_game *game, int acts)
{
    if (!game->leave_over || game->bot->out_size == 0)
        check_process_forget(game->bot);
    start(game);
    return play(game, acts);
}

bool check_game_resume(struct check_game *game, struct check_process *bot)
{
    struct table_input gone = {.kind = TABLE_GONE, .seat = game->seat, .fault = FAULT_GONE};
    struct table_input back = {.kind = TABLE_BACK, .seat = game->seat};

    feed(game, &gone);
    game->bot = bot;
    game->due = false;
    feed(game, &back);
    return play(game, INT32_MAX);
}

/* -------------------------------------------------------------------------------- the hello */

static const char *wrong_hello(const struct message *hello, const char *session)
{
    if (message_int(hello, HELLO_V) != PROTOCOL_VERSION)
        return "v: expected 1";
    if (!name_valid(message_string(hello, HELLO_NAME)))
        return wire_error_text(WIRE_ERROR_NAME);
    if (message_has(hello, HELLO_VERSION) && !name_valid(message_string(hello, HELLO_VERSION)))
        return wire_error_text(WIRE_ERROR_BOT_VERSION);
    if (!session)
        return message_has(hello, HELLO_SESSION) ? "a session that nobody gave it" : NULL;
    if (!message_has(hello, HELLO_SESSION))
        return "no session, though it was told one";
    struct slice told = message_string(hello, HELLO_SESSION);
    return told.size == strlen(session) && memcmp(told.data, session, told.size) == 0
               ? NULL
               : "another session than it was told";
}

static void put_welcome(struct check_process *bot)
{
    static struct message message;
    static const char server[] = "avondale " AVONDALE_VERSION;

    message_init(&message, MESSAGE_WELCOME);
    message_set_int(&message, WELCOME_V, PROTOCOL_VERSION);
    message_set_copy(&message, WELCOME_NAME, bot->name, strlen(bot->name));
    message_set_copy(&message, WELCOME_SESSION, bot->session, strlen(bot->session));
    message_set_string(&message, WELCOME_SERVER, server, sizeof server - 1);
    check_process_put(bot, &message);
    check_process_flush(bot, FLUSH_USEC);
}

bool check_game_greet(struct check_report *report, struct check_process *bot, usec_t patience,
                      const char *session)
{
    static struct message message;
    enum check_input input = check_process_next(bot, clock_now_usec() + patience, &message);

    if (input != CHECK_INPUT_MESSAGE || message.kind != MESSAGE_HELLO) {
        const char *what = input == CHECK_INPUT_END    ? "its output ended before it said hello"
                           : input == CHECK_INPUT_LATE ? "no hello in time"
                           : input == CHECK_INPUT_BAD  ? "its first message cannot be read: "
                                                       : "expected hello first";
        check_report_fail(report, CHECK_HELLO, bot, "%s%s", what,
                          input == CHECK_INPUT_BAD ? protocol_error_text(bot->bad) : "");
        return false;
    }
    const char *wrong = wrong_hello(&message, session);
    if (wrong) {
        check_report_fail(report, CHECK_HELLO, bot, "%s", wrong);
        return false;
    }
    check_report_seen(report, CHECK_HELLO);
    struct slice name = message_string(&message, HELLO_NAME);
    memset(bot->name, 0, sizeof bot->name);
    memcpy(bot->name, name.data, name.size);
    bot->eager = message_has(&message, HELLO_EAGER) && message_int(&message, HELLO_EAGER);
    bot->nonce = message_has(&message, HELLO_NONCE) && message_int(&message, HELLO_NONCE);
    snprintf(bot->session, sizeof bot->session, "%s",
             session ? session : "c0ffee00c0ffee00c0ffee00c0ffee00");
    put_welcome(bot);
    return true;
}
