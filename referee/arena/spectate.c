/* spectate.c - see spectate.h. */
#include "arena/spectate.h"

#include "arena/arena_private.h"
#include "ladder.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A table, as far as spectators have seen it. */
struct spectacle {
    struct live_table *live;
    /* the current trick, from public events: a view is empty once the trick is complete */
    struct {
        int hand;
        char card[ACTION_TEXT_MAX];
    } trick[HANDS_MAX];
    int trick_count, winner; /* winner: the hand that took it, or -1 */
    /* all chat of the game, as news; NULL: none. chat_rules.h limits it. */
    json_t *said;
    size_t said_told;
    bool told_over;
    unsigned interest; /* the latest number of live_wanted that got the hand from its start */
};

void spectate_begin(struct arena_table *table, struct live *live)
{
    const struct table_config *config = table_config(table->table);
    const struct ruleset *rules = config->rules;
    struct live_about about = {.seat_count = rules->players,
                               .side_count = rules->side_count,
                               .rated = config->rated,
                               .wall_msec = clock_wall_msec()};

    snprintf(about.game, sizeof about.game, "%s", config->game_id);
    snprintf(about.ruleset, sizeof about.ruleset, "%s", preset_name(rules->preset));
    snprintf(about.chat, sizeof about.chat, "%s", chat_rules_mode_name(config->chat));
    hex_encode(config->commitment, FAIR_BYTES, about.commitment);
    for (int seat = 0; seat < rules->players; seat++) {
        snprintf(about.players[seat], sizeof about.players[seat], "%s", config->seats[seat].name);
        about.sides[seat] = rules->side_of[seat];
    }
    /* not 0 if it continues after a restart */
    about.hands = table_game(table->table)->hands_played;
    memcpy(about.scores, table_game(table->table)->scores, sizeof about.scores);
    table->spectacle = calloc(1, sizeof *table->spectacle);
    if (table->spectacle)
        table->spectacle->live = live_open(live, &about);
    if (table->spectacle && !table->spectacle->live) {
        free(table->spectacle);
        table->spectacle = NULL;
    }
}

/* -------------------------------------------------------------------------------------- state */

static json_t *cards_value(cardset_t cards)
{
    char text[CARDS_TEXT_MAX];

    cardset_format(cards, text);
    return json_string(text);
}

static json_t *numbers(const int32_t *values, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(values[i]));
    return list;
}

static json_t *sides_value(const uint8_t *values, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(list, json_integer(values[i]));
    return list;
}

static json_t *contract_value(const struct contract *contract)
{
    if (contract->call == CALL_PASS)
        return json_null();
    json_t *value =
        json_pack("{s:s, s:i}", "call", call_name(contract->call), "by", (int)contract->by);
    if (contract->partner != SEAT_NONE)
        json_object_set_new(value, "partner", json_integer(contract->partner));
    return value;
}

static json_t *hands_value(const struct view *view, const struct ruleset *rules)
{
    json_t *list = json_array();
    for (int hand = 0; hand < rules->hand_count; hand++)
        json_array_append_new(
            list, json_pack("{s:i, s:o, s:i}", "count", (int)view->hand_count[hand], "cards",
                            cards_value(view->hands[hand]), "won", (int)view->won[hand]));
    return list;
}

static json_t *trick_value(const struct spectacle *spectacle)
{
    json_t *list = json_array();
    for (int i = 0; i < spectacle->trick_count; i++)
        json_array_append_new(list, json_pack("{s:i, s:s}", "hand", spectacle->trick[i].hand,
                                              "card", spectacle->trick[i].card));
    return list;
}

/* --------------------------------------------------------------------------------------- news */

static json_t *hand_news(const struct table *table)
{
    static const char *const outcomes[] = {"played", "passed-out", "misdealt"};
    const struct hand_result *last = &table_game(table)->last;
    int sides = table_config(table)->rules->side_count;
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "k", "hand", "outcome",
                     outcomes[last->outcome], "contract", contract_value(&last->contract), "tricks",
                     sides_value(last->tricks, sides), "delta", numbers(last->delta, sides),
                     "scores", numbers(last->scores, sides));
}

static void add_card(struct spectacle *spectacle, const struct event *event, const char *card)
{
    if (spectacle->winner >= 0 || spectacle->trick_count == HANDS_MAX)
        spectacle->trick_count = 0;
    spectacle->winner = -1;
    int place = spectacle->trick_count++;
    spectacle->trick[place].hand = event->hand;
    snprintf(spectacle->trick[place].card, sizeof spectacle->trick[place].card, "%s", card);
}

static json_t *action_news(struct spectacle *spectacle, const struct event *event)
{
    char text[ACTION_TEXT_MAX];
    action_format(&event->action, text);
    if (event->phase == PHASE_PLAY && event->action.kind == ACTION_PLAY)
        add_card(spectacle, event, text);
    json_t *news = json_pack("{s:s, s:i, s:i, s:s, s:s}", "k", "action", "seat", (int)event->seat,
                             "hand", (int)event->hand, "phase",
                             game_phase_name((enum phase)event->phase), "action", text);
    if (event->action.count == 0 && event->count > 0)
        json_object_set_new(news, "count", json_integer(event->count));
    return news;
}

