/* data_tournament.c - the output directories of `avondale tournament`, of which results.json is
 * read. The operator's files may contain anything, so the type of each value is checked. */
#include "data/data_tournament.h"

#include "base/hash.h"
#include "data/data.h"
#include "data/json_value.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 8 << 20 };

static bool id_valid(const char *id)
{
    return name_is_game_id(id) && id[0] != '.';
}

static int64_t changed_nsec(const struct stat *about)
{
    return (int64_t)about->st_mtim.tv_sec * 1000000000 + about->st_mtim.tv_nsec;
}

enum { PATH_BYTES = sizeof((struct web_site *)0)->tournaments + 256 + 16 };

/* Where the file of a tournament is, and what it is. Returns false if there is none. */
static bool results_find(const struct web_site *site, const char *id, char path[PATH_BYTES],
                         struct stat *about)
{
    if (!site->tournaments[0] || !id_valid(id))
        return false;
    snprintf(path, PATH_BYTES, "%s/%s/results.json", site->tournaments, id);
    return stat(path, about) == 0;
}

/* Reads the whole file; NULL if it is gone, is too large, or has no object. `about`: as it was
 * read.
 */
static json_t *results_read(const char *path, struct stat *about)
{
    json_t *value = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return NULL;
    if (fstat(fd, about) == 0 && S_ISREG(about->st_mode) && about->st_size <= FILE_BYTES_MAX)
        value = json_loadfd(fd, 0, NULL);
    close(fd);
    if (json_is_object(value))
        return value;
    json_decref(value);
    return NULL;
}

static bool is_cup(const struct site_cup *cup, const char *id, const struct stat *about)
{
    return strcmp(cup->id, id) == 0 && cup->changed_nsec == changed_nsec(about) &&
           cup->bytes == about->st_size && cup->inode == (int64_t)about->st_ino;
}

/* The tournament, kept since its file changed, or read now; NULL: there is none. */
static struct site_cup *cup_of(struct web_site *site, const char *id)
{
    char path[PATH_BYTES];
    struct stat about;

    if (!results_find(site, id, path, &about))
        return NULL;
    for (int i = 0; i < SITE_CUPS; i++) {
        if (is_cup(&site->cups[i], id, &about))
            return &site->cups[i];
    }
    json_t *results = results_read(path, &about);
    if (!results)
        return NULL;
    struct site_cup *cup = &site->cups[site->cup_next++ % SITE_CUPS];
    json_decref(cup->results);
    json_decref(cup->value);
    *cup = (struct site_cup){.changed_nsec = changed_nsec(&about),
                             .bytes = about.st_size,
                             .inode = (int64_t)about.st_ino,
                             .results = results};
    snprintf(cup->id, sizeof cup->id, "%s", id);
    return cup;
}

void data_tournament_forget(struct web_site *site)
{
    for (int i = 0; i < SITE_CUPS; i++) {
        json_decref(site->cups[i].results);
        json_decref(site->cups[i].value);
        memset(&site->cups[i], 0, sizeof site->cups[i]);
    }
    json_decref(site->summaries);
    site->summaries = NULL;
}

/* ----------------------------------------------------------------------------------------- taking
 */

static void take_text(json_t *to, const json_t *from, const char *key)
{
    json_object_set_new(to, key, json_string(json_value_text(from, key)));
}

static void take_number(json_t *to, const json_t *from, const char *key)
{
    json_object_set_new(to, key, json_real(json_number_value(json_object_get(from, key))));
}

static void take_count(json_t *to, const json_t *from, const char *key)
{
    json_object_set_new(to, key, json_integer(json_value_number(from, key)));
}

static void take_flag(json_t *to, const json_t *from, const char *key)
{
    json_object_set_new(to, key, json_boolean(json_is_true(json_object_get(from, key))));
}

/* The objects of a list, each through `take`. */
static void take_list(json_t *to, const json_t *from, const char *key,
                      void (*take)(json_t *row, const json_t *of))
{
    const json_t *item;
    json_t *list = json_array();
    size_t i;
    json_array_foreach(json_object_get(from, key), i, item)
    {
        json_t *row = json_object();
        take(row, item);
        json_array_append_new(list, row);
    }
    json_object_set_new(to, key, list);
}

static void take_texts(json_t *to, const json_t *from, const char *key)
{
    const json_t *item;
    json_t *list = json_array();
    size_t i;
    json_array_foreach(json_object_get(from, key), i, item)
    {
        if (json_is_string(item))
            json_array_append_new(list, json_string(json_string_value(item)));
    }
    json_object_set_new(to, key, list);
}

