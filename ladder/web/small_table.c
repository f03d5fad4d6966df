/* small_table.c - see small_table.h. */
#include "web/small_table.h"

#include "base/clock.h"
#include "data/json_value.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS_MAX = 8, TOLD_MAX = 80 };

/* The hand that is public now. */
struct glance {
    char call[LADDER_SEATS_MAX][24]; /* the last one of each seat; "": none yet */
    char contract[24];               /* "": none yet */
    int64_t by;
    int taken[HANDS_MAX]; /* tricks by hand */
    int hands;            /* 0: nothing is told */
    json_t *trick;        /* of the last state */
};

/* The states that say something of auction or tricks, and the last one, as text. */
struct told {
    char *text[TOLD_MAX], *last;
    int count;
};

/* Under the lock of the live games, so it only copies. */
static void note_state(void *context, enum live_kind kind, int64_t number, const char *text)
{
    static const char *const marks[] = {"\"k\":\"deal\"",      "\"k\":\"trick\"",
                                        "\"k\":\"contract\"",  "\"phase\":\"auction\"",
                                        "\"phase\":\"blind\"", "\"phase\":\"raise\""};
    struct told *told = context;
    (void)number;
    if (kind != LIVE_STATE)
        return;
    free(told->last);
    told->last = strdup(text);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (told->count < TOLD_MAX && strstr(text, marks[i])) {
            told->text[told->count++] = told->last;
            told->last = NULL;
            return;
        }
    }
}

