/* bracket.c - see bracket.h. */
#include "events/bracket.h"

#include "data/json_value.h"
#include "page/html.h"

#include <event2/buffer.h>
#include <string.h>

enum { MEETINGS_MAX = 256, ROUNDS_MAX = 24 };

/* The place of each meeting of a knockout: the column of its round, and the rows of the meetings
 * that led to it. */
struct bracket {
    const json_t *meetings;
    const char *games; /* see bracket_add */
    int64_t rounds;
    int rows, row[MEETINGS_MAX], span[MEETINGS_MAX];
    bool placed[MEETINGS_MAX];
};

static const json_t *meeting_at(const struct bracket *bracket, size_t i)
{
    return json_array_get(bracket->meetings, i);
}

/* Returns the meeting of a round that an entry won, or -1 if there is none. */
static int meeting_won(const struct bracket *bracket, int64_t round, const char *entry)
{
    size_t count = json_array_size(bracket->meetings);
    for (size_t i = 0; i < count && i < MEETINGS_MAX; i++) {
        const json_t *meeting = meeting_at(bracket, i);
        if (!bracket->placed[i] && *entry && json_value_number(meeting, "round") == round &&
            strcmp(json_value_text(meeting, "winner"), entry) == 0)
            return (int)i;
    }
    return -1;
}

/* Gives a meeting the rows of the meetings that led to it, or a row of its own. Recursion is no
 * deeper than there are rounds. */
static void place(struct bracket *bracket, int i)
{
    const json_t *meeting = meeting_at(bracket, (size_t)i);
    int64_t round = json_value_number(meeting, "round");
    bracket->placed[i] = true;
    bracket->row[i] = bracket->rows;
    int from[] = {meeting_won(bracket, round - 1, json_value_text(meeting, "a")), -1};
    if (from[0] >= 0)
        place(bracket, from[0]);
    from[1] = meeting_won(bracket, round - 1, json_value_text(meeting, "b"));
    if (from[1] >= 0)
        place(bracket, from[1]);
    if (bracket->rows == bracket->row[i])
        bracket->rows++;
    bracket->span[i] = bracket->rows - bracket->row[i];
}

static void add_entry(struct evbuffer *out, const json_t *meeting, const char *who,
                      const char *points)
{
    const char *entry = json_value_text(meeting, who);
    bool won = *entry && strcmp(entry, json_value_text(meeting, "winner")) == 0;
    html_format(out, won ? "<b>%s</b>" : "%s", *entry ? entry : "bye");
    if (json_is_true(json_object_get(meeting, "played")))
        evbuffer_add_printf(out, " %g", json_number_value(json_object_get(meeting, points)));
}

/* A meeting without games has no page. */
static void add_link(struct evbuffer *out, const struct bracket *bracket, const json_t *meeting,
                     size_t i)
{
    bool page = bracket->games && json_value_number(meeting, "games") > 0;
    html_format(out, "<a href=\"%s%d\">", page ? bracket->games : "#meeting-", (int)i + 1);
    add_entry(out, meeting, "a", "points_a");
    html_add(out, "<br>");
    add_entry(out, meeting, "b", "points_b");
    html_add(out, "</a>");
}

static void add_row(struct evbuffer *out, const struct bracket *bracket, int row)
{
    size_t count = json_array_size(bracket->meetings);
    html_add(out, "<tr>");
    for (int64_t round = 1; round <= bracket->rounds; round++) {
        for (size_t i = 0; i < count && i < MEETINGS_MAX; i++) {
            const json_t *meeting = meeting_at(bracket, i);
            if (!bracket->placed[i] || bracket->row[i] != row ||
                json_value_number(meeting, "round") != round)
                continue;
            html_format(out, "<td rowspan=\"%d\">", bracket->span[i]);
            add_link(out, bracket, meeting, i);
            html_add(out, "</td>");
        }
    }
    html_add(out, "</tr>\n");
}

/* Meetings that do not lead to the last round: a file that we did not write. */
static bool all_placed(const struct bracket *bracket)
{
    for (size_t i = 0; i < json_array_size(bracket->meetings); i++) {
        if (!bracket->placed[i])
            return false;
    }
    return true;
}

