/* show.h - a record as people read a game: diagram, auction, tricks, result. Knows records and
 * rules; no process, no clock. */
#ifndef AVONDALE_SHOW_H
#define AVONDALE_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct show_style {
    bool ascii;  /* suits as letters */
    bool colour; /* red suits in red, by escapes of a terminal */
};

/* For standard output: colour on a terminal, unless NO_COLOR asks for none. */
struct show_style show_text_style(FILE *out, bool ascii);

/* Prints one record, replayed as far as it follows the rules. The number of differences; or a
 * negative enum protocol_error: no record, or out of memory. What differs is printed as a line. */
int show_record(const char *line, size_t size, const struct show_style *style, FILE *out);

#endif
