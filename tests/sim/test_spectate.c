/* The states that spectators get, over random games of random rulesets: no card that was not
 * public by then, no faults and times, and states that agree with the game. SEED and GAMES in
 * the environment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "arena/arena.h"
#include "live/live.h"
#include "random_game.h"
#include "arena/arena_private.h"
#include "arena/spectate.h"

static usec_t now;

struct arena_of_one {
    struct arena_table *at;
    struct live *live;
    cardset_t public; /* cards that all saw in this hand */
    long states, cards, hands;
    int64_t last;
    bool lapsed; /* no spectator for a while: a state was missed */
    bool over, all_due;
};

static void feed(struct arena_of_one *arena, struct table_input *input);

static const struct ruleset *rules_of(const struct arena_of_one *arena)
{
    return table_config(arena->at->table)->rules;
}

static void see(struct arena_of_one *arena)
{
    struct view view;
    const struct game *game = table_game(arena->at->table);
    view_make(&view, game, rules_of(arena), SEAT_PUBLIC);
    for (int hand = 0; hand < HANDS_MAX; hand++) {
        arena->public |= view.hands[hand];
        if (view.table[hand] != CARD_NONE)
            arena->public |= CARDSET(view.table[hand]);
    }
    arena->public |= view.kitty | view.exposed | view.played;
}

/* Every word that is a card of this deck must be public. */
static void check_cards(struct arena_of_one *arena, const char *text, const char *between,
                        const char *where)
{
    for (const char *at = text; *at;) {
        size_t size = strcspn(at, between), plain = strcspn(at, "=");
        card_t card;
        if (card_parse(at, plain < size ? plain : size, &card) == 0) {
            arena->cards++;
            if (!(arena->public & CARDSET(card)))
                broken("%s: %.*s was never public", where, (int)size, at);
        }
        at += size + (at[size] != 0);
    }
}

static const char *text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static void check_news(struct arena_of_one *arena, const json_t *news)
{
    static const char *const known[] = {"deal", "up",    "action", "contract", "kitty", "partner",
                                        "show", "trick", "claim",  "hand",     "over"};
    const char *kind = text(news, "k"), *phase = text(news, "phase");
    bool found = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        found = found || strcmp(kind, known[i]) == 0;
    if (!found)
        broken("news of the kind '%s'", kind);
    check_cards(arena, text(news, "cards"), " ", kind);
    /* Calls look like cards, and a partner call names a card of another hand. */
    if (strcmp(phase, "auction") != 0 && strcmp(phase, "blind") != 0 &&
        strcmp(phase, "raise") != 0 && strcmp(phase, "partner") != 0)
        check_cards(arena, text(news, "action"), ":", phase);
    if (json_object_get(news, "fault") || json_object_get(news, "ms"))
        broken("news of faults or times");
}

static void on_state(void *context, enum live_kind kind, int64_t number, const char *line)
{
    struct arena_of_one *arena = context;
    json_t *state = json_loads(line, 0, NULL);
    const json_t *item;
    size_t i;
    if (kind == LIVE_GAP) {
        json_decref(state);
        if (!arena->lapsed || number != 0)
            broken("a gap where nothing was missed");
        arena->lapsed = false;
        arena->last = 0;
        return;
    }
    if (arena->lapsed)
        broken("no word of a gap");
    if (kind != LIVE_STATE || !state || strchr(line, '\n'))
        broken("a state that is no line of JSON: %s", line);
    if (number <= arena->last)
        broken("state %lld after %lld", (long long)number, (long long)arena->last);
    arena->last = number;
    arena->states++;
    json_array_foreach(json_object_get(state, "hands"), i, item)
    {
        check_cards(arena, text(item, "cards"), " ", "hands");
    }
    json_array_foreach(json_object_get(state, "trick"), i, item)
    {
        check_cards(arena, text(item, "card"), " ", "trick");
    }
    check_cards(arena, text(state, "kitty"), " ", "kitty");
    json_array_foreach(json_object_get(state, "news"), i, item)
    {
        check_news(arena, item);
    }
    json_decref(state);
}

static void look(struct arena_of_one *arena)
{
    struct live_about about;
    enum live_status status =
        live_look(arena->live, "sim", arena->last, now / 1000, on_state, arena, &about);
    if (status != LIVE_OK)
        broken("the table is not there: %d", status);
    if (memcmp(about.scores, table_game(arena->at->table)->scores, sizeof(int32_t) * 2) != 0 &&
        table_state(arena->at->table) == TABLE_STATE_TURN)
        broken("the list tells other scores");
}

static void carry_out(struct arena_of_one *arena, const struct effect *effect)
{
    struct table *table = arena->at->table;
    struct table_input input = {.kind = TABLE_MIX};
    static struct message message;

    switch (effect->kind) {
    case EFFECT_OUTPUT:
        while (table_message(table, effect->seat, 1, now, &message))
            ;
        break;
    case EFFECT_MIX:
        input.contributors = rules_of(arena)->players;
        input.nonces = table_nonces(table);
        input.first_dealer = (seat_t)below((uint32_t)input.contributors);
        feed(arena, &input);
        break;
    case EFFECT_DEAL:
        input.kind = TABLE_DEAL;
        random_next_deal(table_game(table), rules_of(arena), &input.deal, NULL);
        arena->public = 0;
        feed(arena, &input);
        break;
    case EFFECT_HAND:
        arena->hands++;
        spectate_hand_over(arena->at, now);
        if (!arena->all_due) /* told at the end of the hand: all of it was public by now */
            look(arena);
        break;
    case EFFECT_OVER:
        input.kind = TABLE_TOLD;
        feed(arena, &input);
        break;
    case EFFECT_CLOSED:
        arena->over = true;
        break;
    case EFFECT_DEALT:
    case EFFECT_STEP:
    case EFFECT_FAULT:
    case EFFECT_KIND_COUNT:
        break;
    }
}

