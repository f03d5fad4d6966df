/* Two games that differ only in what a seat may not know give that seat the same bytes. Random play
 * under random rulesets is written down as a script; then the cards that the seat has not seen up
 * to some step are exchanged among the places where it cannot see them, and both games are played
 * at two tables, in lockstep on a fake clock. What a seat has seen is kept by the rules alone, not
 * by views or events. SEED and GAMES in the environment, or as arguments in this order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/table_private.h"
#include "random_game.h"

enum { SCRIPT_HANDS = 3, SCRIPT_STEPS = 300 };

/* What a seat does at its turn; everything else is made from that. */
struct step {
    struct action action;
    uint8_t phase;
    uint8_t forced; /* the referee plays it: the card after a void claim */
    uint8_t late;   /* the default action stands in for it */
    uint8_t back;   /* the seat that watches loses its connection before it, and comes back */
    uint16_t think_msec;
};

struct hand {
    struct deal deal;
    cardset_t unknown; /* cards that the seat did not see in this hand, as far as it is played */
    int step_count;
    struct step steps[SCRIPT_STEPS];
};

struct script {
    struct ruleset rules;
    seat_t seat; /* who must not learn; or SEAT_PUBLIC */
    seat_t dealer;
    int hand_count;
    struct hand hands[SCRIPT_HANDS];
};

/* A bijection of the cards. */
struct exchange {
    card_t to[CARDS_MAX];
};

/* ------------------------------------------------------------------- what a seat has seen */

static cardset_t set_of(const card_t *cards, int count)
{
    cardset_t set = 0;
    for (int i = 0; i < count; i++)
        set |= CARDSET(cards[i]);
    return set;
}

static bool seat_is(const struct script *script, seat_t seat)
{
    return script->seat == seat;
}

/* What lies open, or in the seat's own hand, at this moment; also when the hand has just ended, as
 * its last trick may have turned a card up. */
static cardset_t seen_now(const struct script *script, const struct game *game)
{
    cardset_t seen = game->exposed | game->kitty_seen;

    for (unsigned hand = 0; hand < HANDS_MAX; hand++) {
        if (game->shown >> hand & 1 || (script->rules.two_handed == TWO_HANDED_TABLE && hand >= 2))
            seen |= game->hands[hand];
    }
    if (script->seat != SEAT_PUBLIC && game->phase != PHASE_BLIND)
        seen |= game->hands[script->seat];
    if (game->phase == PHASE_DRAW && seat_is(script, game->turn))
        seen |= CARDSET(game->stock[game->stock_used]);
    return seen;
}

/* The partner is known: by a partner call that is announced, or because it is over. */
static bool partner_is_out(const struct script *script, const struct game *game)
{
    return script->rules.players == 5 && game->contract.partner_card != CARD_NONE &&
           (script->rules.partner_call == PARTNER_CALL_ANNOUNCED || game->phase == PHASE_DEAL ||
            game->phase == PHASE_OVER);
}

/* What an action shows, with the game before and after it. */
static cardset_t seen_by_action(const struct script *script, const struct game *before,
                                const struct game *after, const struct action *action)
{
    cardset_t cards = set_of(action->cards, action->count), seen = seen_now(script, after);
    bool own = seat_is(script, before->turn);

    if (before->phase == PHASE_DRAW && own)
        seen |= CARDSET(before->stock[before->stock_used]) |
                CARDSET(before->stock[before->stock_used + 1]);
    if (own || (before->phase != PHASE_GIVE && before->phase != PHASE_DISCARD &&
                action->kind != ACTION_PARTNER))
        seen |= cards;
    if (partner_is_out(script, after))
        seen |= CARDSET(after->contract.partner_card);
    return seen;
}

/* ------------------------------------------------------------------------- writing a script */

