/* html.h - HTML as text: all text from outside goes through html_text or the %s of html_format. */
#ifndef AVONDALE_HTML_H
#define AVONDALE_HTML_H

#include <stdint.h>

struct evbuffer;

/* Adds markup as it is. */
void html_add(struct evbuffer *out, const char *markup);
/* Adds text, escaped. */
void html_text(struct evbuffer *out, const char *text);
/* Adds a format: %s a string, escaped; %u a name in an address, escaped for both; %d an int; %l an
 * int64_t; %t an int64_t of thousandths, to one decimal; %%. */
void html_format(struct evbuffer *out, const char *format, ...);
int64_t html_milli(double value); /* for %t: rounded to thousandths */
/* Adds a moment, UTC since 1970. */
void html_time(struct evbuffer *out, int64_t msec);
void html_day(struct evbuffer *out, int64_t msec); /* the day of it */

#endif
