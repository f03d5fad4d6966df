/* data_tournament.h - the output of a tournament as values. Its files may hold anything; each value
 * is taken by its type. New references. */
#ifndef AVONDALE_DATA_TOURNAMENT_H
#define AVONDALE_DATA_TOURNAMENT_H

#include <jansson.h>
#include <stdint.h>

struct web_site;

/* The tournament as the interface has it, of results.json as it was read. */
json_t *data_tournament_value(const char *id, const json_t *results, int64_t changed_msec);
/* results.json itself, an object; NULL: there is no such tournament. The last few tournaments are
 * kept until their files change: nobody changes what is returned. */
json_t *data_tournament_results(struct web_site *site, const char *id);
/* A number of its results.json that changes with the file; 0: there is no such tournament. */
uint64_t data_tournament_stamp(struct web_site *site, const char *id);
/* Frees what is kept of tournaments. */
void data_tournament_forget(struct web_site *site);

#endif