/* One public event in the words of the pages; NULL: shown in another way. */
static json_t *news_value(struct spectacle *spectacle, const struct table *table,
                          const struct event *event)
{
    if (event->kind == EVENT_ACTION)
        return action_news(spectacle, event);
    if (event->kind == EVENT_HAND)
        return hand_news(table);
    if (event->kind == EVENT_OVER || event->kind == EVENT_CARDS || event->kind == EVENT_DRAWN)
        return NULL;
    json_t *news = json_pack("{s:s}", "k", event_name((enum event_kind)event->kind));
    if (event->kind == EVENT_CONTRACT)
        json_object_set_new(news, "contract", contract_value(&event->contract));
    else
        json_object_set_new(news, "seat", json_integer(event->seat));
    if (event->kind == EVENT_TRICK || event->kind == EVENT_SHOW || event->kind == EVENT_UP)
        json_object_set_new(news, "hand", json_integer(event->hand));
    if (event->cards)
        json_object_set_new(news, "cards", cards_value(event->cards));
    else if (event->count > 0)
        json_object_set_new(news, "count", json_integer(event->count));
    if (event->kind == EVENT_CLAIM)
        json_object_set_new(news, "ok", json_boolean(event->ok));
    if (event->kind == EVENT_TRICK)
        spectacle->winner = event->hand;
    if (event->kind == EVENT_DEAL) {
        spectacle->trick_count = 0;
        spectacle->winner = -1;
    }
    return news;
}

static json_t *over_news(const struct table *table)
{
    const struct game *game = table_game(table);
    json_t *winners = json_array();
    int sides = table_config(table)->rules->side_count;
    for (int side = 0; side < sides; side++) {
        if (game->winners >> side & 1)
            json_array_append_new(winners, json_integer(side));
    }
    json_t *news = json_pack("{s:s, s:s, s:o, s:o}", "k", "over", "reason",
                             game_reason_name((enum reason)game->reason), "winners", winners,
                             "scores", numbers(game->scores, sides));
    if (table_forfeited(table) >= 0)
        json_object_set_new(news, "forfeit", json_integer(table_forfeited(table)));
    return news;
}

static char *state_text(const struct spectacle *spectacle, const struct table *table, json_t *news)
{
    const struct ruleset *rules = table_config(table)->rules;
    const struct game *game = table_game(table);
    bool running = game->phase != PHASE_DEAL && game->phase != PHASE_OVER;
    struct view view;
    view_make(&view, game, rules, SEAT_PUBLIC);
    json_t *state = json_pack(
        "{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o}", "phase",
        game_phase_name((enum phase)view.phase), "dealer", (int)view.dealer, "turn",
        running ? json_integer(view.turn) : json_null(), "contract",
        running ? contract_value(&view.contract) : json_null(), "scores",
        numbers(view.scores, rules->side_count), "hands", hands_value(&view, rules), "trick",
        trick_value(spectacle), "winner",
        spectacle->winner >= 0 ? json_integer(spectacle->winner) : json_null(), "kitty_count",
        (int)view.kitty_count, "kitty", cards_value(view.kitty | view.exposed));
    json_object_set(state, "news", news);
    char *text = json_dumps(state, JSON_COMPACT);
    json_decref(state);
    return text;
}

/* ---------------------------------------------------------------------------------- handing over
 */

struct live_said *spectate_look(struct arena_table *table, usec_t now)
{
    struct spectacle *spectacle = table->spectacle;
    struct live_said *lines = NULL;
    struct event event;

    unsigned interest = spectacle ? live_wanted(spectacle->live) : 0;
    if (interest == 0)
        return NULL;
    if (interest != spectacle->interest) {
        table_message_public_again(table->table);
        spectacle->said_told = 0;
    }
    spectacle->interest = interest;
    if (!table->heard_all)
        lines = live_take_said(spectacle->live);
    json_t *news = json_array();
    while (table_message_public_event(table->table, &event)) {
        json_t *item = news_value(spectacle, table->table, &event);
        if (item)
            json_array_append_new(news, item);
    }
    while (spectacle->said_told < json_array_size(spectacle->said))
        json_array_append(news, json_array_get(spectacle->said, spectacle->said_told++));
    if (table_state(table->table) >= TABLE_STATE_OVER && !spectacle->told_over) {
        json_array_append_new(news, over_news(table->table));
        spectacle->told_over = true;
    }
    if (json_array_size(news) > 0)
        live_add(spectacle->live, state_text(spectacle, table->table, news), now / USEC_PER_MSEC);
    json_decref(news);
    return lines;
}

void spectate_chat(struct arena_table *table, seat_t seat, struct slice text)
{
    struct spectacle *spectacle = table->spectacle;

    if (!spectacle)
        return;
    if (!spectacle->said)
        spectacle->said = json_array();
    json_t *words = json_stringn(text.data, text.size);
    json_array_append_new(spectacle->said, json_pack("{s:s, s:i, s:o}", "k", "chat", "seat",
                                                     (int)seat, "text", words));
}

void spectate_hand_over(struct arena_table *table, usec_t now)
{
    int32_t scores[LADDER_SEATS_MAX] = {0};
    if (!table->spectacle)
        return;
    memcpy(scores, table_game(table->table)->scores, sizeof scores);
    live_hand_over(table->spectacle->live, scores, now / USEC_PER_MSEC);
}

void spectate_end(struct arena_table *table, usec_t now)
{
    if (table->spectacle)
        live_close(table->spectacle->live, now / USEC_PER_MSEC);
    if (table->spectacle)
        json_decref(table->spectacle->said);
    free(table->spectacle);
    table->spectacle = NULL;
}
