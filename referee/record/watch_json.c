/* watch_json.c - replays a record and writes what a spectator who sees all cards would have seen.
 *
 * The replayer shows the game before each step. The step is then applied to a copy, so that its
 * effects (a complete trick, a kitty taken) are written with it, for the last step of a hand, too.
 */
#include "record/watch_json.h"
#include "advice.h"
#include "table/chat_rules.h"
#include "engine.h"
#include "protocol.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------- cards */

static json_t *cards_value(cardset_t cards)
{
    char text[CARDS_TEXT_MAX];

    cardset_format(cards, text);
    return json_string(text);
}

/* Cards that lie under others: hidden from all. */
static cardset_t down_cards(const struct game *game, int hand)
{
    cardset_t cards = 0;
    for (int i = 0; game->down_count[hand] > 0 && i < 5; i++) {
        if (game->over[hand][i] != CARD_NONE)
            cards |= CARDSET(game->down[hand][i]);
    }
    return cards;
}

/* ------------------------------------------------------------------------------------- a game */

struct watch {
    json_t *document, *hands;
    json_t *record_hands; /* borrowed */
    json_t *steps;        /* of the running hand; borrowed */
    int hand;
    cardset_t shown[HANDS_MAX], down[HANDS_MAX],
        kitty; /* written so far; shown: without the face-down ones */
    unsigned opens;
    bool failed;
};

/* Hands whose cards all can see. */
static unsigned open_hands(const struct game *game, const struct ruleset *rules)
{
    struct view view;
    unsigned mask = 0;
    view_make(&view, game, rules, SEAT_PUBLIC);
    for (int hand = 0; hand < rules->hand_count; hand++) {
        if (game->hands[hand] && (game->hands[hand] & ~view.hands[hand]) == 0)
            mask |= 1u << hand;
    }
    return mask;
}

static json_t *opens_value(unsigned mask, int hands)
{
    json_t *list = json_array();
    for (int hand = 0; hand < hands; hand++)
        json_array_append_new(list, json_boolean(mask >> hand & 1));
    return list;
}

static void copy_key(json_t *to, const json_t *from, const char *key)
{
    json_t *value = json_object_get(from, key);
    json_object_set_new(to, key, value ? json_incref(value) : json_null());
}

/* A list of cards as the record has it, in deck order. */
static json_t *listed_cards(const json_t *list)
{
    cardset_t cards = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        card_t card;
        if (json_is_string(item) &&
            card_parse(json_string_value(item), json_string_length(item), &card) == 0)
            cards |= CARDSET(card);
    }
    return cards_value(cards);
}

/* Takes `hand` and `cards` over. */
static void add_hand(struct watch *watch, json_t *hand, json_t *cards, json_t *kitty,
                     unsigned opens)
{
    static const char *const kept[] = {"dealer", "d", "a", "contract", "tricks", "delta", "scores"};
    const json_t *from = json_array_get(watch->record_hands, (size_t)watch->hand - 1);

    json_object_set_new(hand, "opens", opens_value(opens, (int)json_array_size(cards)));
    json_object_set_new(hand, "hands", cards);
    json_object_set_new(hand, "kitty", kitty);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        copy_key(hand, from, kept[i]);
    watch->steps = json_array();
    json_object_set_new(hand, "steps", watch->steps);
    json_array_append_new(watch->hands, hand);
}

/* Hands without a step, up to the one before `hand`: misdealt, or ended at once. */
static void add_stepless(struct watch *watch, int hand)
{
    while (++watch->hand < hand) {
        const json_t *deal =
            json_object_get(json_array_get(watch->record_hands, (size_t)watch->hand - 1), "deal");
        const json_t *hands = json_object_get(deal, "hands"), *list;
        json_t *cards = json_array();
        size_t i;
        json_array_foreach(hands, i, list)
        {
            json_array_append_new(cards, listed_cards(list));
        }
        add_hand(watch, json_object(), cards, listed_cards(json_object_get(deal, "kitty")), 0);
    }
}

static void begin_hand(struct watch *watch, const struct replay_step *step)
{
    const struct game *game = step->game;
    json_t *hand = json_object(), *cards = json_array(), *down = json_array();

    add_stepless(watch, step->hand);
    for (int i = 0; i < step->rules->hand_count; i++) {
        watch->shown[i] = game->hands[i];
        watch->down[i] = down_cards(game, i);
        json_array_append_new(cards, cards_value(watch->shown[i]));
        json_array_append_new(down, cards_value(watch->down[i]));
    }
    json_object_set_new(hand, "down", down);
    watch->kitty = game->kitty;
    watch->opens = open_hands(game, step->rules);
    add_hand(watch, hand, cards, cards_value(game->kitty), watch->opens);
}

