/* record_csv.h - a record as a row of a table: who played what, and what it came to. */
#ifndef AVONDALE_RECORD_CSV_H
#define AVONDALE_RECORD_CSV_H

#include <stddef.h>
#include <stdio.h>

/* Columns, the first ones as those of `avondale ladder export --csv`. Lists within a field are
 * separated by blanks: players, sides, bid (contracts), made (of those) and faults by seat; scores
 * and ranks by side. */
extern const char record_csv_head[];

/* Prints the row, with its line feed. 0; -1 with a line in `error`: not a record, nothing was
 * printed. */
int record_csv_print(const char *line, size_t size, FILE *out, char error[160]);

#endif
