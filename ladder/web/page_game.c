/* page_game.c - a game for people: the seats, each hand with its auction and its tricks, and the
 * proof of the shuffle. A script (table.js) shows the same as cards on a table; without it the page
 * is complete. */
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS_SEEN_MAX = 6, CARD_BYTES_MAX = 8 };

/* ------------------------------------------------------------------------------------- cards */

/* "10H" as 10 and a heart, "RJ" as a joker, "RJ=S" as one that names a suit. What is no card stays.
 */
static void add_card(struct evbuffer *out, const char *card, size_t size)
{
    static const char letters[] = "SCDH";
    static const char *const suits[] = {"\u2660", "\u2663", "\u2666", "\u2665"};
    static const char *const colours[] = {"black", "black", "red", "red"};
    char text[CARD_BYTES_MAX] = "";
    const char *suit = size >= 2 ? strchr(letters, card[size - 1]) : NULL;
    if (size >= sizeof text)
        return;
    memcpy(text, card, size);
    if (suit && *suit && strchr(text, '=') == NULL && card[1] != 'J') {
        text[size - 1] = '\0';
        html_format(out, "<span class=\"card %s\">%s%s</span>", colours[suit - letters], text,
                    suits[suit - letters]);
    } else if (strncmp(text, "RJ", 2) == 0 || strncmp(text, "BJ", 2) == 0) {
        html_format(out, "<span class=\"card %s\">%s", text[0] == 'R' ? "red" : "black",
                    text[0] == 'R' ? "Joker" : "Black joker");
        if (suit && *suit && size == 4)
            html_format(out, " as %s", suits[suit - letters]);
        html_add(out, "</span>");
    } else {
        html_text(out, text);
    }
}

/* Cards separated by one of `between`. */
void page_game_cards(struct evbuffer *out, const char *cards, const char *between)
{
    for (const char *at = cards; *at;) {
        size_t size = strcspn(at, between);
        add_card(out, at, size);
        at += size;
        if (*at) {
            html_add(out, " ");
            at++;
        }
    }
}

/* All but played cards: a call stays a word, the cards of an exchange are shown as cards. */
void page_game_action(struct evbuffer *out, const char *action)
{
    const char *colon = strchr(action, ':');
    char word[24];
    if (!colon || (size_t)(colon - action) >= sizeof word) {
        html_text(out, action);
        return;
    }
    memcpy(word, action, (size_t)(colon - action));
    word[colon - action] = '\0';
    html_format(out, "%s ", word);
    page_game_cards(out, colon + 1, ":");
}

/* -------------------------------------------------------------------------------------- hands */

static const char *name_of(const json_t *game, int64_t seat)
{
    const json_t *players = json_object_get(game, "players");
    return seat < 0 ? "nobody" : json_value_text(json_array_get(players, (size_t)seat), "name");
}

static void add_deal(struct evbuffer *out, const json_t *game, const json_t *watch,
                     const json_t *hand)
{
    static const char *const heads[] = {"Seat", "Player", "Cards", NULL};
    const json_t *hands = json_object_get(hand, "hands"),
                 *owners = json_object_get(watch, "owners");
    page_table_open(out, "Cards as dealt", heads);
    for (size_t i = 0; i < json_array_size(hands); i++) {
        int64_t owner = json_integer_value(json_array_get(owners, i));
        if (owner < 0)
            html_add(out, "<tr><th scope=\"row\">&ndash;</th><td>dead hand</td><td class=\"w\">");
        else
            html_format(out, "<tr><th scope=\"row\">%l</th><td>%s</td><td class=\"w\">", owner,
                        name_of(game, owner));
        page_game_cards(out, json_string_value(json_array_get(hands, i)), " ");
        const char *under = json_string_value(json_array_get(json_object_get(hand, "down"), i));
        if (under && *under) {
            html_add(out, "; under them ");
            page_game_cards(out, under, " ");
        }
        html_add(out, "</td></tr>\n");
    }
    html_add(out, "<tr><th scope=\"row\">&ndash;</th><td>kitty</td><td class=\"w\">");
    page_game_cards(out, json_value_text(hand, "kitty"), " ");
    html_add(out, "</td></tr>\n");
    page_table_close(out);
}