/* Adds the present cards of hand `index` to told[key] if they have changed. */
static void tell_cards(json_t *told, const char *key, int index, cardset_t cards, cardset_t *before)
{
    char name[2] = {(char)('0' + index), 0};
    json_t *changed = json_object_get(told, key);

    if (cards == *before)
        return;
    *before = cards;
    if (!changed) {
        changed = json_object();
        json_object_set_new(told, key, changed);
    }
    json_object_set_new(changed, name, cards_value(cards));
}

/* The effects of a step besides the card that it played. */
static void tell_change(struct watch *watch, json_t *told, const struct replay_step *step,
                        const struct game *after, const struct action *action, int hand_due)
{
    bool over = after->phase == PHASE_DEAL || after->phase == PHASE_OVER;

    if (action->kind == ACTION_PLAY)
        watch->shown[hand_due] &= ~CARDSET(action->cards[0]);
    for (int hand = 0; !over && hand < step->rules->hand_count; hand++) {
        tell_cards(told, "hands", hand, after->hands[hand], &watch->shown[hand]);
        tell_cards(told, "down", hand, down_cards(after, hand), &watch->down[hand]);
    }
    if (!over && after->kitty != watch->kitty) {
        watch->kitty = after->kitty;
        json_object_set_new(told, "kitty", cards_value(after->kitty));
    }
    unsigned opens = over ? watch->opens : open_hands(after, step->rules);
    if (opens != watch->opens)
        json_object_set_new(told, "opens", opens_value(opens, step->rules->hand_count));
    watch->opens = opens;
}

/* A hand that was interrupted has none in its record. */
static void tell_contract(const struct watch *watch, const struct contract *contract)
{
    json_t *hand = json_array_get(watch->hands, json_array_size(watch->hands) - 1);
    if (!json_is_null(json_object_get(hand, "scores")))
        return;
    json_object_set_new(
        hand, "contract",
        json_pack("{s:s, s:i}", "call", call_name(contract->call), "by", (int)contract->by));
}

static void tell_events(const struct watch *watch, json_t *told, const struct events *events)
{
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        if (event->kind == EVENT_TRICK)
            json_object_set_new(told, "winner", json_integer(event->hand));
        else if (event->kind == EVENT_CONTRACT) {
            json_object_set_new(told, "contract", json_string(call_name(event->contract.call)));
            tell_contract(watch, &event->contract);
        } else if (event->kind == EVENT_CLAIM)
            json_object_set_new(told, "claim", json_boolean(event->ok));
    }
}

static void tell_time(const struct watch *watch, json_t *told, const struct replay_step *step)
{
    const json_t *hand = json_array_get(watch->record_hands, (size_t)step->hand - 1);
    const json_t *ms = json_array_get(json_object_get(hand, "ms"), (size_t)step->step - 1);
    if (json_is_integer(ms) && json_integer_value(ms) >= 0)
        json_object_set_new(told, "ms", json_integer(json_integer_value(ms)));
}

/* The options of the seat: actions, or `choose` of the cards. */
static void tell_legal(json_t *told, const struct replay_step *step)
{
    char text[LEGAL_LIST_MAX * (ACTION_TEXT_MAX + 1)];
    struct action list[LEGAL_LIST_MAX];
    struct legal legal;
    size_t size = 0;

    game_legal(step->game, step->rules, &legal);
    if (legal.choose) {
        json_object_set_new(told, "choose", json_integer(legal.choose));
        json_object_set_new(told, "legal", cards_value(legal.cards));
        return;
    }
    text[0] = 0;
    int count = legal_list(&legal, step->rules, list);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text[size++] = ' ';
        size += action_format(&list[i], text + size);
    }
    json_object_set_new(told, "legal", json_string(text));
}

