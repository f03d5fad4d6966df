/* option_print.c - prints a table of options. */
#include "base/option_print.h"

#include <ctype.h>
#include <string.h>

enum { WIDTH = 80, TERM_COLUMN = 24, TERM_INDENT = 2, TERM_BYTES = 160, TEXT_BYTES = 640 };

/* ---------------------------------------------------------------------------------- plain text */

/* Prints words from `column` on and breaks lines before WIDTH; the next ones begin at `indent`. */
static void print_wrapped(FILE *out, const char *text, int column, int indent)
{
    bool first = true;

    while (*text) {
        int size = (int)strcspn(text, " \n");
        if (!first && column + 1 + size > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, (size_t)size, out);
        column += size;
        text += size;
        text += strspn(text, " \n");
        first = false;
    }
    fputc('\n', out);
}

static void print_plain_term(FILE *out, int indent, const char *term, const char *text)
{
    int column = fprintf(out, "%*s%s", indent, "", term);

    if (column + 2 > TERM_COLUMN) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", TERM_COLUMN - column, "");
    print_wrapped(out, text, TERM_COLUMN, TERM_COLUMN);
}

/* ------------------------------------------------------------------------------- a manual page */

/* Prints text that contains no request: hyphens may be copied into a shell. */
static void print_escaped(FILE *out, const char *text, bool line_begins)
{
    if (line_begins && (*text == '.' || *text == '\''))
        fputs("\\&", out);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else if (*text == '"')
            fputs("\\(dq", out);
        else
            fputc(*text == '\n' ? ' ' : *text, out);
    }
}

/* As a sentence: with a capital and a full stop, each further sentence on a line of its own. */
static void print_sentences(FILE *out, const char *text)
{
    bool begins = true;
    char last = '.';

    for (const char *at = text; *at; at++) {
        char one[2] = {*at == '\n' ? ' ' : *at, '\0'};
        bool is_end = *at == '.' && at[1] == ' ' && isupper((unsigned char)at[2]);
        if (at == text && islower((unsigned char)*at) && !isupper((unsigned char)at[1]))
            one[0] = (char)toupper((unsigned char)*at);
        print_escaped(out, one, begins);
        begins = false;
        last = *at;
        if (is_end) {
            fputc('\n', out);
            begins = true;
            at++;
        }
    }
    fputs(strchr(".:!?", last) ? "\n" : ".\n", out);
}

static void print_manual_term(FILE *out, const char *term, const char *text)
{
    fputs(".TP\n.B \"", out);
    print_escaped(out, term, false);
    fputs("\"\n", out);
    print_sentences(out, text);
}

/* ---------------------------------------------------------------------------------------- both */

void option_print_term(FILE *out, bool manual, const char *term, const char *text)
{
    if (manual)
        print_manual_term(out, term, text);
    else
        print_plain_term(out, TERM_INDENT, term, text);
}

void option_print_title(FILE *out, bool manual, const char *title)
{
    fputs(manual ? ".SS " : "\n", out);
    if (manual)
        print_escaped(out, title, false);
    else
        fputs(title, out);
    fputs(manual ? "\n" : ":\n", out);
}

void option_print_text(FILE *out, bool manual, const char *text)
{
    if (manual)
        print_sentences(out, text);
    else
        print_wrapped(out, text, 0, 0);
}

static void print_row(FILE *out, bool manual, int indent, const struct option_row *row)
{
    char term[TERM_BYTES], text[TEXT_BYTES];
    const char *mark = row->live ? "* " : "", *standard = row->standard ? row->standard : "";
    bool is_switch = row->kind == OPTION_KIND_SWITCH, shown = standard[0] && !is_switch;

    snprintf(term, sizeof term, "--%s%s%s", row->name, row->value ? " " : "",
             is_switch    ? " [0|1]"
             : row->value ? row->value
                          : "");
    if (!manual) {
        snprintf(text, sizeof text, "%s%s%s%s%s", mark, row->help, shown ? " (" : "",
                 shown ? standard : "", shown ? ")" : "");
        print_plain_term(out, indent, term, text);
        return;
    }
    print_manual_term(out, term, row->help);
    if (row->kind == OPTION_KIND_NUMBER && row->max < INT32_MAX)
        fprintf(out, "From %s%ld to %ld.\n", row->min < 0 ? "\\" : "", row->min, row->max);
    if (shown) {
        fputs("Default: ", out);
        print_escaped(out, standard, false);
        fputs(".\n", out);
    }
    if (row->live)
        fputs("Can change in a running daemon.\n", out);
}