/* Counts the rounds. Returns false if the list is none of a knockout, or too long. */
static bool read_rounds(struct bracket *bracket)
{
    size_t count = json_array_size(bracket->meetings);
    for (size_t i = 0; i < count; i++) {
        int64_t round = json_value_number(meeting_at(bracket, i), "round");
        bracket->rounds = round > bracket->rounds ? round : bracket->rounds;
        if (round < 1)
            return false;
    }
    return count > 0 && count <= MEETINGS_MAX && bracket->rounds <= ROUNDS_MAX;
}

static void open_table(struct evbuffer *out, const struct bracket *bracket, bool named)
{
    html_add(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Bracket\">"
                  "<table class=\"bracket\">\n<thead><tr>");
    if (named)
        html_add(out, "<td></td>");
    for (int round = 1; round <= (int)bracket->rounds; round++)
        html_format(out, "<th scope=\"col\">Round %d</th>", round);
    html_add(out, "</tr></thead>\n<tbody>\n");
}

bool bracket_add(struct evbuffer *out, const json_t *meetings, const char *games)
{
    struct bracket bracket = {.meetings = meetings, .games = games};
    size_t count = json_array_size(meetings);
    if (!read_rounds(&bracket))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (json_value_number(meeting_at(&bracket, i), "round") == bracket.rounds)
            place(&bracket, (int)i);
    }
    if (!all_placed(&bracket))
        return false;
    open_table(out, &bracket, false);
    for (int row = 0; row < bracket.rows; row++)
        add_row(out, &bracket, row);
    html_add(out, "</tbody></table></div>\n");
    return true;
}

/* ------------------------------------------------------------------------------- double knockout
 */

/* Meetings that an entry has lost before a round. */
static int losses_before(const struct bracket *bracket, const char *entry, int64_t round)
{
    int losses = 0;
    for (size_t i = 0; i < json_array_size(bracket->meetings); i++) {
        const json_t *meeting = meeting_at(bracket, i);
        const char *winner = json_value_text(meeting, "winner");
        bool there = strcmp(json_value_text(meeting, "a"), entry) == 0 ||
                     strcmp(json_value_text(meeting, "b"), entry) == 0;
        losses += there && *winner && strcmp(winner, entry) != 0 &&
                  json_value_number(meeting, "round") < round;
    }
    return losses;
}

enum group { GROUP_UNBEATEN, GROUP_ONE_LOSS, GROUP_BOTH, GROUP_COUNT };

static enum group group_of(const struct bracket *bracket, const json_t *meeting)
{
    int64_t round = json_value_number(meeting, "round");
    const char *other = json_value_text(meeting, "b");
    int a = losses_before(bracket, json_value_text(meeting, "a"), round);
    int b = *other ? losses_before(bracket, other, round) : a;
    return a != b ? GROUP_BOTH : a == 0 ? GROUP_UNBEATEN : GROUP_ONE_LOSS;
}

bool bracket_add_double(struct evbuffer *out, const json_t *meetings, const char *games)
{
    static const char *const names[GROUP_COUNT] = {"Without a loss", "With one loss",
                                                   "One of each"};
    struct bracket bracket = {.meetings = meetings, .games = games};
    enum group groups[MEETINGS_MAX];
    size_t count = json_array_size(meetings);
    if (!read_rounds(&bracket))
        return false;
    for (size_t i = 0; i < count; i++)
        groups[i] = group_of(&bracket, meeting_at(&bracket, i));
    open_table(out, &bracket, true);
    for (int group = 0; group < GROUP_COUNT; group++) {
        html_format(out, "<tr><th scope=\"row\">%s</th>", names[group]);
        for (int64_t round = 1; round <= bracket.rounds; round++) {
            int shown = 0;
            html_add(out, "<td>");
            for (size_t i = 0; i < count; i++) {
                const json_t *meeting = meeting_at(&bracket, i);
                if ((int)groups[i] != group || json_value_number(meeting, "round") != round)
                    continue;
                html_add(out, shown++ ? "<hr>" : "");
                add_link(out, &bracket, meeting, i);
            }
            html_add(out, "</td>");
        }
        html_add(out, "</tr>\n");
    }
    html_add(out, "</tbody></table></div>\n");
    return true;
}