static bool on_step(void *context, const struct replay_step *step)
{
    struct watch *watch = context;
    struct game after = *step->game;
    struct action action;
    struct events events;
    char text[ACTION_TEXT_MAX];

    if (step->hand != watch->hand)
        begin_hand(watch, step);
    watch->failed = true; /* cleared if all goes well */
    if (step->seat != step->game->turn || action_parse(step->word, strlen(step->word), &action))
        return false;
    action_settle(&action, (enum phase)after.phase);
    int hand_due = after.hand_due;
    if (game_apply(&after, step->rules, &action, &events))
        return false;
    action_format(&action, text);
    json_t *told =
        json_pack("{s:i, s:s, s:s, s:i}", "seat", (int)step->seat, "phase",
                  game_phase_name((enum phase)step->game->phase), "action", text, "hand", hand_due);
    tell_legal(told, step);
    tell_change(watch, told, step, &after, &action, hand_due);
    tell_events(watch, told, &events);
    tell_time(watch, told, step);
    if (step->fault)
        json_object_set_new(told, "fault", json_string(step->fault));
    watch->failed = json_array_append_new(watch->steps, told) != 0;
    return !watch->failed;
}

static void begin_document(struct watch *watch, const struct ruleset *rules)
{
    json_t *owners = json_array(), *sides = json_array(), *deck = json_array();
    card_t cards[CARDS_MAX];
    char text[CARD_TEXT_MAX], packets[PACKETS_MAX * 4 + 1] = "";
    int count = deck_cards(rules, cards);
    bool table = rules->two_handed == TWO_HANDED_TABLE;

    for (int hand = 0; hand < rules->hand_count; hand++)
        json_array_append_new(owners, json_integer(hand < rules->players ? hand
                                                   : table               ? hand % rules->players
                                                                         : -1));
    for (int seat = 0; seat < rules->players; seat++)
        json_array_append_new(sides, json_integer(rules->side_of[seat]));
    for (int i = 0; i < count; i++) {
        card_format(cards[i], text);
        json_array_append_new(deck, json_string(text));
    }
    for (int i = 0; i < rules->deal_count; i++)
        snprintf(packets + strlen(packets), sizeof packets - strlen(packets), "%s%s%d",
                 i ? " " : "", rules->deal_packets[i] & PACKET_KITTY ? "K" : "",
                 rules->deal_packets[i] & ~PACKET_KITTY);
    json_object_set_new(watch->document, "seats", json_integer(rules->players));
    json_object_set_new(watch->document, "hand_count", json_integer(rules->hand_count));
    json_object_set_new(watch->document, "owners", owners);
    json_object_set_new(watch->document, "sides", sides);
    json_object_set_new(watch->document, "deck", deck);
    json_object_set_new(watch->document, "packets", json_string(packets));
    json_object_set_new(watch->document, "same_pack",
                        json_boolean(rules->all_pass == ALL_PASS_SAME_PACK));
}

/* The ruleset of a record, as the replayer parses it. */
static bool read_rules(const json_t *record, struct ruleset *rules)
{
    const json_t *ruleset = json_object_get(record, "ruleset");
    const char *preset = json_string_value(json_object_get(ruleset, "preset")), *name;
    struct ruleset_error error;
    json_t *value;

    if (!preset || ruleset_preset(rules, preset, strlen(preset), &error))
        return false;
    json_object_foreach(json_object_get(ruleset, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (!text || ruleset_set(rules, name, strlen(name), text, strlen(text), &error))
            return false;
    }
    return ruleset_finish(rules, &error) == 0;
}

/* Converts one line of [HAND, STEP, SEAT, TEXT], or [HAND, STEP, null, TEXT, NAME]. Returns NULL if
 * it is not valid. */
static json_t *chat_line(const json_t *line, const struct ruleset *rules)
{
    const json_t *hand = json_array_get(line, 0), *step = json_array_get(line, 1);
    const json_t *seat = json_array_get(line, 2), *text = json_array_get(line, 3),
                 *name = json_array_get(line, 4);

    if (!json_is_integer(hand) || !json_is_integer(step) || !json_is_string(text) ||
        json_string_length(text) > CHAT_BYTES_MAX)
        return NULL;
    if (json_is_null(seat) && json_is_string(name) &&
        name_valid((struct slice){json_string_value(name), json_string_length(name)}))
        return json_pack("{s:O, s:O, s:O, s:O}", "hand", hand, "step", step, "watcher", name,
                         "text", text);
    if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
        json_integer_value(seat) >= rules->players)
        return NULL;
    return json_pack("{s:O, s:O, s:O, s:O}", "hand", hand, "step", step, "seat", seat, "text",
                     text);
}