static void write_step(struct script *script, const struct game *game, struct step *step)
{
    memset(step, 0, sizeof *step);
    step->phase = game->phase;
    step->forced = game->must_play;
    step->think_msec = (uint16_t)below(1500);
    step->back = script->seat != SEAT_PUBLIC && below(12) == 0;
    random_action(game, &script->rules, &step->action);
    step->late = seat_is(script, game->turn) && !step->forced && below(16) == 0;
    if (step->late)
        default_action(game, &script->rules, &step->action);
}

static void write_hand(struct script *script, struct game *game, struct hand *hand, bool last)
{
    const struct ruleset *rules = &script->rules;
    int stop = last ? (int)below(60) : SCRIPT_STEPS;
    /* Half of those that stop do so between the deal and the play: those phases are rare and short.
     */
    bool stop_early = last && below(2);

    random_next_deal(game, rules, &hand->deal, NULL);
    if (game_deal(game, rules, &hand->deal, NULL))
        broken("a deal from the deck is refused");
    cardset_t seen = seen_now(script, game);
    hand->step_count = 0;
    while (game->phase != PHASE_DEAL && game->phase != PHASE_OVER && hand->step_count < stop) {
        if (stop_early && game->phase != PHASE_PLAY && game->phase != PHASE_AUCTION && !below(3))
            break;
        struct step *step = &hand->steps[hand->step_count++];
        struct game before = *game;
        write_step(script, game, step);
        if (game_apply(game, rules, &step->action, NULL))
            broken("a legal action is refused");
        game_check(game, rules);
        seen |= seen_by_action(script, &before, game, &step->action);
    }
    hand->unknown = rules->cards & ~seen;
}

static void write_script(struct script *script)
{
    struct game game;

    random_ruleset(&script->rules);
    uint32_t who = below((uint32_t)script->rules.players + 1u);
    script->seat = who < script->rules.players ? (seat_t)who : (seat_t)SEAT_PUBLIC;
    script->dealer = (seat_t)below(script->rules.players);
    game_init(&game, &script->rules, script->dealer);
    script->hand_count = 0;
    while (script->hand_count < SCRIPT_HANDS) {
        struct hand *hand = &script->hands[script->hand_count++];
        bool last = below(2);
        write_hand(script, &game, hand, last);
        if (last || game.phase != PHASE_DEAL)
            break;
    }
}

/* --------------------------------------------------------------- the same with other cards */

static void exchange_two(struct exchange *exchange, const card_t *cards, int count)
{
    card_t *a = &exchange->to[cards[below((uint32_t)count)]];
    card_t *b = &exchange->to[cards[below((uint32_t)count)]];
    card_t card = *a;
    *a = *b;
    *b = card;
}

/* The `attempt`s get smaller: all unknown cards, those of each suit, a few, two. */
static void make_exchange(struct exchange *exchange, cardset_t unknown, int attempt)
{
    card_t groups[SUITS][CARDS_MAX];
    int counts[SUITS] = {0};

    for (int card = 0; card < CARDS_MAX; card++)
        exchange->to[card] = (card_t)card;
    while (unknown) {
        card_t card = cardset_pop(&unknown);
        int group = attempt % 2 && !card_is_joker(card) ? (int)card_suit(card) : 0;
        groups[group][counts[group]++] = card;
    }
    for (int group = 0; group < SUITS; group++) {
        int times = attempt < 2 ? 200 : 12 / attempt;
        for (int i = 0; counts[group] > 1 && i < times; i++)
            exchange_two(exchange, groups[group], counts[group]);
    }
}

static void exchange_cards(const struct exchange *exchange, card_t *cards, int count)
{
    for (int i = 0; i < count; i++)
        cards[i] = exchange->to[cards[i]];
}

static void sort_cards(struct action *action)
{
    cardset_t cards = set_of(action->cards, action->count);
    for (int i = 0; cards; i++)
        action->cards[i] = cardset_pop(&cards);
}

