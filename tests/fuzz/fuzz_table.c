/* A whole table. The bytes choose ruleset, policy and clocks, then act for every seat: legal
 * answers and others, garbage, nonces, lost connections and reconnects, requests that are
 * written late, time that passes. In every case cards are conserved, no seat receives a card
 * that it may not know, every message encodes and decodes, every connected seat receives the
 * end, and the record replays. */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "table/table_private.h"

enum { STEPS_MAX = 600 };

struct bot {
    bool here, sent_due;
    bool fragile; /* its connection is lost while it receives something */
    int64_t number;
    cardset_t knows; /* in this hand */
    int overs;
};

struct arena {
    struct fuzz_bytes *bytes;
    struct table table;
    struct record *record;
    struct bot bots[SEATS_MAX];
    cardset_t played;
    usec_t now, deadline;
    bool slow;    /* requests are written only when the bytes say so */
    bool patient; /* the result is announced only when the bytes say so */
    bool told, closed;
    uint32_t shuffles;
};

static void feed(struct arena *arena, struct table_input *input);

static const struct ruleset *rules_of(const struct arena *arena)
{
    return table_config(&arena->table)->rules;
}

/* ------------------------------------------------------------------------------- promises */

static cardset_t cards_under(const struct game *game, int hand)
{
    cardset_t cards = 0;
    for (int i = 0; game->down_count[hand] && i < 5; i++) {
        if (game->over[hand][i] != CARD_NONE)
            cards |= CARDSET(game->down[hand][i]);
    }
    return cards;
}

/* Every card of the deck lies in one place while a hand is under way. */
static void check_cards(const struct arena *arena)
{
    const struct game *game = table_game(&arena->table);
    const struct ruleset *rules = rules_of(arena);
    cardset_t all = arena->played | game->kitty | game->discards | game->out | game->exposed;
    int count = cardset_count(arena->played) + cardset_count(game->kitty) +
                cardset_count(game->discards) + cardset_count(game->out) +
                cardset_count(game->exposed);

    if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER)
        return;
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        all |= game->hands[hand] | cards_under(game, hand);
        count += cardset_count(game->hands[hand]) + cardset_count(cards_under(game, hand));
    }
    for (int i = game->stock_used; rules->two_handed == TWO_HANDED_DRAW && i < STOCK_MAX; i++) {
        all |= CARDSET(game->stock[i]);
        count++;
    }
    if (all != rules->cards || count != cardset_count(rules->cards))
        fuzz_broken("cards are lost or doubled in %s", game_phase_name((enum phase)game->phase));
}

/* After a step: what each seat may know now, on top of what it knew in this hand. */
static void learn(struct arena *arena, const struct table_effects *effects)
{
    for (int i = 0; i < effects->count; i++) {
        const struct effect *effect = &effects->items[i];
        if (effect->kind == EFFECT_DEALT) {
            arena->played = 0;
            for (int seat = 0; seat < SEATS_MAX; seat++)
                arena->bots[seat].knows = 0;
        }
        if (effect->kind != EFFECT_STEP)
            continue;
        for (int j = 0; j < effect->action.count; j++) {
            cardset_t card = CARDSET(effect->action.cards[j]);
            if (effect->action.kind == ACTION_PLAY)
                arena->played |= card;
            for (int seat = 0; effect->action.kind == ACTION_CLAIM && seat < SEATS_MAX; seat++)
                arena->bots[seat].knows |= card; /* all hear a claim */
        }
    }
    for (seat_t seat = 0; seat < rules_of(arena)->players; seat++) {
        struct view view;
        cardset_t *knows = &arena->bots[seat].knows;
        view_make(&view, table_game(&arena->table), rules_of(arena), seat);
        *knows |= view.kitty | view.discards | view.out | view.exposed | arena->played;
        for (int hand = 0; hand < HANDS_MAX; hand++)
            *knows |= view.hands[hand];
        if (view.drawn != CARD_NONE)
            *knows |= CARDSET(view.drawn);
    }
}

