/* bracket.c - see bracket.h. */
#include "events/bracket.h"

#include "data/json_value.h"
#include "page/html.h"

#include <event2/buffer.h>
#include <string.h>

enum { MEETINGS_MAX = 256, ROUNDS_MAX = 12 };

/* The place of each meeting of a knockout: the column of its round, and the rows of the meetings
 * that led to it. */
struct bracket {
    const json_t *meetings;
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
            html_format(out, "<td rowspan=\"%d\"><a href=\"#meeting-%d\">", bracket->span[i],
                        (int)i + 1);
            add_entry(out, meeting, "a", "points_a");
            html_add(out, "<br>");
            add_entry(out, meeting, "b", "points_b");
            html_add(out, "</a></td>");
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

bool bracket_add(struct evbuffer *out, const json_t *meetings)
{
    struct bracket bracket = {.meetings = meetings};
    size_t count = json_array_size(meetings);
    for (size_t i = 0; i < count; i++) {
        int64_t round = json_value_number(meeting_at(&bracket, i), "round");
        bracket.rounds = round > bracket.rounds ? round : bracket.rounds;
        if (round < 1)
            return false;
    }
    if (count == 0 || count > MEETINGS_MAX || bracket.rounds > ROUNDS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (json_value_number(meeting_at(&bracket, i), "round") == bracket.rounds)
            place(&bracket, (int)i);
    }
    if (!all_placed(&bracket))
        return false;
    html_add(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Bracket\">"
                  "<table class=\"bracket\">\n<thead><tr>");
    for (int round = 1; round <= (int)bracket.rounds; round++)
        html_format(out, "<th scope=\"col\">Round %d</th>", round);
    html_add(out, "</tr></thead>\n<tbody>\n");
    for (int row = 0; row < bracket.rows; row++)
        add_row(out, &bracket, row);
    html_add(out, "</tbody></table></div>\n");
    return true;
}
