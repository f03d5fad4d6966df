/* csv.c - results as a CSV table. */
#include "log/csv.h"
#include "standings/apply_result.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    bool required;
} columns[] = {
#define CSV_ROW(column, name, required) {name, required},
    CSV_COLUMNS(CSV_ROW)
#undef CSV_ROW
};

__attribute__((format(printf, 2, 3))) static int wrong(char error[160], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error, 160, format, args);
    va_end(args);
    return -1;
}

/* ------------------------------------------------------------------------------------ fields */

/* Reads the next field, with its quotes and doubled quotes; *at is NULL after the last one. Returns
 * NULL if a quote is misplaced. */
static char *next_field(char **at)
{
    char *field = *at, *from = field, *to = field;
    bool quoted = *from == '"';

    for (from += quoted; *from; from++) {
        if (quoted && *from == '"' && from[1] != '"') {
            from++;
            quoted = false;
            break;
        }
        if (quoted && *from == '"')
            from++;
        else if (!quoted && *from == ',')
            break;
        else if (!quoted && *from == '"')
            return NULL;
        *to++ = *from;
    }
    if (quoted || (*from && *from != ','))
        return NULL;
    *at = *from ? from + 1 : NULL;
    *to = 0;
    return field;
}

/* The number of fields, or -1. */
static int split(char *line, char *fields[CSV_FIELDS_MAX])
{
    int count = 0;

    for (char *at = line; at;) {
        if (count == CSV_FIELDS_MAX || !(fields[count] = next_field(&at)))
            return -1;
        count++;
    }
    return count;
}

static bool read_number(const char *text, long long min, long long max, long long *number)
{
    char *end;

    errno = 0;
    *number = strtoll(text, &end, 10);
    return end != text && !*end && !errno && *number >= min && *number <= max && *text > ' ' &&
           *text != '+';
}

/* Reads a list of numbers. Returns their count, or -1. */
static int read_numbers(char *text, long long min, long long max,
                        long long numbers[LADDER_SEATS_MAX])
{
    char *save = NULL;
    int count = 0;

    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        if (count == LADDER_SEATS_MAX || !read_number(word, min, max, &numbers[count]))
            return -1;
        count++;
    }
    return count;
}

/* ------------------------------------------------------------------------------------- reading */

int csv_read_head(char *line, struct csv_head *head, char error[160])
{
    char *fields[CSV_FIELDS_MAX];

    head->field_count = split(line, fields);
    if (head->field_count < 0)
        return wrong(error, "expected the names of at most %d columns", CSV_FIELDS_MAX);
    for (int column = 0; column < CSV_COLUMN_COUNT; column++) {
        head->field_of[column] = -1;
        for (int i = 0; i < head->field_count; i++) {
            if (strcmp(fields[i], columns[column].name) != 0)
                continue;
            if (head->field_of[column] >= 0)
                return wrong(error, "column %s is there twice", columns[column].name);
            head->field_of[column] = i;
        }
        if (columns[column].required && head->field_of[column] < 0)
            return wrong(error, "expected a column %s", columns[column].name);
    }
    if (head->field_of[CSV_WINNERS] < 0 && head->field_of[CSV_RANKS] < 0)
        return wrong(error, "expected a column winners or ranks");
    return 0;
}

static int copy(char *to, size_t size, const char *text, const char *what, char error[160])
{
    if (strlen(text) >= size)
        return wrong(error, "%s '%.40s': expected at most %zu bytes", what, text, size - 1);
    memcpy(to, text, strlen(text) + 1);
    return 0;
}