/* The rating of all its games; null where there is none. */
static void take_rating(json_t *row, const json_t *rating)
{
    json_t *value = json_is_object(rating) ? json_object() : json_null();
    if (json_is_object(value)) {
        const json_t *bar = json_object_get(rating, "err95");
        take_number(value, rating, "rating");
        json_object_set_new(value, "err95",
                            json_is_number(bar) ? json_real(json_number_value(bar)) : json_null());
        take_count(value, rating, "first");
        take_count(value, rating, "last");
    }
    json_object_set_new(row, "rating", value);
}

static void take_standing(json_t *row, const json_t *of)
{
    static const char *const counts[] = {"division", "rank",   "won",    "drawn",   "lost",
                                         "byes",     "margin", "faults", "forfeits"};
    const char *name;
    json_t *value, *tiebreaks = json_object();
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        take_count(row, of, counts[i]);
    take_text(row, of, "entry");
    take_number(row, of, "score");
    take_number(row, of, "game_points");
    json_object_foreach(json_object_get(of, "tiebreaks"), name, value)
    {
        json_object_set_new(tiebreaks, name, json_real(json_number_value(value)));
    }
    json_object_set_new(row, "tiebreaks", tiebreaks);
    take_flag(row, of, "disqualified");
    take_flag(row, of, "never_started");
    take_rating(row, json_object_get(of, "rating"));
}

/* Contracts bid and made, games and faults by kind, of the statistics of the entry; 0 where it has
 * none. */
static void take_counts(json_t *row, const json_t *entries)
{
    const char *name = json_value_text(row, "entry"), *call, *kind;
    int64_t bid = 0, made = 0, games = 0;
    const json_t *entry;
    json_t *counts, *kinds = json_object();
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        if (strcmp(json_value_text(entry, "name"), name) != 0)
            continue;
        json_object_foreach(json_object_get(entry, "contracts"), call, counts)
        {
            made += json_integer_value(json_array_get(counts, 0));
            bid += json_integer_value(json_array_get(counts, 1));
        }
        json_object_foreach(json_object_get(entry, "faults"), kind, counts)
        {
            if (json_integer_value(counts) > 0)
                json_object_set_new(kinds, kind, json_integer(json_integer_value(counts)));
        }
        games = json_value_number(entry, "games");
    }
    json_object_set_new(row, "games", json_integer(games));
    json_object_set_new(row, "fault_kinds", kinds);
    json_object_set_new(row, "contracts_bid", json_integer(bid));
    json_object_set_new(row, "contracts_made", json_integer(made));
}

/* Runs of games are told as their number here; data_tournament_games.c tells which they are. */
static int64_t games_of(const json_t *meeting, int64_t block_games)
{
    const json_t *run;
    int64_t blocks = 0;
    size_t i;
    json_array_foreach(json_object_get(meeting, "games"), i, run)
    {
        int64_t more = json_value_number(run, "blocks");
        blocks += more > 0 && more < INT32_MAX ? more : 0;
    }
    return blocks * (block_games > 0 && block_games < SITE_ROWS_MAX ? block_games : 0);
}

/* A bye has no b; an unplayed meeting has no points. */
static void take_meeting(json_t *row, const json_t *of)
{
    static const char *const counts[] = {"season", "division", "round"};
    bool played = json_is_number(json_object_get(of, "points_a"));
    const json_t *b = json_object_get(of, "b");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        take_count(row, of, counts[i]);
    take_text(row, of, "a");
    json_object_set_new(row, "b",
                        json_is_string(b) ? json_string(json_string_value(b)) : json_null());
    json_object_set_new(row, "played", json_boolean(played));
    take_number(row, of, "points_a");
    take_number(row, of, "points_b");
    take_count(row, of, "margin");
    take_text(row, of, "decided_by");
    take_count(row, of, "deciding");
    take_text(row, of, "winner");
}

/* What the organiser decided: a meeting that is played again, or an entry that is out. */
static void take_ruling(json_t *row, const json_t *of)
{
    take_text(row, of, "ruling");
    take_text(row, of, "entry");
    take_count(row, of, "meeting");
    take_count(row, of, "season");
    take_count(row, of, "after_blocks");
    take_text(row, of, "reason");
}

/* A result that does not count because of a ruling. */
static void take_void(json_t *row, const json_t *of)
{
    take_count(row, of, "meeting");
    take_text(row, of, "a");
    take_text(row, of, "b");
    take_number(row, of, "points_a");
    take_number(row, of, "points_b");
    take_text(row, of, "why");
}

/* A meeting of a round to come. */
static void take_to_come(json_t *row, const json_t *of)
{
    take_count(row, of, "season");
    take_count(row, of, "division");
    take_count(row, of, "round");
    take_text(row, of, "a");
    take_text(row, of, "b");
}

static void take_pair(json_t *row, const json_t *of)
{
    static const char *const counts[] = {"games", "wins", "ties", "losses"};
    take_text(row, of, "first");
    take_text(row, of, "second");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        take_count(row, of, counts[i]);
}