static bool is_play(const json_t *step)
{
    return strcmp(json_value_text(step, "phase"), "play") == 0 &&
           strncmp(json_value_text(step, "action"), "claim", 5) != 0;
}

static void add_fault(struct evbuffer *out, const json_t *step)
{
    const char *fault = json_value_text(step, "fault");
    if (*fault)
        html_format(out, " <strong class=\"fault\">(%s)</strong>", fault);
}

/* Chat and faults beside the tricks, in order. */
static void add_talk(struct evbuffer *out, const json_t *game, const json_t *steps)
{
    const json_t *step;
    bool any = false;
    size_t i;
    json_array_foreach(steps, i, step)
    {
        if (is_play(step))
            continue;
        html_add(out, any ? "" : "<ol class=\"talk\">\n");
        html_format(out, "<li><b>%s</b> ", name_of(game, json_value_number(step, "seat")));
        page_game_action(out, json_value_text(step, "action"));
        add_fault(out, step);
        html_add(out, "</li>\n");
        any = true;
    }
    if (any)
        html_add(out, "</ol>\n");
}

/* The chat of that hand; 0: before the first card. */
static void add_chat(struct evbuffer *out, const json_t *game, const json_t *watch, int hand)
{
    const json_t *line;
    bool any = false;
    size_t i;
    json_array_foreach(json_object_get(watch, "chat"), i, line)
    {
        if (json_value_number(line, "hand") != hand)
            continue;
        html_add(out, any ? "" : "<ul class=\"talk\" aria-label=\"Said\">\n");
        bool seat = json_is_integer(json_object_get(line, "seat"));
        html_format(out, "<li><b>%s</b>%s says",
                    seat ? name_of(game, json_value_number(line, "seat"))
                         : json_value_text(line, "watcher"),
                    seat ? "" : " (spectator)");
        if (hand > 0)
            html_format(out, " after step %l", json_value_number(line, "step"));
        html_format(out, ": %s</li>\n", json_value_text(line, "text"));
        any = true;
    }
    if (any)
        html_add(out, "</ul>\n");
}

/* One trick: a cell a hand, the leader marked, the winner named. `cards`: by hand, NULL where none.
 */
static void add_trick(struct evbuffer *out, const json_t *game, const json_t *watch, int number,
                      const json_t *const cards[HANDS_SEEN_MAX], int leader, int64_t winner)
{
    const json_t *owners = json_object_get(watch, "owners");
    html_format(out, "<tr><th scope=\"row\">%d</th>", number);
    for (int hand = 0; hand < (int)json_value_number(watch, "hand_count"); hand++) {
        if (json_integer_value(json_array_get(owners, (size_t)hand)) < 0)
            continue;
        html_add(out, hand == winner ? "<td class=\"won\">" : "<td>");
        if (cards[hand]) {
            add_card(out, json_value_text(cards[hand], "action"),
                     strlen(json_value_text(cards[hand], "action")));
            html_add(out, hand == leader ? "<span class=\"led\">led</span>" : "");
            add_fault(out, cards[hand]);
        }
        html_add(out, "</td>");
    }
    html_add(out, "<td>");
    if (winner >= 0)
        html_text(out, name_of(game, json_integer_value(json_array_get(owners, (size_t)winner))));
    html_add(out, "</td></tr>\n");
}

static void open_tricks(struct evbuffer *out, const json_t *game, const json_t *watch)
{
    const json_t *owners = json_object_get(watch, "owners"), *owner;
    size_t hand;
    html_add(out,
             "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Tricks\"><table>\n"
             "<thead><tr><th scope=\"col\">Trick</th>");
    json_array_foreach(owners, hand, owner)
    {
        if (json_integer_value(owner) >= 0)
            html_format(out, "<th scope=\"col\">%s%s</th>",
                        name_of(game, json_integer_value(owner)),
                        hand >= (size_t)json_value_number(watch, "seats") ? " (table)" : "");
    }
    html_add(out, "<th scope=\"col\">To</th></tr></thead>\n<tbody>\n");
}