/* The chat, without invalid lines. */
static json_t *chat_value(const json_t *record, const struct ruleset *rules)
{
    json_t *list = json_array();
    const json_t *line;
    size_t i;

    json_array_foreach(json_object_get(record, "chat"), i, line)
    {
        json_t *value = chat_line(line, rules);
        if (value)
            json_array_append_new(list, value);
    }
    return list;
}

/* -------------------------------------------------------------------- spectators, and talk
 */

const char *watch_json_words(const char *mode, const char *say)
{
    enum chat_mode chat;

    if (chat_rules_mode_parse(mode, &chat))
        return NULL;
    return chat_rules_words(chat, (struct slice){say, strlen(say)}).data;
}

const char *watch_json_phrase(int index, const char **text)
{
    const char *key = phrase_key(index);

    *text = key ? phrase_text(key, strlen(key)) : NULL;
    return key;
}

/* Who forfeited the game, and why: the last fault of the record ended it. NULL if no one did. */
static json_t *forfeit_value(const json_t *record, const struct ruleset *rules)
{
    const json_t *result = json_object_get(record, "result");
    const json_t *hands = json_object_get(record, "hands");
    const char *reason = json_string_value(json_object_get(result, "reason"));
    const json_t *faults = json_object_get(record, "faults");
    size_t count = json_array_size(hands);

    if (!reason || strcmp(reason, game_reason_name(REASON_FORFEIT)) != 0)
        return NULL;
    if (json_array_size(faults) == 0 && count > 0)
        faults = json_object_get(json_array_get(hands, count - 1), "faults");
    const json_t *last = json_array_get(faults, json_array_size(faults) - 1);
    const json_t *seat = json_array_get(last, 1), *cause = json_array_get(last, 2);
    if (!json_is_integer(seat) || json_integer_value(seat) < 0 ||
        json_integer_value(seat) >= rules->players || !json_is_string(cause))
        return NULL;
    return json_pack("{s:O, s:O}", "seat", seat, "cause", cause);
}

char *watch_json_game(const char *record)
{
    struct watch watch = {.document = json_object(), .hands = json_array()};
    struct replay replay = {.step = on_step, .context = &watch};
    struct ruleset rules;
    json_t *json = json_loads(record, 0, NULL);
    char *text = NULL;

    json_object_set(watch.document, "hands", watch.hands);
    watch.record_hands = json_object_get(json, "hands");
    if (json && read_rules(json, &rules)) {
        begin_document(&watch, &rules);
        int differences = replay_run(record, strlen(record), &replay);
        bool complete = differences == 0 && !watch.failed;
        if (complete)
            add_stepless(&watch, (int)json_array_size(watch.record_hands) + 1);
        copy_key(watch.document, json, "result");
        json_object_set_new(watch.document, "chat", chat_value(json, &rules));
        json_t *forfeit = forfeit_value(json, &rules);
        json_object_set_new(watch.document, "forfeit", forfeit ? forfeit : json_null());
        json_object_set_new(watch.document, "complete", json_boolean(complete));
        if (differences >= 0)
            text = json_dumps(watch.document, JSON_COMPACT);
    }
    json_decref(json);
    json_decref(watch.hands);
    json_decref(watch.document);
    return text;
}

/* ---------------------------------------------------------------------------------------- hints */

struct hints {
    int hand;
    json_t *list;
    struct seen_history history;
};

static void add_hint(struct hints *hints, const struct replay_step *step)
{
    struct adviser adviser;
    struct seen seen;
    struct seen_turn turn;
    struct advice advice;
    char word[ACTION_TEXT_MAX];

    advice_init(&adviser, ADVICE_BASIC, 1, 0, NULL);
    seen_make(&seen, step->game, step->rules, step->game->turn, &hints->history);
    seen_ask(&turn, step->game, step->rules);
    advice_give(&adviser, &seen, &turn, &advice);
    action_format(&advice.action, word);
    json_array_append_new(hints->list, json_pack("{s:s, s:s}", "action", word, "why", advice.why));
}

static bool on_hint_step(void *context, const struct replay_step *step)
{
    struct hints *hints = context;
    struct action action;

    if (step->hand < hints->hand)
        return true;
    if (step->hand > hints->hand || step->seat != step->game->turn ||
        action_parse(step->word, strlen(step->word), &action))
        return false;
    add_hint(hints, step);
    action_settle(&action, (enum phase)step->game->phase);
    seen_note(&hints->history, step->game, &action);
    return true;
}