/* The fields for the list and for the head of the page. */
static json_t *summary(const char *id, const json_t *results, int64_t changed_msec)
{
    json_t *value = json_object();
    const json_t *games = json_object_get(results, "games"),
                 *standings = json_object_get(results, "standings");
    const json_t *first = json_array_get(standings, 0);
    json_object_set_new(value, "id", json_string(id));
    take_text(value, results, "name");
    take_text(value, results, "format");
    take_text(value, results, "ruleset");
    take_flag(value, results, "finished");
    json_object_set_new(value, "changed_msec", json_integer(changed_msec));
    json_object_set_new(value, "entries", json_integer((json_int_t)json_array_size(standings)));
    json_object_set_new(value, "games", json_integer(json_value_number(games, "games")));
    json_object_set_new(value, "leader", json_string(json_value_text(first, "entry")));
    return value;
}

/* ------------------------------------------------------------------------------------------ data
 */

json_t *data_tournament_value(const char *id, const json_t *results, int64_t changed_msec)
{
    json_t *value = summary(id, results, changed_msec), *row;
    const json_t *entries = json_object_get(json_object_get(results, "games"), "entries");
    size_t i;
    take_texts(value, results, "options");
    take_texts(value, results, "reading");
    take_flag(value, results, "duplicate");
    take_count(value, results, "repeats");
    take_text(value, results, "seed");
    take_list(value, results, "standings", take_standing);
    json_array_foreach(json_object_get(value, "standings"), i, row)
    {
        take_counts(row, entries);
    }
    take_list(value, results, "meetings", take_meeting);
    json_array_foreach(json_object_get(value, "meetings"), i, row)
    {
        json_object_set_new(row, "number", json_integer((json_int_t)i + 1));
        json_object_set_new(
            row, "games",
            json_integer(games_of(json_array_get(json_object_get(results, "meetings"), i),
                                  json_value_number(results, "block_games"))));
    }
    take_list(value, results, "to_come", take_to_come);
    take_count(value, results, "rounds_to_come");
    take_list(value, results, "rulings", take_ruling);
    take_list(value, results, "void", take_void);
    take_list(value, json_object_get(results, "games"), "pairs", take_pair);
    return value;
}

json_t *data_tournament_results(struct web_site *site, const char *id)
{
    const struct site_cup *cup = cup_of(site, id);
    return cup ? json_incref(cup->results) : NULL;
}

uint64_t data_tournament_stamp(struct web_site *site, const char *id)
{
    const struct site_cup *cup = cup_of(site, id);
    uint64_t stamp = 0;
    if (!cup)
        return 0;
    const int64_t parts[] = {cup->changed_nsec, cup->bytes, cup->inode};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        stamp = hash_number(stamp, (uint32_t)parts[i]);
        stamp = hash_number(stamp, (uint32_t)((uint64_t)parts[i] >> 32));
    }
    return stamp | 1;
}

json_t *data_tournament(struct web_site *site, const char *id)
{
    struct site_cup *cup = cup_of(site, id);
    if (!cup)
        return NULL;
    if (!cup->value)
        cup->value = data_tournament_value(id, cup->results, cup->changed_nsec / 1000000);
    return json_incref(cup->value);
}

/* Keeps a summary until its file changes. Returns a new reference, or NULL. */
static json_t *summary_of(struct web_site *site, const char *id)
{
    char path[PATH_BYTES];
    struct stat about;
    json_t *kept = json_object_get(site->summaries, id);

    if (!results_find(site, id, path, &about))
        return NULL;
    if (kept && json_value_number(kept, "changed_msec") == changed_nsec(&about) / 1000000)
        return json_incref(kept);
    json_t *results = results_read(path, &about);
    json_t *value = results ? summary(id, results, changed_nsec(&about) / 1000000) : NULL;
    json_decref(results);
    if (value && json_object_size(site->summaries) < SITE_TOURNAMENTS_MAX)
        json_object_set(site->summaries, id, value);
    return value;
}

static int by_change(const void *a, const void *b)
{
    int64_t x = json_value_number(*(json_t *const *)a, "changed_msec"),
            y = json_value_number(*(json_t *const *)b, "changed_msec");
    return (y > x) - (y < x);
}

json_t *data_tournament_list(struct web_site *site)
{
    json_t *found[SITE_TOURNAMENTS_MAX], *list = json_array();
    int count = 0;
    if (!site->summaries)
        site->summaries = json_object();
    DIR *directory = site->tournaments[0] ? opendir(site->tournaments) : NULL;
    for (const struct dirent *entry;
         directory && count < SITE_TOURNAMENTS_MAX && (entry = readdir(directory));) {
        json_t *value = summary_of(site, entry->d_name);
        if (value)
            found[count++] = value;
    }
    if (directory)
        closedir(directory);
    qsort(found, (size_t)count, sizeof found[0], by_change);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, found[i]);
    return json_pack("{s:o}", "tournaments", list);
}
