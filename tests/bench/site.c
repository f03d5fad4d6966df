/* site.c - pages without a socket: site DB KIND TIMES
 *
 * Asks the site on a ladder that `fill` made TIMES times for a page of a kind: standings at any
 * place, any bot, a bot of the ten that play most as after its next game (busy), the list of games
 * from any place, that list through a filter, a search for names. Prints what one took of the
 * processor, in microseconds, and its bytes. */
#include "bench.h"

#include "web/web_site.h"

#include <event2/buffer.h>
#include <string.h>

enum { SEED = 11, PATH_BYTES = 128, BUSY = 10 };

static struct web_site site;
static uint64_t state = SEED;
static uint32_t bot_count;
static int64_t result_count;
static char board_name[LADDER_BOARD_MAX + 1];

static void die(const char *what)
{
    fprintf(stderr, "site: %s\n", what);
    exit(3);
}

static void open_site(const char *path)
{
    struct ladder_error error;
    struct ladder_board board;
    char url[512];

    snprintf(url, sizeof url, "sqlite:%s", path);
    if (writer_open(&site.ladder, url, true, &error) ||
        store_open(&site.store, url, STORE_READ_ONLY, &error))
        die(error.text);
    if (!writer_view_board(site.ladder, NULL, &board))
        die("an empty ladder");
    bot_count = (uint32_t)board.bots;
    result_count = board.results;
    memcpy(board_name, board.name, sizeof board_name);
}

/* The filters, each with a value that finds much and one that finds nothing. */
static void choose_filter(char query[PATH_BYTES])
{
    uint32_t bot = splitmix_below(&state, bot_count), other = splitmix_below(&state, bot_count);
    switch (splitmix_below(&state, 6)) {
    case 0:
        snprintf(query, PATH_BYTES, "bot=bot-%07u", bot);
        break;
    case 1:
        snprintf(query, PATH_BYTES, "bot=bot-%07u&against=bot-%07u", bot, other);
        break;
    case 2:
        snprintf(query, PATH_BYTES, "ladder=%s", board_name);
        break;
    case 3:
        snprintf(query, PATH_BYTES, "bot=bot-%07u&ladder=%s", bot, board_name);
        break;
    case 4:
        snprintf(query, PATH_BYTES, "contract=%s", splitmix_below(&state, 2) ? "8H" : "none");
        break;
    default:
        snprintf(query, PATH_BYTES, "until=20%02u-%02u-11", splitmix_below(&state, 60) + 10,
                 splitmix_below(&state, 12) + 1);
    }
}

/* What the site keeps of bots is thrown away: after a game it is of no use. */
static void forget_facts(void)
{
    for (int i = 0; i < SITE_CACHE; i++) {
        data_facts_free(site.cache[i].facts);
        site.cache[i].facts = NULL;
    }
}

/* Path and query of the next page of a kind. */
static void choose(const char *kind, char path[PATH_BYTES], char query[PATH_BYTES])
{
    query[0] = '\0';
    if (strcmp(kind, "standings") == 0) {
        snprintf(path, PATH_BYTES, "/standings");
        snprintf(query, PATH_BYTES, "after=%u", splitmix_below(&state, bot_count));
    } else if (strcmp(kind, "bot") == 0) {
        snprintf(path, PATH_BYTES, "/bot/bot-%07u", splitmix_below(&state, bot_count));
    } else if (strcmp(kind, "busy") == 0) {
        forget_facts();
        snprintf(path, PATH_BYTES, "/bot/bot-%07u", splitmix_below(&state, BUSY));
    } else if (strcmp(kind, "games") == 0) {
        snprintf(path, PATH_BYTES, "/games");
        snprintf(query, PATH_BYTES, "after=%u",
                 splitmix_below(&state, (uint32_t)result_count) + 60);
    } else if (strcmp(kind, "filter") == 0) {
        snprintf(path, PATH_BYTES, "/games");
        choose_filter(query);
    } else if (strcmp(kind, "search") == 0) {
        static const char *const parts[] = {"no-such-name", "bot-0000", "7", "b"};
        snprintf(path, PATH_BYTES, "/search");
        snprintf(query, PATH_BYTES, "q=%s", parts[splitmix_below(&state, 4)]);
    } else {
        die("KIND: standings, bot, busy, games, filter or search");
    }
}

static size_t answer_page(const char *path, const char *query)
{
    struct web_query asked = {.path = path, .query = query[0] ? query : NULL};
    struct web_answer answer = {.code = 200, .body = evbuffer_new()};
    if (!answer.body)
        die("out of memory");
    route_answer(&site, &asked, &answer);
    size_t size = evbuffer_get_length(answer.body);
    if (answer.code != 200)
        die(path);
    evbuffer_free(answer.body);
    return size;
}

int main(int argc, char **argv)
{
    int times = argc == 4 ? atoi(argv[3]) : 0;
    double bytes = 0;
    char path[PATH_BYTES], query[PATH_BYTES];

    if (times < 1) {
        fprintf(stderr, "usage: site DB standings|bot|busy|games|filter|search TIMES\n");
        return 2;
    }
    open_site(argv[1]);
    double cpu = bench_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < times; i++) {
        choose(argv[2], path, query);
        bytes += (double)answer_page(path, query);
    }
    cpu = bench_seconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
    printf("cpu=%.1f bytes=%.0f\n", cpu / times * 1e6, bytes / times);
    route_fini(&site);
    writer_close(site.ladder);
    return 0;
}