static void check_known(const struct arena *arena, seat_t seat, card_t card, const char *where)
{
    char text[CARD_TEXT_MAX];
    if (cardset_has(arena->bots[seat].knows, card))
        return;
    card_format(card, text);
    fuzz_broken("seat %d is told of %s in %s", seat, text, where);
}

static void check_list(const struct arena *arena, seat_t seat, const struct message *message,
                       int field)
{
    const struct value *items;
    int count = message_has(message, field) ? message_list(message, field, &items) : 0;

    for (int i = 0; i < count; i++) {
        card_t card;
        if (card_parse(items[i].string.data, items[i].string.size, &card))
            fuzz_broken("seat %d is told of something that is no card", seat);
        check_known(arena, seat, card, message_schema((enum message_kind)message->kind)->name);
    }
}

/* The card that names a partner does not reveal its holder. */
static void check_word(const struct arena *arena, seat_t seat, struct slice word, bool in_play)
{
    struct action action;

    if (action_parse(word.data, word.size, &action))
        fuzz_broken("seat %d is told of something that is no action", seat);
    action_settle(&action, in_play ? PHASE_PLAY : PHASE_AUCTION);
    for (int i = 0; i < action.count && action.kind != ACTION_PARTNER; i++)
        check_known(arena, seat, action.cards[i], "an action");
}

/* Of another seat's swap the card alone that lay exposed: "swap:IN". */
static bool check_hidden_swap(const struct arena *arena, seat_t seat, struct slice word)
{
    static const char swap[] = "swap:";
    const size_t size = sizeof swap - 1;
    card_t card;

    if (word.size <= size || memcmp(word.data, swap, size) != 0)
        return false;
    if (card_parse(word.data + size, word.size - size, &card))
        fuzz_broken("seat %d is told of more than the card that another seat took", seat);
    check_known(arena, seat, card, "a swap");
    return true;
}

static bool says(const struct message *message, int field, const char *text)
{
    struct slice string = message_string(message, field);
    return string.size == strlen(text) && memcmp(string.data, text, string.size) == 0;
}

static void check_message(struct arena *arena, seat_t seat, const struct message *message)
{
    const struct value *items;
    bool has_word = false;

    if (message->kind == MESSAGE_DEAL) {
        check_list(arena, seat, message, DEAL_CARDS);
    } else if (message->kind == MESSAGE_CARDS) {
        check_list(arena, seat, message, CARDS_CARDS);
    } else if (message->kind == MESSAGE_NEWS) {
        check_list(arena, seat, message, NEWS_CARDS);
        /* A word whose cards the seat may not see comes without them. */
        has_word = message_has(message, NEWS_A) && !message_has(message, NEWS_COUNT);
        bool own = message_has(message, NEWS_SEAT) && message_int(message, NEWS_SEAT) == seat;
        if (has_word && (own || !check_hidden_swap(arena, seat, message_string(message, NEWS_A))))
            check_word(arena, seat, message_string(message, NEWS_A),
                       says(message, NEWS_PHASE, "play"));
    } else if (message->kind == MESSAGE_TURN) {
        check_list(arena, seat, message, TURN_FROM);
        check_list(arena, seat, message, TURN_OUT);
        int count =
            message_has(message, TURN_LEGAL) ? message_list(message, TURN_LEGAL, &items) : 0;
        for (int i = 0; i < count; i++)
            check_word(arena, seat, items[i].string, says(message, TURN_PHASE, "play"));
        if (count == 0 && !message_has(message, TURN_FROM))
            fuzz_broken("seat %d is asked and may do nothing", seat);
    }
}