static void add_tricks(struct evbuffer *out, const json_t *game, const json_t *watch,
                       const json_t *steps)
{
    const json_t *cards[HANDS_SEEN_MAX] = {NULL}, *step;
    int leader = -1, tricks = 0;
    bool open = false;
    size_t i;
    json_array_foreach(steps, i, step)
    {
        int64_t hand = json_value_number(step, "hand");
        if (!is_play(step) || hand < 0 || hand >= HANDS_SEEN_MAX)
            continue;
        if (!open)
            open_tricks(out, game, watch);
        open = true;
        leader = leader < 0 ? (int)hand : leader;
        cards[hand] = step;
        const json_t *winner = json_object_get(step, "winner");
        if (json_is_integer(winner)) {
            add_trick(out, game, watch, ++tricks, cards, leader, json_integer_value(winner));
            memset(cards, 0, sizeof cards);
            leader = -1;
        }
    }
    if (leader >= 0)
        add_trick(out, game, watch, tricks + 1, cards, leader, -1);
    if (open)
        page_table_close(out);
}

static void add_sides(struct evbuffer *out, const json_t *numbers)
{
    for (size_t i = 0; i < json_array_size(numbers); i++)
        html_format(out, "%s%l", i ? " : " : "",
                    (int64_t)json_integer_value(json_array_get(numbers, i)));
}

enum { BASE_BYTES = 2 * LADDER_GAME_ID_MAX + 64 };

/* The address of the game as data. Identifiers need no escapes: route.c lets through no others. */
static void base_of(const json_t *game, char base[BASE_BYTES])
{
    const char *cup = json_value_text(game, "tournament"), *id = json_value_text(game, "game");
    if (*cup)
        snprintf(base, BASE_BYTES, "/api/v1/tournaments/%s/games/%s", cup, id);
    else
        snprintf(base, BASE_BYTES, "/api/v1/games/%s", id);
}

static void add_hand(struct evbuffer *out, const json_t *game, const json_t *watch,
                     const json_t *hand, int number)
{
    char base[BASE_BYTES];
    base_of(game, base);
    const json_t *contract = json_object_get(hand, "contract");
    html_format(out, "<details id=\"hand-%d\"%s>\n<summary>Hand %d: ", number,
                number == 1 ? " open" : "", number);
    if (json_is_object(contract))
        html_format(out, "%s by %s", json_value_text(contract, "call"),
                    name_of(game, json_value_number(contract, "by")));
    else
        html_add(out, json_is_array(json_object_get(hand, "scores")) ? "no contract"
                                                                     : "no contract yet");
    if (json_is_array(json_object_get(hand, "scores"))) {
        html_add(out, ", tricks ");
        add_sides(out, json_object_get(hand, "tricks"));
        html_add(out, ", score ");
        add_sides(out, json_object_get(hand, "scores"));
    } else {
        html_add(out, ", cut off");
    }
    html_format(out, "</summary>\n<p class=\"soft\">Dealt by %s.",
                name_of(game, json_value_number(hand, "dealer")));
    if (json_array_size(json_object_get(hand, "steps")) > 0 &&
        json_is_true(json_object_get(watch, "complete")))
        html_format(out,
                    " <a href=\"%s/hints?hand=%d\">What basic would have done in hand %d</a>, as "
                    "data.",
                    base, number, number);
    html_add(out, "</p>\n");
    add_deal(out, game, watch, hand);
    add_talk(out, game, json_object_get(hand, "steps"));
    add_tricks(out, game, watch, json_object_get(hand, "steps"));
    add_chat(out, game, watch, number);
    html_add(out, "</details>\n");
}

/* ------------------------------------------------------------------------------ head and proof */