char *watch_json_hints(const char *record, int hand)
{
    struct hints hints = {.hand = hand, .list = json_array()};
    struct replay replay = {.step = on_hint_step, .context = &hints};
    char *text = NULL;

    if (replay_run(record, strlen(record), &replay) == 0 && json_array_size(hints.list) > 0)
        text = json_dumps(hints.list, JSON_COMPACT);
    json_decref(hints.list);
    return text;
}

/* ------------------------------------------------------------------------------------- rulesets */

static json_t *preset_list(void)
{
    json_t *list = json_array();
    for (int i = 0; i < preset_count(); i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", preset_name(i), "summary",
                                              preset_summary(i), "differs", preset_differs(i)));
    return json_pack("{s:o}", "presets", list);
}

/* The words that an option takes, or null. */
static json_t *choices_of(int option)
{
    if (!option_is_choice(option))
        return json_null();
    json_t *list = json_array();
    for (const char *at = option_allowed(option); *at;) {
        size_t size = strcspn(at, ",");
        json_array_append_new(list, json_stringn(at, size));
        at += size + (at[size] ? strlen(", ") : 0);
    }
    return list;
}

static json_t *option_list(const struct ruleset *rules)
{
    struct ruleset_error error;
    struct ruleset first;
    json_t *list = json_array();
    if (ruleset_preset(&first, preset_name(0), strlen(preset_name(0)), &error))
        return list;
    for (int i = 0; i < option_count(); i++) {
        char text[OPTION_TEXT_MAX], usual[OPTION_TEXT_MAX];
        option_format(rules, i, text);
        option_format(&first, i, usual);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:b}", "name",
                                              option_name(i), "value", text, "allowed",
                                              option_allowed(i), "meaning", option_meaning(i),
                                              "group", option_group(i), "choices", choices_of(i),
                                              "differs", strcmp(text, usual) != 0));
    }
    return list;
}

/* The calls there are and what they are worth, in the order in which they outbid one another. */
static json_t *call_list(const struct ruleset *rules)
{
    json_t *list = json_array();
    for (int i = 0; i < rules->call_count; i++) {
        call_t call = rules->call_order[i];
        json_array_append_new(list, json_pack("{s:s, s:i}", "call", call_name(call), "value",
                                              rules->call_value[call]));
    }
    return list;
}

/* "RJ JH JD AH KH": the cards of a suit from the strongest; without trumps after the jokers, which
 * beat them all. */
static json_t *ranking_text(const struct ruleset *rules, call_t call, enum suit suit)
{
    card_t cards[CARDS_MAX];
    char text[CARDS_TEXT_MAX] = "";
    size_t size = 0;
    int count = trick_ranking(rules, call, suit, cards);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text[size++] = ' ';
        size += (size_t)card_format(cards[i], text + size);
    }
    return json_string(text);
}

/* The order of the cards: hearts as trumps, the other suit of their colour, one of the other
 * colour, and a suit without trumps. A row is left out where no bid has it. */
static json_t *order_list(const struct ruleset *rules)
{
    static const struct {
        const char *name;
        int denomination;
        enum suit suit;
    } rows[] = {{"trumps", DENOM_H, SUIT_H},
                {"other suit of their colour", DENOM_H, SUIT_D},
                {"suit of the other colour", DENOM_H, SUIT_S},
                {"suit without trumps", DENOM_NT, SUIT_H}};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int k = 0; k < rules->call_count; k++) {
            call_t call = rules->call_order[k];
            if (!call_is_bid(call) || call_denomination(call) != rows[i].denomination)
                continue;
            json_array_append_new(list, json_pack("{s:s, s:o}", "name", rows[i].name, "cards",
                                                  ranking_text(rules, call, rows[i].suit)));
            break;
        }
    }
    return list;
}

char *watch_json_rules(const char *preset)
{
    struct ruleset_error error;
    struct ruleset rules;
    json_t *value = NULL;
    if (!preset)
        value = preset_list();
    else if (ruleset_preset(&rules, preset, strlen(preset), &error) == 0)
        value = json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", preset, "summary",
                          preset_summary(rules.preset), "calls", call_list(&rules), "orders",
                          order_list(&rules), "options", option_list(&rules));
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    return text;
}