static void check_encoding(const struct message *message, enum encoding encoding)
{
    static struct message again;
    static char bytes[FRAME_BYTES_MAX];
    enum encoding found = ENCODING_UNKNOWN;
    size_t bad;
    int size = scribe_message(message, encoding, bytes, sizeof bytes);

    if (size <= 0)
        fuzz_broken("%s does not fit its frame",
                    message_schema((enum message_kind)message->kind)->name);
    if (stream_next(&found, FROM_SERVER, bytes, (size_t)size, &again, &bad) != size ||
        again.kind != message->kind || again.present != message->present ||
        again.item_count != message->item_count)
        fuzz_broken("%s comes back as something else",
                    message_schema((enum message_kind)message->kind)->name);
}

/* ------------------------------------------------------------------------------- the owner */

static void vanish(struct arena *arena, seat_t seat, enum fault fault)
{
    struct table_input input = {.kind = TABLE_GONE, .seat = seat, .fault = fault};
    arena->bots[seat].here = arena->bots[seat].sent_due = false;
    feed(arena, &input);
}

static void send(struct arena *arena, seat_t seat)
{
    struct table_input input = {.kind = TABLE_SENT, .seat = seat};
    arena->bots[seat].sent_due = false;
    feed(arena, &input);
}

static void drain(struct arena *arena, seat_t seat)
{
    static struct message message;
    struct bot *bot = &arena->bots[seat];
    bool turn = false;

    while (bot->here && table_message(&arena->table, seat, 1, arena->now, &message)) {
        if (turn && message.kind != MESSAGE_OVER)
            fuzz_broken("something follows the request");
        check_message(arena, seat, &message);
        check_encoding(&message, seat % 2 ? ENCODING_TEXT : ENCODING_MSGPACK);
        turn = message.kind == MESSAGE_TURN;
        bot->overs += message.kind == MESSAGE_OVER;
        if (turn) {
            if (table_game(&arena->table)->turn != seat ||
                table_state(&arena->table) != TABLE_STATE_TURN)
                fuzz_broken("seat %d is asked out of turn", seat);
            if (message_int(&message, TURN_N) < bot->number)
                fuzz_broken("the number of a request went down");
            bot->number = message_int(&message, TURN_N);
        }
        if (bot->fragile) {
            bot->fragile = false;
            vanish(arena, seat, FAULT_GONE);
            return;
        }
    }
    bot->sent_due = bot->sent_due || turn;
    if (bot->sent_due && !arena->slow)
        send(arena, seat);
}

static void deal(struct arena *arena)
{
    const struct game *game = table_game(&arena->table);
    struct table_input input = {.kind = TABLE_DEAL};
    card_t deck[CARDS_MAX];
    int count = deck_cards(rules_of(arena), deck);
    uint32_t seed = fuzz_byte(arena->bytes) + 256 * arena->shuffles++;

    for (int i = count - 1; i > 0; i--) {
        seed = seed * 1664525 + 1013904223;
        int other = (int)((seed >> 8) % (uint32_t)(i + 1));
        card_t card = deck[i];
        deck[i] = deck[other];
        deck[other] = card;
    }
    if (!game_same_pack(game, rules_of(arena), &input.deal))
        deck_deal(&input.deal, rules_of(arena), deck, game->dealer);
    record_deal(arena->record, game->dealer, game->deal_number, game->attempt, &input.deal, deck);
    feed(arena, &input);
}

static void tell(struct arena *arena)
{
    static const uint8_t seed[FAIR_BYTES];
    static const int64_t ratings[SEATS_MAX];
    struct table_input input = {.kind = TABLE_TOLD, .seed = seed, .ratings_milli = ratings};
    arena->told = true;
    feed(arena, &input);
}