static void add_players(struct evbuffer *out, const json_t *game)
{
    static const char *const rated[] = {"Seat",   "Player",  ">Side", ">Score",
                                        ">Place", ">Online", NULL};
    static const char *const plain[] = {"Seat", "Player", ">Side", ">Score", ">Place", NULL};
    bool cup = *json_value_text(game, "tournament"); /* its entries are no bots of a ladder */
    const json_t *players = json_object_get(game, "players"), *player;
    const json_t *scores = json_object_get(game, "scores");
    size_t seat;
    page_table_open(out, "Players", cup ? plain : rated);
    json_array_foreach(players, seat, player)
    {
        const char *name = json_value_text(player, "name");
        html_format(out, "<tr><td>%d</td><th scope=\"row\">", (int)seat);
        if (cup)
            html_text(out, name);
        else
            html_format(out, "<a href=\"/bot/%u\">%s</a>", name, name);
        html_format(out,
                    "</th><td class=\"n\">%l</td><td class=\"n\">%l</td><td class=\"n\">%l</td>",
                    json_value_number(player, "side") + 1,
                    (int64_t)json_integer_value(
                        json_array_get(scores, (size_t)json_value_number(player, "side"))),
                    json_value_number(player, "rank"));
        if (json_is_true(json_object_get(game, "rated")))
            evbuffer_add_printf(out, "<td class=\"n\">%.1f <span class=\"soft\">%+.1f</span></td>",
                                json_number_value(json_object_get(player, "rating_after")),
                                json_number_value(json_object_get(player, "rating_after")) -
                                    json_number_value(json_object_get(player, "rating_before")));
        else if (!cup)
            html_add(out, "<td class=\"n soft\">not rated</td>");
        html_add(out, "</tr>\n");
    }
    page_table_close(out);
}

static void add_proof(struct evbuffer *out, const json_t *fair)
{
    html_add(out,
             "<section aria-labelledby=\"proof\"><h2 id=\"proof\">Proof of the shuffle</h2>\n");
    if (!json_is_object(fair)) {
        html_add(out, "<p class=\"empty\">This record holds none.</p>\n</section>\n");
        return;
    }
    html_format(
        out,
        "<p>Before the first card the arena published the commitment; the seed behind it "
        "came out when the game was over. From both and what the players added, anybody can deal "
        "these cards again.</p>\n<dl class=\"proof\">\n<dt>Set</dt><dd><code>%s</code></dd>\n"
        "<dt>Commitment</dt><dd><code>%s</code></dd>\n<dt>Seed</dt><dd><code>%s</code></dd>\n"
        "<dt>Mix</dt><dd><code>%s</code></dd>\n</dl>\n",
        json_value_text(fair, "set"), json_value_text(fair, "commitment"),
        json_value_text(fair, "seed"), json_value_text(fair, "mix"));
    html_format(out,
                "<div id=\"check\" hidden><p><button type=\"button\">Deal again in "
                "this browser</button></p><ol aria-live=\"polite\"></ol></div>\n"
                "<noscript><p>With scripts this page would check it here; <code>avondale replay "
                "--strict</code> checks the record anywhere.</p></noscript>\n</section>\n");
}

static void add_hands(struct evbuffer *out, const json_t *game, const json_t *watch)
{
    const json_t *hands = json_object_get(watch, "hands"), *hand;
    size_t i;
    html_add(out, "<h2>Hands</h2>\n");
    if (json_is_false(json_object_get(watch, "complete")))
        html_add(out, "<p>The record and the rules part after what is shown here.</p>\n");
    add_chat(out, game, watch, 0);
    json_array_foreach(hands, i, hand)
    {
        add_hand(out, game, watch, hand, (int)i + 1);
    }
}

/* Sides of the same place stand in their order. */
void page_game_title(const json_t *game, char *title, size_t size)
{
    const json_t *players = json_object_get(game, "players"), *player;
    const json_t *scores = json_object_get(game, "scores");
    size_t used = 0, shown = 0, i;
    title[0] = '\0';
    for (int64_t rank = 1; rank <= (int64_t)json_array_size(scores); rank++) {
        for (int64_t side = 0; side < (int64_t)json_array_size(scores); side++) {
            int64_t score = json_integer_value(json_array_get(scores, (size_t)side));
            int names = 0;
            json_array_foreach(players, i, player)
            {
                if (json_value_number(player, "side") != side ||
                    json_value_number(player, "rank") != rank || used >= size)
                    continue;
                used += (size_t)snprintf(title + used, size - used, "%s%s",
                                         names++ ? " + "
                                         : shown ? " : "
                                                 : "",
                                         json_value_text(player, "name"));
            }
            if (names && used < size)
                used += (size_t)snprintf(title + used, size - used, " %lld", (long long)score);
            shown += names > 0;
        }
    }
    if (shown == 0)
        snprintf(title, size, "Game %s", json_value_text(game, "game"));
}