static void exchange_hand(const struct exchange *exchange, struct hand *hand)
{
    struct deal *deal = &hand->deal;

    for (int i = 0; i < deal->hand_count; i++)
        exchange_cards(exchange, deal->hands[i], deal->hand_cards);
    exchange_cards(exchange, deal->kitty, deal->kitty_count);
    exchange_cards(exchange, deal->exposed, deal->exposed_count);
    exchange_cards(exchange, deal->stock, deal->stock_count);
    for (int i = 0; i < hand->step_count; i++) {
        struct action *action = &hand->steps[i].action;
        if (action->kind == ACTION_PARTNER)
            continue; /* said aloud: the same word, whoever holds it */
        exchange_cards(exchange, action->cards, action->count);
        if (action->kind == ACTION_GIVE || action->kind == ACTION_DISCARD)
            sort_cards(action);
    }
}

/* The public effects of a step that depend on hidden cards: the next seat, whether a claim
 * stands, that a deal is void. If the rules make two games differ in these they are no pair. */
static bool same_course(const struct game *a, const struct game *b)
{
    return a->phase == b->phase && a->turn == b->turn && a->hand_due == b->hand_due &&
           a->claims_void == b->claims_void && a->deal_number == b->deal_number &&
           a->attempt == b->attempt && a->last.outcome == b->last.outcome;
}

/* The other script: the cards of hand `index` exchanged. False where its steps are not legal. */
static bool plays_out(const struct script *script, const struct script *other)
{
    const struct ruleset *rules = &script->rules;
    struct game a, b;

    game_init(&a, rules, script->dealer);
    game_init(&b, rules, script->dealer);
    for (int h = 0; h < script->hand_count; h++) {
        const struct hand *left = &script->hands[h], *right = &other->hands[h];
        if (game_deal(&a, rules, &left->deal, NULL) || game_deal(&b, rules, &right->deal, NULL) ||
            !same_course(&a, &b))
            return false;
        for (int i = 0; i < left->step_count; i++) {
            struct action standard;
            if (right->steps[i].late) {
                default_action(&b, rules, &standard);
                if (memcmp(&standard, &right->steps[i].action, sizeof standard) != 0)
                    broken("a seat's default action depends on cards that it may not know");
            }
            if (game_apply(&a, rules, &left->steps[i].action, NULL))
                broken("the script does not play");
            if (game_apply(&b, rules, &right->steps[i].action, NULL) || !same_course(&a, &b))
                return false;
        }
    }
    return true;
}

/* Exchanges cards hand by hand. Returns how many cards lie elsewhere in *other. */
static int write_other(const struct script *script, struct script *other)
{
    enum { ATTEMPTS = 12 };
    int moved = 0;

    *other = *script;
    for (int h = 0; h < script->hand_count; h++) {
        struct hand before = other->hands[h];
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            struct exchange exchange;
            int now_moved = 0;
            make_exchange(&exchange, before.unknown, attempt);
            exchange_hand(&exchange, &other->hands[h]);
            for (int card = 0; card < CARDS_MAX; card++)
                now_moved += exchange.to[card] != card;
            if (now_moved && plays_out(script, other)) {
                moved += now_moved;
                break;
            }
            other->hands[h] = before;
        }
    }
    return moved;
}

/* ------------------------------------------------------------------------------- two tables */

enum { SIDES_OF_PAIR = 2, BYTES_MAX = 400000 };

struct pair {
    struct table tables[SIDES_OF_PAIR];
    usec_t deadline;
    const struct script *scripts[SIDES_OF_PAIR];
    int hand;
    size_t sizes[SIDES_OF_PAIR];
    char bytes[SIDES_OF_PAIR][BYTES_MAX];
    long messages;
    bool over;
};

static struct pair pair;
static usec_t now;
static long compared_messages, compared_views;

static void feed(int side, struct table_input *input);