static void carry_out(struct arena *arena, const struct effect *effect)
{
    const struct game *game = table_game(&arena->table);
    struct table_input input = {.kind = TABLE_MIX};

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        drain(arena, effect->seat);
        break;
    case EFFECT_MIX:
        input.first_dealer = (seat_t)fuzz_below(arena->bytes, rules_of(arena)->players);
        feed(arena, &input);
        break;
    case EFFECT_DEAL:
        deal(arena);
        break;
    case EFFECT_STEP:
        record_step(arena->record, effect->seat, effect->phase, &effect->action,
                    effect->fault ? fault_name(effect->fault) : NULL,
                    effect->think_usec / USEC_PER_MSEC);
        if (effect->think_usec < 0)
            fuzz_broken("a decision took less than no time");
        break;
    case EFFECT_FAULT:
        record_fault(arena->record, effect->seat, fault_name(effect->fault));
        break;
    case EFFECT_HAND:
        record_hand(arena->record, &game->last);
        break;
    case EFFECT_OVER:
        record_result(arena->record, (enum reason)game->reason, game->winners, game->scores);
        if (!arena->patient)
            tell(arena);
        break;
    case EFFECT_CLOSED:
        arena->closed = true;
        break;
    case EFFECT_DEALT:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed(struct arena *arena, struct table_input *input)
{
    struct table_effects effects;

    if (arena->closed)
        return;
    table_step(&arena->table, input, arena->now, &effects);
    if (effects.count < 0 || effects.count > TABLE_EFFECTS_MAX)
        fuzz_broken("%d effects", effects.count);
    arena->deadline = effects.deadline; /* what the effects feed in turn comes later */
    learn(arena, &effects);
    check_cards(arena);
    for (int i = 0; i < effects.count; i++)
        carry_out(arena, &effects.items[i]);
}

/* ------------------------------------------------------------------- what the bytes decide */

static void answer(struct arena *arena, seat_t seat, int64_t number, const char *word, size_t size)
{
    struct table_input input = {.kind = TABLE_ACT, .seat = seat, .number = number};
    input.text = (struct slice){word, size};
    if (seat < rules_of(arena)->players && arena->bots[seat].here)
        feed(arena, &input);
}

/* `count` cards of a set. */
static void choose_cards(struct arena *arena, cardset_t from, int count, struct action *action)
{
    cardset_t chosen = 0;
    for (int i = 0; i < count && from; i++) {
        cardset_t at = from;
        for (uint32_t skip = fuzz_below(arena->bytes, (uint32_t)cardset_count(from)); skip; skip--)
            at &= at - 1;
        chosen |= CARDSET(cardset_first(at));
        from &= ~chosen;
    }
    while (chosen)
        action->cards[action->count++] = cardset_pop(&chosen);
}

/* A legal action of the seat on turn; of claims, any. */
static void choose(struct arena *arena, struct action *action)
{
    const struct game *game = table_game(&arena->table);
    struct action list[LEGAL_LIST_MAX];
    struct legal legal;

    game_legal(game, rules_of(arena), &legal);
    int count = legal_list(&legal, rules_of(arena), list);
    memset(action, 0, sizeof *action);
    action->joker[0] = action->joker[1] = SUIT_NONE;
    if (legal.choose) {
        action->kind = game->phase == PHASE_GIVE ? ACTION_GIVE : ACTION_DISCARD;
        choose_cards(arena, legal.cards, legal.choose, action);
    } else if (game->phase == PHASE_SWAP && fuzz_below(arena->bytes, 4) > 0) {
        action->kind = ACTION_SWAP;
        choose_cards(arena, legal.cards, 1, action);
        choose_cards(arena, legal.swap_out, 1, action);
    } else if (count > 0) {
        *action = list[fuzz_below(arena->bytes, (uint32_t)count)];
        if (action->kind == ACTION_CLAIM)
            choose_cards(arena, game->hands[game->hand_due], HAND_CARDS, action);
    } else {
        default_action(game, rules_of(arena), action);
    }
}

static void act(struct arena *arena)
{
    char text[ACTION_TEXT_MAX];
    struct action action;
    seat_t seat = table_game(&arena->table)->turn;

    if (table_state(&arena->table) != TABLE_STATE_TURN || !arena->bots[seat].here)
        return;
    choose(arena, &action);
    size_t size = action_format(&action, text);
    answer(arena, seat, arena->bots[seat].number, text, size);
}

static void act_badly(struct arena *arena)
{
    char text[32];
    seat_t seat = (seat_t)fuzz_below(arena->bytes, rules_of(arena)->players);
    size_t size = fuzz_below(arena->bytes, sizeof text);
    int64_t number = arena->bots[seat].number + (int8_t)fuzz_byte(arena->bytes) / 64;

    for (size_t i = 0; i < size; i++)
        text[i] = (char)fuzz_byte(arena->bytes);
    answer(arena, seat, number, text, size);
}

static void pass_time(struct arena *arena)
{
    static const usec_t steps[] = {0, 1, 999, 50000, 1000000, 3600000000};
    struct table_input input = {.kind = TABLE_TICK};
    uint32_t which = fuzz_below(arena->bytes, 8);

    if (which < 6)
        arena->now += steps[which];
    else if (arena->deadline != USEC_NEVER && arena->deadline > arena->now)
        arena->now = arena->deadline;
    feed(arena, &input);
}

static void connection(struct arena *arena, seat_t seat)
{
    static const enum fault faults[] = {FAULT_GONE, FAULT_EXIT, FAULT_FLOOD, FAULT_GARBAGE};
    struct bot *bot = &arena->bots[seat];
    struct table_input input = {.kind = TABLE_BACK, .seat = seat};

    if (bot->here) {
        vanish(arena, seat, faults[fuzz_below(arena->bytes, 4)]);
        return;
    }
    if (arena->closed)
        return;
    bot->here = true;
    feed(arena, &input);
    if (table_state(&arena->table) == TABLE_STATE_TURN && bot->here &&
        table_game(&arena->table)->turn == seat && bot->number != table_number(&arena->table))
        fuzz_broken("seat %d came back and was not asked again", seat);
}

static void give_nonce(struct arena *arena, seat_t seat)
{
    struct table_input input = {.kind = TABLE_NONCE, .seat = seat};
    input.nonce.size = (uint8_t)fuzz_below(arena->bytes, FAIR_NONCE_MAX + 1);
    if (arena->bots[seat].here)
        feed(arena, &input);
}

static void step(struct arena *arena)
{
    seat_t seat = (seat_t)fuzz_below(arena->bytes, rules_of(arena)->players);
    struct table_input input = {.kind = TABLE_GARBAGE, .seat = seat, .error = WIRE_ERROR_SYNTAX};

    switch (fuzz_below(arena->bytes, 20)) {
    default:
        act(arena);
        break;
    case 12:
        act_badly(arena);
        break;
    case 13:
        input.fault = fuzz_below(arena->bytes, 2) ? FAULT_GARBAGE : FAULT_FLOOD;
        if (arena->bots[seat].here)
            feed(arena, &input);
        break;
    case 14:
        connection(arena, seat);
        break;
    case 15:
        pass_time(arena);
        break;
    case 16:
        if (arena->bots[seat].sent_due)
            send(arena, seat);
        break;
    case 17:
        give_nonce(arena, seat);
        break;
    case 18:
        arena->bots[seat].fragile = true;
        break;
    case 19:
        if (table_state(&arena->table) == TABLE_STATE_OVER)
            tell(arena);
        break;
    }
}

/* --------------------------------------------------------------------------------- a game */

/* Options that lead to phases and events of their own; one that does not fit a preset is left out.
 */
static const char *const options[] = {
    "max_hands=2",
    "claims=yes",
    "joker_nt=free",
    "misere_hands=both",
    "partner_call=hidden",
    "all_pass=no-trump",
    "raise=reopen",
    "slam_call=yes",
    "breach=yes",
    "kitty_up=1",
    "misdeal=no-face",
    "auction=once",
    "must_bid=yes",
    "calls=misere open-misere double-misere shields patastrophe blind-misere",
    "open.misere=start",
    "dead_hands=1",
};

static void set_options(struct arena *arena, struct ruleset *rules)
{
    uint32_t chosen = fuzz_byte(arena->bytes) | (uint32_t)fuzz_byte(arena->bytes) << 8;

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        struct ruleset tried = *rules;
        struct ruleset_error error;
        size_t name = strcspn(options[i], "=");
        if (chosen >> i & 1 &&
            ruleset_set(&tried, options[i], name, options[i] + name + 1,
                        strlen(options[i] + name + 1), &error) == 0 &&
            ruleset_finish(&tried, &error) == 0)
            *rules = tried;
    }
}