static int read_seats(char *players, char *sides, struct ladder_result *result, char error[160])
{
    long long numbers[LADDER_SEATS_MAX];
    char *save = NULL;
    int count = read_numbers(sides, 0, LADDER_SEATS_MAX - 1, numbers);

    for (char *name = strtok_r(players, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
        if (result->seat_count == LADDER_SEATS_MAX)
            return wrong(error, "players: expected at most %d", LADDER_SEATS_MAX);
        struct ladder_seat *seat = &result->seats[result->seat_count++];
        if (copy(seat->bot, sizeof seat->bot, name, "players", error))
            return -1;
    }
    if (count != result->seat_count)
        return wrong(error, "sides: expected %d numbers from 0, one a player", result->seat_count);
    for (int seat = 0; seat < count; seat++)
        result->seats[seat].side = (int)numbers[seat];
    return 0;
}

static int read_outcome(char *scores, char *winners, char *ranks, struct ladder_result *result,
                        char error[160])
{
    long long numbers[LADDER_SEATS_MAX];
    uint32_t mask = 0;

    result->side_count = read_numbers(scores, INT32_MIN, INT32_MAX, numbers);
    if (result->side_count < 2)
        return wrong(error, "scores: expected 2 to %d numbers, one a side", LADDER_SEATS_MAX);
    for (int side = 0; side < result->side_count; side++)
        result->scores[side] = (int32_t)numbers[side];
    if (ranks && *ranks) {
        if (read_numbers(ranks, 1, result->side_count, numbers) != result->side_count)
            return wrong(error, "ranks: expected %d numbers from 1 to %d, one a side",
                         result->side_count, result->side_count);
        for (int side = 0; side < result->side_count; side++)
            result->ranks[side] = (int)numbers[side];
        return 0;
    }
    int count = winners ? read_numbers(winners, 0, result->side_count - 1, numbers) : 0;
    if (count < 0)
        return wrong(error, "winners: expected sides, numbers from 0 to %d",
                     result->side_count - 1);
    for (int i = 0; i < count; i++)
        mask |= 1u << numbers[i];
    result_ranks(result, mask, -1);
    return 0;
}

int csv_read_row(char *line, const struct csv_head *head, int64_t wall_msec,
                 struct ladder_result *result, char error[160])
{
    char *fields[CSV_FIELDS_MAX], *values[CSV_COLUMN_COUNT];
    long long number = wall_msec;

    memset(result, 0, sizeof *result);
    if (split(line, fields) != head->field_count)
        return wrong(error, "expected %d fields, as the first line has", head->field_count);
    for (int column = 0; column < CSV_COLUMN_COUNT; column++)
        values[column] = head->field_of[column] < 0 ? NULL : fields[head->field_of[column]];
    const char *ruleset = values[CSV_RULESET] ? values[CSV_RULESET] : "";
    const char *unrated = values[CSV_UNRATED] ? values[CSV_UNRATED] : "";
    /* The ladder only shows the ruleset: a long one is cut off, as in the arena. */
    snprintf(result->ruleset, sizeof result->ruleset, "%s", ruleset);
    if (copy(result->game, sizeof result->game, values[CSV_GAME], "game", error) ||
        copy(result->reason, sizeof result->reason, values[CSV_REASON], "reason", error) ||
        copy(result->unrated, sizeof result->unrated, unrated, "unrated", error) ||
        read_seats(values[CSV_PLAYERS], values[CSV_SIDES], result, error) ||
        read_outcome(values[CSV_SCORES], values[CSV_WINNERS], values[CSV_RANKS], result, error))
        return -1;
    if (values[CSV_WALL_MSEC] && *values[CSV_WALL_MSEC] &&
        !read_number(values[CSV_WALL_MSEC], 0, INT64_MAX / 1000, &number))
        return wrong(error, "wall_msec '%.32s': expected milliseconds since 1970",
                     values[CSV_WALL_MSEC]);
    result->wall_msec = number;
    const char *bad = result_check(result);
    return bad ? wrong(error, "%s", bad) : 0;
}

/* ------------------------------------------------------------------------------------- writing */

static void put_text(const char *text, FILE *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text == '\r' || *text == '\n' ? ' ' : *text, out); /* a row is one line */
    }
    fputc('"', out);
}

void csv_print_head(FILE *out)
{
    for (int column = 0; column < CSV_COLUMN_COUNT; column++)
        fprintf(out, "%s%s", column > 0 ? "," : "", columns[column].name);
    fputc('\n', out);
}

void csv_print_row(const struct ladder_result *result, FILE *out)
{
    const char *gap = "";

    put_text(result->game, out);
    fputc(',', out);
    put_text(result->ruleset, out);
    for (int seat = 0; seat < result->seat_count; seat++)
        fprintf(out, "%s%s", seat > 0 ? " " : ",", result->seats[seat].bot);
    for (int seat = 0; seat < result->seat_count; seat++)
        fprintf(out, "%s%d", seat > 0 ? " " : ",", result->seats[seat].side);
    for (int side = 0; side < result->side_count; side++)
        fprintf(out, "%s%d", side > 0 ? " " : ",", result->scores[side]);
    fputc(',', out);
    for (int side = 0; side < result->side_count; side++) {
        if (result->ranks[side] != 1)
            continue;
        fprintf(out, "%s%d", gap, side);
        gap = " ";
    }
    for (int side = 0; side < result->side_count; side++)
        fprintf(out, "%s%d", side > 0 ? " " : ",", result->ranks[side]);
    fputc(',', out);
    put_text(result->reason, out);
    fprintf(out, ",%lld,", (long long)result->wall_msec);
    put_text(result->unrated, out);
    fputc('\n', out);
}