/* Reads everything for a seat; the bytes of the observing seat are kept. */
static void drain(int side, seat_t seat)
{
    static struct message message;
    static char bytes[FRAME_BYTES_MAX];
    bool turn = false;

    while (table_message(&pair.tables[side], seat, 1, now, &message)) {
        turn = message.kind == MESSAGE_TURN;
        for (int encoding = ENCODING_MSGPACK; encoding <= ENCODING_TEXT; encoding++) {
            int size = scribe_message(&message, (enum encoding)encoding, bytes, sizeof bytes);
            if (size <= 0 || pair.sizes[side] + (size_t)size > BYTES_MAX)
                broken("a message does not fit");
            if (!seat_is(pair.scripts[side], seat))
                continue;
            memcpy(pair.bytes[side] + pair.sizes[side], bytes, (size_t)size);
            pair.sizes[side] += (size_t)size;
            pair.messages++;
        }
    }
    if (turn) {
        struct table_input input = {.kind = TABLE_SENT, .seat = seat};
        feed(side, &input);
    }
}

static void carry_out(int side, const struct effect *effect)
{
    struct table_input input = {.kind = TABLE_MIX};

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        drain(side, effect->seat);
        break;
    case EFFECT_MIX:
        input.first_dealer = pair.scripts[side]->dealer;
        feed(side, &input);
        break;
    case EFFECT_OVER:
        input.kind = TABLE_TOLD;
        feed(side, &input);
        break;
    case EFFECT_CLOSED:
        pair.over = true;
        break;
    case EFFECT_DEAL: /* fed by the script */
    case EFFECT_DEALT:
    case EFFECT_STEP:
    case EFFECT_FAULT:
    case EFFECT_HAND:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed(int side, struct table_input *input)
{
    struct table_effects effects;
    table_step(&pair.tables[side], input, now, &effects);
    table_check(&pair.tables[side]);
    pair.deadline = effects.deadline; /* what the effects feed in turn comes later */
    for (int i = 0; i < effects.count; i++)
        carry_out(side, &effects.items[i]);
}

static void compare(void)
{
    const struct script *script = pair.scripts[0];
    struct view a, b;

    view_make(&a, table_game(&pair.tables[0]), &script->rules, script->seat);
    view_make(&b, table_game(&pair.tables[1]), &script->rules, script->seat);
    if (memcmp(&a, &b, sizeof a) != 0) {
        size_t at = 0;
        while (((const char *)&a)[at] == ((const char *)&b)[at])
            at++;
        broken("the views of seat %d differ in phase %s, at byte %zu of struct view", script->seat,
               game_phase_name((enum phase)a.phase), at);
    }
    compared_views++;
    if (pair.sizes[0] != pair.sizes[1] ||
        memcmp(pair.bytes[0], pair.bytes[1], pair.sizes[0]) != 0) {
        size_t at = 0;
        while (at < pair.sizes[0] && at < pair.sizes[1] && pair.bytes[0][at] == pair.bytes[1][at])
            at++;
        size_t from = at > 100 ? at - 100 : 0;
        broken("the messages for seat %d differ at byte %zu:\n  %.200s\n  %.200s", script->seat, at,
               pair.bytes[0] + from, pair.bytes[1] + from);
    }
    compared_messages += pair.messages;
    pair.sizes[0] = pair.sizes[1] = 0;
    pair.messages = 0;
}

static void both(enum table_input_kind kind, seat_t seat, enum fault fault)
{
    for (int side = 0; side < SIDES_OF_PAIR; side++) {
        struct table_input input = {.kind = kind, .seat = seat, .fault = fault};
        feed(side, &input);
    }
    compare();
}

static void play_step(int index)
{
    const struct step *step = &pair.scripts[0]->hands[pair.hand].steps[index];
    seat_t seat = table_game(&pair.tables[0])->turn;

    if (step->forced)
        return; /* done, with the claim */
    if (step->back) {
        both(TABLE_GONE, pair.scripts[0]->seat, FAULT_GONE);
        both(TABLE_BACK, pair.scripts[0]->seat, FAULT_NONE);
    }
    if (step->late) {
        now += 3600 * (usec_t)1000000; /* longer than any decision may take */
        both(TABLE_TICK, seat, FAULT_NONE);
        return;
    }
    now += step->think_msec * USEC_PER_MSEC;
    both(TABLE_TICK, seat, FAULT_NONE); /* what was kept back long enough */
    for (int side = 0; side < SIDES_OF_PAIR; side++) {
        struct table_input input = {.kind = TABLE_ACT, .seat = seat};
        char word[ACTION_TEXT_MAX];
        size_t size =
            action_format(&pair.scripts[side]->hands[pair.hand].steps[index].action, word);
        input.text = (struct slice){word, size};
        input.number = table_number(&pair.tables[side]);
        feed(side, &input);
    }
    compare();
}

static void make_config(struct table_config *config, const struct script *script)
{
    memset(config, 0, sizeof *config);
    config->rules = &script->rules;
    snprintf(config->game_id, sizeof config->game_id, "pair");
    snprintf(config->set_id, sizeof config->set_id, "pair");
    config->time = (struct time_control){.auction = 2000000,
                                         .exchange = 2000000,
                                         .play = 2000000,
                                         .bank = below(2) ? 5000000 : 0,
                                         .startup = 1000000,
                                         .lag = 1000};
    config->policy = (struct fault_policy){.kind = FAULT_POLICY_LENIENT};
    config->event_hold_usec = 1000000;
    for (int seat = 0; seat < script->rules.players; seat++) {
        snprintf(config->seats[seat].name, sizeof config->seats[seat].name, "bot%d", seat);
        config->seats[seat].here = true;
        config->seats[seat].eager = below(4) == 0;
    }
}

static void play_pair(const struct script *script, const struct script *other)
{
    struct table_config config;

    now = 1000000;
    pair.scripts[0] = script;
    pair.scripts[1] = other;
    pair.over = false;
    make_config(&config, script);
    for (int side = 0; side < SIDES_OF_PAIR; side++)
        table_init(&pair.tables[side], &config);
    both(TABLE_START, 0, FAULT_NONE);
    for (pair.hand = 0; pair.hand < script->hand_count; pair.hand++) {
        for (int side = 0; side < SIDES_OF_PAIR; side++) {
            struct table_input input = {.kind = TABLE_DEAL};
            input.deal = pair.scripts[side]->hands[pair.hand].deal;
            feed(side, &input);
        }
        compare();
        for (int i = 0; i < script->hands[pair.hand].step_count; i++)
            play_step(i);
    }
    if (!pair.over && script->seat != SEAT_PUBLIC) {
        both(TABLE_GONE, script->seat, FAULT_GONE);
        both(TABLE_BACK, script->seat, FAULT_NONE); /* all that it may know, once more */
    }
}

/* --------------------------------------------------------------------------------------- main */

static int argument_count;
static char **arguments;

static uint64_t argument(int index, uint64_t standard)
{
    return argument_count > index ? strtoull(arguments[index], NULL, 10) : standard;
}

static void a_seat_cannot_see_a_difference_in_hidden_cards(void **context)
{
    static struct script script, other;
    uint64_t first = argument(1, random_env("SEED", 1)), count = argument(2, random_games(12000));
    uint64_t pairs = 0;
    long moved = 0, in_phase[PHASE_COUNT] = {0};

    (void)context;
    random_program = "sim_test_views";
    for (uint64_t i = 0; i < count; i++) {
        seed_game(first + i);
        write_script(&script);
        int cards = write_other(&script, &other);
        if (cards == 0)
            continue;
        play_pair(&script, &other);
        in_phase[table_game(&pair.tables[0])->phase]++;
        pairs++;
        moved += cards;
    }
    printf("%llu games, %llu pairs, %ld cards elsewhere, %ld messages, %ld views\n",
           (unsigned long long)count, (unsigned long long)pairs, moved, compared_messages,
           compared_views);
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        printf("%s %ld ", game_phase_name((enum phase)phase), in_phase[phase]);
    printf("\n");
    /* Most scripts must find a partner, and pairs must end in every phase: else little was
     * compared. */
    assert_true(count < 100 || pairs > count / 2);
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        assert_true(count < 12000 || in_phase[phase] > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_cannot_see_a_difference_in_hidden_cards)};
    argument_count = argc;
    arguments = argv;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