static void make_config(struct arena *arena, struct table_config *config)
{
    struct fuzz_bytes *bytes = arena->bytes;
    static struct ruleset rules;
    const char *preset = preset_name((int)fuzz_below(bytes, (uint32_t)preset_count()));
    struct ruleset_error error;
    uint8_t clocks = fuzz_byte(bytes), flags = fuzz_byte(bytes), present = fuzz_byte(bytes);

    memset(config, 0, sizeof *config);
    if (ruleset_preset(&rules, preset, strlen(preset), &error))
        fuzz_broken("%s", error.text);
    set_options(arena, &rules);
    config->rules = &rules;
    memcpy(config->game_id, "fuzz", 5);
    memcpy(config->set_id, "fuzz", 5);
    config->time = (struct time_control){.auction = clocks & 1 ? 100000 : 0,
                                         .exchange = clocks & 2 ? 100000 : 0,
                                         .play = clocks & 4 ? 100000 : 0,
                                         .bank = clocks & 8 ? 500000 : 0,
                                         .increment = clocks & 16 ? 1000 : 0,
                                         .startup = clocks & 32 ? 1000000 : 0,
                                         .lag = clocks & 64 ? 1000 : 0};
    config->policy = (struct fault_policy){.kind = (enum fault_policy_kind)(flags % 3),
                                           .strikes = 1 + flags / 64};
    config->nonce_usec = 50000;
    config->event_hold_usec = 1000000;
    arena->slow = flags & 8;
    arena->patient = flags & 16;
    for (int seat = 0; seat < config->rules->players; seat++) {
        uint8_t seat_flags = fuzz_byte(bytes);
        memcpy(config->seats[seat].name, "bot", 4);
        config->seats[seat].here = !(present >> seat & 1);
        config->seats[seat].eager = seat_flags & 1;
        config->seats[seat].nonce = seat_flags & 2;
        arena->bots[seat].here = config->seats[seat].here;
    }
}

