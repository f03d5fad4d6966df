/* record_csv.h - a record as a row of a table: players, result, contracts, faults. */
#ifndef AVONDALE_RECORD_CSV_H
#define AVONDALE_RECORD_CSV_H

#include <stddef.h>
#include <stdio.h>

/* The columns; the first ones are those of `avondale ladder export --csv`. Lists within a field are
 * separated by blanks: players, sides, bid (contracts), made (of those) and faults by seat; scores
 * and ranks by side. */
extern const char record_csv_head[];

/* Prints the row, with its line feed. Returns 0, or -1, with nothing printed and a line in `error`,
 * if it is not a record. */
int record_csv_print(const char *line, size_t size, FILE *out, char error[160]);

#endif
