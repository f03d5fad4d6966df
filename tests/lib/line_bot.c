/* line_bot.c - a bot of one function. */
#include "line_bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *line_field(const char *line, const char *key, char *value, size_t room)
{
    char mark[32];
    size_t size = 0;

    snprintf(mark, sizeof mark, " %s=", key);
    const char *at = strstr(line, mark);
    if (at) {
        at += strlen(mark);
        size = strcspn(at, " ");
        size = size < room ? size : room - 1;
        memcpy(value, at, size);
    }
    value[size] = '\0';
    return value;
}

/* The first `wanted` cards of a list, with colons between them. */
static void take_cards(char *list, int wanted)
{
    char *end = list;
    while (wanted-- > 0)
        end += strcspn(end + 1, ",") + 1;
    *end = '\0';
    for (char *at = list; *at; at++)
        *at = *at == ',' ? ':' : *at;
}

/* One of the first four of a list. */
static const char *take_action(char *list, unsigned *seed)
{
    char *at = list, *comma;
    for (int skip = rand_r(seed) % 4; skip > 0 && (comma = strchr(at, ',')) != NULL; skip--) {
        if (strncmp(comma + 1, "claim", 5) == 0)
            break;
        at = comma + 1;
    }
    at[strcspn(at, ",")] = '\0';
    return at;
}

void line_answer(const char *turn, unsigned *seed, char answer[LINE_ANSWER_BYTES])
{
    char g[16], n[16], choose[8], list[1024], phase[32];

    line_field(turn, "g", g, sizeof g);
    line_field(turn, "n", n, sizeof n);
    if (*line_field(turn, "choose", choose, sizeof choose)) {
        line_field(turn, "phase", phase, sizeof phase);
        line_field(turn, "from", list, sizeof list);
        take_cards(list, atoi(choose));
        snprintf(answer, LINE_ANSWER_BYTES, "act g=%s n=%s a=%s:%s\n", g, n, phase, list);
    } else {
        line_field(turn, "legal", list, sizeof list);
        snprintf(answer, LINE_ANSWER_BYTES, "act g=%s n=%s a=%s\n", g, n, take_action(list, seed));
    }
}