static void report(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "%s\n", text);
}

static void check_end(struct arena *arena)
{
    struct replay replay = {.strict = true, .report = report};
    struct table_input input = {.kind = TABLE_VOID};

    if (table_state(&arena->table) < TABLE_STATE_OVER)
        feed(arena, &input);
    if (!arena->told)
        tell(arena);
    if (!arena->closed || table_state(&arena->table) != TABLE_STATE_CLOSED)
        fuzz_broken("the game does not end");
    for (int seat = 0; seat < rules_of(arena)->players; seat++) {
        if (arena->bots[seat].here && arena->bots[seat].overs != 1)
            fuzz_broken("seat %d is told the end %d times", seat, arena->bots[seat].overs);
    }
    char *line = record_line(arena->record);
    if (!line || replay_run(line, strlen(line), &replay) != 0)
        fuzz_broken("the record does not replay: %s", line ? line : "-");
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    static struct arena arena;
    static struct table_config config;
    struct table_input input = {.kind = TABLE_START};
    struct fuzz_bytes bytes = {data, size};

    memset(&arena, 0, sizeof arena);
    arena.bytes = &bytes;
    arena.now = 1000000;
    make_config(&arena, &config);
    arena.record = record_create(config.rules, config.game_id, names);
    table_init(&arena.table, &config);
    feed(&arena, &input);
    for (int steps = 0; steps < STEPS_MAX && bytes.left > 0 && !arena.closed; steps++)
        step(&arena);
    check_end(&arena);
    record_destroy(arena.record);
    return 0;
}