static void copy_word(char *to, size_t size, const char *from)
{
    size_t length = strcspn(from, ":");
    length = length < size ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static void take_news(struct glance *glance, const json_t *news)
{
    const char *kind = json_value_text(news, "k"), *phase = json_value_text(news, "phase");
    const json_t *contract = json_object_get(news, "contract");
    int64_t seat = json_value_number(news, "seat"), hand = json_value_number(news, "hand");
    if (strcmp(kind, "deal") == 0) {
        memset(glance->call, 0, sizeof glance->call);
        memset(glance->taken, 0, sizeof glance->taken);
        glance->contract[0] = '\0';
    } else if (strcmp(kind, "trick") == 0 && hand >= 0 && hand < HANDS_MAX) {
        glance->taken[hand]++;
    } else if (strcmp(kind, "contract") == 0 && json_is_object(contract)) {
        copy_word(glance->contract, sizeof glance->contract, json_value_text(contract, "call"));
        glance->by = json_value_number(contract, "by");
    } else if (strcmp(kind, "action") == 0 && seat >= 0 && seat < LADDER_SEATS_MAX &&
               (strcmp(phase, "auction") == 0 || strcmp(phase, "blind") == 0 ||
                strcmp(phase, "raise") == 0)) {
        copy_word(glance->call[seat], sizeof glance->call[seat], json_value_text(news, "action"));
    }
}

static void take_state(struct glance *glance, const char *text)
{
    json_t *state = text ? json_loads(text, 0, NULL) : NULL;
    const json_t *news;
    size_t i;
    if (!state)
        return;
    glance->hands = (int)json_array_size(json_object_get(state, "hands"));
    json_array_foreach(json_object_get(state, "news"), i, news)
    {
        take_news(glance, news);
    }
    json_decref(glance->trick);
    glance->trick = json_incref(json_object_get(state, "trick"));
    json_decref(state);
}

static void look(const struct web_site *site, const char *game, struct glance *glance)
{
    struct told told = {.count = 0};
    struct live_about about;
    memset(glance, 0, sizeof *glance);
    if (live_look(site->live, game, 0, clock_now_msec(), note_state, &told, &about) == LIVE_OK) {
        for (int i = 0; i < told.count; i++)
            take_state(glance, told.text[i]);
        take_state(glance, told.last);
    }
    for (int i = 0; i < told.count; i++)
        free(told.text[i]);
    free(told.last);
}

/* --------------------------------------------------------------------------------------- tables */

/* "8H" with its suit as a sign; other calls are words. */
static void add_call(struct evbuffer *out, const char *call)
{
    size_t size = strlen(call);
    if (size > 1 && call[0] >= '0' && call[0] <= '9' && strspn(call, "0123456789") == size - 1)
        page_game_cards(out, call, " ");
    else
        html_text(out, call);
}

/* The seat that plays a hand; table hands of two players stand after theirs. */
static int owner_of(int hand, int seats)
{
    return hand < seats ? hand : seats == 2 ? hand - 2 : -1;
}

static void add_seat(struct evbuffer *out, const json_t *player, const struct glance *glance,
                     int seat, int seats)
{
    static const char *const places[] = {"", "", "sn", "swe", "swne", "sxwey", "sxwney"};
    bool contracts = glance->contract[0] && glance->by == seat;
    const char *call = contracts ? glance->contract : glance->contract[0] ? "" : glance->call[seat];
    int taken = 0;
    for (int hand = 0; hand < glance->hands && hand < HANDS_MAX; hand++)
        taken += owner_of(hand, seats) == seat ? glance->taken[hand] : 0;
    html_format(out, "<p class=\"plate at-");
    evbuffer_add(out, &places[seats][seat], 1);
    html_format(out, " side-%l\"><span class=\"name\">%s</span>", json_value_number(player, "side"),
                json_value_text(player, "name"));
    if (call[0]) {
        html_add(out, contracts ? " <span class=\"mark call\"><span class=\"vh\">plays </span>"
                                : " <span class=\"mark\"><span class=\"vh\">said </span>");
        add_call(out, call);
        html_add(out, "</span>");
    }
    if (glance->contract[0])
        html_format(out, " <span class=\"mark taken\">%d<span class=\"vh\"> %s</span></span>",
                    taken, taken == 1 ? "trick" : "tricks");
    html_add(out, "</p>");
}

static void add_felt(struct evbuffer *out, const json_t *table, const struct glance *glance)
{
    const json_t *players = json_object_get(table, "players"), *item;
    int seats = (int)json_array_size(players);
    size_t i;
    html_format(out, "<div class=\"small-felt\" data-seats=\"%d\">", seats);
    json_array_foreach(players, i, item)
    {
        add_seat(out, item, glance, (int)i, seats);
    }
    html_add(out, "<p class=\"small-trick\">");
    json_array_foreach(glance->trick, i, item)
    {
        html_add(out, "<span class=\"chip\">");
        page_game_cards(out, json_value_text(item, "card"), " ");
        html_add(out, "</span>");
    }
    html_add(out, "</p></div>\n");
}

/* "ann + cy 120", a span a side. */
static void add_score(struct evbuffer *out, const json_t *table)
{
    const json_t *scores = json_object_get(table, "scores"), *player;
    size_t side, seat;
    html_add(out, "<p class=\"small-score\">");
    for (side = 0; side < json_array_size(scores); side++) {
        int count = 0;
        html_format(out, "%s<span class=\"side-%d\">", side ? " " : "", (int)side);
        json_array_foreach(json_object_get(table, "players"), seat, player)
        {
            if (json_value_number(player, "side") == (int64_t)side)
                html_format(out, "%s%s", count++ ? " + " : "", json_value_text(player, "name"));
        }
        html_format(out, " <strong>%l</strong></span>",
                    (int64_t)json_integer_value(json_array_get(scores, side)));
    }
    html_add(out, "</p>\n");
}

void small_table_list(struct evbuffer *out, struct web_site *site, const json_t *tables)
{
    const json_t *list = json_object_get(tables, "tables"), *table;
    size_t i;
    html_add(out, "<ul class=\"small-tables\">\n");
    json_array_foreach(list, i, table)
    {
        const char *game = json_value_text(table, "game");
        struct glance glance = {.hands = 0};
        if (i < SMALL_TABLES_MAX)
            look(site, game, &glance);
        html_add(out, "<li>");
        add_felt(out, table, &glance);
        add_score(out, table);
        html_format(out, "<p class=\"soft\"><a href=\"/live/%u\">%s</a> %s, hand %l, since ", game,
                    game, json_value_text(table, "ruleset"), json_value_number(table, "hands") + 1);
        html_time(out, json_value_number(table, "wall_msec"));
        html_add(out, "</p></li>\n");
        json_decref(glance.trick);
    }
    html_add(out, "</ul>\n");
}