/* The games before and after it are looked up at each request, because this page is cached. */
static void add_ways(struct evbuffer *out, const json_t *game)
{
    const char *id = json_value_text(game, "game"), *cup = json_value_text(game, "tournament");
    const char *beside[] = {json_value_text(game, "previous"), json_value_text(game, "next")};
    char base[BASE_BYTES];
    base_of(game, base);
    html_add(out, "<ul class=\"ways\">\n");
    if (!*cup)
        html_format(out,
                    "<li><a rel=\"prev\" href=\"/game/%u/previous\">Previous game</a></li>\n"
                    "<li><a rel=\"next\" href=\"/game/%u/next\">Next game</a></li>\n",
                    id, id);
    for (int way = 0; *cup && way < 2; way++) {
        if (*beside[way])
            html_format(out, "<li><a rel=\"%s\" href=\"/tournament/%u/game/%u\">%s game</a></li>\n",
                        way ? "next" : "prev", cup, beside[way], way ? "Next" : "Previous");
    }
    if (json_is_true(json_object_get(game, "record")))
        html_format(out,
                    "<li><a href=\"%s/record\" download=\"%u.json\">Download the "
                    "record</a></li>\n",
                    base, id);
    html_add(out, "</ul>\n");
}

/* Where it was played, and how it ended. */
static void add_where(struct evbuffer *out, const json_t *game)
{
    const char *cup = json_value_text(game, "tournament");
    if (*cup) {
        html_format(out, "<p>Game <code>%s</code> of <a href=\"/tournament/%u\">%s</a>",
                    json_value_text(game, "game"), cup, json_value_text(game, "name"));
        if (json_value_number(game, "meeting") > 0)
            html_format(out, ", <a href=\"/tournament/%u/meeting/%l\">meeting %l</a>", cup,
                        json_value_number(game, "meeting"), json_value_number(game, "meeting"));
    } else {
        html_format(out, "<p>Game %l, <code>%s</code>", json_value_number(game, "seq"),
                    json_value_text(game, "game"));
    }
}

void page_game(struct evbuffer *out, const json_t *game, const json_t *watch, const json_t *fair)
{
    char title[LADDER_SEATS_MAX * (LADDER_NAME_MAX + 16)], data[BASE_BYTES];
    page_game_title(game, title, sizeof title);
    base_of(game, data);
    page_open(out, title, watch ? "table.js" : NULL);
    add_where(out, game);
    html_add(out, ". Rules: ");
    if (name_is_game_id(json_value_text(game, "ruleset"))) /* a plain preset: it has a page */
        html_format(out, "<a href=\"/rules/%u\">%s</a>", json_value_text(game, "ruleset"),
                    json_value_text(game, "ruleset"));
    else
        html_text(out, json_value_text(game, "ruleset"));
    html_format(out, ". Ended by %s", json_value_text(game, "reason"));
    const json_t *forfeit = json_object_get(watch, "forfeit");
    if (json_is_object(forfeit))
        html_format(out, " of <strong>%s</strong> (%s)",
                    name_of(game, json_value_number(forfeit, "seat")),
                    json_value_text(forfeit, "cause"));
    if (json_value_number(game, "wall_msec") > 0) { /* a record has no moment */
        html_add(out, ", ");
        html_time(out, json_value_number(game, "wall_msec"));
    }
    html_add(out, ".");
    if (*json_value_text(game, "unrated"))
        html_format(out, " Not rated: %s.", json_value_text(game, "unrated"));
    html_add(out, "</p>\n");
    add_ways(out, game);
    if (json_is_object(watch))
        html_format(out,
                    "<section id=\"table\" data-at=\"%s\" aria-label=\"The game as cards on a "
                    "table\" hidden></section>\n",
                    data);
    add_players(out, game);
    if (json_is_object(watch)) {
        add_hands(out, game, watch);
        add_proof(out, fair);
    } else {
        html_add(out,
                 json_is_true(json_object_get(game, "record"))
                     ? "<p>Its record cannot be shown as a game.</p>\n"
                 : json_is_true(json_object_get(game, "record_left"))
                     ? "<p class=\"empty\">The record of this game is no longer kept here. Its "
                       "result stands, and its hash is in the log.</p>\n"
                     : "<p class=\"empty\">No record of this game is kept.</p>\n");
    }
    page_close(out, data);
}