static void feed(struct arena_of_one *arena, struct table_input *input)
{
    struct table_effects effects;
    long before = arena->states;
    if (arena->all_due &&
        below(50) == 0) { /* no spectator for a while: the next one gets the hand again */
        now += 1000 * LIVE_LEASE_MSEC;
        live_sweep(arena->live, now / 1000);
        arena->lapsed = arena->last > 0;
        look(arena);
    }
    table_step(arena->at->table, input, now, &effects);
    table_check(arena->at->table);
    see(arena);
    if (spectate_look(arena->at, now))
        broken("lines that nobody said");
    if (arena->all_due) {
        look(arena);
    } else if (table_game(arena->at->table)->phase != PHASE_DEAL &&
               table_game(arena->at->table)->phase != PHASE_OVER) {
        look(arena);
        if (arena->states != before)
            broken("something of a hand is told before its end");
    }
    for (int i = 0; i < effects.count; i++)
        carry_out(arena, &effects.items[i]);
}

/* A card that a seat plays was public only from its play on: what the game shows then is what `see`
 * takes. */
static void act(struct arena_of_one *arena)
{
    struct table *table = arena->at->table;
    const struct game *game = table_game(table);
    struct table_input input = {
        .kind = TABLE_ACT, .seat = game->turn, .number = table_number(table)};
    char word[ACTION_TEXT_MAX];
    struct action action;
    random_action(game, rules_of(arena), &action);
    size_t size = action_format(&action, word);
    if (below(40) == 0) { /* a fault, which no spectator may see */
        size = 3;
        memcpy(word, "17X", 3);
    } else if (action.kind == ACTION_PLAY || action.kind == ACTION_CLAIM) {
        for (int i = 0; i < action.count; i++)
            arena->public |= CARDSET(action.cards[i]);
    }
    input.text = (struct slice){word, size};
    if (size == 3 && game->phase == PHASE_PLAY) { /* a default card may be played in its place */
        struct action standing;
        default_action(game, rules_of(arena), &standing);
        arena->public |= CARDSET(standing.cards[0]);
    }
    feed(arena, &input);
}

static void play_game(struct arena_of_one *arena, int delay)
{
    static struct ruleset rules;
    const struct live_config config = {
        .delay_msec = delay, .watchers_max = 2, .watchers_per_table_max = 2};
    struct table_config table = {.policy = {.kind = FAULT_POLICY_LENIENT},
                                 .event_hold_usec = 1000000};
    struct table_input input = {.kind = TABLE_START};

    memset(arena, 0, sizeof *arena);
    arena->all_due = delay == 0;
    random_ruleset(&rules);
    table.rules = &rules;
    snprintf(table.game_id, sizeof table.game_id, "sim");
    snprintf(table.set_id, sizeof table.set_id, "sim");
    for (int seat = 0; seat < rules.players; seat++) {
        snprintf(table.seats[seat].name, sizeof table.seats[seat].name, "bot%d", seat);
        table.seats[seat].here = true;
    }
    arena->live = live_create(&config);
    arena->at = aligned_alloc(_Alignof(struct arena_table), sizeof *arena->at);
    if (!arena->live || !arena->at)
        abort();
    memset(arena->at, 0, sizeof *arena->at);
    arena->at->table = table_in(&arena->at->room);
    table_init(arena->at->table, &table);
    spectate_begin(arena->at, arena->live);
    if (below(4))
        look(arena); /* else the first look comes in the middle */
    feed(arena, &input);
    for (long steps = 0; !arena->over; steps++) {
        if (steps > 5000) {
            struct table_input stop = {.kind = TABLE_VOID};
            feed(arena, &stop);
        } else {
            act(arena);
        }
        now += 1000;
    }
    spectate_end(arena->at, now);
    live_sweep(arena->live, now / 1000 + 2 * LIVE_LEASE_MSEC);
    int total;
    if (live_list(arena->live, 0, NULL, 0, &total) != 0 || total != 0)
        broken("the table is still there");
    live_destroy(arena->live);
    free(arena->at);
}

static void play_games(int delay)
{
    static struct arena_of_one arena;
    uint64_t games = random_games(400);
    long states = 0, cards = 0, hands = 0;
    random_program = "sim_test_spectate";
    for (uint64_t i = 0; i < games; i++) {
        seed_game(random_env("SEED", 1) + i);
        now = 1000000;
        play_game(&arena, delay);
        states += arena.states;
        cards += arena.cards;
        hands += arena.hands;
    }
    printf("%llu games, %ld hands, %ld states, %ld cards told\n", (unsigned long long)games, hands,
           states, cards);
    assert_true(states > 2 * hands && cards > 20 * hands);
}

static void test_at_once(void **state)
{
    (void)state;
    play_games(0);
}

static void test_after_each_hand(void **state)
{
    (void)state;
    play_games(LIVE_HAND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_at_once),
                                       cmocka_unit_test(test_after_each_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