static void print_part(FILE *out, bool manual, int indent, const struct option_part *part)
{
    if (part->title)
        option_print_title(out, manual, part->title);
    for (int i = 0; i < part->count; i++)
        print_row(out, manual, indent, &part->rows[i]);
}

static void print_parts(FILE *out, bool manual, const struct option_table *table)
{
    for (int i = 0; i < OPTION_PARTS_MAX && table->parts[i].part; i++)
        print_part(out, manual, TERM_INDENT, table->parts[i].part);
}

/* Writes the first form of the command and moves *at past it. */
static void take_form(const struct option_table *table, const char **at, char form[TERM_BYTES])
{
    size_t size = strcspn(*at, "\n");

    snprintf(form, TERM_BYTES, "%s%s%.*s", table->command, size ? " " : "", (int)size, *at);
    *at += size + ((*at)[size] == '\n');
}

static void print_manual_command(FILE *out, const struct option_table *table)
{
    char form[TERM_BYTES];
    const char *at = table->synopsis;

    for (bool first = true; first || *at; first = false) {
        take_form(table, &at, form);
        fputs(first ? ".TP\n.B \"" : ".TQ\n.B \"", out);
        print_escaped(out, form, false);
        fputs("\"\n", out);
    }
    print_sentences(out, table->does);
}

static void print_plain_command(FILE *out, const struct option_table *table)
{
    char form[TERM_BYTES];
    const char *at = table->synopsis;

    for (take_form(table, &at, form); *at; take_form(table, &at, form))
        fprintf(out, "%*s%s\n", TERM_INDENT, "", form);
    print_plain_term(out, TERM_INDENT, form, table->does);
}

void option_print_command(FILE *out, bool manual, const struct option_table *table)
{
    bool has_own = table->parts[0].part && table->parts[1].part;

    if (manual)
        print_manual_command(out, table);
    else
        print_plain_command(out, table);
    fputs(manual && has_own ? ".RS\n" : "", out);
    for (int i = 0; i + 1 < OPTION_PARTS_MAX && table->parts[i + 1].part; i++)
        print_part(out, manual, 2 * TERM_INDENT, table->parts[i].part);
    fputs(manual && has_own ? ".RE\n" : "", out);
}

/* Each line of the synopsis is one form of the command. */
static void print_synopsis(const struct option_table *table, FILE *out, bool manual)
{
    const char *at = table->synopsis;
    char line[TEXT_BYTES];

    for (bool first = true; first || *at; first = false) {
        size_t size = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)size, at);
        if (manual) {
            fprintf(out, "%s.B avondale %s\n", first ? "" : ".br\n", table->command);
            print_escaped(out, line, true);
            fputs(*line ? "\n" : "", out);
        } else {
            fprintf(out, "%s avondale %s%s%s\n", first ? "usage:" : "      ", table->command,
                    *line ? " " : "", line);
        }
        at += size + (at[size] == '\n');
    }
}

void option_print_help(const struct option_table *table, FILE *out)
{
    print_synopsis(table, out, false);
    print_wrapped(out, table->does, 0, 0);
    if (table->parts[0].part && !table->parts[0].part->title)
        fputc('\n', out);
    print_parts(out, false, table);
    if (table->print_more)
        table->print_more(out, false);
}

void option_print_manual(const struct option_table *table, FILE *out)
{
    fputs(".SH SYNOPSIS\n", out);
    print_synopsis(table, out, true);
    fputs(".SH OPTIONS\n", out);
    print_parts(out, true, table);
    print_manual_term(out, "--help", "prints a summary of this page");
    if (table->print_more)
        table->print_more(out, true);
}
