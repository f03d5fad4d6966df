/* show.h - prints a record for people: diagram, auction, tricks, result. Knows records and rules;
 * no process, no clock. */
#ifndef AVONDALE_SHOW_H
#define AVONDALE_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct show_style {
    bool ascii;  /* suits as letters */
    bool colour; /* red suits in red, by escapes of a terminal */
};

/* For standard output: colour on a terminal, unless NO_COLOR forbids it. */
struct show_style show_text_style(FILE *out, bool ascii);

/* Prints one record, replayed as far as it follows the rules, with a line for each difference.
 * Returns the number of differences, or a negative enum protocol_error: no record, or out of
 * memory. */
int show_record(const char *line, size_t size, const struct show_style *style, FILE *out);

#endif
