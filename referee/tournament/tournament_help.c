/* tournament_help.c - explains standings to organisers. */
#include "tournament/tournament_help.h"

static const char seeds[] =
    "seeds are the order of the entries in the file, the strongest first: by them the bracket of a "
    "knockout keeps the best apart and the first round of a swiss is paired; no rank comes from "
    "them, entries that are level on all tie-breaks share one";
static const char byes[] =
    "a bye is a meeting won without games; in a knockout the best seeds have it, in a swiss and a "
    "double knockout one of those who have had the fewest: who leaves the others the fewest "
    "rematches, then the last (swiss) or the first (double knockout)";
static const char decisions[] =
    "a meeting of a knockout that is drawn goes on with deciding blocks, one at a time, until one "
    "is not drawn, up to `deciding` of them; then the margin of all its games decides, then the "
    "better seed; the list of meetings says what decided each";
static const char meetings[] =
    "a meeting is won by who has more points of its games (1 a game won, 1/2 drawn)";
static const char ranks[] =
    "entries are ranked by score, then by the tie-breaks in their order, each among those who are "
    "level on all before it";

/* Breaks lines between words; `indent` blanks before all lines but the first. */
static void print_wrapped(FILE *out, const char *text, int indent)
{
    enum { WIDTH = 100 };
    int column = indent;

    while (*text) {
        int size = 0;
        while (text[size] && text[size] != ' ')
            size++;
        if (column > indent && column + 1 + size > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", size, text);
        column += size;
        text += size;
        while (*text == ' ')
            text++;
    }
    fputc('\n', out);
}

static void print_item(FILE *out, const char *name, const char *text)
{
    fprintf(out, "  %-18s", name);
    print_wrapped(out, text, 20);
}

void tournament_help_print(FILE *out)
{
    char text[TOURNAMENT_HELP_BYTES];

    fputs("formats: who meets whom, and the score column\n", out);
    for (int i = 0; i < TOURNAMENT_FORMAT_COUNT; i++) {
        print_item(out, tournament_format_name((enum tournament_format)i),
                   tournament_format_help((enum tournament_format)i));
        snprintf(text, sizeof text, "score: %s", tournament_score_help((enum tournament_format)i));
        print_item(out, "", text);
    }
    fputs("tie-breaks\n", out);
    for (int i = 0; i < TIEBREAK_COUNT; i++)
        print_item(out, tournament_tiebreak_name((enum tournament_tiebreak)i),
                   tournament_tiebreak_help((enum tournament_tiebreak)i));
    fputs("standings\n", out);
    print_item(out, "meetings", meetings);
    print_item(out, "ranks", ranks);
    print_item(out, "seeds", seeds);
    print_item(out, "byes", byes);
    print_item(out, "drawn knockouts", decisions);
}

static bool is_knockout(const struct tournament_config *config)
{
    return config->format == TOURNAMENT_KNOCKOUT || config->format == TOURNAMENT_DOUBLE_KNOCKOUT;
}

const char *tournament_help_line(const struct tournament_config *config, int number,
                                 char text[TOURNAMENT_HELP_BYTES])
{
    const char *lines[] = {meetings, ranks, seeds, NULL, NULL};
    int count = 3;

    if (is_knockout(config) || config->format == TOURNAMENT_SWISS)
        lines[count++] = byes;
    if (is_knockout(config))
        lines[count++] = decisions;
    if (number == 0) {
        snprintf(text, TOURNAMENT_HELP_BYTES, "score: %s", tournament_score_help(config->format));
        return text;
    }
    number--;
    if (number < config->tiebreak_count) {
        enum tournament_tiebreak tiebreak = config->tiebreaks[number];
        snprintf(text, TOURNAMENT_HELP_BYTES, "%s: %s", tournament_tiebreak_name(tiebreak),
                 tournament_tiebreak_help(tiebreak));
        return text;
    }
    number -= config->tiebreak_count;
    return number < count ? lines[number] : NULL;
}
