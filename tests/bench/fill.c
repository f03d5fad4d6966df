/* fill.c - fills a ladder as a daemon would: fill DB BOTS RESULTS [RECORDS FILE]
 *
 * Adds bots, then games of four of them, announced and over, one after the other over 25 days up to
 * an hour ago. Bots with lower numbers play more often (the first of a million in one of 250
 * games). Strength is drawn from the number of a bot, and does not rise or fall with it. Each
 * result is rated as the daemon rates it, so a replay finds no difference. The newest RECORDS
 * results have a record: the lines of FILE in turns, each under the name of its game. */
#include "bench.h"

#include "ladder.h"
#include "log/replay.h"
#include "rating/elo.h"
#include "sqlite/sqlite_store.h"

#include <math.h>
#include <string.h>

enum { GROUP = 50000, TEMPLATES_MAX = 32, SEATS = 4, BOTS_MAX = 4000000 };
static const int64_t span_msec = INT64_C(25) * 24 * 3600 * 1000;
static const double strength_spread = 200; /* points */

static uint64_t state = 500;
static struct store *store;
static struct replay replay;
static int bot_count;
static long result_count, record_count;
static int64_t end_msec;

/* Each in two parts, between which the name of the game belongs. */
static struct template
{
    char *head, *tail;
}
templates[TEMPLATES_MAX];
static int template_count;

static void die(const char *what)
{
    fprintf(stderr, "fill: %s\n", what);
    exit(3);
}

static void check(int status)
{
    if (status == STORE_FAILED)
        die(store_error(store));
}

static void sql(const char *text)
{
    char *why = NULL;
    if (sqlite3_exec(sqlite_of(store)->db, text, NULL, NULL, &why) != SQLITE_OK)
        die(why ? why : text);
}

static void read_templates(const char *path)
{
    static const char key[] = "\"game\":\"";
    char *line = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        die(path);
    while (template_count < TEMPLATES_MAX && getline(&line, &room, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *game = strstr(line, key), *end = game ? strchr(game + sizeof key - 1, '"') : NULL;
        if (!end)
            die("a record without the name of its game");
        game[sizeof key - 1] = '\0';
        templates[template_count++] = (struct template){strdup(line), strdup(end)};
    }
    free(line);
    fclose(file);
}

static char *make_record(long number, const char *game)
{
    const struct template *from = &templates[number % template_count];
    size_t size = strlen(from->head) + strlen(game) + strlen(from->tail) + 1;
    char *text = malloc(size);
    if (!text)
        die("out of memory");
    snprintf(text, size, "%s%s%s", from->head, game, from->tail);
    return text;
}

static void add_bots(void)
{
    sql("BEGIN");
    for (int i = 0; i < bot_count; i++) {
        char name[LADDER_NAME_MAX + 1];
        snprintf(name, sizeof name, "bot-%07d", i);
        int bot = standings_add(&replay.standings, name, "");
        if (bot < 0)
            die("out of memory, or too many bots");
        check(store_bot_add(store, &replay.standings.bots[bot], end_msec - span_msec));
    }
    sql("COMMIT");
}

/* Returns the strength of a bot in points, drawn from its number: the same each time. */
static double strength(int bot)
{
    uint64_t own = (uint64_t)bot * 7919 + 1;
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += (double)(splitmix_next(&own) >> 11) * 0x1p-53;
    return (sum - 6) * strength_spread;
}

/* Draws a bot; its number is that of the last bot times the square of a uniform number, so low
 * numbers are more frequent. */
static int draw_bot(void)
{
    double u = (double)(splitmix_next(&state) >> 11) * 0x1p-53;
    return (int)(u * u * bot_count);
}

static void make_result(struct ladder_result *result, long number)
{
    int bots[SEATS];
    double lead = 0;

    *result = (struct ladder_result){.seat_count = SEATS, .side_count = 2};
    result->wall_msec =
        end_msec - span_msec + (int64_t)((double)number / (double)result_count * (double)span_msec);
    snprintf(result->game, sizeof result->game, "g-18bcfe56800-%ld", number);
    snprintf(result->ruleset, sizeof result->ruleset, "wikipedia");
    snprintf(result->reason, sizeof result->reason, "target");
    for (int seat = 0; seat < SEATS; seat++) {
        bool taken;
        do {
            bots[seat] = draw_bot();
            taken = false;
            for (int i = 0; i < seat; i++)
                taken |= bots[i] == bots[seat];
        } while (taken);
        snprintf(result->seats[seat].bot, sizeof result->seats[seat].bot, "bot-%07d", bots[seat]);
        result->seats[seat].side = seat % 2;
        lead += (seat % 2 ? -1 : 1) * strength(bots[seat]) / 2;
    }
    int winner = (double)(splitmix_next(&state) >> 11) * 0x1p-53 < elo_expected(lead) ? 0 : 1;
    result->scores[winner] = 500 + (int32_t)splitmix_below(&state, 12) * 10;
    result->scores[1 - winner] = (int32_t)splitmix_below(&state, 90) * 10 - 400;
    result_ranks(result, 1u << winner, -1);
}

static void add_result(long number)
{
    struct store_game game = {.open = true};
    struct result_change change;
    int64_t seq;
    char *record = NULL;

    make_result(&game.result, number);
    for (int i = 0; i < 4; i++) {
        uint64_t draw = splitmix_next(&state);
        memcpy(game.commitment + 8 * i, &draw, sizeof draw);
    }
    check(store_game_add(store, &game));
    if (number >= result_count - record_count)
        game.result.record = record = make_record(number, game.result.game);
    check(apply_result(&replay.standings, &game.result, false, &change));
    check(store_result_add(store, &game.result, &replay.standings, &change, &seq));
    free(record);
}

/* The file has no other reader, and a crash may destroy it. The index of a bot's results is made
 * at the end, in order. */
static void fill(void)
{
    sql("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
        "PRAGMA cache_size = -1000000; PRAGMA locking_mode = EXCLUSIVE");
    sql("DROP INDEX result_seat_bot");
    add_bots();
    for (long i = 0; i < result_count; i++) {
        if (i % GROUP == 0)
            sql(i ? "COMMIT; BEGIN" : "BEGIN");
        add_result(i);
    }
    sql("COMMIT; BEGIN");
    for (int i = 0; i < bot_count; i++)
        check(store_bot_cache(store, &replay.standings.bots[i]));
    sql("COMMIT");
    sql("CREATE INDEX result_seat_bot ON result_seat (bot, seq)");
    sql("PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL");
}

int main(int argc, char **argv)
{
    struct ladder_error error;
    char url[512];

    bot_count = argc >= 4 ? atoi(argv[2]) : 0;
    result_count = argc >= 4 ? atol(argv[3]) : 0;
    record_count = argc == 6 ? atol(argv[4]) : 0;
    if ((argc != 4 && argc != 6) || bot_count < 2 * SEATS || bot_count > BOTS_MAX ||
        result_count < 1 || record_count < 0) {
        fprintf(stderr, "usage: fill DB BOTS RESULTS [RECORDS FILE] (bots: %d to %d)\n", 2 * SEATS,
                BOTS_MAX);
        return 2;
    }
    if (argc == 6)
        read_templates(argv[5]);
    if (record_count > 0 && template_count == 0)
        die("no record to begin with");
    end_msec = ((int64_t)time(NULL) - 3600) * 1000;
    snprintf(url, sizeof url, "sqlite:%s", argv[1]);
    if (store_open(&store, url, 0, &error))
        die(error.text);
    replay_init(&replay);
    fill();
    store_close(store);
    replay_fini(&replay);
    return 0;
}
