/* option_print.h - prints a table of options: --help, and sections of a manual page. */
#ifndef AVONDALE_OPTION_PRINT_H
#define AVONDALE_OPTION_PRINT_H

#include "base/option_table.h"

void option_print_help(const struct option_table *table, FILE *out);
/* The sections SYNOPSIS and OPTIONS, and the output of `print_more`, as requests of man(7). */
void option_print_manual(const struct option_table *table, FILE *out);

/* One term and its text, in both formats: for lists of commands and keys. The text is wrapped. */
void option_print_term(FILE *out, bool manual, const char *term, const char *text);
/* A subcommand, with its own options as terms below it: those of all parts but the last, which the
 * command above has, too. */
void option_print_command(FILE *out, bool manual, const struct option_table *table);
/* A title above terms. */
void option_print_title(FILE *out, bool manual, const char *title);
/* A paragraph. */
void option_print_text(FILE *out, bool manual, const char *text);

#endif
